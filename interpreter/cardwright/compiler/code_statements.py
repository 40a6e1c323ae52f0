"""Writes the statements of procedures and abilities as resumable segments."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.compiler import ir
from cardwright.compiler.code_flow import Flow, Scope
from cardwright.compiler.code_moves import MoveCoder
from cardwright.compiler.code_picks import PickCoder
from cardwright.compiler.code_plain import PlainCoder
from cardwright.compiler.code_values import count_run
from cardwright.compiler.layout import ANSWER, FINISHED, PASS, PENDING, RESULT, TRACKER, starting
from cardwright.compiler.segments import Next, Segment, Writer
from cardwright.language.types import NUMBER, PLAYER, Type


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
        self.moves = moves
        self.plain = plain
        self.resumable = resumable
        self.fresh = fresh
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
        elif isinstance(statement, ir.MayS):
            self._looping(
                w, statement.repeatedly, scope, after, lambda w, s, k, out: self._may(w, statement, s, k, out)
            )
        elif isinstance(statement, ir.ChooseOneS):
            self._looping(
                w, statement.repeatedly, scope, after, lambda w, s, k, out: self._choose_one(w, statement, s, k, out)
            )
        elif isinstance(statement, ir.ChooseS):
            self._looping(
                w, statement.repeatedly, scope, after, lambda w, s, k, out: self._choose(w, statement, s, k, out)
            )
        elif isinstance(statement, ir.IfS):
            self._if(w, statement, scope, after)
        elif isinstance(statement, ir.ForS):
            self._secretly(w, statement, scope, after) if statement.secretly else self._for(w, statement, scope, after)
        elif isinstance(statement, ir.RepeatS):
            self._repeat(w, statement, scope, after)
        elif isinstance(statement, ir.OpenWindow):
            self.flow.push(w, scope, after)
            w.line(f"return open_{statement.window}(S, K)")
        else:
            assert isinstance(statement, ir.Control)
            self._control(w, statement, scope, after)

    def _control(self, w: Writer, statement: ir.Control, scope: Scope, after: Next) -> None:
        if statement.word == "finish":
            w.line(f"S[{FINISHED}] = 1")
            # what led here, for `State.ending`: nothing has a result to give any more
            w.line(f"S[{RESULT}] = ({self.flow.around.title!r}, *[f[0] for f in K])")
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
            each = self.fresh("doer", PLAYER, False)
            one = ir.Perform(statement.procedure, ir.Local(each), statement.args)
            self._for(w, ir.ForS(each, doer, (one,)), scope, after)
            return
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

    def _looping(
        self,
        w: Writer,
        repeatedly: bool,
        scope: Scope,
        after: Next,
        write: Callable[[Writer, Scope, Next, Next], None],
    ) -> None:
        """Write a decision once, or again and again until it is declined or impossible."""
        if not repeatedly:
            write(w, scope, after, after)
            return
        head = self.flow.new(scope)
        self.flow.follow(w, Next("jump", head))
        self.flow.around.loops.append(after)
        with self.flow.going_round(head):
            write(head.writer, scope, Next("back", head), after)
        self.flow.around.loops.pop()

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

    # ------------------------------------------------------------ decisions

    def ask(self, w: Writer, player: str, options: str, site: ir.Site, resume: Segment, several: bool = False) -> None:
        """Write a decision over a list of options; a single one is taken unasked unless there certainly are more."""
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
        self.flow.jump(w, resume)

    def _other(self, block: ir.Block, scope: Scope, out: Next) -> Next:
        """What follows when nothing was chosen."""
        if not block:
            return out
        segment = self.flow.new(scope)
        with self.flow.branch():
            self.block(segment.writer, block, scope, out)
        return Next("jump", segment)

    def _may(self, w: Writer, statement: ir.MayS, scope: Scope, after: Next, out: Next) -> None:
        other = self._other(statement.otherwise, scope, out)
        body = ((statement.deed,) if statement.deed is not None else ()) + statement.body
        possible = self.feasible.code(body)
        resume = self.flow.new(scope)
        if possible is not None:
            with w.block(f"if not ({possible}):"):
                self.flow.follow(w, other)
        w.line(f"S[{PENDING}] = ({self.values.scalar(statement.player)}, YES_OR_PASS, {statement.site.number})")
        self.flow.wait(w, resume)
        w.line("return 1")
        with resume.writer.block(f"if S[{ANSWER}] == {PASS}:"):
            self.flow.follow(resume.writer, other)
        self.flow.accept(resume.writer)
        self.block(resume.writer, body, scope, after)

    def _choose_one(self, w: Writer, statement: ir.ChooseOneS, scope: Scope, after: Next, out: Next) -> None:
        other = self._other(statement.otherwise, scope, out)
        resume = self.flow.new(scope)
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
        self.ask(w, self.values.scalar(statement.player), "o", statement.site, resume, statement.may)
        self._answers(resume.writer, statement, scope, after, other)

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

    def _choose(self, w: Writer, statement: ir.ChooseS, scope: Scope, after: Next, out: Next) -> None:
        other = self._other(statement.otherwise, scope, out)
        possible = self.feasible.body(statement, about_picks=False)
        if possible is not None:
            with w.block(f"if not ({possible}):"):
                self.flow.follow(w, other)
        self._pick(w, statement, 0, scope, after, other)

    def _pick(self, w: Writer, statement: ir.ChooseS, number: int, scope: Scope, after: Next, other: Next) -> None:
        if number == len(statement.picks):
            self.moves.remember_origins(statement)
            self.block(w, statement.body, scope, after)
            return
        pick = statement.picks[number]
        if pick.at_random or (self.picks.alike(pick) and not (statement.may and number == 0)):
            possible, lines = self.picks.free(w, pick)
            with w.block(f"if not ({possible}):"):
                self.flow.follow(w, other)
            for line in lines:
                w.line(line)
            self._pick(w, statement, number + 1, (*scope, pick.var), after, other)
        elif pick.amount == "one":
            self._pick_one(w, statement, number, scope, after, other)
        else:
            self._pick_several(w, statement, number, scope, after, other)

    def _pick_one(self, w: Writer, statement: ir.ChooseS, number: int, scope: Scope, after: Next, other: Next) -> None:
        pick = statement.picks[number]
        ahead = self.feasible.rest(statement, number + 1)
        resume = self.flow.new(scope)
        w.line(f"o = {self.picks.options(pick, ahead)}")
        with w.block("if not o:"):
            self.flow.follow(w, other)
        may = statement.may and number == 0
        if may:
            w.line(f"o.append({PASS})")
        self.picks.candidates(w, pick, ahead)
        self.ask(w, self.values.scalar(statement.player), "o", pick.site, resume, may)
        if may:
            with resume.writer.block(f"if S[{ANSWER}] == {PASS}:"):
                self.flow.follow(resume.writer, other)
            self.flow.accept(resume.writer)
        resume.writer.line(f"{pick.var.code} = S[{ANSWER}]")
        self._pick(resume.writer, statement, number + 1, (*scope, pick.var), after, other)

    def _pick_several(
        self, w: Writer, statement: ir.ChooseS, number: int, scope: Scope, after: Next, other: Next
    ) -> None:
        pick = statement.picks[number]
        masked = pick.var.mask and self.values.is_mask(self.picks.filtered(pick))
        pool = self.fresh("pool", pick.source.type, masked)
        low = self.fresh("low", NUMBER, False)
        high = self.fresh("high", NUMBER, False)
        pieces = self.picks.filtered(pick)
        w.line(f"{pool.code} = {self.values.scalar(pieces) if masked else f'tuple({self.values.sized(pieces)})'}")
        size = f"{pool.code}.bit_count()" if masked else f"len({pool.code})"
        count = self.values.scalar(pick.count) if pick.count is not None else "0"
        w.line(f"{low.code} = {count if pick.amount in ('exactly', 'at_least') else '0'}")
        w.line(f"{high.code} = {count if pick.amount in ('exactly', 'up_to') else size}")
        with w.block(f"if {size} < {low.code}:"):
            self.flow.follow(w, other)
        w.line(f"{pick.var.code} = {'0' if pick.var.mask else '()'}")
        inner = (*scope, pool, low, high, pick.var)
        head = self.flow.new(inner)
        done = self.flow.new((*scope, pick.var))
        self.flow.follow(w, Next("jump", head))
        self._several_head(head.writer, statement, number, (pool, low, high), inner, done, other)
        self._pick(done.writer, statement, number + 1, (*scope, pick.var), after, other)

    def _several_head(
        self,
        w: Writer,
        statement: ir.ChooseS,
        number: int,
        bounds: tuple[ir.Var, ir.Var, ir.Var],
        scope: Scope,
        done: Segment,
        other: Next,
    ) -> None:
        pick = statement.picks[number]
        pool, low, high = (var.code for var in bounds)
        picked = f"{pick.var.code}.bit_count()" if pick.var.mask else f"len({pick.var.code})"
        resume = self.flow.new(scope)
        w.line(f"n = {picked}")
        with w.block(f"if n >= {high} or not {pool}:"):
            self.flow.jump(w, done)
        kind = pick.item.type.of if pick.item.type.base == "piece" else ""
        alike = int(bool(kind) and self.values.layout.game.kinds[kind].interchangeable)
        if bounds[0].mask and alike:
            w.line(f"o = next_of({pool}, {low} - n, {self.values.groups(kind)})")
        else:
            w.line(f"o = choices({f'ids({pool})' if bounds[0].mask else pool}, {low} - n, {alike})")
        may = statement.may and number == 0
        with w.block(f"if n >= {low}{' or n == 0' if may else ''}:"):
            w.line(f"o.append({PASS})")
        self.picks.candidates(w, pick, None)
        self.ask(w, self.values.scalar(statement.player), "o", pick.site, resume)
        r = resume.writer
        r.line(f"a = S[{ANSWER}]")
        with r.block(f"if a == {PASS}:"):
            if may:
                with r.block(f"if not {pick.var.code}:"):
                    self.flow.follow(r, other)
            self.flow.jump(r, done)
        if may and self.flow.around.accepted is not None:
            with r.block(f"if not {pick.var.code}:"):
                self.flow.accept(r)
        r.line(f"{pick.var.code} {'|= 1 << a' if pick.var.mask else '+= (a,)'}")
        r.line(f"{pool} = {f'{pool} >> a + 1 << a + 1' if bounds[0].mask else f'{pool}[{pool}.index(a) + 1:]'}")
        head = next(segment for segment in self.flow.segments.all if segment.writer is w)
        self.flow.wait(r, head)
        r.line("return")

    def _secretly(self, w: Writer, statement: ir.ForS, scope: Scope, after: Next) -> None:
        """Ask everybody in turn, keep the answers in the frame, and only then do what follows from each."""
        choose = statement.body[0]
        assert isinstance(choose, ir.ChooseS)
        pick = choose.picks[0]
        count_run(w, self.values, choose)
        items = self.fresh("items", statement.list.type, False)
        place = self.fresh("place", NUMBER, False)
        answers = self.fresh("secret", NUMBER, False)
        offered = self.fresh("offered", NUMBER, False)
        w.line(f"{items.code} = tuple({self.values.sized(statement.list)})")
        w.line(f"{place.code} = 0")
        w.line(f"{answers.code} = ()")
        inner = (*scope, items, place, answers)
        head = self.flow.new(inner)
        resume = self.flow.new((*inner, offered))
        reveal = self.flow.new(inner)
        self.flow.follow(w, Next("jump", head))
        h = head.writer
        with h.block(f"if {place.code} >= len({items.code}):"):
            h.line(f"{place.code} = 0")
            self.flow.jump(h, reveal)
        h.line(f"{statement.var.code} = {items.code}[{place.code}]")
        h.line(f"o = {self.picks.options(pick, None)} or [{PASS}]")
        if choose.may:
            h.line(f"if o[-1] != {PASS}: o.append({PASS})")
        h.line(f"{offered.code} = tuple(o)")
        self.ask(h, self.values.scalar(choose.player), "o", pick.site, resume)
        resume.writer.line(f"{answers.code} += ((S[{ANSWER}], {offered.code}),)")
        resume.writer.line(f"{place.code} += 1")
        self.flow.follow(resume.writer, Next("back", head))
        r = reveal.writer
        with r.block(f"if {place.code} >= len({items.code}):"):
            self.flow.follow(r, after)
        r.line(f"{statement.var.code} = {items.code}[{place.code}]")
        r.line(f"{pick.var.code} = {answers.code}[{place.code}][0]")
        r.line(f"{place.code} += 1")
        with r.block(f"if {pick.var.code} == {PASS}:"):
            self.flow.follow(r, Next("back", reveal))
        self.block(r, choose.body, (*inner, statement.var, pick.var), Next("back", reveal))

    def body_scope(self, procedure: ir.Procedure) -> Scope:
        """The variables a procedure's body starts with."""
        return ((procedure.you,) if procedure.you is not None else ()) + procedure.params


def first_value(procedure: ir.Procedure) -> str:
    """Code for what a procedure gives when it is not performed."""
    return "None" if procedure.result is None else repr(starting(procedure.result.type))
