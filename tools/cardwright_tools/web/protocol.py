"""HTTP as uvicorn has it, on connections that are counted and may not keep silent for long."""

import asyncio
from typing import Any, ClassVar, cast

from uvicorn.protocols.http.h11_impl import H11Protocol, RequestResponseCycle

from cardwright_tools.web.connections import Connection, Connections


class CountedProtocol(H11Protocol):
    """What is spoken on one connection. Requests find it in their state as `connection`."""

    counted: ClassVar[Connections]
    _connection: Connection | None = None

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Take it in."""
        peer = transport.get_extra_info("peername")
        self._connection = self.counted.enter(transport, str(peer[0]) if isinstance(peer, tuple) else "")
        self.app_state = {**self.app_state, "connection": self._connection}
        super().connection_made(transport)

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget it."""
        if self._connection is not None:
            self.counted.leave(self._connection)
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        super().data_received(data)
        made, cycle = self._connection, cast("RequestResponseCycle | None", self.cycle)
        if made is None or cycle is None or cycle.response_complete:
            return
        if made.kind == "silent":
            made.become("asking")
        if made.kind == "asking" and not cycle.more_body:
            made.become("reading")

    def handle_websocket_upgrade(self, event: Any) -> None:
        """Go on as a page, or be refused."""
        if self._connection is not None:
            self._connection.become("reading")
        super().handle_websocket_upgrade(event)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        if self._connection is not None:
            self._connection.become("silent")
        super().on_response_complete()
