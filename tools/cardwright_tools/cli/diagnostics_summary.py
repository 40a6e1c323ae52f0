"""Summary line for diagnostics, and the source files they quote."""

from collections.abc import Iterable
from pathlib import Path

from cardwright.phrases.inflection import count_noun
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.positions import SourceFile
from cardwright.source.read_with_size_limit import read_text


def summarize(found: Iterable[Diagnostic]) -> str:
    """Return one line that counts errors, warnings and their files."""
    listed = list(found)
    if not listed:
        return "no mistakes found"
    errors = sum(diagnostic.severity == "error" for diagnostic in listed)
    warnings = len(listed) - errors
    parts = [count_noun(errors, "error")] if errors else []
    parts += [count_noun(warnings, "warning")] if warnings else []
    return f"{' and '.join(parts)} in {count_noun(len({one.span.path for one in listed}), 'file')}"


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
