"""A text of a card comes back from a sheet as it was, however its author wrote it in YAML."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright_tools.cli.main import main

GAME = """\
game: styles
players: 2
kinds: {card: {}}
zones: {table: {deck: {of: cards}}}
library: |
  rule final_score(player): 0
  step setup: nothing
  step play: finish
"""
STYLES = {
    "plain": " one line",
    "plain, over two lines": " one\n      and the same line",
    "single quotes": " 'it''s: one'",
    "double quotes": ' "one\\ttwo"',
    "lines in double quotes": ' "one\\ntwo\\n"',
    "space around, in double quotes": ' " one  "',
    "empty lines around, in double quotes": ' "\\n\\none\\n\\ntwo \\n\\n"',
    "block of one line": " |\n      one",
    "block": " |\n      one\n      two",
    "block that ends with its text": " |-\n      one\n      two",
    "block that keeps empty lines": " |+\n      one\n\n      two\n\n",
    "block with a margin of its own": " |2\n        one\n      two",
    "folded block": " >\n      one\n      and\n\n      two",
    "folded block that ends with its text": " >-\n      one\n      and",
    "like a formula": " |\n      =1\n      two",
}


@pytest.mark.one_of(10)
@pytest.mark.parametrize("field", ["note", "reminder"])
@pytest.mark.parametrize("kind", ["csv", "xlsx"])
@pytest.mark.parametrize("style", STYLES)
def test_nothing_changes(tmp_path: Path, capsys: pytest.CaptureFixture[str], style: str, kind: str, field: str) -> None:
    cards = tmp_path / "cards" / "base" / "cards.yaml"
    cards.parent.mkdir(parents=True)
    (tmp_path / "game.yaml").write_text(GAME)
    cards.write_text(f"game: styles\nset: base\ncards:\n  - id: one\n    {field}:{STYLES[style]}\n  - {{id: two}}\n")
    before, sheet = cards.read_text(), tmp_path / f"sheet.{kind}"
    assert main(["export", str(tmp_path), "--out", str(sheet)]) == 0
    assert main(["import", str(sheet), str(tmp_path), "--dry-run"]) == 0
    told = capsys.readouterr()
    assert "0 would be changed" in told.out + told.err
    assert main(["import", str(sheet), str(tmp_path)]) == 0
    assert cards.read_text() == before
