"""The clock of a table, with a time that the tests set themselves."""

from __future__ import annotations

import re
from urllib.parse import urlencode

import pytest
from tests.tools.web.stalls import at, links, served

from cardwright import Game
from cardwright_tools.web.security import RequestRefusedError
from cardwright_tools.web.tables.clock import Clock, TimeLimit, read_time_limit
from cardwright_tools.web.tables.persistence import list_stored_tables
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table


class Hours:
    """A time that stands still until it is moved."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def timed(registry: TableRegistry, game: Game, limit: str, bots: dict[int, str] | None = None) -> tuple[Table, Hours]:
    table = registry.new_table(game, 2, 7, bots or {}, limit=read_time_limit(limit))
    table.clock.now = hours = Hours()
    return table, hours


@pytest.mark.parametrize(
    ("written", "limit"),
    [
        ("90s", TimeLimit(90, "answer", "bot")),
        ("2m", TimeLimit(120, "answer", "bot")),
        ("1h/player", TimeLimit(3600, "player", "bot")),
        ("20m/player/host", TimeLimit(1200, "player", "host")),
        ("5s/host", TimeLimit(5, "answer", "host")),
    ],
)
def test_a_limit_is_written_as_it_is_read(written: str, limit: TimeLimit) -> None:
    assert read_time_limit(written) == limit
    assert read_time_limit(limit.written) == limit


@pytest.mark.parametrize(
    "written",
    ["90", "4s", "25h", "0m", "s", "-5s", "1.5m", "90s/", "90s/bot/answer", "9s/x", "90s/bot/host", "x" * 99, 90],
)
def test_what_is_no_limit_is_refused(written: object) -> None:
    with pytest.raises(RequestRefusedError, match="Clock: "):
        read_time_limit(written)


def test_time_runs_for_one_decision_or_for_all_of_a_player() -> None:
    hours = Hours()
    for span, left in (("answer", 60.0), ("player", 20.0)):
        clock = Clock(TimeLimit(60, span, "bot"), 2, hours)
        assert not clock.measure({0: "first"})
        hours.now += 40
        assert not clock.measure({1: "second"})
        assert clock.left == 60
        hours.now += 10
        assert not clock.measure({})
        hours.now += 1000
        assert [clock.left] == [None]
        assert not clock.measure({0: "third"})
        assert clock.left == left
        hours.now += left
        assert clock.measure({0: "third"}) == [0]
        assert (clock.find_stand_in(0, "third"), clock.find_stand_in(1, "third")) == ("greedy", None)
        assert clock.find_stand_in(0, "fourth") is None, "the bot answers this one only"
        assert not clock.measure({0: "third"})


def test_time_runs_for_all_who_are_asked_at_once() -> None:
    hours = Hours()
    clock = Clock(TimeLimit(60, "player", "bot"), 3, hours)
    assert not clock.measure({0: "bid", 2: "bid"})
    hours.now += 20
    assert not clock.measure({0: "bid"})
    hours.now += 30
    assert not clock.measure({0: "bid", 2: "next"})
    view = clock.view([0, 1, 2])
    assert view is not None
    assert [(hand.left, hand.runs) for hand in view.hands] == [(10, True), (60, False), (40, True)]
    hours.now += 10
    assert clock.measure({0: "bid", 2: "next"}) == [0]
    assert [clock.find_stand_in(seat, "bid") for seat in range(3)] == ["greedy", None, None]
    assert clock.left == 30, "the clock of the other goes on"
    assert not clock.measure({2: "next"})
    assert not clock.late, "somebody has answered"


def test_a_bot_answers_when_time_is_up(registry: TableRegistry, game: Game) -> None:
    table, hours = timed(registry, game, "60s")
    with served(registry) as client, at(client, links(table)[0]) as page, at(client, links(table)[1]) as other:
        for each in (page, other):
            each.look()
            assert 'data-left="60"' in each.parts["clock"]
            assert "then a bot answers" in each.parts["clock"]
            assert "P1" not in each.parts["clock"]
        hours.now += 59.5
        page.look()
        assert 'data-left="1"' in page.parts["clock"]
        assert not table.session.answers
        hours.now += 1
        page.wait(lambda _: len(table.session.answers) > 0)
        page.wait(lambda page: "Your time is up: a bot answers." in page.parts["people"])
        other.wait(lambda page: "Time is up: a bot answers." in page.parts["people"])
        answered = len(table.session.answers)
        assert all(answer.seconds is None for answer in table.session.answers)
        page.look()
        assert len(table.session.answers) == answered  # the next decision has its own time
        assert 'data-left="60"' in page.parts["clock"]
        assert [seat.bot for seat in table.seats] == [None, None]


def test_the_host_decides_when_time_is_up(registry: TableRegistry, game: Game) -> None:
    table, hours = timed(registry, game, "1m/player/host")
    with served(registry) as client, at(client, links(table)[0]) as page:
        asked = page.question
        assert re.findall('data-left="(.*?)"', page.parts["clock"]) == ["60", "60"]
        assert "Let a bot answer" not in client.get(f"/t/{table.host}").text
        hours.now += 61
        page.look()
        assert page.question == asked
        assert "Your time is up: the host decides." in page.parts["people"]
        assert "The time of P1 is up" in client.get(f"/t/{table.host}").text
        client.post(f"/t/{table.host}/clock", content="decide=time")
        page.look()
        assert re.findall('data-left="(.*?)"', page.parts["clock"]) == ["60", "60"]
        hours.now += 61
        page.look()
        client.post(f"/t/{table.host}/clock", content="decide=bot")
        page.wait(lambda _: len(table.session.answers) > 0)
        assert client.post(f"/t/{table.host}/clock", content="decide=never").status_code == 400
        assert client.post(f"/t/{table.seats[0].link}/clock", content="decide=bot").status_code == 404


def test_time_stands_still_while_nobody_looks_on(registry: TableRegistry, game: Game) -> None:
    table, hours = timed(registry, game, "60s")
    with served(registry) as client:
        with at(client, links(table)[1]) as other:
            other.look()
            hours.now += 50
        table.show()
        hours.now += 5000
        with at(client, links(table)[1]) as other:
            assert 'data-left="60"' in other.parts["clock"]
            hours.now += 60  # the person who is asked is away
            other.wait(lambda _: len(table.session.answers) > 0)


def test_a_clock_is_set_in_the_lobby_and_by_the_host_and_is_kept(registry: TableRegistry) -> None:
    with served(registry) as client:
        fields = {"game": "ceylon", "players": "2", "time": "2m", "span": "player", "end": "host"}
        wrong = client.post(f"/t/{registry.lobby}/tables", content=urlencode(fields | {"time": "soon"}))
        assert "Clock: &#39;soon/player/host&#39; is no time limit." in wrong.text
        assert all(each in wrong.text for each in ('value="soon"', 'value="player" selected', 'value="host" selected'))
        client.post(f"/t/{registry.lobby}/tables", content=urlencode(fields))
        [table] = registry.open_tables
        assert table.clock.limit == TimeLimit(120, "player", "host")
        assert [kept.clock for kept in list_stored_tables()] == ["2m/player/host"]
        page = client.get(f"/t/{table.host}").text
        assert all(each in page for each in ('value="2m"', 'value="player" selected', 'value="host" selected'))
        with at(client, links(table)[0]) as seat:
            client.post(f"/t/{table.host}/settings", content="undo=here&chat=on&time=&span=player&end=host")
            assert [table.clock.limit] == [None]
            seat.look()
            assert seat.parts["clock"].strip() == ""
            assert "The clock is off." in seat.parts["people"]
        assert [kept.clock for kept in list_stored_tables()] == [""]
