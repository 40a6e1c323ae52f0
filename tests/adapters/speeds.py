"""How many steps a second random play takes through each door, beside games of OpenSpiel and RLCard."""

from __future__ import annotations

import random
import time
from collections.abc import Callable, Iterator, Sequence
from functools import partial
from statistics import median
from typing import Any

import numpy as np
import pyspiel

from cardwright import load_game
from cardwright.adapters.openspiel import register
from cardwright.adapters.pettingzoo import TableEnv
from cardwright.adapters.vector_env import ManyGames

try:
    import rlcard
except ImportError:
    rlcard = None

CLASSICS = ("kuhn_poker", "leduc_poker", "goofspiel", "hearts", "spades", "euchre", "cribbage", "gin_rummy")
OWN = ("cargo_hold", "ceylon", "bush_pilots", "cargo_noir", "import_export")
GAMES = CLASSICS + OWN
# The games that RLCard has, too, as it calls them.
RLCARD = {"leduc_poker": "leduc-holdem", "gin_rummy": "gin-rummy"}
AT_ONCE = (1, 64, 1024)
ROUNDS = 5
# So many decisions of a game are played where that is not left to others.
LONGEST = 200
COLUMNS = (
    "OpenSpiel's", "with tensor and mask", "RLCard's", "ours: `State`", "`pyspiel`", "and its tensors", "PettingZoo",
    *(f"`ManyGames`, {count}" for count in AT_ONCE),
)  # fmt: skip
Play = Callable[[random.Random], int]


def table(seconds: float, games: Sequence[str] = GAMES) -> Iterator[str]:
    """A table of Markdown, line by line: medians of rounds in which every door has its turn."""
    yield f"| Game | {' | '.join(COLUMNS)} |"
    yield f"| --- |{' ---: |' * len(COLUMNS)}"
    for word in games:
        plays = _doors(word)
        chance = random.Random(0)
        for play in plays:
            if play is not None:
                play(chance)  # what is made once is not counted
        rounds = [[None if play is None else _rate(play, chance, seconds) for play in plays] for _ in range(ROUNDS)]
        middle = [median(rates) if None not in rates else None for rates in zip(*rounds, strict=True)]
        yield f"| `{word}` | " + " | ".join("" if rate is None else f"{rate:,.0f}" for rate in middle) + " |"


def _doors(word: str) -> list[Play | None]:
    """What plays a game through each of the doors, in the order of the columns; None where there is no such door."""
    ours = pyspiel.load_game(register(word), {"longest": LONGEST})
    theirs = pyspiel.load_game(word) if word in CLASSICS else None
    game, env = load_game(word), TableEnv(word, longest=LONGEST)
    card = rlcard.make(RLCARD[word]) if rlcard is not None and word in RLCARD else None
    return [
        None if theirs is None else partial(_spiel, theirs, False),
        None if theirs is None or not _has_tensors(theirs) else partial(_spiel, theirs, True),
        None if card is None else partial(_rlcard, card),
        partial(_state, game),
        partial(_spiel, ours, False),
        partial(_spiel, ours, True),
        partial(_table, env),
        *(_Many(word, count) for count in AT_ONCE),
    ]


def _rate(play: Play, chance: random.Random, seconds: float) -> float:
    """Decisions a second, of whole games until so much time of this process is over."""
    steps, began = 0, time.process_time()
    while time.process_time() - began < seconds:
        steps += play(chance)
    return steps / (time.process_time() - began)


class _Many:
    """So many games at once, with tensors and masks after each step; ended ones begin anew."""

    def __init__(self, word: str, count: int) -> None:
        self.many = ManyGames(load_game(word), count, seen=True, endless=True)
        self.many.begin(range(count))
        self.chance = np.random.default_rng(0)

    def __call__(self, chance: random.Random) -> int:
        for _ in range(20):
            self.many.step(self.chance.integers(self.many.options))
        return 20 * len(self.many.player)


def _rlcard(env: Any, chance: random.Random) -> int:
    """A game of RLCard, whose steps always give tensor and actions."""
    state, _ = env.reset()
    steps = 0
    while not env.is_over():
        state, _ = env.step(chance.choice([*state["legal_actions"]]))
        steps += 1
    return steps


def _spiel(game: Any, tensors: bool, chance: random.Random) -> int:
    state, steps = game.new_initial_state(), 0
    observed = game.get_type().provides_observation_tensor
    while not state.is_terminal():
        if state.is_simultaneous_node():
            for player in range(game.num_players()) if tensors else ():
                _see(state, player, observed)
            state.apply_actions([chance.choice(state.legal_actions(p)) for p in range(game.num_players())])
            steps += game.num_players()
            continue
        if state.is_chance_node():
            outcomes, weights = zip(*state.chance_outcomes(), strict=True)
            state.apply_action(chance.choices(outcomes, weights)[0])
            continue
        if tensors:
            _see(state, state.current_player(), observed)
        state.apply_action(chance.choice(state.legal_actions()))
        steps += 1
    return steps


def _has_tensors(game: Any) -> bool:
    kind = game.get_type()
    return bool(kind.provides_observation_tensor or kind.provides_information_state_tensor)


def _see(state: Any, player: int, observed: bool) -> None:
    """Ask for the tensor and the mask of a player; of some games OpenSpiel has tensors of information states alone."""
    if observed:
        state.observation_tensor(player)
    else:
        state.information_state_tensor(player)
    state.legal_actions_mask(player)


def _state(game: Any, chance: random.Random) -> int:
    state = game.new(game.min_players, chance.getrandbits(60), tracked=False)
    while not state.finished and state.decisions < LONGEST:
        state.apply(chance.randrange(state.option_count))
    return int(state.decisions)


def _table(env: TableEnv, chance: random.Random) -> int:
    env.reset(chance.getrandbits(30))
    steps = 0
    while not any(env.terminations.values()) and not any(env.truncations.values()):
        seen = env.observe(env.agent_selection)
        env.step(int(chance.choice(np.flatnonzero(seen["action_mask"]))))
        steps += 1
    return steps
