"""Built-in procedures of chance, except random picks, which are part of `choose`."""

from typing import Any

from cardwright.builtins.registry import BuiltinParameter, Primitive, declare
from cardwright.declarations.value_types import NUMBER, YES_NO


def _roll(b: Any, sides: Any) -> Any:
    known = b.constant(sides)
    if known is not None and known > 0:
        return b.op("add", NUMBER, b.number(1), b.chance("roll", "die", b.value(sides)))
    some = b.op("max", NUMBER, b.number(1), b.value(sides))
    rolled = b.op("add", NUMBER, b.number(1), b.chance("roll", "die", some))
    return b.op("max", NUMBER, b.number(0), b.op("min", NUMBER, b.value(sides), rolled))


declare(
    Primitive(
        "roll",
        (BuiltinParameter("sides", "number", 6, least=0),),
        _roll,
        "roll a die[ with {sides} sides]",
        "Rolls a die with that many sides and gives the number, or 0 for a die without sides.",
        "let eyes = roll(6)",
        result=lambda _: NUMBER,
        is_procedure=True,
        called="the number rolled",
    ),
    Primitive(
        "flip_coin",
        (),
        lambda b: b.op("eq", YES_NO, b.chance("flip", "coin", b.number(2)), b.number(1)),
        "flip a coin",
        "Flips a coin; gives yes for heads.",
        "let heads = flip_coin",
        result=lambda _: YES_NO,
        is_procedure=True,
        called="the coin shows heads",
        denied="the coin shows tails",
    ),
)
