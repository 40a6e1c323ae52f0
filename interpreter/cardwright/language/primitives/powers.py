"""Built-in deeds that change which powers a piece has."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.language.primitives.declare import Primitive, Role, declare
from cardwright.language.types import NOTHING, YES_NO, Type


def _nothing(_: Sequence[Type]) -> Type:
    return NOTHING


declare(
    Primitive(
        "copy_power",
        (Role("source", "piece"), Role("onto", "piece")),
        _nothing,
        lambda coder, source, onto: f"copy_power(S, {coder.scalar(source)}, {coder.scalar(onto)}, 0)",
        "{onto} gains the power of {source}",
        "Gives a piece the power another piece has now, for as long as the game lasts, beside its own.",
        "copy_power(s, onto: this)",
        deed=True,
    )
)
declare(
    Primitive(
        "become_power",
        (Role("source", "piece"), Role("onto", "piece")),
        _nothing,
        lambda coder, source, onto: f"copy_power(S, {coder.scalar(source)}, {coder.scalar(onto)}, 1)",
        "the power of {onto} becomes that of {source}",
        "Replaces a piece's power by the power another piece has now, for as long as the game lasts.",
        "become_power(s, onto: this)",
        deed=True,
    )
)
declare(
    Primitive(
        "lose_powers",
        (Role("piece", "piece"),),
        _nothing,
        lambda coder, piece: f"suppress(S, {coder.scalar(piece)}, 1)",
        "{piece} loses its power",
        "Suppresses all powers of a piece until `regain_powers`.",
        "lose_powers(c)",
        deed=True,
    )
)
declare(
    Primitive(
        "regain_powers",
        (Role("piece", "piece"),),
        _nothing,
        lambda coder, piece: f"suppress(S, {coder.scalar(piece)}, 0)",
        "{piece} has its power again",
        "Ends what `lose_powers` did.",
        "regain_powers(c)",
        deed=True,
    )
)
declare(
    Primitive(
        "has_power",
        (Role("piece", "piece"),),
        lambda _: YES_NO,
        lambda coder, piece: f"has_power(S, {coder.scalar(piece)})",
        "{piece} has a power",
        "Whether a piece has a power that is not suppressed, its own or a gained one.",
        "choose c from you.goods where has_power(it): lose_powers(c)",
    )
)
