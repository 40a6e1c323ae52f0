"""The loop that executes segments of suspended rule texts, with its limits and errors."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import replace
from enum import IntEnum
from typing import TYPE_CHECKING, Any

from cardwright.runtime.errors import NEVER_ENDS, RunawayError, SlipError, place_of_function
from cardwright.runtime.primitives.execution_budget import charge_display, start_budget
from cardwright.state_slots_and_table_rows import FINISHED, PENDING, TRACKER, Slots

if TYPE_CHECKING:
    from cardwright.runtime.program import ProgramVariant, Segment

Frame = tuple[Any, ...]
# Limit for the segments of one answer: stretches, after each of which the frames are counted. There is no limit of
# time, because a match must be the same on every machine.
STRETCH, STRETCHES = range(200), 500
STEP_LIMIT = len(STRETCH) * STRETCHES
# Limit for the suspended rule texts.
MAX_FRAMES = 50_000
# Limits for an error about an endless match: steps searched for the cycle, texts named, and frames named.
ROUND, MAX_TITLES, MAX_CHAIN = range(500), 12, 200


class Outcome(IntEnum):
    """Reasons why an execution ends: a decision, the end of the game, no rule text left to execute, or a limit."""

    STOPPED = 0
    EMPTY = 1
    REPEATED = 2
    TOO_MANY_FRAMES = 3
    TOO_MANY_STEPS = 4


STOPPED, EMPTY = Outcome.STOPPED, Outcome.EMPTY
_ENDLESS = {
    Outcome.REPEATED: NEVER_ENDS,
    Outcome.TOO_MANY_FRAMES: f"more than {MAX_FRAMES:,} rule texts wait for each other",
    Outcome.TOO_MANY_STEPS: f"this continues for more than {STEP_LIMIT:,} steps without an end",
}


def run_segments(
    variant: ProgramVariant,
    slots: Slots,
    frames: list[Frame],
    stretches: int = STRETCHES,
    stretch: range = STRETCH,
    first: Callable[[Slots], object] | None = None,
) -> Outcome:
    """Execute segments, the compiled parts of rule texts, to the next decision; return why the execution ends.

    It ends without a decision if the game is over, if no segment is left, if the state repeats itself, or at a limit.
    At most `stretches * len(stretch)` segments are executed; after every `len(stretch)` segments, the frames are
    counted. `first`, if given, is called before the first segment. `first` and the segments share one budget of loop
    rounds, rule calls and list items. Raises RunawayError with the rule texts involved if this budget is used up, or if
    Python's recursion limit is reached. Other errors are raised as they are. After an error, the state is invalid.
    """
    counts, segments = variant.counts, variant.segments
    budget = start_budget() if counts else None
    if counts and variant.tracked:
        slots[TRACKER].run = budget
    elif counts:
        slots[TRACKER] = budget
    before: list[Any] | None = None
    frame: Frame | None = None
    try:
        if first is not None:
            first(slots)
            if not frames:
                return EMPTY
        number = 0
        while number < stretches:
            for _ in stretch:
                frame = frames.pop()
                if segments[frame[0]](slots, frames, frame):
                    if slots[FINISHED]:
                        slots[PENDING] = None
                    return STOPPED
                if not frames:
                    return EMPTY
            if len(frames) > MAX_FRAMES:
                return Outcome.TOO_MANY_FRAMES
            before = before or []
            if _repeats(slots, frames, number, before):
                return Outcome.REPEATED
            number += 1
        return Outcome.TOO_MANY_STEPS
    except RecursionError:
        raise RunawayError(_list_titles(variant, frames)) from None
    except RunawayError as error:
        raise error.in_texts(() if frame is None else _list_titles(variant, [*frames, frame])) from None
    finally:
        if counts and variant.tracked:
            slots[TRACKER].run = None
        elif counts:
            slots[TRACKER] = None
        if budget is not None:
            charge_display(budget)


def build_endless_error(outcome: Outcome, variant: ProgramVariant, slots: Slots, frames: list[Frame]) -> RunawayError:
    """Return the error for an execution that reached the limit, with the titles of the texts that would run next.

    It names the file and line of the first of these texts. The state is invalid afterwards.
    """
    named = _NamedSegments(variant)
    with suppress(SlipError, RecursionError):
        run_segments(replace(variant, segments=named), slots, frames, 1, ROUND)
    titles = list(named.titles)[:MAX_TITLES]
    code = getattr(variant.segments[named.titles[titles[0]]], "__code__", None) if titles else None
    at = "" if code is None else place_of_function(variant.context.tables, variant.which, code)
    return RunawayError(titles, (), _ENDLESS[outcome], at)


def _repeats(slots: Slots, frames: list[Frame], number: int, before: list[Any]) -> bool:
    """Return True if the state equals the one stored in `before`, so that the execution never ends.

    The state is stored after 1, 2, 4, 8 ... checks, so that a check meets any cycle (R. P. Brent, An improved Monte
    Carlo factorization algorithm, BIT 20, 1980). The observer's records are ignored. Scripted outcomes need no
    comparison: where one is used, a random number is drawn all the same.
    """
    now = [slots[TRACKER + 1 :], frames]
    if now == before:
        return True
    if not number & (number + 1):
        before[:] = [now[0], frames[:]]
    return False


def _list_titles(variant: ProgramVariant, frames: Sequence[Frame]) -> list[str]:
    """Return the titles of the rule texts of the topmost frames, each once, the outermost cause first."""
    rows = [variant.frames[frame[0]] for frame in frames[-MAX_CHAIN:]]
    return [*dict.fromkeys(row.title for row in rows if row.title)][-MAX_TITLES:] or ["the game"]


class _NamedSegments(Sequence["Segment"]):
    """The segments of a variant, as a list that records the title of each segment executed, with its number."""

    def __init__(self, variant: ProgramVariant) -> None:
        self._variant = variant
        self.titles: dict[str, int] = {}

    def __len__(self) -> int:
        return len(self._variant.segments)

    def __getitem__(self, number: Any) -> Any:
        if title := self._variant.frames[number].title:
            self.titles.setdefault(title, number)
        return self._variant.segments[number]
