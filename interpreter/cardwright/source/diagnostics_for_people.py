"""Diagnostics for people: a line that tools can parse, the source line, and a caret."""

from collections.abc import Iterable, Mapping
from pathlib import Path

from cardwright.source.diagnostics import Diagnostic, DiagnosticNote
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_with_size_limit import read_text

_TAB_WIDTH = 4
_MAX_CELLS = 120
_GUTTER = 5

_RESET = "\x1b[0m"
_BOLD = "\x1b[1m"
_BLUE = "\x1b[34m"
_CYAN = "\x1b[36m"
_SEVERITY = {"error": "\x1b[1;31m", "warning": "\x1b[1;33m"}


def render_text(diagnostics: Iterable[Diagnostic], files: Mapping[str, SourceFile], color: bool) -> str:
    """Return diagnostics as text, separated by blank lines; source lines are shown if their file is in `files`."""
    return "\n".join(_render(diagnostic, files, _Paint(color)) for diagnostic in diagnostics)


def read_quoted_files(found: Iterable[Diagnostic]) -> dict[str, SourceFile]:
    """Read the files that diagnostics point into; unreadable ones are left out."""
    spans = [one.span for one in found] + [note.span for one in found for note in one.notes if note.span]
    files = {}
    for path in {span.path for span in spans}:
        try:
            files[path] = SourceFile(path, read_text(Path(path)))
        except OSError:
            continue
    return files


class _Paint:
    def __init__(self, color: bool) -> None:
        self._color = color

    def __call__(self, text: str, style: str) -> str:
        return f"{style}{text}{_RESET}" if self._color and text else text


def _render(diagnostic: Diagnostic, files: Mapping[str, SourceFile], paint: _Paint) -> str:
    style = _SEVERITY[diagnostic.severity]
    place = paint(_escape_controls(str(diagnostic.span)), _BOLD)
    kind = paint(f"{diagnostic.severity}[{diagnostic.code}]", style)
    lines = [f"{place}: {kind}: {_escape_controls(diagnostic.message)}"]
    file = files.get(diagnostic.span.path)
    if file and 1 <= diagnostic.span.line <= file.line_count and file.text:
        lines += _render_excerpt(file, diagnostic.span, _escape_controls(diagnostic.label), style, paint)
    elif diagnostic.label:
        lines.append(f"  {_escape_controls(diagnostic.label)}")
    lines += [_render_note(note, paint) for note in diagnostic.notes]
    return "\n".join(lines) + "\n"


def _render_note(note: DiagnosticNote, paint: _Paint) -> str:
    place = f"{_escape_controls(str(note.span))}: " if note.span else ""
    return f"  {place}{paint('note', _CYAN)}: {_escape_controls(note.message)}"


def _render_excerpt(file: SourceFile, span: Span, label: str, style: str, paint: _Paint) -> list[str]:
    line = file.line(span.line)
    first = min(span.column - 1, len(line))
    last = min(span.end_column - 1, len(line)) if span.end_line == span.line else len(line)
    cells = [_render_cell(character) for character in line]
    _widen_tabs(line, cells)
    start, stop = _choose_visible_part([width for _, width in cells], first, max(first, last))
    shown = "".join(text for text, _ in cells[start:stop])
    head = "…" if start else ""
    tail = "…" if stop < len(line) else ""
    margin = len(head) + sum(width for _, width in cells[start:first])
    carets = max(1, sum(width for _, width in cells[first : min(last, stop)]))
    number = str(span.line).rjust(_GUTTER)
    bar = paint("|", _BLUE)
    marks = paint(" ".join(filter(None, ("^" * carets, label))), style)
    return [
        f"{paint(number, _BLUE)} {bar} {head}{shown}{tail}".rstrip(),
        f"{' ' * len(number)} {bar} {' ' * margin}{marks}",
    ]


def _render_cell(character: str) -> tuple[str, int]:
    """Return the displayed form of a character, and the number of terminal cells that it takes."""
    if character.isascii():
        return (character, 1) if character.isprintable() else ("�", 1)
    import unicodedata

    category = unicodedata.category(character)
    if category in ("Mn", "Me"):
        return character, 0
    if category == "Cf":
        # joiners belong to scripts and emojis; other format characters could reverse the line
        return (character, 0) if character in "\u200c\u200d" else ("�", 1)
    if category in ("Cc", "Cs", "Zl", "Zp"):
        return "�", 1
    return character, 2 if unicodedata.east_asian_width(character) in ("W", "F") else 1


def _widen_tabs(line: str, cells: list[tuple[str, int]]) -> None:
    if "\t" not in line:
        return
    column = 0
    for i, character in enumerate(line):
        if character == "\t":
            width = _TAB_WIDTH - column % _TAB_WIDTH
            cells[i] = (" " * width, width)
        column += cells[i][1]


def _choose_visible_part(widths: list[int], first: int, last: int) -> tuple[int, int]:
    """Return (first, end) of the part of a long line to show; it contains the characters from `first` to `last`."""
    if sum(widths) <= _MAX_CELLS:
        return 0, len(widths)
    start, room = first, _MAX_CELLS // 3
    while start > 0 and room > 0:
        start -= 1
        room -= widths[start]
    stop, room = start, _MAX_CELLS
    while stop < len(widths) and room > 0:
        room -= widths[stop]
        stop += 1
    return start, max(stop, min(first + 1, len(widths), max(first, last)))


def _escape_controls(text: str) -> str:
    """Return a message without line breaks and control characters."""
    if text.isprintable():
        return text
    return "".join(character if _is_harmless(character) else repr(character)[1:-1] for character in text)


def _is_harmless(character: str) -> bool:
    return character.isprintable() or character in "\u200c\u200d\xa0\u3000"
