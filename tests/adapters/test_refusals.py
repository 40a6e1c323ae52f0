"""What the doors to other engines are given wrongly is told by name, at once and not when it is too late."""

from __future__ import annotations

from typing import Any

import pytest

from cardwright import load_game

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (pip install 'cardwright[gym]')")

WRONG_SEATS: list[tuple[dict[str, Any], str]] = [
    ({"bots": ["nope"]}, "there is no bot `nope`"),
    ({"bots": []}, "expected 1 to 3 bots for the other seats, not 0"),
    ({"bots": ["greedy"] * 4}, "expected 1 to 3 bots for the other seats, not 4"),
    ({"seat": 4}, "there is no seat 4: the seats are 0 to 3"),
    ({"seat": "P1"}, "a seat must be a whole number, not 'P1'"),
    ({"seat": True}, "a seat must be a whole number, not True"),
]
WRONG_LENGTHS: list[tuple[Any, str]] = [
    (0, "the limit of decisions must be at least 1, not 0"),
    (-1, "the limit of decisions must be at least 1, not -1"),
    ("x", "the longest game must be a whole number, not 'x'"),
    (1.5, "the longest game must be a whole number, not 1.5"),
]


@pytest.mark.parametrize(("given", "told"), WRONG_SEATS)
def test_seats_and_bots(given: dict[str, Any], told: str) -> None:
    from cardwright.adapters.gymnasium import SeatEnv

    with pytest.raises((TypeError, ValueError), match=told):
        SeatEnv("hearts", **given)


def test_one_kind_is_for_all_other_seats() -> None:
    from cardwright.adapters.gymnasium import SeatEnv

    env = SeatEnv("hearts", bots="random")
    env.reset(seed=1)
    assert env.kinds == ["random"]


@pytest.mark.parametrize(("longest", "told"), WRONG_LENGTHS)
def test_lengths(longest: Any, told: str) -> None:
    from cardwright.adapters.gymnasium import SeatEnv

    with pytest.raises((TypeError, ValueError), match=told):
        SeatEnv("hearts", longest=longest)
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'cardwright[pettingzoo]')")
    from cardwright.adapters.pettingzoo import TableEnv

    with pytest.raises((TypeError, ValueError), match=told):
        TableEnv("hearts", longest=longest)


def test_nothing_is_done_before_it_begins_or_once_it_is_over() -> None:
    from cardwright.adapters.gymnasium import SeatEnv

    seat = SeatEnv("kuhn_poker")
    with pytest.raises(RuntimeError, match="`reset` begins one"):
        seat.step(0)
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'cardwright[pettingzoo]')")
    from cardwright.adapters.pettingzoo import TableEnv

    table = TableEnv("kuhn_poker")
    for early in (lambda: table.step(0), lambda: table.observe("P1"), table.last, lambda: [*table.agent_iter()]):
        with pytest.raises((RuntimeError, AttributeError), match="`reset` begins one"):
            early()
    table.reset(seed=1)
    with pytest.raises(AttributeError, match=r"^there is no `agent_selecton`$"):
        _ = table.agent_selecton
    while table.agents:
        _, _, over, cut, _ = table.last()
        table.step(None if over or cut else int(table.observe(table.agent_selection)["action_mask"].argmax()))
    with pytest.raises(RuntimeError, match="`reset` begins one"):
        table.step(0)


@pytest.mark.parametrize("seed", [1.5, "1", None, True])
def test_seeds_of_many_games(seed: Any) -> None:
    from cardwright.adapters.vector_env import ManyGames

    many = ManyGames(load_game("kuhn_poker"), 2)
    with pytest.raises(TypeError, match="a seed must be a whole number"):
        many.begin([1, seed])
    with pytest.raises(TypeError, match="a place must be a whole number"):
        many.begin([1], at=[0.5])  # type: ignore[list-item]
    with pytest.raises(TypeError, match="the number of games must be a whole number"):
        ManyGames(load_game("kuhn_poker"), seed)


def test_actions_and_lengths_of_openspiel() -> None:
    pyspiel = pytest.importorskip("pyspiel", reason="OpenSpiel is not installed (pip install 'cardwright[openspiel]')")
    from cardwright.adapters.openspiel import register

    name = register("kuhn_poker")
    with pytest.raises(ValueError, match="the limit of decisions must be at least 1, not -1"):
        pyspiel.load_game(f"{name}(longest=-1)")
    state = pyspiel.load_game(name).new_initial_state()
    state.apply_action(0)
    while state.is_chance_node():
        state.apply_action(0)
    with pytest.raises(ValueError, match=r"action 999 is not legal now: the legal ones are \["):
        state.apply_action(999)
