"""The course of games: bots think in threads of their own, while everybody else's tables go on."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from time import monotonic
from typing import TYPE_CHECKING

from cardwright.playing.stopping import Ended, Stop, heeding
from cardwright_tools.laboratory.games.engines import AUTO, PYTHON, Engines, asked_for
from cardwright_tools.table.bots.strong import STRONG, named
from cardwright_tools.table.bots.thinking import Thinking
from cardwright_tools.web.links import tell_bug
from cardwright_tools.web.tables.table import BotsTurn, LookAhead, Table

if TYPE_CHECKING:
    from cardwright import Game

# Bots among each other are watched, not waited for.
ALONE = 1.0
# What bots do one after the other is drawn so often, in seconds: to draw it takes longer than they think.
GLANCE = 0.2
THREADS = 2
# While so many questions wait to be looked ahead of, the others are answered without: answers come first.
MOST_LOOKING = 4


class Course:
    """Lets bots play wherever one is asked and somebody looks on. `answered` is when a page last said anything."""

    def __init__(self) -> None:
        self.answered = 0.0
        self._pool = ThreadPoolExecutor(THREADS, "bots")
        self._ahead = ThreadPoolExecutor(1, "ahead")
        self._looking: set[asyncio.Task[None]] = set()
        self._playing: dict[str, asyncio.Task[None]] = {}
        self._thinking: dict[str, Thinking] = {}
        # What bots think of just now, by table, and what ends it.
        self._thought: dict[str, tuple[BotsTurn, Stop]] = {}
        # To find out what the strongest bot is takes long once, and nobody else's bots are to wait for that.
        self._trying = ThreadPoolExecutor(1, "strong")
        self._strongest: dict[tuple[str, int], str] = {}
        # a table at which nobody could go on would be worse than one whose bots think in Python
        self._engines = Engines(PYTHON if asked_for(None).asked == PYTHON else AUTO)

    def go_on(self, table: Table) -> None:
        """Show a table as it stands, and see that it goes on from there."""
        self._show(table)
        if table.name in self._thought:
            turn, stop = self._thought[table.name]
            if not table.awaits(turn):
                stop.end()
        if table.name not in self._playing and self._wanted(table):
            task = asyncio.create_task(self._play(table))
            self._playing[table.name] = task
            task.add_done_callback(lambda _: self._playing.pop(table.name, None))

    def _show(self, table: Table) -> None:
        """Show a table, and what its choices lead to as soon as that is found out: nobody waits for that."""
        table.show()
        ahead = table.look_ahead() if len(self._looking) < MOST_LOOKING else None
        if ahead is not None:
            task = asyncio.create_task(self._look(table, ahead))
            self._looking.add(task)
            task.add_done_callback(self._looking.discard)

    async def _look(self, table: Table, ahead: LookAhead) -> None:
        found = await asyncio.get_running_loop().run_in_executor(self._ahead, ahead.found)
        if table.take_ahead(ahead, found):
            table.show()

    def _wanted(self, table: Table) -> bool:
        return any(viewer.browsers for viewer in table.viewers) and table.bots_turn() is not None

    async def _play(self, table: Table) -> None:
        drawn = monotonic()
        while self._wanted(table) and (turn := table.bots_turn()) is not None:
            self._thought[table.name] = turn, Stop()
            try:
                await self._answered(table, *self._thought[table.name])
            except Ended:
                continue
            except Exception as error:  # noqa: BLE001 - the last resort: nobody is to wait for a bot that is no more
                tell_bug(error)
                table.lose_bot(turn)
            finally:
                del self._thought[table.name]
            alone = not any(seat.here for seat in table.seats)
            if alone or table.bots_turn() is None or monotonic() - drawn > GLANCE:
                self._show(table)
                drawn = monotonic()
            if alone:
                await asyncio.sleep(ALONE)

    async def _answered(self, table: Table, turn: BotsTurn, stop: Stop) -> None:
        """Let a bot answer, or find out first of what kind it is. Raises Ended."""
        loop = asyncio.get_running_loop()
        if turn.kind == STRONG:
            kind = await loop.run_in_executor(self._trying, self._strong, turn.state.game, len(table.seats), stop)
            table.name_bots(STRONG, kind)
            return
        thinking = self._thinking.setdefault(table.name, Thinking(self._engines))
        choose = partial(thinking.choose_until, stop, turn.kind, turn.seed, turn.state)
        table.take_bots_answer(turn, await loop.run_in_executor(self._pool, choose))

    def _strong(self, game: "Game", players: int, stop: Stop) -> str:
        key = game.content_hash, players
        if key not in self._strongest:
            with heeding(stop):
                engines = Engines(self._engines.asked)
                [self._strongest[key]] = named({0: STRONG}, game, players, engines, lambda: stop.said).values()
        return self._strongest[key]

    def close(self) -> None:
        """Let no bot think any more."""
        for _, stop in self._thought.values():
            stop.end()
        for task in [*self._playing.values(), *self._looking]:
            task.cancel()
        self._ahead.shutdown(wait=False, cancel_futures=True)
        self._pool.shutdown(wait=False, cancel_futures=True)
        self._trying.shutdown(wait=False, cancel_futures=True)
        for thinking in self._thinking.values():
            thinking.close()
