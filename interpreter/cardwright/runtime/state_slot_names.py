"""Names for the slots of every state: the decision, the observer, chance, and zones.

The slots are a list, which generated code reads and copies fastest. All other code uses these names.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.runtime.primitives.zones import content
from cardwright.state_slots_and_table_rows import ANSWER, FINISHED, PENDING, RNG, TRACKER, TURNS, Pending, Slots

if TYPE_CHECKING:
    from cardwright.runtime.log_and_knowledge_observer import Tracker


class NamedSlots:
    """Base class of objects that hold the slots of a state; its properties read them by name."""

    __slots__ = ()
    slots: Slots

    @property
    def pending(self) -> Pending | None:
        """The pending decision as (player, values of the options, decision point); None when the game is over."""
        found: Pending | None = self.slots[PENDING]
        return found

    @pending.setter
    def pending(self, pending: Pending | None) -> None:
        self.slots[PENDING] = pending

    @property
    def finished(self) -> bool:
        """True if the game is over."""
        return self.slots[PENDING] is None

    @property
    def player(self) -> int:
        """The player who decides; -1 when the game is over."""
        pending = self.slots[PENDING]
        return -1 if pending is None else int(pending[0])

    @property
    def offered(self) -> list[Any]:
        """The values of the options; none when the game is over."""
        pending = self.pending
        return [] if pending is None else pending[1]

    @property
    def option_count(self) -> int:
        """Number of options; 0 when the game is over."""
        pending = self.slots[PENDING]
        return 0 if pending is None else len(pending[1])

    @property
    def site(self) -> int:
        """The number of the decision point; -1 when the game is over."""
        pending = self.slots[PENDING]
        return -1 if pending is None else int(pending[2])

    @property
    def tracker(self) -> Tracker:
        """The observer of a tracked match: log, knowledge and scripted chance. A plain match has none."""
        found: Tracker = self.slots[TRACKER]
        return found

    @tracker.setter
    def tracker(self, tracker: Tracker) -> None:
        self.slots[TRACKER] = tracker

    @property
    def generator(self) -> int:
        """The state of the random number generator."""
        return int(self.slots[RNG])

    @generator.setter
    def generator(self, generator: int) -> None:
        self.slots[RNG] = generator

    @property
    def ended(self) -> bool:
        """True if a rule text ended the game."""
        return bool(self.slots[FINISHED])

    @ended.setter
    def ended(self, ended: bool) -> None:
        self.slots[FINISHED] = int(ended)

    @property
    def turns(self) -> int:
        """Number of turns begun."""
        return int(self.slots[TURNS])

    def give(self, answer: Any) -> None:
        """Store the answer for the rule text that asked for it."""
        self.slots[ANSWER] = answer

    def content(self, zone: int) -> tuple[int, ...]:
        """Return the pieces of a zone; those of an unordered zone by number, lowest first."""
        return content(self.slots, zone)
