"""Results of the decks of a pool: how often each was drawn in a run, how often it won, and its scores."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from cardwright_tools.laboratory.statistics.tests_and_intervals import Interval, compute_mean, compute_wilson_interval

if TYPE_CHECKING:
    from cardwright_tools.laboratory.games.match import MatchConfig

# The result of a seat: the number of its match, the seat, its score, and whether it won or shared the win.
SeatResult = tuple[int, int, float, bool]


@dataclass
class DeckTally:
    """A deck of a pool: how often a seat drew it, how often that seat won or shared the win, and its scores."""

    name: str
    drawn: int = 0
    won: int = 0
    scores: list[float] = field(default_factory=list)


@dataclass(frozen=True)
class DeckSummary:
    """Results of one deck of a run's pool, over all seats that drew it."""

    name: str
    drawn: int
    wins: Interval
    score: Interval


def tally_decks(table: MatchConfig, results: Iterable[SeatResult]) -> list[DeckTally]:
    """Return a tally for each deck of the pool of a run; `results` are those of its finished matches, by match."""
    found = [DeckTally(name) for name, _ in table.pool]
    for number, seats in groupby(results, key=lambda result: result[0]):
        drawn = table.draw(number)
        for _, seat, score, won in seats:
            deck = drawn[seat]
            if deck is not None:
                found[deck].drawn += 1
                found[deck].won += won
                found[deck].scores.append(score)
    return found


def summarize_decks(table: MatchConfig, results: Iterable[SeatResult]) -> list[DeckSummary]:
    """Return the results of the pool's decks that were drawn, by how often they win, the most frequent first."""
    found = [
        DeckSummary(deck.name, deck.drawn, compute_wilson_interval(deck.won, deck.drawn), compute_mean(deck.scores))
        for deck in tally_decks(table, results)
        if deck.drawn
    ]
    return sorted(found, key=lambda deck: (-deck.wins.value, deck.name))
