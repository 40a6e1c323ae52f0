"""`cardwright test`: plays scenarios and shows every one that goes another way than it says."""

import sys
from argparse import Namespace
from pathlib import Path

from cardwright import ScenarioSuite, scenario_paths
from cardwright.source import Diagnostic, render_text
from cardwright_tools.failure import FINDINGS, OK, UsageError
from cardwright_tools.terminal import colored, remark, say

USUAL = (Path("tests/scenarios"), Path("tests/language"))


def run(arguments: Namespace) -> int:
    """Play the scenarios in the paths and print what is wrong with them."""
    suite = ScenarioSuite()
    mistakes: list[Diagnostic] = []
    for path in _files(arguments.paths):
        mistakes += suite.add(path)[1]
    color = colored(sys.stdout)
    if mistakes:
        say(render_text(mistakes, suite.files, color).rstrip("\n"))
    chosen = [scenario for scenario in suite.scenarios if (arguments.name or "").lower() in scenario.name.lower()]
    if arguments.name and not chosen and not mistakes:
        raise UsageError(f"no scenario has `{arguments.name}` in its name.")
    failed = 0
    for scenario in chosen:
        outcome = suite.run(scenario)
        if outcome.diagnostics:
            failed += not outcome.passed
            say(f"{scenario.at.path}: {scenario.name}")
            say(f"{suite.told(outcome, color)}\n")
    remark(_summary(len(chosen), failed, len(mistakes)))
    return FINDINGS if failed or mistakes else OK


def _files(paths: list[Path]) -> list[Path]:
    for path in paths:
        if not path.exists():
            raise UsageError(f"there is no file or folder {path}.")
    found = scenario_paths(paths or [path for path in USUAL if path.is_dir()])
    if not found:
        where = ", ".join(map(str, paths or USUAL))
        raise UsageError(f"there are no scenarios in {where}.")
    return found


def _summary(played: int, failed: int, mistakes: int) -> str:
    passed = f"{played - failed} of {played} scenarios went as they say"
    if not mistakes:
        return passed
    return f"{passed}; {mistakes} mistake{'' if mistakes == 1 else 's'} in how files are written"
