"""Nullability of variables, memory and rules, which may hold `nobody` or `none`."""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cardwright.checker import typed_tree
from cardwright.checker.transitive_uses import find_vanishing_kinds
from cardwright.declarations.value_types import Type

# Types with an empty value: nobody, no piece, no zone, no word.
HOLDING = ("player", "piece", "zone", "enum", "name", "none")
Link = tuple[object, typed_tree.Value]
# The nodes that assign or pass values.
_HANDING_ON = frozenset((
    typed_tree.PerformStmt, typed_tree.RuleExpr, typed_tree.LetStmt, typed_tree.SetMemoryStmt, typed_tree.ForEachStmt,
    typed_tree.PickStmt, typed_tree.FilterExpr, typed_tree.CollectExpr, typed_tree.ChooseOneStmt, typed_tree.MayStmt,
    typed_tree.LastStmt, typed_tree.ActStmt,
))  # fmt: skip


class Nullability:
    """The variables, memory and rules of a game that may hold `nobody` or `none`.

    The analysis starts where `nobody` and `none` first arise, and follows assignments and calls until no more nullable
    names are found. A parameter is nullable if at least one call passes a nullable argument. `emptied` is memory, by
    owner and word, that is set to `nobody` outside of rule texts. With `asked`, every rule may be called with `nobody`.
    All names of pieces that can go out of the game are nullable.
    """

    def __init__(
        self, checked: typed_tree.CheckedGame, emptied: Collection[tuple[str, str]] = (), asked: bool = False
    ) -> None:
        self.nullable: set[object] = {*emptied, *_list_initially_empty(checked)}
        self.nullable |= set(_list_vanishing(checked, find_vanishing_kinds(checked)))
        self.part_kinds = {kind.parts.kind for kind in checked.game.kinds.values() if kind.parts is not None}
        if asked:
            self.nullable |= {param for rule in checked.rules.values() for param in rule.params}
        handed = list(find_assignments(checked))
        found = True
        while found:
            more = {to for to, value in handed if to not in self.nullable and not self.sure(value)}
            self.nullable |= more
            found = bool(more)

    def sure(self, value: typed_tree.Value) -> bool:
        """Return True if a value is never `nobody` or `none`, nor a list that contains them.

        Lists of pieces and zones never contain `none`, which is removed when such a list is built.
        """
        kind = value.type.item if value.type.base == "list" else value.type
        if kind is None or kind.base not in HOLDING:
            return True
        if isinstance(value, typed_tree.LiteralExpr):
            return value.value >= 0
        if isinstance(value, typed_tree.LocalExpr):
            return value.var not in self.nullable
        if isinstance(value, typed_tree.RuleExpr):
            return value.rule not in self.nullable
        if isinstance(value, typed_tree.MemoryExpr):
            return self._is_memory_sure(value)
        if isinstance(value, typed_tree.ZoneExpr):
            return value.owner is None or self.sure(value.owner)
        if isinstance(value, typed_tree.AttributeExpr):
            return not value.attribute.may_be_none and self.sure(value.piece)
        if isinstance(value, typed_tree.TableExpr):
            return False  # a position below 1 has no name
        if isinstance(value, typed_tree.BuiltinExpr):
            return self._is_property_sure(value)
        if isinstance(value, typed_tree.PrimitiveExpr):
            return value.primitive.word in ("clockwise", "top") or all(self.sure(arg) for arg in value.args)
        return self._list(value, kind)

    def _is_memory_sure(self, value: typed_tree.MemoryExpr) -> bool:
        memory = value.memory
        if (memory.owner, memory.word) in self.nullable:
            return False
        named = [part for part in (value.owner, value.index) if part is not None]
        return has_initial_value(memory.starts) or all(self.sure(part) for part in named)

    def _is_property_sure(self, value: typed_tree.BuiltinExpr) -> bool:
        if value.word == "controller" or (value.word == "name" and value.piece.type.of in self.part_kinds):
            return False
        return value.word in ("parts", "neighbours") or self.sure(value.piece)

    def _list(self, value: typed_tree.Value, kind: Type) -> bool:
        if isinstance(value, typed_tree.ListExpr):
            return kind.base in ("piece", "zone") or all(self.sure(item) for item in value.items)
        if isinstance(value, typed_tree.CollectExpr):
            return (not value.flat and kind.base in ("piece", "zone")) or self.sure(value.value)
        if isinstance(value, typed_tree.FilterExpr):
            return self.sure(value.list)
        if isinstance(value, typed_tree.BinaryExpr):
            return self.sure(value.left) and (value.operator == "-" or self.sure(value.right))
        return True


def has_initial_value(starts: object) -> bool:
    """Return True if the start value of memory is a player, a piece or a list."""
    return isinstance(starts, tuple) or (isinstance(starts, int) and starts >= 0)


def is_empty_value(value: object) -> bool:
    """Return True if a value is `nobody` or `none`, or a list that contains one of them."""
    return value == -1 or (isinstance(value, tuple) and -1 in value)


def _list_initially_empty(checked: typed_tree.CheckedGame) -> Iterator[object]:
    """Yield the memory and variables that hold `nobody` or `none` at the start."""
    active = checked.game.active
    for memory in checked.game.memory:
        # at the beginning it is always somebody's turn
        turns = active is not None and (memory.owner, memory.word) == ("table", str(active.value))
        if memory.type.base in HOLDING and not has_initial_value(memory.starts) and (memory.until or not turns):
            yield memory.owner, memory.word
    for procedure in checked.procedures.values():
        if procedure.result is not None and procedure.result.type.base in HOLDING:
            yield procedure.result
    for ability in checked.abilities:
        # abilities of the game itself on a step have no player: a step has no actor
        if ability.procedure is not None and ability.procedure.you is None:
            yield ability.roles[0]
            if ability.power < 0:
                yield ability.you


def _list_vanishing(checked: typed_tree.CheckedGame, kinds: Collection[str]) -> Iterator[object]:
    """Yield the memory and the variables of rule texts that hold a piece of some kinds."""
    if not kinds:
        return
    for memory in checked.game.memory:
        if memory.type.base == "piece" and memory.type.of in kinds:
            yield memory.owner, memory.word
    names: list[typed_tree.TypedVar | None] = []
    for procedure in checked.procedures.values():
        names += [*procedure.params, procedure.result]
    for ability in checked.abilities:
        names += [ability.this, *ability.roles, ability.result, *ability.held]
    for node in typed_tree.walk_bodies(checked):
        if isinstance(node, typed_tree.LetStmt | typed_tree.ForEachStmt | typed_tree.PickStmt):
            names.append(node.var)
        elif isinstance(node, typed_tree.PerformStmt | typed_tree.ActStmt):
            names.append(node.into)
    yield from (name for name in names if name is not None and name.type.base == "piece" and name.type.of in kinds)


def find_assignments(checked: typed_tree.CheckedGame) -> Iterator[Link]:
    """Yield all assignments and calls as `(target, value)`."""
    texts: list[object] = [procedure.body for procedure in checked.procedures.values()]
    texts += [(ability.where, ability.body, ability.changes) for ability in checked.abilities]
    texts += [rule.cases for rule in checked.rules.values()]
    for node in typed_tree.walk_tree(tuple(texts)):
        if type(node) in _HANDING_ON:
            yield from _list_handed_on(node)
    for rule in checked.rules.values():
        yield from rule.names
        for value, _ in rule.cases:
            yield rule, value
    for ability in checked.abilities:
        yield from _list_ability_links(ability)


def _list_handed_on(node: object) -> Iterator[Link]:
    if isinstance(node, typed_tree.PerformStmt):
        yield from zip(node.procedure.params, node.args, strict=True)
        if node.into is not None and node.procedure.result is not None:
            yield node.into, typed_tree.LocalExpr(node.procedure.result)
    elif isinstance(node, typed_tree.RuleExpr):
        yield from zip(node.rule.params, node.args, strict=True)
    elif isinstance(node, typed_tree.LetStmt):
        yield node.var, node.value
    elif isinstance(node, typed_tree.SetMemoryStmt):
        yield (node.target.memory.owner, node.target.memory.word), node.value
    elif isinstance(node, typed_tree.ForEachStmt):
        yield node.var, node.list
    elif isinstance(node, typed_tree.PickStmt):
        yield node.var, node.source
        yield node.item, node.source
        yield from node.said
    elif isinstance(node, typed_tree.FilterExpr):
        yield node.it, node.list
    elif isinstance(node, typed_tree.CollectExpr):
        yield from node.each
    elif isinstance(node, typed_tree.ChooseOneStmt | typed_tree.MayStmt):
        yield from node.said
    elif isinstance(node, typed_tree.LastStmt | typed_tree.ActStmt):
        yield from node.given


def _list_ability_links(ability: typed_tree.TypedAbility) -> Iterator[Link]:
    """Yield (target, value) for values passed between an ability and the event or rule that triggers it."""
    if ability.rule is not None:
        for role, param in zip(ability.roles, ability.rule.params, strict=True):
            yield role, typed_tree.LocalExpr(param)
        for change in ability.changes:
            yield ability.rule, change.value
    procedure = ability.procedure
    if procedure is None:
        return
    for role, param in zip(ability.roles[1:], procedure.params, strict=True):
        yield role, typed_tree.LocalExpr(param)
        if ability.kind == "instead":  # a replacement may change the arguments with which the event proceeds
            yield param, typed_tree.LocalExpr(role)
    if ability.result is not None and procedure.result is not None:
        yield ability.result, typed_tree.LocalExpr(procedure.result)
        yield procedure.result, typed_tree.LocalExpr(ability.result)
