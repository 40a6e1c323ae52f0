"""Raw records of a tracked game: log entries, memory changes, forced choices, powers, snapshots."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, NamedTuple

from cardwright.state_slots_and_table_rows import NOT_PUBLIC, PUBLIC_VALUE, Slots

if TYPE_CHECKING:
    from cardwright.runtime.program import Program


@dataclass(slots=True)
class LogEntry:
    """A raw entry of the log; `kind` says what it records: an event, an answer, a move, a changed counter and so on.

    - `kind`: `count` for memory whose changes the log keeps, `change` for any other effect of a power
    - `seen`: for each piece mentioned, the players who know which piece it was, as a bitset
    - `heard`: the players who hear of a private roll, a silent event or a secret showing, as a bitset; -1: all
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
        owner, width = memory.owner, memory.width
        first, count = program.tables.kinds.get(owner, (0, 1 if owner == "table" else program.players))[:2]
        for number in range(first, first + count):
            open_to = "piece" if owner in program.tables.kinds else "everybody"
            whose = {"everyone": open_to, "owner": "player", "nobody": ""}[memory.see]
            found += [(whose, number, memory.also_see)] * width
    return tuple(found)


class MemoryChange(NamedTuple):
    """A change of memory, in a log entry.

    - `implied`: 1 if the change follows from the event that makes it, so that the log need not show it
    - `public`: what every player can compute of it at once: NOT_PUBLIC, PUBLIC_VALUE or PUBLIC_AMOUNT
    - `told_from`: the value from which the log tells the change; `after` if it does not tell the change at all
    - `onlookers`: the players who see the memory, as a bitset
    """

    slot: int
    before: int
    after: int
    implied: int
    public: int
    told_from: int
    onlookers: int


def settle_changes(log: list[LogEntry], since: int, S: Slots, find_onlookers: Callable[[Slots, int], int]) -> None:
    """Decide what the log tells of the changes from entry `since` to the present decision.

    Memory lies open at decisions only. So a value that no player could compute at once, and that has changed again, was
    never seen: the log tells one change instead, from the last value seen or computed to the next.
    """
    places: dict[int, list[int]] = {}
    for place in range(since, len(log)):
        if log[place].kind == "count":
            places.setdefault(log[place].what[0], []).append(place)
    for slot, its in places.items():
        changes = [MemoryChange(*log[place].what) for place in its]
        if all(change.public != NOT_PUBLIC for change in changes):
            continue
        onlookers = find_onlookers(S, slot)
        for first, end in _split_at_known_values(changes):
            stays = S[slot] == changes[-1].after if end == len(changes) else changes[end - 1].public == PUBLIC_VALUE
            changes[first:end] = _merge_unseen(changes[first:end], onlookers if stays else 0)
        for place, change in zip(its, changes, strict=True):
            log[place] = replace(log[place], what=change)


def _split_at_known_values(changes: Sequence[MemoryChange]) -> Iterator[tuple[int, int]]:
    """Yield parts of the changes of one slot as `(first, end)`; before each, all players can compute the value.

    A part begins after a public value, or where the memory was reset.
    """
    first = 0
    for end in range(1, len(changes) + 1):
        is_last = end == len(changes)
        if is_last or changes[end - 1].public == PUBLIC_VALUE or changes[end].before != changes[end - 1].after:
            yield first, end
            first = end


def _merge_unseen(changes: Sequence[MemoryChange], onlookers: int) -> list[MemoryChange]:
    """Return changes of which the last tells of all between two values that players can compute.

    `onlookers` are the players who see the memory after the last change; if nobody does, the changes are not told.
    """
    found = list(changes)
    unsure = [number for number, change in enumerate(changes) if change.public == NOT_PUBLIC]
    if not unsure:
        return found
    first = unsure[0]
    last = unsure[-1] if onlookers and changes[-1].public != PUBLIC_VALUE else len(changes) - 1
    for number in range(first, last + 1):
        found[number] = changes[number]._replace(told_from=changes[number].after, onlookers=0)
    told_from = changes[first].before
    if onlookers and told_from != changes[last].after:
        implied = min(change.implied for change in changes[first : last + 1])
        seen = changes[last].onlookers & onlookers
        found[last] = changes[last]._replace(told_from=told_from, implied=implied, onlookers=seen)
    return found
