"""A record knows who played which seat, so that a match goes on with the same people and bots."""

from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.records.notes_chat_and_names import find_people, find_players
from cardwright.records.record_file import read_record
from cardwright_tools.cli.main import main
from cardwright_tools.session.record_folder import find_records_folder
from cardwright_tools.session.session import Session


@pytest.fixture(autouse=True)
def own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))


def play(monkeypatch: pytest.MonkeyPatch, typed: str, *flags: str) -> int:
    from io import StringIO

    monkeypatch.setattr("sys.stdin", StringIO(typed))
    return main(["play", *flags])


def test_a_match_goes_on_with_its_people_and_bots(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = ("--players", "3", "--seed", "5", "--human", "1,3", "--bot", "2=random", "--no-learning")
    play(monkeypatch, "1\n1\n", "ceylon", *flags)
    [path] = find_records_folder().iterdir()
    notes = read_record(path).notes
    assert find_people(notes) == {0, 2}
    assert find_players(notes) == {1: "random", 2: "person"}
    capsys.readouterr()
    # the turn is of P3, who is asked, and no bot answers
    play(monkeypatch, "1\n", "--load", str(path), "--plain", "--no-learning")
    asked = {line.split("\t")[1] for line in capsys.readouterr().out.splitlines() if line.startswith("ask\t")}
    assert asked == {"P3"}
    assert read_record(path).notes == notes


def test_flags_go_before_the_record_and_are_recorded(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, "1\n1\n", "ceylon", "--players", "3", "--seed", "5", "--human", "all")
    [path] = find_records_folder().iterdir()
    assert find_people(read_record(path).notes) == {0, 1, 2}
    play(monkeypatch, "1\n", "--load", str(path), "--human", "1", "--bot", "3=random", "--no-learning")
    assert find_players(read_record(path).notes) == {1: "greedy", 2: "random"}


def test_the_usual_seats_need_no_line(monkeypatch: pytest.MonkeyPatch) -> None:
    play(monkeypatch, "1\n1\n", "ceylon", "--players", "3", "--seed", "5", "--no-learning")
    [path] = find_records_folder().iterdir()
    assert read_record(path).notes == ()
    assert find_people(()) == {0}


def test_undo_takes_nobody_from_a_seat() -> None:
    session = Session(load_game("ceylon"), 2, 5)
    session.seat_players(["greedy", "person"])
    session.answer(0, True)
    session.undo()
    session.close()
    assert session.path is not None
    assert find_players(read_record(session.path).notes) == {0: "greedy", 1: "person"}
    loaded = Session.load(session.path, None)
    loaded.close()
    assert find_people(loaded.notes) == {1}
