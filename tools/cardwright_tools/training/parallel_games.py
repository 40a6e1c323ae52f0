"""Recorded games between bots whose valuations are given as data, in many processes."""

import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from cardwright.bots.factory import Bot, make_bot
from cardwright.bots.greedy import GreedyBot
from cardwright.bots.mcts import MctsBot
from cardwright.bots.training_games import Recording, record
from cardwright.bots.valuation import WeightedValuation
from cardwright.runtime.primitives.exact_numbers import as_figure
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright_tools.training.scratch_game import open_engine, open_scratch
from cardwright_tools.worker_pool import start_worker_pool

if TYPE_CHECKING:
    from cardwright.native.bot_engine import Mind
    from cardwright.native.compiled_game import NativeGame
    from cardwright.native.engine import Engine

# Maximum number of matches of a process between two reports.
BATCH = 8


@dataclass(frozen=True, slots=True)
class SearchSeat:
    """A search by a weighted valuation, with a number of simulations and the policy of its rollouts."""

    valuation: WeightedValuation
    simulations: int
    rollout: str


# A bot by its kind, or `greedy` with a weighted sum as valuation.
Seat = str | WeightedValuation | SearchSeat


@dataclass(frozen=True, slots=True)
class ArenaGame:
    """A game to be played: the bots in the seats, the seed, and what to record."""

    seats: tuple[Seat, ...]
    seed: int
    recording: Recording


@dataclass(frozen=True, slots=True)
class ArenaResult:
    """The result of a game; `positions` is a sample of its states, as an array `(state, player, rule)`.

    `gone` is, for each of these states, the share of the game's decisions that were made before it.
    """

    decisions: int
    options: int
    scores: tuple[float, ...]
    winners: tuple[int, ...]
    gone: tuple[float, ...]
    positions: Any

    def won_by(self, player: int) -> float:
        """Return a player's share of the win, from 0 to 1; joint winners share it."""
        return (player in self.winners) / max(1, len(self.winners))


@dataclass(frozen=True)
class ArenaPlace:
    """The game that an arena plays: its folder and sets, and a hash of its files.

    `native` are the numbers of players with which matches can run in compiled C.
    """

    folder: str
    sets: tuple[str, ...]
    content: str
    native: tuple[int, ...]


class TooSlowError(Exception):
    """Error for games that take longer than their time limit."""


@dataclass
class LearningLimit:
    """Limit on the time of learning, by a clock.

    No game begins after `last_begin`; after `end`, `tick` raises TooSlowError. `show` is called with the seconds that
    passed since its last call.
    """

    seconds: float
    clock: Callable[[], float] = time.monotonic
    show: Callable[[int], None] = lambda _: None

    def __post_init__(self) -> None:
        self.begun = self.clock()
        self.end = self.last_begin = self.begun + self.seconds
        self._shown = 0

    def stop_beginning_after(self, part: float) -> None:
        """Let no game begin after a part of the time."""
        self.last_begin = self.begun + part * self.seconds

    def tick(self) -> None:
        """Show the time, and raise TooSlowError if it is up."""
        passed = self.clock() - self.begun
        if passed > self.seconds:
            raise TooSlowError
        self.show(int(passed) - self._shown)
        self._shown = int(passed)


class Arena:
    """Player of games, in processes that live until the arena closes, or in this process without a pool.

    With a time limit, games that it does not let begin have no results.
    """

    def __init__(self, place: ArenaPlace, pool: Any = None, limit: LearningLimit | None = None, jobs: int = 1) -> None:
        self._place, self._pool, self._limit, self.jobs = place, pool, limit, jobs

    def play(self, games: Sequence[ArenaGame]) -> list[ArenaResult | None]:
        """Return the results of games in order; None for a game that raised SlipError or did not begin in time.

        Raises TooSlowError.
        """
        size = max(1, min(BATCH, len(games) // self.jobs))
        batches = [games[first : first + size] for first in range(0, len(games), size)]
        limit = self._limit
        play = partial(_play_batch, self._place, None if limit is None else (limit.clock, limit.last_begin))
        if self._pool is not None:
            parts = self._pool.map(play, batches, tick=None if limit is None else limit.tick)
        else:
            parts = map(play, batches)
        results: list[ArenaResult | None] = []
        for found in parts:
            results += found
            if limit is not None:
                limit.tick()
        return results


@contextmanager
def open_arena(place: ArenaPlace, jobs: int, limit: LearningLimit | None = None) -> Iterator[Arena]:
    """Return a context with an arena of `jobs` processes; with 1, only this process plays."""
    if jobs == 1:
        yield Arena(place, None, limit)
        return
    with start_worker_pool(jobs) as pool:
        yield Arena(place, pool, limit, jobs)


def _play_batch(
    place: ArenaPlace, last_begin: tuple[Callable[[], float], float] | None, games: Sequence[ArenaGame]
) -> list[ArenaResult | None]:
    """Return the results of games; None for those that would begin after a time by a clock."""
    found: list[ArenaResult | None] = []
    for each in games:
        in_time = last_begin is None or last_begin[0]() <= last_begin[1]
        found.append(play_arena_game(place, each) if in_time else None)
    return found


def play_arena_game(place: ArenaPlace, asked: ArenaGame) -> ArenaResult | None:
    """Play a game and return its result; None if the game raises SlipError."""
    from cardwright import SlipError
    from cardwright.native.compiled_game import BeyondC

    players = len(asked.seats)
    if players in place.native:
        with suppress(BeyondC):
            return _play_in_c(place, asked)
    state = open_scratch(place.folder, place.sets, place.content).new(players, asked.seed, tracked=False)
    bots = [_make_bot(seat, derive_seed(asked.seed, "bot", player)) for player, seat in enumerate(asked.seats)]
    try:
        found = record(state, bots, asked.seed, asked.recording)
    except SlipError:
        return None
    return _make_result(found.decisions, found.options, found.scores, found.winners, found.when, found.positions, asked)


def _play_in_c(place: ArenaPlace, asked: ArenaGame) -> ArenaResult:
    from cardwright.bots.native_bots import convert_bot
    from cardwright.bots.valuation import list_valuations

    players, recording = len(asked.seats), asked.recording
    engine, mind, room = _open_mind(place, players)
    engine.begun(asked.seed, room)
    for player, seat in enumerate(asked.seats):
        seed = derive_seed(asked.seed, "bot", player)
        mind.seat(player, convert_bot(_make_bot(seat, seed), engine.program), seed)
    numbers = {rule: number for number, rule in enumerate(list_valuations(engine.program), start=1)}
    rules = [numbers[rule] for rule in recording.rules]
    settings = (recording.most, recording.opening, recording.dare, asked.seed, rules, recording.room)
    decisions, options, scores, winners, when, values = mind.record(room, *settings)
    return _make_result(decisions, options, [*map(as_figure, scores)], winners, when, values, asked)


def _make_result(
    decisions: int,
    options: int,
    scores: Sequence[float],
    winners: Sequence[int],
    when: Sequence[int],
    values: Any,
    asked: ArenaGame,
) -> ArenaResult:
    import numpy

    shape = (len(when), len(asked.seats), len(asked.recording.rules))
    positions = numpy.array(values, dtype=float).reshape(shape)
    gone = tuple(each / max(1, decisions) for each in when)
    return ArenaResult(decisions, options, tuple(scores), tuple(winners), gone, positions)


def _make_bot(seat: Seat, seed: int) -> Bot:
    if isinstance(seat, SearchSeat):
        return MctsBot(seed, seat.simulations, seat.rollout, valuation=seat.valuation)
    return make_bot(seat, seed) if isinstance(seat, str) else GreedyBot(seed, seat)


@lru_cache(maxsize=12)
def _open_mind(place: ArenaPlace, players: int) -> "tuple[Engine, Mind, NativeGame]":
    """Return the engine of an arena's game, and memory for bots and for one match."""
    engine = open_engine(open_scratch(place.folder, place.sets, place.content), players)
    return engine, engine.mind(), engine.library.new()
