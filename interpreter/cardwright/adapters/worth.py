"""What players gain at the end of a game, and when it is cut short, as engines want to be told it."""

from __future__ import annotations

from cardwright.playing.game import Game
from cardwright.playing.state import State
from cardwright.source.whole_number import whole_number

RETURNS = ("wins", "margin", "scores")


def returns_of(game: Game, returns: str | None) -> str:
    """Which returns are meant: if none are named, `wins` for a game with a rule `winners`, and else `margin`."""
    if returns is None:
        decided = game.program(game.min_players).plain.names["winners"] is not None
        return "wins" if decided else "margin"
    if returns not in RETURNS:
        raise ValueError(f"returns are {', '.join(RETURNS)}, not {returns!r}")
    return returns


def cut_after(longest: int | None) -> int | None:
    """After how many decisions games are cut short; None: never. ValueError for fewer than one."""
    number = None if longest is None else whole_number(longest, "the longest game")
    if number is not None and number < 1:
        raise ValueError(f"a game is cut short after 1 decision at least, not {number}")
    return number


def worth(state: State, returns: str) -> list[float]:
    """What everybody gets at the end.

    `wins`: a win is 1, shared by all who have won. `margin`: one's score less the mean of all scores. `scores`: these.
    """
    players = range(state.program.players)
    if returns == "wins":
        winners = state.winners
        return [1 / len(winners) if player in winners else 0.0 for player in players]
    scores = state.scores
    mean = sum(scores) / len(scores) if returns == "margin" else 0.0
    return [score - mean for score in scores]
