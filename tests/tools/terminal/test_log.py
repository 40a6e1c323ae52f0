"""The log as lines on the screen."""

from pathlib import Path

from tests.presentation.written import brief, event, tree, within

from cardwright import Event, load_game
from cardwright.bots import make_bot
from cardwright.phrases.log_phrases import render_log_phrase
from cardwright.presentation.log.tree import flatten_events

EXAMPLES = Path(__file__).parents[3] / "examples"


def events(*lines: tuple[int, str]) -> list[Event]:
    return [event(text, depth) for depth, text in lines]


TURN = events(
    (1, "P1 takes a turn"),
    (2, "P1 draws cards"),
    (3, "P1 draws 2 cards"),
    (4, "a card: the deck → P1's hand"),
    (4, "a card: the deck → P1's hand"),
    (2, "P1 trades"),
    (3, "P2 chooses Pass"),
    (2, "P1 builds"),
    (2, "P1 asks"),
    (3, "P1 chooses tea"),
    (3, "P1 chooses wind"),
    (3, "P1 chooses tea"),
    (3, "P1 chooses Done"),
)


def test_the_brief_log_has_no_passes_and_no_line_for_every_card() -> None:
    assert brief(TURN, 80) == [
        "P1 takes a turn",
        "  P1 draws cards › draws 2 cards › 2 cards: the deck → P1's hand",
        "  P1 trades, builds",
        "  P1 asks › chooses 2 tea, wind",
    ]


def test_an_only_consequence_gets_its_own_line_where_there_is_no_room() -> None:
    assert brief(TURN[:3], 80) == ["P1 takes a turn › draws cards › draws 2 cards"]
    assert brief(TURN[:3], 30) == ["P1 takes a turn › draws cards", "  P1 draws 2 cards"]


def test_the_full_log_keeps_every_answer() -> None:
    lines = tree(TURN)
    assert "│     └─ 2 cards: the deck → P1's hand" in lines
    assert lines.count("   ├─ P1 chooses tea") == 2
    assert "│  └─ P2 chooses Pass" in lines


def test_the_log_to_a_depth_counts_what_it_leaves_out() -> None:
    assert tree(TURN, 1) == ["P1 takes a turn  (and 11 more)"]
    assert tree(TURN, 2)[1:3] == ["├─ P1 draws cards  (and 2 more)", "├─ P1 trades  (and 1 more)"]


def test_a_tail_of_the_log_begins_at_the_margin() -> None:
    assert brief(TURN[3:6], 80) == ["2 cards: the deck → P1's hand", "P1 trades"]


def test_braces_in_a_text_are_only_text() -> None:
    assert brief(events((1, "A {x}: {a} → {b}"), (1, "B: {a} → {b}")), 80) == ["A {x}, B: {a} → {b}"]


def test_flattening_goes_from_causes_to_effects() -> None:
    leaf = Event("c", 3, None)
    nested = [Event("a", 1, None, [Event("b", 2, None, [leaf])]), Event("d", 1, None)]
    assert [event.text for event in flatten_events(nested)] == ["a", "b", "c", "d"]


def test_a_phase_in_which_nothing_happened_is_left_out_unless_it_is_going_on() -> None:
    phases = [event("P1 takes a turn"), *(event(f"P1 {deed}", 2) for deed in ("raids", "builds"))]
    for phase in phases[1:]:
        phase.quiet = True
    assert brief(phases, 80) == ["P1 takes a turn › builds"]
    assert brief([*phases, event("P2 chooses Pass", 3)], 80) == ["P1 takes a turn"]
    assert tree(phases) == ["P1 takes a turn", "├─ P1 raids", "└─ P1 builds"]


def test_where_there_is_little_room_what_deeds_led_to_is_left_out_first() -> None:
    raid = events(
        (1, "P1 takes a turn"),
        (2, "P1 raids P2"),
        (3, "P2 loses a card"),
        (4, "a card: P2's hand → the discard pile"),
        (3, "P1 gains 2 credits"),
        (2, "P1 ends the turn"),
        (1, "P2 takes a turn"),
        (2, "P2 draws 2 cards"),
    )
    assert len(brief(raid, 80)) == 6
    assert within(raid, 80, 6) == brief(raid, 80)
    short = ["P1 takes a turn", "  P1 raids P2 (P2 loses a card) · P1 ends the turn", "P2 takes a turn › draws 2 cards"]
    assert within(raid, 60, 3) == short
    assert within(raid, 60, 2) == ["P1 takes a turn (P2 loses a card)", "P2 takes a turn › draws 2 cards"]


def test_deeds_share_lines_and_what_they_only_moved_is_not_said_twice() -> None:
    trick = events(
        (1, "P1 plays Pipe 1"),
        (2, "Pipe 1: P1's hand → P1's played"),
        (1, "P2 plays Pipe 3"),
        (2, "Pipe 3: P2's hand → P2's played"),
        (1, "the end of the trick"),
        (2, "P2 takes the trick"),
        (3, "Pipe 1: P1's played → P2's tub"),
        (3, "Pipe 3: P2's played → the dry pile"),
        (1, "a trick"),
        (2, "P2 plays Drop 2"),
    )
    for place in (1, 3):
        trick[place].again = True
    told = [
        "P1 plays Pipe 1 · P2 plays Pipe 3",
        "the end of the trick (P1 loses Pipe 1 to P2; P2 loses Pipe 3)",
        "a trick › P2 plays Drop 2",
    ]
    assert within(trick, 80, 3) == told


def test_a_choice_that_the_deed_tells_again_is_no_line_and_the_deed_tells_what_it_showed() -> None:
    state = load_game(str(EXAMPLES / "four_winds")).new(4, 3)
    bot = make_bot("random", 1)
    while state.turns < 3:
        state.apply(bot.choose(state))
    told = [event.text for event in flatten_events(state.visible_log(0))]
    played = [text for text in told if " plays " in text]
    assert len(played) > 4
    assert not any(text.endswith(" plays a card") for text in played)
    assert not any(" chooses " in text for text in told)


def test_what_a_phrase_calls_yours_is_theirs_who_did_it() -> None:
    text = render_log_phrase("clear_up", "clear your hand[ of {your} yourself]", {"your": "Tea"})
    assert text == "clears their hand of Tea themselves"
    assert (
        render_log_phrase("clearing", "the clearing of your hand", {}, inflected=False) == "the clearing of your hand"
    )


def test_where_there_is_little_room_the_deeds_of_a_turn_share_a_line() -> None:
    raid = events(
        (1, "P3 takes a turn"),
        (2, "P3 sets up a delivery"),
        (3, "P3 lays a delivery face down"),
        (2, "P3 raids P1"),
        (3, "P1 loses the raid"),
        (2, "P3 draws 4 cards"),
        (1, "P2 takes a turn"),
        (2, "P2 draws 4 cards"),
    )
    assert within(raid, 78, 2) == [
        "P3 takes a turn › sets up a delivery, raids P1, draws 4 cards",
        "P2 takes a turn › draws 4 cards",
    ]
