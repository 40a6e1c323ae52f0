"""A generated game as lines of YAML, of which some can be taken away again: each optional part knows its lines."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from cardwright import CardwrightError, check_paths, load_game
from cardwright.source.diagnostics import Diagnostic

# What belongs to no optional part.
NEEDED = ""
# Behind the name of a part: what stands there when all in it was taken away.
ELSE = "/else"


@dataclass
class Source:
    """A file that is being put together; `parts` names the optional part of each line."""

    path: str
    lines: list[str] = field(default_factory=list)
    parts: list[str] = field(default_factory=list)

    def add(self, text: str, part: str = NEEDED, indent: int = 0) -> None:
        """Add a text of one line or several that belong to a part."""
        for line in text.split("\n"):
            self.lines.append(" " * indent + line if line else "")
            self.parts.append(part)

    def without(self, dropped: Iterable[str]) -> str:
        """Return the text of the file without some parts."""
        gone = {*dropped} - {NEEDED}
        return "\n".join(line for line, _ in self._kept(gone)) + "\n"

    def part_at(self, line: int, dropped: Iterable[str]) -> str:
        """Return the part that a line of `without(dropped)` belongs to, counted from 1; `NEEDED` for none."""
        kept = [*self._kept({*dropped} - {NEEDED})]
        if not 0 < line <= len(kept):
            return NEEDED
        text, part = kept[line - 1]
        if part == NEEDED:  # a mistake of what is needed may come from an optional field of it
            deep = len(text) - len(text.lstrip())
            for inner, other in kept[line:]:
                if len(inner) - len(inner.lstrip()) <= deep:
                    break
                if other != NEEDED:
                    return other
            for inner, other in reversed(kept[: line - 1]):
                if len(inner) - len(inner.lstrip()) < deep:
                    break
                if other != NEEDED and len(inner) - len(inner.lstrip()) == deep:
                    return other
        return part

    def _kept(self, gone: set[str]) -> Iterator[tuple[str, str]]:
        kept = [
            (line, part) for line, part in zip(self.lines, self.parts, strict=True) if not {part, _whole(part)} & gone
        ]
        full = {_whole(part) for _, part in kept if "/" in part and not part.endswith(ELSE)}
        return ((line, part) for line, part in kept if not (part.endswith(ELSE) and _whole(part) in full))


def _whole(part: str) -> str:
    """The part that another one is in: a definition, of which some statements can be taken away."""
    return part.partition("/")[0]


@dataclass
class Files:
    """The files of a game."""

    name: str
    sources: list[Source] = field(default_factory=list)
    dropped: set[str] = field(default_factory=set)

    def write(self, folder: Path) -> Path:
        """Write all files as they are now; return the folder of the game."""
        place = folder / self.name
        for source in self.sources:
            path = place / source.path
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(source.without(self.dropped), encoding="utf-8")
        return place

    def part_at(self, path: Path, line: int) -> str:
        """Return the optional part that a line of a written file belongs to."""
        for source in self.sources:
            if path.as_posix().endswith(f"{self.name}/{source.path}"):
                return source.part_at(line, self.dropped)
        return NEEDED

    @property
    def parts(self) -> set[str]:
        """All optional parts that are there."""
        return {part for source in self.sources for part in source.parts} - {NEEDED} - self.dropped


def find_errors(folder: Path) -> list[Diagnostic]:
    """The errors of a game as it is loaded and, if it has sets that need not be played, of all its files."""
    try:
        load_game(folder)
    except CardwrightError as error:
        return [each for each in error.diagnostics if each.severity == "error"]
    if sum(1 for _ in (folder / "cards").iterdir()) == 1:
        return []
    return [each for each in check_paths([folder])[0] if each.severity == "error"]
