"""Pages on which players choose their decks: a ready one, or a list of their own."""

import asyncio
from functools import partial

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, RedirectResponse, Response

from cardwright.game.deck_files import ReadyDeck, list_ready_decks
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.web.deck_list_checks import (
    MAX_LETTERS,
    UsualDeck,
    check_list,
    describe_usual,
    find_title_of_chosen,
    prepare_match,
    search_collection,
)
from cardwright_tools.web.drawing.viewer_page import page
from cardwright_tools.web.host_pages import read_fields
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.registry import NOWHERE, find_viewed_table, get_registry
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import SeatViewer, Viewer

# Seconds after which a page that waits for the others is loaded again.
WAITING = 3
# Limit for the letters that are searched for.
MAX_QUERY = 100
# The name of the usual deck in the forms, which no file has.
USUAL = "."
NO_DECKS = "Players bring no decks to this game."
NO_SUCH_DECK = "There is no such deck now."


async def deck(request: Request) -> Response:
    """Respond with the page on which a player chooses a deck, or take the deck that was chosen there."""
    table, viewer = await _find_seat(request)
    ready, usual = await asyncio.to_thread(_find_offered, table)
    if request.method == "GET":
        start = request.query_params.get("from")
        text = next((each.text for each in ready if each.name == start), usual.text if start == USUAL else "")
        return _show_choice(table, viewer, ready, usual, text)
    fields = await read_fields(request, MAX_LETTERS + 1)
    written = fields.get("list", "")
    if "ready" not in fields:
        text, wrong = await asyncio.to_thread(check_list, table, viewer, written)
        if wrong:
            return _show_choice(table, viewer, ready, usual, written, wrong)
    else:
        found = {USUAL: "", **{each.name: each.text for each in ready}}.get(fields["ready"])
        if found is None:
            return _show_choice(table, viewer, ready, usual, "", [NO_SUCH_DECK])
        text = found
    course: BotScheduler = request.app.state.course
    await course.change(table, partial(table.choose_deck, viewer, text))
    try:
        await prepare_match(get_registry(request), table, course)
    except RequestRefusedError as error:
        return _show_choice(table, viewer, ready, usual, written, [str(error)])
    return RedirectResponse(f"/t/{viewer.link}", 303)


async def cards(request: Request) -> Response:
    """Respond with the cards that a list may name and whose names contain the words of the query `q`, as JSON.

    A card is written as `[id, name]`. A collection may have many thousands, too many for a page.
    """
    table, _ = await _find_seat(request)
    text = request.query_params.get("q", "")[:MAX_QUERY]
    usual = await asyncio.to_thread(describe_usual, table.session.game)
    return JSONResponse(await asyncio.to_thread(search_collection, usual, text))


async def _find_seat(request: Request) -> tuple[Table, SeatViewer]:
    """Return the table and the seat of a request. Raises HTTPException if its player brings no deck."""
    table, viewer = await find_viewed_table(request)
    if not isinstance(viewer, SeatViewer):
        raise HTTPException(404, NOWHERE)
    if not table.session.game.decks_by_player:
        raise HTTPException(409, NO_DECKS)
    return table, viewer


async def show_waiting(request: Request, table: Table, viewer: Viewer) -> Response:
    """Respond to a request for a table whose players still choose their decks."""
    if isinstance(viewer, SeatViewer) and viewer.bot is None and viewer.deck is None:
        ready, usual = await asyncio.to_thread(_find_offered, table)
        return _show_choice(table, viewer, ready, usual, "")
    chosen = ""
    if isinstance(viewer, SeatViewer) and viewer.deck is not None:
        ready, _ = await asyncio.to_thread(_find_offered, table)
        chosen = find_title_of_chosen(viewer.deck, ready)
    awaited = [table.people[number] for number in table.find_undecided()]
    shown = {"title": table.title or table.session.game.title, "link": viewer.link, "seconds": WAITING}
    return HTMLResponse(page("waiting.html", awaited=awaited, chosen=chosen, **shown))


def _find_offered(table: Table) -> tuple[tuple[ReadyDeck, ...], UsualDeck]:
    """Return the ready decks of a table's game, and its usual deck."""
    place, sets = find_place(table.place), table.session.header.sets
    return list_ready_decks(place, sets), describe_usual(table.session.game)


def _show_choice(
    table: Table,
    viewer: SeatViewer,
    ready: tuple[ReadyDeck, ...],
    usual: UsualDeck,
    text: str,
    wrong: list[str] | None = None,
) -> Response:
    """Respond with the page on which a deck is chosen; the page starts with the list `text`."""
    shown = {
        "title": table.title or table.session.game.title,
        "link": viewer.link,
        "ready": ready,
        "usual": usual,
        "usual_name": USUAL,
        "text": text,
        "wrong": wrong or [],
        "choosing": table.choosing,
        "finished": table.session.state.finished,
        "chosen": "" if viewer.deck is None else find_title_of_chosen(viewer.deck, ready),
        "most": MAX_LETTERS,
    }
    return HTMLResponse(page("deck.html", **shown), 400 if wrong else 200)
