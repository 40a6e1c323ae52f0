"""Analysis of a scenario file: its game, its symbols and its diagnostics."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path

from cardwright import check_paths
from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences_in_fields import FieldName
from cardwright.checker.names.rule_text_context import Unit
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.scenarios.files import ScenarioFile, open_scenarios
from cardwright.scenarios.suite import check_sets, find_game_of_scenarios
from cardwright.source.diagnostics import CardwrightError, Diagnostic, has_errors, sort_diagnostics
from cardwright.source.positions import SourceFile
from cardwright_tools.editor.game_analysis import Analysis, ByFile
from cardwright_tools.editor.game_for_scenario_checks import EditorGame
from cardwright_tools.editor.scenario_at_cursor import keep_shared_fields
from cardwright_tools.editor.scenario_symbols import find_game_names, find_rule_texts, find_scenarios

Sets = tuple[str, ...] | None


def read_page(file: Path, text: str) -> tuple[ScenarioFile, Path | None]:
    """Return the scenarios of a file, and the path of a file of their game (None if the game is unknown)."""
    found = open_scenarios(file, text)
    place = find_game_of_scenarios(found)
    if place is not None:
        check_sets(found, place)
    elif found.game is None:  # while a file cannot be read, its first fields are enough
        place = find_game_of_scenarios(open_scenarios(file, keep_shared_fields(text.split("\n"))))
    if place is None:
        return found, None
    return found, next(iter(find_game_files(place.folder, place.cards).game), None)


@dataclass
class ScenarioPage(Analysis):
    """The analysis of a scenario file, based on the analysis of its game.

    `checked` has a fully checked game for each choice of sets.
    """

    found: ScenarioFile = field(default_factory=lambda: ScenarioFile(Path(), SourceFile("", "")))
    base: Analysis | None = None
    checked: dict[Sets, EditorGame | None] = field(default_factory=dict)

    @classmethod
    def of(cls, base: Analysis, found: ScenarioFile, checked: dict[Sets, EditorGame | None]) -> "ScenarioPage":
        """Return the analysis of a scenario file."""
        found.read(base.game.players[0])
        return cls(base.files, base.loaded, base.game, base.checker, base.known, (), found, base, checked)

    @property
    def path(self) -> str:
        """Name of the file."""
        return self.found.file.path

    @cached_property
    def diagnostics(self) -> list[Diagnostic]:
        """Errors and warnings in the file."""
        diagnostics = list(self.found.diagnostics)
        if self.found.scenarios:
            checked = self._get_checked_game
            if checked is None:  # the game has errors, which are reported
                return check_paths([self.found.path])[0]
            diagnostics.extend(checked.mistakes(self.found.scenarios))
        return sort_diagnostics(diagnostics)

    @cached_property
    def sources(self) -> dict[str, SourceFile]:
        """The game's files and the scenario file itself, by path."""
        return {**self._game.sources, self.path: self.found.file}

    @cached_property
    def units(self) -> Mapping[str, list[Unit]]:
        """Rule texts of the game, and rule texts of the scenarios."""
        own = []
        for scenario, players in (
            find_scenarios(self.document(self.path).root, self.game.players[0]) if not self.broken else ()
        ):
            for text in find_rule_texts(scenario, players):
                own.append(Unit(text.scalar, "", [], notes=self.notes_outside(text)))
        return ByFile(self.sources, lambda path: own if path == self.path else self._game.units[path])

    @cached_property
    def names(self) -> Mapping[str, list[FieldName]]:
        """Names in the fields of the game, and in the scenarios."""
        own = [
            name
            for scenario, _ in find_scenarios(self.document(self.path).root, self.game.players[0])
            for name in find_game_names(scenario, self.game)
        ]
        return ByFile(self.sources, lambda path: own if path == self.path else self._game.names[path])

    @property
    def _game(self) -> Analysis:
        assert self.base is not None
        return self.base

    @property
    def _get_checked_game(self) -> EditorGame | None:
        """The game with the sets that the file names, None if it has errors."""
        sets = None if self.found.sets is None else tuple(word.raw for word in self.found.sets)
        if sets not in self.checked:
            self.checked[sets] = self._check(sets)
        return self.checked[sets]

    def _check(self, sets: Sets) -> EditorGame | None:
        try:
            loaded = read_game(self.files, sets)
        except CardwrightError:
            return None
        if loaded.game is None:
            return None
        checker = GameChecker(loaded.game, noting=True)
        checker.run()
        wrong = has_errors(loaded.diagnostics) or has_errors(checker.diagnostics)
        return None if wrong else EditorGame(checker)
