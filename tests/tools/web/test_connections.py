"""Connections that say nothing shut nobody out, and what breaks off is no bug."""

from __future__ import annotations

import asyncio
from typing import cast

import pytest
from starlette.requests import ClientDisconnect
from tests.tools.web.stalls import served

from cardwright_tools.web import connection_limits as module
from cardwright_tools.web.connection_limits import Connection, Connections
from cardwright_tools.web.rate_limits import Throttle
from cardwright_tools.web.security import report_server_bug
from cardwright_tools.web.tables.registry import TableRegistry


class Line:
    """What stands for the transport of a connection."""

    def __init__(self) -> None:
        self.open = True

    def abort(self) -> None:
        self.open = False

    def is_closing(self) -> bool:
        return not self.open


def entered(found: Connections, address: str) -> tuple[Connection, Line]:
    line = Line()
    return found.enter(cast(asyncio.Transport, line), address), line


def test_the_newest_stranger_takes_the_place_of_the_one_silent_for_longest() -> None:
    found = Connections(40)
    held = [entered(found, "10.0.0.1")[1] for _ in range(1100)]
    other, line = entered(found, "10.0.0.2")
    assert line.open
    assert sum(each.open for each in held) <= found.strangers
    assert held[-1].open
    assert not held[0].open
    # and others are let in as pages of seats
    assert found.seat(other, "seat")
    for _ in range(1100):
        entered(found, "10.0.0.1")
    assert line.open


def test_an_address_has_so_many_strangers_but_for_this_machine_which_may_be_a_proxy() -> None:
    for address, most in (("10.0.0.1", module.MAX_OF_ADDRESS), ("::1", module.MAX_STRANGERS)):
        found = Connections(4000)
        held = [entered(found, address)[1] for _ in range(400)]
        assert sum(each.open for each in held) == most


def test_watchers_take_no_places_of_seats() -> None:
    found = Connections(40)
    sat = [found.seat(entered(found, "10.0.0.1")[0], "watcher") for _ in range(30)]
    assert 0 < sum(sat) < 10
    assert found.seat(entered(found, "10.0.0.2")[0], "seat")


@pytest.mark.parametrize("kind", ["silent", "asking", "reading", "seat"])
def test_who_takes_too_long_is_closed_but_no_page(kind: str, monkeypatch: pytest.MonkeyPatch) -> None:
    found = Connections(40)
    made, line = entered(found, "10.0.0.1")
    made.become(kind)
    found.look()
    assert line.open
    monkeypatch.setattr(module, "monotonic", lambda: made.since + 1000.0)
    found.look()
    assert line.open == (kind == "seat")


def test_a_request_that_is_broken_off_is_no_bug(
    registry: TableRegistry, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    async def broken(_: object) -> bytes:
        raise ClientDisconnect

    monkeypatch.setattr("starlette.requests.Request.body", broken)
    with served(registry) as client:
        assert client.post(f"/t/{registry.lobby}/tables", content=b"game=").status_code == 400
    assert "bug" not in capfd.readouterr().err


def test_bugs_of_one_kind_are_told_once_a_minute(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright_tools.web.security._bugs", Throttle())
    monkeypatch.setenv("CARDWRIGHT_DEBUG", "1")
    for _ in range(50):
        try:
            raise ZeroDivisionError("of ours")
        except ZeroDivisionError as error:
            report_server_bug(error)
    assert capsys.readouterr().err.count("of ours") <= 2  # in its line of code and in its message
    throttle = Throttle(0.0)
    assert [throttle.passes("x"), throttle.passes("x")] == [0, 0]
