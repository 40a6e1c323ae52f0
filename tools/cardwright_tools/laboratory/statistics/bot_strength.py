"""Strength of the bots of a run: their results against `random`, or the reason why they play weakly."""

import time
from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright_tools.laboratory.games.match import MatchConfig, Overtaken, play_one
from cardwright_tools.laboratory.statistics.tests_and_intervals import compute_wilson_interval

if TYPE_CHECKING:
    from cardwright import Game

RANDOM = "random"
# Deals for each step of the ladder of bots, each from every seat.
RUNG_DEALS = 10
# Seconds for the strength of players, a small part of the time of a run.
RUNG_SECONDS = 10.0


# The remark on results between random players.
RANDOM_PLAYERS = (
    "`random` plays all seats and takes anything, so the results tell of the rules and of luck, not of good play; try "
    "--bots greedy."
)


def explain_players(game: "Game", bots: Sequence[str]) -> str:
    """Return why bots know little of a game: they are random, or know only the score; "" if they know more."""
    kinds = sorted(set(bots))
    if kinds == [RANDOM]:
        return RANDOM_PLAYERS
    blind = [kind for kind in kinds if kind != RANDOM and "valuation=" not in kind]
    if blind and not game.program(game.min_players).tables.valuation:
        those = " and ".join(f"`{kind}`" for kind in blind)
        goes, sees = ("goes", "sees") if len(blind) == 1 else ("go", "see")
        return (
            f"{those} {goes} by the score alone and {sees} no use in what pays later; `cardwright train` learns what "
            "is good."
        )
    return ""


def describe_strength(game: "Game", table: MatchConfig) -> str:
    """Return a sentence on the strength of the bots of a run.

    It says why they are weak, or how often one `greedy` bot beats `random` bots. Returns "" if neither is known.
    """
    weak = explain_players(game, table.bots)
    greedy = [kind for kind in table.bots if kind.split(":")[0] == "greedy"]
    if weak or not greedy:
        return weak
    wins, games = measure_rung(game, table, greedy[0])
    if not games:
        return ""
    bounds = compute_wilson_interval(wins, games)
    return (
        f"One `{greedy[0]}` among `random` players wins {wins / max(1, games):.0%} of {games} games "
        f"({bounds.low:.0%} to {bounds.high:.0%}; even: {1 / table.players:.0%})."
    )


def measure_rung(
    game: "Game", table: MatchConfig, kind: str, deals: int = RUNG_DEALS, seconds: float = RUNG_SECONDS
) -> tuple[float, int]:
    """Return the wins of one bot of a kind among random players, and the number of games.

    Each deal is played from every seat. Only the deals that are over after `seconds` count.
    """
    wins, games, end = 0.0, 0, time.monotonic() + seconds
    for deal in range(deals):
        found = []
        for seat in range(table.players):
            bots = tuple(kind if each == seat else RANDOM for each in range(table.players))
            rung = replace(table, bots=bots, watched=False, blank=())
            try:
                found.append(play_one(game, rung, deal, lambda: time.monotonic() > end))
            except Overtaken:
                return wins, games
        for seat, outcome in enumerate(found):
            if outcome.error is None:
                wins, games = wins + outcome.won_by(seat), games + 1
    return wins, games
