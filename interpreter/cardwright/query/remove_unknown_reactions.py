"""Removal of pending reactions from a determinization if the player cannot know of them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeVar

from cardwright.query.knowledge.hidden_pieces import find_offered_reactions
from cardwright.query.knowledge.remap_hidden_references import list_named
from cardwright.runtime.primitives.bitsets import mask_of
from cardwright.runtime.primitives.zones import controller
from cardwright.state_slots_and_table_rows import CLEAR_TO_ALL, CLEAR_TO_HOLDER, CLEAR_TO_NOBODY, PIECE_MASK, SHIFT

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

P = TypeVar("P", bound="Position")
# The type of lists of abilities in frames: replacements that were tried, and reactions that wait to be put in order.
ABILITIES = "abilities"
# The name of a list of replacements that were tried.
TRIED = "used"


def drop_hidden_reactions(state: P, hidden: int, player: int) -> P:
    """Return the state without the pending reactions of which a player cannot know.

    These are the reactions of `hidden` pieces (a bitset), and those whose conditions the player cannot compute.
    Replacements of hidden pieces are no longer tried. Reactions that somebody is asked to put in order now are known.
    """
    bodies = {segment: ability for ability, segment in enumerate(state.variant.bodies)}
    offered = find_offered_reactions(state)

    def is_known(frame: tuple[Any, ...]) -> bool:
        ability, piece = bodies[frame[0]], frame[1]
        if ability << SHIFT | piece in offered:
            return True
        # -1 is a piece that went out of the game while its reaction was pending
        is_hidden = piece >= 0 and bool(hidden >> piece & 1)
        return not (is_hidden or _is_unclear(state, ability, frame[2], player, frame, hidden))

    left = [
        _drop_hidden_abilities(state, frame, hidden, player)
        for frame in state.frames
        if frame[0] not in bodies or is_known(frame)
    ]
    if left == state.frames:
        return state
    copy = state.clone()
    copy.frames = left
    return copy


def _drop_hidden_abilities(state: Position, frame: tuple[Any, ...], hidden: int, player: int) -> tuple[Any, ...]:
    """Return a frame whose lists of abilities no longer contain abilities of which a player cannot know.

    Visible replacements that were already tried stay, so that none is applied twice.
    """
    described = state.variant.frames[frame[0]].variables
    if all(base != ABILITIES for _, base, _ in described):
        return frame
    offered = find_offered_reactions(state)

    def is_known(entry: int, word: str) -> bool:
        piece = entry & PIECE_MASK
        if entry in offered or hidden >> piece & 1:
            return entry in offered
        holder = controller(state.variant.context, state.slots, piece)
        return word == TRIED or not _is_unclear(state, entry >> SHIFT, holder, player, frame, hidden)

    values = [
        tuple([entry for entry in value if is_known(entry, word)]) if base == ABILITIES else value
        for (word, base, _), value in zip(described, frame[1:], strict=True)
    ]
    return (frame[0], *values)


def _is_unclear(state: Position, ability: int, holder: int, player: int, frame: tuple[Any, ...], hidden: int) -> bool:
    """Return True if a player cannot compute whether the condition of an ability holds.

    `holder` is the player who is `you` in this condition. `frame` has the pieces of the ability's event.
    """
    clear_to = state.program.tables.abilities[ability].clear_to
    if clear_to in (CLEAR_TO_ALL, CLEAR_TO_NOBODY):
        return clear_to == CLEAR_TO_NOBODY
    described = zip(state.variant.frames[frame[0]].variables, frame[1:], strict=False)
    named = mask_of(piece for (_, base, _), value in described for piece in list_named(base, value) if piece >= 0)
    return bool(named & hidden) or (clear_to == CLEAR_TO_HOLDER and holder != player)
