"""PettingZoo's and Gymnasium's own tests of environments, with our games."""

from __future__ import annotations

import pytest

from cardwright.adapters.action_numbers import RETURNS

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (pip install 'cardwright[gym]')")
QUICK = ["kuhn_poker", "euchre", "cargo_hold"]


@pytest.mark.parametrize("word", QUICK)
def test_games_are_environments_of_pettingzoo_and_gymnasium(word: str) -> None:
    """The others are tried by `python -m tests.adapters`."""
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'cardwright[pettingzoo]')")
    from tests.adapters.environments import check_seat, check_table

    check_table(word)
    check_seat(word)


def test_a_seat_plays_a_game_to_its_end_against_bots() -> None:
    from cardwright.adapters.gymnasium import SeatEnv

    env = SeatEnv("leduc_poker", seat=1, bots=["greedy"])
    _, told = env.reset(seed=3)
    over, gained = False, 0.0
    while not over:
        assert told["action_mask"].sum() > 1
        _, gained, over, cut, told = env.step(int(told["action_mask"].argmax()))
        assert not cut
    assert gained != 0
    assert not told["action_mask"].any()


def test_what_cannot_be_done_changes_nothing() -> None:
    from cardwright.adapters.gymnasium import SeatEnv

    env = SeatEnv("kuhn_poker", penalty=-0.5)
    before, told = env.reset(seed=1)
    wrong = int((1 - told["action_mask"]).argmax())
    after, gained, over, _, more = env.step(wrong)
    assert (before == after).all()
    assert (gained, over, more["refused"]) == (-0.5, False, True)
    assert "margin" in RETURNS
    with pytest.raises(ValueError, match="there is no seat 2"):
        SeatEnv("kuhn_poker", seat=2)
