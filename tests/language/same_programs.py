"""Random games go alike in every program that is made of a game: plain, tracked, and C."""

from __future__ import annotations

from random import Random

from tests.native.differential import QUICK, play_both

from cardwright import Game
from cardwright.native.engine import Engine


def alike_tracked(game: Game, players: int, seeds: range) -> None:
    """With what players know and without it each decision is the same, and so is all that decides how it goes on."""
    for seed in seeds:
        plain, tracked = game.new(players, seed, tracked=False), game.new(players, seed)
        pick = Random(seed)
        while not plain.finished:
            assert plain.digest() == tracked.digest()
            answer = pick.randrange(plain.option_count)
            plain.apply(answer)
            tracked.apply(answer)
        assert tracked.finished
        assert plain.digest() == tracked.digest()


def alike_in_c(game: Game, players: int, seeds: range) -> None:
    """In C and in Python all states are the same, and there are many."""
    engine = Engine(game, players, QUICK)
    assert sum(play_both(engine, game, seed, 1).states for seed in seeds) > 5 * len(seeds)


def samples_go_on(game: Game, players: int, seeds: range, answers: int) -> None:
    """At each of the first decisions, a sample for who is asked has a question, and goes on from an answer to it."""
    for seed in seeds:
        state = game.new(players, seed)
        while not state.finished and len(state.answers) < answers:
            sample = state.determinise(state.player, seed)
            assert sample.decision is not None
            sample.apply(0)
            state.apply(seed % state.option_count)
