"""Routes of the web application, all protected by the security layer."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.middleware.gzip import GZipMiddleware
from starlette.requests import ClientDisconnect, Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright import CardwrightError, SlipError
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.faces.font_metrics import FONT_FOLDER
from cardwright_tools.web import deck_choice_pages, host_pages, player_and_spectator_pages
from cardwright_tools.web.connection_limits import Connections
from cardwright_tools.web.drawing.viewer_page import HERE, page
from cardwright_tools.web.gc_scheduler import GarbageScheduler
from cardwright_tools.web.page_connection import live
from cardwright_tools.web.security import Guard, report_server_bug
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.file_watcher import GameFileWatcher
from cardwright_tools.web.tables.registry import (
    NOWHERE,
    ShutError,
    TableRegistry,
    get_registry,
    get_viewer,
    resolve_link,
)
from cardwright_tools.web.tables.viewers import report_game_error

# The pages of a link, by its owner.
_PAGES = {
    "seat": player_and_spectator_pages.seat,
    "watchers": player_and_spectator_pages.seat,
    "host": host_pages.host,
    "lobby": host_pages.lobby,
    "operator": host_pages.operator,
}


def make_application(registry: TableRegistry, connections: Connections | None = None) -> Starlette:
    """Return the ASGI application that serves the tables of `registry`, over the server's `connections`."""
    course = BotScheduler()
    following = GameFileWatcher(registry, course)
    garbage = GarbageScheduler(lambda: course.answered)

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
        registry.close()

    app = Starlette(
        routes=[
            Route("/", player_and_spectator_pages.front),
            Mount("/static", GZipMiddleware(StaticFiles(directory=HERE / "static"))),
            Mount("/fonts", StaticFiles(directory=FONT_FOLDER)),
            Route("/t/{link}", _serve_page),
            Route("/t/{link}/cover", host_pages.cover),
            Route("/t/{link}/look.css", player_and_spectator_pages.look),
            Route("/t/{link}/faces", player_and_spectator_pages.faces),
            Route("/t/{link}/icons", player_and_spectator_pages.icons),
            Route("/t/{link}/log", player_and_spectator_pages.log),
            Route("/t/{link}/pictures/{card}", player_and_spectator_pages.picture),
            Route("/t/{link}/rules", player_and_spectator_pages.rules),
            Route("/t/{link}/steps", player_and_spectator_pages.steps),
            Route("/t/{link}/bot", host_pages.host_bot, methods=["POST"]),
            Route("/t/{link}/cards", deck_choice_pages.cards),
            Route("/t/{link}/deck", deck_choice_pages.deck, methods=["GET", "POST"]),
            Route("/t/{link}/clock", host_pages.host_clock, methods=["POST"]),
            Route("/t/{link}/settings", host_pages.host_settings, methods=["POST"]),
            Route("/t/{link}/tables", host_pages.open_table, methods=["POST"]),
            WebSocketRoute("/t/{link}/live", _serve_live),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={
            HTTPException: player_and_spectator_pages.show_error,
            ClientDisconnect: _respond_to_nobody,
            SlipError: _make_author_error,
            CardwrightError: _make_author_error,
            UsageError: _respond_to_changed_files,
            Exception: _respond_to_bug,
        },
        lifespan=lifespan,
    )
    app.state.registry, app.state.course = registry, course
    app.state.connections = Connections() if connections is None else connections
    return app


async def _serve_page(request: Request) -> Response:
    way = get_registry(request).way(request.path_params["link"])
    if way is None:
        raise HTTPException(404, NOWHERE)
    return await _PAGES[way.role](request)


async def _serve_live(socket: WebSocket) -> None:
    registry: TableRegistry = socket.app.state.registry
    try:
        way = resolve_link(registry, socket.path_params["link"], "")
    except HTTPException:
        await socket.close(1013)
        return
    if way is None or way.table is None or way.role == "host":
        await socket.close(1008)
        return
    try:
        table = await registry.table(way.table)
    except ShutError as error:
        print_note(str(error))
        await socket.close(1011)
        return
    connection = getattr(socket.state, "connection", None)
    connections: Connections = socket.app.state.connections
    if not connections.seat(connection, "watcher" if way.seat is None else "seat"):
        await socket.close(1013)
        return
    try:
        # a browser may close a page before all of it was sent
        with suppress(WebSocketDisconnect):
            await live(socket, table, get_viewer(table, way), socket.app.state.course)
    finally:
        if connection is not None:
            connections.leave(connection)


async def _respond_to_nobody(_: Request, __: Exception) -> Response:
    """Return a response for a client that has disconnected; it is never received."""
    return Response(status_code=400)


async def _make_author_error(_: Request, error: Exception) -> Response:
    return HTMLResponse(page("said.html", said=report_game_error(error), back=None), 409)


async def _respond_to_changed_files(_: Request, error: Exception) -> Response:
    """Respond to a request for a game whose folder is gone, or is no longer what the table was opened with."""
    print_note(str(error))  # the paths of files are for the operator
    said = (
        "This is not possible with the present files of the game. It has been reported to the operator of the server."
    )
    return HTMLResponse(page("said.html", said=said, back=None), 409)


async def _respond_to_bug(_: Request, error: Exception) -> Response:
    report_server_bug(error)
    said = "This is a bug in Cardwright. It has been reported to the operator of the server."
    return HTMLResponse(page("said.html", said=said, back=None), 500)
