"""Writes the statements of procedures and abilities as resumable segments, or as plain code where nobody decides."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.compiler import ir
from cardwright.compiler.code_flow import LOOP_LIMIT, Flow, Scope
from cardwright.compiler.code_values import ValueCoder, conjuncts
from cardwright.compiler.feasible import Feasibility
from cardwright.compiler.layout import ANSWER, FINISHED, PASS, PENDING, RESULT, TRACKER, Layout, starting
from cardwright.compiler.segments import Next, Segment, Writer
from cardwright.language.types import NUMBER, PLAYER, Type


class StatementCoder:
    """Writes statements; `resumable` says which procedures can meet a decision."""

    def __init__(
        self,
        layout: Layout,
        values: ValueCoder,
        flow: Flow,
        feasible: Feasibility,
        resumable: set[str],
        recursive: set[str],
        fresh: Callable[[str, Type, bool], ir.Var],
    ) -> None:
        self.layout = layout
        self.values = values
        self.flow = flow
        self.feasible = feasible
        self.resumable = resumable
        self.told: set[tuple[str, str]] = set()
        self.recursive = recursive
        self.fresh = fresh
        self.entries: dict[str, Segment] = {}
        self.inlined: set[str] = set()
        self.origins: dict[int, tuple[ir.Var, ir.ZoneV]] = {}

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
            asks = statement.may or not all(pick.at_random or self.alike(pick) for pick in statement.picks)
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

    def alike(self, pick: ir.PickS) -> bool:
        """Whether all options of a pick are certainly alike, so that nothing is decided."""
        kind = pick.item.type.of if pick.item.type.base == "piece" else ""
        if not kind or not self.layout.game.kinds[kind].interchangeable or pick.where is None:
            return False
        if pick.amount not in ("one", "exactly") or not self.values.is_mask(self.filtered(pick)):
            return False
        for condition in conjuncts(pick.where):
            if isinstance(condition, ir.CompareV) and condition.operator == "is":
                left = condition.left
                if isinstance(left, ir.AttributeV) and left.piece == ir.Local(pick.item):
                    return self._tells_apart(kind, left.attribute.word)
        return False

    def _tells_apart(self, kind: str, word: str) -> bool:
        values = [d.values.get(word) for d in self.layout.game.pieces if d.kind == kind]
        return len(values) == len(set(values))

    # ------------------------------------------------------------ blocks

    def block(self, w: Writer, statements: ir.Block, scope: Scope, after: Next) -> None:
        """Write statements that may meet decisions, and then what follows."""
        for place, statement in enumerate(statements):
            if not self.suspends(statement):
                scope = self.plain(w, statement, scope)
                continue
            self._count(w, statement)
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

    def _count(self, w: Writer, made: object) -> None:
        """Write that a place is run, in a program that counts."""
        if counted := self.values.count_run(made):
            w.line(counted.rstrip("; "))

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
        frame = f"({entry.number}{self.arguments(statement)},)"
        if statement.procedure.word in self.recursive:
            w.line(f"K.append({frame})")
            w.line("return")
        else:
            w.line(f"return s{entry.number}(S, K, {frame})")

    def arguments(self, statement: ir.Perform) -> str:
        """Code of the doer and roles handed to a procedure, each after a comma."""
        codes = [] if statement.doer is None else [self.values.scalar(statement.doer)]
        for param, arg in zip(statement.procedure.params, statement.args, strict=True):
            codes.append(self.values.role(param, arg))
        return "".join(f", {code}" for code in codes)

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
            self._remember_origins(statement)
            self.block(w, statement.body, scope, after)
            return
        pick = statement.picks[number]
        if pick.at_random or (self.alike(pick) and not (statement.may and number == 0)):
            possible, lines = self.free_pick(w, pick)
            with w.block(f"if not ({possible}):"):
                self.flow.follow(w, other)
            for line in lines:
                w.line(line)
            self._pick(w, statement, number + 1, (*scope, pick.var), after, other)
        elif pick.amount == "one":
            self._pick_one(w, statement, number, scope, after, other)
        else:
            self._pick_several(w, statement, number, scope, after, other)

    def _remember_origins(self, statement: ir.ChooseS) -> None:
        """Note where a picked piece certainly lies when moving it is the first thing done with it."""
        first = statement.body[0] if statement.body else None
        if (
            not isinstance(first, ir.Act)
            or first.primitive.word != "move"
            or not isinstance(first.args[0], ir.Local | ir.ListV)
        ):
            return
        for pick in statement.picks:
            source = pick.source
            while isinstance(source, ir.FilterV):
                source = source.list
            if isinstance(source, ir.Content) and isinstance(source.zone, ir.ZoneV) and not source.zone.zone.ordered:
                self.origins[id(first)] = (pick.var, source.zone)

    def filtered(self, pick: ir.PickS) -> ir.Value:
        """The options of a pick before one looks ahead."""
        return pick.source if pick.where is None else ir.FilterV(pick.source, pick.item, pick.where)

    def free_pick(self, w: Writer, pick: ir.PickS) -> tuple[str, list[str]]:
        """A pick nobody decides, at random or among alike pieces: whether it can be made, and the lines making it."""
        pool = self.filtered(pick)
        name = f"{pick.source.type.item}"
        masked = self.values.is_mask(pool)
        w.line(f"o = {self.values.scalar(pool) if masked else self.values.sized(pool)}")
        size = "o.bit_count()" if masked else "len(o)"
        if pick.amount == "one":
            if not masked:
                chosen = f"o[{self.values.chance('pick', name, size)}]"
            elif pick.at_random:
                chosen = f"nth(o, {self.values.chance('pick', name, size)})"
            else:
                chosen = "(o & -o).bit_length() - 1"
            return "o", [f"{pick.var.code} = {chosen}"]
        count = self.values.scalar(pick.count) if pick.count is not None else size
        if pick.at_random:
            pieces = "ids(o)" if masked else "o"
            number = count if pick.amount == "exactly" else f"min({count}, {size})"
            chosen = f"sample(S, {pieces}, {number}, {name!r})"
            chosen = f"mask_of({chosen})" if pick.var.mask else chosen
        else:
            chosen = f"take(o, {count})" if pick.var.mask else f"ids(take(o, {count}))"
        enough = f"{size} >= {count}" if pick.amount in ("exactly", "at_least") else "True"
        return enough, [f"{pick.var.code} = {chosen}"]

    def _options(self, pick: ir.PickS, ahead: str | None) -> str:
        """Code for the options of a pick as a new list."""
        pool = self.filtered(pick)
        kind = pick.item.type.of if pick.item.type.base == "piece" else ""
        if kind and self.layout.game.kinds[kind].interchangeable:
            self.values.groups(kind)
            if ahead is None and self.values.is_mask(pool):
                return f"one_each({self.values.scalar(pool)}, G_{kind})"
            listed = self._listed(pick, pool, ahead)
            return f"unlike({listed})"
        return self._listed(pick, pool, ahead)

    def _listed(self, pick: ir.PickS, pool: ir.Value, ahead: str | None) -> str:
        if ahead is None and not isinstance(pool, ir.FilterV):
            return f"[*{self.values.sized(pool)}]"
        return f"[{pick.var.code} {self.feasible.running(pick, ahead)}]"

    def _pick_one(self, w: Writer, statement: ir.ChooseS, number: int, scope: Scope, after: Next, other: Next) -> None:
        pick = statement.picks[number]
        ahead = self.feasible.rest(statement, number + 1)
        resume = self.flow.new(scope)
        w.line(f"o = {self._options(pick, ahead)}")
        with w.block("if not o:"):
            self.flow.follow(w, other)
        may = statement.may and number == 0
        if may:
            w.line(f"o.append({PASS})")
        self._candidates(w, pick, ahead)
        self.ask(w, self.values.scalar(statement.player), "o", pick.site, resume, may)
        if may:
            with resume.writer.block(f"if S[{ANSWER}] == {PASS}:"):
                self.flow.follow(resume.writer, other)
            self.flow.accept(resume.writer)
        resume.writer.line(f"{pick.var.code} = S[{ANSWER}]")
        self._pick(resume.writer, statement, number + 1, (*scope, pick.var), after, other)

    def _candidates(self, w: Writer, pick: ir.PickS, ahead: str | None) -> None:
        """Write down for a tracked game what could have been offered, and which conditions each fulfils."""
        if not self.values.tracked:
            return
        conditions = [self.values.scalar(part) for part in conjuncts(pick.where)] if pick.where is not None else []
        flags = "".join(f"{code}, " for code in [*conditions, ahead or "True"])
        each = f"for {pick.item.code} in {self.values.iterable(pick.source)}"
        if pick.amount == "one":
            each += f" for {pick.var.code} in ({pick.item.code},)"
        rows = f"[({pick.item.code}, ({flags})) {each}]"
        w.line(f"S[{TRACKER}].candidates = ({pick.site.number}, lambda S: {rows})")

    def _pick_several(
        self, w: Writer, statement: ir.ChooseS, number: int, scope: Scope, after: Next, other: Next
    ) -> None:
        pick = statement.picks[number]
        masked = pick.var.mask and self.values.is_mask(self.filtered(pick))
        pool = self.fresh("pool", pick.source.type, masked)
        low = self.fresh("low", NUMBER, False)
        high = self.fresh("high", NUMBER, False)
        pieces = self.filtered(pick)
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
        alike = int(bool(kind) and self.layout.game.kinds[kind].interchangeable)
        if bounds[0].mask and alike:
            w.line(f"o = next_of({pool}, {low} - n, {self.values.groups(kind)})")
        else:
            w.line(f"o = choices({f'ids({pool})' if bounds[0].mask else pool}, {low} - n, {alike})")
        may = statement.may and number == 0
        with w.block(f"if n >= {low}{' or n == 0' if may else ''}:"):
            w.line(f"o.append({PASS})")
        self._candidates(w, pick, None)
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
        self._count(w, choose)
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
        h.line(f"o = {self._options(pick, None)} or [{PASS}]")
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

    # ------------------------------------------------------------ plain code

    def plain_block(self, w: Writer, statements: ir.Block, scope: Scope) -> None:
        """Write statements that never meet a decision."""
        for statement in statements:
            scope = self.plain(w, statement, scope)

    def plain(self, w: Writer, statement: ir.Stmt, scope: Scope) -> Scope:
        """Write one such statement; gives the scope after it."""
        self._count(w, statement)
        if isinstance(statement, ir.LetS):
            code = (
                self.values.scalar(statement.value)
                if statement.var.mask or statement.var.type.base != "list"
                else f"tuple({self.values.sized(statement.value)})"
            )
            if statement.var.mask:
                code = self.values.mask(statement.value)
            w.line(f"{statement.var.code} = {code}")
            return scope if statement.var in scope else (*scope, statement.var)
        if isinstance(statement, ir.Perform):
            return self._plain_perform(w, statement, scope)
        if isinstance(statement, ir.Act):
            return self._act(w, statement, scope)
        if isinstance(statement, ir.SetMemory):
            self._set(w, statement)
        elif isinstance(statement, ir.IfS):
            for number, (condition, body) in enumerate(statement.branches):
                with w.block(f"{'if' if number == 0 else 'elif'} {self.values.scalar(condition)}:"):
                    self.plain_block(w, body, scope)
            if statement.otherwise:
                with w.block("else:"):
                    self.plain_block(w, statement.otherwise, scope)
        elif isinstance(statement, ir.ForS):
            with w.block(f"for {statement.var.code} in {self.values.iterable(statement.list)}:"):
                self._plain_loop(w, statement.body, (*scope, statement.var))
        elif isinstance(statement, ir.RepeatS):
            self._plain_repeat(w, statement, scope)
        elif isinstance(statement, ir.ChooseS):
            self._plain_choose(w, statement, scope)
        elif isinstance(statement, ir.MarkUse):
            slot, entry = self.values.use_of(statement.use)
            w.line(f"{slot} += ({entry},)")
        elif isinstance(statement, ir.Control):
            w.line("break" if statement.word == "stop" else "pass")
        return scope

    def _plain_loop(self, w: Writer, body: ir.Block, scope: Scope) -> None:
        self.flow.around.loops.append(None)
        self.plain_block(w, body, scope)
        self.flow.around.loops.pop()

    def _plain_repeat(self, w: Writer, statement: ir.RepeatS, scope: Scope) -> None:
        if statement.kind == "times":
            assert statement.value is not None
            with w.block(f"for _ in range({self.values.scalar(statement.value)}):"):
                self._plain_loop(w, statement.body, scope)
            return
        with w.block(f"for _ in range({LOOP_LIMIT}):"):
            if statement.value is not None:
                w.line(f"if {self.values.scalar(statement.value)}: break")
            self._plain_loop(w, statement.body, scope)
        with w.block("else:"):
            w.line(f"raise Endless({self.flow.around.title!r})")

    def _plain_choose(self, w: Writer, statement: ir.ChooseS, scope: Scope, number: int = 0) -> None:
        if number == len(statement.picks):
            self._remember_origins(statement)
            self.plain_block(w, statement.body, scope)
            return
        pick = statement.picks[number]
        possible, lines = self.free_pick(w, pick)
        with w.block(f"if {possible}:"):
            for line in lines:
                w.line(line)
            self._plain_choose(w, statement, (*scope, pick.var), number + 1)
        if statement.otherwise:
            with w.block("else:"):
                self.plain_block(w, statement.otherwise, scope)

    def _plain_perform(self, w: Writer, statement: ir.Perform, scope: Scope) -> Scope:
        doer = statement.doer
        if doer is not None and doer.type.base == "list":
            each = self.fresh("doer", PLAYER, False)
            with w.block(f"for {each.code} in {self.values.iterable(doer)}:"):
                self._plain_perform(w, ir.Perform(statement.procedure, ir.Local(each), statement.args), scope)
            return scope
        call = f"p{statement.procedure.number}_{statement.procedure.word}(S{self.arguments(statement)})"
        if statement.into is None:
            w.line(call)
            return scope
        w.line(f"{statement.into.code} = {call}")
        return (*scope, statement.into)

    def _act(self, w: Writer, statement: ir.Act, scope: Scope) -> Scope:
        if statement.primitive.word == "move" and not self.values.tracked:
            self._move(w, statement)
            return scope
        code = statement.primitive.code(self.values, *statement.args)
        if statement.into is None:
            w.line(code)
            return scope
        w.line(f"{statement.into.code} = {code}")
        return (*scope, statement.into)

    def _set(self, w: Writer, statement: ir.SetMemory) -> None:
        target = statement.target
        value = statement.value
        code = f"tuple({self.values.sized(value)})" if target.type.base == "list" else self.values.scalar(value)
        if (target.memory.owner, target.memory.word) in self.told:
            w.line(f"S[{TRACKER}].count(S, {self.values.slot_of(target)}, {code})")
        elif isinstance(value, ir.BinaryV) and value.left == target and target.type.base == "number":
            w.line(f"S[{self.values.slot_of(target)}] {value.operator}= {self.values.scalar(value.right)}")
        elif target.type.base == "yes_no":
            w.line(f"S[{self.values.slot_of(target)}] = int({code})")
        else:
            w.line(f"S[{self.values.slot_of(target)}] = {code}")

    # ------------------------------------------------------------ quick moves

    def _move(self, w: Writer, statement: ir.Act) -> None:
        """Write a move between zones known beforehand without asking every piece where it lies."""
        values = self.values
        pieces, to = statement.args
        if not isinstance(to, ir.ZoneV) or self.works(to.zone.word):
            w.line(values.move(pieces, to, False))
            return
        if isinstance(pieces, ir.PrimitiveV) and pieces.primitive.word == "top":
            source, count = pieces.args
            if isinstance(source, ir.ZoneV) and self._simple(source) and values.constant(count) == 1:
                self._move_top(w, source, to)
                return
        picked = self.origins.get(id(statement))
        if picked is not None and self._simple(picked[1]) and _mentions(pieces, picked[0]):
            self._move_picked(w, picked[0], picked[1], to)
            return
        source_zone = self._source(pieces)
        if source_zone is None or not self._simple(source_zone):
            w.line(values.move(pieces, to, False))
            return
        self._move_all(w, pieces, source_zone, to)

    def _simple(self, source: ir.ZoneV) -> bool:
        """Whether nothing but its place changes when a piece leaves a zone."""
        return not self.works(source.zone.word) and source.zone.see != "face"

    def _move_picked(self, w: Writer, var: ir.Var, source: ir.ZoneV, to: ir.ZoneV) -> None:
        slot, target = self.values.scalar(source), self.values.scalar(to)
        several = var.type.base == "list"
        bits = var.code if var.mask else f"mask_of({var.code})" if several else f"1 << {var.code}"
        listed = f"ids({var.code})" if var.mask else var.code if several else f"({var.code},)"
        w.line(f"S[{slot}] &= ~({bits})")
        w.line(f"S[{target}] {f'+= tuple({listed})' if to.zone.ordered else f'|= {bits}'}")
        self._located(w, listed, target)

    def works(self, zone_word: str) -> bool:
        """Whether powers begin or cease to work in a zone."""
        return zone_word in self.feasible.power_zones

    def _source(self, pieces: ir.Value) -> ir.ZoneV | None:
        if isinstance(pieces, ir.Content) and isinstance(pieces.zone, ir.ZoneV):
            return pieces.zone
        return None

    def _located(self, w: Writer, pieces: str, slot: str) -> None:
        w.line(f"for x in {pieces}: S[{self.layout.location} + x] = {slot}  #LOCATION")

    def _move_top(self, w: Writer, source: ir.ZoneV, to: ir.ZoneV) -> None:
        values = self.values
        slot, target = values.scalar(source), values.scalar(to)
        w.line(f"t = S[{slot}]")
        with w.block("if t:"):
            w.line("c = t[-1]")
            w.line(f"S[{slot}] = t[:-1]")
            w.line(f"S[{target}] {'+= (c,)' if to.zone.ordered else '|= 1 << c'}")
            w.line(f"S[{self.layout.location} + c] = {target}  #LOCATION")

    def _move_all(self, w: Writer, pieces: ir.Value, source: ir.ZoneV, to: ir.ZoneV) -> None:
        values = self.values
        slot, target = values.scalar(source), values.scalar(to)
        if source.zone == to.zone and source.owner == to.owner:
            return
        w.line(f"t = S[{slot}]")
        self._located(w, "t" if source.zone.ordered else "ids(t)", target)
        w.line(f"S[{slot}] = {'()' if source.zone.ordered else '0'}")
        if to.zone.ordered:
            w.line(f"S[{target}] += {'t' if source.zone.ordered else 'ids(t)'}")
        else:
            w.line(f"S[{target}] |= {'mask_of(t)' if source.zone.ordered else 't'}")

    def body_scope(self, procedure: ir.Procedure) -> Scope:
        """The variables a procedure's body starts with."""
        return ((procedure.you,) if procedure.you is not None else ()) + procedure.params


def _mentions(pieces: ir.Value, var: ir.Var) -> bool:
    """Whether pieces to be moved are just those of a variable."""
    if isinstance(pieces, ir.ListV):
        return len(pieces.items) == 1 and pieces.items[0] == ir.Local(var)
    return pieces == ir.Local(var)


def first_value(procedure: ir.Procedure) -> str:
    """Code for what a procedure gives when it is not performed."""
    return "None" if procedure.result is None else repr(starting(procedure.result.type))
