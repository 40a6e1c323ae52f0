"""What is kept of a state is what would be worked out anew, whatever states of a game are asked in which order."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.query.knowledge.masked_state import mask_slots
from cardwright.query.view import build_view

TOP = Path(__file__).parents[2]
GAMES = sorted(path.parent for room in ("games", "examples") for path in (TOP / room).glob("*/game.yaml"))


def asked(state: State, player: int) -> tuple[object, ...]:
    unreadable = [str(type(slot)) for slot in mask_slots(state, player)]
    return state.view(player), build_view(state, player), build_table(state, player), unreadable


@pytest.mark.one_of
@pytest.mark.parametrize("folder", GAMES, ids=lambda folder: folder.name)
def test_what_is_kept_is_what_would_be_worked_out_anew(folder: Path) -> None:
    game, chance = load_game(folder), random.Random(7)
    states = [game.new(game.min_players, seed) for seed in (1, 1, 2)]
    states.append(states[0].clone())
    for _ in range(40):
        state = chance.choice(states)
        if state.finished:
            continue
        player = chance.randrange(game.min_players)
        before = asked(state, player)
        assert asked(state, player) == before
        state.program.kept.clear()
        assert asked(state, player) == before
        state.apply(chance.randrange(state.option_count))


def test_slots_that_were_kept_are_not_those_that_are_given() -> None:
    game = load_game(GAMES[0])
    state = game.new(game.min_players, 0)
    given = mask_slots(state, 0)
    given.clear()
    assert mask_slots(state, 0)
