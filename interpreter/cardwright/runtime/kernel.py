"""The functions generated code calls: masks, lists and chance, and all others put together for one program."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

from cardwright.contract import LARGEST, LONGEST, NO_LIMIT, NO_NUMBER, PASS, RNG, TRACKER, Tables
from cardwright.runtime.alike import telling_apart
from cardwright.runtime.authors_places import place_asking, powers_asking
from cardwright.runtime.backs import picking_by_backs
from cardwright.runtime.gained import changing, granting, settling, thinning
from cardwright.runtime.places import holding, moving, seeing
from cardwright.runtime.recursion import asking
from cardwright.runtime.rounds import looking_back
from cardwright.runtime.working import listing, ordering, replacing

Slots = list[Any]

# The random numbers: a 128-bit linear congruential generator whose upper 64 bits are used (multiplier and increment
# are those published for 128-bit PCG). The state is slot 2 of the state list; documented in docs/architecture.md.
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
BITS_128 = (1 << 128) - 1

YES_OR_PASS = (0, PASS)
NEVER_ENDS = "this never ends"


class SlipError(RuntimeError):
    """A slip in the texts of a game that only playing it shows."""


class RunawayError(SlipError):
    """A chain of powers, a loop or rules that ask each other, without an end; or a number or a list beyond all bounds.

    `chain` names the texts, in order; `places` tell of powers among what asks, with card, file and line; `what` says
    what is the matter with them.
    """

    def __init__(self, chain: Sequence[str], places: Sequence[str] = (), what: str = NEVER_ENDS) -> None:
        self.chain, self.places, self.what = [*chain], [*places], what
        texts = f": {' -> '.join(chain)}" if chain else ""
        by = f", by {'; '.join(places)}" if places else ""
        super().__init__(f"{what}{texts}{by}")

    def __reduce__(self) -> tuple[type[RunawayError], tuple[list[str], list[str], str]]:
        return RunawayError, (self.chain, self.places, self.what)


class NotOneError(SlipError):
    """The one item of a list was asked for that has none, or several; `place` tells the file and the line."""

    def __init__(self, count: int, place: str) -> None:
        self.count, self.place = count, place
        there = f"there are {count}" if count else "there is none"
        super().__init__(f"`the` asks for one, and {there}{place and f': {place}'}")

    def __reduce__(self) -> tuple[type[NotOneError], tuple[int, str]]:
        return NotOneError, (self.count, self.place)


class NoNumberError(SlipError):
    """A number that may be none is none where it was to be reckoned with; `place` tells the file and the line."""

    def __init__(self, place: str) -> None:
        self.place = place
        super().__init__(f"a number is `none` where one is needed{place and f': {place}'}")

    def __reduce__(self) -> tuple[type[NoNumberError], tuple[str]]:
        return NoNumberError, (self.place,)


def seeded(seed: int) -> int:
    """The first generator state for a seed (any whole number): the seed mixed in, then two steps."""
    state = (seed * 2 + 1) & BITS_128
    for _ in range(2):
        state = (state * MULTIPLIER + INCREMENT) & BITS_128
        state ^= state >> 67
    return state


def rand(S: Slots, n: int) -> int:
    """A random whole number from 0 to below `n`."""
    r: int = (S[RNG] * MULTIPLIER + INCREMENT) & BITS_128
    S[RNG] = r
    return (r >> 64) * n >> 64


def mix(S: Slots, order: list[int]) -> list[int]:
    """A list put into a random order; it is changed."""
    state = S[RNG]
    for place in range(len(order) - 1, 0, -1):
        state = (state * MULTIPLIER + INCREMENT) & BITS_128
        other = (state >> 64) * (place + 1) >> 64
        order[place], order[other] = order[other], order[place]
    S[RNG] = state
    return order


# The same masks are asked for again and again, as long as the pieces of a place stay there.
_LISTED: dict[int, tuple[int, ...]] = {}
MOST_LISTED = 8_192


def ids(mask: int) -> tuple[int, ...]:
    """The numbers of the bits set in a mask, lowest first."""
    known = _LISTED.get(mask)
    if known is not None:
        return known
    found = []
    left = mask
    while left:
        low = left & -left
        found.append(low.bit_length() - 1)
        left ^= low
    if len(_LISTED) >= MOST_LISTED:
        _LISTED.clear()
    listed = _LISTED[mask] = tuple(found)
    return listed


def mask_of(pieces: Iterable[int]) -> int:
    """The mask with the bits of some pieces set."""
    mask = 0
    for piece in pieces:
        mask |= 1 << piece
    return mask


def union(masks: Iterable[int]) -> int:
    """The mask with the bits of all masks."""
    mask = 0
    for each in masks:
        mask |= each
    return mask


def nth(mask: int, n: int) -> int:
    """The number of the n-th bit set in a mask, counted from 0."""
    for _ in range(n):
        mask &= mask - 1
    return (mask & -mask).bit_length() - 1


def take(mask: int, n: int) -> int:
    """The lowest `n` bits set in a mask, as a mask."""
    if n == 1:
        return mask & -mask
    rest = mask
    for _ in range(n):
        rest &= rest - 1
    return mask ^ rest


def without(items: Sequence[int], gone: Iterable[int]) -> tuple[int, ...]:
    """A list less the first appearance of every item of another."""
    left = list(items)
    for item in gone:
        if item in left:
            left.remove(item)
    return tuple(left)


def joined(items: Sequence[int], more: Iterable[int]) -> tuple[int, ...]:
    """A list and what another has that it does not have yet."""
    return tuple(dict.fromkeys((*items, *more)))


def divide(left: int, right: int, up: int) -> int:
    """Whole division, rounded up or down; a division by 0 gives 0."""
    if right == 0:
        return 0
    return -(-left // right) if up else left // right


def product(left: int, right: int) -> int:
    """A product of two numbers; RunawayError when it is larger than any number in a game."""
    found = left * right
    if -LARGEST <= found <= LARGEST:
        return found
    raise RunawayError((), what=f"{left:,} times {right:,} is more than any number in a game")


def numbers(low: int, high: int, by: int) -> tuple[int, ...]:
    """The numbers from `low` to `high` in steps of `by`, which may lead down; RunawayError when there are too many."""
    if not by:
        raise RunawayError((), what=f"numbers({low}, {high}, by: 0) never ends")
    if (high - low) // by > LONGEST:
        long = f"a list of {(high - low) // by + 1:,} numbers is too long ({LONGEST + 1:,} are the most)"
        raise RunawayError((), what=long)
    return tuple(range(low, high + (1 if by > 0 else -1), by))


def look_up(row: Sequence[int], place: int) -> int:
    """The entry of a table's row counted from 1; 0 below the row, its last entry beyond it."""
    if place < 1:
        return 0
    return row[min(place, len(row)) - 1]


def last(items: Sequence[int], n: int) -> tuple[int, ...]:
    """The last `n` items."""
    return tuple(items[max(0, len(items) - n) :])


# For a program's groups what is left of a mask without the group of its lowest piece, by that piece's bit.
_LEFT_OF: dict[int, tuple[Sequence[int], dict[int, int]]] = {}
MOST_GROUPINGS = 64


def _left_of(groups: Sequence[int]) -> dict[int, int]:
    """What the groups leave of a mask; nothing unless each is a run of pieces, and they come in the order of these."""
    known = _LEFT_OF.get(id(groups))
    if known is not None and known[0] is groups:
        return known[1]
    runs = [(group & -group, group) for group in groups]
    ends = [0, *(group for _, group in runs)]
    ordered = all(group + low & group == 0 and before < low for (low, group), before in zip(runs, ends, strict=False))
    left = {1 << piece: ~group for group in groups for piece in ids(group)} if ordered else {}
    if len(_LEFT_OF) >= MOST_GROUPINGS:
        _LEFT_OF.clear()
    _LEFT_OF[id(groups)] = groups, left
    return left


def one_each(mask: int, groups: Sequence[int]) -> list[int]:
    """The lowest piece of every group of alike pieces that has some in a mask."""
    found = []
    left = _left_of(groups)
    if left:
        while mask:
            low = mask & -mask
            if low in left:
                found.append(low.bit_length() - 1)
                mask &= left[low]
            else:
                mask ^= low
        return found
    for group in groups:
        if there := mask & group:
            found.append((there & -there).bit_length() - 1)
    return found


def next_of(pool: int, need: int, groups: Sequence[int]) -> list[int]:
    """The options for the next pick among alike pieces in order, so that enough are left for those still needed."""
    found = one_each(pool, groups)
    while need > 1 and found and (pool >> found[-1]).bit_count() < need:
        found.pop()
    return found


def top(S: Slots, zone: int, n: int) -> tuple[int, ...]:
    """The topmost pieces of an ordered zone, the top one first; none of another, and of a zone of nobody."""
    pile = S[zone] if n > 0 and zone >= 0 else ()
    return pile[: -n - 1 : -1] if isinstance(pile, tuple) else ()


def there(items: Iterable[int]) -> tuple[int, ...]:
    """A list of pieces or zones without those that are none."""
    return tuple([item for item in items if item >= 0])


def kernel(tables: Tables, tracked: bool) -> dict[str, Any]:
    """The names generated code may use, bound to one program's tables."""
    pieces: list[int] = tables["pieces"]
    players: int = tables["players"]
    seats = list(range(players))
    step = -1 if tables["anticlockwise"] else 1
    after = [tuple((p + step * n) % players for n in range(players)) for p in seats]
    names: dict[str, Any] = {
        # The last entry of these is for no piece and for nobody, whose number is -1.
        "DEF": (*pieces, -1),
        "WHOLE": (*tables["whole"], -1),
        "PARTS": (*(tuple(parts) for parts in tables["parts"]), ()),
        "NEXT": (*((p + step) % players for p in seats), -1),
        "PREVIOUS": (*((p - step) % players for p in seats), -1),
        "AFTER": (*after, after[0]),
        "OTHERS": (*(row[1:] for row in after), after[0]),
        "YES_OR_PASS": YES_OR_PASS,
        "NO_LIMIT": NO_LIMIT,
        "LONGEST": LONGEST,
        "Endless": lambda title: RunawayError([title]),
        "TooMuch": lambda what: RunawayError((), what=what),
    }
    lists = (take, without, joined, last, one_each, next_of, top, there)
    for function in (rand, ids, mask_of, union, nth, divide, product, numbers, look_up, *lists):
        names[function.__name__] = function
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
    names.update(sure=_sure(tables, "tracked" if tracked else "plain"))
    which = "tracked" if tracked else "plain"
    names.update(asking(lambda chain: RunawayError(chain, powers_asking(tables, which))))
    names.update(looking_back(RunawayError))
    return names


def _one_of(tables: Tables, which: str) -> Callable[[Sequence[int]], int]:
    def the_one(items: Sequence[int]) -> int:
        if len(items) == 1:
            return items[0]
        raise NotOneError(len(items), place_asking(tables, which))

    return the_one


def _sure(tables: Tables, which: str) -> Callable[[int], int]:
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
