"""Matches of a run in compiled C, on several threads; a match with an error is played again in Python."""

import time
from collections import deque
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from threading import Event
from typing import TYPE_CHECKING

from cardwright.runtime.primitives.exact_numbers import as_figure
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright_tools.laboratory.games.match import MAX_DECISIONS, MatchConfig, MatchOutcome, play_one, replay_match
from cardwright_tools.worker_pool import UnderWay

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.native.bot_engine import Mind
    from cardwright.native.engine import Engine

# Limit for the matches of random bots in one call of C.
AT_ONCE = 128
NEVER = Event()


def derive_seeds(table: MatchConfig, number: int) -> tuple[int, list[int]]:
    """Return the seed of match `number` and the seeds of its bots."""
    seed = derive_seed(table.seed, number)
    return seed, [derive_seed(seed, "bot", seat) for seat in range(table.players)]


class NativePlayer:
    """Player of the matches of one configuration in C, one after the other, in one thread."""

    def __init__(self, engine: "Engine", game: "Game", table: MatchConfig) -> None:
        from cardwright.bots import make_bot
        from cardwright.bots.native_bots import convert_bot

        self._engine, self._game, self._table = engine, game, table
        self._room = engine.library.new()
        self._bots = [convert_bot(make_bot(kind, 0), engine.program) for kind in table.bots]
        self.at_once = AT_ONCE if set(table.bots) == {"random"} and not table.watched else 1
        self._mind = None if self.at_once > 1 else engine.mind()

    def play(self, numbers: Sequence[int], stopped: Event) -> list[MatchOutcome]:
        """Play matches in order, at least one; return none if `stopped` is set before the first is over."""
        if self._mind is None:
            return self._list_random_games(numbers[: self.at_once])
        outcome = self._find_game_of_bots(self._mind, numbers[0], stopped)
        return [] if outcome is None else [outcome]

    def _list_random_games(self, numbers: Sequence[int]) -> list[MatchOutcome]:
        start = time.perf_counter()
        seeds = [derive_seeds(self._table, number) for number in numbers]
        played = self._engine.random_games(self._room, seeds, MAX_DECISIONS)
        spent = (time.perf_counter() - start) / len(played)
        return [
            play_one(self._game, self._table, number)
            if one.error
            else MatchOutcome(
                number, seed, one.decisions, one.turns, one.winners, tuple(map(as_figure, one.scores)), None, spent
            )
            for number, (seed, _), one in zip(numbers, seeds, played, strict=False)
        ]

    def _find_game_of_bots(self, mind: "Mind", number: int, stopped: Event) -> MatchOutcome | None:
        from cardwright.native.compiled_game import BeyondC, TooManyDecisionsError

        seed, of_bots = derive_seeds(self._table, number)
        bots = list(zip(self._bots, of_bots, strict=True))
        start = time.perf_counter()
        answers: list[int] = []
        try:
            for some in self._engine.bot_game(self._room, mind, seed, bots, MAX_DECISIONS):
                answers += some
                if stopped.is_set():
                    return None
            if self._table.watched:
                return replay_match(self._game, self._table, number, answers, start)
            scores, _, winners = self._room.results()
        except TooManyDecisionsError as endless:
            return replay_match(self._game, self._table, number, [*answers, *endless.answers], start)
        except BeyondC:
            return play_one(self._game, self._table, number)
        spent = time.perf_counter() - start
        turns = self._room.turns
        return MatchOutcome(
            number, seed, len(answers), turns, tuple(winners), tuple(map(as_figure, scores)), None, spent
        )


def play_native(
    engine: "Engine", game: "Game", table: MatchConfig, numbers: Sequence[int], jobs: int
) -> Iterator[list[MatchOutcome]]:
    """Yield the outcomes of matches in C, played by `jobs` threads in any order."""
    if jobs == 1:
        room = NativePlayer(engine, game, table)
        left = list(numbers)
        while left:
            outcomes = room.play(left, NEVER)
            yield outcomes
            left = left[len(outcomes) :]
        return
    stopped = Event()
    idle = [NativePlayer(engine, game, table) for _ in range(jobs)]
    waiting = deque(numbers)
    with ThreadPoolExecutor(jobs) as threads:
        under_way = UnderWay(threads)
        running: dict[Future[list[MatchOutcome]], tuple[NativePlayer, list[int]]] = {}
        try:
            while waiting or running:
                while waiting and idle:
                    room = idle.pop()
                    # smaller towards the end, so that all threads finish together
                    size = min(room.at_once, len(waiting) // (2 * jobs) + 1)
                    batch = [waiting.popleft() for _ in range(size)]
                    running[under_way.give(room.play, batch, stopped)] = (room, batch)
                for future in under_way.finished():
                    room, batch = running.pop(future)
                    outcomes = future.result()
                    waiting.extendleft(reversed(batch[len(outcomes) :]))
                    idle.append(room)
                    yield outcomes
        finally:
            stopped.set()
