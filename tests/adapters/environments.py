"""PettingZoo's and Gymnasium's own tests of environments, with one of our games."""

from __future__ import annotations

import warnings
from contextlib import redirect_stdout
from io import StringIO

from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, seed_test

from cardwright.adapters.gymnasium import SeatEnv
from cardwright.adapters.pettingzoo import TableEnv


def check_table(word: str, cycles: int = 60) -> None:
    """Raises what PettingZoo's tests raise when something is wrong with a table."""
    with warnings.catch_warnings(), redirect_stdout(StringIO()) as told:
        warnings.simplefilter("ignore")  # it warns of observations larger than 1, of which there are no rules
        api_test(TableEnv(word), num_cycles=cycles, verbose_progress=False)
        seed_test(lambda: TableEnv(word), num_cycles=cycles // 3)
    assert "Passed API test" in told.getvalue()


def check_seat(word: str) -> None:
    """Raises what Gymnasium's test raises when something is wrong with a seat against bots."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        check_env(SeatEnv(word), skip_render_check=True)
