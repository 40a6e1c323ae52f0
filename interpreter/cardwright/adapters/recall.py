"""Lines that only become more, kept so that they take little room however many there are: early ones by a digest."""

from __future__ import annotations

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass

# So many of the last lines are always told, and no more than twice as many.
BLOCK = 256


@dataclass(frozen=True, slots=True)
class Lines:
    """Some lines: a digest of so many blocks of them, and those after that.

    What is kept depends on the lines alone, and not on how they came, so that equal lines are kept alike.
    """

    blocks: int = 0
    digest: str = ""
    last: tuple[str, ...] = ()

    def followed_by(self, more: Sequence[str]) -> Lines:
        """These lines, and others after them."""
        if not more:
            return self
        blocks, digest, last = self.blocks, self.digest, (*self.last, *more)
        while len(last) >= 2 * BLOCK:
            early = "\n".join((digest, *last[:BLOCK]))
            blocks, digest, last = blocks + 1, hashlib.sha256(early.encode()).hexdigest(), last[BLOCK:]
        return Lines(blocks, digest, last)

    def told(self) -> tuple[str, ...]:
        """The lines, those that are kept by their digest as one."""
        return (f"{self.blocks * BLOCK} before: {self.digest}", *self.last) if self.blocks else self.last
