"""How a built-in word is declared."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any, Protocol

from cardwright.language.types import Type

PRIMITIVES: dict[str, Primitive] = {}


class Coder(Protocol):
    """What a declaration may ask of the code generator when it writes the code for its word."""

    players: int

    def scalar(self, value: Any) -> str:
        """Code for a single value."""

    def sized(self, value: Any) -> str:
        """Code for a list as a tuple or list."""

    def iterable(self, value: Any) -> str:
        """Code for a list as anything that can be run through once."""

    def holds(self, mask: str, piece: Any) -> str:
        """Code for whether a piece is among those of a mask."""

    def count(self, value: Any) -> str:
        """Code for the number of items of a list."""

    def some(self, value: Any) -> str:
        """Code for whether a list has items."""

    def chance(self, kind: str, name: str, number: str) -> str:
        """Code for a random whole number from 0 to below `number`, asked of the chance stream by name."""

    def noted(self, call: str, *args: str) -> str:
        """Code for telling the tracker of a tracked game about something; "" in an untracked one."""

    def move(self, pieces: Any, to: Any, bottom: bool) -> str:
        """Lines that move pieces into a zone, on top or to the bottom."""

    def top(self, zone: Any, number: str) -> str:
        """Code for the topmost pieces of an ordered zone as a tuple, the top one first."""

    def face(self) -> str:
        """Code for the mask of the pieces that lie face up."""

    def constant(self, value: Any) -> int | None:
        """The number a value certainly is, if it is a constant."""


@dataclass(frozen=True, slots=True)
class Role:
    """A role of a built-in word.

    `type` is a type's word, or `list`, `pieces` (pieces or a zone), `any`, `procedure` or `window`. `default` is the
    value when none is given, None when one must be. A role of `many` takes all further values.
    """

    word: str
    type: str
    default: int | None = None
    many: bool = False


@dataclass(frozen=True, slots=True)
class Primitive:
    """A built-in word: a value (`deed` is no) or a deed.

    `result` gives the type from the types of the arguments. `code` writes Python: an expression for a value, a line for
    a deed (or for a deed with a result, an expression). `english` is a phrase with the roles in braces.
    """

    word: str
    roles: tuple[Role, ...]
    result: Callable[[Sequence[Type]], Type]
    code: Callable[..., str]
    english: str
    doc: str
    example: str
    deed: bool = False


def declare(primitive: Primitive) -> Primitive:
    """Enter a built-in word into the language; every word once."""
    assert primitive.word not in PRIMITIVES, primitive.word
    PRIMITIVES[primitive.word] = primitive
    return primitive
