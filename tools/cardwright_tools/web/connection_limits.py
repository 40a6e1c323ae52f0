"""Limits on the number of connections, and on the time that a connection may take for a request."""

import asyncio
from collections import Counter
from contextlib import suppress
from ipaddress import ip_address
from time import monotonic
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

# Limits in seconds: for the headers of a request, since the connection or the last response; for its body; and from its
# headers to the end of the response.
MAX_SILENCE = 10.0
MAX_BODY = 10.0
MAX_REQUEST = 60.0
# Limits for connections without a link: in all, and of one address. This machine is excepted, because a proxy on it can
# serve everybody.
MAX_STRANGERS = 256
MAX_OF_ADDRESS = 64
# Share of all connections for watchers; the rest is for seats.
WATCHERS_SHARE = 0.25
# Number of files and sockets besides connections: records, files of games, logs, and those of Python.
RESERVED_FILES = 256
DEFAULT_FILES, MAX_FILES = 1024, 8192
EVERY = 0.5


class Connection:
    """A connection: its address, its kind, and the time since which it has this kind."""

    def __init__(self, transport: asyncio.Transport, address: str) -> None:
        self.transport = transport
        self.address = address
        # "silent", "asking" or "reading", or the owner of the page: "seat" or "watcher"
        self.kind = "silent"
        self.since = monotonic()

    def become(self, kind: str) -> None:
        """Set the kind of the connection and restart its time limit."""
        self.kind, self.since = kind, monotonic()

    @property
    def is_stranger(self) -> bool:
        """True if the connection belongs to no page of a table."""
        return self.kind in _SECONDS

    @property
    def is_late(self) -> bool:
        """True if the connection has used up the time limit of its kind."""
        return self.is_stranger and monotonic() - self.since > _SECONDS[self.kind]


_SECONDS = {"silent": MAX_SILENCE, "asking": MAX_BODY, "reading": MAX_REQUEST}


class Connections:
    """The connections of a server; there are at most `places`."""

    def __init__(self, places: int | None = None) -> None:
        self.places = max(2, raise_file_limit() - RESERVED_FILES if places is None else places)
        self.strangers = min(MAX_STRANGERS, self.places // 2)
        self._all: set[Connection] = set()
        self._task: asyncio.Task[None] | None = None

    def begin(self) -> None:
        """Start closing connections that take too long."""
        self._task = asyncio.create_task(self._look())

    def close(self) -> None:
        """Stop watching connections."""
        if self._task is not None:
            self._task.cancel()

    def enter(self, transport: asyncio.Transport, address: str) -> Connection:
        """Add a connection; if there is no room for it, close one that has no seat."""
        made = Connection(transport, address)
        self._all.add(made)
        strangers = [each for each in self._all if each.is_stranger]
        own = [each for each in strangers if each.address == address]
        if len(own) > MAX_OF_ADDRESS and not _is_here(address):
            self.drop(_choose_stranger(own, made))
        elif len(strangers) > self.strangers or len(self._all) > self.places:
            most = Counter(each.address for each in strangers).most_common(1)[0][0]
            self.drop(_choose_stranger([each for each in strangers if each.address == most], made))
        return made

    def seat(self, made: Connection | None, kind: str) -> bool:
        """Count a connection as a page of a kind, "seat" or "watcher"; return False if there are too many of it."""
        if made is None:  # no network connection, in a test
            return True
        watchers = sum(each.kind == "watcher" for each in self._all)
        seats = sum(each.kind == "seat" for each in self._all)
        for_watchers = int((self.places - self.strangers) * WATCHERS_SHARE)
        full = watchers >= for_watchers if kind == "watcher" else seats >= self.places - self.strangers - for_watchers
        if not full:
            made.become(kind)
        return not full

    def leave(self, made: Connection) -> None:
        """Forget a connection, because it has ended."""
        self._all.discard(made)

    def drop(self, made: Connection) -> None:
        """Close a connection without a response."""
        self._all.discard(made)
        with suppress(OSError, RuntimeError):
            made.transport.abort()

    def look(self) -> None:
        """Close the connections that take too long, and forget those that have ended."""
        for made in list(self._all):
            if made.transport.is_closing():
                self._all.discard(made)
            elif made.is_late:
                self.drop(made)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(EVERY)
            self.look()


def _choose_stranger(strangers: list[Connection], new: Connection) -> Connection:
    """Return the stranger to close; a stranger is a connection without a valid link.

    This is the stranger that has been silent for longest. If none is silent, it is one that is sending a request; if
    there is none either, it is the new one.
    """
    silent = [each for each in strangers if each.kind == "silent" and each is not new]
    if silent:
        return min(silent, key=lambda each: each.since)
    asking = [each for each in strangers if each.kind == "asking" and each is not new]
    return min(asking, key=lambda each: each.since, default=new)


def _is_here(address: str) -> bool:
    """Return True if an address belongs to this machine."""
    with suppress(ValueError):
        return ip_address(address).is_loopback
    return True


def raise_file_limit() -> int:
    """Raise the limit of open files of this process as far as allowed; return the limit."""
    try:
        import resource
    except ImportError:  # Windows
        return DEFAULT_FILES
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = MAX_FILES if hard == resource.RLIM_INFINITY else min(hard, MAX_FILES)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        with suppress(OSError, ValueError):
            resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))
            soft = wanted
    return MAX_FILES if soft == resource.RLIM_INFINITY else min(soft, MAX_FILES)


class CountedProtocol(H11Protocol):
    """HTTP protocol that registers its connection, and passes it to requests as `state.connection`."""

    counted: ClassVar[Connections]
    _connection: Connection | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Register the connection."""
        peer = transport.get_extra_info("peername")
        self._connection = self.counted.enter(transport, str(peer[0]) if isinstance(peer, tuple) else "")
        self.app_state = {**self.app_state, "connection": self._connection}
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the connection."""
        if self._connection is not None:
            self.counted.leave(self._connection)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Receive a part of a request."""
        super().data_received(data)
        made, cycle = self._connection, cast("RequestResponseCycle | None", self.cycle)
        if made is None or cycle is None or cycle.response_complete:
            return
        if made.kind == "silent":
            made.become("asking")
        if made.kind == "asking" and not cycle.more_body:
            made.become("reading")

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Continue as a websocket; refuse it if there are too many pages of its kind."""
        if self._connection is not None:
            self._connection.become("reading")
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Start to wait for the next request."""
        if self._connection is not None:
            self._connection.become("silent")
        super().on_response_complete()
