"""The pages of a server: of a seat, of the watchers, of the host of a table, and the lobby."""

from typing import TYPE_CHECKING

from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from cardwright_tools.web.drawing import page
from cardwright_tools.web.hall import Hall, ShutError, Way
from cardwright_tools.web.table import Table
from cardwright_tools.web.viewers import Viewer

if TYPE_CHECKING:
    from collections.abc import Awaitable, Callable

NOWHERE = "No link leads here. Whoever began the game has one for you."
NOWHERE_TO_GO = PlainTextResponse(NOWHERE, 404)


def viewer_of(table: Table, way: Way) -> Viewer:
    """Who looks at a table by a link to a seat or to the watchers."""
    return table.watchers if way.seat is None else table.seats[way.seat]


async def front(_: Request) -> Response:
    """What is found without a link."""
    return PlainTextResponse(f"Cardwright. {NOWHERE}")


async def way_in(request: Request) -> Response:
    """The page behind a link."""
    hall: Hall = request.app.state.hall
    way = hall.way(request.path_params["link"])
    if way is None:
        return PlainTextResponse(NOWHERE, 404)
    try:
        return await _PAGES[way.role](request, hall, way)
    except ShutError as error:
        return PlainTextResponse(str(error), 409)


async def _seat(request: Request, hall: Hall, way: Way) -> Response:
    assert way.table is not None
    table = await hall.table(way.table)
    viewer = viewer_of(table, way)
    parts = table.parts(viewer)
    name = "" if way.seat is None else f"P{way.seat + 1}"
    title = table.session.game.title
    return HTMLResponse(page("seat.html", parts=parts, title=title, name=name, seat=way.seat, link=viewer.link))


async def look(request: Request) -> Response:
    """The colours of a table's game."""
    table = await _table_of(request)
    return NOWHERE_TO_GO if table is None else Response(table.draw.sheet(), media_type="text/css")


async def faces(request: Request) -> Response:
    """The faces of all cards of a table's game, each in a template under its id."""
    table = await _table_of(request)
    return NOWHERE_TO_GO if table is None else HTMLResponse(table.draw.faces())


async def _table_of(request: Request) -> Table | None:
    hall: Hall = request.app.state.hall
    way = hall.way(request.path_params["link"])
    if way is None or way.table is None:
        return None
    try:
        return await hall.table(way.table)
    except ShutError:
        return None


async def _host(request: Request, hall: Hall, way: Way) -> Response:
    assert way.table is not None
    table = await hall.table(way.table)
    return HTMLResponse(page("host.html", table=table, base=str(request.base_url), title=table.session.game.title))


async def _lobby(request: Request, hall: Hall, _: Way) -> Response:
    return HTMLResponse(page("lobby.html", tables=hall.known(), base=str(request.base_url)))


_PAGES: "dict[str, Callable[[Request, Hall, Way], Awaitable[Response]]]" = {
    "seat": _seat,
    "watchers": _seat,
    "host": _host,
    "lobby": _lobby,
}
