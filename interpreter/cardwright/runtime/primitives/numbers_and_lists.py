"""Primitives for numbers, lists and searches, and errors for values out of range."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from cardwright.runtime.errors import (
    NoFreePieceError,
    NoNumberError,
    NoSparePieceError,
    NotOneError,
    RunawayError,
    place_asking,
)
from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.state_slots_and_table_rows import MAX_LENGTH, MAX_NUMBER, NO_NUMBER

# Returns the items to which a search goes on from an item; what is below 0 is `none` or `nobody`.
Step = Callable[[int], Iterable[int]]


def without(items: Sequence[int], gone: Iterable[int]) -> tuple[int, ...]:
    """Return a list without the first occurrence of each item in `gone`."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def joined(items: Sequence[int], more: Iterable[int]) -> tuple[int, ...]:
    """Return a list followed by the items of `more` that are not in it."""
    return tuple(dict.fromkeys((*items, *more)))


def last(items: Sequence[int], n: int) -> tuple[int, ...]:
    """Return the last `n` items."""
    return tuple(items[max(0, len(items) - n) :])


def there(items: Iterable[int]) -> tuple[int, ...]:
    """Return a list of pieces or zones without its `none` entries."""
    return tuple([item for item in items if item >= 0])


def in_order(items: Iterable[int]) -> tuple[int, ...]:
    """Return numbers in ascending order."""
    return tuple(sorted(items))


def look_up(row: Sequence[int], place: int) -> int:
    """Return the entry at `place` of a table row, counted from 1; 0 below 1, the last entry beyond the end."""
    if place < 1:
        return 0
    return row[min(place, len(row)) - 1]


def product(context: Context, left: int, right: int) -> int:
    """Return a product. Raises RunawayError if it exceeds the largest number of a game."""
    found = left * right
    if -MAX_NUMBER <= found <= MAX_NUMBER:
        return found
    raise beyond(context, f"{_format(left)} times {_format(right)} is too large")


def numbers(context: Context, low: int, high: int, by: int) -> tuple[int, ...]:
    """Return the numbers from `low` to `high` in steps of `by`, possibly downwards. Raises RunawayError."""
    if not by:
        ends = (_format(each).replace(",", "") for each in (low, high))
        raise beyond(context, f"numbers({', '.join(ends)}, by: 0) never ends")
    if (high - low) // by > MAX_LENGTH:
        count = _format((high - low) // by + 1)
        raise beyond(context, f"a list of {count} numbers is too long ({MAX_LENGTH + 1:,} are the most)")
    return tuple(range(low, high + (1 if by > 0 else -1), by))


def the_one(context: Context, items: Sequence[int]) -> int:
    """Return the only item of a list. Raises NotOneError for a list without exactly one item."""
    if len(items) == 1:
        return items[0]
    raise NotOneError(len(items), place_asking(context.tables, context.which))


def free_one(context: Context, items: Sequence[int]) -> int:
    """Return the only item of a list, a free stack object. Raises NoFreePieceError if the list is empty."""
    if len(items) == 1:
        return items[0]
    raise NoFreePieceError(place_asking(context.tables, context.which))


def spare_one(context: Context, items: Sequence[int], definition: int) -> int:
    """Return the only item of a list, a piece from the reserve. Raises NoSparePieceError if the list is empty."""
    if len(items) == 1:
        return items[0]
    tables = context.tables
    first = tables.zones_from
    spare = [tables.start[slot] for slot, zone in enumerate(tables.zones, start=first) if zone.is_reserve]
    copies = [piece for piece, each in enumerate(tables.pieces) if each == definition]
    room = sum(pieces >> piece & 1 for pieces in spare for piece in copies)
    raise NoSparePieceError(tables.definitions[definition].name, definition, room, place_asking(tables, context.which))


def sure(context: Context, number: int) -> int:
    """Return a number after checking that it is not `none`. Raises NoNumberError if it is."""
    if number == NO_NUMBER:
        raise NoNumberError(place_asking(context.tables, context.which))
    return number


def beyond(context: Context, what: str) -> RunawayError:
    """Return the error for a number or list beyond a limit (`what`), with its position in the author's file."""
    return RunawayError((), (), what, place_asking(context.tables, context.which))


def _format(number: int) -> str:
    """Render a number for a message; Python does not print thousands of digits."""
    return f"{number:,}" if -MAX_NUMBER <= number <= MAX_NUMBER else "a number of more than 18 digits"


def connected(start: Iterable[int], step: Step) -> tuple[int, ...]:
    """Return all items that can be reached from those in `start`, these included, the nearest first.

    A breadth-first search (E. F. Moore, The shortest path through a maze, 1959).
    """
    found = dict.fromkeys([item for item in start if item >= 0])
    reached = [*found]
    for item in reached:
        for each in step(item):
            if each not in found and each >= 0:
                found[each] = None
                reached.append(each)
    return tuple(reached)


def steps(start: Iterable[int], goals: int | Sequence[int], step: Step) -> int:
    """Return how many steps lead from the items in `start` to the nearest of `goals`, or NO_NUMBER.

    `goals` is a bitset for pieces, otherwise a list.
    """
    found = dict.fromkeys([item for item in start if item >= 0], 0)
    if any(_is_among(item, goals) for item in found):
        return 0
    reached = [*found]
    for item in reached:
        further, arrived = found[item] + 1, False
        for each in step(item):
            if each not in found and each >= 0:
                found[each] = further
                reached.append(each)
                arrived = arrived or _is_among(each, goals)
        if arrived:
            return further
    return NO_NUMBER


def _is_among(item: int, goals: int | Sequence[int]) -> bool:
    return bool(goals >> item & 1) if isinstance(goals, int) else item in goals
