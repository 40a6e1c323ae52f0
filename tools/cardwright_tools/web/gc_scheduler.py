"""Garbage collection at quiet times, because it takes half a second with many tables."""

import asyncio
import gc
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

# Seconds between two collections of new garbage. They are short, so that tables never wait long.
OFTEN = 0.2
# Seconds without an answer after which all garbage is collected.
PAUSE = 2.0
# Without a pause, all garbage is collected once there are GROWN times as many objects as after the last time, and at
# least MANY: every table waits a second or more for it, and the objects of new tables are no garbage.
GROWN = 4.0
MANY = 10_000_000
# Seconds between two counts of the objects; a count takes as long as a collection of recent ones.
COUNTED = 60.0
# A threshold that disables automatic collection.
NEVER = 1_000_000


class GarbageScheduler:
    """Scheduler of garbage collection; `answered` returns the time of the last answer (`monotonic`)."""

    def __init__(self, answered: Callable[[], float]) -> None:
        self._answered = answered
        self._task: asyncio.Task[None] | None = None
        self._usual = gc.get_threshold()
        # memory in use after the last full collection, and its time
        self._kept = 0
        self._looked = 0.0
        self._counted = 0.0

    def begin(self) -> None:
        """Start scheduling; the objects created so far are assumed to live until the end."""
        young, middle, _ = self._usual
        gc.set_threshold(young, middle, NEVER)
        self._look_through_all()
        self._task = asyncio.create_task(self._look())

    async def close(self) -> None:
        """Let Python collect garbage by itself again."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task
        gc.unfreeze()
        gc.set_threshold(*self._usual)

    def look(self) -> bool:
        """Collect recent objects, or all objects if nobody has answered for a while; return True if all."""
        answered = self._answered()
        paused = answered > self._looked and monotonic() - answered >= PAUSE
        if paused or self._has_grown():
            self._look_through_all()
            return True
        gc.collect()
        # objects in use now will stay in use: they are left out until the next full collection
        gc.freeze()
        return False

    def _has_grown(self) -> bool:
        if monotonic() - self._counted < COUNTED:
            return False
        self._counted = monotonic()
        return gc.get_freeze_count() > max(GROWN * self._kept, MANY)

    async def _look(self) -> None:
        while True:
            await asyncio.sleep(OFTEN)
            self.look()

    def _look_through_all(self) -> None:
        gc.unfreeze()
        gc.collect()
        gc.freeze()
        self._kept, self._looked = gc.get_freeze_count(), monotonic()
        self._counted = self._looked
