"""Declarations of built-ins."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cardwright.declarations.types import Type
from cardwright.source.node_dataclass import frozen

PRIMITIVES: dict[str, Primitive] = {}


class LoweringBuilder(Protocol):
    """Operations with which the declaration of a built-in makes IR from its arguments, which are typed values."""

    def value(self, value: Any) -> Any:
        """Return the IR of a single value."""

    def list(self, value: Any) -> Any:
        """Return the IR of a list, or of a value as a list of its items."""

    def number(self, value: int) -> Any:
        """Return the IR of a constant number."""

    def numbers(self, values: tuple[int, ...]) -> Any:
        """Return the IR of a constant list of numbers."""

    def op(self, name: str, gives: Type, *args: Any) -> Any:
        """Return an operation of the IR, by its name in `compiler/ir/operations.py`, with a result of type `gives`."""

    def do(self, name: str, *args: Any) -> Any:
        """Return an operation of the IR as a statement."""

    def power_shown(self, source: Any, onto: Any) -> Any:
        """Return a statement that reveals the source of the powers that a face-up piece gets."""

    def fold(self, word: str, gives: Type, values: Any) -> Any:
        """Return the IR for `any`, `all`, `sum`, `min` or `max` (`word`) of a list, with a result of type `gives`."""

    def several(self, values: Any) -> Any:
        """Return the IR of a list with the values as items."""

    def table(self, name: str, gives: Type, index: Any) -> Any:
        """Return the IR of an entry of the program table NEXT, PREVIOUS or AFTER (players by seat)."""

    def count(self, values: Any) -> Any:
        """Return the IR of the length of a list."""

    def some(self, values: Any) -> Any:
        """Return the IR of whether a list has items."""

    def face_up(self, piece: Any) -> Any:
        """Return the IR of whether a piece lies face up."""

    def chance(self, kind: str, name: str, below: Any) -> Any:
        """Return the IR of a random number from 0 to `below` - 1, drawn from the chance stream `name`."""

    def note(self, word: str, *args: Any) -> Any:
        """Return a statement that notifies the observer of a tracked execution; the plain variant omits it."""

    def move(self, pieces: Any, to: Any, bottom: bool = False, at: Any = None) -> Any:
        """Return a statement that moves pieces to the top or bottom of a zone, or to position `at` from the bottom."""

    def swap(self, piece: Any, other: Any) -> Any:
        """Return a statement that swaps the positions of two pieces."""

    def create(self, what: Any, to: Any) -> Any:
        """Return the IR that brings a piece with the name `what` into a zone; its value is a list of that piece."""

    def vanish(self, what: Any) -> Any:
        """Return a statement that takes pieces out of the game."""

    def top(self, zone: Any, many: Any) -> Any:
        """Return the IR of the `many` topmost pieces of an ordered zone, the top one first."""

    def constant(self, value: Any) -> int | None:
        """Return the number that a value always has; None if it is not constant."""


@frozen
class BuiltinParameter:
    """A parameter of a built-in.

    `type` is a type's word, `name` for the name of a piece, `list`, `items` (a list, but not the literal `[]`),
    `pieces` (pieces or a zone), `pile` (an ordered zone), `any`, `procedure` or `window`. `default` is the value
    without an argument, None if an argument is required. If `many` is True, the parameter takes all further
    arguments.
    """

    word: str
    type: str
    default: int | None = None
    many: bool = False


@frozen
class KernelCall:
    """A runtime primitive that the code of a built-in calls, and that becomes an operation of the IR.

    `effect` is `pure`, `reads`, `draws` or `changes`; `gives` is `tuple` or `list` if that is certain; `fails` is
    True if it can raise a runtime error.
    """

    name: str
    arguments: int
    effect: str = "pure"
    gives: str = ""
    fails: bool = False


@frozen
class Lasting:
    """Lowering and phrase of a built-in procedure that can have a duration, as in `... until end_turn`.

    `lower` takes the builder, then numbers for the event that ends the effect, then the procedure's arguments.
    `english` is "" if the phrase is the usual one.
    """

    lower: Callable[..., Any]
    english: str = ""


@frozen
class Primitive:
    """A built-in: a function (`is_procedure` is False) or a procedure.

    `result` gives the type from the types of the arguments. `lower` makes code: a value, statements for a procedure
    (or a value for a procedure with a result). `english` is a phrase with the parameters in braces; `called` is the
    noun for the result of a procedure or its items, and `denied` the text for a negative result. If `moves` is
    True, the pieces of the first parameter move into the zone of the second. Built-ins about `tokens` exist in
    games that do not use the name otherwise, those about `windows` likewise in games with windows. For
    built-ins with `at_work`, a rule of the game can decide when powers work. `calls` are the runtime primitives
    that exist for this built-in. A procedure that is `lasting` can have a duration. If a game defines a verb or rule
    of the name of a built-in that `yields`, the name means that.
    """

    word: str
    roles: tuple[BuiltinParameter, ...]
    result: Callable[[Sequence[Type]], Type]
    lower: Callable[..., Any]
    english: str
    doc: str
    example: str
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


def declare(primitive: Primitive) -> Primitive:
    """Add a built-in to the language. Each name is declared once."""
    assert primitive.word not in PRIMITIVES, primitive.word
    # Generated code uses runtime primitives and Python built-ins in one namespace.
    assert not any(hasattr(builtins, call.name) for call in primitive.calls), primitive.word
    PRIMITIVES[primitive.word] = primitive
    return primitive
