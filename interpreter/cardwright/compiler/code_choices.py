"""Writes choices: one pick after the other, each of one item or of several, openly or in secret."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardwright.compiler import ir
from cardwright.compiler.code_decisions import DecisionCoder
from cardwright.compiler.code_flow import Scope
from cardwright.compiler.code_moves import MoveCoder
from cardwright.compiler.code_picks import PickCoder
from cardwright.compiler.code_values import count_run
from cardwright.compiler.layout import ANSWER, PASS, TRACKER
from cardwright.compiler.segments import Next, Segment, Writer
from cardwright.language.types import NUMBER, Type, list_of


@dataclass(frozen=True, slots=True)
class Several:
    """A pick of several: what is left, how few and how many; `scope` is known at `head`, `done` comes after it."""

    pool: ir.Var
    low: ir.Var
    high: ir.Var
    scope: Scope
    head: Segment
    done: Segment


def _size(pool: ir.Var) -> str:
    """Code for how many can be picked."""
    return f"{pool.code}.bit_count()" if pool.mask else f"len({pool.code})"


class ChoiceCoder:
    """Writes choices that somebody makes."""

    def __init__(
        self,
        decisions: DecisionCoder,
        picks: PickCoder,
        moves: MoveCoder,
        fresh: Callable[[str, Type, bool], ir.Var],
    ) -> None:
        self.decisions = decisions
        self.flow = decisions.flow
        self.block = decisions.block
        self.values = picks.values
        self.feasible = picks.feasible
        self.picks = picks
        self.moves = moves
        self.fresh = fresh

    def choose(self, w: Writer, statement: ir.ChooseS, scope: Scope, after: Next, out: Next) -> None:
        other = self.decisions.other(statement.otherwise, scope, out)
        for possible in (self.feasible.asked(statement), self.feasible.body(statement, about_picks=False)):
            if possible is not None:
                with w.block(f"if not ({possible}):"):
                    self._declined(w, statement, 0)
                    self.flow.follow(w, other)
        self._pick(w, statement, 0, scope, after, other)

    def _pick(self, w: Writer, statement: ir.ChooseS, number: int, scope: Scope, after: Next, other: Next) -> None:
        if number == len(statement.picks):
            self.moves.remember_origins(statement)
            self.block(w, statement.body, scope, after)
            return
        pick = statement.picks[number]
        if pick.at_random or (self.picks.alike(pick) and not (statement.may and number == 0)):
            possible, lines = self.picks.free(w, pick, statement.player)
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
            self._declined(w, statement, number)
            self.flow.follow(w, other)
        may = statement.may and number == 0
        if may:
            w.line(f"o.append({PASS})")
        self.picks.candidates(w, pick, ahead)
        self.decisions.ask(w, self.values.scalar(statement.player), "o", pick.site, resume, may)
        if may:
            with resume.writer.block(f"if S[{ANSWER}] == {PASS}:"):
                self.flow.follow(resume.writer, other)
            self.flow.accept(resume.writer)
        resume.writer.line(f"{pick.var.code} = S[{ANSWER}]")
        self._pick(resume.writer, statement, number + 1, (*scope, pick.var), after, other)

    def _declined(self, w: Writer, statement: ir.ChooseS, number: int) -> None:
        """Note in a tracked game that who may choose passes, because there is nothing to choose."""
        if self.values.tracked and statement.may and number == 0:
            player, site = self.values.scalar(statement.player), statement.picks[0].site.number
            w.line(f"S[{TRACKER}].not_asked({player}, {PASS}, {site}, [])")

    def _pick_several(
        self, w: Writer, statement: ir.ChooseS, number: int, scope: Scope, after: Next, other: Next
    ) -> None:
        pick = statement.picks[number]
        pool, low, high = self._bounds(w, pick)
        with w.block(f"if {_size(pool)} < {low.code}:"):
            self._declined(w, statement, number)
            self.flow.follow(w, other)
        w.line(f"{pick.var.code} = {'0' if pick.var.mask else '()'}")
        inner = (*scope, pool, low, high, pick.var)
        several = Several(pool, low, high, inner, self.flow.new(inner), self.flow.new((*scope, pick.var)))
        self.flow.follow(w, Next("jump", several.head))
        self._ask_for_next(statement, number, several, other)
        self._pick(several.done.writer, statement, number + 1, (*scope, pick.var), after, other)

    def _bounds(self, w: Writer, pick: ir.PickS) -> tuple[ir.Var, ir.Var, ir.Var]:
        """Write what can be picked of several, and how few and how many."""
        masked = pick.var.mask and self.values.is_mask(self.picks.filtered(pick))
        pool = self.fresh("pool", pick.source.type, masked)
        low = self.fresh("low", NUMBER, False)
        high = self.fresh("high", NUMBER, False)
        pieces = self.picks.filtered(pick)
        w.line(f"{pool.code} = {self.values.scalar(pieces) if masked else f'tuple({self.values.sized(pieces)})'}")
        count = self.values.scalar(pick.count) if pick.count is not None else "0"
        w.line(f"{low.code} = {count if pick.amount in ('exactly', 'at_least') else '0'}")
        w.line(f"{high.code} = {count if pick.amount in ('exactly', 'up_to') else _size(pool)}")
        return pool, low, high

    def _ask_for_next(self, statement: ir.ChooseS, number: int, several: Several, other: Next) -> None:
        """Write the question for one more of several, or that there are enough."""
        pick = statement.picks[number]
        w = several.head.writer
        pool, low, high = several.pool.code, several.low.code, several.high.code
        resume = self.flow.new(several.scope)
        w.line(f"n = {f'{pick.var.code}.bit_count()' if pick.var.mask else f'len({pick.var.code})'}")
        with w.block(f"if n >= {high} or not {pool}:"):
            self.flow.jump(w, several.done)
        kind = pick.item.type.of if pick.item.type.base == "piece" else ""
        alike = int(bool(kind) and self.values.layout.game.kinds[kind].interchangeable)
        if several.pool.mask and alike:
            w.line(f"o = next_of({pool}, {low} - n, {self.values.groups(kind)})")
        else:
            w.line(f"o = choices({f'ids({pool})' if several.pool.mask else pool}, {low} - n, {alike})")
        may = statement.may and number == 0
        with w.block(f"if n >= {low}{' or n == 0' if may else ''}:"):
            w.line(f"o.append({PASS})")
        self.picks.candidates(w, pick, None)
        self.decisions.ask(w, self.values.scalar(statement.player), "o", pick.site, resume)
        self._take_next(resume.writer, pick, may, several, other)

    def _take_next(self, w: Writer, pick: ir.PickS, may: bool, several: Several, other: Next) -> None:
        """Write what follows from the answer: one more is picked, or there are enough."""
        pool = several.pool.code
        w.line(f"a = S[{ANSWER}]")
        with w.block(f"if a == {PASS}:"):
            if may:
                with w.block(f"if not {pick.var.code}:"):
                    self.flow.follow(w, other)
            self.flow.jump(w, several.done)
        if may and self.flow.around.accepted is not None:
            with w.block(f"if not {pick.var.code}:"):
                self.flow.accept(w)
        w.line(f"{pick.var.code} {'|= 1 << a' if pick.var.mask else '+= (a,)'}")
        w.line(f"{pool} = {f'{pool} >> a + 1 << a + 1' if several.pool.mask else f'{pool}[{pool}.index(a) + 1:]'}")
        self.flow.wait(w, several.head)
        w.line("return")

    def secretly(self, w: Writer, statement: ir.ForS, scope: Scope, after: Next) -> None:
        """Ask everybody in turn, keep the answers in the frame, and only then do what follows from each."""
        choose = statement.body[0]
        assert isinstance(choose, ir.ChooseS)
        pick = choose.picks[0]
        count_run(w, self.values, choose)
        # In a frame the answers stand behind whom they are of and how many of them count already; their type tells of
        # what they are.
        items = self.fresh("sealed_by", statement.list.type, False)
        place = self.fresh("sealed_place", NUMBER, False)
        answers = self.fresh("sealed", Type("number", pick.item.type.base), False)
        offered = self.fresh("sealed_from", list_of(pick.item.type), False)
        w.line(f"{items.code} = tuple({self.values.sized(statement.list)})")
        w.line(f"{place.code} = 0")
        w.line(f"{answers.code} = ()")
        inner = (*scope, items, place, answers)
        head = self.flow.new(inner)
        resume = self.flow.new((*inner, offered)) if pick.amount == "one" else head
        reveal = self.flow.new(inner)
        self.flow.follow(w, Next("jump", head))
        h = head.writer
        with h.block(f"if {place.code} >= len({items.code}):"):
            h.line(f"{place.code} = 0")
            self.flow.jump(h, reveal)
        h.line(f"{statement.var.code} = {items.code}[{place.code}]")
        known = (*inner, statement.var, pick.var)
        if pick.amount != "one":
            self._several_secretly(h, choose, (*inner, statement.var, offered), Next("back", head))
            self._reveal(reveal, (items, place, answers), statement, known, after)
            return
        h.line(f"o = {self.picks.options(pick, None)} or [{PASS}]")
        if choose.may:
            h.line(f"if o[-1] != {PASS}: o.append({PASS})")
        asked = self.feasible.asked(choose)
        if asked is not None:
            h.line(f"if not {asked}: o = [{PASS}]")
        h.line(f"{offered.code} = tuple(o)")
        self.decisions.ask(h, self.values.scalar(choose.player), "o", pick.site, resume)
        resume.writer.line(f"{answers.code} += ((S[{ANSWER}], {offered.code}),)")
        resume.writer.line(f"{place.code} += 1")
        self.flow.follow(resume.writer, Next("back", head))
        self._reveal(reveal, (items, place, answers), statement, known, after)

    def _several_secretly(self, w: Writer, choose: ir.ChooseS, scope: Scope, after: Next) -> None:
        """Ask one player for several, and keep them together with all they could have been, how few and how many.

        The last names of the scope are the place in turn, the answers of all, who is asked, and what is offered.
        """
        pick = choose.picks[0]
        place, answers, _, offered = scope[-4:]
        pool, low, high = self._bounds(w, pick)
        w.line(f"{offered.code} = {f'ids({pool.code})' if pool.mask else pool.code}")
        inner = (*scope, pool, low, high, pick.var)
        none = self.flow.new((*scope, low, high))
        several = Several(pool, low, high, inner, self.flow.new(inner), self.flow.new(inner))
        asked = self.feasible.asked(choose)
        with w.block(f"if {_size(pool)} < {low.code}{f' or not ({asked})' if asked is not None else ''}:"):
            self.flow.jump(w, none)
        w.line(f"{pick.var.code} = {'0' if pick.var.mask else '()'}")
        self.flow.follow(w, Next("jump", several.head))
        self._ask_for_next(choose, 0, several, Next("jump", none))
        chosen = f"ids({pick.var.code})" if pick.var.mask else pick.var.code
        bounds = f"{low.code}, {high.code}, {int(choose.may)}"
        for segment, answer in ((several.done, chosen), (none, str(PASS))):
            segment.writer.line(f"{answers.code} += (({answer}, {offered.code}, {bounds}),)")
            segment.writer.line(f"{place.code} += 1")
            self.flow.follow(segment.writer, after)

    def _reveal(
        self, reveal: Segment, kept: tuple[ir.Var, ir.Var, ir.Var], statement: ir.ForS, scope: Scope, after: Next
    ) -> None:
        """Write what follows from each kept answer."""
        choose = statement.body[0]
        assert isinstance(choose, ir.ChooseS)
        chosen = choose.picks[0].var.code
        items, place, answers = (var.code for var in kept)
        w = reveal.writer
        with w.block(f"if {place} >= len({items}):"):
            self.flow.follow(w, after)
        w.line(f"{statement.var.code} = {items}[{place}]")
        w.line(f"{chosen} = {answers}[{place}][0]")
        w.line(f"{place} += 1")
        with w.block(f"if {chosen} == {PASS}:"):
            self.flow.follow(w, Next("back", reveal))
        if choose.picks[0].var.mask:
            w.line(f"{chosen} = mask_of({chosen})")
        self.block(w, choose.body, scope, Next("back", reveal))
