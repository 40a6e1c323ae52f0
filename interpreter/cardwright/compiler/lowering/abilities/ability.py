"""Lowering of abilities, with their triggers, bodies and usage limits."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import uses_variable
from cardwright.compiler.analysis.decided_before_vanishing import split_conditions
from cardwright.compiler.analysis.suspension_points import SuspensionPoint, label_ability_texts
from cardwright.compiler.analysis.turn_actions import Asked, TurnOutlineEntry
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import ANYWHERE, EffectAnalysis
from cardwright.compiler.lowering.abilities.decided_before_vanishing import EARLY, LATE
from cardwright.compiler.lowering.abilities.durations import test_matched
from cardwright.compiler.lowering.abilities.pieces_leaving_together import find_holder
from cardwright.compiler.lowering.abilities.targets import APPLIES, read_took_place
from cardwright.compiler.lowering.bitsets import charge_work
from cardwright.compiler.lowering.calls import lower_use_check
from cardwright.compiler.lowering.choices.decisions import run_if
from cardwright.compiler.lowering.choices.eliminate_player import is_out
from cardwright.compiler.lowering.choices.preconditions import TRUE, Condition, Feasibility
from cardwright.compiler.lowering.context import Lowering, convert_type, join_conditions, negate, number, op
from cardwright.compiler.lowering.statements import StatementLowering
from cardwright.compiler.passes.split_at_suspension import Cutter, Segments, read_result
from cardwright.state_slots_and_table_rows import SHIFT


def split_cheap_conditions(low: Lowering, ability: typed_tree.TypedAbility) -> tuple[list[ir.Value], list[ir.Value]]:
    """Return the conditions of an ability in two lists: those to test first, and the others in their order.

    The first list has conditions that are cheap, cannot fail and do not mention `you`; most abilities that do not apply
    fail one of them. In tracked code the first list is empty.
    """
    first: list[ir.Value] = []
    rest = test_matched(low, ability.matched)
    for part in _find_parts(ability.where):
        value = low.value(part)
        dependencies = EffectAnalysis().of(value)
        quick = dependencies.free and not dependencies.fails and ANYWHERE not in dependencies.families
        (first if quick and not low.tracked and not uses_variable(part, ability.you) else rest).append(value)
    return first, rest


def _find_parts(where: typed_tree.Value | None) -> list[typed_tree.Value]:
    if isinstance(where, typed_tree.LogicExpr) and where.operator == "and":
        return [*_find_parts(where.left), *_find_parts(where.right)]
    return [] if where is None else [where]


class Abilities:
    """The functions that test whether abilities apply, and the segments of abilities' bodies.

    `trees` are the bodies before they are split at suspension points.
    """

    def __init__(self, statements: StatementLowering, segments: Segments) -> None:
        self.statements = statements
        self.low: Lowering = statements.low
        self.feasible = statements.feasible
        self.segments = segments
        self.bodies: dict[int, ir.Segment] = {}
        self.trees: dict[int, ir.Code] = {}
        self.uses: dict[int, ir.Var] = {}
        self.these: dict[int, ir.Var] = {}
        self.stages: dict[int, ir.Var] = {}
        self.took: dict[int, ir.Var] = {}
        self.stoppable: dict[tuple[str, str], bool] = {}
        self.caused = self._find_powers_asked_about()
        self.texts = label_ability_texts(self.low.checked)

    def _find_powers_asked_about(self) -> set[int]:
        nodes = [
            node
            for ability in self.low.checked.abilities
            for node in typed_tree.walk_tree((ability.where, ability.body))
        ]
        return {node.power for node in nodes if isinstance(node, typed_tree.CausedByExpr)}

    def ends(self) -> dict[str, SuspensionPoint]:
        """Return the suspension points at the ends of abilities whose end has an effect, with live variables."""
        found = {}
        for ability, text in zip(self.low.checked.abilities, self.texts, strict=True):
            if ability.kind == "instead" and ability.result is not None:
                found[text] = SuspensionPoint(text, "end", frozenset([ability.result]))
            elif ability.power in self.caused:
                found[text] = SuspensionPoint(text, "end")
        return found

    def this(self, ability: typed_tree.TypedAbility) -> ir.Var:
        """Return the variable of the piece that has the ability."""
        if ability.this is not None:
            return self.low.var(ability.this)
        if ability.number not in self.these:
            # of the game itself: frames do not say that it is a piece, as it is none
            self.these[ability.number] = self.low.fresh("this", ir.PIECE)
        return self.these[ability.number]

    def _lower_params(self, ability: typed_tree.TypedAbility) -> tuple[ir.Var, ...]:
        low = self.low
        this, you = self.this(ability), low.var(ability.you)
        if ability.kind == "offer":
            return (this, you)
        tried: tuple[ir.Var, ...] = ()
        if ability.kind == "instead":
            if ability.number not in self.uses:
                self.uses[ability.number] = low.fresh("used", ir.ABILITIES, "abilities")
            tried = (self.uses[ability.number],)
        given = (low.var(ability.result),) if ability.result is not None else ()
        return (this, you, *(low.var(role) for role in ability.roles), *given, *tried)

    def declare(self, ability: typed_tree.TypedAbility) -> None:
        """Create the segment of an ability's body, if it has one."""
        if ability.kind in ("before", "after", "instead", "offer"):
            title = int(self.low.text(self.low.titles[ability.number]).value)
            params, text = self._lower_params(ability), self.texts[ability.number]
            continuations = self.statements.continuations
            continuations.always[text] = frozenset(
                ir.LiveValue("value", (var,)) for var in self._find_always_live(ability)
            )
            self.bodies[ability.number] = self.segments.new(title, params, fixed=True, waits=continuations.begin(text))

    def _find_always_live(self, ability: typed_tree.TypedAbility) -> tuple[ir.Var, ...]:
        """Return the variables of an ability that are live at each of its suspension points.

        These are the piece and its controller if uses are counted, and the arguments if the ability can `proceed`.
        """
        this, you, *others = self._lower_params(ability)
        proceeds = any(
            isinstance(node, typed_tree.ControlStmt) and node.word == "proceed"
            for node in typed_tree.walk_tree(ability.body)
        )
        roles = [var for var in others if ability.result is None or var is not self.low.var(ability.result)]
        return (*((this, you) if ability.limit is not None else ()), *(roles if proceeds else ()))

    def lower(self, ability: typed_tree.TypedAbility) -> None:
        """Lower the body of an ability.

        The body is split into segments later, when all procedures that can suspend are known.
        """
        limit, accepted = self._lower_limit(ability)
        title = self.low.titles[ability.number]
        self.statements.begin(title, accepted, lambda written: self._lower_proceed(ability, written))
        work = charge_work(self.low.costs.charge_ability(ability))
        # first of all, since every end of the body reads it
        begun = (*self._note_prevented(ability), *self._skip_if_out(ability), *limit, *self.low.counted(ability))
        self.trees[ability.number] = (*begun, *work, *self.statements.text(ability.body, ability.you))

    def body(self, ability: typed_tree.TypedAbility, cutter: Cutter) -> None:
        """Split the lowered body of an ability into segments."""
        low = self.low
        before: list[ir.Stmt] = []
        if low.tracked:
            who = (number(ability.number), ir.Get(self.this(ability)), ir.Get(low.var(ability.you)))
            before.append(ir.Note("begin_power", who))
        if ability.power in self.caused:
            before.append(ir.Store(low.slot(f"cause {ability.power}", ir.NUM), number(1), "add"))
        stopped: ir.Code = ()
        if ability.procedure is not None and ability.kind in ("before", "after"):
            if self._may_be_stopped(ability.procedure.word, ability.kind):
                stopped = (run_if(self.statements.stops.is_pending(), (ir.Return(),)),)
            if ability.this is not None and ability.this.type.of in low.vanishing:
                vanished = op("lt", ir.YES, ir.Get(self.this(ability)), number(0))
                stopped = (*stopped, run_if(vanished, (ir.Return(),)))
            stopped = (*stopped, *self._test_in_turn(ability, ability.procedure))
        code = (*stopped, *before, *self.trees[ability.number])
        cutter.cut(self.bodies[ability.number], code, self._lower_end(ability))

    def _may_be_stopped(self, word: str, kind: str) -> bool:
        """Return True if a reaction may be skipped because another reaction of its kind stopped the event."""
        if (word, kind) not in self.stoppable:
            among = [self.low.hooks[word], *(self.low.hooks.values() if kind == "after" and self.low.gathered else ())]
            reactions = (each for hooks in among for each in getattr(hooks, kind))
            self.stoppable[word, kind] = self.statements.stops.may_stop(reactions)
        return self.stoppable[word, kind]

    def _test_in_turn(self, ability: typed_tree.TypedAbility, procedure: typed_tree.TypedProcedure) -> ir.Code:
        """Return code that skips a reaction in its turn if a test of the field `reactions` fails.

        The tests are whether the ability is still active, and whether its conditions still hold.
        """
        low, rules, this = self.low, self.low.checked.game.reactions, ir.Get(self.this(ability))
        code: list[ir.Stmt] = []
        if rules.skip_gone and ability.power >= 0:
            entry = op("add", ir.ABILITY, number(ability.number << SHIFT), this)
            working = ir.Read(low.slot(f"{ability.kind} {procedure.word}", ir.ABILITIES))
            code.append(run_if(op("not in", ir.YES, entry, working), (ir.Return(),)))
        # what names a piece that vanished was decided before it went
        late = split_conditions(ability, low.vanishing)[1] if self._list_stages(ability) else [ability.where]
        tested = [low.value(part) for part in late if part is not None]
        if rules.in_turn and tested:
            code.append(run_if(negate(join_conditions(tested)), (ir.Return(),)))
        return tuple(code)

    def _lower_end(self, ability: typed_tree.TypedAbility) -> ir.Code:
        low = self.low
        code: list[ir.Stmt] = []
        if low.tracked:
            code.append(ir.Note("end", ()))
        if ability.power in self.caused:
            code.append(ir.Store(low.slot(f"cause {ability.power}", ir.NUM), number(1), "sub"))
        if ability.kind == "instead" and ability.result is not None:
            code.append(ir.Store(read_result(convert_type(ability.result.type)), ir.Get(low.var(ability.result))))
        if (took := self._find_took_place(ability)) is not None:
            code.append(ir.Store(read_took_place(low), ir.Get(took)))
        return tuple(code)

    def _find_took_place(self, ability: typed_tree.TypedAbility) -> ir.Var | None:
        """Return the variable that says whether the event of a replacement took place; None if no code reads it."""
        if ability.kind != "instead" or ability.procedure is None or not self.low.targeted[ability.procedure.word]:
            return None
        if ability.took is not None:
            return self.low.var(ability.took)
        if ability.number not in self.took:
            self.took[ability.number] = self.low.fresh("took", ir.YES, "yes_no")
        return self.took[ability.number]

    def _note_prevented(self, ability: typed_tree.TypedAbility) -> ir.Code:
        took = self._find_took_place(ability)
        return () if took is None else (ir.Set(took, ir.Const(0, ir.YES)),)

    def _lower_proceed(self, ability: typed_tree.TypedAbility, written: typed_tree.ControlStmt) -> ir.Code:
        procedure = ability.procedure
        assert procedure is not None
        roles = ability.roles if procedure.you is not None else ability.roles[1:]
        args = (ir.Get(self.uses[ability.number]), *(ir.Get(self.low.var(role)) for role in roles))
        into = self.low.var(ability.result) if ability.result is not None else None
        waits = self.statements.continuations.behind(written, gives=into is not None)
        goes_on: ir.Code = (ir.Proceed(procedure.number, args, into, waits=waits),)
        if (took := self._find_took_place(ability)) is not None:
            slot = read_took_place(self.low)
            # what follows can ask and cause other events; the end of the body sets the slot again
            goes_on = (*goes_on, ir.Set(took, ir.Read(slot)), ir.Store(slot, number(0)))
        return (ir.Note("proceed", ()), *goes_on, ir.Note("resume", ())) if self.low.tracked else goes_on

    def _find_usage(self, ability: typed_tree.TypedAbility) -> tuple[ir.Slot, ir.Row]:
        """Return the slot in which uses of an ability are recorded, and the entry for one use.

        The entry is (ability, piece, controller of the piece).
        """
        assert ability.limit is not None
        place = self.low.slot(f"used {ability.limit[1].word}", ir.ROWS)
        this, you = ir.Get(self.this(ability)), ir.Get(self.low.var(ability.you))
        return place, ir.Row((number(ability.number), this, you))

    def _test_unused(self, ability: typed_tree.TypedAbility) -> ir.Value:
        assert ability.limit is not None
        place, key = self._find_usage(ability)
        if ability.limit[0] == 1:
            return op("not in", ir.YES, key, ir.Read(place))
        return negate(lower_use_check(ir.Read(place), key, ability.limit[0]))

    def _lower_limit(self, ability: typed_tree.TypedAbility) -> tuple[ir.Code, ir.Code]:
        """Return code that counts a use, as two parts of which one is empty.

        The first part is for the start of the body, the second for the first accepted `may`: a use of an optional
        ability counts only if a player accepts it. The first part also ends the body if the limit is reached.
        """
        if ability.limit is None:
            return (), ()
        place, key = self._find_usage(ability)
        stop = run_if(negate(self._test_unused(ability)), (*self._lower_end(ability), ir.Return()))
        mark = ir.Store(place, ir.Many((key,), ir.ROWS), "append")
        anyway = "proceed" if ability.kind == "instead" else "nothing"
        if ability.kind != "offer" and is_optional(ability.body, anyway):
            return (stop,), (mark,)
        return (stop, mark), ()

    def _skip_if_out(self, ability: typed_tree.TypedAbility) -> ir.Code:
        """Return code that skips a reaction if an earlier reaction to the same event eliminated its player."""
        out = is_out(self.low, ir.Get(self.low.var(ability.you)))
        if out is None or ability.power < 0 or ability.kind not in ("before", "after"):
            return ()
        return (run_if(out, (*self._lower_end(ability), ir.Return())),)

    def _disable_if_out(self, ability: typed_tree.TypedAbility) -> ir.Code:
        """Return code that makes an ability not apply if its player was eliminated.

        Returns () for prohibitions and most abilities of the game itself, which apply nevertheless.
        """
        out = is_out(self.low, ir.Get(self.low.var(ability.you)))
        if out is None or ability.kind == "forbid" or (ability.power < 0 and ability.kind != "offer"):
            return ()
        return (run_if(out, (ir.Return(ir.Const(0, ir.YES)),)),)

    def match(self, ability: typed_tree.TypedAbility) -> ir.Definition:
        """Return the function that tests whether an ability applies to an event, or to a player in a window."""
        low = self.low
        this, you = self.this(ability), low.var(ability.you)
        code: list[ir.Stmt] = []
        if ability.kind == "offer":
            params = self._lower_params(ability)
            if ability.power >= 0 and not low.uses:
                other = op("ne", ir.YES, op("controller", ir.PLAYER, ir.Get(this)), ir.Get(you))
                code.append(run_if(other, (ir.Return(ir.Const(0, ir.YES)),)))
        else:
            given = (low.var(ability.result),) if ability.result is not None and ability.kind == "after" else ()
            params = (this, *self._list_stages(ability), *(low.var(role) for role in ability.roles), *given)
            code += self._set_you(ability)
        code += self._disable_if_out(ability)
        first, conditions = self._split_conditions(ability)
        if first:
            code.insert(0, run_if(negate(join_conditions(first)), (ir.Return(ir.Const(0, ir.YES)),)))
        whole = join_conditions(conditions) if conditions else ir.Const(1, ir.YES)
        counted = low.counted(ability) if ability.kind == "forbid" else ()
        if counted:
            code += [run_if(negate(whole), (ir.Return(ir.Const(0, ir.YES)),)), *counted]
            whole = ir.Const(1, ir.YES)
        code.append(ir.Return(whole))
        return ir.Definition(ir.Function("match", ability.number), params, ir.YES, tuple(code))

    def _split_conditions(self, ability: typed_tree.TypedAbility) -> tuple[list[ir.Value], list[ir.Value]]:
        """Return the conditions of an ability in two lists: those tested before its controller is known, the others."""
        low = self.low
        unused = [] if ability.limit is None else [self._test_unused(ability)]
        stages = self._list_stages(ability)
        if stages and ability.took is None:
            early, late = split_conditions(ability, low.vanishing)
            first: list[ir.Value] = []
            rest = [
                *_unless(stages[0], LATE, [*test_matched(low, ability.matched), *map(low.value, early)]),
                *_unless(stages[0], EARLY, [*unused, *map(low.value, late)]),
            ]
        else:
            first, rest = split_cheap_conditions(low, ability)
            rest = [*unused, *rest, *(self._test_lacking(ability, stage) for stage in stages)]
        offered = self.feasible.block(ability.body) if ability.kind == "offer" else None
        return first, rest if offered is None else [*rest, offered]

    def _test_lacking(self, ability: typed_tree.TypedAbility, stage: ir.Var) -> ir.Value:
        """Return a condition for the two tests of an ability with targets.

        The variable `stage` says which test is made. For the test whether the ability applies, the condition is true.
        For the test whether it finds no targets, the condition holds if the body of the ability cannot begin.
        """
        possible = self.feasible.block(ability.body) or TRUE
        return ir.Logic("or", (op("eq", ir.YES, ir.Get(stage), number(APPLIES)), negate(possible)))

    def _list_stages(self, ability: typed_tree.TypedAbility) -> tuple[ir.Var, ...]:
        """Return a tuple of one variable, which says which conditions of a reaction are tested.

        Returns () if all conditions are tested each time.
        """
        procedure = ability.procedure
        if ability.took is not None and ability.number not in self.stages:
            self.stages[ability.number] = self.low.fresh("stage", ir.NUM)
        if ability.took is not None:
            return (self.stages[ability.number],)
        if ability.kind != "after" or procedure is None or procedure.number not in self.low.deciding:
            return ()
        if ability.number not in self.stages:
            self.stages[ability.number] = self.low.fresh("stage", ir.NUM)
        return (self.stages[ability.number],)

    def _set_you(self, ability: typed_tree.TypedAbility) -> ir.Code:
        """Return code that sets `you`: the controller of an ability's piece, or the actor of its event.

        The actor is `you` in an ability of the game itself, and in one with targets.
        """
        low = self.low
        you = low.var(ability.you)
        if ability.power < 0 or ability.took is not None:
            return (ir.Set(you, ir.Get(low.var(ability.roles[0]))),)
        low.located = True
        this = ir.Get(self.this(ability))
        gathers = bool(low.gathered) and ability.kind == "after"
        held = ir.Set(you, find_holder(low, this) if gathers else op("controller", ir.PLAYER, this))
        if not uses_variable((ability.where, ability.body), ability.you):
            return (held,)
        # an ability that mentions `you` needs a controller
        nobody = op("lt", ir.YES, ir.Get(you), number(0))
        return (held, run_if(nobody, (ir.Return(ir.Const(0, ir.YES)),)))


def _unless(stage: ir.Var, other: int, conditions: Iterable[ir.Value]) -> list[ir.Value]:
    """Return conditions that are tested in every stage except `other`; `stage` is the variable of the current stage."""
    skipped = op("eq", ir.YES, ir.Get(stage), number(other))
    return [ir.Logic("or", (skipped, condition)) for condition in conditions]


def is_optional(body: typed_tree.Block, anyway: str) -> bool:
    """Return True if a body does nothing unless a player accepts.

    The statement named `anyway` counts as nothing: for a replacement it is `proceed`, by which the event takes place as
    usual.
    """
    statements = [statement for statement in body if not isinstance(statement, typed_tree.LetStmt)]
    others = [only for only in statements if not (isinstance(only, typed_tree.ControlStmt) and only.word == anyway)]
    if anyway == "proceed" and len(others) == len(statements) - 1 and others:
        statements, anyway = others, "nothing"
    if len(statements) != 1:
        return not statements and anyway == "nothing"
    only = statements[0]
    if isinstance(only, typed_tree.ControlStmt):
        return only.word == anyway
    if isinstance(only, typed_tree.IfStmt):
        return all(is_optional(block, anyway) for _, block in only.branches) and is_optional(only.otherwise, anyway)
    if isinstance(only, typed_tree.MayStmt):
        return is_optional(only.otherwise, anyway)
    return (
        isinstance(only, typed_tree.ChooseStmt | typed_tree.ChooseOneStmt)
        and only.may
        and is_optional(only.otherwise, anyway)
    )


def lower_outline_entry(low: Lowering, feasible: Feasibility, entry: TurnOutlineEntry) -> ir.Definition:
    """Return the function that evaluates an entry of the turn outline for the player who takes the turn.

    The function returns a row of booleans: the value of each condition, whether there is an item to choose, and whether
    the entry can begin. Values that depend on variables not yet assigned are None.
    """
    params = () if entry.you is None else (low.var(entry.you),)

    def evaluated(condition: ir.Value) -> ir.Value:
        known = ir.find_free_variables(condition) <= {*params}
        return ir.Later(condition, (), ir.YES) if known else ir.Const(None, ir.YES)

    flags = [evaluated(low.value(condition)) for condition in entry.conditions]
    flags += [
        evaluated(condition or TRUE)
        for condition in (_find_choice_condition(feasible, entry.asked), _find_begin_condition(feasible, entry.asked))
    ]
    return ir.Definition(ir.Function("ahead", entry.number), params, ir.ROWS, (ir.Return(ir.Row(tuple(flags))),))


def _find_choice_condition(feasible: Feasibility, asked: Asked) -> Condition:
    """Return a condition that is false if an option begins with a choice without items; None without such a choice."""
    first = asked.body[0] if isinstance(asked, typed_tree.OptionStmt) and asked.body else asked
    return (
        feasible.rest(replace(first, picks=first.picks[:1], body=()), 0)
        if isinstance(first, typed_tree.ChooseStmt)
        else None
    )


def _find_begin_condition(feasible: Feasibility, asked: Asked) -> Condition:
    """Return the condition, besides the author's requirements, under which an action of the outline can begin."""
    match asked:
        case typed_tree.OptionStmt():
            return feasible.block(asked.body)
        case typed_tree.ChooseStmt():
            return feasible.rest(asked, 0)
        case typed_tree.MayStmt(statement=deed) if deed is not None:
            return feasible.block((deed,))
    return None
