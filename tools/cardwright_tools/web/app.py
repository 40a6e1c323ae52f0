"""The application: which address leads where, behind the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright_tools.cli.terminal import remark
from cardwright_tools.web import offices, pages
from cardwright_tools.web.connections import Connections
from cardwright_tools.web.drawing.parts import HERE, page
from cardwright_tools.web.guard import Guard
from cardwright_tools.web.links import tell_bug
from cardwright_tools.web.live import live
from cardwright_tools.web.tables.course import Course
from cardwright_tools.web.tables.following import Following
from cardwright_tools.web.tables.garbage import Garbage
from cardwright_tools.web.tables.hall import Hall, ShutError
from cardwright_tools.web.ways import NOWHERE, admit, hall_of, viewer_of

# What a link opens, by whose it is.
_PAGES = {
    "seat": pages.seat,
    "watchers": pages.seat,
    "host": offices.host,
    "lobby": offices.lobby,
    "operator": offices.operator,
}


def application(hall: Hall, connections: Connections | None = None) -> Starlette:
    """The tables of a hall, as an ASGI application; with the connections that its server lets in."""
    course = Course()
    following = Following(hall, course)
    garbage = Garbage(lambda: course.answered)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        app.state.connections.begin()
        following.begin()
        garbage.begin()
        yield
        app.state.connections.close()
        await garbage.close()
        await following.close()
        course.close()
        hall.close()

    app = Starlette(
        routes=[
            Route("/", pages.front),
            Mount("/static", StaticFiles(directory=HERE / "static")),
            Route("/t/{link}", _way_in),
            Route("/t/{link}/look.css", pages.look),
            Route("/t/{link}/faces", pages.faces),
            Route("/t/{link}/icons", pages.icons),
            Route("/t/{link}/log", pages.log),
            Route("/t/{link}/pictures/{card}", pages.picture),
            Route("/t/{link}/rules", pages.rules),
            Route("/t/{link}/steps", pages.steps),
            Route("/t/{link}/bot", offices.host_bot, methods=["POST"]),
            Route("/t/{link}/undo", offices.host_undo, methods=["POST"]),
            Route("/t/{link}/tables", offices.open_table, methods=["POST"]),
            WebSocketRoute("/t/{link}/live", _live),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: pages.amiss, ClientDisconnect: _broken_off, Exception: _our_bug},
        lifespan=lifespan,
    )
    app.state.hall, app.state.course = hall, course
    app.state.connections = Connections() if connections is None else connections
    return app


async def _way_in(request: Request) -> Response:
    way = hall_of(request).way(request.path_params["link"])
    if way is None:
        raise HTTPException(404, NOWHERE)
    return await _PAGES[way.role](request)


async def _live(socket: WebSocket) -> None:
    hall: Hall = socket.app.state.hall
    try:
        way = admit(hall, socket.path_params["link"], "")
    except HTTPException:
        await socket.close(1013)
        return
    if way is None or way.table is None or way.role == "host":
        await socket.close(1008)
        return
    try:
        table = await hall.table(way.table)
    except ShutError as error:
        remark(str(error))
        await socket.close(1011)
        return
    connection = getattr(socket.state, "connection", None)
    connections: Connections = socket.app.state.connections
    if not connections.seat(connection, "watcher" if way.seat is None else "seat"):
        await socket.close(1013)
        return
    try:
        # whoever closes a page before all of it was sent breaks nothing
        with suppress(WebSocketDisconnect):
            await live(socket, table, viewer_of(table, way), socket.app.state.course)
    finally:
        if connection is not None:
            connections.leave(connection)


async def _broken_off(_: Request, __: Exception) -> Response:
    """Nobody waits for the answer to a request that was broken off."""
    return Response(status_code=400)


async def _our_bug(_: Request, error: Exception) -> Response:
    tell_bug(error)
    said = "This is a bug in Cardwright; whoever runs the server has been told."
    return HTMLResponse(page("said.html", said=said, back=None), 500)
