"""OpenSpiel's own test of a game, with one of ours, and how large its tree is."""

from __future__ import annotations

from typing import Any

import pyspiel

from cardwright.adapters import openspiel


def simulate(word: str, games: int, longest: int = 0) -> None:
    """Play random games with all that OpenSpiel checks on the way; it ends the program if something is wrong."""
    name = openspiel.register(word)
    parameters = {"longest": longest} if longest else {}
    pyspiel.random_sim_test(pyspiel.load_game(name, parameters), games, True, False)


def counted(game: Any) -> tuple[int, set[tuple[int, str]]]:
    """How many states a game has, and all that players can know where they are asked."""
    known: set[tuple[int, str]] = set()

    def count(state: Any) -> int:
        if state.is_terminal():
            return 1
        if state.is_chance_node():
            return 1 + sum(count(state.child(action)) for action, _ in state.chance_outcomes())
        known.add((state.current_player(), state.information_state_string()))
        return 1 + sum(count(state.child(action)) for action in state.legal_actions())

    return count(game.new_initial_state()), known
