"""Budget of one execution: rounds of loops, evaluations of rules, and items of nested lists."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from cardwright.state_slots_and_table_rows import MAX_ROUNDS, TRACKER, Slots

if TYPE_CHECKING:
    from cardwright.runtime.primitives.plain_or_tracked_tables import Context

# After FIRST_LATE rounds of loops without a decision, one state in BETWEEN is compared with an earlier one. BETWEEN is
# a prime, so that rounds of the outer loop are compared too if the inner loop has a fixed number of rounds.
FIRST_LATE, BETWEEN = 200, 37
ROUNDS = tuple(int(n >= FIRST_LATE and not n % BETWEEN) for n in range(MAX_ROUNDS))
# Limit for the values of rules that can call themselves.
MAX_VALUES = 200_000
# Limits for the steps of all searches for picks that fulfil a condition together, and of the first attempt of a search.
# After FEW_STEPS, an attempt remembers where it has been.
MAX_SEARCH_STEPS, FIRST_STEPS, FEW_STEPS = 200_000, 1_000, 60
# Limit for the items of nested lists (see `compiler/analysis/max_visited_items.py`).
MAX_ITEMS = 20_000_000
# Limits for values that are only displayed, such as scores during a game: items for all values at one question, and the
# items that one value of a rule counts for.
MAX_DISPLAY_ITEMS, ITEMS_OF_A_VALUE = 2_000_000, 10


class ExecutionBudget:
    """The budget of one execution, or of one value evaluated outside of an execution.

    `left` is the number of loop rounds left, `asked` that of rule calls, `gone` that of list items, and `searched` that
    of steps of searches. `threads` are the threads used by the execution; each continues where the stack of the
    previous one was full.

    For the current attempt of a search, `steps` is the number of steps left. When this is less than `known_from`, the
    search remembers in `tried` which candidates and keys it has tried.
    """

    # there is a budget for each answer: attributes that few executions change stay in the class until then
    asked = MAX_VALUES
    gone = MAX_ITEMS
    searched = MAX_SEARCH_STEPS
    steps = known_from = 0
    tried: set[tuple[tuple[Any, ...], tuple[int, ...]]]
    threads = 1
    left: Iterator[int]


class DisplayItems(threading.local):
    """The number of list items that this thread can still use for values that are only displayed.

    None means that no such value is being computed.
    """

    left: int | None = None


DISPLAY = DisplayItems()


def start_budget() -> ExecutionBudget:
    """Return an unused budget. This function exists because a class with `__init__` would take twice as long."""
    budget = ExecutionBudget()
    budget.left = iter(ROUNDS)
    if DISPLAY.left is not None:
        budget.gone = max(DISPLAY.left, 0)
    return budget


def charge_display(budget: ExecutionBudget) -> None:
    """Charge the items that an execution has used to the budget of displayed values, if it computed such a value."""
    if DISPLAY.left is not None:
        DISPLAY.left = budget.gone - ITEMS_OF_A_VALUE * (MAX_VALUES - budget.asked)


def set_budget(S: Slots, tracked: bool, budget: ExecutionBudget | None) -> None:
    """Begin an execution with a budget for these slots, or end it (None). `tracked` is True if the state has a log.

    Outside of an execution, each value has a budget of its own.
    """
    if tracked:
        S[TRACKER].run = budget
    else:
        S[TRACKER] = budget


def budget_of(S: Slots, tracked: bool) -> ExecutionBudget | None:
    """Return the budget of the current execution on these slots, or None outside of one."""
    found: ExecutionBudget | None = S[TRACKER].run if tracked else S[TRACKER]
    return found


def outside(context: Context, S: Slots, function: Callable[..., Any], *args: Any) -> Any:
    """Return the result of a function that changes nothing; the function has its own budget outside of an execution."""
    tracked = context.tracked
    its = S if tracked else S[:]  # others may read the state meanwhile, and only values are computed this way
    budget = start_budget()
    set_budget(its, tracked, budget)
    try:
        return function(its, *args)
    finally:
        set_budget(its, tracked, None)
        charge_display(budget)


# The code object around every evaluation that is requested from outside.
FROM_OUTSIDE = outside.__code__


def unexecuted(name: str) -> NoReturn:
    """Raise RuntimeError for a function that changes a state and was called outside of an execution."""
    raise RuntimeError(f"{name} changes the state, and was called outside of an execution")
