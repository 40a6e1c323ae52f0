"""Web server: opens the port, prints links, keeps links out of its log, and shuts down promptly."""

import faulthandler
import ipaddress
import logging
import os
import signal
import socket
import sys
import threading
import webbrowser
from contextlib import suppress
from types import FrameType

import segno
import uvicorn
from starlette.requests import ClientDisconnect
from starlette.websockets import WebSocketDisconnect

from cardwright.source.path_and_number_checks import format_value
from cardwright_tools.cli.errors import STOPPED, UsageError
from cardwright_tools.cli.standard_output import print_lines, print_note
from cardwright_tools.web.app import make_application
from cardwright_tools.web.connection_limits import Connections, CountedProtocol
from cardwright_tools.web.rate_limits import Throttle
from cardwright_tools.web.security import hide_links, report_server_bug
from cardwright_tools.web.tables.persistence import StoredTable
from cardwright_tools.web.tables.registry import TableRegistry

MAX_MESSAGE = 16_384
# Seconds between two pings, which detect lost connections.
PING = 20.0
WAITING = 2048
# Seconds after which Python switches to another thread.
SWITCH = 0.0005
EVERYWHERE = ("0.0.0.0", "::")
# An address that is used only to learn which of its own addresses this machine uses; nothing is sent to it.
SOMEWHERE = ("192.0.2.1", 9)

# Seconds after a signal until the process is ended by force: every answer is in its record before it is confirmed, and
# a record without its digest is valid. The last limit is for code that never lets another thread run.
MAX_ENDING = 1.7
LAST_RESORT = 1.9


class _Log(logging.Handler):
    """Log handler that prints without links, and repeats a message at most once a minute."""

    def __init__(self, level: int) -> None:
        super().__init__(level)
        self._throttle = Throttle()

    def emit(self, record: logging.LogRecord) -> None:
        """Print a log record."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, ClientDisconnect | WebSocketDisconnect):
            return
        if isinstance(error, Exception):
            report_server_bug(error)
        elif (passed_over := self._throttle.passes(record.msg)) is not None:
            print_note(hide_links(record.getMessage()) + (f" ({passed_over} times since)" if passed_over else ""))


class Server:
    """Server for the tables of a registry; it opens its port at once, before links are printed."""

    def __init__(self, registry: TableRegistry, host: str, port: int) -> None:
        """Open the port. Raises UsageError if the port cannot be opened."""
        self._registry = registry
        self._host = host
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._socket = socket.socket(family, socket.SOCK_STREAM)
        self._socket.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            self._socket.bind((host, port))
            # Requests that come before the server runs wait.
            self._socket.listen(WAITING)
        except (OSError, OverflowError, TypeError, ValueError) as error:  # the last two for an invalid name of a host
            self._socket.close()
            reason = getattr(error, "strerror", None) or error
            raise UsageError(
                f"nothing can listen at {format_value(host)}, port {port}: {reason}. Choose another with --port."
            ) from error
        self.port = int(self._socket.getsockname()[1])
        registry.base = self.base
        self._running: uvicorn.Server | None = None

    @property
    def base(self) -> str:
        """The base URL of the server, as other machines in the network see it."""
        host = _render_own_address(self._host) if self._host in EVERYWHERE else self._host
        return f"http://{f'[{host}]' if ':' in host else host}:{self.port}/"

    def tell(self, table: StoredTable | None) -> None:
        """Print the links of a table, or of the lobby."""
        if table is None:
            print_lines(f"The lobby, in which you open tables:\n  {self.base}t/{self._registry.lobby}")
            print_lines(f"All tables with all links, only for you:\n  {self.base}t/{self._registry.operator}")
        else:
            for number, seat in enumerate(table.seats, start=1):
                played = f"  (a bot plays: {seat.bot})" if seat.bot else ""
                print_lines(f"P{number}     {self.base}t/{seat.link}{played}")
                if not seat.bot and not _is_own(self._host):
                    print_lines(draw_qr_code(f"{self.base}t/{seat.link}"))
            print_lines(f"Watch  {self.base}t/{table.watchers}")
            print_lines(f"Host   {self.base}t/{table.host}  (all links, with QR codes)")
        if _is_own(self._host):
            print_lines("Only this machine can open these links. For others in your network, add --host 0.0.0.0")
        print_lines("Press Ctrl-C to stop the server; the links stay valid for the next start.")

    def open_browser(self, table: StoredTable | None) -> None:
        """Open a browser with the only seat for a person or, if there are several, with the page of all links."""
        free = [] if table is None else [seat.link for seat in table.seats if seat.bot is None]
        link = self._registry.lobby if table is None else free[0] if len(free) == 1 else table.host
        webbrowser.open(f"{self.base}t/{link}")

    def run(self) -> None:
        """Serve until Ctrl-C or another signal."""
        for name in ("uvicorn", "asyncio"):
            logger = logging.getLogger(name)
            logger.handlers, logger.propagate = [_Log(logging.WARNING)], False
        connections = Connections()
        config = uvicorn.Config(
            make_application(self._registry, connections),
            http=type("Counted", (CountedProtocol,), {"counted": connections}),
            log_config=None,
            log_level="warning",
            access_log=False,
            server_header=False,
            ws_max_size=MAX_MESSAGE,
            ws_per_message_deflate=False,
            ws_ping_interval=PING,
            ws_ping_timeout=PING,
            timeout_graceful_shutdown=1,
        )
        # so that threads in which bots think do not delay answers
        sys.setswitchinterval(SWITCH)
        self._running = EndingServer(config)
        self._running.run(sockets=[self._socket])

    def close(self) -> None:
        """Close the listening socket, also of a server that never ran."""
        self._socket.close()

    def stop(self) -> None:
        """Stop the server, from another thread."""
        if self._running is not None:
            self._running.should_exit = True


def draw_qr_code(address: str) -> str:
    """Return the QR code of an address for a terminal: two rows a line, always dark on light."""
    rows = [[bool(module) for module in row] for row in segno.make(address, error="l").matrix_iter(border=2)]
    rows += [[False] * len(rows[0])] * (len(rows) % 2)
    signs = {(True, True): " ", (True, False): "▄", (False, True): "▀", (False, False): "█"}
    pairs = zip(rows[::2], rows[1::2], strict=True)
    return "\n".join("  " + "".join(signs[pair] for pair in zip(*each, strict=True)) for each in pairs)


def _is_own(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


def _render_own_address(host: str) -> str:
    """Return the address of this machine in its network."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        with socket.socket(family, socket.SOCK_DGRAM) as probe:
            probe.connect(SOMEWHERE if family == socket.AF_INET else ("2001:db8::1", 9))
            return str(probe.getsockname()[0])
    except OSError:
        return "localhost"


class EndingServer(uvicorn.Server):
    """Server that shuts down without waiting for threads that never end."""

    _ending = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        """Start the shutdown at a signal."""
        super().handle_exit(sig, frame)
        if not self._ending:
            self._ending = True
            _force_exit(sig)


def _force_exit(sig: int) -> None:
    """Exit the process after some seconds, if it is still running."""
    timer = threading.Timer(MAX_ENDING, _end_now, [sig])
    timer.daemon = True
    timer.start()
    with suppress(OSError, RuntimeError, ValueError):
        silent = open(os.devnull, "w")  # noqa: PTH123, SIM115 - open until the process ends
        faulthandler.dump_traceback_later(LAST_RESORT, exit=True, file=silent)


def _end_now(sig: int) -> None:
    os._exit(130 if sig == signal.SIGINT else STOPPED + sig)
