"""Writes statements that never meet a decision as plain code."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.compiler import ir
from cardwright.compiler.code_flow import LOOP_LIMIT, Flow, Scope
from cardwright.compiler.code_moves import MoveCoder
from cardwright.compiler.code_picks import PickCoder
from cardwright.compiler.code_values import count_run
from cardwright.compiler.layout import TRACKER, first_value, starting
from cardwright.compiler.segments import Writer
from cardwright.language.types import PLAYER, Type


class PlainCoder:
    """Writes plain code; changes of the memory in `told` are told to the tracker."""

    def __init__(
        self,
        flow: Flow,
        picks: PickCoder,
        moves: MoveCoder,
        told: set[tuple[str, str]],
        fresh: Callable[[str, Type, bool], ir.Var],
    ) -> None:
        self.flow = flow
        self.values = picks.values
        self.picks = picks
        self.moves = moves
        self.told = told
        self.fresh = fresh

    def block(self, w: Writer, statements: ir.Block, scope: Scope) -> None:
        """Write statements that never meet a decision."""
        for statement in statements:
            scope = self.statement(w, statement, scope)

    def statement(self, w: Writer, statement: ir.Stmt, scope: Scope) -> Scope:
        """Write one such statement; gives the scope after it."""
        count_run(w, self.values, statement)
        if isinstance(statement, ir.LetS):
            return self._let(w, statement, scope)
        if isinstance(statement, ir.Perform):
            return self._perform(w, statement, scope)
        if isinstance(statement, ir.Act):
            return self._act(w, statement, scope)
        if isinstance(statement, ir.SetMemory):
            self._set(w, statement)
        elif isinstance(statement, ir.IfS):
            for number, (condition, body) in enumerate(statement.branches):
                with w.block(f"{'if' if number == 0 else 'elif'} {self.values.scalar(condition)}:"):
                    self.block(w, body, scope)
            if statement.otherwise:
                with w.block("else:"):
                    self.block(w, statement.otherwise, scope)
        elif isinstance(statement, ir.ForS):
            with w.block(f"for {statement.var.code} in {self.values.iterable(statement.list)}:"):
                self.block(w, statement.body, (*scope, statement.var))
        elif isinstance(statement, ir.RepeatS):
            self._repeat(w, statement, scope)
        elif isinstance(statement, ir.ChooseS):
            self._choose(w, statement, scope)
        elif isinstance(statement, ir.MarkUse):
            slot, entry = self.values.use_of(statement.use)
            w.line(f"{slot} += ({entry},)")
        elif isinstance(statement, ir.Control):
            w.line("break" if statement.word == "stop" else "pass")
        return scope

    def _let(self, w: Writer, statement: ir.LetS, scope: Scope) -> Scope:
        value = statement.value
        if statement.var.mask:
            code = self.values.mask(value)
        elif statement.var.type.base == "list":
            code = f"tuple({self.values.sized(value)})"
        else:
            code = self.values.scalar(value)
        w.line(f"{statement.var.code} = {code}")
        return scope if statement.var in scope else (*scope, statement.var)

    def _repeat(self, w: Writer, statement: ir.RepeatS, scope: Scope) -> None:
        if statement.kind == "times":
            assert statement.value is not None
            # Counted before it begins: a loop in which nobody decides is not to run for hours.
            with w.block(f"if (times := {self.values.scalar(statement.value)}) > {LOOP_LIMIT}:"):
                self.flow.complain(w)
            with w.block("for _ in range(times):"):
                self.block(w, statement.body, scope)
            return
        with w.block(f"for _ in range({LOOP_LIMIT}):"):
            if statement.value is not None:
                w.line(f"if {self.values.scalar(statement.value)}: break")
            self.block(w, statement.body, scope)
        with w.block("else:"):
            self.flow.complain(w)

    def _choose(self, w: Writer, statement: ir.ChooseS, scope: Scope, number: int = 0) -> None:
        if number == len(statement.picks):
            self.moves.remember_origins(statement)
            self.block(w, statement.body, scope)
            return
        pick = statement.picks[number]
        possible, lines = self.picks.free(w, pick, statement.player)
        with w.block(f"if {possible}:"):
            for line in lines:
                w.line(line)
            self._choose(w, statement, (*scope, pick.var), number + 1)
        if statement.otherwise:
            with w.block("else:"):
                self.block(w, statement.otherwise, scope)

    def somebody(self, w: Writer, value: ir.Value) -> tuple[ir.Value, str]:
        """A value as somebody or something, if the condition holds that is given with it.

        What is not short is written down first, as a name of its own.
        """
        if isinstance(value, ir.Local):
            var = replace(value.var)
        else:
            var = self.fresh("whose", value.type, False)
            w.line(f"{var.code} = {self.values.scalar(value)}")
        return ir.Local(var), f"{var.code} >= 0"

    def one_by_one(self, statement: ir.Perform) -> tuple[ir.Var, ir.Perform]:
        """A variable that runs through all who do something, and what it is that each does."""
        each = self.fresh("doer", PLAYER, False)
        if statement.doer is not None and not self.values.presence.sure(statement.doer):
            self.values.presence.doubtful.add(each)
        return each, ir.Perform(statement.procedure, ir.Local(each), statement.args)

    def _perform(self, w: Writer, statement: ir.Perform, scope: Scope) -> Scope:
        doer = statement.doer
        if doer is not None and doer.type.base == "list":
            each, one = self.one_by_one(statement)
            with w.block(f"for {each.code} in {self.values.iterable(doer)}:"):
                self._perform(w, one, scope)
            return scope
        if doer is not None and not self.values.presence.sure(doer):
            doer, there = self.somebody(w, doer)
            if statement.into is not None:
                w.line(f"{statement.into.code} = {first_value(statement.procedure)}")
                scope = (*scope, statement.into)
            with w.block(f"if {there}:"):
                self._perform(w, replace(statement, doer=doer), scope)
            return scope
        call = f"p{statement.procedure.number}(S{self.values.arguments(statement)})"
        if statement.into is None:
            w.line(call)
            return scope
        w.line(f"{statement.into.code} = {call}")
        return (*scope, statement.into)

    def _act(self, w: Writer, statement: ir.Act, scope: Scope) -> Scope:
        doer = statement.doer
        if doer is not None and doer.type.base == "player" and not self.values.presence.sure(doer):
            _, there = self.somebody(w, doer)
            if statement.into is not None:
                w.line(f"{statement.into.code} = {starting(statement.into.type)!r}")
                scope = (*scope, statement.into)
            with w.block(f"if {there}:"):
                self._act(w, replace(statement, doer=None), scope)
            return scope
        if not all(self.values.presence.sure(arg) for arg in statement.args):
            args = []
            asked = []
            for arg in statement.args:
                known, there = self._given(w, arg)
                args.append(known)
                asked += [there] if there else []
            with w.block(f"if {' and '.join(asked) or 'True'}:"):
                self._act(w, replace(statement, args=tuple(args)), scope)
            return scope
        if statement.primitive.word == "move" and not self.values.tracked:
            self.moves.move(w, statement)
            return scope
        code = statement.primitive.code(self.values, *statement.args)
        if statement.into is None:
            w.line(code)
            return scope
        w.line(f"{statement.into.code} = {code}")
        return (*scope, statement.into)

    def _given(self, w: Writer, value: ir.Value) -> tuple[ir.Value, str]:
        """What a built-in deed is about without nobody and nothing, and the condition that it then is anything."""
        if self.values.presence.sure(value):
            return value, ""
        if value.type.base == "list":
            var = self.fresh("given", value.type, False)
            w.line(f"{var.code} = there({self.values.iterable(value)})")
            return ir.Local(var), ""
        if isinstance(value, ir.ZoneV) and value.owner is not None:
            owner, there = self.somebody(w, value.owner)
            return replace(value, owner=owner), there
        return self.somebody(w, value)

    def _set(self, w: Writer, statement: ir.SetMemory) -> None:
        target = statement.target
        asked = []
        if target.owner is not None and not self.values.presence.sure(target.owner):
            owner, there = self.somebody(w, target.owner)
            target = replace(target, owner=owner)
            asked.append(there)
        if target.index is not None and not self.values.presence.sure(target.index):
            index, there = self.somebody(w, target.index)
            target = replace(target, index=index)
            asked.append(there)
        if asked:
            with w.block(f"if {' and '.join(asked)}:"):
                self._assign(w, statement, target)
        else:
            self._assign(w, statement, target)

    def _assign(self, w: Writer, statement: ir.SetMemory, target: ir.MemoryV) -> None:
        value = statement.value
        code = f"tuple({self.values.sized(value)})" if target.type.base == "list" else self.values.scalar(value)
        if (target.memory.owner, target.memory.word) in self.told:
            w.line(f"S[{TRACKER}].count(S, {self.values.slot_of(target)}, {code})")
        elif isinstance(value, ir.BinaryV) and value.left == statement.target and target.type.base == "number":
            w.line(f"S[{self.values.slot_of(target)}] {value.operator}= {self.values.scalar(value.right)}")
        elif target.type.base == "yes_no":
            w.line(f"S[{self.values.slot_of(target)}] = int({code})")
        else:
            w.line(f"S[{self.values.slot_of(target)}] = {code}")
