"""One open page: what it sends is heeded, and of what its viewer sees it is sent what it does not show already."""

import asyncio
from collections import deque
from contextlib import suppress
from time import monotonic
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect

from cardwright.source.visible import json_text
from cardwright_tools.web.links import tell_bug
from cardwright_tools.web.tables.course import Course
from cardwright_tools.web.tables.deeds import heed, named
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Browser, Seat, Viewer

# Messages that a page may send at once, and a second in the long run.
AT_ONCE = 40
A_SECOND = 10.0
# So many messages too many, and the page is shut out.
PATIENCE = 200
MOST_BROWSERS = 8
TOO_MANY, TOO_FAST = 4008, 4029


class Pace:
    """How much may still come in: a bucket that fills as time passes."""

    def __init__(self, at_once: float = AT_ONCE, a_second: float = A_SECOND) -> None:
        self._most, self._a_second = at_once, a_second
        self._left, self._then = at_once, monotonic()

    def allows(self) -> bool:
        """Whether one more may come in now."""
        now = monotonic()
        self._left = min(self._most, self._left + (now - self._then) * self._a_second)
        self._then = now
        if self._left < 1:
            return False
        self._left -= 1
        return True


async def live(socket: WebSocket, table: Table, viewer: Viewer, course: Course) -> None:
    """Serve a page until it is closed."""
    await socket.accept()
    if len(viewer.browsers) >= MOST_BROWSERS:
        await socket.close(TOO_MANY)
        return
    browser = Browser()
    viewer.browsers.add(browser)
    replies: deque[dict[str, Any]] = deque()
    try:
        if isinstance(viewer, Seat):
            table.sit(viewer)
        course.go_on(table)
        browser.stale.set()
        sender = asyncio.create_task(_send(socket, table.run, viewer, browser, replies))
        try:
            await _receive(socket, table, viewer, course, browser, replies)
        finally:
            sender.cancel()
            with suppress(asyncio.CancelledError, WebSocketDisconnect, RuntimeError, OSError):
                await sender
    finally:
        viewer.browsers.discard(browser)
        course.go_on(table)


async def _receive(
    socket: WebSocket, table: Table, viewer: Viewer, course: Course, browser: Browser, replies: deque[dict[str, Any]]
) -> None:
    pace, too_fast = Pace(), 0
    with suppress(WebSocketDisconnect, KeyError):  # the latter for a message of bytes
        while True:
            text = await socket.receive_text()
            if pace.allows():
                replies.append(_heeded(table, viewer, text))
                browser.stale.set()
                course.go_on(table)
                course.answered = monotonic()
                continue
            too_fast += 1
            replies.append({"refused": "That was too much at once."} | named(text))
            browser.stale.set()
            if too_fast > PATIENCE:
                await socket.close(TOO_FAST)
                return


def _heeded(table: Table, viewer: Viewer, text: str) -> dict[str, Any]:
    """What is said to a message; to one that runs into a bug of ours, that it does."""
    try:
        return heed(table, viewer, text)
    except Exception as error:  # noqa: BLE001 - the last resort: whoever asked is told, and the others play on
        tell_bug(error)
        return {"refused": "This is a bug in Cardwright; whoever runs the server has been told."} | named(text)


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
            await socket.send_text(wired(replies.popleft()))
        last = greeting | (replies.popleft() if replies else {})
        greeting = {}
        if fresh or last:
            await socket.send_text(wired(last | ({"parts": fresh} if fresh else {})))


def wired(message: dict[str, Any]) -> str:
    """A message as it goes over the wire."""
    return json_text(message, None, compact=True)
