"""Built-in functions about numbers."""

from collections.abc import Sequence
from typing import Any

from cardwright.builtins.registry import BuiltinParameter, KernelCall, Primitive, declare
from cardwright.declarations.value_types import FRACTION, NUMBER, Type, list_of
from cardwright.state_slots_and_table_rows import MAX_LENGTH

# A constant range of numbers up to this length becomes a list.
WRITTEN_OUT = 40


def _number(kinds: Sequence[Type]) -> Type:
    return FRACTION if FRACTION in kinds or list_of(FRACTION) in kinds else NUMBER


def _make_extreme(word: str) -> Any:
    def lower(b: Any, *values: Any) -> Any:
        if len(values) == 1:
            return b.fold(word, NUMBER, b.list(values[0]))
        if len(values) == 2:
            return b.op(word, NUMBER, b.value(values[0]), b.value(values[1]))
        return b.fold(word, NUMBER, b.several([b.value(value) for value in values]))

    return lower


def _numbers(b: Any, low: Any, high: Any, by: Any) -> Any:
    first, last, step = b.constant(low), b.constant(high), b.constant(by)
    if first is not None and last is not None and step:
        known = range(first, last + (1 if step > 0 else -1), step)
        if len(known) <= WRITTEN_OUT:
            return b.numbers(tuple(known))
    return b.op("numbers", list_of(NUMBER), b.value(low), b.value(high), b.value(by))


def _refuse_numbers(given: Sequence[int]) -> tuple[str, str] | None:
    low, high, by = given
    if not by:
        return "steps of 0 never end", "write another number than 0"
    count = len(range(low, high + (1 if by > 0 else -1), by))
    if count <= MAX_LENGTH + 1:
        return None
    return f"these are {count:,} numbers, and a list has at most {MAX_LENGTH + 1:,}", "write fewer numbers"


declare(
    Primitive(
        "min",
        (BuiltinParameter("values", "numbers", many=True),),
        _make_extreme("min"),
        "the smallest of {values}",
        "The smallest of some numbers, or of a list of numbers; 0 for an empty list.",
        "min(3, count(you.hand))",
        result=_number,
    ),
    Primitive(
        "max",
        (BuiltinParameter("values", "numbers", many=True),),
        _make_extreme("max"),
        "the largest of {values}",
        "The largest of some numbers, or of a list of numbers; 0 for an empty list.",
        "max(0, 5 - count(you.hand))",
        result=_number,
    ),
    Primitive(
        "sum",
        (BuiltinParameter("values", "list of number"),),
        lambda b, values: b.fold("sum", NUMBER, b.list(values)),
        "the sum of {values}",
        "The sum of a list of numbers.",
        "sum(p.credits for each p in players)",
        result=_number,
    ),
    Primitive(
        "numbers",
        (BuiltinParameter("from", "number"), BuiltinParameter("to", "number"), BuiltinParameter("by", "number", 1)),
        _numbers,
        "the numbers from {from} to {to}",
        "The integers from one to another, both included, in steps of `by`; at most 3,001 of them.",
        "numbers(0, you.credits, by: 2)",
        result=lambda _: list_of(NUMBER),
        calls=(KernelCall("numbers", "III:L", gives="tuple", fails=True),),
        refuses=_refuse_numbers,
    ),
)
