"""Primitives for placeholders of hidden pieces, which replace those of the same names.

Each has the signature of the primitive it replaces, and raises `Hidden` where the result depends on hidden information.
"""

from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Any, NoReturn

from cardwright.query.knowledge.unknown_values import Back, Backs, Hidden, Marked, Unknown, UnknownZone
from cardwright.runtime.primitives import bitsets, equal_and_hidden_options, zones
from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.state_slots_and_table_rows import GAINED, PIECE_MASK, TRACKER, ProgramTables, Slots


def raise_hidden() -> NoReturn:
    """Raise Hidden."""
    raise Hidden


def ids(mask: Any) -> tuple[Any, ...]:
    """Return the pieces of a bitset, with placeholders for those that are not known."""
    if isinstance(mask, Backs):
        # it is unknown which piece is at which place
        return mask.backs if not mask.known else tuple([Unknown() for _ in range(mask.bit_count())])
    return bitsets.ids(mask)


def one_each(mask: Any, groups: Sequence[int]) -> list[Any]:
    """Return one piece of each group."""
    return next_of(mask, 1, groups)


def in_groups(mask: Any, groups: Sequence[int]) -> list[Any]:
    """Return one piece of each group."""
    return bitsets.in_groups(mask, groups) if isinstance(mask, int) else next_of(mask, 1, groups)


def next_of(pool: Any, need: int, groups: Sequence[int]) -> list[Any]:
    """Return the options for the next pick."""
    if not isinstance(pool, Backs):
        return bitsets.next_of(pool, need, groups)
    # known pieces are options whatever the others are: two are enough for a question
    sure = len(bitsets.next_of(pool.known, need, groups))
    return [Unknown() for _ in range(sure)] if sure > 1 else raise_hidden()


def tried(context: Context, S: Slots, left: Sequence[Any], key: Sequence[Any]) -> bool:
    """Return False: a search among placeholders does not remember where it has been."""
    return False


def content(S: Slots, zone: int) -> tuple[Any, ...]:
    """Return the pieces of a zone."""
    return ids(S[zone]) if zone >= 0 and isinstance(S[zone], Backs) else _make_tuple(zones.content(S, zone))


def top(S: Slots, zone: int, n: int) -> tuple[Any, ...]:
    """Return the topmost pieces of a zone."""
    return raise_hidden() if zone >= 0 and isinstance(S[zone], Unknown) else zones.top(S, zone, n)


def shuffle(context: Context, S: Slots, zone: int) -> None:
    """Put placeholders in place of the pieces of an ordered zone; each of them can be any of the pieces."""
    pile = S[zone]
    if isinstance(pile, Unknown):
        raise_hidden()
    if isinstance(pile, tuple) and len(pile) > 1:
        S[zone] = tuple(_mix_pile(S, pile, zone))


def sample(context: Context, S: Slots, pool: Sequence[Any], n: int, name: str) -> tuple[Any, ...]:
    """Return random items of a list if it makes no difference which ones. Raises Hidden otherwise."""
    if n >= len(pool) and len(pool) < 2:
        return tuple(pool)
    return tuple(pool)[:n] if all(isinstance(each, Back) for each in pool) else raise_hidden()


def put(context: Context, S: Slots, moved: Iterable[Any], zone: int, bottom: int) -> None:
    """Move pieces and placeholders into a zone."""
    pieces = tuple(moved)
    above = _find_above(S[zone], pieces, bottom)
    zones.check_nesting(context, S, [piece for piece in pieces if not isinstance(piece, Back)], zone)
    for piece in pieces:
        if isinstance(piece, Back):
            old = S[TRACKER].place(piece)
            S[old] = _remove_back(S[old], piece)
        else:
            old = S[context.location + piece]
            if isinstance(old, Unknown):
                raise_hidden()
            S[old] = _remove_piece(S[old], piece)
        pile = S[zone]
        if isinstance(pile, tuple):
            at = next((n for n, each in enumerate(pile) if each is above or each == above), len(pile))
            at = 0 if bottom == 1 else at
            S[zone] = (*pile[:at], piece, *pile[at:])
        else:
            S[zone] = _add_back(pile, piece) if isinstance(piece, Back) else pile | 1 << piece
        if isinstance(piece, Back):
            if isinstance(S, Marked) and piece.piece >= 0:
                S[context.location + piece] = zone
            S[TRACKER].lay(piece, zone)
            _unsettle(context, S, piece, old, zone)
        else:
            zones.arrive(context, S, piece, old, zone)


def place_of(context: Context, S: Slots, piece: Any) -> int:
    """Return the position of a piece in its ordered zone."""
    return raise_hidden() if _lies_among_unknown(context, S, piece) else zones.place_of(context, S, piece)


def neighbours(context: Context, S: Slots, piece: Any) -> tuple[Any, ...]:
    """Return the pieces next to a piece in its ordered zone."""
    return raise_hidden() if _lies_among_unknown(context, S, piece) else zones.neighbours(context, S, piece)


def by_backs(context: Context, S: Slots, player: int, options: Iterable[Any], alike: int, mixed: int) -> list[Any]:
    """Return options in an order that reveals nothing hidden, as the primitive does. Placeholders keep their order."""
    listed = list(options)
    if all(isinstance(each, Back) for each in listed):
        return listed
    return equal_and_hidden_options.by_backs(context, S, player, listed, alike, mixed)


WITH_PLACEHOLDERS: tuple[Callable[..., Any], ...] = (
    ids, one_each, next_of, in_groups, tried, content, top, shuffle, sample, put, by_backs, place_of, neighbours,
)  # fmt: skip


def _find_above(pile: Any, pieces: Sequence[Any], bottom: int) -> Any:
    """Return the piece or placeholder directly above the position of moved pieces; None at the top."""
    if bottom < 2 or not isinstance(pile, tuple):
        return None
    rest = [each for each in pile if not any(each is piece or each == piece for piece in pieces)]
    return rest[bottom - 2] if bottom - 2 < len(rest) else None


def _lies_among_unknown(context: Context, S: Slots, piece: Any) -> bool:
    """Return True if the player does not certainly know the zone of a piece, or the content of that zone."""
    if isinstance(piece, Back | Unknown):
        return True
    zone = S[context.location + piece] if piece >= 0 else -1
    if isinstance(zone, Unknown):
        return True
    pile = S[zone] if piece >= 0 else ()
    return isinstance(pile, Unknown) or (isinstance(pile, tuple) and any(isinstance(each, Back) for each in pile))


def _make_tuple(found: Any) -> tuple[Any, ...]:
    return raise_hidden() if isinstance(found, Unknown) else tuple(found)


def _remove_piece(pile: Any, piece: int) -> Any:
    return tuple([each for each in pile if each != piece]) if isinstance(pile, tuple) else pile & ~(1 << piece)


def _mix_pile(S: Slots, pile: tuple[Any, ...], zone: int) -> list[Back]:
    """Return a pile in unknown order: placeholders, each of which can be any piece of the pile."""
    pool = 0
    for piece in pile:
        pool |= piece.pool if isinstance(piece, Back) else 1 << piece
    backs = [Back(pool, False) for _ in pile]
    for back in backs:
        S[TRACKER].lay(back, zone)
    return backs


def _remove_back(pile: Any, piece: Back) -> Any:
    if isinstance(pile, tuple):
        return tuple([each for each in pile if each is not piece])
    if not isinstance(pile, Backs):
        return raise_hidden()
    left = tuple([each for each in pile.backs if each is not piece])
    return Backs(pile.known, pile.pool, left, pile.down) if left else pile.known


def _add_back(pile: Any, piece: Back) -> Any:
    if isinstance(pile, int):
        return Backs(pile, piece.pool, (piece,), False)
    if not isinstance(pile, Backs):
        return raise_hidden()
    return Backs(pile.known & ~piece.pool, pile.pool | piece.pool, (*pile.backs, piece), False)


@lru_cache(maxsize=64)
def _find_zones_holding(tables: ProgramTables) -> dict[str, frozenset[int]]:
    """Return the zones that can hold each kind of piece."""
    found: dict[str, frozenset[int]] = {}
    for slot, zone in enumerate(tables.zones, start=tables.zones_from):
        found[zone.holds] = found.get(zone.holds, frozenset()) | {slot}
    return found


def _unsettle(context: Context, S: Slots, back: Back, old: int, new: int) -> None:
    """Mark the zones and powers of all pieces that the moved placeholder can mean as unknown."""
    start = context.zones_from
    nowhere = UnknownZone(_find_zones_holding(context.tables)[context.zones[new - start].holds])
    pieces = bitsets.ids(back.pool)
    if any(back.pool >> (entry & PIECE_MASK) & 1 for entry in S[GAINED]):
        raise_hidden()
    for piece in pieces:
        S[context.location + piece] = nowhere
    before, now = (context.zones[slot - start].word for slot in (old, new))
    powers = {context.pieces[piece] for piece in pieces}
    for ability in context.tables.abilities:
        if ability.power in powers and (before in ability.zones) != (now in ability.zones):
            for slot in ability.slots:
                S[slot] = Unknown()
