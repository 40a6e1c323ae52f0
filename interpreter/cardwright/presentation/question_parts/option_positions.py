"""Positions on the table that the options of a decision mean, as far as the player may know them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.presentation.option_list import OptionLine, find_number_in_zone, find_zone_of
from cardwright.query.decision_text import PlayerNames
from cardwright.query.view import Shown
from cardwright.runtime.primitives.zones import content, where
from cardwright.state_slots_and_table_rows import PIECE_MASK

if TYPE_CHECKING:
    from cardwright.game.state import State


class OptionPositions:
    """Positions of the options of one decision, for the player who decides."""

    def __init__(self, state: State, found: Shown, player_names: PlayerNames) -> None:
        self.state = state
        self.found = found
        self.player_names = player_names
        self.unseen: dict[int, int] = {}

    def _is_closed(self, slot: int) -> bool:
        """Return True if the view shows a zone, but the player may not look at all its pieces."""
        slots, player = self.state.slots, self.state.player
        sees = (self.player_names.may_see(slots, player, piece, slot) for piece in content(slots, slot))
        return slot in self.found.zones and not all(sees)

    def find(self, value: object) -> str:
        """Return the position on the table that an option means, or ""."""
        base, thing = self.state.program.tables.sites[self.state.site].thing(value)
        if not isinstance(thing, int) or thing < 0:
            return ""
        if base == "player":
            return f"P{thing + 1}"
        if base == "zone":
            return self.found.zones.get(thing, "")
        if base == "ability":
            return self.find_known(thing & PIECE_MASK)
        if base != "piece":
            return ""
        return self.found.pieces.get(thing, "") if self.player_names.shows(thing) else self._find_hidden_position(thing)

    def find_known(self, piece: int) -> str:
        """Return the position of a piece that the player recognizes, or "" for other pieces."""
        place = self.found.pieces.get(piece, "")
        return place if place and self.player_names.recognises(piece) else ""

    def _find_hidden_position(self, piece: int) -> str:
        """Return the position at which a face-down option is shown; it reveals only the order of options or pieces.

        In the view, these positions follow those of the pieces that are shown.
        """
        whole = self.state.program.tables.whole[piece]
        slot = where(self.state.variant.context, self.state.slots, piece if whole < 0 else whole)
        if whole >= 0 or slot not in self.found.zones:
            return ""
        if slot not in self.found.first_hidden:
            return self.found.pieces.get(piece, "")
        number = self.unseen.get(slot, self.found.first_hidden[slot])
        self.unseen[slot] = number + 1
        return f"{self.found.zones[slot]}:{number}"

    def order_hidden(self, made: list[OptionLine]) -> list[OptionLine]:
        """Return the options, with pieces from zones that the player cannot look into in the order of the view.

        The order given is random. In the view, known pieces come before pieces that are picked by their backs.
        """
        closed = {self.found.zones[slot] for slot in self.found.first_hidden if self._is_closed(slot)}
        places: dict[str, list[int]] = {}
        for place, choice in enumerate(made):
            if (zone := find_zone_of(choice.at)) in closed:
                places.setdefault(zone, []).append(place)
        found = made.copy()
        for lying in places.values():
            in_order = sorted((made[each] for each in lying), key=find_number_in_zone)
            for place, choice in zip(lying, in_order, strict=True):
                found[place] = choice
        return found
