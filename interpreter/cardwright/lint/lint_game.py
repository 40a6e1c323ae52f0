"""Every mistake that can be told of a game from its files, and of the examples of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.checker.game import GameChecker
from cardwright.declarations.find_game_files import GameFiles
from cardwright.declarations.plural_diagnostics import told_at_plurals
from cardwright.declarations.readers.game import Loaded, read_game
from cardwright.declarations.released_ids import missing_ids
from cardwright.lint.runner import look_closer
from cardwright.source import Diagnostic, SourceFile
from cardwright.source.diagnostics import has_errors


def game_mistakes(game: GameFiles, files: dict[str, SourceFile]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is to be told of a game, and all that could be said of it, which its examples would say again."""
    loaded = read_game(game, list(game.cards))
    files.update(loaded.files)
    known = all_mistakes(loaded)
    told = known if loaded.game is None else told_at_plurals(known, loaded.game, loaded.files)
    return [*told, *missing_ids(game, loaded, files)], known


def all_mistakes(loaded: Loaded) -> list[Diagnostic]:
    """Everything that could be told of a game that was read; of one without errors, what a closer look finds, too."""
    return list(loaded.diagnostics) if loaded.game is None else checked_mistakes(loaded, GameChecker(loaded.game))


def checked_mistakes(loaded: Loaded, checker: GameChecker) -> list[Diagnostic]:
    """Everything that could be told of a game that was read, by its checker, which is run."""
    checker.run()
    closer = look_closer(checker) if not has_errors(loaded.diagnostics) else []
    return [*loaded.diagnostics, *checker.diagnostics, *closer]


def scenario_mistakes(paths: Sequence[Path], files: dict[str, SourceFile]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """What is wrong in how files of scenarios and examples are written, and in their texts, which are not played."""
    # only here: it brings all that plays games with it
    from cardwright.scenarios.suite import ScenarioSuite

    suite = ScenarioSuite()
    written = [mistake for path in paths for mistake in suite.add(path)[1]]
    meant = suite.check()
    files.update(suite.files)
    return written, meant
