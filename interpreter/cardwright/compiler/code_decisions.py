"""Writes decisions: what somebody is asked, and the ways on from yes or no and from a list of deeds."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.compiler import ir
from cardwright.compiler.code_flow import Flow, Scope
from cardwright.compiler.feasible import Feasibility
from cardwright.compiler.layout import ANSWER, PASS, PENDING, TRACKER
from cardwright.compiler.segments import Next, Segment, Writer

Block = Callable[[Writer, ir.Block, Scope, Next], None]


class DecisionCoder:
    """Writes decisions; `block` writes the statements that follow an answer."""

    def __init__(self, flow: Flow, feasible: Feasibility, block: Block) -> None:
        self.flow = flow
        self.values = feasible.values
        self.feasible = feasible
        self.block = block

    def ask(self, w: Writer, player: str, options: str, site: ir.Site, resume: Segment, several: bool = False) -> None:
        """Write a decision over a list of options; a single one is taken unasked unless there certainly are more."""
        resume.asks = site.source
        if several:
            w.line(f"S[{PENDING}] = ({player}, {options}, {site.number})")
            self.flow.wait(w, resume)
            w.line("return 1")
            return
        with w.block(f"if len({options}) > 1:"):
            w.line(f"S[{PENDING}] = ({player}, {options}, {site.number})")
            self.flow.wait(w, resume)
            w.line("return 1")
        w.line(f"S[{ANSWER}] = {options}[0]")
        if self.values.tracked:
            said = ", ".join(f"({base!r}, {code})" for code, base in resume.kept.items())
            w.line(f"S[{TRACKER}].not_asked({player}, S[{ANSWER}], {site.number}, [{said}])")
        self.flow.jump(w, resume)

    def other(self, block: ir.Block, scope: Scope, out: Next) -> Next:
        """What follows when nothing was chosen."""
        if not block:
            return out
        segment = self.flow.new(scope)
        with self.flow.branch():
            self.block(segment.writer, block, scope, out)
        return Next("jump", segment)

    def may(self, w: Writer, statement: ir.MayS, scope: Scope, after: Next, out: Next) -> None:
        other = self.other(statement.otherwise, scope, out)
        body = ((statement.deed,) if statement.deed is not None else ()) + statement.body
        possible = self.feasible.code(body)
        resume = self.flow.new(scope)
        resume.asks = statement.site.source
        for condition in (self.feasible.asked(statement), possible):
            if condition is not None:
                with w.block(f"if not ({condition}):"):
                    self.flow.follow(w, other)
        w.line(f"S[{PENDING}] = ({self.values.scalar(statement.player)}, YES_OR_PASS, {statement.site.number})")
        self.flow.wait(w, resume)
        w.line("return 1")
        with resume.writer.block(f"if S[{ANSWER}] == {PASS}:"):
            self.flow.follow(resume.writer, other)
        self.flow.accept(resume.writer)
        self.block(resume.writer, body, scope, after)

    def choose_one(self, w: Writer, statement: ir.ChooseOneS, scope: Scope, after: Next, out: Next) -> None:
        other = self.other(statement.otherwise, scope, out)
        resume = self.flow.new((*scope, *(var for var, _ in statement.said)))
        asked = self.feasible.asked(statement)
        if asked is not None:
            with w.block(f"if not {asked}:"):
                self.flow.follow(w, other)
        w.line("o = []")
        for number, option in enumerate(statement.options):
            parts = [self.values.scalar(option.condition)] if option.condition is not None else []
            possible = self.feasible.code(option.body)
            parts += [possible] if possible is not None else []
            if parts:
                w.line(f"if {' and '.join(parts)}: o.append({number})")
            else:
                w.line(f"o.append({number})")
        with w.block("if not o:"):
            self.flow.follow(w, other)
        if statement.may:
            w.line(f"o.append({PASS})")
        if self.values.tracked:
            rows = []
            for number, option in enumerate(statement.options):
                condition = self.values.scalar(option.condition) if option.condition is not None else "True"
                rows.append(f"({number}, ({condition}, {self.feasible.code(option.body) or 'True'}))")
            w.line(f"S[{TRACKER}].candidates = ({statement.site.number}, lambda S: [{', '.join(rows)}])")
        for var, value in statement.said:
            resume.kept[var.code] = var.base
            w.line(f"{var.code} = {self._kept(var, value)}")
        self.ask(w, self.values.scalar(statement.player), "o", statement.site, resume, statement.may)
        self._answers(resume.writer, statement, scope, after, other)

    def _kept(self, var: ir.Var, value: ir.Value) -> str:
        """Code for a value that is kept for the question."""
        if var.mask:
            return self.values.mask(value)
        return f"tuple({self.values.sized(value)})" if value.type.base == "list" else self.values.scalar(value)

    def _answers(self, w: Writer, statement: ir.ChooseOneS, scope: Scope, after: Next, other: Next) -> None:
        w.line(f"a = S[{ANSWER}]")
        if statement.may:
            with w.block(f"if a == {PASS}:"):
                self.flow.follow(w, other)
            self.flow.accept(w)
        for number, option in enumerate(statement.options[:-1]):
            with w.block(f"if a == {number}:"):
                self.block(w, option.body, scope, after)
        self.block(w, statement.options[-1].body, scope, after)
