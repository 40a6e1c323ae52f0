"""Lowering of modifiers, applied to the value of a rule layer by layer."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import uses_variable
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.abilities.ability import split_cheap_conditions
from cardwright.compiler.lowering.abilities.durations import load_stored
from cardwright.compiler.lowering.context import Lowering, join_conditions, number, op

_, ADDS, MULTIPLIES, BOUNDS = typed_tree.LAYERS
_CHANGES = {"add": "add", "subtract": "sub", "multiply": "mul", "cap": "min", "raise": "max"}
# The variable that each layer changes.
Into = Mapping[tuple[str, ...], ir.Var]


class Layers:
    """Code that applies the modifiers of a rule to its value, which is held in a variable."""

    def __init__(self, low: Lowering, rule: typed_tree.TypedRule, value: ir.Var) -> None:
        self.low = low
        self.rule = rule
        self.value = value
        self.active = ir.Read(low.slot(f"modify {rule.word}", ir.ABILITIES))

    def changed(self, modified: list[typed_tree.TypedAbility]) -> ir.Code:
        """Return code that applies the active modifiers layer by layer and ends with `return` of the value."""
        low = self.low
        note: ir.Code = ()
        if low.tracked:
            note = (ir.Note("based", (number(self.rule.number), ir.Get(self.value), self._make_argument_row())),)
        layers: list[tuple[str, ...]] = [
            layer for layer in typed_tree.LAYERS if any(_is_in_layer(ability, layer) for ability in modified)
        ]
        if low.tracked or self.value.ty.base != "number" or len(layers) < 2:
            code: ir.Code = tuple(self._lower_loop_over_active(modified, {layer: self.value}) for layer in layers)
        else:
            code = self._apply_at_once(modified, layers)
        return (*note, ir.If(((op("some", ir.YES, self.active), code),)), ir.Return(ir.Get(self.value)))

    def _apply_at_once(self, modified: list[typed_tree.TypedAbility], layers: list[tuple[str, ...]]) -> ir.Code:
        """Return code that applies all layers in one loop.

        Sums and products are collected in separate variables. Bounds depend on the order in which modifiers started; if
        any are active, a second loop applies them.
        """
        low = self.low
        first, *others = layers
        into = {first: self.value}
        begun: list[ir.Stmt] = []
        done: list[ir.Stmt] = []
        for layer, name, how, nothing in ((ADDS, "more", "add", 0), (MULTIPLIES, "times", "mul", 1)):
            if layer in others:
                into[layer] = var = low.fresh(name, ir.NUM)
                begun.append(ir.Set(var, number(nothing)))
                done.append(ir.Set(self.value, op(how, ir.NUM, ir.Get(self.value), ir.Get(var))))
        if BOUNDS not in others:
            return (*begun, self._lower_loop_over_active(modified, into), *done)
        bound = low.fresh("bound", ir.YES)
        begun.append(ir.Set(bound, ir.Const(0, ir.YES)))
        bounds = self._lower_loop_over_active(modified, {BOUNDS: self.value})
        return (
            *begun,
            self._lower_loop_over_active(modified, into, bound),
            *done,
            ir.If(((ir.Get(bound), (bounds,)),)),
        )

    def _lower_loop_over_active(
        self, modified: list[typed_tree.TypedAbility], into: Into, bound: ir.Var | None = None
    ) -> ir.Stmt:
        """Return a loop over the active modifiers that changes the variable of each layer in `into`.

        The variable `bound` is set if a modifier that sets a bound is active.
        """
        low = self.low
        entry, which = low.fresh("entry", ir.ABILITY), low.fresh("which", ir.NUM)
        branches: list[tuple[ir.Value, ir.Code]] = []
        for ability in modified:
            code: ir.Code = ()
            if any(_is_in_layer(ability, layer) for layer in into):
                code = self._apply(ability, into, entry)
            if bound is not None and _is_in_layer(ability, BOUNDS):
                code = (ir.Set(bound, ir.Const(1, ir.YES)), *code)
            if code:
                branches.append((op("eq", ir.YES, ir.Get(which), number(ability.number)), code))
        named = ir.Set(which, op("ability", ir.NUM, ir.Get(entry)))
        charge = low.costs.charge_modifiers(self.rule)
        active: ir.Value = self.active
        if charge:
            active = op("spend", active.ty, active, number(charge))
        return ir.ForEach(ir.Label(), entry, active, (named, ir.If(tuple(branches))))

    def _apply(self, ability: typed_tree.TypedAbility, into: Into, entry: ir.Var) -> ir.Code:
        low = self.low
        code: list[ir.Stmt] = [*load_stored(low, ability, ir.Get(entry))]
        you, held = low.var(ability.you), ability.this is not None and ability.power >= 0
        if held and ability.this is not None:
            low.located = True
            code.append(ir.Set(low.var(ability.this), op("piece", ir.PIECE, ir.Get(entry))))
        for role, param in zip(ability.roles, self.rule.params, strict=True):
            low.means(role, param)
        asks = uses_variable((ability.where, ability.changes), ability.you)
        first, conditions = split_cheap_conditions(low, ability)
        if ability.power >= 0 and asks:
            conditions.insert(0, op("ge", ir.YES, ir.Get(you), number(0)))
        changed, at = self._changes(ability, into, entry), low.spot(ability)
        if conditions:
            changed = (ir.If(((join_conditions(conditions), changed),), (), at=at),)
        if held and ability.this is not None and (low.tracked or asks):
            changed = (ir.Set(you, op("controller", ir.PLAYER, ir.Get(low.var(ability.this)))), *changed)
        if first:
            changed = (ir.If(((join_conditions(first), changed),), (), at=at),)
        return (*code, *changed)

    def _changes(self, ability: typed_tree.TypedAbility, into: Into, entry: ir.Var) -> ir.Code:
        code: list[ir.Stmt] = [*self.low.counted(ability)]
        for change in ability.changes:
            for layer, var in into.items():
                if change.operator in layer:
                    code.append(ir.Set(var, self._lower_change(change, var), at=self.low.spot(ability)))
                    if self.low.tracked:
                        how = self.low.text(change.operator)
                        arguments = (
                            number(self.rule.number),
                            ir.Get(entry),
                            how,
                            ir.Get(var),
                            self._make_argument_row(),
                        )
                        code.append(ir.Note("changed", arguments))
        return tuple(code)

    def _make_argument_row(self) -> ir.Value:
        """Return IR for the arguments of the rule as one row, by which the observer tells nested evaluations apart."""
        return ir.Row(tuple(ir.Get(self.low.var(param)) for param in self.rule.params))

    def _lower_change(self, change: typed_tree.ChangeExpr, var: ir.Var) -> ir.Value:
        got = ir.Get(var)
        if var.ty.base == "list":
            if change.operator == "set":
                return self.low.kept(change.value)
            name = "joined" if change.operator == "add" else "without"
            return op(name, var.ty, got, self.low.items(change.value))
        given = self.low.value(change.value)
        if change.operator == "set":
            return given
        return op(_CHANGES[change.operator], var.ty, got, given)


def _is_in_layer(ability: typed_tree.TypedAbility, layer: tuple[str, ...]) -> bool:
    return any(change.operator in layer for change in ability.changes)
