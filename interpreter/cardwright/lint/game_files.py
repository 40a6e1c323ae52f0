"""Check of a game's files; the lint rules are imported only if they are needed."""

import os

from cardwright.declarations.dedupe_diagnostics import report_misnamed_plurals
from cardwright.declarations.find_game_files import RULES_PAGE, GameFiles
from cardwright.declarations.readers.game_files import Loaded, read_game
from cardwright.declarations.released_ids import find_missing_ids
from cardwright.lint.like_powers import LikePowers
from cardwright.source.diagnostics import Diagnostic, has_errors
from cardwright.source.positions import SourceFile
from cardwright.source.read_text_file import read_source


def check_game_files(game: GameFiles, files: dict[str, SourceFile]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return two lists: the diagnostics to report, and all diagnostics of the game itself.

    The check of examples in card files needs the second list, to leave out what is in it.
    """
    loaded = read_game(game, list(game.cards))
    files.update(loaded.files)
    pages = _read_rules_page(game)
    known = check_loaded(loaded, kept=not pages)
    files.update(pages)
    diagnostics = known if loaded.game is None else report_misnamed_plurals(known, loaded.game, loaded.files)
    return [*diagnostics, *find_missing_ids(game, loaded, files)], known


def _read_rules_page(game: GameFiles) -> dict[str, SourceFile]:
    """Return {path: rules page}, so that diagnostics can quote its lines and `--watch` notices its changes."""
    paths = [path.parent / RULES_PAGE for path in game.game[:1] if os.path.lexists(path.parent / RULES_PAGE)]
    return {file.path: file for file, _ in (read_source(path, None) for path in paths)}


def check_loaded(loaded: Loaded, kept: bool = False) -> list[Diagnostic]:
    """Return all diagnostics of a game that was read, including those of lint rules if it has no errors.

    If they may be `kept`, they depend on nothing but the declarations of the game.
    """
    if loaded.game is None:
        return list(loaded.diagnostics)
    alike = None if has_errors(loaded.diagnostics) else LikePowers.of(loaded.game)
    found = alike.find_kept(loaded.files) if alike is not None and kept else None
    if found is None:
        # only here: it brings all lint rules with it
        from cardwright.lint.game_diagnostics import find_diagnostics

        found = find_diagnostics(loaded, None if alike is None else alike.checked)
        if alike is not None and not alike.speak_for_all(found):
            found = find_diagnostics(loaded)
        if alike is not None and kept:
            alike.keep(found, loaded.files)
    return [*loaded.diagnostics, *found]
