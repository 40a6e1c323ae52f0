"""The functions of generated code that keep within bounds what asks for itself: how deep, and how often."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, NoReturn

# So many questions may be open within each other, and be asked in all: before the first of them has its answer, and
# while a game goes on from one decision to the next.
DEEPEST = 100
MOST = 50_000
TOLD = 12


def asking(endless: Callable[[Sequence[str]], Exception]) -> dict[str, Any]:
    """The functions for one program; `endless` makes the error from the names of what asks for itself, in order."""
    open_: list[str] = []
    asked = 0
    going_on = False

    def goes_on(now: bool) -> None:
        """Note whether a game goes on from a decision: all that is asked meanwhile is counted together."""
        nonlocal asked, going_on
        asked, going_on = 0, now

    def deeper(name: str) -> None:
        """Note that something is asked; raises the error when that went too deep, or on for too long."""
        nonlocal asked
        asked = asked + 1 if open_ or going_on else 1
        open_.append(name)
        if len(open_) > DEEPEST or asked > MOST:
            too_deep()

    def back() -> None:
        """Note that it has its answer, or has none."""
        del open_[-1:]

    def too_deep(name: str = "") -> NoReturn:
        """Raise the error for what is open now; if that is nothing, for what was just to be asked."""
        raise endless(_ring(open_ or [name])) from None

    return {"goes_on": goes_on, "deeper": deeper, "back": back, "too_deep": too_deep, "RecursionError": RecursionError}


def _ring(names: list[str]) -> list[str]:
    """The way round that names repeat at their end, its first one once more; the last ones if they repeat nothing."""
    last = names[-1]
    since = next((n for n in range(2, len(names) + 1) if names[-n] == last), 1)
    return names[-since:] if 1 < since <= TOLD else list(dict.fromkeys(names[::-1]))[:TOLD][::-1]
