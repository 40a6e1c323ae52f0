"""Checks of statements, with their subjects, arguments and decisions."""

from collections.abc import Callable
from typing import Any

from cardwright.builtins import Primitive
from cardwright.checker import typed_tree
from cardwright.checker.expressions.basic_expressions import ValueChecker
from cardwright.checker.expressions.overload_resolution import resolve_overload
from cardwright.checker.expressions.type_compatibility import Bad, explain_unchangeable
from cardwright.checker.names.occurrences import Notes, Symbol
from cardwright.checker.names.rule_text_context import UNKNOWN_VERB, WRONG_TYPE, Scope
from cardwright.checker.statements.base_checker import (
    CONTROLS,
    LATE_REQUIRE,
    MISSING_SUBJECT,
    WIDE_SUBJECT,
    BodyChecker,
)
from cardwright.checker.statements.decisions import Asking, DecisionChecker, use
from cardwright.checker.statements.durations import (
    check_lasting_call,
    check_lasting_modifier,
    report_impossible_duration,
)
from cardwright.checker.statements.rest_and_order_of_choices import keep_rests, put_in_any_order, report_misplaced_order
from cardwright.checker.statements.simultaneous import SecretChoice
from cardwright.checker.statements.stack_statements import carry_out, put_on
from cardwright.checker.statements.together_block import check_together
from cardwright.checker.typed_tree_queries import (
    MAX_WRITTEN_OUT,
    MISPLACED,
    TOO_MUCH,
    count_expanded_nodes,
    find_numbers_among,
    find_numbers_by,
    find_verbs_changing,
    is_list_of_players,
    is_public,
    is_set,
    name_from,
    needs_own_defaults,
    store_result,
)
from cardwright.declarations.value_types import MAYBE_NUMBER, NONE, NOTHING, NUMBER, PLAYER, Type, list_of
from cardwright.phrases.inflection import join_items
from cardwright.source.diagnostics import DiagnosticNote, declare_code
from cardwright.syntax import tree as syntax

NO_RESULT = declare_code("missing-result")
NOT_CHANGEABLE = declare_code("not-assignable")
CHANGED_DIRECTLY = declare_code("direct-change")
UNKNOWN_WINDOW = declare_code("unknown-window")


class StatementChecker(BodyChecker):
    """Checker of the statements of procedures and abilities in a scope."""

    def __init__(self, scope: Scope, values: ValueChecker, checked: typed_tree.CheckedGame, title: str) -> None:
        super().__init__(scope, values, checked, title)
        self.decisions = DecisionChecker(self)

    def statements(self, nodes: tuple[syntax.Stmt, ...]) -> typed_tree.Block:
        """Check consecutive statements, whose names stay visible in the present scope."""
        checked: list[typed_tree.Stmt] = []
        sizes: dict[typed_tree.TypedVar, int] = {}
        acted: syntax.Stmt | None = None
        for node in nodes:
            if isinstance(node, syntax.RequireNode) and acted is not None and id(node) not in self.reported:
                message = (
                    "`require` must come before all that changes something: a verb happens completely or not at all"
                )
                notes = [DiagnosticNote("this comes before the `require`", self.unit.span(acted))]
                self.unit.error(LATE_REQUIRE, message, node, "move it to the beginning of the verb", notes)
            if (
                isinstance(node, syntax.IfNode)
                and checked
                and not all(isinstance(made, typed_tree.LetStmt) for made in checked)
            ):
                self.no_require((node,), "this `require` comes too late: a decision or change comes before it")
            performs = isinstance(getattr(node, "value", None), syntax.PerformNode)
            if acted is None and (performs or not isinstance(node, syntax.RequireNode | syntax.LetNode)):
                acted = node
            checked += keep_rests(self, node, nodes)
            made = self._assign_result(node) or put_in_any_order(self, node) or (self.statement(node),)
            checked += [each for each in made if each is not None]
            statement = made[-1]
            if isinstance(statement, typed_tree.LetStmt):
                sizes[statement.var] = count_expanded_nodes(statement.value, sizes)
            # the condition is evaluated before the names of its block are bound, so they are expanded in it
            if (
                isinstance(statement, typed_tree.RequireStmt)
                and count_expanded_nodes(statement.condition, sizes) > MAX_WRITTEN_OUT
            ):
                message = "this uses names that use names, too many to expand"
                self.unit.error(TOO_MUCH, message, node, "make a rule of a part of this")
                checked.pop()
        return tuple(checked)

    def statement(self, node: syntax.Stmt) -> typed_tree.Stmt | None:
        """Check one statement; None if it has errors."""
        made = self.decisions.decision(node) if isinstance(node, Asking) else _CHECKS[type(node)](self, node)
        self.mark(made, node)
        return made

    # ------------------------------------------------------------ deeds

    def _check_perform(self, node: syntax.PerformNode) -> typed_tree.Stmt | None:
        return self.call(node, None)

    def call(self, node: syntax.PerformNode, into: typed_tree.TypedVar | None) -> typed_tree.Stmt | None:
        """Check a call; its result is assigned to a variable if one is given."""
        word = node.word
        if self.unit.notes is not None:
            self._note_deed(node, self.unit.notes)
        primitive = self.symbols.primitives.get(word)
        known = word in self.symbols.procedures or word in (*CONTROLS, "window")
        if node.in_any_order:
            report_misplaced_order(self.unit, node)
            return None
        if node.until is not None and known:
            report_impossible_duration(node, self.values)
        if word in CONTROLS:
            return self._check_control(node)
        if word == "window":
            return self._check_window(node)
        if word in self.symbols.procedures:
            procedure = resolve_overload(self.symbols.procedures[word], node.args, self.values, node)
            return None if procedure is None else self._bind_call(procedure, node, into)
        if primitive is not None and primitive.is_procedure:
            bound = self.values.calls.bind_primitive(primitive, node.args, node)
            if primitive.windows:
                return use(node, bound, self.values)
            doer = self._check_subject(node.subject, node)
            if doer is not None and doer.type.base == "list":
                label = "write `for each p in ...` with the call inside the loop, if each player is to perform it"
                self.unit.error(
                    WIDE_SUBJECT, f"`{word}` is performed only once, by one player", node.subject or node, label
                )
                return None
            act = typed_tree.ActStmt(primitive, doer, bound, into)
            return act if node.until is None else check_lasting_call(act, node, self.values, self.checked)
        self._report_unknown(node, primitive)
        return None

    def _note_deed(self, node: syntax.PerformNode, notes: Notes) -> None:
        kind = "procedure" if node.word in self.symbols.procedures else "primitive"
        if kind == "procedure" or node.word in self.symbols.primitives:
            notes.mean(node.word_start, node.word, Symbol(kind, "", node.word))
        elif node.word in (*CONTROLS, "window"):
            notes.mean(node.word_start, node.word, Symbol("builtin", "", node.word))
        notes.leave_gap("deed", node.word, self.scope)

    def _report_unknown(self, node: syntax.PerformNode, primitive: Primitive | None) -> None:
        at = self.unit.span_at(node.word_start, len(node.word))
        for arg in node.args:
            self.values.value(arg.value)
        if primitive is not None or node.word in self.symbols.rules:
            message = f"`{node.word}` is a value, and nothing is done with it"
            self.unit.error(UNKNOWN_VERB, message, at, "a line begins with a procedure or keyword")
            return
        known = [*self.symbols.procedures, *CONTROLS, "window"]
        known += [word for word, found in self.symbols.primitives.items() if found.is_procedure]
        self.unit.unknown(UNKNOWN_VERB, "verb or step", node.word, at, known)

    def _check_control(self, node: syntax.PerformNode) -> typed_tree.Stmt | None:
        if node.word == "stop" and node.args:
            return self._stop(node)
        if node.args:
            message, label = f"`{node.word}` takes no arguments", f"write `{node.word}`"
            if node.word == "proceed":
                message = "`proceed` takes no arguments: the event continues with its own"
                label = "write the new event instead, and leave `proceed` out"
            self.unit.error("wrong-arguments", message, node, label)
            return None
        if node.subject is not None:
            label = f"remove `{self.unit.text(node.subject)}`"
            self.unit.error(WIDE_SUBJECT, f"`{node.word}` is not performed by a player", node.subject, label)
            return None
        if node.word == "stop" and not self.scope.loops:
            label = "write `stop(VERB)` with the verb or step that ends here"
            self.unit.error(MISPLACED, "`stop` ends a loop, but there is no loop here", node, label)
            return None
        if node.word == "proceed" and not self.scope.replacing:
            label = "begin the ability with `instead of`, or write another statement"
            self.unit.error(MISPLACED, "`proceed` is only possible in an `instead of`", node, label)
            return None
        return typed_tree.ControlStmt(node.word)

    def _stop(self, node: syntax.PerformNode) -> typed_tree.Stmt | None:
        """Check `stop(VERB)`, which ends an event in progress, with or without the reactions after the event.

        Returns None after an error.
        """
        name, *others = node.args
        if node.subject is not None:
            label = f"remove `{self.unit.text(node.subject)}`"
            self.unit.error(WIDE_SUBJECT, "`stop` is not performed by a player", node.subject, label)
            return None
        if name.role is not None or not isinstance(name.value, syntax.NameNode):
            self.unit.error("wrong-arguments", "`stop` takes the name of a verb or step", name, "write `stop(VERB)`")
            return None
        reactions = [each.value.value for each in others if isinstance(each.value, syntax.YesNoNode)]
        if [each.role for each in others] not in ([], ["reactions"]) or len(reactions) != len(others):
            message = "besides the name, `stop` takes only `reactions: no`"
            self.unit.error("wrong-arguments", message, others[0], "write `reactions: no`, or remove this")
            return None
        word = name.value.word
        if self.unit.notes is not None:
            self.unit.notes.mean(name.value.start, word, Symbol("procedure", "", word))
            self.unit.notes.leave_gap("procedure", word)
        if word not in self.symbols.procedures:
            known = self.symbols.procedures
            self.unit.unknown(UNKNOWN_VERB, "verb or step", word, self.unit.span(name.value), known)
            return None
        return typed_tree.ControlStmt("end", self.symbols.procedures[word], all(reactions))

    def _check_window(self, node: syntax.PerformNode) -> typed_tree.Stmt | None:
        args = node.args
        if len(args) == 1 and isinstance(args[0].value, syntax.NameNode):
            name = args[0].value
            if self.unit.notes is not None:
                self.unit.notes.mean(name.start, name.word, Symbol("window", "", name.word))
                self.unit.notes.leave_gap("window", name.word)
            if name.word in self.symbols.game.windows:
                return typed_tree.OpenWindowStmt(name.word)
            known = self.symbols.game.windows
            self.unit.unknown(UNKNOWN_WINDOW, "window", name.word, self.unit.span(name), known)
            return None
        self.unit.error("wrong-arguments", "`window` takes the name of a window", node, "write `window(NAME)`")
        return None

    def _bind_call(
        self, procedure: typed_tree.TypedProcedure, node: syntax.PerformNode, into: typed_tree.TypedVar | None
    ) -> typed_tree.Stmt:
        doer = None
        if procedure.kind == "verb":
            doer = self._check_subject(node.subject, node)
            if doer is None:
                at = self.unit.span_at(node.word_start, len(node.word))
                message = f"who performs `{node.word}`? No player performs the step itself"
                label = f"write `for each p in players:` and below it `p {node.word}`, or name one player"
                self.unit.error(MISSING_SUBJECT, message, at, label)
        elif node.subject is not None:
            label = f"remove `{self.unit.text(node.subject)}`"
            self.unit.error(WIDE_SUBJECT, f"`{node.word}` is a step, which no player performs", node.subject, label)
        several = self.symbols.var("doer", PLAYER) if needs_own_defaults(procedure, doer) else None
        meant = doer if several is None else typed_tree.LocalExpr(several)
        args = self.values.calls.bind(
            procedure.written,
            procedure.params,
            procedure.defaults,
            node.args,
            node,
            procedure.span,
            {procedure.you: meant} if procedure.you is not None and meant is not None else {},
        )
        if several is None or doer is None:
            return typed_tree.PerformStmt(procedure, doer, args, into)
        return typed_tree.ForEachStmt(
            several, doer, (typed_tree.PerformStmt(procedure, typed_tree.LocalExpr(several), args),)
        )

    def _check_subject(self, node: syntax.Expr | None, at: syntax.Node) -> typed_tree.Value | None:
        if node is None:
            return typed_tree.LocalExpr(self.scope.you) if self.scope.you is not None else None
        value = self.values.value(node)
        if value.type.base in ("player", "bad"):
            return value
        return self.values.types.fit(value, list_of(PLAYER), node, "the player who performs it")

    # ------------------------------------------------------------ names and changes

    def _check_let(self, node: syntax.LetNode) -> typed_tree.Stmt | None:
        value = node.value
        if isinstance(value, syntax.PerformNode):
            return self._let_call(node, value)
        if isinstance(value, syntax.NameNode | syntax.CallNode) and self._is_call(value.word):
            args = value.args if isinstance(value, syntax.CallNode) else ()
            call = syntax.PerformNode(None, value.word, args, value.start, start=value.start, end=value.end)
            return self._let_call(node, call)
        checked = self.values.value(value)
        if checked.type == NONE:
            message = "`none` alone has no type, so the name could hold nothing else"
            self.unit.error(WRONG_TYPE, message, value, "write `none` where the name is used")
            checked = Bad
        var = self.declare(node, checked.type, mask=checked.type.base != "zone" and is_set(checked))
        if is_public(checked, self.scope.public):
            self.scope.public.add(var)
        return typed_tree.LetStmt(var, checked)

    def _is_call(self, word: str) -> bool:
        primitive = self.symbols.primitives.get(word)
        return (primitive is not None and primitive.is_procedure) or word in self.symbols.procedures

    def _let_call(self, node: syntax.LetNode, call: syntax.PerformNode) -> typed_tree.Stmt | None:
        kind = self._find_result_type(call)
        if kind is None:
            label = f"give `{call.word}` a result with `gives`, or remove `let {node.word} =`"
            self.unit.error(NO_RESULT, f"`{call.word}` has no result for `{node.word}`", call, label)
            self.declare(node, Bad.type)
            return self.call(call, None)
        statement = self.call(call, None)
        if isinstance(statement, typed_tree.ActStmt):
            kind = self.values.calls.primitive_type(statement.primitive, statement.args)
        var = self.declare(node, kind)
        if isinstance(statement, typed_tree.ForEachStmt) or (
            isinstance(statement, typed_tree.PerformStmt) and is_list_of_players(statement.doer)
        ):
            message = f"`{node.word}` can hold only one result, but several players perform `{call.word}`"
            players = "..." if call.subject is None else self.unit.text(call.subject)
            once = " ".join(self.unit.scalar.raw[call.word_start : call.end].split())
            label = f"write `for each p in {players.strip()}:` and below it `let {node.word} = p {once}`"
            self.unit.error(NO_RESULT, message, call.subject or call, label)
            return None
        return store_result(statement, var)

    def _find_result_type(self, call: syntax.PerformNode) -> Type | None:
        procedure = self.symbols.procedures.get(call.word)
        if procedure is not None:
            return procedure.result.type if procedure.result is not None else None
        primitive = self.symbols.primitives.get(call.word)
        if primitive is None:
            return Bad.type
        kind = primitive.result([]) if not primitive.roles or primitive.is_procedure else NOTHING
        return None if kind == NOTHING else kind

    def _assign_result(self, node: syntax.Stmt) -> tuple[typed_tree.Stmt | None, ...]:
        """Check an assignment of the result of a call; return the call and the assignment. () for other statements."""
        value = node.value if isinstance(node, syntax.AssignNode) else None
        if not isinstance(value, syntax.NameNode | syntax.CallNode) or not self._is_call(value.word):
            return ()
        if isinstance(value, syntax.NameNode) and self.values.names.means_value(value.word):
            return ()
        assert isinstance(node, syntax.AssignNode)
        args = value.args if isinstance(value, syntax.CallNode) else ()
        call = syntax.PerformNode(None, value.word, args, value.start, start=value.start, end=value.end)
        kind, made = self._find_result_type(call), self.call(call, None)
        if kind is None:
            message = f"`{call.word}` has no result, so there is nothing to assign"
            self.unit.error(NO_RESULT, message, call, f"give `{call.word}` a result with `gives`")
            return (None,)
        if isinstance(made, typed_tree.ActStmt):
            kind = self.values.calls.primitive_type(made.primitive, made.args)
        result = self.symbols.var("result", kind)
        if made is None:
            return (None,)
        done = store_result(made, result), self._check_assign(node, typed_tree.LocalExpr(result))
        for each in done:
            self.mark(each, node)
        return done

    def _check_assign(self, node: syntax.AssignNode, result: typed_tree.Value | None = None) -> typed_tree.Stmt | None:
        """Check an assignment of the written value or, if given, of `result`, which a call returns.

        Returns None after an error.
        """
        target = self.values.place(node.target)
        known = isinstance(target, typed_tree.MemoryExpr | typed_tree.LocalExpr)
        if result is not None:
            value = self.values.types.fit(result, target.type, node.value) if known else result
        else:
            value = self.values.want(node.value, target.type) if known else self.values.value(node.value)
        if target.type.base == "bad":
            return None
        if isinstance(target, typed_tree.MemoryExpr):
            if not self.values.types.is_one(target, node.target):
                return None
            self._may_change(target, node)
            return typed_tree.SetMemoryStmt(target, self._combine_values(target, node, value))
        if isinstance(target, typed_tree.LocalExpr) and target.var.word not in ("you", "this", "it"):
            return typed_tree.LetStmt(target.var, self._combine_values(target, node, value))
        message, label = explain_unchangeable(target, self.unit.text(node.target))
        self.unit.error(NOT_CHANGEABLE, message, node.target, label)
        return None

    def _may_change(self, target: typed_tree.MemoryExpr, node: syntax.AssignNode) -> None:
        owner = target.owner
        own = isinstance(owner, typed_tree.LocalExpr) and owner.var is self.scope.this
        # what nobody else sees happens without a verb
        open_memory = target.memory.owner in ("player", "table") and not target.memory.secret
        if self.scope.own_memory and not own and open_memory:
            word = target.memory.word
            verbs = find_verbs_changing(self.symbols.procedures.values(), word, node.operator)
            label = (
                f"call {join_items([f'`{verb}`' for verb in verbs], 'or')} instead"
                if verbs
                else "write a verb that does it, and call that"
            )
            message = f"this changes `{word}` directly, so no other power can react to it"
            self.unit.error(CHANGED_DIRECTLY, message, node.target, label, severity="warning")

    def _combine_values(
        self, target: typed_tree.MemoryExpr | typed_tree.LocalExpr, node: syntax.AssignNode, value: typed_tree.Value
    ) -> typed_tree.Value:
        if node.operator == "=":
            return value
        if target.type.base not in ("number", "list"):
            self.unit.error(
                WRONG_TYPE, f"`{node.operator}` needs a number or a list", node, "write `=` and a whole value"
            )
        if target.type == MAYBE_NUMBER:
            types = self.values.types
            before, by = types.fit(target, NUMBER, node.target), types.fit(value, NUMBER, node.value)
            return typed_tree.BinaryExpr(node.operator[0], before, by, NUMBER)
        return typed_tree.BinaryExpr(node.operator[0], target, value, target.type)

    def _check_require(self, node: syntax.RequireNode) -> typed_tree.Stmt:
        condition = self.values.condition(node.condition)
        self.scope.numbers += find_numbers_by(condition)
        return typed_tree.RequireStmt(condition)

    # ------------------------------------------------------------ branches and loops

    def _check_if(self, node: syntax.IfNode) -> typed_tree.Stmt:
        branches: list[tuple[typed_tree.Value, typed_tree.Block]] = []
        otherwise: tuple[typed_tree.Value, ...] = ()
        for written, body in node.branches:
            with self.scope.where(otherwise):
                condition = self.values.condition(written)
                with self.scope.where(find_numbers_by(condition)):
                    branches.append((condition, self.body(body)))
            otherwise += find_numbers_by(condition, holds=False)
        with self.scope.where(otherwise):
            return typed_tree.IfStmt(tuple(branches), self.body(node.otherwise))

    def _check_for_each(self, node: syntax.ForEachNode) -> typed_tree.Stmt:
        self.no_require(
            node.body.statements, "`require` decides whether something can begin, and a loop has begun already"
        )
        items = self.values.items(node.list, (node.word, "it"), (node.where, node.body))
        if node.where is not None:
            items = self.values.filtered(items, node.where, node.word, name_from(node))
        with self.scope.inner():
            var = self.declare(node, items.type.item or Bad.type)
            if is_public(items, self.scope.public):
                self.scope.public.add(var)
            self.scope.numbers += find_numbers_among(items, var)
            self.scope.loops += 1
            outer, self.secret = self.secret, self.secret or node.secretly
            body = self.statements(node.body.statements)
            self.secret = outer
            self.scope.loops -= 1
        if node.secretly:
            body = SecretChoice(self.symbols, self.unit).checked(node, var, body)
        return typed_tree.ForEachStmt(var, items, body, node.secretly)

    def _check_repeat(self, node: syntax.RepeatNode) -> typed_tree.Stmt:
        self.no_require(
            node.body.statements, "`require` decides whether something can begin, and a loop has begun already"
        )
        value = None
        if node.kind == "until" and node.value is not None:
            value = self.values.condition(node.value)
        elif node.value is not None:
            value = self.values.want(node.value, NUMBER, "how often to repeat")
        self.scope.loops += 1
        body = self.body(node.body)
        self.scope.loops -= 1
        return typed_tree.RepeatStmt(node.kind, value, body)


def _check_put_on(checker: StatementChecker, node: syntax.PutOnNode) -> typed_tree.Stmt | None:
    return put_on(checker, node)


def _check_carry_out(checker: StatementChecker, node: syntax.CarryOutNode) -> typed_tree.Stmt | None:
    return carry_out(checker.values, node)


def _check_together(checker: StatementChecker, node: syntax.TogetherNode) -> typed_tree.Stmt:
    return check_together(checker, node)


def _check_modify(checker: StatementChecker, node: syntax.ModifyNode) -> typed_tree.Stmt | None:
    return check_lasting_modifier(node, checker.values, checker.checked)


# The function for each statement that is no decision.
_CHECKS: dict[type[syntax.Stmt], Callable[[StatementChecker, Any], typed_tree.Stmt | None]] = {
    syntax.PerformNode: StatementChecker._check_perform,
    syntax.PutOnNode: _check_put_on,
    syntax.CarryOutNode: _check_carry_out,
    syntax.LetNode: StatementChecker._check_let,
    syntax.AssignNode: StatementChecker._check_assign,
    syntax.RequireNode: StatementChecker._check_require,
    syntax.ModifyNode: _check_modify,
    syntax.IfNode: StatementChecker._check_if,
    syntax.ForEachNode: StatementChecker._check_for_each,
    syntax.RepeatNode: StatementChecker._check_repeat,
    syntax.TogetherNode: _check_together,
}
