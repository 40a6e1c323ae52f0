"""Whatever the checker accepts as a power can be said; `SAID_INPUTS` says how many are made up for each game."""

from __future__ import annotations

import os
from random import Random

import pytest
from tests.fuzz.sayings import Sayings
from tests.language.test_read_apart import GAMES, POWERLESS, Reader

COUNT = int(os.environ.get("SAID_INPUTS", "60"))


@pytest.mark.one_of
@pytest.mark.parametrize("name", [name for name in GAMES if name not in POWERLESS])
def test_every_power_can_be_said(name: str) -> None:
    reader = Reader(GAMES[name])
    accepted = 0
    for seed in range(COUNT):
        chance = Random(seed)
        number = chance.choice(list(reader.checked.powers))
        ability = Sayings(reader.checker.symbols, chance).ability(reader.game.pieces[number].kind)
        said = reader.said(number, "\n".join(ability) + "\n")
        if said is not None:
            accepted += 1
            assert said[0].endswith((".", "!", "?")), "\n".join(ability)
            assert not [sign for sign in said[0] if sign in "{}[]" or (ord(sign) < 32 and sign != "\n")], said[0]
    assert accepted > COUNT / 3
