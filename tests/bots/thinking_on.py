"""Bots that would think for hours, and somebody who lets them end."""

from __future__ import annotations

from collections.abc import Callable
from threading import Thread
from time import sleep

from cardwright.game.cancel_computation import Ended, Stop, use_stop_signal
from cardwright.state_slots_and_table_rows import ROLLOUTS

HOURS = ["mcts:1000000", *(f"mcts:1000000:rollout={rollout}:depth=10000" for rollout in ROLLOUTS)]
# Far more than is needed, so that a busy machine fails nothing.
PATIENCE = 300.0


def ends(choose: Callable[[], int], after: float) -> bool:
    """Whether a bot that is thinking, in a thread of its own, ends when it is told to after so many seconds."""
    stop, found = Stop(), []

    def think() -> None:
        try:
            with use_stop_signal(stop):
                choose()
        except Ended as ended:
            found.append(ended)

    thread = Thread(target=think, daemon=True)
    thread.start()
    sleep(after)
    stop.end()
    thread.join(PATIENCE)
    return not thread.is_alive() and len(found) == 1
