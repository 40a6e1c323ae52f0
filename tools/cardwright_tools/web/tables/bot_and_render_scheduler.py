"""Scheduler of bots and of rendering, which run in threads so that other tables are not delayed."""

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from threading import Event, Timer
from time import monotonic
from typing import TYPE_CHECKING, TypeVar

from cardwright.bots.lookahead import take_avoided_errors
from cardwright.game.cancel_computation import Ended, Stop, use_stop_signal
from cardwright.game.loaded_game import find_game
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.laboratory.games.engine_choice import AUTO, PYTHON, Engines, read_engine
from cardwright_tools.session.background_learning import BackgroundLearning
from cardwright_tools.session.bot_engine import SLOW, BotEngine
from cardwright_tools.session.strongest_bot import MAX_THINKING, STRONG, USUAL_BOT, is_limited, resolve_strong
from cardwright_tools.web.security import report_server_bug
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import BotsTurn, LookAhead
from cardwright_tools.web.tables.work_threads import Work, hold_game_lock

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.presentation.question import Question

T = TypeVar("T")

# Seconds between two answers if only bots play, because people watch them.
ALONE = 1.0
# Seconds between two pages while bots play one after the other, as drawing takes longer than their answers.
GLANCE = 0.2
THREADS = 2
# Number of waiting questions above which no consequences are computed, because answers come first.
MAX_LOOKING = 4
# Limit for the different errors of bots that the host is told about.
MAX_REPORTED_ERRORS = 100


class BotScheduler:
    """Scheduler of work for tables that have viewers; `answered` is the time of the last message from a page."""

    def __init__(self) -> None:
        self.answered = 0.0
        self.work = Work()
        self._pool = ThreadPoolExecutor(THREADS, "bots")
        self._prefetcher = ThreadPoolExecutor(1, "ahead")
        self._looking: set[asyncio.Task[None]] = set()
        self._playing: dict[str, asyncio.Task[None]] = {}
        # Tables with a change since bots were last started there.
        self._changed: set[str] = set()
        self._showing: set[asyncio.Task[None]] = set()
        self._thinking: dict[str, BotEngine] = {}
        self._learning = BackgroundLearning()
        # errors of bots in lookahead that were reported, each once
        self._reported: set[str] = set()
        # By table, the turn that a bot thinks about, and the way to stop it.
        self._thought: dict[str, tuple[BotsTurn, Stop]] = {}
        # By table, the timer for the end of the time for an answer.
        self._alarms: dict[str, asyncio.TimerHandle] = {}
        # A thread for finding the strongest bot, which takes long once and must not delay other bots.
        self._trying = ThreadPoolExecutor(1, "strong")
        self._strongest: dict[tuple[str, int], str] = {}
        # a table that cannot go on would be worse than one whose bots play in Python
        self._engines = Engines(PYTHON if read_engine(None).asked == PYTHON else AUTO)

    async def look_at(self, table: Table, job: Callable[[], T]) -> T:
        """Run a job that does not change a table, in another thread; return its result."""
        return await self.work.at(table.line, partial(_run_alone, table, job))

    async def change(self, table: Table, job: Callable[[], T]) -> T:
        """Run a job that may change a table; return its result, and update the viewers' pages."""
        may_prefetch = len(self._looking) < MAX_LOOKING
        found, question = await self.work.at(
            table.line, partial(_run_alone, table, partial(self._run_and_show, table, job, may_prefetch))
        )
        self._set_alarm(table)
        self._go_on(table, question)
        return found

    def go_on(self, table: Table) -> None:
        """Schedule the next rendering of a table, and the play of its bots."""
        task = asyncio.create_task(self.change(table, _do_nothing))
        self._showing.add(task)
        task.add_done_callback(self._showing.discard)

    def _set_alarm(self, table: Table) -> None:
        """Schedule the next look at a table's clock."""
        if (earlier := self._alarms.pop(table.name, None)) is not None:
            earlier.cancel()
        if (left := table.clock.left) is not None:
            self._alarms[table.name] = asyncio.get_running_loop().call_later(max(0.0, left), self.go_on, table)

    def _run_and_show(self, table: Table, job: Callable[[], T], may_prefetch: bool) -> tuple[T, LookAhead | None]:
        """Run a job and render the table; return the job's result.

        With `may_prefetch`, also return a decision whose consequences are not yet computed, if there is one.
        """
        try:
            found = job()
        finally:
            table.show()
            if (thought := self._thought.get(table.name)) is not None and not table.awaits(thought[0]):
                thought[1].end()
        return found, table.look_ahead() if may_prefetch else None

    def _go_on(self, table: Table, question: LookAhead | None) -> None:
        """Compute the consequences of a decision in the background, and let bots play."""
        if question is not None:
            task = asyncio.create_task(self._look(table, question))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)
        if not _may_play(table):
            return
        self._changed.add(table.name)
        if table.name not in self._playing:
            self._playing[table.name] = asyncio.create_task(self._play(table))

    async def _look(self, table: Table, question: LookAhead) -> None:
        look = partial(_look_ahead, question)
        found = await asyncio.get_running_loop().run_in_executor(self._prefetcher, look)
        await self.look_at(table, lambda: table.show() if table.take_ahead(question, found) else None)

    async def _play(self, table: Table) -> None:
        try:
            while table.name in self._changed:
                self._changed.discard(table.name)
                await self._play_on(table)
        finally:
            # at once, because later changes need another task
            self._playing.pop(table.name, None)

    async def _play_on(self, table: Table) -> None:
        drawn = monotonic()
        while _may_play(table) and (turn := await self.look_at(table, table.bots_turn)) is not None:
            stop = Stop()
            self._thought[table.name] = turn, stop
            try:
                job = await self._answer(table, turn, stop)
            except Ended:
                continue
            except Exception as error:  # noqa: BLE001 - the last resort: nobody is to wait for a bot that is no more
                report_server_bug(error)
                job = partial(table.lose_bot, turn)
            finally:
                del self._thought[table.name]
            alone = not any(seat.here for seat in table.seats)
            glance = alone or monotonic() - drawn > GLANCE
            if await self.look_at(table, partial(_apply_choice, table, job, glance)):
                self.go_on(table)
                drawn = monotonic()
            if alone:
                await asyncio.sleep(ALONE)

    def _report_avoided(self) -> None:
        """Report to the host, once each, the errors that bots in this thread met when they looked ahead."""
        for error in take_avoided_errors().keys() - self._reported:
            if len(self._reported) < MAX_REPORTED_ERRORS:
                self._reported.add(error)
                print_note(f"a bot looked ahead, and avoided what leads to an error: {error}")

    async def _answer(self, table: Table, turn: BotsTurn, stop: Stop) -> Callable[[], None]:
        """Let a bot choose, and return the action that completes its turn.

        For a bot of the kind `strong`, the action replaces this kind by a search of fixed size. Raises Ended.
        """
        loop, game = asyncio.get_running_loop(), find_game(turn.state)
        if self._learning.is_new(turn.kind, game, len(table.seats)):
            task = asyncio.create_task(self._learn(game, len(table.seats)))
            self._showing.add(task)
            task.add_done_callback(self._showing.discard)
        if turn.kind == STRONG:
            kind = await loop.run_in_executor(self._trying, self._resolve_strong, game, len(table.seats), stop)
            return partial(table.name_bots, STRONG, kind)
        thinking = self._thinking.setdefault(table.name, BotEngine(self._engines))
        choose = partial(self._choose, thinking, stop, turn)
        return partial(table.take_bots_answer, turn, await loop.run_in_executor(self._pool, choose))

    async def _learn(self, game: "Game", players: int) -> None:
        try:
            learned = await self._learning.learn(game, players)
        except Exception as error:  # noqa: BLE001 - the last resort: bots play on by the score alone
            report_server_bug(error)
            return
        if learned:
            for thinking in self._thinking.values():
                thinking.forget_learned()

    def _choose(self, thinking: BotEngine, stop: Stop, turn: BotsTurn) -> int:
        try:
            return _choose_in_time(thinking, stop, turn)
        finally:
            self._report_avoided()

    def _resolve_strong(self, game: "Game", players: int, stop: Stop) -> str:
        key = game.content_hash, players
        if key not in self._strongest:
            with use_stop_signal(stop):
                engines = Engines(self._engines.asked)
                [self._strongest[key]] = resolve_strong({0: STRONG}, game, players, engines, lambda: stop.said).values()
        return self._strongest[key]

    def close(self) -> None:
        """Stop all bots, lookups and clocks."""
        for alarm in self._alarms.values():
            alarm.cancel()
        for _, stop in list(self._thought.values()):
            stop.end()
        for task in [*self._playing.values(), *self._looking, *self._showing]:
            with suppress(RuntimeError):  # the loop is closed
                task.cancel()
        self._learning.close()
        self._prefetcher.shutdown(wait=False, cancel_futures=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._trying.shutdown(wait=False, cancel_futures=True)
        self.work.close()
        for thinking in self._thinking.values():
            thinking.close()


def _choose_in_time(thinking: BotEngine, stop: Stop, turn: BotsTurn) -> int:
    """Return a bot's choice or, if the bot takes too long, the choice of the default bot. Raises Ended."""
    if not (turn.kind.startswith(SLOW) and is_limited(turn.kind)):
        return thinking.choose_until(stop, turn.kind, turn.seed, turn.state)
    late = Event()

    def end() -> None:
        late.set()
        stop.end()

    timer = Timer(MAX_THINKING, end)
    timer.daemon = True
    timer.start()
    try:
        return thinking.choose_until(stop, turn.kind, turn.seed, turn.state)
    except Ended:
        if not late.is_set():
            raise
        return thinking.choose(USUAL_BOT, turn.seed, turn.state)
    finally:
        timer.cancel()


def _may_play(table: Table) -> bool:
    """Return True if a table has a viewer and a bot; whether the bot has to move is decided later."""
    return any(viewer.browsers for viewer in table.viewers) and table.has_bots


def _run_alone(table: Table, job: Callable[[], T]) -> T:
    with hold_game_lock(table.session.game):
        return job()


def _look_ahead(question: LookAhead) -> "Question | None":
    with hold_game_lock(find_game(question.state)):
        return question.found()


def _apply_choice(table: Table, job: Callable[[], None], glance: bool) -> bool:
    """Apply a bot's choice by running `job`; return True if the table is to be rendered now.

    The table is rendered from time to time (with `glance`), and as soon as no bot has to move.
    """
    job()
    return glance or table.bots_turn() is None


def _do_nothing() -> None:
    """Change nothing."""
