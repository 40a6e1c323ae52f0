"""The report of a run in the terminal: tables, and plots made of characters."""

import shutil

from rich.table import Table

from cardwright_tools.cli.terminal import tables_console
from cardwright_tools.laboratory import words
from cardwright_tools.laboratory.extra import needs
from cardwright_tools.laboratory.facts import STAGES, CardFacts, Facts

SHOWN_CARDS = 8
SHOWN_ENDINGS = 8
PLOT_HEIGHT = 11
WIDEST_PLOT = 100
WIDE = 150


def show(facts: Facts, all_cards: bool) -> None:
    """Print the report; without `all_cards` only the cards with the strongest effects."""
    console = tables_console()
    console.print(words.title(facts), style="bold")
    console.print(words.command(facts), style="dim", soft_wrap=True)
    for finding in words.findings(facts):
        console.print(f"• {finding}")
    console.print(_places(facts))
    console.print(_lengths(facts))
    console.print(_plots(facts), end="", soft_wrap=True)
    console.print(_endings(facts))
    if facts.cards:
        console.print(_cards(facts, all_cards, whole=console.width >= WIDE))
        console.print(
            "Wins with a card in percent. Effect: percentage points of winning for a player who has the card "
            f"{words.stages(_told(facts) or [facts.effect_of])}, against the mean of all cards, the other "
            "cards being equal; * certain after correction. --cards shows all."
        )
    for number, seed, error, record in facts.failed[:SHOWN_ENDINGS]:
        console.print(f"game {number}, seed {seed} failed: {error} ({record})")


def _places(facts: Facts) -> Table:
    table = Table(title="Seats, and order of play from the player who began", title_justify="left")
    for column in ("", "wins", "mean score"):
        table.add_column(column, justify="left" if not column else "right")
    for seat in facts.seats:
        bot = facts.plan.table.bots[seat.number]
        table.add_row(f"P{seat.number + 1} ({bot})", words.share(seat.wins), words.number(seat.score))
    table.add_section()
    for place in facts.order:
        table.add_row(words.place(place.number), words.share(place.wins), words.number(place.score))
    return table


def _lengths(facts: Facts) -> Table:
    table = Table(title="Length and course", title_justify="left", show_header=False)
    longest = ", ".join(f"{turn.decisions} (game {turn.game})" for turn in facts.longest_turns)
    for name, told in (
        ("turns", words.length(facts.turns)),
        ("decisions", words.length(facts.decisions)),
        ("changes of the lead", words.length(facts.lead_changes)),
        ("decisions with one option", words.share(facts.forced)),
        ("longest turns, in decisions", longest),
    ):
        table.add_row(name, told)
    return table


def _plots(facts: Facts) -> str:
    with needs("lab"):
        import plotext
    width = min(WIDEST_PLOT, shutil.get_terminal_size().columns)
    shown = ""
    for name, counts in (("turns", facts.turn_counts), ("changes of the lead", facts.lead_counts)):
        if min(counts) == max(counts):
            continue  # one bar says no more than the table above
        plotext.clear_figure()
        plotext.plotsize(width, PLOT_HEIGHT)
        plotext.theme("clear")
        plotext.hist(counts, bins=min(40, max(counts) - min(counts) + 1))
        plotext.title(f"games by {name}")
        shown += plotext.uncolorize(plotext.build()) + "\n"
    return shown


def _endings(facts: Facts) -> Table:
    table = Table(title="What ended the games", title_justify="left")
    table.add_column("texts that led to the end; marks set by then")
    table.add_column("share of games", justify="right")
    for ending, part in facts.endings[:SHOWN_ENDINGS]:
        table.add_row(ending, words.share(part))
    return table


def _cards(facts: Facts, all_cards: bool, whole: bool) -> Table:
    """The table of cards; in a narrow terminal without intervals, and only with stages whose effect is told."""
    judged = [card for card in facts.cards if card.effect is not None or card.played_effect is not None]
    shown = facts.cards
    if not all_cards and len(judged) > 2 * SHOWN_CARDS:
        shown = judged[:SHOWN_CARDS] + judged[-SHOWN_CARDS:]
    table = Table(title=f"Cards ({len(shown)} of {len(facts.cards)})", title_justify="left")
    table.add_column("card")
    told = _told(facts)
    reached = [stage for stage in STAGES if any(getattr(card, stage).players for card in facts.cards)]
    stages = [stage for stage in reached if whole or stage in told or stage == facts.effect_of]
    for stage in stages:
        table.add_column(words.STAGE_WORDS[stage], justify="right")
        table.add_column("wins with it" if whole else "wins", justify="right")
        if stage in told:
            table.add_column("effect", justify="right")
    for place, card in enumerate(shown):
        if len(shown) < len(facts.cards) and place == SHOWN_CARDS:
            table.add_section()
        cells = [card.name]
        for stage in stages:
            name = facts.effects[stage] if stage in told else None
            cells += _stage(card, stage, name, whole)
        table.add_row(*cells)
    return table


def _told(facts: Facts) -> list[str]:
    """The stages whose effect has room here; that of having drawn a card is small, and told above."""
    return [stage for stage in facts.effects if stage != "drawn" or facts.effect_of == "drawn"]


def _stage(card: CardFacts, stage: str, effect: str | None, whole: bool) -> list[str]:
    found = getattr(card, stage)
    wins = words.share(found.wins).replace("%", "") if found.players else ""
    cells = [f"{found.players:,}", wins if whole and effect is not None else wins.split(" ")[0]]
    if effect is not None:
        told = words.effect(getattr(card, effect))
        brief = told.split(" ")[0] + (" *" if told.endswith("*") else "")
        cells.append(told if whole else brief)
    return cells
