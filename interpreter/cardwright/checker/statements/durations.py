"""Checks of effects with a duration: the values that they store, and the events that end them."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from cardwright.checker import event_patterns, typed_tree
from cardwright.checker.coverage_probes import ABILITY
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.type_compatibility import Bad
from cardwright.checker.names.rule_text_context import UNKNOWN_NAME
from cardwright.checker.typed_tree import uses_variable
from cardwright.declarations.model import list_playing_kinds
from cardwright.declarations.value_types import FRACTION, PLAYER, Type
from cardwright.source.diagnostics import declare_code
from cardwright.state_slots_and_table_rows import GRANT
from cardwright.syntax import tree as syntax

CANNOT_KEEP = declare_code("unstorable-argument")
OVER_AT_ONCE = declare_code("empty-duration")
REPEATED_EVENT = declare_code("repeated-event")
NEVER_IN_PLAY = declare_code("never-in-play")
# Types of values that a state can store for the duration of an effect.
KEPT = ("number", "yes_no", "player", "piece", "enum", "name", "bad")
FIXED = (
    typed_tree.LiteralExpr,
    typed_tree.WordsExpr,
    typed_tree.NamesExpr,
    typed_tree.PiecesExpr,
    typed_tree.PlayersExpr,
)


def check_lasting_modifier(
    node: syntax.ModifyNode, values: ValueChecker, checked: typed_tree.CheckedGame
) -> typed_tree.Stmt | None:
    """Check a modifier with a duration.

    If the argument for a parameter of the modified rule is a list, one modifier starts for each item.
    """
    assert node.until is not None
    rule = event_patterns.resolve_rule(node, values)
    keeping = _StoredValues(values)
    scope, unit = values.scope, values.unit
    inside = tuple(scope.symbols.var(param.word, param.type) for param in rule.params) if rule is not None else ()
    loops: list[tuple[typed_tree.TypedVar, typed_tree.Value]] = []
    conditions: list[typed_tree.Value] = []
    if rule is not None and isinstance(node.rule, syntax.CallNode):
        given = event_patterns.bind_arguments(node.rule, inside, values, itself=False)
        conditions = [_match_parameter(role, value, at, keeping, loops) for role, value, at in given]
    about = {each.right for each in conditions if isinstance(each, typed_tree.CompareExpr)}
    until = _check_ends(node.until, values, keeping, [each for each in about if each.type.base == "piece"])
    if rule is None or until is None:
        return None
    made = _create_ability("modify", node, until, keeping, checked)
    with scope.inner():
        roles = event_patterns.declare_roles(rule, values)
        named = dict(zip(inside, map(typed_tree.LocalExpr, roles), strict=True))
        where = None if node.where is None else keeping.names_in(values.condition(node.where), roles, node.where)
        changes = tuple(keeping.change(event_patterns.change(each, rule, values), roles, each) for each in node.changes)
    made.rule, made.roles, made.changes = rule, roles, changes
    matching = [typed_tree.substitute(each, named) for each in conditions]
    made.matched = typed_tree.find_matched(matching)
    made.where = event_patterns.join_conditions([*matching, *([where] if where else [])])
    made.held = tuple(var for var, _ in keeping.given)
    checked.probes.mark(made, ABILITY, scope.power, unit, node)
    done: typed_tree.Stmt = typed_tree.LastStmt(made, tuple(keeping.given))
    for var, items in reversed(loops):
        done = typed_tree.ForEachStmt(var, items, (done,))
    return done


def check_lasting_call(
    act: typed_tree.ActStmt, node: syntax.PerformNode, values: ValueChecker, checked: typed_tree.CheckedGame
) -> typed_tree.ActStmt | None:
    """Return the call of a built-in with its duration, or None after an error if the built-in cannot have one."""
    assert node.until is not None
    keeping = _StoredValues(values)
    about = [arg for arg in act.args if arg.type.base == "piece"][-1:]
    until = _check_ends(node.until, values, keeping, about)
    if act.primitive.lasting is None or until is None:
        if act.primitive.lasting is None:
            report_impossible_duration(node, values)
        return None
    made = _create_ability(GRANT, node, until, keeping, checked)
    return replace(act, ends=made, given=tuple(keeping.given))


def report_impossible_duration(node: syntax.PerformNode, values: ValueChecker) -> None:
    """Report a duration on a statement that cannot have one."""
    message = f"`{node.word}` has no lasting effect, so it cannot have an `until`"
    at = node if node.until is None else values.unit.span_from("until", node.until)
    values.unit.error(OVER_AT_ONCE, message, at, "remove it")


def _create_ability(
    kind: str,
    node: syntax.Node,
    until: tuple[typed_tree.TypedDuration, ...],
    keeping: _StoredValues,
    checked: typed_tree.CheckedGame,
) -> typed_tree.TypedAbility:
    """Create the ability that represents an effect with a duration."""
    scope, unit = keeping.values.scope, keeping.values.unit
    number, you = len(checked.abilities), scope.symbols.var("you", PLAYER)
    made = typed_tree.TypedAbility(number, kind, scope.power, unit.title, None, you)
    made.until, made.held = until, tuple(var for var, _ in keeping.given)
    made.text = unit.scalar.raw[node.start : node.end]
    checked.abilities.append(made)
    return made


def _check_ends(
    until: syntax.UntilNode, values: ValueChecker, keeping: _StoredValues, about: Sequence[typed_tree.Value]
) -> tuple[typed_tree.TypedDuration, ...] | None:
    """Check the events after `until`; the effect ends with the first that happens. Return None if one has errors.

    `about` are the pieces that the effect is about.
    """
    for event in (event for at, event in enumerate(until.events) if event in until.events[:at]):
        values.unit.error(REPEATED_EVENT, "this event is named twice", event, "remove one of the two")
    made = [
        _check_leaving(event, values, keeping, about)
        if isinstance(event, syntax.LeaveNode)
        else _check_until(event, values, keeping)
        for event in until.events
    ]
    return None if None in made else tuple(each for each in made if each is not None)


def _check_until(
    pattern: syntax.PatternNode, values: ValueChecker, keeping: _StoredValues
) -> typed_tree.TypedDuration | None:
    """Check the event that ends an effect. Its player and arguments are evaluated when the effect starts."""
    if values.unit.notes is not None and values.symbols.game.play:
        place = "ending" if pattern.subject is None else "ending of a subject"
        values.unit.notes.leave_gap(place, pattern.word, values.scope)
    procedure = event_patterns.resolve_procedure(pattern, values)
    if procedure is None:
        return None
    conditions: list[typed_tree.Value] = []
    if procedure.you is None:
        if pattern.subject is not None:
            values.value(pattern.subject)
            message = f"`{procedure.word}` is a step, which no player performs"
            label = f"remove `{values.unit.text(pattern.subject)}`"
            values.unit.error("unexpected-doer", message, pattern.subject, label)
    elif pattern.subject is not None:
        with values.scope.watched():
            doer = values.value(pattern.subject)
        conditions.append(_match_at_end(typed_tree.LocalExpr(procedure.you), doer, pattern.subject, values, keeping))
    for role, value, at in event_patterns.bind_arguments(pattern, procedure.params, values, itself=False):
        conditions.append(_match_at_end(typed_tree.LocalExpr(role), value, at, values, keeping))
    return typed_tree.TypedDuration(procedure, event_patterns.join_conditions(conditions))


def _check_leaving(
    node: syntax.LeaveNode, values: ValueChecker, keeping: _StoredValues, about: Sequence[typed_tree.Value]
) -> typed_tree.TypedDuration | None:
    """Check the end of an effect that ends when a piece leaves play. The piece is evaluated when the effect starts."""
    unit, game = values.unit, values.symbols.game
    playing = list_playing_kinds(game)
    if node.piece == syntax.NameNode("it") and not values.scope.it:
        if len(about) != 1:
            message = "`it` is the piece that the effect is about, and this effect is not about a single piece"
            unit.error(UNKNOWN_NAME, message, node.piece, "name the piece, such as `this`")
            return None
        piece = about[0]
        if unit.notes is not None:
            unit.notes.value(node.piece.start, "it", piece)
    else:
        found = values.value(node.piece)
        kind = (found.type.item or found.type).of
        kind = kind if kind in game.kinds else next(iter(playing or game.kinds))
        piece = values.types.fit(found, Type("piece", kind), node.piece)
    if piece.type.base == "bad":
        return None
    if piece.type.of not in playing:
        message = f"no zone of {game.kinds[piece.type.of].plural} is in play, so none of them leaves play"
        unit.error(NEVER_IN_PLAY, message, node, "name the zones in `play:`, a field of the game")
        return None
    return typed_tree.TypedDuration(None, None, keeping.value(piece, "it", node.piece))


def _match_at_end(
    role: typed_tree.LocalExpr, value: typed_tree.Value, at: syntax.Expr, values: ValueChecker, keeping: _StoredValues
) -> typed_tree.Value:
    """Return the condition that a parameter of the ending event equals a value stored at the start of the effect."""
    if isinstance(value, typed_tree.OpponentsExpr):
        return typed_tree.CompareExpr("is not", role, keeping.value(value.of, "you", at))
    found = event_patterns.match_argument(role, value, at, values)
    if not isinstance(found, typed_tree.CompareExpr):
        return found
    return typed_tree.CompareExpr("is", role, keeping.value(found.right, role.var.word, at))


def _match_parameter(
    role: typed_tree.TypedVar,
    value: typed_tree.Value,
    at: syntax.Expr,
    keeping: _StoredValues,
    loops: list[tuple[typed_tree.TypedVar, typed_tree.Value]],
) -> typed_tree.Value:
    """Return the condition that a parameter of a rule equals its argument.

    For a list as argument, a loop over its items is added to `loops`.
    """
    found = event_patterns.match_argument(typed_tree.LocalExpr(role), value, at, keeping.values)
    if not isinstance(found, typed_tree.CompareExpr):
        return found
    right = found.right
    if found.operator == "in" and right.type.item is not None:
        loops.append((keeping.values.scope.symbols.var(role.word, right.type.item), right))
        right = typed_tree.LocalExpr(loops[-1][0])
    return typed_tree.CompareExpr("is", typed_tree.LocalExpr(role), keeping.value(right, role.word, at))


@dataclass(slots=True)
class _StoredValues:
    """The values that an effect with a duration stores when it starts, each in its own variable."""

    values: ValueChecker
    given: list[tuple[typed_tree.TypedVar, typed_tree.Value]] = field(default_factory=list)

    def value(self, value: typed_tree.Value, word: str, at: syntax.Node) -> typed_tree.Value:
        """Return a variable that stores a value when the effect starts. A constant is returned unchanged.

        So is a variable that the effect already stores: where the effect starts, it does not exist yet.
        """
        if isinstance(value, typed_tree.LiteralExpr):
            return value
        if isinstance(value, typed_tree.LocalExpr) and any(value.var is var for var, _ in self.given):
            return value
        if value.type.base not in KEPT:
            self._refuse(word, value.type, at)
            return Bad
        known = next(
            (var for var, given in self.given if given == value and isinstance(value, typed_tree.LocalExpr)), None
        )
        if known is None:
            known = self.values.scope.symbols.var(word, value.type)
            self.given.append((known, value))
        return typed_tree.LocalExpr(known)

    def names_in(
        self, value: typed_tree.Value, roles: Sequence[typed_tree.TypedVar], at: syntax.Node
    ) -> typed_tree.Value:
        """Return a value that is evaluated at each use, with the names in it fixed when the effect starts."""
        bound = {*roles} | typed_tree.find_bound(value)
        free = dict.fromkeys(
            n for n in typed_tree.walk_tree(value) if isinstance(n, typed_tree.LocalExpr) and n.var not in bound
        )
        spots = {node.word: node for node in syntax.walk(at) if isinstance(node, syntax.NameNode)}
        kept = {name.var: self.value(name, name.var.word, spots.get(name.var.word, at)) for name in free}
        return typed_tree.substitute(value, kept)

    def change(
        self, change: typed_tree.ChangeExpr, roles: Sequence[typed_tree.TypedVar], at: syntax.ChangeNode
    ) -> typed_tree.ChangeExpr:
        """Return a change of a rule whose value is stored when the effect starts.

        A value that uses parameters of the rule is evaluated at each use instead.
        """
        value = change.value
        if any(uses_variable(value, role) for role in roles):
            value = self.names_in(value, roles, at.value)
        elif isinstance(value, typed_tree.ListExpr):
            value = typed_tree.ListExpr(
                tuple(self.value(item, change.operator, at.value) for item in value.items), value.type
            )
        elif isinstance(value, typed_tree.DivideExpr) and value.type == FRACTION:
            left, right = (self.value(part, change.operator, at.value) for part in (value.left, value.right))
            value = typed_tree.DivideExpr(left, right, False, FRACTION)
        elif not _is_fixed(value):
            value = self.value(value, change.operator, at.value)
        return typed_tree.ChangeExpr(change.operator, value)

    def _refuse(self, word: str, kind: Type, at: syntax.Node) -> None:
        message = f"an effect with `until` cannot remember `{word}`: it is {self.values.types.describe(kind)}"
        label = "write the statement for each of them, in a `for each`"
        label = "write a division of whole numbers, or round it" if kind == FRACTION else label
        self.values.unit.error(CANNOT_KEEP, message, at, label)


def _is_fixed(value: typed_tree.Value) -> bool:
    """Return True if a value is constant throughout a match."""
    if isinstance(value, typed_tree.BinaryExpr):
        return _is_fixed(value.left) and _is_fixed(value.right)
    if isinstance(value, typed_tree.ListExpr):
        return all(map(_is_fixed, value.items))
    return isinstance(value, FIXED)
