"""Notices a loop that goes round without changing anything, long before it has had all its rounds."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from cardwright.contract import TRACKER

# How often was looked since a round was kept, after how many looks the next one is, and what was true in it.
Seen = tuple[int, int, list[Any]]


def looking_back(endless: Callable[[Sequence[str]], Exception]) -> dict[str, Any]:
    """The function for one program; `endless` makes the error from the title of a loop that never ends."""

    def look_back(title: str, seen: Seen | None, S: list[Any], K: Sequence[Any], *names: Any) -> Seen:
        """What is to be given in the next look at the same run of a loop (None in its first); raises the error.

        `names` are all its rounds hang on besides the state and the frames. One round is kept, taken anew after 1, 2,
        4 ... looks: so it comes to lie on any circle (R. P. Brent, An improved Monte Carlo factorization algorithm,
        BIT 20, 1980). What tracked games keep beside their state changes nothing of their course.
        """
        now = [S[TRACKER + 1 :], tuple(K), *(each[:] if type(each) is list else each for each in names)]
        if seen is None:
            return 0, 1, now
        looks, until, kept = seen
        if now == kept:
            raise endless([title])
        return (0, until * 2, now) if looks + 1 == until else (looks + 1, until, kept)

    return {"look_back": look_back}
