"""Writes rules: their cases, and the layers of what abilities change in them."""

from __future__ import annotations

from cardwright.compiler import ir
from cardwright.compiler.code_events import PIECE, SHIFT
from cardwright.compiler.code_values import ValueCoder, count_run
from cardwright.compiler.layout import TRACKER, depends
from cardwright.compiler.segments import Writer

# The fixed layers of DESIGN 4; within one, abilities apply in the order in which they began to work.
LAYERS = (("set",), ("add", "subtract", "remove"), ("multiply",), ("cap", "raise"))


class RuleCoder:
    """Writes the functions of rules; a rule somebody can modify asks the abilities active on it now."""

    def __init__(self, values: ValueCoder, modifiers: dict[str, list[ir.Ability]]) -> None:
        self.values = values
        self.modifiers = modifiers

    def function(self, rule: ir.Rule) -> str:
        """The function of a rule."""
        args = "".join(f", {param.code}" for param in rule.params)
        lines = self._lines(rule)
        if rule.word in self.values.asking_themselves:
            lines = within_bounds(self.values.text(rule.word), lines)
        return f"def r{rule.number}(S{args}):\n" + "\n".join(lines) + "\n"

    def _lines(self, rule: ir.Rule) -> list[str]:
        w = Writer()
        modified = self.modifiers.get(rule.word, [])
        listed = rule.type is not None and rule.type.base == "list"
        for number, case in enumerate(rule.cases):
            value, condition = case
            counted = self.values.count_run(case)
            code = self._code(value, rule)
            if condition is None:
                target = w
                target.line(f"{counted}x = {code}" if number == 0 or modified else f"{counted}return {code}")
            elif modified:
                w.line(f"{'if' if number == 0 else 'elif'} {self.values.scalar(condition)}: {counted}x = {code}")
                continue
            else:
                w.line(f"if {self.values.scalar(condition)}: {counted}return {code}")
                continue
            if modified and number > 0:
                w.lines[-1] = "    else: " + w.lines[-1].lstrip()
        if modified:
            slot = self.values.layout.slot(f"modify {rule.word}")
            if self.values.tracked:
                w.line(f"S[{TRACKER}].based({rule.number}, x, {_roles(rule)})")
            with w.block(f"if S[{slot}]:"):
                self._layers(w, rule, modified, slot, listed)
            w.line("return x")
        elif rule.cases and rule.cases[0][1] is None:
            w.line("return x")
        return w.lines

    def _code(self, value: ir.Value, rule: ir.Rule) -> str:
        if rule.type is not None and rule.type.base == "list":
            return f"tuple({self.values.sized(value)})"
        return self.values.scalar(value)

    def _layers(self, w: Writer, rule: ir.Rule, modified: list[ir.Ability], slot: int, listed: bool) -> None:
        for layer in LAYERS:
            active = [a for a in modified if any(change.operator in layer for change in a.changes)]
            if not active:
                continue
            with w.block(f"for e in S[{slot}]:"):
                w.line(f"a = e >> {SHIFT}")
                for number, ability in enumerate(active):
                    with w.block(f"{'if' if number == 0 else 'elif'} a == {ability.number}:"):
                        self._apply(w, rule, ability, layer, listed)

    def _apply(self, w: Writer, rule: ir.Rule, ability: ir.Ability, layer: tuple[str, ...], listed: bool) -> None:
        if ability.this is not None and ability.power >= 0:
            w.line(f"{ability.this.code} = e & {PIECE}")
            w.line(f"{ability.you.code} = controller(S, {ability.this.code})")
        for role, param in zip(ability.roles, rule.params, strict=True):
            w.line(f"{role.code} = {param.code}")
        where = self.values.scalar(ability.where) if ability.where is not None else "True"
        speaks_of_you = depends((ability.where, ability.changes), ability.you)
        guard = f"{ability.you.code} >= 0 and " if ability.power >= 0 and speaks_of_you else ""
        with w.block(f"if {guard}{where}:"):
            count_run(w, self.values, ability)
            for change in ability.changes:
                if change.operator in layer:
                    w.line(f"x = {self._changed(change, listed)}")
                    if self.values.tracked:
                        w.line(f"S[{TRACKER}].changed({rule.number}, e, {change.operator!r}, x, {_roles(rule)})")

    def _changed(self, change: ir.ChangeV, listed: bool) -> str:
        if listed:
            items = self.values.sized(change.value)
            return {"set": f"tuple({items})", "add": f"joined(x, {items})", "remove": f"without(x, {items})"}[
                change.operator
            ]
        value = self.values.scalar(change.value)
        return {
            "set": value,
            "add": f"x + {value}",
            "subtract": f"x - {value}",
            "multiply": f"x * {value}",
            "cap": f"min(x, {value})",
            "raise": f"max(x, {value})",
        }[change.operator]


def _roles(rule: ir.Rule) -> str:
    """Code for what a rule was asked for, which tells it from itself asked for something else on the way."""
    return f"({''.join(f'{param.code}, ' for param in rule.params)})"


def within_bounds(name: str, lines: list[str]) -> list[str]:
    """The lines of a function that can come to be asked within itself, so that an endless one is told by its name."""
    return [
        "    try:",
        f"        deeper({name})",
        *("    " + line for line in lines),
        f"    except RecursionError: too_deep({name})",
        "    finally: back()",
    ]
