"""Every comparison has English, whatever stands on its sides: in a condition, turned round, and about an item."""

from __future__ import annotations

from itertools import product
from pathlib import Path

import pytest

from cardwright.checker.game import GameChecker
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.english.renderer import English

SHOP = Path(__file__).parents[1] / "diagnostics" / "shop.yaml"
YOURS = ["3", "count(players)", "you.coins", "hand_size(you)", "count(you.hand)"]
ITS = ["cost", "it.cost", "count(opponents)", "controller.coins", "count(controller.hand)"]
LISTS = [
    "[1, 2]",
    "numbers(1, 3)",
    "players.coins",
    "(count(p.hand) for each p in players)",
    "(players.coins where it > 2)",
]


def comparisons(lefts: list[str], rights: list[str]) -> list[str]:
    compared = product(lefts, ("is", "is not", "<", "<=", ">", ">="), rights)
    contained = product(lefts, ("in", "not in"), LISTS)
    return [f"{left} {operator} {right}" for left, operator, right in (*compared, *contained)]


@pytest.mark.long
def test_every_comparison_has_english(tmp_path: Path) -> None:
    """A comparison with `in` between a count and a list once had none."""
    powers = []
    for each in comparisons(YOURS, ["you.coins", "count(you.hand)", "0", "1"]):
        powers += [f"after you draw where {each}: you gain(1)", f"after you draw where not ({each}): you gain(1)"]
    for each in comparisons(ITS, ["you.coins", "count(you.hand)", "0", "1"]):
        powers += [f"after you draw: you gain(count(you.works where {each}))"]
        powers += [f"after you draw:\\n  you choose c from you.works where not ({each}): move(c, to: deck)"]
    (tmp_path / "game.yaml").write_text(SHOP.read_text(encoding="utf-8"), encoding="utf-8")
    cards = [f'  - {{id: card_{number}, good: tea, power: "{power}"}}' for number, power in enumerate(powers)]
    folder = tmp_path / "cards" / "base"
    folder.mkdir(parents=True)
    (folder / "cards.yaml").write_text("\n".join(["game: shop", "set: base", "cards:", *cards, ""]), encoding="utf-8")
    game = read_game(find_game_files(tmp_path, tmp_path / "cards")).game
    assert game is not None
    checker = GameChecker(game)
    checked = checker.run()
    assert [each.message for each in checker.diagnostics if each.severity == "error"] == []
    english = English.of(checked)
    told = [english.power(power.written) for power in checked.powers.values()]
    assert all(text and "{" not in text for text in told)
