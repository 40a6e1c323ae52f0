"""Choice of the strongest bot that answers within a second in a game on this machine."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Mapping
from random import Random
from typing import TYPE_CHECKING

from cardwright_tools.cli.game_arguments import STRONG as STRONG
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.laboratory.games.engine_choice import PYTHON, Engines
from cardwright_tools.session.bot_engine import USUAL_BOT as USUAL_BOT
from cardwright_tools.session.bot_engine import BotEngine
from cardwright_tools.training.from_nothing.quick_valuation import lacks_valuation, load_with_learned

if TYPE_CHECKING:
    from cardwright import Game, State

# The kind of bot that is measured with more and more simulations, and the number of positions.
SEARCH = "mcts"
BUDGETS = (50, 100, 200, 500, 1000, 2000, 5000, 10_000)
PLACES = 4
# Limit for the seconds of one answer; some positions are slower than the measured ones.
SECONDS = 0.5


def resolve_strong(
    bots: Mapping[int, str], game: Game, players: int, engines: Engines, stopped: Callable[[], bool] = lambda: False
) -> dict[int, str]:
    """Return the bots with `strong` replaced by a search of a fixed size.

    The size depends on the speed of this machine, and is reported. In equal states, such a search chooses the same
    option. Compiles the game if C is allowed, until `stopped`. Raises Ended if a stop was set.
    """
    if STRONG not in bots.values():
        return dict(bots)
    make_ready(
        game if not lacks_valuation(game, players) else load_with_learned(game, players) or game,
        players,
        engines,
        stopped,
    )
    thinking = BotEngine(engines)
    try:
        kind = find_largest_search(game, players, thinking)
    finally:
        thinking.close()
    print_note(f"`{STRONG}` is `{kind}` here.")
    return {seat: kind if bot == STRONG else bot for seat, bot in bots.items()}


def make_ready(game: Game, players: int, engines: Engines, stopped: Callable[[], bool] = lambda: False) -> None:
    """Compile the game to C, if that is allowed and possible, so that its speed can be measured."""
    from cardwright.game.cancel_computation import check_stop_signal
    from cardwright.native.c_compiler import NotNative
    from cardwright.native.engine import Engine

    if engines.asked != PYTHON:
        print_note(f"Making `{STRONG}` ready …")
        try:
            Engine(game, players, stopped=stopped)
        except NotNative as error:
            check_stop_signal()
            print_note(f"played in Python: {error}.")
            engines.only_python(str(error))


def find_largest_search(game: Game, players: int, thinking: BotEngine) -> str:
    """Return the largest search that answers in time in all sampled states, or else the smallest search.

    It maximizes the rule that the game names in `strong:`, else the game's valuation.
    """
    places = [make_midgame_state(game, players, seed) for seed in range(PLACES)]
    rule = places[0].program.tables.strong
    kinds = [f"{SEARCH}:{budget}{f':valuation={rule}' if rule else ''}" for budget in BUDGETS]
    found = kinds[0]
    for kind in kinds:
        for state in places:
            began = time.perf_counter()
            thinking.choose(kind, 0, state)
            if time.perf_counter() - began > SECONDS:
                return found
        found = kind
    return found


def make_midgame_state(game: Game, players: int, seed: int) -> State:
    """Return a state in the middle of a match, at a decision with several options if possible."""
    chance = Random(seed)
    state = game.new(players, seed, tracked=False)
    before = state.clone()
    for _ in range(20 + 20 * seed):
        if state.finished:
            break
        if state.option_count > 1:
            before = state.clone()
        state.apply(chance.randrange(state.option_count))
    return state if not state.finished and state.option_count > 1 else before


# The bots offered to players, with their names.
OFFERED = {USUAL_BOT: "a bot", STRONG: "a strong bot"}
# The bots that a host can choose, with their names.
WRITTEN = {**OFFERED, "random": "one that plays at random", "mcts:200": "one that searches, with so many simulations"}
KINDS = f"Kinds of bots: {', '.join(f'{kind} ({called})' for kind, called in WRITTEN.items())}."
# Limits for a search chosen in a browser: simulations, and seconds for one answer.
MAX_SIMULATIONS = 1000
MAX_THINKING = 20.0
_LIMITED = re.compile(r"mcts:([1-9][0-9]{0,3})")


def is_limited(kind: str) -> bool:
    """Return True if a bot of this kind is fast enough to be offered in a browser."""
    search = _LIMITED.fullmatch(kind)
    return kind in WRITTEN or (search is not None and int(search[1]) <= MAX_SIMULATIONS)
