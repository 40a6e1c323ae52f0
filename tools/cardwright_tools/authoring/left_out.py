"""What measures of tests leave out: rules that only bots ask for, and changes an author marked as harmless."""

import re
from collections.abc import Iterable

from cardwright import ScenarioSuite
from cardwright.declarations.bots_rules import BotsRule, bots_rules
from cardwright.scenarios.coverage import Coverage
from cardwright.scenarios.mutation import Changed
from cardwright.scenarios.suite import Scenario
from cardwright.source.spelling import suggest
from cardwright.syntax.mutants import KINDS
from cardwright_tools.cli.counting import how_many
from cardwright_tools.cli.terminal import nearby

_MARK = re.compile(r"#.*?\bharmless: *(.+?)\s*$")


def for_bots(suite: ScenarioSuite, scenarios: Iterable[Scenario]) -> list[BotsRule]:
    """The rules that only bots ask for, in every game of some scenarios with the sets they play with."""
    found: dict[BotsRule, None] = {}
    asked: set[BotsRule] = set()
    for setting in dict.fromkeys(suite.setting(scenario) for scenario in scenarios):
        game = suite.loaded(setting).game
        if game is None:
            continue
        here = bots_rules(game)
        files = {scalar.span.path for scalar in game.libraries}
        asked |= {rule for rule in found if rule.span.path in files and rule not in here}
        found.update(dict.fromkeys(here))
    return [rule for rule in found if rule not in asked]


def without(coverage: Coverage, rules: Iterable[BotsRule]) -> Coverage:
    """Coverage of everything but some rules."""
    gone = {(rule.span.path, line) for rule in rules for line in range(rule.span.line, rule.span.end_line + 1)}
    kept = Coverage()
    kept.runs.update({place: n for place, n in coverage.runs.items() if (place.path, place.line) not in gone})
    return kept


def told_of_bots(rules: Iterable[BotsRule]) -> str | None:
    """A line about the rules that were left out, None if there are none."""
    names = [f"`{rule.word}`" for rule in rules]
    if not names:
        return None
    return f"left out, as only bots ask for {'it' if len(names) == 1 else 'them'}: {', '.join(names)}"


def harmless(suite: ScenarioSuite, change: Changed) -> bool:
    """Whether a remark on the line of a change says that it is harmless, such as `# harmless: other players`."""
    return change.what in _marked(suite.files[change.path].line(change.line))


def odd_marks(suite: ScenarioSuite, changes: Iterable[Changed]) -> list[str]:
    """What is wrong with the marks in the files of some changes: kinds of change that there are not."""
    told = []
    for path in dict.fromkeys(change.path for change in changes):
        for number, line in enumerate(suite.files[path].text.splitlines(), 1):
            for kind in _marked(line):
                if kind not in KINDS:
                    near = suggest(kind, KINDS)
                    hint = f"; did you mean `{near}`?" if near else ""
                    told.append(f"{nearby(path)}:{number}: no change is called `{kind}`{hint}")
    return told


def told_of_harmless(count: int) -> str | None:
    """A line about the changes that were left out because of their marks, None if there are none."""
    return f"{how_many(count, 'change')} marked harmless left out" if count else None


def _marked(line: str) -> list[str]:
    found = _MARK.search(line)
    return [kind.strip() for kind in found[1].split(",")] if found else []
