"""Primitives that limit the depth and number of rule calls, the rounds of loops, and nested lists.

A rule may recurse as deep as there is memory. Python's recursion limit, which protects the C stack, holds for each
thread: at the limit a new thread continues, while the one before waits for its value.
"""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from typing import Any, NoReturn

from cardwright.runtime.errors import MAX_REPORTED, RunawayError, place_asking, powers_asking, values_open
from cardwright.runtime.primitives.execution_budget import (
    DISPLAY,
    FEW_STEPS,
    FIRST_STEPS,
    MAX_DISPLAY_ITEMS,
    MAX_ITEMS,
    MAX_SEARCH_STEPS,
    MAX_VALUES,
    budget_of,
)
from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.state_slots_and_table_rows import MAX_ROUNDS, TRACKER, Slots

# Limit for nested threads, each of which holds some hundred open values. A chain through all pieces of a game fits.
MAX_THREADS = 150
MAX_NAMES = 12
# Python frames that must be free before a thread starts.
ROOM = 60
# A value being evaluated: the title of a rule or condition, and its arguments.
Open = tuple[str, tuple[Any, ...]]
# For the search of repeated rounds: rounds since one was stored, rounds until the next is stored, and the stored round.
Seen = tuple[int, int, list[Any]]


def too_often(context: Context, search: str = "") -> NoReturn:
    """Raise the error for too many rule calls.

    If `search` is a title, the error is about a search for picks that takes too long.
    """
    if search:
        what = f"{search}: the search for one takes more than {MAX_SEARCH_STEPS:,} steps"
        mend = "pick fewer, or from fewer, or with a simpler condition on all of them together"
        raise _build_error(context, [], what, mend)
    what = f"this evaluates more than {MAX_VALUES:,} values of rules that call each other"
    mend = "let a verb compute what is often needed, and store it"
    raise _build_error(context, values_open(context.tables, context.which), what, mend)


def new_search(context: Context, S: Slots, attempt: int) -> None:
    """Begin an attempt of a search for picks; the first one has few steps."""
    run = budget_of(S, context.tracked)
    assert run is not None
    run.steps = FIRST_STEPS if attempt == 1 else MAX_SEARCH_STEPS
    run.known_from = run.steps - FEW_STEPS
    run.tried = set()


def search(context: Context, S: Slots) -> int:
    """Count a step of a search for picks; return 1 in a long search, and -1 if a short attempt is over."""
    run = budget_of(S, context.tracked)
    assert run is not None
    run.searched -= 1
    run.steps -= 1
    return int(run.steps < run.known_from) if run.steps >= 0 else -1


def tried(context: Context, S: Slots, left: Sequence[Any], key: Sequence[int]) -> bool:
    """Return True if the current search has already tried these candidates (`left`) with this key; else record them."""
    run = budget_of(S, context.tracked)
    assert run is not None
    here = tuple(left), tuple(key)
    if here in run.tried:
        return True
    run.tried.add(here)
    return False


def further(context: Context, S: Slots, function: Callable[..., Any], *args: Any) -> Any:
    """Evaluate a rule in a new thread, because the stack of the current one is full.

    Raises RunawayError if the rule is already being evaluated with the same arguments, which would never end.
    """
    _require_frames(ROOM)
    tables, which = context.tables, context.which
    run = budget_of(S, context.tracked)
    threads = MAX_THREADS if run is None else run.threads
    # a search takes as long as getting here, so it is made after 0, 1, 3, 7 ... threads, which is enough to find a
    # cycle
    looks = threads >= MAX_THREADS or not threads & threads + 1
    open_ = values_open(tables, which) if looks else []
    if (again := _find_cycle(open_)) is not None:
        raise RunawayError([name for name, _ in again], powers_asking(tables, which))
    if run is None or threads >= MAX_THREADS:
        what = "this calls itself too deeply"
        mend = "begin with the simplest case, or let a verb do it in a loop"
        raise _build_error(context, open_, what, mend)
    found: list[Any] = []
    wrong: list[Exception] = []

    def go_on() -> None:
        try:
            found.append(function(S, *args))
        except Exception as error:  # noqa: BLE001  # raised again in the thread that waits
            wrong.append(error)

    thread = threading.Thread(target=go_on, daemon=True)
    run.threads += 1
    try:
        thread.start()
        thread.join()
    except BaseException:
        run.asked = 0  # what continues there ends, too
        raise
    finally:
        run.threads -= 1
    if wrong and isinstance(wrong[0], RunawayError):
        raise wrong[0].with_traceback(None)  # the traceback would hold all frames of all threads
    if wrong:
        raise wrong[0]
    return found[0]


def spend(context: Context, S: Slots, items: Sequence[Any], charge: int) -> Sequence[Any]:
    """Return `items`, after charging each of them to the budget. Raises RunawayError if the budget is used up."""
    run = budget_of(S, context.tracked)
    if run is not None:
        run.gone -= len(items) * charge
        if run.gone < 0:
            what = f"this goes through more than {MAX_ITEMS:,} items of nested lists"
            if DISPLAY.left is not None:
                what = f"to show this means to go through more than {MAX_DISPLAY_ITEMS:,} items of nested lists"
            raise _build_items_error(context, what, "use shorter lists, or let verbs store what is often needed")
    return items


def charge_frames(context: Context, S: Slots, count: int) -> None:
    """Charge the frames of a deep stack to the budget of list items. Raises RunawayError if the budget is used up."""
    run = budget_of(S, context.tracked)
    if run is not None:
        run.gone -= count
        if run.gone < 0:
            raise _build_items_error(context, "too many rule texts wait for each other", "")


def _build_items_error(context: Context, what: str, mend: str) -> RunawayError:
    tables, which = context.tables, context.which
    names = dict.fromkeys(name for name, _ in values_open(tables, which)[-MAX_REPORTED:])
    return RunawayError([*names], powers_asking(tables, which), what, place_asking(tables, which), mend)


def too_many_rounds(context: Context, title: str) -> RunawayError:
    """Return the error for too many loop rounds in one execution; `title` is that of the loop."""
    what = f"there are more than {MAX_ROUNDS:,} rounds of loops before the next decision"
    mend = "use fewer rounds, or a condition that ends them"
    return RunawayError([title], (), what, place_asking(context.tables, context.which), mend)


def look_back(context: Context, title: str, seen: Seen | None, S: Slots, K: Sequence[Any], *names: Any) -> Seen:
    """Return the data for the next check of a loop; `seen` is what the last check returned, None at first.

    Raises RunawayError if the loop is endless. `names` are all values on which the rounds depend besides state and
    frames. One round is stored after 1, 2, 4 ... checks, so that a check meets any cycle (R. P. Brent, An improved
    Monte Carlo factorization algorithm, BIT 20, 1980). Records of the observer do not influence the loop.
    """
    now = [S[TRACKER + 1 :], tuple(K), *(each[:] if type(each) is list else each for each in names)]
    if seen is None:
        return 0, 1, now
    looks, until, kept = seen
    if now == kept:
        raise RunawayError([title], at=place_asking(context.tables, context.which))
    return (0, until * 2, now) if looks + 1 == until else (looks + 1, until, kept)


def _build_error(context: Context, open_: list[Open], what: str, mend: str) -> RunawayError:
    names, tables, which = _round([name for name, _ in open_]), context.tables, context.which
    return RunawayError(names, powers_asking(tables, which), what, place_asking(tables, which), mend)


def _require_frames(frames: int) -> None:
    """Raise RecursionError unless `frames` further Python frames fit on the stack."""
    if frames:
        _require_frames(frames - 1)


def _find_cycle(open_: list[Open]) -> list[Open] | None:
    """Return the cycle of rule calls that leads from a value back to itself, innermost call first, or None."""
    seen: dict[Open, int] = {}
    for place, each in enumerate(open_):
        try:
            if each in seen:
                return open_[seen[each] : place + 1]
        except TypeError:
            continue  # a value that the player cannot know is no key
        seen[each] = place
    return None


def _round(names: list[str]) -> list[str]:
    """Return the cycle with which a list of names ends, as in `a`, `b`, `a`; without one, the last names."""
    last = names[-1] if names else ""
    since = next((n for n in range(2, len(names) + 1) if names[-n] == last), 1)
    return names[-since:] if 1 < since <= MAX_NAMES else list(dict.fromkeys(names[::-1]))[:MAX_NAMES][::-1]
