"""Content of the reports of a run as tables of text, whatever the format."""

from collections.abc import Sequence
from dataclasses import dataclass

from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.card_rank_agreement import compute_agreements
from cardwright_tools.laboratory.statistics.run_summary import STAGES, CardFacts, Facts


@dataclass(frozen=True, slots=True)
class ReportTable:
    """A table with a title; a line is drawn before each of the rows in `breaks`."""

    title: str
    head: Sequence[str]
    rows: Sequence[Sequence[str]]
    breaks: tuple[int, ...] = ()


def tabulate_seats(facts: Facts) -> ReportTable:
    """Return the results by seat, and by order of play from the player who began."""
    bots = facts.plan.table.bots
    places = [(f"P{one.number + 1} ({bots[one.number]})", one) for one in facts.seats]
    places += [(f"{wording.place(one.number)} to play", one) for one in facts.order]
    rows = [(name, wording.format_share(one.wins), wording.number(one.score)) for name, one in places]
    return ReportTable("Seats and order of play", ("", "wins", "mean score"), rows, (len(facts.seats),))


def tabulate_decks(facts: Facts) -> ReportTable:
    """Return the results of the decks of a pool, by the seats that drew them."""
    rows = [
        (deck.name, f"{deck.drawn:,}", wording.format_share(deck.wins), wording.number(deck.score))
        for deck in facts.decks
    ]
    return ReportTable("Decks of the pool", ("", "drawn", "wins", "mean score"), rows)


def tabulate_lengths(facts: Facts) -> ReportTable:
    """Return the lengths of matches, and counts of events in them."""
    longest = ", ".join(f"{turn.decisions} (game {turn.game}, seed {turn.seed})" for turn in facts.longest_turns)
    rows = [
        ("turns", wording.format_length(facts.turns)),
        ("decisions", wording.format_length(facts.decisions)),
        ("changes of the lead", wording.format_length(facts.lead_changes)),
        ("decisions with one option", wording.format_share(facts.forced)),
        ("longest turns, in decisions", longest),
    ]
    return ReportTable("Length and course", ("", "mean, and where games lie"), rows)


def tabulate_counts(facts: Facts) -> list[tuple[str, list[int]]]:
    """Return the counts per match, except those that are the same in all matches."""
    counts = [("turns", facts.turn_counts), ("changes of the lead", facts.lead_counts)]
    return [(name, each) for name, each in counts if min(each) < max(each)]


def tabulate_endings(facts: Facts) -> ReportTable:
    """Return the causes of the ends of matches."""
    rows = [(ending, wording.format_share(part)) for ending, part in facts.endings]
    return ReportTable(
        "What ended the games", ("texts that led to the end; marks set by then (and by what)", "share of games"), rows
    )


def compare_runs(facts: Facts, other: Facts) -> ReportTable:
    """Return a comparison of a run's cards with the cards of the run `other`."""
    rows = [
        (
            wording.STAGE_WORDS[each.stage],
            f"{each.cards}",
            "" if each.rank is None else f"{each.rank:.2f}",
            *(", ".join(names) or "none" for names in (each.both, each.here, each.there)),
        )
        for each in compute_agreements(facts, other)
    ]
    head = ("effect of a card", "cards", "rank correlation", "out of line in both", "only here", "only there")
    return ReportTable(f"Beside {wording.format_title(other)}, seed {other.plan.table.seed}", head, rows)


def tabulate_failures(facts: Facts) -> ReportTable:
    """Return the matches that failed."""
    rows = [(str(number), str(seed), error, record) for number, seed, error, record in facts.failed]
    return ReportTable("Games that failed", ("game", "seed", "error", "record"), rows)


def tabulate_avoided(facts: Facts) -> ReportTable:
    """Return the errors that bots met when they looked ahead, and how often."""
    rows = [(f"{times:,}", error) for error, times in facts.avoided]
    return ReportTable("Errors that bots met when they looked ahead, and avoided", ("times", "error"), rows)


def list_reached_stages(facts: Facts) -> list[str]:
    """Return the stages that any card reached."""
    return [stage for stage in STAGES if any(getattr(card, stage).players for card in facts.cards)]


def list_stages_with_effects(facts: Facts) -> list[str]:
    """Return the stages whose effects get a column.

    The stage `drawn` is left out unless the report is about it, because its effects are small.
    """
    return [stage for stage in facts.effects if stage != "drawn" or facts.effect_of == "drawn"]


def tabulate_cards(
    facts: Facts,
    stages: Sequence[str],
    effects_of: Sequence[str],
    sets: bool = True,
    whole: bool = True,
    shown: Sequence[CardFacts] | None = None,
) -> ReportTable:
    """Return the results by card at some stages, with effects.

    `shown` are the cards, None for all. `sets` adds a column with their sets, and `whole` adds intervals.
    """
    head = ["card", *(["set"] if sets else [])]
    for stage in stages:
        head += [wording.STAGE_WORDS[stage], "wins in %", *(["effect"] if stage in effects_of else [])]
    rows = []
    for card in facts.cards if shown is None else shown:
        row = [card.name, *([card.set] if sets else [])]
        for stage in stages:
            found = getattr(card, stage)
            cells = [f"{found.players:,}", wording.format_share(found.wins).replace("%", "") if found.players else ""]
            cells += [wording.format_effect(getattr(card, facts.effects[stage]))] if stage in effects_of else []
            row += cells if whole else [_drop_interval(cell) for cell in cells]
        rows.append(row)
    return ReportTable(f"Cards ({len(rows)})", head, rows)


def _drop_interval(cell: str) -> str:
    """Return a figure without its interval."""
    return cell.split(" ")[0] + (" *" if cell.endswith("*") else "")
