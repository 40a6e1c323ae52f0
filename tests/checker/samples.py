"""Tables of small texts, each followed by indented lines with what some part of the compiler makes of it.

Each text becomes a verb of one game, that of `tests/diagnostics/shop.yaml` with a few more rules, so that a table is
checked in one go. `WRITE_TABLES=1` writes the indented lines anew; what changed is then to be read, not believed.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardwright.checker import typed_tree as tree
from cardwright.checker.game import GameChecker
from cardwright.checker.library_texts import CheckedLibrary
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game import read_game

SHOP = Path(__file__).parents[1] / "diagnostics" / "shop.yaml"
MEMORY = "    active: {is: player}\n"
MORE_MEMORY = "    guest: {is: player}\n    secret: {is: number, secret: yes}\n"
MORE = """
  rule worth(card): card.cost
  rule dear(card): card.cost > 3
  rule best(cards) gives number: max(cards.cost)
  verb sell(card) gives (price: number):
    price = card.cost
    move(card, to: heap)
"""
CARDS = "pieces:\n  - {id: fan, kind: card, good: silk}\n  - {id: pot, kind: card, good: tea, cost: 2, copies: 3}\n"
HEAD = "verb sample_{}(number, card, cards, player):"


@dataclass(frozen=True, slots=True)
class Sample:
    """What the checker makes of one text: the verb around it, and its mistakes with their columns in the text."""

    procedure: tree.TypedProcedure
    mistakes: tuple[str, ...]

    @property
    def value(self) -> tree.Value:
        """The value of a text that is one."""
        statement = self.procedure.body[0]
        assert isinstance(statement, tree.LetStmt)
        return statement.value


def texts_of(table: Path) -> list[str]:
    """Return the texts of a table, without the lines that tell what they become and without remarks."""
    lines = table.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith((" ", "#"))]


def check(texts: list[str], folder: Path, value: bool) -> tuple[tree.CheckedGame, dict[str, Sample]]:
    """Return a game with a verb for each text, and the texts as checked; with `value`, each is the value of a `let`."""
    head = "let found = " if value else ""
    whole = SHOP.read_text(encoding="utf-8").replace(MEMORY, MEMORY + MORE_MEMORY).rstrip("\n") + MORE
    first = whole.count("\n") + 2
    for number, text in enumerate(texts):
        whole += f"  {HEAD.format(number)}\n    {head}{text}\n"
    (folder / "game.yaml").write_text(whole + CARDS, encoding="utf-8")
    loaded = read_game(find_game_files(folder, folder / "cards"))
    assert not loaded.diagnostics, loaded.diagnostics
    assert loaded.game is not None
    CheckedLibrary.forget()
    checker = GameChecker(loaded.game)
    checked = checker.run()
    mistakes: dict[int, list[str]] = {number: [] for number in range(len(texts))}
    for each in checker.diagnostics:
        if each.severity == "error":
            assert each.span.line >= first, each
            column = each.span.column - 4 - len(head)
            mistakes[(each.span.line - first) // 2].append(f"! {column} {each.code}: {each.message}")
    procedures = checked.procedures
    return checked, {
        text: Sample(procedures[f"sample_{number}"], tuple(mistakes[number])) for number, text in enumerate(texts)
    }


def compare(table: Path, become: Callable[[str], list[str]]) -> None:
    """Assert that each text of a table becomes what its indented lines tell."""
    lines = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            lines += [line, *(f"    {each}" for each in (become(line) if line and line[0] != "#" else ()))]
    if os.environ.get("WRITE_TABLES"):
        table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == table.read_text(encoding="utf-8").splitlines()
