"""Checks of rules, each when its type is first needed."""

from collections.abc import Iterable, Mapping, Sequence

from cardwright.checker import typed_tree
from cardwright.checker.coverage_probes import VALUE
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.type_compatibility import Bad, as_fraction
from cardwright.checker.names.rule_text_context import WRONG_TYPE, Scope, Symbols, Unit
from cardwright.checker.semantic_checks.rule_cycles import RULE_CYCLE
from cardwright.checker.typed_tree_queries import (
    MAX_WRITTEN_OUT,
    TOO_MUCH,
    count_expanded_nodes,
    find_numbers_by,
    is_set,
    name_from,
)
from cardwright.declarations.value_types import EMPTY, FRACTION, NONE, NUMBER, ZONE, Type, enum, list_of
from cardwright.source.diagnostics import Diagnostic, declare_code
from cardwright.syntax import tree as syntax

NO_CASE = declare_code("missing-case")
# Rule calls for one value of a rule, itself and nested calls included.
MAX_RULE_CALLS = 100_000
TOO_MUCH_ASKED = declare_code("exponential-rule")


class RuleChecker:
    """Checker of rules. Each rule is checked when its type is first needed."""

    def __init__(
        self,
        symbols: Symbols,
        checked: typed_tree.CheckedGame,
        texts: Mapping[str, tuple[syntax.RuleNode, Unit]],
        diagnostics: list[Diagnostic],
    ) -> None:
        self.symbols = symbols
        self.checked = checked
        self.texts = texts
        self.diagnostics = diagnostics
        self._state: dict[str, int] = {}

    def take_over(self, words: Iterable[str]) -> None:
        """Mark rules as checked, because the results of an earlier check are reused."""
        self._state = dict.fromkeys(words, 2)

    def forget(self, word: str) -> None:
        """Mark a rule as unchecked, after it was declared again."""
        self._state[word] = 0

    def type_of(self, rule: typed_tree.TypedRule) -> Type:
        """Return the type of a rule. The first call checks the cases of the rule."""
        state = self._state.get(rule.word, 0)
        if state == 0:
            self._state[rule.word] = 1
            self._check(rule)
            self._state[rule.word] = 2
        elif rule.type is None:
            message = f"the type of `{rule.word}` depends on itself"
            label = f"declare it, for example `rule {rule.word} gives number: ...`"
            self.diagnostics.append(Diagnostic(RULE_CYCLE, message, rule.span, label))
            rule.type = Bad.type
        return rule.type or Bad.type

    def _check(self, rule: typed_tree.TypedRule) -> None:
        node, unit = self.texts[rule.word]
        scope = Scope(self.symbols, unit, {param.word: param for param in rule.params})
        values = ValueChecker(scope, self.type_of)
        names = [self._check_local_name(each, scope, values) for each in node.names]
        meant = self._expand_names(rule, names, node, unit)
        spoken: list[tuple[typed_tree.Value, typed_tree.Value | None]] = []
        declared = rule.type
        for case in node.cases:
            condition = values.condition(case.condition) if case.condition is not None else None
            with scope.where(() if condition is None else find_numbers_by(condition)):
                value = self._check_case(case.value, declared, rule.type is not None, values)
            if condition is not None:
                scope.numbers += find_numbers_by(condition, holds=False)
            if declared is None or value.type == FRACTION:
                declared = None if value.type in (EMPTY, NONE) else value.type
                if declared is not None and declared.base == "enum" and len(node.cases) > 1:
                    declared = self._widen(declared)
            spoken.append((value, condition))
        if declared == FRACTION:
            spoken = [
                (values.types.fit(as_fraction(value), FRACTION, case.value), condition)
                for (value, condition), case in zip(spoken, node.cases, strict=True)
            ]
        cases = [typed_tree.substitute(each, meant) if meant else each for each in spoken]
        for made, case in zip(cases, node.cases, strict=True):
            self.checked.probes.mark(made, VALUE, -1, unit, case)
        rule.type = _unify_zone_kinds(declared or (cases[0][0].type if cases else Bad.type), cases)
        rule.cases, rule.by_name, rule.names = tuple(cases), tuple(spoken), tuple(names) if meant else ()
        rule.texts = tuple(" ".join(unit.scalar.raw[case.start : case.end].split()) for case in node.cases)
        self._check_call_count(rule)
        if cases and cases[-1][1] is not None:
            unit.error(
                NO_CASE,
                f"`{rule.word}` has no value if none of its conditions holds",
                rule.span,
                "add a last line `... otherwise`",
            )

    @staticmethod
    def _check_case(node: syntax.Expr, kind: Type | None, is_declared: bool, values: ValueChecker) -> typed_tree.Value:
        """Check the value of a case; `kind` is the type of the rule so far. Without a declared type, it may widen."""
        if kind is None:
            return values.zones(node)
        return values.want(node, kind) if is_declared or kind not in (NUMBER, FRACTION) else values.amount(node, NUMBER)

    def _check_call_count(self, rule: typed_tree.TypedRule) -> None:
        """Store in a rule how many rule calls its evaluation takes. If there are too many, report it and store 1."""
        asks = count_rule_calls(rule)
        if asks > MAX_RULE_CALLS:
            message = f"one value of `{rule.word}` needs {asks:,} values of rules; the limit is {MAX_RULE_CALLS:,}"
            label = "use each rule in it less often, or keep a value in memory"
            self.diagnostics.append(Diagnostic(TOO_MUCH_ASKED, message, rule.span, label))
        rule.asks = asks if asks <= MAX_RULE_CALLS else 1

    def _check_local_name(
        self, node: syntax.LetNode, scope: Scope, values: ValueChecker
    ) -> tuple[typed_tree.TypedVar, typed_tree.Value]:
        """Check a local name of a rule; return its variable and value."""
        assert not isinstance(node.value, syntax.PerformNode)
        value = values.value(node.value, exact=True)
        if value.type == NONE:
            message = "`none` alone has no type, so the name could hold nothing else"
            scope.unit.error(WRONG_TYPE, message, node.value, "write `none` where the name is used")
            value = Bad
        var = scope.declare(node.word, value.type, mask=value.type.base != "zone" and is_set(value))
        scope.unit.declared(var, name_from(node))
        self.checked.probes.mark(named := (var, value), VALUE, -1, scope.unit, node)
        return named

    def _expand_names(
        self,
        rule: typed_tree.TypedRule,
        names: Sequence[tuple[typed_tree.TypedVar, typed_tree.Value]],
        node: syntax.RuleNode,
        unit: Unit,
    ) -> dict[typed_tree.TypedVar, typed_tree.Value]:
        """Return the value of each local name of a rule, with other local names replaced by their values.

        Returns {} after an error, if the values grow too large.
        """
        meant: dict[typed_tree.TypedVar, typed_tree.Value] = {}
        sizes: dict[typed_tree.TypedVar, int] = {}
        for (var, value), let in zip(names, node.names, strict=True):
            sizes[var] = count_expanded_nodes(value, sizes)
            if sizes[var] > MAX_WRITTEN_OUT:
                message = f"`{let.word}` uses names that use names, too many to expand"
                unit.error(TOO_MUCH, message, let.value, f"make a part of `{rule.word}` a rule of its own")
                return {}
            meant[var] = typed_tree.substitute(value, meant)
        return meant

    def _widen(self, kind: Type) -> Type:
        """Return the largest enum that contains an enum; other cases of a rule may use words of the larger one."""
        values = set(self.symbols.game.enums[kind.of].values)
        wider = [decl for decl in self.symbols.game.enums.values() if values <= set(decl.values)]
        return enum(max(wider, key=lambda decl: len(decl.values)).word)


def count_rule_calls(rule: typed_tree.TypedRule) -> int:
    """Return how many rule calls the evaluation of a rule takes in its longest case.

    In a rule with lists, the values of local names count at each use, because lists grow when they are combined.
    """
    longer = rule.type is not None and rule.type.base == "list"
    before = 1 if longer else 1 + sum(_count_calls_in(value) for _, value in rule.names)
    most = before
    for value, condition in rule.cases if longer else rule.spoken:
        before += _count_calls_in(condition)
        most = max(most, before + _count_calls_in(value))
    return most


def _count_calls_in(value: typed_tree.Value | None) -> int:
    return sum(node.rule.asks for node in typed_tree.walk_tree(value) if isinstance(node, typed_tree.RuleExpr))


def _unify_zone_kinds(kind: Type, cases: Sequence[tuple[typed_tree.Value, typed_tree.Value | None]]) -> Type:
    """Return the type of a rule that returns zones.

    The type has a kind of piece if this kind is the same in all cases.
    """
    if ZONE not in (kind, kind.item):
        return kind
    found = {value.type.item or value.type for value, _ in cases}
    one = found.pop() if len(found) == 1 else ZONE
    if one.base != ZONE.base:
        return kind
    return one if kind == ZONE else list_of(one)
