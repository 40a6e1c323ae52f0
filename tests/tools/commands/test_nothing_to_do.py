"""Commands that find nothing to do say so, and do not end as if something had been done."""

import shutil
from pathlib import Path

import pytest
from tests.every_command import ROOT

from cardwright_tools.cli.main import main

# What is asked of a folder without files, of a game without cards and of a sheet without rows, and what is said.
NOTHING = {
    ("validate", "empty"): "nothing to check",
    ("fmt", "empty"): "there is no file of a game, cards or scenarios in empty",
    ("fmt", "--check", "empty"): "there is no file of a game, cards or scenarios in empty",
    ("test", "empty"): "there are no scenarios in empty",
    ("test", "shop"): "there are no scenarios in shop",
    ("schema", "empty"): "there is no game in the folder",
    ("text", "shop"): "this game has no cards",
    ("text", "shop", "--html", "out.html"): "this game has no cards",
    ("print", "shop", "--out", "out.pdf"): "this game has no cards",
    ("release", "shop"): "no cards and no pieces",
    ("import", "no_rows.csv", "shop"): "no_rows.csv has no cards: there is no row below",
    ("import", "no_rows.csv", "shop", "--dry-run"): "no_rows.csv has no cards: there is no row below",
    ("import", "nothing.csv", "shop"): "nothing.csv is empty",
    ("ablate", "shop", "--games", "1", "--players", "2"): "no card of shop has a power",
}


@pytest.mark.parametrize("words", NOTHING, ids=" ".join)
def test_nothing_to_do_is_said_and_is_no_success(
    words: tuple[str, ...], tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "shop").mkdir()
    shutil.copy(ROOT / "tests/diagnostics/shop.yaml", tmp_path / "shop" / "game.yaml")
    (tmp_path / "no_rows.csv").write_text("id,good,cost\n")
    (tmp_path / "nothing.csv").write_text("")
    monkeypatch.chdir(tmp_path)
    code = main(list(words))
    said = "".join(capfd.readouterr())
    assert NOTHING[words] in said
    assert code in (1, 2)
    assert not list(tmp_path.glob("out.*"))
