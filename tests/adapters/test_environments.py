"""PettingZoo's and Gymnasium's own tests of environments, with our games."""

from __future__ import annotations

import warnings

import pytest

from cardwright.adapters.worth import RETURNS

pytest.importorskip("gymnasium", reason="Gymnasium is not installed (pip install 'cardwright[gym]')")
QUICK = ["kuhn_poker", "euchre", "cargo_hold"]


@pytest.mark.parametrize("word", QUICK)
def test_a_table_is_an_environment_of_pettingzoo(word: str, capsys: pytest.CaptureFixture[str]) -> None:
    pytest.importorskip("pettingzoo", reason="PettingZoo is not installed (pip install 'cardwright[pettingzoo]')")
    from pettingzoo.test import api_test, seed_test

    from cardwright.adapters.pettingzoo import TableEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # it warns of observations larger than 1, of which there are no rules
        api_test(TableEnv(word), num_cycles=60, verbose_progress=False)
        seed_test(lambda: TableEnv(word), num_cycles=20)
    assert "Passed API test" in capsys.readouterr().out


@pytest.mark.parametrize("word", QUICK)
def test_a_seat_is_an_environment_of_gymnasium(word: str) -> None:
    from gymnasium.utils.env_checker import check_env

    from cardwright.adapters.gymnasium import SeatEnv

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(word), skip_render_check=True)


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
