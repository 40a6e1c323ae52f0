"""The command `cardwright test`, which plays scenarios and shows the failed ones."""

import sys
from argparse import Namespace
from pathlib import Path

from cardwright import ScenarioSuite, scenario_paths
from cardwright.phrases.inflection import count_noun
from cardwright.scenarios.suite import Scenario, ScenarioOutcome
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.diagnostics_for_people import render_text
from cardwright.source.positions import Span
from cardwright_tools.cli.errors import FINDINGS, INTERRUPTED, OK, UsageError, check_there
from cardwright_tools.cli.standard_output import print_json, print_lines, print_note, shows_colour

USUAL = (Path("tests/scenarios"), Path("tests/language"))
MAX_NAMED = 3
BESIDE = (Path("cards"), Path("games"))


def run(arguments: Namespace) -> int:
    """Play the scenarios in the paths, and print their failures."""
    suite = ScenarioSuite(counting=arguments.coverage or arguments.mutate)
    files = find_scenario_files(arguments.paths)
    mistakes = [mistake for path in files for mistake in suite.add(path)[1]]
    chosen = [scenario for scenario in suite.scenarios if (arguments.name or "").lower() in scenario.name.lower()]
    if not suite.scenarios and not mistakes:
        raise UsageError(f"there are no scenarios in {_join_names(files)}.")
    if arguments.name and not chosen and not mistakes:
        raise UsageError(f"no scenario has `{arguments.name}` in its name.")
    if mistakes and not arguments.json:
        print_lines(render_text(mistakes, suite.files, shows_colour(sys.stdout)).rstrip("\n"), styled=True)
    every = _play_scenarios(suite, chosen, quiet=arguments.json)
    outcomes = [outcome for outcome in every if not outcome.broken]
    unplayed = len(every) - len(outcomes)
    mistakes += _list_game_errors(every)
    failed = sum(not outcome.passed for outcome in outcomes)
    summary = _render_summary(len(outcomes), failed, unplayed, len(mistakes))
    report: dict[str, object] = {}
    survived = stopped = False
    if arguments.coverage:
        from cardwright_tools.authoring.coverage import (
            build_coverage_json,
            exclude_rules,
            list_bot_rules,
            show_coverage,
        )

        rules = list_bot_rules(suite, [outcome.scenario for outcome in outcomes])
        coverage = exclude_rules(suite.coverage, rules)
        report["coverage"] = build_coverage_json(coverage, rules)
        if not arguments.json:
            show_coverage(coverage, rules)
    if arguments.mutate:
        from cardwright_tools.authoring.mutation_report import build_mutation_json, mutate, show_mutation

        if failed or mistakes:
            print_note(summary)
            raise UsageError("correct the scenarios first: changes can be noticed only if all scenarios succeed.")
        mutation = mutate(suite, files, chosen, arguments)
        survived, stopped = mutation.survived, mutation.stopped
        report["mutation"] = build_mutation_json(mutation)
        if not arguments.json:
            show_mutation(mutation)
    if arguments.json:
        print_json({**_build_json(outcomes, mistakes), **report})
    print_note(summary)
    if stopped:
        return INTERRUPTED
    return FINDINGS if failed or unplayed or mistakes or survived else OK


def _play_scenarios(suite: ScenarioSuite, scenarios: list[Scenario], quiet: bool) -> list[ScenarioOutcome]:
    """Play scenarios, and show those that fail; a mistake in what several of them share is shown once."""
    color = shows_colour(sys.stdout)
    outcomes: list[ScenarioOutcome] = []
    shown: dict[tuple[str, Span], None] = {}
    for scenario in scenarios:
        outcome = suite.run(scenario)
        outcomes.append(outcome)
        # a mistake in a common field can have other numbers in each scenario
        new = [each for each in outcome.mistakes if (each.code, each.span) not in shown]
        again = [each for each in outcome.mistakes if (each.code, each.span) in shown]
        shown |= dict.fromkeys((each.code, each.span) for each in new)
        if quiet or outcome.passed:
            continue
        if not outcome.broken:
            print_lines(f"{scenario.at.path}: {scenario.name}")
        if outcome.failure is not None:
            print_lines(f"{suite.told(outcome, color)}\n", styled=True)
        elif new:
            print_lines(render_text(new, suite.files, color), styled=True)
        if again and not outcome.broken:
            places = dict.fromkeys(f"{each.span.path}:{each.span.line}:{each.span.column}" for each in again)
            print_lines(f"  as above: {', '.join(places)}\n")
    return outcomes


def _list_game_errors(outcomes: list[ScenarioOutcome]) -> list[Diagnostic]:
    """Return the errors in games that prevented scenarios from being played, each once."""
    return list(dict.fromkeys(each for outcome in outcomes if outcome.broken for each in outcome.mistakes))


def find_scenario_files(paths: list[Path]) -> list[Path]:
    """Return the scenario files in the paths (without paths: in the default folders). Raises UsageError without any."""
    check_there(paths)
    usual = [path for path in USUAL if path.is_dir()]
    usual = [*(path for path in BESIDE if path.is_dir()), *usual] if usual else [Path()]
    found = scenario_paths(paths or usual)
    if not found:
        where = ", ".join(map(str, paths)) if paths else "this folder"
        raise UsageError(f"there are no scenarios in {where}.")
    return found


def _join_names(files: list[Path]) -> str:
    """Return the names of the first few files, and the number of further files."""
    more = [f"{len(files) - MAX_NAMED} more"] if len(files) > MAX_NAMED else []
    return ", ".join([*map(str, files[:MAX_NAMED]), *more])


def _build_json(outcomes: list[ScenarioOutcome], mistakes: list[Diagnostic]) -> dict[str, object]:
    found: list[tuple[str | None, Diagnostic]] = [(None, mistake) for mistake in mistakes]
    found += [(outcome.scenario.name, each) for outcome in outcomes for each in outcome.diagnostics]
    return {
        "played": len(outcomes),
        "passed": sum(outcome.passed for outcome in outcomes),
        "findings": [
            {
                "scenario": name,
                "path": each.span.path,
                "line": each.span.line,
                "column": each.span.column,
                "code": each.code,
                "message": each.message,
            }
            for name, each in found
        ],
    }


def _render_summary(played: int, failed: int, unplayed: int, mistakes: int) -> str:
    found = f"{count_noun(mistakes, 'mistake')} in their files"
    if not played:
        why = found if mistakes else f"{count_noun(unplayed, 'scenario')} could not be played"
        return f"no scenario was played: {why}"
    parts = [f"{played - failed} of {played} scenarios succeed"]
    if unplayed:
        parts.append(f"{unplayed} could not be played")
    return "; ".join([*parts, found] if mistakes else parts)
