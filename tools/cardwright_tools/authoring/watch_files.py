"""Watcher for `cardwright validate --watch`: checks again after every save."""

import shutil
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from pathlib import Path

from cardwright import check_paths
from cardwright.game.loading import list_game_places
from cardwright.phrases.inflection import count_noun
from cardwright.source.diagnostics import Diagnostic, sort_diagnostics
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.positions import SourceFile
from cardwright_tools.cli.errors import FINDINGS, OK
from cardwright_tools.cli.standard_output import clear_screen, print_lines, shows_colour

LOOK = 0.04  # seconds between two checks of the files
SETTLE = 0.01  # seconds without a change after which a file counts as complete

Signature = tuple[tuple[str, int, int], ...]
Findings = tuple[list[Diagnostic], dict[str, SourceFile]]


class Watch:
    """Watcher of files, grouped by the path that the author named or by game."""

    def __init__(self, paths: Sequence[Path]) -> None:
        self.paths = list(paths)
        self._checked: dict[Path, tuple[Signature, Findings]] = {}
        self._read: dict[Path, set[Path]] = {}

    def signatures(self) -> dict[Path, Signature]:
        """Return a signature for each path or game; it changes whenever one of the files changes."""
        return {target: tuple(_stamp(file) for file in files) for target, files in self._list_targets().items()}

    def changed(self) -> bool:
        """Return True if a file has changed since the last check."""
        return {target: signature for target, (signature, _) in self._checked.items()} != self.signatures()

    def settled(self) -> dict[Path, Signature]:
        """Wait until the files have not changed for a moment, and return their signatures."""
        before = self.signatures()
        while True:
            time.sleep(SETTLE)
            now = self.signatures()
            if now == before:
                return now
            before = now

    def check(self, signatures: dict[Path, Signature]) -> Findings:
        """Return all diagnostics; unchanged paths are not checked again."""
        found: list[Diagnostic] = []
        files: dict[str, SourceFile] = {}
        for target, signature in signatures.items():
            before = self._checked.get(target)
            if before is None or before[0] != signature:
                result = check_paths([target])
                self._read[target] = {Path(name) for name in result[1]}
                before = self._checked[target] = (self._update_signature(target, signature), result)
            found += before[1][0]
            files.update(before[1][1])
        return sort_diagnostics(found), files

    def _update_signature(self, target: Path, before: Signature) -> Signature:
        """Return the signature for the next comparison, including the files that the check has read.

        If a file changed during the check, `before` is returned, so that the next comparison finds the change.
        """
        now = self.signatures()[target]
        return now if set(before) <= set(now) else before

    def _list_targets(self) -> dict[Path, list[Path]]:
        if not self.paths:
            return {place.folder: place.every_file() for place in list_game_places().values()}
        return {path: self._list_files(path) for path in self.paths}

    def _list_files(self, path: Path) -> list[Path]:
        """Return the files that a check of a path reads, and all other YAML files in the same folders."""
        own = sorted(path.rglob("*.yaml")) if path.is_dir() else [path]
        read = self._read.get(path, set())
        beside = [file for folder in sorted({file.parent for file in read}) for file in sorted(folder.glob("*.yaml"))]
        return list(dict.fromkeys([*own, *sorted(read), *beside]))


def watch(paths: Sequence[Path], pause: Callable[[float], None] = time.sleep) -> int:
    """Check again whenever a file changes, until Ctrl-C; return the exit code of the last check."""
    watched = Watch(paths)
    found: list[Diagnostic] = []
    try:
        while True:
            if watched.changed():
                signatures = watched.settled()
                begun = time.perf_counter()
                found, files = watched.check(signatures)
                took = time.perf_counter() - begun
                _show(found, files, took, len({stamp for one in watched.signatures().values() for stamp in one}))
            pause(LOOK)
    except KeyboardInterrupt:
        return FINDINGS if found else OK


def _show(found: list[Diagnostic], files: dict[str, SourceFile], took: float, count: int) -> None:
    screen = sys.stdout.isatty()
    lines = render_text(found, files, shows_colour(sys.stdout)).rstrip("\n").split("\n") if found else []
    if screen:
        clear_screen()
        room = max(5, shutil.get_terminal_size().lines - 3)
        if len(lines) > room:
            lines = [*lines[: room - 1], f"... and {len(lines) - room + 1} lines more"]
    for line in lines:
        print_lines(line, styled=True)
    watching = f"{count_noun(count, 'file')} watched, checked in {took * 1000:.0f} ms; Ctrl-C ends"
    print_lines(f"{time.strftime('%H:%M:%S')} {summarize(found)} ({watching})")
    sys.stdout.flush()


def _stamp(file: Path) -> tuple[str, int, int]:
    try:
        status = file.stat()
    except OSError:
        return (file.as_posix(), 0, -1)
    return (file.as_posix(), status.st_mtime_ns, status.st_size)


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
