"""Suites of scenarios, small tests of a game written as data (`given`, `when`, `then`)."""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass, replace
from pathlib import Path

from cardwright.checker.coverage_probes import EVERYTHING
from cardwright.declarations.field_reader import MISSING_FIELD
from cardwright.declarations.file_kinds import find_file_kind, is_scenarios
from cardwright.declarations.find_game_files import UNKNOWN_GAME, UNKNOWN_SET, GameFiles, add_draft, find_game_files
from cardwright.declarations.game_folders import GAME_FILE, is_game_folder
from cardwright.declarations.readers.game_files import Loaded, read_game
from cardwright.declarations.schema.scenario_fields import MAX_PLAYERS
from cardwright.game.loading import GamePlace, list_game_places, place_above, place_of
from cardwright.game.state import State
from cardwright.runtime.errors import NoSparePieceError
from cardwright.scenarios.compile import CompiledScenarios, CompileOptions, compile_scenarios, fail_all
from cardwright.scenarios.coverage import Coverage
from cardwright.scenarios.failures import ScenarioFailure
from cardwright.scenarios.files import Scenario, ScenarioFile, has_examples, open_scenarios, read_examples
from cardwright.scenarios.run import play_scenario, run_to_state
from cardwright.source.diagnostic_codes import UNREADABLE_FILE
from cardwright.source.diagnostics import CardwrightError, Diagnostic, Fix, has_errors, sort_diagnostics, suggest
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.node_dataclass import frozen
from cardwright.source.path_and_number_checks import Paths, as_paths, resolve_path
from cardwright.source.positions import SourceFile, Span
from cardwright.source.read_text_file import read_source
from cardwright.source.visible_control_characters import escape_controls
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Scalar
from cardwright.state_slots_and_table_rows import Growth

Sets = tuple[str, ...] | None


@frozen
class ScenarioOutcome:
    """The result of a scenario: a `failure`, `mistakes` (errors that prevented its execution), or neither.

    If the game is `broken`, the errors are in the game itself, and all its scenarios have them.
    """

    scenario: Scenario
    mistakes: tuple[Diagnostic, ...] = ()
    failure: ScenarioFailure | None = None
    broken: bool = False

    @property
    def passed(self) -> bool:
        """True if the scenario has neither errors nor a failure."""
        return not self.mistakes and self.failure is None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """The errors or failures, each with its position."""
        return self.mistakes if self.failure is None else self.failure.diagnostics


@frozen
class SharedSetting:
    """The game, sets and number of players of scenarios that can share a program."""

    place: GamePlace
    sets: Sets
    players: int


class ScenarioSuite:
    """Files of scenarios, ready to be run.

    Scenarios of the same game, sets and number of players share one program, which is compiled at first use.
    """

    def __init__(self, counting: bool = False) -> None:
        """Create a suite; if `counting`, it counts the executions of each statement in `coverage`."""
        self.coverage = Coverage()
        self._making = CompileOptions(counting=EVERYTHING if counting else ())
        self.files: dict[str, SourceFile] = {}
        self.scenarios: list[Scenario] = []
        self._groups: dict[Scenario, _Group] = {}
        self._by_key: dict[tuple[GamePlace, Sets, int], _Group] = {}
        self._loaded: dict[tuple[GamePlace, Sets], Loaded | list[Diagnostic]] = {}

    def add(self, path: str | Path, text: str | None = None) -> tuple[list[Scenario], list[Diagnostic]]:
        """Add the scenarios of a file, or of `text` under its name, and the errors in it.

        A scenario with errors is left out; the others can be played.
        """
        path = Path(path)
        examples = find_file_kind(path, text) in ("game", "cards")
        found, place, sets = self._read_examples(path, text) if examples else self._read_scenarios(path, text)
        self.files[found.file.path] = found.file
        if place is None:
            return [], sort_diagnostics(found.diagnostics)
        if has_errors(found.diagnostics) and not found.scenarios:
            return [], sort_diagnostics(found.diagnostics)
        for scenario in found.scenarios:
            group = self._by_key.setdefault((place, sets, scenario.players), _Group(place, sets, scenario.players, []))
            group.scenarios.append(scenario)
            group.stage = None
            self._groups[scenario] = group
        self.scenarios += found.scenarios
        return found.scenarios, sort_diagnostics(found.diagnostics)

    def _read_scenarios(self, path: Path, text: str | None) -> tuple[ScenarioFile, GamePlace | None, Sets]:
        found = open_scenarios(path, text)
        place = find_game_of_scenarios(found)
        if place is None:
            found.read(MAX_PLAYERS)
            return found, None, None
        sets = None if found.sets is None else tuple(word.raw for word in found.sets)
        known = check_sets(found, place)
        found.read(self._find_fewest_players(place, sets if known else None))
        if not known:
            found.scenarios.clear()
        return found, place, sets

    def _find_fewest_players(self, place: GamePlace, sets: Sets) -> int:
        """Return the smallest number of players of a game, or the largest possible one if the game is unreadable."""
        loaded = self._load(place, sets)
        game = None if isinstance(loaded, list) else loaded.game
        return MAX_PLAYERS if game is None else game.players[0]

    def _read_examples(self, path: Path, text: str | None) -> tuple[ScenarioFile, GamePlace | None, Sets]:
        """Return the examples in a card file, its game, and the sets to load (None: those that the game chooses)."""
        place = _place_of_cards(path)
        if place is None:
            return read_examples(path, MAX_PLAYERS, text), None, None
        own = _set_of(place, path)
        usual = self._load(place, None)
        chosen = () if isinstance(usual, list) else usual.sets
        sets = None if own is None or own in chosen else (*chosen, own)
        return read_examples(path, self._find_fewest_players(place, sets), text), place, sets

    def run(self, scenario: Scenario) -> ScenarioOutcome:
        """Play a scenario that was added."""
        stage = self._make_stage(scenario)
        if stage.game is None or scenario in stage.mistakes:
            return ScenarioOutcome(scenario, tuple(sort_diagnostics(stage.mistakes[scenario])), broken=stage.broken)
        try:
            with self.coverage.of(scenario, stage.game.program(scenario.players)):
                failure = play_scenario(stage.game, scenario, stage.prepared[scenario], grows=True)
        except NoSparePieceError as error:
            self._widen(scenario, error.definition)
            return self.run(scenario)
        return ScenarioOutcome(scenario, (), failure)

    def _widen(self, scenario: Scenario, definition: int) -> None:
        """Compile a scenario, and those compiled with it, again with more spare pieces of a definition."""
        group = self._groups[scenario]
        assert group.stage is not None
        assert group.stage.game is not None
        group.growth += group.stage.game.program(scenario.players).grow(definition) or ()
        group.stage = None

    def setting(self, scenario: Scenario) -> SharedSetting:
        """Return the game, sets and number of players of a scenario."""
        group = self._groups[scenario]
        return SharedSetting(group.place, group.sets, group.players)

    def loaded(self, setting: SharedSetting) -> Loaded:
        """Return the declarations of a game with some sets. Raises CardwrightError if errors prevent this."""
        found = self._load(setting.place, setting.sets)
        if isinstance(found, list):
            raise CardwrightError(found)
        return found

    def state_after(self, scenario: Scenario, tracked: bool = True) -> State:
        """Return the state after the `when` of a scenario, which may be at a decision. It has a log if `tracked`.

        Raises CardwrightError if the scenario has errors or fails.
        """
        stage = self._make_stage(scenario)
        if stage.game is None or scenario in stage.mistakes:
            raise CardwrightError(stage.mistakes[scenario])
        try:
            return run_to_state(stage.game, scenario, stage.prepared[scenario], tracked, grows=True)
        except NoSparePieceError as error:
            self._widen(scenario, error.definition)
            return self.state_after(scenario, tracked)

    def _make_stage(self, scenario: Scenario) -> CompiledScenarios:
        group = self._groups[scenario]
        if group.stage is None:
            group.stage = self._make(group)
        return group.stage

    def check(self) -> list[Diagnostic]:
        """Return the errors in the texts of all scenarios, without playing them."""
        found: list[Diagnostic] = []
        for group in self._by_key.values():
            if group.stage is None:
                group.stage = self._make(group)
            found += [mistake for mistakes in group.stage.mistakes.values() for mistake in mistakes]
            found += group.stage.warnings
        return sort_diagnostics(found)

    def _make(self, group: _Group) -> CompiledScenarios:
        loaded = self._load(group.place, group.sets)
        if isinstance(loaded, list):
            return fail_all(group.scenarios, loaded)
        self.files.update(loaded.files)
        making = replace(self._making, growth=group.growth)
        return compile_scenarios(loaded, group.players, group.place.name, group.scenarios, making)

    def _load(self, place: GamePlace, sets: Sets) -> Loaded | list[Diagnostic]:
        key = (place, sets)
        if key not in self._loaded:
            self._loaded[key] = _load(place, sets)
        return self._loaded[key]

    def told(self, outcome: ScenarioOutcome, color: bool = False) -> str:
        """Render the errors or failures of a scenario."""
        shown = render_text(outcome.diagnostics, self.files, color).rstrip("\n")
        if outcome.failure is None:
            return shown
        return "\n".join([shown, *(f"  {escape_controls(line)}" for line in outcome.failure.lines())])


@dataclass(slots=True)
class _Group:
    place: GamePlace
    sets: Sets
    players: int
    scenarios: list[Scenario]
    stage: CompiledScenarios | None = None
    growth: Growth = ()


def scenario_paths(paths: Paths) -> list[Path]:
    """Return the scenario files, and the card files with examples, in files and folders.

    A file that is given by name is always included.
    """
    found: list[Path] = []
    for path in as_paths(paths):
        inside = [*path.rglob("*.yaml"), *path.rglob("*.[yY][mM][lL]")] if path.is_dir() else [path]
        found += [
            file
            for file in sorted(inside)
            if file == path or is_scenarios(file) or has_examples(file) or _is_unreadable(file)
        ]
    return list(dict.fromkeys(found))


def _is_unreadable(path: Path) -> bool:
    """Return True if a file is unreadable, so that it may contain scenarios."""
    return any(each.code == UNREADABLE_FILE for each in read_source(path, None)[1])


def _load(place: GamePlace, sets: Sets) -> Loaded | list[Diagnostic]:
    try:
        return read_game(_make_files(place), sets)
    except CardwrightError as error:
        return list(error.diagnostics)


def _make_files(place: GamePlace) -> GameFiles:
    files = find_game_files(place.folder, place.cards)
    for draft in place.drafts:
        add_draft(files, draft, place.drafts)
    return files


def _place_of_cards(path: Path) -> GamePlace | None:
    """Return the game of a game or card file, or None if it belongs to no game.

    A card file outside of its game's folder is added to the game as a draft.
    """
    root = load_yaml(path).root
    named = root.get("game") if isinstance(root, Mapping) else None
    name = named.raw if isinstance(named, Scalar) else ""
    place = place_above(path, name) or list_game_places().get(name)
    if place is None or resolve_path(path) in {resolve_path(file) for file in place.files()}:
        return place
    return place._replace(drafts=(path,))


def _set_of(place: GamePlace, path: Path) -> str | None:
    """Return the set of a card file; None for a file of the game itself."""
    cards = _make_files(place).cards
    return next(
        (name for name, files in cards.items() if resolve_path(path) in {resolve_path(file) for file in files}), None
    )


def find_game_of_scenarios(found: ScenarioFile) -> GamePlace | None:
    """Return the game that a file of scenarios names: in an enclosing folder, shipped, or by a path from the file.

    A file without a name belongs to the game of its folder.
    """
    around = next((p for p in resolve_path(found.path).parents if is_game_folder(p)), None)
    if found.game is None:
        if around is None and not has_errors(found.diagnostics):
            message = "a file of scenarios must name its `game`, unless it is in the folder of a game"
            found.diagnostics.append(
                Diagnostic(MISSING_FIELD, message, Span.start_of(found.file.path), "add `game: NAME`")
            )
        return None if around is None else place_of(str(around))
    name = found.game.raw
    beside = found.path.parent / name
    if around is not None and name in (around.name, _name_of_game(around)):
        return place_of(str(around))
    place = list_game_places().get(name) or place_of(os.path.normpath(beside))
    if place is None:
        _report_unknown(
            found,
            UNKNOWN_GAME,
            f"there is no game `{name}`, neither among those of Cardwright nor at {beside}",
            found.game,
            list_game_places(),
        )
    return place


def _name_of_game(folder: Path) -> str:
    """Return the name that the rules in a folder declare for their game; the folder can have another name."""
    root = load_yaml(folder / GAME_FILE).root
    name = root.get("game") if isinstance(root, Mapping) else None
    return name.raw if isinstance(name, Scalar) else ""


def check_sets(found: ScenarioFile, place: GamePlace) -> bool:
    """Return True if a game has all sets that a file names; otherwise report the missing ones."""
    known = find_game_files(place.folder, place.cards).cards
    missing = [word for word in found.sets or () if word.raw not in known]
    for word in missing:
        _report_unknown(found, UNKNOWN_SET, f"{place.name} has no set `{word.raw}`", word, known)
    return not missing


def _report_unknown(found: ScenarioFile, code: str, message: str, word: Scalar, known: Iterable[str]) -> None:
    names = list(known)
    near = suggest(word.raw, names)
    label = f"did you mean `{near}`?" if near else f"one of {', '.join(names)}" if names else "remove it"
    fix = Fix(word.span, near) if near else None
    found.diagnostics.append(Diagnostic(code, message, word.span, label, (), "error", fix))


__all__ = ["Scenario", "ScenarioOutcome", "ScenarioSuite", "SharedSetting", "scenario_paths"]
