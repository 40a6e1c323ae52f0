"""Writes moves between zones that are known beforehand, without asking every piece where it lies."""

from __future__ import annotations

from cardwright.compiler import ir
from cardwright.compiler.code_values import ValueCoder
from cardwright.compiler.segments import Writer


class MoveCoder:
    """Writes moves; `power_zones` are those in which powers begin or cease to work, so that nothing may be skipped.

    `located` says that where every piece lies is noted, because somebody asks for it.
    """

    def __init__(self, values: ValueCoder, power_zones: set[str], located: bool) -> None:
        self.values = values
        self.power_zones = power_zones
        self.located = located
        self._origins: dict[int, tuple[ir.Var, ir.ZoneV]] = {}

    def remember_origins(self, statement: ir.ChooseS) -> None:
        """Note where a picked piece certainly lies when moving it is the first thing done with it."""
        first = statement.body[0] if statement.body else None
        if (
            not isinstance(first, ir.Act)
            or first.primitive.word != "move"
            or not isinstance(first.args[0], ir.Local | ir.ListV)
        ):
            return
        for pick in statement.picks:
            source = pick.source
            while isinstance(source, ir.FilterV):
                source = source.list
            if isinstance(source, ir.Content) and isinstance(source.zone, ir.ZoneV) and not source.zone.zone.ordered:
                self._origins[id(first)] = (pick.var, source.zone)

    def move(self, w: Writer, statement: ir.Act) -> None:
        """Write a move between zones known beforehand without asking every piece where it lies."""
        values = self.values
        pieces, to = statement.args
        if not isinstance(to, ir.ZoneV) or self._works(to.zone.word):
            w.line(values.move(pieces, to, False))
            return
        if isinstance(pieces, ir.PrimitiveV) and pieces.primitive.word == "top":
            source, count = pieces.args
            if isinstance(source, ir.ZoneV) and self._simple(source) and values.constant(count) == 1:
                self._move_top(w, source, to)
                return
        picked = self._origins.get(id(statement))
        if picked is not None and self._simple(picked[1]) and _is_just(pieces, picked[0]):
            self._move_picked(w, picked[0], picked[1], to)
            return
        source_zone = self._source(pieces)
        if source_zone is None or not self._simple(source_zone):
            w.line(values.move(pieces, to, False))
            return
        self._move_all(w, pieces, source_zone, to)

    def _move_top(self, w: Writer, source: ir.ZoneV, to: ir.ZoneV) -> None:
        values = self.values
        slot, target = values.scalar(source), values.scalar(to)
        w.line(f"t = S[{slot}]")
        with w.block("if t:"):
            w.line("c = t[-1]")
            w.line(f"S[{slot}] = t[:-1]")
            w.line(f"S[{target}] {'+= (c,)' if to.zone.ordered else '|= 1 << c'}")
            if self.located:
                w.line(f"S[{self.values.layout.location} + c] = {target}")

    def _move_picked(self, w: Writer, var: ir.Var, source: ir.ZoneV, to: ir.ZoneV) -> None:
        slot, target = self.values.scalar(source), self.values.scalar(to)
        several = var.type.base == "list"
        bits = var.code if var.mask else f"mask_of({var.code})" if several else f"1 << {var.code}"
        listed = f"ids({var.code})" if var.mask else var.code if several else f"({var.code},)"
        w.line(f"S[{slot}] &= ~({bits})")
        w.line(f"S[{target}] {f'+= tuple({listed})' if to.zone.ordered else f'|= {bits}'}")
        self._located(w, listed, target)

    def _move_all(self, w: Writer, pieces: ir.Value, source: ir.ZoneV, to: ir.ZoneV) -> None:
        values = self.values
        slot, target = values.scalar(source), values.scalar(to)
        if source.zone == to.zone and source.owner == to.owner:
            return
        w.line(f"t = S[{slot}]")
        self._located(w, "t" if source.zone.ordered else "ids(t)", target)
        w.line(f"S[{slot}] = {'()' if source.zone.ordered else '0'}")
        if to.zone.ordered:
            w.line(f"S[{target}] += {'t' if source.zone.ordered else 'ids(t)'}")
        else:
            w.line(f"S[{target}] |= {'mask_of(t)' if source.zone.ordered else 't'}")

    def _located(self, w: Writer, pieces: str, slot: str) -> None:
        if self.located:
            w.line(f"for x in {pieces}: S[{self.values.layout.location} + x] = {slot}")

    def _simple(self, source: ir.ZoneV) -> bool:
        """Whether it is certainly a zone, and nothing but its place changes when a piece leaves it."""
        sure = self.values.presence.sure(source)
        return sure and not self._works(source.zone.word) and source.zone.see != "face"

    def _works(self, zone_word: str) -> bool:
        """Whether powers begin or cease to work in a zone."""
        return zone_word in self.power_zones

    def _source(self, pieces: ir.Value) -> ir.ZoneV | None:
        if isinstance(pieces, ir.Content) and isinstance(pieces.zone, ir.ZoneV):
            return pieces.zone
        return None


def asks_where(checked: ir.Checked) -> bool:
    """Whether a game asks where pieces lie, or whose they are: in its texts, or because cards have powers."""
    abilities = checked.abilities
    if any(ability.power >= 0 for ability in abilities):
        return True
    texts: list[object] = [(ability.where, ability.body, ability.changes) for ability in abilities]
    texts += [procedure.body for procedure in checked.procedures.values()]
    texts += [rule.cases for rule in checked.rules.values()]
    return any(isinstance(node, ir.Builtin) and node.word in ("zone", "controller") for node in ir.every(tuple(texts)))


def _is_just(pieces: ir.Value, var: ir.Var) -> bool:
    """Whether pieces to be moved are just those of a variable."""
    if isinstance(pieces, ir.ListV):
        return len(pieces.items) == 1 and pieces.items[0] == ir.Local(var)
    return pieces == ir.Local(var)
