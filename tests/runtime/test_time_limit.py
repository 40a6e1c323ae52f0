"""The limit of a computation: it counts processor time, and no finalizer swallows it."""

from __future__ import annotations

import time

import pytest

from cardwright.game.cancel_computation import TimeLimitError, at_most


def compute(seconds: float) -> None:
    """Compute for so many seconds of the processor."""
    end = time.process_time() + seconds
    while time.process_time() < end:
        pass


class Slow:
    """An object with a slow finalizer."""

    def __del__(self) -> None:
        compute(0.5)


def let_go_and_compute() -> None:
    Slow()
    compute(5)


def test_a_limit_reached_in_a_finalizer_is_neither_lost_nor_told(capfd: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(TimeLimitError), at_most(0.05):
        let_go_and_compute()
    assert not capfd.readouterr().err


def test_waiting_is_no_computing() -> None:
    with at_most(0.2):
        time.sleep(0.5)
