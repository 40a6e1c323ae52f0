"""A batch of games, in whatever process it may be played."""

import time
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from cardwright_tools.laboratory.games.batches import Batch, never
from cardwright_tools.laboratory.games.native_games import NEVER, Room
from cardwright_tools.laboratory.games.play import Outcome, Overtaken, Ready, Table, open_game, play_one

if TYPE_CHECKING:
    from cardwright import Game

# A batch of games ends after so many seconds even if it is not through, so that progress and Ctrl-C stay prompt.
LONGEST_BATCH = 0.5


# In a process that works for others: whether they have compiled C ready, told through memory they share.
_told: Any = None


def hear(told: Any) -> None:
    """Look from now on at what others say there."""
    global _told
    _told = told


def _is_ready() -> bool:
    return _told is not None and bool(_told.value)


def play_batch(batch: Batch, ready: Ready = _is_ready) -> list[Outcome]:
    """Play games in this order until they are through or half a second is over; at least one is played.

    None need be where Python plays and compiled C is `ready`.
    """
    table = batch.table
    game = _opened(table.game, table.sets, table.blank, table.content)
    room = _room(table) if batch.native else None
    ready = never if batch.native else ready  # what C cannot play is played to its end
    end = time.perf_counter() + LONGEST_BATCH
    outcomes: list[Outcome] = []
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
def _opened(name: str, sets: tuple[str, ...], blank: tuple[str, ...], content: str) -> "Game":
    return open_game(Table(name, 0, (), 0, sets, blank, content))


@lru_cache(maxsize=4)
def _room(table: Table) -> Room | None:
    """Where games of a table are played in C; None where that fails in this process: then Python plays them."""
    from cardwright.native.build import NotNative
    from cardwright.native.engine import Engine

    game = _opened(table.game, table.sets, table.blank, table.content)
    try:
        return Room(Engine(game, table.players), game, table)
    except NotNative:
        return None
