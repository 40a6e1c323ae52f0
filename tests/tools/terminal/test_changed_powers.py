"""`card NAME` tells what the cards of that name on the table can do now otherwise than they say, to who sees them."""

from __future__ import annotations

from pathlib import Path
from random import Random
from types import SimpleNamespace
from typing import Any

import pytest

from cardwright import State, load_game
from cardwright_tools.terminal.info_commands import card

MASQUERADE = load_game(Path(__file__).parents[2] / "language" / "masquerade")


def asked(state: State, player: int, name: str) -> list[str]:
    """What is told of powers by `card NAME`."""
    lines: list[str] = []
    screen = SimpleNamespace(tell=lambda text, style="": lines.append(text), say=lambda text: None)
    asker: Any = SimpleNamespace(session=SimpleNamespace(state=state, game=MASQUERADE), screen=screen, openly=False)
    card(asker, player, name)
    return [line.strip() for line in lines if "Now, in" in line]


@pytest.mark.long
def test_a_card_tells_what_it_can_do_now_to_who_sees_it() -> None:
    found = {"open": 0, "hidden": 0}
    for seed in range(8):
        state, pick = MASQUERADE.new(2, seed), Random(seed)
        while not state.finished:
            for owner in (0, 1):
                for zone in state.view(owner).zones:
                    for piece in zone.pieces if zone.owner == f"P{owner + 1}" else ():
                        if piece is not None and piece.powers:
                            line = f"Now, in P{owner + 1}'s {zone.name}: {'; '.join(piece.powers)}"
                            assert line in asked(state, owner, piece.id)
                            seen = any(
                                f"P{owner + 1}'s {zone.name}" in told for told in asked(state, 1 - owner, piece.id)
                            )
                            assert seen == (zone.name != "hand")
                            found["open" if seen else "hidden"] += 1
            state.apply(pick.randrange(state.option_count))
    assert all(found.values())
