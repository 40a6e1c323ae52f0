"""A command that is given no paths is about the games of this folder, and says so where there are none."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.game_arguments import find_paths
from cardwright_tools.cli.main import main

CAME_WITH_IT = "No game lies here, so this is about the games that came with Cardwright."


@pytest.fixture
def mine(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A game with a mistake, and a file of another program beside it."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "mine"]) == 0
    game = tmp_path / "mine/game.yaml"
    game.write_text(game.read_text().replace("earn(", "eran(", 1) + "\n\n\n")
    (tmp_path / "compose.yaml").write_text("services: {}\n")
    capsys.readouterr()
    return tmp_path


@pytest.mark.parametrize("inside", [".", "mine", "mine/cards", "mine/cards/base"])
def test_it_is_about_the_game_here(
    inside: str, mine: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(mine / inside)
    assert main(["validate"]) == 1
    told = "".join(capsys.readouterr())
    assert "eran" in told or "unknown-verb" in told
    assert CAME_WITH_IT not in told
    main(["fmt", "--check"])
    assert "left out" not in (told := "".join(capsys.readouterr()))
    assert CAME_WITH_IT not in told


def test_games_and_cards_may_lie_apart(mine: Path) -> None:
    (mine / "games").mkdir()
    (mine / "mine").rename(mine / "games/mine")
    (mine / "games/mine/cards").rename(mine / "cards")
    assert find_paths([]) == [Path("games"), Path("cards")]


def test_named_paths_are_all() -> None:
    assert find_paths([Path("x")]) == [Path("x")]


@pytest.mark.long
def test_where_no_game_lies_it_is_said_which_are_meant(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    for words in (["validate"], ["fmt", "--check"]):
        assert main(words) == 0
        assert CAME_WITH_IT in capsys.readouterr().err


def test_in_cardwrights_own_folder_it_is_about_all(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(find_data_folder("games").parent)
    assert find_paths([]) == []
    assert capsys.readouterr().err == ""
