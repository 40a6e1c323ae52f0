"""The application: which address leads where, behind the guard."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.websockets import WebSocket

from cardwright_tools.web.course import Course
from cardwright_tools.web.drawing import HERE
from cardwright_tools.web.guard import Guard
from cardwright_tools.web.hall import Hall, ShutError
from cardwright_tools.web.live import live
from cardwright_tools.web.pages import faces, front, look, viewer_of, way_in


def application(hall: Hall) -> Starlette:
    """The tables of a hall, as an ASGI application."""
    course = Course()

    @asynccontextmanager
    async def lifespan(_: Starlette) -> AsyncIterator[None]:
        yield
        course.close()
        hall.close()

    app = Starlette(
        routes=[
            Route("/", front),
            Mount("/static", StaticFiles(directory=HERE / "static")),
            Route("/t/{link}", way_in),
            Route("/t/{link}/look.css", look),
            Route("/t/{link}/faces", faces),
            WebSocketRoute("/t/{link}/live", _live),
        ],
        middleware=[Middleware(Guard)],
        lifespan=lifespan,
    )
    app.state.hall, app.state.course = hall, course
    return app


async def _live(socket: WebSocket) -> None:
    hall: Hall = socket.app.state.hall
    way = hall.way(socket.path_params["link"])
    if way is None or way.table is None or way.role == "host":
        await socket.close(1008)
        return
    try:
        table = await hall.table(way.table)
    except ShutError:
        await socket.close(1011)
        return
    await live(socket, table, viewer_of(table, way), socket.app.state.course)
