"""What a tracker writes down: lines of the log, options taken unasked, powers at work, moments of the game."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any

Slots = list[Any]


@dataclass(slots=True)
class LogEntry:
    """One line of the log, or a sign in it that something changed: `count` for a counter of which the log tells,
    `change` for anything else a power did.

    `seen` are, for each piece mentioned, the players who know which piece it was.
    `heard` has the players who learn of a roll as a mask, if not everybody does.
    `quiet`: it happened in a verb or step that the game's look names as `quiet`.
    """

    kind: str
    depth: int
    player: int
    what: tuple[Any, ...]
    seen: dict[int, int] = field(default_factory=dict)
    only: int = -1
    heard: int = -1
    quiet: bool = False


@dataclass(slots=True)
class Unasked:
    """An option that was taken without asking because it was the only one: whose it was, and at which site.

    `said` are the values that titles of the site name, each with its type, `answers` how many answers were given
    before, `before` what was taken so before this: copies of a game share it.
    """

    before: Unasked | None
    player: int
    option: Any
    site: int
    said: list[tuple[str, Any]]
    answers: int


@dataclass(slots=True)
class PowerLogEntry:
    """A power at work: its entry in the log, how deep it stands, and all there was to change when it began.

    `lasting` are the changes of rules that were in force then.
    """

    entry: LogEntry
    depth: int
    before: Slots
    lasting: tuple[Any, ...]


@dataclass(slots=True)
class Kept:
    """The game at the end of a verb or step that the game's look names in `pause`."""

    word: str
    log_size: int
    slots: list[Any]
    known: list[int]


@lru_cache(maxsize=64)
def memory_owners(program: Any) -> tuple[tuple[str, int, str], ...]:
    """For every slot of memory who sees it: everybody, one `player`, who recognises a `piece`, or nobody ("").

    Behind whose it is stands who sees it also without seeing the piece.
    """
    found: list[tuple[str, int, str]] = []
    for memory in program.tables["memory"]:
        owner, width, secret = memory.owner, memory.width, memory.secret
        first, count = program.tables["kinds"].get(owner, (0, 1 if owner == "table" else program.players))[:2]
        for number in range(first, first + count):
            if owner in program.tables["kinds"]:
                whose = "" if secret else "piece"
            elif secret:
                whose = "player" if owner == "player" else ""
            else:
                whose = "everybody"
            found += [(whose, number, memory.also_see)] * width
    return tuple(found)
