"""Score sheet of a match as a table: the amounts that add up to each player's score."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from cardwright.query.score_sheet import BASE, EARLIER, ScoreLine
from cardwright.runtime.primitives.exact_numbers import Exact

if TYPE_CHECKING:
    from cardwright import State

INDENT = "  "
GAP = "  "
# Rows that stand for values before the first listed change. Such a row alone says the same as the row above it.
UNTOLD = (EARLIER, BASE)
MORE = "Type `scores` to see how they are made up."


@dataclass
class ScoreRow:
    """A row of the score sheet: its values by player, and the rows below it that add up to these values.

    `sources` has, by player, what a value without rows below it is computed from.
    """

    text: str
    values: dict[int, Exact] = field(default_factory=dict)
    because: dict[int, tuple[str, ...]] = field(default_factory=dict)
    rows: "list[ScoreRow]" = field(default_factory=list)
    sources: dict[int, str] = field(default_factory=dict)


@dataclass(frozen=True)
class SheetRow:
    """A row of a score sheet as text: its depth, its title, and one cell for each player ("" for nothing)."""

    depth: int
    text: str
    cells: tuple[str, ...]


@dataclass(frozen=True)
class ScoreSheet:
    """A score sheet: player names, rows with the totals last, and the notes to which the cells refer."""

    players: tuple[str, ...]
    rows: tuple[SheetRow, ...]
    notes: tuple[str, ...]


def build_score_sheet(state: "State") -> ScoreSheet | None:
    """Return the score sheet of a state, or None if no score has a breakdown."""
    seats = range(len(state.scores))
    total = ScoreRow("")
    for seat in seats:
        line = state.score_sheet(seat)
        total.text = line.text
        _enter(total, line, seat)
    if not total.rows:
        return None
    _add_sources(total)
    notes: list[str] = []
    rows = [each for row in total.rows for each in _list_rows(row, seats, 0, notes)]
    rows.append(SheetRow(0, total.text, tuple(str(total.values[seat]) for seat in seats)))
    return ScoreSheet(tuple(f"P{seat + 1}" for seat in seats), tuple(rows), tuple(notes))


def format_score_sheet(state: "State") -> list[str]:
    """Return the score sheet as lines of text, or [] if no score has a breakdown."""
    found = build_score_sheet(state)
    if found is None:
        return []
    cells = [("", found.players), *((f"{INDENT * row.depth}{row.text}", row.cells) for row in found.rows)]
    return [*_align_cells(cells), *(f"  {note}" for note in found.notes)]


def score_sheet_within(state: "State", room: int) -> list[str]:
    """Return the score sheet in at most `room` lines; details are left out first, then the last rows."""
    whole, found = format_score_sheet(state), build_score_sheet(state)
    if found is None or len(whole) <= room:
        return whole
    players = ("", found.players)
    *rows, total = found.rows
    for depth in range(max(row.depth for row in rows), -1, -1):
        cells = [(f"{INDENT * row.depth}{row.text}", _strip_markers(row)) for row in rows if row.depth <= depth]
        lines = [*_align_cells([players, *cells, (total.text, _strip_markers(total))]), MORE]
        if len(lines) <= room:
            return lines
    # the totals are shown with the results
    fitting = _align_cells([players, *cells, (total.text, _strip_markers(total))])[:-2][: max(0, room - 1)]
    return [*fitting, MORE] if len(fitting) > 1 else []


def _strip_markers(row: SheetRow) -> tuple[str, ...]:
    """Return the cells of a row without markers of notes."""
    return tuple(map(_number, row.cells))


def _enter(row: ScoreRow, line: ScoreLine, seat: int) -> None:
    """Add a player's line and the lines below it to a row; lines with the same name share a row."""
    row.values[seat] = row.values.get(seat, 0) + (line.value or 0)
    if line.because:
        row.because[seat] = line.because
    if not line.parts:
        row.sources[seat] = line.source
    for part in line.parts:
        inner = next((other for other in row.rows if other.text == part.text), None)
        if inner is None:
            inner = ScoreRow(part.text)
            row.rows.append(inner)
        _enter(inner, part, seat)


def _add_sources(row: ScoreRow) -> None:
    """Add, below a row and all below it, the values of players without parts to the rows of those that have parts."""
    if not any(inner.text not in UNTOLD for inner in row.rows):
        return
    for inner in row.rows:
        _add_sources(inner)
    for seat, source in row.sources.items():
        if any(seat in inner.values for inner in row.rows):
            continue
        _enter(row, ScoreLine("", 0, parts=(ScoreLine(source or BASE, row.values[seat]),)), seat)


def _list_rows(row: ScoreRow, seats: Sequence[int], depth: int, notes: list[str]) -> Iterator[SheetRow]:
    """Yield the row and those below it for display; rows without a value are left out."""
    if not any(row.values.values()):
        return
    shown = []
    for seat in seats:
        value = row.values.get(seat, 0)
        mark = ""
        if value and row.because.get(seat):
            notes.append(f"{_mark(len(notes))} with {', '.join(row.because[seat])}")
            mark = _mark(len(notes) - 1)
        shown.append(f"{value}{mark}" if seat in row.values else "")
    yield SheetRow(depth, row.text, tuple(shown))
    within = [inner for inner in row.rows if any(inner.values.values())]
    if len(within) == 1 and within[0].text in UNTOLD:
        return
    for inner in within:
        yield from _list_rows(inner, seats, depth + 1, notes)


def _mark(number: int) -> str:
    return f"[{number + 1}]"


def _align_cells(cells: Sequence[tuple[str, Sequence[str]]]) -> list[str]:
    """Align numbers in columns, with a line above the totals."""
    first = max(len(text) for text, _ in cells)
    widths = [max(len(_number(values[seat])) for _, values in cells) for seat in range(len(cells[0][1]))]
    after = [max(len(values[seat]) - len(_number(values[seat])) for _, values in cells) for seat in range(len(widths))]
    lines = []
    for text, values in cells:
        row = text.ljust(first)
        for value, width, behind in zip(values, widths, after, strict=True):
            number = _number(value)
            row += GAP + number.rjust(width) + value[len(number) :].ljust(behind)
        lines.append(row.rstrip())
    lines.insert(-1, "─" * (first + sum(widths) + sum(after) + len(GAP) * len(widths)))
    return lines


def _number(cell: str) -> str:
    return cell.partition("[")[0]
