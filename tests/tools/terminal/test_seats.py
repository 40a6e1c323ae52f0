"""Who gave an answer is part of a record: under changed files nobody is given what somebody else answered."""

from __future__ import annotations

import asyncio
import json
from argparse import Namespace
from pathlib import Path

import pytest
from tests.tools.web.stalls import a_hall

from cardwright import load_game
from cardwright.records.record_file import RecordedAnswer, RecordError, RecordWriter, read_record
from cardwright_tools.commands.playing import replay
from cardwright_tools.session.reload import reload_session
from cardwright_tools.session.session import Session

GAME = """\
game: seats
title: Seats
players: 2
active: active
turn: turn
kinds:
  card: {attributes: {worth: number}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    heap: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
memory:
  table: {active: player}
library: |
  rule final_score(player): sum(player.hand.worth)
  step setup:
    for each p in players: move(top(deck, 3), to: p.hand)
  step play:
    repeat 4 times:
      turn
      active = next(active)
  step turn: active sell
  verb sell "sell":
    choose card from you.hand: move(card, to: heap)
"""
CARDS = """\
game: seats
set: base
cards:
  - {id: mint, copies: 6, worth: 1}
"""
# The same is offered to everybody, but the other one begins.
BEFORE, AFTER = "  step play:\n", "  step play:\n    active = next(active)\n"
PARTED = "The match diverges in turn 1 at answer 1 of 2, of P1: P2 is asked instead. 2 answers were left out."


@pytest.fixture(name="place")
def _place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    place = tmp_path / "seats"
    (place / "cards" / "base").mkdir(parents=True)
    (place / "game.yaml").write_text(GAME)
    (place / "cards" / "base" / "cards.yaml").write_text(CARDS)
    return place


def played(place: Path) -> Session:
    session = Session(load_game(place), 2, 1)
    for _ in range(2):
        session.answer(0, True)
    return session


def change(place: Path) -> None:
    file = place / "game.yaml"
    file.write_text(file.read_text().replace(BEFORE, AFTER))


def recorded(session: Session) -> Path:
    session.close()
    assert session.path is not None
    return session.path


def test_a_record_says_who_answered(place: Path) -> None:
    path = recorded(played(place))
    assert [json.loads(line).get("seat") for line in path.read_text().splitlines()[1:3]] == [1, 2]
    assert [answer.seat for answer in read_record(path).answers] == [0, 1]


def test_so_does_one_that_the_library_writes(place: Path, tmp_path: Path) -> None:
    path = recorded(played(place))
    game = load_game(place)
    state = game.new(2, 1)
    with RecordWriter.create(tmp_path / "own.jsonl", read_record(path).header) as writer:
        for _ in range(2):
            writer.apply(state, 0)
    assert read_record(tmp_path / "own.jsonl").answers == read_record(path).answers


def test_a_game_that_is_loaded_stops_where_somebody_else_is_asked(place: Path) -> None:
    path = recorded(played(place))
    change(place)
    session = Session.load(path, [0, 1], str(place))
    assert session.steps == []
    assert session.parted == f"This match was played with other rules or cards. {PARTED}"
    session.close()


def test_a_game_that_goes_on_stops_there_too(place: Path) -> None:
    session = played(place)
    change(place)
    found = reload_session(session, str(place), [0, 1])
    assert found is not None
    assert found.parting is not None
    assert found.options == ()
    assert "The match diverges in turn 1 at an answer of P1 to " in found.parting.text
    assert ": P2 is asked instead. 2 answers were left out." in found.parting.text
    assert found.parting.publicly == "The match diverges in turn 1: P2 is asked instead."
    session.close()


def test_a_replay_says_it_in_the_same_words(place: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = recorded(played(place))
    change(place)
    assert replay.run(Namespace(file=path, check=True, at=0, json=False)) == 1
    assert PARTED.partition(" 2 answers")[0] in capsys.readouterr().out


def test_a_table_that_is_opened_again_tells_everybody(place: Path) -> None:
    with a_hall() as registry:
        table = registry.new_table(load_game(place), 2, 1, {})
        for _ in range(2):
            table.session.answer(0, True)
        name = table.kept().name
    change(place)
    with a_hall() as registry:
        again = asyncio.run(registry.table(name))
        assert again.session.steps == []
        told = "This match was played with other rules or cards. The match diverges in turn 1: P2 is asked instead."
        assert told in again.viewers[0].notices


def without_seats(path: Path) -> None:
    lines = [json.loads(line) for line in path.read_text().splitlines()]
    for line in lines:
        line.pop("seat", None)
    path.write_text("".join(json.dumps(line) + "\n" for line in lines))


def test_an_older_record_is_loaded_and_says_what_it_does_not_know(place: Path) -> None:
    path = recorded(played(place))
    without_seats(path)
    assert read_record(path).answers[0].seat is None
    again = Session.load(path, [0, 1], str(place))
    assert again.parted is None
    # of its answers is known who gave them, as they were played again under the same files
    assert [answer.seat for answer in again.answers] == [0, 1]
    again.close()
    change(place)
    session = Session.load(path, [0, 1], str(place))
    assert len(session.steps) == 2
    assert session.parted is not None
    assert (
        "All its answers still fit. The record is from an older version and does not name who answered"
        in session.parted
    )
    session.close()


@pytest.mark.parametrize("seat", ["0", "-1", '"P1"', "true", "1.5"])
def test_a_seat_that_is_none_is_refused(place: Path, seat: str) -> None:
    path = recorded(played(place))
    path.write_text(path.read_text().replace('"seat": 1', f'"seat": {seat}'))
    with pytest.raises(RecordError, match='"seat" must be a number from 1'):
        read_record(path)


def test_a_seat_that_was_changed_by_hand_is_noticed(place: Path) -> None:
    path = recorded(played(place))
    path.write_text(path.read_text().replace('"seat": 1', '"seat": 2'))
    assert read_record(path).answers[0] == RecordedAnswer(0, "mint", read_record(path).answers[0].check, seat=1)
    with pytest.raises(Exception, match="P1 is asked instead"):
        Session.load(path, [0, 1], str(place))
