"""Report of a run in the terminal, with tables and character plots."""

import shutil
from dataclasses import replace
from pathlib import Path

from rich.table import Table

from cardwright_tools.cli.errors import needs
from cardwright_tools.cli.standard_output import open_tables_console
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.recommendations import recommend
from cardwright_tools.laboratory.statistics.run_summary import Facts
from cardwright_tools.reports import report_data

SHOWN_CARDS = 8
SHOWN_ENDINGS = 8
PLOT_HEIGHT = 11
WIDEST_PLOT = 100
WIDE = 150


def show(facts: Facts, run: Path, all_cards: bool, other: Facts | None = None) -> None:
    """Print the report of a run; without `all_cards`, only the cards with the strongest effects."""
    console = open_tables_console()
    console.print(wording.format_title(facts), style="bold")
    console.print(wording.format_command(facts), style="dim", soft_wrap=True)
    for said, command in recommend(facts):
        console.print(f"{said} ({command})." if command else f"{said}.")
    for finding in wording.describe_findings(facts):
        console.print(f"• {finding}")
    console.print(_draw(report_data.tabulate_seats(facts)))
    if facts.decks:
        console.print(_draw(report_data.tabulate_decks(facts)))
    console.print(_draw(report_data.tabulate_lengths(facts)))
    console.print(_render_plots(facts), end="", soft_wrap=True)
    console.print(_draw(_shorten(report_data.tabulate_endings(facts), SHOWN_ENDINGS)))
    if facts.cards:
        whole = console.width >= WIDE
        effects = list(facts.effects) if whole else report_data.list_stages_with_effects(facts)
        console.print(_tabulate_cards(facts, effects, all_cards, whole))
        if effects:
            console.print(
                "Effect: percentage points of winning for a player who has the card "
                f"{wording.join_stages(effects)}, against the mean of all cards, the other "
                "cards being equal; * certain after correction. --cards shows all."
            )
    if other is not None:
        beside = report_data.compare_runs(facts, other)
        console.print(
            _draw(beside) if beside.rows else f"{beside.title}: no effect of a card was estimated in both runs."
        )
    if facts.avoided:
        console.print(_draw(_shorten(report_data.tabulate_avoided(facts), SHOWN_ENDINGS)))
    for number, seed, error, record in facts.failed[:SHOWN_ENDINGS]:
        console.print(f"game {number}, seed {seed} failed: {error} ({record})")
    console.print(f"Game N once more, as a record: {wording.format_record_command(run)}", style="dim", soft_wrap=True)


def _render_plots(facts: Facts) -> str:
    with needs("lab"):
        import plotext
    width = min(WIDEST_PLOT, shutil.get_terminal_size().columns)
    shown = ""
    for name, counts in report_data.tabulate_counts(facts):
        plotext.clear_figure()
        plotext.plotsize(width, PLOT_HEIGHT)
        plotext.theme("clear")
        plotext.hist(counts, bins=min(40, max(counts) - min(counts) + 1))
        plotext.title(f"games by {name}")
        shown += plotext.uncolorize(plotext.build()) + "\n"
    return shown


def _tabulate_cards(facts: Facts, effects: list[str], all_cards: bool, whole: bool) -> Table:
    """Return the table of cards. Without `all_cards`, it has only the first and last of many.

    In a narrow terminal (not `whole`), it has no intervals and fewer stages.
    """
    judged = [card for card in facts.cards if card.effect is not None or card.played_effect is not None]
    stages = [
        each for each in report_data.list_reached_stages(facts) if whole or each in effects or each == facts.effect_of
    ]
    if all_cards or len(judged) <= 2 * SHOWN_CARDS:
        return _draw(report_data.tabulate_cards(facts, stages, effects, sets=False, whole=whole))
    some = judged[:SHOWN_CARDS] + judged[-SHOWN_CARDS:]
    table = report_data.tabulate_cards(facts, stages, effects, sets=False, whole=whole, shown=some)
    return _draw(replace(table, title=f"Cards ({len(some)} of {len(facts.cards)})", breaks=(SHOWN_CARDS,)))


def _shorten(table: report_data.ReportTable, most: int) -> report_data.ReportTable:
    return replace(table, rows=table.rows[:most])


def _draw(source: report_data.ReportTable) -> Table:
    table = Table(title=source.title, title_justify="left", show_header=bool(source.head[-1]))
    for place, column in enumerate(source.head):
        table.add_column(column, justify="right" if place and len(source.head) > 2 else "left")
    for place, row in enumerate(source.rows):
        if place in source.breaks:
            table.add_section()
        table.add_row(*row)
    return table
