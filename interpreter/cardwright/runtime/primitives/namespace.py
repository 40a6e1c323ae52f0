"""Namespace of generated code: all primitives for one program, including those for lists and numbers."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardwright.program_format import MAX_LENGTH, MAX_NUMBER, NO_LIMIT, NO_NUMBER, PASS, TRACKER, ProgramTables
from cardwright.runtime.errors import (
    MAX_REPORTED,
    NoFreePieceError,
    NoNumberError,
    NotOneError,
    RunawayError,
    place_asking,
    powers_asking,
    values_open,
)
from cardwright.runtime.primitives.active_abilities import listing, ordering, replacing
from cardwright.runtime.primitives.bitsets import ids, mask_of, next_of, nth, one_each, take, union
from cardwright.runtime.primitives.execution_budget import (
    MAX_ITEMS,
    MOST_ROUNDS,
    ExecutionBudget,
    asking_from_outside,
)
from cardwright.runtime.primitives.hidden_options import picking_by_backs
from cardwright.runtime.primitives.interchangeable import telling_apart
from cardwright.runtime.primitives.powers import changing, granting, settling, thinning
from cardwright.runtime.primitives.random_numbers import mix, rand
from cardwright.runtime.primitives.recursion_limits import asking, looking_back
from cardwright.runtime.primitives.zones import holding, moving, seeing

Slots = list[Any]

YES_OR_PASS = (0, PASS)


def without(items: Sequence[int], gone: Iterable[int]) -> tuple[int, ...]:
    """Return a list without the first occurrence of every item of another."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def joined(items: Sequence[int], more: Iterable[int]) -> tuple[int, ...]:
    """Return a list with the items of another that it lacks."""
    return tuple(dict.fromkeys((*items, *more)))


def divide(left: int, right: int, up: int) -> int:
    """Divide whole numbers, rounding up or down; division by 0 gives 0."""
    if right == 0:
        return 0
    return -(-left // right) if up else left // right


def _plain(number: int) -> str:
    return str(number) if -MAX_NUMBER <= number <= MAX_NUMBER else "a number of more than 18 digits"


def _said(number: int) -> str:
    """Render a number for a message; Python does not print thousands of digits."""
    return f"{number:,}" if -MAX_NUMBER <= number <= MAX_NUMBER else "a number of more than 18 digits"


def look_up(row: Sequence[int], place: int) -> int:
    """Return the entry of a table row counted from 1; 0 below the row, its last entry beyond it."""
    if place < 1:
        return 0
    return row[min(place, len(row)) - 1]


def last(items: Sequence[int], n: int) -> tuple[int, ...]:
    """Return the last `n` items."""
    return tuple(items[max(0, len(items) - n) :])


def top(S: Slots, zone: int, n: int) -> tuple[int, ...]:
    """Return the topmost pieces of an ordered zone, top first; empty for other zones and zones of nobody."""
    pile = S[zone] if n > 0 and zone >= 0 else ()
    return pile[: -n - 1 : -1] if isinstance(pile, tuple) else ()


def there(items: Iterable[int]) -> tuple[int, ...]:
    """Return a list of pieces or zones without those that are none."""
    return tuple([item for item in items if item >= 0])


def kernel(tables: ProgramTables, tracked: bool) -> dict[str, Any]:
    """Return the names that generated code may use, bound to one program's tables."""
    pieces: list[int] = tables.pieces
    players: int = tables.players
    seats = list(range(players))
    step = -1 if tables.anticlockwise else 1
    after = [tuple((p + step * n) % players for n in range(players)) for p in seats]
    names: dict[str, Any] = {
        # The last entry of these is for no piece and for nobody, whose number is -1.
        "DEF": (*pieces, -1),
        "WHOLE": (*tables.whole, -1),
        "PARTS": (*(tuple(parts) for parts in tables.parts), ()),
        "NEXT": (*((p + step) % players for p in seats), -1),
        "PREVIOUS": (*((p - step) % players for p in seats), -1),
        "AFTER": (*after, after[0]),
        "OTHERS": (*(row[1:] for row in after), after[0]),
        "YES_OR_PASS": YES_OR_PASS,
        "NO_LIMIT": NO_LIMIT,
        "LONGEST": MAX_LENGTH,
        "Endless": lambda title: RunawayError([title]),
        "TooManyRounds": _too_many_rounds(tables, "tracked" if tracked else "plain"),
    }
    lists = (take, without, joined, last, one_each, next_of, top, there)
    for function in (rand, ids, mask_of, union, nth, divide, look_up, *lists):
        names[function.__name__] = function
    names.update(_reckoning(tables, "tracked" if tracked else "plain"))
    names.update(_chance(tracked))
    names.update(listing(tables))
    names.update(moving(tables, tracked, names["relist"], ids))
    names.update(holding(tables))
    names.update(seeing(tables, tracked, names))
    names.update(thinning(tables))
    names.update(settling(tables, names))
    names.update(changing(tables, tracked, names))
    names.update(granting(tables, tracked, names))
    names.update(ordering(tables, names["controller"]))
    names.update(replacing(tables, tracked, names))
    names.update(telling_apart(tables, tracked, names["find"]))
    names.update(picking_by_backs(tables, tracked, names, mix))
    names.update(the_one=_one_of(tables, "tracked" if tracked else "plain"))
    names.update(free_one=_free_one(tables, "tracked" if tracked else "plain"))
    names.update(sure=_sure(tables, "tracked" if tracked else "plain"))
    which = "tracked" if tracked else "plain"
    names.update(asking(tables, which))
    names.update(asking_from_outside(tracked))
    names.update(looking_back(RunawayError))
    names.update(_spending(tables, "tracked" if tracked else "plain"))
    return names


def _reckoning(tables: ProgramTables, which: str) -> dict[str, Any]:
    """Return the arithmetic primitives with a limit; their errors name the source position."""

    def beyond(what: str) -> RunawayError:
        return RunawayError((), (), what, place_asking(tables, which))

    def product(left: int, right: int) -> int:
        """Return a product. Raises RunawayError if it exceeds the largest number of a game."""
        found = left * right
        if -MAX_NUMBER <= found <= MAX_NUMBER:
            return found
        raise beyond(f"{_said(left)} times {_said(right)} is too large")

    def numbers(low: int, high: int, by: int) -> tuple[int, ...]:
        """Return the numbers from `low` to `high` in steps of `by`, possibly downwards. Raises RunawayError."""
        if not by:
            raise beyond(f"numbers({_plain(low)}, {_plain(high)}, by: 0) never ends")
        if (high - low) // by > MAX_LENGTH:
            count = _said((high - low) // by + 1)
            raise beyond(f"a list of {count} numbers is too long ({MAX_LENGTH + 1:,} are the most)")
        return tuple(range(low, high + (1 if by > 0 else -1), by))

    return {"product": product, "numbers": numbers, "TooMuch": beyond}


def _too_many_rounds(tables: ProgramTables, which: str) -> Callable[[str], RunawayError]:
    def too_many(title: str) -> RunawayError:
        what = f"there are more than {MOST_ROUNDS:,} rounds of loops before the next decision"
        mend = "use fewer rounds, or a condition that ends them"
        return RunawayError([title], (), what, place_asking(tables, which), mend)

    return too_many


def _spending(tables: ProgramTables, which: str) -> dict[str, Any]:
    def spend(S: Slots, items: Sequence[Any], charge: int) -> Sequence[Any]:
        """Return a list to iterate over, charging its items to the budget. Raises RunawayError."""
        run: ExecutionBudget | None = S[TRACKER].run if which == "tracked" else S[TRACKER]
        if run is not None:
            run.gone -= len(items) * charge
            if run.gone < 0:
                what = f"this goes through more than {MAX_ITEMS:,} items of nested lists"
                mend = "use shorter lists, or let verbs store what is often needed"
                names = dict.fromkeys(name for name, _ in values_open(tables, which)[-MAX_REPORTED:])
                raise RunawayError([*names], powers_asking(tables, which), what, place_asking(tables, which), mend)
        return items

    return {"spend": spend}


def _one_of(tables: ProgramTables, which: str) -> Callable[[Sequence[int]], int]:
    def the_one(items: Sequence[int]) -> int:
        if len(items) == 1:
            return items[0]
        raise NotOneError(len(items), place_asking(tables, which))

    return the_one


def _free_one(tables: ProgramTables, which: str) -> Callable[[Sequence[int]], int]:
    def free_one(items: Sequence[int]) -> int:
        if len(items) == 1:
            return items[0]
        raise NoFreePieceError(place_asking(tables, which))

    return free_one


def _sure(tables: ProgramTables, which: str) -> Callable[[int], int]:
    def sure(number: int) -> int:
        if number == NO_NUMBER:
            raise NoNumberError(place_asking(tables, which))
        return number

    return sure


def _chance(tracked: bool) -> dict[str, Any]:
    def shuffle(S: Slots, zone: int) -> None:
        if not isinstance(S[zone], tuple):
            return  # a zone without an order, which only a name stood for
        if tracked:
            S[zone] = S[TRACKER].shuffled(S, zone, S[zone])
            return
        S[zone] = tuple(mix(S, list(S[zone])))

    def sample(S: Slots, pool: Sequence[int], n: int, name: str) -> tuple[int, ...]:
        left = list(pool)
        found = []
        for _ in range(min(n, len(left))):
            place = S[TRACKER].chance(S, "pick", name, len(left)) if tracked else rand(S, len(left))
            found.append(left.pop(place))
        return tuple(found)

    return {"shuffle": shuffle, "sample": sample}
