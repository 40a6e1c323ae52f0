"""A server's bots learn games that nobody has explained in a process beside the tables, one game after the other."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from pathlib import Path

import pytest
from tests.native.differential import no_compiler
from tests.tools.training.test_quick_valuation import GARDEN, _planted

from cardwright import load_game
from cardwright_tools.session import background_learning
from cardwright_tools.session.background_learning import BackgroundLearning
from cardwright_tools.session.bot_engine import BotEngine
from cardwright_tools.training.from_nothing.quick_valuation import OFF, VARIABLE

pytest.importorskip("numpy")


@pytest.fixture(name="garden")
def _garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The folder of a game without a valuation, with an empty cache."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setenv(VARIABLE, "")
    (tmp_path / "garden").mkdir()
    (tmp_path / "garden" / "game.yaml").write_text(GARDEN, encoding="utf-8")
    return tmp_path / "garden"


def test_only_bots_that_go_by_a_valuation_learn_and_each_version_once(garden: Path) -> None:
    game, learning = load_game(garden), BackgroundLearning()
    assert not learning.is_new("random", game, 2)
    assert not learning.is_new("greedy:valuation=final_score", game, 2)
    assert learning.is_new("strong", game, 2)
    assert not learning.is_new("greedy", game, 2)
    (garden / "game.yaml").write_text(GARDEN.replace("40 times", "35 times"), encoding="utf-8")
    assert learning.is_new("greedy", load_game(garden), 2)
    learning.close()
    (garden / "game.yaml").write_text(GARDEN.replace("40 times", "30 times"), encoding="utf-8")
    assert not learning.is_new("greedy", load_game(garden), 2)


def test_two_games_are_learned_one_after_the_other_and_the_host_is_told(
    garden: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    file = garden / "game.yaml"
    file.write_text(GARDEN.replace("players: 2", "players: 2 to 3"), encoding="utf-8")
    game, learning = load_game(garden), BackgroundLearning()
    running: list[str] = []
    most = 0

    async def pretend(words: list[str]) -> str:
        nonlocal most
        running.append(words[1])
        most = max(most, len(running))
        await asyncio.sleep(0)
        running.pop()
        return "Bots go by what they learned." if words[1] == "2" else ""

    monkeypatch.setattr(learning, "_run", pretend)

    async def learn() -> list[bool]:
        return list(await asyncio.gather(*(learning.learn(game, players) for players in (2, 3))))

    assert asyncio.run(learn()) == [True, False]
    assert most == 1
    told = capsys.readouterr().err
    assert "Garden names no valuation, so its bots learn it in the background" in told
    assert "Bots go by what they learned." in told
    assert "learning Garden came to no end" in told
    # where learning is turned off nobody is told either
    monkeypatch.setenv(VARIABLE, OFF)
    assert asyncio.run(learn()) == [False, False]
    assert not capsys.readouterr().err


@pytest.mark.long
def test_the_process_ends_when_nobody_holds_its_standard_input(garden: Path) -> None:
    """Interrupts are ignored here, as in programs that a shell starts in the background."""
    words = [sys.executable, "-m", background_learning.__name__, str(garden), "2"]
    ignoring = ["sh", "-c", 'trap "" INT; exec "$@"', "sh", *words]
    found = subprocess.run(ignoring, stdin=subprocess.DEVNULL, capture_output=True, timeout=300, check=False)
    assert (found.stdout, found.returncode) == (b"", 0)


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_the_process_ends_without_a_word_when_it_is_told_to(garden: Path) -> None:
    words = [sys.executable, "-m", background_learning.__name__, str(garden), "2"]
    with subprocess.Popen(words, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE) as process:
        assert process.stderr is not None
        assert b"names no valuation" in process.stderr.readline()  # at work, while its standard input is open
        process.terminate()
        assert process.wait(300) == 0
        assert b"Fatal" not in process.stderr.read()


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_bots_at_a_table_go_by_what_was_learned_meanwhile(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game, learning, engine = load_game(garden), BackgroundLearning(), BotEngine()
    assert _planted(engine, game, 20) < 20
    assert asyncio.run(learning.learn(game, 2))
    assert "Bots go by what they learned of Garden by themselves" in capsys.readouterr().err
    engine.forget_learned()
    assert _planted(engine, game, 20) == 20
