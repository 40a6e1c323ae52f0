"""Lowers moves; those between zones known beforehand change only these, without asking every piece where it lies."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering, number, op
from cardwright.compiler.lower.masks import constant
from cardwright.compiler.lower.places import FACES, anew, location, sure_place
from cardwright.compiler.lower.tokens import has_tokens, parted
from cardwright.declarations.declared import Memory


def move(low: Lowering, pieces: ir.Value, to: ir.Value, bottom: bool) -> n.Code:
    """Pieces, or all in a zone, come into a zone."""
    kind = (pieces.type.item or pieces.type).of
    forgotten = [memory for memory in low.layout.game.memory if memory.resets and memory.owner == kind]
    if has_tokens(low, kind):
        target = low.fresh("target", n.ZONE)
        leaving = parted(low, kind, low.items(pieces), n.Get(target))
        onward = _onward(low, forgotten, leaving.going, n.Get(target), bottom)
        return (n.Set(target, low.value(to)), *leaving.code, *onward, *leaving.back)
    if forgotten:
        return _forgetting(low, forgotten, low.items(pieces), low.value(to), bottom)
    if not low.tracked and not bottom and isinstance(to, ir.ZoneV) and low.sure(to) and not _works(low, to):
        known = _top(low, pieces, to) or _picked(low, pieces, to)
        if known is None and isinstance(pieces, ir.Content) and isinstance(pieces.zone, ir.ZoneV):
            known = _whole(low, pieces.zone, to) if _simple(low, pieces.zone) else None
        if known is not None:
            return known
    return _onward(low, [], low.items(pieces), low.value(to), bottom)


def _onward(low: Lowering, forgotten: list[Memory], pieces: n.Value, to: n.Value, bottom: bool) -> n.Code:
    """A move of any pieces to any zone."""
    if forgotten:
        return _forgetting(low, forgotten, pieces, to, bottom)
    return (n.Do(op("put", n.NOTHING, pieces, to, number(int(bottom)))),)


def _forgetting(low: Lowering, memory: list[Memory], pieces: n.Value, to: n.Value, bottom: bool) -> n.Code:
    """A move of pieces that forget something where they come into another zone than they lie in."""
    low.located = True
    moved, target = low.fresh("moved", n.PIECES), low.fresh("target", n.ZONE)
    each, left = low.fresh("each", n.PIECE), low.fresh("left", n.PIECES)
    where = n.Read(location(low, n.Get(each)))
    elsewhere = n.Each(((each, n.Get(moved)),), op("ne", n.YES, where, n.Get(target)), n.Get(each), n.PIECES)
    came = op("eq", n.YES, where, n.Get(target))
    begun = tuple(stored for one in memory for stored in anew(low, one, n.Get(each)))
    return (
        n.Set(moved, low.fixed(pieces)),
        n.Set(target, to),
        n.Set(left, low.fixed(elsewhere)),
        n.Do(op("put", n.NOTHING, n.Get(moved), n.Get(target), number(int(bottom)))),
        n.ForEach(n.Label(), each, n.Get(left), (n.If(((came, begun),)),)),
    )


def _top(low: Lowering, pieces: ir.Value, to: ir.ZoneV) -> n.Code | None:
    """The top piece of a pile."""
    if not isinstance(pieces, ir.PrimitiveV) or pieces.primitive.word != "top":
        return None
    source, many = pieces.args
    if not isinstance(source, ir.ZoneV) or not _simple(low, source) or constant(low, many) != 1:
        return None
    place, target = sure_place(low, source), sure_place(low, to)
    pile, piece = low.fresh("pile", place.ty), low.fresh("top", n.PIECE)
    taken = (
        n.Set(piece, op("at", n.PIECE, n.Get(pile), number(-1))),
        n.Store(place, op("but_last", place.ty, n.Get(pile))),
        _into(target, n.Many((n.Get(piece),), n.PIECES), op("bit", target.ty, n.Get(piece))),
        n.Store(location(low, n.Get(piece)), n.Handle(target)),
        _noticed(n.Many((n.Get(piece),), n.PIECES), place, target),
        *_side_forgotten(low, op("bit", target.ty, n.Get(piece)), to),
    )
    return (n.Set(pile, n.Read(place)), n.If(((op("some", n.YES, n.Get(pile)), taken),)))


def _picked(low: Lowering, pieces: ir.Value, to: ir.ZoneV) -> n.Code | None:
    """What was just picked from an unordered zone."""
    only = pieces.items[0] if isinstance(pieces, ir.ListV) and len(pieces.items) == 1 else pieces
    origin = low.origins.get(only.var) if isinstance(only, ir.Local) else None
    if origin is None or not _simple(low, origin):
        return None
    mask = low.mask(pieces)
    listed = low.items(pieces)
    place, target = sure_place(low, origin), sure_place(low, to)
    return (
        n.Store(place, mask, "without"),
        _into(target, listed, mask),
        _located(low, listed, target),
        _noticed(listed, place, target),
        *_side_forgotten(low, mask, to),
    )


def _whole(low: Lowering, source: ir.ZoneV, to: ir.ZoneV) -> n.Code:
    """Everything in a zone."""
    place, target = sure_place(low, source), sure_place(low, to)
    if source.zone == to.zone and source.owner == to.owner:
        there = n.Read(place)
        return _side_forgotten(low, op("mask_of", FACES.ty, there) if place.ty.base == "list" else there, to)
    everything = low.fresh("all", place.ty)
    got = n.Get(everything)
    ordered = place.ty.base == "list"
    listed = got if ordered else op("ids", n.PIECES, got)
    return (
        n.Set(everything, n.Read(place)),
        _located(low, listed, target),
        n.Store(place, n.Const((), place.ty) if ordered else n.Const(0, place.ty)),
        _into(target, listed, op("mask_of", target.ty, got) if ordered else got),
        _noticed(listed, place, target),
        *_side_forgotten(low, op("mask_of", target.ty, got) if ordered else got, to),
    )


def _noticed(pieces: n.Value, source: n.Place, target: n.Place) -> n.Note:
    """Who saw it is asked only where somebody keeps what players know: `put` does so by itself."""
    return n.Note(n.MOVED, (pieces, n.Handle(source), n.Handle(target)))


def _side_forgotten(low: Lowering, moved: n.Value, to: ir.ZoneV) -> n.Code:
    """Where faces do not count nobody remembers which side was up."""
    forgets = to.zone.holds in low.turned and to.zone.see != "face"
    return (n.Store(FACES, moved, "without"),) if forgets else ()


def _into(target: n.Place, listed: n.Value, masked: n.Value) -> n.Stmt:
    if target.ty.base == "list":
        return n.Store(target, Lowering.fixed(listed), "append")
    return n.Store(target, masked, "with")


def _located(low: Lowering, pieces: n.Value, target: n.Place) -> n.Stmt:
    """The book-keeping of where every piece lies: left out of programs in which nothing asks for it."""
    each = low.fresh("moved", n.PIECE)
    return n.ForEach(n.Label(), each, pieces, (n.Store(location(low, n.Get(each)), n.Handle(target)),))


def _simple(low: Lowering, source: ir.ZoneV) -> bool:
    """Whether it is certainly a zone, and nothing but its place changes when a piece leaves it."""
    return low.sure(source) and not _works(low, source) and source.zone.see != "face"


def _works(low: Lowering, zone: ir.ZoneV) -> bool:
    """Whether powers begin or cease to work in a zone."""
    return zone.zone.word in low.power_zones
