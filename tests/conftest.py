"""Collect scenarios: every YAML file below tests/scenarios and tests/language that lists some, one test for each."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, settings
from tests import selection

from cardwright import ScenarioSuite
from cardwright.declarations.file_kinds import is_scenarios
from cardwright.scenarios.suite import Scenario
from cardwright.source.diagnostics_for_people import render_text
from cardwright_tools.cli.main import COLLECTED_AFTER

HERE = Path(__file__).parent
FOLDERS = (HERE / "scenarios", HERE / "language")

# A fault behind the fence around what is worked out for comfort is to fail the test that meets it.
os.environ["CARDWRIGHT_FENCE"] = "off"
# no test waits until bots have learned a game, unless it is about that
os.environ["CARDWRIGHT_LEARNING"] = "off"
# No test depends on how busy the machine is.
settings.register_profile("busy", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("busy")
gc.set_threshold(COLLECTED_AFTER)  # as in a process of the command: most of what tests do is check and compile games

# One for the whole run, so that files about the same game share a program.
_SUITE = pytest.StashKey[ScenarioSuite]()


def pytest_addoption(parser: pytest.Parser) -> None:
    selection.add_option(parser)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    selection.deselect_long(config, items)


def pytest_collect_file(file_path: Path, parent: pytest.Collector) -> ScenarioModule | None:
    if file_path.suffix not in (".yaml", ".yml") or not any(folder in file_path.parents for folder in FOLDERS):
        return None
    if not is_scenarios(file_path):
        return None
    return ScenarioModule.from_parent(parent, path=file_path)


class ScenarioModule(pytest.File):
    """A file of scenarios."""

    def collect(self) -> Iterator[ScenarioItem]:
        suite = self.config.stash.setdefault(_SUITE, ScenarioSuite())
        scenarios, mistakes = suite.add(Path(os.path.relpath(self.path)))
        if mistakes:
            raise self.CollectError(render_text(mistakes, suite.files, color=False))
        for scenario in scenarios:
            yield ScenarioItem.from_parent(self, name=scenario.name, suite=suite, scenario=scenario)


class ScenarioItem(pytest.Item):
    """One scenario."""

    def __init__(self, *, suite: ScenarioSuite, scenario: Scenario, **rest: object) -> None:
        super().__init__(**rest)  # type: ignore[arg-type]
        self.funcargs: dict[str, object] = {}  # plugins look for it, and pytest-lsp fails where it is missing
        self.suite = suite
        self.scenario = scenario

    def runtest(self) -> None:
        outcome = self.suite.run(self.scenario)
        if outcome.diagnostics:
            pytest.fail(self.suite.told(outcome), pytrace=False)

    def reportinfo(self) -> tuple[os.PathLike[str], int, str]:
        return self.path, self.scenario.at.line - 1, self.name
