"""Trials of mutants: scenarios are played with a changed power or rule and should notice it."""

import re
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, replace
from typing import Any

from cardwright.checker.game import replace_rule_text
from cardwright.declarations.model import GameDecl, PieceDef
from cardwright.declarations.readers.game_files import Loaded
from cardwright.declarations.valuation_only_rules import find_bot_only_rules
from cardwright.game.cancel_computation import TimeLimitError, at_most
from cardwright.runtime.program import Program
from cardwright.scenarios.compile import CompiledScenarios, CompileOptions, compile_scenarios
from cardwright.scenarios.run import passes_tracked
from cardwright.scenarios.suite import Scenario, ScenarioSuite, SharedSetting
from cardwright.source.yaml.nodes import Scalar
from cardwright.state_slots_and_table_rows import SHIFT, ProgramTables
from cardwright_tools.authoring.mutations import Mutant, list_mutants

SECONDS = 5.0


@dataclass(frozen=True, slots=True)
class Changed:
    """A rule text with one change: its position, and the lines before and after the change.

    The rule text is the power of `card`. If `card` is "", it is the game's rule text with the number `library`.
    """

    card: str
    what: str
    path: str
    line: int
    before: str
    after: str
    text: str
    library: int = -1

    @property
    def key(self) -> str:
        """The key under which the scenarios that may notice the mutant are stored."""
        return self.card or f"{self.path}:{self.line}"


@dataclass(frozen=True, slots=True)
class Verdict:
    """The result of a mutant: `noticed` by a scenario, `survived`, or `wrong` if it is no valid power.

    `scenarios` is the number of scenarios that were played with it; `error` is a failure of Cardwright itself, or "".
    """

    changed: Changed
    outcome: str
    scenarios: int
    error: str = ""


def list_power_mutants(definition: PieceDef) -> list[Changed]:
    """Return all mutants of a piece's power."""
    if definition.power is None:
        return []
    power = definition.power
    return [_describe(definition.id, power, mutant) for mutant in list_mutants(power.raw)]


def list_rule_mutants(game: GameDecl) -> list[Changed]:
    """Return all mutants of a game's rule texts, except of rules that only bots call."""
    for_bots = {rule.word for rule in find_bot_only_rules(game)}
    return [
        replace(_describe("", scalar, mutant), library=number)
        for number, scalar in enumerate(game.libraries)
        for mutant in list_mutants(scalar.raw, "library", without=for_bots)
    ]


def _describe(card: str, scalar: Scalar, mutant: Mutant) -> Changed:
    text = scalar.raw
    span = scalar.span_of(mutant.start, max(mutant.end, mutant.start + 1))
    changed = mutant.applied(text)
    first = text.rfind("\n", 0, mutant.start) + 1
    last = text.find("\n", mutant.end)
    cut = len(text) if last < 0 else last
    before, after = text[first:cut], changed[first : cut + len(changed) - len(text)]
    return Changed(card, mutant.what, span.path, span.line, _render_line(before), _render_line(after), changed)


def _render_line(text: str) -> str:
    return " / ".join(line.strip() for line in text.splitlines() if line.strip()) or "(nothing)"


def mentions(scenario: Scenario, suite: ScenarioSuite, card: str) -> bool:
    """Return True if a scenario's text names a card."""
    lines = suite.files[scenario.at.path].text.splitlines()
    said = [line for at in (scenario.whole, *scenario.shared) for line in lines[at.line - 1 : at.end_line]]
    return re.search(rf"\b{re.escape(card)}\b", "\n".join(said)) is not None


class MutationTrial:
    """Runner of scenarios with mutants.

    For each choice of sets and players, all mutants are compiled into one program.
    """

    def __init__(self, suite: ScenarioSuite, seconds: float = SECONDS) -> None:
        self.suite = suite
        self.seconds = seconds

    def judge(self, changes: Sequence[Changed], scenarios: dict[str, list[Scenario]]) -> list[Verdict]:
        """Return a verdict for each mutant, by playing the scenarios of its card."""
        played = dict.fromkeys(changes, 0)
        found: dict[Changed, Verdict] = {}
        powers = [change for change in changes if change.card]
        used = dict.fromkeys(scenario for change in powers for scenario in scenarios[change.key])
        for setting, there in self._group_by_setting(used).items():
            left = [change for change in powers if change not in found]
            self._judge_in(setting, there, left, scenarios, played, found)
        for change in changes:
            if not change.card:
                self._judge_rules(change, scenarios[change.key], played, found)
        return [found.get(each) or Verdict(each, "survived", played[each]) for each in changes]

    def _group_by_setting(self, scenarios: Iterable[Scenario]) -> dict[SharedSetting, list[Scenario]]:
        by_setting: dict[SharedSetting, list[Scenario]] = {}
        for scenario in scenarios:
            by_setting.setdefault(self.suite.setting(scenario), []).append(scenario)
        return by_setting

    def _judge_in(
        self,
        setting: SharedSetting,
        there: list[Scenario],
        changes: list[Changed],
        scenarios: dict[str, list[Scenario]],
        played: dict[Changed, int],
        found: dict[Changed, Verdict],
    ) -> None:
        loaded = self.suite.loaded(setting)
        assert loaded.game is not None
        known = {piece.id for piece in loaded.game.pieces}
        here = [change for change in changes if change.card in known]
        if not here:
            return
        try:
            stage = _make_stage(loaded, setting, there, here)
        except (SyntaxError, RecursionError, AssertionError, LookupError, TypeError) as error:
            # a change that cannot be compiled must not affect the others of its batch
            if len(here) == 1:
                found[here[0]] = Verdict(here[0], "wrong", 0, repr(error))
            else:
                half = len(here) // 2
                for part in (here[:half], here[half:]):
                    self._judge_in(setting, there, part, scenarios, played, found)
            return
        assert stage.game is not None
        versions = _Versions(stage.game.program(setting.players), stage.others)
        for scenario in there:
            if self._notices(stage, scenario)[0]:
                raise RuntimeError(f"`{scenario.name}` goes another way in a program that holds changes as well")
        for change, abilities in zip(here, stage.others, strict=True):
            if abilities is None:
                found[change] = Verdict(change, "wrong", 0)
                continue
            with versions.holding(change.card, abilities):
                for scenario in there:
                    if scenario in scenarios[change.key]:
                        played[change] += 1
                        noticed, broke = self._notices(stage, scenario)
                        if noticed:
                            found[change] = Verdict(change, "noticed", played[change], broke)
                            break

    def _judge_rules(
        self, change: Changed, scenarios: list[Scenario], played: dict[Changed, int], found: dict[Changed, Verdict]
    ) -> None:
        """Try a mutant of the game's rule texts, for which the whole game must be compiled."""
        for setting, there in self._group_by_setting(scenarios).items():
            try:
                stage = self._compile_changed(setting, there, change)
            except (SyntaxError, RecursionError, AssertionError, LookupError, TypeError) as error:
                found[change] = Verdict(change, "wrong", 0, repr(error))
                return
            if stage.game is None:
                found[change] = Verdict(change, "wrong", 0)
                return
            for scenario in there:
                played[change] += 1
                noticed, broke = (True, "") if scenario in stage.mistakes else self._notices(stage, scenario)
                if noticed:
                    found[change] = Verdict(change, "noticed", played[change], broke)
                    return

    def _compile_changed(self, setting: SharedSetting, scenarios: list[Scenario], change: Changed) -> CompiledScenarios:
        loaded = self.suite.loaded(setting)
        assert loaded.game is not None
        texts = list(loaded.game.libraries)
        texts[change.library] = replace_rule_text(texts[change.library], change.text)
        changed = replace(loaded, game=replace(loaded.game, libraries=tuple(texts)))
        return compile_scenarios(changed, setting.players, setting.place.name, scenarios)

    def _notices(self, stage: CompiledScenarios, scenario: Scenario) -> tuple[bool, str]:
        assert stage.game is not None
        try:
            with at_most(self.seconds):
                return not passes_tracked(stage.game, scenario, stage.prepared[scenario]), ""
        except (TimeLimitError, RecursionError):
            return True, ""
        except Exception as error:  # noqa: BLE001 - a changed power may break what checks would have kept out
            return True, repr(error)


def _make_stage(
    loaded: Loaded, setting: SharedSetting, scenarios: list[Scenario], changes: list[Changed]
) -> CompiledScenarios:
    making = CompileOptions(others=tuple((change.card, change.text) for change in changes))
    stage = compile_scenarios(loaded, setting.players, setting.place.name, scenarios, making)
    assert stage.game is not None
    assert stage.game.program(setting.players).tracked is not None  # compiled here, where errors are caught
    return stage


class _Versions:
    """Switch between versions of a power, in a program that contains several versions of it."""

    def __init__(self, program: Program, others: Sequence[tuple[int, ...] | None]) -> None:
        self.tables: ProgramTables = program.tables
        self.number = {definition.id: n for n, definition in enumerate(self.tables.definitions)}
        self.all_others = {ability for abilities in others for ability in abilities or ()}
        self.start = list(self.tables.start)
        self.slots = {slot for ability in self.tables.abilities for slot in ability.slots}
        self.tables.start[:] = self._make_start(self.all_others)

    @contextmanager
    def holding(self, card: str, abilities: tuple[int, ...]) -> Iterator[None]:
        """Return a context in which the power of a card consists of `abilities`."""
        number = self.number[card]
        usual, start = self.tables.powers[number], list(self.tables.start)
        self.tables.powers[number] = list(abilities)
        self.tables.start[:] = self._make_start((self.all_others | set(usual)) - set(abilities))
        try:
            yield
        finally:
            self.tables.powers[number] = usual
            self.tables.start[:] = start

    def _make_start(self, resting: set[int]) -> list[Any]:
        """Return the state before setup, in which no ability in `resting` is active."""
        start = list(self.start)
        for slot in self.slots:
            start[slot] = tuple(entry for entry in start[slot] if entry >> SHIFT not in resting)
        return start
