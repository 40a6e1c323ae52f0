"""Raw records of a tracked game: log entries, forced choices, active powers, snapshots."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.state_slots_and_table_rows import Slots

if TYPE_CHECKING:
    from cardwright.runtime.program import Program


@dataclass(slots=True)
class LogEntry:
    """A raw entry of the log; `kind` says what it records: an event, an answer, a move, a changed counter and so on.

    - `kind`: `count` for memory whose changes the log keeps, `change` for any other effect of a power
    - `seen`: for each piece mentioned, the players who know which piece it was, as a bitset
    - `heard`: the players who learn the result of a private roll, as a bitset
    - `quiet`: True during a verb or step that the game's look lists under `quiet`
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
    """A forced choice: the only possible answer to a decision, which was taken without asking.

    `said` has a pair `(type, value)` for each value that appears in the prompt or in a title of the decision. `answers`
    is the number of answers given before. `before` is the previous forced choice; copies of a match share this chain.
    """

    before: Unasked | None
    player: int
    option: Any
    site: int
    said: list[tuple[str, Any]]
    answers: int


@dataclass(slots=True)
class PowerLogEntry:
    """A power that is being executed: its log entry, its depth, and the state before it.

    `lasting` are the modifiers with a duration that applied then.
    """

    entry: LogEntry
    depth: int
    before: Slots
    lasting: tuple[Any, ...]


class Reason(NamedTuple):
    """The value of a rule at one stage of its evaluation: before modifiers, or after the ability `entry` changed it.

    `operator` is the word of the modifier, "" before modifiers. `roles` are the arguments of the rule.
    """

    rule: int
    value: Any
    roles: tuple[Any, ...]
    entry: int = -1
    operator: str = ""


@dataclass(slots=True)
class Kept:
    """A snapshot: the state at the end of a verb or step that the game's look lists under `pause`."""

    word: str
    log_size: int
    slots: Slots
    known: list[int]


@lru_cache(maxsize=64)
def memory_owners(program: Program) -> tuple[tuple[str, int, str], ...]:
    """Return, for each memory slot, (who sees it, the number of its owner, who else sees it).

    The first value is `everybody`, `player` (the owner alone), `piece` (the players who recognise the piece it is on),
    or "" (nobody). The third value is about players who do not recognise the piece.
    """
    found: list[tuple[str, int, str]] = []
    for memory in program.tables.memory:
        owner, width, secret = memory.owner, memory.width, memory.secret
        first, count = program.tables.kinds.get(owner, (0, 1 if owner == "table" else program.players))[:2]
        for number in range(first, first + count):
            if owner in program.tables.kinds:
                whose = "" if secret else "piece"
            elif secret:
                whose = "player" if owner == "player" else ""
            else:
                whose = "everybody"
            found += [(whose, number, memory.also_see)] * width
    return tuple(found)
