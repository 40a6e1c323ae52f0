"""What somebody notes of a moment at the terminal stands in the record of the game, as what is noted in a browser."""

from __future__ import annotations

from io import StringIO
from pathlib import Path

import pytest
from tests.tools.terminal.scripted import ANY, sat

from cardwright.records.notes_chat_and_names import NOTE, RecordNote
from cardwright_tools.cli.main import main
from cardwright_tools.session.session import MAX_NOTE_LENGTH


def test_a_note_stands_at_its_moment_and_goes_on_with_the_game() -> None:
    sitting, shown = sat(
        "note this felt  ünfair 🎴", ANY, "note", f"note {'x' * (MAX_NOTE_LENGTH + 1)}", "NOTE more", "quit"
    )
    first, second = (note for note in sitting.session.notes if note.kind == NOTE)
    assert first == RecordNote(first.at, 0, "this felt  ünfair 🎴")
    assert second == RecordNote(len(sitting.session.answers), 0, "more")
    assert first.at < second.at
    assert "`cardwright notes`" in shown
    assert "`note` was not carried out. Write `note TEXT`" in " ".join(shown.split())
    assert f"1 to {MAX_NOTE_LENGTH} characters" in " ".join(shown.split())


def test_notes_lists_what_was_noted_at_a_terminal(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path))
    monkeypatch.setattr("sys.stdin", StringIO("note a fine hand\nquit\n"))
    assert main(["play", "kuhn_poker", "--seed", "3", "--plain"]) == 0
    [record] = tmp_path.rglob("*.jsonl")
    capsys.readouterr()
    assert main(["notes", str(record)]) == 0
    assert "a fine hand" in capsys.readouterr().out
