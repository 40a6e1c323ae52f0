"""Built-in deeds of chance; picks at random are part of `choose`."""

from __future__ import annotations

from cardwright.builtins.declare import Primitive, Role, declare
from cardwright.declarations.types import NUMBER, YES_NO

declare(
    Primitive(
        "roll",
        (Role("sides", "number", 6),),
        lambda _: NUMBER,
        lambda b, sides: b.op("add", NUMBER, b.number(1), b.chance("roll", "die", b.value(sides))),
        "roll a die",
        "Rolls a die with as many sides; gives the number.",
        "let eyes = roll(6)",
        deed=True,
        called="the number rolled",
    )
)
declare(
    Primitive(
        "flip_coin",
        (),
        lambda _: YES_NO,
        lambda b: b.op("eq", YES_NO, b.chance("flip", "coin", b.number(2)), b.number(1)),
        "flip a coin",
        "Flips a coin; gives yes for heads.",
        "let heads = flip_coin",
        deed=True,
        called="the coin shows heads",
        denied="the coin shows tails",
    )
)
