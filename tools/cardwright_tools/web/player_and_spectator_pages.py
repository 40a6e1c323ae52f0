"""Pages of players and spectators: the table, the log, the cards, and the replay of a match."""

import asyncio
from collections.abc import Callable
from typing import Any, TypeVar, cast

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, PlainTextResponse, Response

from cardwright import State
from cardwright_tools.web import deck_choice_pages
from cardwright_tools.web.drawing.names_of_people import name_players, name_players_in_text
from cardwright_tools.web.drawing.viewer_page import page
from cardwright_tools.web.replay_pages import ReplayMoment
from cardwright_tools.web.security import BusyError, RequestRefusedError
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.registry import NOWHERE, find_viewed_table
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Viewer
from cardwright_tools.web.tables.work_threads import BUSY

T = TypeVar("T")
LookUp = Callable[["State", object], T]

MAX_DIGITS = 6
# Seconds before a request beyond a limit is answered, so that a client that repeats it at once does no harm.
REFUSAL_DELAY = 0.5


async def front(_: Request) -> Response:
    """Respond to a request for the server's address without a link."""
    return HTMLResponse(page("said.html", said=NOWHERE, back=None))


async def show_error(request: Request, error: Exception) -> Response:
    """Respond to an HTTP error with a page that links to where the user can try again."""
    assert isinstance(error, HTTPException)
    if error.status_code == 429:
        await asyncio.sleep(REFUSAL_DELAY)
    link = request.path_params.get("link")
    back = f"/t/{link}" if link is not None and error.status_code in (400, 409) else None
    return HTMLResponse(page("said.html", said=error.detail, back=back), error.status_code)


async def seat(request: Request) -> Response:
    """Respond with the table as a player or spectator sees it."""
    table, viewer = await find_viewed_table(request)
    if table.choosing:
        return await deck_choice_pages.show_waiting(request, table, viewer)
    name = "" if viewer.seat is None else f"P{viewer.seat + 1}"
    shown = {
        "title": table.title or table.session.game.title,
        "name": name,
        "seat": viewer.seat,
        "link": viewer.link,
        "goal": table.draw.goal,
        "icons": await asyncio.to_thread(table.draw.icons),
        "credit": table.draw.credit,
        "brings_deck": bool(table.session.game.decks_by_player),
    }
    course: BotScheduler = request.app.state.course
    parts = await course.look_at(table, lambda: table.parts(viewer))
    return HTMLResponse(page("seat.html", parts=parts, **shown))


async def _run_lookup(request: Request, table: Table, viewer: Viewer, asked: str, look_up: LookUp[T]) -> T:
    """Return the result of a lookup on a copy of a table's state, computed in the thread for lookups.

    Raises HTTPException if the lookup is refused.
    """
    course: BotScheduler = request.app.state.course
    known = table.looked_up.get((table.moment, viewer.seat, asked))
    if known is not None:
        return cast("T", known)
    shares = table.shares(viewer)
    if any(share.is_spent for share in shares):
        raise HTTPException(429, BUSY)
    moment, state = await course.look_at(table, lambda: (table.moment, table.session.state.clone()))
    try:
        found = await course.work.look_up(lambda: look_up(state, moment[0]), *shares)
    except BusyError as error:
        raise HTTPException(429, str(error)) from error
    except RequestRefusedError as error:
        raise HTTPException(409, str(error)) from error
    table.looked_up.keep((moment, viewer.seat, asked), found)
    return found


async def log(request: Request) -> Response:
    """Respond with the whole log, as the viewer saw it."""
    table, viewer = await find_viewed_table(request)
    draw = table.draw

    def look_up(state: State, thread: object) -> str:
        return draw.log(table.growing.story(state, viewer.seat, thread))

    found = await _run_lookup(request, table, viewer, "log", look_up)
    return HTMLResponse(name_players(found, table.people))


async def look(request: Request) -> Response:
    """Respond with the style sheet that has the colours of the table's game."""
    table, _ = await find_viewed_table(request)
    return Response(await asyncio.to_thread(table.draw.sheet), media_type="text/css")


async def faces(request: Request) -> Response:
    """Respond with the faces of all cards of the table's game, which take seconds to draw the first time."""
    table, viewer = await find_viewed_table(request)
    return HTMLResponse(await asyncio.to_thread(table.draw.faces, viewer.link))


async def picture(request: Request) -> Response:
    """Respond with the author's picture of a card."""
    table, _ = await find_viewed_table(request)
    found = await asyncio.to_thread(table.draw.picture, request.path_params["card"])
    return PlainTextResponse("There is no picture.", 404) if found is None else Response(found, media_type="image/jpeg")


async def icons(request: Request) -> Response:
    """Respond with the icons of the table's game; a page asks for them after the game's files have changed."""
    table, _ = await find_viewed_table(request)
    return HTMLResponse(await asyncio.to_thread(table.draw.icons))


async def rules(request: Request) -> Response:
    """Respond with the rulebook, a page without scripts that contains its own styles."""
    table, viewer = await find_viewed_table(request)
    draw = table.draw
    text = await _run_lookup(request, table, viewer, "rules", lambda *_: draw.rules())
    policy = (
        "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src 'self'; base-uri 'none'; "
        "form-action 'none'; frame-ancestors 'none'"
    )
    return HTMLResponse(text, headers={"Content-Security-Policy": policy})


async def steps(request: Request) -> Response:
    """Respond with one moment of a finished match."""
    table, viewer = await find_viewed_table(request)
    asked = request.query_params.get("at", "0")
    at = int(asked) if asked.isdecimal() and len(asked) <= MAX_DIGITS else 0
    openly = table.designer and request.query_params.get("open") == "yes"
    draw, people = table.draw, table.people

    def look_up(*_: object) -> dict[str, Any]:
        found = table.past.find_moment(table.session, table.thread, viewer.seat, at, openly)
        return {"moment": found, "parts": draw.past(found, people)}

    found = await _run_lookup(request, table, viewer, f"{at} {openly}", look_up)
    course: BotScheduler = request.app.state.course
    await course.change(table, lambda: table.step_through(viewer))
    found |= {"parts": {part: name_players(drawn, people) for part, drawn in found["parts"].items()}}
    shown = {"title": table.session.game.title, "link": viewer.link, "openly": openly, "designer": table.designer}
    moment: ReplayMoment = found["moment"]
    shown |= {
        "asked": name_players_in_text(moment.asked, people),
        "chosen": name_players_in_text(moment.chosen, people),
    }
    shown |= {"icons": await asyncio.to_thread(draw.icons), "faces": await asyncio.to_thread(draw.faces, viewer.link)}
    return HTMLResponse(page("steps.html", **found, **shown))
