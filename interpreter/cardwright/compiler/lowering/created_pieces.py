"""Lowering of pieces that enter the game, and of tokens that return to their pool."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.bitsets import name_masks
from cardwright.compiler.lowering.context import Lowering, convert_type, join_conditions, negate, number, op
from cardwright.compiler.lowering.memory_and_zones import (
    find_certain_zone_slot,
    find_location,
    find_reserve,
    reset_memory,
)


@dataclass(frozen=True, slots=True)
class CodeWithResult:
    """The code of a built-in statement and its result."""

    code: ir.Code
    value: ir.Value


def create_piece(low: Lowering, what: typed_tree.Value, to: typed_tree.Value) -> CodeWithResult:
    """Return code that moves a piece named `what` from its pool or the reserve to a zone."""
    if not isinstance(what, typed_tree.LiteralExpr):
        return _create_computed(low, what, to)
    if what.value < 0:
        return CodeWithResult((), ir.Const((), ir.PIECES))
    if low.layout.game.pieces[what.value].pool is None:
        return _create_computed(low, what, to)
    return _create_token(low, what, to)


def _create_computed(low: Lowering, what: typed_tree.Value, to: typed_tree.Value) -> CodeWithResult:
    """Return code that creates a piece with a computed name, or one without a pool; for `none` it creates nothing."""
    layout, kind = low.layout, what.type.of
    low.located = True
    ty = ir.IrType("mask", kind)
    made, spare, name = low.fresh("made", ir.PIECES), low.fresh("spare", ty), low.fresh("name", convert_type(what.type))
    pooled = {number: piece for number, piece in enumerate(layout.game.pieces) if piece.kind == kind and piece.pool}
    unused = find_reserve(low, kind)
    assert unused is not None
    places = [unused]
    if not isinstance(what, typed_tree.LiteralExpr):
        pools = (_lower_pool(low, typed_tree.LiteralExpr(what.type, number)) for number in pooled)
        places += sorted({*pools}, key=lambda slot: slot.base)
    lying: ir.Value = ir.Read(places[0])
    for place in places[1:]:
        lying = op("join", ty, lying, ir.Read(place))
    called = ir.StaticTable(name_masks(low, kind), ir.Get(name), ty, 0)
    taken = op("ids", ir.PIECES, op("take", ty, ir.Get(spare), number(1)))
    code: ir.Code = (ir.Set(made, low.fixed(ir.Many((op("spare_one", ir.PIECE, taken, ir.Get(name)),), ir.PIECES))),)
    if pooled and len(places) > 1:
        missing = (ir.Note("missing", (ir.Get(name),)),) if low.tracked else ()
        nothing = ir.If(((negate(op("some bits", ir.YES, ir.Get(spare))), missing),)) if missing else None
        numbers = range(len(layout.game.pieces))
        table = low.table(("pooled", kind), lambda: tuple(int(each in pooled) for each in numbers))
        from_pool = (ir.Set(made, low.fixed(taken)), *((nothing,) if nothing else ()))
        code = (ir.If(((op("ne", ir.YES, ir.StaticTable(table, ir.Get(name), ir.NUM), number(0)), from_pool),), code),)
    code = (ir.Set(spare, op("meet", ty, lying, called)), *code)
    if not low.sure(what):
        code = (ir.If(((op("ge", ir.YES, ir.Get(name), number(0)), code),)),)
    return CodeWithResult(
        (
            ir.Set(name, low.value(what)),
            ir.Set(made, ir.Const((), ir.PIECES)),
            *code,
            ir.Do(op("put", ir.NOTHING, ir.Get(made), low.value(to), number(0))),
        ),
        ir.Get(made),
    )


def vanish(low: Lowering, pieces: typed_tree.Value) -> ir.Code:
    """Return code that takes pieces out of the game, by a call of the segment for their kind."""
    kind = (pieces.type.item or pieces.type).of
    if not kind:
        return ()
    gone = (low.fixed(low.items(pieces)),)
    return (ir.Open(ir.number_vanishing(low.layout.game.kinds, kind), gone, waits=()),)


def _create_token(low: Lowering, token: typed_tree.LiteralExpr, to: typed_tree.Value) -> CodeWithResult:
    """Return code that moves a token from its pool to a zone, or logs that the pool is empty."""
    layout = low.layout
    copies = [piece for piece in layout.kind_pieces(token.type.of) if layout.pieces[piece] == token.value]
    low.located = True
    made, spare = low.fresh("made", ir.PIECES), low.fresh("spare", ir.IrType("mask", token.type.of))
    pool = _lower_pool(low, token)
    there = op("meet", spare.ty, ir.Read(pool), ir.Const(sum(1 << piece for piece in copies), spare.ty))
    missing: ir.Code = ()
    if low.tracked:
        note = ir.Note("missing", (number(token.value),))
        missing = (ir.If(((negate(op("some bits", ir.YES, ir.Get(spare))), (note,)),)),)
    return CodeWithResult(
        (
            ir.Set(spare, there),
            ir.Set(made, low.fixed(op("ids", ir.PIECES, op("take", spare.ty, ir.Get(spare), number(1))))),
            *missing,
            ir.Do(op("put", ir.NOTHING, ir.Get(made), low.value(to), number(0))),
        ),
        ir.Get(made),
    )


def return_tokens(
    low: Lowering, kind: str, moved: ir.Value, target: ir.Value, sure: bool, onward: Callable[[ir.Value], ir.Code]
) -> ir.Code:
    """Return code that moves pieces; tokens that leave by this move (`_test_leaves`) return to their pool instead.

    `onward` returns the code for the other pieces, which are moved first. `sure` is True if the target certainly
    exists.
    """
    low.located = True
    leaving, going = low.fresh("leaving", ir.PIECES), low.fresh("going", ir.PIECES)
    each, gone = low.fresh("each", ir.PIECE), low.fresh("gone", ir.PIECE)
    among = ((each, moved),)
    stays = ir.Each(among, op("not in", ir.YES, ir.Get(each), ir.Get(leaving)), ir.Get(each), ir.PIECES)
    some = op("some", ir.YES, ir.Get(leaving))
    back: list[ir.Stmt] = []
    for slot in sorted({slot for slot in list_pools(low, kind).values() if slot >= 0}):
        own = ir.Each(
            ((gone, ir.Get(leaving)),),
            op("eq", ir.YES, _read_pool(low, kind, gone), number(slot)),
            ir.Get(gone),
            ir.PIECES,
        )
        back.append(ir.Do(op("put", ir.NOTHING, own, ir.Const(slot, ir.ZONE), number(0))))
    back.append(ir.ForEach(ir.Label(), gone, ir.Get(leaving), reset_piece(low, kind, ir.Get(gone))))
    return (
        ir.Set(
            leaving, low.fixed(ir.Each(among, _test_leaves(low, kind, each, target, sure), ir.Get(each), ir.PIECES))
        ),
        ir.Set(going, ir.Choice(some, low.fixed(stays), moved)),
        *onward(ir.Get(going)),
        ir.If(((some, tuple(back)),)),
    )


def return_token(low: Lowering, kind: str, piece: ir.Var, target: ir.Value, sure: bool, onward: ir.Code) -> ir.Code:
    """Return code that moves one piece by `onward`, or returns it to its pool if it is a leaving token.

    `_test_leaves` says when a token leaves. `sure` is True if the target certainly exists.
    """
    low.located = True
    alone = ir.Many((ir.Get(piece),), ir.PIECES)
    home = ir.Do(op("put", ir.NOTHING, alone, _read_pool(low, kind, piece, ir.ZONE), number(0)))
    back = (home, *reset_piece(low, kind, ir.Get(piece)))
    return (ir.If(((_test_leaves(low, kind, piece, target, sure), back),), onward),)


def _test_leaves(low: Lowering, kind: str, piece: ir.Var, target: ir.Value, sure: bool) -> ir.Value:
    """Return the condition that a piece is a token outside its pool that leaves by a move to the zone `target`.

    A token leaves by a move to a zone with another name, except a move within play. `sure` is as for `return_tokens`.
    """
    where, pool = ir.Read(find_location(low, ir.Get(piece))), _read_pool(low, kind, piece)
    asked: list[ir.Value] = [
        op("ge", ir.YES, pool, number(0)),
        op("ne", ir.YES, where, pool),
        op("ne", ir.YES, _read_zone_number(low, where), _read_zone_number(low, target)),
    ]
    if kind in low.playing:
        within: list[ir.Value] = [op("in_play", ir.YES, where), op("in_play", ir.YES, target)]
        asked.append(negate(join_conditions(within)))
    return join_conditions(asked if sure else [op("ge", ir.YES, target, number(0)), *asked])


def list_pools(low: Lowering, kind: str) -> dict[int, int]:
    """Return for each piece of a kind the slot of its pool, or -1 if the piece is no token."""
    return {piece: low.layout.pool(piece) for piece in low.layout.kind_pieces(kind)}


def _read_pool(low: Lowering, kind: str, piece: ir.Var, ty: ir.IrType = ir.NUM) -> ir.Value:
    """Return IR for the slot of the zone that is a token's pool, or -1 if the piece is no token."""
    return ir.StaticTable(low.table(("pools", kind), lambda: list_pools(low, kind)), ir.Get(piece), ty)


def reset_piece(low: Lowering, kind: str, piece: ir.Value, leaving: bool = False) -> ir.Code:
    """Return code that resets a piece: its memory, powers, and uses of abilities.

    With `leaving`, the piece leaves play and keeps the memory that stays; else it goes out of the game or to its pool.
    """
    remembered = [memory for memory in low.layout.game.memory if memory.owner == kind]
    remembered = [memory for memory in remembered if not (leaving and memory.stays)]
    # a part has no zone of its own and no power
    powers = () if low.layout.game.kinds[kind].part_of else (ir.Do(op("renew", ir.NOTHING, piece)),)
    return (
        *powers,
        *(stored for memory in remembered for stored in reset_memory(low, memory, piece)),
        *_forget_uses(low, piece),
    )


def _forget_uses(low: Lowering, piece: ir.Value) -> ir.Code:
    """Return code that removes the uses of a piece's abilities from all usage limits.

    Entries of procedures, which have negative numbers, are left alone.
    """
    code = []
    limited = (each.limit for each in low.checked.abilities if each.limit is not None and each.power >= 0)
    for word in dict.fromkeys(limit[1].word for limit in limited):
        place, use = low.slot(f"used {word}", ir.ROWS), low.fresh("use", ir.ROW)
        of_verb = op("lt", ir.YES, op("at", ir.NUM, ir.Get(use), number(0)), number(0))
        of_other = op("ne", ir.YES, op("at", ir.NUM, ir.Get(use), number(1)), piece)
        left = ir.Each(((use, ir.Read(place)),), ir.Logic("or", (of_verb, of_other)), ir.Get(use), ir.ROWS)
        code.append(ir.Store(place, low.fixed(left)))
    return tuple(code)


def _read_zone_number(low: Lowering, slot: ir.Value) -> ir.Value:
    """Return IR for the number of a zone's declaration; the zones of all players from one declaration share it."""
    zones = low.layout.game.zones
    numbers = {
        low.layout.zone_base[zone.owner, zone.word] + place: number
        for number, zone in enumerate(zones)
        for place in range(low.layout.owners(zone.owner))
    }
    return ir.StaticTable(low.table(("zone names",), lambda: numbers), slot, ir.NUM)


def _lower_pool(low: Lowering, token: typed_tree.LiteralExpr) -> ir.Slot:
    named = low.layout.game.pieces[token.value].pool
    zones = low.layout.game.zones
    zone = next(zone for zone in zones if named is not None and (zone.owner, zone.word) == ("table", str(named.value)))
    return find_certain_zone_slot(low, typed_tree.ZoneExpr(zone, None))
