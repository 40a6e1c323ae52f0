"""Lowering of statements of procedures and abilities."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.public_assignments import find_public_assignments
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.durations import end_unreachable, lower_power_duration, start_effect
from cardwright.compiler.lowering.abilities.stop_statement import StoppedEvents
from cardwright.compiler.lowering.api_for_builtins import IrBuilder
from cardwright.compiler.lowering.bitsets import charge_items, charge_work
from cardwright.compiler.lowering.calls import use_of
from cardwright.compiler.lowering.choices.decisions import Choices
from cardwright.compiler.lowering.choices.eliminate_player import can_eliminate_actor, is_out, skip_eliminated
from cardwright.compiler.lowering.choices.preconditions import list_arguments, make_empty_result
from cardwright.compiler.lowering.choices.rule_text_base import RuleTextLowering
from cardwright.compiler.lowering.choices.simultaneous import SimultaneousChoices
from cardwright.compiler.lowering.context import Lowering, convert_type, fail_if, join_conditions, number, op
from cardwright.compiler.lowering.created_pieces import CodeWithResult
from cardwright.compiler.lowering.memory_and_zones import find_memory_slot
from cardwright.compiler.state_layout import make_initial_value
from cardwright.declarations.value_types import NUMBER, PLAYER, YES_NO
from cardwright.state_slots_and_table_rows import MAX_LENGTH, NO_LIMIT, NOT_PUBLIC

_CHANGES = {"+": "add", "-": "sub", "*": "mul"}


class StatementLowering(RuleTextLowering):
    """Lowering of statements, one rule text after the other."""

    def __init__(self, low: Lowering, logged: Mapping[tuple[str, str], bool]) -> None:
        super().__init__(low)
        self.logged = logged
        self.public = find_public_assignments(low.checked, low.sight) if logged else {}
        # the number of conditions in the text around the present statement
        self.conditions = 0
        self.choices = Choices(self)
        self.stops = StoppedEvents(low)
        self.builder = IrBuilder(low)
        # the actor and the end label of the text, in games in which players can be out
        self.ending: tuple[typed_tree.TypedVar, ir.Label] | None = None
        # whether the statements are calls that happen together
        self.collecting = False
        # the end label of the text
        self.text_end = ir.Label()
        # words of the procedures that are inlined
        self.inlined: set[str] = set()

    def procedure_text(self, procedure: typed_tree.TypedProcedure) -> ir.Code:
        """Return the code of a procedure.

        If the procedure can be called often, the code charges the execution budget.
        """
        charge = charge_work(self.low.costs.charge_call(procedure))
        return (*charge, *self.text(procedure.body, procedure.you))

    def text(self, block: typed_tree.Block, you: typed_tree.TypedVar | None) -> ir.Code:
        """Return the code of a whole rule text.

        The text ends early if its actor `you` is eliminated, or if an event in progress is stopped.
        """
        before, self.ending = (self.ending, self.loops, self.text_end, self.conditions), None
        self.conditions = 0
        self.loops, self.text_end = [], ir.Label()
        if you is not None and self.low.layout.game.mark_of_out is not None:
            self.ending = you, self.text_end
        code = self.block(block)
        end, can_leave = self.text_end, self.ending is not None or bool(self.stops.groups)
        self.ending, self.loops, self.text_end, self.conditions = before
        leaves = can_leave and any(isinstance(e, ir.Exit) and e.label is end for e in ir.walk_statements(code))
        return (ir.Block(end, code),) if leaves else code

    def block(self, block: typed_tree.Block) -> ir.Code:
        """Return the code of consecutive statements."""
        found: list[ir.Stmt] = []
        for place, statement in enumerate(block):
            found += self.statement(statement)
            if place == 0:
                self.low.origins = {}
            if self.collecting:
                continue
            found += self._leave_if_out(statement)
            if self.stops.may_follow(statement):
                found += self._leave_if_stopped()
        return tuple(found)

    def _leave_if_stopped(self) -> ir.Code:
        """Return code that leaves the text if an event in progress is being stopped."""
        return (ir.If(((self.stops.is_pending(), (ir.Exit(self.text_end),)),)),)

    def _leave_if_out(self, statement: typed_tree.Stmt) -> ir.Code:
        """Return code that leaves the text, or the enclosing loop, if a statement may have eliminated the actor.

        Loops over pieces or players are not left, because their further rounds concern other pieces or players.
        """
        if self.ending is None or self.each or not can_eliminate_actor(statement):
            return ()
        you, end = self.ending
        out = is_out(self.low, ir.Get(self.low.var(you)))
        return () if out is None else (ir.If(((out, (ir.Exit(self.loops[-1] if self.loops else end),)),)),)

    def statement(self, statement: typed_tree.Stmt) -> ir.Code:
        """Return the code of a statement, with its probe (if any) and its source position."""
        at = self.low.spot(statement)
        code = self._lower(statement)
        if at >= 0:
            code = tuple(ir.set_position(each, at) for each in code)
        return (*self.low.counted(statement), *code)

    def _lower(self, statement: typed_tree.Stmt) -> ir.Code:
        match statement:
            case typed_tree.LetStmt():
                var = self.low.var(statement.var)
                code = ir.Set(var, self.low.kept(statement.value, statement.var.mask))
                return (code, *self._check_growth(ir.Get(var), statement.value))
            case typed_tree.PerformStmt():
                return (*self.tracking.taken(statement), *self._lower_call(statement))
            case typed_tree.ActStmt():
                done = self._keep_shown(statement, self._lower_act(statement))
                before = (*self.tracking.done_visibly(statement), *self.tracking.taken(statement))
                return (*before, *done, *self.tracking.aside(statement))
            case typed_tree.SetMemoryStmt():
                return self._set(statement)
            case typed_tree.IfStmt():
                return self._lower_if(statement)
            case typed_tree.ForEachStmt(secretly=True):
                return SimultaneousChoices(self.choices).secretly(statement)
            case typed_tree.ForEachStmt():
                loop = self._lower_loop(statement, statement.var, statement.list, lambda: self.block(statement.body))
                return (*self.tracking.done_visibly(statement), *loop)
            case typed_tree.RepeatStmt():
                return self._repeat(statement)
            case typed_tree.TogetherStmt():
                return self._lower_together(statement)
            case typed_tree.MayStmt() | typed_tree.ChooseStmt() | typed_tree.ChooseOneStmt():
                return self._lower_decision(statement)
            case typed_tree.MarkUseStmt():
                place, entry = use_of(self.low, statement.use)
                return (ir.Store(place, ir.Many((entry,), ir.ROWS), "append"),)
            case typed_tree.LastStmt():
                return start_effect(self.low, statement)
            case typed_tree.OpenWindowStmt():
                if statement.piece is not None:
                    return self._lower_use(statement, [])
                window = list(self.low.layout.game.windows).index(statement.window)
                return (ir.Open(window, waits=self.continuations.behind(statement, gives=False)),)
            case typed_tree.ControlStmt():
                return self._lower_control(statement)
        return ()  # `require` is tested before the call

    def _lower_control(self, statement: typed_tree.ControlStmt) -> ir.Code:
        if statement.word == "stop":
            return (ir.Exit(self.loops[-1]),)
        if statement.word == "finish":
            return (ir.Finish(self.title),)
        if statement.procedure is not None:
            return self.stops.stop(statement.procedure, statement.reactions, self.text_end)
        if statement.word == "proceed":
            assert self.proceed is not None
            return self.proceed(statement)
        return ()

    # ------------------------------------------------------------ branches and loops

    def _lower_if(self, statement: typed_tree.IfStmt) -> ir.Code:
        branches = []
        self.conditions += 1
        for condition, body in statement.branches:
            with self.branch():
                branches.append((self.low.value(condition), self.block(body)))
        otherwise = self.block(statement.otherwise)
        self.conditions -= 1
        return (ir.If(tuple(branches), otherwise),)

    def _lower_loop(
        self, written: typed_tree.Stmt, var: typed_tree.TypedVar, items: typed_tree.Value, body: Callable[[], ir.Code]
    ) -> ir.Code:
        """Return a loop over items. `written` is the author's statement from which the loop comes."""
        label, low = ir.Label(), self.low
        listed = low.items(items)
        if isinstance(written, typed_tree.ForEachStmt):
            listed = charge_items(low, written, items, listed, written.body)
        state = low.fresh("items", listed.ty, f"list {listed.ty.of}"), low.fresh("place", ir.NUM, "number")
        if var.type.base == "piece" and var.type.of in low.vanishing:
            low.aligned.add(state[0])
        self.continuations.enter(written, "rest", *state)
        low.rounds[state[0]] = items, None
        low.rounds[low.var(var)] = items, state[1]
        self.loops.append(label)
        self.each += 1
        code = skip_eliminated(low, items, low.var(var), body())
        self.each -= 1
        self.loops.pop()
        waits = self.continuations.again(written)
        return (ir.ForEach(label, low.var(var), listed, code, self.title, state=state, waits=waits),)

    def _repeat(self, statement: typed_tree.RepeatStmt) -> ir.Code:
        label, again = ir.Label(), ir.Label()
        before: ir.Code = ()
        head: ir.Code = ()
        if statement.kind == "times":
            assert statement.value is not None
            left = self.low.fresh("left", ir.NUM, "number")
            self.continuations.enter(statement, "left", left)
            self.low.rounds[left] = statement.value, None
            before = (ir.Set(left, self.low.value(statement.value)),)
            head = (
                ir.If(((op("le", ir.YES, ir.Get(left), number(0)), (ir.Exit(label),)),)),
                ir.Set(left, op("sub", ir.NUM, ir.Get(left), number(1))),
            )
        elif statement.value is not None:
            head = (ir.If(((self.low.value(statement.value), (ir.Exit(label),)),)),)
        self.loops.append(label)
        body = self.block(statement.body)
        self.loops.pop()
        return (*before, ir.Loop(label, again, (*head, *body), self.title, waits=self.continuations.again(statement)))

    def _lower_together(self, statement: typed_tree.TogetherStmt) -> ir.Code:
        """Return the code of calls that happen together. Between them, nothing can leave the rule text."""
        outer, self.collecting = self.collecting, True
        body = self.block(statement.body)
        self.collecting = outer
        bottom, top = self.low.fresh("bottom", ir.NUM), self.low.fresh("top", ir.NUM)
        return (ir.Together(body, bottom, top, waits=self.continuations.behind(statement, gives=False)),)

    def _lower_decision(
        self, statement: typed_tree.MayStmt | typed_tree.ChooseStmt | typed_tree.ChooseOneStmt
    ) -> ir.Code:
        """Return the code of a decision and its `else`, repeated if the statement says so."""
        out, again = ir.Label(), ir.Label()
        if statement.repeatedly:
            self.loops.append(out)
        with self.branch():
            otherwise = self.block(statement.otherwise)
        failed = ir.Label() if otherwise else out
        code = self.choices.decision(statement, failed)
        if otherwise:
            done = again if statement.repeatedly else out
            last: ir.Code = (ir.Exit(out),) if statement.repeatedly else ()
            code = (ir.Block(failed, (*code, ir.Exit(done))), *otherwise, *last)
        if statement.repeatedly:
            self.loops.pop()
            return (ir.Loop(out, again, code, self.title, waits=self.continuations.again(statement)),)
        return (ir.Block(out, code),)

    # ------------------------------------------------------------ calls and built-in statements

    def _lower_use(self, statement: typed_tree.OpenWindowStmt, known: list[typed_tree.Value]) -> ir.Code:
        """Return code by which a player uses an offer of a piece, if the player and the piece exist.

        `known` are the values already known to exist: none, the piece, or the piece and the player.
        """
        assert statement.piece is not None
        assert statement.player is not None
        whole = [*known, *(statement.piece, statement.player)[len(known) :]]
        for place, value in enumerate(whole[len(known) :], start=len(known)):
            if not self.low.sure(value):
                before, there, holds = self.lower_player(value)
                return (*before, ir.If(((holds, self._lower_use(statement, [*whole[:place], there])),)))
        args = tuple(map(self.low.value, whole))
        opened = (ir.Open(ir.USES, args, waits=self.continuations.behind(statement, gives=False)),)
        left = self.feasible.is_somebody(whole[1])
        return opened if left is None else (ir.If(((left, opened),)),)

    def lower_player(self, value: typed_tree.Value) -> tuple[ir.Code, typed_tree.Value, ir.Value]:
        """Return a player who may not exist, as `(code before, player, condition that the player exists)`."""
        if isinstance(value, typed_tree.LocalExpr):
            var = self.low.alias(value.var)
            before: ir.Code = ()
        else:
            var = typed_tree.TypedVar("whose", value.type, 0, own=True)
            before = (ir.Set(self.low.var(var), self.low.value(value)),)
        return before, typed_tree.LocalExpr(var), op("ge", ir.YES, ir.Get(self.low.var(var)), number(0))

    def _lower_call(self, statement: typed_tree.PerformStmt, written: typed_tree.PerformStmt | None = None) -> ir.Code:
        """Return the code of a call. If there are several actors, each performs it in turn.

        `written` is the author's statement from which the call comes.
        """
        doer, written = statement.doer, written or statement
        if doer is not None and doer.type.base == "list":
            each = typed_tree.TypedVar("doer", PLAYER, 0, own=True)
            if not self.low.sure(doer):
                self.low.doubts.add(each)
            one = typed_tree.PerformStmt(statement.procedure, typed_tree.LocalExpr(each), statement.args)
            left = self._leave_if_stopped() if self.stops.may_follow(one) and not self.collecting else ()
            return self._lower_loop(written, each, doer, lambda: (*self._lower_call(one, written), *left))
        if doer is not None and not self.low.sure(doer):
            before, known, there = self.lower_player(doer)
            otherwise: ir.Code = ()
            if statement.into is not None and statement.procedure.result is not None:
                otherwise = (ir.Set(self.low.var(statement.into), make_empty_result(statement.procedure.result)),)
            return (*before, ir.If(((there, self._lower_call(replace(statement, doer=known), written)),), otherwise))
        acts = self.feasible.acts(statement)
        if acts is not None:
            return self._call_if_not_out(statement, written, acts)
        return self._lower_resumable_call(statement, written)

    def _call_if_not_out(
        self, statement: typed_tree.PerformStmt, written: typed_tree.PerformStmt, acts: ir.Value
    ) -> ir.Code:
        """Return a call that is skipped if its actor was eliminated; its result is then empty."""
        otherwise: ir.Code = ()
        if statement.into is not None and statement.procedure.result is not None:
            otherwise = (ir.Set(self.low.var(statement.into), make_empty_result(statement.procedure.result)),)
        return (ir.If(((acts, self._lower_resumable_call(statement, written)),), otherwise),)

    def _lower_resumable_call(self, statement: typed_tree.PerformStmt, written: typed_tree.PerformStmt) -> ir.Code:
        reached = self.tracking.called(written)
        if not reached:
            reached = self.tracking.done_visibly(written, self.feasible.block((statement,)))
        if statement.procedure.word in self.inlined:
            return (*reached, *self._inline_call(statement))
        into = self.low.var(statement.into) if statement.into is not None else None
        waits = self.continuations.behind(written, gives=into is not None)
        call = ir.Perform(statement.procedure.number, list_arguments(self.low, statement), into, waits=waits)
        return (*reached, call)

    def _inline_call(self, statement: typed_tree.PerformStmt) -> ir.Code:
        """Return the body of a procedure in place of its only call."""
        procedure = statement.procedure
        given = list_arguments(self.low, statement)
        named = [procedure.you] if procedure.you is not None else []
        names = [self.low.var(var) for var in (*named, *procedure.params)]
        code: ir.Code = tuple(ir.Set(name, value) for name, value in zip(names, given, strict=True))
        possible, _ = self.feasible.possible(procedure)
        body = self.procedure_text(procedure)
        if possible is None:
            return (*code, *body)
        return (*code, ir.If(((possible, body),), (), at=self.feasible.find_position(procedure)))

    def _keep_shown(self, statement: typed_tree.ActStmt, code: ir.Code) -> ir.Code:
        """Return the code of a built-in statement, with a report of how long the pieces it shows stay visible.

        If others must not hear of it, the report says so, too.
        """
        if statement.primitive.word not in (ir.REVEALED, ir.SHOWN):
            return code
        audience = self.tracking.secret_showings.get(id(statement))
        lasts = (self.tracking.asking(statement), *(() if audience is None else (number(audience),)))

        def lasting(stmt: ir.Stmt) -> ir.Stmt:
            if isinstance(stmt, ir.Note):
                return replace(stmt, args=(*stmt.args, *lasts))
            if isinstance(stmt, ir.If):
                branches = tuple((test, tuple(map(lasting, body))) for test, body in stmt.branches)
                return replace(stmt, branches=branches, otherwise=tuple(map(lasting, stmt.otherwise)))
            return stmt

        return tuple(map(lasting, code))

    def _lower_act(self, statement: typed_tree.ActStmt) -> ir.Code:
        doer, into = statement.doer, statement.into
        named = doer is not None and (self.ending is None or doer != typed_tree.LocalExpr(self.ending[0]))
        if doer is not None and named and self.low.sure(doer):
            left = self.feasible.is_somebody(doer)
            if left is not None:
                return (ir.If(((left, self._lower_act(replace(statement, doer=None))),)),)
        if doer is not None and doer.type.base == "player" and not self.low.sure(doer):
            before, _, there = self.lower_player(doer)
            return (
                *before,
                ir.If(((there, self._lower_act(replace(statement, doer=None))),), self._give_nothing(into)),
            )
        if not all(self.low.sure(arg) for arg in statement.args):
            return self._act_on_doubtful(statement)
        if statement.ends is not None and statement.primitive.lasting is not None:
            first, asked, ends = lower_power_duration(self.low, statement)
            done: ir.Code = statement.primitive.lasting.lower(self.builder, ends, *statement.args)
            done = (*done, *end_unreachable(self.low, statement.ends))
            return (*first, *((ir.If(((join_conditions(asked), done),)),) if asked else done))
        found = statement.primitive.lower(self.builder, *statement.args)
        if isinstance(found, tuple):
            return found
        if isinstance(found, CodeWithResult):
            return found.code if into is None else (*found.code, ir.Set(self.low.var(into), found.value))
        if into is None:
            return (ir.Do(found),)
        return (ir.Set(self.low.var(into), found),)

    def _act_on_doubtful(self, statement: typed_tree.ActStmt) -> ir.Code:
        code: ir.Code = ()
        args, asked = [], []
        for arg in statement.args:
            before, known, there = self._lower_argument(arg)
            code += before
            args.append(known)
            asked += [there] if there is not None else []
        done = self._lower_act(replace(statement, args=tuple(args)))
        if not asked:
            return (*code, *done)
        return (*code, ir.If(((join_conditions(asked), done),), self._give_nothing(statement.into)))

    def _give_nothing(self, into: typed_tree.TypedVar | None) -> ir.Code:
        """Return code that assigns the empty result of a built-in statement that is not executed."""
        if into is None:
            return ()
        return (ir.Set(self.low.var(into), ir.Const(make_initial_value(into.type), convert_type(into.type))),)

    def _lower_argument(self, value: typed_tree.Value) -> tuple[ir.Code, typed_tree.Value, ir.Value | None]:
        """Return an argument as `(code before, argument, condition that it exists)`.

        Lists lose their `none` items. The condition is None if the argument certainly exists.
        """
        if self.low.sure(value):
            return (), value, None
        if value.type.base == "list":
            var = typed_tree.TypedVar("given", value.type, 0, own=True)
            items = self.low.items(value)
            return (ir.Set(self.low.var(var), op("there", items.ty, items)),), typed_tree.LocalExpr(var), None
        if isinstance(value, typed_tree.ZoneExpr) and value.owner is not None:
            before, owner, there = self.lower_player(value.owner)
            return before, replace(value, owner=owner), there
        return self.lower_player(value)

    # ------------------------------------------------------------ memory

    def _set(self, statement: typed_tree.SetMemoryStmt) -> ir.Code:
        target = statement.target
        code: ir.Code = ()
        asked: list[ir.Value] = []
        if target.owner is not None and not self.low.sure(target.owner):
            code, owner, there = self.lower_player(target.owner)
            asked.append(there)
            target = replace(target, owner=owner)
        if target.index is not None and not self.low.sure(target.index):
            before, index, there = self.lower_player(target.index)
            code += before
            asked.append(there)
            target = replace(target, index=index)
        assigned = self._assign(statement, target)
        if target.memory is self.low.layout.game.mark_of_out and statement.value != typed_tree.LiteralExpr(YES_NO, 0):
            assigned = (*assigned, *end_unreachable(self.low))
        return (*code, ir.If(((join_conditions(asked), assigned),))) if asked else (*code, *assigned)

    def _assign(self, statement: typed_tree.SetMemoryStmt, target: typed_tree.MemoryExpr) -> ir.Code:
        value, low = statement.value, self.low
        owner = None if target.owner is None else low.value(target.owner)
        place = find_memory_slot(low, target, owner, None if target.index is None else low.value(target.index))
        shown = self.logged.get((target.memory.owner, target.memory.word))
        if shown is not None:
            kept = op("int", ir.YES, low.kept(value)) if target.type.base == "yes_no" else low.kept(value)
            implied = number(int(not shown and not self.conditions))
            public = number(self.public.get(id(statement), NOT_PUBLIC))
            note = ir.Note("count", (ir.Handle(place), kept, implied, public))
            return (note, *self.tracking.heard(statement, place), *self._check_growth(ir.Read(place), value))
        if isinstance(value, typed_tree.BinaryExpr) and value.left == statement.target and target.type.base == "number":
            changed = ir.Store(place, low.value(value.right), _CHANGES[value.operator])
            return (changed, *self.tracking.heard(statement, place), *self._check_growth(ir.Read(place), value))
        kept = low.kept(value)
        heard = self.tracking.heard(statement, place)
        if target.type.base == "yes_no" and not isinstance(kept, ir.Const):
            kept = op("int", ir.YES, kept)
        return (ir.Store(place, kept), *heard, *self._check_growth(ir.Read(place), value))

    def _check_growth(self, kept: ir.Value, value: typed_tree.Value) -> ir.Code:
        """Return code that ends the game with an error if a stored number or list has grown beyond its limit."""
        if not any(
            isinstance(each, typed_tree.BinaryExpr) and not _grows_slowly(each) for each in typed_tree.walk_tree(value)
        ):
            return ()
        if value.type == NUMBER:
            return fail_if(self.low, op("beyond", ir.YES, kept), f"a number grows beyond {NO_LIMIT:,}")
        if value.type.base == "list" and kept.ty.base in ("list", "tuple"):
            return fail_if(self.low, op("endless", ir.YES, kept), f"a list grows beyond {MAX_LENGTH:,} items")
        return ()


def _grows_slowly(value: typed_tree.BinaryExpr) -> bool:
    """Return True if a sum grows by a constant, too slowly to overflow within one execution."""
    return value.operator in "+-" and (
        isinstance(value.left, typed_tree.LiteralExpr) or isinstance(value.right, typed_tree.LiteralExpr)
    )
