"""C expressions for IR values."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from cardwright.compiler.codegen.c.c_types import (
    LIST,
    MASK,
    NUMBER,
    OTHER,
    UnsupportedInCError,
    find_c_type,
    format_stored,
    print_literal,
    read_constant_list,
)
from cardwright.compiler.codegen.c.loops_without_lists import Loops, strip_conversions
from cardwright.compiler.codegen.c.module_constants import ModuleContext
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import OPERATIONS, parse_c_form
from cardwright.compiler.ir.reads_and_changes import has_side_effects
from cardwright.state_slots_and_table_rows import FACE, LOST, RESULT, SUPPRESSED

# For each operation that is printed by a template: the C types of its arguments, that of its result, and the template.
OPERATIONS_IN_C = {name: parse_c_form(name, row.c) for name, row in OPERATIONS.items() if row.c}
PREFIX = {"rule": "r", "can": "can", "no": "no", "plain": "p", "match": "q", "anew": "anew", "together": "together"}
_MASKS = {FACE: "S->face", SUPPRESSED: "S->supp", LOST: "S->lost", RESULT: "S->resm"}
# The tables defined by the C runtime, and the types of their entries.
KERNEL = dict.fromkeys(("AFTER", "OTHERS", "PARTS"), LIST) | dict.fromkeys(("DEF", "WHOLE", "NEXT", "PREVIOUS"), NUMBER)


def name_of(known: ModuleContext, function: ir.Function) -> str:
    """Return the C name of a function."""
    if function.kind not in PREFIX:
        raise UnsupportedInCError(f"a function of the kind {function.kind}")
    return known.functions.get(function, f"{PREFIX[function.kind]}{function.number}")


def declare_function(known: ModuleContext, function: ir.Function) -> str:
    """Return the C name of a function for a call, and record that its declaration is needed."""
    name = name_of(known, function)
    sorts = "".join(f", {find_c_type(param.ty)}" for param in known.params[function])
    known.needs[f"{find_c_type(known.results[function])} {name}(St *S{sorts});"] = None
    return name


class CExpressions(Loops):
    """Code generator for values. Generated names are unique within a function."""

    # ------------------------------------------------------------ values of a C type

    def value(self, node: ir.Value) -> str:
        """Return a C expression for a value, of the C type that belongs to its IR type."""
        return _VALUES[type(node)](self, node)

    def given(self, node: ir.Value) -> str:
        """Return the C type of the expression that `value` generates for a node."""
        if isinstance(node, ir.Op) and node.name in OPERATIONS_IN_C:
            return OPERATIONS_IN_C[node.name][1]
        if isinstance(node, ir.Call) and node.function in self.known.results:
            return find_c_type(self.known.results[node.function])
        return find_c_type(node.ty)

    def to(self, node: ir.Value, sort: str) -> str:
        """Return an expression for a value, converted to the given C type."""
        if isinstance(node, ir.Const):
            return self.constant(node.value, sort)
        own, text = self.given(node), self.value(node)
        if own == sort:
            return text
        if (own, sort) == (NUMBER, LIST):
            return f"list_of(S, {text})"
        raise UnsupportedInCError(f"{own} as {sort}: {type(node).__name__} {getattr(node, 'name', '')}")

    def constant(self, value: object, sort: str) -> str:
        """Return a C expression for a constant, of the C type `sort`."""
        if sort == MASK and isinstance(value, int):
            return self.known.mask(value)
        if sort == LIST:
            return self.known.pooled(read_constant_list(() if value is None else value))
        if value is None:
            return "0"
        if sort == NUMBER and isinstance(value, int):
            return print_literal(value)
        raise UnsupportedInCError(f"a constant {type(value).__name__} as {sort}")

    def test(self, node: ir.Value) -> str:
        """Return a C expression for a condition; it is only tested for being true."""
        sort = find_c_type(node.ty)
        return f"somebits({self.value(node)})" if sort == MASK else self.to(node, NUMBER)

    def ordered(self, args: Sequence[tuple[ir.Value, str]], make: Callable[[list[str]], str]) -> str:
        """Return code that `make` builds from the C expressions of some values.

        If one of the values has side effects, all are first evaluated in order.
        """
        if len(args) < 2 or not any(has_side_effects(node) for node, _ in args):
            return make([self.to(node, sort) for node, sort in args])
        names = [f"a{next(self.fresh)}" for _ in args]
        pairs = zip(names, args, strict=True)
        given = " ".join(f"{sort} {name} = {self.to(node, sort)};" for name, (node, sort) in pairs)
        return f"({{ {given} {make(names)}; }})"

    # ------------------------------------------------------------ places

    def address(self, place: ir.Slot) -> str:
        """Return a C expression for the index of a slot, which checks the bounds at run time."""
        base = (
            self.known.slot(place.family[1]) if place.family[0] == "code" and place.family[1] != "where" else place.base
        )
        if not place.terms:
            return str(base)
        terms = [self.to(value, NUMBER) + (f" * {stride}" if stride > 1 else "") for value, stride in place.terms]
        low, high = self.known.bounds(place)
        return f"slot(S, {' + '.join(terms)} {'+' if base >= 0 else '-'} {abs(base)}, {low}, {high})"

    def handle(self, place: ir.Slot) -> str:
        """Return a C expression for the index of a slot, which does not check the bounds."""
        terms = [self.to(value, NUMBER) + (f" * {stride}" if stride > 1 else "") for value, stride in place.terms]
        return f"({' + '.join([*terms, str(place.base)])})" if terms else str(place.base)

    def lies(self, place: ir.Slot) -> str:
        """Return the C lvalue of a slot that holds a number or a bitset."""
        if find_c_type(place.ty) == MASK:
            if place.family[0] == "fixed":
                return _MASKS[place.base]
            return f"S->z[{self.address(place)} - {self.known.zones_from}]"
        return f"S->s[{self.address(place)}]"

    def _read(self, node: ir.Read) -> str:
        sort, text = find_c_type(node.place.ty), self.lies(node.place)
        if sort == OTHER:
            raise UnsupportedInCError(f"a slot with a list of {node.place.ty.of}s")
        return f"ld(S, {text})" if sort == LIST else text

    def _handle(self, node: ir.Handle) -> str:
        return self.handle(node.place)

    def _get(self, node: ir.Get) -> str:
        return self.var(node.var)

    def _print_const(self, node: ir.Const) -> str:
        return self.constant(node.value, find_c_type(node.ty))

    # ------------------------------------------------------------ tables

    def _print_table(self, node: ir.StaticTable) -> str:
        sort = find_c_type(node.ty)
        if node.index is None:
            if sort == OTHER:
                raise UnsupportedInCError("a whole table of lists as a value")
            return self.constant(self.known.tables[node.name], sort)
        index = self.to(node.index, NUMBER)
        if node.name in KERNEL:
            text = f"T_{node.name}[index_of(S, {index}, N_{node.name})]"
            return f"ld(S, {text})" if KERNEL[node.name] == LIST else text
        name, low, size, gaps = self.known.table(node.name, sort)
        if sort == MASK:
            if node.default != 0 and gaps:
                raise UnsupportedInCError("a table of masks with gaps")
            if node.default is None:
                return f"{name}[index_of(S, ({index}) - {low}, {size})]"
            return f"mask_or({name}, {low}, {size}, {index})"
        if node.default is not None:
            return f"entry_or({name}, {low}, {size}, {index}, {print_literal(node.default)})"
        text = (
            f"entry_of(S, {name}, {low}, {size}, {index})"
            if isinstance(self.known.tables[node.name], dict)
            else f"{name}[index_of(S, {index}, {size})]"
        )
        return f"ld(S, {text})" if sort == LIST else text

    # ------------------------------------------------------------ operations

    def _print_operation(self, node: ir.Op) -> str:
        special = _SPECIAL.get(node.name)
        if special is not None:
            return special(self, node)
        if node.name not in OPERATIONS_IN_C:
            raise UnsupportedInCError(f"the operation {node.name}")
        sorts, _, template = OPERATIONS_IN_C[node.name]
        if node.name not in ("tuple", "list") and any(arg.ty.of == "row" for arg in node.args):
            raise UnsupportedInCError(f"the operation {node.name} of rows")
        return self.ordered(list(zip(node.args, sorts, strict=True)), lambda args: template.format(*args))

    def _print_frames(self, node: ir.Op) -> str:
        (argument,) = node.args
        assert isinstance(argument, ir.SegmentNumber)
        number = argument.segment.number
        name = self.known.segments.get(number)
        return "nothing()" if name is None else f"frames(S, {self.known.number(f'n{name}', number)})"

    def _print_length(self, node: ir.Op) -> str:
        """Return C code for the length of a list, or for the test that the list is not empty.

        If possible, the code does not build the list.
        """
        items = strip_conversions(node.args[0])
        if isinstance(items, ir.Op) and items.name == "ids":
            return f"{'bits' if node.name == 'len' else 'somebits'}({self.to(items.args[0], MASK)})"
        if isinstance(items, ir.Each) and not has_side_effects(items):
            if node.name == "some":
                return self.until(items, 1, lambda _: "1")
            number = f"n{next(self.fresh)}"
            return f"({{ I {number} = 0; {self.through(items, lambda _: f'{number}++;')} {number}; }})"
        text = self.to(items, LIST)
        return f"({text}).n" if node.name == "len" else f"(({text}).n > 0)"

    def _print_not(self, node: ir.Op) -> str:
        return f"(!{self.test(node.args[0])})"

    def _print_equal(self, node: ir.Op) -> str:
        one, other = node.args
        sort = next((s for s in (MASK, LIST) if s in (find_c_type(one.ty), find_c_type(other.ty))), NUMBER)
        sign = "==" if node.name == "eq" else "!="
        if sort == NUMBER:
            return self.ordered([(one, sort), (other, sort)], lambda args: f"({args[0]} {sign} {args[1]})")
        function = "samebits" if sort == MASK else "same"
        no = "" if node.name == "eq" else "!"
        return self.ordered([(one, sort), (other, sort)], lambda args: f"({no}{function}({args[0]}, {args[1]}))")

    def _print_in(self, node: ir.Op) -> str:
        item, items = node.args[0], strip_conversions(node.args[1])
        no = "" if node.name == "in" else "!"
        if items.ty.of == "row":
            return self.ordered([(item, LIST), (items, LIST)], lambda a: f"({no}has_row(S, {a[1]}, {a[0]}))")
        if isinstance(items, ir.Op) and items.name == "ids":
            return self.ordered([(item, NUMBER), (items.args[0], MASK)], lambda a: f"({no}has({a[1]}, {a[0]}))")
        return self.ordered([(item, NUMBER), (items, LIST)], lambda a: f"({no}in({a[1]}, {a[0]}))")

    def _print_times(self, node: ir.Op) -> str:
        items, item = node.args
        if items.ty.of == "row":
            return self.ordered([(items, LIST), (item, LIST)], lambda args: f"times_row(S, {args[0]}, {args[1]})")
        return self.ordered([(items, LIST), (item, NUMBER)], lambda args: f"times({args[0]}, {args[1]})")

    def _print_at(self, node: ir.Op) -> str:
        items, place = node.args
        if items.ty.base == "row":
            if not isinstance(place, ir.Const):
                raise UnsupportedInCError("a part of a row by a number")
            listed = find_c_type(node.ty) == LIST
            return f"{'part_list' if listed else 'part'}(S, {self.to(items, LIST)}, {place.value})"
        text = self.ordered([(items, LIST), (place, NUMBER)], lambda args: f"at(S, {args[0]}, {args[1]})")
        return f"ld(S, {text})" if find_c_type(node.ty) == LIST else text

    def _print_new(self, node: ir.Op) -> str:
        return "nothing()"

    def _sample(self, node: ir.Op) -> str:
        args = [(node.args[0], LIST), (node.args[1], NUMBER)]
        return self.ordered(args, lambda given: f"sample(S, {given[0]}, {given[1]})")

    def _groups(self, node: ir.Op) -> str:
        groups = node.args[-1]
        if not isinstance(groups, ir.StaticTable) or groups.index is not None:
            raise UnsupportedInCError("groups that are no table")
        name, _, size, _ = self.known.table(groups.name, MASK)
        index = self.known.group_index(groups.name)
        sorts = [MASK, NUMBER][: len(node.args) - 1]
        args = list(zip(node.args[:-1], sorts, strict=True))
        return self.ordered(args, lambda given: f"{node.name}(S, {', '.join(given)}, {name}, {index}, {size})")

    def _print_mask_of(self, node: ir.Op) -> str:
        items = strip_conversions(node.args[0])
        if isinstance(items, ir.Op) and items.name == "ids":
            return self.to(items.args[0], MASK)
        mask = f"m{next(self.fresh)}"
        put = self.through(items, lambda item: f"putbit(S, &{mask}, {item});")
        return f"({{ M {mask} = nobits(); {put} {mask}; }})"

    # ------------------------------------------------------------ connectives

    def _print_logic(self, node: ir.Logic) -> str:
        sign = " && " if node.word == "and" else " || "
        return f"({sign.join(self.test(item) for item in node.items)})"

    def _print_choice(self, node: ir.Choice) -> str:
        sort = find_c_type(node.ty)
        return f"({self.test(node.test)} ? {self.to(node.yes, sort)} : {self.to(node.no, sort)})"

    def _bind(self, node: ir.Bind) -> str:
        sort = find_c_type(node.var.ty)
        given, name = f"u{next(self.fresh)}", self.var(node.var)
        value, body = self.to(node.value, sort), self.value(node.body)
        return f"({{ {sort} {given} = {value}; {sort} {name} = {given}; {body}; }})"

    def _call(self, node: ir.Call) -> str:
        params = self.known.params.get(node.function)
        if params is None or len(params) != len(node.args):
            raise UnsupportedInCError(f"a call of {node.function.kind}")
        args = [(arg, find_c_type(param.ty)) for arg, param in zip(node.args, params, strict=True)]
        name = declare_function(self.known, node.function)
        return self.ordered(args, lambda given: f"{name}({', '.join(['S', *given])})")

    def _fits(self, node: ir.Fits) -> str:
        sorts = [find_c_type(arg.ty) for arg in node.args]
        args = [(node.entry, NUMBER), *zip(node.args, sorts, strict=True)]
        self.known.fits["".join(sorts)] = None
        self.known.needs[f"I fits_{''.join(sorts)}(St *S{', I' + ''.join(f', {sort}' for sort in sorts)});"] = None
        return self.ordered(args, lambda given: f"fits_{''.join(sorts)}({', '.join(['S', *given])})")

    def _refuse_later(self, node: ir.Later) -> str:
        raise UnsupportedInCError("a value for the tracker")

    # ------------------------------------------------------------ lists

    def _print_row(self, node: ir.Row) -> str:
        row = f"b{next(self.fresh)}"
        parts = []
        for item in node.items:
            sort = LIST if isinstance(item, ir.Const) and isinstance(item.value, tuple) else find_c_type(item.ty)
            if sort not in (LIST, NUMBER):
                raise UnsupportedInCError("a row with a mask")
            text = self.to(item, sort)
            parts.append(f"push(S, &{row}, {int(sort == LIST)}); push(S, &{row}, {format_stored(text, sort)});")
        return f"({{ B {row} = begin(S, {2 * len(node.items)}); {' '.join(parts)} end(S, &{row}); }})"

    def _print_many(self, node: ir.Many) -> str:
        if find_c_type(node.ty) == OTHER:
            raise UnsupportedInCError(f"a list of {node.ty.of}s as a value")
        if len(node.items) == 1:
            item = node.items[0]
            if isinstance(item, ir.Splice):
                return self.to(item.list, LIST)
            if find_c_type(item.ty) == NUMBER:
                return f"one(S, {self.value(item)})"
        if (
            len(node.items) == 2
            and isinstance(node.items[0], ir.Splice)
            and find_c_type(node.items[1].ty) == NUMBER
            and not isinstance(node.items[1], ir.Splice)
        ):
            args = [(node.items[0].list, LIST), (node.items[1], NUMBER)]
            return self.ordered(args, lambda given: f"offer(S, {given[0]}, {given[1]})")
        made = f"b{next(self.fresh)}"
        parts = [
            f"pushall(S, &{made}, {self.to(item.list, LIST)});"
            if isinstance(item, ir.Splice)
            else f"push(S, &{made}, {format_stored(self.value(item), self.given(item))});"
            for item in node.items
        ]
        return f"({{ B {made} = begin(S, {max(4, len(parts))}); {' '.join(parts)} end(S, &{made}); }})"

    def _refuse_splice(self, node: ir.Splice) -> str:
        raise UnsupportedInCError("a splice outside a list")

    def _print_each(self, node: ir.Each) -> str:
        if find_c_type(node.ty) == OTHER:
            raise UnsupportedInCError(f"a list of {node.ty.of}s as a value")
        made = f"b{next(self.fresh)}"
        inner = self.through(node, lambda item: f"push(S, &{made}, {item});")
        return f"({{ B {made} = begin(S, 16); {inner} end(S, &{made}); }})"

    def _print_reach(self, node: ir.Reachable) -> str:
        """Return C code for a search.

        The queue `q` of items lies in the heap. What one step allocates behind it is dropped before the next step.
        """
        n = next(self.fresh)
        queue, top, going, item = f"q{n}", f"h{n}", f"i{n}", f"x{n}"
        found, steps, ended, goals = f"r{n}", f"d{n}", f"e{n}", f"g{n}"

        def visit(value: str, arrived: str) -> str:
            first = f"first_visit(S, seen{n}, {node.size}, {item})"
            return f"{{ I {item} = {value}; if ({first}) {{ {queue}.p[{queue}.n++] = {item}; {arrived} }} }}"

        test = arrived = levels = ""
        head = f"uint64_t seen{n}[{max(1, -(-node.size // 64))}] = {{0}}; B {queue} = begin(S, {node.size});"
        head += f" I {top} = S->htop;"
        if node.goals is not None:
            sort = find_c_type(node.goals.ty)
            head = f"{sort} {goals} = {self.to(node.goals, sort)}; {head} I {found} = NO_NUMBER, {steps} = 0, {ended};"
            arrived = f"if ({'has' if sort == MASK else 'in'}({goals}, {item})) {found} = {steps};"
            test = f"{found} == NO_NUMBER && "
            levels = f"if ({going} == {ended}) {{ {steps}++; {ended} = {queue}.n; }}"
        start = self.through(node.start, lambda value: visit(value, arrived))
        step = self.through(node.step, lambda value: visit(value, arrived))
        name = self.var(node.var)
        body = f"I {name} = {queue}.p[{going}]; {levels} {step} S->htop = {top};"
        begun = f"S->htop = {top}; {f'{ended} = 0;' if node.goals is not None else ''}"
        loop = f"for (I {going} = 0; {test}{going} < {queue}.n; {going}++) {{ {body} }}"
        last = f"end(S, &{queue});" if node.goals is None else f"S->htop = {queue}.p - S->heap; {found};"
        return f"({{ {head} {start} {begun} {loop} {last} }})"

    def _fold(self, node: ir.Fold) -> str:
        word, over = node.word, strip_conversions(node.over)
        if word in ("any", "all"):
            if has_side_effects(over):
                raise UnsupportedInCError("chance in what is asked of any or all")
            no = "" if word == "any" else "!"
            return self.until(over, int(word == "any"), lambda item: f"{no}({item})")
        found = f"n{next(self.fresh)}"
        if word == "union":
            inner = self.through(over, lambda item: f"{found} = join({found}, {item});")
            return f"({{ M {found} = nobits(); {inner} {found}; }})"
        if word == "sum":
            inner = self.through(over, lambda item: f"{found} = add(S, {found}, {item});")
            return f"({{ I {found} = 0; {inner} {found}; }})"
        if word not in ("min", "max"):
            raise UnsupportedInCError(f"the fold {word}")
        function, some, here = {"min": "smaller", "max": "larger"}[word], f"f{next(self.fresh)}", f"x{next(self.fresh)}"
        inner = self.through(
            over,
            lambda item: (
                f"{{ I {here} = {item}; {found} = {some} ? {function}({found}, {here}) : {here}; {some} = 1; }}"
            ),
        )
        return f"({{ I {found} = 0; int {some} = 0; {inner} {found}; }})"


_SPECIAL: dict[str, Callable[[CExpressions, ir.Op], str]] = {
    "len": CExpressions._print_length, "some": CExpressions._print_length, "not": CExpressions._print_not,
    "eq": CExpressions._print_equal, "ne": CExpressions._print_equal,
    "in": CExpressions._print_in, "not in": CExpressions._print_in,
    "at": CExpressions._print_at, "new": CExpressions._print_new, "sample": CExpressions._sample,
    "one_each": CExpressions._groups, "next_of": CExpressions._groups, "in_groups": CExpressions._groups,
    "mask_of": CExpressions._print_mask_of,
    "times": CExpressions._print_times, "frames": CExpressions._print_frames,
}  # fmt: skip
_VALUES: dict[type, Callable[..., str]] = {
    ir.Const: CExpressions._print_const, ir.Get: CExpressions._get, ir.Read: CExpressions._read,
    ir.Handle: CExpressions._handle, ir.StaticTable: CExpressions._print_table, ir.Op: CExpressions._print_operation,
    ir.Logic: CExpressions._print_logic, ir.Choice: CExpressions._print_choice, ir.Bind: CExpressions._bind,
    ir.Many: CExpressions._print_many, ir.Splice: CExpressions._refuse_splice, ir.Row: CExpressions._print_row,
    ir.Each: CExpressions._print_each, ir.Reachable: CExpressions._print_reach, ir.Fold: CExpressions._fold,
    ir.Call: CExpressions._call, ir.Fits: CExpressions._fits, ir.Later: CExpressions._refuse_later,
}  # fmt: skip
