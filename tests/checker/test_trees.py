"""What the checker makes of small texts: their types and trees, or the mistakes in them.

`trees/values.txt` has values, `trees/statements.txt` statements, each followed by an indented line with what it
becomes, in the form of `tree_text.py`; a line with `!` is a mistake, with its first column in the text, code and
message. Each text is a verb of the game in `tests/diagnostics/shop.yaml`. `WRITE_TREES=1` writes the indented lines
anew; what changed is then to be read, not believed.
"""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.checker.tree_text import tree_text

from cardwright.checker import typed_tree as tree
from cardwright.checker.game import GameChecker
from cardwright.checker.library_texts import CheckedLibrary
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game import read_game
from cardwright.declarations.types import article

HERE = Path(__file__).parent
SHOP = HERE.parent / "diagnostics" / "shop.yaml"
MORE = """
  rule worth(card): card.cost
  rule dear(card): card.cost > 3
  rule best(cards) gives number: max(cards.cost)
  verb sell(card) gives (price: number):
    price = card.cost
    move(card, to: heap)
"""
CARDS = "pieces:\n  - {id: fan, kind: card, good: silk}\n  - {id: pot, kind: card, good: tea, cost: 2, copies: 3}\n"


def texts_of(table: str) -> list[str]:
    """Return the texts of a table."""
    lines = (HERE / "trees" / f"{table}.txt").read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith((" ", "#"))]


def become(table: str, folder: Path) -> dict[str, list[str]]:
    """Return the lines that tell what the checker makes of each text of a table."""
    texts = texts_of(table)
    head = "let found = " if table == "values" else ""
    whole = SHOP.read_text(encoding="utf-8").rstrip("\n") + MORE
    first = whole.count("\n") + 2
    for number, text in enumerate(texts):
        whole += f"  verb sample_{number}(number, card, good, cards, player):\n    {head}{text}\n"
    (folder / "game.yaml").write_text(whole + CARDS, encoding="utf-8")
    loaded = read_game(find_game_files(folder, folder / "cards"))
    assert loaded.game is not None, loaded.diagnostics
    CheckedLibrary.forget()
    checker = GameChecker(loaded.game)
    checked = checker.run()
    found: dict[str, list[str]] = {text: [] for text in texts}
    for each in checker.diagnostics:
        if each.severity == "error":
            assert each.span.line >= first, each
            text = texts[(each.span.line - first) // 2]
            found[text].append(f"! {each.span.column - 4 - len(head)} {each.code}: {each.message}")
    for number, text in enumerate(texts):
        body = checked.procedures[f"sample_{number}"].body
        if not found[text]:
            found[text] = [typed(body[0]) if table == "values" else ", ".join(map(tree_text, body))]
    return found


def typed(statement: object) -> str:
    """Return the type and the tree of the value of a `let`."""
    assert isinstance(statement, tree.LetStmt)
    return f"{article(statement.value.type)}: {tree_text(statement.value)}"


@pytest.mark.parametrize("table", ["values", "statements"])
def test_texts_become_these_trees(table: str, tmp_path: Path) -> None:
    found = become(table, tmp_path)
    path = HERE / "trees" / f"{table}.txt"
    written = []
    for line in path.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            written += [line, *(f"    {each}" for each in found.get(line, ()))]
    if os.environ.get("WRITE_TREES"):
        path.write_text("\n".join(written) + "\n", encoding="utf-8")
    assert written == path.read_text(encoding="utf-8").splitlines()
