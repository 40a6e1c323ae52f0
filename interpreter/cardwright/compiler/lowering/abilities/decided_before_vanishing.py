"""Lowering of reactions that are decided just before a piece of their event goes out of the game."""

from __future__ import annotations

from collections.abc import Collection

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.decided_before_vanishing import holds_kind
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.durations import end_durations
from cardwright.compiler.lowering.abilities.pieces_leaving_together import (
    GOING_ON,
    OVER,
    find_frame,
    find_past_holder,
    list_frames,
    list_watching,
    read_past_holder,
)
from cardwright.compiler.lowering.choices.preconditions import make_empty_result
from cardwright.compiler.lowering.context import Hooks, Lowering, number, op
from cardwright.compiler.passes.split_at_suspension import Segments

# Which conditions of a reaction are tested: all, those about pieces that go out of the game meanwhile, or the others.
ALL, EARLY, LATE = 0, 1, 2
UNDECIDED = (number(ALL), ir.Const((), ir.ABILITIES))


def make_variables(low: Lowering) -> tuple[ir.Var, ir.Var]:
    """Return variables for a decision made early: the conditions not yet tested, and the reactions still possible."""
    return low.fresh("untested", ir.NUM, "number"), low.fresh("possible", ir.ABILITIES, "abilities")


def fits_after(segment: ir.Segment, entry: ir.Var, roles: tuple[ir.Value, ...]) -> ir.Value:
    """Return the condition that a reaction applies after an event.

    The first two parameters of `segment` say which conditions are not yet tested, and which reactions are still
    possible.
    """
    untested, possible = (ir.Get(var) for var in segment.params[:2])
    may = ir.Logic("or", (op("eq", ir.YES, untested, number(ALL)), op("in", ir.YES, ir.Get(entry), possible)))
    return ir.Logic("and", (may, ir.Fits(ir.Get(entry), (untested, *roles))))


def decide_events(low: Lowering, segments: Segments, kinds: Collection[str], gone: ir.Var) -> ir.Code:
    """Return code that decides, for events in progress, what depends on the pieces in `gone` before they leave.

    First the code decides which reactions can follow the events, then it ends the effects that the events end. `kinds`
    are the kinds of the pieces.
    """
    loops: list[ir.Stmt] = []
    for decide in (_decide_reactions, _end_durations):
        for procedure in low.checked.procedures.values():
            segment = segments.deciding.get(procedure.number)
            roles = [low.var(param) for param in procedure.params if holds_kind(param, kinds)]
            place = low.fresh("place", ir.NUM)
            code = decide(low, procedure, segment, place, segments.block) if segment is not None and roles else ()
            if segment is not None and code:
                loaded = [ir.Set(var, _read_frame(place, at, var.ty)) for at, var in enumerate(segment.params)]
                touched = ir.Logic("or", tuple(_holds(low, var, gone) for var in roles))
                loops.append(ir.ForEach(ir.Label(), place, list_frames(segment), (*loaded, ir.If(((touched, code),)))))
    return tuple(loops)


def _end_durations(
    low: Lowering, procedure: typed_tree.TypedProcedure, segment: ir.Segment, place: ir.Var, block: ir.Segment | None
) -> ir.Code:
    """Return code that ends the durations which an event ends, unless the event is over and waits in a block."""
    code, over = end_durations(low, procedure), _find_state(low, procedure, segment)
    return (ir.If(((op("eq", ir.YES, ir.Get(over[0]), number(GOING_ON)), code),)),) if over and code else code


def _find_state(low: Lowering, procedure: typed_tree.TypedProcedure, segment: ir.Segment) -> tuple[ir.Var, ...]:
    """Return the variables of an event's frame that a game with blocks adds: whether it is over, abilities, result."""
    return segment.params[2 + len(procedure.params) + (procedure.you is not None) :] if low.gathered else ()


def _decide_reactions(
    low: Lowering, procedure: typed_tree.TypedProcedure, segment: ir.Segment, place: ir.Var, block: ir.Segment | None
) -> ir.Code:
    """Return code that decides which reactions can follow an event; the variables of its frame are loaded.

    `place` is the position of the frame on the stack.
    """
    if not low.hooks.get(procedure.word, Hooks()).after:
        return ()
    untested = segment.params[0]
    params = segment.params[2 : 2 + len(procedure.params) + (procedure.you is not None)]
    doer = () if procedure.you is not None else (ir.Const(-1, ir.PLAYER),)
    given = () if procedure.result is None else (make_empty_result(procedure.result),)
    args = (number(EARLY), *doer, *map(ir.Get, params), *given)
    entry = low.fresh("entry", ir.ABILITY)
    active = ir.Read(low.slot(f"after {procedure.word}", ir.ABILITIES))
    fitting: ir.Value = ir.Each(((entry, active),), ir.Fits(ir.Get(entry), args), ir.Get(entry), ir.ABILITIES)
    first: ir.Code = ()
    if block is not None:
        found = low.fresh("found", ir.ABILITIES)
        state = _find_state(low, procedure, segment)
        first = _find_in_block(low, procedure, block, state, found, fitting, args)
        fitting = ir.Get(found)
    code = (
        *first,
        ir.Do(op("reframe list", ir.NOTHING, ir.Get(place), number(1), low.fixed(fitting))),
        ir.Do(op("reframe", ir.NOTHING, ir.Get(place), number(0), number(LATE))),
    )
    return (ir.If(((op("eq", ir.YES, ir.Get(untested), number(ALL)), code),)),)


def _find_in_block(
    low: Lowering,
    procedure: typed_tree.TypedProcedure,
    block: ir.Segment,
    state: tuple[ir.Var, ...],
    found: ir.Var,
    fitting: ir.Value,
    args: tuple[ir.Value, ...],
) -> ir.Code:
    """Return code that assigns to `found` the abilities that can react to an event.

    Outside of a block, these are `fitting`. In a block, abilities of pieces that have left can react too. `state` is as
    in `_find_state`.
    """
    place, past, entry = low.fresh("block", ir.NUM), low.fresh("past", ir.NUM), low.fresh("entry", ir.ABILITY)
    active, watching = low.fresh("active", ir.ABILITIES), low.fresh("watching", ir.ABILITIES)
    over = op("eq", ir.YES, ir.Get(state[0]), number(OVER))
    left = ir.Choice(over, ir.Get(state[1]), ir.Const((), ir.ABILITIES))
    more = ir.Many((ir.Splice(ir.Get(found), ir.ABILITIES), ir.Get(entry)), ir.ABILITIES)
    each = (
        ir.Set(past, find_past_holder(low, entry, active, place)),
        ir.Store(read_past_holder(low), ir.Get(past)),
        ir.If(((ir.Fits(ir.Get(entry), args), (ir.Set(found, Lowering.fixed(more)),)),)),
    )
    inside: ir.Code = (
        ir.Set(place, find_frame(block)),
        ir.Set(active, Lowering.fixed(ir.Read(low.slot(f"after {procedure.word}", ir.ABILITIES)))),
        ir.Set(watching, Lowering.fixed(list_watching(low, procedure, active, left, place))),
        ir.Set(found, ir.Const((), ir.ABILITIES)),
        ir.ForEach(ir.Label(), entry, ir.Get(watching), each),
        ir.Store(read_past_holder(low), number(0)),
    )
    there = op("some", ir.YES, list_frames(block))
    return (ir.If(((there, inside),), (ir.Set(found, Lowering.fixed(fitting)),)),)


def _read_frame(place: ir.Var, at: int, ty: ir.IrType) -> ir.Value:
    """Return IR for the value of a variable in a frame on the stack."""
    return op("framed list" if ty.base == "list" else "framed", ty, ir.Get(place), number(at))


def _holds(low: Lowering, var: ir.Var, gone: ir.Var) -> ir.Value:
    """Return the condition that a variable holds a piece that vanishes."""
    if var.ty.base == "piece":
        return op("in", ir.YES, ir.Get(var), ir.Get(gone))
    each = low.fresh("each", ir.PIECE)
    there = op("in", ir.YES, ir.Get(each), ir.Get(gone))
    return ir.Fold("any", ir.Each(((each, ir.Get(var)),), None, there, ir.IrType("list", "yes_no")), ir.YES)
