"""A pick of several, which a game asks for item by item, seen as a whole: what can be picked in any order, how many."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardwright.contract import PASS, PENDING
from cardwright.runtime.decision import Option
from cardwright.runtime.kernel import ids

if TYPE_CHECKING:
    from cardwright.runtime.position import Position

# How the site of a decision says that several are picked, and what precedes what was picked so far in its frame.
DONE = "done"
BOUNDS = [".pool", ".low", ".high"]


@dataclass(frozen=True, slots=True)
class Several:
    """All that can still be picked (alike pieces once, `counts` says how many), and how few and how many of it.

    `picked` is how many were picked by earlier answers; `passing` says that none at all is enough, whatever `least` is.
    """

    items: tuple[Option, ...]
    counts: tuple[int, ...]
    least: int
    most: int
    picked: int
    passing: bool


def firsts(state: Position) -> list[Any]:
    """What stands behind each of the `items` of the pick of several that waits: of alike pieces the first."""
    found = begun(state)
    assert found is not None
    return [found[0][group[0]] for group in groups_of(state, found[0])]


def picked_at(state: Position) -> int:
    """How many of several were picked by the answers before this decision; 0 for a decision of another sort."""
    found = begun(state)
    return 0 if found is None else found[3]


def to_pick(state: Position) -> int:
    """How many in all are to be picked: at least, or if that is open at most."""
    found = begun(state)
    assert found is not None
    return found[1] or found[2]


def answers_for(state: Position, places: Collection[int]) -> list[int]:
    """The answers that pick the items at some places of `items`, an alike one again and again, and no more of them."""
    found = begun(state)
    assert found is not None
    pool, low, high, picked = found
    groups = groups_of(state, pool)
    wanted = sorted(groups[place].pop(0) for place in places)
    ahead = state.clone()
    answers: list[int] = []

    def answer(value: Any) -> None:
        if answers:
            ahead.apply(answers[-1])
        answers.append(list(ahead.slots[PENDING][1]).index(value))

    for count, (place, before) in enumerate(zip(wanted, [-1, *wanted], strict=False), start=picked):
        left = pool[before + 1 :]
        # the game takes by itself what is the only possibility
        offered = left[: len(left) - max(low - count, 1) + 1]
        if len(groups_of(state, offered)) + (count >= low) > 1 or not answers:
            answer(pool[place])
    # and goes on by itself when no more can be picked
    if picked + len(wanted) < high and wanted[-1:] != [len(pool) - 1]:
        answer(PASS)
    return answers


def begun(state: Position) -> tuple[tuple[Any, ...], int, int, int] | None:
    """Of a pick of several: what is left, how few and how many in all, and how many were picked."""
    pending = state.slots[PENDING]
    if pending is None or state.program.tables["sites"][pending[2]].decline != DONE:
        return None
    frame = state.frames[-1]
    words = [word for word, *_ in state.variant.frames[frame[0]][1]]
    place = next(place for place in range(len(words) - 3, -1, -1) if words[place : place + 3] == BOUNDS)
    pool, low, high, picked = frame[1 + place : 5 + place]
    count = picked.bit_count() if isinstance(picked, int) else len(picked)
    return ids(pool) if isinstance(pool, int) else tuple(pool), low, high, count


def groups_of(state: Position, pool: tuple[Any, ...]) -> list[list[int]]:
    """The places in a pool, those of one sort together where the game does not tell its items apart.

    Whether pieces that cannot be seen are of one sort nobody is told.
    """
    player, _, site = state.slots[PENDING]
    tables, names = state.program.tables, state.variant.names
    _, base, of = tables["sites"][site][:3]
    if base != "piece" or not tables["kinds"][of].interchangeable:
        return [[place] for place in range(len(pool))]
    names, whole = state.variant.names, tables["whole"]
    groups: dict[object, list[int]] = {}
    for place, piece in enumerate(pool):
        outer = piece if whole[piece] < 0 else whole[piece]
        seen = names["may_see"](state.slots, player, outer, names["find"](state.slots, outer))
        groups.setdefault(names["mark"](state.slots, piece) if seen else piece, []).append(place)
    return list(groups.values())
