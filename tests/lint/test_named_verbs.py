"""Which verbs a power is told of that changes memory directly."""

from pathlib import Path

import pytest
from tests.lint.fair import GAME, told_of

PAY = '  verb pay(number) "pay {number:coin}":\n    require you.coins >= number\n    you.coins -= number\n'
LOSE = '  verb lose(number) "lose {number:coin}": you.coins -= min(you.coins, number)\n'
LONG = '  verb trade "trade":\n    draw(1)\n    draw(1)\n    draw(1)\n    draw(1)\n    you.fame += 1\n'


@pytest.mark.parametrize(
    ("power", "label"),
    [
        ("on open: you.coins += 1", "call `earn` instead"),
        ("on open: you.coins -= 1", "call `lose` or `pay` instead"),
        ("on open: you.coins = 1", "call `earn`, `lose` or `pay` instead"),
        ("on open: you.fame += 1", "write a verb that does it, and call that"),
    ],
)
def test_the_verbs_are_named_that_change_it_this_way(power: str, label: str, tmp_path: Path) -> None:
    rules = GAME.replace("coins: number", "coins: number, fame: number").replace(
        "  verb earn", PAY + LOSE + LONG + "  verb earn"
    )
    found = told_of("card", power, tmp_path, rules)
    assert [each.label for each in found if each.code == "direct-change"] == [label]
