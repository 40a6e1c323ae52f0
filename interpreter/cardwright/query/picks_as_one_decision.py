"""Picks of several items as one decision, although the game asks for them item by item."""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from itertools import compress
from typing import TYPE_CHECKING, Any

from cardwright.runtime.decision import Option
from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.runtime.primitives.equal_and_hidden_options import mark
from cardwright.runtime.primitives.zones import may_see, where
from cardwright.state_slots_and_table_rows import PASS

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

# Mark of a decision point at which several items are picked, and the name of the picks so far in its frame.
DONE = "done"
BOUNDS = [".pool", ".low", ".high"]


@dataclass(frozen=True, slots=True)
class Several:
    """The items that can still be picked, and how many must and may be picked.

    Interchangeable pieces are one item, with their number in `counts`. `picked` is the number of items that earlier
    answers picked. With `passing`, picking none is allowed whatever the minimum is. With `together`, a condition
    applies to all picks, so that not every selection is allowed (see `going_on`). If `ordered`, all items are picked,
    and the answer is their order; the last one can be left out.
    """

    items: tuple[Option, ...]
    counts: tuple[int, ...]
    least: int
    most: int
    picked: int
    passing: bool
    together: bool = False
    ordered: bool = False


@dataclass(frozen=True, slots=True)
class PickProgress:
    """The state of a selection: whether it is complete (`enough`), and the positions of the items that can be added."""

    enough: bool
    next: tuple[int, ...]


def find_next_items(state: Position, places: Collection[int]) -> PickProgress:
    """Return whether the items at the positions `places` are a complete selection, and which items can be added.

    A position of interchangeable items may occur several times.
    """
    to_order = find_items_to_order(state)
    if to_order is not None:
        left = [len(group) - list(places).count(place) for place, group in enumerate(to_order)]
        enough = sum(left) <= 1
        return PickProgress(enough, () if enough else tuple(place for place, count in enumerate(left) if count))
    pool, low, high, picked = _require_progress(state)
    groups = group_positions(state, pool)
    taken = [groups[place].pop(0) for place in places]
    count = picked + len(taken)
    enough = low <= count <= high or (not taken and PASS in state.offered)
    there = [place for place, group in enumerate(groups) if group and count < high]
    leads_on = _make_joint_test(state)
    if leads_on is None:
        return PickProgress(enough, tuple(there))
    chosen = [pool[place] for place in taken]
    left = [thing for place, thing in enumerate(pool) if place not in taken]
    enough = enough and (leads_on(chosen, ()) if taken else PASS in state.offered)
    further = (
        place for place in there
        if leads_on([*chosen, pool[groups[place][0]]], [each for each in left if each != pool[groups[place][0]]])
    )  # fmt: skip
    return PickProgress(enough, tuple(further))


def has_joint_condition(state: Position) -> bool:
    """Return True if a condition applies to all picks together."""
    return _make_joint_test(state) is not None


def _make_joint_test(state: Position) -> Callable[[Sequence[Any], Sequence[Any]], bool] | None:
    """Return the test of the condition on all picks, or None if there is no such condition.

    The test returns True if the items, with those picked before, fulfil the condition or can be completed to do so.
    """
    watched = state.retracked() if state.program.tables.sites[state.site].together else None
    if watched is None:
        return None
    frame = watched.frames[-1]
    function, cells = watched.variant.together[frame[0]]
    pool, low, high, picked = frame[_find_bounds(watched) :][:4]

    def leads_on(chosen: Sequence[Any], left: Sequence[Any]) -> bool:
        got = picked | mask_of(chosen) if isinstance(picked, int) else (*picked, *chosen)
        rest = mask_of(left) if isinstance(pool, int) else tuple(left)
        return bool(function(watched.slots, got, rest, low, high, 0, *(frame[cell] for cell in cells)))

    return leads_on


def list_item_values(state: Position) -> list[Any]:
    """Return the value of each item of the pending pick; for interchangeable pieces, that of the first."""
    if find_items_to_order(state) is not None:
        return list(state.offered)
    found = describe_progress(state)
    assert found is not None
    return [found[0][group[0]] for group in group_positions(state, found[0])]


def count_picked(state: Position) -> int:
    """Return the number of items that earlier decisions of the same pick have picked; 0 if there is no such pick."""
    found = describe_progress(state)
    return 0 if found is None else found[3]


def find_pick_name(state: Position) -> str:
    """Return the name of the variable with the items picked so far; "" if the decision is no such pick."""
    if describe_progress(state) is None:
        return ""
    described = state.variant.frames[state.frames[-1][0]].variables
    return str(described[_find_bounds(state) + len(BOUNDS) - 1][0])


def to_pick(state: Position) -> int:
    """Return the smallest number of picks allowed, or the largest if no pick is required."""
    _, low, high, _ = _require_progress(state)
    return low or high


def find_answers(state: Position, places: Collection[int]) -> list[int]:
    """Return the answers that pick exactly the items at the positions `places`, which may be repeated."""
    if find_items_to_order(state) is not None:
        return _find_answers_in_order(state, places)
    pool, low, high, picked = _require_progress(state)
    groups = group_positions(state, pool)
    wanted = sorted(groups[place].pop(0) for place in places)
    leads_on = _make_joint_test(state)
    if wanted and leads_on is not None:
        so_many = low <= picked + len(wanted) <= high
        if not (so_many and leads_on([pool[place] for place in wanted], ())):
            raise ValueError("these cannot be picked together")
    future = state.clone()
    answers: list[int] = []

    def answer(value: Any) -> None:
        if answers:
            future.apply(answers[-1])
        answers.append(list(future.offered).index(value))

    def offered(taken: Sequence[int]) -> tuple[Any, ...]:
        """Return the options after some items were picked; of interchangeable pieces, every one."""
        after = taken[-1] + 1 if taken else 0
        left = pool[after : len(pool) - max(low - picked - len(taken), 1) + 1]
        if leads_on is None:
            return left
        before = [pool[place] for place in taken]
        further = [leads_on([*before, thing], pool[place + 1 :]) for place, thing in enumerate(left, start=after)]
        return tuple(compress(left, further))

    def is_enough(taken: Sequence[int]) -> bool:
        return picked + len(taken) >= low and (leads_on is None or leads_on([pool[place] for place in taken], ()))

    for count, place in enumerate(wanted):
        # a forced choice is taken without a question
        taken = wanted[:count]
        if not answers or len(group_positions(state, offered(taken))) + is_enough(taken) > 1:
            answer(pool[place])
    # and the pick ends without a question when no more items can be picked
    if picked + len(wanted) < high and offered(wanted):
        answer(PASS)
    return answers


def find_items_to_order(state: Position) -> list[list[Any]] | None:
    """Return what is still to be put in order, interchangeable pieces as one item; None if the decision orders nothing.

    The items are in the order of the options, which are their first pieces.
    """
    pending = state.pending
    variable = "" if pending is None else state.program.tables.sites[pending[2]].orders
    if not variable:
        return None
    frame = state.frames[-1]
    words = [word for word, *_ in state.variant.frames[frame[0]].variables]
    left = frame[1 + words.index(variable)]
    pool = tuple(ids(left)) if isinstance(left, int) else tuple(left)
    groups = [[pool[place] for place in group] for group in group_positions(state, pool)]
    found = [next((group for group in groups if option in group), [option]) for option in state.offered]
    return found if sum(map(len, found)) == len(pool) else None


def _find_answers_in_order(state: Position, places: Collection[int]) -> list[int]:
    """Return the answers that take items in an order; fewer if something else has to be decided in between."""
    to_order = find_items_to_order(state)
    assert to_order is not None
    if not find_next_items(state, places).enough:
        raise ValueError("not everything is in order yet")
    future, site, answers = state.clone(), state.site, list[int]()
    for place in list(places)[: sum(map(len, to_order)) - 1]:
        if future.pending is None or future.site != site:
            break
        options = list(future.offered)
        option = next((number for number, each in enumerate(options) if each in to_order[place]), None)
        if option is None:
            break
        answers.append(option)
        future.apply(option)
    return answers


def describe_progress(state: Position) -> tuple[tuple[Any, ...], int, int, int] | None:
    """Return (remaining items, minimum, maximum, number picked) of a pick of several items, or None."""
    pending = state.pending
    if pending is None or state.program.tables.sites[pending[2]].decline != DONE:
        return None
    pool, low, high, picked = state.frames[-1][_find_bounds(state) :][:4]
    count = picked.bit_count() if isinstance(picked, int) else len(picked)
    return ids(pool) if isinstance(pool, int) else tuple(pool), low, high, count


def _require_progress(state: Position) -> tuple[tuple[Any, ...], int, int, int]:
    found = describe_progress(state)
    if found is None:
        raise ValueError("the decision takes only one item")
    return found


def _find_bounds(state: Position) -> int:
    """Return the frame index at which the items of the pick, its bounds and the picked items begin."""
    words = [word for word, *_ in state.variant.frames[state.frames[-1][0]].variables]
    return 1 + next(place for place in range(len(words) - 3, -1, -1) if words[place : place + 3] == BOUNDS)


def group_positions(state: Position, pool: tuple[Any, ...]) -> list[list[int]]:
    """Return groups of positions in a pool; the game does not distinguish the items at the positions of a group.

    Hidden pieces are not grouped, because a group would reveal which of them are equal.
    """
    player, site = state.player, state.site
    tables, context = state.program.tables, state.variant.context
    _, base, of = tables.sites[site][:3]
    if base != "piece" or not tables.kinds[of].interchangeable:
        return [[place] for place in range(len(pool))]
    whole = tables.whole
    groups: dict[object, list[int]] = {}
    for place, piece in enumerate(pool):
        outer = piece if whole[piece] < 0 else whole[piece]
        seen = may_see(context, state.slots, player, outer, where(context, state.slots, outer))
        groups.setdefault(mark(context, state.slots, piece) if seen else piece, []).append(place)
    return list(groups.values())
