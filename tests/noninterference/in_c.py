"""What compiled C tells a player of a state, as numbers, compared beside all else they can reach."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

from tests.noninterference import comparing

from cardwright import Game, State
from cardwright.adapters.vector_env import ManyGames
from cardwright.game.loaded_game import find_game
from cardwright.native.c_compiler import NotNative
from cardwright.native.engine import Engine
from cardwright.state_slots_and_table_rows import TRACKER


@cache
def table(game: Game, players: int, flags: Sequence[str] | None) -> ManyGames | None:
    """Room for one game in C; None where C does not tell what is seen in it."""
    try:
        return ManyGames(game, 1, engine=Engine(game, players, flags), seen=True)
    except NotNative:
        return None


def reached(
    state: State, player: int, number: int, flags: Sequence[str] | None = None, leaking: bool = False
) -> dict[str, Any]:
    """All that is compared in a state, with tensor and mask as C writes them for who is asked.

    `leaking`: as if everybody knew where every piece lies.
    """
    found = comparing.reached(state, player, number)
    many = table(find_game(state), state.program.players, flags)
    if many is not None and state.player == player:
        [game] = many._games
        told = many.engine._told
        game.copy(many._start)
        # without its frames, which are others in a game with a log: nothing is seen of them but how many were picked
        game.take(told.row(state.slots, [], state.decisions))
        everything = (1 << 64 * told.words) - 1
        game.known = [everything if leaking else known & everything for known in state.slots[TRACKER].known]
        many._write_observations()
        found["tensor in C"] = many.observations[0].tolist()
        found["mask in C"] = many.masks[0].tolist()
    return found
