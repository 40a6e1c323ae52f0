"""Random games of Cargo Hold: nobody may look at a delivery once it is laid, and cards are conserved."""

from __future__ import annotations

import random

import pytest

from cardwright import load_game
from cardwright.game.state import State

CARDS, EXTENSIONS = 104, 8


@pytest.mark.parametrize("players", range(2, 9))
def test_deliveries_stay_hidden(players: int) -> None:
    game = load_game("cargo_hold")
    state, chance = game.new(players, seed=1), random.Random(1)
    while not state.finished:
        state.apply(chance.randrange(state.option_count))
        if chance.random() < 0.1:
            _check(state, players)
    _check(state, players)


def _check(state: State, players: int) -> None:
    for player in range(players):
        view = state.view(player)
        for zone in view.zones:
            if zone.name == "delivery":
                assert all(piece is None or piece.face_up for piece in zone.pieces)
            elif zone.name == "hand":
                shown = all(piece is not None for piece in zone.pieces)
                assert shown or zone.owner != f"P{player + 1}"
    counts = dict.fromkeys(("cards", "extensions"), 0)
    for zone in state.view(0).zones:
        counts["extensions" if zone.name in ("box", "extension", "declared") else "cards"] += zone.count
    assert counts == {"cards": CARDS, "extensions": EXTENSIONS}
