"""What is printed has no place left in it where a value belongs: `{number:card}` is for authors."""

import re
from collections.abc import Iterator
from dataclasses import fields, is_dataclass

import pytest
from tests.presentation.test_table import GAMES, moments

from cardwright import State, load_game
from cardwright.game.loaded_game import find_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.explain_values_and_end import explain_rule, list_explainable_rules
from cardwright.presentation.log.tree import build_log_tree
from cardwright.presentation.question import make_question
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright.presentation.rulebook.rule_text_sections import find_unpublished_rules

LEFT = re.compile(r"[{}\x02-\x04\x0e\x0f]")


def texts(shown: object) -> Iterator[str]:
    """All that is written in what is shown, however deep."""
    if isinstance(shown, str):
        yield shown
    elif is_dataclass(shown):
        for field in fields(shown):
            yield from texts(getattr(shown, field.name))
    elif isinstance(shown, list | tuple):
        for each in shown:
            yield from texts(each)


def explanations(state: State) -> Iterator[str]:
    """Why each number of a game is what it is, where the example of how to ask names only what there is."""
    for written, called in list_explainable_rules(state, 0, find_unpublished_rules(find_game(state))):
        yield called
        if "<" not in written:
            yield from explain_rule(state, written, 0)


@pytest.mark.one_of(3)
@pytest.mark.parametrize("game", GAMES)
def test_no_braces_are_printed(game: str) -> None:
    assert not [text for text in texts(write_rulebook(load_game(game))) if LEFT.search(text)]
    for number, state in enumerate(moments(game, 40)):
        player = state.player
        shown = (make_question(state, player, with_consequences=not number % 8), build_log_tree(state, player))
        assert not [text for text in texts(shown) if LEFT.search(text)]
        if number % 20 == 0:
            assert not [text for text in texts(build_table(state, player)) if LEFT.search(text)]
            assert not [text for text in explanations(state) if LEFT.search(text)]


def test_a_number_is_explained_with_what_it_counts() -> None:
    state = moments("ceylon", 1)[0]
    assert explain_rule(state, "least_stand_ins(3)", 0)[0].startswith(
        "the fewest Plantation cards beside 3 cards of the"
    )
    assert (
        dict(list_explainable_rules(state, 0))["least_stand_ins(1)"]
        == "the fewest Plantation cards beside 1 card of the crop"
    )


def test_what_only_bots_ask_for_is_not_among_what_can_be_explained() -> None:
    game = load_game("ceylon")
    asked = {
        written.partition("(")[0]
        for written, _ in list_explainable_rules(game.new(2, 1), 0, find_unpublished_rules(game))
    }
    assert "hand_limit" in asked
    assert asked.isdisjoint({"prospects", "freight", "learned"})


def test_players_are_shown_no_code_where_a_number_is_explained() -> None:
    for word in ("ceylon", "import_export", "bush_pilots"):
        state = load_game(word).new(3, 3)
        for rule in {"final_score", *state.program.tables.look.get("most", {}).values()}:
            told = explain_rule(state, f"{rule}(P1)", 0)
            assert len(told) > 1
            assert not any(re.search(r"\w\(|\w\.\w|that is:", line) for line in told), told
