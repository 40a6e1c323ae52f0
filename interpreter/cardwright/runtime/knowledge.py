"""Knowledge of players in a tracked game: the pieces that each player sees or recognises."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any

from cardwright.runtime.log_and_snapshot_records import memory_owners
from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.runtime.primitives.numbers_and_lists import there
from cardwright.runtime.primitives.zones import decider, onlookers, reads
from cardwright.state_slots_and_table_rows import FACE, GAINED, LOST, PIECE_MASK, SUPPRESSED, Slots

if TYPE_CHECKING:
    from cardwright.runtime.program import Program


class Knowledge:
    """The knowledge of the players in a tracked game; sets of pieces are bitsets.

    `known[p]` are the pieces of which player p knows the zone. `held_up[p]` are the pieces that were shown to
    player p and not put away since. For `showing`, `picked` and `picking` see `Tracker`.
    """

    program: Program
    known: list[int]
    held_up: list[int]
    showing: list[int]
    picked: list[int]
    picking: int

    def _seen(self, S: Slots, named: Iterable[tuple[str, Any]], in_passing: bool = False) -> dict[int, int]:
        """Return for each piece among some named values the players who recognise it, as a bitset.

        For a zone on a piece, that piece is included. `in_passing` also counts players to whom a piece is being shown.
        """
        tables = self.program.tables
        seen = {}
        for base, value in named:
            pieces: Iterable[int] = ()
            if base == "piece":
                pieces = (value,) if 0 <= value < len(tables.pieces) else ()
            elif base in ("list piece", "mask piece"):
                pieces = ids(value) if isinstance(value, int) else there(value)
            elif base == "zone" and value >= 0:
                its = tables.zones[value - tables.zones_from]
                owner, number = its.owner, its.number
                pieces = (tables.kinds[owner].first + number,) if owner in tables.kinds else ()
            for piece in pieces:
                seen[piece] = self.recognisers(S, piece, in_passing)
        return seen

    def _onlookers(self, S: Slots, slot: int) -> int:
        """Return the players who see the memory in a slot, as a bitset."""
        whose, number, also_see = memory_owners(self.program)[slot - LOST - 1]
        if whose == "player":
            return 1 << number | 1 << decider(self.program.tracked.context, S, number)
        if whose == "piece":
            context, zone = self.program.tracked.context, self._outer(S, number)[1]
            readers = [player for player in range(self.program.players) if reads(context, S, player, also_see, zone)]
            return self.recognisers(S, number) | sum(1 << player for player in readers)
        return (1 << self.program.players) - 1 if whose else 0

    def viewers(self, S: Slots, piece: int) -> int:
        """Return the players who know where a piece is, as a bitset."""
        piece, zone = self._outer(S, piece)
        return self._may_look(S, piece, zone) | sum(
            1 << player for player, known in enumerate(self.known) if known >> piece & 1
        )

    def recognisers(self, S: Slots, piece: int, in_passing: bool = False) -> int:
        """Return the players who recognise a piece when somebody takes it, as a bitset.

        A player who knows that a piece is in a hand does not know which card of the hand it is. Therefore a known piece
        is recognised only in an ordered zone, or if it is alone in its zone; with `in_passing`, also while it is being
        shown.
        """
        outer, zone = self._outer(S, piece)
        content = S[zone]
        if not isinstance(content, int) or content == 1 << outer:
            return self.viewers(S, piece)
        return self._may_look(S, outer, zone) | (self._find_shown_to(outer) if in_passing else 0)

    def overlooked(self, S: Slots) -> None:
        """Record, before a question, that a player who decides for another has seen what that other player sees."""
        context, held_up = self.program.tracked.context, self.held_up.copy()
        for player in range(self.program.players):
            other = decider(context, S, player)
            if other != player:
                whole = (piece for piece, outer in enumerate(context.whole) if outer < 0)
                seen = mask_of(each for each in whole if self._may_look(S, *self._outer(S, each)) >> other & 1)
                self.known[other] |= seen | held_up[player]
                self.held_up[other] |= held_up[player]

    def covers(self, S: Slots, zones: Iterable[int]) -> None:
        """Record that pieces enter or leave piles, of which only the top piece is visible.

        All players have seen the top piece of each pile until now, and they still know it. Other zones are ignored.
        """
        start = self.program.tables.zones_from
        for zone in zones:
            if self.program.tables.zones[zone - start].see == "top" and S[zone]:
                self.known = [known | 1 << S[zone][-1] for known in self.known]

    def _find_departure_witnesses(self, S: Slots, piece: int, zone: int) -> int:
        """Return the players who saw a piece in the zone it has just left, as a bitset."""
        if self.program.tables.zones[zone - self.program.tables.zones_from].see == "top":
            return sum(1 << player for player, known in enumerate(self.known) if known >> piece & 1)
        return self._may_look(S, piece, zone)

    def _find_number(self, S: Slots, piece: int, zone: int) -> int:
        """Return the position of a piece in a zone that shows positions to everyone, counted from 1; 0 elsewhere."""
        its = self.program.tables.zones[zone - self.program.tables.zones_from]
        return S[zone].index(piece) + 1 if its.numbered and its.see == "everyone" else 0

    def reached(self, S: Slots, site: int) -> None:
        """Put away the pieces that other rule texts showed, at decision point `site`; with -1, put away all pieces.

        With -2 - N, put away only what the text of decision point N showed, even if nobody is asked there.
        """
        del S
        only = -2 - site if site < -1 else -1
        kept = [self._is_same_text(site, showing) for showing in self.showing]
        if only >= 0:
            kept = [not self._is_same_text(only, showing) for showing in self.showing]
            if all(kept):
                return
            site = -1
        if not self._is_same_text(site, self.picking):
            self.picked = [0] * self.program.players
            self.picking = -1
        for player, stays in enumerate(kept):
            if not stays:
                self.held_up[player] &= self.picked[player]
                self.showing[player] = -1

    def _is_same_text(self, site: int, other: int) -> bool:
        """Return True if two decision points are in the same rule text; False if one is -1, no decision point."""
        sites = self.program.tables.sites
        return site >= 0 and other >= 0 and bool(sites[site].source == sites[other].source)

    def _find_shown_to(self, piece: int) -> int:
        """Return the players to whom a piece is currently shown, as a bitset."""
        return sum(1 << player for player, held_up in enumerate(self.held_up) if held_up >> piece & 1)

    def _outer(self, S: Slots, piece: int) -> tuple[int, int]:
        """Return (piece, zone of the piece); for a part, the whole piece and its zone."""
        whole = self.program.tables.whole[piece]
        outer = piece if whole < 0 else whole
        return outer, S[self.program.tables.location + outer]

    def _is_closed_order(self, S: Slots, zone: int) -> bool:
        """Return True if a zone is ordered, and other players cannot see at which positions a player takes pieces."""
        see = self.program.tables.zones[zone - self.program.tables.zones_from].see
        content = S[zone]
        return isinstance(content, tuple) and len(content) > 1 and see in ("nobody", "owner", "others")

    def _may_look(self, S: Slots, piece: int, zone: int) -> int:
        """Return the players who may look at a piece in a zone, as a bitset."""
        found = onlookers(self.program.tracked.context, S, piece, zone)
        return int(found & (1 << self.program.players) - 1)

    def _copy_of(self, piece: int, among: int) -> int:
        """Return the first interchangeable copy of `piece` in the bitset `among`, as a bitset; 0 if there is none."""
        kinds, pieces = self.program.tables.kinds, self.program.tables.pieces
        if not among or pieces[piece] < 0 or not kinds[self.program.naming.kind(piece)].interchangeable:
            return 0
        return next((1 << each for each in ids(among) if pieces[each] == pieces[piece]), 0)

    def _is_oblivion(self, zone: int) -> bool:
        """Return True if nobody may look at face-down pieces in a zone, so that all players forget their faces."""
        its = self.program.tables.zones[zone - self.program.tables.zones_from]
        return bool(its.see == "face" and its.down == "nobody")

    def _find_noticing(self, S: Slots, before: Slots, recognisers: int) -> int:
        """Return the players who can see a difference between the state `before` and now, as a bitset.

        Memory that its own player alone sees counts only for `recognisers`.
        """
        now = S[FACE : self.program.tables.zones_from]
        if now == before:
            return 0
        pieces = {entry & PIECE_MASK for entry in {*S[GAINED]} ^ {*before[GAINED - FACE]}}
        for mask in (FACE, SUPPRESSED, LOST):
            pieces.update(ids(S[mask] ^ before[mask - FACE]))
        noticed = 0
        for slot, (value, was) in enumerate(zip(now, before, strict=True), start=FACE):
            if value != was and slot > LOST:
                alone = memory_owners(self.program)[slot - LOST - 1][0] == "player"
                noticed |= self._onlookers(S, slot) & (recognisers if alone else -1)
        for piece in pieces:
            noticed |= self.recognisers(S, piece)
        return noticed
