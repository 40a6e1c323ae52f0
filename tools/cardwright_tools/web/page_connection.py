"""Connection of an open page: receives messages, and sends changed parts of the page."""

import asyncio
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright import SlipError
from cardwright.game.loaded_game import find_game
from cardwright.source.visible_control_characters import format_json
from cardwright_tools.web.security import BusyError, report_server_bug
from cardwright_tools.web.tables.bot_and_render_scheduler import BotScheduler
from cardwright_tools.web.tables.message_handlers import find_lookup_key, handle_message, read_message_id
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Browser, SeatViewer, Viewer, report_game_error
from cardwright_tools.web.tables.work_threads import BUSY, hold_game_lock

# Errors that mean that the page was closed.
GONE = (WebSocketDisconnect, RuntimeError, OSError)
# Limits for the open pages of one link: to a seat, and to watch.
MOST_BROWSERS, MOST_WATCHING = 8, 32
TOO_MANY, TOO_FAST = 4008, 4029
# Seconds after which a page that receives nothing is closed.
MAX_SENDING = 20.0


async def live(socket: WebSocket, table: Table, viewer: Viewer, course: BotScheduler) -> None:
    """Serve an open page until it is closed."""
    await socket.accept()
    if len(viewer.browsers) >= (MOST_WATCHING if viewer.seat is None else MOST_BROWSERS):
        await socket.close(TOO_MANY)
        return
    browser = Browser(loop=asyncio.get_running_loop())
    viewer.browsers.add(browser)
    replies: deque[dict[str, Any]] = deque()
    try:
        await course.change(table, partial(_take_seat, table, viewer))
        browser.stale.set()
        sender = asyncio.create_task(_send(socket, table.run, viewer, browser, replies))
        try:
            await _receive(socket, table, viewer, course, browser, replies)
        finally:
            sender.cancel()
            with suppress(asyncio.CancelledError, *GONE):
                await sender
    finally:
        viewer.browsers.discard(browser)
        course.go_on(table)


def _take_seat(table: Table, viewer: Viewer) -> None:
    if isinstance(viewer, SeatViewer):
        table.sit(viewer)


async def _receive(
    socket: WebSocket,
    table: Table,
    viewer: Viewer,
    course: BotScheduler,
    browser: Browser,
    replies: deque[dict[str, Any]],
) -> None:
    with suppress(WebSocketDisconnect, KeyError):  # KeyError for a message of bytes
        while True:
            text = await socket.receive_text()
            if not viewer.pace.allows():
                if not viewer.refused.allows():
                    await socket.close(TOO_FAST)
                    return
                replies.append({"refused": "Too many messages."} | read_message_id(text))
                browser.stale.set()
                continue
            asked = find_lookup_key(text)
            if asked is None:
                await course.change(table, partial(_reply, table, viewer, text, replies))
            else:
                replies.append(await _run_lookup(table, viewer, course, text, asked) | read_message_id(text))
            browser.stale.set()
            course.answered = monotonic()


def _reply(table: Table, viewer: Viewer, text: str, replies: deque[dict[str, Any]]) -> None:
    """Handle a message, and queue the reply to be sent with the changed parts of the page."""
    replies.append(_handle(text, partial(handle_message, table, viewer, text)))


async def _run_lookup(table: Table, viewer: Viewer, course: BotScheduler, text: str, asked: str) -> dict[str, Any]:
    """Return the reply to a lookup message, computed in the thread for lookups."""
    known = table.lookups.get((table.moment, viewer.seat, asked))
    if known is not None:
        return known
    shares = table.shares(viewer)
    if any(share.is_spent for share in shares):
        return {"refused": BUSY}
    moment, state = await course.look_at(table, lambda: (table.moment, table.session.state.clone()))

    def look_up() -> dict[str, Any]:
        with hold_game_lock(find_game(state)):
            return _handle(text, partial(handle_message, table, viewer, text, state))

    try:
        found = await course.work.look_up(look_up, *shares)
    except BusyError as error:
        return {"refused": str(error)}
    return table.lookups.keep((moment, viewer.seat, asked), found)


def _handle(text: str, heed: Callable[[], dict[str, Any]]) -> dict[str, Any]:
    """Return the reply of a message handler; if that raises, a reply that says if the game or Cardwright failed."""
    try:
        return heed()
    except SlipError as error:
        return {"refused": report_game_error(error)} | read_message_id(text)
    except Exception as error:  # noqa: BLE001 - the last resort: whoever asked is told, and the others play on
        report_server_bug(error)
        return {
            "refused": "This is a bug in Cardwright. It has been reported to the operator of the server."
        } | read_message_id(text)


async def _send(socket: WebSocket, run: str, viewer: Viewer, browser: Browser, replies: deque[dict[str, Any]]) -> None:
    shown: dict[str, str] = {}
    greeting: dict[str, Any] = {"run": run}
    while True:
        await browser.stale.wait()
        browser.stale.clear()
        parts = viewer.parts
        fresh = {name: part for name, part in parts.items() if shown.get(name) != part}
        shown = parts
        while len(replies) > 1:
            await _sent(socket, replies.popleft())
        last = greeting | (replies.popleft() if replies else {})
        greeting = {}
        if fresh or last:
            await _sent(socket, last | ({"parts": fresh} if fresh else {}))


async def _sent(socket: WebSocket, message: dict[str, Any]) -> None:
    """Send a message; close the connection if the page does not receive the message."""
    try:
        async with asyncio.timeout(MAX_SENDING):
            await socket.send_text(serialize_message(message))
    except TimeoutError:
        connection = getattr(socket.state, "connection", None)
        if connection is not None:
            connection.transport.abort()
        raise WebSocketDisconnect(TOO_FAST) from None


def serialize_message(message: dict[str, Any]) -> str:
    """Serialize a message for the websocket."""
    return format_json(message, None, compact=True)
