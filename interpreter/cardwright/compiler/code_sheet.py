"""Takes scoring rules apart into what they add up, so that a score can be told line by line."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace

from cardwright.compiler import ir
from cardwright.compiler.code_values import ValueCoder
from cardwright.compiler.layout import Layout
from cardwright.compiler.segments import Writer


@dataclass(frozen=True, slots=True)
class Addend:
    """One thing that is added up: once, or for each item of the lists that its variables run through."""

    value: ir.Value
    sign: int
    each: tuple[tuple[ir.Var, ir.Value], ...] = ()
    where: ir.Value | None = None


def addends(value: ir.Value, sign: int = 1) -> Iterator[Addend]:
    """What a number is the sum of."""
    if isinstance(value, ir.BinaryV) and value.operator in ("+", "-") and value.type.base == "number":
        yield from addends(value.left, sign)
        yield from addends(value.right, sign if value.operator == "+" else -sign)
    elif isinstance(value, ir.PrimitiveV) and value.primitive.word == "sum" and isinstance(value.args[0], ir.CollectV):
        yield from _summed(value.args[0], value, sign)
    else:
        yield Addend(value, sign)


def _summed(collected: ir.CollectV, whole: ir.Value, sign: int) -> Iterator[Addend]:
    inner = list(addends(collected.value)) if not collected.flat else []
    if any(addend.each for addend in inner) or not inner:
        yield Addend(whole, sign)
        return
    for addend in inner:
        yield replace(addend, sign=sign * addend.sign, each=collected.each, where=collected.where)


def told_rules(checked: ir.Checked) -> list[ir.Rule]:
    """The rules of numbers that a score is added up from, the score itself first."""
    found = [checked.rules["final_score"]]
    for rule in found:
        for value, _ in rule.cases:
            for addend in addends(value):
                called = addend.value
                if isinstance(called, ir.RuleV) and called.type.base == "number" and called.rule not in found:
                    found.append(called.rule)
    return found


def told_memory(checked: ir.Checked) -> set[tuple[str, str]]:
    """The counters that a score is added up from, by owner and word: a log notes what changes them."""
    values = [value for rule in told_rules(checked) for value, _ in rule.cases]
    parts = [addend.value for value in values for addend in addends(value)]
    return {(part.memory.owner, part.memory.word) for part in parts if isinstance(part, ir.MemoryV)}


def carriers(checked: ir.Checked, layout: Layout) -> dict[int, tuple[int, list[int], list[int]]]:
    """For the first slot of every counter of a score: how many slots it has, and the procedures that only hand on what
    is gained or lost: those that change the counter, and those that do nothing but perform others of them. Last those
    that do not change it themselves, and have a phrase.
    """
    found = {}
    for memory in layout.game.memory:
        key = (memory.owner, memory.word)
        if key in told_memory(checked):
            size = layout.owners(memory.owner) * layout.width(memory)
            carrying = _carrying(checked, key)
            handing = [
                procedure.number
                for procedure in checked.procedures.values()
                if procedure.kind == "verb" and procedure.phrase and _hands_on(procedure, carrying)
            ]
            found[layout.memory_base[key]] = (size, sorted(carrying), sorted(handing))
    return found


def _carrying(checked: ir.Checked, key: tuple[str, str]) -> set[int]:
    procedures = checked.procedures.values()
    found = {p.number for p in procedures if p.phrase and any(_changes(node, key) for node in ir.every(p.body))}
    while True:
        more = {p.number for p in procedures if p.number not in found and _hands_on(p, found)}
        if not more:
            return found
        found |= more


def _changes(node: object, key: tuple[str, str]) -> bool:
    if not isinstance(node, ir.SetMemory):
        return False
    return (node.target.memory.owner, node.target.memory.word) == key


def _hands_on(procedure: ir.Procedure, carrying: set[int]) -> bool:
    deeds = [statement for statement in procedure.body if not isinstance(statement, ir.RequireS)]
    return bool(deeds) and all(isinstance(deed, ir.Perform) and deed.procedure.number in carrying for deed in deeds)


class CaseCoder:
    """Writes for each rule with several cases a function that tells which of them holds, to explain its value by."""

    def __init__(self, values: ValueCoder) -> None:
        self.values = values

    def source(self, checked: ir.Checked) -> str:
        """The functions and, by the numbers of the rules, a table of them."""
        rules = [rule for rule in checked.rules.values() if len(rule.cases) > 1]
        table = ", ".join(f"{rule.number}: w{rule.number}" for rule in rules)
        return "\n".join([*(self._function(rule) for rule in rules), f"CASES = {{{table}}}\n"])

    def _function(self, rule: ir.Rule) -> str:
        w = Writer()
        for number, (_, condition) in enumerate(rule.cases):
            if condition is None:
                w.line(f"return {number}")
            else:
                w.line(f"if {self.values.scalar(condition)}: return {number}")
        args = "".join(f", {param.code}" for param in rule.params)
        return f"def w{rule.number}(S{args}):\n" + "\n".join(w.lines) + "\n"


def described_cases(rule: ir.Rule) -> list[tuple[str, int, list[int]]]:
    """Each case of a rule as written, and if it is nothing but another rule of some of its roles: which, of which."""
    words = [param.uid for param in rule.params]
    found = []
    for text, (value, _) in zip(rule.texts or [""] * len(rule.cases), rule.cases, strict=True):
        asked, roles = -1, []
        if isinstance(value, ir.RuleV) and all(isinstance(arg, ir.Local) for arg in value.args):
            uids = [arg.var.uid for arg in value.args if isinstance(arg, ir.Local)]
            if all(uid in words for uid in uids):
                asked, roles = value.rule.number, [words.index(uid) for uid in uids]
        found.append((text, asked, roles))
    return found


class SheetCoder:
    """Writes for each rule of a score a function that lists its addends; their values are asked for one by one."""

    def __init__(self, values: ValueCoder) -> None:
        self.values = values

    def source(self, checked: ir.Checked) -> str:
        """The functions and, by the numbers of the rules, a table of them."""
        rules = told_rules(checked)
        table = ", ".join(f"{rule.number}: h{rule.number}" for rule in rules)
        return "\n".join([*(self._function(rule) for rule in rules), f"SHEET = {{{table}}}\n"])

    def _function(self, rule: ir.Rule) -> str:
        w = Writer()
        for value, condition in rule.cases:
            parts = " + ".join(self._listed(addend) for addend in addends(value))
            if condition is None:
                w.line(f"return {parts}")
            else:
                with w.block(f"if {self.values.scalar(condition)}:"):
                    w.line(f"return {parts}")
        args = "".join(f", {param.code}" for param in rule.params)
        return f"def h{rule.number}(S{args}):\n" + "\n".join(w.lines) + "\n"

    def _listed(self, addend: Addend) -> str:
        loops = "".join(f" for {var.code} in {self.values.iterable(source)}" for var, source in addend.each)
        where = f" if {self.values.scalar(addend.where)}" if addend.where is not None else ""
        return f"[{self._part(addend)}{loops}{where}]"

    def _part(self, addend: Addend) -> str:
        """A tuple: the sign, a word for what follows, and that."""
        value = addend.value
        if isinstance(value, ir.RuleV):
            args = (self.values.role(p, a) for p, a in zip(value.rule.params, value.args, strict=True))
            return f"({addend.sign}, 'rule', {value.rule.number}, ({''.join(arg + ', ' for arg in args)}))"
        if isinstance(value, ir.MemoryV):
            nobodys = f"({addend.sign}, 'value', (), lambda: {value.memory.starts!r})"
            return self.values.of_memory(value, nobodys, lambda slot: f"({addend.sign}, 'memory', {slot})")
        names = "".join(f"({_base(var)!r}, {var.code}), " for var, _ in addend.each)
        # what runs through a list is bound now, since the value is asked for later
        bound = ", ".join(f"{var.code}={var.code}" for var, _ in addend.each)
        return f"({addend.sign}, 'value', ({names}), lambda {bound}: {self.values.scalar(value)})"


def _base(var: ir.Var) -> str:
    return var.type.base
