"""Checks rules, each when its type is first asked for."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from cardwright.checker import ir
from cardwright.checker.rule_cycles import RULE_CYCLE
from cardwright.checker.scope import Scope, Symbols, Unit
from cardwright.checker.source_spots import VALUE
from cardwright.checker.types import Bad
from cardwright.checker.values import ValueChecker
from cardwright.declarations.types import EMPTY, NONE, Type, enum
from cardwright.source.diagnostics import Diagnostic, declare_code
from cardwright.syntax import tree as s

NO_CASE = declare_code(
    "no-case",
    "A rule has no value for some case.",
    mend="End the rule with a line `VALUE otherwise`.",
)


class RuleChecker:
    """Checks rules; `texts` has those of all of them by word."""

    def __init__(
        self,
        symbols: Symbols,
        checked: ir.Checked,
        texts: Mapping[str, tuple[s.Rule, Unit]],
        diagnostics: list[Diagnostic],
    ) -> None:
        self.symbols = symbols
        self.checked = checked
        self.texts = texts
        self.diagnostics = diagnostics
        self._state: dict[str, int] = {}

    def take_over(self, words: Iterable[str]) -> None:
        """Take rules as checked that were before."""
        self._state = dict.fromkeys(words, 2)

    def forget(self, word: str) -> None:
        """Note that a rule was declared anew and is to be checked when its type is asked for."""
        self._state[word] = 0

    def type_of(self, rule: ir.Rule) -> Type:
        """The type of a rule, found by checking its cases when first asked for."""
        state = self._state.get(rule.word, 0)
        if state == 0:
            self._state[rule.word] = 1
            self._check(rule)
            self._state[rule.word] = 2
        elif rule.type is None:
            message = f"the type of `{rule.word}` depends on itself: say what it `gives`"
            self.diagnostics.append(Diagnostic(RULE_CYCLE, message, rule.span))
            rule.type = Bad.type
        return rule.type or Bad.type

    def _check(self, rule: ir.Rule) -> None:
        node, unit = self.texts[rule.word]
        scope = Scope(self.symbols, unit, {param.word: param for param in rule.params})
        values = ValueChecker(scope, self.type_of)
        cases: list[tuple[ir.Value, ir.Value | None]] = []
        declared = rule.type
        for case in node.cases:
            condition = values.condition(case.condition) if case.condition is not None else None
            if declared is not None:
                value = values.want(case.value, declared)
            else:
                value = values.value(case.value)
                declared = None if value.type in (EMPTY, NONE) else value.type
                if declared is not None and declared.base == "enum" and len(node.cases) > 1:
                    declared = self._wide(declared)
            cases.append((value, condition))
            self.checked.probes.mark(cases[-1], VALUE, -1, unit, case)
        rule.type = declared or (cases[0][0].type if cases else Bad.type)
        rule.cases = tuple(cases)
        rule.texts = tuple(" ".join(unit.scalar.raw[case.start : case.end].split()) for case in node.cases)
        if cases and cases[-1][1] is not None:
            unit.error(
                NO_CASE,
                f"`{rule.word}` has no value when none of its conditions holds",
                rule.span,
                "add a last line `... otherwise`",
            )

    def _wide(self, kind: Type) -> Type:
        """The largest enum that contains one, so that further cases may use its words."""
        values = set(self.symbols.game.enums[kind.of].values)
        wider = [decl for decl in self.symbols.game.enums.values() if values <= set(decl.values)]
        return enum(max(wider, key=lambda decl: len(decl.values)).word)
