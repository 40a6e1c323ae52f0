"""The course of games: bots think in threads of their own, while everybody else's tables go on."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

from cardwright_tools.web.table import BotsTurn, Table

# Bots among each other are watched, not waited for.
ALONE = 1.0
THREADS = 2


class Course:
    """Lets bots play wherever one is asked and somebody looks on."""

    def __init__(self) -> None:
        self._pool = ThreadPoolExecutor(THREADS, "bots")
        self._playing: dict[str, asyncio.Task[None]] = {}

    def go_on(self, table: Table) -> None:
        """Show a table as it stands, and see that it goes on from there."""
        table.show()
        if table.name not in self._playing and self._wanted(table):
            task = asyncio.create_task(self._play(table))
            self._playing[table.name] = task
            task.add_done_callback(lambda _: self._playing.pop(table.name, None))

    def _wanted(self, table: Table) -> bool:
        return any(viewer.browsers for viewer in table.viewers) and table.bots_turn() is not None

    async def _play(self, table: Table) -> None:
        loop = asyncio.get_running_loop()
        while self._wanted(table) and (turn := table.bots_turn()) is not None:
            option = await loop.run_in_executor(self._pool, _chosen, turn)
            table.take_bots_answer(turn, option)
            table.show()
            if not any(seat.here for seat in table.seats):
                await asyncio.sleep(ALONE)

    def close(self) -> None:
        """Let no bot think any more."""
        for task in self._playing.values():
            task.cancel()
        self._pool.shutdown(wait=False, cancel_futures=True)


def _chosen(turn: BotsTurn) -> int:
    from cardwright.bots import make_bot

    return make_bot(turn.kind, turn.seed).choose(turn.state)
