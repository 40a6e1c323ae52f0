"""Garbage collection at quiet times, because it takes half a second with many tables."""

import asyncio
import gc
from collections.abc import Callable
from contextlib import suppress
from time import monotonic

# So often it looks through what was made since it last did, in seconds: the less there is, the shorter all stand still.
OFTEN = 0.2
# After so many seconds in which nobody answered anything it looks through all.
PAUSE = 2.0
# Where there never is a pause it looks through all once there is so many times as much as when it last did. How much
# there is takes as long to count, and is counted every so many seconds.
GROWN = 4.0
COUNTED = 60.0
# Never by itself.
NEVER = 1_000_000


class GarbageScheduler:
    """Scheduler of garbage collection; `answered` returns the time of the last answer (`monotonic`)."""

    def __init__(self, answered: Callable[[], float]) -> None:
        self._answered = answered
        self._task: asyncio.Task[None] | None = None
        self._usual = gc.get_threshold()
        # how much was in use when all was looked through, and when that was
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
        """Collect recent objects or, if nobody has answered for a while, all objects; return True for all."""
        answered = self._answered()
        paused = answered > self._looked and monotonic() - answered >= PAUSE
        if paused or self._has_grown():
            self._look_through_all()
            return True
        gc.collect()
        # what is in use now will be for long: it is left out until all is looked through
        gc.freeze()
        return False

    def _has_grown(self) -> bool:
        if monotonic() - self._counted < COUNTED:
            return False
        self._counted = monotonic()
        return gc.get_freeze_count() > GROWN * self._kept

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
