"""Agreement of two runs of a game on the strength of its cards."""

from collections.abc import Sequence
from dataclasses import dataclass
from math import isnan

from cardwright_tools.cli.errors import needs
from cardwright_tools.laboratory.statistics.run_summary import CardFacts, Facts

# Number of cards below which ranks are not compared.
MIN_ITEMS = 4


@dataclass(frozen=True)
class Agreement:
    """How far two runs agree on a stage, over the number of `cards` whose effect both runs measured.

    `rank` is Spearman's rank correlation, from -1 to 1, or None if there are too few cards or all are equal. `both` has
    the names of cards that are outliers in both runs, in the same direction. `here` and `there` have the other outliers
    of either run. The strongest come first.
    """

    stage: str
    cards: int
    rank: float | None
    both: list[str]
    here: list[str]
    there: list[str]


def compute_agreements(facts: Facts, other: Facts) -> list[Agreement]:
    """Return the agreement of two runs for each stage whose effects both measured."""
    return [_make_agreement(stage, facts, other) for stage in facts.effects if stage in other.effects]


def _make_agreement(stage: str, facts: Facts, other: Facts) -> Agreement:
    one, two = ({card.id: _find_size(run, stage, card) for card in run.cards} for run in (facts, other))
    shared = [card for card, size in one.items() if size is not None and two.get(card) is not None]
    here, there = ({card.id: card.name for card in _list_outliers(run, stage)} for run in (facts, other))
    both = {card for card in here if card in there and ((one[card] or 0) > 0) == ((two[card] or 0) > 0)}
    return Agreement(
        stage,
        len(shared),
        rank_correlation([one[card] or 0.0 for card in shared], [two[card] or 0.0 for card in shared]),
        [name for card, name in here.items() if card in both],
        [name for card, name in here.items() if card not in both],
        [name for card, name in there.items() if card not in both],
    )


def _find_size(facts: Facts, stage: str, card: CardFacts) -> float | None:
    effect = getattr(card, facts.effects[stage])
    return None if effect is None else float(effect.size.value)


def _list_outliers(facts: Facts, stage: str) -> list[CardFacts]:
    if facts.effects[stage] == "effect":
        return facts.out_of_line
    return facts.played_out_of_line if stage == "played" else facts.drawn_out_of_line


def rank_correlation(one: Sequence[float], two: Sequence[float]) -> float | None:
    """Return Spearman's rank correlation, or None if there are too few values or all are equal."""
    if len(one) < MIN_ITEMS or len({*one}) < 2 or len({*two}) < 2:
        return None
    with needs("lab"):
        from scipy import stats
    found = float(stats.spearmanr(one, two).statistic)
    return None if isnan(found) else found
