"""C loops over lists that are iterated without being built."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from itertools import count

from cardwright.compiler.codegen.c.c_types import (
    LIST,
    MASK,
    NUMBER,
    OTHER,
    UnsupportedInCError,
    find_c_type,
    print_literal,
)
from cardwright.compiler.codegen.c.module_constants import ModuleContext
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import has_side_effects, stops_early


class Loops(ABC):
    """Code generator for loops. Subclasses print the values in them."""

    def __init__(self, known: ModuleContext) -> None:
        self.known = known
        self.begin()
        # variables of lists of lists, evaluated where they are iterated
        self._lists: dict[ir.Var, ir.Value] = {}

    def begin(self) -> None:
        """Reset the generated names, before an unrelated function is printed."""
        self.fresh = count()
        self._names: dict[ir.Var, str] = {}

    def var(self, var: ir.Var) -> str:
        """Return the C name of a variable."""
        return self._names.setdefault(var, f"v{len(self._names)}")

    @abstractmethod
    def value(self, node: ir.Value) -> str:
        """Return a C expression for a value, of the C type that belongs to its IR type."""

    @abstractmethod
    def to(self, node: ir.Value, sort: str) -> str:
        """Return a C expression for a value, converted to the C type `sort`."""

    @abstractmethod
    def test(self, node: ir.Value) -> str:
        """Return a C expression for a condition; it is only tested for being true."""

    def until(self, over: ir.Value, ends: int, test: Callable[[str], str]) -> str:
        """Return a C expression that is `ends` if the test is true for any item of a list, else 1 - `ends`.

        The loop stops at the first such item. It visits all items only if Python would do so and probes or a budget
        count them.
        """
        found, done = f"n{next(self.fresh)}", f"d{next(self.fresh)}"
        spends = any(isinstance(each, ir.Op) and each.name == "spend" for each in ir.walk_nodes(over))
        if (self.known.counts or spends) and not stops_early(over):
            inner = self.through(over, lambda item: f"if ({test(item)}) {found} = {ends};")
            return f"({{ I {found} = {1 - ends}; {inner} {found}; }})"
        inner = self.through(over, lambda item: f"if ({test(item)}) {{ {found} = {ends}; goto {done}; }}")
        return f"({{ I {found} = {1 - ends}; {inner} {done}:; {found}; }})"

    def through(self, node: ir.Value, inner: Callable[[str], str]) -> str:
        """Return C statements that loop over a list. `inner` returns the code for one item, given its expression."""
        node = self._resolve_list(node)
        if isinstance(node, ir.Each):
            return self._print_loops(node.loops, node.where, lambda: self._print_items_of(node, inner))
        item = f"x{next(self.fresh)}"
        return self.over(node, item, lambda: inner(item))

    def _print_items_of(self, node: ir.Each, inner: Callable[[str], str]) -> str:
        if node.flat:
            return self.through(node.value, inner)
        sort = find_c_type(node.value.ty)
        text = self.value(node.value)
        return inner(f"keep(S, {text})" if sort == LIST else text)

    def _print_loops(
        self, loops: tuple[tuple[ir.Var, ir.Value], ...], where: ir.Value | None, inner: Callable[[], str]
    ) -> str:
        if not loops:
            return inner() if where is None else f"if ({self.test(where)}) {{ {inner()} }}"
        (var, items), *rest = loops
        if find_c_type(var.ty) == OTHER and isinstance(items, ir.Many) and len(items.items) == 1:
            self._lists[var] = items.items[0]
            return self._print_loops(tuple(rest), where, inner)
        return self.over(
            items, self.var(var), lambda: self._print_loops(tuple(rest), where, inner), find_c_type(var.ty)
        )

    def _bind_variable(self, sort: str, name: str, text: str, inner: Callable[[], str]) -> str:
        """Return a C block that sets a variable, followed by the code that `inner` generates.

        The value may read an outer variable of the same name.
        """
        given = f"u{next(self.fresh)}"
        return f"{{ {sort} {given} = {text}; {sort} {name} = {given}; {inner()} }}"

    def _resolve_list(self, node: ir.Value) -> ir.Value:
        node = strip_conversions(node)
        while isinstance(node, ir.Get) and node.var in self._lists:
            node = strip_conversions(self._lists[node.var])
        return node

    def over(self, node: ir.Value, name: str, inner: Callable[[], str], sort: str = "") -> str:
        """Return C statements that loop over a list, with each item in the variable `name`; `inner` is the body."""
        node = self._resolve_list(node)
        item = sort or (OTHER if find_c_type(node.ty) == OTHER else NUMBER)
        if item == OTHER:
            item = MASK if node.ty.of == "mask" else LIST
        if isinstance(node, ir.Op) and node.name == "spend":
            charge = self.to(node.args[1], NUMBER)
            return self.over(node.args[0], name, lambda: f"spent(S, {charge}); {inner()}", sort)
        if isinstance(node, ir.Op) and node.name == "there":
            return self.over(node.args[0], name, lambda: f"if ({name} >= 0) {{ {inner()} }}", sort)
        here = f"t{next(self.fresh)}"
        if isinstance(node, ir.Op) and node.name == "ids":
            mask = self.to(node.args[0], MASK)
            return f"{{ M {here} = {mask}; for (I {name}; ({name} = nextbit(&{here})) >= 0;) {{ {inner()} }} }}"
        if isinstance(node, ir.Op) and node.name == "run":
            low, high = (self.to(arg, NUMBER) for arg in node.args)
            return f"{{ I {here} = {high}; for (I {name} = {low}; {name} <= {here}; {name}++) {{ {inner()} }} }}"
        if isinstance(node, ir.StaticTable) and node.index is None and node.ty.of == "mask":
            table, _, size, _ = self.known.table(node.name, MASK)
            return f"for (I {here} = 0; {here} < {size}; {here}++) {{ M {name} = {table}[{here}]; {inner()} }}"
        if isinstance(node, ir.Many) and node.items and not any(isinstance(each, ir.Splice) for each in node.items):
            if len(node.items) == 1:
                return self._bind_variable(item, name, self.to(node.items[0], item), inner)
            cells = " ".join(f"{here}[{place}] = {self.to(each, item)};" for place, each in enumerate(node.items))
            size = len(node.items)
            head = f"for (int i{here} = 0; i{here} < {size}; i{here}++)"
            return f"{{ {item} {here}[{size}]; {cells} {head} {{ {item} {name} = {here}[i{here}]; {inner()} }} }}"
        if isinstance(node, ir.Each) and not has_side_effects(node):
            return self._print_loops(
                node.loops,
                node.where,
                lambda: (
                    self.over(node.value, name, inner, item)
                    if node.flat
                    else self._bind_variable(item, name, self.to(node.value, item), inner)
                ),
            )
        if isinstance(node, ir.Const) and _is_range(node.value):
            first, size = node.value[0], len(node.value)
            start, end = print_literal(first), print_literal(first + size)
            return f"for (I {name} = {start}; {name} < {end}; {name}++) {{ {inner()} }}"
        if item == MASK:
            raise UnsupportedInCError("a list of masks")
        items = self.to(node, LIST)
        given = f"{here}.p[i{here}]" if item == NUMBER else f"ld(S, {here}.p[i{here}])"
        head = f"for (I i{here} = 0; i{here} < {here}.n; i{here}++)"
        return f"{{ L {here} = {items}; {head} {{ {item} {name} = {given}; {inner()} }} }}"


def strip_conversions(node: ir.Value) -> ir.Value:
    """Return a list without conversions that matter only in Python."""
    while isinstance(node, ir.Op) and node.name in ("tuple", "list"):
        node = node.args[0]
    return node


def _is_range(values: object) -> bool:
    if not isinstance(values, tuple | list) or not values or not all(isinstance(v, int) for v in values):
        return False
    return list(values) == list(range(values[0], values[0] + len(values)))
