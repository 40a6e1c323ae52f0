"""Primitives for zones: moves of pieces, holders of pieces, and the players who may look at them."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any

from cardwright.runtime.errors import NestedError, place_asking
from cardwright.runtime.primitives.active_abilities import enlist, powers_of, relist, standing
from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.runtime.primitives.execution_limits import charge_frames
from cardwright.runtime.primitives.plain_or_tracked_tables import Context, all_but
from cardwright.state_slots_and_table_rows import FACE, PIECE_MASK, TRACKER, Slots

# Stacks of at most so many frames are looked through at no charge.
FEW_FRAMES = 200


def content(S: Slots, zone: int) -> tuple[int, ...]:
    """Return a zone's pieces: from bottom to top if it is ordered, else by number; () for a zone of `nobody`."""
    if zone < 0:
        return ()
    found = S[zone]
    return ids(found) if isinstance(found, int) else found


def top(S: Slots, zone: int, n: int) -> tuple[int, ...]:
    """Return the topmost pieces of an ordered zone, the top first; () for an unordered zone or a zone of `nobody`."""
    pile = S[zone] if n > 0 and zone >= 0 else ()
    return pile[: -n - 1 : -1] if isinstance(pile, tuple) else ()


def place_of(context: Context, S: Slots, piece: int) -> int:
    """Return the position of a piece in its ordered zone, counted from 1 at the bottom; 0 in any other zone."""
    pile = S[where(context, S, piece)] if piece >= 0 else 0
    return 0 if isinstance(pile, int) else pile.index(piece) + 1


def neighbours(context: Context, S: Slots, piece: int) -> tuple[int, ...]:
    """Return the pieces next to a piece in its ordered zone, the lower one first; none in any other zone."""
    pile = S[where(context, S, piece)] if piece >= 0 else 0
    if isinstance(pile, int):
        return ()
    place = pile.index(piece)
    return (*pile[max(0, place - 1) : place], *pile[place + 1 : place + 2])


def where(context: Context, S: Slots, piece: int) -> int:
    """Return the zone of a piece, from its slot or, if the program stores no zones of pieces, by a search."""
    if context.located:
        return int(S[context.location + piece])
    for slot in range(context.zones_from, context.zones_from + len(context.zones)):
        pile = S[slot]
        if pile >> piece & 1 if isinstance(pile, int) else piece in pile:
            return slot
    return context.zones_from


def in_play(context: Context, S: Slots, zone: int) -> int:
    """Return 1 if a zone is in play, or if it lies on a piece that is in play; else 0."""
    while zone >= 0:
        number = zone - context.zones_from
        if context.zones[number].word in context.play:
            return 1
        carrier = context.carriers[number]
        zone = where(context, S, carrier) if carrier >= 0 else -1
    return 0


def check_nesting(context: Context, S: Slots, moved: Sequence[int], zone: int) -> None:
    """Raise NestedError if one of the pieces `moved` carries the zone into which it is to be moved."""
    carriers, start = context.carriers, context.zones_from
    carrier = carriers[zone - start] if moved else -1
    while carrier >= 0:
        if carrier in moved:
            raise NestedError(place_asking(context.tables, context.which))
        carrier = carriers[where(context, S, carrier) - start]


def arrive(context: Context, S: Slots, piece: int, old: int, zone: int) -> None:
    """Update the location, powers and side of a piece that has moved from zone `old`."""
    S[context.location + piece] = zone
    if context.works[old] or context.works[zone]:
        relist(context, S, piece, old, zone)
    if not context.faced[zone] and S[FACE] >> piece & 1:
        S[FACE] ^= 1 << piece  # no zone without faces keeps which side was up


def put(context: Context, S: Slots, moved: Iterable[int], zone: int, bottom: int) -> None:
    """Move pieces to the top or bottom of a zone; start and stop abilities as needed. Raises NestedError."""
    pieces = tuple(moved)
    if not pieces:
        return
    if context.carriers[zone - context.zones_from] >= 0:
        check_nesting(context, S, pieces, zone)
    if context.tracked:
        _put_tracked(context, S, pieces, zone, bottom)
    elif len(pieces) < 2 or bottom > 1 or not _put_together(context, S, pieces, zone, bottom):
        above = _find_above(S, pieces, zone, bottom)
        for piece in pieces:
            old = where(context, S, piece)
            _move(S, piece, old, zone, bottom, above)
            arrive(context, S, piece, old, zone)


def _find_above(S: Slots, pieces: tuple[int, ...], zone: int, bottom: int) -> int:
    """Return the piece directly below which pieces are put; -1 if they are put at the top or bottom."""
    pile = S[zone]
    if bottom < 2 or isinstance(pile, int):
        return -1
    rest = [each for each in pile if each not in pieces]
    return int(rest[bottom - 2]) if bottom - 2 < len(rest) else -1


def _put_tracked(context: Context, S: Slots, pieces: tuple[int, ...], zone: int, bottom: int) -> None:
    location, tracker = context.location, S[TRACKER]
    lying = [S[location + piece] for piece in pieces]
    mask = mask_of(pieces)
    # the unordered zones from which all pieces move together
    emptied = {each for each in {*lying} if isinstance(S[each], int) and not S[each] & ~mask}
    tracker.covers(S, dict.fromkeys([*lying, zone]))
    above = _find_above(S, pieces, zone, bottom)
    for number, piece in enumerate(pieces, start=1):
        old = S[location + piece]
        _move(S, piece, old, zone, bottom, above)
        S[location + piece] = zone
        covered = number < len(pieces) and bottom != 1
        tracker.moved(S, piece, old, zone, old in emptied, lying.count(old) > 1, covered)
        arrive(context, S, piece, old, zone)


def _put_together(context: Context, S: Slots, pieces: tuple[int, ...], zone: int, bottom: int) -> bool:
    """Move several pieces in one step; return False, with nothing done, if they must be moved one by one."""
    lying = [where(context, S, piece) for piece in pieces]
    olds = {*lying}
    mask = mask_of(pieces)
    if mask.bit_count() < len(pieces) or (len(olds) > 1 and zone in olds):
        return False
    for old in olds:
        pile = S[old]
        S[old] = pile & ~mask if isinstance(pile, int) else tuple([each for each in pile if not mask >> each & 1])
    pile = S[zone]
    if isinstance(pile, int):
        S[zone] = pile | mask
    else:
        S[zone] = (*pieces[::-1], *pile) if bottom else (*pile, *pieces)
    for piece, old in zip(pieces, lying, strict=True):
        arrive(context, S, piece, old, zone)
    return True


def _move(S: Slots, piece: int, old: int, zone: int, bottom: int, above: int) -> None:
    """Move a piece from one zone to another: directly below the piece `above`, else to the top or `bottom`."""
    pile = S[old]
    if isinstance(pile, int):
        S[old] = pile & ~(1 << piece)
    else:
        place = pile.index(piece)
        S[old] = pile[:place] + pile[place + 1 :]
    pile = S[zone]
    if isinstance(pile, int):
        S[zone] = pile | 1 << piece
    elif above >= 0:
        place = pile.index(above)
        S[zone] = (*pile[:place], piece, *pile[place:])
    else:
        S[zone] = (piece, *pile) if bottom == 1 else pile + (piece,)  # noqa: RUF005  # only a pile knows how to append itself


def controller(context: Context, S: Slots, piece: int) -> int:
    """Return the player who controls a piece: the owner of its zone, or of the piece itself; -1 for nobody."""
    whole = context.whole
    while 0 <= piece < len(whole):
        if whole[piece] >= 0:
            piece = whole[piece]
            continue
        slot = S[context.location + piece]
        player = context.seats[slot]
        if player is not None:
            return player
        zone = context.zones[slot - context.zones_from]
        if zone.owner == "table":
            return _find_owner(context, S, piece)
        piece = context.kinds[zone.owner].first + zone.number
    return -1


def _find_owner(context: Context, S: Slots, piece: int) -> int:
    for word, base in context.owner_memory.items():
        kind = context.kinds.get(word)
        if kind is not None and kind.first <= piece < kind.first + kind.size:
            return int(S[base + piece - kind.first])
    return -1


def zone_holder(context: Context, S: Slots, zone: int) -> int:
    """Return the player to whom a zone belongs, possibly through the piece that carries it; -1 for nobody."""
    row = context.zones[zone - context.zones_from]
    if row.owner == "player":
        return row.number
    return -1 if row.owner == "table" else controller(context, S, context.kinds[row.owner].first + row.number)


def decider(context: Context, S: Slots, player: int) -> int:
    """Return who decides for a player: the appointed player if still in the game, else the player."""
    if context.decider < 0 or player < 0:
        return player
    other: int = S[context.decider + player]
    return player if other < 0 or (context.tables.out >= 0 and S[context.tables.out + other]) else other


def list_eyes(context: Context, S: Slots, player: int) -> list[int]:
    """Return the players through whose eyes a player sees: the player, and those for whom this player decides."""
    others = range(context.players) if context.decider >= 0 and player >= 0 else ()
    return [player, *(other for other in others if other != player and decider(context, S, other) == player)]


def sees(context: Context, S: Slots, player: int, zone: int) -> bool:
    """Return True if a player sees the pieces of a zone by the zone's declaration; False if the player is nobody."""
    if player < 0 or zone < 0:
        return False
    see = context.zones[zone - context.zones_from].see
    if see in ("owner", "others"):
        holder = zone_holder(context, S, zone)
        return any((holder == eye) == (see == "owner") for eye in list_eyes(context, S, player))
    return see == "everyone"


def onlookers(context: Context, S: Slots, piece: int, zone: int) -> int:
    """Return the bitset of players who may look at a piece in a zone; the last bit is for spectators."""
    constant = context.seen[zone - context.zones_from]
    found = _find_onlookers(context, S, piece, zone) if constant is None else constant
    if context.decider < 0:
        return found
    return found | sum({1 << decider(context, S, each) for each in range(context.players) if found >> each & 1})


def _find_onlookers(context: Context, S: Slots, piece: int, zone: int) -> int:
    row = context.zones[zone - context.zones_from]
    if row.see == "top":
        return context.everybody if S[zone] and S[zone][-1] == piece else 0
    if row.see == "face":
        if S[FACE] >> piece & 1:
            return context.everybody
        if row.down != "owner":
            return 0
    owner = zone_holder(context, S, zone)
    if row.see == "others":
        return all_but(owner, context.players)
    return 1 << owner if owner >= 0 else 0


def may_see(context: Context, S: Slots, player: int, piece: int, zone: int) -> bool:
    """Return True if a player (-1: a spectator) may look at a piece in a zone."""
    return bool(onlookers(context, S, piece, zone) >> (player if player >= 0 else context.players) & 1)


def reads(context: Context, S: Slots, player: int, also_see: str, zone: int) -> bool:
    """Return True if a player sees memory on a piece in a zone even without seeing the piece."""
    if also_see != "owner" or player < 0:
        return also_see == "everyone"
    return zone_holder(context, S, zone) in list_eyes(context, S, player)


def turn(context: Context, S: Slots, turned: Iterable[int], up: int) -> None:
    """Turn pieces face up or down, and start and stop their powers."""
    powerful = bool(context.tables.power_zones)
    for piece in turned:
        if S[FACE] >> piece & 1 == up:
            continue
        before = standing(context, S, piece, S[context.location + piece]) if powerful else ""
        S[FACE] = S[FACE] | 1 << piece if up else S[FACE] & ~(1 << piece)
        if powerful and before != (now := standing(context, S, piece, S[context.location + piece])):
            for power in powers_of(context, S, piece):
                enlist(context, S, piece, power, before, now)
        if context.tracked:
            S[TRACKER].turned(S, piece, up)


def frames(context: Context, S: Slots, K: list[tuple[Any, ...]], segment: int) -> list[int]:
    """Return the positions of all frames of a segment on the stack, the last one first.

    Raises RunawayError if an execution looks through deep stacks too often.
    """
    if len(K) > FEW_FRAMES:
        charge_frames(context, S, len(K))
    return [place for place, frame in enumerate(K) if frame[0] == segment][::-1]


def rotate(K: list[tuple[Any, ...]], place: int, height: int) -> None:
    """Move the frames from `height` on to `place`, below the frames that are there."""
    K[place:] = [*K[height:], *K[place:height]]


def reframe(K: list[tuple[Any, ...]], place: int, variable: int, value: Any) -> None:
    """Set a variable of the frame at `place`; variables are counted from 0."""
    frame = K[place]
    K[place] = (*frame[: variable + 1], value, *frame[variable + 2 :])


def forget(K: list[tuple[Any, ...]], held: Mapping[int, str], gone: Collection[int]) -> None:
    """Remove pieces that left the game from the live variables of all frames.

    `held` maps segments to what `describe_frame_pieces` returned: one letter for each variable of the frame.
    """
    bits = mask_of(gone)
    for place, (segment, *values) in enumerate(K):
        letters = held[segment]
        if letters.strip("-") and gone:
            K[place] = (segment, *map(_forget_in, letters, values, [bits] * len(values)))


def _forget_in(letter: str, value: Any, gone: int) -> Any:
    """Return a variable's value without the pieces in the bitset `gone`.

    A single piece becomes `none`; a list or bitset loses the pieces.
    """
    if letter == "m":
        return value & ~gone
    if letter == "p":
        return -1 if value >= 0 and gone >> value & 1 else value
    if letter == "l":
        return tuple([piece for piece in value if not gone >> piece & 1])
    if letter == "k":
        return tuple([-1 if piece >= 0 and gone >> piece & 1 else piece for piece in value])
    if letter == "a":
        return tuple([entry for entry in value if not gone >> (entry & PIECE_MASK) & 1])
    if letter == "s":
        return tuple([(_forget_in("p" if isinstance(row[0], int) else "l", row[0], gone), *row[1:]) for row in value])
    return value
