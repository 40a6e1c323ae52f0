"""Writes what stands around a procedure: forbidding, replacing, reacting before and after, and offers in windows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

from cardwright.compiler import ir
from cardwright.compiler.code_flow import RETURN, Scope, Surroundings
from cardwright.compiler.code_statements import StatementCoder
from cardwright.compiler.layout import ANSWER, PASS, PENDING, RESULT, TRACKER, depends, first_value
from cardwright.compiler.segments import Next, Segment, Writer
from cardwright.language.types import NUMBER, PLAYER, Type

SHIFT = 16
PIECE = (1 << SHIFT) - 1
STAGES = ("forbid", "instead", "before", "after")


@dataclass(slots=True)
class Hooks:
    """The abilities that watch one procedure, by what they do."""

    forbid: list[ir.Ability] = field(default_factory=list)
    instead: list[ir.Ability] = field(default_factory=list)
    before: list[ir.Ability] = field(default_factory=list)
    after: list[ir.Ability] = field(default_factory=list)

    def __bool__(self) -> bool:
        return bool(self.forbid or self.instead or self.before or self.after)


class EventCoder:
    """Writes the entries of procedures and the bodies of abilities."""

    def __init__(self, coder: StatementCoder, checked: ir.Checked, hooks: dict[str, Hooks]) -> None:
        self.coder = coder
        self.values = coder.values
        self.layout = coder.values.layout
        self.segments = coder.flow.segments
        self.checked = checked
        self.hooks = hooks
        self.functions: list[str] = []
        self.bodies: dict[int, Segment] = {}
        self.replacing: dict[str, Segment] = {}
        self.closing: Segment | None = None
        self.caused = self._powers_asked_about()
        self._spans: set[str] = set()
        self._own_vars: dict[tuple[int, str], ir.Var] = {}

    def _powers_asked_about(self) -> set[int]:
        nodes = [node for ability in self.checked.abilities for node in ir.every((ability.where, ability.body))]
        return {node.power for node in nodes if isinstance(node, ir.CausedBy)}

    def slot(self, stage: str, procedure: ir.Procedure) -> int:
        """The slot with the active abilities of a stage of a procedure."""
        return self.layout.slot(f"{stage} {procedure.word}")

    # ------------------------------------------------------------ entries

    def declare(self, procedure: ir.Procedure) -> None:
        """Make the segment through which a procedure is entered."""
        scope = self.coder.body_scope(procedure)
        self.coder.entries[procedure.word] = self.segments.new(procedure.word, scope, fixed=True)

    def write(self, procedure: ir.Procedure) -> None:
        """Write a resumable procedure with everything around it."""
        entry = self.coder.entries[procedure.word]
        hooks = self.hooks.get(procedure.word, Hooks())
        scope = self.coder.body_scope(procedure)
        w = entry.writer
        possible = self.coder.feasible.code(procedure.body)
        if possible is not None:
            self._opening(w, procedure)
            with w.block(f"if not ({possible}):"):
                w.line(f"S[{RESULT}] = {first_value(procedure)}")
                w.line("return")
        if not hooks:
            self._body(procedure, w, scope)
            return
        if self.values.tracked:
            w.line(self._begin(procedure))
            w.line(f"K.append({self.segments.frame(self._closing())})")
        self._forbid(w, procedure, hooks)
        body = self.segments.new(procedure.word, scope, fixed=True)
        start = self._before(procedure, hooks, scope, body)
        if hooks.instead:
            start = self._instead(procedure, hooks, scope, start)
            w.line(f"return s{start.number}(S, K, ({start.number}, (){self._codes(scope)}))")
        else:
            w.line(f"return s{start.number}(S, K, ({start.number}{self._codes(scope)},))")
        if possible is not None and (hooks.before or hooks.instead):
            self._still_possible(body.writer, possible, procedure, hooks)
        self._body(procedure, body.writer, scope, logged=False)

    @staticmethod
    def _still_possible(w: Writer, possible: str, procedure: ir.Procedure, hooks: Hooks) -> None:
        """Leave out an event that what came before has made impossible, and what would come after it."""
        with w.block(f"if not ({possible}):"):
            if hooks.after:
                w.line("K.pop()")
            w.line(f"S[{RESULT}] = {first_value(procedure)}")
            w.line("return")

    def _closing(self) -> Segment:
        if self.closing is None:
            self.closing = self.segments.new("the end of an event", ())
            self.closing.writer.line(f"S[{TRACKER}].end(S)")
        return self.closing

    def _begin(self, procedure: ir.Procedure) -> str:
        codes = [self._doer(procedure)]
        codes += [param.code for param in procedure.params]
        return f"S[{TRACKER}].begin(S, {procedure.number}, ({', '.join(codes)},))"

    @staticmethod
    def _codes(scope: Scope) -> str:
        return "".join(f", {var.code}" for var in scope)

    def _matched(self, ability: ir.Ability) -> str:
        return f"q{ability.number}"

    def _roles(self, procedure: ir.Procedure, scope: Scope) -> str:
        """Code of the doer and the roles, as abilities take them."""
        doer = "" if procedure.you is not None else ", -1"
        return doer + self._codes(scope)

    @staticmethod
    def _doer(procedure: ir.Procedure) -> str:
        return "-1" if procedure.you is None else procedure.you.code

    def forbidden(self, procedure: ir.Procedure) -> str:
        """The function that says whether an ability forbids a procedure, for not even offering it."""
        w = Writer()
        scope = self.coder.body_scope(procedure)
        matched = f"MATCH[e >> {SHIFT}](S, e & {PIECE}{self._roles(procedure, scope)})"
        w.line(f"return any([{matched} for e in S[{self.slot('forbid', procedure)}]])")
        return f"def no{procedure.number}(S{self._codes(scope)}):\n" + "\n".join(w.lines) + "\n"

    def _forbid(self, w: Writer, procedure: ir.Procedure, hooks: Hooks) -> None:
        if not hooks.forbid:
            return
        roles = self._roles(procedure, self.coder.body_scope(procedure))
        each = f"for e in S[{self.slot('forbid', procedure)}]:"
        with w.block(each), w.block(f"if MATCH[e >> {SHIFT}](S, e & {PIECE}{roles}):"):
            if self.values.tracked:
                w.line(f"S[{TRACKER}].forbidden(S, e)")
            w.line(f"S[{RESULT}] = {first_value(procedure)}")
            w.line("return")

    def _before(self, procedure: ir.Procedure, hooks: Hooks, scope: Scope, body: Segment) -> Segment:
        """The segment that runs what comes before, then the body, then what comes after."""
        if not hooks.before and not hooks.after:
            return body
        start = self.segments.new(procedure.word, scope, fixed=True)
        w = start.writer
        roles = self._roles(procedure, scope)
        if hooks.after:
            after = self._after(procedure, scope)
            w.line(f"K.append(({after.number}{self._codes(scope)},))")
        w.line(f"K.append(({body.number}{self._codes(scope)},))")
        if hooks.before:
            with w.block(f"if S[{self.slot('before', procedure)}]:"):
                self._collect(w, "before", procedure, roles, "")
        w.line("return")
        return start

    def _collect(self, w: Writer, stage: str, procedure: ir.Procedure, roles: str, result: str) -> None:
        """Put the frames of the abilities that react on the stack, the first of them on top."""
        slot = self.slot(stage, procedure)
        w.line(f"m = [e for e in S[{slot}] if MATCH[e >> {SHIFT}](S, e & {PIECE}{roles}{result})]")
        with w.block("for e in reversed(order(S, m)):"):
            holder = f"holder(S, e & {PIECE}, {self._doer(procedure)})"
            w.line(f"K.append((BODY[e >> {SHIFT}], e & {PIECE}, {holder}{roles}{result}))")

    def _after(self, procedure: ir.Procedure, scope: Scope) -> Segment:
        segment = self.segments.new(procedure.word, scope, fixed=True)
        w = segment.writer
        with w.block(f"if S[{self.slot('after', procedure)}]:"):
            w.line(f"r = S[{RESULT}]")
            if procedure.result is not None:
                back = self._restore()
                w.line(f"K.append(({back.number}, r))")
            result = ", r" if procedure.result is not None else ""
            self._collect(w, "after", procedure, self._roles(procedure, scope), result)
        return segment

    def _restore(self) -> Segment:
        if "" not in self.replacing:
            var = self.coder.fresh("result", NUMBER, False)
            segment = self.segments.new("a result", (var,), fixed=True)
            segment.writer.line(f"S[{RESULT}] = {var.code}")
            self.replacing[""] = segment
        return self.replacing[""]

    def _instead(self, procedure: ir.Procedure, hooks: Hooks, scope: Scope, start: Segment) -> Segment:
        """The segment that looks for replacements not used yet; `used` are those that were."""
        used = self.coder.fresh("used", NUMBER, False)
        segment = self.segments.new(procedure.word, (used, *scope), fixed=True)
        self.replacing[procedure.word] = segment
        w = segment.writer
        roles = self._roles(procedure, scope)
        slot = self.slot("instead", procedure)
        w.line(f"o = [e for e in S[{slot}] if e not in {used.code} and MATCH[e >> {SHIFT}](S, e & {PIECE}{roles})]")
        with w.block("if not o:"):
            w.line(f"return s{start.number}(S, K, ({start.number}{self._codes(scope)},))")
        resume = self.segments.new(procedure.word, (used, *scope))
        w.line(f"asked, o = ranking(S, o, {self._doer(procedure)})")
        self.coder.decisions.ask(w, "asked", "o", self._site("Which replacement comes first?", "ability"), resume)
        r = resume.writer
        r.line(f"e = S[{ANSWER}]")
        given = f", {first_value(procedure)}" if procedure.result is not None else ""
        holder = f"holder(S, e & {PIECE}, {self._doer(procedure)})"
        r.line(f"K.append((BODY[e >> {SHIFT}], e & {PIECE}, {holder}{roles}{given}, (*{used.code}, e)))")
        r.line("return")
        return segment

    def _site(self, prompt: str, kind: str, decline: str = "pass") -> ir.Site:
        site = ir.Site(len(self.checked.sites), prompt, Type(kind), (), decline, "", False, "")
        self.checked.sites.append(site)
        return site

    # ------------------------------------------------------------ bodies

    def around(self, procedure: ir.Procedure, logged: bool) -> tuple[list[str], list[str]]:
        """The lines at the beginning and end of a procedure: counts of turns, spans, lifetimes and the log."""
        start, end = [], []
        game = self.layout.game
        if game.turn is not None and str(game.turn.value) == procedure.word:
            start.append("S[6] += 1")
        if logged and self.values.tracked:
            start.append(self._begin(procedure))
        during = f"during {procedure.word}"
        if during in self.spans():
            slot = self.layout.slot(during)
            start.append(f"S[{slot}] += 1")
            end.append(f"S[{slot}] -= 1")
        if f"used {procedure.word}" in self.spans():
            end.append(f"S[{self.layout.slot(f'used {procedure.word}')}] = ()")
        for memory in game.memory:
            if memory.until == procedure.word:
                base = self.layout.memory_base[memory.owner, memory.word]
                size = self.layout.owners(memory.owner) * self.layout.width(memory)
                whole = (
                    f"S[{base}] = {memory.starts!r}"
                    if size == 1
                    else f"S[{base}:{base + size}] = {[memory.starts] * size!r}"
                )
                end.append(whole)
        if logged and self.values.tracked:
            end.append(f"S[{TRACKER}].end(S)")
        return start, end

    def spans(self) -> set[str]:
        """Which procedures' running or use counts anybody asks about."""
        found = set()
        everything: list[object] = [(a.where, a.body, a.changes) for a in self.checked.abilities]
        everything += [p.body for p in self.checked.procedures.values()]
        everything += [r.cases for r in self.checked.rules.values()]
        if not self._spans:
            for node in ir.every(tuple(everything)):
                if isinstance(node, ir.During):
                    found.add(f"during {node.procedure.word}")
                elif isinstance(node, ir.MarkUse):
                    found.add(f"used {node.use.span.word}")
            for ability in self.checked.abilities:
                if ability.limit is not None:
                    found.add(f"used {ability.limit[1].word}")
            self._spans = found | {"-"}
        return self._spans

    def _body(self, procedure: ir.Procedure, w: Writer, scope: Scope, logged: bool = True) -> None:
        start, end = self.around(procedure, logged)
        if procedure.result is not None:
            w.line(f"{procedure.result.code} = {first_value(procedure)}")
            scope = (*scope, procedure.result)
            end.append(f"S[{RESULT}] = {procedure.result.code}")

        def epilogue(out: Writer) -> None:
            for line in end:
                out.line(line)

        self.coder.flow.around = Surroundings(procedure.word, epilogue if end else None)
        for line in start:
            w.line(line)
        self.coder.block(w, procedure.body, scope, RETURN)

    def _opening(self, w: Writer, procedure: ir.Procedure) -> None:
        opening = self.coder.feasible.opening(procedure)
        if opening is not None:
            w.line(opening)

    def plain(self, procedure: ir.Procedure) -> str:
        """The Python function of a procedure that never meets a decision."""
        w = Writer()
        scope = self.coder.body_scope(procedure)
        self.coder.flow.around = Surroundings(procedure.word)
        start, end = self.around(procedure, True)
        possible = self.coder.feasible.code(procedure.body)
        if possible is not None:
            self._opening(w, procedure)
            w.line(f"if not ({possible}): return {first_value(procedure)}")
        if procedure.result is not None:
            w.line(f"{procedure.result.code} = {first_value(procedure)}")
            scope = (*scope, procedure.result)
        for line in start:
            w.line(line)
        self.coder.plain.block(w, procedure.body, scope)
        for line in end:
            w.line(line)
        if procedure.result is not None:
            w.line(f"return {procedure.result.code}")
        args = "".join(f", {var.code}" for var in self.coder.body_scope(procedure))
        body = "\n".join(w.lines) or "    pass"
        return f"def p{procedure.number}(S{args}):\n{body}\n"

    # ------------------------------------------------------------ abilities

    def declare_ability(self, ability: ir.Ability) -> None:
        """Make the segment of an ability's body, if it has one."""
        if ability.kind in ("before", "after", "instead", "offer"):
            self.bodies[ability.number] = self.segments.new(ability.title, self._ability_scope(ability), fixed=True)

    def _this(self, ability: ir.Ability) -> ir.Var:
        return ability.this or self._own(ability, "this", Type("piece"))

    def _ability_scope(self, ability: ir.Ability) -> Scope:
        this = self._this(ability)
        if ability.kind == "offer":
            return (this, ability.you)
        used = (self._used(ability),) if ability.kind == "instead" else ()
        result = (ability.result,) if ability.result is not None else ()
        return (this, ability.you, *ability.roles, *result, *used)

    def _used(self, ability: ir.Ability) -> ir.Var:
        return self._own(ability, "used", NUMBER)

    def _own(self, ability: ir.Ability, word: str, kind: Type) -> ir.Var:
        """A variable of the generated code's own that all functions of an ability share."""
        key = (ability.number, word)
        if key not in self._own_vars:
            self._own_vars[key] = self.coder.fresh(word, kind, False)
        return self._own_vars[key]

    def match(self, ability: ir.Ability) -> str:
        """The function that says whether an ability applies: to an event, or for a player in a window."""
        w = Writer()
        this = self._this(ability)
        if ability.kind == "offer":
            scope = self._ability_scope(ability)
            if ability.power >= 0:
                w.line(f"if controller(S, {this.code}) != {ability.you.code}: return False")
        else:
            result = (ability.result,) if ability.result is not None and ability.kind == "after" else ()
            scope = (this, *ability.roles, *result)
            self._holder(w, ability)
        parts = []
        if ability.limit is not None:
            parts.append(self._unused(ability))
        if ability.where is not None:
            parts.append(self.values.scalar(ability.where))
        if ability.kind == "offer":
            possible = self.coder.feasible.code(ability.body)
            parts += [possible] if possible is not None else []
        counted = self.values.count_run(ability) if ability.kind == "forbid" else ""
        if counted:
            w.line(f"if not ({' and '.join(parts) or 'True'}): return False")
            w.line(f"{counted}return True")
        else:
            w.line(f"return {' and '.join(parts) or 'True'}")
        args = "".join(f", {var.code}" for var in scope)
        return f"def q{ability.number}(S{args}):\n" + "\n".join(w.lines) + "\n"

    def _holder(self, w: Writer, ability: ir.Ability) -> None:
        """Write who `you` is: the controller of the piece, or the doer for an ability of the game."""
        if ability.power >= 0:
            w.line(f"{ability.you.code} = controller(S, {self._this(ability).code})")
            if depends((ability.where, ability.body), ability.you):  # what speaks of `you` needs somebody to be it
                w.line(f"if {ability.you.code} < 0: return False")
        else:
            w.line(f"{ability.you.code} = {ability.roles[0].code}")

    def _usage(self, ability: ir.Ability) -> tuple[str, str]:
        """The slot of an ability's span, and the code of its key: the power on its piece for its holder."""
        assert ability.limit is not None
        slot = self.layout.slot(f"used {ability.limit[1].word}")
        key = f"({ability.number}, {self._this(ability).code}, {ability.you.code})"
        return f"S[{slot}]", key

    def _unused(self, ability: ir.Ability) -> str:
        assert ability.limit is not None
        slot, key = self._usage(ability)
        if ability.limit[0] == 1:
            return f"{key} not in {slot}"
        return f"{slot}.count({key}) < {ability.limit[0]}"

    def body(self, ability: ir.Ability) -> None:
        """Write the body of an ability."""
        segment = self.bodies[ability.number]
        w = segment.writer
        scope = self._ability_scope(ability)
        end: list[str] = []
        if self.values.tracked:
            w.line(f"S[{TRACKER}].begin_power(S, {ability.number}, {self._this(ability).code}, {ability.you.code})")
            end.append(f"S[{TRACKER}].end(S)")
        if ability.power in self.caused:
            slot = self.layout.slot(f"cause {ability.power}")
            w.line(f"S[{slot}] += 1")
            end.append(f"S[{slot}] -= 1")

        if ability.kind == "instead" and ability.result is not None:
            end.append(f"S[{RESULT}] = {ability.result.code}")

        def epilogue(out: Writer) -> None:
            for line in end:
                out.line(line)

        around = Surroundings(ability.title, epilogue if end else None)
        if ability.limit is not None:
            self._limit(w, ability, around, epilogue)
        if counted := self.values.count_run(ability):
            w.line(counted.rstrip("; "))
        if ability.kind == "instead":
            around.proceed = self._proceeds(ability)
        self.coder.flow.around = around
        self.coder.block(w, ability.body, scope, RETURN)

    def _limit(self, w: Writer, ability: ir.Ability, around: Surroundings, epilogue: Callable[[Writer], None]) -> None:
        """Count a use when the body begins, or when its first `may` is accepted: declining is no use."""
        slot, key = self._usage(ability)
        with w.block(f"if not ({self._unused(ability)}):"):
            epilogue(w)
            w.line("return")

        def mark(out: Writer) -> None:
            out.line(f"{slot} += ({key},)")

        if ability.kind != "offer" and optional(ability.body):
            around.accepted = mark
        else:
            w.line(f"{slot} += ({key},)")

    def _proceeds(self, ability: ir.Ability) -> Callable[[Writer, Scope, Next], None]:
        procedure = ability.procedure
        assert procedure is not None
        roles = ability.roles if procedure.you is not None else ability.roles[1:]

        def proceed(w: Writer, scope: Scope, after: Next) -> None:
            target = self.replacing[procedure.word]
            if ability.result is None:
                self.coder.flow.push(w, scope, after)
            else:
                back = self.segments.new(ability.title, scope)
                back.writer.line(f"{ability.result.code} = S[{RESULT}]")
                self.coder.flow.follow(back.writer, after)
                w.line(f"K.append({self.segments.frame(back)})")
            w.line(f"K.append(({target.number}, {self._used(ability).code}{self._codes(roles)}))")
            w.line("return")

        return proceed

    # ------------------------------------------------------------ windows

    def window(self, word: str) -> None:
        """Write the function that opens a window: everybody in turn may use offers until all have passed."""
        player = self.coder.fresh("you", PLAYER, False)
        left = self.coder.fresh("left", NUMBER, False)
        head = self.segments.new(f"window {word}", (player, left), fixed=True)
        resume = self.segments.new(f"window {word}", (player, left))
        slots = dict.fromkeys([self.layout.slot(f"offer {word}"), self.layout.slot("offer anytime")])
        listed = " + ".join(f"S[{slot}]" for slot in slots)
        w = head.writer
        w.line(f"L = {listed}")
        with w.block(f"while L and {left.code}:"):
            w.line(f"o = [e for e in L if MATCH[e >> {SHIFT}](S, e & {PIECE}, {player.code})]")
            with w.block("if o:"):
                site = self._site("You may use", "ability")
                w.line(f"o.append({PASS})")
                w.line(f"S[{PENDING}] = ({player.code}, o, {site.number})")
                w.line(f"K.append({self.segments.frame(resume)})")
                w.line("return 1")
            w.line(f"{player.code} = NEXT[{player.code}]")
            w.line(f"{left.code} -= 1")
        r = resume.writer
        r.line(f"e = S[{ANSWER}]")
        with r.block(f"if e == {PASS}:"):
            r.line(f"K.append(({head.number}, NEXT[{player.code}], {left.code} - 1))")
        with r.block("else:"):
            r.line(f"K.append(({head.number}, {player.code}, {self.layout.players}))")
            r.line(f"K.append((BODY[e >> {SHIFT}], e & {PIECE}, {player.code}))")
        self.functions.append(
            f"def open{self.values.window(word)}(S, K):\n"
            f"    return s{head.number}(S, K, ({head.number}, active(S), {self.layout.players}))\n"
        )


def optional(body: ir.Block) -> bool:
    """Whether nothing but what would happen anyway happens in a body unless somebody accepts it."""
    deeds = [statement for statement in body if not isinstance(statement, ir.LetS)]
    if len(deeds) != 1:
        return not deeds
    deed = deeds[0]
    if isinstance(deed, ir.Control):
        return deed.word in ("proceed", "nothing")
    if isinstance(deed, ir.IfS):
        return all(optional(block) for _, block in deed.branches) and optional(deed.otherwise)
    if isinstance(deed, ir.MayS):
        return optional(deed.otherwise)
    return isinstance(deed, ir.ChooseS | ir.ChooseOneS) and deed.may and optional(deed.otherwise)
