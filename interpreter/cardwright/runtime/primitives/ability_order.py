"""Primitives for the order of the reactions to an event, and for who chooses among replacements."""

from __future__ import annotations

from cardwright.program_format import PIECE_MASK, Slots
from cardwright.runtime.primitives.context import Context
from cardwright.runtime.primitives.zones import controller, may_see, where


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

    def turn(entry: int) -> int:
        player = controller(context, S, entry & PIECE_MASK)
        return (player - first) * context.step % context.players if player >= 0 else -1

    return sorted(entries, key=turn)


def ranking(context: Context, S: Slots, entries: list[int], doer: int) -> tuple[int, list[int]]:
    """Return the player who chooses the first replacement, and the replacements to choose from.

    This is the player affected by the event, if that player sees all the replacements. Otherwise each controller
    chooses among their own replacements, in turn order from the active player. The decision reveals no hidden card.
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
