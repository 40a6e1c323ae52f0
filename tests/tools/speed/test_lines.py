"""`cardwright bench --profile`: the lines of an author's files that take the time, and whose they are."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright_tools.cli.main import main
from cardwright_tools.speed.lines import in_words, profile

ROOT = Path(__file__).parents[3]
SLOW = "    repeat 400 times:\n      let spare = sum(count(deck where it is not c) for each c in deck)\n"


def test_the_line_that_takes_the_time_comes_first(tmp_path: Path) -> None:
    place = tmp_path / "ceylon"
    shutil.copytree(ROOT / "games" / "ceylon", place)
    shutil.copytree(ROOT / "cards" / "ceylon", place / "cards")
    rules = place / "game.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("  step setup:\n", f"  step setup:\n{SLOW}", 1), encoding="utf-8")
    found = profile(load_game(place), 3, 1.0)
    first = found.lines[0]
    assert (first.path, first.owner) == (rules.as_posix(), "setup")
    assert first.text in SLOW
    assert first.share > 2 * max(line.share for line in found.lines if line.text not in SLOW)
    assert rules.read_text(encoding="utf-8").splitlines()[first.line - 1].strip() == first.text


def test_every_share_belongs_to_a_line_that_is_there() -> None:
    game = load_game("import_export")
    found = profile(game, 2, 0.8)
    assert found.looks > 10
    assert found.decisions > 10
    assert sum(line.share for line in found.lines) + found.around == pytest.approx(1)
    cards = {definition.name for definition in game.program(2).tables["definitions"]}
    for line in found.lines:
        there = Path(line.path).read_text(encoding="utf-8").splitlines()[line.line - 1]
        assert line.text.split()[0] in there
        assert (line.owner in cards) == ("/cards/" in Path(line.path).resolve().as_posix())
    table = in_words(found)
    assert table[1].split() == ["TIME", "PLACE", "OF", "LINE"]
    assert "around them" in table[-1]


def test_it_is_told_to_programs_and_not_together_with_engines(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["bench", "ceylon", "--profile", "--players", "2", "--seconds", "0.2", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["profiles"][0]
    assert (told["game"], told["players"]) == ("ceylon", 2)
    assert all(set(line) == {"path", "line", "owner", "text", "share"} for line in told["lines"])
    assert main(["bench", "ceylon", "--profile", "--engines"]) == 2
