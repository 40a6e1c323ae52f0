"""Diagnostics shown at once after an edit of a power agree with those of a check of the whole game."""

from __future__ import annotations

import random
import shutil
from pathlib import Path

import pytest

from cardwright.source.diagnostics import Diagnostic
from cardwright_tools.editor import diagnostics_while_typing
from cardwright_tools.editor.workspace import Workspace

GAME = """
game: barn
players: 2
kinds: {card: {attributes: {cost: number}}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}, row: {of: cards}}
memory: {player: {coins: number}}
powers_work_in: [row]
library: |
  rule final_score(player): player.coins
  verb gain(amount: number) "gain {amount}": you.coins += amount
  verb act "act":
    choose c from you.hand: move(c, to: you.row)
    gain(1)
  step setup:
    for each p in players: move(top(deck, 4), to: p.hand)
  step play:
    repeat 3 times:
      for each p in players: p act
"""
CARDS = """game: barn
set: base
cards:
  - id: owl
    cost: 1
    copies: 4
    power: |
      after you gain where amount is 1:
        gain(2)
  - {id: fox, cost: 2, copies: 4, power: "modify final_score(you): add 1"}
  - id: hen
    cost: 3
    copies: 4
    power: |
      after you gain:
        if 1 < 2: gain(3)
"""


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Workspace, Path]:
    monkeypatch.setattr(diagnostics_while_typing, "MANY_PIECES", 1)
    folder = tmp_path / "barn"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    cards = folder / "cards" / "base" / "cards.yaml"
    cards.parent.mkdir(parents=True)
    cards.write_text(CARDS)
    made = Workspace()
    made.show(cards, CARDS)
    made.findings(cards)
    return made, cards


def split(found: list[Diagnostic]) -> tuple[set[Diagnostic], set[Diagnostic]]:
    errors = {each for each in found if each.severity == "error"}
    return errors, set(found) - errors


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("gain(2)", "gain(one)", id="a name that does not exist"),
        pytest.param("gain(2)", "gain(1", id="a text that cannot be parsed"),
        pytest.param("gain(2)", "gain(2)\n\n        gain(4)", id="more lines, so that the warning below moves"),
        pytest.param(":\n        gain(2)", ": gain(4)", id="fewer lines"),
        pytest.param("add 1", "add 1 + cards", id="a text on one line"),
        pytest.param("1 < 2", "2 < you", id="the text with the warning"),
    ],
)
def test_errors_are_those_of_the_whole_game(desk: tuple[Workspace, Path], old: str, new: str) -> None:
    editor, cards = desk
    (warning,) = editor.findings(cards)
    editor.show(cards, CARDS.replace(old, new))
    quick = editor.quick_findings(cards)
    assert quick is not None
    errors, warnings = split(quick)
    whole, left = split(editor.findings(cards))
    assert errors == whole
    # no warnings are looked for while there are errors
    assert warnings == (left or ({warning} if old != "1 < 2" else set()))


@pytest.mark.parametrize(
    ("old", "new"),
    [
        pytest.param("cost: 1", "cost: 9", id="another field"),
        pytest.param("id: owl", "id: owls", id="an id"),
        pytest.param("gain(2)\n", "gain(2)\n  - {id: cat, cost: 1, copies: 1}\n", id="another card"),
        pytest.param("gain(2)", "gain(4)  # +2", id="two powers"),
        pytest.param(', power: "modify final_score(you): add 1"', "", id="a power that is gone"),
    ],
)
def test_after_other_edits_the_whole_game_is_checked(desk: tuple[Workspace, Path], old: str, new: str) -> None:
    editor, cards = desk
    text = CARDS.replace(old, new).replace("1 < 2", "3 < 4") if "#" in new else CARDS.replace(old, new)
    editor.show(cards, text)
    assert editor.quick_findings(cards) is None


def test_small_games_are_checked_whole(desk: tuple[Workspace, Path], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(diagnostics_while_typing, "MANY_PIECES", 500)
    editor, cards = desk
    editor.show(cards, CARDS.replace("gain(2)", "gain(4)"))
    assert editor.quick_findings(cards) is None


@pytest.mark.long
def test_random_edits_show_the_errors_of_the_whole_game(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.setattr(diagnostics_while_typing, "MANY_PIECES", 1)
    folder = Path(shutil.copytree(Path(__file__).parents[3] / "examples" / "guildhall", tmp_path / "guildhall"))
    cards = next(iter(sorted(folder.glob("cards/*/*.yaml"))))
    text, chance, editor, quickly = cards.read_text(), random.Random(5), Workspace(), 0
    editor.show(cards, text)
    editor.findings(cards)
    for _ in range(60):
        at = chance.randrange(len(text))
        typed = chance.choice(["x", "1", " ", "\n", ":", "(", "you", ""])
        editor.show(cards, text[:at] + typed + text[at + chance.randrange(3) :])
        quick = editor.quick_findings(cards)
        if quick is not None:
            quickly += 1
            assert split(quick)[0] == split(editor.findings(cards))[0]
        editor.show(cards, text)
        editor.findings(cards)
    assert quickly >= 15
