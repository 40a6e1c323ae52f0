"""Preconditions of procedures, options and choices, which exclude impossible options from decisions."""

from __future__ import annotations

from collections.abc import Callable
from functools import cache

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import uses_variable
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import charge_items, inline_rule, is_mask
from cardwright.compiler.lowering.calls import can_use
from cardwright.compiler.lowering.choices.eliminate_player import can_restore_player, is_out
from cardwright.compiler.lowering.choices.joint_constraints import JointConstraints, filter_candidates
from cardwright.compiler.lowering.context import (
    Lowering,
    convert_type,
    join_conditions,
    negate,
    number,
    op,
    reads_variable,
)
from cardwright.compiler.lowering.expressions import count, lower_non_empty
from cardwright.compiler.state_layout import make_initial_value

INLINE_DEPTH = 4
# A statement after `let` values with more nodes than this, when inlined, is offered without a test.
WRITTEN_OUT = 1_000
TRUE = ir.Const(1, ir.YES)
Condition = ir.Value | None
Begins = Callable[[], Condition]


class Feasibility:
    """Conditions under which blocks and statements can be executed; None means "always"."""

    def __init__(self, low: Lowering) -> None:
        self.low = low
        self.together = JointConstraints(low)
        self.known: dict[str, bool] = {}
        low.can_begin = self._perform

    def block(self, block: typed_tree.Block) -> Condition:
        """Return a condition that is false if the first statement of a block cannot be executed."""
        requires = _list_requirements(block)
        if requires:
            return join_conditions([self.low.value(condition) for condition in requires])
        mapping: dict[typed_tree.TypedVar, typed_tree.Value] = {}
        for statement in block:
            if isinstance(statement, typed_tree.LetStmt):
                value = typed_tree.substitute(statement.value, mapping)
                if len(typed_tree.walk_tree(value)) > WRITTEN_OUT:
                    return None
                mapping[statement.var] = value
                continue
            first = _substitute_statement(statement, mapping) if mapping else statement
            return None if first is None else self._find_first_condition(first)
        return None

    def _find_first_condition(self, statement: typed_tree.Stmt) -> Condition:
        """Return the condition under which a statement can be executed first in its block."""
        if isinstance(statement, typed_tree.PerformStmt):
            return self._perform(statement)
        if isinstance(statement, typed_tree.ActStmt):
            one = statement.doer if statement.doer is not None and statement.doer.type.base == "player" else None
            return None if one is None else self.is_somebody(one)
        if isinstance(statement, typed_tree.OpenWindowStmt) and statement.piece is not None:
            return can_use(self.low, statement)
        if isinstance(statement, typed_tree.ChooseStmt):
            if statement.may or statement.otherwise:
                return None
            begins = cache(lambda: self.block(statement.body))  # once, as choices in choices would double it
            # the picks first: a verb may begin with a choice with a body that begins with the verb
            picks = self.rest(statement, 0, begins)
            return _join_all([self.asked(statement), picks, self.body(statement, False, begins)])
        if isinstance(statement, typed_tree.ChooseOneStmt):
            if statement.may or statement.otherwise:
                return None
            return _join_all([self.asked(statement), self._lower_options(statement)])
        if isinstance(statement, typed_tree.IfStmt):
            return self._find_if_condition(statement)
        return None

    def asked(self, statement: typed_tree.ChooseStmt | typed_tree.ChooseOneStmt | typed_tree.MayStmt) -> Condition:
        """Return the condition that the player who decides exists; None if that is always so or if chance decides."""
        if isinstance(statement, typed_tree.ChooseStmt) and all(pick.at_random for pick in statement.picks):
            return None
        return self.is_somebody(statement.player)

    def is_somebody(self, player: typed_tree.Value) -> Condition:
        """Return the condition that a player is not `nobody` and still in the game."""
        there = None if self.low.sure(player) else op("ge", ir.YES, self.low.value(player), number(0))
        return _join_all([there, self._test_in_game(player)])

    def acts(self, statement: typed_tree.PerformStmt) -> Condition:
        """Return the condition that the actor is in the game; None for procedures that bring their actor back."""
        if statement.doer is None or can_restore_player(self.low, statement.procedure):
            return None
        return self._test_in_game(statement.doer)

    def _does(self, statement: typed_tree.PerformStmt) -> Condition:
        assert statement.doer is not None
        sure = self.low.sure(statement.doer)
        there = None if sure else op("ge", ir.YES, self.low.value(statement.doer), number(0))
        return _join_all([there, self.acts(statement)])

    def _test_in_game(self, player: typed_tree.Value) -> Condition:
        if player.type.base != "player" or self.low.layout.game.mark_of_out is None:
            return None
        out = is_out(self.low, self.low.value(player))
        return None if out is None else negate(out)

    def _find_if_condition(self, statement: typed_tree.IfStmt) -> Condition:
        """Return the condition that the applicable branch of an `if` can begin.

        If there is no `else`, the condition holds when no branch applies.
        """
        inner = [self.block(body) for _, body in statement.branches]
        last = self.block(statement.otherwise) or TRUE
        if last == TRUE and all(found is None for found in inner):
            return None
        for (condition, _), found in zip(reversed(statement.branches), reversed(inner), strict=True):
            last = _choose_condition(self.low.value(condition), found or TRUE, last)
        return last

    def _lower_options(self, statement: typed_tree.ChooseOneStmt) -> Condition:
        parts: list[ir.Value] = []
        for option in statement.options:
            if isinstance(option, typed_tree.PickingStmt):
                condition = self._find_first_condition(option.choice(statement.player))
            else:
                condition = self.option(option)
            if condition is None:
                return None
            parts.append(condition)
        return parts[0] if len(parts) == 1 else ir.Logic("or", tuple(parts))

    def picking(self, option: typed_tree.PickingStmt, player: typed_tree.Value) -> tuple[Condition, Condition]:
        """Return the conditions of a branch that offers items: one that depends on the item, one that does not."""
        choice = option.choice(player)
        return self.rest(choice, 1), self.body(choice, about_picks=False)

    def option(self, option: typed_tree.OptionStmt) -> Condition:
        """Return the condition that an option of `choose one` can be taken."""
        return _join_all([
            None if option.condition is None else self.low.value(option.condition),
            self.block(option.body),
        ])  # fmt: skip

    def _perform(self, statement: typed_tree.PerformStmt) -> Condition:
        if statement.doer is not None and statement.doer.type.base == "list":
            return None
        there = None if statement.doer is None else self._does(statement)
        if not self.conditional(statement.procedure):
            return there
        return _join_all([there, self._inline_requirements(statement) or self._call(statement)])

    def conditional(self, procedure: typed_tree.TypedProcedure) -> bool:
        """Return True if a condition of a procedure, or of one it calls first, can keep it from beginning.

        Recursive calls do not count.
        """
        word = procedure.word
        if word not in self.known:
            before = {*self.known, word}
            self.known[word] = word in self.low.forbidden
            if not self.known[word] and self.block(procedure.body) is not None:
                # negative results found meanwhile assumed that this one is unconditional
                self.known = {other: found for other, found in self.known.items() if found or other in before}
                self.known[word] = True
        return self.known[word]

    def possible(self, procedure: typed_tree.TypedProcedure) -> tuple[Condition, ir.Code]:
        """Return the condition that a procedure can begin, and code to run before the condition is tested.

        If the condition reads the result of the procedure, this code sets the result to its initial value.
        """
        requires = procedure.body
        if procedure.line_by_line:
            requires = tuple(each for each in requires if isinstance(each, typed_tree.LetStmt | typed_tree.RequireStmt))
        condition = self.block(requires)
        result = procedure.result
        if condition is None or result is None or not reads_variable(condition, self.low.var(result)):
            return condition, ()
        return condition, (ir.Set(self.low.var(result), make_empty_result(result)),)

    def find_position(self, procedure: typed_tree.TypedProcedure) -> int:
        """Return the source position for errors in `possible`: that of the procedure's first statement, or -1."""
        return self.low.spot(procedure.body[0]) if procedure.body else ir.NOWHERE

    def _call(self, statement: typed_tree.PerformStmt) -> ir.Value:
        return ir.Call(ir.Function("can", statement.procedure.number), list_arguments(self.low, statement), ir.YES)

    def _inline_requirements(self, statement: typed_tree.PerformStmt, depth: int = 0) -> Condition:
        """Return the requirements of a called procedure, with the arguments of the call inserted; None if impossible.

        If the procedure begins with another call, the requirements of that call are included.
        """
        procedure = statement.procedure
        args = [inline_rule(self.low, arg) for arg in statement.args]
        mapping = dict(zip(procedure.params, args, strict=True))
        if procedure.you is not None and statement.doer is not None:
            mapping[procedure.you] = statement.doer
        if procedure.word in self.low.forbidden or depth > INLINE_DEPTH:
            return None
        if any(not isinstance(arg, typed_tree.LiteralExpr | typed_tree.LocalExpr) for arg in mapping.values()):
            return None
        result = procedure.result
        conditions = []
        for entry in procedure.body:
            if not isinstance(entry, typed_tree.RequireStmt):
                break
            if result is not None and uses_variable(entry.condition, result):
                return None
            conditions.append(typed_tree.substitute(entry.condition, mapping))
        if conditions:
            return join_conditions([self.low.value(condition) for condition in conditions])
        first = procedure.body[0] if procedure.body else None
        if result is not None and uses_variable(first, result):
            return None
        if isinstance(first, typed_tree.PerformStmt) and self.conditional(first.procedure):
            inner = _substitute_statement(first, mapping)
            assert isinstance(inner, typed_tree.PerformStmt)
            if inner.doer is None or inner.doer.type.base != "list":
                return self._inline_requirements(inner, depth + 1)
        return None

    # ------------------------------------------------------------ looking ahead in choices

    def rest(self, statement: typed_tree.ChooseStmt, number_: int, begins: Begins | None = None) -> Condition:
        """Return the condition that a choice, from pick number `number_` on, and its body can be completed.

        `begins`, if given, returns the condition that the body can begin, which is then not computed again.
        """
        if number_ == len(statement.picks):
            return self.body(statement, True, begins)
        pick = statement.picks[number_]
        pool = filter_candidates(pick)
        if pick.amount == "one":
            inner = self.rest(statement, number_ + 1, begins)
            if inner is None or pick.at_random:
                return lower_non_empty(self.low, pool)
            loop, conditions = self.running(pick, _combine_later_picks(statement, number_))
            where = join_conditions(conditions) if conditions else None
            return ir.Fold("any", ir.Each((loop,), where, inner, ir.IrType("list", "yes_no")), ir.YES)
        if pick.such_that is not None:
            enough = self.together.begins(pick, statement.player)
        elif pick.count is None or pick.amount == "up_to":
            return None
        else:
            enough = op("ge", ir.YES, count(self.low, pool), self.low.value(pick.count))
        # picks that depend on the items picked here cannot be tested yet
        hang = any(uses_variable((other.where, other.source, other.count), pick.var) for other in statement.picks)
        return _join_all([enough, None if hang else self.rest(statement, number_ + 1, begins)])

    def running(self, pick: typed_tree.PickStmt, inside: object = ()) -> tuple[tuple[ir.Var, ir.Value], list[ir.Value]]:
        """Return the loop over the candidates of a pick, as (variable, list), and the conditions inside the loop."""
        low, source = self.low, pick.source
        conditions = []
        if pick.where is not None and is_mask(low, source):
            source = typed_tree.FilterExpr(source, pick.item, pick.where)
        elif pick.where is not None:
            conditions.append(low.value(typed_tree.substitute(pick.where, {pick.item: typed_tree.LocalExpr(pick.var)})))
        return (
            low.var(pick.var),
            charge_items(low, pick, pick.source, low.items(source), pick.where, inside),
        ), conditions

    def body(self, statement: typed_tree.ChooseStmt, about_picks: bool, begins: Begins | None = None) -> Condition:
        """Return the condition under which the body of a choice can begin; None without such a condition.

        With `about_picks`, the condition is returned only if it depends on a picked item; otherwise, only if it depends
        on no pick. A condition on several items that are picked together is never returned.
        """
        found = self.block(statement.body) if begins is None else begins()
        if found is None:
            return None
        used = [pick for pick in statement.picks if reads_variable(found, self.low.var(pick.var))]
        if any(pick.amount != "one" for pick in used):
            return None
        return found if bool(used) == about_picks else None


def list_arguments(low: Lowering, statement: typed_tree.PerformStmt) -> tuple[ir.Value, ...]:
    """Return IR for the actor and the arguments of a call."""
    given = [] if statement.doer is None else [low.value(statement.doer)]
    roles = zip(statement.procedure.params, statement.args, strict=True)
    return (*given, *(low.role(param, arg) for param, arg in roles))


def _combine_later_picks(statement: typed_tree.ChooseStmt, number_: int) -> typed_tree.Value | None:
    """Combine what later picks evaluate for each candidate into one value, whose cost can be estimated.

    Returns None if no picks follow the one with the number `number_`.
    """
    found: typed_tree.Value | None = None
    for pick in reversed(statement.picks[number_ + 1 :]):
        where = tuple(each for each in (pick.where, found) if each is not None)
        value = (
            where[0]
            if len(where) == 1
            else typed_tree.LogicExpr("and", where[0], where[1])
            if where
            else typed_tree.LocalExpr(pick.item)
        )
        found = typed_tree.CollectExpr(value, ((pick.item, pick.source),), None, False, pick.source.type)
    return found


def make_empty_result(result: typed_tree.TypedVar) -> ir.Const:
    """Return IR for the value of a procedure's result if the procedure is not executed."""
    return ir.Const(make_initial_value(result.type), convert_type(result.type))


def _list_requirements(block: typed_tree.Block) -> list[typed_tree.Value]:
    """Return the conditions of the `require` statements of a block, with `let` variables replaced by their values."""
    mapping: dict[typed_tree.TypedVar, typed_tree.Value] = {}
    found = []
    for statement in block:
        if isinstance(statement, typed_tree.LetStmt):
            mapping[statement.var] = typed_tree.substitute(statement.value, mapping)
        elif isinstance(statement, typed_tree.RequireStmt):
            found.append(typed_tree.substitute(statement.condition, mapping))
    return found


def _join_all(conditions: list[Condition]) -> Condition:
    there = [condition for condition in conditions if condition is not None]
    return join_conditions(there) if there else None


def _choose_condition(condition: ir.Value, yes: ir.Value, no: ir.Value) -> ir.Value:
    """Return `yes` if a condition holds, else `no`; simplified to an `or` if one of the two is TRUE."""
    if no == TRUE and _is_cheap_test(yes):
        return ir.Logic("or", (yes, negate(condition)))
    if yes == TRUE and _is_cheap_test(no):
        return ir.Logic("or", (no, condition))
    return ir.Choice(condition, yes, no)


def _is_cheap_test(value: ir.Value) -> bool:
    """Return True if a condition only tests whether a variable, or a memory of the table, is `nobody`."""
    if not isinstance(value, ir.Op) or value.name != "ge":
        return False
    asked = value.args[0]
    return isinstance(asked, ir.Get) or (isinstance(asked, ir.Read) and not asked.place.terms)


def _substitute_statement(
    statement: typed_tree.Stmt, mapping: dict[typed_tree.TypedVar, typed_tree.Value]
) -> typed_tree.Stmt | None:
    """Return a statement with `let` variables replaced by their values, or None if that is not possible."""
    if isinstance(statement, typed_tree.PerformStmt):
        args = tuple(typed_tree.substitute(arg, mapping) for arg in statement.args)
        doer = typed_tree.substitute(statement.doer, mapping) if statement.doer is not None else None
        return typed_tree.PerformStmt(statement.procedure, doer, args, statement.into)
    if (
        isinstance(statement, typed_tree.OpenWindowStmt)
        and statement.piece is not None
        and statement.player is not None
    ):
        used, player = typed_tree.substitute(statement.piece, mapping), typed_tree.substitute(statement.player, mapping)
        return typed_tree.OpenWindowStmt(statement.window, used, player)
    if any(uses_variable(statement, var) for var in mapping):
        return None
    return statement
