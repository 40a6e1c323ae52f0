"""Pages for the host of a table, for opening tables, and for the operator of the server."""

import asyncio
from collections.abc import Mapping
from functools import partial
from urllib.parse import parse_qs

import segno
from markupsafe import Markup
from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, RedirectResponse, Response

from cardwright import CardwrightError, Game, secret_seed
from cardwright.game.loading import GameListing
from cardwright.phrases.inflection import count_noun
from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.game_arguments import choose_players
from cardwright_tools.session.estimated_minutes import describe_minutes, find_game_folder, find_minutes
from cardwright_tools.session.reload import stamp
from cardwright_tools.session.strongest_bot import USUAL_BOT, WRITTEN
from cardwright_tools.web.cover_process import draw_apart, draw_plain_cover
from cardwright_tools.web.deck_list_checks import prepare_match
from cardwright_tools.web.drawing.viewer_page import page
from cardwright_tools.web.security import RequestRefusedError, read_letters
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.clock import ENDS, SPANS, TimeLimit, read_time_limit
from cardwright_tools.web.tables.message_handlers import check_bot_kind
from cardwright_tools.web.tables.persistence import UNDO
from cardwright_tools.web.tables.registry import find_target, get_registry, open_target

# Who must agree to an undo, as the host's page says it.
UNDO_TOLD = dict(
    zip(UNDO, ("all players must agree", "the players who are here must agree", "nobody has to agree"), strict=True)
)
MAX_FIELD, MAX_TITLE = 200, 40
NO_GAME = "Game: there is no such game here."


async def host(request: Request) -> Response:
    """Respond with all links of a table, each with a QR code, and with the people and bots at its seats."""
    way = find_target(request, "host")
    table = await open_target(get_registry(request), way)
    base = _render_base(request)
    seats = [(seat, *_render_link(base, seat.link)) for seat in table.seats]
    shown = {"title": table.session.game.title, "seats": seats, "watchers": _render_link(base, table.watchers.link)}
    undecided = table.find_undecided()
    return HTMLResponse(
        page(
            "host.html", table=table, undecided=undecided, undo=UNDO_TOLD, clock=_fill_clock(table.clock.limit), **shown
        )
    )


async def host_bot(request: Request) -> Response:
    """Let a bot play a seat, or remove it."""
    way = find_target(request, "host")
    table = await open_target(get_registry(request), way)
    fields = await read_fields(request)
    seat, kind = fields.get("seat", ""), fields.get("kind") or None
    if not seat.isdecimal() or len(seat) > 2 or int(seat) >= len(table.seats):
        raise HTTPException(400, "There is no such seat.")
    try:
        checked = None if kind is None else check_bot_kind(kind, table.session.game)
        course: BotScheduler = request.app.state.course
        await course.change(table, lambda: table.let_bot_play(table.seats[int(seat)], checked, None))
        if table.choosing:
            await prepare_match(get_registry(request), table, course)
    except RequestRefusedError as error:
        raise HTTPException(400, str(error)) from error
    return RedirectResponse(f"/t/{table.host}", 303)


async def host_settings(request: Request) -> Response:
    """Set the name of a table, who has to agree to an undo, and whether there is a chat."""
    way = find_target(request, "host")
    table = await open_target(get_registry(request), way)
    fields = await read_fields(request)
    asked, chat = fields.get("undo", ""), fields.get("chat", "on" if table.chat else "off")
    if asked not in UNDO or chat not in ("on", "off"):
        raise HTTPException(400, "Choose one of the options.")
    # a form leaves out empty fields
    try:
        title = tidy_title(fields.get("title", "" if "chat" in fields else table.title))
        limit = _read_clock(fields) if "span" in fields else table.clock.limit
    except RequestRefusedError as error:
        raise HTTPException(400, str(error)) from error

    def change() -> None:
        table.title = title
        table.let_chat(chat == "on")
        table.let_undo(asked)
        table.set_limit(limit)

    course: BotScheduler = request.app.state.course
    await course.change(table, change)
    return RedirectResponse(f"/t/{table.host}", 303)


async def host_clock(request: Request) -> Response:
    """Decide what happens now that the time for an answer is up."""
    way = find_target(request, "host")
    table = await open_target(get_registry(request), way)
    decided = {"bot": table.clock.let_bot_answer, "time": table.clock.give_time}.get(
        (await read_fields(request)).get("decide", "")
    )
    if decided is None:
        raise HTTPException(400, "Choose one of the options.")
    course: BotScheduler = request.app.state.course
    await course.change(table, decided)
    return RedirectResponse(f"/t/{table.host}", 303)


def _read_clock(fields: Mapping[str, str]) -> TimeLimit | None:
    """Return the time limit in the fields of a form; None if its time is empty. Raises RequestRefusedError."""
    time = fields.get("time", "").strip()
    return read_time_limit("/".join((time, fields.get("span", ""), fields.get("end", ""))) if time else "")


def _fill_clock(limit: TimeLimit | None) -> dict[str, object]:
    """Return the fields of the form for a clock, filled with a limit, and the choices for them."""
    filled = {} if limit is None else {"time": limit.time, "span": limit.span, "end": limit.end}
    return {"filled": filled, "spans": SPANS, "ends": ENDS}


async def lobby(request: Request) -> Response:
    """Respond with the games for which tables can be opened; existing tables are not listed."""
    find_target(request, "lobby")
    return await _show_lobby(request, {})


async def cover(request: Request) -> Response:
    """Respond with the cover of a game that the lobby offers; covers are drawn one after the other, and kept.

    A game whose cards cannot be drawn has a plain cover.
    """
    find_target(request, "lobby")
    registry = get_registry(request)
    offered = await asyncio.to_thread(registry.list_offered)
    wanted = request.query_params.get("game", "")
    if wanted not in offered:
        raise HTTPException(404, NO_GAME)
    place, game = offered[wanted]
    async with registry.covering:
        now = await asyncio.to_thread(stamp, place)
        drawn = registry.covers.get((place, str(now))) or await draw_apart(place) or draw_plain_cover(game.title)
        registry.covers.keep((place, str(now)), drawn)
    return Response(drawn, media_type="image/svg+xml")


async def _show_lobby(request: Request, filled: Mapping[str, str], wrong: str = "") -> Response:
    """Respond with the lobby. If a form was refused, `filled` are its fields, and `wrong` is the reason."""
    offered = await asyncio.to_thread(get_registry(request).list_offered)
    found = [
        (name, game, _describe_players(game), describe_minutes(find_minutes(find_game_folder(game.name))))
        for name, (_, game) in offered.items()
    ]
    clock = {**_fill_clock(None), "filled": filled}
    shown = {"games": found, "link": request.path_params["link"], "kinds": WRITTEN, "filled": filled, "wrong": wrong}
    shown |= {"clock": clock}
    return HTMLResponse(page("lobby.html", **shown), 400 if wrong else 200)


async def operator(request: Request) -> Response:
    """Respond with all tables and the links of their hosts, for the operator of the server."""
    find_target(request, "operator")
    registry = get_registry(request)
    tables = [(table, _render_base(request) + f"t/{table.host}") for table in registry.known()]
    return HTMLResponse(page("operator.html", tables=tables, lobby=_render_base(request) + f"t/{registry.lobby}"))


async def open_table(request: Request) -> Response:
    """Open a table of a game that the lobby offers.

    If the form has an error, respond with the lobby, the error and the form as it was filled in.
    """
    find_target(request, "lobby")
    fields = await read_fields(request)
    wanted, players = fields.get("game", ""), fields.get("players", "")
    offered = await asyncio.to_thread(get_registry(request).list_offered)
    if wanted not in offered:
        return await _show_lobby(request, fields, "Game: choose one of the list." if not wanted else NO_GAME)
    try:
        title, limit = tidy_title(fields.get("title", "")), _read_clock(fields)
        game = await asyncio.to_thread(get_registry(request).game, offered[wanted][0])
        count = _number_of_players(game, players)
        bots = _number_of_bots(fields.get("bots") or "0", count)
        kind = check_bot_kind(fields.get("kind") or USUAL_BOT, game)
        seated = dict.fromkeys(range(count - bots, count), kind)
        await asyncio.to_thread(game.program, count, "tracked")
        begin = partial(get_registry(request).new_table, game, count, secret_seed(), seated, title, limit)
        table = await asyncio.to_thread(begin)
    except CardwrightError:
        return await _show_lobby(request, fields, "Game: its files have mistakes; `cardwright validate` shows them.")
    except (UsageError, RequestRefusedError) as error:
        return await _show_lobby(request, fields, str(error))
    return RedirectResponse(f"/t/{table.host}", 303)


def _describe_players(game: GameListing) -> str:
    least, most = game.players
    return count_noun(least, "player") if least == most else f"{least} to {most} players"


def tidy_title(written: str) -> str:
    """Return the name of a table as it is shown, with single blanks. Raises RequestRefusedError if it is too long."""
    found = " ".join(written.split())
    if len(found) > MAX_TITLE:
        raise RequestRefusedError(f"Name of the table: at most {MAX_TITLE} letters, and these are {len(found)}.")
    return found


def _number_of_players(game: Game, written: str) -> int:
    """Return the number of players in a form; if the field is empty, the usual number."""
    most = game.max_players
    numbers = str(most) if game.min_players == most else f"{game.min_players} to {most}"
    if written and not (written.isdecimal() and len(written) < 3 and game.min_players <= int(written) <= most):
        raise RequestRefusedError(f"Players: {game.title} is for {numbers}, not for {written}.")
    return choose_players(game, int(written) if written else None)


def _number_of_bots(written: str, players: int) -> int:
    if not written.isdecimal() or len(written) > 2 or int(written) > players:
        raise RequestRefusedError(f"Bots: at most {players} of {players} players can be bots, not {written}.")
    return int(written)


async def read_fields(request: Request, most: int = MAX_FIELD) -> dict[str, str]:
    """Return the fields of a form, each with at most `most` letters; each field can occur only once."""
    # browsers end each line with two characters, of which the first is refused elsewhere
    body = (await request.body()).replace(b"%0D%0A", b"%0A")
    try:
        read_letters(body)
        found = parse_qs(body.decode(), max_num_fields=20)
    except RequestRefusedError as error:
        raise HTTPException(400, str(error)) from error
    except ValueError as error:
        raise HTTPException(400, "Invalid form.") from error
    return {name: values[0][:most] for name, values in found.items()}


def _render_base(request: Request) -> str:
    """Return the public base URL; if the server does not know it, the base URL of the request."""
    return get_registry(request).base or str(request.base_url)


def _render_link(base: str, link: str) -> tuple[str, Markup]:
    address = f"{base}t/{link}"
    return address, Markup(segno.make(address, error="m").svg_inline(scale=4, border=2, omitsize=True))
