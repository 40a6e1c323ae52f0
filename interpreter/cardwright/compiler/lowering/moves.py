"""Lowering of moves, with faster code for moves between zones known at compile time."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import find_constant
from cardwright.compiler.lowering.context import Lowering, join_conditions, number, op
from cardwright.compiler.lowering.storage import FACES, find_certain_zone_slot, find_location, reset_memory
from cardwright.compiler.lowering.tokens import has_tokens, return_token, return_tokens
from cardwright.declarations.model import MemoryDecl


def move(low: Lowering, pieces: typed_tree.Value, to: typed_tree.Value, bottom: bool) -> ir.Code:
    """Return code that moves pieces, or all pieces of a zone, to a zone."""
    kind = (pieces.type.item or pieces.type).of
    forgotten = [memory for memory in low.layout.game.memory if memory.resets and memory.owner == kind]
    if forgotten or has_tokens(low, kind):
        one = pieces.items[0] if isinstance(pieces, typed_tree.ListExpr) and len(pieces.items) == 1 else pieces
        changed = _many_changed if one.type.base == "list" else _one_changed
        return changed(low, kind, forgotten, one, to, bottom)
    if (
        not low.tracked
        and not bottom
        and isinstance(to, typed_tree.ZoneExpr)
        and low.sure(to)
        and not _works(low, to)
        and not _nests(low, to)
    ):
        known = _top(low, pieces, to) or _picked(low, pieces, to)
        if (
            known is None
            and isinstance(pieces, typed_tree.ContentExpr)
            and isinstance(pieces.zone, typed_tree.ZoneExpr)
        ):
            known = _whole(low, pieces.zone, to) if _simple(low, pieces.zone) else None
        if known is not None:
            return known
    return (_put(low.items(pieces), low.value(to), bottom),)


def _put(pieces: ir.Value, to: ir.Value, bottom: bool) -> ir.Stmt:
    """Return a move of any pieces to any zone."""
    return ir.Do(op("put", ir.NOTHING, pieces, to, number(int(bottom))))


def _many_changed(
    low: Lowering, kind: str, forgotten: list[MemoryDecl], pieces: typed_tree.Value, to: typed_tree.Value, bottom: bool
) -> ir.Code:
    """Return a move of pieces of a kind with tokens, or with memory that is reset in another zone."""
    moved, target = low.fresh("moved", ir.PIECES), low.fresh("target", ir.ZONE)

    def onward(going: ir.Value) -> ir.Code:
        put = _put(going, ir.Get(target), bottom)
        return _forgetting(low, forgotten, going, ir.Get(target), put) if forgotten else (put,)

    onward_all = (
        return_tokens(low, kind, ir.Get(moved), ir.Get(target), low.sure(to), onward)
        if has_tokens(low, kind)
        else onward(ir.Get(moved))
    )
    return (
        ir.Set(target, low.value(to)),
        ir.Set(moved, low.fixed(low.items(pieces))),
        ir.If(((op("some", ir.YES, ir.Get(moved)), onward_all),)),
    )


def _one_changed(
    low: Lowering, kind: str, forgotten: list[MemoryDecl], piece: typed_tree.Value, to: typed_tree.Value, bottom: bool
) -> ir.Code:
    """Return a move of one piece (or `none`) of a kind with tokens, or with memory that is reset in another zone."""
    moved, target, left = low.fresh("moved", ir.PIECE), low.fresh("target", ir.ZONE), low.fresh("left", ir.YES)
    code: ir.Code = (_put(ir.Many((ir.Get(moved),), ir.PIECES), ir.Get(target), bottom),)
    if forgotten:
        low.located = True
        where = ir.Read(find_location(low, ir.Get(moved)))
        came = join_conditions([ir.Get(left), op("eq", ir.YES, where, ir.Get(target))])
        begun = tuple(stored for one in forgotten for stored in reset_memory(low, one, ir.Get(moved)))
        code = (ir.Set(left, op("ne", ir.YES, where, ir.Get(target))), *code, ir.If(((came, begun),)))
    if has_tokens(low, kind):
        code = return_token(low, kind, moved, ir.Get(target), low.sure(to), code)
    if not low.sure(piece):
        code = (ir.If(((op("ge", ir.YES, ir.Get(moved), number(0)), code),)),)
    return (ir.Set(target, low.value(to)), ir.Set(moved, low.value(piece)), *code)


def _forgetting(low: Lowering, memory: list[MemoryDecl], moved: ir.Value, target: ir.Value, put: ir.Stmt) -> ir.Code:
    """Return a move of pieces, with code that resets their memory if they enter another zone."""
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


def _top(low: Lowering, pieces: typed_tree.Value, to: typed_tree.ZoneExpr) -> ir.Code | None:
    """Return a move of the top piece of a pile, or None for other moves."""
    if not isinstance(pieces, typed_tree.PrimitiveExpr) or pieces.primitive.word != "top":
        return None
    source, many = pieces.args
    if not isinstance(source, typed_tree.ZoneExpr) or not _simple(low, source) or find_constant(low, many) != 1:
        return None
    place, target = find_certain_zone_slot(low, source), find_certain_zone_slot(low, to)
    pile, piece = low.fresh("pile", place.ty), low.fresh("top", ir.PIECE)
    taken = (
        ir.Set(piece, op("at", ir.PIECE, ir.Get(pile), number(-1))),
        ir.Store(place, op("but_last", place.ty, ir.Get(pile))),
        _into(target, ir.Many((ir.Get(piece),), ir.PIECES), op("bit", target.ty, ir.Get(piece))),
        ir.Store(find_location(low, ir.Get(piece)), ir.Handle(target)),
        _noticed(ir.Many((ir.Get(piece),), ir.PIECES), place, target),
        *_side_forgotten(low, op("bit", target.ty, ir.Get(piece)), to),
    )
    return (ir.Set(pile, ir.Read(place)), ir.If(((op("some", ir.YES, ir.Get(pile)), taken),)))


def _picked(low: Lowering, pieces: typed_tree.Value, to: typed_tree.ZoneExpr) -> ir.Code | None:
    """Return a move of pieces just picked from an unordered zone, or None for other moves."""
    only = pieces.items[0] if isinstance(pieces, typed_tree.ListExpr) and len(pieces.items) == 1 else pieces
    origin = low.origins.get(only.var) if isinstance(only, typed_tree.LocalExpr) else None
    if origin is None or not _simple(low, origin):
        return None
    mask = low.mask(pieces)
    listed = low.items(pieces)
    place, target = find_certain_zone_slot(low, origin), find_certain_zone_slot(low, to)
    return (
        ir.Store(place, mask, "without"),
        _into(target, listed, mask),
        _located(low, listed, target),
        _noticed(listed, place, target),
        *_side_forgotten(low, mask, to),
    )


def _whole(low: Lowering, source: typed_tree.ZoneExpr, to: typed_tree.ZoneExpr) -> ir.Code:
    """Return a move of all pieces of a zone."""
    place, target = find_certain_zone_slot(low, source), find_certain_zone_slot(low, to)
    if source.zone == to.zone and source.owner == to.owner:
        there = ir.Read(place)
        return _side_forgotten(low, op("mask_of", FACES.ty, there) if place.ty.base == "list" else there, to)
    everything = low.fresh("all", place.ty)
    got = ir.Get(everything)
    ordered = place.ty.base == "list"
    listed = got if ordered else op("ids", ir.PIECES, got)
    return (
        ir.Set(everything, ir.Read(place)),
        _located(low, listed, target),
        ir.Store(place, ir.Const((), place.ty) if ordered else ir.Const(0, place.ty)),
        _into(target, listed, op("mask_of", target.ty, got) if ordered else got),
        _noticed(listed, place, target),
        *_side_forgotten(low, op("mask_of", target.ty, got) if ordered else got, to),
    )


def _noticed(pieces: ir.Value, source: ir.Slot, target: ir.Slot) -> ir.Note:
    """Return a report of a move, for variants that track knowledge. `put` makes its own report."""
    return ir.Note(ir.MOVED, (pieces, ir.Handle(source), ir.Handle(target)))


def _side_forgotten(low: Lowering, moved: ir.Value, to: typed_tree.ZoneExpr) -> ir.Code:
    """Return code that resets the side of pieces (face up or down), for zones that do not have `see: face`."""
    forgets = to.zone.holds in low.turned and to.zone.see != "face"
    return (ir.Store(FACES, moved, "without"),) if forgets else ()


def _into(target: ir.Slot, listed: ir.Value, masked: ir.Value) -> ir.Stmt:
    if target.ty.base == "list":
        return ir.Store(target, Lowering.fixed(listed), "append")
    return ir.Store(target, masked, "with")


def _located(low: Lowering, pieces: ir.Value, target: ir.Slot) -> ir.Stmt:
    """Return code that stores the zone of each piece. It is left out of programs that never read it."""
    each = low.fresh("moved", ir.PIECE)
    return ir.ForEach(ir.Label(), each, pieces, (ir.Store(find_location(low, ir.Get(each)), ir.Handle(target)),))


def _simple(low: Lowering, source: typed_tree.ZoneExpr) -> bool:
    """Return True if a source is certainly a zone, and leaving it changes nothing but the piece's zone."""
    return low.sure(source) and not _works(low, source) and source.zone.see != "face"


def _nests(low: Lowering, zone: typed_tree.ZoneExpr) -> bool:
    """Return True if a piece that enters a zone may carry the piece of the zone, which `put` refuses."""
    game = low.layout.game
    carrying = {(game.kinds[each.owner].part_of or each.owner) for each in game.zones if each.owner in game.kinds}
    return zone.zone.owner in game.kinds and zone.zone.holds in carrying


def _works(low: Lowering, zone: typed_tree.ZoneExpr) -> bool:
    """Return True if a zone activates or deactivates powers."""
    return zone.zone.word in low.power_zones
