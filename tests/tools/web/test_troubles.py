"""What goes wrong is told in full to whoever runs the server, and to those who play only that it did."""

from __future__ import annotations

import importlib
from pathlib import Path

import pytest
from tests.tools.web.stalls import at, links, served

from cardwright import Game, SlipError, load_game
from cardwright.presentation.error_isolation import FENCE, disable_fault_fence, fence_display_work
from cardwright.records.record_file import RecordWriter
from cardwright_tools.session.session import Session
from cardwright_tools.web.tables.registry import TableRegistry
from cardwright_tools.web.tables.viewers import SLIP, report_omission


def test_why_a_game_is_not_saved_is_for_whoever_runs_the_server(
    game: Game,
    registry: TableRegistry,
    state_folder: Path,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    table = registry.new_table(game, 2, 7, {})

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device")

    with served(registry) as client, at(client, links(table)[0]) as page, at(client, table.watchers.link) as watcher:
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
            assert "this match is not being saved" in told
            # neither where files lie, nor how often others were asked
            assert "No space" not in told
            assert not any(word in "".join(each.raw) for word in (str(state_folder), ".jsonl", "up to answer"))
    said = capfd.readouterr().err
    assert said.count("No space left on device") == 1
    assert ".jsonl" in said


def test_where_the_rules_are_at_fault_is_for_whoever_runs_the_server(
    game: Game, registry: TableRegistry, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    table = registry.new_table(game, 2, 7, {})
    where = "`the` needs exactly one, and there are 3: /home/mia/stall/game.yaml:7"

    def slip(*_: object, **__: object) -> None:
        raise SlipError(where)

    monkeypatch.setattr(Session, "answer", slip)
    with served(registry) as client, at(client, links(table)[0]) as page:
        refused = page.answer(0)["refused"]
    assert "the rules of the game" in refused
    assert "3" not in refused
    assert "game.yaml" not in refused
    assert where in capfd.readouterr().err


ENDLESS = """\
game: endless
players: 2
active: active
turn: take_turn
kinds: {card: {}}
pieces: [{id: ant}]
zones: {table: {deck: {of: cards}}}
memory: {table: {active: player}, player: {points: number}}
library: |
  step setup: nothing
  step play: active take_turn
  verb take_turn "take a turn":
    choose one:
      option "Rest": nothing
      option "Earn": you.points += limit(you)
  rule limit(player) gives number "the limit of {player}": 3
  modify limit: set limit(player)
  rule final_score(player) "the score of {player}": player.points
"""


def test_a_rule_that_never_ends_is_no_bug_of_ours_when_it_is_looked_up(
    registry: TableRegistry, tmp_path: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.yaml").write_text(ENDLESS, encoding="utf-8")
    table = registry.new_table(load_game(tmp_path), 2, 7, {})
    with served(registry) as client, at(client, links(table)[0]) as page:
        told = page.say(do="why", rule="limit(P1)")
    assert told["refused"] == SLIP
    assert "this never ends: limit -> limit" in capfd.readouterr().err


@pytest.mark.parametrize(
    ("module", "name"),
    [
        ("cardwright.query.events_in_progress", "describe_open_events"),
        ("cardwright.presentation.question", "build_table"),
        ("cardwright_tools.web.drawing.viewer_state", "build_news"),
        ("cardwright_tools.web.drawing.viewer_page", "find_events_about_viewer"),
        ("cardwright_tools.web.drawing.viewer_page", "Drawing.say"),
    ],
)
def test_what_cannot_be_told_is_left_out_of_pages_and_play_goes_on(
    module: str,
    name: str,
    game: Game,
    registry: TableRegistry,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    def broken(*_: object, **__: object) -> None:
        raise ZeroDivisionError("broken by a test")

    importlib.import_module(module)
    monkeypatch.setattr(f"{module}.{name}", broken)
    monkeypatch.delenv(FENCE, raising=False)
    fence_display_work(report_omission)
    try:
        table = registry.new_table(game, 2, 7, {})
        with served(registry) as client, at(client, links(table)[0]) as page:
            while not table.session.state.finished:
                while page.question is None and not table.session.state.finished:
                    table.session.answer(0, chosen=True)
                    page.look()
                if page.question is not None:
                    page.answer_anything()
    finally:
        disable_fault_fence()
    assert table.session.state.finished
    assert capfd.readouterr().err.count("this is a bug in Cardwright") == 1
