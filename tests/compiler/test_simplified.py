"""Code without what is known beforehand does the same: programs made up at random."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from cardwright.compiler.codegen.python.statements import PythonPrinter
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import EffectAnalysis
from cardwright.compiler.passes.constant_folding import fold_constants

PLAYERS = 3
FAMILIES = (("player", "credits"), ("player", "debts"))
COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")


def numbers(low: int, high: int, by: int) -> tuple[int, ...]:
    return tuple(range(low, high + (1 if by > 0 else -1), by))


class Made:
    """A program made up at random: names of numbers, slots of two families, branches, loops and lists."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = [ir.Var(f"n{place}", ir.NUM, place) for place in range(5)]
        self.uid = count(100)

    def code(self, depth: int) -> ir.Code:
        """Some statements, or none; they may end early."""
        found = [self.statement(depth) for _ in range(self.random.randint(0 if depth else 1, 4))]
        if depth and not self.random.randrange(5):
            found.append(ir.Return(self.number(1)))
        return tuple(found)

    def statement(self, depth: int) -> ir.Stmt:
        """One statement."""
        kind = self.random.randrange(8 if depth < 3 else 4)
        if kind < 2:
            return ir.Set(self.random.choice(self.names), self.number(2))
        if kind < 4:
            return ir.Store(self.place(1), self.number(2), self.random.choice(("", "add", "sub")))
        if kind < 7:
            branches = tuple((self.test(2), self.code(depth + 1)) for _ in range(self.random.randint(1, 2)))
            return ir.If(branches, self.code(depth + 1) if self.random.randrange(2) else ())
        if self.random.randrange(2):
            return ir.Block(ir.Label(), self.code(depth + 1))
        var = self.random.choice(self.names)
        items = ir.ForEach(ir.Label(), var, ir.Const((0, 2), ir.PLAYERS), self.code(depth + 1))
        return ir.Block(ir.Label(), (items, ir.Set(var, self.number(0))))  # nothing asks for an item behind its loop

    def place(self, depth: int) -> ir.Slot:
        """A slot of a player: by number, or by a name that is made one."""
        which = self.random.randrange(2)
        if self.random.randrange(2):
            return ir.Slot(FAMILIES[which], 4 * which + self.random.randrange(3), (), ir.NUM)
        return ir.Slot(FAMILIES[which], 4 * which, ((self.player(depth), 1),), ir.NUM)

    def player(self, depth: int) -> ir.Value:
        """A number from 0 to 2, of few, so that the same one comes again."""
        low = ir.Op("max", (ir.Get(self.random.choice(self.names[:2])), ir.Const(0, ir.NUM)), ir.PLAYER)
        return ir.Op("min", (low, ir.Const(2, ir.NUM)), ir.PLAYER)

    def number(self, depth: int) -> ir.Value:
        """A number."""
        kind = self.random.randrange(9 if depth else 3)
        if kind == 0:
            return ir.Const(self.random.randint(-2, 4), ir.NUM)
        if kind == 1:
            return ir.Get(self.random.choice(self.names))
        if kind == 2:
            return ir.Read(self.place(0))
        if kind == 3:
            return ir.Choice(self.test(depth - 1), self.number(depth - 1), self.number(depth - 1))
        if kind == 4:
            masks = ir.Op("meet", (self.number(depth - 1), ir.Const(11, ir.IrType("mask"))), ir.IrType("mask"))
            return ir.Op("bits", (masks,), ir.NUM)
        if kind == 5:
            return ir.Fold(self.random.choice(("sum", "min", "max")), self.each(depth - 1), ir.NUM)
        name = self.random.choice(("add", "sub", "min", "max"))
        return ir.Op(name, (self.number(depth - 1), self.number(depth - 1)), ir.NUM)

    def each(self, depth: int) -> ir.Value:
        """A list: of players, perhaps but one, or of a run of numbers."""
        if self.random.randrange(2):
            var = ir.Var("p", ir.PLAYER, next(self.uid))
            but = ir.Op("ne", (ir.Get(var), self.player(0)), ir.YES)
            where = ir.Logic("and", (but, self.test(0))) if self.random.randrange(2) else but
            slot = ir.Read(ir.Slot(FAMILIES[0], 0, ((ir.Get(var), 1),), ir.NUM))
            return ir.Each(((var, ir.Const((0, 1, 2), ir.PLAYERS)),), where, slot, ir.IrType("list", "number"))
        var = ir.Var("x", ir.NUM, next(self.uid))
        most = ir.Op("min", (self.number(depth if depth > 0 else 0), ir.Const(4, ir.NUM)), ir.NUM)
        run = ir.Op("numbers", (ir.Const(0, ir.NUM), most, ir.Const(1, ir.NUM)), ir.IrType("list", "number"))
        value = ir.Op("add", (ir.Get(var), self.number(0)), ir.NUM)
        return ir.Each(
            ((var, run),), ir.Op("lt", (ir.Get(var), self.number(0)), ir.YES), value, ir.IrType("list", "number")
        )

    def test(self, depth: int) -> ir.Value:
        """A condition; those of few values come again and again."""
        kind = self.random.randrange(8 if depth > 0 else 4)
        if kind < 4:
            return ir.Op(self.random.choice(COMPARED), (self.number(0), self.number(0)), ir.YES)
        if kind < 6:
            items = tuple(self.test(depth - 1) for _ in range(self.random.randint(2, 3)))
            return ir.Logic(self.random.choice(("and", "or")), items)
        if kind == 6:
            return ir.Op("some", (self.each(0),), ir.YES)
        return ir.Op("not", (self.test(depth - 1),), ir.YES)


def printed(code: ir.Code, names: list[ir.Var]) -> Callable[[tuple[int, ...], list[int]], Any]:
    """What printed code gives, and leaves in the slots."""
    printer = PythonPrinter([], lambda _: 0, False, False, 0)
    printer.function(ir.Definition(ir.Function("plain", 1), tuple(names), ir.NUM, code))
    reach: dict[str, Any] = {"numbers": numbers, "OTHERS": ((1, 2), (2, 0), (0, 1), (0, 1, 2))}
    exec("\n".join(printer.lines), reach)

    def run(given: tuple[int, ...], slots: list[int]) -> Any:
        state = slots[:]
        return reach["p1"](state, *given), state

    return run


@pytest.mark.one_of
@pytest.mark.parametrize("seed", range(10))
def test_it_does_the_same(seed: int) -> None:
    random = Random(seed)
    changed = 0
    for _ in range(25):
        made = Made(random)
        everything = ir.Op("add", (ir.Get(made.names[0]), ir.Get(made.names[1])), ir.NUM)
        code = (*made.code(0), *made.code(0), ir.Return(ir.Row((everything, *map(ir.Get, made.names)))))
        simple = fold_constants(code, EffectAnalysis(), PLAYERS)
        changed += simple != code
        before, after = (printed(each, made.names) for each in (code, simple))
        for _ in range(10):
            given = tuple(random.randint(-2, 4) for _ in made.names)
            slots = [random.randint(-3, 6) for _ in range(8)]
            assert before(given, slots) == after(given, slots)
    assert changed > 5
