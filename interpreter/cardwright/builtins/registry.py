"""How a built-in word is declared."""

from __future__ import annotations

import builtins
from collections.abc import Callable, Sequence
from typing import Any, Protocol

from cardwright.declarations.types import Type
from cardwright.source.node_dataclass import frozen

PRIMITIVES: dict[str, Primitive] = {}


class LoweringBuilder(Protocol):
    """What a declaration may ask for when its word is lowered: arguments are checked values, results are code."""

    def value(self, value: Any) -> Any:
        """A single value."""

    def list(self, value: Any) -> Any:
        """A value as a list of items."""

    def number(self, value: int) -> Any:
        """A number known now."""

    def numbers(self, values: tuple[int, ...]) -> Any:
        """A list of numbers known now."""

    def op(self, name: str, gives: Type, *args: Any) -> Any:
        """An operation of the code IR, by its row in `compiler/ir/operations.py`."""

    def do(self, name: str, *args: Any) -> Any:
        """An operation for its effect, as a deed."""

    def power_shown(self, source: Any, onto: Any) -> Any:
        """A piece whose power is given to one that lies openly is shown to everybody."""

    def fold(self, word: str, gives: Type, values: Any) -> Any:
        """`any`, `all`, `sum`, `min` or `max` of a list."""

    def several(self, values: Any) -> Any:
        """Some values as a list."""

    def table(self, name: str, gives: Type, index: Any) -> Any:
        """An entry of a table that every program has: NEXT, PREVIOUS or AFTER."""

    def count(self, values: Any) -> Any:
        """How many items a list has."""

    def some(self, values: Any) -> Any:
        """Whether a list has items."""

    def face_up(self, piece: Any) -> Any:
        """Whether a piece lies face up."""

    def chance(self, kind: str, name: str, below: Any) -> Any:
        """A random whole number from 0 to below a number, asked of the chance stream by name."""

    def note(self, word: str, *args: Any) -> Any:
        """The tracker of a tracked game is told; nothing in an untracked one."""

    def move(self, pieces: Any, to: Any, bottom: bool = False) -> Any:
        """Pieces come into a zone, on top or to the bottom."""

    def create(self, token: Any, to: Any) -> Any:
        """A token comes out of its pool into a zone, and is the result."""

    def top(self, zone: Any, many: Any) -> Any:
        """The topmost pieces of an ordered zone, the top one first."""

    def constant(self, value: Any) -> int | None:
        """The number a value certainly is, if it is a constant."""


@frozen
class BuiltinParameter:
    """A role of a built-in word.

    `type` is a type's word, `token` for the name of one, `list`, `items` (a list that can hold some), `pieces` (pieces
    or a zone), `pile` (a zone with an order), `any`, `procedure` or `window`. `default` is the value when none is
    given, None when one must be. A role of `many` takes all further values.
    """

    word: str
    type: str
    default: int | None = None
    many: bool = False


@frozen
class KernelCall:
    """A function of the kernel that the code of a word calls, which makes it an operation of the code IR.

    `effect` is `pure`, `reads`, `draws` or `changes`; `gives` is `tuple` or `list` where that is certain; `fails` if it
    may end the game with an error.
    """

    name: str
    arguments: int
    effect: str = "pure"
    gives: str = ""
    fails: bool = False


@frozen
class Lasting:
    """How a deed goes that is done until an event: its code and, where that is other than usual, its phrase.

    `lower` is given what a deed is, and behind the builder the numbers that tell what ends it, as code.
    """

    lower: Callable[..., Any]
    english: str = ""


@frozen
class Primitive:
    """A built-in word: a value (`deed` is no) or a deed.

    `result` gives the type from the types of the arguments. `lower` makes code: a value, statements for a deed (or a
    value for a deed with a result). `english` is a phrase with the roles in braces; `called` is what a deed's result is
    called, or what its items are, and `denied`, if it is a yes or no, what is said of it if it is no. A word that
    `moves` brings the pieces of its first role into the zone of its second; one about `tokens` is a word of games that
    have some; of one about powers that are `at_work` the game may say by a rule of its own when they are. One about
    what is offered in `windows` is a word of games that have some, as long as they mean nothing else by it. `calls` are
    the functions of the kernel that are there for this word. A deed that is `lasting` can be done until an event.
    """

    word: str
    roles: tuple[BuiltinParameter, ...]
    result: Callable[[Sequence[Type]], Type]
    lower: Callable[..., Any]
    english: str
    doc: str
    example: str
    deed: bool = False
    calls: tuple[KernelCall, ...] = ()
    called: str = ""
    denied: str = ""
    moves: bool = False
    tokens: bool = False
    lasting: Lasting | None = None
    at_work: bool = False
    windows: bool = False


def declare(primitive: Primitive) -> Primitive:
    """Enter a built-in word into the language; every word once."""
    assert primitive.word not in PRIMITIVES, primitive.word
    # the kernel's functions and Python's own stand side by side in generated code
    assert not any(hasattr(builtins, call.name) for call in primitive.calls), primitive.word
    PRIMITIVES[primitive.word] = primitive
    return primitive
