"""Code without what is known beforehand, and without work done twice, does the same: programs made up at random."""

from __future__ import annotations

from collections.abc import Callable
from itertools import count
from random import Random
from typing import Any

import pytest

from cardwright.compiler.codegen.python.statements import PythonPrinter
from cardwright.compiler.ir import nodes as n
from cardwright.compiler.ir.effects import Hanging
from cardwright.compiler.passes.common_subexpressions import shared
from cardwright.compiler.passes.constant_folding import simplified
from cardwright.runtime.primitives.namespace import numbers

PLAYERS = 3
FAMILIES = (("player", "credits"), ("player", "debts"))
COMPARED = ("eq", "ne", "lt", "le", "gt", "ge")


class Made:
    """A program made up at random: names of numbers, slots of two families, branches, loops and lists."""

    def __init__(self, random: Random) -> None:
        self.random = random
        self.names = [n.Var(f"n{place}", n.NUM, place) for place in range(5)]
        self.uid = count(100)

    def code(self, depth: int) -> n.Code:
        """Some statements, or none; they may end early."""
        found = [self.statement(depth) for _ in range(self.random.randint(0 if depth else 1, 4))]
        if depth and not self.random.randrange(5):
            found.append(n.Return(self.number(1)))
        return tuple(found)

    def statement(self, depth: int) -> n.Stmt:
        """One statement."""
        kind = self.random.randrange(8 if depth < 3 else 4)
        if kind < 2:
            return n.Set(self.random.choice(self.names), self.number(2))
        if kind < 4:
            return n.Store(self.place(1), self.number(2), self.random.choice(("", "add", "sub")))
        if kind < 7:
            branches = tuple((self.test(2), self.code(depth + 1)) for _ in range(self.random.randint(1, 2)))
            return n.If(branches, self.code(depth + 1) if self.random.randrange(2) else ())
        if self.random.randrange(2):
            return n.Block(n.Label(), self.code(depth + 1))
        var = self.random.choice(self.names)
        items = n.ForEach(n.Label(), var, n.Const((0, 2), n.PLAYERS), self.code(depth + 1))
        return n.Block(n.Label(), (items, n.Set(var, self.number(0))))  # nothing asks for an item behind its loop

    def place(self, depth: int) -> n.Place:
        """A slot of a player: by number, or by a name that is made one."""
        which = self.random.randrange(2)
        if self.random.randrange(2):
            return n.Place(FAMILIES[which], 4 * which + self.random.randrange(3), (), n.NUM)
        return n.Place(FAMILIES[which], 4 * which, ((self.player(depth), 1),), n.NUM)

    def player(self, depth: int) -> n.Value:
        """A number from 0 to 2, of few, so that the same one comes again."""
        low = n.Op("max", (n.Get(self.random.choice(self.names[:2])), n.Const(0, n.NUM)), n.PLAYER)
        return n.Op("min", (low, n.Const(2, n.NUM)), n.PLAYER)

    def number(self, depth: int) -> n.Value:
        """A number."""
        kind = self.random.randrange(9 if depth else 3)
        if kind == 0:
            return n.Const(self.random.randint(-2, 4), n.NUM)
        if kind == 1:
            return n.Get(self.random.choice(self.names))
        if kind == 2:
            return n.Read(self.place(0))
        if kind == 3:
            return n.Choice(self.test(depth - 1), self.number(depth - 1), self.number(depth - 1))
        if kind == 4:
            masks = n.Op("meet", (self.number(depth - 1), n.Const(11, n.Ty("mask"))), n.Ty("mask"))
            return n.Op("bits", (masks,), n.NUM)
        if kind == 5:
            return n.Fold(self.random.choice(("sum", "min", "max")), self.each(depth - 1), n.NUM)
        name = self.random.choice(("add", "sub", "min", "max"))
        return n.Op(name, (self.number(depth - 1), self.number(depth - 1)), n.NUM)

    def each(self, depth: int) -> n.Value:
        """A list: of players, perhaps but one, or of a run of numbers."""
        if self.random.randrange(2):
            var = n.Var("p", n.PLAYER, next(self.uid))
            but = n.Op("ne", (n.Get(var), self.player(0)), n.YES)
            where = n.Logic("and", (but, self.test(0))) if self.random.randrange(2) else but
            slot = n.Read(n.Place(FAMILIES[0], 0, ((n.Get(var), 1),), n.NUM))
            return n.Each(((var, n.Const((0, 1, 2), n.PLAYERS)),), where, slot, n.Ty("list", "number"))
        var = n.Var("x", n.NUM, next(self.uid))
        most = n.Op("min", (self.number(depth if depth > 0 else 0), n.Const(4, n.NUM)), n.NUM)
        run = n.Op("numbers", (n.Const(0, n.NUM), most, n.Const(1, n.NUM)), n.Ty("list", "number"))
        value = n.Op("add", (n.Get(var), self.number(0)), n.NUM)
        return n.Each(((var, run),), n.Op("lt", (n.Get(var), self.number(0)), n.YES), value, n.Ty("list", "number"))

    def test(self, depth: int) -> n.Value:
        """A condition; those of few values come again and again."""
        kind = self.random.randrange(8 if depth > 0 else 4)
        if kind < 4:
            return n.Op(self.random.choice(COMPARED), (self.number(0), self.number(0)), n.YES)
        if kind < 6:
            items = tuple(self.test(depth - 1) for _ in range(self.random.randint(2, 3)))
            return n.Logic(self.random.choice(("and", "or")), items)
        if kind == 6:
            return n.Op("some", (self.each(0),), n.YES)
        return n.Op("not", (self.test(depth - 1),), n.YES)


def printed(code: n.Code, names: list[n.Var]) -> Callable[[tuple[int, ...], list[int]], Any]:
    """What printed code gives, and leaves in the slots."""
    printer = PythonPrinter([], lambda _: 0, False, False, 0)
    printer.function(n.Definition(n.Function("plain", 1), tuple(names), n.NUM, code))
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
    changed, own = 0, count(1000)

    def fresh(word: str, ty: n.Ty) -> n.Var:
        return n.Var(word, ty, next(own), own=True)

    for _ in range(25):
        made = Made(random)
        everything = n.Op("add", (n.Get(made.names[0]), n.Get(made.names[1])), n.NUM)
        code = (*made.code(0), *made.code(0), n.Return(n.Row((everything, *map(n.Get, made.names)))))
        hanging = Hanging()
        simple = simplified(code, hanging, PLAYERS)
        once = shared(simple, made.names, fresh, hanging)
        changed += simple != code or once != simple
        before, after, last = (printed(each, made.names) for each in (code, simple, once))
        for _ in range(10):
            given = tuple(random.randint(-2, 4) for _ in made.names)
            slots = [random.randint(-3, 6) for _ in range(8)]
            assert before(given, slots) == after(given, slots) == last(given, slots)
    assert changed > 5
