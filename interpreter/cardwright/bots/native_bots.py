"""Bots that choose in compiled C: the same choices in a fraction of the time."""

from random import Random

from cardwright.bots.factory import Bot, make_bot
from cardwright.bots.greedy import GreedyBot
from cardwright.bots.mcts import MctsBot
from cardwright.bots.random import RandomBot
from cardwright.bots.repetition_guard import Patience, choose_to_decline
from cardwright.bots.rollout_policies import find_rollout
from cardwright.bots.valuation import WeightedValuation, check_valuation, list_valuations
from cardwright.game.state import State
from cardwright.native.bot_engine import GREEDY, MCTS, RANDOM, Seated
from cardwright.native.compiled_game import NativeGame
from cardwright.native.engine import Engine
from cardwright.native.program_tables import MAX_REPORTED_OPTIONS
from cardwright.runtime.program import Program
from cardwright.runtime.state import START, Past
from cardwright.state_slots_and_table_rows import ROLLOUTS


class NotFollowed(Exception):
    """Error for a state that C cannot reach by replaying its answers, so that the bot must choose in Python."""


def convert_bot(bot: Bot, program: Program) -> Seated:
    """Return the C form of a Python bot. Raises ValueError for a bot or valuation that C does not have."""
    if type(bot) is RandomBot:
        return Seated(RANDOM)
    if type(bot) is GreedyBot:
        number, weights = _convert_valuation(bot.valuation, program)
        return Seated(GREEDY, valuation=number, weights=weights)
    if type(bot) is MctsBot:
        rollout, (number, weights) = (
            ROLLOUTS.index(find_rollout(bot.rollout, program)),
            _convert_valuation(bot.valuation, program),
        )
        return Seated(MCTS, bot.simulations, rollout, bot.depth, number, weights)
    raise ValueError(f"C knows no {type(bot).__name__}")


def _convert_valuation(valuation: str | WeightedValuation, program: Program) -> tuple[int, tuple[int, ...]]:
    """Return the C form of a valuation.

    For a single rule, it is (number of the rule, ()); for a weighted sum, (0, row of weights).
    """
    check_valuation(program, valuation)
    numbers = {rule: number for number, rule in enumerate(list_valuations(program), start=1)}
    if isinstance(valuation, str):
        return numbers[valuation] if valuation else 0, ()
    head = (
        len(valuation.progress),
        valuation.progress_start,
        len(valuation.terms),
        valuation.settling,
        valuation.prior,
    )
    progress = (part for rule, weight in valuation.progress for part in (numbers[rule], weight))
    terms = (part for rule, *weights in valuation.terms for part in (numbers[rule], *weights))
    return 0, (*head, *progress, *terms)


class Follower:
    """Choices of bots in C for matches that run in Python: C replays the match and chooses there.

    `engine` is the C engine of the game for its number of players.
    """

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._mind = engine.mind()
        self._game: NativeGame | None = None
        self._past: Past = START
        self._seed = 0

    def choose(self, kind: str, seed: int, state: State) -> int:
        """Return the option that `make_bot(kind, seed).choose(state)` would return, computed in C.

        Raises NotFollowed and BeyondC if C cannot decide, and ValueError for an unknown kind.
        """
        game, bot = self._replay_in_engine(state), make_bot(kind, seed)
        if not isinstance(bot, RandomBot) and state.option_count > 1 and Patience().lost(state):
            return choose_to_decline(state, Random(seed))
        self._mind.seat(state.player, convert_bot(bot, self._engine.program), seed)
        return self._mind.choose(game)

    def _replay_in_engine(self, state: State) -> NativeGame:
        """Return the state in the C engine, reached by replaying the seed and answers of the Python state.

        Raises NotFollowed if the state cannot be reached in this way.
        """
        if state.origin != {}:
            raise NotFollowed
        game, self._game = self._game, None
        past, steps = state._past, []
        while past is not self._past and past[0] is not None:
            past, step, _ = past
            steps.append(step)
        if not all(type(step) is int for step in steps):
            raise NotFollowed
        if game is None or past is not self._past or state.seed != self._seed:
            game = self._engine.begun(state.seed, game)
            steps = state.answers[::-1]
        for step in reversed(steps):
            game.answer(step)
        player, options, site = state.player, state.offered, state.site
        if game.asked() != (player, site, list(options)[:MAX_REPORTED_OPTIONS]):
            raise NotFollowed
        self._game, self._past, self._seed = game, state._past, state.seed
        return game
