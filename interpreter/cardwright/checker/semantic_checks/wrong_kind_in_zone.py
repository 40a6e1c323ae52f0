"""Check that no zone for pieces of one kind is used for pieces of another kind.

A parameter of type `zone` takes any zone; the kind of its pieces is inferred from how it is used.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field

from cardwright.checker import typed_tree
from cardwright.checker.names.rule_text_context import WRONG_TYPE
from cardwright.declarations.value_types import Type
from cardwright.source.diagnostics import Diagnostic

Bearer = typed_tree.TypedVar | typed_tree.TypedRule
"""Values that can stand for a zone: a name, or a rule that gives zones."""


@dataclass(slots=True)
class _ZoneFlow:
    """The zones that names can hold: assigned directly (`known`) or through another name (`handed`).

    `taken` has for each name the kinds of pieces for which it is used, each with a description of the use.
    """

    taken: dict[Bearer, dict[str, str]] = field(default_factory=dict)
    handed: list[tuple[Bearer, Bearer]] = field(default_factory=list)
    known: list[tuple[Bearer, str, object]] = field(default_factory=list)

    def bind(self, bearer: Bearer, value: typed_tree.Value, place: object) -> None:
        """Record that a name gets a value, or one item of a list."""
        if _is_any_zone(bearer.type):
            for zone in _find_zone_values(value):
                if isinstance(zone, typed_tree.LocalExpr | typed_tree.RuleExpr) and not _find_held_kind(zone.type):
                    self.handed.append((zone.var if isinstance(zone, typed_tree.LocalExpr) else zone.rule, bearer))
                elif _find_held_kind(zone.type):
                    self.known.append((bearer, _find_held_kind(zone.type), place))

    def take(self, zone: typed_tree.Value, kind: str, how: str) -> None:
        """Record that the pieces in a zone are used as pieces of a kind; `how` describes the use."""
        for each in _find_zone_values(zone):
            if isinstance(each, typed_tree.LocalExpr | typed_tree.RuleExpr) and _is_any_zone(each.type):
                self.taken.setdefault(each.var if isinstance(each, typed_tree.LocalExpr) else each.rule, {}).setdefault(
                    kind, how
                )

    def close(self) -> None:
        """Add to each name the uses of all names to which its value is passed."""
        while True:
            new = [
                (source, kind, how)
                for source, target in self.handed
                for kind, how in self.taken.get(target, {}).items()
                if kind not in self.taken.get(source, {})
            ]
            if not new:
                return
            for source, kind, how in new:
                self.taken.setdefault(source, {}).setdefault(kind, how)


# The nodes that assign a value to a name, or that use a zone.
_RELEVANT = frozenset((
    typed_tree.PerformStmt, typed_tree.RuleExpr, typed_tree.LetStmt, typed_tree.ForEachStmt, typed_tree.PickStmt,
    typed_tree.FilterExpr, typed_tree.CollectExpr, typed_tree.ReachExpr, typed_tree.ContentExpr, typed_tree.ActStmt,
))  # fmt: skip


def check_zone_kinds(checked: typed_tree.CheckedGame) -> Iterator[Diagnostic]:
    """Yield an error for every zone that is used for pieces of another kind."""
    flow = _trace_zones(checked)
    flow.close()
    kinds = checked.game.kinds
    for bearer, held, place in flow.known:
        others = {kind: how for kind, how in flow.taken.get(bearer, {}).items() if kind != held}
        found = checked.probes.source(place) if others else None
        if found is not None:
            unit, node = found
            kind = min(others)
            message = (
                f"{others[kind].format(kinds[kind].plural, f'`{bearer.word}`')}, "
                f"but this is a zone of {kinds[held].plural}"
            )
            yield Diagnostic(WRONG_TYPE, message, unit.span(node), f"name a zone of {kinds[kind].plural}")


def _trace_zones(checked: typed_tree.CheckedGame) -> _ZoneFlow:
    flow = _ZoneFlow()
    for node, place in _walk_with_positions(checked):
        for bearer, value in _find_bindings(node):
            flow.bind(bearer, value, place)
        _record_uses(flow, node)
    for rule in checked.rules.values():
        for case in rule.cases:
            flow.bind(rule, case[0], case)
    for ability in checked.abilities:
        params = () if ability.procedure is None else ability.procedure.params
        named = ability.roles[len(ability.roles) - len(params) :]
        flow.handed += [(role, one) for one, role in zip(params, named, strict=False) if _is_any_zone(role.type)]
    return flow


def _walk_with_positions(checked: typed_tree.CheckedGame) -> Iterator[tuple[object, object]]:
    """Yield every node in `_RELEVANT` together with the statement, case or ability that contains it."""
    stack: list[tuple[object, object]] = [(rule.cases, None) for rule in checked.rules.values()]
    stack += [(procedure.body, None) for procedure in checked.procedures.values()]
    for ability in checked.abilities:
        stack += [(part, ability) for part in (ability.where, ability.changes, ability.body)]
    while stack:
        node, place = stack.pop()
        here = node if checked.probes.spot(node) >= 0 else place
        if type(node) in _RELEVANT:
            yield node, here
        stack += [(inner, here) for inner in _find_children(node) if inner is not None]


def _find_children(node: object) -> Iterable[object]:
    """Return the child nodes of a node.

    A node that counts the pieces of a zone has the zone as its child, instead of the pieces.
    """
    if isinstance(node, typed_tree.PrimitiveExpr) and node.primitive.word == "count":
        return [one.zone if isinstance(one, typed_tree.ContentExpr) else one for one in node.args]
    return typed_tree.list_children(node)


def _find_bindings(node: object) -> Iterable[tuple[Bearer, typed_tree.Value]]:
    """Return the names to which a node assigns a value, each with this value or with the list it is taken from."""
    match node:
        case typed_tree.PerformStmt():
            return zip(node.procedure.params, node.args, strict=True)
        case typed_tree.RuleExpr():
            return zip(node.rule.params, node.args, strict=True)
        case typed_tree.LetStmt():
            return ((node.var, node.value),)
        case typed_tree.ForEachStmt():
            return ((node.var, node.list),)
        case typed_tree.PickStmt():
            return ((node.var, node.source), (node.item, node.source))
        case typed_tree.FilterExpr():
            return ((node.it, node.list),)
        case typed_tree.CollectExpr():
            return node.each
        case typed_tree.ReachExpr():
            return ((node.it, node.start), (node.it, node.step))
    return ()


def _record_uses(flow: _ZoneFlow, node: object) -> None:
    """Record for which kinds of pieces a node uses zones."""
    match node:
        case typed_tree.ContentExpr():
            if not _find_held_kind(node.zone.type):
                flow.take(node.zone, find_moved_kind(node.type), "{0} would be taken from {1}")
        case typed_tree.ActStmt() if node.primitive.moves:
            kind = find_moved_kind(node.args[0].type)
            if kind and _is_any_zone(node.args[1].type):
                flow.take(node.args[1], kind, "{0} would be moved to {1}")


def _find_zone_values(value: typed_tree.Value) -> Iterator[typed_tree.Value]:
    """Yield the names and zones that make up a value which consists of zones."""
    if _find_held_kind(value.type) or (
        isinstance(value, typed_tree.LocalExpr | typed_tree.RuleExpr) and _is_any_zone(value.type)
    ):
        yield value
    elif _is_any_zone(value.type):
        for inner in typed_tree.list_children(value):
            if isinstance(inner, typed_tree.VALUES):
                yield from _find_zone_values(inner)


def _is_any_zone(value: Type | None) -> bool:
    """Return True if a type is a zone of any kind, or a list of such zones."""
    item = value and (value.item or value)
    return item is not None and item.base == "zone" and not item.of


def _find_held_kind(value: Type) -> str:
    """Return the kind of the pieces in a type of zone, or "" if the zone takes any kind."""
    item = value.item or value
    return item.of if item.base == "zone" else ""


def find_moved_kind(value: Type) -> str:
    """Return the kind of the pieces in values of a type (pieces, lists or zones), or "" if it is not known."""
    item = value.item if value.base == "list" else value
    return item.of if item is not None and item.base in ("piece", "zone") else ""
