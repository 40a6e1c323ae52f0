"""Tables of small texts, each followed by indented lines with what some part of the compiler makes of it.

All texts of a table are in one game, that of `tests/diagnostics/shop.yaml` with a few more rules, so that a table is
checked in one go. `WRITE_TABLES=1` writes the indented lines anew; what changed is then to be read, not believed.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path

from cardwright.checker import typed_tree as tree
from cardwright.checker.game import GameChecker
from cardwright.checker.rule_texts_outside_pieces import CheckedLibrary
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game

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
# What stands before each text, by its form; `{}` is its number.
BEFORE = {
    "value": "  verb sample_{}(number, card, cards, player):\n    let found = ",
    "statement": "  verb sample_{}(number, card, cards, player):\n    ",
    "definition": "  ",
    "power": "  - id: piece_{}\n    kind: card\n    good: tea\n    power: ",
}


@dataclass(frozen=True, slots=True)
class Sample:
    """Result of checking one text: its typed form if it has one, and its mistakes with columns in the text."""

    found: tree.TypedProcedure | tree.TypedRule | tuple[tree.TypedAbility, ...] | None
    mistakes: tuple[str, ...]

    @property
    def procedure(self) -> tree.TypedProcedure:
        """The verb around the text."""
        assert isinstance(self.found, tree.TypedProcedure)
        return self.found

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


def check(texts: list[str], folder: Path, form: str, more: str = "") -> tuple[tree.CheckedGame, dict[str, Sample]]:
    """Return a game of all texts with `more` pieces, and each text as checked. `form` is a key of `BEFORE`."""
    before = BEFORE[form]
    shop = SHOP.read_text(encoding="utf-8").replace(MEMORY, MEMORY + MORE_MEMORY).rstrip("\n") + MORE
    whole = shop + (CARDS if form == "power" else "")
    first = whole.count("\n") + 1
    whole += "".join(f"{before.format(number)}{text}\n" for number, text in enumerate(texts))
    (folder / "game.yaml").write_text(whole + ("" if form == "power" else CARDS) + more, encoding="utf-8")
    loaded = read_game(find_game_files(folder, folder / "cards"))
    assert not loaded.diagnostics, loaded.diagnostics
    assert loaded.game is not None
    CheckedLibrary.forget()
    checker = GameChecker(loaded.game)
    checked = checker.run()
    mistakes: dict[int, list[str]] = {number: [] for number in range(len(texts))}
    lines, indent = before.count("\n") + 1, len(before.rpartition("\n")[2])
    for each in checker.diagnostics:
        if each.severity == "error":
            assert each.span.line >= first, each
            number = (each.span.line - first) // lines
            mistakes[number].append(f"! {each.span.column - indent} {each.code}: {each.message}")
    return checked, {
        text: Sample(_typed(checked, form, number, text), tuple(mistakes[number])) for number, text in enumerate(texts)
    }


def _typed(
    checked: tree.CheckedGame, form: str, number: int, text: str
) -> tree.TypedProcedure | tree.TypedRule | tuple[tree.TypedAbility, ...] | None:
    if form == "power":
        definition = next(place for place, each in enumerate(checked.game.pieces) if each.id == f"piece_{number}")
        return checked.powers[definition].abilities if definition in checked.powers else ()
    if form == "definition":
        kind, word = re.findall(r"\w+", text)[:2]
        return (checked.rules if kind == "rule" else checked.procedures).get(word)
    return checked.procedures.get(f"sample_{number}")


def compare(table: Path, become: Callable[[str], list[str]]) -> None:
    """Assert that each text of a table becomes what its indented lines tell."""
    lines = []
    for line in table.read_text(encoding="utf-8").splitlines():
        if not line.startswith(" "):
            lines += [line, *(f"    {each}" for each in (become(line) if line and line[0] != "#" else ()))]
    if os.environ.get("WRITE_TABLES"):
        table.write_text("\n".join(lines) + "\n", encoding="utf-8")
    assert lines == table.read_text(encoding="utf-8").splitlines()
