"""The command `cardwright import`, which merges a spreadsheet into the card files of a game."""

import difflib
import tempfile
from argparse import Namespace
from dataclasses import dataclass
from pathlib import Path

from cardwright import check_paths
from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_all, write_whole
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError, UsageError, convert_write_errors
from cardwright_tools.cli.game_arguments import GameSource, read_game_source
from cardwright_tools.cli.standard_output import print_lines, print_note, shorten_path
from cardwright_tools.sheets.edit_card_files import CardFile
from cardwright_tools.sheets.merge import Merge, SheetProblem
from cardwright_tools.sheets.sheet_files import read_sheet


def run(arguments: Namespace) -> int:
    """Change the card files according to the sheet; if the sheet has any error, change none."""
    source = read_game_source(arguments.game, cards_to_come=True)
    sheet = read_sheet(arguments.file)
    if not sheet.rows and not arguments.delete:
        raise UsageError(f"{arguments.file} has no cards: there is no row below the names of the columns.")
    merge = Merge(source, sheet, arguments.set, frozenset(arguments.ignore or ()), arguments.delete)
    merge.plan()
    changed = {path: text for path, text in merge.texts().items() if not path.exists() or text != _read(path)}
    problems = merge.problems or (_find_errors(source, changed, merge) if changed else [])
    if problems:
        for problem in problems:
            print_lines(f"{arguments.file}: {problem}" if problem.row else str(problem))
        print_note(f"{count_noun(len(problems), 'mistake')}; no file was changed")
        return FINDINGS
    if arguments.dry_run:
        for path, text in changed.items():
            before = _read(path) if path.exists() else ""
            name = shorten_path(str(path))
            for line in difflib.unified_diff(before.splitlines(), text.splitlines(), name, name, lineterm=""):
                print_lines(line)
    else:
        _write_files(changed)
        for path in changed:
            print_lines(f"{shorten_path(str(path))}: written")
    print_note(merge.summary(bool(arguments.dry_run)))
    return OK


def _read(path: Path) -> str:
    return read_ordinary(path).decode("utf-8-sig")


def _find_errors(source: GameSource, changed: dict[Path, str], merge: Merge) -> list[SheetProblem]:
    """Return the errors that `cardwright validate` finds in the changed files, with positions in the sheet."""
    with tempfile.TemporaryDirectory() as folder:
        copy = _copy_with_changes(source, changed, resolve_path(Path(folder)))
        found, _ = check_paths(copy.folders)
        errors = [one for one in found if one.severity == "error"]
        read = {path: CardFile.read(copy.of(path)) for path in changed}
        return [_convert_to_problem(one, copy, read, merge) for one in errors]


@dataclass(frozen=True, slots=True)
class _Copy:
    """A temporary copy of a game; `places` maps each folder of the copy to the original folder."""

    places: dict[Path, Path]

    @property
    def folders(self) -> list[Path]:
        """Folders of the copy, each once."""
        found = list(self.places.values())
        return [one for one in found if not any(one.is_relative_to(other) for other in found if other != one)]

    def of(self, path: Path) -> Path:
        """Return the path of a file in the copy."""
        return next(new / path.relative_to(old) for old, new in self.places.items() if path.is_relative_to(old))

    def original(self, path: Path) -> Path:
        """Return the original path of a file of the copy."""
        for old, new in self.places.items():
            if path.is_relative_to(new):
                return old / path.relative_to(new)
        return path


def _copy_with_changes(source: GameSource, changed: dict[Path, str], into: Path) -> _Copy:
    """Copy a game with some files changed; its sets stay inside the game or next to it, as in the original."""
    place = source.place
    game, cards = into / "games" / place.name, into / "cards" / place.name
    inside = place.cards.is_relative_to(place.folder)
    copy = _Copy({place.cards: game / place.cards.relative_to(place.folder) if inside else cards, place.folder: game})
    for path in place.own_files():
        _put(copy.of(path), _read(path))
    for path in place.shared():
        _put(into / "cards" / path.name, _read(path))
    for path, text in changed.items():
        _put(copy.of(path), text)
    return copy


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    write_whole(path, text)


def _convert_to_problem(found: Diagnostic, copy: _Copy, read: dict[Path, CardFile], merge: Merge) -> SheetProblem:
    """Convert a diagnostic about a changed file into a problem at the row and cell of the sheet that caused it."""
    message = f"error[{found.code}]: {found.message} ({found.label})"
    original = copy.original(Path(found.span.path))
    file = read.get(original)
    for card in file.cards if file else ():
        assert file is not None
        if found.span.line in file.lines_of(card) and card in merge.rows:
            name, first = file.field_at(card, found.span.line) or ("id", found.span.line)
            column = "quantity" if name == "copies" else name
            line = found.span.line - first + 1
            quoted = file.file.line(found.span.line).strip()
            where = f"{column}, line {line}" if column == "power" else column
            return SheetProblem(merge.rows[card], f"`{card}`, {where}", f"{message}\n    {quoted}")
    return SheetProblem(0, f"{shorten_path(str(original))}:{found.span.line}:{found.span.column}", message)


def _write_files(changed: dict[Path, str]) -> None:
    """Write all files, each atomically."""
    for path in changed:
        with convert_write_errors(path, FindingError):
            path.parent.mkdir(parents=True, exist_ok=True)
    with convert_write_errors(Path("a file of cards"), FindingError):
        write_all(changed)
