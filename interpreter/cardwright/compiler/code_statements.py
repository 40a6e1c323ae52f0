"""Writes the statements of procedures and abilities as resumable segments."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.compiler import ir
from cardwright.compiler.code_choices import ChoiceCoder
from cardwright.compiler.code_decisions import DecisionCoder
from cardwright.compiler.code_flow import Flow, Scope
from cardwright.compiler.code_moves import MoveCoder
from cardwright.compiler.code_picks import PickCoder
from cardwright.compiler.code_plain import PlainCoder
from cardwright.compiler.code_values import count_run
from cardwright.compiler.layout import FINISHED, RESULT, first_value
from cardwright.compiler.segments import Next, Segment, Writer
from cardwright.language.types import NUMBER, Type

Decision = ir.MayS | ir.ChooseOneS | ir.ChooseS


class StatementCoder:
    """Writes statements; `resumable` says which procedures can meet a decision."""

    def __init__(
        self,
        flow: Flow,
        picks: PickCoder,
        moves: MoveCoder,
        plain: PlainCoder,
        resumable: set[str],
        fresh: Callable[[str, Type, bool], ir.Var],
    ) -> None:
        self.flow = flow
        self.values = picks.values
        self.feasible = picks.feasible
        self.picks = picks
        self.plain = plain
        self.resumable = resumable
        self.fresh = fresh
        self.decisions = DecisionCoder(flow, picks.feasible, self.block)
        self.choices = ChoiceCoder(self.decisions, picks, moves, fresh)
        self.recursive: set[str] = set()
        self.entries: dict[str, Segment] = {}
        self.inlined: set[str] = set()

    # ------------------------------------------------------------ which statements can meet a decision

    def suspends(self, statement: ir.Stmt) -> bool:
        """Whether a statement needs segments: it can meet a decision or leaves a segmented loop or body."""
        if isinstance(statement, ir.Perform):
            return statement.procedure.word in self.resumable
        if isinstance(statement, ir.MayS | ir.ChooseOneS | ir.OpenWindow):
            return True
        if isinstance(statement, ir.Control):
            return statement.word in ("finish", "proceed") or (
                statement.word == "stop" and bool(self.flow.around.loops) and self.flow.around.loops[-1] is not None
            )
        if isinstance(statement, ir.ChooseS):
            asks = statement.may or not all(pick.at_random or self.picks.alike(pick) for pick in statement.picks)
            return asks or statement.repeatedly or self._any(statement.body) or self._any(statement.otherwise)
        if isinstance(statement, ir.IfS):
            return any(self._any(body) for _, body in statement.branches) or self._any(statement.otherwise)
        if isinstance(statement, ir.ForS | ir.RepeatS):
            self.flow.around.loops.append(None)
            try:
                return self._any(statement.body) or (isinstance(statement, ir.ForS) and statement.secretly)
            finally:
                self.flow.around.loops.pop()
        return False

    def _any(self, block: ir.Block) -> bool:
        return any(self.suspends(statement) for statement in block)

    # ------------------------------------------------------------ blocks

    def block(self, w: Writer, statements: ir.Block, scope: Scope, after: Next) -> None:
        """Write statements that may meet decisions, and then what follows."""
        for place, statement in enumerate(statements):
            if not self.suspends(statement):
                scope = self.plain.statement(w, statement, scope)
                continue
            count_run(w, self.values, statement)
            rest = statements[place + 1 :]
            if isinstance(statement, ir.Perform) and statement.procedure.word in self.inlined:
                self._inline(w, statement, rest, scope, after)
                return
            into = statement.into if isinstance(statement, ir.Perform) else None
            if not rest and into is None:
                self._suspending(w, statement, scope, after)
                return
            later = self.flow.new(scope)
            self._suspending(w, statement, scope, Next("jump", later))
            if into is not None:
                later.writer.line(f"{into.code} = S[{RESULT}]")
                scope = (*scope, into)
            self.block(later.writer, rest, scope, after)
            return
        self.flow.follow(w, after)

    def _inline(self, w: Writer, statement: ir.Perform, rest: ir.Block, scope: Scope, after: Next) -> None:
        """Write the body of a procedure that is performed in this one place only."""
        procedure = statement.procedure
        values = zip(procedure.params, statement.args, strict=True)
        codes = [(param.code, self.values.role(param, arg)) for param, arg in values]
        if procedure.you is not None and statement.doer is not None:
            codes.insert(0, (procedure.you.code, self.values.scalar(statement.doer)))
        for name, code in codes:
            w.line(f"{name} = {code}")
        inner = (*scope, *self.body_scope(procedure))
        possible = self.feasible.code(procedure.body)
        if procedure.you is not None and statement.doer is not None and not self.values.presence.sure(statement.doer):
            there = f"{procedure.you.code} >= 0"
            possible = there if possible is None else f"{there} and {possible}"
        if possible is None:
            self.block(w, (*procedure.body, *rest), inner, after)
            return
        later = after
        if rest:
            segment = self.flow.new(scope)
            self.block(segment.writer, rest, scope, after)
            later = Next("jump", segment)
        with w.block(f"if not ({possible}):"):
            self.flow.follow(w, later)
        self.block(w, procedure.body, inner, later)

    def _suspending(self, w: Writer, statement: ir.Stmt, scope: Scope, after: Next) -> None:
        if isinstance(statement, ir.Perform):
            self._perform(w, statement, scope, after)
        elif isinstance(statement, ir.MayS | ir.ChooseOneS | ir.ChooseS):
            self._decide(w, statement, scope, after)
        elif isinstance(statement, ir.IfS):
            self._if(w, statement, scope, after)
        elif isinstance(statement, ir.ForS) and statement.secretly:
            self.choices.secretly(w, statement, scope, after)
        elif isinstance(statement, ir.ForS):
            self._for(w, statement, scope, after)
        elif isinstance(statement, ir.RepeatS):
            self._repeat(w, statement, scope, after)
        elif isinstance(statement, ir.OpenWindow):
            self.flow.push(w, scope, after)
            w.line(f"return open{self.values.window(statement.window)}(S, K)")
        else:
            assert isinstance(statement, ir.Control)
            self._control(w, statement, scope, after)

    def _decide(self, w: Writer, statement: Decision, scope: Scope, after: Next) -> None:
        """Write a decision once, or again and again until it is declined or impossible."""
        if not statement.repeatedly:
            self._decide_once(w, statement, scope, after, after)
            return
        head = self.flow.new(scope)
        self.flow.follow(w, Next("jump", head))
        self.flow.around.loops.append(after)
        with self.flow.going_round(head):
            self._decide_once(head.writer, statement, scope, Next("back", head), after)
        self.flow.around.loops.pop()

    def _decide_once(self, w: Writer, statement: Decision, scope: Scope, after: Next, out: Next) -> None:
        if isinstance(statement, ir.MayS):
            self.decisions.may(w, statement, scope, after, out)
        elif isinstance(statement, ir.ChooseOneS):
            self.decisions.choose_one(w, statement, scope, after, out)
        else:
            self.choices.choose(w, statement, scope, after, out)

    def _control(self, w: Writer, statement: ir.Control, scope: Scope, after: Next) -> None:
        if statement.word == "finish":
            w.line(f"S[{FINISHED}] = 1")
            # what led here, for `State.ending`: nothing has a result to give any more
            w.line(f"S[{RESULT}] = ({self.values.text(self.flow.around.title)}, *[f[0] for f in K])")
            w.line("K.clear()")
            w.line("return 1")
        elif statement.word == "stop":
            target = self.flow.around.loops[-1]
            assert target is not None
            self.flow.follow(w, target)
        else:
            assert self.flow.around.proceed is not None
            self.flow.around.proceed(w, scope, after)

    # ------------------------------------------------------------ procedures

    def _perform(self, w: Writer, statement: ir.Perform, scope: Scope, after: Next) -> None:
        doer = statement.doer
        if doer is not None and doer.type.base == "list":
            each, one = self.plain.one_by_one(statement)
            self._for(w, ir.ForS(each, doer, (one,)), scope, after)
            return
        if doer is not None and not self.values.presence.sure(doer):
            doer, there = self.plain.somebody(w, doer)
            with w.block(f"if not ({there}):"):
                if statement.into is not None:
                    w.line(f"S[{RESULT}] = {first_value(statement.procedure)}")
                self.flow.follow(w, after)
            statement = replace(statement, doer=doer)
        self.flow.push(w, scope, after)
        entry = self.entries[statement.procedure.word]
        frame = f"({entry.number}{self.values.arguments(statement)},)"
        if statement.procedure.word in self.recursive:
            w.line(f"K.append({frame})")
            w.line("return")
        else:
            w.line(f"return s{entry.number}(S, K, {frame})")

    # ------------------------------------------------------------ branches and loops

    def _if(self, w: Writer, statement: ir.IfS, scope: Scope, after: Next) -> None:
        for number, (condition, body) in enumerate(statement.branches):
            head = f"{'if' if number == 0 else 'elif'} {self.values.scalar(condition)}:"
            with w.block(head), self.flow.branch():
                self.block(w, body, scope, after)
        self.block(w, statement.otherwise, scope, after)

    def _for(self, w: Writer, statement: ir.ForS, scope: Scope, after: Next) -> None:
        items = self.fresh("items", statement.list.type, False)
        place = self.fresh("place", NUMBER, False)
        w.line(f"{items.code} = tuple({self.values.sized(statement.list)})")
        w.line(f"{place.code} = 0")
        inner = (*scope, items, place)
        head = self.flow.new(inner)
        self.flow.follow(w, Next("jump", head))
        self.flow.around.loops.append(after)
        with self.flow.going_round(head):
            with head.writer.block(f"if {place.code} >= len({items.code}):"):
                self.flow.follow(head.writer, after)
            head.writer.line(f"{statement.var.code} = {items.code}[{place.code}]")
            head.writer.line(f"{place.code} += 1")
            self.block(head.writer, statement.body, (*inner, statement.var), Next("back", head))
        self.flow.around.loops.pop()

    def _repeat(self, w: Writer, statement: ir.RepeatS, scope: Scope, after: Next) -> None:
        inner = scope
        if statement.kind == "times":
            left = self.fresh("left", NUMBER, False)
            assert statement.value is not None
            w.line(f"{left.code} = {self.values.scalar(statement.value)}")
            inner = (*scope, left)
        head = self.flow.new(inner)
        self.flow.follow(w, Next("jump", head))
        self.flow.around.loops.append(after)
        with self.flow.going_round(head):
            if statement.kind == "times":
                with head.writer.block(f"if {left.code} <= 0:"):
                    self.flow.follow(head.writer, after)
                head.writer.line(f"{left.code} -= 1")
            elif statement.value is not None:
                with head.writer.block(f"if {self.values.scalar(statement.value)}:"):
                    self.flow.follow(head.writer, after)
            self.block(head.writer, statement.body, inner, Next("back", head))
        self.flow.around.loops.pop()

    def body_scope(self, procedure: ir.Procedure) -> Scope:
        """The variables a procedure's body starts with."""
        return ((procedure.you,) if procedure.you is not None else ()) + procedure.params
