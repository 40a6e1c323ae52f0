"""Batches of matches, the units of work that processes play."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cardwright_tools.laboratory.games.match import MatchConfig, MatchOutcome, Overtaken, Ready, open_game, play_one
from cardwright_tools.laboratory.games.native_match import NEVER, NativePlayer

if TYPE_CHECKING:
    from cardwright import Game

MAX_BATCH = 8
# Batches that wait for each process: enough that none is idle, few enough that Ctrl-C is prompt.
BATCHES_PER_CORE = 3


@dataclass(frozen=True, slots=True)
class Batch:
    """Some matches of a configuration, by number; `native` is True if compiled C plays them."""

    table: MatchConfig
    numbers: Sequence[int]
    native: bool = False

    def after(self, played: int) -> Batch | None:
        """Return the batch without its first `played` matches, or None if it is empty."""
        return replace(self, numbers=self.numbers[played:]) if played < len(self.numbers) else None


Played = tuple[MatchConfig, list[MatchOutcome]]
# A function that plays batches; unfinished batches continue in C once that is ready.
Workers = Callable[[Iterable[Batch], Ready], Iterator[Played]]


def is_never_ready() -> bool:
    """Return False; used by callers that never play in compiled C."""
    return False


def split_into_batches(table: MatchConfig, numbers: Sequence[int], jobs: int) -> Iterator[Batch]:
    """Yield the matches in batches that are small enough for all processes to have work.

    Matches with the same decks of a pool come one after the other, so that a process need not load all programs.
    """
    numbers = sorted(numbers, key=lambda number: (str(table.draw(number)), number)) if table.pool else numbers
    size = max(1, min(MAX_BATCH, len(numbers) // (jobs * 4)))
    for first in range(0, len(numbers), size):
        yield Batch(table, numbers[first : first + size])


# Seconds after which a batch ends even if it is unfinished, so that progress and Ctrl-C stay prompt.
MAX_BATCH_LENGTH = 0.5
# In a worker process: whether compiled C is ready, in memory that all share.
_stop_flag: Any = None


def share_readiness(stop: Any) -> None:
    """Set the object by which all processes learn that compiled C is ready to play."""
    global _stop_flag
    _stop_flag = stop


def _is_ready() -> bool:
    return _stop_flag is not None and bool(_stop_flag.value)


def play_batch(batch: Batch, ready: Ready = _is_ready) -> list[MatchOutcome]:
    """Play matches in order, at least one, until all are done or half a second has passed.

    If Python plays and compiled C becomes `ready`, the batch ends early, possibly without any match.
    """
    table = batch.table
    game = _open(replace(table, players=0, bots=(), seed=0, pool=()))
    room = _make_native_player(table) if batch.native else None
    ready = is_never_ready if batch.native else ready  # matches that C cannot play are finished in Python
    end = time.perf_counter() + MAX_BATCH_LENGTH
    outcomes: list[MatchOutcome] = []
    while len(outcomes) < len(batch.numbers):
        left = batch.numbers[len(outcomes) :]
        try:
            outcomes += [play_one(game, table, left[0], ready)] if room is None else room.play(left, NEVER)
        except Overtaken:
            break
        if time.perf_counter() > end:
            break
    return outcomes


@lru_cache(maxsize=4)
def _open(table: MatchConfig) -> Game:
    return open_game(table)


@lru_cache(maxsize=4)
def _make_native_player(table: MatchConfig) -> NativePlayer | None:
    """Return the C player of a configuration, or None if C fails and Python has to play."""
    from cardwright.native.c_compiler import NotNative
    from cardwright.native.engine import Engine

    game = _open(replace(table, players=0, bots=(), seed=0, pool=()))
    try:
        return NativePlayer(Engine(game, table.players), game, table)
    except NotNative:
        return None
