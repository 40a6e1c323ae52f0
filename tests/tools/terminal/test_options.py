"""Which option a typed line means, and how options are laid out."""

from dataclasses import replace

import pytest

from cardwright import Decision, Option
from cardwright.presentation.answers.consequences import make_change
from cardwright.presentation.answers.option_list import OptionLine
from cardwright.presentation.look import Look
from cardwright.presentation.piece_and_player_labels import Fact
from cardwright_tools.rich_styles_of_look import Painter
from cardwright_tools.terminal.drawing.drawn_or_listed_zones import format_fact
from cardwright_tools.terminal.drawing.numbered_options import (
    Labelled,
    OptionFacts,
    find_default_option,
    find_exact_option,
    find_option,
    find_unknown_word,
    format_labels,
    lay_out_compactly,
    lay_out_options,
    match_options,
    narrow_options,
    number_options,
    split_series,
)
from cardwright_tools.terminal.drawing.prompt_cause_and_purpose import collect_brief_facts, share_facts_of_numbers


def decision(*options: tuple[str, str]) -> Decision:
    made = tuple(
        Option(index, text, key, declines=key in ("pass", "done")) for index, (key, text) in enumerate(options)
    )
    return Decision(0, "Choose", made, None, False)


FRUIT = decision(("apple", "Apple"), ("pear", "Pear"), ("pass", "Pass"), ("plum", "Wild plum"))
NUMBERS = decision(("0", "0"), ("1", "1"), ("2", "2"), ("pass", "Pass"))


# The key of each of the first two is the name of the other; of `token`, the key is the name of a third.
SWAPPED = decision(
    ("mint", "Leek"),
    ("leek", "Mint"),
    ("bear", "Bear Token"),
    ("bear_card", "Bear"),
    ("idle", "Pass"),
    ("pass", "Pass"),
)


def key(option: Option | None) -> str | None:
    return None if option is None else option.key


def test_options_count_from_one_and_passing_is_nought() -> None:
    assert [(c.label, c.option.key) for c in number_options(FRUIT)] == [
        ("1", "apple"), ("2", "pear"), ("3", "plum"), ("0", "pass"),
    ]  # fmt: skip


def test_numbers_are_answered_by_themselves() -> None:
    assert [key(find_exact_option(NUMBERS, typed)) for typed in ("0", "2", "-", "pass")] == ["0", "2", "pass", "pass"]


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [("1", "apple"), ("0", "pass"), ("APPLE", "apple"), ("Wild plum", "plum"), ("plu", None), ("4", None)],
)
def test_exact_answers(typed: str, wanted: str | None) -> None:
    assert key(find_exact_option(FRUIT, typed)) == wanted


@pytest.mark.parametrize(
    ("typed", "wanted"),
    [
        ("Mint", "leek"), ("mint", None), ("MINT", None), ("leek", None), ("Leek", "mint"),
        ("Bear", "bear_card"), ("bear", None), ("bear_card", "bear_card"), ("bear token", "bear"),
        ("pass", None), ("Pass", None), ("idle", "idle"), ("1", "mint"), ("0", "pass"),
    ],
)  # fmt: skip
def test_the_key_of_one_and_name_of_another_is_asked_again_unless_it_is_spelled_so(
    typed: str, wanted: str | None
) -> None:
    assert key(find_exact_option(SWAPPED, typed)) == wanted


@pytest.mark.parametrize(("typed", "wanted"), [("a", "apple"), ("pe", "pear"), ("w", "plum"), ("p", None), ("9", None)])
def test_a_beginning_is_enough_if_only_one_option_has_it(typed: str, wanted: str | None) -> None:
    assert key(find_option(FRUIT, typed)) == wanted


def test_a_filter_takes_beginnings_before_other_parts() -> None:
    assert [o.key for o in match_options(FRUIT, "p")] == ["pear", "pass", "plum"]
    assert [o.key for o in match_options(FRUIT, "um")] == ["plum"]
    assert match_options(FRUIT, "cherry") == []


def test_several_answers_in_a_row_are_remembered_by_key() -> None:
    assert split_series(FRUIT, "3 1 0") == [("plum", "3"), ("apple", "1"), ("pass", "0")]
    assert split_series(FRUIT, "pear, wild") == [("pear", "pear"), ("plum", "wild")]
    assert split_series(FRUIT, "pear cherry") == []
    assert split_series(FRUIT, "pear") == []


def test_enter_passes_or_takes_the_only_option() -> None:
    assert key(find_default_option(FRUIT)) == "pass"
    assert key(find_default_option(decision(("go", "Go")))) == "go"
    assert find_default_option(decision(("go", "Go"), ("stay", "Stay"))) is None


def test_many_options_stand_in_columns_and_very_many_are_cut() -> None:
    many = decision(*((f"card{n}", f"Card number {n}") for n in range(200)))
    lines = [line.plain for line in lay_out_options(number_options(many), Painter(Look({})), 80, 12)]
    assert len(lines) == 12
    assert max(map(len, lines)) <= 80
    assert "Card number 0 " in lines[0]
    assert lines[-1].startswith("   … and ")
    few = [line.plain.strip() for line in lay_out_options(number_options(FRUIT), Painter(Look({})), 80, 12)]
    assert few == ["1 Apple", "2 Pear", "3 Wild plum", "0 Pass  Enter"]


def test_pieces_from_several_places_stand_below_the_name_of_the_place() -> None:
    options = [
        Option(0, "Tea", "tea", "P1's hand"),
        Option(1, "Rice", "rice", "the market"),
        Option(2, "Rum", "rum", "P1's hand"),
        Option(3, "Pass", "pass", declines=True),
    ]
    many = Decision(0, "Choose", tuple(options), None, False)
    lines = [line.plain.rstrip() for line in lay_out_options(number_options(many), Painter(Look({})), 80, 12, "P1")]
    assert lines == [" your hand", " 1 Tea", " 3 Rum", " the market", " 2 Rice", " 0 Pass  Enter"]


def test_few_options_tell_what_their_cards_say_as_far_as_there_is_room() -> None:
    cards = Decision(0, "Choose", (Option(0, "Thief", "thief", "", "Take a card.\nThen\nrun away."),), None, False)
    told = lay_out_options(number_options(cards), Painter(Look({})), 80, 12)[0].plain
    assert told == " 1 Thief   Take a card. Then run away."
    assert lay_out_options(number_options(cards), Painter(Look({})), 30, 12)[0].plain == " 1 Thief   Take a card. Then…"
    assert lay_out_options(number_options(cards), Painter(Look({})), 20, 12)[0].plain == " 1 Thief"


def test_a_part_of_a_name_keeps_the_numbers_of_the_options_it_leaves() -> None:
    assert [(c.label, c.option.key) for c in narrow_options(FRUIT, "pl")] == [("3", "plum")]
    assert len(narrow_options(FRUIT, "")) == 4


def test_options_that_are_numbers_are_told_as_ranges() -> None:
    lines = [line.plain for line in lay_out_options(number_options(NUMBERS), Painter(Look({})), 80, 12)]
    assert lines == [" 0 to 2", " - Pass  Enter"]
    steps = decision(*((str(n), str(n)) for n in (100, 200, 201, 202, 300)))
    assert [line.plain for line in lay_out_options(number_options(steps), Painter(Look({})), 80, 12)] == [
        " 100, 200 to 202, 300"
    ]
    for numbers, told in (
        ((1, 2), " 1 or 2"),
        (range(100, 901, 100), " 100 to 900 in steps of 100"),
        ((0, 2), " 0 or 2"),
    ):
        shown = lay_out_options(
            number_options(decision(*((str(n), str(n)) for n in numbers))), Painter(Look({})), 80, 12
        )
        assert [line.plain for line in shown] == [told]


def test_what_can_be_typed_is_told_as_it_is_numbered() -> None:
    assert format_labels(FRUIT) == "1 to 3 or 0"
    assert format_labels(NUMBERS) == "0 to 2 or -"
    assert format_labels(decision(("yes", "Yes"), ("pass", "Pass"))) == "1 or 0"


def test_of_several_words_the_one_that_fits_nothing_is_told() -> None:
    assert find_unknown_word(FRUIT, "1 cherry 3") == "cherry"
    assert find_unknown_word(FRUIT, "sour cherry") == "sour cherry"
    assert find_unknown_word(FRUIT, "cherry") == "cherry"


def test_in_few_rows_options_stand_side_by_side_with_as_much_as_fits() -> None:
    names = ["Fresh Labels", "Tailwind", "Salvage", "Lucky Shot", "Navigator"]
    offered, painter = decision(*((name, name) for name in names)), Painter(Look({}))
    told = {
        n: OptionFacts((f"manoeuvre {n}", "survey", "draws 1", "range 1"), (), (f"man {n}", "survey", "dra 1", "ran 1"))
        for n in range(len(names))
    }
    lines = [line.plain for line in lay_out_compactly(number_options(offered), painter, 80, 3, told)]
    assert len(lines) == 3
    assert all(
        f"{name} " in "\n".join(lines) and f"man {n}, survey …" in "\n".join(lines) for n, name in enumerate(names)
    )
    assert max(map(len, lines)) <= 80
    assert len(lay_out_compactly(number_options(offered), painter, 80, 9, {})) <= 9
    assert "more: type part of a name" in lay_out_compactly(number_options(offered), painter, 30, 2, told)[-1].plain


def test_of_a_place_on_somebodys_piece_is_told_whose_that_is() -> None:
    assert format_fact(Fact("owner", "owner", "P1")) == "of P1"
    assert format_fact(Fact("load", "load", "2")) == "load 2"
    assert format_fact(Fact("good", "good", "tea")) == "tea"
    assert format_fact(Fact("near", "near", "Upton", named=True)) == "near Upton"


def test_of_what_has_no_room_beside_an_option_whole_facts_are_told() -> None:
    known = OptionFacts(("attack 1", "defence 12", "cargo"), (), ("att 1", "def 12", "cargo"))
    rooms = (27, 26, 20, 19, 14, 8, 4)
    told = ["attack 1, defence 12, cargo", "att 1, def 12, cargo", "att 1, def 12, cargo", "att 1, def 12 …"]
    assert [known.within(room) for room in rooms] == [*told, "att 1, cargo …", "att 1 …", ""]
    led = OptionFacts(("load 2",), ("play a card from your hand", "hand -1"))
    assert led.within(60) == "load 2  → play a card from your hand, hand -1"
    assert led.within(40) == "load 2  → play a card from your hand …"
    assert led.within(24) == "load 2  → play a card …"
    assert led.within(12) == "load 2 …"


def test_what_has_no_room_beside_an_option_goes_on_below_where_all_is_told() -> None:
    offered = decision(("port", "Port"), ("sea", "Sea"))
    beside = {0: OptionFacts(("slots 4",), ("take all the cargo of a ship that lies there and pay for each",))}
    lines = [
        line.plain
        for line in lay_out_options(number_options(offered), Painter(Look({})), 60, 9, beside=beside, note_lines=9)
    ]
    assert lines == [
        " 1 Port   slots 4  → take all the cargo of a ship that lies",
        "          there and pay for each",
        " 2 Sea",
    ]


def test_behind_a_long_option_what_comes_of_it_stands_below() -> None:
    offered, beside = decision(("long", "Take " + "one card " * 8)), {0: OptionFacts((), ("changes nothing now",))}
    lines = lay_out_options(number_options(offered), Painter(Look({})), 80, 9, beside=beside, note_lines=9)
    assert [line.plain for line in lines][1:] == ["      → changes nothing now"]
    assert lines[0].cell_len <= 80
    for width in range(1, 12):  # a window can be made as narrow as that
        assert lay_out_options(number_options(offered), Painter(Look({})), width, 9, beside=beside, note_lines=9)


def test_what_numbers_are_called_is_cut_to_what_tells_them_apart() -> None:
    def fact(title: str, value: str) -> Fact:
        return Fact(title, title, value)

    facts = [fact("attack", "1"), fact("defence", "2"), fact("one turn", "100"), fact("tier", "3"), fact("sort", "tea")]
    facts += [fact("range", "2"), fact("rank", "1"), fact("workmanship", "4"), fact("worth", "5")]
    [found] = collect_brief_facts([OptionLine(0, "a", "A", "1", facts=tuple(facts))]).values()
    numbers = ("attack 1", "def. 2", "one turn 100", "tier 3", "range 2", "rank 1", "work. 4", "worth 5")
    assert found.brief == (*numbers, "tea")
    [found] = collect_brief_facts([OptionLine(0, "a", "A", "1", facts=tuple(facts))], ["sort", "tier"]).values()
    assert found.brief == ("tier 3", "tea", *(number for number in numbers if number != "tier 3"))


def test_numbers_with_something_beside_them_are_told_once() -> None:
    beside = {0: OptionFacts(), 1: OptionFacts((), ("coins -1",)), 2: OptionFacts((), ("coins -2",))}
    lines = [
        line.plain.rstrip()
        for line in lay_out_options(number_options(NUMBERS), Painter(Look({})), 80, 9, beside=beside)
    ]
    assert lines == [" 0", " 1    → coins -1", " 2    → coins -2", " - Pass  Enter"]


def test_what_a_card_says_takes_so_many_lines_at_most() -> None:
    note = "Take a card from the hand of an opponent, then give a card of your own to that opponent, and draw a card."
    cards = Decision(0, "Choose", (Option(0, "Thief", "thief", "", note),), None, False)

    def lines(most: int) -> list[str]:
        told = lay_out_options(number_options(cards), Painter(Look({})), 55, 9, noted=True, note_lines=most)
        return [line.plain for line in told]

    assert lines(1) == [" 1 Thief   Take a card from the hand of an opponent, t…"]
    assert lines(2) == [
        " 1 Thief   Take a card from the hand of an opponent,",
        "           then give a card of your own to that…",
    ]
    assert " ".join("".join(lines(9)).split()) == f"1 Thief {note}"


def test_options_of_which_the_same_is_told_stand_in_one_line_behind_all_their_numbers() -> None:
    offered = decision(("loon_1", "Lone Loon"), ("nurse", "Nurse"), ("loon_2", "Lone Loon"), ("loon_3", "Lone Loon"))
    beside = {0: OptionFacts(("damage 1",)), 2: OptionFacts(("damage 1",)), 3: OptionFacts(("damage 2",))}
    told = ["1, 3 Lone Loon   damage 1", "2 Nurse", "4 Lone Loon   damage 2"]
    lines = lay_out_options(number_options(offered), Painter(Look({})), 60, 9, beside=beside)
    assert [line.plain.strip() for line in lines] == told
    few = lay_out_compactly(number_options(offered), Painter(Look({})), 60, 3, beside)
    assert [line.plain.strip() for line in few] == told


def test_what_a_card_says_in_full_is_not_told_before_it_too() -> None:
    deed = "contract it at once, if your ship has room for it"
    card = Option(0, "Salt", "salt", note=f"At any time you may {deed}.")
    beside = {0: OptionFacts(("load 2",), (deed, "hand -1"))}
    for lines, often in ((9, 1), (1, 2)):
        told = lay_out_options(
            number_options(Decision(0, "Choose", (card,), None, False)),
            Painter(Look({})),
            200,
            9,
            beside=beside,
            note_lines=lines,
        )
        text = " ".join(line.plain for line in told)
        assert text.count(deed) == often
        assert "load 2" in text
        assert "hand -1" in text


def test_numbers_of_which_the_same_is_told_stand_in_one_line_with_it() -> None:
    offered = decision(*((str(n), str(n)) for n in range(28, 41)), ("check", "Check"))
    choices = [
        OptionLine(
            n, str(n), str(n), str(n), leads=(make_change("score", -60 * n, -60 * n), make_change("stake", n, n))
        )
        for n in range(28, 41)
    ]
    facts = share_facts_of_numbers(choices)
    beside = {index: facts[choice.index] for index, choice in enumerate(choices)}
    lines = [line.plain for line in lay_out_options(number_options(offered), Painter(Look({})), 80, 3, beside=beside)]
    assert lines == [" 28 to 40   → score -1680 to -2400, stake +28 to +40", " 1 Check"]
    assert share_facts_of_numbers(choices[:5]) == {}
    apart = [replace(choices[0], leads=()), *choices[1:]]
    assert set(share_facts_of_numbers(apart).values()) == {OptionFacts()}


def test_of_too_many_options_one_of_each_kind_is_left() -> None:
    options = [Labelled(n, f"Card {n}", f"c{n}", label=str(n + 1), kind="hand") for n in range(30)]
    options += [
        Labelled(30, "P2", "p2", label="31", kind="player"),
        Labelled(31, "P3", "p3", label="32", kind="player"),
    ]
    options += [Labelled(32, "Fold", "fold", label="33"), Labelled(33, "Pass", "pass", label="0", declines=True)]
    many = Decision(0, "Choose", tuple(options), None, False)
    for lines in (
        lay_out_options(number_options(many), Painter(Look({})), 20, 6),
        lay_out_compactly(number_options(many), Painter(Look({})), 20, 6, {}),
    ):
        shown = [line.plain.strip() for line in lines]
        assert len(shown) == 6
        assert all(any(name in line for line in shown) for name in ("Card 0", "P2", "Fold", "Pass"))
        assert shown[-1].startswith("… and ")
