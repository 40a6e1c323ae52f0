"""Lines that are cut and a server that is killed lose and double no answer: a short run of `tests.tools.web.load`."""

from pathlib import Path

import pytest
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
