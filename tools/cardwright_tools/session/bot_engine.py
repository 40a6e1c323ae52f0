"""Engine for the bots at a table: Python until the game has been compiled to C, then C."""

import time
from typing import TYPE_CHECKING

from cardwright.game.loaded_game import find_game
from cardwright_tools.laboratory.games.engine_choice import NATIVE, PYTHON, Compiling, Engines, get_native_engine
from cardwright_tools.training.from_nothing.quick_valuation import GO_BY_IT, lacks_valuation, load_with_learned

if TYPE_CHECKING:
    from cardwright import Game, State
    from cardwright.bots.native_bots import Follower
    from cardwright.game.cancel_computation import Stop
    from cardwright.native.engine import Engine

# Seconds to wait for a library, which is enough if it is in the cache.
PATIENCE = 1.5
# The kind of bot that is slow in Python. Lookahead alone is fast enough in most games.
SLOW = "mcts"
# Seconds of one choice in Python after which every bot of the game counts as slow.
LONG = 1.0


class MatchTwin:
    """A match without a log that follows another match, for the lookahead of bots; a copy of it costs much less.

    Bots choose the same in both. If the game names no valuation, the twin is of a copy of the game with the learned
    one.
    """

    def __init__(self, original: "Game", players: int) -> None:
        self.original = original
        learned = load_with_learned(original, players) if lacks_valuation(original, players) else None
        self._game = learned or original
        self._state: State | None = None

    def follow(self, state: "State") -> "State":
        """Return the state of the twin after the same answers, or `state` if the twin cannot follow it."""
        if state.origin != {}:
            return state
        answers, here = state.answers, self._state
        if here is None or here.seed != state.seed or here.answers != answers[: here.decisions]:
            here = self._game.new(state.program.players, state.seed, tracked=False)
        for answer in answers[here.decisions :]:
            here.apply(answer)
        if (here.player, here.site, list(here.offered)) != (state.player, state.site, list(state.offered)):
            return state
        self._state = here
        return here


class BotEngine:
    """Engine for the bots of one match, in Python or C; both choose the same options."""

    def __init__(self, engines: Engines | None = None) -> None:
        self._engines = engines or Engines()
        self._game: Game | None = None
        self._compiling: Compiling | None = None
        self._follower: Follower | None = None
        self._twin: MatchTwin | None = None

    def choose_until(self, stop: "Stop", kind: str, seed: int, state: "State") -> int:
        """Return the bot's choice as `choose` does. Raises Ended within a second after `stop` was set."""
        from cardwright.game.cancel_computation import use_stop_signal

        with use_stop_signal(stop):
            return self.choose(kind, seed, state)

    def choose(self, kind: str, seed: int, state: "State") -> int:
        """Return the choice of `make_bot(kind, seed)` in `state`, by the learned valuation if the game names none.

        Raises FindingError if C is required and not available.
        """
        from cardwright.bots import make_bot
        from cardwright.bots.native_bots import NotFollowed
        from cardwright.native.compiled_game import BeyondC

        state = self._find_twin(kind, state)
        follower = self._find_follower_of(find_game(state), state.program.players, kind)
        if follower is not None:
            try:
                return follower.choose(kind, seed, state)
            except (NotFollowed, BeyondC):
                pass
        began = time.perf_counter()
        chosen = make_bot(kind, seed).choose(state)
        self._took_long |= time.perf_counter() - began >= LONG
        return chosen

    def _find_twin(self, kind: str, state: "State") -> "State":
        """Return the state in which a bot that looks ahead chooses: that of a twin without a log, if there is one."""
        if kind.split(":")[0] not in GO_BY_IT:
            return state
        game, twin = find_game(state), self._twin
        if twin is None or twin.original is not game:
            self._twin = twin = MatchTwin(game, state.program.players)
        return twin.follow(state)

    def _find_follower_of(self, game: "Game", players: int, kind: str) -> "Follower | None":
        if game is not self._game:
            self.close()
            self._game, self._follower, self._took_long = game, None, False
        if self._follower is None and (engine := self._find_engine(game, players, kind)) is not None:
            from cardwright.bots.native_bots import Follower

            self._follower = Follower(engine)
        return self._follower

    def _find_engine(self, game: "Game", players: int, kind: str) -> "Engine | None":
        asked = self._engines.asked
        if asked == NATIVE:
            return get_native_engine(game, players)
        if asked == PYTHON or not (kind.startswith(SLOW) or self._took_long):
            return None
        if self._compiling is None:
            self._compiling = Compiling(game, players)
            self._compiling.wait(PATIENCE)
        return self._compiling.engine

    def forget_learned(self) -> None:
        """Search for a learned valuation again at the next choice; called when one has been learned."""
        self._twin = None

    def close(self) -> None:
        """Stop a compilation that is still running, and report its failure if C was required."""
        compiling, self._compiling = self._compiling, None
        if compiling is not None:
            compiling.stop()
            compiling.tell()


USUAL_BOT = "greedy"
WORDS = {"random": "bot, at random", "greedy": "bot", "mcts": "strong bot"}
# Number of simulations from which on a bot is said to think for a while.
MANY = 1000


def describe_bot(kind: str) -> str:
    """Return the words for a kind of bot: "bot" for `greedy`, "strong bot, thinking long" for `mcts:10000`."""
    word, *settings = kind.split(":")
    tried = next((int(setting) for setting in settings if setting.isdecimal()), 0)
    return f"{WORDS.get(word, 'bot')}{', thinking long' if tried >= MANY else ''}"
