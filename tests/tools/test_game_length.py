"""How long a game takes: kept beside the game, and told in minutes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from cardwright import find_games
from cardwright_tools.cli.main import main
from cardwright_tools.session.estimated_minutes import (
    LENGTH_FILE,
    describe_minutes,
    find_game_folder,
    find_minutes,
    read_lengths,
    write_length,
)


def test_lengths_of_several_numbers_of_players_are_kept_together(tmp_path: Path) -> None:
    assert find_minutes(tmp_path) is None
    write_length(tmp_path, 10, games=4, decisions=4_000, turns=40)
    write_length(tmp_path, 2, games=3, decisions=60, turns=9)
    assert read_lengths(tmp_path) == {2: 20, 10: 1000}
    assert list(json.loads((tmp_path / LENGTH_FILE).read_text())) == ["2", "10"]
    assert describe_minutes(find_minutes(tmp_path)) == "2 to 100 min"


@pytest.mark.parametrize(
    "text",
    [
        "",
        "[]",
        "7",
        '{"2": 3}',
        '{"2": {"decisions": "9"}}',
        '{"x": {"decisions": 9}}',
        '{"2": {"decisions": -1}}',
        "[" * 9999,
    ],
)
def test_a_file_that_tells_no_length_is_none(text: str, tmp_path: Path) -> None:
    (tmp_path / LENGTH_FILE).write_text(text)
    assert find_minutes(tmp_path) is None
    write_length(tmp_path, 2, games=1, decisions=10, turns=1)
    assert find_minutes(tmp_path) == (1, 1)


def test_every_game_that_ships_tells_its_length(capsys: pytest.CaptureFixture[str]) -> None:
    assert [game.name for game in find_games() if find_minutes(find_game_folder(game.name)) is None] == []
    assert main(["games"]) == 0
    assert " min " in capsys.readouterr().out


def test_simulated_games_leave_their_length_beside_the_game(tmp_path: Path) -> None:
    assert main(["new", "game", str(tmp_path / "gardens")]) == 0
    place = tmp_path / "gardens"
    assert main(["simulate", str(place), "--games", "2", "--jobs", "1", "--length"]) == 0
    assert find_minutes(place) is not None
