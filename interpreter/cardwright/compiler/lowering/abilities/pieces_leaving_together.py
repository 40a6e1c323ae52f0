"""Abilities of pieces that left at the same time as the event, and who held these pieces.

A block of calls that happen together has a frame with the abilities that were active when it began: first all of them
by age, then those of nobody, then those of each player.
"""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, number, op

# The slot `past holder` holds the holder + PAST while a condition is tested for an ability whose piece has left.
PAST = 2
# What the frame of an event says: it is in progress, or it is over and waits for its reactions.
GOING_ON, OVER = 0, 1
NUMBERS = ir.IrType("list", "number")


def read_past_holder(low: Lowering) -> ir.Slot:
    """Return the slot with the past holder of the ability whose condition is tested; 0 if its piece has not left."""
    return low.slot("past holder", ir.NUM)


def find_holder(low: Lowering, piece: ir.Value) -> ir.Value:
    """Return who is `you` in the condition of an ability of a piece: its controller, or its past holder."""
    past = ir.Read(read_past_holder(low))
    now = op("controller", ir.PLAYER, piece)
    return ir.Choice(op("eq", ir.YES, past, number(0)), now, op("sub", ir.PLAYER, past, number(PAST)))


def find_frame(segment: ir.Segment) -> ir.Value:
    """Return the place of the last frame of a segment on the stack. The stack must contain such a frame."""
    return op("at", ir.NUM, list_frames(segment), number(0))


def list_frames(segment: ir.Segment) -> ir.Value:
    """Return the positions of all frames of a segment on the stack, the last one first."""
    return op("frames", NUMBERS, ir.SegmentNumber(segment, ir.NUM))


def list_watching(
    low: Lowering, procedure: typed_tree.TypedProcedure, active: ir.Var, left: ir.Value, place: ir.Var
) -> ir.Value:
    """Return the abilities that can react after an event of a block, in the order in which they became active.

    These are the abilities in `active`, and those that were active when the block began, except those in `left`.
    `place` is the place of the frame of the block.
    """
    before, new = low.fresh("before", ir.ABILITY), low.fresh("new", ir.ABILITY)
    marks = low.table(
        ("after", procedure.word),
        lambda: tuple(int(each.kind == "after" and each.procedure is procedure) for each in low.checked.abilities),
    )
    mine = op("eq", ir.YES, ir.StaticTable(marks, op("ability", ir.NUM, ir.Get(before)), ir.NUM), number(1))
    stays = ir.Logic("and", (mine, op("not in", ir.YES, ir.Get(before), left)))
    fresh = op("not in", ir.YES, ir.Get(new), _read_watching(place, 0))
    parts = (
        ir.Each(((before, _read_watching(place, 0)),), stays, ir.Get(before), ir.ABILITIES),
        ir.Each(((new, ir.Get(active)),), fresh, ir.Get(new), ir.ABILITIES),
    )
    return ir.Many(tuple(ir.Splice(part, ir.ABILITIES) for part in parts), ir.ABILITIES)


def find_past_holder(low: Lowering, entry: ir.Var, active: ir.Var, place: ir.Var) -> ir.Value:
    """Return the value of the slot `past holder` for an ability: 0 if it is active now."""
    found: ir.Value = number(PAST - 1)
    for seat in range(low.players):
        there = op("in", ir.YES, ir.Get(entry), _read_watching(place, seat + PAST))
        found = ir.Choice(there, number(seat + PAST), found)
    return ir.Choice(op("in", ir.YES, ir.Get(entry), ir.Get(active)), number(0), found)


def _read_watching(place: ir.Var, at: int) -> ir.Value:
    """Return list `at` in the frame of a block: all abilities (0), those of nobody (1), or those of one player."""
    return op("framed list", ir.ABILITIES, ir.Get(place), number(at))
