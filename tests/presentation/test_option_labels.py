"""Labels of options: whatever options are called, what is typed takes what it names, and everything can be taken."""

from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cardwright import Decision, Option
from cardwright.presentation.answers.option_list import label_options
from cardwright_tools.terminal.commands import COMMANDS, find_command, find_hidden_commands
from cardwright_tools.terminal.drawing.numbered_options import (
    Labelled,
    find_exact_option,
    format_labels,
    number_options,
)

NAMES = st.one_of(
    st.integers(0, 12).map(str),
    st.sampled_from(["Quit", "Undo", "Pass", "-", "--", "-1", "+1", "01", "²", "１", "Tea", "u", ":quit"]),
)


def decision(names: list[str], amounts: bool = False, declines: bool = True) -> Decision:
    made = [Option(n, name, name if amounts else f"card_{n}") for n, name in enumerate(names)]
    if declines:
        made.insert(len(made) // 2, Option(len(made), "Pass", "pass", declines=True))
    return Decision(0, "Choose", tuple(made), None, False)


@given(st.lists(NAMES, min_size=1, max_size=9), st.booleans())
def test_a_name_takes_what_it_names_and_labels_reach_the_rest(names: list[str], declines: bool) -> None:
    asked = decision(names, declines=declines)
    offered = number_options(asked)
    assert len({choice.label for choice in offered}) == len(offered)
    assert all(find_exact_option(asked, choice.label) == choice.option for choice in offered)
    called = Counter(option.text.casefold() for option in asked.options)
    for option in asked.options:
        if called[option.text.casefold()] == 1:
            assert find_exact_option(asked, option.text) == option
        elif option.text not in {choice.label for choice in offered}:
            assert find_exact_option(asked, option.text) is None


@given(st.lists(st.integers(-5, 40).map(str), min_size=1, max_size=9, unique=True))
def test_amounts_are_answered_by_themselves(amounts: list[str]) -> None:
    asked = decision(amounts, amounts=True)
    assert [choice.label for choice in number_options(asked)] == [*amounts, "-"]


def test_numbers_that_are_names_label_nothing_else() -> None:
    options = decision(["28", "Tea", "1", "2", "2", "Mint"], declines=False).options
    assert label_options(options) == ["28", "3", "1", "4", "5", "6"]
    assert format_labels(decision(["01", "1.", "²"])) == "1 to 3 or 0"


def test_commands_are_reached_beside_options_of_their_names() -> None:
    asked = decision(["Quit", "Undo", "Tea"])
    assert find_hidden_commands(asked) == ["undo", "quit"]
    for word in COMMANDS:
        found = find_command(f":{word} x")
        assert found is not None
        assert found.name == word


def test_a_card_called_by_a_number_of_which_there_are_several_is_taken_by_it() -> None:
    asked = replace(
        decision(["5"]), options=(Labelled(0, "Tea", "tea", label="1"), Labelled(1, "4 ×2", "card_4", label="4"))
    )
    found = find_exact_option(asked, "4")
    assert found is not None
    assert found.key == "card_4"


@pytest.mark.parametrize("text", ["None", "Nobody", "No", "Done", "Pass"])
def test_pass_and_done_always_decline(text: str) -> None:
    options = (Option(0, "Tea", "tea"), Option(1, text, "done", declines=True))
    asked = Decision(0, "Choose", options, None, secret=False)
    assert find_exact_option(asked, "pass") == find_exact_option(asked, "done") == options[1]
    assert find_exact_option(replace(asked, options=options[:1]), "pass") is None
    called_pass = Option(2, "Pass", "pass_2")
    if text != "Pass":
        assert find_exact_option(replace(asked, options=(called_pass, options[1])), "pass") == called_pass
