"""`cardwright bench --edited`: what it edits is a card, and the game stays one."""

from itertools import islice
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.benchmarks.edit_latency import _copy_game, _edit_cards
from cardwright_tools.cli.main import main


def test_each_edit_changes_one_card_file_and_leaves_a_game(tmp_path: Path) -> None:
    game = load_game("bush_pilots")
    copy = _copy_game(game, tmp_path)
    files = sorted(copy.glob("cards/*/*.yaml"))
    before = [file.read_text(encoding="utf-8") for file in files]
    for _ in islice(_edit_cards(copy, game), 3):
        after = [file.read_text(encoding="utf-8") for file in files]
        assert sum(one != other for one, other in zip(before, after, strict=True)) == 1
        assert load_game(copy, game.sets).content_hash != game.content_hash
        before = after


def test_a_game_in_a_folder_of_its_own_is_copied_too(tmp_path: Path) -> None:
    game = load_game(find_data_folder("examples") / "picnic")
    assert load_game(_copy_game(game, tmp_path)).content_hash == game.content_hash


def test_one_thing_is_measured_at_a_time(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "ceylon", "--edited", "--engines"]) == 2
    assert "is another thing to measure" in capsys.readouterr().err
