"""Small texts and the Python that is printed for them, in files one can read.

Each file of `golden/` holds a library, then for each `--- VARIANT PROCEDURE` the functions it becomes. Running with
`WRITE_GOLDEN=1` writes them anew; what changed is then to be read, not believed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest

from cardwright_tools.maintenance.doc_quotes import print_generated_source

GOLDEN = Path(__file__).parent / "golden"
GAME = """game: small
players: 2
types:
  suit: {values: [red, blue]}
kinds:
  card: {attributes: {rank: number, suit: suit}}
memory:
  table: {round: {is: number}, leader: {is: player}}
  player: {credits: {is: number}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    row: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
pieces:
  - {id: a, kind: card, rank: 1, suit: red, copies: 3}
  - {id: b, kind: card, rank: 5, suit: blue, copies: 3}
library: |
  rule final_score(player): player.credits
"""


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_code(path: Path, tmp_path: Path) -> None:
    library, *wanted = re.split(r"(?m)^--- (\w+ \w+)\n", path.read_text(encoding="utf-8"))
    game = GAME + "".join(f"  {line}".rstrip() + "\n" for line in library.splitlines())
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    found = library
    for which in wanted[::2]:
        variant, procedure = which.split()
        found += f"--- {which}\n{print_generated_source(str(tmp_path), '2', variant, procedure)}\n\n"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(found.rstrip("\n") + "\n", encoding="utf-8")
    assert found.rstrip("\n") == path.read_text(encoding="utf-8").rstrip("\n")


def test_there_is_golden_code() -> None:
    assert len(list(GOLDEN.glob("*.txt"))) >= 5
