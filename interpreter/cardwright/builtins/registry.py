"""Declarations of built-ins: words, parameters, types, code, phrases; and the table of all of them."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any

from cardwright.declarations.value_types import NOTHING, Type
from cardwright.source.node_dataclass import frozen

PRIMITIVES: dict[str, Primitive] = {}


@frozen
class BuiltinParameter:
    """A parameter of a built-in.

    `type` is a type's word, `name` for the name of a piece, `list`, `items` (a list, but not the literal `[]`),
    `pieces` (pieces or a zone), `pile` (an ordered zone), `any`, `procedure` or `window`. In a search, `nodes` are the
    first items, `goals` others of their type, and `step` is an expression about `it`, one of the items. `default` is
    the value without an argument, None if an argument is required. If `many` is True, the parameter takes all further
    arguments. A constant argument below `least` is refused.
    """

    word: str
    type: str
    default: int | None = None
    many: bool = False
    least: int | None = None


@frozen
class KernelCall:
    """A runtime primitive that the code of a built-in calls, and that becomes an operation of the IR.

    `c` has the C types of its arguments and of its result, as in `compiler/ir/operations.py`: `LI:I`. `effect` is
    `pure`, `reads`, `draws` or `changes`; `gives` is `tuple` or `list` if that is certain; `fails` is True if it can
    raise a runtime error.
    """

    name: str
    c: str
    effect: str = "pure"
    gives: str = ""
    fails: bool = False


@frozen
class Lasting:
    """The lowering of a built-in procedure that is called with a duration: `... until end_turn`.

    `lower` takes the builder, then the numbers that describe the event which ends the effect, then the procedure's
    arguments.
    """

    lower: Callable[..., Any]


@frozen
class Primitive:
    """A built-in: a function (`is_procedure` is False) or a procedure.

    `lower` makes code with an `IrBuilder` (see `compiler/lowering/api_for_builtins.py`) and the arguments: a value, or
    statements for a procedure (a value for one with a result). `english` is a phrase with the parameters in braces;
    `result` gives the type from the types of the arguments. `called` is the noun for the result of a procedure or its
    items, and `denied` the text for a negative result. If `moves` is True, the pieces of the first parameter move into
    the zone of the second. Built-ins about `tokens` exist only in games that do not use the name otherwise; those about
    `windows` exist only in games with windows. For built-ins with `at_work`, a rule of the game can decide when powers
    work. `calls` are the runtime primitives that exist for this built-in. A procedure that is `lasting` can have a
    duration. A built-in that `yields` is replaced by a verb or rule of the same name, if a game defines one. `refuses`
    gives (message, hint) for constant arguments with which every call is an error, else None.
    """

    word: str
    roles: tuple[BuiltinParameter, ...]
    lower: Callable[..., Any]
    english: str
    doc: str
    example: str
    result: Callable[[Sequence[Type]], Type] = lambda _: NOTHING
    is_procedure: bool = False
    calls: tuple[KernelCall, ...] = ()
    called: str = ""
    denied: str = ""
    moves: bool = False
    tokens: bool = False
    lasting: Lasting | None = None
    at_work: bool = False
    windows: bool = False
    yields: bool = False
    refuses: Callable[[Sequence[int]], tuple[str, str] | None] | None = None


def declare(*primitives: Primitive) -> None:
    """Add built-ins to the language. Each name is declared once."""
    for primitive in primitives:
        assert primitive.word not in PRIMITIVES, primitive.word
        # Generated code uses runtime primitives and Python built-ins in one namespace.
        assert not any(hasattr(builtins, call.name) for call in primitive.calls), primitive.word
        PRIMITIVES[primitive.word] = primitive
