"""Lowers moves; those between zones known beforehand change only these, without asking every piece where it lies."""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.bitsets import constant
from cardwright.compiler.lowering.context import Lowering, both, number, op
from cardwright.compiler.lowering.storage import FACES, anew, location, sure_place
from cardwright.compiler.lowering.tokens import has_tokens, parted, parted_one
from cardwright.declarations.model import Memory


def move(low: Lowering, pieces: typed_tree.Value, to: typed_tree.Value, bottom: bool) -> n.Code:
    """Pieces, or all in a zone, come into a zone."""
    kind = (pieces.type.item or pieces.type).of
    forgotten = [memory for memory in low.layout.game.memory if memory.resets and memory.owner == kind]
    if forgotten or has_tokens(low, kind):
        one = pieces.items[0] if isinstance(pieces, typed_tree.ListV) and len(pieces.items) == 1 else pieces
        changed = _many_changed if one.type.base == "list" else _one_changed
        return changed(low, kind, forgotten, one, to, bottom)
    if not low.tracked and not bottom and isinstance(to, typed_tree.ZoneV) and low.sure(to) and not _works(low, to):
        known = _top(low, pieces, to) or _picked(low, pieces, to)
        if known is None and isinstance(pieces, typed_tree.Content) and isinstance(pieces.zone, typed_tree.ZoneV):
            known = _whole(low, pieces.zone, to) if _simple(low, pieces.zone) else None
        if known is not None:
            return known
    return (_put(low.items(pieces), low.value(to), bottom),)


def _put(pieces: n.Value, to: n.Value, bottom: bool) -> n.Stmt:
    """A move of any pieces to any zone."""
    return n.Do(op("put", n.NOTHING, pieces, to, number(int(bottom))))


def _many_changed(
    low: Lowering, kind: str, forgotten: list[Memory], pieces: typed_tree.Value, to: typed_tree.Value, bottom: bool
) -> n.Code:
    """A move of pieces of a kind that has tokens, or forgets something where it comes into another zone."""
    moved, target = low.fresh("moved", n.PIECES), low.fresh("target", n.ZONE)

    def onward(going: n.Value) -> n.Code:
        put = _put(going, n.Get(target), bottom)
        return _forgetting(low, forgotten, going, n.Get(target), put) if forgotten else (put,)

    onward_all = (
        parted(low, kind, n.Get(moved), n.Get(target), low.sure(to), onward)
        if has_tokens(low, kind)
        else onward(n.Get(moved))
    )
    return (
        n.Set(target, low.value(to)),
        n.Set(moved, low.fixed(low.items(pieces))),
        n.If(((op("some", n.YES, n.Get(moved)), onward_all),)),
    )


def _one_changed(
    low: Lowering, kind: str, forgotten: list[Memory], piece: typed_tree.Value, to: typed_tree.Value, bottom: bool
) -> n.Code:
    """The same of one piece, if it is one."""
    moved, target, left = low.fresh("moved", n.PIECE), low.fresh("target", n.ZONE), low.fresh("left", n.YES)
    code: n.Code = (_put(n.Many((n.Get(moved),), n.PIECES), n.Get(target), bottom),)
    if forgotten:
        low.located = True
        where = n.Read(location(low, n.Get(moved)))
        came = both([n.Get(left), op("eq", n.YES, where, n.Get(target))])
        begun = tuple(stored for one in forgotten for stored in anew(low, one, n.Get(moved)))
        code = (n.Set(left, op("ne", n.YES, where, n.Get(target))), *code, n.If(((came, begun),)))
    if has_tokens(low, kind):
        code = parted_one(low, kind, moved, n.Get(target), low.sure(to), code)
    if not low.sure(piece):
        code = (n.If(((op("ge", n.YES, n.Get(moved), number(0)), code),)),)
    return (n.Set(target, low.value(to)), n.Set(moved, low.value(piece)), *code)


def _forgetting(low: Lowering, memory: list[Memory], moved: n.Value, target: n.Value, put: n.Stmt) -> n.Code:
    """A move of pieces that forget something where they come into another zone than they lie in."""
    low.located = True
    each, left = low.fresh("each", n.PIECE), low.fresh("left", n.PIECES)
    where = n.Read(location(low, n.Get(each)))
    elsewhere = n.Each(((each, moved),), op("ne", n.YES, where, target), n.Get(each), n.PIECES)
    came = op("eq", n.YES, where, target)
    begun = tuple(stored for one in memory for stored in anew(low, one, n.Get(each)))
    return (
        n.Set(left, low.fixed(elsewhere)),
        put,
        n.ForEach(n.Label(), each, n.Get(left), (n.If(((came, begun),)),)),
    )


def _top(low: Lowering, pieces: typed_tree.Value, to: typed_tree.ZoneV) -> n.Code | None:
    """The top piece of a pile."""
    if not isinstance(pieces, typed_tree.PrimitiveV) or pieces.primitive.word != "top":
        return None
    source, many = pieces.args
    if not isinstance(source, typed_tree.ZoneV) or not _simple(low, source) or constant(low, many) != 1:
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


def _picked(low: Lowering, pieces: typed_tree.Value, to: typed_tree.ZoneV) -> n.Code | None:
    """What was just picked from an unordered zone."""
    only = pieces.items[0] if isinstance(pieces, typed_tree.ListV) and len(pieces.items) == 1 else pieces
    origin = low.origins.get(only.var) if isinstance(only, typed_tree.Local) else None
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


def _whole(low: Lowering, source: typed_tree.ZoneV, to: typed_tree.ZoneV) -> n.Code:
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


def _side_forgotten(low: Lowering, moved: n.Value, to: typed_tree.ZoneV) -> n.Code:
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


def _simple(low: Lowering, source: typed_tree.ZoneV) -> bool:
    """Whether it is certainly a zone, and nothing but its place changes when a piece leaves it."""
    return low.sure(source) and not _works(low, source) and source.zone.see != "face"


def _works(low: Lowering, zone: typed_tree.ZoneV) -> bool:
    """Whether powers begin or cease to work in a zone."""
    return zone.zone.word in low.power_zones
