"""Follows what goes on: once the files of a game change, its tables play on under them; what is left is put away."""

import asyncio
from contextlib import suppress
from time import monotonic
from typing import TYPE_CHECKING

from cardwright_tools.cli.terminal import remark
from cardwright_tools.table.reload import MistakesError, Stamp, new_text, stamp, under
from cardwright_tools.web.drawing.draw import Draw
from cardwright_tools.web.links import tell_bug
from cardwright_tools.web.tables.course import Course
from cardwright_tools.web.tables.hall import Hall
from cardwright_tools.web.tables.table import Table

if TYPE_CHECKING:
    from cardwright import Game

EVERY = 1.0


class Following:
    """Looks at the files of all games that somebody plays just now."""

    def __init__(self, hall: Hall, course: Course) -> None:
        self._hall, self._course = hall, course
        self._seen: dict[str, Stamp] = {}
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Look from now on."""
        self._task = asyncio.create_task(self._follow())

    def close(self) -> None:
        """Look no more."""
        if self._task is not None:
            self._task.cancel()

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self._hall.close_idle(monotonic())
            await self.look()

    async def look(self) -> None:
        """Look once."""
        played: dict[str, list[Table]] = {}
        for table in self._hall.open_tables:
            if any(viewer.browsers for viewer in table.viewers):
                played.setdefault(table.place, []).append(table)
        for place, tables in played.items():
            now = await asyncio.to_thread(stamp, place)
            if self._seen.get(place) != now:
                self._seen[place] = now
                for table in tables:
                    try:
                        await self._take_up(table)
                    except Exception as error:  # noqa: BLE001 - the last resort: the other tables are followed on
                        tell_bug(error)
                        table.notice("The files of the game have changed, and it cannot go on under the new ones.")
                        self._course.go_on(table)

    async def _take_up(self, table: Table) -> None:
        """Go on under what the files say now; with mistakes in them, under what they said before."""
        try:
            game = await asyncio.to_thread(new_text, table.session, table.place)
            if game is None:
                return
            draw = await asyncio.to_thread(self._prepared, game, table)
            # From here on nothing waits, so that no answer comes in between.
            reload = under(table.session, game, ())
        except MistakesError as error:
            remark(str(error))  # where the files lie is for whoever runs the server
            table.notice("The files of the game have mistakes, so it goes on under the old ones.")
        else:
            table.take_up(reload, draw)
        with suppress(RuntimeError):
            self._course.go_on(table)

    def _prepared(self, game: "Game", table: Table) -> Draw:
        game.program(table.session.header.players, "tracked")
        return self._hall.drawing(game)
