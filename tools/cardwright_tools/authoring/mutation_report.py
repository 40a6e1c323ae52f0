"""Report of `cardwright test --mutate`: the changes of rule texts that no scenario notices."""

import multiprocessing
import os
import sys
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path

from cardwright import ScenarioSuite
from cardwright.declarations.valuation_only_rules import BotOnlyRule
from cardwright.phrases.inflection import count_noun
from cardwright.scenarios.suite import Scenario
from cardwright.source.diagnostics import suggest
from cardwright_tools.authoring.coverage import (
    describe_bot_rules,
    describe_harmless,
    find_odd_marks,
    is_harmless,
    list_bot_rules,
)
from cardwright_tools.authoring.mutation_trials import (
    Changed,
    MutationTrial,
    Verdict,
    list_power_mutants,
    list_rule_mutants,
    mentions,
)
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.standard_output import print_lines, print_note, shorten_path, show_progress
from cardwright_tools.worker_pool import start_worker_pool

# Number of changes tried in one program: enough to share the cost of compiling, few enough to compile quickly. Each
# change of a game's own texts is compiled separately.
BATCH = 80
Numbers = dict[str, list[int]]


@dataclass(slots=True)
class Mutation:
    """A trial of mutants: the mutants to try, the verdicts so far, and the mutants left out."""

    changes: list[Changed]
    harmless: int
    for_bots: list[BotOnlyRule]
    verdicts: list[Verdict] = field(default_factory=list)

    @property
    def survived(self) -> bool:
        """True if a mutant went unnoticed."""
        return any(verdict.outcome == "survived" for verdict in self.verdicts)

    @property
    def stopped(self) -> bool:
        """True if the run was interrupted."""
        return len(self.verdicts) < len(self.changes)


def mutate(suite: ScenarioSuite, files: list[Path], scenarios: list[Scenario], arguments: Namespace) -> Mutation:
    """Try every mutant of the powers (or rules) with `scenarios`, which must already pass.

    Unnoticed mutants are shown as they are found, except with JSON. Ctrl-C ends the run with the verdicts so far.
    """
    every = _list_changes(suite, scenarios, arguments.cards, arguments.sets, arguments.rules)
    changes = [change for change in every if not is_harmless(suite, change)]
    for line in find_odd_marks(suite, every):
        print_note(line)
    number = {scenario: place for place, scenario in enumerate(suite.scenarios)}
    numbers: Numbers = {}
    for change in changes:
        if change.key not in numbers:
            numbers[change.key] = [number[each] for each in _select_scenarios(suite, scenarios, change)]
    batches = list(_group_changes(changes))
    jobs = min(arguments.jobs or os.cpu_count() or 1, len(batches))
    found = Mutation(changes, len(every) - len(changes), list_bot_rules(suite, scenarios) if arguments.rules else [])
    print_note(f"{count_noun(len(changes), 'change')} to try; Ctrl-C ends with what was found so far")
    try:
        with show_progress(len(changes), what="changes") as advance:
            for verdicts in _judge_batches(batches, files, numbers, jobs):
                found.verdicts += verdicts
                if not arguments.json:
                    show_verdicts(verdicts)
                advance(len(verdicts))
    except KeyboardInterrupt:
        print_note(f"stopped after {len(found.verdicts)} of {count_noun(len(changes), 'change')}")
    return found


def _judge_batches(
    batches: list[list[Changed]], files: list[Path], numbers: Numbers, jobs: int
) -> Iterator[list[Verdict]]:
    if jobs <= 1:
        _open(files)
        yield from (_judge(batch, numbers) for batch in batches)
        return
    with start_worker_pool(jobs, multiprocessing.get_context("spawn"), _open, files) as pool:
        yield from pool.map(_judge, batches, [_select(numbers, batch) for batch in batches])


def _select_scenarios(suite: ScenarioSuite, scenarios: list[Scenario], change: Changed) -> list[Scenario]:
    """Return the scenarios that can notice a mutant; those that execute its line come first.

    A mutant is a rule text with one change.
    """
    if change.card:
        return [each for each in scenarios if _concerns(suite, each, change.card)]
    ran = {each for each in scenarios if (change.path, change.line) in suite.coverage.lines.get(each, ())}
    return sorted(scenarios, key=lambda each: each not in ran)


def _concerns(suite: ScenarioSuite, scenario: Scenario, card: str) -> bool:
    """Return True if a scenario executes part of a card's power, or names the card."""
    return card in suite.coverage.powers.get(scenario, ()) or mentions(scenario, suite, card)


def _list_changes(
    suite: ScenarioSuite, scenarios: list[Scenario], cards: list[str] | None, sets: list[str] | None, rules: bool
) -> list[Changed]:
    """Return the mutants of powers or, with `rules`, of all rule texts of the games, each text once."""
    found: dict[tuple[str, int], list[Changed]] = {}
    known: dict[str, None] = {}
    for setting in dict.fromkeys(suite.setting(scenario) for scenario in scenarios):
        game = suite.loaded(setting).game
        if rules and game is not None:
            found.setdefault((game.span.path, 0), list_rule_mutants(game))
            continue
        for piece in game.pieces if game is not None else ():
            if piece.power is None or (sets and piece.set not in sets):
                continue
            known[piece.id] = None
            place = (piece.power.span.path, piece.power.span.line)
            if place not in found and (not cards or piece.id in cards):
                found[place] = list_power_mutants(piece)
    for card in cards or ():
        if card not in known:
            near = suggest(card, known)
            hint = f" Did you mean `{near}`?" if near else ""
            raise UsageError(f"no card `{card}` with a power is in the games of these scenarios.{hint}")
    if not found:
        raise UsageError("there is no card with a power to change.")
    return [change for changes in found.values() for change in changes]


def _group_changes(changes: list[Changed]) -> Iterator[list[Changed]]:
    """Yield groups of mutants that are compiled into one program; the mutants of a card stay together."""
    batch: list[Changed] = []
    for change in changes:
        if batch and (not change.card or (len(batch) >= BATCH and batch[-1].card != change.card)):
            yield batch
            batch = []
        batch.append(change)
    if batch:
        yield batch


def _select(numbers: Numbers, batch: list[Changed]) -> Numbers:
    return {change.key: numbers[change.key] for change in batch}


# ---------------------------------------------------------------- in a process of the pool

_suite: ScenarioSuite | None = None


def _open(files: list[Path]) -> None:
    global _suite
    _suite = ScenarioSuite()
    for path in files:
        _suite.add(path)


def _judge(batch: list[Changed], numbers: Numbers) -> list[Verdict]:
    assert _suite is not None
    scenarios = {card: [_suite.scenarios[number] for number in mine] for card, mine in numbers.items()}
    return MutationTrial(_suite).judge(batch, scenarios)


# ---------------------------------------------------------------- what is shown


def show_verdicts(verdicts: Sequence[Verdict]) -> None:
    """Print every surviving mutant as two lines of a diff: before and after its change."""
    for verdict in verdicts:
        changed = verdict.changed
        if verdict.error:
            print_lines(f"{shorten_path(changed.path)}:{changed.line}: {changed.what}: {verdict.error}")
        if verdict.outcome != "survived":
            continue
        tried = f"{count_noun(verdict.scenarios, 'scenario')} played"
        whose = f"{changed.card}; " if changed.card else ""
        print_lines(f"{shorten_path(changed.path)}:{changed.line}: survived: {changed.what} ({whose}{tried})")
        print_lines(f"  - {changed.before}")
        print_lines(f"  + {changed.after}")
    sys.stdout.flush()  # results are kept even if this process is killed


def show_mutation(mutation: Mutation) -> None:
    """Print the score, and what was left out."""
    for line in (describe_bot_rules(mutation.for_bots), describe_harmless(mutation.harmless)):
        if line is not None:
            print_lines(line)
    print_lines(_render_figure(mutation))


def _render_figure(mutation: Mutation) -> str:
    verdicts = mutation.verdicts
    sums = _sums(verdicts)
    counted = sums["noticed"] + sums["survived"]
    share = f" ({100 * sums['noticed'] / counted:.1f} %)" if counted else ""
    cards = len({verdict.changed.card for verdict in verdicts} - {""})
    of_cards = any(change.card for change in mutation.changes)  # also if it ended before the first trial
    what = count_noun(cards, "power") if of_cards else "the game's own texts"
    return (
        f"{sums['noticed']} of {counted} changes to {what} were noticed{share}, "
        f"{sums['survived']} survived; {sums['wrong']} more made no valid power and do not count"
    )


def _sums(verdicts: list[Verdict]) -> dict[str, int]:
    return {word: sum(each.outcome == word for each in verdicts) for word in ("noticed", "survived", "wrong")}


def build_mutation_json(mutation: Mutation) -> dict[str, object]:
    """Return the result as JSON values: the sums, and every mutant with its verdict."""
    listed = []
    for verdict in mutation.verdicts:
        change = asdict(verdict.changed)
        del change["text"]
        listed.append({**change, "outcome": verdict.outcome, "scenarios": verdict.scenarios, "error": verdict.error})
    return {
        **_sums(mutation.verdicts),
        "untried": len(mutation.changes) - len(mutation.verdicts),
        "harmless": mutation.harmless,
        "for_bots": [rule.word for rule in mutation.for_bots],
        "changes": listed,
    }
