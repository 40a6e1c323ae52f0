"""Registry of a server's tables, which are opened when first used, and of the links to them."""

from __future__ import annotations

import asyncio
import re
from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, suppress
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from starlette.exceptions import HTTPException
from starlette.requests import Request

from cardwright import CardwrightError, find_games
from cardwright.game.loading import GameListing, list_game
from cardwright_tools.cli.deck_arguments import Decks
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import choose_game, find_address, list_decks
from cardwright_tools.cli.option_types import EVERY_SEAT
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.session.record_folder import find_records_folder
from cardwright_tools.session.reload import Stamp, stamp
from cardwright_tools.session.session import SaveError, Session
from cardwright_tools.web.drawing.viewer_state import PageDrawer
from cardwright_tools.web.rate_limits import Allowance
from cardwright_tools.web.security import make_link
from cardwright_tools.web.tables.clock import TimeLimit
from cardwright_tools.web.tables.persistence import (
    StoredSeat,
    StoredTable,
    delete_table,
    list_stored_tables,
    store_table,
)
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Viewer
from cardwright_tools.web.tables.work_threads import RecentResults, hold_game_lock, wait_until_idle

if TYPE_CHECKING:
    from cardwright import Game

MAX_TABLES = 2000
# Seconds after which an empty table is unloaded.
IDLE = 1800.0
# Limits for page requests of one link: at once, and a second in the long run. Many people share the link to watch.
PACE, WATCHERS_PACE = (60.0, 2.0), (300.0, 4.0)
# Limit for the games whose rendered texts are cached; each edit makes a new one.
MAX_DRAWN = 40
# Limit for the games that are kept loaded; tables with decks of players have each their own.
MAX_GAMES = 60
# Number of threads that open records; one that never ends blocks its thread.
OPENING = 16
# Seconds that a shutdown waits for work at tables.
MAX_CLOSING = 0.2
# The time in the name of a record.
_BEGUN = re.compile(r"[0-9]{8}-[0-9]{6}(?:-[0-9]+)?")


class ShutError(Exception):
    """Error for a table that cannot be opened, with the reason."""


@dataclass(frozen=True)
class LinkTarget:
    """The target of a link: a seat, the spectators' page or the host page of a table.

    Without a table, it is the lobby or the operator's page.
    """

    table: str | None
    role: str
    seat: int | None = None


class TableRegistry:
    """The tables of a server. `draw` returns the renderer of a game's pages."""

    def __init__(self, draw: Callable[[Game], PageDrawer], designer: bool = False) -> None:
        self.designer = designer
        self.lobby = make_link()
        # The operator's link, which shows all tables with their links.
        self.operator = make_link()
        # The folder of the game that the server was started with. The lobby also offers the games beside it.
        self.own: Path | None = None
        # The beginning of all addresses as others see them; "" if the server knows no better than the request.
        self.base = ""
        self._draw = draw
        # Shared by tables, and never changed: games by the state of their files, and their renderers.
        self._games: dict[tuple[str, tuple[str, ...], Decks], tuple[Stamp, Game]] = {}
        self._drawn: RecentResults[PageDrawer] = RecentResults(MAX_DRAWN)
        # Covers of games in the lobby, by the state of their files; one is drawn at a time.
        self.covers: RecentResults[str] = RecentResults(MAX_GAMES)
        self.covering = asyncio.Lock()
        self._kept: dict[str, StoredTable] = {}
        self._tables: dict[str, Table] = {}
        self._paces: dict[str, Allowance] = {}
        self._doors: dict[str, asyncio.Lock] = {}
        self._opening = ThreadPoolExecutor(OPENING, "opening")
        self._ways: dict[str, LinkTarget] = {
            self.lobby: LinkTarget(None, "lobby"),
            self.operator: LinkTarget(None, "operator"),
        }
        for kept in list_stored_tables():
            self._enter(kept)

    # ------------------------------------------------------------ links

    def way(self, link: str) -> LinkTarget | None:
        """Return the target of a link, or None if it is unknown."""
        return self._ways.get(link)

    def pace(self, link: str) -> Allowance:
        """Return the rate limit for requests with a valid link."""
        if link not in self._paces:
            watched = self._ways[link].role == "watchers"
            self._paces[link] = Allowance(*(WATCHERS_PACE if watched else PACE))
        return self._paces[link]

    def _enter(self, kept: StoredTable) -> None:
        self._kept[kept.name] = kept
        self._ways[kept.host] = LinkTarget(kept.name, "host")
        self._ways[kept.watchers] = LinkTarget(kept.name, "watchers")
        for number, seat in enumerate(kept.seats):
            self._ways[seat.link] = LinkTarget(kept.name, "seat", number)

    # ------------------------------------------------------------ games

    def list_offered(self) -> Mapping[str, tuple[str, GameListing]]:
        """Return the games of the lobby, each with the argument that loads it.

        The operator's own games come before those of Cardwright. The keys do not reveal the paths of folders on the
        server.
        """
        own = [] if self.own is None else sorted(path.parent for path in self.own.parent.glob("*/game.yaml"))
        listings = {f"./{folder.name}": (str(folder), list_game(str(folder))) for folder in own}
        mine = {name: (place, game) for name, (place, game) in listings.items() if game is not None}
        shipped = {game.name: (game.name, game) for game in find_games()}
        by_title = [sorted(games.items(), key=lambda one: one[1][1].title) for games in (mine, shipped)]
        return dict([*by_title[0], *by_title[1]])

    def game(self, place: str, sets: Sequence[str] | None = None, decks: Sequence[tuple[str, str]] = ()) -> Game:
        """Return a game under the current state of its files, from the cache if they are unchanged.

        Raises the errors of `choose_game`.
        """
        key, now = (place, tuple(sets or ()), tuple(decks)), stamp(place)
        kept = self._games.pop(key, None)
        if kept is None or kept[0] != now:
            kept = now, choose_game(place, sets, decks=decks)
        for oldest in list(self._games)[: 1 - MAX_GAMES]:
            self._games.pop(oldest, None)  # another thread may have removed it
        self._games[key] = kept
        return kept[1]

    def content(self, place: str, sets: Sequence[str], decks: Decks, now: Stamp) -> str | None:
        """Return the content hash of a game if it was loaded when its files were as in `now`, else None."""
        loaded = [each for (name, _, brought), each in list(self._games.items()) if (name, brought) == (place, decks)]
        return next((game.content_hash for then, game in loaded if then == now and game.sets == tuple(sets)), None)

    def drawing(self, game: Game) -> PageDrawer:
        """Return the renderer of the pages of a game."""
        key = (find_address(game), game.sets, game.content_hash)
        return self._drawn.get(key) or self._drawn.keep(key, self._draw(game))

    # ------------------------------------------------------------ tables

    @property
    def open_tables(self) -> list[Table]:
        """The tables that are open now."""
        return list(self._tables.values())

    def known(self) -> list[StoredTable]:
        """Return all tables with their present settings, the latest first."""
        return [self._tables[name].kept() if name in self._tables else kept for name, kept in self._kept.items()][::-1]

    def last_unfinished(self, place: str, players: int | None) -> StoredTable | None:
        """Return the latest unfinished table of a game for `players` players (None: any number)."""
        fitting = (t for t in self.known() if t.game == place and players in (None, len(t.seats)) and not t.finished)
        return max(fitting, key=lambda table: table.record, default=None)

    def new_table(
        self,
        game: Game,
        players: int,
        seed: int,
        bots: Mapping[int, str],
        title: str = "",
        limit: TimeLimit | None = None,
    ) -> Table:
        """Open a new table. Raises UsageError if there are too many, and OSError if its record cannot be written."""
        self._make_room()
        with hold_game_lock(game):
            session = Session(game, players, seed)
        session.begin_record()
        if session.path is None:
            raise UsageError(f"{session.remark}, and a table needs its record.")
        brought = dict(list_decks(game))
        seats = tuple(
            StoredSeat(make_link(), bot=bots.get(number), deck=brought.get(f"P{number + 1}"))
            for number in range(players)
        )
        choosing = bool(game.decks_by_player) and any(seat.bot is None and seat.deck is None for seat in seats)
        name = session.path.stem
        links = make_link(), make_link()
        kept = StoredTable(
            name,
            session.path.name,
            find_address(game),
            seats,
            *links,
            title=title,
            clock="" if limit is None else limit.written,
            choosing=choosing,
        )
        store_table(kept)
        self._enter(kept)
        with hold_game_lock(game):
            self._tables[name] = Table(session, kept.game, kept, self.drawing(game), self.designer)
        return self._tables[name]

    def _make_room(self) -> None:
        """Forget the oldest table that is finished or was never used; keep its record if anybody had a seat.

        Raises UsageError if there is no such table.
        """
        while len(self._kept) >= MAX_TABLES:
            known = sorted(self.known(), key=lambda table: _BEGUN.findall(table.record)[-1:])
            closed = [table for table in known if not self._is_visited(table.name)]
            unused = (table for table in closed if not any(seat.owned for seat in table.seats))
            old = next((table for table in closed if table.finished), None) or next(unused, None)
            if old is None:
                raise UsageError(f"there are already {MAX_TABLES} tables with matches in progress.")
            self._forget(old)

    def _is_visited(self, name: str) -> bool:
        table = self._tables.get(name)
        return table is not None and (any(viewer.browsers for viewer in table.viewers) or not table.line.idle)

    def _forget(self, old: StoredTable) -> None:
        table = self._tables.pop(old.name, None)
        if table is not None:
            table.session.close()
        del self._kept[old.name]
        for link in (old.host, old.watchers, *(seat.link for seat in old.seats)):
            self._ways.pop(link, None)
            self._paces.pop(link, None)
        self._doors.pop(old.name, None)
        delete_table(old.name)
        if not any(seat.owned for seat in old.seats):  # somebody who opens many tables must not fill the disk
            (find_records_folder() / Path(old.record).name).unlink(missing_ok=True)

    async def table(self, name: str) -> Table:
        """Return the table with a name; its record is read when it is first used. Raises ShutError."""
        async with self._doors.setdefault(name, asyncio.Lock()):
            if name not in self._tables:
                taken_up = partial(self._take_up, self._kept[name])
                self._tables[name] = await asyncio.get_running_loop().run_in_executor(self._opening, taken_up)
            return self._tables[name]

    def _take_up(self, kept: StoredTable) -> Table:
        with ExitStack() as held:

            def choose(place: str, sets: Sequence[str], decks: Decks = ()) -> Game:
                game = self.game(place, sets, decks)
                held.enter_context(hold_game_lock(game))
                return game

            try:
                session = Session.load(find_records_folder() / Path(kept.record).name, EVERY_SEAT, kept.game, choose)
            except SaveError as error:
                raise ShutError(str(error)) from error
            session.begin_record()
            if session.header.players != len(kept.seats):
                session.close()
                raise ShutError(f"{kept.record} is not a game for {len(kept.seats)}.")
            table = Table(session, kept.game, kept, self.drawing(session.game), self.designer)
            if session.parted is not None:
                table.notice(session.parted_publicly)
            table.restore_decks(session.header.decks)
            if not table.choosing and (decks := table.list_decks()) != session.header.decks:
                with suppress(CardwrightError, UsageError):  # told when somebody chooses a deck again
                    game = self.game(kept.game, session.header.sets, decks)
                    table.next_game = game, self.drawing(game)
            return table

    async def close_idle(self, now: float) -> None:
        """Close the tables that had no viewer for a long time; their records are read again when somebody returns."""
        for name, table in list(self._tables.items()):
            if any(viewer.browsers for viewer in table.viewers):
                table.last_here = now
            elif now - table.last_here > IDLE and table.line.idle:
                async with self._doors.setdefault(name, asyncio.Lock()):
                    self._kept[name] = table.kept()
                    del self._tables[name]
                    await asyncio.get_running_loop().run_in_executor(self._opening, _put_away, table)

    def close(self) -> None:
        """End the records of all tables. Tables with running jobs are left out, because their records are complete."""
        tables = list(self._tables.values())
        wait_until_idle([table.line for table in tables], MAX_CLOSING)
        for table in tables:
            if table.line.idle:
                _put_away(table)


def _put_away(table: Table) -> None:
    table.keep()
    table.session.close()


NOWHERE = "This link is not valid. Ask the person who opened the table for a new one."
# Parts that a page requests by itself, with their cost as a share of a page; and the limits for opening tables: ten at
# once, and one every three seconds.
DECK, DECK_COST = ["deck"], 3.0
PARTS, PART_COST = (["look.css"], ["icons"], ["pictures"]), 0.1
TABLE, TABLE_COST = ["tables"], 6.0
TOO_MUCH = "Too many requests. Try again in a few seconds."
SHUT = "This table cannot be continued. The reason has been reported to the operator of the server."


def get_registry(request: Request) -> TableRegistry:
    """Return the table registry of the server."""
    registry: TableRegistry = request.app.state.registry
    return registry


def find_target(request: Request, *roles: str) -> LinkTarget:
    """Return the target of a request's link. Raises HTTPException for a wrong role or too many requests."""
    way = resolve_link(get_registry(request), request.path_params["link"], request.url.path)
    if way is None or way.role not in roles:
        raise HTTPException(404, NOWHERE)
    return way


def resolve_link(registry: TableRegistry, link: str, path: str) -> LinkTarget | None:
    """Return the target of a link, and charge the request to its rate limit.

    Raises HTTPException if the limit is exceeded.
    """
    way, asked = registry.way(link), path.split("/")[3:4]
    costs = ((PARTS, PART_COST), ([TABLE], TABLE_COST), ([DECK], DECK_COST))
    cost = next((cost for pages, cost in costs if asked in pages), 1.0)
    if way is not None and not registry.pace(link).allows(cost):
        raise HTTPException(429, TOO_MUCH)
    return way


async def open_target(registry: TableRegistry, way: LinkTarget) -> Table:
    """Return the table of a link. Raises HTTPException if the table cannot be opened."""
    assert way.table is not None
    try:
        return await registry.table(way.table)
    except ShutError as error:
        print_note(str(error))  # the paths of files are for the operator
        raise HTTPException(409, SHUT) from error


def get_viewer(table: Table, way: LinkTarget) -> Viewer:
    """Return the viewer of a table for a link to a seat or to the spectators' page."""
    return table.watchers if way.seat is None else table.seats[way.seat]


async def find_viewed_table(request: Request) -> tuple[Table, Viewer]:
    """Return the table and the viewer of a request. Raises HTTPException if the link belongs to no viewer."""
    way = find_target(request, "seat", "watchers")
    table = await open_target(get_registry(request), way)
    return table, get_viewer(table, way)
