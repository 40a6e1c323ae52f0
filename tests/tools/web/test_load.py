"""Servers under load: short runs of `tests.tools.web.load` and of the ending in `tests.hostile.server`."""

from pathlib import Path

import pytest
from tests.hostile import server as hostile
from tests.tools.web.load import main
from tests.tools.web.stalls import stall


@pytest.mark.long
def test_no_answer_is_lost_or_doubled(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    stall(tmp_path / "stall")
    few = ["--game", str(tmp_path / "stall"), "--tables", "8", "--players", "2", "--answers", "48"]
    assert main([*few, "--cuts", "--kills", "1", "--after", "0.5"]) == 0
    said = capsys.readouterr().out
    assert "1 kills" in said
    assert "0 tables of 8 wrong" in said
    assert " 0 lines cut" not in said


@pytest.mark.long
def test_a_server_ends_whatever_is_being_worked_out(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without waiting for what is under way or waits, which takes a minute even on a quiet machine."""
    monkeypatch.setattr(hostile, "ENDING", 20.0)
    assert hostile.end(tmp_path)
