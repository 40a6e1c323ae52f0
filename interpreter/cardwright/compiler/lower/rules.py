"""Lowers rules: their cases, and the layers of what abilities change in them."""

from __future__ import annotations

from cardwright.checker import ir
from cardwright.checker.ir import depends
from cardwright.compiler.code import nodes as n
from cardwright.compiler.lower.lowering import Lowering, both, number, op, ty_of

# The fixed layers of DESIGN 4; within one, abilities apply in the order in which they began to work.
LAYERS = (("set",), ("add", "subtract", "remove"), ("multiply",), ("cap", "raise"))
_CHANGES = {"add": "add", "subtract": "sub", "multiply": "mul", "cap": "min", "raise": "max"}


class Rules:
    """Makes the functions of rules; a rule somebody can modify asks the abilities active on it now."""

    def __init__(self, low: Lowering) -> None:
        self.low = low

    def function(self, rule: ir.Rule) -> n.Definition:
        """The function of a rule."""
        assert rule.type is not None
        modified = self.low.modifiers.get(rule.word, [])
        params = tuple(self.low.var(param) for param in rule.params)
        ty = ty_of(rule.type)
        if not modified:
            code = tuple(statement for case in rule.cases for statement in self._case(case))
        else:
            value = self.low.fresh("value", ty)
            code = (*self._based(rule, value), *self._modified(rule, value, modified))
        bounded = int(self.low.text(rule.word).value) if rule.word in self.low.asking_themselves else None
        return n.Definition(n.Function("rule", rule.number), params, ty, code, bounded)

    def _case(self, case: tuple[ir.Value, ir.Value | None]) -> n.Code:
        value, condition = case
        at = self.low.spot(case)
        code = (*self.low.counted(case), n.Return(self.low.kept(value), at))
        return code if condition is None else (n.If(((self.low.value(condition), code),), (), at),)

    def _based(self, rule: ir.Rule, var: n.Var) -> n.Code:
        """The rule's own value, before anybody changes it."""
        branches: list[tuple[n.Value, n.Code]] = []
        otherwise: n.Code = ()
        for case in rule.cases:
            value, condition = case
            at = self.low.spot(case)
            code: n.Code = (*self.low.counted(case), n.Set(var, self.low.kept(value), at))
            if condition is None:
                otherwise = code
                break
            branches.append((self.low.value(condition), code))
        return (n.If(tuple(branches), otherwise),) if branches else otherwise

    def _modified(self, rule: ir.Rule, value: n.Var, modified: list[ir.Ability]) -> n.Code:
        low = self.low
        told: n.Code = (n.Note("based", (number(rule.number), n.Get(value), self._roles(rule))),) if low.tracked else ()
        active = n.Read(low.slot(f"modify {rule.word}", n.ABILITIES))
        layers: list[n.Stmt] = []
        for layer in LAYERS:
            changing = [a for a in modified if any(change.operator in layer for change in a.changes)]
            if changing:
                layers.append(self._layer(rule, value, changing, layer, active))
        return (*told, n.If(((op("some", n.YES, active), tuple(layers)),)), n.Return(n.Get(value)))

    def _layer(
        self, rule: ir.Rule, value: n.Var, changing: list[ir.Ability], layer: tuple[str, ...], active: n.Value
    ) -> n.Stmt:
        entry, which = self.low.fresh("entry", n.ABILITY), self.low.fresh("which", n.NUM)
        branches = tuple(
            (op("eq", n.YES, n.Get(which), number(ability.number)), self._apply(rule, value, ability, layer, entry))
            for ability in changing
        )
        named = n.Set(which, op("ability", n.NUM, n.Get(entry)))
        return n.ForEach(n.Label(), entry, active, (named, n.If(branches)))

    def _apply(self, rule: ir.Rule, value: n.Var, ability: ir.Ability, layer: tuple[str, ...], entry: n.Var) -> n.Code:
        low = self.low
        code: list[n.Stmt] = []
        you = low.var(ability.you)
        if ability.this is not None and ability.power >= 0:
            low.located = True
            this = low.var(ability.this)
            code += [
                n.Set(this, op("piece", n.PIECE, n.Get(entry))),
                n.Set(you, op("controller", n.PLAYER, n.Get(this))),
            ]
        roles = zip(ability.roles, rule.params, strict=True)
        code += [n.Set(low.var(role), n.Get(low.var(param))) for role, param in roles]
        conditions: list[n.Value] = []
        if ability.power >= 0 and depends((ability.where, ability.changes), ability.you):
            conditions.append(op("ge", n.YES, n.Get(you), number(0)))
        if ability.where is not None:
            conditions.append(low.value(ability.where))
        changed = self._changes(rule, value, ability, layer, entry)
        return (*code, n.If(((both(conditions), changed),))) if conditions else (*code, *changed)

    def _changes(
        self, rule: ir.Rule, value: n.Var, ability: ir.Ability, layer: tuple[str, ...], entry: n.Var
    ) -> n.Code:
        code: list[n.Stmt] = [*self.low.counted(ability)]
        for change in ability.changes:
            if change.operator in layer:
                code.append(n.Set(value, self._changed(change, value), self.low.spot(ability)))
                if self.low.tracked:
                    how = self.low.text(change.operator)
                    code.append(
                        n.Note("changed", (number(rule.number), n.Get(entry), how, n.Get(value), self._roles(rule)))
                    )
        return tuple(code)

    def _roles(self, rule: ir.Rule) -> n.Value:
        """What a rule was asked for, which tells it from itself asked for something else on the way."""
        return n.Row(tuple(n.Get(self.low.var(param)) for param in rule.params))

    def _changed(self, change: ir.ChangeV, value: n.Var) -> n.Value:
        got = n.Get(value)
        if value.ty.base == "list":
            if change.operator == "set":
                return self.low.kept(change.value)
            name = "joined" if change.operator == "add" else "without"
            return op(name, value.ty, got, self.low.items(change.value))
        given = self.low.value(change.value)
        if change.operator == "set":
            return given
        return op(_CHANGES[change.operator], value.ty, got, given)

    def cases(self, rule: ir.Rule) -> n.Definition:
        """The function that tells which case of a rule holds, to explain its value by."""
        code: list[n.Stmt] = []
        for place, (_, condition) in enumerate(rule.cases):
            told = n.Return(number(place))
            code.append(told if condition is None else n.If(((self.low.value(condition), (told,)),)))
        params = tuple(self.low.var(param) for param in rule.params)
        return n.Definition(n.Function("cases", rule.number), params, n.NUM, tuple(code))
