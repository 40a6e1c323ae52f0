"""Commands that find nothing to do say so, and do not end as if something had been done."""

import shutil
from io import BytesIO, TextIOWrapper
from pathlib import Path

import pytest
from tests.every_command import ROOT

from cardwright_tools.cli.main import COMMANDS, main

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
    ("notes", "blank.jsonl"): "the file is empty, so it is not a record",
    ("notes", "empty"): "empty cannot be read: Is a directory",
    ("replay", "blank.jsonl"): "the file is empty, so it is not a record",
    ("replay", "--check", "broken.jsonl"): "this is not a record of a match",
    ("play", "--load", "blank.jsonl"): "the file is empty, so it is not a record",
    ("play", "empty"): "there is no game in the folder empty",
    ("serve", "empty", "--port", "0"): "there is no game in the folder empty",
    ("report", "empty"): "there is no run empty",
    ("report", "blank.jsonl"): "blank.jsonl holds no run",
    ("compare", "shop"): "compare needs A and B",
    ("compare", "shop", "shop", "--games", "1"): "there is nothing to compare",
    ("compare", "shop", "--card", "fan", "--blank"): "there is no card `fan` with a power",
    ("ladder", "empty"): "there is no game in the folder empty",
    ("ladder", "shop", "--games", "0"): "'0' is not a number from 1 up",
    ("train", "empty"): "there is no game in the folder empty",
    ("train", "shop", "--games", "0"): "'0' is not a number from 1 up",
    ("bench", "empty"): "there is no game in the folder empty",
    ("lsp",): "no editor initialized the language server",
    ("new", "game"): "it needs FOLDER",
    ("new", "game", ""): "already exists",
    ("new", "card", "shop"): "a card needs a name",
    ("new", "card", "shop", ""): "is not one word",
    ("explain", ""): "there is no code ``",
    ("explain", "nonsense"): "there is no code `nonsense`",
    ("simulate",): "simulate needs a GAME and --games K, or --resume RUN.sqlite",
    ("simulate", "shop"): "simulate needs a GAME and --games K",
    ("simulate", "--resume", "nowhere"): "there is no run nowhere",
    ("simulate", "shop", "--resume", "nowhere"): "leave GAME away",
    ("stress",): "stress needs the name of a game",
    ("stress", "shop", "--cards", "fan"): "shop has no card `fan` with a power",
    ("rulebook", "empty"): "there is no game in the folder empty",
    ("rulebook", "shop", "nonsense"): "the rulebook does not mention `nonsense`",
    ("export", "empty"): "there is no game in the folder empty",
    ("test", "scenario.yaml", "--name", "zzz"): "no scenario has `zzz` in its name",
    ("test", "scenario.yaml", "--mutate"): "there is no card with a power to change",
    ("test", "scenario.yaml", "--cards", "fan"): "belong to --mutate",
    ("games", "shop"): "`cardwright games` has no use for `shop`",
    ("icons", "nonsensical"): "No icon is found by “nonsensical”",
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
    (tmp_path / "blank.jsonl").write_text("")
    (tmp_path / "broken.jsonl").write_text("{\n")
    scenario = "game: shop\nplayers: 2\nscenarios:\n  - {name: it, then: [count(deck) is 0]}\n"
    (tmp_path / "scenario.yaml").write_text(scenario)
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO()))
    monkeypatch.chdir(tmp_path)
    code = main(list(words))
    said = "".join(capfd.readouterr())
    assert NOTHING[words] in said
    assert code in (1, 2)
    assert not list(tmp_path.glob("out.*"))


def test_every_command_is_tried_with_nothing_to_do() -> None:
    assert {words[0] for words in NOTHING} == {*COMMANDS}
