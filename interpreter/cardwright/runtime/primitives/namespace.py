"""Namespace of generated code: primitives bound to a variant's context, and constants."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from types import MethodType
from typing import Any

from cardwright.runtime.primitives import execution_budget, execution_limits, random_numbers
from cardwright.runtime.primitives.active_abilities import own_abilities
from cardwright.runtime.primitives.bitsets import ids, in_groups, mask_of, next_of, nth, one_each, take, union
from cardwright.runtime.primitives.equal_and_hidden_options import apart, by_backs, choices, on_backs, special, unlike
from cardwright.runtime.primitives.exact_numbers import divide, share
from cardwright.runtime.primitives.numbers_and_lists import (
    beyond,
    connected,
    free_one,
    in_order,
    joined,
    last,
    look_up,
    numbers,
    product,
    spare_one,
    steps,
    sure,
    the_one,
    there,
    without,
)
from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.runtime.primitives.powers import copy_power, expire, grant, has_power, renew, suppress
from cardwright.runtime.primitives.reaction_and_replacement_order import (
    active,
    holder,
    lies_open,
    move_entry,
    order,
    order_frames,
    pending,
    ranking,
)
from cardwright.runtime.primitives.zones import (
    content,
    controller,
    decider,
    forget,
    frames,
    in_play,
    neighbours,
    place_of,
    put,
    reframe,
    rotate,
    sees,
    top,
    turn,
)
from cardwright.state_slots_and_table_rows import MAX_LENGTH, NO_LIMIT, ProgramTables

# Primitives without a context (UNBOUND), and those whose first argument is the context (BOUND).
UNBOUND: tuple[Callable[..., Any], ...] = (
    ids, mask_of, union, nth, take, one_each, next_of, in_groups, random_numbers.rand, without, joined,
    last, there, look_up, divide, share, in_order, content, forget, reframe,
    rotate, top, move_entry, connected, steps,
    execution_budget.unexecuted,
)  # fmt: skip
BOUND: tuple[Callable[..., Any], ...] = (
    product, numbers, the_one, free_one, spare_one, sure,
    random_numbers.shuffle, random_numbers.sample, execution_limits.spend, execution_limits.further,
    execution_limits.look_back, execution_limits.too_often, execution_limits.new_search,
    execution_limits.search, execution_limits.tried, execution_budget.outside, controller, holder, sees, put, turn,
    active, order, ranking,
    lies_open, apart, choices, special, unlike, by_backs, on_backs, has_power, copy_power, suppress, renew,
    grant, expire, place_of, neighbours, own_abilities, in_play, decider, order_frames, pending,
    frames,
)  # fmt: skip


def build_namespace(context: Context, others: Iterable[Callable[..., Any]] = ()) -> dict[str, Any]:
    """Return the names that generated code uses; `others` replace primitives of the same names.

    A primitive that needs the context is bound to it like a method, because Python calls methods fastest.
    """
    replaced = {function.__name__: function for function in others}
    names: dict[str, Any] = {}
    for function in UNBOUND:
        names[function.__name__] = replaced.get(function.__name__, function)
    for function in BOUND:
        names[function.__name__] = MethodType(replaced.get(function.__name__, function), context)
    return (
        names
        | list_constants(context.tables)
        | {
            "Beyond": MethodType(beyond, context),
            "TooManyRounds": MethodType(execution_limits.too_many_rounds, context),
            "RecursionError": RecursionError,
        }
    )


def list_constants(tables: ProgramTables) -> dict[str, Any]:
    """Return the tables that generated code reads by name. The last entry of each table is for index -1."""
    players, step = tables.players, -1 if tables.anticlockwise else 1
    after = [tuple((seat + step * n) % players for n in range(players)) for seat in range(players)]
    return {
        "DEF": (*tables.pieces, -1),
        "WHOLE": (*tables.whole, -1),
        "PARTS": (*map(tuple, tables.parts), ()),
        "NEXT": (*((seat + step) % players for seat in range(players)), -1),
        "PREVIOUS": (*((seat - step) % players for seat in range(players)), -1),
        "AFTER": (*after, after[0]),
        "OTHERS": (*(row[1:] for row in after), after[0]),
        "NO_LIMIT": NO_LIMIT,
        "LONGEST": MAX_LENGTH,
    }
