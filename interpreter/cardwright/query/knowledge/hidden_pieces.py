"""Hidden pieces as one player knows them: which pieces there are, and how many are in each zone."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.runtime.primitives.zones import may_see
from cardwright.state_slots_and_table_rows import PIECE_MASK, TRACKER

if TYPE_CHECKING:
    from cardwright.runtime.program import Program
    from cardwright.runtime.state import Position


@dataclass(frozen=True, slots=True)
class HiddenPile:
    """The hidden pieces of one kind, and the zones in which they are.

    `rows` are `(slot of a zone, its hidden pieces in order, name of the zone if powers are active there, else "")`.
    """

    pool: tuple[int, ...]
    rows: tuple[tuple[int, tuple[int, ...], str], ...]


def find_hidden_piles(state: Position, player: int) -> Iterator[HiddenPile]:
    """Yield, for each kind, the pieces that are hidden from `player`, by zone. Zones that everybody sees have none."""
    tracked = state.retracked()
    known = tracked.tracker.known[player] | at_work(state)
    slots = tracked.slots
    see = partial(may_see, tracked.variant.context)
    working = find_working_zones(state.program)
    rows: dict[str, list[tuple[int, tuple[int, ...], str]]] = {}
    for slot, word, kind, sight in find_closed_zones(state.program):
        pieces = _find_unknown(slots[slot], known)
        if pieces and sight in ("nobody", "owner", "others"):
            # all pieces of such a zone are seen, or none
            pieces = () if see(slots, player, pieces[0], slot) else pieces
        elif sight == "top" and pieces:
            pieces = pieces[:-1] if pieces[-1] == slots[slot][-1] else pieces
        else:
            pieces = tuple([piece for piece in pieces if not see(slots, player, piece, slot)])
        if pieces:
            # a hidden piece in a zone that shows faces lies face down, and its powers do not work
            acts = word if sight != "face" and word in working else ""
            rows.setdefault(kind, []).append((slot, pieces, acts))
    for kind in sorted(rows):
        yield HiddenPile(tuple(sorted(piece for _, pieces, _ in rows[kind] for piece in pieces)), tuple(rows[kind]))


def find_unclear_pieces(state: Position, player: int) -> Iterator[tuple[int, tuple[int, ...]]]:
    """Yield, for each unordered zone, the pieces that a player knows to be in the zone, but cannot tell apart there."""
    tracked = state.retracked()
    slots = tracked.slots
    known, see = slots[TRACKER].known[player] if player >= 0 else 0, partial(may_see, tracked.variant.context)
    reserves = state.program.reserves
    for slot, _, _, _ in find_closed_zones(state.program) if known else ():
        content = slots[slot]
        if slot in reserves and not content & ~known:
            continue  # nobody remembers pieces that are not in the game
        if isinstance(content, int) and content & known and content & content - 1:
            unseen = [piece for piece in ids(content) if not see(slots, player, piece, slot)]
            if len(unseen) > 1 and any(known >> piece & 1 for piece in unseen):
                yield slot, tuple([piece for piece in unseen if known >> piece & 1])


def at_work(state: Position) -> int:
    """Return the bitset of pieces whose reactions are waiting to be ordered, which reveals their zone."""
    # an ability of the game has no piece: its number is greater than any piece's
    count, entries = len(state.program.tables.pieces), find_offered_reactions(state)
    return mask_of(entry & PIECE_MASK for entry in entries if entry & PIECE_MASK < count)


def find_offered_reactions(state: Position) -> list[int]:
    """Return the abilities, each with its piece, that somebody is asked to put in order; [] for any other question."""
    pending = state.pending
    if pending is None or state.program.tables.sites[pending[2]].base != "ability":
        return []
    return [option for option in pending[1] if option >= 0]


def _find_unknown(content: Any, known: int) -> tuple[int, ...]:
    """Return the pieces in a zone that are not in the bitset `known`."""
    if isinstance(content, int):
        return ids(content & ~known)
    return tuple([piece for piece in content if not known >> piece & 1]) if known else content


@lru_cache(maxsize=64)
def find_closed_zones(program: Program) -> tuple[tuple[int, str, str, str], ...]:
    """Return the zones that not everybody sees, as `(slot, name, kind of their pieces, who sees them)`."""
    start = program.tables.zones_from
    return tuple(
        (start + place, zone.word, zone.holds, zone.see)
        for place, zone in enumerate(program.tables.zones)
        if zone.see != "everyone"
    )


@lru_cache(maxsize=64)
def find_working_zones(program: Program) -> frozenset[str]:
    """Return the names of the zones in which at least one ability is active."""
    return frozenset(word for ability in program.tables.abilities for word in ability.zones)
