"""The application: which address leads where, behind the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.exceptions import HTTPException
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from cardwright_tools.cli.terminal import remark
from cardwright_tools.web import offices, pages
from cardwright_tools.web.drawing.parts import HERE, page
from cardwright_tools.web.guard import Guard
from cardwright_tools.web.links import tell_bug
from cardwright_tools.web.live import live
from cardwright_tools.web.tables.course import Course
from cardwright_tools.web.tables.following import Following
from cardwright_tools.web.tables.garbage import Garbage
from cardwright_tools.web.tables.hall import Hall, ShutError
from cardwright_tools.web.ways import viewer_of, way_of

# What a link opens, by whose it is.
_PAGES = {"seat": pages.seat, "watchers": pages.seat, "host": offices.host, "lobby": offices.lobby}


def application(hall: Hall) -> Starlette:
    """The tables of a hall, as an ASGI application."""
    course = Course()
    following = Following(hall, course)
    garbage = Garbage(lambda: course.answered)

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        following.begin()
        garbage.begin()
        yield
        await garbage.close()
        following.close()
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
            Route("/t/{link}/tables", offices.open_table, methods=["POST"]),
            WebSocketRoute("/t/{link}/live", _live),
        ],
        middleware=[Middleware(Guard)],
        exception_handlers={HTTPException: pages.amiss, Exception: _our_bug},
        lifespan=lifespan,
    )
    app.state.hall, app.state.course = hall, course
    return app


async def _way_in(request: Request) -> Response:
    return await _PAGES[way_of(request, *_PAGES).role](request)


async def _live(socket: WebSocket) -> None:
    hall: Hall = socket.app.state.hall
    way = hall.way(socket.path_params["link"])
    if way is None or way.table is None or way.role == "host":
        await socket.close(1008)
        return
    try:
        table = await hall.table(way.table)
    except ShutError as error:
        remark(str(error))
        await socket.close(1011)
        return
    await live(socket, table, viewer_of(table, way), socket.app.state.course)


async def _our_bug(_: Request, error: Exception) -> Response:
    tell_bug(error)
    said = "This is a bug in Cardwright; whoever runs the server has been told."
    return HTMLResponse(page("said.html", said=said, back=None), 500)
