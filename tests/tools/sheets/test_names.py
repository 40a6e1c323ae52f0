"""Names that commands write: the id made of a card's name, and what a game is called in files of cards."""

import re
import shutil
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright.declarations.intended_words_and_numbers import suggest_word
from cardwright_tools.cli.main import main

ROOT = Path(__file__).parents[3]
IDS = {
    "Über Krapfen": "uber_krapfen",
    "Füchslein": "fuchslein",
    "Straße 7": "strasse_7",
    "Œuf à la coque": "oeuf_a_la_coque",
    "Baker's Dozen": "baker_s_dozen",
    "Ål & Ærter": "al_aerter",
}


@pytest.fixture
def basket(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A copy of an example in a folder that is not called as the game."""
    shutil.copytree(ROOT / "examples/picnic", tmp_path / "basket")
    monkeypatch.chdir(tmp_path)
    return Path("basket")


@pytest.mark.parametrize("name", IDS)
def test_every_command_makes_the_same_id_of_a_name(name: str, basket: Path, capsys: pytest.CaptureFixture[str]) -> None:
    word = IDS[name]
    assert suggest_word(name) == word
    assert main(["new", "card", "basket", name]) == 2
    assert f"`{word}` would do" in capsys.readouterr().err
    Path("given.csv").write_text(f'id,dish\n"{name}",cake\n', encoding="utf-8")
    assert main(["import", "given.csv", "basket"]) == 1
    assert f"such as `{word}`" in capsys.readouterr().out
    Path("named.csv").write_text(f'name,dish\n"{name}",cake\n', encoding="utf-8")
    assert main(["import", "named.csv", "basket", "--dry-run"]) == 0
    assert re.search(rf"^\+.*- id: {word}$", capsys.readouterr().out, re.M)
    (basket / "cards/base/more.yaml").write_text(
        f'game: picnic\nset: base\ncards:\n  - {{id: "{name}", dish: cake}}\n', encoding="utf-8"
    )
    assert main(["validate", "basket"]) == 1
    assert f"write `{word}`" in capsys.readouterr().out


def test_a_name_of_which_no_id_can_be_made_is_told(basket: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("odd.csv").write_text("name,dish\n弁当,cake\n", encoding="utf-8")
    assert main(["import", "odd.csv", "basket"]) == 1
    assert "the card has no id, and `弁当` makes none" in capsys.readouterr().out


def test_new_files_call_the_game_as_its_others_do(basket: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("new.csv").write_text("set,id,dish\nautumn,leaf,cake\n", encoding="utf-8")
    assert main(["import", "new.csv", "basket"]) == 0
    assert main(["new", "set", "basket", "winter"]) == 0
    lone = basket / "cards/spring"
    lone.mkdir()
    (lone / "cards.yaml").write_text("game: picnic\nset: spring\ncards: [{id: bud, dish: cake}]\n")
    assert main(["new", "card", "basket", "sprout", "--set", "spring"]) == 0
    assert (lone / "sprout.yaml").is_file()
    basket.rename("hamper")
    assert check_paths([Path("hamper")])[0] == []
    capsys.readouterr()


def test_a_column_to_pass_over_is_there(basket: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("sheet.csv").write_text("id,dish,Remarks\nleaf,cake,good\n", encoding="utf-8")
    assert main(["import", "sheet.csv", "basket", "--ignore", "Remark"]) == 2
    assert "no column `Remark`. Did you mean `Remarks`?" in capsys.readouterr().err
    assert main(["import", "sheet.csv", "basket", "--ignore", "remarks", "--dry-run"]) == 0
