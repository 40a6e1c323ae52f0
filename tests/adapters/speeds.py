"""How many steps a second random play takes through each door, beside OpenSpiel's own games."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
import pyspiel

from cardwright import load_game
from cardwright.adapters.openspiel import register
from cardwright.adapters.pettingzoo import TableEnv

GAMES = ("kuhn_poker", "leduc_poker", "goofspiel", "hearts", "spades", "euchre", "cribbage", "gin_rummy")


def table(seconds: float, games: Sequence[str] = GAMES) -> Iterator[str]:
    """A table of Markdown, line by line."""
    yield "| Game | OpenSpiel's | ours: `State` | `pyspiel` | and its tensors | PettingZoo |"
    yield "| --- | ---: | ---: | ---: | ---: | ---: |"
    for word in games:
        rates = [_rate(play, seconds) for play in _doors(word)]
        yield f"| `{word}` | " + " | ".join(f"{rate:,.0f}" for rate in rates) + " |"


def _doors(word: str) -> list[Callable[[random.Random], int]]:
    """What plays a game through each of the doors, in the order of the columns."""
    theirs, ours = pyspiel.load_game(word), pyspiel.load_game(register(word))
    game, env = load_game(word), TableEnv(word)
    return [
        lambda chance: _spiel(theirs, chance, False),
        lambda chance: _state(game, chance),
        lambda chance: _spiel(ours, chance, False),
        lambda chance: _spiel(ours, chance, True),
        lambda chance: _table(env, chance),
    ]


def _rate(play: Callable[[random.Random], int], seconds: float) -> float:
    """Decisions a second, of whole games until so much time of this process is over; the first game is not counted."""
    chance = random.Random(0)
    play(chance)
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += play(chance)
    return steps / (time.process_time() - began)


def _spiel(game: Any, chance: random.Random, tensors: bool) -> int:
    state, steps = game.new_initial_state(), 0
    while not state.is_terminal():
        if state.is_simultaneous_node():
            state.apply_actions([chance.choice(state.legal_actions(p)) for p in range(game.num_players())])
            steps += game.num_players()
            continue
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        if tensors:
            state.observation_tensor(state.current_player())
        state.apply_action(chance.choice(state.legal_actions()))
        steps += 1
    return steps


def _state(game: Any, chance: random.Random) -> int:
    state = game.new(game.min_players, chance.getrandbits(60), tracked=False)
    while not state.finished:
        state.apply(chance.randrange(state.option_count))
    return int(state.decisions)


def _table(env: TableEnv, chance: random.Random) -> int:
    env.reset(chance.getrandbits(30))
    steps = 0
    while not any(env.terminations.values()):
        seen = env.observe(env.agent_selection)
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    return steps
