"""Budget of one execution: rounds of loops, evaluations of rules, and items of nested lists."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn

from cardwright.program_format import TRACKER, Slots

if TYPE_CHECKING:
    from cardwright.runtime.primitives.context import Context

# Rounds of loops in which nobody decides, those of loops within others counted together. A round that comes late (1) is
# compared with an earlier one: how many lie between two such shares no divisor with the rounds of loops within a loop,
# so that they fall on the outer one, too.
MOST_ROUNDS, FIRST_LATE, BETWEEN = 5_000, 200, 37
ROUNDS = tuple(int(n >= FIRST_LATE and not n % BETWEEN) for n in range(MOST_ROUNDS))
# Values of rules that can come to be asked within themselves.
MAX_VALUES = 200_000
# Items of lists that are gone through while others are (see `compiler/analysis/evaluation_cost.py`).
MAX_ITEMS = 20_000_000
# Of what is only shown, such as scores during a game: items for all of one question, and for how many a rule counts.
MAX_DISPLAY_ITEMS, ITEMS_OF_A_VALUE = 2_000_000, 10


class ExecutionBudget:
    """The budget of one execution, or of one value evaluated outside of an execution.

    `left` is the number of loop rounds left, `asked` that of rule calls, and `gone` that of list items. `threads` are
    the threads used by the execution; each continues where the stack of the previous one was full.
    """

    # one is made for each answer: what only few executions use up is in the class until then
    asked = MAX_VALUES
    gone = MAX_ITEMS
    threads = 1
    left: Iterator[int]


class DisplayItems(threading.local):
    """The number of list items that this thread can still use for values that are only displayed, or None.

    None means that no such value is being computed.
    """

    left: int | None = None


DISPLAY = DisplayItems()


def start_budget() -> ExecutionBudget:
    """Return an unused budget; a class with `__init__` would take twice as long."""
    budget = ExecutionBudget()
    budget.left = iter(ROUNDS)
    if DISPLAY.left is not None:
        budget.gone = max(DISPLAY.left, 0)
    return budget


def charge_display(budget: ExecutionBudget) -> None:
    """Charge an execution to the budget of displayed values, if it computed such a value."""
    if DISPLAY.left is not None:
        DISPLAY.left = budget.gone - ITEMS_OF_A_VALUE * (MAX_VALUES - budget.asked)


def set_budget(S: Slots, tracked: bool, budget: ExecutionBudget | None) -> None:
    """Begin an execution with a budget for these slots, or end it (None).

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
    """Return the result of a function that changes nothing, run with its own budget outside of an execution."""
    tracked = context.tracked
    its = S if tracked else S[:]  # others may look at the state meanwhile; only values are asked for in this way
    budget = start_budget()
    set_budget(its, tracked, budget)
    try:
        return function(its, *args)
    finally:
        set_budget(its, tracked, None)
        charge_display(budget)


# The code that stands around all that is asked from outside.
FROM_OUTSIDE = outside.__code__


def unexecuted(name: str) -> NoReturn:
    """Raise RuntimeError for a function that changes a state and was called outside of an execution."""
    raise RuntimeError(f"{name} changes the state, and was called outside of an execution")
