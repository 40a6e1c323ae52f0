"""What pieces offer is used by others alike in all variants, and a verb of a game's own may be called `use`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import Game, load_game
from cardwright.native.engine import Engine
from cardwright.presentation.question import question

GUILDS = Path(__file__).parent / "guilds"


@cache
def guilds() -> Game:
    return load_game(GUILDS)


def test_plain_and_tracked_go_alike() -> None:
    asked = 0
    for seed in range(12):
        states, pick = [guilds().new(2 + seed % 2, seed, tracked=tracked) for tracked in (False, True)], Random(seed)
        while not states[0].finished:
            assert states[0].option_count == states[1].option_count
            told = question(states[1], states[1].player)
            asked += told is not None and told.prompt.startswith("Which ability is used")
            choice = pick.randrange(states[0].option_count)
            for state in states:
                state.apply(choice)
            assert states[0].digest() == states[1].digest()
    assert asked > 3


@pytest.mark.skipif(bool(no_compiler()), reason="there is no compiler")
@pytest.mark.parametrize("players", [2, 3])
def test_native_games_go_alike(players: int) -> None:
    native = Engine(guilds(), players, QUICK)
    assert sum(play_both(native, guilds(), seed, 1).decisions for seed in range(12)) > 300


def test_a_saved_game_goes_on_while_it_is_asked_what_is_used() -> None:
    for seed in range(60):
        state, pick = guilds().new(2, seed), Random(seed)
        while not state.finished:
            if state.decision is not None and state.decision.prompt.startswith("Which ability is used"):
                again = guilds().from_json(state.to_json())
                assert again.digest() == state.digest()
                world = state.determinise(state.player, 1)
                assert world.option_count == state.option_count
                return
            state.apply(pick.randrange(state.option_count))
    raise AssertionError("it is never asked")


def test_a_game_may_have_a_verb_of_that_name(tmp_path: Path) -> None:
    text = (GUILDS / "game.yaml").read_text().replace(", as: you)", ")").replace("use(s, as: p)", "p use(s)")
    (tmp_path / "game.yaml").write_text(f'{text}  verb use(shop) "use {{shop}}": earn\n')
    state = load_game(tmp_path).new(2, 1)
    while not state.finished:
        state.apply(state.option_count - 1)
    assert any("uses" in str(event) or "borrows" in str(event) for event in state.log)
