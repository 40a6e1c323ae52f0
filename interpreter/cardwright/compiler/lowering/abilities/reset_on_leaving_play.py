"""Lowering of pieces that leave play and are reset, and of what leaves with a piece."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.durations import end_lost_effects
from cardwright.compiler.lowering.abilities.moves_that_can_leave_play import name_leaving_function
from cardwright.compiler.lowering.context import Lowering, join_conditions, negate, number, op
from cardwright.compiler.lowering.created_pieces import reset_piece
from cardwright.declarations.model import ZoneDecl


def define_leaving(low: Lowering) -> list[ir.Definition]:
    """Return [function] that ends and resets what leaves play with a list of pieces.

    Returns [] if no pieces can leave play. Pieces that lie on them leave with them, unless they lie in a zone that is
    in play by itself.
    """
    if not low.playing:
        return []
    kinds, game = low.playing, low.layout.game
    leaving, gone = low.fresh("leaving", ir.PIECES), low.fresh("gone", ir.PIECES)
    words = {str(word.value) for word in game.play}
    every = list_with_parts(low, kinds)
    ended = end_lost_effects(low, every, ir.Get(gone))
    code = (
        ir.Set(gone, ir.Get(leaving)),
        *add_carried(low, kinds, gone, [zone for zone in game.zones if zone.word not in words]),
        *add_parts(low, kinds, gone),
        *((ir.Note("ends_begin", ()), *ended, ir.Note("ends_over", ())) if ended and low.tracked else ended),
        *(for_each_of_kind(low, kind, gone, partial(reset_piece, low, kind, leaving=True)) for kind in every),
    )
    return [ir.Definition(name_leaving_function(low.checked), (leaving,), ir.NOTHING, code)]


def add_carried(low: Lowering, kinds: Sequence[str], pieces: ir.Var, zones: Iterable[ZoneDecl]) -> ir.Code:
    """Return code that adds to the list `pieces` what lies on these pieces in `zones`, directly or indirectly.

    All pieces are of the given kinds.
    """
    on = {piece: slots for kind in kinds for piece, slots in _find_zones_on(low, kind, tuple(zones)).items()}
    if not on:
        return ()
    todo, each = low.fresh("todo", ir.PIECES), low.fresh("each", ir.PIECE)
    slot, lying = low.fresh("slot", ir.NUM), low.fresh("lying", ir.PIECE)
    table = low.table(("zones on", *kinds), lambda: tuple(on.get(piece, ()) for piece in range(len(low.layout.pieces))))
    loops = (
        (each, ir.Get(todo)),
        (slot, ir.StaticTable(table, ir.Get(each), ir.IrType("list", "number"))),
        (lying, op("content", ir.PIECES, ir.Get(slot))),
    )
    label, again = ir.Label(), ir.Label()
    body: ir.Code = (
        ir.Set(todo, low.fixed(ir.Each(loops, None, ir.Get(lying), ir.PIECES))),
        ir.If(((negate(op("some", ir.YES, ir.Get(todo))), (ir.Exit(label),)),)),
        ir.Set(pieces, op("joined", ir.PIECES, ir.Get(pieces), ir.Get(todo))),
    )
    return (ir.Set(todo, ir.Get(pieces)), ir.Loop(label, again, body, 0))


def _find_zones_on(low: Lowering, kind: str, zones: Sequence[ZoneDecl]) -> dict[int, tuple[int, ...]]:
    """Return, for each piece of a kind, the slots of those of its zones that are in `zones`."""
    first, layout = low.layout.kind_first[kind], low.layout
    bases = [layout.zone_base[zone.owner, zone.word] for zone in zones if zone.owner == kind]
    return {piece: tuple(base + piece - first for base in bases) for piece in layout.kind_pieces(kind)} if bases else {}


def list_with_parts(low: Lowering, kinds: Sequence[str]) -> list[str]:
    """Return some kinds and the kinds of their parts."""
    declared = low.layout.game.kinds
    return [*kinds, *(parts.kind for kind in kinds if (parts := declared[kind].parts) is not None)]


def add_parts(low: Lowering, kinds: Sequence[str], pieces: ir.Var) -> ir.Code:
    """Return code that adds to the list `pieces` the parts of these pieces. All pieces are of the given kinds."""
    if list_with_parts(low, kinds) == [*kinds]:
        return ()
    one, part = low.fresh("one", ir.PIECE), low.fresh("part", ir.PIECE)
    loops = ((one, ir.Get(pieces)), (part, ir.StaticTable("PARTS", ir.Get(one), ir.PIECES)))
    parts = low.fixed(ir.Each(loops, None, ir.Get(part), ir.PIECES))
    return (ir.Set(pieces, op("joined", ir.PIECES, ir.Get(pieces), parts)),)


def for_each_of_kind(low: Lowering, kind: str, pieces: ir.Var, make: Callable[[ir.Value], ir.Code]) -> ir.Stmt:
    """Return code that executes the code from `make` for each piece of a kind in a list of pieces of any kind."""
    there, left, first = low.fresh("there", ir.PIECE), low.fresh("left", ir.PIECE), low.layout.kind_first[kind]
    inside = [
        op("ge", ir.YES, ir.Get(there), number(first)),
        op("lt", ir.YES, ir.Get(there), number(first + low.layout.kind_count[kind])),
    ]
    of_kind = ir.Each(((there, ir.Get(pieces)),), join_conditions(inside), ir.Get(there), ir.PIECES)
    return ir.ForEach(ir.Label(), left, of_kind, make(ir.Get(left)))
