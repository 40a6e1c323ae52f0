"""What all but its owner see nobody else is told."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright.presentation.arrange_table import build_spectator_table

BROWS = Path(__file__).parent / "brows"


def option(state: cardwright.State, text: str) -> int:
    assert state.decision is not None
    return next(each.index for each in state.decision.options if each.text.startswith(text))


def begun() -> cardwright.State:
    """Each of three players has put on a mark; the first one is asked again."""
    state = cardwright.load_game(BROWS).new(3, seed=1)
    for _ in range(3):
        state.apply(option(state, "Put on"))
    return state


def brow(view: cardwright.View, player: str) -> tuple[str | None, ...]:
    [zone] = [zone for zone in view.zones if (zone.owner, zone.name) == (player, "brow")]
    return tuple(None if piece is None else piece.id for piece in zone.pieces)


def test_who_only_watches_sees_none_of_it() -> None:
    brows = [zone for seat in build_spectator_table(begun()).seats for zone in seat.zones if zone.word == "brow"]
    assert [zone.hidden for zone in brows] == [True] * 3


def test_a_title_may_name_what_the_others_hold() -> None:
    state = begun()
    others = [brow(state.view(0), player)[0] for player in ("P2", "P3")]
    ranks = {"one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6}
    assert state.player == 0
    assert option(state, f"Guess below {max(ranks[str(each)] for each in others)}") >= 0


def test_in_a_bots_worlds_it_holds_something_else() -> None:
    state = begun()
    worlds = [state.determinise(0, seed).view(1) for seed in range(12)]
    assert len({brow(world, "P1") for world in worlds}) > 1
    assert {brow(world, "P3") for world in worlds} == {brow(state.view(1), "P3")}
