"""Lowers tokens: they come out of their pool, and go back there, new, where other pieces would go on."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.lowering.context import Lowering, both, negated, number, op
from cardwright.compiler.lowering.storage import anew, location, sure_place


@dataclass(frozen=True, slots=True)
class Made:
    """What a deed does, and then what came of it."""

    code: n.Code
    value: n.Value


def created(low: Lowering, token: typed_tree.Lit, to: typed_tree.Value) -> Made:
    """A token comes out of its pool into a zone; where there is none left, everybody is told."""
    layout = low.layout
    copies = [piece for piece in layout.kind_pieces(token.type.of) if layout.pieces[piece] == token.value]
    low.located = True
    made, spare = low.fresh("made", n.PIECES), low.fresh("spare", n.Ty("mask", token.type.of))
    pool = _pool(low, token)
    there = op("meet", spare.ty, n.Read(pool), n.Const(sum(1 << piece for piece in copies), spare.ty))
    missing: n.Code = ()
    if low.tracked:
        told = n.Note("missing", (number(token.value),))
        missing = (n.If(((negated(op("some bits", n.YES, n.Get(spare))), (told,)),)),)
    return Made(
        (
            n.Set(spare, there),
            n.Set(made, low.fixed(op("ids", n.PIECES, op("take", spare.ty, n.Get(spare), number(1))))),
            *missing,
            n.Do(op("put", n.NOTHING, n.Get(made), low.value(to), number(0))),
        ),
        n.Get(made),
    )


def has_tokens(low: Lowering, kind: str) -> bool:
    """Whether some pieces of a kind are tokens."""
    return any(piece.kind == kind and piece.pool is not None for piece in low.layout.game.pieces)


def parted(
    low: Lowering, kind: str, moved: n.Value, target: n.Value, sure: bool, onward: Callable[[n.Value], n.Code]
) -> n.Code:
    """Pieces on their way to a zone that `sure`ly is one: tokens that leave the zones of one name go into their pool.

    What becomes of all others, which go `onward`, is done first.
    """
    low.located = True
    leaving, going = low.fresh("leaving", n.PIECES), low.fresh("going", n.PIECES)
    each, gone = low.fresh("each", n.PIECE), low.fresh("gone", n.PIECE)
    among = ((each, moved),)
    stays = n.Each(among, op("not in", n.YES, n.Get(each), n.Get(leaving)), n.Get(each), n.PIECES)
    some = op("some", n.YES, n.Get(leaving))
    back: list[n.Stmt] = []
    for slot in sorted({slot for slot in _pools(low, kind).values() if slot >= 0}):
        own = n.Each(
            ((gone, n.Get(leaving)),), op("eq", n.YES, _home(low, kind, gone), number(slot)), n.Get(gone), n.PIECES
        )
        back.append(n.Do(op("put", n.NOTHING, own, n.Const(slot, n.ZONE), number(0))))
    back.append(n.ForEach(n.Label(), gone, n.Get(leaving), _new(low, kind, n.Get(gone))))
    return (
        n.Set(leaving, low.fixed(n.Each(among, _leaves(low, kind, each, target, sure), n.Get(each), n.PIECES))),
        n.Set(going, n.Choice(some, low.fixed(stays), moved)),
        *onward(n.Get(going)),
        n.If(((some, tuple(back)),)),
    )


def parted_one(low: Lowering, kind: str, piece: n.Var, target: n.Value, sure: bool, onward: n.Code) -> n.Code:
    """The same of one piece alone, as far as it goes `onward`."""
    low.located = True
    alone = n.Many((n.Get(piece),), n.PIECES)
    home = n.Do(op("put", n.NOTHING, alone, _home(low, kind, piece, n.ZONE), number(0)))
    back = (home, *_new(low, kind, n.Get(piece)))
    return (n.If(((_leaves(low, kind, piece, target, sure), back),), onward),)


def _leaves(low: Lowering, kind: str, piece: n.Var, target: n.Value, sure: bool) -> n.Value:
    """Whether a piece on its way to a zone is a token, and leaves the zones of one name."""
    where, pool = n.Read(location(low, n.Get(piece))), _home(low, kind, piece)
    asked = [
        op("ge", n.YES, pool, number(0)),
        op("ne", n.YES, where, pool),
        op("ne", n.YES, _called(low, where), _called(low, target)),
    ]
    return both(asked if sure else [op("ge", n.YES, target, number(0)), *asked])


def _pools(low: Lowering, kind: str) -> dict[int, int]:
    return {piece: low.layout.pool(piece) for piece in low.layout.kind_pieces(kind)}


def _home(low: Lowering, kind: str, piece: n.Var, ty: n.Ty = n.NUM) -> n.Value:
    """The slot of a token's pool; -1 for what is no token."""
    return n.Table(low.table(("pools", kind), lambda: _pools(low, kind)), n.Get(piece), ty)


def _new(low: Lowering, kind: str, piece: n.Value) -> n.Code:
    """A token is as it was at the beginning: it remembers nothing, and has its own power and no other, not yet used."""
    remembered = [memory for memory in low.layout.game.memory if memory.owner == kind]
    return (
        n.Do(op("renew", n.NOTHING, piece)),
        *(stored for memory in remembered for stored in anew(low, memory, piece)),
        *_unused(low, piece),
    )


def _unused(low: Lowering, piece: n.Value) -> n.Code:
    """No power of a piece counts as used any more. What verbs count begins with a number below 0, and with no piece."""
    code = []
    limited = (each.limit for each in low.checked.abilities if each.limit is not None and each.power >= 0)
    for word in dict.fromkeys(limit[1].word for limit in limited):
        place, use = low.slot(f"used {word}", n.ROWS), low.fresh("use", n.ROW)
        of_verb = op("lt", n.YES, op("at", n.NUM, n.Get(use), number(0)), number(0))
        of_other = op("ne", n.YES, op("at", n.NUM, n.Get(use), number(1)), piece)
        left = n.Each(((use, n.Read(place)),), n.Logic("or", (of_verb, of_other)), n.Get(use), n.ROWS)
        code.append(n.Store(place, low.fixed(left)))
    return tuple(code)


def _called(low: Lowering, slot: n.Value) -> n.Value:
    """The number of the declaration that a zone is of: those of all players have one."""
    zones = low.layout.game.zones
    numbers = {
        low.layout.zone_base[zone.owner, zone.word] + place: number
        for number, zone in enumerate(zones)
        for place in range(low.layout.owners(zone.owner))
    }
    return n.Table(low.table(("zone names",), lambda: numbers), slot, n.NUM)


def _pool(low: Lowering, token: typed_tree.Lit) -> n.Place:
    named = low.layout.game.pieces[token.value].pool
    zones = low.layout.game.zones
    zone = next(zone for zone in zones if named is not None and (zone.owner, zone.word) == ("table", str(named.value)))
    return sure_place(low, typed_tree.ZoneV(zone, None))
