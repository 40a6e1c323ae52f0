"""Which engine plays the games of a run, Python or compiled C, and the games that C plays."""

from __future__ import annotations

import time
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from dataclasses import dataclass
from threading import Event, Thread
from typing import TYPE_CHECKING, TypeVar

from cardwright.native.build import OVER
from cardwright_tools.cli.failure import FindingError, UsageError
from cardwright_tools.cli.terminal import remark
from cardwright_tools.laboratory.play import MOST_DECISIONS, Outcome, Table, play_one
from cardwright_tools.laboratory.seeds import derive_seed

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.native.engine import Engine
    from cardwright.native.library import NativeGame

CHOICES = ("auto", "python", "native")
PYTHON, NATIVE = "python", "native"
# A game is compiled for a run that Python would still play for so many seconds.
WORTH_SECONDS = 30.0
# Games handed over to C in one call, at most.
AT_ONCE = 32


Given = TypeVar("Given")


@dataclass
class Engines:
    """Which engine is asked for (`auto`, `python` or `native`), which one `played` then, and `why`; all in words."""

    asked: str = PYTHON
    played: str = PYTHON
    why: str = "nothing else was asked for"


def asked_for(engine: str | None) -> Engines:
    """What `--engine` says, else CARDWRIGHT_NATIVE. Raises UsageError for what that cannot say."""
    from cardwright.native.engine import AUTO, OFF, REQUIRE, wish

    if engine is not None:
        return Engines(engine)
    try:
        return Engines({OFF: PYTHON, AUTO: "auto", REQUIRE: NATIVE}[wish()])
    except ValueError as error:
        raise UsageError(f"{error}.") from None


def unsuited(table: Table) -> str:
    """Why C cannot play the games of a table; empty if it can."""
    others = sorted({bot for bot in table.bots if bot != "random"})
    if others:
        return f"C plays random bots only, and not {', '.join(f'`{bot}`' for bot in others)}"
    if table.watched:
        return "C does not watch what happens to cards, as a run in a file does"
    return ""


def required(game: Game, table: Table) -> Engine:
    """The engine for games that must not be played in Python. Raises FindingError when there is none."""
    from cardwright.native.build import NotNative
    from cardwright.native.engine import Engine

    if why := unsuited(table):
        raise FindingError(f"these games cannot be played in compiled C: {why}.")
    try:
        return Engine(game, table.players)
    except NotNative as error:
        raise FindingError(f"these games cannot be played in compiled C: {error}.") from None


class Compiling:
    """An engine that is compiled beside games played in Python: there at some time, or `why` not."""

    def __init__(self, game: Game, players: int) -> None:
        self.engine: Engine | None = None
        self.why = ""
        self._stopped = Event()
        self._thread = Thread(target=self._compile, args=(game, players), daemon=True)
        self._thread.start()

    def _compile(self, game: Game, players: int) -> None:
        from cardwright.native.build import NotNative
        from cardwright.native.engine import Engine

        try:
            self.engine = Engine(game, players, stopped=self._stopped.is_set)
        except NotNative as error:
            self.why = str(error)

    def stop(self) -> None:
        """Compile no longer; what is there by then, stays."""
        self._stopped.set()
        self._thread.join()


class Switch:
    """Games given to Python only until compiled C can play the rest, if there are enough of them to be worth it."""

    def __init__(self, game: Game, table: Table, games: int, engines: Engines) -> None:
        self._game, self._table, self._games = game, table, games
        self._began = time.perf_counter()
        self._compiling: Compiling | None = None
        self.engines = engines
        engines.why = unsuited(table) if engines.asked == "auto" else engines.why
        self._may = engines.asked == "auto" and not engines.why

    def played(self, count: int) -> None:
        """Note how many games are played by now; begins to compile where Python would still need long."""
        if not self._may or self._compiling is not None or not count:
            return
        left = (time.perf_counter() - self._began) / count * (self._games - count)
        if left > WORTH_SECONDS:
            self._compiling = Compiling(self._game, self._table.players)
        else:
            self.engines.why = "so few games are not worth compiling"

    @property
    def engine(self) -> Engine | None:
        """What plays the rest, once it is there."""
        return None if self._compiling is None else self._compiling.engine

    def given(self, games: Iterable[Given]) -> Iterator[Given]:
        """Games for Python, one by one or in batches, until something else can play them."""
        for each in games:
            if self.engine is not None:
                return
            yield each

    def close(self) -> None:
        """End what is still compiled; a reason why it failed is remarked on."""
        if self._compiling is None:
            return
        self._compiling.stop()
        if self._compiling.engine is None:
            self.engines.why = self._compiling.why
            if self._compiling.why != OVER:
                remark(f"played in Python: {self._compiling.why}.")
        else:
            self.engines.played, self.engines.why = "python, then native", "compiled beside the first games"


def seeds_of(table: Table, number: int) -> tuple[int, list[int]]:
    """The seed of a game and those of its bots."""
    seed = derive_seed(table.seed, number)
    return seed, [derive_seed(seed, "bot", seat) for seat in range(table.players)]


def play_native(engine: Engine, game: Game, table: Table, numbers: Sequence[int], jobs: int) -> Iterator[list[Outcome]]:
    """Games in C, in `jobs` threads and any order. What goes wrong there is played again in Python."""
    if jobs == 1:
        room = engine.library.new()
        left = list(numbers)
        while left:
            outcomes = _some(engine, room, game, table, left[:AT_ONCE])
            yield outcomes
            left = left[len(outcomes) :]
        return
    rooms = [engine.library.new() for _ in range(jobs)]
    waiting = iter([list(numbers[first : first + AT_ONCE]) for first in range(0, len(numbers), AT_ONCE)])
    with ThreadPoolExecutor(jobs) as threads:
        running: dict[Future[list[Outcome]], tuple[NativeGame, list[int]]] = {}

        def give(room: NativeGame, batch: list[int] | None) -> None:
            if batch:
                running[threads.submit(_some, engine, room, game, table, batch)] = (room, batch)

        for room in rooms:
            give(room, next(waiting, None))
        while running:
            for future in wait(running, return_when=FIRST_COMPLETED).done:
                room, batch = running.pop(future)
                outcomes = future.result()
                give(room, batch[len(outcomes) :] or next(waiting, None))
                yield outcomes


def _some(engine: Engine, room: NativeGame, game: Game, table: Table, numbers: Sequence[int]) -> list[Outcome]:
    start = time.perf_counter()
    seeds = [seeds_of(table, number) for number in numbers]
    played = engine.random_games(room, seeds, MOST_DECISIONS)
    spent = (time.perf_counter() - start) / len(played)
    return [
        play_one(game, table, number)
        if one.error
        else Outcome(number, seed, one.decisions, one.turns, one.winners, one.scores, None, spent)
        for number, (seed, _), one in zip(numbers, seeds, played, strict=False)
    ]
