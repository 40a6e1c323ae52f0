"""Verdicts of a comparison in sentences: which differences are certain, and which need more games."""

from collections.abc import Sequence

from cardwright.phrases.inflection import join_items
from cardwright_tools.laboratory.statistics import wording
from cardwright_tools.laboratory.statistics.compare_versions_by_seed import (
    BEGINNER,
    CardDifference,
    Difference,
    PowerEffect,
)
from cardwright_tools.laboratory.statistics.tests_and_intervals import correct_p_values

# Words for a figure of whole matches that is larger, and that is smaller.
GROWS = {
    "turns": ("Games take more turns", "Games take fewer turns"),
    "decisions": ("Games take more decisions", "Games take fewer decisions"),
    "changes of the lead": ("The lead changes more often", "The lead changes less often"),
    BEGINNER: ("The player who begins wins more often", "The player who begins wins less often"),
    "mean score": ("Players score more", "Players score less"),
}
# Limit for the names in a sentence.
NAMED = 4


def describe_comparison(course: Sequence[Difference], cards: Sequence[CardDifference], certainty: float) -> list[str]:
    """Return sentences on the differences that remain significant after correction for their number.

    If there are none, one sentence says so, and how many games would show the clearest difference.
    """
    figures = [*course, *(each for card in cards for each in (card.wins, card.lead))]
    chances = correct_p_values([each.p for each in figures])
    shown = {id(each) for each, p in zip(figures, chances, strict=True) if p < 1 - certainty}
    found = [_describe_figure(each) for each in course if id(each) in shown]
    for card in cards:
        wins, lead = (id(each) in shown for each in (card.wins, card.lead))
        if wins:
            found.append(_describe_card(card, card.wins, "wins", " points of a hundred"))
        if lead:
            found.append(_describe_card(card, card.lead, "is ahead", " points of the score"))
    if found:
        return found
    needed = [each.needed for each in figures if each.needed is not None]
    more = f" About {min(needed):,} pairs of games would show the clearest of those found." if needed else ""
    return [f"No difference is shown: what was found can be chance.{more}"]


def _describe_figure(row: Difference) -> str:
    more, less = GROWS.get(row.name, (f"{row.name}: more", f"{row.name}: less"))
    what = more if row.difference.value > 0 else less
    return f"{what} in B: {row.after:,.1f} instead of {row.before:,.1f}."


def _describe_card(card: CardDifference, row: Difference, does: str, unit: str) -> str:
    how = "more" if row.difference.value > 0 else "less"
    return f"Whoever has {card.name} first {does} {abs(row.difference.value):,.1f}{unit} {how} in B."


def describe_ablation(powers: Sequence[PowerEffect]) -> list[str]:
    """Return sentences on the powers that significantly help or hurt the first holder of their card.

    P-values are corrected for the number of powers.
    """
    found = []
    for sign, does in ((1, "help"), (-1, "hurt")):
        sure = [one for one in powers if one.wins_sure and sign * one.found.wins.difference.value > 0]
        ordered = sorted(sure, key=lambda one: (-sign * one.found.wins.difference.value, one.found.card))
        if ordered:
            names = [f"{each.found.name} ({wording.change(each.found.wins.difference, 0)})" for each in ordered[:NAMED]]
            more = len(ordered) - NAMED
            names += [f"{more} more"] if more > 0 else []
            ends = "s" if len(ordered) == 1 else ""
            whoever = "whoever has the card first to win" if sign > 0 else "whoever has the card first"
            found.append(f"{does.capitalize()}{ends} {whoever}, in points of a hundred: {join_items(names)}.")
    unsure = sum(not one.wins_sure for one in powers)
    if unsure:
        others = "the other power" if unsure == 1 else f"the other {unsure} powers"
        of_all = "Of no power" if unsure == len(powers) else f"Of {others}"
        shows = "it is shown that it changes who wins" if unsure == len(powers) else "this is not shown"
        found.append(f"{of_all} {shows}; more games, or better bots, may show it.")
    return found
