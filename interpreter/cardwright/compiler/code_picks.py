"""Writes what can be picked: the options of one pick, which of them are alike, and picks that nobody decides."""

from __future__ import annotations

from cardwright.compiler import ir
from cardwright.compiler.code_values import ValueCoder, conjuncts
from cardwright.compiler.feasible import Feasibility
from cardwright.compiler.layout import TRACKER
from cardwright.compiler.segments import Writer


class PickCoder:
    """Writes the options of picks."""

    def __init__(self, values: ValueCoder, feasible: Feasibility) -> None:
        self.values = values
        self.feasible = feasible

    def alike(self, pick: ir.PickS) -> bool:
        """Whether all options of a pick are certainly alike, so that nothing is decided."""
        kind = pick.item.type.of if pick.item.type.base == "piece" else ""
        if not kind or not self.values.layout.game.kinds[kind].interchangeable or pick.where is None:
            return False
        if pick.amount not in ("one", "exactly") or not self.values.is_mask(self.filtered(pick)):
            return False
        for condition in conjuncts(pick.where):
            if isinstance(condition, ir.CompareV) and condition.operator == "is":
                left = condition.left
                if isinstance(left, ir.AttributeV) and left.piece == ir.Local(pick.item):
                    return self._tells_apart(kind, left.attribute.word)
        return False

    def _tells_apart(self, kind: str, word: str) -> bool:
        values = [d.values.get(word) for d in self.values.layout.game.pieces if d.kind == kind]
        return len(values) == len(set(values))

    def filtered(self, pick: ir.PickS) -> ir.Value:
        """The options of a pick before one looks ahead."""
        return pick.source if pick.where is None else ir.FilterV(pick.source, pick.item, pick.where)

    def free(self, w: Writer, pick: ir.PickS, player: ir.Value) -> tuple[str, list[str]]:
        """A pick nobody decides, at random or among alike pieces: whether it can be made, and the lines making it."""
        possible, lines = self._free(w, pick)
        if self.values.tracked and not pick.at_random:  # a player would have decided, if it made any difference
            several = f"ids({pick.var.code})" if pick.var.mask else pick.var.code
            taken = f"({pick.var.code},)" if pick.amount == "one" else several
            whose = self.values.scalar(player)
            lines.append(f"for t in {taken}: S[{TRACKER}].not_asked({whose}, t, {pick.site.number}, [])")
        return possible, lines

    def _free(self, w: Writer, pick: ir.PickS) -> tuple[str, list[str]]:
        pool = self.filtered(pick)
        name = f"{pick.source.type.item}"
        masked = self.values.is_mask(pool)
        w.line(f"o = {self.values.scalar(pool) if masked else self.values.sized(pool)}")
        size = "o.bit_count()" if masked else "len(o)"
        if pick.amount == "one":
            if not masked:
                chosen = f"o[{self.values.chance('pick', name, size)}]"
            elif pick.at_random:
                chosen = f"nth(o, {self.values.chance('pick', name, size)})"
            else:
                chosen = "(o & -o).bit_length() - 1"
            return "o", [f"{pick.var.code} = {chosen}"]
        count = self.values.scalar(pick.count) if pick.count is not None else size
        if pick.at_random:
            pieces = "ids(o)" if masked else "o"
            number = count if pick.amount == "exactly" else f"min({count}, {size})"
            self.values.acts.add(f"pick {name}")
            chosen = f"sample(S, {pieces}, {number}, {self.values.text(name)})"
            chosen = f"mask_of({chosen})" if pick.var.mask else chosen
        else:
            chosen = f"take(o, {count})" if pick.var.mask else f"ids(take(o, {count}))"
        enough = f"{size} >= {count}" if pick.amount in ("exactly", "at_least") else "True"
        return enough, [f"{pick.var.code} = {chosen}"]

    def options(self, pick: ir.PickS, ahead: str | None) -> str:
        """Code for the options of a pick as a new list."""
        pool = self.filtered(pick)
        kind = pick.item.type.of if pick.item.type.base == "piece" else ""
        if kind and self.values.layout.game.kinds[kind].interchangeable:
            groups = self.values.groups(kind)
            if ahead is None and self.values.is_mask(pool):
                return f"one_each({self.values.scalar(pool)}, {groups})"
            listed = self._listed(pick, pool, ahead)
            return f"unlike({listed})"
        return self._listed(pick, pool, ahead)

    def _listed(self, pick: ir.PickS, pool: ir.Value, ahead: str | None) -> str:
        if ahead is None and not isinstance(pool, ir.FilterV):
            return f"[*{self.values.sized(pool)}]"
        return f"[{pick.var.code} {self.feasible.running(pick, ahead)}]"

    def candidates(self, w: Writer, pick: ir.PickS, ahead: str | None) -> None:
        """Write down for a tracked game what could have been offered, and which conditions each fulfils."""
        if not self.values.tracked:
            return
        conditions = [self.values.scalar(part) for part in conjuncts(pick.where)] if pick.where is not None else []
        flags = "".join(f"{code}, " for code in [*conditions, ahead or "True"])
        each = f"for {pick.item.code} in {self.values.iterable(pick.source)}"
        if pick.amount == "one":
            each += f" for {pick.var.code} in ({pick.item.code},)"
        rows = f"[({pick.item.code}, ({flags})) {each}]"
        w.line(f"S[{TRACKER}].candidates = ({pick.site.number}, lambda S: {rows})")
