"""The command `cardwright report`, which describes a run of `cardwright simulate`."""

from argparse import Namespace
from contextlib import suppress
from dataclasses import asdict

from cardwright.source.diagnostics import CardwrightError
from cardwright_tools.cli.errors import OK, FindingError, UsageError
from cardwright_tools.cli.output_paths import write_page
from cardwright_tools.cli.standard_output import print_json, print_note
from cardwright_tools.laboratory.games.match import MatchConfig, open_game
from cardwright_tools.laboratory.statistics.bot_strength import RANDOM, RANDOM_PLAYERS, explain_players
from cardwright_tools.laboratory.statistics.card_rank_agreement import compute_agreements
from cardwright_tools.laboratory.statistics.recommendations import recommend
from cardwright_tools.laboratory.statistics.run_summary import Facts, read_facts


def run(arguments: Namespace) -> int:
    """Print the report of a run, or write it as a page."""
    facts = read_facts(arguments.run)
    if strength := _describe_players(facts.plan.table):
        print_note(strength)
    other = None if arguments.beside is None else read_facts(arguments.beside)
    if other is not None and other.title != facts.title:
        raise UsageError(
            f"{arguments.beside} is a run of {other.title}, and {arguments.run} is a run of {facts.title}."
        )
    if arguments.html is not None:
        from cardwright_tools.reports.html import page

        write_page(arguments.html, page(facts, arguments.run, other))
    if arguments.markdown is not None:
        from cardwright_tools.reports.run_markdown import render_run

        write_page(arguments.markdown, render_run(facts, other))
    if arguments.json:
        print_json(as_json(facts, other))
    elif arguments.html is None and arguments.markdown is None:
        from cardwright_tools.reports.terminal import show

        show(facts, arguments.run, arguments.cards, other)
    return OK


def _describe_players(table: MatchConfig) -> str:
    """Return the known facts on the strength of a run's players; "" if the game has changed or is gone."""
    if table.learned:
        return "The players of this run had learned the game by themselves before (see docs/bots.md)."
    if set(table.bots) == {RANDOM}:
        return RANDOM_PLAYERS
    with suppress(CardwrightError, FindingError, UsageError):
        return explain_players(open_game(table), table.bots)
    return ""


def as_json(facts: Facts, other: Facts | None = None) -> dict[str, object]:
    """Return the facts as JSON values; players, seats and places are numbered from 0."""
    found: dict[str, object] = asdict(facts)
    found["advice"] = [sentence._asdict() for sentence in recommend(facts)]
    found["unused"] = facts.unused
    found["out_of_line"] = [card.id for card in facts.out_of_line]
    found["drawn_out_of_line"] = [card.id for card in facts.drawn_out_of_line]
    if other is not None:
        found["beside"] = [asdict(each) for each in compute_agreements(facts, other)]
    return found
