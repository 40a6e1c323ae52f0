"""Queries on a log: earlier entries of an event, and pieces that an entry made visible."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import make_possessive
from cardwright.phrases.log_phrases import Stretch, tells_other_side
from cardwright.query.log_events import CounterChange, Event, MovedPiece, render_owner
from cardwright.runtime.log_and_snapshot_records import LogEntry, MemoryChange
from cardwright.runtime.primitives.zones import zone_holder
from cardwright.state_slots_and_table_rows import NO_NUMBER, ProcedureRow, ProgramTables

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

# Entries without a text of their own, and choices (of a player, or forced).
SIGNS = ("count", "change")
CHOICES = ("answer", "taken")
# A secret answer that is revealed.
OPENED = "opened"
ANSWERS = (*CHOICES, OPENED)
# Entries about changes of the powers of a piece.
POWERS = ("gained", "regained", "resting", "bears")


def find_last_event(state: Position, word: str) -> LogEntry | None:
    """Return the log entry of the last event of a procedure, or None."""
    tracked = state.retracked()
    procedures = tracked.program.tables.procedures
    log = tracked.tracker.log
    return next(
        (each for each in reversed(log) if each.kind == "begin" and procedures[each.what[0]].word == word), None
    )


def find_controller(state: Position, slot: int) -> int | None:
    """Return the player who controls the piece that a zone is on now; None if nobody does."""
    holder = int(zone_holder(state.variant.context, state.slots, slot))
    return holder if holder >= 0 else None


def find_earlier(log: Sequence[LogEntry], entry: LogEntry) -> Iterable[LogEntry]:
    """Yield the entries of the same event that come before an entry, newest first."""
    place = next(place for place in range(len(log) - 1, -1, -1) if log[place] is entry)
    for before in reversed(log[:place]):
        if before.depth < entry.depth:
            return
        if before.depth == entry.depth:
            yield before


def add_seen(
    entry: LogEntry, log: Sequence[LogEntry], after: int, hides: Callable[[LogEntry], bool] = lambda entry: False
) -> LogEntry:
    """Return an entry in which pieces also count as seen by the players who see them in its consequences.

    Later entries reveal the pieces to these players anyway. Those behind an answer that is not hidden do not count: the
    entry has been told before, and what was told stays as it is.
    """
    if entry.kind not in ("begin", "power") or not entry.seen:
        return entry
    seen = dict(entry.seen)
    for place in range(after, len(log)):
        if log[place].depth <= entry.depth or (log[place].kind == "answer" and not hides(log[place])):
            break
        if log[place].kind in ("move", "turn", "show"):
            for piece, players in log[place].seen.items():
                seen[piece] = seen.get(piece, 0) | players
    own = {piece: seen[piece] for piece in entry.seen}
    return entry if own == entry.seen else replace(entry, seen=own)


# Length of the beginning of two phrases that is compared first: most events have different ones.
SURE = 2
SplitText = Callable[[LogEntry], Sequence[Stretch]]


def says_again(entry: LogEntry, cause: LogEntry, rows: Sequence[ProcedureRow], split: SplitText) -> bool:
    """Return True if the text of a procedure's cause, another procedure, already contains all that its text says."""
    its, whole = (rows[each.what[0]].phrase for each in (entry, cause))
    if entry.player == cause.player:
        own = split(entry) if its[:SURE] == whole[:SURE] else ()
        return bool(own) and split(cause)[: len(own)] == own
    named = zip(rows[cause.what[0]].params, cause.what[1], strict=False)
    is_named = any(base == "player" and value == entry.player for (_, base, _), value in named)
    return is_named and tells_other_side(split(entry), split(cause))


def order_simultaneous(sees: Callable[[int, LogEntry], bool], log: Sequence[LogEntry]) -> list[LogEntry]:
    """Return a log in which the order of simultaneous moves reveals nothing: pieces that viewers see come first."""
    found: list[LogEntry] = []
    for _, moves in groupby(log, lambda entry: (entry.kind, entry.depth, entry.what[1:])):
        together = list(moves)
        if together[0].kind == "move":
            together.sort(key=lambda entry: not sees(entry.what[0], entry))
        found += together
    return found


@dataclass(slots=True)
class GoingOn:
    """An event whose consequences are still being added below it in the log tree."""

    event: Event
    entry: LogEntry
    rendered: bool = False
    names: dict[str, int] | None = None

    @property
    def is_procedure(self) -> bool:
        """True for a procedure."""
        return self.entry.kind == "begin"


def list_affected_players(
    tables: ProgramTables, entry: LogEntry, carried: MovedPiece | None, viewers: Collection[int] | None
) -> list[int]:
    """Return the players that an entry affects, besides the player who acts, as far as `viewers` hear of them.

    `carried` is the move that the entry tells of, if any.
    """
    if carried is not None:
        return [player for player in (carried.giver, carried.taker) if player is not None]
    if entry.kind == "show":
        return [player for player in entry.what[1] if entry.heard == -1 or viewers is None or player in viewers]
    if entry.kind in CHOICES:
        base, thing = tables.sites[entry.what[0]].thing(entry.what[1])
        return [thing] if base == "player" and thing >= 0 else []
    if entry.kind in POWERS:
        return [entry.what[-1]] if entry.what[-1] >= 0 else []
    if entry.kind != "begin":
        return []
    number, roles = entry.what
    arguments = zip(tables.procedures[number].params, roles, strict=False)
    named = [
        value if base == "list player" else (value,) for (_, base, _), value in arguments if base.endswith("player")
    ]
    return [player for players in named for player in players if 0 <= player != entry.player]


def is_aloud(entry: LogEntry, players: int) -> bool:
    """Return True if all players hear of an entry, or see the memory whose change it is."""
    return entry.heard == -1 and (entry.kind != "count" or entry.what[-1] == (1 << players) - 1)


class EventsWithoutCause:
    """Events of which viewers hear, but not of what caused them, such as the power of a hidden card.

    Where they stand among others would tell the cause, so they are added at the next decision, when their effect shows.
    """

    def __init__(self, roots: list[Event]) -> None:
        self.roots = roots
        self._unheard: list[int] = []
        self._waiting: list[tuple[list[Event], list[GoingOn]]] = []

    def reach(self, entry: LogEntry, going_on: Sequence[GoingOn]) -> None:
        """Add what waits if an entry answers a decision."""
        while self._unheard and self._unheard[-1] >= entry.depth:
            self._unheard.pop()
        if entry.kind == "answer":
            self.end(going_on)

    def skip(self, entry: LogEntry) -> None:
        """Note an entry of which viewers do not hear."""
        if entry.kind == "begin":
            self._unheard.append(entry.depth)

    def hides_cause(self, entry: LogEntry, going_on: Sequence[GoingOn], is_known: Callable[[LogEntry], bool]) -> bool:
        """Return True if viewers do not hear of an event in progress since the last one that was rendered.

        Also returns True for a secret showing or silent event that belongs to what everybody hears of.
        """
        around = any(each.entry.kind == "power" or each.entry.heard != -1 for each in going_on)
        if entry.kind in ("show", "begin") and not around:
            return True
        last = max((place for place, each in enumerate(going_on, 1) if each.rendered), default=0)
        depth = going_on[last - 1].entry.depth if last else -1
        return any(each > depth for each in self._unheard) or any(
            each.entry.kind == "power" and not is_known(each.entry) for each in going_on[last:]
        )

    def begin(self, going_on: Sequence[GoingOn]) -> list[Event]:
        """Return a list for events that are to wait."""
        self._waiting.append(([], [each for each in going_on if each.rendered]))
        return self._waiting[-1][0]

    def end(self, going_on: Sequence[GoingOn]) -> None:
        """Add what waits to the innermost event that was in progress then and still is."""
        for events, around in self._waiting:
            common = [each.event.children for each in going_on if any(each is then for then in around)]
            (common[-1] if common else self.roots).extend(events)
        self._waiting.clear()


def _describe_change(state: Position, change: MemoryChange, before: int) -> CounterChange:
    """Return the change of memory in a log entry, from the value `before`. A piece that it is on is not named."""
    slot, after = change.slot, change.after
    tables = state.program.tables
    memory = max((row for row in tables.memory if row.base <= slot), key=lambda row: row.base)
    place = slot - memory.base
    index = memory.per[place % memory.width].replace("_", " ") if memory.per else ""
    whose = place // memory.width if memory.owner == "player" else None
    title, said = f"{memory.title} {index}" if index else memory.title, ""
    if memory.type != "number" or NO_NUMBER in (before, after):
        said = _describe_new_value(state, memory.type, title, before, after)
        before, after = 0, 1
    word = "" if memory.owner in tables.kinds else memory.word
    return CounterChange(whose, title, before, after, word, index, said)


def _describe_new_value(state: Position, base: str, title: str, before: Any, after: Any) -> str:
    """Return how memory has changed that is no number: `hit by P2`, `bidder nobody → P1`, `no longer open`."""
    if base == "yes_no":
        return title if after else f"no longer {title}"
    if base.startswith("list "):
        names = state.program.naming
        new, gone = ([each for each in one if each not in other] for one, other in ((after, before), (before, after)))
        parts = [f"{title} {names.value(base, new)}"] if new else []
        return ", ".join([*parts, *([f"no longer {title} {names.value(base, gone)}"] if gone else [])])
    was, now = (_name_value(state, base, value) for value in (before, after))
    return f"{title} {was} → {now}"


def _name_value(state: Position, base: str, value: int) -> str:
    missing = value == NO_NUMBER if base == "number" else value < 0
    return "none" if missing else state.program.naming.value(base, value)


def attach_change(
    state: Position,
    going_on: Sequence[GoingOn],
    roots: list[Event],
    entry: LogEntry,
    name: Callable[[int, LogEntry], str],
    openly: bool,
) -> None:
    """Add the change of a counter to the event that made it, which is the last one in `going_on`.

    The change becomes an event of its own in three cases: the event that made it began before this part of the log; a
    consequence of that event has changed the counter already, as the log lists the values of a counter in order of
    time; or somebody has answered during the event, so that it has been told already. `name` renders the piece that a
    counter is on. `openly` is True for a log of everything, also of values that nobody could see.
    """
    made = MemoryChange(*entry.what)
    change = _describe_change(state, made, made.before if openly else made.told_from)
    for piece in entry.seen:
        title = f"{make_possessive(name(piece, entry))} {change.title}"
        change = replace(change, title=title, said=change.said and f"{name(piece, entry)}: {change.said}")
    event = going_on[-1].event if going_on else None
    if event is not None:
        event.quiet = False
        if made.implied:
            event.implied = [*event.implied, change]
        elif not any(_has_answer(below) or _changes(below, change) for below in event.children):
            event.counts = [*event.counts, change]
            return
    if made.implied:
        return
    text = f"{render_owner(change, None)}{change.text}"
    (roots if event is None else event.children).append(
        Event(text, entry.depth, None, counts=[change], says_counts=True)
    )


def _has_answer(event: Event) -> bool:
    return event.answer is not None or any(map(_has_answer, event.children))


def _changes(event: Event, change: CounterChange) -> bool:
    """Return True if an event or one of its consequences has changed a counter."""
    own = any((each.player, each.title) == (change.player, change.title) for each in event.counts)
    return own or any(_changes(below, change) for below in event.children)
