"""The functions generated code calls: pieces and zones, chance, and the lists of abilities that work now."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any

Slots = list[Any]

# The random numbers: a 128-bit linear congruential generator whose upper 64 bits are used (multiplier and increment
# are those published for 128-bit PCG). The state is slot 2 of the state list; documented in docs/architecture.md.
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
BITS_128 = (1 << 128) - 1

RNG, FINISHED, FACE, SUPPRESSED, GAINED, LOST = 2, 3, 7, 8, 9, 10
YES_OR_PASS = (0, -1)


class Endless(Exception):
    """A loop or chain of powers that would not end; `title` says in which text."""

    def __init__(self, title: str) -> None:
        super().__init__(title)
        self.title = title


def seeded(seed: int) -> int:
    """The first generator state for a seed (any whole number): the seed mixed in, then two steps."""
    state = (seed * 2 + 1) & BITS_128
    for _ in range(2):
        state = (state * MULTIPLIER + INCREMENT) & BITS_128
        state ^= state >> 67
    return state


def rand(S: Slots, n: int) -> int:
    """A random whole number from 0 to below `n`."""
    r = S[2] = (S[2] * MULTIPLIER + INCREMENT) & BITS_128
    return (r >> 64) * n >> 64


def ids(mask: int) -> tuple[int, ...]:
    """The numbers of the bits set in a mask, lowest first."""
    found = []
    while mask:
        low = mask & -mask
        found.append(low.bit_length() - 1)
        mask ^= low
    return tuple(found)


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


def divide(left: int, right: int, up: int) -> int:
    """Whole division, rounded up or down; a division by 0 gives 0."""
    if right == 0:
        return 0
    return -(-left // right) if up else left // right


def look_up(row: Sequence[int], place: int) -> int:
    """The entry of a table's row counted from 1; 0 below the row, its last entry beyond it."""
    if place < 1:
        return 0
    return row[min(place, len(row)) - 1]


def last(items: Sequence[int], n: int) -> tuple[int, ...]:
    """The last `n` items."""
    return tuple(items[max(0, len(items) - n) :])


def one_each(mask: int, groups: Sequence[int]) -> list[int]:
    """The lowest piece of every group of alike pieces that has some in a mask."""
    return [(x & -x).bit_length() - 1 for group in groups if (x := mask & group)]


def next_of(pool: int, need: int, groups: Sequence[int]) -> list[int]:
    """The options for the next pick among alike pieces in order, so that enough are left for those still needed."""
    found = [(x & -x).bit_length() - 1 for group in groups if (x := pool & group)]
    while need > 1 and found and (pool >> found[-1]).bit_count() < need:
        found.pop()
    return found


def top(S: Slots, zone: int, n: int) -> tuple[int, ...]:
    """The topmost pieces of an ordered zone, the top one first."""
    return tuple(S[zone][: -n - 1 : -1]) if n > 0 else ()


def kernel(tables: dict[str, Any], tracked: bool) -> dict[str, Any]:
    """The names generated code may use, bound to one program's tables."""
    pieces: list[int] = tables["pieces"]
    players: int = tables["players"]
    seats = list(range(players))
    step = -1 if tables["anticlockwise"] else 1
    after = [tuple((p + step * n) % players for n in range(players)) for p in seats]
    names: dict[str, Any] = {
        "DEF": tuple(pieces),
        "WHOLE": tuple(tables["whole"]),
        "PARTS": tuple(tuple(parts) for parts in tables["parts"]),
        "NEXT": tuple((p + step) % players for p in seats),
        "AFTER": tuple(after),
        "OTHERS": tuple(row[1:] for row in after),
        "YES_OR_PASS": YES_OR_PASS,
        "Endless": Endless,
    }
    for function in (rand, ids, mask_of, union, nth, take, without, divide, look_up, last, one_each, next_of, top):
        names[function.__name__] = function
    names.update(_chance(tracked))
    names.update(_places(tables, tracked))
    names.update(_abilities(tables, names))
    names.update(_choices(pieces))
    return names


def _chance(tracked: bool) -> dict[str, Any]:
    def shuffle(S: Slots, zone: int) -> None:
        order = list(S[zone])
        if tracked:
            S[zone] = tuple(S[0].shuffled(S, zone, order))
            return
        state = S[2]
        for place in range(len(order) - 1, 0, -1):
            state = (state * MULTIPLIER + INCREMENT) & BITS_128
            other = (state >> 64) * (place + 1) >> 64
            order[place], order[other] = order[other], order[place]
        S[2] = state
        S[zone] = tuple(order)

    def sample(S: Slots, pool: Sequence[int], n: int, name: str) -> tuple[int, ...]:
        left = list(pool)
        found = []
        for _ in range(min(n, len(left))):
            place = S[0].chance(S, "pick", name, len(left)) if tracked else rand(S, len(left))
            found.append(left.pop(place))
        return tuple(found)

    return {"shuffle": shuffle, "sample": sample}


def _places(tables: dict[str, Any], tracked: bool) -> dict[str, Any]:
    location: int = tables["location"]
    zones_from: int = tables["zones_from"]
    zones = tables["zones"]
    powers = set(tables["power_zones"])
    works = [zone[0] in powers for zone in zones]
    owners = [(zone[1], zone[2]) for zone in zones]
    located = tracked or tables["located"]
    kinds = tables["kinds"]
    whole = tables["whole"]
    owner_memory = {memory[1]: memory[2] for memory in tables["memory"] if memory[0] == "owner"}

    def content(S: Slots, zone: int) -> tuple[int, ...]:
        found = S[zone]
        return ids(found) if isinstance(found, int) else found

    def find(S: Slots, piece: int) -> int:
        """Where a piece lies, for a program that keeps no record of it."""
        for slot in range(zones_from, zones_from + len(zones)):
            pile = S[slot]
            if pile >> piece & 1 if isinstance(pile, int) else piece in pile:
                return slot
        return zones_from

    def put(S: Slots, moved: Iterable[int], zone: int, bottom: int) -> None:
        relist = S_relist[0]
        for piece in tuple(moved):
            old = S[location + piece] if located else find(S, piece)
            pile = S[old]
            S[old] = pile & ~(1 << piece) if isinstance(pile, int) else tuple([p for p in pile if p != piece])
            pile = S[zone]
            if isinstance(pile, int):
                S[zone] = pile | 1 << piece
            else:
                S[zone] = (piece, *pile) if bottom else (*pile, piece)
            S[location + piece] = zone
            if tracked:
                S[0].moved(S, piece, old, zone)
            if works[old - zones_from] or works[zone - zones_from]:
                relist(S, piece, old, zone)

    def controller(S: Slots, piece: int) -> int:
        while True:
            if piece >= len(whole):
                return -1
            if whole[piece] >= 0:
                piece = whole[piece]
                continue
            kind, number = owners[S[location + piece] - zones_from]
            if kind == "player":
                return int(number)
            if kind == "table":
                return _owner(S, piece)
            piece = kinds[kind][0] + number

    def _owner(S: Slots, piece: int) -> int:
        for kind, base in owner_memory.items():
            if kind in kinds and kinds[kind][0] <= piece < kinds[kind][0] + kinds[kind][1]:
                return int(S[base + piece - kinds[kind][0]])
        return -1

    def zone_holder(S: Slots, zone: int) -> int:
        kind, number = owners[zone - zones_from]
        if kind == "player":
            return int(number)
        return -1 if kind == "table" else controller(S, kinds[kind][0] + number)

    def sees(S: Slots, player: int, zone: int) -> bool:
        see = zones[zone - zones_from][4]
        return see == "everyone" or (see == "owner" and zone_holder(S, zone) == player)

    def may_see(S: Slots, player: int, piece: int, zone: int) -> bool:
        """Whether a player may look at a piece that lies in a zone."""
        see, down = zones[zone - zones_from][4:6]
        if see == "face":
            return bool(S[FACE] >> piece & 1) or (down == "owner" and zone_holder(S, zone) == player)
        if see == "top":
            return bool(S[zone]) and S[zone][-1] == piece
        return see == "everyone" or (see == "owner" and zone_holder(S, zone) == player)

    def turn(S: Slots, turned: Iterable[int], up: int) -> None:
        for piece in turned:
            S[FACE] = S[FACE] | 1 << piece if up else S[FACE] & ~(1 << piece)
            if tracked:
                S[0].turned(S, piece, up)

    S_relist: list[Callable[[Slots, int, int, int], None]] = []
    return {
        "content": content,
        "put": put,
        "controller": controller,
        "zone_holder": zone_holder,
        "sees": sees,
        "may_see": may_see,
        "turn": turn,
        "S_relist": S_relist,
    }


def _abilities(tables: dict[str, Any], names: dict[str, Any]) -> dict[str, Any]:
    pieces: list[int] = tables["pieces"]
    powers: dict[int, list[int]] = tables["powers"]
    abilities = tables["abilities"]
    zones = tables["zones"]
    zones_from: int = tables["zones_from"]
    location: int = tables["location"]
    shift: int = tables["shift"]
    active_slot: int = tables["active"]
    players: int = tables["players"]
    step = -1 if tables["anticlockwise"] else 1
    controller = names["controller"]
    working = [(frozenset(ability[3]), tuple(ability[4])) for ability in abilities]

    def powers_of(S: Slots, piece: int) -> list[int]:
        if S[SUPPRESSED] >> piece & 1:
            return []
        own = [pieces[piece]] if pieces[piece] in powers and not S[LOST] >> piece & 1 else []
        return own + [entry >> shift for entry in S[GAINED] if entry & (1 << shift) - 1 == piece]

    def enlist(S: Slots, piece: int, power: int, before: str, now: str) -> None:
        for number in powers.get(power, ()):
            where, slots = working[number]
            if (before in where) == (now in where):
                continue
            entry = number << shift | piece
            for slot in slots:
                S[slot] = (*S[slot], entry) if now in where else tuple([e for e in S[slot] if e != entry])

    def relist(S: Slots, piece: int, old: int, new: int) -> None:
        before, now = zones[old - zones_from][0], zones[new - zones_from][0]
        for power in powers_of(S, piece):
            enlist(S, piece, power, before, now)

    def place(S: Slots, piece: int) -> str:
        return str(zones[S[location + piece] - zones_from][0])

    def copy_power(S: Slots, source: int, onto: int, instead: int) -> None:
        gained = powers_of(S, source)
        here = place(S, onto)
        if instead:
            for power in powers_of(S, onto):
                enlist(S, onto, power, here, "")
            S[LOST] |= 1 << onto
            S[GAINED] = tuple([e for e in S[GAINED] if e & (1 << shift) - 1 != onto])
        for power in gained:
            S[GAINED] += (power << shift | onto,)
            if not S[SUPPRESSED] >> onto & 1:
                enlist(S, onto, power, "", here)

    def suppress(S: Slots, piece: int, on: int) -> None:
        here = place(S, piece)
        if on:
            for power in powers_of(S, piece):
                enlist(S, piece, power, here, "")
            S[SUPPRESSED] |= 1 << piece
        else:
            S[SUPPRESSED] &= ~(1 << piece)
            for power in powers_of(S, piece):
                enlist(S, piece, power, "", here)

    def has_power(S: Slots, piece: int) -> bool:
        return bool(powers_of(S, piece))

    def active(S: Slots) -> int:
        return max(0, S[active_slot]) if active_slot >= 0 else 0

    def order(S: Slots, entries: list[int]) -> list[int]:
        if len(entries) < 2:
            return entries
        first = active(S)
        low = (1 << shift) - 1

        def turn(entry: int) -> int:
            holder = controller(S, entry & low)
            return (holder - first) * step % players if holder >= 0 else -1

        return sorted(entries, key=turn)

    names["S_relist"].append(relist)
    return {
        "copy_power": copy_power,
        "suppress": suppress,
        "has_power": has_power,
        "powers_of": powers_of,
        "enlist": enlist,
        "active": active,
        "order": order,
    }


def _choices(pieces: list[int]) -> dict[str, Any]:
    def unlike(options: Sequence[int]) -> list[int]:
        found: dict[int, int] = {}
        for option in options:
            found.setdefault(pieces[option], option)
        return list(found.values())

    def choices(pool: Sequence[int], need: int, alike: int) -> list[int]:
        """The options for the next pick in order, so that enough are left for the ones still needed."""
        reach = len(pool) - max(need, 1) + 1
        return unlike(pool[:reach]) if alike else list(pool[:reach])

    return {"unlike": unlike, "choices": choices}
