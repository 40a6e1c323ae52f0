"""Checks of abilities, with their triggers, conditions and bodies."""

import re
from collections.abc import Callable

from cardwright.checker import event_patterns, typed_tree
from cardwright.checker.coverage_probes import ABILITY
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.names.occurrences import Notes, Symbol
from cardwright.checker.names.rule_text_context import WRONG_TYPE, Scope, Symbols, Unit
from cardwright.checker.statements.ability_targets import TargetedBody, list_bodies, report_untargetable_event
from cardwright.checker.statements.procedure_definitions import check_limit
from cardwright.checker.statements.statements import UNKNOWN_WINDOW, StatementChecker
from cardwright.checker.typed_tree_queries import MISPLACED, find_mentioned_parameters
from cardwright.declarations.field_reader import ANYTIME, UNKNOWN_ZONE
from cardwright.declarations.value_types import PLAYER, YES_NO, Type, describe_type
from cardwright.source.diagnostics import note_declared
from cardwright.syntax import tree as syntax
from cardwright.syntax.tree_builder import parse_title


class AbilityChecker:
    """Checker of abilities. It adds those without errors to the checked game."""

    def __init__(
        self, symbols: Symbols, checked: typed_tree.CheckedGame, rule_type: Callable[[typed_tree.TypedRule], Type]
    ) -> None:
        self.symbols = symbols
        self.checked = checked
        self.rule_type = rule_type

    def check(
        self, nodes: tuple[syntax.Ability, ...], unit: Unit, this: Type | None, power: int, zones: frozenset[str]
    ) -> None:
        """Check the abilities of a rule text and add them to the game.

        For a power, `this` is the type of its piece and `power` the number of its definition. For the game
        itself they are None and negative. `zones` are the zones in which the abilities are active.
        """
        for node in nodes:
            if isinstance(node, syntax.InZonesNode):
                self._check_zones(node, unit)
                self.check(node.abilities, unit, this, power, frozenset(node.zones))
                continue
            this_var = self.symbols.var("this", this) if this is not None else None
            you = self.symbols.var("you", PLAYER)
            speaker = None if power < 0 and isinstance(node, syntax.ModifyNode) else you
            public = {var for var in (you, this_var) if var is not None}
            scope = Scope(
                self.symbols, unit, you=speaker, this=this_var, power=power, own_memory=power >= 0, public=public
            )
            kind = {
                syntax.ReactNode: "react",
                syntax.ForbidNode: "forbid",
                syntax.ModifyNode: "modify",
                syntax.OfferNode: "offer",
            }[type(node)]
            number = len(self.checked.abilities)
            made = typed_tree.TypedAbility(number, kind, power, unit.title, this_var, you, zones)
            made.text = unit.scalar.raw[node.start : node.end]
            self.checked.abilities.append(made)
            self.checked.probes.mark(made, ABILITY, power, unit, node)
            values = ValueChecker(scope, self.rule_type)
            if isinstance(node, syntax.ModifyNode):
                self._modify(node, made, values)
            elif isinstance(node, syntax.OfferNode):
                self._offer(node, made, values)
            else:
                self._check_reaction(node, made, values)
            made.where = event_patterns.join_conditions(
                [*self._works(made), *([] if made.where is None else [made.where])]
            )

    def _works(self, made: typed_tree.TypedAbility) -> list[typed_tree.Value]:
        """Return a list of one condition: that the powers of the ability's piece work.

        Returns [] if no rule of the game decides this for the piece, and for a modifier of that rule.
        """
        named = self.symbols.game.powers_work_if
        rule = None if named is None else self.symbols.rules.get(str(named.value))
        if rule is None or rule.type != YES_NO or made.this is None or made.rule is rule:
            return []
        return (
            [typed_tree.RuleExpr(rule, (typed_tree.LocalExpr(made.this),))]
            if [made.this.type] == [p.type for p in rule.params]
            else []
        )

    def _check_zones(self, node: syntax.InZonesNode, unit: Unit) -> None:
        known = {zone.word for zone in self.symbols.game.zones}
        for each in node.abilities:
            if isinstance(each, syntax.ReactNode) and each.targeted:
                message = "targets are chosen wherever the piece lies, so `in` has no meaning for them"
                unit.error(MISPLACED, message, each.pattern, "write it on a line of its own, not below `in`")
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

    def _check_reaction(
        self, node: syntax.ReactNode | syntax.ForbidNode, made: typed_tree.TypedAbility, values: ValueChecker
    ) -> None:
        scope = values.scope
        pattern = node.pattern
        itself = (
            made.this.type
            if made.this is not None and isinstance(node, syntax.ReactNode) and node.when == "on"
            else None
        )
        procedure = event_patterns.resolve_procedure(pattern, values, itself)
        if procedure is None:
            return
        made.procedure = procedure
        made.own = isinstance(node, syntax.ReactNode) and node.when == "on"
        made.kind = "forbid" if isinstance(node, syntax.ForbidNode) else node.when.replace("on", "after")
        targeted = isinstance(node, syntax.ReactNode) and node.targeted
        if isinstance(node, syntax.ReactNode) and targeted:
            report_untargetable_event(node, made, procedure, scope.unit)
        self._declare_roles(made, procedure, scope, isinstance(node, syntax.ReactNode) and node.when in ("after", "on"))
        with scope.watched():
            own = isinstance(node, syntax.ReactNode) and node.when == "on"
            conditions = self._check_pattern(pattern, made, procedure, values, own)
        made.matched = typed_tree.find_matched(conditions)
        if node.where is not None:
            conditions.append(values.condition(node.where))
        made.where = event_patterns.join_conditions(conditions)
        if isinstance(node, syntax.ForbidNode):
            return
        made.limit = check_limit(node.limit, self.symbols, scope.unit)
        scope.replacing = node.when == "instead"
        if scope.replacing:
            self._declare_result(made, procedure, scope)
        checker = StatementChecker(scope, values, self.checked, scope.unit.title)
        checker.no_require(node.body.statements, "a reaction happens automatically, so it cannot have a `require`")
        made.body = checker.statements(node.body.statements)
        if targeted and made.this is not None and len(made.body) == 1:
            first = node.body.statements[0]
            assert isinstance(first, syntax.ChooseNode | syntax.ChooseOneNode)
            made.kind, made.zones = "instead", frozenset()
            for body in list_bodies(first):
                checker.no_require(body.statements, "a condition on a target is written after `where`")
            made.body = (TargetedBody(self.symbols, made, checker.mark).build(made.body[0], first),)
        made.stacks = bool(syntax.index(node.body).of(syntax.PutOnNode))

    def _declare_roles(
        self, made: typed_tree.TypedAbility, procedure: typed_tree.TypedProcedure, scope: Scope, result: bool
    ) -> None:
        doer = self.symbols.var("player", PLAYER)
        if procedure.kind == "verb" and all(param.word != "player" for param in procedure.params):
            scope.locals["player"] = doer
        roles = [self.symbols.var(param.word, param.type) for param in procedure.params]
        scope.locals.update({role.word: role for role in roles})
        if scope.unit.notes is not None:
            for role in roles:
                scope.unit.notes.alias(role, Symbol("role", procedure.written, role.word))
        made.roles = (doer, *roles)
        scope.public.update(find_mentioned_parameters(procedure, made.roles), (doer,))
        if result:
            self._declare_result(made, procedure, scope)

    def _declare_result(
        self, made: typed_tree.TypedAbility, procedure: typed_tree.TypedProcedure, scope: Scope
    ) -> None:
        if procedure.result is not None:
            made.result = self.symbols.var(procedure.result.word, procedure.result.type)
            scope.locals.setdefault(procedure.result.word, made.result)
            if scope.unit.notes is not None:
                scope.unit.notes.alias(made.result, Symbol("role", procedure.written, procedure.result.word))

    def _modify(self, node: syntax.ModifyNode, made: typed_tree.TypedAbility, values: ValueChecker) -> None:
        rule = event_patterns.resolve_rule(node, values)
        if rule is None:
            return
        made.rule = rule
        made.roles = event_patterns.declare_roles(rule, values)
        conditions: list[typed_tree.Value] = []
        if isinstance(node.rule, syntax.CallNode):
            with values.scope.watched():
                for role, value, at_node in event_patterns.bind_arguments(node.rule, made.roles, values):
                    conditions.append(event_patterns.match_argument(typed_tree.LocalExpr(role), value, at_node, values))
        made.matched = typed_tree.find_matched(conditions)
        if node.where is not None:
            conditions.append(values.condition(node.where))
        made.where = event_patterns.join_conditions(conditions)
        made.changes = tuple(event_patterns.change(each, rule, values) for each in node.changes)

    def _offer(self, node: syntax.OfferNode, made: typed_tree.TypedAbility, values: ValueChecker) -> None:
        for word in node.windows:
            if values.unit.notes is not None:
                start = values.unit.scalar.raw.find(word, node.start)
                values.unit.notes.mean(start, word, Symbol("window", "", word))
                values.unit.notes.leave_gap("window", word)
            if word != ANYTIME and word not in self.symbols.game.windows:
                at = values.unit.span_at(node.start + values.unit.scalar.raw[node.start :].find(word), len(word))
                values.unit.unknown(UNKNOWN_WINDOW, "window", word, at, [ANYTIME, *self.symbols.game.windows])
        made.windows = node.windows
        if node.title is not None:
            made.named = node.title
            self._check_title(node, node.title, values)
        if made.power < 0:
            made.offers = values.scope.written(node.body)
        made.where = values.condition(node.where) if node.where is not None else None
        made.limit = check_limit(node.limit, self.symbols, values.unit)
        made.body = StatementChecker(values.scope, values, self.checked, values.unit.title).statements(
            node.body.statements
        )

    @staticmethod
    def _check_title(node: syntax.OfferNode, title: str, values: ValueChecker) -> None:
        """Report the title of an offer if it is empty or contains values.

        Values are not allowed because an offer has the same title each time.
        """
        start = values.unit.scalar.raw.index('"', node.start)
        if not title.strip():
            place = values.unit.span_at(start, len(title) + 2)
            values.unit.error(
                MISPLACED, "this title says nothing", place, "remove the title, or say what the option does"
            )
        for part in parse_title(title):
            if not isinstance(part, str):
                place = values.unit.span_at(start + 1 + part.start, part.end - part.start)
                message = "the title of an offer cannot contain a value, because the offer always has the same title"
                values.unit.error(
                    MISPLACED, message, place, "leave the value out, or ask with `choose one` inside the offer"
                )

    def _check_pattern(
        self,
        pattern: syntax.PatternNode,
        made: typed_tree.TypedAbility,
        procedure: typed_tree.TypedProcedure,
        values: ValueChecker,
        own: bool,
    ) -> list[typed_tree.Value]:
        conditions: list[typed_tree.Value] = []
        if own:
            return self._match_own_piece(pattern, made, procedure, values)
        if pattern.subject is not None:
            subject = values.value(pattern.subject)
            conditions.append(
                event_patterns.match_argument(typed_tree.LocalExpr(made.roles[0]), subject, pattern.subject, values)
            )
        elif procedure.kind == "verb":
            event_patterns.report_missing_subject(pattern, values)
        for role, value, node in event_patterns.bind_arguments(pattern, made.roles[1:], values):
            conditions.append(event_patterns.match_argument(typed_tree.LocalExpr(role), value, node, values))
        return conditions

    def _match_own_piece(
        self,
        pattern: syntax.PatternNode,
        made: typed_tree.TypedAbility,
        procedure: typed_tree.TypedProcedure,
        values: ValueChecker,
    ) -> list[typed_tree.Value]:
        """Return [condition] that an event is about the piece that has the ability; [] after an error.

        Reports an error if no parameter of the procedure can be this piece.
        """
        first = procedure.params[0].type if procedure.params else None
        if first is None or first.base != "piece" or made.this is None:
            message = f"`on {pattern.word}` needs a verb whose first parameter is a piece"
            label = f"write `after players {pattern.word}`, for example"
            values.unit.error(WRONG_TYPE, message, values.unit.span_from("on", pattern), label)
            return []
        if first != made.this.type:
            here = describe_type(made.this.type)
            message = f"the first parameter of `{pattern.word}` is {describe_type(first)}, but this is {here}"
            doer = "players " if procedure.kind == "verb" else ""
            other = next((f"({each.word}: this)" for each in procedure.params if each.type == made.this.type), "")
            label = f"write `after {doer}{pattern.word}{other}`"
            at = values.unit.span_from("on", pattern)
            values.unit.error(WRONG_TYPE, message, at, label, note_declared(procedure.written, procedure.span))
            return []
        return [typed_tree.CompareExpr("is", typed_tree.LocalExpr(made.roles[1]), typed_tree.LocalExpr(made.this))]
