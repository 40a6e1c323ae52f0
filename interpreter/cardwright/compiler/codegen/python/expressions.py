"""Python expressions for IR values."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import OPERATIONS
from cardwright.compiler.ir.reads_and_changes import stops_early
from cardwright.state_slots_and_table_rows import NO_PIECE, SHIFT

_TUPLES = frozenset(("AFTER", "OTHERS", "PARTS"))


def is_tuple(node: ir.Value) -> bool:
    """Return True if a list is certainly a tuple in Python."""
    if isinstance(node, ir.Many | ir.Row | ir.Const | ir.Read | ir.Reachable):
        return True
    if isinstance(node, ir.Op):
        return OPERATIONS[node.name].gives == "tuple"
    if isinstance(node, ir.StaticTable):
        return node.name in _TUPLES
    return isinstance(node, ir.Choice) and is_tuple(node.yes) and is_tuple(node.no)


def is_quick(node: ir.Value) -> bool:
    """Return True if evaluating a value twice costs less than one function call."""
    if isinstance(node, ir.Get | ir.Const):
        return True
    if isinstance(node, ir.Read):
        return all(is_quick(value) for value, _ in node.place.terms)
    if isinstance(node, ir.Op):
        return OPERATIONS[node.name].cost == 1 and all(is_quick(arg) for arg in node.args)
    return isinstance(node, ir.StaticTable) and node.index is not None and node.default is None and is_quick(node.index)


# With fewer comparisons than this, a linear chain is as fast.
MANY_NUMBERS = 6


def print_as_decision_tree(node: ir.If) -> tuple[ir.Value, ir.If, ir.If] | None:
    """Split a long chain of comparisons of one variable with numbers into two halves.

    Returns (test for the lower half, lower branches, upper branches), or None if the branches are no such chain.
    """
    if len(node.branches) < MANY_NUMBERS or node.otherwise:
        return None
    ranked: dict[int, tuple[ir.Value, ir.Code]] = {}
    names = set()
    for test, body in node.branches:
        if not isinstance(test, ir.Op) or test.name != "eq":
            return None
        name, number = test.args
        if not isinstance(name, ir.Get) or not isinstance(number, ir.Const) or type(number.value) is not int:
            return None
        names.add(name)
        ranked[number.value] = test, body
    if len(names) > 1 or len(ranked) < len(node.branches):
        return None
    half = sorted(ranked)[len(ranked) // 2]
    below, above = (tuple([ranked[each] for each in sorted(ranked) if (each < half) == low]) for low in (True, False))
    return (
        ir.Op("lt", (names.pop(), ir.Const(half, ir.NUM)), ir.YES),
        ir.If(below, (), at=node.at),
        ir.If(above, (), at=node.at),
    )


# Larger constants are printed as names.
MAX_INLINE_BITS, MAX_INLINE_ITEMS = 1_000, 100

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


def name_of(function: ir.Function) -> str:
    """Return the Python name of a function."""
    return f"{_PREFIX[function.kind]}{function.number}"


class PythonExpressions:
    """Code generator for values; `slot` is a function from the name of a slot to its number.

    `long_constants` has the names of large constant values, which are not repeated in the code.
    """

    def __init__(self, slot: Callable[[str], int]) -> None:
        self.slot = slot
        self.long_constants: dict[object, str] = {}

    @staticmethod
    def var(var: ir.Var) -> str:
        """Return the Python name of a variable."""
        return f"{'g' if var.own else 'v'}{var.uid}"

    def value(self, node: ir.Value) -> str:
        """Return a Python expression for a value."""
        return _VALUES[type(node)](self, node)

    def test(self, node: ir.Value) -> str:
        """Return a Python expression for a condition; it is only tested for being true."""
        if isinstance(node, ir.Op):
            if node.name in ("some", "some bits"):
                return self._print_some(node.args[0])
            if node.name == "not":
                return f"not {self._print_negatable(node.args[0])}"
            if node.name == "holds":
                return f"{self.value(node.args[0])} >> {self.value(node.args[1])} & 1"
            text = self.value(node)
            return text[1:-1] if text.startswith("(") and node.name in _BARE else text
        if isinstance(node, ir.Logic):
            return f" {node.word} ".join(self._print_part(item) for item in node.items)
        return self.value(node)

    def _print_negatable(self, node: ir.Value) -> str:
        if isinstance(node, ir.Op) and node.name in ("some", "some bits"):
            return self._bracket(node.args[0], self._print_some(node.args[0]))
        return self.value(node)

    def _print_some(self, items: ir.Value) -> str:
        """Return a Python expression that is true if a list has items."""
        if isinstance(items, ir.Each) and stops_early(items):
            return f"any({self._print_loops(replace(items, value=ir.Const(1, ir.YES)))})"
        return self.value(items)

    def _bracket(self, node: ir.Value, text: str) -> str:
        """Return the expression `text` for a node, in brackets if it needs any."""
        return text if isinstance(node, ir.Get | ir.Read | ir.Call | ir.StaticTable) else f"({text})"

    def _print_part(self, node: ir.Value) -> str:
        return f"({self.test(node)})" if isinstance(node, ir.Logic | ir.Choice) else self._print_simple_test(node)

    def _print_simple_test(self, node: ir.Value) -> str:
        return self._bracket(node, self.test(node))

    def place(self, place: ir.Slot) -> str:
        """Return a Python expression for the content of a slot."""
        return f"S[{self.address(place)}]"

    def address(self, place: ir.Slot) -> str:
        """Return a Python expression for the index of a slot."""
        base = self.slot(place.family[1]) if place.family[0] == "code" and place.family[1] != "where" else place.base
        parts = [self.value(value) + (f" * {stride}" if stride > 1 else "") for value, stride in place.terms]
        if not parts:
            return str(base)
        if base == 0:
            return " + ".join(parts)
        return f"{' + '.join(parts)} {'+' if base > 0 else '-'} {abs(base)}"

    def _print_const(self, node: ir.Const) -> str:
        if node.ty.base == "text":
            return f"TEXTS[{node.value}]"
        if isinstance(node.value, int) and not isinstance(node.value, bool):
            if node.value.bit_length() > MAX_INLINE_BITS:
                return self._name_constant(node.value)
            return str(node.value) if node.value >= 0 else f"({node.value})"
        if isinstance(node.value, tuple) and len(node.value) > MAX_INLINE_ITEMS:
            return self._name_constant(node.value)
        return repr(node.value)

    def _name_constant(self, value: object) -> str:
        return self.long_constants.setdefault(value, f"LONG{len(self.long_constants)}")

    def _print_segment_number(self, node: ir.SegmentNumber) -> str:
        return str(node.segment.number)

    def _get(self, node: ir.Get) -> str:
        return self.var(node.var)

    def _read(self, node: ir.Read) -> str:
        return self.place(node.place)

    def _handle(self, node: ir.Handle) -> str:
        text = self.address(node.place)
        return f"({text})" if node.place.terms else text

    def _print_table(self, node: ir.StaticTable) -> str:
        if node.index is None:
            return node.name
        if node.default is not None:
            return f"{node.name}.get({self.value(node.index)}, {node.default})"
        return f"{node.name}[{self.value(node.index)}]"

    def _print_op(self, node: ir.Op) -> str:
        special = self._print_special(node)
        if special is not None:
            return special
        return OPERATIONS[node.name].python.format(*(self.value(arg) for arg in node.args))

    def _print_special(self, node: ir.Op) -> str | None:
        """Return a faster expression for an operation than its template, or None."""
        name, args = node.name, node.args
        if name == "tuple" and is_tuple(args[0]):
            return self.value(args[0])
        if name in ("min", "max") and all(is_quick(arg) for arg in args):
            one, other = self.value(args[0]), self.value(args[1])
            return f"({one} if {one} {'<' if name == 'min' else '>'} {other} else {other})"
        if name == "nth" and args[1] == ir.Const(0, ir.NUM) and isinstance(args[0], ir.Get):
            mask = self.value(args[0])
            return f"(({mask} & -{mask}).bit_length() - 1)"
        if name == "top" and isinstance(args[0], ir.Handle) and args[1] == ir.Const(1, ir.NUM):
            return f"{self.place(args[0].place)}[-1:]"
        if name == "list" and isinstance(args[0], ir.Each):
            return self.value(args[0])
        if name == "not":
            return f"(not {self._print_negatable(args[0])})"
        return None

    def _print_logic(self, node: ir.Logic) -> str:
        return f"({f' {node.word} '.join(self.value(item) for item in node.items)})"

    def _print_choice(self, node: ir.Choice) -> str:
        return f"({self.value(node.yes)} if {self.test(node.test)} else {self.value(node.no)})"

    def _print_bind(self, node: ir.Bind) -> str:
        return f"(lambda {self.var(node.var)}: {self.value(node.body)})({self.value(node.value)})"

    def _print_many(self, node: ir.Many) -> str:
        items = [self.value(item) for item in node.items]
        return f"({', '.join(items)}{',' if len(items) == 1 else ''})"

    def _print_splice(self, node: ir.Splice) -> str:
        return f"*{self.value(node.list)}"

    def _print_row(self, node: ir.Row) -> str:
        return f"({''.join(self.value(item) + ', ' for item in node.items).rstrip()})" if node.items else "()"

    def _print_each(self, node: ir.Each) -> str:
        return f"[{self._print_loops(node)}]"

    def _print_loops(self, node: ir.Each) -> str:
        """Return a comprehension without its brackets."""
        loops = " ".join(f"for {self.var(var)} in {self.value(items)}" for var, items in node.loops)
        where = f" if {self.test(node.where)}" if node.where is not None else ""
        if node.flat:
            return f"y {loops}{where} for y in {self.value(node.value)}"
        return f"{self.value(node.value)} {loops}{where}"

    def _print_reach(self, node: ir.Reachable) -> str:
        step = f"lambda {self.var(node.var)}: {self.value(node.step)}"
        if node.goals is None:
            return f"connected({self.value(node.start)}, {step})"
        return f"steps({self.value(node.start)}, {self.value(node.goals)}, {step})"

    def _fold(self, node: ir.Fold) -> str:
        if node.word in ("min", "max"):
            return f"{node.word}({self.value(node.over)} or (0,))"
        if node.word in ("any", "all") and isinstance(node.over, ir.Each) and stops_early(node.over):
            return f"{node.word}({self._print_loops(node.over)})"
        return f"{node.word}({self.value(node.over)})"

    def _call(self, node: ir.Call) -> str:
        return f"{name_of(node.function)}(S{''.join(f', {self.value(arg)}' for arg in node.args)})"

    def _fits(self, node: ir.Fits) -> str:
        entry = self.value(node.entry)
        args = "".join(f", {self.value(arg)}" for arg in node.args)
        return f"MATCH[{entry} >> {SHIFT}](S, {entry} & {NO_PIECE}{args})"

    def _print_later(self, node: ir.Later) -> str:
        if node.ty.base == "nothing":
            return f"lambda S: {self.value(node.value)}"
        bound = ", ".join(f"{self.var(var)}={self.var(var)}" for var in node.bound)
        return f"lambda {bound}: {self.value(node.value)}"


_BARE = frozenset(("eq", "ne", "lt", "le", "gt", "ge", "lacks", "in", "not in", "within", "same"))
_VALUES: dict[type, Callable[..., str]] = {
    ir.Const: PythonExpressions._print_const, ir.SegmentNumber: PythonExpressions._print_segment_number,
    ir.Get: PythonExpressions._get, ir.Read: PythonExpressions._read,
    ir.Handle: PythonExpressions._handle, ir.StaticTable: PythonExpressions._print_table,
    ir.Op: PythonExpressions._print_op, ir.Logic: PythonExpressions._print_logic,
    ir.Choice: PythonExpressions._print_choice, ir.Bind: PythonExpressions._print_bind,
    ir.Many: PythonExpressions._print_many, ir.Splice: PythonExpressions._print_splice,
    ir.Row: PythonExpressions._print_row, ir.Each: PythonExpressions._print_each,
    ir.Reachable: PythonExpressions._print_reach, ir.Fold: PythonExpressions._fold,
    ir.Call: PythonExpressions._call, ir.Fits: PythonExpressions._fits, ir.Later: PythonExpressions._print_later,
}  # fmt: skip
