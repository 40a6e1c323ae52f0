"""Bots at tables: which a seat may ask for, and that none thinks on for nobody."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from pathlib import Path
from time import monotonic, sleep

import pytest
from tests.tools.web.stalls import at, links, served

from cardwright import Game
from cardwright_tools.session.background_learning import BackgroundLearning
from cardwright_tools.session.bot_engine import BotEngine
from cardwright_tools.session.strongest_bot import OFFERED
from cardwright_tools.web.tables.message_handlers import handle_message
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.table import Table

HOG = "mcts:1000000:rollout=greedy:depth=10000"
# Far more than is needed, so that a busy machine fails nothing.
PATIENCE = 300.0


@pytest.fixture(autouse=True)
def in_python(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_NATIVE", "off")


@pytest.fixture
def hogged(game: Game, registry: TableRegistry) -> Iterator[list[Table]]:
    """More tables at which a bot thinks for hours than there are threads to think in."""
    yield [registry.new_table(game, 2, 7, {0: HOG}) for _ in range(3)]
    end = monotonic() + PATIENCE
    while left := [each.name for each in threading.enumerate() if each.name.startswith(("bots", "strong"))]:
        assert monotonic() < end, f"{left} think on"
        sleep(0.02)


def test_a_seat_asks_for_no_bot_but_those_that_are_offered(game: Game, registry: TableRegistry) -> None:
    table = registry.new_table(game, 2, 7, {})
    table.seats[0].rare.clear()  # as often as this test asks
    kinds: tuple[object, ...] = (
        "mcts:1000000",
        HOG,
        "mcts",
        "mcts:1",
        "random",
        "greedy:valuation=final_score",
        "Strong",
        "",
        [],
        {},
        1,
    )
    for kind in kinds:
        for deed in ({"seat": 0}, {"seat": 1}):
            said = handle_message(table, table.seats[0], wired({"do": "bot", "kind": kind, **deed}))
            assert "no such bot" in said["refused"]
    assert [seat.bot for seat in table.seats] == [None, None]
    with served(registry) as client:
        page = client.get(f"/t/{links(table)[0]}").text
        for kind in OFFERED:
            assert f'data-kind="{kind}"' in page
            assert "done" in handle_message(table, table.seats[0], wired({"do": "bot", "kind": kind, "seat": 0}))
            table.let_bot_play(table.seats[0], None, None)


def wired(message: dict[str, object]) -> str:
    return json.dumps(message)


def test_the_strongest_bot_is_found_out_and_plays(
    game: Game, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright_tools.session.strongest_bot.BUDGETS", (2, 3))
    table = registry.new_table(game, 2, 7, {})
    with served(registry) as client, at(client, links(table)[0]) as page:
        page.say(do="bot", seat=1, kind="strong")
        page.answer(0)
        page.answer_anything()
        page.wait(lambda page: page.question is not None)
        assert table.seats[1].bot in ("mcts:2", "mcts:3")
        assert {step.player for step in table.session.steps} == {0, 1}


def test_whoever_sends_thinking_bots_away_frees_all_others(
    game: Game, registry: TableRegistry, hogged: list[Table]
) -> None:
    quick = registry.new_table(game, 2, 7, {0: "greedy"})
    with served(registry) as client:
        for table in hogged:
            with at(client, links(table)[1]) as page:
                page.look()
                assert client.post(f"/t/{table.host}/bot", content="seat=0", follow_redirects=False).status_code == 303
        with at(client, links(quick)[1]) as page:
            page.wait(lambda page: page.question is not None)


def test_nobody_thinks_for_a_page_that_is_closed(game: Game, registry: TableRegistry, hogged: list[Table]) -> None:
    quick = registry.new_table(game, 2, 7, {0: "greedy"})
    with served(registry) as client:
        for table in hogged:
            with at(client, links(table)[1]) as page:
                page.look()
        with at(client, links(quick)[1]) as page:
            page.wait(lambda page: page.question is not None)
        assert not any(table.session.steps for table in hogged)


def test_a_server_that_ends_ends_all_thinking(registry: TableRegistry, hogged: list[Table]) -> None:
    with served(registry) as client:
        pages = [client.websocket_connect(f"/t/{links(table)[1]}/live") for table in hogged]
        for page in pages:
            page.__enter__()
        sleep(0.1)
        client.app.state.course.close()  # type: ignore[attr-defined]
        for page in pages:
            page.__exit__(None, None, None)


def test_a_bot_that_cannot_choose_gives_its_seat_back(
    game: Game, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    def broken(*_: object) -> int:
        raise ZeroDivisionError

    monkeypatch.setattr("cardwright_tools.session.bot_engine.BotEngine.choose", broken)
    table = registry.new_table(game, 2, 7, {0: "greedy"})
    with served(registry) as client, at(client, links(table)[1]) as page:
        page.wait(lambda page: "cannot continue" in page.parts["people"])
        assert table.seats[0].bot is None
    assert "bug in Cardwright" in capfd.readouterr().err


def test_bots_learn_once_while_they_play(
    game: Game,
    registry: TableRegistry,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv("CARDWRIGHT_LEARNING", "")
    asked: list[list[str]] = []
    again: list[BotEngine] = []

    async def learn(learning: BackgroundLearning, words: list[str]) -> str:
        asked.append(words)
        return "Bots go by what they learned of Stall."

    monkeypatch.setattr(BackgroundLearning, "_run", learn)
    monkeypatch.setattr(BotEngine, "forget_learned", lambda engine: again.append(engine))  # noqa: PLW0108 - a method takes whose it is
    tables = [registry.new_table(game, 2, seed, {0: "greedy"}) for seed in (7, 8)]
    with served(registry) as client:
        for table in tables:
            with at(client, links(table)[1]) as page:
                page.wait(lambda page: page.question is not None)
                page.wait(lambda _: bool(again))
    assert [words[1:] for words in asked] == [["2", "base"]]
    told = capsys.readouterr().err
    assert "Stall names no valuation, so its bots learn it in the background" in told
    assert "Bots go by what they learned of Stall." in told
