"""What goes wrong is told in full to whoever runs the server, and to those who play only that it did."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.tools.web.stalls import at, links, served

from cardwright import Game, SlipError
from cardwright_tools.table.records.files import RecordWriter
from cardwright_tools.table.session import Session
from cardwright_tools.web.tables.hall import Hall


def test_why_a_game_is_not_saved_is_for_whoever_runs_the_server(
    game: Game, hall: Hall, state_folder: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    table = hall.new_table(game, 2, 7, {})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with served(hall) as client, at(client, links(table)[0]) as page, at(client, table.watchers.link) as watcher:
        page.answer(0)
        monkeypatch.setattr(RecordWriter, "answer", full)
        for _ in range(2):
            while page.question is None:
                table.session.answer(0, chosen=True)
                page.look()
            page.answer_anything()
        watcher.look()
        for each in (page, watcher):
            told = each.parts["people"]
            assert "this game is not being saved" in told
            # neither where files lie, nor how often others were asked
            assert "No space" not in told
            assert not any(word in "".join(each.raw) for word in (str(state_folder), ".jsonl", "up to answer"))
    said = capfd.readouterr().err
    assert said.count("No space left on device") == 1
    assert ".jsonl" in said


def test_where_the_rules_are_at_fault_is_for_whoever_runs_the_server(
    game: Game, hall: Hall, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    table = hall.new_table(game, 2, 7, {})
    where = "`the` asks for one, and there are 3: /home/mia/stall/game.yaml:7"

    def slip(*_: object, **__: object) -> None:
        raise SlipError(where)

    monkeypatch.setattr(Session, "answer", slip)
    with served(hall) as client, at(client, links(table)[0]) as page:
        refused = page.answer(0)["refused"]
    assert "the rules of the game" in refused
    assert "3" not in refused
    assert "game.yaml" not in refused
    assert where in capfd.readouterr().err
