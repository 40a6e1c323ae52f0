"""Coverage for `cardwright test --coverage`: the parts of rule texts that no scenario executed."""

import re
from collections.abc import Iterable, Sequence
from dataclasses import asdict

from cardwright import ScenarioSuite
from cardwright.declarations.valuation_only_rules import BotOnlyRule, find_bot_only_rules
from cardwright.phrases.inflection import count_noun
from cardwright.scenarios.coverage import Coverage
from cardwright.scenarios.suite import Scenario
from cardwright.source.diagnostics import suggest
from cardwright_tools.authoring.mutation_trials import Changed
from cardwright_tools.authoring.mutations import KINDS
from cardwright_tools.cli.standard_output import print_lines, shorten_path

_MARK = re.compile(r"#.*?\bharmless: *(.+?)\s*$")


def list_bot_rules(suite: ScenarioSuite, scenarios: Iterable[Scenario]) -> list[BotOnlyRule]:
    """Return the rules that only bots call, in the games and sets that some scenarios use."""
    found: dict[BotOnlyRule, None] = {}
    asked: set[BotOnlyRule] = set()
    for setting in dict.fromkeys(suite.setting(scenario) for scenario in scenarios):
        game = suite.loaded(setting).game
        if game is None:
            continue
        here = find_bot_only_rules(game)
        files = {scalar.span.path for scalar in game.libraries}
        asked |= {rule for rule in found if rule.span.path in files and rule not in here}
        found.update(dict.fromkeys(here))
    return [rule for rule in found if rule not in asked]


def exclude_rules(coverage: Coverage, rules: Iterable[BotOnlyRule]) -> Coverage:
    """Return the coverage without some rules."""
    gone = {(rule.span.path, line) for rule in rules for line in range(rule.span.line, rule.span.end_line + 1)}
    kept = Coverage()
    kept.runs.update({place: n for place, n in coverage.runs.items() if (place.path, place.line) not in gone})
    return kept


def describe_bot_rules(rules: Iterable[BotOnlyRule]) -> str | None:
    """Return a line that names the rules that were left out, None if there are none."""
    names = [f"`{rule.word}`" for rule in rules]
    if not names:
        return None
    return f"left out, as only bots ask for {'it' if len(names) == 1 else 'them'}: {', '.join(names)}"


def is_harmless(suite: ScenarioSuite, change: Changed) -> bool:
    """Return True if a comment on the line of a mutant marks that change as harmless.

    Example: `# harmless: other players`.
    """
    return change.what in _mark(suite.files[change.path].line(change.line))


def find_odd_marks(suite: ScenarioSuite, changes: Iterable[Changed]) -> list[str]:
    """Return errors about comments `# harmless: ...` that name an unknown kind of change."""
    problems = []
    for path in dict.fromkeys(change.path for change in changes):
        for number, line in enumerate(suite.files[path].text.splitlines(), 1):
            for kind in _mark(line):
                if kind not in KINDS:
                    near = suggest(kind, KINDS)
                    hint = f"; did you mean `{near}`?" if near else ""
                    problems.append(f"{shorten_path(path)}:{number}: no change is called `{kind}`{hint}")
    return problems


def describe_harmless(count: int) -> str | None:
    """Return a line with the number of changes left out as harmless, None for 0."""
    return f"{count_noun(count, 'change')} marked harmless left out" if count else None


def _mark(line: str) -> list[str]:
    found = _MARK.search(line)
    return [kind.strip() for kind in found[1].split(",")] if found else []


LIBRARY = "the game's own texts"


def show_coverage(coverage: Coverage, left_out: Sequence[BotOnlyRule]) -> None:
    """Print every statement that was never executed, then the cards with such statements, and totals."""
    for place in coverage.missed():
        whose = f" ({place.card})" if place.card else ""
        print_lines(f"{shorten_path(place.path)}:{place.line}:{place.column}: never ran: {place.text}{whose}")
    by_card = coverage.by_card()
    powers = {card: counts for card, counts in by_card.items() if card}
    for card, (ran, of) in powers.items():
        if ran < of:
            print_lines(f"{card}: {ran} of {of}")
    whole = sum(ran == of for ran, of in powers.values())
    print_lines(f"{whole} of {len(powers)} powers ran whole: {_sum(list(powers.values()))}")
    if "" in by_card:
        print_lines(f"{LIBRARY}: {_sum([by_card['']])}")
    bots = describe_bot_rules(left_out)
    if bots is not None:
        print_lines(bots)


def _sum(counts: list[tuple[int, int]]) -> str:
    ran, of = sum(ran for ran, _ in counts), sum(of for _, of in counts)
    share = f", {100 * ran / of:.1f} %" if of else ""
    return f"{ran} of {of} statements, values and abilities{share}"


def build_coverage_json(coverage: Coverage, left_out: Sequence[BotOnlyRule]) -> dict[str, object]:
    """Return the coverage as JSON values: every point with its executions, and the sums."""
    return {
        "for_bots": [rule.word for rule in left_out],
        "places": [{**asdict(place), "runs": times} for place, times in sorted(coverage.runs.items())],
        "cards": {card: {"ran": ran, "of": of} for card, (ran, of) in coverage.by_card().items() if card},
        "library": dict(zip(("ran", "of"), coverage.by_card().get("", (0, 0)), strict=True)),
    }
