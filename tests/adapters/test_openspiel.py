"""Our games as games of OpenSpiel: its own tests pass, and its solvers find what is known of Kuhn Poker.

Leduc Poker takes them minutes: `python -m tests.adapters --solve 200`."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game

pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'cardwright[openspiel]')")
openspiel = pytest.importorskip("cardwright.adapters.openspiel")
tester = pytest.importorskip("tests.adapters.simulating")
counted = tester.counted


def test_the_tree_is_as_large_as_theirs_and_players_know_as_much() -> None:
    word = "kuhn_poker"
    ours, theirs = (counted(pyspiel.load_game(name)) for name in (openspiel.register(word), word))
    assert ours[0] == theirs[0]
    assert len(ours[1]) == len(theirs[1])


def _solved(word: str, rounds: int) -> tuple[float, float]:
    """What the first player gets by counterfactual regret minimisation, and how far from an equilibrium that is."""
    game = pyspiel.load_game(openspiel.register(word))
    solver = pyspiel.CFRPlusSolver(game)
    for _ in range(rounds):
        solver.evaluate_and_update_policy()
    policy = solver.average_policy()
    value = pyspiel.expected_returns(game.new_initial_state(), policy, -1, True)[0]
    return value, pyspiel.nash_conv(game, policy)


def test_kuhn_poker_is_worth_what_kuhn_says() -> None:
    value, off = _solved("kuhn_poker", 300)
    assert value == pytest.approx(-1 / 18, abs=0.002)  # Kuhn 1950: one eighteenth of a chip is lost by who begins
    assert off < 0.005


@pytest.mark.parametrize("word", ["kuhn_poker", "leduc_poker", "euchre", "hearts"])
def test_its_own_tests_pass(word: str) -> None:
    tester.simulate(word, 1)


def test_a_game_is_cut_short_as_things_stand() -> None:
    tester.simulate("leduc_poker", 1, longest=2)
    state = pyspiel.load_game(openspiel.register("kuhn_poker"), {"longest": 1}).new_initial_state()
    for action in (0, 0):
        state.apply_action(action)
    assert not state.is_terminal()
    state.apply_action(state.legal_actions()[-1])
    assert state.is_terminal()
    assert sum(state.returns()) == 0
    assert any(state.returns())  # who has put in a chip has less than the other
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(state.get_game(), state))
    assert again.is_terminal()


def test_a_place_is_saved_as_the_steps_that_lead_to_it() -> None:
    game = pyspiel.load_game(openspiel.register("leduc_poker"))
    state = game.new_initial_state()
    for action in (0, 3, 1, 2):
        state.apply_action(state.legal_actions()[action % len(state.legal_actions())])
    _, again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(game, state))
    assert again.history() == state.history()
    assert again.information_state_string(0) == state.information_state_string(0)


def test_what_is_hidden_is_told_to_nobody() -> None:
    """The same for who cannot see the difference, and another text for who can."""
    game = pyspiel.load_game(openspiel.register("kuhn_poker"))

    def dealt(*cards: int) -> Any:
        state = game.new_initial_state()
        for card in cards:
            state.apply_action(card)
        return state

    one, other = dealt(0, 0), dealt(0, 1)  # the jack, and then the queen or the king
    tell: list[Callable[[Any, int], Any]] = [
        lambda state, player: state.information_state_string(player),
        lambda state, player: state.observation_string(player),
        lambda state, player: list(state.observation_tensor(player)),
        lambda state, player: list(state.information_state_tensor(player)),
    ]
    for told in tell:
        assert told(one, 0) == told(other, 0)
        assert told(one, 1) != told(other, 1)


def test_what_players_gain_can_be_chosen_and_nothing_else() -> None:
    game = load_game(Path("games/kuhn_poker"))
    state = pyspiel.load_game(openspiel.register(game, "scores", "kuhn_by_scores")).new_initial_state()
    while not state.is_terminal():
        state.apply_action(state.legal_actions()[0])
    assert sum(state.returns()) == 4
    with pytest.raises(ValueError, match="returns must be one of wins, margin, scores"):
        openspiel.register(game, "chips")
