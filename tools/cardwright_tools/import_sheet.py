"""`cardwright import`: takes the cards of a spreadsheet into the card files of a game."""

import difflib
import shutil
import tempfile
from argparse import Namespace
from collections.abc import Iterable
from pathlib import Path

from cardwright import check_paths
from cardwright.source import Diagnostic
from cardwright_tools.card_edits import CardFile
from cardwright_tools.counting import how_many
from cardwright_tools.failure import FINDINGS, OK, FindingError
from cardwright_tools.game_sources import GameSource, game_source
from cardwright_tools.sheet_files import read_sheet
from cardwright_tools.sheet_merge import Merge, SheetProblem
from cardwright_tools.terminal import remark, say


def run(arguments: Namespace) -> int:
    """Change the card files as the sheet says, all of them or, when anything in it is wrong, none."""
    source = game_source(arguments.game)
    sheet = read_sheet(arguments.file)
    merge = Merge(source, sheet, arguments.set, frozenset(arguments.ignore or ()), arguments.delete)
    merge.plan()
    changed = {path: text for path, text in merge.texts().items() if not path.exists() or text != _read(path)}
    problems = merge.problems or (_checked(source, changed, merge) if changed else [])
    if problems:
        for problem in problems:
            say(f"{arguments.file}: {problem}")
        remark(f"{how_many(len(problems), 'mistake')}; no file was changed")
        return FINDINGS
    if arguments.dry_run:
        for path, text in changed.items():
            before = _read(path) if path.exists() else ""
            lines = difflib.unified_diff(
                before.splitlines(), text.splitlines(), path.as_posix(), path.as_posix(), lineterm=""
            )
            for line in lines:
                say(line)
    else:
        _write(changed)
    remark(merge.summary(bool(arguments.dry_run)))
    return OK


def _read(path: Path) -> str:
    with path.open(encoding="utf-8-sig", newline="") as file:
        return file.read()


def _checked(source: GameSource, changed: dict[Path, str], merge: Merge) -> list[SheetProblem]:
    """What `cardwright validate` would say of the changed files, told as places in the sheet."""
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder)
        games, cards = copy / "games" / source.place.name, copy / "cards" / source.place.name
        games.mkdir(parents=True)
        for path in source.files.game:
            shutil.copy(path, games)
        for path in source.place.files():
            if path.is_relative_to(source.place.cards):
                _put(cards / path.relative_to(source.place.cards), _read(path))
        for path, text in changed.items():
            _put(cards / path.relative_to(source.place.cards), text)
        found, _ = check_paths([games, cards])
        errors = [one for one in found if one.severity == "error"]
        read = {path: CardFile.read(cards / path.relative_to(source.place.cards)) for path in changed}
        return [_in_sheet(one, cards, source.place.cards, read, merge) for one in errors]


def _put(path: Path, text: str) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8", newline="")


def _in_sheet(found: Diagnostic, copy: Path, cards: Path, read: dict[Path, CardFile], merge: Merge) -> SheetProblem:
    """A diagnostic about a changed file as a problem of the row and cell that caused it."""
    label = f" ({found.label})" if found.label else ""
    message = f"error[{found.code}]: {found.message}{label}"
    path = Path(found.span.path)
    original = cards / path.relative_to(copy) if path.is_relative_to(copy) else path
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
    return SheetProblem(0, f"{original.as_posix()}:{found.span.line}:{found.span.column}", message)


def _write(changed: dict[Path, str]) -> None:
    """Write all files; each is complete at every moment."""
    for path, text in _staged(changed):
        text.replace(path)


def _staged(changed: dict[Path, str]) -> Iterable[tuple[Path, Path]]:
    staged = []
    try:
        for path, text in changed.items():
            path.parent.mkdir(parents=True, exist_ok=True)
            part = path.with_name(path.name + ".part")
            _put(part, text)
            staged.append((path, part))
    except OSError as error:
        for _, part in staged:
            part.unlink(missing_ok=True)
        raise FindingError(f"{error.filename} cannot be written: {error.strerror}; no file was changed") from error
    return staged
