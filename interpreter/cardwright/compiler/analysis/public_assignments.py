"""Assignments to memory that every player can compute at once, not only at the next decision."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeGuard

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.reaching_definitions import ControlDependence
from cardwright.declarations.value_types import NUMBER
from cardwright.state_slots_and_table_rows import PUBLIC_AMOUNT, PUBLIC_VALUE

# The owner and name of a memory.
Key = tuple[str, str]
# A rule, variable or procedure on whose values or calls a value can depend.
Name = typed_tree.TypedRule | typed_tree.TypedVar | typed_tree.TypedProcedure


def find_public_assignments(checked: typed_tree.CheckedGame, sight: InformationFlow) -> dict[int, int]:
    """Return, by identity of a statement that sets memory, what every player can compute when it is executed.

    PUBLIC_VALUE is the new value, PUBLIC_AMOUNT by how much a number changes. Other statements, of which players see
    only what is left of the new value at the next decision, are missing.
    """
    unreported = find_unreported(checked, sight)
    found: dict[int, int] = {}
    reads: dict[int, set[Key]] = {}
    unsure: set[Key] = set()
    search = _MemoryReads(sight)
    statements = [each for each in typed_tree.walk_bodies(checked) if _is_seen(each)]
    for statement in statements:
        path = sight.definitions.paths.get(id(statement))
        given = _list_operands(statement)
        known = path is not None and id(statement) not in unreported and sight.knows_entry(path, None, silent=True)
        if path is not None and known and all(sight.knows(value, None) for value in given):
            found[id(statement)] = PUBLIC_AMOUNT if _is_change(statement) else PUBLIC_VALUE
            reads[id(statement)] = search.find((*given, path))
        else:
            unsure.add(_key(statement.target))
    while unclear := [each for each in statements if reads.get(id(each), set()) & unsure]:
        for statement in unclear:
            del found[id(statement)], reads[id(statement)]
            unsure.add(_key(statement.target))
    return found


class _MemoryReads:
    """The memory on which values depend, also through variables, rules with their modifiers, and calls of steps."""

    def __init__(self, sight: InformationFlow) -> None:
        self._sight = sight
        self._given = sight.definitions.made_of()
        # what the definition of a name mentions itself: memory, and other names
        self._direct: dict[Name, tuple[set[Key], set[Name]]] = {}

    def find(self, value: object) -> set[Key]:
        """Return the memory on which a value, or a path in a rule text, depends."""
        found, names = _mention(value)
        waiting = list(names)
        while waiting:
            name = waiting.pop()
            if name not in self._direct:
                self._direct[name] = _mention(self._define(name))
            memory, more = self._direct[name]
            found |= memory
            waiting += more - names
            names |= more
        return found

    def _define(self, name: Name) -> object:
        """Return all values that decide about a name."""
        if isinstance(name, typed_tree.TypedVar):
            return tuple(self._given.get(name, ()))
        if isinstance(name, typed_tree.TypedRule):
            changes = self._sight.changes.get(name.word, ())
            return (tuple(name.cases), tuple((ability.where, ability.changes) for ability in changes))
        return tuple(path for _, path in self._sight.definitions.calls.get(name, ()))


def _mention(value: object) -> tuple[set[Key], set[Name]]:
    """Return the memory that a value or path mentions, and the names of which the definitions matter as well."""
    memory: set[Key] = set()
    names: set[Name] = set()
    for node in _walk(value):
        match node:
            case typed_tree.MemoryExpr():
                memory.add(_key(node))
            case typed_tree.LocalExpr(var):
                names.add(var)
            case typed_tree.RuleExpr(rule):
                names.add(rule)
            case ControlDependence(unreported=typed_tree.TypedProcedure() as procedure):
                names.add(procedure)
    return memory, names


def _walk(value: object) -> Iterator[object]:
    """Yield the nodes of a value, or of the conditions and lists of a path."""
    for each in value if isinstance(value, tuple) else (value,):
        if isinstance(each, ControlDependence):
            yield each
            yield from typed_tree.walk_tree((each.conditions, each.lists))
        elif isinstance(each, tuple):
            yield from _walk(each)
        else:
            yield from typed_tree.walk_tree(each)


def find_unreported(
    checked: typed_tree.CheckedGame, sight: InformationFlow
) -> dict[int, list[typed_tree.TypedAbility]]:
    """Return the statements that run in abilities of which a player may not notice that they are used.

    The keys are the identities of the statements, the values these abilities. Steps without a log entry that such an
    ability performs, and silent procedures, are included.
    """
    found: dict[int, list[typed_tree.TypedAbility]] = {}
    for ability in checked.abilities:
        bodies = [] if _is_noticed(ability, sight) else [ability.body]
        within: set[typed_tree.TypedProcedure] = set()
        for body in bodies:
            for node in typed_tree.walk_tree(body):
                found.setdefault(id(node), []).append(ability)
                if isinstance(node, typed_tree.PerformStmt) and node.procedure not in within:
                    within.add(node.procedure)
                    if sight.is_unreported(node.procedure):
                        bodies.append(node.procedure.body)
    return found


def _is_noticed(ability: typed_tree.TypedAbility, sight: InformationFlow) -> bool:
    """Return True if every player sees the piece of an ability and can compute whether the ability is used."""
    begun = sight.definitions.begun.get(ability.number, ())
    known = ability.where is None or sight.knows(ability.where, None)
    return (
        known and sight.has_visible_piece(ability) and all(sight.knows_entry(path, None, silent=True) for path in begun)
    )


def _is_seen(node: object) -> TypeGuard[typed_tree.SetMemoryStmt]:
    return isinstance(node, typed_tree.SetMemoryStmt) and not node.target.memory.secret


def _is_change(statement: typed_tree.SetMemoryStmt) -> bool:
    """Return True if a statement adds to a number or subtracts from it."""
    value = statement.value
    changed = isinstance(value, typed_tree.BinaryExpr) and value.left == statement.target and value.operator in "+-"
    return changed and value.type == NUMBER


def _list_operands(statement: typed_tree.SetMemoryStmt) -> tuple[typed_tree.Value, ...]:
    """Return the values that decide which memory is set, and to what or by how much."""
    value, target = statement.value, statement.target
    if _is_change(statement) and isinstance(value, typed_tree.BinaryExpr):
        value = value.right
    return (value, *(each for each in (target.owner, target.index) if each is not None))


def _key(memory: typed_tree.MemoryExpr) -> Key:
    return memory.memory.owner, memory.memory.word
