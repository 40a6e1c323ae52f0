"""Reports on scenarios that fail."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TypeVar

from cardwright.query.log_events import Event
from cardwright.runtime.names_of_state_values import DisplayNames
from cardwright.runtime.primitives.bitsets import ids
from cardwright.scenarios.answers import ScenarioQuestion
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.source.positions import Span

SCENARIO_FAILED = declare_code("scenario-failed")

T = TypeVar("T")
FailureReport = tuple[tuple[str, ...], tuple[str, ...]]

LOG_LINES = 60
MAX_DEPTH = 20


@dataclass(frozen=True, slots=True)
class ScenarioFailure:
    """A failed scenario: the position and message of each failure, and the decision and log at the first."""

    diagnostics: tuple[Diagnostic, ...]
    asked: tuple[str, ...] = ()
    log: tuple[str, ...] = ()

    @property
    def diagnostic(self) -> Diagnostic:
        """The first failure."""
        return self.diagnostics[0]

    def lines(self) -> list[str]:
        """Return the decision and the log as lines, to be shown below the diagnostic."""
        asked = self.asked or ("there is no decision",)
        happened = self.log or ("nothing",)
        return ["Then:", *(f"  {line}" for line in asked), "What happened before:", *(f"  {line}" for line in happened)]


class UnmetError(Exception):
    """Error for a step or condition of a scenario that failed."""

    def __init__(self, message: str, span: Span, label: str = "", notes: tuple[str, ...] = ()) -> None:
        super().__init__(message)
        self.diagnostic = Diagnostic(
            SCENARIO_FAILED, message, span, label, tuple(DiagnosticNote(note) for note in notes)
        )


def render_last_events(events: list[Event]) -> tuple[str, ...]:
    """Return the last lines of a log, indented.

    Written as a loop, because an endless execution is nested too deeply for recursion.
    """
    lines: list[tuple[int, str]] = []
    left = [(0, event) for event in reversed(events)]
    while left:
        level, event = left.pop()
        lines.append((level, event.text))
        left += [(level + 1, child) for child in reversed(event.children)]
    shown = lines[-LOG_LINES:]
    outermost = min((level for level, _ in shown), default=0)
    rendered = [f"{'  ' * min(level - outermost, MAX_DEPTH)}{text}" for level, text in shown]
    return (f"... {len(lines) - LOG_LINES} lines before", *rendered) if len(lines) > LOG_LINES else tuple(rendered)


def render_options(question: ScenarioQuestion) -> str:
    """Return a text with the options of a question."""
    return f"offered: {', '.join(option.key for option in question.decision.options)}"


def compare_lists(verb: str, expected: list[str], found: list[str]) -> tuple[str, ...]:
    """Return notes on expected values that are missing, and on values that were not expected."""
    missing, surplus = _subtract(expected, found), _subtract(found, expected)
    notes = [f"not {verb}: {', '.join(missing)}"] if missing else []
    return (*notes, *([f"{verb} as well: {', '.join(surplus)}"] if surplus else []))


def _subtract(words: Sequence[T], gone: Sequence[T]) -> list[T]:
    left = list(words)
    for word in gone:
        if word in left:
            left.remove(word)
    return left


def join_seats(numbers: Sequence[int]) -> str:
    """Join the names of players."""
    return ", ".join(f"P{number + 1}" for number in sorted(numbers)) or "nobody"


Items = tuple[str, str, tuple[int, ...]]


def list_items(base: str, value: object) -> tuple[int, ...]:
    """Return the items of a value of type `base` in order; if it is no list, a tuple of the value itself."""
    if isinstance(value, Sequence) and not isinstance(value, str):
        return tuple(value)
    assert isinstance(value, int)
    return ids(value) if base.startswith(("list", "mask")) else (value,)


def explain_difference(names: DisplayNames, zones: Mapping[int, str], left: Items, right: Items) -> tuple[str, ...]:
    """Return notes on what distinguishes two lists with equal texts: their order, or the copies in them.

    `left` and `right` are `(text, type, items)`. `zones` are the titles of the zones that the pieces are in.
    """
    if sorted(left[2]) == sorted(right[2]):
        if left[2] == right[2]:
            return ()
        orders = (f"{text} in order: {_render_in_order(names, base, items)}" for text, base, items in (left, right))
        return ("the order differs", *orders)
    if "piece" not in left[1]:
        return ()
    others = (left[0], _subtract(left[2], right[2])), (right[0], _subtract(right[2], left[2]))
    copies = (f"only {text} has {_render_places(names, zones, pieces)}" for text, pieces in others if pieces)
    return ("the copies differ", *copies)


def _render_in_order(names: DisplayNames, base: str, items: Sequence[int]) -> str:
    base = base.split(" ", 1)[-1]
    return ", ".join(copy_key(names, item) if base == "piece" else names.value(base, item) for item in items)


def _render_places(names: DisplayNames, zones: Mapping[int, str], pieces: Sequence[int]) -> str:
    """Render pieces with their copy numbers and zones: `tea#2 in the deck`."""
    return "; ".join(f"{copy_key(names, piece)} in {zones.get(piece, 'no zone')}" for piece in pieces)


def copy_key(names: DisplayNames, piece: int) -> str:
    """Return the key of a piece with the number of its copy, as scenarios write it: `tea#2`."""
    key = names.piece_key(piece)
    copies = [other for other in range(len(names.pieces)) if names.piece_key(other) == key]
    return f"{key}#{copies.index(piece) + 1}" if len(copies) > 1 else key
