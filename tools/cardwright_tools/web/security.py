"""Security layer in front of every page: origin checks, rate limits, and headers for the browser."""

import re
import secrets
from collections.abc import Iterable
from urllib.parse import unquote_to_bytes

from starlette.datastructures import Headers, MutableHeaders
from starlette.responses import PlainTextResponse, Response
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from cardwright.source.visible_control_characters import find_refused_character
from cardwright_tools.cli.errors import report_bug
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.web.rate_limits import Throttle


def check_letters(found: object) -> None:
    """Raise RequestRefusedError if a text inside JSON data contains a forbidden character."""
    if isinstance(found, str):
        if find_refused_character(found):
            raise RequestRefusedError("The text contains an invalid character.")
    elif isinstance(found, dict):
        for name, value in found.items():
            check_letters(name)
            check_letters(value)
    elif isinstance(found, list):
        for value in found:
            check_letters(value)


def read_letters(written: bytes) -> str:
    """Decode bytes, percent-encoded or not. Raises RequestRefusedError if they are no valid text."""
    try:
        text = unquote_to_bytes(written).decode("utf-8")
    except UnicodeDecodeError as error:
        raise RequestRefusedError("The text is not valid UTF-8.") from error
    check_letters(text)
    return text


class RequestRefusedError(Exception):
    """Error for a request that is refused and has changed nothing, with the reason."""


class BusyError(RequestRefusedError):
    """Error for a request that is refused because the server is overloaded; it can be sent again later."""


MAX_BODY = 16_384
# The same for lists of cards, which may have as many letters, most of them encoded.
MAX_LIST_BODY, LIST_PATH = 49_152, "/deck"
_HOST = re.compile(r"[A-Za-z0-9.:\[\]_-]{1,255}")
_CHANGING = ("POST", "PUT", "PATCH", "DELETE")
_ALLOWED = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; font-src 'self'; connect-src {live}; "
    "base-uri 'none'; form-action 'self'; frame-ancestors 'none'"
)
_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    # The link of a seat must not reach other sites as a referrer. Without any referrer, our own forms would have no
    # origin.
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), microphone=(), geolocation=()",
}


class Guard:
    """Middleware that passes on only requests from pages of this server, and adds restrictive headers."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Pass a request on, or refuse it."""
        if scope["type"] not in ("http", "websocket"):
            await self._app(scope, receive, send)
            return
        headers = Headers(scope=scope)
        if (error := _find_address_error(scope, headers)) is not None:
            await _refuse(PlainTextResponse(error, 400), scope, receive, send)
            return
        if not is_same_origin(scope["type"], scope.get("method", ""), headers):
            await _refuse(PlainTextResponse("This request comes from another site.", 403), scope, receive, send)
            return
        if scope["type"] == "websocket":
            await self._app(scope, receive, send)
            return
        length = headers.get("content-length", "0")
        most = MAX_LIST_BODY if scope["path"].endswith(LIST_PATH) else MAX_BODY
        if scope["method"] in _CHANGING and (not length.isdecimal() or int(length) > most):
            await PlainTextResponse("This is too long.", 413)(scope, receive, send)
            return

        async def guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                found = MutableHeaders(scope=message)
                for name, value in (*_HEADERS.items(), *_list_policy(headers.get("host", ""))):
                    found.setdefault(name, value)
                lasting = scope["path"].startswith("/fonts/")
                found.setdefault("Cache-Control", "max-age=86400" if lasting else "no-store")
            await send(message)

        await self._app(scope, _make_bounded(receive, most), guarded)


async def _refuse(refusal: Response, scope: Scope, receive: Receive, send: Send) -> None:
    if scope["type"] == "websocket":
        await send({"type": "websocket.close", "code": 1008})
    else:
        await refusal(scope, receive, send)


def _find_address_error(scope: Scope, headers: Headers) -> str | None:
    """Return an error about the characters of a URL or of the header with the host, or None."""
    try:
        read_letters(scope.get("raw_path") or scope["path"].encode("utf-8", "surrogatepass"))
        read_letters(scope.get("query_string", b""))
    except RequestRefusedError as error:
        return str(error)
    host = headers.get("host")
    return None if host is None or _HOST.fullmatch(host) else "Unknown host name."


def is_same_origin(kind: str, method: str, headers: Headers) -> bool:
    """Return True if a request comes from a page of this server, or changes nothing."""
    origin, host = headers.get("origin"), headers.get("host", "")
    if kind == "http" and method not in _CHANGING:
        return True
    return origin is not None and origin.partition("://")[2] == host and origin.startswith(("http://", "https://"))


def _list_policy(host: str) -> Iterable[tuple[str, str]]:
    # For older browsers, 'self' does not include the same host under another protocol.
    live = f"'self' ws://{host} wss://{host}" if _HOST.fullmatch(host) else "'self'"
    return [("Content-Security-Policy", _ALLOWED.format(live=live))]


def _make_bounded(receive: Receive, most: int) -> Receive:
    """Return a `receive` that limits the body of a request to `most` bytes; otherwise it could be endless."""
    left = most

    async def bounded() -> Message:
        nonlocal left
        message = await receive()
        if message["type"] == "http.request":
            left -= len(message.get("body", b""))
            if left < 0:
                return {"type": "http.disconnect"}
        return message

    return bounded


LINK_BYTES = 16
_LINK = re.compile(r"[A-Za-z0-9_-]{22}")


def make_link() -> str:
    """Return a random link of 22 characters (128 bits)."""
    return secrets.token_urlsafe(LINK_BYTES)


def is_link(text: object) -> bool:
    """Return True if a text has the form of a link."""
    return isinstance(text, str) and _LINK.fullmatch(text) is not None


def hide_links(text: str) -> str:
    """Replace all links in a text by a placeholder, for logs and errors."""
    return _LINK.sub("(link)", text)


_bugs = Throttle()


def report_server_bug(error: Exception) -> None:
    """Report a bug of Cardwright to the operator, without links; each kind at most once a minute."""
    trace = error.__traceback__
    while trace is not None and trace.tb_next is not None:
        trace = trace.tb_next
    where = None if trace is None else (trace.tb_frame.f_code.co_filename, trace.tb_lineno)
    passed_over = _bugs.passes((type(error), where))
    if passed_over is None:
        return
    said, behind, place = report_bug(error).partition("\nThe details are in ")
    more = f"\n(the same {passed_over} times since the last report)" if passed_over else ""
    print_note(f"{hide_links(said)}{behind}{place}{more}")  # a name that was made up for a file can look like a link
