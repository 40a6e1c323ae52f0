"""What happened is told in few lines, and nothing of it is lost: whom it touches, what changed, what moved unnamed."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from cardwright.presentation.story import Line
from cardwright_tools.web.telling import TOUCHING, Told, briefly, touching


def written(lines: Sequence[Told], depth: int = 0) -> list[str]:
    """The lines as they would stand on a page."""
    found = []
    for line in lines:
        deeds = [f"{deed.text}{''.join(f' ({count})' for count in deed.counts)}" for deed in line.deeds]
        times = f" ×{line.times}" if line.times > 1 else ""
        found += ["  " * depth + " › ".join(deeds) + times, *written(line.lines, depth + 1)]
    return found


def moved(piece: str, way: str, touches: bool = False) -> Line:
    return Line(f"{piece}: {way}", None, touches=touches)


def test_what_a_deed_names_is_not_told_to_have_moved_as_well() -> None:
    heap = "P2's hand → the heap"
    story = [
        Line("P2 discards Silver, Gold", 1, (moved("Silver", heap), moved("Gold", heap))),
        Line("P2 discards 2 port cards", 1, (moved("Port", heap), moved("Port", heap))),
        Line("P2 draws 4 cards", 1, tuple(moved("a card", "the deck → P2's hand") for _ in range(4))),
        Line("P1 draws 2 cards", 0, (moved("Tea", "the deck → P1's hand"), moved("Rum", "the deck → P1's hand"))),
        Line("P2 reports", 1, (moved("Port", heap),)),
        # that it is one's own is news
        Line("P2 burns Rum", 1, (moved("Rum", "P1's hand → the heap", touches=True),)),
        Line("P1 burns Rum", 0, (moved("Rum", "P1's hand → the heap", touches=True),), touches=True),
        Line("P1 burns Tea", 0, (moved("Tea", "P1's hand → the heap", touches=True),)),
        # and so is what came of it
        Line("P2 sells Rum", 1, (replace(moved("Rum", heap), counts=("P2: coins 0 → 3",)),)),
    ]
    assert written(briefly(story)) == [
        "P2 discards Silver, Gold",
        "P2 discards 2 port cards",
        "P2 draws 4 cards",
        "P1 draws 2 cards › Tea, Rum: the deck → P1's hand",
        f"P2 reports › Port: {heap}",
        "P2 burns Rum › Rum: P1's hand → the heap",
        "P1 burns Rum",
        "P1 burns Tea",
        f"P2 sells Rum › Rum: {heap} (P2: coins 0 → 3)",
    ]


def test_an_only_consequence_stands_behind_its_cause() -> None:
    raid = Line(
        "P2 raids P1",
        1,
        (
            Line("P2 fights", 1, (Line("P2 wins", 1, (Line("P2 gains 5", 1, counts=("P2: money 0 → 5",)),)),)),
            Line("P1 is sorry", 0),
        ),
        touches=True,
    )
    assert written(briefly([Line("P2 takes a turn", 1, (raid,), quiet=True)])) == [
        "P2 takes a turn › raids P1",
        "  P2 fights › wins › gains 5 (money 0 → 5)",
        "  P1 is sorry",
    ]
    [told] = briefly([Line("P2 takes a turn", 1, (raid,))])
    assert [deed.touches for deed in told.deeds] == [False, True]


def test_what_says_nothing_or_the_same_again_takes_no_line() -> None:
    rolls = Line("P1 rolls", 0)
    story = [
        rolls,
        rolls,
        rolls,
        Line("P1 takes a turn", 0, quiet=True),
        *(Line(f"P1 chooses {sort}", 0) for sort in ("tea", "rum", "tea", "Done")),
        Line("P2 chooses tea", 1),
        Line("P2 chooses 3", 1),
        Line("the deck is shuffled", None, aside=True),
        moved("Tea", "the deck → P1's hand"),
        moved("Tea", "the deck → P1's hand"),
        moved("Rum", "the deck → P1's hand", touches=True),
        moved("Rum", "the deck → P2's hand"),
    ]
    assert written(briefly(story)) == [
        "P1 rolls ×3",
        "P1 chooses 2 tea, rum",
        "P2 chooses tea",
        "P2 chooses 3",
        "2 Tea: the deck → P1's hand",
        "Rum: the deck → P1's hand",
        "Rum: the deck → P2's hand",
    ]


def test_what_others_did_to_somebody_is_told_them_last_of_all() -> None:
    own, robbed, gift, idle = (
        Line("P1 sells", 0, touches=True),
        Line("P2 robs P1", 1, (moved("Apple", "P1's hand → P2's hand", True),), touches=True),
        Line("P3 gives", 2, (moved("Bread", "P3's hand → P1's hand", True),)),
        Line("P2 rests", 1),
    )
    # what has no doer came of the deed in or after which it stands; of theirs, or of their answer, it is no news
    drawn, dealt = (moved("Cheese", f"{place} → P1's hand", True) for place in ("the deck", "the heap"))
    assert touching([drawn, replace(own, lines=(drawn,)), drawn], 0) == []
    assert written(touching([drawn, idle, dealt], 0)) == ["Cheese: the heap → P1's hand"]
    told = ["P3 gives › Bread: P3's hand → P1's hand", "P2 robs P1 › Apple: P1's hand → P2's hand"]
    assert written(touching([own, gift, robbed, idle], 0)) == told
    twice = touching([own, gift, robbed, robbed], 0)
    assert [(len(each.deeds), each.times) for each in twice] == [(1, 1), (2, 2)]
    assert len(touching([gift, robbed, dealt, replace(robbed, text="P2 cheats P1")], 0)) == TOUCHING
