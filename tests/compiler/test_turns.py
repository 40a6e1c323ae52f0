"""What displays are told of a turn and its decisions, for small turns in a table.

A case of `turns.txt` has the body of the verb of a turn, and after `---` a line for each action that the turn may offer
(the verbs around it, its title, what it needs) and, with `?`, for each decision of it what follows an answer, and the
attributes and rules that it goes by.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import pytest
from tests.checker.samples import CARDS, MORE, SHOP

from cardwright.checker.game import GameChecker
from cardwright.compiler.english_for_displays import describe_program
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.state_slots_and_table_rows import PurposeRow

TABLE = Path(__file__).with_name("turns.txt")
TURN = re.compile(r"(  verb take_turn:\n)(?:    .*\n)+")
MORE_VERBS = """
  rule ready(player): player.coins > 2 and count(heap) > 1
  verb grow:
    require ready(you)
    gain(1)
  verb trade:
    require you.coins > 1
    require count(deck) > 0
    draw(1)
  verb ask_others:
    for each p in opponents:
      p may draw(1)
"""
CASES = re.split(r"(?m)^=== ", TABLE.read_text(encoding="utf-8"))[1:]


def describe(body: str, folder: Path) -> list[str]:
    """Return the lines that tell what a display knows of a turn."""
    inner = "".join(f"    {line}\n" for line in body.splitlines())
    text = (
        TURN.sub(rf"\g<1>{inner}", SHOP.read_text(encoding="utf-8").rstrip("\n") + MORE.rstrip("\n"))
        + MORE_VERBS
        + CARDS
    )
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    game = read_game(find_game_files(folder, folder / "cards")).game
    assert game is not None
    checker = GameChecker(game)
    checked = checker.run()
    assert not [each for each in checker.diagnostics if each.severity == "error"], checker.diagnostics
    told: dict[str, Any] = dict(describe_program(checked))
    words = {each.number: each.word for each in checked.procedures.values()}
    lines = [
        f"{' > '.join(words[number] for number in procedures)}: {title or '-'}; needs {', '.join(needs)!r}"
        for procedures, title, needs, _ in told["ahead"]
    ]
    rules = {rule.number: word for word, rule in checked.rules.items()}
    for site in checked.sites:
        if "take_turn" in site.source:
            row = PurposeRow._make(told["purposes"][site.number])
            by = [*row.attributes, *(f"{rules[number]}({', '.join(map(str, roles))})" for number, roles in row.rules)]
            lines.append(f"? {site.prompt or '-'}: then {row.then!r}, by {', '.join(by) or '-'}")
            lines += [f"    {each}" for each in row.does if each]
    return lines


@pytest.mark.parametrize("case", CASES, ids=lambda case: case.partition("\n")[0])
def test_a_turn(case: str, tmp_path: Path) -> None:
    _, _, rest = case.partition("\n")
    body, _, expected = rest.partition("---\n")
    assert describe(body, tmp_path) == expected.rstrip("\n").splitlines()
