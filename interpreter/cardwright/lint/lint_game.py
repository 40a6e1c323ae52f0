"""Diagnostics of a whole game, found in its files and in the examples of its cards."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from cardwright.checker.game import GameChecker
from cardwright.declarations.dedupe_diagnostics import report_misnamed_plurals
from cardwright.declarations.find_game_files import GameFiles
from cardwright.declarations.readers.game import Loaded, read_game
from cardwright.declarations.released_ids import find_missing_ids
from cardwright.lint.runner import run_lint_rules
from cardwright.source import Diagnostic, SourceFile
from cardwright.source.diagnostics import has_errors


def check_game_files(game: GameFiles, files: dict[str, SourceFile]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return (diagnostics to report, all diagnostics); the latter would be found again in the examples."""
    loaded = read_game(game, list(game.cards))
    files.update(loaded.files)
    known = check_loaded(loaded)
    diagnostics = known if loaded.game is None else report_misnamed_plurals(known, loaded.game, loaded.files)
    return [*diagnostics, *find_missing_ids(game, loaded, files)], known


def check_loaded(loaded: Loaded) -> list[Diagnostic]:
    """Return all diagnostics of a game that was read, including lint rules if it has no errors."""
    return list(loaded.diagnostics) if loaded.game is None else run_checker(loaded, GameChecker(loaded.game))


def run_checker(loaded: Loaded, checker: GameChecker) -> list[Diagnostic]:
    """Run the checker of a game that was read, and return all diagnostics."""
    checker.run()
    closer = run_lint_rules(checker) if not has_errors(loaded.diagnostics) else []
    return [*loaded.diagnostics, *checker.diagnostics, *closer]


def check_scenarios(paths: Sequence[Path], files: dict[str, SourceFile]) -> tuple[list[Diagnostic], list[Diagnostic]]:
    """Return (diagnostics on the form of scenario files, diagnostics on their texts).

    The scenarios are not played.
    """
    # only here: it brings all that plays games with it
    from cardwright.scenarios.suite import ScenarioSuite

    suite = ScenarioSuite()
    written = [mistake for path in paths for mistake in suite.add(path)[1]]
    meant = suite.check()
    files.update(suite.files)
    return written, meant
