"""Lowering of moves, with faster code for moves between zones known at compile time."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.moves_that_can_leave_play import can_leave_play, move_out_of_play
from cardwright.compiler.lowering.bitsets import find_constant
from cardwright.compiler.lowering.context import Lowering, join_conditions, number, op
from cardwright.compiler.lowering.created_pieces import return_token, return_tokens
from cardwright.compiler.lowering.memory_and_zones import FACES, find_certain_zone_slot, find_location, reset_memory
from cardwright.declarations.model import MemoryDecl
from cardwright.declarations.value_types import Type

# Places of an ordered zone that are always there.
TOP, BOTTOM = number(0), number(1)


def find_inner_place(at: ir.Value) -> ir.Value:
    """Return IR that converts a position, counted from 1 at the bottom of a zone, to one for the primitive `put`."""
    return op("add", ir.NUM, op("max", ir.NUM, at, number(1)), number(1))


def swap(low: Lowering, piece: typed_tree.Value, other: typed_tree.Value) -> ir.Code:
    """Return code that swaps the positions of two pieces, which lie in one zone or in two.

    In one zone, the upper piece takes the lower position, which shifts the other piece up by one. Then that piece moves
    to the upper position.
    """
    kind = piece.type.of
    mine, its = (typed_tree.TypedVar(word, value.type, 0, own=True) for word, value in (("one", piece), ("two", other)))
    here, there = (typed_tree.TypedVar(word, Type("zone", kind), 0, own=True) for word in ("here", "there"))
    low.located = True
    code: list[ir.Stmt] = [ir.Set(low.var(mine), low.value(piece)), ir.Set(low.var(its), low.value(other))]
    positions = []
    for var, zone in ((mine, here), (its, there)):
        position = low.fresh("position", ir.NUM)
        positions.append(ir.Get(position))
        code.append(ir.Set(low.var(zone), ir.Read(find_location(low, ir.Get(low.var(var))))))
        code.append(ir.Set(position, op("place_of", ir.NUM, ir.Get(low.var(var)))))

    def moved(var: typed_tree.TypedVar, zone: typed_tree.TypedVar, position: ir.Value) -> ir.Code:
        place = op("add", ir.NUM, position, number(1))
        return move(low, typed_tree.LocalExpr(var), typed_tree.LocalExpr(zone), place)

    first, second = positions
    down = (*moved(mine, there, second), *moved(its, here, first))
    up = (*moved(its, here, first), *moved(mine, there, second))
    same = op("eq", ir.YES, ir.Get(low.var(here)), ir.Get(low.var(there)))
    return (*code, ir.If(((join_conditions([same, op("lt", ir.YES, first, second)]), up),), down))


def move(low: Lowering, pieces: typed_tree.Value, to: typed_tree.Value, place: ir.Value) -> ir.Code:
    """Return code that moves pieces, or all pieces of a zone, to `place` in another zone.

    `place` is TOP, BOTTOM or an inner position. Pieces that leave play begin anew before they move.
    """
    if can_leave_play(low, pieces, to):
        return move_out_of_play(low, pieces, to, lambda moved, target: _move(low, moved, target, place))
    return _move(low, pieces, to, place)


def _move(low: Lowering, pieces: typed_tree.Value, to: typed_tree.Value, place: ir.Value) -> ir.Code:
    """Return code that moves pieces, or all pieces of a zone, to `place` in another zone."""
    kind = (pieces.type.item or pieces.type).of
    forgotten = [memory for memory in low.layout.game.memory if memory.resets and memory.owner == kind]
    if forgotten or kind in low.token_kinds:
        one = pieces.items[0] if isinstance(pieces, typed_tree.ListExpr) and len(pieces.items) == 1 else pieces
        changed = _move_many_with_changes if one.type.base == "list" else _move_one_with_changes
        return changed(low, kind, forgotten, one, to, place)
    if (
        not low.tracked
        and place is TOP
        and isinstance(to, typed_tree.ZoneExpr)
        and low.sure(to)
        and not _affects_powers(low, to)
        and not _can_nest(low, to)
    ):
        known = _move_top(low, pieces, to) or _move_picked(low, pieces, to)
        if (
            known is None
            and isinstance(pieces, typed_tree.ContentExpr)
            and isinstance(pieces.zone, typed_tree.ZoneExpr)
        ):
            known = _move_whole_zone(low, pieces.zone, to) if _is_simple_source(low, pieces.zone) else None
        if known is not None:
            return known
    return (_lower_put(low.items(pieces), low.value(to), place),)


def _lower_put(pieces: ir.Value, to: ir.Value, place: ir.Value) -> ir.Stmt:
    """Return a move of any pieces to any zone."""
    return ir.Do(op("put", ir.NOTHING, pieces, to, place))


def _move_many_with_changes(
    low: Lowering,
    kind: str,
    forgotten: list[MemoryDecl],
    pieces: typed_tree.Value,
    to: typed_tree.Value,
    place: ir.Value,
) -> ir.Code:
    """Return code that moves pieces of a kind that has tokens, or memory that is reset by moves.

    Tokens may return to their pool instead. Memory is reset for pieces that come from another zone.
    """
    moved, target = low.fresh("moved", ir.PIECES), low.fresh("target", ir.ZONE)

    def onward(going: ir.Value) -> ir.Code:
        put = _lower_put(going, ir.Get(target), place)
        return _move_with_reset(low, forgotten, going, ir.Get(target), put) if forgotten else (put,)

    onward_all = (
        return_tokens(low, kind, ir.Get(moved), ir.Get(target), low.sure(to), onward)
        if kind in low.token_kinds
        else onward(ir.Get(moved))
    )
    return (
        ir.Set(target, low.value(to)),
        ir.Set(moved, low.fixed(low.items(pieces))),
        ir.If(((op("some", ir.YES, ir.Get(moved)), onward_all),)),
    )


def _move_one_with_changes(
    low: Lowering,
    kind: str,
    forgotten: list[MemoryDecl],
    piece: typed_tree.Value,
    to: typed_tree.Value,
    place: ir.Value,
) -> ir.Code:
    """Return code that moves a piece (or `none`) of a kind that has tokens, or memory that a move resets."""
    moved, target, left = low.fresh("moved", ir.PIECE), low.fresh("target", ir.ZONE), low.fresh("left", ir.YES)
    code: ir.Code = (_lower_put(ir.Many((ir.Get(moved),), ir.PIECES), ir.Get(target), place),)
    if forgotten:
        low.located = True
        where = ir.Read(find_location(low, ir.Get(moved)))
        came = join_conditions([ir.Get(left), op("eq", ir.YES, where, ir.Get(target))])
        begun = tuple(stored for one in forgotten for stored in reset_memory(low, one, ir.Get(moved)))
        code = (ir.Set(left, op("ne", ir.YES, where, ir.Get(target))), *code, ir.If(((came, begun),)))
    if kind in low.token_kinds:
        code = return_token(low, kind, moved, ir.Get(target), low.sure(to), code)
    if not low.sure(piece):
        code = (ir.If(((op("ge", ir.YES, ir.Get(moved), number(0)), code),)),)
    return (ir.Set(target, low.value(to)), ir.Set(moved, low.value(piece)), *code)


def _move_with_reset(
    low: Lowering, memory: list[MemoryDecl], moved: ir.Value, target: ir.Value, put: ir.Stmt
) -> ir.Code:
    """Return the move `put`, followed by code that resets `memory` of the pieces that entered another zone.

    A piece that did not enter `target`, or lay there before, keeps its memory.
    """
    low.located = True
    each, left = low.fresh("each", ir.PIECE), low.fresh("left", ir.PIECES)
    where = ir.Read(find_location(low, ir.Get(each)))
    elsewhere = ir.Each(((each, moved),), op("ne", ir.YES, where, target), ir.Get(each), ir.PIECES)
    came = op("eq", ir.YES, where, target)
    begun = tuple(stored for one in memory for stored in reset_memory(low, one, ir.Get(each)))
    return (
        ir.Set(left, low.fixed(elsewhere)),
        put,
        ir.ForEach(ir.Label(), each, ir.Get(left), (ir.If(((came, begun),)),)),
    )


def _move_top(low: Lowering, pieces: typed_tree.Value, to: typed_tree.ZoneExpr) -> ir.Code | None:
    """Return a move of the top piece of a pile, or None for other moves."""
    if not isinstance(pieces, typed_tree.PrimitiveExpr) or pieces.primitive.word != "top":
        return None
    source, many = pieces.args
    if (
        not isinstance(source, typed_tree.ZoneExpr)
        or not _is_simple_source(low, source)
        or find_constant(low, many) != 1
    ):
        return None
    place, target = find_certain_zone_slot(low, source), find_certain_zone_slot(low, to)
    pile, piece = low.fresh("pile", place.ty), low.fresh("top", ir.PIECE)
    taken = (
        ir.Set(piece, op("at", ir.PIECE, ir.Get(pile), number(-1))),
        ir.Store(place, op("but_last", place.ty, ir.Get(pile))),
        _lower_into(target, ir.Many((ir.Get(piece),), ir.PIECES), op("bit", target.ty, ir.Get(piece))),
        ir.Store(find_location(low, ir.Get(piece)), ir.Handle(target)),
        _note_move(ir.Many((ir.Get(piece),), ir.PIECES), place, target),
        *_reset_side(low, op("bit", target.ty, ir.Get(piece)), to),
    )
    return (ir.Set(pile, ir.Read(place)), ir.If(((op("some", ir.YES, ir.Get(pile)), taken),)))


def _move_picked(low: Lowering, pieces: typed_tree.Value, to: typed_tree.ZoneExpr) -> ir.Code | None:
    """Return a move of pieces just picked from an unordered zone, or None for other moves."""
    only = pieces.items[0] if isinstance(pieces, typed_tree.ListExpr) and len(pieces.items) == 1 else pieces
    origin = low.origins.get(only.var) if isinstance(only, typed_tree.LocalExpr) else None
    if origin is None or not _is_simple_source(low, origin):
        return None
    mask = low.mask(pieces)
    listed = low.items(pieces)
    place, target = find_certain_zone_slot(low, origin), find_certain_zone_slot(low, to)
    return (
        ir.Store(place, mask, "without"),
        _lower_into(target, listed, mask),
        _store_locations(low, listed, target),
        _note_move(listed, place, target),
        *_reset_side(low, mask, to),
    )


def _move_whole_zone(low: Lowering, source: typed_tree.ZoneExpr, to: typed_tree.ZoneExpr) -> ir.Code:
    """Return a move of all pieces of a zone."""
    place, target = find_certain_zone_slot(low, source), find_certain_zone_slot(low, to)
    if source.zone == to.zone and source.owner == to.owner:
        there = ir.Read(place)
        return _reset_side(low, op("mask_of", FACES.ty, there) if place.ty.base == "list" else there, to)
    everything = low.fresh("all", place.ty)
    got = ir.Get(everything)
    ordered = place.ty.base == "list"
    listed = got if ordered else op("ids", ir.PIECES, got)
    return (
        ir.Set(everything, ir.Read(place)),
        _store_locations(low, listed, target),
        ir.Store(place, ir.Const((), place.ty) if ordered else ir.Const(0, place.ty)),
        _lower_into(target, listed, op("mask_of", target.ty, got) if ordered else got),
        _note_move(listed, place, target),
        *_reset_side(low, op("mask_of", target.ty, got) if ordered else got, to),
    )


def _note_move(pieces: ir.Value, source: ir.Slot, target: ir.Slot) -> ir.Note:
    """Return the report of a move, for variants that track knowledge. The primitive `put` reports its moves itself."""
    return ir.Note(ir.MOVED, (pieces, ir.Handle(source), ir.Handle(target)))


def _reset_side(low: Lowering, moved: ir.Value, to: typed_tree.ZoneExpr) -> ir.Code:
    """Return code that turns moved pieces to the usual side of the zone `to`, unless the zone has `see: face`."""
    forgets = to.zone.holds in low.turned and to.zone.see != "face"
    return (ir.Store(FACES, moved, "without"),) if forgets else ()


def _lower_into(target: ir.Slot, listed: ir.Value, masked: ir.Value) -> ir.Stmt:
    if target.ty.base == "list":
        return ir.Store(target, Lowering.fixed(listed), "append")
    return ir.Store(target, masked, "with")


def _store_locations(low: Lowering, pieces: ir.Value, target: ir.Slot) -> ir.Stmt:
    """Return code that stores for each piece that it is in the zone `target`.

    The code is removed later from programs that never read it.
    """
    each = low.fresh("moved", ir.PIECE)
    return ir.ForEach(ir.Label(), each, pieces, (ir.Store(find_location(low, ir.Get(each)), ir.Handle(target)),))


def _is_simple_source(low: Lowering, source: typed_tree.ZoneExpr) -> bool:
    """Return True if pieces can be moved from a zone without further tests.

    The zone certainly exists, powers do not depend on it, and it stores no sides of pieces.
    """
    return low.sure(source) and not _affects_powers(low, source) and source.zone.see != "face"


def _can_nest(low: Lowering, zone: typed_tree.ZoneExpr) -> bool:
    """Return True if a piece that enters a zone could be the piece that carries the zone, which `put` refuses."""
    game = low.layout.game
    carrying = {(game.kinds[each.owner].part_of or each.owner) for each in game.zones if each.owner in game.kinds}
    return zone.zone.owner in game.kinds and zone.zone.holds in carrying


def _affects_powers(low: Lowering, zone: typed_tree.ZoneExpr) -> bool:
    """Return True if powers become active or inactive when a piece enters or leaves a zone."""
    return zone.zone.word in low.power_zones
