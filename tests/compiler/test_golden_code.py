"""Small texts and the Python and C that is printed for them, in files one can read.

Each file of `golden/` holds a library, then for each `--- VARIANT PROCEDURE` the functions it becomes; the variant `c`
is the plain one in C, with all rules of the library for `c rules`. Running with `WRITE_GOLDEN=1` writes them anew; what
changed is then to be read, not believed.
"""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from maintenance.doc_quotes import print_generated_source

from cardwright.checker.game import GameChecker
from cardwright.compiler.codegen.c.module_constants import hash_name
from cardwright.compiler.codegen.c.program_or_refusal import generate_native_code
from cardwright.compiler.compile_game import lower_plain
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game

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


def generated_c(folder: Path, procedure: str) -> str:
    """Return the C of the segments of a procedure, or of all rules, without the declarations before them."""
    loaded = read_game(find_game_files(folder, folder / "cards"))
    assert loaded.game is not None
    checked = GameChecker(loaded.game).run()
    lowered = lower_plain(checked, 2)
    code = generate_native_code(checked, lowered.layout, lowered.code)
    assert "refused" not in code
    source: str = code["rules"] if procedure == "rules" else code["units"][hash_name(f"in {procedure}")]
    owner = hash_name(f"in {procedure}")
    return source[re.search(r"(?m)^.*\) \{$", source).start() :].replace(owner, procedure).strip("\n")  # type: ignore[union-attr]


@pytest.mark.parametrize("path", sorted(GOLDEN.glob("*.txt")), ids=lambda path: path.stem)
def test_code(path: Path, tmp_path: Path) -> None:
    library, *wanted = re.split(r"(?m)^--- (\w+ \w+)\n", path.read_text(encoding="utf-8"))
    game = GAME + "".join(f"  {line}".rstrip() + "\n" for line in library.splitlines())
    (tmp_path / "game.yaml").write_text(game, encoding="utf-8")
    found = library
    for which in wanted[::2]:
        variant, procedure = which.split()
        source = generated_c(tmp_path, procedure) if variant == "c" else None
        found += f"--- {which}\n{source or print_generated_source(str(tmp_path), '2', variant, procedure)}\n\n"
    if os.environ.get("WRITE_GOLDEN"):
        path.write_text(found.rstrip("\n") + "\n", encoding="utf-8")
    assert found.rstrip("\n") == path.read_text(encoding="utf-8").rstrip("\n")


def test_there_is_golden_code() -> None:
    assert len(list(GOLDEN.glob("*.txt"))) >= 5
