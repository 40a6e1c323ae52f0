"""Lowering of events, with their prohibitions, replacements and reactions, and of decision windows."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.suspension_points import SuspensionPoint
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.decided_before_vanishing import UNDECIDED, fits_after, make_variables
from cardwright.compiler.lowering.abilities.durations import end_durations, list_span_slots
from cardwright.compiler.lowering.abilities.targets import TargetedAbilities
from cardwright.compiler.lowering.abilities.together import TogetherEvents
from cardwright.compiler.lowering.calls import list_usable_offers
from cardwright.compiler.lowering.choices.decisions import DECLINED, answer, is_pass, run_if
from cardwright.compiler.lowering.choices.preconditions import make_empty_result
from cardwright.compiler.lowering.context import Hooks, convert_type, join_conditions, negate, number, op
from cardwright.compiler.lowering.continuations import make_own_stage
from cardwright.compiler.lowering.statements import StatementLowering
from cardwright.compiler.passes.split_at_suspension import Cutter, Segments, read_result

TURNS = ir.Slot(("fixed", "turns"), 6, (), ir.NUM)


class Events(TogetherEvents, TargetedAbilities):
    """The segments in which procedures and windows begin, and those that run the abilities triggered by events."""

    def __init__(self, statements: StatementLowering, segments: Segments) -> None:
        super().__init__(statements, segments)
        self.feasible = statements.feasible
        self.tried: dict[int, ir.Var] = {}
        self.spans = list_span_slots(self.low.checked) | self.stops.slots
        self._closing: ir.Segment | None = None

    def ends(self) -> dict[str, SuspensionPoint]:
        """Return the suspension points at the ends of procedures whose end has an effect, with live variables."""
        found = {}
        for procedure in self.low.checked.procedures.values():
            if self._lower_end(procedure, logged=False):
                given = () if procedure.result is None else (procedure.result,)
                found[procedure.word] = SuspensionPoint(
                    procedure.word, "end", frozenset((*given, *self._list_ending_params(procedure)))
                )
        return found

    def _list_ending_params(self, procedure: typed_tree.TypedProcedure) -> list[typed_tree.TypedVar]:
        """Return those of a procedure's actor and parameters that conditions on the end of a duration use.

        Only durations that end with the procedure count.
        """
        ends = [each.where for a in self.low.checked.abilities for each in a.until if each.procedure is procedure]
        named = {node.var for node in typed_tree.walk_tree(tuple(ends)) if isinstance(node, typed_tree.LocalExpr)}
        return [var for var in (procedure.you, *procedure.params) if var in named]

    # ------------------------------------------------------------ entries

    def declare(self, procedure: typed_tree.TypedProcedure) -> None:
        """Create the segments that start a procedure, and that continue it after a replacement."""
        title = self.title(procedure.word)
        self.segments.entries[procedure.number] = self._make_stage(procedure, title, "", *self.params(procedure))
        if self.low.hooks.get(procedure.word, Hooks()).instead:
            tried = self.low.fresh("used", ir.ABILITIES, "abilities")
            self.tried[procedure.number] = tried
            params = (tried, *self.params(procedure))
            self.segments.replacing[procedure.number] = self._make_stage(procedure, title, "instead", *params)

    def enter(self, procedure: typed_tree.TypedProcedure, body: ir.Code, cutter: Cutter) -> None:
        """Build the segments of a procedure that can suspend: its requirements, its body and its abilities."""
        entry = self.segments.entries[procedure.number]
        hooks = self.low.hooks.get(procedure.word, Hooks())
        possible, opening = self.feasible.possible(procedure)
        gone = (*self._gives_nothing(procedure), ir.Return())
        code: ir.Code = ()
        if possible is not None:
            code = (*opening, run_if(negate(possible), gone, self.feasible.find_position(procedure)))
        if not hooks and procedure.number not in self.low.deciding:
            cutter.cut(
                entry,
                (*code, *self._lower_begin(procedure, body, logged=True)),
                self._lower_end(procedure, logged=True),
            )
            return
        if self.low.tracked:
            code = (*code, self._begin(procedure), ir.Wait(self._end_of_event().number))
        targeted = self.is_targeted(procedure)
        if targeted:
            code = (*code, ir.WaitOn(self.write_took_place(False).number, ()))
        code = (*code, *self._forbid(procedure, hooks), *self.refuse_lacking(procedure))
        waits = self.statements.continuations.begin(procedure.word)
        inner = self.segments.new(entry.title, self.params(procedure), fixed=True, waits=waits)
        start = self._build_reactions(procedure, hooks, inner, cutter)
        if hooks.instead:
            self._build_replacement(procedure, start, cutter)
            first = self.segments.replacing[procedure.number]
            code = (*code, ir.GoWith(first.number, (ir.Const((), ir.ABILITIES), *self._lower_args(procedure))))
        else:
            code = (*code, ir.GoWith(start.number, self._lower_args(procedure)))
        entry.body = code
        # if reactions made the event impossible or stopped it, it is skipped with the reactions after it
        followed = bool(hooks.after) or procedure.number in self.low.deciding or targeted
        dropped: ir.Code = (ir.Drop(),) * (followed + targeted)
        begun = self.stops.leave(procedure, followed=False) if hooks.before else ()
        again: ir.Code = self.stops.run_if_pending(hooks.before, (*begun, *dropped, *gone))
        if possible is not None and (hooks.before or hooks.instead):
            again = (*again, *opening, run_if(negate(possible), (*begun, *dropped, *gone)))
        cutter.cut(
            inner, (*again, *self._lower_begin(procedure, body, logged=False)), self._lower_end(procedure, logged=False)
        )

    def _begin(self, procedure: typed_tree.TypedProcedure) -> ir.Stmt:
        roles = (self._lower_doer(procedure), *(ir.Get(self.low.var(param)) for param in procedure.params))
        return ir.Note("begin", (number(procedure.number), ir.Row(roles)))

    def _end_of_event(self) -> ir.Segment:
        if self._closing is None:
            self._closing = self.segments.new(self.title(""), (), fixed=True, waits=())
            self._closing.body = (ir.Note("end", ()), ir.Return())
        return self._closing

    def forbidden(self, procedure: typed_tree.TypedProcedure) -> ir.Definition:
        """Return the function that tests whether an ability visible to everybody forbids a procedure."""
        # hidden ones are ignored, as the option that is not offered would reveal them
        entry = self.low.fresh("entry", ir.ABILITY)
        found: list[ir.Value] = []
        if self.low.hooks[procedure.word].forbid:
            each = ir.Each(
                ((entry, self._read_active("forbid", procedure)),),
                self._test_visibility(entry, procedure),
                self.fits(entry, self._list_ability_args(procedure)),
                ir.IrType("list", "yes_no"),
            )
            found.append(ir.Fold("any", each, ir.YES))
        lacking = self.list_lacking(procedure, seen=True)
        found += [] if lacking is None else [lacking]
        body = (ir.Return(found[0] if len(found) == 1 else ir.Logic("or", tuple(found))),)
        return ir.Definition(ir.Function("no", procedure.number), self.params(procedure), ir.YES, body)

    def _test_visibility(self, entry: ir.Var, procedure: typed_tree.TypedProcedure) -> ir.Value | None:
        """Return the condition that every player sees the piece of a prohibition; None if that is always true."""
        if all(map(self.low.sight.has_visible_piece, self.low.hooks[procedure.word].forbid)):
            return None
        self.low.located = True
        return op("lies_open", ir.YES, op("piece", ir.PIECE, ir.Get(entry)))

    def _forbid(self, procedure: typed_tree.TypedProcedure, hooks: Hooks) -> ir.Code:
        if not hooks.forbid:
            return ()
        entry = self.low.fresh("entry", ir.ABILITY)
        note: ir.Code = (ir.Note("forbidden", (ir.Get(entry),)),) if self.low.tracked else ()
        gone = (*note, *self._gives_nothing(procedure), ir.Return())
        test = run_if(self.fits(entry, self._list_ability_args(procedure)), gone)
        return (ir.ForEach(ir.Label(), entry, self._read_active("forbid", procedure), (test,)),)

    def _build_reactions(
        self, procedure: typed_tree.TypedProcedure, hooks: Hooks, inner: ir.Segment, cutter: Cutter
    ) -> ir.Segment:
        """Return the segment that runs the reactions before an event, the body, and the reactions after the event."""
        deciding, targeted = procedure.number in self.low.deciding, self.is_targeted(procedure)
        if not hooks.before and not hooks.after and not deciding and not targeted:
            return inner
        start = self._make_stage(procedure, inner.title, "before", *self.params(procedure))
        code: ir.Code = ()
        if targeted:
            code = (ir.WaitOn(self.write_took_place(True).number, ()),)
        if hooks.after or deciding or targeted:
            after, undecided = self._lower_after(procedure, hooks, cutter), UNDECIDED if deciding else ()
            further: tuple[ir.Value, ...] = ()
            if hooks.after:
                empty = () if procedure.result is None else (make_empty_result(procedure.result),)
                further = self.begin_event(procedure, empty)
            code = (*code, ir.WaitOn(after.number, (*undecided, *self._lower_args(procedure), *further)))
        code = (*code, ir.WaitOn(inner.number, self._lower_args(procedure)))
        if hooks.before:
            code = (*code, *self.stops.enter(procedure))
            code = (*code, self._make_reactions("before", procedure, self._list_ability_args(procedure)))
        start.body = (*code, ir.Return())
        return start

    def _find_fitting(self, stage: str, procedure: typed_tree.TypedProcedure, roles: tuple[ir.Value, ...]) -> ir.Value:
        """Return IR for those reactions before or after (`stage`) an event that apply."""
        entry = self.low.fresh("entry", ir.ABILITY)
        decided = self.segments.deciding.get(procedure.number) if stage == "after" else None
        fits = self.fits(entry, roles) if decided is None else fits_after(decided, entry, roles)
        return ir.Each(((entry, self._read_active(stage, procedure)),), fits, ir.Get(entry), ir.ABILITIES)

    def _make_reactions(self, stage: str, procedure: typed_tree.TypedProcedure, roles: tuple[ir.Value, ...]) -> ir.If:
        """Return code that pushes a frame for each reaction that applies; the first reaction is on top."""
        fitting = self._find_fitting(stage, procedure, roles)
        pushed = self.push_reactions(procedure, fitting, roles)
        return run_if(op("some", ir.YES, self._read_active(stage, procedure)), pushed)

    def _lower_after(self, procedure: typed_tree.TypedProcedure, hooks: Hooks, cutter: Cutter) -> ir.Segment:
        deciding = procedure.number in self.low.deciding
        further = self.make_event_variables(procedure) if hooks.after else ()
        names = (*(make_variables(self.low) if deciding else ()), *self.params(procedure), *further)
        segment = self._make_stage(procedure, self.title(procedure.word), "after", *names)
        if deciding:
            self.segments.deciding[procedure.number] = segment
        # an event that is stopped without reactions has not taken place for its targets either
        targeted: ir.Code = (ir.Drop(),) if self.is_targeted(procedure) else ()
        if not hooks.after:
            segment.body = (*self.stops.skip_reactions(procedure, targeted), ir.Return())
            return segment
        roles = self._list_ability_args(procedure)
        before: ir.Code = ()
        if procedure.result is not None:
            ty = convert_type(procedure.result.type)
            given = self.low.fresh("given", ty)
            roles = (*roles, ir.Get(given))
            back = ir.WaitOn(self._restore_result(procedure, procedure.result).number, (ir.Get(given),))
            before = (ir.Set(given, ir.Read(read_result(ty))), back)
        code: ir.Code
        if any(ability.stacks for ability in hooks.after):
            code = self._make_grouped_reactions(procedure, self._find_fitting("after", procedure, roles), roles, cutter)
        else:
            code = self._make_reactions("after", procedure, roles).branches[0][1]
        test = op("some", ir.YES, self._read_active("after", procedure))
        stopped = self.stops.skip_reactions(procedure, targeted)
        hold, gather = self.hold_reactions(procedure, segment, further)
        segment.body = (*gather, *stopped, *hold, run_if(test, (*before, *code)), ir.Return())
        return segment

    def _restore_result(self, procedure: typed_tree.TypedProcedure, given: typed_tree.TypedVar) -> ir.Segment:
        """Return the segment that restores the result of a procedure after its reactions, which may have changed it."""
        ty = convert_type(given.type)
        of = (given.type.item.of if given.type.item else given.type.of) or ""
        var = self.low.fresh("result", ty, given.base, of)
        segment = self._make_stage(procedure, self.title(procedure.word), "result", var)
        segment.body = (ir.Store(read_result(ty), ir.Get(var)), ir.Return())
        return segment

    def _build_replacement(self, procedure: typed_tree.TypedProcedure, start: ir.Segment, cutter: Cutter) -> None:
        """Build the segment in which players choose a replacement that was not used yet for this event."""
        segment = self.segments.replacing[procedure.number]
        tried = self.tried[procedure.number]
        low = self.low
        entry, options = low.fresh("entry", ir.ABILITY), low.fresh("options", ir.ABILITIES)
        ranked, chosen = low.fresh("ranked", ir.ROW), low.fresh("chosen", ir.ABILITY)
        roles, doer = self._list_ability_args(procedure), self._lower_doer(procedure)
        unused = ir.Logic("and", (op("not in", ir.YES, ir.Get(entry), ir.Get(tried)), self.fits(entry, roles)))
        given: tuple[ir.Value, ...] = (make_empty_result(procedure.result),) if procedure.result is not None else ()
        piece = op("piece", ir.PIECE, ir.Get(chosen))
        holder = op("holder", ir.PLAYER, piece, doer)
        active = self._read_active("instead", procedure)
        used_now = ir.Many((ir.Splice(ir.Get(tried), ir.ABILITIES), ir.Get(chosen)), ir.ABILITIES)
        code = (
            *self.ask_targets(procedure, tried, given),
            ir.Set(options, ir.Each(((entry, active),), unused, ir.Get(entry), ir.ABILITIES)),
            run_if(
                negate(op("some", ir.YES, ir.Get(options))), (ir.GoWith(start.number, self._lower_args(procedure)),)
            ),
            ir.Set(ranked, op("ranking", ir.ROW, ir.Get(options), doer)),
            ir.Set(options, op("at", ir.ABILITIES, ir.Get(ranked), number(1))),
            ir.Ask(
                op("at", ir.PLAYER, ir.Get(ranked), number(0)), ir.Get(options),
                low.site("Which replacement comes first?", "ability"), False,
                waits=make_own_stage(procedure.word, "instead?", tried, *self.params(procedure)),
            ),
            ir.Set(chosen, answer(ir.ABILITY)),
            ir.WaitBody(op("ability", ir.NUM, ir.Get(chosen)), (piece, holder, *roles, *given, used_now)),
            ir.Return(),
        )  # fmt: skip
        cutter.cut(segment, code)

    # ------------------------------------------------------------ around bodies

    def _lower_begin(self, procedure: typed_tree.TypedProcedure, body: ir.Code, logged: bool) -> ir.Code:
        """Return a body preceded by the code that begins a procedure.

        That code sets the empty result, counts the turn and the span, and, if `logged`, begins a log entry.
        """
        code: ir.Code = ()
        if procedure.result is not None:
            code = (ir.Set(self.low.var(procedure.result), make_empty_result(procedure.result)),)
        turn = self.low.layout.game.turn
        if turn is not None and str(turn.value) == procedure.word:
            code = (*code, ir.Store(TURNS, number(1), "add"))
        if logged and self.low.tracked:
            code = (*code, self._begin(procedure))
        during = f"during {procedure.word}"
        if during in self.spans:
            code = (*code, ir.Store(self.low.slot(during, ir.NUM), number(1), "add"))
        if not self.low.hooks.get(procedure.word, Hooks()).before:
            code = (*code, *self.stops.enter(procedure))
        return (*code, *body)

    def _lower_end(self, procedure: typed_tree.TypedProcedure, logged: bool, gives: bool = True) -> ir.Code:
        """Return the code at the end of a procedure: resets, ends of durations, log entry, and result.

        The log entry is ended only if `logged`, the result stored only if `gives`.
        """
        low, game = self.low, self.low.layout.game
        followed = bool(low.hooks.get(procedure.word, Hooks()).after) or self.is_targeted(procedure)
        code = list(self.stops.leave(procedure, followed))
        during, uses = f"during {procedure.word}", f"used {procedure.word}"
        if during in self.spans:
            code.append(ir.Store(low.slot(during, ir.NUM), number(1), "sub"))
        if uses in self.spans:
            code.append(ir.Store(low.slot(uses, ir.ROWS), ir.Const((), ir.ROWS)))
        for memory in game.memory:
            if memory.until == procedure.word:
                ty = convert_type(memory.type)
                size = low.layout.owners(memory.owner) * low.layout.width(memory)
                place = ir.Slot((memory.owner, memory.word), low.layout.memory_base[memory.owner, memory.word], (), ty)
                code.append(ir.Fill(place, size, ir.Const(memory.starts, ty)))
        over = end_durations(low, procedure)
        code += (ir.Note("ends_begin", ()), *over, ir.Note("ends_over", ())) if over and low.tracked else over
        if logged and low.tracked:
            code.append(ir.Note("end", ()))
        if gives and procedure.result is not None:
            ty = convert_type(procedure.result.type)
            code.append(ir.Store(read_result(ty), ir.Get(low.var(procedure.result))))
        return tuple(code)

    def surrounded(self, procedure: typed_tree.TypedProcedure) -> bool:
        """Return True if the body of a procedure needs code before or after it."""
        turn = self.low.layout.game.turn
        begins = self.low.tracked or (turn is not None and str(turn.value) == procedure.word)
        return begins or f"during {procedure.word}" in self.spans or bool(self._lower_end(procedure, True, gives=False))

    def plain(self, procedure: typed_tree.TypedProcedure, body: ir.Code, cutter: Cutter) -> ir.Definition:
        """Return the function that executes a procedure that never asks for a decision."""
        possible, opening = self.feasible.possible(procedure)
        given: ir.Value | None = None if procedure.result is None else make_empty_result(procedure.result)
        code: ir.Code = ()
        if possible is not None:
            at = self.feasible.find_position(procedure)
            code = (*opening, run_if(negate(possible), (ir.Return(given),), at))
        inner = (
            *self._lower_begin(procedure, body, logged=True),
            *self._lower_end(procedure, logged=True, gives=False),
        )
        last = None if procedure.result is None else ir.Get(self.low.var(procedure.result))
        ty = ir.NOTHING if procedure.result is None else convert_type(procedure.result.type)
        whole = (*code, *cutter.plain(inner), *((ir.Return(last),) if last is not None else ()))
        return ir.Definition(ir.Function("plain", procedure.number), self.params(procedure), ty, whole)

    def can(self, procedure: typed_tree.TypedProcedure) -> ir.Definition:
        """Return the function that tests whether a procedure can begin.

        A procedure can begin if its requirements hold and nothing forbids it.
        """
        possible, opening = self.feasible.possible(procedure)
        conditions: list[ir.Value] = [possible] if possible is not None else []
        if procedure.word in self.low.forbidden:
            forbids = ir.Call(ir.Function("no", procedure.number), self._lower_args(procedure), ir.YES)
            conditions.append(negate(forbids))
        body = (*opening, ir.Return(join_conditions(conditions), at=self.feasible.find_position(procedure)))
        return ir.Definition(ir.Function("can", procedure.number), self.params(procedure), ir.YES, body)

    # ------------------------------------------------------------ windows

    def declare_use(self) -> None:
        """Create the segment in which a player uses one of the offers of a piece."""
        names = (self.low.fresh("this", ir.PIECE, "piece"), self.low.fresh("you", ir.PLAYER, "player"))
        segment = self.segments.new(self.title("use"), names, fixed=True, waits=make_own_stage("use", "", *names))
        self.segments.windows[ir.USES] = segment

    def use(self, cutter: Cutter) -> None:
        """Build the segment in which a player chooses and then executes one of the offers of a piece."""
        low, segment = self.low, self.segments.windows[ir.USES]
        low.located = True
        piece, player = segment.params
        options, chosen = low.fresh("options", ir.ABILITIES), low.fresh("chosen", ir.ABILITY)
        site = low.site("Which ability is used?", "ability")
        ask = ir.Ask(ir.Get(player), ir.Get(options), site, False, waits=make_own_stage("use", "?", piece, player))
        code = (
            ir.Set(options, list_usable_offers(low, ir.Get(piece), ir.Get(player))),
            run_if(negate(op("some", ir.YES, ir.Get(options))), (ir.Return(),)),
            ask,
            ir.Note(ir.REACHED, (number(site),)),
            ir.Set(chosen, answer(ir.ABILITY)),
            ir.WaitBody(op("ability", ir.NUM, ir.Get(chosen)), (op("piece", ir.PIECE, ir.Get(chosen)), ir.Get(player))),
            ir.Return(),
        )
        cutter.cut(segment, code)

    def declare_window(self, place: int, word: str) -> None:
        """Create the segment that opens a window."""
        player = self.low.fresh("you", ir.PLAYER, "player")
        left = self.low.fresh("left", ir.NUM, "number")
        title = f"window {word}"
        waits = make_own_stage(title, "", player, left)
        segment = self.segments.new(self.title(title), (player, left), fixed=True, waits=waits)
        self.segments.windows[place] = segment

    def window(self, place: int, word: str, cutter: Cutter) -> None:
        """Build the segment of the window number `place`: players use offers in turn until all have passed."""
        low, head = self.low, self.segments.windows[place]
        player, left = head.params
        who = ir.Get(player)
        offers: ir.Value = ir.Read(low.slot(f"offer {word}", ir.ABILITIES))
        if word != "anytime":
            anytime = ir.Read(low.slot("offer anytime", ir.ABILITIES))
            offers = ir.Many((ir.Splice(offers, ir.ABILITIES), ir.Splice(anytime, ir.ABILITIES)), ir.ABILITIES)
        listed, entry = low.fresh("offers", ir.ABILITIES), low.fresh("entry", ir.ABILITY)
        options, chosen = low.fresh("options", ir.ABILITIES), low.fresh("chosen", ir.ABILITY)
        fits = self.fits(entry, (who,))
        if low.uses:  # without `uses`, the function of the ability tests this
            holder = op("holder", ir.PLAYER, op("piece", ir.PIECE, ir.Get(entry)), who)
            fits = ir.Logic("and", (op("eq", ir.YES, holder, who), fits))
        fitting = ir.Each(((entry, ir.Get(listed)),), fits, ir.Get(entry), ir.ABILITIES)
        seats = number(low.players)
        next_one = ir.StaticTable("NEXT", who, ir.PLAYER)
        body = op("ability", ir.NUM, ir.Get(chosen))
        site = low.site("You may use", "ability")
        ask = (
            ir.Offer(options, DECLINED),
            ir.Ask(who, ir.Get(options), site, True, waits=make_own_stage(f"window {word}", "?", player, left)),
            ir.Set(chosen, answer(ir.ABILITY)),
            ir.If(
                (
                    (
                        is_pass(ir.Get(chosen)),
                        (ir.WaitOn(head.number, (next_one, op("sub", ir.NUM, ir.Get(left), number(1)))),),
                    ),
                ),
                (
                    # an offer is used aloud
                    ir.Note(ir.REACHED, (number(site),)),
                    ir.WaitOn(head.number, (who, seats)),
                    ir.WaitBody(body, (op("piece", ir.PIECE, ir.Get(chosen)), who)),
                ),
            ),
            ir.Return(),
        )
        done, again = ir.Label(), ir.Label()
        over = ir.Logic("or", (negate(op("some", ir.YES, ir.Get(listed))), op("eq", ir.YES, ir.Get(left), number(0))))
        rounds = (
            run_if(over, (ir.Return(),)),
            ir.Set(options, fitting),
            run_if(op("some", ir.YES, ir.Get(options)), ask),
            ir.Set(player, next_one),
            ir.Set(left, op("sub", ir.NUM, ir.Get(left), number(1))),
        )
        stopped = self.stops.run_if_pending(self.stops.offers, (ir.Return(),))
        cutter.cut(head, (*stopped, ir.Set(listed, offers), ir.Loop(done, again, rounds, head.title)))
