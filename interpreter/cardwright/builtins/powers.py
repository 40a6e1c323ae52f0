"""Built-in procedures that change which powers a piece has."""

from collections.abc import Callable
from typing import Any

from cardwright.builtins.registry import BuiltinParameter, KernelCall, Lasting, Primitive, declare
from cardwright.declarations.value_types import YES_NO
from cardwright.state_slots_and_table_rows import BESIDE, INSTEAD, TAKEN


def _make_grant(how: int) -> Callable[..., Any]:
    """Return the lowering of a built-in that gives a piece powers; `how` is an argument of the runtime primitive."""
    return lambda b, ends, source, onto=None: (
        *(b.power_shown(source, onto) if onto is not None else ()),
        *b.do("grant", b.value(source), b.value(source if onto is None else onto), b.number(how), *ends),
    )


declare(
    Primitive(
        "copy_power",
        (BuiltinParameter("source", "piece"), BuiltinParameter("onto", "piece")),
        lambda b, source, onto: (
            *b.power_shown(source, onto),
            *b.do("copy_power", b.value(source), b.value(onto), b.number(0)),
        ),
        "{onto} gains the power of {source}",
        "Gives a piece the power that another piece has now, in addition to its own, for the rest "
        "of the game or `until` an event. If the piece is visible to all, the other one is shown "
        "to everybody. Players who see the piece are told what it can do and until when.",
        "copy_power(s, onto: this)",
        is_procedure=True,
        calls=(
            KernelCall("copy_power", "III:I", "changes"),
            KernelCall("grant", "IIIIL:I", "changes"),
            KernelCall("expire", "IL:I", "changes"),
        ),
        lasting=Lasting(_make_grant(BESIDE)),
    ),
    Primitive(
        "become_power",
        (BuiltinParameter("source", "piece"), BuiltinParameter("onto", "piece")),
        lambda b, source, onto: (
            *b.power_shown(source, onto),
            *b.do("copy_power", b.value(source), b.value(onto), b.number(1)),
        ),
        "replace the power of {onto} with a copy of the power of {source}",
        "Replaces all powers of a piece with the power that another piece has now, for the rest of "
        "the game or `until` an event. If the piece is visible to all, the other one is shown to "
        "everybody. Players who see the piece are told what it can do and until when.",
        "become_power(s, onto: this)",
        is_procedure=True,
        lasting=Lasting(_make_grant(INSTEAD)),
    ),
)
declare(
    Primitive(
        "lose_powers",
        (BuiltinParameter("piece", "piece"),),
        lambda b, piece: b.do("suppress", b.value(piece), b.number(1)),
        "{piece} loses its power",
        "Suppresses all powers of a piece until `regain_powers`, or `until` an event. Players who "
        "see the piece are told until when.",
        "lose_powers(c)",
        is_procedure=True,
        calls=(KernelCall("suppress", "II:I", "changes"),),
        lasting=Lasting(_make_grant(TAKEN)),
    ),
    Primitive(
        "regain_powers",
        (BuiltinParameter("piece", "piece"),),
        lambda b, piece: b.do("suppress", b.value(piece), b.number(0)),
        "{piece} has its power again",
        "Ends the effect of `lose_powers`, including one with a duration.",
        "regain_powers(c)",
        is_procedure=True,
    ),
    Primitive(
        "use",
        (BuiltinParameter("piece", "piece"), BuiltinParameter("as", "player")),
        lambda b, piece, player: (),  # the checker makes it a window of its own
        "use an ability of {piece} as if {as} controlled it",
        "The player uses an offer of a piece where its powers work, whoever controls it and "
        "whatever window is open. In the offer `you` is this player, and `once per` counts for "
        "them. Of several usable offers the player chooses one; without any, this cannot be done. "
        "The word exists only in games with windows that have no verb of this name.",
        "use(c, as: you)",
        is_procedure=True,
        windows=True,
    ),
    Primitive(
        "has_power",
        (BuiltinParameter("piece", "piece"),),
        lambda b, piece: b.op("has_power", YES_NO, b.value(piece)),
        "{piece} has a power",
        "Whether a piece has a power that is not suppressed, its own or a gained one; in a game "
        "with `powers_work_if`, one that works by that rule.",
        "choose c from you.goods where has_power(it): lose_powers(c)",
        result=lambda _: YES_NO,
        calls=(KernelCall("has_power", "I:I", "reads"),),
        at_work=True,
    ),
)
