"""The command `cardwright release`, which records the published ids for `validate` to check."""

from argparse import Namespace
from pathlib import Path

from cardwright.declarations.find_game_files import RELEASED_LIST
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.released_ids import HEAD, HEAD_OF_GAME, add_ids, find_missing_ids, read_released_ids
from cardwright.lint.validate_files import shorten_path
from cardwright.phrases.inflection import count_noun
from cardwright.source.atomic_write import write_whole
from cardwright.source.diagnostics import CardwrightError, sort_diagnostics
from cardwright.source.positions import SourceFile
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError, UsageError, convert_write_errors
from cardwright_tools.cli.game_arguments import GameSource, check_choice, read_game_source
from cardwright_tools.cli.standard_output import print_lines, print_note


def run(arguments: Namespace) -> int:
    """Record the ids of a game's own pieces and of its sets, or list those not recorded so far."""
    check_choice(arguments.game, arguments.sets)
    source = read_game_source(arguments.game)
    folders = {name: source.sets[name][0].parent for name in arguments.sets or source.sets}
    if any(not piece.set for piece in source.game.pieces):
        folders = {"": source.files.game[0].parent, **folders}
    if not folders:
        raise UsageError(f"{arguments.game} has no cards and no pieces of its own, so there are no ids to keep.")
    _check_removed_ids(source)
    changed = 0
    for name, folder in folders.items():
        path = folder / RELEASED_LIST
        text, known = read_released_ids(path)
        new = [piece.id for piece in source.game.pieces if piece.set == name and piece.id not in known]
        if not new:
            continue
        changed += len(new)
        if not arguments.check:
            _write(path, add_ids(text, new, HEAD if name else HEAD_OF_GAME))
        print_lines(f"{shorten_path(path)}: {', '.join(new)}")
    ids = count_noun(changed, "id")
    if arguments.check:
        print_note(f"{ids} would be added" if changed else "every id is in its list")
        return FINDINGS if changed else OK
    print_note(f"{ids} added" if changed else "nothing to add: every id is in its list")
    return OK


def _check_removed_ids(source: GameSource) -> None:
    """Raise CardwrightError if a published id no longer exists."""
    texts: dict[str, SourceFile] = {}
    gone = list(find_missing_ids(source.files, read_game(source.files, list(source.sets)), texts))
    if gone:
        raise CardwrightError(sort_diagnostics(gone))


def _write(path: Path, text: str) -> None:
    with convert_write_errors(path, FindingError):
        write_whole(path, text)
