"""Recomputation of frame variables after a determinization has changed hidden information."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.hidden_values import is_piece_type
from cardwright.compiler.analysis.rematerialization import Rematerialization
from cardwright.compiler.analysis.suspension_points import SuspensionPoint
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.choices.preconditions import make_empty_result
from cardwright.compiler.lowering.context import number, op
from cardwright.compiler.lowering.continuations import ContinuationInfo
from cardwright.compiler.lowering.expressions import count_items
from cardwright.compiler.lowering.statements import StatementLowering
from cardwright.compiler.passes.split_at_suspension import Cutter

# Frame indices of players.
Places = tuple[int, ...]
# A recomputed variable of a frame: its index, the function, the indices of the arguments, and those of the players who
# know the value: in their determinizations it stays.
Recomputation = tuple[int, ir.Function, Places, Places]
Knows = Callable[[typed_tree.Value | None], bool]
# The types of frame variables that can be blank: 0, no, or an empty list.
BLANK = ("number", "yes_no", "list")


@dataclass(frozen=True, slots=True)
class Unrecomputable:
    """A part of a frame that cannot be recomputed and that reveals hidden information.

    The part is the variable `name` or, if that is None, the fact that execution has stopped at `statement`. Some
    players know the information anyway: `knowers` are the indices of the variables in the frame that hold these
    players.
    """

    knowers: Places
    name: typed_tree.TypedVar | None = None
    statement: int = 0


class _NoContinuations(ContinuationInfo):
    """Continuations for code that never suspends: all empty."""

    def enter(self, loop: typed_tree.Stmt, how: str, *held: ir.Var) -> None:
        """Register nothing."""

    def again(self, loop: typed_tree.Stmt) -> ir.Continuations:
        """Return no continuation; the loop may be a part of a written one, which has no point of its own."""
        return ()

    def waits(self, point: SuspensionPoint | None, *more: ir.LiveValue) -> ir.Continuations:
        """Return no continuation."""
        return ()


class FrameRecomputation:
    """Functions that recompute frame variables after a determinization has changed hidden information.

    A function executes the statements that assigned a variable, provided that they have no other effect. A variable
    that cannot be recomputed gets a blank value, so that a bot gains nothing from it, or stays unchanged; both are
    listed as unrecomputable. Variables with pieces stay if it is known which piece is meant, since the determinization
    decides what that piece is.
    """

    def __init__(self, statements: StatementLowering, cutter: Cutter) -> None:
        self.low = statements.low
        self.statements = statements
        self.continuations = statements.continuations
        self.unwaiting = _NoContinuations(statements.low, statements.continuations.points)
        self.cutter = cutter
        # by variable and parameters: frames differ in the variables they hold
        self.functions: dict[tuple[ir.Var, tuple[ir.Var, ...]], ir.Definition] = {}
        self._replays = Rematerialization.all(self.low.checked)

    def frame(self, segment: ir.Segment) -> tuple[list[Recomputation], list[Unrecomputable]]:
        """Return the recomputed variables of a frame, in order, and the parts that cannot be recomputed."""
        places = {var: place for place, var in enumerate(segment.live, start=1)}
        rows: list[Recomputation] = []
        unrecomputable: list[Unrecomputable] = []
        here = [self.continuations.here.get((each.text, each.place), 0) for each in segment.waits or ()]
        if not any(waiting.place for waiting in segment.waits or ()):
            return rows, unrecomputable  # nothing is suspended: execution continues at once
        for var, place in places.items():
            knowers = None if var in segment.kept else self._find_knowers(self._find_predicate(var), segment)
            if knowers is None:
                continue
            found = self._make_recomputation(var, set(places))
            if found is None:
                unrecomputable.append(Unrecomputable(knowers, self.low.checked_name(var), here[0]))
                found = self._make_blank(var)
            if found is not None:
                takes = tuple(places[each] for each in found.params)
                rows.append((place, found.function, takes, knowers))
        return rows, [*unrecomputable, *self._find_revealing_positions(segment, here)]

    def _find_revealing_positions(self, segment: ir.Segment, here: Sequence[int]) -> Iterator[Unrecomputable]:
        """Yield the suspended statements that reveal hidden information by being executed at all."""
        sight = self.low.sight
        for statement in here:
            knowers = self._find_knowers(
                partial(sight.knows_entry, sight.definitions.paths.get(statement, ())), segment
            )
            if knowers is not None:
                yield Unrecomputable(knowers, statement=statement)

    # ------------------------------------------------------------ who knows

    def _find_predicate(self, var: ir.Var) -> Knows:
        """Return a predicate: called with a player, it returns True if the player knows the value of a variable."""
        sight, name, over = self.low.sight, self.low.checked_name(var), self.low.rounds.get(var)
        if over is not None and (name is None or name.own):
            return partial(sight.follows_rounds, over[0])
        return (lambda player: True) if name is None else partial(sight.follows_name, name)

    def _find_knowers(self, knows: Knows, segment: ir.Segment) -> Places | None:
        """Return the frame indices of the players for whom `knows` returns True.

        Returns None if all players or the decider know the value, so that nothing needs to be recomputed.
        """
        if knows(None) or (segment.decider is not None and knows(segment.decider)):
            return None
        found = []
        for place, var in enumerate(segment.live, start=1):
            name = self.low.checked_name(var)
            if (
                name is not None
                and name.type.base == "player"
                and self.low.sight.knows(typed_tree.LocalExpr(name), None)
            ):
                found += [place] if knows(typed_tree.LocalExpr(name)) else []
        return tuple(found)

    # ------------------------------------------------------------ functions

    def _make_recomputation(self, var: ir.Var, live: set[ir.Var]) -> ir.Definition | None:
        """Return a function that computes a variable again from the other variables of the frame, or None."""
        name = self.low.checked_name(var)
        there = {each for each in map(self.low.checked_name, live) if each is not None and each is not name}
        if var in self.low.rounds:
            return self._recompute_loop(var, live, there)
        block = None if name is None else self._replays.again(name, there)
        if block is None or name is None:
            return None
        return self._lower_function(var, live, self._lower(block), ir.Get(var))

    def _recompute_loop(self, var: ir.Var, live: set[ir.Var], there: set[typed_tree.TypedVar]) -> ir.Definition | None:
        """Return a function that recomputes the items of a loop, or its current item; None if this is impossible.

        `there` are the variables whose values are known. If the recomputed list has no item at the current index, the
        current item stays as it is.
        """
        items, place = self.low.rounds[var]
        if items.type.base != "list":
            return None
        before = self._replays.before(items, there)
        if before is None:
            return None
        code, listed = self._lower(before), self.low.fixed(self.low.items(items))
        if place is None:
            return self._lower_function(var, live, code, listed)
        here = op("sub", ir.NUM, ir.Get(place), number(1))
        all_of = self.low.fresh("all", listed.ty)
        first = op("at", var.ty, ir.Get(all_of), here)
        found = ir.Choice(op("lt", ir.YES, here, count_items(ir.Get(all_of))), first, ir.Get(var))
        return self._lower_function(var, live, (*code, ir.Set(all_of, listed)), found)

    def _lower(self, block: typed_tree.Block) -> ir.Code:
        self.statements.begin("what is worked out anew")
        self.statements.continuations = self.unwaiting
        code = self.cutter.plain(self.statements.block(block))
        self.statements.continuations = self.continuations
        return code

    def _lower_function(self, var: ir.Var, live: set[ir.Var], code: ir.Code, value: ir.Value) -> ir.Definition | None:
        body = (*code, ir.Return(value))
        given = {
            each.var for each in ir.walk_nodes(body) if isinstance(each, ir.Set | ir.ForEach | ir.Bind | ir.Reachable)
        }
        given |= {name for each in ir.walk_nodes(body) if isinstance(each, ir.Each) for name, _ in each.loops}
        params = tuple(sorted(ir.find_free_variables(body) - given, key=lambda each: (each.order, each.uid)))
        if not set(params) <= live:
            return None
        new = ir.Definition(ir.Function("anew", len(self.functions)), params, var.ty, body)
        return self.functions.setdefault((var, params), new)

    def _make_blank(self, var: ir.Var) -> ir.Definition | None:
        """Return a function that gives the blank value of a variable, or None for variables that stay unchanged."""
        name, over = self.low.checked_name(var), self.low.rounds.get(var)
        if name is not None and (name.type.base in BLANK and not is_piece_type(name.type)):
            empty = ir.Const(0, var.ty) if name.mask else make_empty_result(name)
        elif over is not None and name is None and not is_piece_type(over[0].type):
            empty = number(0) if over[0].type.base == "number" else ir.Const((), var.ty)
        else:
            return None
        new = ir.Definition(ir.Function("anew", len(self.functions)), (), var.ty, (ir.Return(empty),))
        return self.functions.setdefault((var, ()), new)
