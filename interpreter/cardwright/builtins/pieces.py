"""Built-in procedures and functions about pieces and their zones."""

from collections.abc import Sequence

from cardwright.builtins.registry import BuiltinParameter, KernelCall, Primitive, declare
from cardwright.declarations.value_types import YES_NO, Type

# The position of a move without one: beyond all others.
AT_TOP = 10**12


def _take_first_type(types: Sequence[Type]) -> Type:
    return types[0]


declare(
    Primitive(
        "move",
        (
            BuiltinParameter("pieces", "pieces"),
            BuiltinParameter("to", "zone"),
            BuiltinParameter("at", "number", AT_TOP, least=1),
        ),
        lambda b, pieces, to, at=None: b.move(pieces, to, at=at),
        "move {pieces} to {to}[, to position {at}]",
        "Moves pieces, or everything in a zone, into a zone; in an ordered zone they come on top, or the first of "
        "them comes to position `at`: 1 is the bottom, or the left end of a row. A computed position below 1 is 1, "
        "and one beyond the last is the top. Moving a piece onto itself, or onto what lies on it, stops the game with "
        "an error that names the line.",
        "move(you.hand, to: discard_pile)",
        is_procedure=True,
        moves=True,
    ),
    Primitive(
        "put_under",
        (BuiltinParameter("pieces", "pieces"), BuiltinParameter("to", "pile")),
        lambda b, pieces, to: b.move(pieces, to, bottom=True),
        "put {pieces} at the bottom of {to}",
        "Moves pieces to the bottom of an ordered zone, or into an unordered zone.",
        "put_under(c, to: deck)",
        is_procedure=True,
        moves=True,
    ),
    Primitive(
        "swap",
        (BuiltinParameter("piece", "piece"), BuiltinParameter("with", "piece")),
        lambda b, piece, other: b.swap(piece, other),
        "swap {piece} with {with}",
        "Exchanges the positions of two pieces of a kind, also from different zones. If one of them lies on the "
        "other, the game stops with an error that names the line. A verb or rule of the game can have this name; "
        "then the word means that.",
        "swap(c, with: card)",
        is_procedure=True,
        calls=(KernelCall("place_of", "I:I", "reads"), KernelCall("neighbours", "I:L", "reads", gives="tuple")),
        moves=True,
        yields=True,
    ),
    Primitive(
        "shuffle",
        (BuiltinParameter("zone", "pile"),),
        lambda b, zone: b.do("shuffle", b.value(zone)),
        "shuffle {zone}",
        "Puts the pieces of an ordered zone into random order. An unordered zone stays as it is.",
        "shuffle(deck)",
        is_procedure=True,
        calls=(KernelCall("shuffle", "I:I", "changes"),),
    ),
    Primitive(
        "top",
        (BuiltinParameter("zone", "pile"), BuiltinParameter("number", "number", 1, least=0)),
        lambda b, zone, number: b.top(zone, number),
        "the top {number} of {zone}",
        "The topmost pieces of an ordered zone, as many as there are, top first. An unordered zone has none.",
        "move(top(deck, 4), to: ship.hold)",
        result=_take_first_type,
    ),
    Primitive(
        "reveal",
        (BuiltinParameter("pieces", "pieces"),),
        lambda b, pieces: b.note("reveal", b.list(pieces)),
        "reveal {pieces}",
        "Shows pieces to all players, who know them from then on. The pieces stay where they are.",
        "reveal(opponents.hand)",
        is_procedure=True,
    ),
    Primitive(
        "show",
        (BuiltinParameter("pieces", "pieces"), BuiltinParameter("to", "players")),
        lambda b, pieces, to: b.note("show", b.list(pieces), b.list(to)),
        "show {pieces} to {to}",
        "Shows pieces to some players only. The pieces stay where they are.",
        "show(top(deck), to: you)",
        is_procedure=True,
    ),
    Primitive(
        "turn_up",
        (BuiltinParameter("pieces", "pieces"),),
        lambda b, pieces: b.do("turn", b.list(pieces), b.number(1)),
        "turn {pieces} face up",
        "Turns pieces face up.",
        "turn_up(c)",
        is_procedure=True,
        calls=(KernelCall("turn", "LI:I turn(S, {0}, ({1}) != 0)", "changes"),),
    ),
    Primitive(
        "turn_down",
        (BuiltinParameter("pieces", "pieces"),),
        lambda b, pieces: b.do("turn", b.list(pieces), b.number(0)),
        "turn {pieces} face down",
        "Turns pieces face down.",
        "turn_down(you.hold)",
        is_procedure=True,
    ),
    Primitive(
        "face_up",
        (BuiltinParameter("piece", "piece"),),
        lambda b, piece: b.face_up(piece),
        "{piece} is face up",
        "Whether a piece lies face up, in a zone with `see: face`.",
        "all(face_up(c) for each c in you.hand)",
        result=lambda _: YES_NO,
    ),
)
