"""What is going on at a place of a log: events in the course of which others happen."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.inspect.events import Event
from cardwright.runtime.written import Entry


@dataclass(slots=True)
class GoingOn:
    """An event in the course of which others happen, its entry in the log, and whether it is in the tree already.

    `names` are what its roles name and what came of it has not told yet, where that was asked.
    """

    event: Event
    entry: Entry
    told: bool = False
    names: dict[str, int] | None = None

    @property
    def deed(self) -> bool:
        """Whether somebody did something, or a step began."""
        return self.entry.kind == "begin"
