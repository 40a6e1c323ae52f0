"""Primitives for the order of the reactions to an event, and for who chooses among replacements."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.runtime.primitives.zones import controller, may_see, where
from cardwright.state_slots_and_table_rows import PIECE_MASK, SHIFT, Slots


def active(context: Context, S: Slots) -> int:
    """Return the active player, or the first player if the game has none."""
    slot = context.tables.active
    return max(0, S[slot]) if slot >= 0 else 0


def holder(context: Context, S: Slots, piece: int, doer: int) -> int:
    """Return the player who is `you` in an ability: the controller of its piece or, without a piece, the actor."""
    return controller(context, S, piece) if piece < len(context.whole) else doer


def order(context: Context, S: Slots, entries: list[int]) -> list[int]:
    """Return active abilities in the order in which they react: by turn order of their controllers, then by age."""
    if len(entries) < 2:
        return entries
    first = active(context, S)
    return sorted(entries, key=lambda entry: _turn(context, controller(context, S, entry & PIECE_MASK), first))


def _turn(context: Context, player: int, first: int) -> int:
    """Return how many players have their turn before a player, beginning with `first`; -1 for nobody."""
    return (player - first) * context.step % context.players if player >= 0 else -1


def order_frames(context: Context, S: Slots, K: list[tuple[Any, ...]], place: int) -> None:
    """Put the frames of reactions from `place` on in the order of their players; the last frame runs first.

    Abilities of the game itself come first. Those of one player stay in their order.
    """
    first = active(context, S)

    waiting = K[place:][::-1]
    waiting.sort(key=lambda frame: _turn(context, _get_player(context, frame), first))
    K[place:] = waiting[::-1]


def pending(
    context: Context, S: Slots, K: list[tuple[Any, ...]], place: int, whole: int, bodies: Sequence[int]
) -> tuple[int, ...]:
    """Return the abilities whose reactions wait in the frames from `place` on, the last frame first, each once.

    These are all that a player controls or, unless `whole`, those of the player whose reaction is the last frame. If
    nobody controls the reaction in the last frame, only its ability is returned; () if its piece went out of the game.
    """
    last = K[-1]
    if not whole and (last[1] < 0 or _get_player(context, last) < 0):
        return () if last[1] < 0 else (_get_entry(last, bodies),)
    holders = range(context.players) if whole else (last[2],)
    waiting = [frame for frame in reversed(K[place:]) if frame[1] >= 0 and _get_player(context, frame) in holders]
    return tuple(dict.fromkeys(_get_entry(frame, bodies) for frame in waiting))


def move_entry(K: list[tuple[Any, ...]], place: int, entry: int, up: int, bodies: Sequence[int]) -> None:
    """Move the frames of an ability's reactions to the top or, unless `up`, to `place`; frames below `place` stay.

    `bodies` has the segment of each ability.
    """
    kinds = bodies[entry >> SHIFT], entry & PIECE_MASK
    moved = [frame for frame in K[place:] if frame[:2] == kinds]
    others = [frame for frame in K[place:] if frame[:2] != kinds]
    K[place:] = [*others, *moved] if up else [*moved, *others]


def _get_player(context: Context, frame: tuple[Any, ...]) -> int:
    """Return who is `you` in the frame of a reaction; -1 for abilities of the game itself."""
    player: int = frame[2] if frame[1] < len(context.whole) else -1
    return player


def _get_entry(frame: tuple[Any, ...], bodies: Sequence[int]) -> int:
    entry: int = bodies.index(frame[0]) << SHIFT | frame[1]
    return entry


def ranking(context: Context, S: Slots, entries: list[int], doer: int) -> tuple[int, list[int]]:
    """Return the player who chooses the first replacement, and the replacements to choose from.

    This is `doer`, who performs the event, if that player sees all the replacements. Otherwise each controller chooses
    among their own replacements, in turn order from the active player. The decision reveals no hidden card.
    """
    if len(entries) < 2 or (doer >= 0 and all(_is_in_sight(context, S, doer, e & PIECE_MASK) for e in entries)):
        return (doer if doer >= 0 else controller(context, S, entries[0] & PIECE_MASK)), entries
    ranked = order(context, S, entries)
    first = controller(context, S, ranked[0] & PIECE_MASK)
    asked = first if first >= 0 else doer if doer >= 0 else active(context, S)
    return asked, [e for e in ranked if controller(context, S, e & PIECE_MASK) == first]


def lies_open(context: Context, S: Slots, piece: int) -> bool:
    """Return True if all players see a piece. An ability of the game itself has no piece and is always visible."""
    return piece < 0 or all(_is_in_sight(context, S, player, piece) for player in range(context.players))


def _is_in_sight(context: Context, S: Slots, player: int, piece: int) -> bool:
    """Return True if a player sees a piece or, if it is a part, the whole piece.

    The pseudo piece of an ability of the game itself is always in sight.
    """
    if piece >= len(context.whole):
        return True
    outer = context.whole[piece] if context.whole[piece] >= 0 else piece
    return may_see(context, S, player, outer, where(context, S, outer))
