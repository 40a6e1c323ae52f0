"""Prints the values of the code IR as Python expressions."""

from __future__ import annotations

from collections.abc import Callable

from cardwright.compiler.ir import nodes as n
from cardwright.compiler.ir.operations import OPERATIONS
from cardwright.program_format import NO_PIECE, SHIFT

_TUPLES = frozenset(("AFTER", "OTHERS", "PARTS"))


def is_tuple(node: n.Value) -> bool:
    """Whether a list certainly is a tuple in Python."""
    if isinstance(node, n.Many | n.Row | n.Const | n.Read):
        return True
    if isinstance(node, n.Op):
        return OPERATIONS[node.name].gives == "tuple"
    if isinstance(node, n.Table):
        return node.name in _TUPLES
    return isinstance(node, n.Choice) and is_tuple(node.yes) and is_tuple(node.no)


def is_quick(node: n.Value) -> bool:
    """Whether working a value out twice costs less than calling a function."""
    if isinstance(node, n.Get | n.Const):
        return True
    if isinstance(node, n.Read):
        return all(is_quick(value) for value, _ in node.place.terms)
    if isinstance(node, n.Op):
        return OPERATIONS[node.name].cost == 1 and all(is_quick(arg) for arg in node.args)
    return isinstance(node, n.Table) and node.index is not None and node.default is None and is_quick(node.index)


def begins_with(test: n.Value, var: n.Var) -> bool:
    """Whether a name is what a test asks for before anything else."""
    if isinstance(test, n.Logic):
        return begins_with(test.items[0], var)
    return isinstance(test, n.Op) and test.args[:1] == (n.Get(var),)


# Fewer comparisons with numbers than this are as quick one after the other.
MANY_NUMBERS = 6


def halves(node: n.If) -> tuple[n.Value, n.If, n.If] | None:
    """A long choice by a number as what tells lower ones from others, and the choices among either."""
    if len(node.branches) < MANY_NUMBERS or node.otherwise:
        return None
    ranked: dict[int, tuple[n.Value, n.Code]] = {}
    names = set()
    for test, body in node.branches:
        if not isinstance(test, n.Op) or test.name != "eq":
            return None
        name, number = test.args
        if not isinstance(name, n.Get) or not isinstance(number, n.Const) or type(number.value) is not int:
            return None
        names.add(name)
        ranked[number.value] = test, body
    if len(names) > 1 or len(ranked) < len(node.branches):
        return None
    half = sorted(ranked)[len(ranked) // 2]
    below, above = (tuple([ranked[each] for each in sorted(ranked) if (each < half) == low]) for low in (True, False))
    return n.Op("lt", (names.pop(), n.Const(half, n.NUM)), n.YES), n.If(below, (), node.at), n.If(above, (), node.at)


_PREFIX = {
    "rule": "r",
    "can": "can",
    "no": "no",
    "plain": "p",
    "match": "q",
    "cases": "w",
    "names": "b",
    "sheet": "h",
    "ahead": "t",
    "anew": "a",
    "together": "m",
}


def name_of(function: n.Function) -> str:
    """What a function is called in Python."""
    return f"{_PREFIX[function.kind]}{function.number}"


class Values:
    """Prints values; `slot` tells the number of a slot of the engine itself by its name."""

    def __init__(self, slot: Callable[[str], int]) -> None:
        self.slot = slot
        self._iterating = 0
        # names that are given their values where they are read first
        self._giving: dict[n.Var, str] = {}

    @staticmethod
    def var(var: n.Var) -> str:
        """What a name is called in Python."""
        return f"{'g' if var.own else 'v'}{var.uid}"

    def value(self, node: n.Value) -> str:
        """An expression."""
        return _VALUES[type(node)](self, node)

    def test(self, node: n.Value) -> str:
        """An expression of which only the truth counts."""
        if isinstance(node, n.Op):
            if node.name in ("some", "some bits"):
                return self.value(node.args[0])
            if node.name == "not":
                return f"not {self._negatable(node.args[0])}"
            if node.name == "holds":
                return f"{self.value(node.args[0])} >> {self.value(node.args[1])} & 1"
            text = self.value(node)
            return text[1:-1] if text.startswith("(") and node.name in _BARE else text
        if isinstance(node, n.Logic):
            return f" {node.word} ".join(self._part(item) for item in node.items)
        return self.value(node)

    def _negatable(self, node: n.Value) -> str:
        if isinstance(node, n.Op) and node.name in ("some", "some bits"):
            return self._bracketed(node.args[0], self.value(node.args[0]))
        return self.value(node)

    def _bracketed(self, node: n.Value, text: str) -> str:
        """An expression that can stand anywhere."""
        return text if isinstance(node, n.Get | n.Read | n.Call | n.Table) else f"({text})"

    def _part(self, node: n.Value) -> str:
        return f"({self.test(node)})" if isinstance(node, n.Logic | n.Choice) else self._simple_test(node)

    def _simple_test(self, node: n.Value) -> str:
        return self._bracketed(node, self.test(node))

    def iterable(self, node: n.Value) -> str:
        """A list that is run through."""
        self._iterating += 1
        text = self.value(node)
        self._iterating -= 1
        return text

    def place(self, place: n.Place) -> str:
        """A slot."""
        return f"S[{self.address(place)}]"

    def address(self, place: n.Place) -> str:
        """The number of a slot."""
        base = self.slot(place.family[1]) if place.family[0] == "code" and place.family[1] != "where" else place.base
        parts = [self.value(value) + (f" * {stride}" if stride > 1 else "") for value, stride in place.terms]
        if not parts:
            return str(base)
        if base == 0:
            return " + ".join(parts)
        return f"{' + '.join(parts)} {'+' if base > 0 else '-'} {abs(base)}"

    def _const(self, node: n.Const) -> str:
        if node.ty.base == "text":
            return f"TEXTS[{node.value}]"
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            return str(node.value) if node.value >= 0 else f"({node.value})"
        return repr(node.value)

    def _get(self, node: n.Get) -> str:
        given = self._giving.pop(node.var, None)
        name = self.var(node.var)
        return name if given is None else f"({name} := {given})"

    def _read(self, node: n.Read) -> str:
        return self.place(node.place)

    def _handle(self, node: n.Handle) -> str:
        text = self.address(node.place)
        return f"({text})" if node.place.terms else text

    def _table(self, node: n.Table) -> str:
        if node.index is None:
            return node.name
        if node.default is not None:
            return f"{node.name}.get({self.value(node.index)}, {node.default})"
        return f"{node.name}[{self.value(node.index)}]"

    def _op(self, node: n.Op) -> str:
        special = self._better(node)
        if special is not None:
            return special
        return OPERATIONS[node.name].python.format(*(self.value(arg) for arg in node.args))

    def _better(self, node: n.Op) -> str | None:
        """What says the same more quickly than the template of an operation."""
        name, args = node.name, node.args
        if name == "tuple" and is_tuple(args[0]):
            return self.value(args[0])
        if name in ("min", "max") and all(is_quick(arg) for arg in args):
            one, other = self.value(args[0]), self.value(args[1])
            return f"({one} if {one} {'<' if name == 'min' else '>'} {other} else {other})"
        if name == "nth" and args[1] == n.Const(0, n.NUM) and isinstance(args[0], n.Get):
            mask = self.value(args[0])
            return f"(({mask} & -{mask}).bit_length() - 1)"
        if name == "top" and isinstance(args[0], n.Handle) and args[1] == n.Const(1, n.NUM):
            return f"{self.place(args[0].place)}[-1:]"
        if name == "list" and isinstance(args[0], n.Each):
            return self.value(args[0])
        if name == "not":
            return f"(not {self._negatable(args[0])})"
        return None

    def _logic(self, node: n.Logic) -> str:
        return f"({f' {node.word} '.join(self.value(item) for item in node.items)})"

    def _choice(self, node: n.Choice) -> str:
        return f"({self.value(node.yes)} if {self.test(node.test)} else {self.value(node.no)})"

    def _bind(self, node: n.Bind) -> str:
        """Named where it is asked for first, if that is a test; a function that is called at once inside iterables."""
        name, body = self.var(node.var), node.body
        given = self.value(node.value)
        if not self._iterating and isinstance(body, n.Choice) and begins_with(body.test, node.var):
            self._giving[node.var] = given
            test = self.test(body.test)
            return f"({self.value(body.yes)} if {test} else {self.value(body.no)})"
        return f"(lambda {name}: {self.value(body)})({given})"

    def _many(self, node: n.Many) -> str:
        items = [self.value(item) for item in node.items]
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"

    def _splice(self, node: n.Splice) -> str:
        return f"*{self.value(node.list)}"

    def _row(self, node: n.Row) -> str:
        return f"({''.join(self.value(item) + ', ' for item in node.items).rstrip()})" if node.items else "()"

    def _each(self, node: n.Each) -> str:
        loops = " ".join(f"for {self.var(var)} in {self.iterable(items)}" for var, items in node.loops)
        where = f" if {self.test(node.where)}" if node.where is not None else ""
        if node.flat:
            return f"[y {loops}{where} for y in {self.iterable(node.value)}]"
        return f"[{self.value(node.value)} {loops}{where}]"

    def _fold(self, node: n.Fold) -> str:
        if node.word in ("min", "max"):
            return f"{node.word}({self.value(node.over)} or (0,))"
        return f"{node.word}({self.value(node.over)})"

    def _call(self, node: n.Call) -> str:
        return f"{name_of(node.function)}(S{''.join(f', {self.value(arg)}' for arg in node.args)})"

    def _fits(self, node: n.Fits) -> str:
        entry = self.value(node.entry)
        args = "".join(f", {self.value(arg)}" for arg in node.args)
        return f"MATCH[{entry} >> {SHIFT}](S, {entry} & {NO_PIECE}{args})"

    def _later(self, node: n.Later) -> str:
        if node.ty.base == "nothing":
            return f"lambda S: {self.value(node.value)}"
        bound = ", ".join(f"{self.var(var)}={self.var(var)}" for var in node.bound)
        return f"lambda {bound}: {self.value(node.value)}"


_BARE = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "lacks", "in", "not in", "within", "same"))
_VALUES: dict[type, Callable[..., str]] = {
    n.Const: Values._const, n.Get: Values._get, n.Read: Values._read,
    n.Handle: Values._handle, n.Table: Values._table, n.Op: Values._op,
    n.Logic: Values._logic, n.Choice: Values._choice, n.Bind: Values._bind,
    n.Many: Values._many, n.Splice: Values._splice, n.Row: Values._row,
    n.Each: Values._each, n.Fold: Values._fold, n.Call: Values._call,
    n.Fits: Values._fits, n.Later: Values._later,
}  # fmt: skip
