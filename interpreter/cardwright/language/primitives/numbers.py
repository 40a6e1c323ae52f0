"""Built-in values about numbers."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Any

from cardwright.language.primitives.declare import Coder, Primitive, Role, declare
from cardwright.language.types import NUMBER, Type, list_of

# Two short values are compared in place: a call of min or max costs more than computing one of them twice, unless
# that asks a rule or runs through a list.
SHORT = 84
_LONG = re.compile(r"\w\(S[,)]| for ")
# A range of numbers known beforehand is written out up to this length.
WRITTEN_OUT = 40


def _number(_: Sequence[Type]) -> Type:
    return NUMBER


def _extreme(word: str) -> Any:
    def code(coder: Coder, *values: Any) -> str:
        if len(values) == 1:
            return f"{word}({coder.iterable(values[0])}, default=0)"
        codes = [coder.scalar(value) for value in values]
        if len(codes) == 2 and len("".join(codes)) < SHORT and not _LONG.search(" ".join(codes)):
            return f"({codes[0]} if {codes[0]} {'<' if word == 'min' else '>'} {codes[1]} else {codes[1]})"
        return f"{word}({', '.join(codes)})"

    return code


def _numbers(coder: Coder, low: Any, high: Any, by: Any) -> str:
    first, last, step = coder.constant(low), coder.constant(high), coder.constant(by)
    if first is not None and last is not None and step and last - first < WRITTEN_OUT:
        return repr(tuple(range(first, last + 1, step)))
    return f"numbers({coder.scalar(low)}, {coder.scalar(high)}, {coder.scalar(by)})"


declare(
    Primitive(
        "min",
        (Role("values", "numbers", many=True),),
        _number,
        _extreme("min"),
        "the smallest of {values}",
        "The smallest of some numbers, or of a list of numbers; 0 for an empty list.",
        "min(3, count(you.hand))",
    )
)
declare(
    Primitive(
        "max",
        (Role("values", "numbers", many=True),),
        _number,
        _extreme("max"),
        "the largest of {values}",
        "The largest of some numbers, or of a list of numbers; 0 for an empty list.",
        "max(0, 5 - count(you.hand))",
    )
)
declare(
    Primitive(
        "sum",
        (Role("values", "list of number"),),
        _number,
        lambda coder, values: f"sum({coder.iterable(values)})",
        "the sum of {values}",
        "The sum of a list of numbers.",
        "sum(p.credits for each p in players)",
    )
)
declare(
    Primitive(
        "numbers",
        (Role("from", "number"), Role("to", "number"), Role("by", "number", 1)),
        lambda _: list_of(NUMBER),
        _numbers,
        "the numbers from {from} to {to}",
        "The whole numbers from one to another, both included, in steps of `by`.",
        "numbers(0, you.credits, by: 2)",
    )
)
