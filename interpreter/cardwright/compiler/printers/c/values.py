"""Prints the values of the code IR as C expressions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field
from itertools import count

from cardwright.compiler.code import nodes as n
from cardwright.compiler.code.ops import CHANGES, DRAWS, OPERATIONS
from cardwright.compiler.printers.c.shapes import LIST, MASK, NUMBER, OTHER, NotInC, constant, literal, sort_of, words_of
from cardwright.contract import FACE, LOST, NO_PIECE, RESULT, SHIFT, SUPPRESSED

PREFIX = {"rule": "r", "can": "can", "no": "no", "plain": "p", "match": "q"}
_MASKS = {FACE: "S->face", SUPPRESSED: "S->supp", LOST: "S->lost", RESULT: "S->resm"}
# The tables that a program's kernel has, and what their entries are.
KERNEL = {"AFTER": LIST, "OTHERS": LIST, "PARTS": LIST, "DEF": NUMBER, "WHOLE": NUMBER, "NEXT": NUMBER, "PREVIOUS": NUMBER}

# What operations take and are in C, by the sorts of their arguments. `lists` and what needs more is in `_SPECIAL`.
OPERATIONS_IN_C: dict[str, tuple[str, str, str]] = {
    "add": ("II", NUMBER, "add(S, {0}, {1})"),
    "sub": ("II", NUMBER, "sub(S, {0}, {1})"),
    "mul": ("II", NUMBER, "mul(S, {0}, {1})"),
    "floor": ("II", NUMBER, "floordiv(S, {0}, {1})"),
    "ceil": ("II", NUMBER, "ceildiv(S, {0}, {1})"),
    "divide": ("III", NUMBER, "divide(S, {0}, {1}, {2})"),
    "min": ("II", NUMBER, "smaller({0}, {1})"),
    "max": ("II", NUMBER, "larger({0}, {1})"),
    "lt": ("II", NUMBER, "({0} < {1})"),
    "le": ("II", NUMBER, "({0} <= {1})"),
    "gt": ("II", NUMBER, "({0} > {1})"),
    "ge": ("II", NUMBER, "({0} >= {1})"),
    "int": ("I", NUMBER, "({0})"),
    "meet": ("MM", MASK, "meet({0}, {1})"),
    "join": ("MM", MASK, "join({0}, {1})"),
    "less": ("MM", MASK, "less({0}, {1})"),
    "invert": ("M", MASK, "invert({0})"),
    "bit": ("I", MASK, "bit(S, {0})"),
    "holds": ("MI", NUMBER, "holds(S, {0}, {1})"),
    "lacks": ("MI", NUMBER, "(!holds(S, {0}, {1}))"),
    "above": ("MI", MASK, "above(S, {0}, {1})"),
    "nth": ("MI", NUMBER, "nth({0}, {1})"),
    "take": ("MI", MASK, "take(S, {0}, {1})"),
    "bits": ("M", NUMBER, "bits({0})"),
    "some bits": ("M", NUMBER, "somebits({0})"),
    "ids": ("M", LIST, "ids(S, {0})"),
    "tuple": ("L", LIST, "{0}"),
    "list": ("L", LIST, "{0}"),
    "len": ("L", NUMBER, "({0}).n"),
    "some": ("L", NUMBER, "(({0}).n > 0)"),
    "rest": ("LI", LIST, "rest({0}, {1})"),
    "but_last": ("L", LIST, "but_last({0})"),
    "head": ("LI", LIST, "head({0}, {1})"),
    "last": ("LI", LIST, "last({0}, {1})"),
    "index": ("LI", NUMBER, "find_index(S, {0}, {1})"),
    "times": ("LI", NUMBER, "times({0}, {1})"),
    "within": ("LL", NUMBER, "within({0}, {1})"),
    "same": ("LL", NUMBER, "same({0}, {1})"),
    "without": ("LL", LIST, "without(S, {0}, {1})"),
    "joined": ("LL", LIST, "joined(S, {0}, {1})"),
    "distinct": ("L", LIST, "distinct(S, {0})"),
    "there": ("L", LIST, "there(S, {0})"),
    "numbers": ("III", LIST, "numbers(S, {0}, {1}, {2})"),
    "look_up": ("LI", NUMBER, "look_up(S, {0}, {1})"),
    "mask_of": ("L", MASK, "mask_of(S, {0})"),
    "choices": ("LII", LIST, "choices(S, {0}, {1}, {2})"),
    "unlike": ("L", LIST, "unlike(S, {0})"),
    "top": ("II", LIST, "top(S, {0}, {1})"),
    "content": ("I", LIST, "content(S, {0})"),
    "controller": ("I", NUMBER, "controller(S, {0})"),
    "holder": ("II", NUMBER, "holder(S, {0}, {1})"),
    "sees": ("II", NUMBER, "sees(S, {0}, {1})"),
    "active": ("", NUMBER, "active(S)"),
    "order": ("L", LIST, "order(S, {0})"),
    "ranking": ("LI", LIST, "ranking(S, {0}, {1})"),
    "has_power": ("I", NUMBER, "has_power(S, {0})"),
    "apart": ("L", LIST, "apart(S, {0})"),
    "special": ("", MASK, "special(S)"),
    "put": ("LII", NUMBER, "put(S, {0}, {1}, {2})"),
    "turn": ("LI", NUMBER, "turn(S, {0}, ({1}) != 0)"),
    "copy_power": ("III", NUMBER, "copy_power(S, {0}, {1}, {2})"),
    "suppress": ("II", NUMBER, "suppress(S, {0}, {1})"),
    "rand": ("I", NUMBER, "rnd(S, {0})"),
    "shuffle": ("I", NUMBER, "shuffle(S, {0})"),
    "by_backs": ("ILII", LIST, "by_backs(S, {0}, {1}, {2}, {3})"),
    "on_backs": ("IL", LIST, "on_backs(S, {0}, {1})"),
    "ability": ("I", NUMBER, f"(({{0}}) >> {SHIFT})"),
    "piece": ("I", NUMBER, f"(({{0}}) & {NO_PIECE})"),
}


def name_of(function: n.Function) -> str:
    """What a function is called in C."""
    if function.kind not in PREFIX:
        raise NotInC(f"a function of the kind {function.kind}")
    return f"{PREFIX[function.kind]}{function.number}"


def impure(node: n.Value) -> bool:
    """Whether working a value out draws a random number or changes something."""
    return any(
        OPERATIONS[each.name].effect in (DRAWS, CHANGES)
        if isinstance(each, n.Op)
        else isinstance(each, n.Call) and each.function.kind == "plain"
        for each in n.every(node)
    )


@dataclass(slots=True)
class Known:
    """What a program's code speaks of: constants in one list, masks, static tables, and the bounds of its slots.

    `bounds` gives where the slots of a family begin and end; `words` is how many words a mask has.
    """

    words: int
    tables: dict[str, object]
    bounds: Callable[[n.Place], tuple[int, int]]
    slot: Callable[[str], int]
    zones_from: int
    located: bool
    pool: list[int] = field(default_factory=list)
    listed: dict[tuple[int, ...], int] = field(default_factory=dict)
    masks: dict[int, int] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    results: dict[n.Function, n.Ty] = field(default_factory=dict)
    params: dict[n.Function, tuple[n.Var, ...]] = field(default_factory=dict)

    def list(self, values: Iterable[int]) -> tuple[int, int]:
        """Where a constant list lies among all of them, and how long it is."""
        found = tuple(values)
        for value in found:
            literal(value)
        if found not in self.listed:
            self.listed[found] = len(self.pool)
            self.pool.extend(found)
        return self.listed[found], len(found)

    def handle(self, values: Iterable[int]) -> int:
        """A constant list as the number that a slot holds for it."""
        at, size = self.list(values)
        word = ((at | 1 << 31) << 32 | size) if size else 0
        return word - (1 << 64) if word >> 63 else word

    def mask(self, value: int) -> str:
        """A constant mask."""
        if value == 0:
            return "nobits()"
        words_of(value, self.words)
        return f"KM[{self.masks.setdefault(value, len(self.masks))}]"


class Values:
    """Prints values; every name that it makes up is another."""

    def __init__(self, known: Known) -> None:
        self.known = known
        self.fresh = count()

    @staticmethod
    def var(var: n.Var) -> str:
        """What a name is called in C."""
        return f"{'g' if var.own else 'v'}{var.uid}"

    # ------------------------------------------------------------ values of a sort

    def value(self, node: n.Value) -> str:
        """An expression of the sort that its type has."""
        return _VALUES[type(node)](self, node)

    def to(self, node: n.Value, sort: str) -> str:
        """An expression of a sort: what is kept in a slot or row may be a list behind its number."""
        if isinstance(node, n.Const):
            return self.constant(node.value, sort)
        own, text = sort_of(node.ty), self.value(node)
        if own == sort:
            return text
        if (own, sort) == (NUMBER, LIST):
            return f"ld(S, {text})"
        if (own, sort) == (LIST, NUMBER):
            return f"keep(S, {text})"
        raise NotInC(f"{own} as {sort}: {type(node).__name__} {getattr(node, 'name', '')}")

    def constant(self, value: object, sort: str) -> str:
        """Something known now."""
        if sort == MASK and isinstance(value, int):
            return self.known.mask(value)
        if sort == LIST:
            at, size = self.known.list(constant(() if value is None else value))
            return f"pool({at}, {size})" if size else "nothing()"
        if value is None:
            return "0"
        if sort == NUMBER and isinstance(value, int):
            return literal(value)
        raise NotInC(f"a constant {type(value).__name__} as {sort}")

    def test(self, node: n.Value) -> str:
        """An expression of which only the truth counts."""
        sort = sort_of(node.ty)
        return f"somebits({self.value(node)})" if sort == MASK else self.to(node, NUMBER)

    def ordered(self, args: Sequence[tuple[n.Value, str]], make: Callable[[list[str]], str]) -> str:
        """Something made of values that are worked out one after the other, as far as their order can be told."""
        if len(args) < 2 or not any(impure(node) for node, _ in args):
            return make([self.to(node, sort) for node, sort in args])
        names = [f"a{next(self.fresh)}" for _ in args]
        told = zip(names, args, strict=True)
        given = " ".join(f"{sort} {name} = {self.to(node, sort)};" for name, (node, sort) in told)
        return f"({{ {given} {make(names)}; }})"

    # ------------------------------------------------------------ places

    def address(self, place: n.Place) -> str:
        """The number of a slot; one that lies beside its family is no slot."""
        base = self.known.slot(place.family[1]) if place.family[0] == "code" and place.family[1] != "where" else place.base
        if not place.terms:
            return str(base)
        terms = [self.to(value, NUMBER) + (f" * {stride}" if stride > 1 else "") for value, stride in place.terms]
        low, high = self.known.bounds(place)
        return f"slot(S, {' + '.join(terms)} {'+' if base >= 0 else '-'} {abs(base)}, {low}, {high})"

    def handle(self, place: n.Place) -> str:
        """A slot as a value, wherever it lies."""
        terms = [self.to(value, NUMBER) + (f" * {stride}" if stride > 1 else "") for value, stride in place.terms]
        return f"({' + '.join([*terms, str(place.base)])})" if terms else str(place.base)

    def lies(self, place: n.Place) -> str:
        """What can be read and written: the number that a slot holds, or its mask."""
        if sort_of(place.ty) == MASK:
            if place.family[0] == "fixed":
                return _MASKS[place.base]
            return f"S->z[{self.address(place)} - {self.known.zones_from}]"
        return f"S->s[{self.address(place)}]"

    def _read(self, node: n.Read) -> str:
        sort, text = sort_of(node.place.ty), self.lies(node.place)
        if sort == OTHER:
            raise NotInC(f"a slot with a list of {node.place.ty.of}s")
        return f"ld(S, {text})" if sort == LIST else text

    def _handle(self, node: n.Handle) -> str:
        return self.handle(node.place)

    def _get(self, node: n.Get) -> str:
        return self.var(node.var)

    def _const(self, node: n.Const) -> str:
        return self.constant(node.value, sort_of(node.ty))

    # ------------------------------------------------------------ tables

    def _table(self, node: n.Table) -> str:
        sort = sort_of(node.ty)
        if node.index is None:
            if sort == OTHER:
                raise NotInC("a whole table of lists as a value")
            return self.constant(self.known.tables[node.name], sort)
        index = self.to(node.index, NUMBER)
        if node.name in KERNEL:
            text = f"T_{node.name}[index_of(S, {index}, N_{node.name})]"
            return f"ld(S, {text})" if KERNEL[node.name] == LIST else text
        name, low, size, gaps = self.table(node.name, sort)
        if sort == MASK:
            if node.default != 0 and gaps:
                raise NotInC("a table of masks with gaps")
            if node.default is None:
                return f"{name}[index_of(S, {index}, {size})]"
            return f"mask_or({name}, {low}, {size}, {index})"
        if node.default is not None:
            return f"entry_or({name}, {low}, {size}, {index}, {literal(node.default)})"
        text = (
            f"entry_of(S, {name}, {low}, {size}, {index})"
            if isinstance(self.known.tables[node.name], dict)
            else f"{name}[index_of(S, {index}, {size})]"
        )
        return f"ld(S, {text})" if sort == LIST else text

    def table(self, word: str, sort: str) -> tuple[str, int, int, bool]:
        """A static table in C: its name, the number of its first entry, its size, and whether entries are missing."""
        held = self.known.tables[word]
        entries = dict(held) if isinstance(held, dict) else dict(enumerate(held)) if isinstance(held, tuple | list) else {}
        if not entries or not all(isinstance(key, int) for key in entries):
            raise NotInC("a table without numbers")
        low, size = min(entries), max(entries) - min(entries) + 1
        if size > 1 << 16:
            raise NotInC("a table with wide gaps")
        name, gaps = f"{word}_{sort}", size > len(entries)
        if name not in self.known.printed:
            cells = [self._cell(entries.get(low + place), sort) for place in range(size)]
            self.known.printed[name] = f"static const {sort if sort == MASK else NUMBER} {name}[] = {{{', '.join(cells)}}};"
        return name, low, size, gaps

    def _cell(self, value: object, sort: str) -> str:
        if sort == MASK:
            return words_of(value if isinstance(value, int) else 0, self.known.words)
        if value is None:
            return "GAP"
        if sort == LIST:
            return literal(self.known.handle(constant(value)))
        if not isinstance(value, int):
            raise NotInC("a table of no numbers")
        return literal(value)

    # ------------------------------------------------------------ operations

    def _op(self, node: n.Op) -> str:
        special = _SPECIAL.get(node.name)
        if special is not None:
            return special(self, node)
        if node.name not in OPERATIONS_IN_C:
            raise NotInC(f"the operation {node.name}")
        sorts, _, template = OPERATIONS_IN_C[node.name]
        return self.ordered(list(zip(node.args, sorts, strict=True)), lambda args: template.format(*args))

    def _len(self, node: n.Op) -> str:
        """Lists that are only counted are not made."""
        items = bare(node.args[0])
        if isinstance(items, n.Op) and items.name == "ids":
            return f"{'bits' if node.name == 'len' else 'somebits'}({self.to(items.args[0], MASK)})"
        if isinstance(items, n.Each) and not impure(items):
            if node.name == "some":
                return self._until(items, 1, lambda _: "1")
            number = f"n{next(self.fresh)}"
            return f"({{ I {number} = 0; {self.through(items, lambda _: f'{number}++;')} {number}; }})"
        text = self.to(items, LIST)
        return f"({text}).n" if node.name == "len" else f"(({text}).n > 0)"

    def _not(self, node: n.Op) -> str:
        return f"(!{self.test(node.args[0])})"

    def _equal(self, node: n.Op) -> str:
        one, other = node.args
        sort = next((s for s in (MASK, LIST) if s in (sort_of(one.ty), sort_of(other.ty))), NUMBER)
        sign = "==" if node.name == "eq" else "!="
        if sort == NUMBER:
            return self.ordered([(one, sort), (other, sort)], lambda args: f"({args[0]} {sign} {args[1]})")
        function = "samebits" if sort == MASK else "same"
        no = "" if node.name == "eq" else "!"
        return self.ordered([(one, sort), (other, sort)], lambda args: f"({no}{function}({args[0]}, {args[1]}))")

    def _in(self, node: n.Op) -> str:
        item, items = node.args[0], bare(node.args[1])
        no = "" if node.name == "in" else "!"
        if items.ty.of == "row":
            return self.ordered([(item, LIST), (items, LIST)], lambda a: f"({no}has_row(S, {a[1]}, {a[0]}))")
        if isinstance(items, n.Op) and items.name == "ids":
            return self.ordered([(item, NUMBER), (items.args[0], MASK)], lambda a: f"({no}has({a[1]}, {a[0]}))")
        return self.ordered([(item, NUMBER), (items, LIST)], lambda a: f"({no}in({a[1]}, {a[0]}))")

    def _at(self, node: n.Op) -> str:
        items, place = node.args
        if items.ty.base == "row":
            if not isinstance(place, n.Const):
                raise NotInC("a part of a row by a number")
            listed = sort_of(node.ty) == LIST
            return f"{'part_list' if listed else 'part'}(S, {self.to(items, LIST)}, {place.value})"
        text = self.ordered([(items, LIST), (place, NUMBER)], lambda args: f"at(S, {args[0]}, {args[1]})")
        return f"ld(S, {text})" if sort_of(node.ty) == LIST else text

    def _new(self, node: n.Op) -> str:
        return "nothing()"

    def _sample(self, node: n.Op) -> str:
        args = [(node.args[0], LIST), (node.args[1], NUMBER)]
        return self.ordered(args, lambda given: f"sample(S, {given[0]}, {given[1]})")

    def _groups(self, node: n.Op) -> str:
        groups = node.args[-1]
        if not isinstance(groups, n.Table) or groups.index is not None:
            raise NotInC("groups that are no table")
        name, _, size, _ = self.table(groups.name, MASK)
        sorts = [MASK, NUMBER][: len(node.args) - 1]
        args = list(zip(node.args[:-1], sorts, strict=True))
        return self.ordered(args, lambda given: f"{node.name}(S, {', '.join(given)}, {name}, {size})")

    def _mask_of(self, node: n.Op) -> str:
        items = bare(node.args[0])
        if isinstance(items, n.Op) and items.name == "ids":
            return self.to(items.args[0], MASK)
        mask = f"m{next(self.fresh)}"
        put = self.through(items, lambda item: f"putbit(S, &{mask}, {item});")
        return f"({{ M {mask} = nobits(); {put} {mask}; }})"

    # ------------------------------------------------------------ connectives

    def _logic(self, node: n.Logic) -> str:
        sign = " && " if node.word == "and" else " || "
        return f"({sign.join(self.test(item) for item in node.items)})"

    def _choice(self, node: n.Choice) -> str:
        sort = sort_of(node.ty)
        return f"({self.test(node.test)} ? {self.to(node.yes, sort)} : {self.to(node.no, sort)})"

    def _bind(self, node: n.Bind) -> str:
        sort = sort_of(node.var.ty)
        return f"({{ {sort} {self.var(node.var)} = {self.to(node.value, sort)}; {self.value(node.body)}; }})"

    def _call(self, node: n.Call) -> str:
        params = self.known.params.get(node.function)
        if params is None or len(params) != len(node.args):
            raise NotInC(f"a call of {node.function.kind}")
        args = [(arg, sort_of(param.ty)) for arg, param in zip(node.args, params, strict=True)]
        name = name_of(node.function)
        text = self.ordered(args, lambda given: f"{name}({', '.join(['S', *given])})")
        own, sort = sort_of(self.known.results[node.function]), sort_of(node.ty)
        if own != sort:
            raise NotInC(f"{own} of a function as {sort}")
        return text

    def _fits(self, node: n.Fits) -> str:
        sorts = [sort_of(arg.ty) for arg in node.args]
        args = [(node.entry, NUMBER), *zip(node.args, sorts, strict=True)]
        return self.ordered(args, lambda given: f"fits_{''.join(sorts)}({', '.join(['S', *given])})")

    def _later(self, node: n.Later) -> str:
        raise NotInC("a value for the tracker")

    # ------------------------------------------------------------ lists

    def _row(self, node: n.Row) -> str:
        row = f"b{next(self.fresh)}"
        parts = []
        for item in node.items:
            sort = LIST if isinstance(item, n.Const) and isinstance(item.value, tuple) else sort_of(item.ty)
            if sort not in (LIST, NUMBER):
                raise NotInC("a row with a mask")
            parts.append(f"push(S, &{row}, {int(sort == LIST)}); push(S, &{row}, {self.to(item, NUMBER) if sort == NUMBER else f'keep(S, {self.to(item, LIST)})'});")
        return f"({{ B {row} = begin(S, {2 * len(node.items)}); {' '.join(parts)} end(S, &{row}); }})"

    def _many(self, node: n.Many) -> str:
        if sort_of(node.ty) == OTHER:
            raise NotInC(f"a list of {node.ty.of}s as a value")
        if len(node.items) == 1:
            item = node.items[0]
            if isinstance(item, n.Splice):
                return self.to(item.list, LIST)
            if sort_of(item.ty) == NUMBER:
                return f"one(S, {self.value(item)})"
        if len(node.items) == 2 and isinstance(node.items[0], n.Splice) and sort_of(node.items[1].ty) == NUMBER and not isinstance(node.items[1], n.Splice):
            args = [(node.items[0].list, LIST), (node.items[1], NUMBER)]
            return self.ordered(args, lambda given: f"offer(S, {given[0]}, {given[1]})")
        made = f"b{next(self.fresh)}"
        parts = [
            f"pushall(S, &{made}, {self.to(item.list, LIST)});"
            if isinstance(item, n.Splice)
            else f"push(S, &{made}, {self.to(item, NUMBER)});"
            for item in node.items
        ]
        return f"({{ B {made} = begin(S, {max(4, len(parts))}); {' '.join(parts)} end(S, &{made}); }})"

    def _splice(self, node: n.Splice) -> str:
        raise NotInC("a splice outside a list")

    def _each(self, node: n.Each) -> str:
        if sort_of(node.ty) == OTHER:
            raise NotInC(f"a list of {node.ty.of}s as a value")
        made = f"b{next(self.fresh)}"
        inner = self.through(node, lambda item: f"push(S, &{made}, {item});")
        return f"({{ B {made} = begin(S, 16); {inner} end(S, &{made}); }})"

    def _fold(self, node: n.Fold) -> str:
        word, over = node.word, bare(node.over)
        if word in ("any", "all"):
            if impure(over):
                raise NotInC("chance in what is asked of any or all")
            no = "" if word == "any" else "!"
            return self._until(over, int(word == "any"), lambda item: f"{no}({item})")
        found = f"n{next(self.fresh)}"
        if word == "union":
            inner = self.through(over, lambda item: f"{found} = join({found}, {item});")
            return f"({{ M {found} = nobits(); {inner} {found}; }})"
        if word == "sum":
            inner = self.through(over, lambda item: f"{found} = add(S, {found}, {item});")
            return f"({{ I {found} = 0; {inner} {found}; }})"
        if word not in ("min", "max"):
            raise NotInC(f"the fold {word}")
        function, some, here = {"min": "smaller", "max": "larger"}[word], f"f{next(self.fresh)}", f"x{next(self.fresh)}"
        inner = self.through(
            over, lambda item: f"{{ I {here} = {item}; {found} = {some} ? {function}({found}, {here}) : {here}; {some} = 1; }}"
        )
        return f"({{ I {found} = 0; int {some} = 0; {inner} {found}; }})"

    def _until(self, over: n.Value, ends: int, test: Callable[[str], str]) -> str:
        """`ends` once a test holds of an item, else the opposite; what comes after that item is not asked."""
        found, done = f"n{next(self.fresh)}", f"d{next(self.fresh)}"
        inner = self.through(over, lambda item: f"if ({test(item)}) {{ {found} = {ends}; goto {done}; }}")
        return f"({{ I {found} = {1 - ends}; {inner} {done}:; {found}; }})"

    def through(self, node: n.Value, inner: Callable[[str], str]) -> str:
        """Statements that run through the items of a list, each as an expression of its sort."""
        node = bare(node)
        if isinstance(node, n.Each):
            return self._loops(node.loops, node.where, lambda: self._items_of(node, inner))
        item = f"x{next(self.fresh)}"
        return self.over(node, item, lambda: inner(item))

    def _items_of(self, node: n.Each, inner: Callable[[str], str]) -> str:
        if node.flat:
            return self.through(node.value, inner)
        sort = sort_of(node.value.ty)
        text = self.value(node.value)
        return inner(f"keep(S, {text})" if sort == LIST else text)

    def _loops(self, loops: tuple[tuple[n.Var, n.Value], ...], where: n.Value | None, inner: Callable[[], str]) -> str:
        if not loops:
            return inner() if where is None else f"if ({self.test(where)}) {{ {inner()} }}"
        (var, items), *rest = loops
        return self.over(items, self.var(var), lambda: self._loops(tuple(rest), where, inner), sort_of(var.ty))

    def over(self, node: n.Value, name: str, inner: Callable[[], str], sort: str = "") -> str:
        """Statements that run through a list, every item under a name in turn."""
        node = bare(node)
        item = sort or (OTHER if sort_of(node.ty) == OTHER else NUMBER)
        if item == OTHER:
            item = MASK if node.ty.of == "mask" else LIST
        here = f"t{next(self.fresh)}"
        if isinstance(node, n.Op) and node.name == "ids":
            mask = self.to(node.args[0], MASK)
            return f"{{ M {here} = {mask}; for (I {name}; ({name} = nextbit(&{here})) >= 0;) {{ {inner()} }} }}"
        if isinstance(node, n.Table) and node.index is None and node.ty.of == "mask":
            table, _, size, _ = self.table(node.name, MASK)
            return f"for (I {here} = 0; {here} < {size}; {here}++) {{ M {name} = {table}[{here}]; {inner()} }}"
        if isinstance(node, n.Many) and node.items and not any(isinstance(each, n.Splice) for each in node.items):
            if len(node.items) == 1:
                return f"{{ {item} {name} = {self.to(node.items[0], item)}; {inner()} }}"
            cells = " ".join(f"{here}[{place}] = {self.to(each, item)};" for place, each in enumerate(node.items))
            size = len(node.items)
            return f"{{ {item} {here}[{size}]; {cells} for (int i{here} = 0; i{here} < {size}; i{here}++) {{ {item} {name} = {here}[i{here}]; {inner()} }} }}"
        if isinstance(node, n.Each) and not impure(node):
            return self._loops(
                node.loops,
                node.where,
                lambda: self.over(node.value, name, inner, item)
                if node.flat
                else f"{{ {item} {name} = {self.to(node.value, item)}; {inner()} }}",
            )
        if isinstance(node, n.Const) and _is_range(node.value):
            first, size = node.value[0], len(node.value)
            return f"for (I {name} = {literal(first)}; {name} < {literal(first + size)}; {name}++) {{ {inner()} }}"
        if item == MASK:
            raise NotInC("a list of masks")
        items = self.to(node, LIST)
        given = f"{here}.p[i{here}]"
        return f"{{ L {here} = {items}; for (I i{here} = 0; i{here} < {here}.n; i{here}++) {{ {item} {name} = {given if item == NUMBER else f'ld(S, {given})'}; {inner()} }} }}"


def bare(node: n.Value) -> n.Value:
    """A list without what only Python needs to know of it."""
    while isinstance(node, n.Op) and node.name in ("tuple", "list"):
        node = node.args[0]
    return node


def _is_range(values: object) -> bool:
    if not isinstance(values, tuple | list) or not values or not all(isinstance(v, int) for v in values):
        return False
    return list(values) == list(range(values[0], values[0] + len(values)))


_SPECIAL: dict[str, Callable[[Values, n.Op], str]] = {
    "len": Values._len, "some": Values._len, "not": Values._not, "eq": Values._equal, "ne": Values._equal,
    "in": Values._in, "not in": Values._in, "at": Values._at, "new": Values._new, "sample": Values._sample,
    "one_each": Values._groups, "next_of": Values._groups, "mask_of": Values._mask_of,
}  # fmt: skip
_VALUES: dict[type, Callable[..., str]] = {
    n.Const: Values._const, n.Get: Values._get, n.Read: Values._read, n.Handle: Values._handle,
    n.Table: Values._table, n.Op: Values._op, n.Logic: Values._logic, n.Choice: Values._choice, n.Bind: Values._bind,
    n.Many: Values._many, n.Splice: Values._splice, n.Row: Values._row, n.Each: Values._each, n.Fold: Values._fold,
    n.Call: Values._call, n.Fits: Values._fits, n.Later: Values._later,
}  # fmt: skip
