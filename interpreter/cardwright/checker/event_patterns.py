"""Checks of the patterns of events and rules, and of the changes that modifiers make."""

from cardwright.checker import typed_tree
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.overload_resolution import resolve_overload
from cardwright.checker.expressions.type_compatibility import Bad, as_fraction
from cardwright.checker.names.occurrences import Symbol
from cardwright.checker.names.rule_text_context import UNKNOWN_RULE, UNKNOWN_VERB, WRONG_TYPE
from cardwright.declarations.value_types import FRACTION, MAYBE_NUMBER, NUMBER, YES_NO, Type, describe_type, list_of
from cardwright.source.diagnostics import declare_code, note_declared
from cardwright.syntax import tree as syntax
from cardwright.syntax.keywords import join_alternatives

WRONG_CHANGE = declare_code("wrong-change")
MISSING_DOER = declare_code("missing-doer")
ALL = typed_tree.LiteralExpr(YES_NO, 1)


def resolve_procedure(
    pattern: syntax.PatternNode, values: ValueChecker, own: Type | None = None
) -> typed_tree.TypedProcedure | None:
    """Return the procedure that an event pattern names; None after an error if there is none.

    If the procedure has several overloads, the arguments of the pattern select one. With `own`, the overload for pieces
    of that type is selected.
    """
    scope = values.scope
    procedure = scope.symbols.procedures.get(pattern.word)
    if scope.unit.notes is not None:
        if procedure is not None:
            scope.unit.notes.mean(pattern.word_start, pattern.word, Symbol("procedure", "", pattern.word))
        scope.unit.notes.leave_gap("pattern", pattern.word, scope)
    if procedure is None:
        at = scope.unit.span_at(pattern.word_start, len(pattern.word))
        scope.unit.unknown(UNKNOWN_VERB, "verb or step", pattern.word, at, scope.symbols.procedures)
        return None
    if own is not None:
        return next((each for each in procedure.each_sort if [p.type for p in each.params[:1]] == [own]), procedure)
    return resolve_overload(procedure, pattern.args, values, pattern, watched=True)


def report_missing_subject(pattern: syntax.PatternNode, values: ValueChecker) -> None:
    """Report a pattern of a verb that does not name the acting player."""
    word = pattern.word
    at = values.unit.span_at(pattern.word_start, len(word))
    label = f"write `you {word}`, `opponents {word}` or `players {word}`"
    values.unit.error(MISSING_DOER, f"who performs `{word}`? Name the player before the verb", at, label)


def resolve_rule(node: syntax.ModifyNode, values: ValueChecker) -> typed_tree.TypedRule | None:
    """Return the rule that a modifier changes. None after an error if there is none."""
    rules = values.scope.symbols.rules
    rule = rules.get(node.rule.word)
    if values.unit.notes is not None:
        if rule is not None:
            values.unit.notes.mean(node.rule.start, rule.word, Symbol("rule", "", rule.word), rule.type)
        values.unit.notes.leave_gap("rule", node.rule.word)
    if rule is None:
        at = values.unit.span_at(node.rule.start, len(node.rule.word))
        values.unit.unknown(UNKNOWN_RULE, "rule", node.rule.word, at, rules)
    return rule


def declare_roles(rule: typed_tree.TypedRule, values: ValueChecker) -> tuple[typed_tree.TypedVar, ...]:
    """Declare the parameters of a modified rule as names for the conditions and changes of a modifier."""
    roles = tuple(values.scope.symbols.var(param.word, param.type) for param in rule.params)
    values.scope.locals.update({role.word: role for role in roles})
    if values.unit.notes is not None:
        for role in roles:
            values.unit.notes.alias(role, Symbol("role", rule.word, role.word))
    return roles


def change(node: syntax.ChangeNode, rule: typed_tree.TypedRule, values: ValueChecker) -> typed_tree.ChangeExpr:
    """Return the typed form of a change that a modifier makes to a rule."""
    kind = rule.type or Bad.type
    numeric = ("set", "add", "subtract", "multiply", "cap", "raise")
    operators = {"number": numeric, "fraction": numeric, "list": ("set", "add", "remove")}
    allowed = ("set",) if kind == MAYBE_NUMBER else operators.get(kind.base, ("set",))
    if node.operator not in allowed:
        message = f"`{rule.word}` is {describe_type(kind)}, which `{node.operator}` cannot change"
        at = values.unit.span_at(node.start, len(node.operator))
        meant = {"remove": "subtract", "subtract": "remove"}.get(node.operator)
        label = f"write {join_alternatives((meant,) if meant in allowed else allowed)}"
        values.unit.error(WRONG_CHANGE, message, at, label, note_declared(rule.word, rule.span))
    what = f"a change of `{rule.word}`"
    if kind == FRACTION and node.operator != "multiply":
        return typed_tree.ChangeExpr(node.operator, as_fraction(values.amount(node.value, NUMBER, what)))
    if kind not in (NUMBER, FRACTION):
        return typed_tree.ChangeExpr(node.operator, values.want(node.value, kind, what))
    found = values.amount(node.value, NUMBER, what)
    if found.type == FRACTION:
        message = f"`{rule.word}` is a whole number, and this is a fraction"
        label = f"round it, or write `/ 1` after a value of `{rule.word}`, which makes that a fraction"
        if kind == FRACTION:
            message, label = "a fraction is multiplied by whole numbers, and this is a fraction", "round it"
        values.unit.error(WRONG_TYPE, message, node.value, label, note_declared(rule.word, rule.span))
        found = Bad
    return typed_tree.ChangeExpr(node.operator, found)


def bind_arguments(
    pattern: syntax.PatternNode | syntax.CallNode,
    roles: tuple[typed_tree.TypedVar, ...],
    values: ValueChecker,
    itself: bool = True,
) -> list[tuple[typed_tree.TypedVar, typed_tree.Value, syntax.Expr]]:
    """Return `(parameter, value, node)` for each argument of a pattern.

    With `itself`, an argument that is the name of its own parameter allows any value.
    """
    found = []
    by_word = {role.word: role for role in roles}
    for place, arg in enumerate(pattern.args):
        word = arg.role or (roles[place].word if place < len(roles) else None)
        if word is None or word not in by_word:
            at = values.unit.span_at(arg.start, len(word or "x"))
            values.unit.unknown("wrong-arguments", f"parameter of `{pattern.word}` named", word or "?", at, by_word)
            continue
        role = by_word[word]
        shared = itself and isinstance(arg.value, syntax.NameNode) and arg.value.word == word
        if values.unit.notes is not None:
            if arg.role is not None or shared:
                values.unit.notes.mean(arg.start, word, Symbol("role", pattern.word, word), role.type)
            values.unit.notes.expect(arg.value, role.type, () if arg.role else tuple(by_word))
        if shared:
            continue
        if role.type.base == "enum":
            found.append((role, values.want(arg.value, role.type), arg.value))
        else:
            found.append((role, values.value(arg.value), arg.value))
    return found


def match_argument(
    role: typed_tree.Value, value: typed_tree.Value, node: syntax.Expr, values: ValueChecker
) -> typed_tree.Value:
    """Return the condition that a parameter equals a value, or one of a list of values.

    Returns `ALL` if any value is allowed.
    """
    if isinstance(value, typed_tree.PlayersExpr):
        return ALL
    if value.type.base == "zone" and role.type.base == "piece":
        value = values.types.content(value)
    if value.type.base == "list" and role.type.base != "list":
        values.types.fit(value, list_of(role.type), node)
        return typed_tree.CompareExpr("in", role, value)
    if (
        value.type.base != "bad"
        and not values.types.fits(value.type, role.type)
        and not values.types.fits(role.type, value.type)
    ):
        value = values.types.fit(value, role.type, node)
        if value.type == Bad.type:
            return Bad
    return typed_tree.CompareExpr("is", role, value)


def join_conditions(conditions: list[typed_tree.Value]) -> typed_tree.Value | None:
    """Return the conjunction of conditions, None if there are none."""
    result: typed_tree.Value | None = None
    for condition in conditions:
        if condition != ALL:
            result = condition if result is None else typed_tree.LogicExpr("and", result, condition)
    return result
