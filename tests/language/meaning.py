"""What abilities mean, apart from names and places: two texts that mean the same have equal shapes."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass, replace
from types import MappingProxyType
from typing import Any

from cardwright.builtins import Primitive
from cardwright.checker import typed_tree
from cardwright.checker.stack_object_memory import WHAT_WAITS
from cardwright.declarations.model import Attribute, KindDecl, MemoryDecl, TableDecl, ZoneDecl

_DECLARED = (
    Attribute,
    KindDecl,
    MemoryDecl,
    TableDecl,
    ZoneDecl,
    Primitive,
    typed_tree.TypedProcedure,
    typed_tree.TypedRule,
)
# What an ability is, without its number, its place and the text it came from.
_ABILITY = ("kind", "zones", "procedure", "rule", "windows", "this", "you", "roles", "result", "where", "own", "limit")
_SWAPPED = {">": "<", ">=": "<=", "is": "is", "is not": "is not", "<": "<", "<=": "<="}
_DENIED = {"is": "is not", "in": "not in", "<": ">=", ">": "<="}
_DENIED |= {denied: operator for operator, denied in _DENIED.items()}
Shape = tuple[Any, ...]


def shape(
    abilities: Sequence[typed_tree.TypedAbility], later: Mapping[int, typed_tree.TypedProcedure] = MappingProxyType({})
) -> Shape:
    """What abilities mean: nodes as tuples, variables by the order in which they come up.

    `later` are the procedures of what they put on stacks, by the numbers of the words that stand for it.
    """
    return tuple(_Shaper(later).ability(each) for each in abilities)


class _Shaper:
    def __init__(self, later: Mapping[int, typed_tree.TypedProcedure]) -> None:
        self.later = later
        self.vars: dict[int, int] = {}

    def ability(self, ability: typed_tree.TypedAbility) -> Shape:
        words = [getattr(ability, word) for word in _ABILITY]
        changes = [(change.operator, self.of(change.value)) for change in ability.changes]
        return (*(self.of(word) for word in words), self.of(ability.body), tuple(changes))

    def of(self, node: object) -> Any:
        match node:
            case typed_tree.TypedVar():
                return "var", self.vars.setdefault(id(node), len(self.vars)), str(node.type)
            case typed_tree.DecisionPoint():
                return None
            case typed_tree.CausedByExpr():
                return "caused by this"
            case typed_tree.NotExpr():
                return self.denied(node.value)
            case typed_tree.CompareExpr():
                return self.compared(node.operator, node.left, node.right)
            case typed_tree.LogicExpr():
                return node.operator, *sorted(map(self.of, _parts(node, node.operator)), key=repr)
            case tuple():
                return tuple(map(self.of, _flattened(node)))
            case frozenset():
                return tuple(sorted(node))
        if isinstance(node, typed_tree.LiteralExpr) and node.type == WHAT_WAITS:
            return "later", self.of(self.later[node.value].body)
        if isinstance(node, _DECLARED):
            return type(node).__name__, getattr(node, "owner", ""), node.word
        if is_dataclass(node) and not isinstance(node, type):
            return type(node).__name__, *(self.of(getattr(node, entry.name)) for entry in fields(node))
        return node

    def compared(self, operator: str, left: typed_tree.Value, right: typed_tree.Value) -> Any:
        """Comparisons with numbers as the equal ones that are said the same: > 1 as >= 2."""
        if operator == ">" and isinstance(right, typed_tree.LiteralExpr):
            return ">=", self.of(left), ("LiteralExpr", self.of(right.type), right.value + 1)
        if operator == "<" and isinstance(right, typed_tree.LiteralExpr):
            return "<=", self.of(left), ("LiteralExpr", self.of(right.type), right.value - 1)
        return operator, self.of(left), self.of(right)

    def denied(self, value: typed_tree.Value) -> Any:
        match value:
            case typed_tree.NotExpr():
                return self.of(value.value)
            case typed_tree.CompareExpr():
                return self.compared(_DENIED[value.operator], value.left, value.right)
            case typed_tree.LogicExpr():
                parts = [self.denied(part) for part in _parts(value, value.operator)]
                return "or" if value.operator == "and" else "and", *sorted(parts, key=repr)
        return "not", self.of(value)


def _flattened(nodes: tuple[Any, ...]) -> tuple[Any, ...]:
    """Statements of which those behind a choice that can always be made stand in it."""
    for place, node in enumerate(nodes[:-1]):
        if (
            isinstance(node, typed_tree.ChooseStmt)
            and not (node.may or node.repeatedly)
            and all(map(_always, node.picks))
        ):
            return (*nodes[:place], replace(node, body=(*node.body, *nodes[place + 1 :])))
    return nodes


def _always(pick: typed_tree.PickStmt) -> bool:
    """Whether there is certainly something to pick."""
    if pick.where is not None or pick.amount != "one":
        return False
    match pick.source:
        case (
            typed_tree.PlayersExpr()
            | typed_tree.OpponentsExpr()
            | typed_tree.WordsExpr()
            | typed_tree.NamesExpr()
            | typed_tree.PiecesExpr()
        ):
            return True
        case typed_tree.PrimitiveExpr(
            primitive=primitive, args=(typed_tree.LiteralExpr(value=low), typed_tree.LiteralExpr(value=high), *_)
        ):
            return primitive.word == "numbers" and low <= high
    return False


def _parts(value: typed_tree.Value, operator: str) -> list[typed_tree.Value]:
    if isinstance(value, typed_tree.LogicExpr) and value.operator == operator:
        return _parts(value.left, operator) + _parts(value.right, operator)
    return [value]
