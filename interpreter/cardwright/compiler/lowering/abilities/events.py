"""Lowers what stands around a procedure: forbidding, replacing, reacting before and after, and offers in windows."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.suspension_points import Point
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.abilities.durations import ended
from cardwright.compiler.lowering.calls import later_of, usable
from cardwright.compiler.lowering.choices.decisions import DECLINED, answer, is_pass, when
from cardwright.compiler.lowering.choices.preconditions import nothing_of
from cardwright.compiler.lowering.context import Hooks, Lowering, both, negated, number, op, ty_of
from cardwright.compiler.lowering.continuation_info import whole
from cardwright.compiler.lowering.statements import Statements
from cardwright.compiler.passes.split_at_suspension import Cutter, Segments, result

NOBODY = n.Const(-1, n.PLAYER)
TURNS = n.Place(("fixed", "turns"), 6, (), n.NUM)
USED = n.Ty("list", "ability")


class Events:
    """Makes the entries of procedures, and the windows."""

    def __init__(self, statements: Statements, segments: Segments) -> None:
        self.statements = statements
        self.low: Lowering = statements.low
        self.feasible = statements.feasible
        self.segments = segments
        self.tried: dict[int, n.Var] = {}
        self.spans = self._spans()
        self._closing: n.Segment | None = None

    def _spans(self) -> set[str]:
        """The procedures whose running or use counts anybody asks about."""
        checked = self.low.checked
        everything: list[object] = [(a.where, a.body, a.changes) for a in checked.abilities]
        everything += [p.body for p in checked.procedures.values()]
        everything += [r.cases for r in checked.rules.values()]
        found = {f"used {a.limit[1].word}" for a in checked.abilities if a.limit is not None}
        for node in typed_tree.every(tuple(everything)):
            if isinstance(node, typed_tree.During):
                found.add(f"during {node.procedure.word}")
            elif isinstance(node, typed_tree.CausedBy):
                found |= {f"during {each.word}" for each in later_of(checked, node.power)}
            elif isinstance(node, typed_tree.MarkUse):
                found.add(f"used {node.use.span.word}")
        return found

    def ends(self) -> dict[str, Point]:
        """The procedures whose ends change something, with what they need for it."""
        found = {}
        for procedure in self.low.checked.procedures.values():
            if self._ended(procedure, logged=False):
                given = () if procedure.result is None else (procedure.result,)
                found[procedure.word] = Point(procedure.word, "end", frozenset((*given, *self._ending(procedure))))
        return found

    def _ending(self, procedure: typed_tree.Procedure) -> list[typed_tree.Var]:
        """The doer and the roles of a procedure by which it is known what ends with it."""
        ends = [a.until.where for a in self.low.checked.abilities if a.until and a.until.procedure is procedure]
        named = {node.var for node in typed_tree.every(tuple(ends)) if isinstance(node, typed_tree.Local)}
        return [var for var in (procedure.you, *procedure.params) if var in named]

    # ------------------------------------------------------------ names

    def params(self, procedure: typed_tree.Procedure) -> tuple[n.Var, ...]:
        """The names a procedure's body starts with: its doer and its roles."""
        you = (procedure.you,) if procedure.you is not None else ()
        return tuple(self.low.var(var) for var in (*you, *procedure.params))

    def _args(self, procedure: typed_tree.Procedure) -> tuple[n.Value, ...]:
        return tuple(n.Get(var) for var in self.params(procedure))

    def _roles(self, procedure: typed_tree.Procedure) -> tuple[n.Value, ...]:
        """The doer and the roles, as abilities take them."""
        return (*(() if procedure.you is not None else (NOBODY,)), *self._args(procedure))

    def _doer(self, procedure: typed_tree.Procedure) -> n.Value:
        return NOBODY if procedure.you is None else n.Get(self.low.var(procedure.you))

    def _slot(self, stage: str, procedure: typed_tree.Procedure) -> n.Value:
        """The active abilities of a stage of a procedure."""
        return n.Read(self.low.slot(f"{stage} {procedure.word}", USED))

    def title(self, title: str) -> int:
        """The number of a title."""
        return int(self.low.text(title).value)

    # ------------------------------------------------------------ entries

    def declare(self, procedure: typed_tree.Procedure) -> None:
        """Make the segments through which a procedure is entered, and gone on with by replacements."""
        title = self.title(procedure.word)
        self.segments.entries[procedure.number] = self._stage(procedure, title, "", *self.params(procedure))
        if self.low.hooks.get(procedure.word, Hooks()).instead:
            tried = self.low.fresh("used", USED, "abilities")
            self.tried[procedure.number] = tried
            params = (tried, *self.params(procedure))
            self.segments.replacing[procedure.number] = self._stage(procedure, title, "instead", *params)

    def _stage(self, procedure: typed_tree.Procedure, title: int, stage: str, *params: n.Var) -> n.Segment:
        """A segment at a stage of a procedure in which it needs all of some names."""
        return self.segments.new(title, params, fixed=True, waits=whole(procedure.word, stage, *params))

    def enter(self, procedure: typed_tree.Procedure, body: n.Code, cutter: Cutter) -> None:
        """Make a procedure in which somebody may decide, with everything around it."""
        entry = self.segments.entries[procedure.number]
        hooks = self.low.hooks.get(procedure.word, Hooks())
        possible, opening = self.feasible.possible(procedure)
        gone = (*self._gives_nothing(procedure), n.Return())
        code: n.Code = ()
        if possible is not None:
            code = (*opening, when(negated(possible), gone))
        if not hooks:
            cutter.cut(entry, (*code, *self._begun(procedure, body, logged=True)), self._ended(procedure, logged=True))
            return
        if self.low.tracked:
            code = (*code, self._begin(procedure), n.Wait(self._end_of_event().number))
        code = (*code, *self._forbid(procedure, hooks))
        waits = self.statements.standing.begin(procedure.word)
        inner = self.segments.new(entry.title, self.params(procedure), fixed=True, waits=waits)
        start = self._before(procedure, hooks, inner, cutter)
        if hooks.instead:
            self._instead(procedure, start, cutter)
            first = self.segments.replacing[procedure.number]
            code = (*code, n.GoWith(first.number, (n.Const((), USED), *self._args(procedure))))
        else:
            code = (*code, n.GoWith(start.number, self._args(procedure)))
        entry.body = code
        again: n.Code = ()
        if possible is not None and (hooks.before or hooks.instead):
            # an event that what came before has made impossible is left out, and what would come after it
            dropped: n.Code = (n.Drop(),) if hooks.after else ()
            again = (*opening, when(negated(possible), (*dropped, *gone)))
        cutter.cut(inner, (*again, *self._begun(procedure, body, logged=False)), self._ended(procedure, logged=False))

    def _gives_nothing(self, procedure: typed_tree.Procedure) -> n.Code:
        nothing = n.Const(None, n.NOTHING) if procedure.result is None else nothing_of(procedure.result)
        return (n.Store(result(nothing.ty), nothing),)

    def _begin(self, procedure: typed_tree.Procedure) -> n.Stmt:
        roles = (self._doer(procedure), *(n.Get(self.low.var(param)) for param in procedure.params))
        return n.Note("begin", (number(procedure.number), n.Row(roles)))

    def _end_of_event(self) -> n.Segment:
        if self._closing is None:
            self._closing = self.segments.new(self.title(""), (), fixed=True, waits=())
            self._closing.body = (n.Note("end", ()), n.Return())
        return self._closing

    def fits(self, entry: n.Var, args: tuple[n.Value, ...]) -> n.Value:
        """Whether an ability applies to an event."""
        return n.Fits(n.Get(entry), args)

    def forbidden(self, procedure: typed_tree.Procedure) -> n.Definition:
        """The function that says whether an ability forbids a procedure, for not even offering it.

        One that not everybody sees is no reason for that: what is offered would tell of it.
        """
        entry = self.low.fresh("entry", n.ABILITY)
        each = n.Each(
            ((entry, self._slot("forbid", procedure)),),
            self._seen(entry, procedure),
            self.fits(entry, self._roles(procedure)),
            n.Ty("list", "yes_no"),
        )
        body = (n.Return(n.Fold("any", each, n.YES)),)
        return n.Definition(n.Function("no", procedure.number), self.params(procedure), n.YES, body)

    def _seen(self, entry: n.Var, procedure: typed_tree.Procedure) -> n.Value | None:
        """Whether everybody sees what an ability that forbids a procedure stands on; None if that always is so."""
        if all(map(self.low.sight.works_openly, self.low.hooks[procedure.word].forbid)):
            return None
        self.low.located = True
        return op("lies_open", n.YES, op("piece", n.PIECE, n.Get(entry)))

    def _forbid(self, procedure: typed_tree.Procedure, hooks: Hooks) -> n.Code:
        if not hooks.forbid:
            return ()
        entry = self.low.fresh("entry", n.ABILITY)
        told: n.Code = (n.Note("forbidden", (n.Get(entry),)),) if self.low.tracked else ()
        gone = (*told, *self._gives_nothing(procedure), n.Return())
        test = when(self.fits(entry, self._roles(procedure)), gone)
        return (n.ForEach(n.Label(), entry, self._slot("forbid", procedure), (test,)),)

    def _before(self, procedure: typed_tree.Procedure, hooks: Hooks, inner: n.Segment, cutter: Cutter) -> n.Segment:
        """The segment that runs what comes before, then the body, then what comes after."""
        if not hooks.before and not hooks.after:
            return inner
        start = self._stage(procedure, inner.title, "before", *self.params(procedure))
        code: n.Code = ()
        if hooks.after:
            code = (n.WaitOn(self._after(procedure, hooks, cutter).number, self._args(procedure)),)
        code = (*code, n.WaitOn(inner.number, self._args(procedure)))
        if hooks.before:
            code = (*code, self._react("before", procedure, self._roles(procedure)))
        start.body = (*code, n.Return())
        return start

    def _react(self, stage: str, procedure: typed_tree.Procedure, roles: tuple[n.Value, ...]) -> n.Stmt:
        """The frames of the abilities that react are put on the stack, the first of them on top."""
        entry = self.low.fresh("entry", n.ABILITY)
        slot = self._slot(stage, procedure)
        fitting = n.Each(((entry, slot),), self.fits(entry, roles), n.Get(entry), USED)
        return when(op("some", n.YES, slot), (n.React(fitting, self._doer(procedure), roles),))

    def _after(self, procedure: typed_tree.Procedure, hooks: Hooks, cutter: Cutter) -> n.Segment:
        segment = self._stage(procedure, self.title(procedure.word), "after", *self.params(procedure))
        roles = self._roles(procedure)
        before: n.Code = ()
        if procedure.result is not None:
            ty = ty_of(procedure.result.type)
            given = self.low.fresh("given", ty)
            roles = (*roles, n.Get(given))
            back = n.WaitOn(self._restore(procedure, procedure.result).number, (n.Get(given),))
            before = (n.Set(given, n.Read(result(ty))), back)
        code: n.Code
        if any(ability.stacks for ability in hooks.after):
            code = self._apart(procedure, roles, self._by_those_they_are_of(procedure, cutter))
        else:
            react = self._react("after", procedure, roles)
            assert isinstance(react, n.If)
            code = react.branches[0][1]
        test = op("some", n.YES, self._slot("after", procedure))
        segment.body = (when(test, (*before, *code)), n.Return())
        return segment

    def _apart(self, procedure: typed_tree.Procedure, roles: tuple[n.Value, ...], ordering: n.Segment) -> n.Code:
        """Reactions of which those that put something on a stack come last, in an order that somebody says."""
        fitting, entry = self.low.fresh("fitting", USED), self.low.fresh("entry", n.ABILITY)
        stacks = self._stacks(entry)
        waiting = n.Each(((entry, n.Get(fitting)),), stacks, n.Get(entry), USED)
        others = n.Each(((entry, n.Get(fitting)),), negated(stacks), n.Get(entry), USED)
        given = roles[len(self._roles(procedure)) :]
        fits = n.Each(((entry, self._slot("after", procedure)),), self.fits(entry, roles), n.Get(entry), USED)
        return (
            n.Set(fitting, fits),
            n.WaitOn(ordering.number, (Lowering.fixed(waiting), *self._args(procedure), *given)),
            n.React(others, self._doer(procedure), roles),
        )

    def _stacks(self, entry: n.Var) -> n.Value:
        """Whether an ability puts something on a stack."""
        name = self.low.table(("stacks",), lambda: tuple(int(each.stacks) for each in self.low.checked.abilities))
        return op("eq", n.YES, n.Table(name, op("ability", n.NUM, n.Get(entry)), n.NUM), number(1))

    def _by_those_they_are_of(self, procedure: typed_tree.Procedure, cutter: Cutter) -> n.Segment:
        """The segment in which those whose abilities react say which of them comes first, in turn order."""
        low, doer = self.low, self._doer(procedure)
        left = low.fresh("left", USED, "abilities")
        given: tuple[n.Var, ...] = ()
        if procedure.result is not None:
            result_type = procedure.result.type
            of = (result_type.item.of if result_type.item else result_type.of) or ""
            given = (low.fresh("given", ty_of(result_type), procedure.result.base, of),)
        names = (left, *self.params(procedure), *given)
        segment = self._stage(procedure, self.title(procedure.word), "stacking", *names)
        ranked, options = low.fresh("ranked", n.ROW), low.fresh("options", USED)
        chosen = low.fresh("chosen", n.ABILITY)
        piece = op("piece", n.PIECE, n.Get(chosen))
        roles = (*self._roles(procedure), *map(n.Get, given))
        rest = op("without", USED, n.Get(left), n.Many((n.Get(chosen),), USED))
        code = (
            when(negated(op("some", n.YES, n.Get(left))), (n.Return(),)),
            n.Set(ranked, op("ranking", n.ROW, n.Get(left), NOBODY)),
            n.Set(options, op("at", USED, n.Get(ranked), number(1))),
            n.Ask(
                op("at", n.PLAYER, n.Get(ranked), number(0)), n.Get(options),
                low.site("Which is put on the stack first?", "ability"), False,
                waits=whole(procedure.word, "stacking?", *names),
            ),
            n.Set(chosen, answer(n.ABILITY)),
            n.WaitOn(segment.number, (rest, *self._args(procedure), *map(n.Get, given))),
            n.WaitBody(
                op("ability", n.NUM, n.Get(chosen)), (piece, op("holder", n.PLAYER, piece, doer), *roles)
            ),
            n.Return(),
        )  # fmt: skip
        cutter.cut(segment, code)
        return segment

    def _restore(self, procedure: typed_tree.Procedure, given: typed_tree.Var) -> n.Segment:
        """The segment that gives a result again which reactions may have written over."""
        ty = ty_of(given.type)
        of = (given.type.item.of if given.type.item else given.type.of) or ""
        var = self.low.fresh("result", ty, given.base, of)
        segment = self._stage(procedure, self.title(procedure.word), "result", var)
        segment.body = (n.Store(result(ty), n.Get(var)), n.Return())
        return segment

    def _instead(self, procedure: typed_tree.Procedure, start: n.Segment, cutter: Cutter) -> None:
        """The segment that looks for replacements not used yet."""
        segment = self.segments.replacing[procedure.number]
        tried = self.tried[procedure.number]
        low = self.low
        entry, options = low.fresh("entry", n.ABILITY), low.fresh("options", USED)
        ranked, chosen = low.fresh("ranked", n.ROW), low.fresh("chosen", n.ABILITY)
        roles, doer = self._roles(procedure), self._doer(procedure)
        unused = n.Logic("and", (op("not in", n.YES, n.Get(entry), n.Get(tried)), self.fits(entry, roles)))
        given: tuple[n.Value, ...] = (nothing_of(procedure.result),) if procedure.result is not None else ()
        piece = op("piece", n.PIECE, n.Get(chosen))
        holder = op("holder", n.PLAYER, piece, doer)
        used_now = n.Many((n.Splice(n.Get(tried), USED), n.Get(chosen)), USED)
        code = (
            n.Set(options, n.Each(((entry, self._slot("instead", procedure)),), unused, n.Get(entry), USED)),
            when(negated(op("some", n.YES, n.Get(options))), (n.GoWith(start.number, self._args(procedure)),)),
            n.Set(ranked, op("ranking", n.ROW, n.Get(options), doer)),
            n.Set(options, op("at", USED, n.Get(ranked), number(1))),
            n.Ask(
                op("at", n.PLAYER, n.Get(ranked), number(0)), n.Get(options),
                low.site("Which replacement comes first?", "ability"), False,
                waits=whole(procedure.word, "instead?", tried, *self.params(procedure)),
            ),
            n.Set(chosen, answer(n.ABILITY)),
            n.WaitBody(op("ability", n.NUM, n.Get(chosen)), (piece, holder, *roles, *given, used_now)),
            n.Return(),
        )  # fmt: skip
        cutter.cut(segment, code)

    # ------------------------------------------------------------ around bodies

    def _begun(self, procedure: typed_tree.Procedure, body: n.Code, logged: bool) -> n.Code:
        """A body with what comes at its beginning: what it gives at first, counts of turns, spans, and the log."""
        code: n.Code = ()
        if procedure.result is not None:
            code = (n.Set(self.low.var(procedure.result), nothing_of(procedure.result)),)
        turn = self.low.layout.game.turn
        if turn is not None and str(turn.value) == procedure.word:
            code = (*code, n.Store(TURNS, number(1), "add"))
        if logged and self.low.tracked:
            code = (*code, self._begin(procedure))
        during = f"during {procedure.word}"
        if during in self.spans:
            code = (*code, n.Store(self.low.slot(during, n.NUM), number(1), "add"))
        return (*code, *body)

    def _ended(self, procedure: typed_tree.Procedure, logged: bool, gives: bool = True) -> n.Code:
        """What happens at the ends of a body: spans and lifetimes end, the log, and what it gives."""
        low, game = self.low, self.low.layout.game
        code: list[n.Stmt] = []
        during, uses = f"during {procedure.word}", f"used {procedure.word}"
        if during in self.spans:
            code.append(n.Store(low.slot(during, n.NUM), number(1), "sub"))
        if uses in self.spans:
            code.append(n.Store(low.slot(uses, n.ROWS), n.Const((), n.ROWS)))
        for memory in game.memory:
            if memory.until == procedure.word:
                ty = ty_of(memory.type)
                size = low.layout.owners(memory.owner) * low.layout.width(memory)
                place = n.Place((memory.owner, memory.word), low.layout.memory_base[memory.owner, memory.word], (), ty)
                code.append(n.Fill(place, size, n.Const(memory.starts, ty)))
        over = ended(low, procedure)
        code += (n.Note("ends_begin", ()), *over, n.Note("ends_over", ())) if over and low.tracked else over
        if logged and low.tracked:
            code.append(n.Note("end", ()))
        if gives and procedure.result is not None:
            ty = ty_of(procedure.result.type)
            code.append(n.Store(result(ty), n.Get(low.var(procedure.result))))
        return tuple(code)

    def surrounded(self, procedure: typed_tree.Procedure) -> bool:
        """Whether anything happens at the beginning or end of a body but what its text says."""
        turn = self.low.layout.game.turn
        begins = self.low.tracked or (turn is not None and str(turn.value) == procedure.word)
        return begins or f"during {procedure.word}" in self.spans or bool(self._ended(procedure, True, gives=False))

    def plain(self, procedure: typed_tree.Procedure, body: n.Code, cutter: Cutter) -> n.Definition:
        """The function of a procedure in which nobody decides."""
        possible, opening = self.feasible.possible(procedure)
        given: n.Value | None = None if procedure.result is None else nothing_of(procedure.result)
        code: n.Code = ()
        if possible is not None:
            code = (*opening, when(negated(possible), (n.Return(given),)))
        inner = (*self._begun(procedure, body, logged=True), *self._ended(procedure, logged=True, gives=False))
        last = None if procedure.result is None else n.Get(self.low.var(procedure.result))
        ty = n.NOTHING if procedure.result is None else ty_of(procedure.result.type)
        whole = (*code, *cutter.plain(inner), *((n.Return(last),) if last is not None else ()))
        return n.Definition(n.Function("plain", procedure.number), self.params(procedure), ty, whole)

    def can(self, procedure: typed_tree.Procedure) -> n.Definition:
        """The function that says whether a procedure can begin."""
        possible, opening = self.feasible.possible(procedure)
        conditions: list[n.Value] = [possible] if possible is not None else []
        if procedure.word in self.low.forbidden:
            forbids = n.Call(n.Function("no", procedure.number), self._args(procedure), n.YES)
            conditions.append(negated(forbids))
        body = (*opening, n.Return(both(conditions)))
        return n.Definition(n.Function("can", procedure.number), self.params(procedure), n.YES, body)

    # ------------------------------------------------------------ windows

    def declare_use(self) -> None:
        """Make the segment in which somebody uses what a piece offers."""
        names = (self.low.fresh("this", n.PIECE, "piece"), self.low.fresh("you", n.PLAYER, "player"))
        segment = self.segments.new(self.title("use"), names, fixed=True, waits=whole("use", "", *names))
        self.segments.windows[n.USES] = segment

    def use(self, cutter: Cutter) -> None:
        """Somebody chooses one of the offers of a piece that they can use, and it is done."""
        low, segment = self.low, self.segments.windows[n.USES]
        low.located = True
        piece, player = segment.params
        options, chosen = low.fresh("options", USED), low.fresh("chosen", n.ABILITY)
        site = low.site("Which ability is used?", "ability")
        ask = n.Ask(n.Get(player), n.Get(options), site, False, waits=whole("use", "?", piece, player))
        code = (
            n.Set(options, usable(low, n.Get(piece), n.Get(player))),
            when(negated(op("some", n.YES, n.Get(options))), (n.Return(),)),
            ask,
            n.Set(chosen, answer(n.ABILITY)),
            n.WaitBody(op("ability", n.NUM, n.Get(chosen)), (op("piece", n.PIECE, n.Get(chosen)), n.Get(player))),
            n.Return(),
        )
        cutter.cut(segment, code)

    def declare_window(self, place: int, word: str) -> None:
        """Make the segment that opens a window."""
        player = self.low.fresh("you", n.PLAYER, "player")
        left = self.low.fresh("left", n.NUM, "number")
        title = f"window {word}"
        waits = whole(title, "", player, left)
        segment = self.segments.new(self.title(title), (player, left), fixed=True, waits=waits)
        self.segments.windows[place] = segment

    def window(self, place: int, word: str, cutter: Cutter) -> None:
        """Everybody in turn may use offers until all have passed."""
        low, head = self.low, self.segments.windows[place]
        player, left = head.params
        who = n.Get(player)
        offers: n.Value = n.Read(low.slot(f"offer {word}", USED))
        if word != "anytime":
            anytime = n.Read(low.slot("offer anytime", USED))
            offers = n.Many((n.Splice(offers, USED), n.Splice(anytime, USED)), USED)
        listed, entry = low.fresh("offers", USED), low.fresh("entry", n.ABILITY)
        options, chosen = low.fresh("options", USED), low.fresh("chosen", n.ABILITY)
        fits = self.fits(entry, (who,))
        if low.uses:  # else it is asked there
            holder = op("holder", n.PLAYER, op("piece", n.PIECE, n.Get(entry)), who)
            fits = n.Logic("and", (op("eq", n.YES, holder, who), fits))
        fitting = n.Each(((entry, n.Get(listed)),), fits, n.Get(entry), USED)
        seats = number(low.players)
        next_one = n.Table("NEXT", who, n.PLAYER)
        body = op("ability", n.NUM, n.Get(chosen))
        ask = (
            n.Offer(options, DECLINED),
            n.Ask(
                who,
                n.Get(options),
                low.site("You may use", "ability"),
                True,
                waits=whole(f"window {word}", "?", player, left),
            ),
            n.Set(chosen, answer(n.ABILITY)),
            n.If(
                (
                    (
                        is_pass(n.Get(chosen)),
                        (n.WaitOn(head.number, (next_one, op("sub", n.NUM, n.Get(left), number(1)))),),
                    ),
                ),
                (
                    n.WaitOn(head.number, (who, seats)),
                    n.WaitBody(body, (op("piece", n.PIECE, n.Get(chosen)), who)),
                ),
            ),
            n.Return(),
        )
        done, again = n.Label(), n.Label()
        over = n.Logic("or", (negated(op("some", n.YES, n.Get(listed))), op("eq", n.YES, n.Get(left), number(0))))
        rounds = (
            when(over, (n.Return(),)),
            n.Set(options, fitting),
            when(op("some", n.YES, n.Get(options)), ask),
            n.Set(player, next_one),
            n.Set(left, op("sub", n.NUM, n.Get(left), number(1))),
        )
        cutter.cut(head, (n.Set(listed, offers), n.Loop(done, again, rounds, head.title)))
