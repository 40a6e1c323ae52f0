"""Who sees or knows which piece: what a tracked game works out of its knowledge and of who may look into a zone."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from cardwright.program_format import LOST
from cardwright.runtime.log_entries import Slots, memory_owners
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.namespace import there


class Knowledge:
    """The knowledge of the players in a tracked game: `known` and `held_up` are a mask of pieces for each player.

    `held_up[p]` are those that were shown to player p and not put away yet.
    """

    program: Any
    known: list[int]
    held_up: list[int]

    def _seen(self, S: Slots, named: Iterable[tuple[str, Any]], in_passing: bool = False) -> dict[int, int]:
        """For the pieces among some values with their types, and those whose zones they are, who knows which it is."""
        tables = self.program.tables
        seen = {}
        for base, value in named:
            pieces: Iterable[int] = ()
            if base == "piece":
                pieces = (value,) if 0 <= value < len(tables["pieces"]) else ()
            elif base in ("list piece", "mask piece"):
                pieces = ids(value) if isinstance(value, int) else there(value)
            elif base == "zone" and value >= 0:
                its = tables["zones"][value - tables["zones_from"]]
                owner, number = its.owner, its.number
                pieces = (tables["kinds"][owner].first + number,) if owner in tables["kinds"] else ()
            for piece in pieces:
                seen[piece] = self.recognisers(S, piece, in_passing)
        return seen

    def _onlookers(self, S: Slots, slot: int) -> int:
        """The players who see a counter or mark."""
        whose, number, also_see = memory_owners(self.program)[slot - LOST - 1]
        if whose == "player":
            return 1 << number
        if whose == "piece":
            reads, zone = self.program.tracked.names["reads"], self._outer(S, number)[1]
            readers = [player for player in range(self.program.players) if reads(S, player, also_see, zone)]
            return self.recognisers(S, number) | sum(1 << player for player in readers)
        return (1 << self.program.players) - 1 if whose else 0

    def viewers(self, S: Slots, piece: int) -> int:
        """The players who know where a piece is, as a mask."""
        piece, zone = self._outer(S, piece)
        return self._may_look(S, piece, zone) | sum(
            1 << player for player, known in enumerate(self.known) if known >> piece & 1
        )

    def recognisers(self, S: Slots, piece: int, in_passing: bool = False) -> int:
        """The players who know which piece this is when somebody takes it, as a mask.

        That a piece is in somebody's hand does not tell which card of that hand it is: only where pieces lie in order,
        or one alone, is what is known recognised; and `in_passing` what is held up.
        """
        outer, zone = self._outer(S, piece)
        content = S[zone]
        if not isinstance(content, int) or content == 1 << outer:
            return self.viewers(S, piece)
        return self._may_look(S, outer, zone) | (self._held_up_to(outer) if in_passing else 0)

    def _held_up_to(self, piece: int) -> int:
        """Return the mask of the players before whose eyes a piece is held up."""
        return sum(1 << player for player, held_up in enumerate(self.held_up) if held_up >> piece & 1)

    def _outer(self, S: Slots, piece: int) -> tuple[int, int]:
        """The piece itself, or that it is a part of, with the zone it lies in."""
        whole = self.program.tables["whole"][piece]
        outer = piece if whole < 0 else whole
        return outer, S[self.program.tables["location"] + outer]

    def _is_closed_order(self, S: Slots, zone: int) -> bool:
        """Return True if pieces lie in an order there that others do not follow when somebody takes some out."""
        see = self.program.tables["zones"][zone - self.program.tables["zones_from"]].see
        content = S[zone]
        return isinstance(content, tuple) and len(content) > 1 and see in ("nobody", "owner", "others")

    def _may_look(self, S: Slots, piece: int, zone: int) -> int:
        """The players who may look at a piece that lies in a zone, as a mask."""
        found = self.program.tracked.names["onlookers"](S, piece, zone)
        return int(found & (1 << self.program.players) - 1)
