"""Built-in deeds of chance; picks at random are part of `choose`."""

from __future__ import annotations

from cardwright.language.primitives.declare import Primitive, Role, declare
from cardwright.language.types import NUMBER, YES_NO

declare(
    Primitive(
        "roll",
        (Role("sides", "number", 6),),
        lambda _: NUMBER,
        lambda coder, sides: f"1 + {coder.chance('roll', 'die', coder.scalar(sides))}",
        "roll a die",
        "Rolls a die with as many sides; gives the number.",
        "let eyes = roll(6)",
        deed=True,
    )
)
declare(
    Primitive(
        "flip_coin",
        (),
        lambda _: YES_NO,
        lambda coder: f"{coder.chance('flip', 'coin', '2')} == 1",
        "flip a coin",
        "Flips a coin; gives yes for heads.",
        "let heads = flip_coin",
        deed=True,
    )
)
