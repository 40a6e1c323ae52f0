"""Watcher of game files: continues tables under changed files, and closes idle tables."""

import asyncio
from contextlib import suppress
from functools import partial
from threading import Timer
from time import monotonic
from typing import TYPE_CHECKING
from weakref import WeakKeyDictionary

from cardwright import CardwrightError
from cardwright.game.cancel_computation import Ended, Stop, use_stop_signal
from cardwright_tools.cli.deck_arguments import Decks
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.session.reload import MistakesError, Stamp, replay_under, stamp
from cardwright_tools.web.deck_list_checks import prepare_match
from cardwright_tools.web.drawing.viewer_state import PageDrawer
from cardwright_tools.web.security import RequestRefusedError, report_server_bug
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.game_check_process import try_files
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.work_threads import hold_game_lock

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright_tools.session.replay_under_changed_files import Reload
    from cardwright_tools.session.session import Session

EVERY = 1.0
# Limit for the seconds in which the answers of a match are repeated under changed files.
MAX_SECONDS = 20.0
TOO_LONG = f"With the changed files it takes longer than {MAX_SECONDS:.0f} seconds to repeat all answers."
UNFIT_DECKS = (
    "The decks for the next match do not fit the changed files. Choose again, or it begins with those of this match."
)


class GameFileWatcher:
    """Watcher of the files of all games with open tables."""

    def __init__(self, registry: TableRegistry, course: BotScheduler) -> None:
        self._registry, self._course = registry, course
        # By open table, the time of the last change with which it was to continue.
        self._followed: WeakKeyDictionary[Table, Stamp] = WeakKeyDictionary()
        # By game: the time of the last change that was tried, and its content hash or its errors.
        self._tried: dict[tuple[str, tuple[str, ...], int, Decks], tuple[Stamp, str | MistakesError]] = {}
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start to watch."""
        self._task = asyncio.create_task(self._follow())

    async def close(self) -> None:
        """Stop watching."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _follow(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            await self._registry.close_idle(monotonic())
            await self.look()

    async def look(self) -> None:
        """Check once whether files have changed."""
        played: dict[str, list[Table]] = {}
        for table in self._registry.open_tables:
            if any(viewer.browsers for viewer in table.viewers):
                played.setdefault(table.place, []).append(table)
        for place, tables in played.items():
            now = await self._course.work.with_files(partial(stamp, place))
            # a table that nobody viewed at the time of a change follows it later
            for table in [each for each in tables if self._followed.get(each) != now]:
                self._followed[table] = now
                try:
                    await self._reload_table(table, now)
                except Exception as error:  # noqa: BLE001 - the last resort: the other tables are followed on
                    report_server_bug(error)
                    table.notice("The files of the game have changed, and the match cannot continue with them.")
                    self._course.go_on(table)

    async def _reload_table(self, table: Table, now: Stamp) -> None:
        """Continue a table under its changed files; if these have errors, continue under the previous ones."""
        try:
            found = await self._load_changed_game(table, now)
            if found is None:
                return
            await self._replay_and_switch(table, *found)
            await prepare_match(self._registry, table, self._course)
        except RequestRefusedError:
            table.notice(UNFIT_DECKS)
            self._course.go_on(table)
        except MistakesError as error:
            print_note(str(error))  # the paths of files are for the operator
            table.notice("The files of the game have mistakes, so the match continues with the old ones.")
            with suppress(RuntimeError):
                self._course.go_on(table)

    async def _load_changed_game(self, table: Table, now: Stamp) -> "tuple[Game, PageDrawer] | None":
        """Return a table's game and its page renderer under the present files, or None if these have not changed.

        The files are checked once for all tables with the same number of players. Raises MistakesError.
        """
        header, content = table.session.header, table.session.game.content_hash
        if self._registry.content(table.place, header.sets, header.decks, now) == content:
            return None
        tried = table.place, header.sets, header.players, header.decks
        if self._tried.get(tried, (None, ""))[0] != now:
            try:
                self._tried[tried] = now, await try_files(*tried)
            except MistakesError as error:
                self._tried[tried] = now, error
        found = self._tried[tried][1]
        if isinstance(found, MistakesError):
            raise found
        if found == content:
            return None

        def load() -> "tuple[Game, PageDrawer] | None":
            try:
                game = self._registry.game(table.place, header.sets, header.decks)
                game.program(header.players, "tracked")
            except (CardwrightError, UsageError, OSError) as error:  # changed once more since the check
                raise MistakesError(str(error)) from error
            return None if game.content_hash == content else (game, self._registry.drawing(game))

        return await self._course.work.with_files(load)

    async def _replay_and_switch(self, table: Table, game: "Game", draw: PageDrawer) -> None:
        """Replay all answers under changed files while the table stays in use, and switch to the result."""
        while True:
            moment, before = await self._course.look_at(table, lambda: (table.moment, table.session.copy()))
            reload = await self._course.work.with_files(partial(_replay_answers, before, game))

            def take_up(moment: object = moment, reload: "Reload" = reload) -> bool:
                if table.session.game.content_hash == game.content_hash:
                    return True  # the change was handled meanwhile
                if table.moment != moment:
                    return False
                table.take_up(reload, draw)
                return True

            if await self._course.change(table, take_up):
                return


def _replay_answers(session: "Session", game: "Game") -> "Reload":
    """Replay all answers of a session under another game.

    Raises MistakesError, also if the replay takes too long.
    """
    stop = Stop()
    timer = Timer(MAX_SECONDS, stop.end)
    timer.daemon = True
    timer.start()
    try:
        with use_stop_signal(stop), hold_game_lock(game):
            return replay_under(session, game, ())
    except Ended:
        raise MistakesError(TOO_LONG) from None
    finally:
        timer.cancel()
