"""What happened is told in few lines, and nothing of it is lost: whom it touches, what changed, what moved unnamed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from tests.presentation.written import event, line

from cardwright.presentation.log.folding import (
    TOUCHING,
    FoldedEvent,
    find_events_about_viewer,
    find_last_action,
    fold_briefly,
)
from cardwright.presentation.log.tree import NOBODY, hold_back_choices
from cardwright.query.log_events import CounterChange, Event


def written(lines: Sequence[FoldedEvent], depth: int = 0) -> list[str]:
    """The lines as they would stand on a page."""
    found = []
    for each in lines:
        deeds = [f"{text}{''.join(f' ({count})' for count in made.became)}" for text, made in each.chain]
        times = f" ×{each.times}" if each.times > 1 else ""
        found += ["  " * depth + " › ".join(deeds) + times, *written(each.led_to, depth + 1)]
    return found


def moved(piece: str, way: str, about: bool = False, again: bool = False) -> Event:
    return line(f"{piece}: {way}", about=about, again=again)


def test_what_a_deed_names_is_not_told_to_have_moved_as_well() -> None:
    heap = "P2's hand → the heap"
    story = [
        line("P2 discards Silver, Gold", moved("Silver", heap, again=True), moved("Gold", heap, again=True)),
        line("P2 discards 2 cards", moved("a card", heap, again=True), moved("a card", heap, again=True)),
        line("P2 discards 2 cards", *(moved("a card", heap, again=number < 2) for number in range(3))),
        line("P1 draws 2 cards", moved("Tea", "the deck → P1's hand"), moved("Rum", "the deck → P1's hand")),
        line("P2 reports", moved("Port", heap)),
        # that it is one's own is news
        line("P2 burns Rum", moved("Rum", "P1's hand → the heap", about=True, again=True)),
        line("P1 burns Rum", moved("Rum", "P1's hand → the heap", about=True, again=True), about=True),
        line("P1 burns Tea", moved("Tea", "P1's hand → the heap", about=True, again=True)),
        # and so is what came of it
        line("P2 sells Rum", replace(moved("Rum", heap, again=True), counts=(CounterChange(1, "coins", 0, 3),))),
    ]
    assert written(fold_briefly(story)) == [
        "P2 discards Silver, Gold",
        "P2 discards 2 cards",
        f"P2 discards 2 cards › 3 cards: {heap}",
        "P1 draws 2 cards › Tea, Rum: the deck → P1's hand",
        f"P2 reports › Port: {heap}",
        "P2 burns Rum › Rum: P1's hand → the heap",
        "P1 burns Rum",
        "P1 burns Tea",
        f"P2 sells Rum › Rum: {heap} (P2's coins 0 → 3)",
    ]


def test_an_only_consequence_stands_behind_its_cause() -> None:
    gained = replace(line("P2 gains 5"), counts=(CounterChange(1, "money", 0, 5),))
    raid = line("P2 raids P1", line("P2 fights", line("P2 wins", gained)), line("P1 is sorry"), about=True)
    assert written(fold_briefly([replace(line("P2 takes a turn", raid), quiet=True)])) == [
        "P2 takes a turn › raids P1",
        "  P2 fights › wins › gains 5 (money 0 → 5)",
        "  P1 is sorry",
    ]
    [told] = fold_briefly([line("P2 takes a turn", raid)])
    assert [made.about for _, made in told.chain] == [False, True]


def test_what_says_nothing_or_the_same_again_takes_no_line() -> None:
    rolls = line("P1 rolls")
    asked = line("P1 asks", replace(line("P1 waits"), quiet=True))
    story = [
        *(rolls, rolls, rolls),
        *(replace(each, quiet=True) for each in (line("P1 takes a turn"), asked)),
        *(line(f"P1 chooses {sort}") for sort in ("tea", "rum", "tea", "Done")),
        line("P2 chooses tea"),
        line("P2 chooses 3"),
        line("P2 chooses 4"),
        line("P1 chooses Pass"),
        Event("the deck is shuffled", 0, None, aside=True),
        *(moved("Tea", "the deck → P1's hand") for _ in range(2)),
        moved("Rum", "the deck → P1's hand", about=True),
        moved("Rum", "the deck → P2's hand"),
    ]
    assert written(fold_briefly(story)) == [
        "P1 rolls ×3",
        "P1 chooses 2 tea, rum",
        "P2 chooses tea",
        "P2 chooses 3",
        "P2 chooses 4",
        "P1 chooses Pass",
        "2 Tea: the deck → P1's hand",
        "Rum: the deck → P1's hand",
        "Rum: the deck → P2's hand",
    ]


def test_what_counters_became_in_what_is_not_worth_telling_is_told_with_its_cause() -> None:
    pays = replace(line("P1 pays 3", about=True), aside=True, counts=(CounterChange(0, "coins", 5, 2),))
    assert written(fold_briefly([line("P1 buys Tea", pays)])) == ["P1 buys Tea (coins 5 → 2)"]
    # without a cause that is told it is told by itself, and so is what others did to the viewer
    assert written(fold_briefly([pays])) == ["P1 pays 3 (coins 5 → 2)"]
    robbed = replace(moved("Rum", "P1's hand → P2's hand", about=True), aside=True)
    assert written(fold_briefly([line("P2 robs P1", robbed)])) == ["P2 robs P1 › Rum: P1's hand → P2's hand"]


def test_what_others_did_to_somebody_is_told_them_last_of_all() -> None:
    own, robbed, gift, idle = (
        line("P1 sells", about=True),
        line("P2 robs P1", moved("Apple", "P1's hand → P2's hand", True), about=True),
        line("P3 gives", moved("Bread", "P3's hand → P1's hand", True), line("P3 smiles")),
        line("P2 rests"),
    )
    # what has no doer came of the deed in or after which it stands; of theirs, or of their answer, it is no news
    drawn, dealt = (moved("Cheese", f"{place} → P1's hand", True) for place in ("the deck", "the heap"))
    assert find_events_about_viewer([drawn, replace(own, children=[drawn]), drawn], 0) == ()
    assert written(find_events_about_viewer([drawn, idle, dealt], 0)) == ["Cheese: the heap → P1's hand"]
    told = ["P3 gives › Bread: P3's hand → P1's hand", "P2 robs P1 › Apple: P1's hand → P2's hand"]
    assert written(find_events_about_viewer([own, gift, robbed, idle], 0)) == told
    twice = find_events_about_viewer([own, gift, robbed, robbed], 0)
    assert [(len(each.chain), each.times) for each in twice] == [(2, 1), (2, 2)]
    assert len(find_events_about_viewer([gift, robbed, dealt, replace(robbed, text="P2 cheats P1")], 0)) == TOUCHING


def test_what_touched_somebody_in_one_deed_is_told_behind_it_at_once() -> None:
    gave = line("P3 gives", *(moved(each, "P3's hand → P1's hand", True) for each in ("Bread", "Tea", "Bread")))
    deep = line("P3 takes a turn", gave, line("P3 rests"))
    assert written(find_events_about_viewer([deep], 0)) == ["P3 gives › 2 Bread, Tea: P3's hand → P1's hand"]


LOSS = CounterChange(1, "gold", 5, 2)


def test_the_last_that_others_did_is_told_with_what_came_of_it() -> None:
    won = replace(line("P1 wins"), result=True)
    paid = replace(line("P2 sighs", line("P2 gives up")), counts=[LOSS])
    raid = replace(line("P1 raids P2", paid, won), among=True)
    turn = replace(line("P3 takes a turn", line("P3 sells"), line("P3 buys")), is_turn=True)
    story = [turn, raid, moved("Tea", "the deck → the heap")]
    for lines, viewer, text, outcome in (
        (story, 1, "P1 raids P2", "P1 wins; P2's gold 5 → 2"),
        (story, 0, "P2 sighs", ""),
        (story[:2], 1, "P1 wins", ""),  # more may come of it
        (story[:1], 0, "P3 buys", ""),
    ):
        found = find_last_action(fold_briefly(lines), viewer)
        assert found is not None
        assert (found.line.text, found.outcome) == (text, outcome)
    assert find_last_action(fold_briefly([line("P1 rests"), moved("Tea", "the deck → the heap")]), 0) is None


def test_an_outcome_is_that_of_the_player_who_began_or_the_last_one() -> None:
    for ends, outcome in (
        (("P3 resolves Feint", "P1 wins"), "P1 wins"),
        (("P1 wins", "P3 loses"), "P1 wins"),
        (("P3 resolves Feint", "P2 wins"), "P2 wins"),
    ):
        events = [replace(line(text), result=True) for text in ends]
        [told, _] = fold_briefly([replace(line("P1 raids P2", *events), among=True), line("P1 rests")])
        assert told.outcome == outcome


def test_who_is_asked_next_learns_at_once_what_was_chosen() -> None:
    chose = event("P1 chooses Port", 0)
    turn = line("P1 takes a turn", line("P1 rests"), chose, event("P1 chooses Rome", 0))
    for asked, told in (
        (1, ["P1 rests", "P1 chooses Port", "P1 chooses Rome"]),
        (0, ["P1 rests"]),  # the one who chooses is asked on
        (NOBODY, ["P1 rests"]),  # others need not know who is asked
    ):
        [held] = hold_back_choices([turn], asked)
        assert [each.text for each in held.children] == told
    assert hold_back_choices([], 0) == []
    assert hold_back_choices([chose, line("P1 rests")], 0) == [chose, line("P1 rests")]
