"""Lowering of tokens, which come from a pool and return there instead of moving on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, join_conditions, negate, number, op
from cardwright.compiler.lowering.storage import find_certain_zone_slot, find_location, reset_memory


@dataclass(frozen=True, slots=True)
class CodeWithResult:
    """The code of a built-in statement and its result."""

    code: ir.Code
    value: ir.Value


def create_token(low: Lowering, token: typed_tree.LiteralExpr, to: typed_tree.Value) -> CodeWithResult:
    """Return code that moves a token from its pool to a zone, with a log entry if none is left in the pool."""
    layout = low.layout
    copies = [piece for piece in layout.kind_pieces(token.type.of) if layout.pieces[piece] == token.value]
    low.located = True
    made, spare = low.fresh("made", ir.PIECES), low.fresh("spare", ir.IrType("mask", token.type.of))
    pool = _pool(low, token)
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


def has_tokens(low: Lowering, kind: str) -> bool:
    """Return True if some pieces of a kind are tokens."""
    return any(piece.kind == kind and piece.pool is not None for piece in low.layout.game.pieces)


def return_tokens(
    low: Lowering, kind: str, moved: ir.Value, target: ir.Value, sure: bool, onward: Callable[[ir.Value], ir.Code]
) -> ir.Code:
    """Return code that moves pieces; tokens that leave the zones of one name go back to their pool.

    `onward` makes the code for all other pieces, which are moved first. `sure` is True if the target certainly exists.
    """
    low.located = True
    leaving, going = low.fresh("leaving", ir.PIECES), low.fresh("going", ir.PIECES)
    each, gone = low.fresh("each", ir.PIECE), low.fresh("gone", ir.PIECE)
    among = ((each, moved),)
    stays = ir.Each(among, op("not in", ir.YES, ir.Get(each), ir.Get(leaving)), ir.Get(each), ir.PIECES)
    some = op("some", ir.YES, ir.Get(leaving))
    back: list[ir.Stmt] = []
    for slot in sorted({slot for slot in _pools(low, kind).values() if slot >= 0}):
        own = ir.Each(
            ((gone, ir.Get(leaving)),),
            op("eq", ir.YES, _read_pool(low, kind, gone), number(slot)),
            ir.Get(gone),
            ir.PIECES,
        )
        back.append(ir.Do(op("put", ir.NOTHING, own, ir.Const(slot, ir.ZONE), number(0))))
    back.append(ir.ForEach(ir.Label(), gone, ir.Get(leaving), _reset_token(low, kind, ir.Get(gone))))
    return (
        ir.Set(
            leaving, low.fixed(ir.Each(among, _test_leaves(low, kind, each, target, sure), ir.Get(each), ir.PIECES))
        ),
        ir.Set(going, ir.Choice(some, low.fixed(stays), moved)),
        *onward(ir.Get(going)),
        ir.If(((some, tuple(back)),)),
    )


def return_token(low: Lowering, kind: str, piece: ir.Var, target: ir.Value, sure: bool, onward: ir.Code) -> ir.Code:
    """Return code that moves one piece by the code `onward` or, if it is a token that leaves, back to its pool."""
    low.located = True
    alone = ir.Many((ir.Get(piece),), ir.PIECES)
    home = ir.Do(op("put", ir.NOTHING, alone, _read_pool(low, kind, piece, ir.ZONE), number(0)))
    back = (home, *_reset_token(low, kind, ir.Get(piece)))
    return (ir.If(((_test_leaves(low, kind, piece, target, sure), back),), onward),)


def _test_leaves(low: Lowering, kind: str, piece: ir.Var, target: ir.Value, sure: bool) -> ir.Value:
    """Return a value that is true if a piece is a token and moves between zones of different names."""
    where, pool = ir.Read(find_location(low, ir.Get(piece))), _read_pool(low, kind, piece)
    asked = [
        op("ge", ir.YES, pool, number(0)),
        op("ne", ir.YES, where, pool),
        op("ne", ir.YES, _read_zone_number(low, where), _read_zone_number(low, target)),
    ]
    return join_conditions(asked if sure else [op("ge", ir.YES, target, number(0)), *asked])


def _pools(low: Lowering, kind: str) -> dict[int, int]:
    return {piece: low.layout.pool(piece) for piece in low.layout.kind_pieces(kind)}


def _read_pool(low: Lowering, kind: str, piece: ir.Var, ty: ir.IrType = ir.NUM) -> ir.Value:
    """Return the slot of the zone that is a token's pool, or -1 if the piece is no token."""
    return ir.StaticTable(low.table(("pools", kind), lambda: _pools(low, kind)), ir.Get(piece), ty)


def _reset_token(low: Lowering, kind: str, piece: ir.Value) -> ir.Code:
    """Return code that resets a token that is back in its pool: memory, powers, and uses of its abilities."""
    remembered = [memory for memory in low.layout.game.memory if memory.owner == kind]
    return (
        ir.Do(op("renew", ir.NOTHING, piece)),
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
    """Return the number of a zone's declaration, which the zones of all players share."""
    zones = low.layout.game.zones
    numbers = {
        low.layout.zone_base[zone.owner, zone.word] + place: number
        for number, zone in enumerate(zones)
        for place in range(low.layout.owners(zone.owner))
    }
    return ir.StaticTable(low.table(("zone names",), lambda: numbers), slot, ir.NUM)


def _pool(low: Lowering, token: typed_tree.LiteralExpr) -> ir.Slot:
    named = low.layout.game.pieces[token.value].pool
    zones = low.layout.game.zones
    zone = next(zone for zone in zones if named is not None and (zone.owner, zone.word) == ("table", str(named.value)))
    return find_certain_zone_slot(low, typed_tree.ZoneExpr(zone, None))
