"""Checks abilities: what they watch, change or offer, on what condition, and what they do then."""

from __future__ import annotations

import re
from collections.abc import Callable

from cardwright.checker import ir
from cardwright.checker.meanings import Notes, Symbol
from cardwright.checker.procedures import checked_limit
from cardwright.checker.scope import UNKNOWN_RULE, WRONG_TYPE, Scope, Symbols, Unit
from cardwright.checker.source_spots import ABILITY
from cardwright.checker.statements import UNKNOWN_VERB, UNKNOWN_WINDOW, StatementChecker
from cardwright.checker.types import Bad
from cardwright.checker.values import ValueChecker
from cardwright.declarations.shape import ANYTIME, UNKNOWN_ZONE
from cardwright.declarations.types import PLAYER, YES_NO, Type
from cardwright.source.diagnostics import Note, declare_code
from cardwright.syntax import tree as s

WRONG_CHANGE = declare_code(
    "wrong-change",
    "A change does not fit the rule's type.",
    mend="Use a change that fits: `add`, `subtract`, `multiply`, `cap` and `raise` for numbers, `add` and `remove` for "
    "lists, `set` for everything.",
)
MISSING_DOER = declare_code(
    "missing-doer",
    "An ability watches a verb and does not say whose.",
    mend="Say who does it: `you`, `opponents` or `players` before the verb.",
)


class AbilityChecker:
    """Checks abilities and adds them to the checked game."""

    def __init__(self, symbols: Symbols, checked: ir.Checked, rule_type: Callable[[ir.Rule], Type]) -> None:
        self.symbols = symbols
        self.checked = checked
        self.rule_type = rule_type

    def check(
        self, nodes: tuple[s.Ability, ...], unit: Unit, this: Type | None, power: int, zones: frozenset[str]
    ) -> None:
        """Check abilities of a text, on a piece of the type `this` with the number `power`, or on none."""
        for node in nodes:
            if isinstance(node, s.InZones):
                self._zones(node, unit)
                self.check(node.abilities, unit, this, power, frozenset(node.zones))
                continue
            this_var = self.symbols.var("this", this) if this is not None else None
            you = self.symbols.var("you", PLAYER)
            speaker = None if power < 0 and isinstance(node, s.Modify) else you
            scope = Scope(self.symbols, unit, you=speaker, this=this_var, power=power, own_memory=power >= 0)
            kind = {s.React: "react", s.Forbid: "forbid", s.Modify: "modify", s.Offer: "offer"}[type(node)]
            number = len(self.checked.abilities)
            made = ir.Ability(number, kind, power, unit.title, unit.span(node), this_var, you, zones)
            made.text = unit.scalar.raw[node.start : node.end]
            self.checked.abilities.append(made)
            self.checked.probes.mark(made, ABILITY, power, unit, node)
            values = ValueChecker(scope, self.rule_type)
            if isinstance(node, s.Modify):
                self._modify(node, made, values)
            elif isinstance(node, s.Offer):
                self._offer(node, made, values)
            else:
                self._reaction(node, made, values)

    def _zones(self, node: s.InZones, unit: Unit) -> None:
        known = {zone.word for zone in self.symbols.game.zones}
        at = node.start
        for word in node.zones:
            found = re.compile(rf"\b{word}\b").search(unit.scalar.raw, at)
            at = found.start() if found else at
            if unit.notes is not None:
                self._note_zone(unit.notes, at, word)
            if word not in known:
                unit.unknown(UNKNOWN_ZONE, "zone", word, unit.span_at(at, len(word)), known)
            at += len(word)

    def _note_zone(self, notes: Notes, at: int, word: str) -> None:
        for owner in [owner for owner, zone in self.symbols.zones if zone == word]:
            notes.mean(at, word, Symbol("zone", owner, word))
        notes.leave_gap("zone", word)

    def _reaction(self, node: s.React | s.Forbid, made: ir.Ability, values: ValueChecker) -> None:
        scope = values.scope
        pattern = node.pattern
        procedure = self.symbols.procedures.get(pattern.word)
        if scope.unit.notes is not None:
            if procedure is not None:
                scope.unit.notes.mean(pattern.word_start, pattern.word, Symbol("procedure", "", pattern.word))
            scope.unit.notes.leave_gap("pattern", pattern.word, scope)
        if procedure is None:
            at = scope.unit.span_at(pattern.word_start, len(pattern.word))
            scope.unit.unknown(UNKNOWN_VERB, "verb or step", pattern.word, at, self.symbols.procedures)
            return
        made.procedure = procedure
        made.own = isinstance(node, s.React) and node.when == "on"
        made.kind = "forbid" if isinstance(node, s.Forbid) else node.when.replace("on", "after")
        self._declare_roles(made, procedure, scope, isinstance(node, s.React) and node.when in ("after", "on"))
        with scope.watched():
            own = isinstance(node, s.React) and node.when == "on"
            conditions = self._pattern(pattern, made, procedure, values, own)
        if node.where is not None:
            conditions.append(values.condition(node.where))
        made.where = all_of(conditions)
        if isinstance(node, s.Forbid):
            return
        made.limit = checked_limit(node.limit, self.symbols, scope.unit)
        scope.replacing = node.when == "instead"
        if scope.replacing:
            self._declare_result(made, procedure, scope)
        checker = StatementChecker(scope, values, self.checked.sites, scope.unit.title, self.checked.probes)
        checker.no_require(node.body.statements, "a reaction happens by itself, and nothing is required of it")
        made.body = checker.statements(node.body.statements)

    def _declare_roles(self, made: ir.Ability, procedure: ir.Procedure, scope: Scope, result: bool) -> None:
        doer = self.symbols.var("player", PLAYER)
        if procedure.kind == "verb" and all(param.word != "player" for param in procedure.params):
            scope.locals["player"] = doer
        roles = [self.symbols.var(param.word, param.type) for param in procedure.params]
        scope.locals.update({role.word: role for role in roles})
        if scope.unit.notes is not None:
            for role in roles:
                scope.unit.notes.alias(role, Symbol("role", procedure.word, role.word))
        made.roles = (doer, *roles)
        if result:
            self._declare_result(made, procedure, scope)

    def _declare_result(self, made: ir.Ability, procedure: ir.Procedure, scope: Scope) -> None:
        if procedure.result is not None:
            made.result = self.symbols.var(procedure.result.word, procedure.result.type)
            scope.locals.setdefault(procedure.result.word, made.result)
            if scope.unit.notes is not None:
                scope.unit.notes.alias(made.result, Symbol("role", procedure.word, procedure.result.word))

    def _modify(self, node: s.Modify, made: ir.Ability, values: ValueChecker) -> None:
        rule = self.symbols.rules.get(node.rule.word)
        if values.unit.notes is not None:
            if rule is not None:
                values.unit.notes.mean(node.rule.start, rule.word, Symbol("rule", "", rule.word), rule.type)
            values.unit.notes.leave_gap("rule", node.rule.word)
        if rule is None:
            at = values.unit.span_at(node.rule.start, len(node.rule.word))
            values.unit.unknown(UNKNOWN_RULE, "rule", node.rule.word, at, self.symbols.rules)
            return
        made.rule = rule
        roles = tuple(self.symbols.var(param.word, param.type) for param in rule.params)
        values.scope.locals.update({role.word: role for role in roles})
        if values.unit.notes is not None:
            for role in roles:
                values.unit.notes.alias(role, Symbol("role", rule.word, role.word))
        made.roles = roles
        conditions: list[ir.Value] = []
        if isinstance(node.rule, s.Call):
            with values.scope.watched():
                for role, value, at_node in self._pattern_roles(node.rule, roles, values):
                    conditions.append(self._matches(ir.Local(role), value, at_node, values))
        if node.where is not None:
            conditions.append(values.condition(node.where))
        made.where = all_of([c for c in conditions if c != ir.Lit(YES_NO, 1)])
        made.changes = tuple(self._change(change, rule, values) for change in node.changes)

    def _change(self, change: s.Change, rule: ir.Rule, values: ValueChecker) -> ir.ChangeV:
        kind = rule.type or Bad.type
        operators = {"number": ("set", "add", "subtract", "multiply", "cap", "raise"), "list": ("set", "add", "remove")}
        allowed = operators.get(kind.base, ("set",))
        if change.operator not in allowed:
            message = f"`{change.operator}` does not fit `{rule.word}`, which is {kind}"
            values.unit.error(
                WRONG_CHANGE, message, change, f"possible: {', '.join(allowed)}", (Note("declared here", rule.span),)
            )
        return ir.ChangeV(change.operator, values.want(change.value, kind, f"a change of `{rule.word}`"))

    def _offer(self, node: s.Offer, made: ir.Ability, values: ValueChecker) -> None:
        for word in node.windows:
            if values.unit.notes is not None:
                start = values.unit.scalar.raw.find(word, node.start)
                values.unit.notes.mean(start, word, Symbol("window", "", word))
                values.unit.notes.leave_gap("window", word)
            if word != ANYTIME and word not in self.symbols.game.windows:
                at = values.unit.span_at(node.start + values.unit.scalar.raw[node.start :].find(word), len(word))
                values.unit.unknown(UNKNOWN_WINDOW, "window", word, at, [ANYTIME, *self.symbols.game.windows])
        made.windows = node.windows
        if made.power < 0:
            made.offers = values.scope.written(node.body)
        made.where = values.condition(node.where) if node.where is not None else None
        made.limit = checked_limit(node.limit, self.symbols, values.unit)
        made.body = StatementChecker(
            values.scope, values, self.checked.sites, values.unit.title, self.checked.probes
        ).statements(node.body.statements)

    def _pattern(
        self, pattern: s.Pattern, made: ir.Ability, procedure: ir.Procedure, values: ValueChecker, own: bool
    ) -> list[ir.Value]:
        conditions: list[ir.Value] = []
        if own:
            if not procedure.params or procedure.params[0].type.base != "piece" or made.this is None:
                message = f"`on {pattern.word}` needs a verb whose first role is a piece"
                values.unit.error(WRONG_TYPE, message, pattern)
                return []
            return [ir.CompareV("is", ir.Local(made.roles[1]), ir.Local(made.this))]
        if pattern.subject is not None:
            subject = values.value(pattern.subject)
            conditions.append(self._matches(ir.Local(made.roles[0]), subject, pattern.subject, values))
        elif procedure.kind == "verb":
            at = values.unit.span_at(pattern.word_start, len(pattern.word))
            message = f"whose `{pattern.word}`? Name the one who does it"
            values.unit.error(
                MISSING_DOER,
                message,
                at,
                f"write `you {pattern.word}`, `opponents {pattern.word}` or `players {pattern.word}`",
            )
        for role, value, node in self._pattern_roles(pattern, made.roles[1:], values):
            conditions.append(self._matches(ir.Local(role), value, node, values))
        return [condition for condition in conditions if condition != ir.Lit(YES_NO, 1)]

    def _pattern_roles(
        self, pattern: s.Pattern | s.Call, roles: tuple[ir.Var, ...], values: ValueChecker
    ) -> list[tuple[ir.Var, ir.Value, s.Expr]]:
        found = []
        by_word = {role.word: role for role in roles}
        for place, arg in enumerate(pattern.args):
            word = arg.role or (roles[place].word if place < len(roles) else None)
            if word is None or word not in by_word:
                at = values.unit.span_at(arg.start, len(word or "x"))
                values.unit.unknown("wrong-arguments", f"role of `{pattern.word}` named", word or "?", at, by_word)
                continue
            role = by_word[word]
            if values.unit.notes is not None:
                shared = isinstance(arg.value, s.Name) and arg.value.word == word
                if arg.role is not None or shared:
                    values.unit.notes.mean(arg.start, word, Symbol("role", pattern.word, word), role.type)
                values.unit.notes.expect(arg.value, role.type, () if arg.role else tuple(by_word))
            if isinstance(arg.value, s.Name) and arg.value.word == word:
                continue
            if role.type.base == "enum":
                found.append((role, values.want(arg.value, role.type), arg.value))
            else:
                found.append((role, values.value(arg.value), arg.value))
        return found

    def _matches(self, role: ir.Value, value: ir.Value, node: s.Expr, values: ValueChecker) -> ir.Value:
        """The condition that a role is a value, or one of a list of them."""
        if isinstance(value, ir.Players):
            return ir.Lit(YES_NO, 1)
        if value.type.base == "zone" and role.type.base == "piece":
            value = values.types.content(value)
        if value.type.base == "list" and role.type.base != "list":
            return ir.CompareV("in", role, value)
        if (
            value.type.base != "bad"
            and not values.types.fits(value.type, role.type)
            and not values.types.fits(role.type, value.type)
        ):
            values.types.fit(value, role.type, node)
            return Bad
        return ir.CompareV("is", role, value)


def all_of(conditions: list[ir.Value]) -> ir.Value | None:
    """The condition that all of some hold; None for none."""
    result: ir.Value | None = None
    for condition in conditions:
        result = condition if result is None else ir.LogicV("and", result, condition)
    return result
