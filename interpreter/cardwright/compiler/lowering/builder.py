"""What declarations of built-in words are lowered with: each says what its word is in terms of this."""

from __future__ import annotations

from typing import Any

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.bitsets import constant
from cardwright.compiler.lowering.choices.eliminated_players import around
from cardwright.compiler.lowering.choices.picks import chance
from cardwright.compiler.lowering.context import Lowering, both, lowers, negated, number, op, ty_of
from cardwright.compiler.lowering.expressions import count, holds, some
from cardwright.compiler.lowering.moves import move
from cardwright.compiler.lowering.storage import FACES
from cardwright.compiler.lowering.tokens import Made, created
from cardwright.declarations.types import Type


class Builder:
    """The `Builder` of `builtins/registry.py`."""

    def __init__(self, low: Lowering) -> None:
        self.low = low

    def value(self, value: typed_tree.Value) -> n.Value:
        """A value."""
        return self.low.value(value)

    def list(self, value: typed_tree.Value) -> n.Value:
        """A value as a list of items."""
        return self.low.items(value)

    def number(self, value: int) -> n.Value:
        """A number known now."""
        return number(value)

    def numbers(self, values: tuple[int, ...]) -> n.Value:
        """A list of numbers known now."""
        return n.Const(values, n.Ty("list", "number"))

    def op(self, name: str, gives: Type, *args: n.Value) -> n.Value:
        """An operation of the code IR."""
        return op(name, ty_of(gives), *args)

    def do(self, name: str, *args: n.Value) -> n.Code:
        """An operation for its effect."""
        return (n.Do(op(name, n.NOTHING, *args)),)

    def fold(self, word: str, gives: Type, values: n.Value) -> n.Value:
        """`any`, `all`, `sum`, `min` or `max` of a list."""
        return n.Fold(word, values, ty_of(gives))

    def several(self, values: Any) -> n.Value:
        """Some values as a list."""
        return n.Many(tuple(values), n.Ty("list", "number"))

    def table(self, name: str, gives: Type, index: typed_tree.Value) -> n.Value:
        """An entry of a table that every program has: NEXT, PREVIOUS or AFTER."""
        return around(self.low, name, index, ty_of(gives))

    def count(self, values: typed_tree.Value) -> n.Value:
        """How many items a list has."""
        return count(self.low, values)

    def some(self, values: typed_tree.Value) -> n.Value:
        """Whether a list has items."""
        return some(self.low, values)

    def face_up(self, piece: typed_tree.Value) -> n.Value:
        """Whether a piece lies face up."""
        return holds(self.low, n.Read(FACES), piece)

    def chance(self, kind: str, name: str, below: n.Value) -> n.Value:
        """A random whole number from 0 to below a number, asked of the chance stream by name."""
        return chance(self.low, kind, name, below)

    def note(self, word: str, *args: n.Value) -> n.Code:
        """Whoever keeps what players know is told: the tracker of a tracked game, and compiled C."""
        return (n.Note(word, args),)

    def power_shown(self, source: typed_tree.Value, onto: typed_tree.Value) -> n.Code:
        """A piece whose power is given to one that lies openly is shown: everybody can read what that can do now."""
        if {source.type.of, onto.type.of} <= self.low.sight.open:
            return ()
        self.low.located = True
        here, there = (op("lies_open", n.YES, self.low.value(piece)) for piece in (source, onto))
        shown = n.Note(n.REVEALED, (n.Many((self.low.value(source),), n.PIECES),))
        return (n.If(((both([negated(here), there]), (shown,)),), ()),)

    def move(self, pieces: typed_tree.Value, to: typed_tree.Value, bottom: bool = False) -> n.Code:
        """Pieces come into a zone, on top or to the bottom."""
        return move(self.low, pieces, to, bottom)

    def create(self, token: typed_tree.Lit, to: typed_tree.Value) -> Made:
        """A token comes out of its pool into a zone, and is the result."""
        return created(self.low, token, to)

    def top(self, zone: typed_tree.Value, many: typed_tree.Value) -> n.Value:
        """The topmost pieces of an ordered zone, the top one first."""
        return op("top", n.PIECES, self.low.value(zone), self.low.value(many))

    def constant(self, value: typed_tree.Value) -> int | None:
        """The number a value certainly is, if it is one."""
        return constant(self.low, value)


@lowers(typed_tree.PrimitiveV)
def _primitive(low: Lowering, value: typed_tree.PrimitiveV) -> n.Value:
    found: n.Value = value.primitive.lower(Builder(low), *value.args)
    return found
