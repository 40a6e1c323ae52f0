"""Players are told what a bot is to them."""

from io import StringIO
from pathlib import Path

import pytest
from tests.bots.test_patience import BROKEN

from cardwright_tools.cli.main import main
from cardwright_tools.session.bot_engine import describe_bot


@pytest.mark.parametrize(
    ("kind", "words"),
    [
        ("greedy", "bot"),
        ("greedy:valuation=final_score", "bot"),
        ("random", "bot, at random"),
        ("mcts:100", "strong bot"),
        ("mcts:10000:valuation=learned", "strong bot, thinking long"),
    ],
)
def test_a_bot_is_told_in_words(kind: str, words: str) -> None:
    assert describe_bot(kind) == words


@pytest.mark.parametrize(
    ("typed", "told"), [("1\n" * 9, "game.yaml, line 15"), ("1\n", "is told when the match is over")]
)
def test_what_bots_avoid_is_told_after_the_match_as_it_tells_what_they_hold(
    typed: str, told: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "game.yaml").write_text(BROKEN, encoding="utf-8")
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
    monkeypatch.setattr("sys.stdin", StringIO(typed.replace("1", "2")))
    assert main(["play", str(tmp_path), "--plain", "--human", "1", "--seed", "1", "--no-learning"]) == 0
    err = capsys.readouterr().err
    assert told in err
    assert ("line 15" in err) == ("line 15" in told)
