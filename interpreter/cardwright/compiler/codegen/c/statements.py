"""C code for IR statements, segments and functions."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import count

from cardwright.compiler.codegen.c.c_types import (
    LIST,
    MASK,
    NUMBER,
    UnsupportedInCError,
    find_c_type,
    find_type_letter,
    format_stored,
)
from cardwright.compiler.codegen.c.expressions import CExpressions, name_of
from cardwright.compiler.codegen.c.loops_without_lists import strip_conversions
from cardwright.compiler.codegen.c.module_constants import ModuleContext
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import has_side_effects
from cardwright.state_slots_and_table_rows import ANSWER, NO_PIECE, RESULT, SHIFT

_ADDED = {"add": "add", "sub": "sub", "mul": "mul"}
_MASKED = {"with": "join", "without": "less"}


@dataclass(frozen=True, slots=True)
class Printed:
    """A C definition, and the declarations that it needs."""

    needs: tuple[str, ...]
    lines: tuple[str, ...]


class StatementPrinter:
    """Code generator for segments and functions of one program."""

    def __init__(self, known: ModuleContext, segments: Sequence[ir.Segment]) -> None:
        self.known = known
        self.values = CExpressions(known)
        self.segments = segments
        self._begin("")

    # ------------------------------------------------------------ definitions

    def _begin(self, name: str) -> None:
        """Start a new definition: empty output and no names in use."""
        self.lines: list[str] = []
        self.known.needs.clear()
        self.values.begin()
        self._labels: dict[ir.Label, str] = {}
        self._ways = count()
        self._name, self._sites = name, 0

    def segment(self, segment: ir.Segment) -> None:
        """Print a segment. The C function returns 1 at a decision or at the end of the game, else 0."""
        name = self.known.segments[segment.number]
        self._begin(name)
        self._result = ""
        self.lines.append(f"int s{name}(St *S{self._print_params(segment.live)}) {{")
        self.lines.append("entered(S);")
        self._declare(segment.body, segment.live)
        if segment.loop:
            self.lines.append("for (;;) { round_begun(S);")
            self.code(segment.body)
            self.lines.append("again:; }")
        else:
            self.code(segment.body)
        self.lines.append("return 0; }")

    def function(self, definition: ir.Definition) -> None:
        """Print a function. A recursive one counts its calls."""
        name = name_of(self.known, definition.function)
        self._begin(name)
        head = f"{find_c_type(definition.result)} {name}(St *S{self._print_params(definition.params)})"
        names = ", ".join(["S", *(self.values.var(var) for var in definition.params)])
        if definition.bounded is not None:
            inner = name + "_"
            self.lines.append("static " + head.replace(f" {inner[:-1]}(", f" {inner}(", 1) + ";")
            self.lines.append(f"{head} {{")
            if definition.function.kind == "together":
                self.lines.append("if (++S->searched > SEARCHED_MOST) fail(S, E_DEEP);")
                self.lines.append(f"I top = S->htop, found = {inner}({names}); S->htop = top; return found; }}")
            else:
                self.lines.append("if (++S->questions > ASKED_MOST) fail(S, E_DEEP);")
                self.lines.append(f"return {inner}({names}); }}")
            head = "static " + head.replace(f" {inner[:-1]}(", f" {inner}(", 1)
        self.lines.append(f"{head} {{")
        self.lines.append("entered(S);")
        self._declare(definition.body, definition.params)
        self._result = find_c_type(definition.result)
        self.code(definition.body)
        self.lines.append(
            {NUMBER: "return 0; }", LIST: "return nothing(); }", MASK: "return nobits(); }"}[self._result]
        )

    _result = ""

    def _print_params(self, params: Sequence[ir.Var]) -> str:
        return "".join(f", {find_c_type(var.ty)} {self.values.var(var)}" for var in params)

    def printed(self) -> Printed:
        """Return the last definition that was printed."""
        return Printed(tuple(self.known.needs), tuple(self.lines))

    def way(self, segment: int) -> str:
        """Return the C name of a segment, and record that its declaration is needed."""
        self.known.needs[print_segment_head(self.known, self.segments[segment])] = None
        return f"s{self.known.segments[segment]}"

    def _number(self, segment: int) -> str:
        """Return the C name of the constant with the number of a segment."""
        return self.known.number(f"n{self.known.segments[segment]}", segment)

    def _declare(self, code: ir.Code, params: Iterable[ir.Var]) -> None:
        given = set(params)
        found: dict[ir.Var, None] = {}
        for node in ir.walk_nodes(code):
            if isinstance(node, ir.Set | ir.ForEach) and node.var not in given:
                found[node.var] = None
        for var in found:
            sort = find_c_type(var.ty)
            nil = {NUMBER: "0", LIST: "nothing()", MASK: "nobits()"}.get(sort)
            if nil is None:
                raise UnsupportedInCError(f"a name for a list of {var.ty.of}s")
            self.lines.append(f"{sort} {self.values.var(var)} = {nil};")

    # ------------------------------------------------------------ statements

    def code(self, code: ir.Code) -> None:
        """Print the statements of code."""
        for statement in code:
            printer = _STATEMENTS.get(type(statement))
            if printer is None:
                raise UnsupportedInCError(f"the statement {type(statement).__name__}")
            printer(self, statement)

    def _set(self, node: ir.Set) -> None:
        self.lines.append(f"{self.values.var(node.var)} = {self.values.to(node.value, find_c_type(node.var.ty))};")

    def _store(self, node: ir.Store) -> None:
        place, sort = node.place, find_c_type(node.place.ty)
        if place.family == ("code", "where"):
            if not self.known.located:
                return
        elif place.family[0] == "fixed" and place.base == RESULT:
            tag = "n" if place.ty.base == "nothing" else find_type_letter(place.ty)
            self.lines.append(f"S->restag = '{tag}';")
        value = self.values.to(node.value, sort)
        if not node.how:
            kind = MASK if sort == MASK else NUMBER
            self.lines.append(
                f"{{ {kind} stored = {format_stored(value, sort)}; {self.values.lies(place)} = stored; }}"
            )
            return
        kind = MASK if sort == MASK else NUMBER
        self.lines.append(f"{{ {kind} *stored = &{self.values.lies(place)};")
        if node.how in _ADDED and sort == NUMBER:
            self.lines.append(f"*stored = {_ADDED[node.how]}(S, *stored, {value}); }}")
        elif node.how in _MASKED and sort == MASK:
            self.lines.append(f"*stored = {_MASKED[node.how]}(*stored, {value}); }}")
        elif node.how == "append" and sort == LIST:
            self.lines.append(f"*stored = keep(S, cat(S, ld(S, *stored), {value})); }}")
        else:
            raise UnsupportedInCError(f"storing by {node.how}")

    def _fill(self, node: ir.Fill) -> None:
        sort, base = find_c_type(node.place.ty), node.place.base
        if sort == MASK:
            row, value = f"S->z[n - {self.known.zones_from}]", self.values.to(node.value, MASK)
        else:
            row, value = "S->s[n]", self.values.to(node.value, sort)
            value = format_stored(value, sort)
        self.lines.append(f"for (I n = {base}; n < {base + node.number}; n++) {row} = {value};")

    def _note(self, node: ir.Note) -> None:
        """Print an update of the players' knowledge, which is executed only in games that track it."""
        if node.word == ir.MOVED:
            pieces, old, new = node.args
            places = f"{self.values.value(old)}, {self.values.value(new)}"
            call = f"noticed(S, {self.values.to(strip_conversions(pieces), LIST)}, {places})"
        elif node.word == ir.REVEALED:
            pieces, *site = node.args
            shown = self.values.to(strip_conversions(pieces), LIST)
            call = f"shown_to(S, {shown}, everybody(S), {self._print_site(site)}, 0)"
        elif node.word == ir.SHOWN:
            pieces, players, *lasts = node.args
            shown = (
                f"{self.values.to(strip_conversions(pieces), LIST)}, {self.values.to(strip_conversions(players), LIST)}"
            )
            call = f"shown_to(S, {shown}, {self._print_site(lasts[:1])}, {int(len(lasts) > 1)})"
        elif node.word == ir.STRAYED:
            pieces, player, how = node.args
            doer = f"{self.values.to(strip_conversions(player), NUMBER)}, {self.values.value(how)}"
            call = f"strayed(S, {self.values.to(strip_conversions(pieces), LIST)}, {doer})"
        elif node.word == ir.REACHED:
            call = f"known_reached(S, {self._print_site(node.args)})"
        elif node.word == ir.OVERLOOKED:
            call = "overlooked(S)"
        else:
            raise UnsupportedInCError(f"the note {node.word}")
        self.lines.append(f"if (KNOWN(S)) {{ {call}; }}")

    def _print_site(self, site: Sequence[ir.Value]) -> str:
        """Return, as C code, the decision point that ends the showing of pieces; -1 if there is none."""
        if not site:
            return "-1"
        (point,) = site
        return self._name_site(point.value) if isinstance(point, ir.Const) else self.values.value(point)

    def _name_site(self, site: int) -> str:
        """Return the C name of the constant for the number of a decision point.

        The number itself would change when other rule texts change.
        """
        self._sites += 1
        return self.known.number(f"a{self._name}_{self._sites}", site)

    def _count(self, node: ir.Count) -> None:
        self.lines.append(f"if (S->ran) S->ran[{node.spot}]++;")

    def _do(self, node: ir.Do) -> None:
        self.lines.append(f"{self.values.value(node.value)};")

    def _offer(self, node: ir.Offer) -> None:
        name = self.values.var(node.var)
        self.lines.append(f"{name} = offer(S, {name}, {self.values.to(node.value, NUMBER)});")

    def _print_if(self, node: ir.If) -> None:
        for place, (test, body) in enumerate(node.branches):
            self.lines.append(f"{'} else ' if place else ''}if ({self.values.test(test)}) {{")
            self.code(body)
        if node.branches:
            if node.otherwise:
                self.lines.append("} else {")
                self.code(node.otherwise)
            self.lines.append("}")
        else:
            self.code(node.otherwise)

    def _print_for_each(self, node: ir.ForEach) -> None:
        stores = [each for each in node.body if isinstance(each, ir.Store) and each.place.family == ("code", "where")]
        if len(stores) == len(node.body) and not self.known.located:
            return
        name, items = self.values.var(node.var), strip_conversions(node.list)
        if find_c_type(node.var.ty) != NUMBER:
            raise UnsupportedInCError("a loop over lists")
        here = f"t{next(self.values.fresh)}"
        if isinstance(items, ir.Op) and items.name == "ids":
            mask = self.values.to(items.args[0], MASK)
            self.lines.append(f"{{ M {here} = {mask}; while (({name} = nextbit(&{here})) >= 0) {{ worked(S);")
        else:
            given = self.values.to(items, LIST)
            self.lines.append(
                f"{{ L {here} = {given}; for (I i{here} = 0; i{here} < {here}.n; i{here}++) {{ worked(S);"
            )
            self.lines.append(f"{name} = {here}.p[i{here}];")
        self.code(node.body)
        self.lines.append(f"}} }} {self._place_label(node.label)}:;")

    def _block(self, node: ir.Block) -> None:
        self.lines.append("{")
        self.code(node.body)
        self.lines.append(f"}} {self._place_label(node.label)}:;")

    def _print_loop(self, node: ir.Loop) -> None:
        self.lines.append("for (;;) { round_begun(S);")
        self.code(node.body)
        self.lines.append(f"{self._place_label(node.again)}:; }}")
        self.lines.append(f"{self._place_label(node.label)}:;")

    def _label(self, label: ir.Label) -> str:
        if label not in self._labels:
            self._labels[label] = f"l{next(self._ways)}"
        return self._labels[label]

    def _place_label(self, label: ir.Label) -> str:
        """Return the C name of a label. Code that is printed twice gets different names."""
        name = self._label(label)
        del self._labels[label]
        return name

    def _exit(self, node: ir.Exit) -> None:
        self.lines.append(f"goto {self._label(node.label)};")

    def _finish(self, node: ir.Finish) -> None:
        self.lines.append(f"finished_by(S, {node.title}); return 1;")

    def _print_failure(self, node: ir.Fail) -> None:
        self.lines.append("fail(S, E_ENDLESS);")

    def _return(self, node: ir.Return) -> None:
        if not self._result:
            if node.value is not None:
                raise UnsupportedInCError("a value of a segment")
            self.lines.append("return 0;")
        elif node.value is None:
            if self._result != NUMBER:
                raise UnsupportedInCError("no value of a function that has one")
            self.lines.append("return 0;")
        else:
            self.lines.append(f"return {self.values.to(node.value, self._result)};")

    # ------------------------------------------------------------ frames

    def _print_frame(self, segment: str, cells: Sequence[tuple[str, str]]) -> str:
        """Return code that pushes a frame. `cells` are the C types and values it holds."""
        place, texts = "0", []
        for sort, text in cells:
            if sort == MASK:
                texts.append(f"stmask(f + {place}, {text});")
            else:
                texts.append(f"f[{place}] = {format_stored(text, sort)};")
            place += " + W" if sort == MASK else " + 1"
        return f"{{ I *f = frame(S, {place} + 1); {' '.join(texts)} f[{place}] = {segment}; }}"

    def _list_live(self, segment: int) -> list[tuple[str, str]]:
        return [(find_c_type(var.ty), self.values.var(var)) for var in self.segments[segment].live]

    def _pair_with_live(self, segment: int, args: Sequence[ir.Value]) -> list[tuple[ir.Value, str]]:
        live = self.segments[segment].live
        if len(live) != len(args):
            raise UnsupportedInCError("a frame of another size")
        return [(arg, find_c_type(var.ty)) for arg, var in zip(args, live, strict=True)]

    def _store_in_order(self, args: Sequence[tuple[ir.Value, str]]) -> list[tuple[str, str]]:
        """Print code that stores values in new variables, in order; return the variables with their C types.

        The code opens a block, which the caller must close.
        """
        named = []
        self.lines.append("{")
        for node, sort in args:
            name = f"a{next(self.values.fresh)}"
            self.lines.append(f"{sort} {name} = {self.values.to(node, sort)};")
            named.append((sort, name))
        return named

    def _wait(self, node: ir.Wait) -> None:
        self.lines.append(self._print_frame(self._number(node.segment), self._list_live(node.segment)))

    def _wait_on(self, node: ir.WaitOn) -> None:
        cells = self._store_in_order(self._pair_with_live(node.segment, node.args))
        self.lines.append(self._print_frame(self._number(node.segment), cells) + " }")

    def _wait_body(self, node: ir.WaitBody) -> None:
        sorts = [_print_framed(find_c_type(arg.ty)) for arg in node.args]
        cells = self._store_in_order([(node.ability, NUMBER), *zip(node.args, sorts, strict=True)])
        body = f"body_of(S, {cells[0][1]}, {self._make_signature(sorts)})"
        self.lines.append(self._print_frame(body, cells[1:]) + " }")

    def _print_reactions(self, node: ir.React) -> None:
        sorts = [_print_framed(find_c_type(arg.ty)) for arg in node.args]
        here = f"t{next(self.values.fresh)}"
        entries = self.values.to(strip_conversions(node.entries), LIST)
        ordered = f"order(S, {entries})" if node.by_turn else entries
        self.lines.append(f"{{ L {here} = {ordered}; for (I i = {here}.n - 1; i >= 0; i--) {{ I e = {here}.p[i];")
        doer = self.values.to(node.doer, NUMBER)
        self.lines.append(f"I whose = holder(S, e & {NO_PIECE}, {doer});")
        cells = self._store_in_order(list(zip(node.args, sorts, strict=True)))
        body = f"body_of(S, e >> {SHIFT}, {self._make_signature([NUMBER, NUMBER, *sorts])})"
        frame = self._print_frame(body, [(NUMBER, f"e & {NO_PIECE}"), (NUMBER, "whose"), *cells])
        self.lines.append(frame + " } } }")

    def _make_signature(self, sorts: Sequence[str]) -> int:
        return number_frame_types(sorts)

    def _go(self, node: ir.Go) -> None:
        names = ", ".join(["S", *(text for _, text in self._list_live(node.segment))])
        self.lines.append(f"going_on(S); return {self.way(node.segment)}({names});")

    def _go_with(self, node: ir.GoWith) -> None:
        args = self._pair_with_live(node.segment, node.args)
        if any(has_side_effects(arg) for arg, _ in args):
            names = [name for _, name in self._store_in_order(args)]
            self.lines.append(f"going_on(S); return {self.way(node.segment)}({', '.join(['S', *names])}); }}")
            return
        texts = [self.values.to(arg, sort) for arg, sort in args]
        self.lines.append(f"going_on(S); return {self.way(node.segment)}({', '.join(['S', *texts])});")

    def _print_again(self, node: ir.Again) -> None:
        self.lines.append("goto again;")

    def _print_decision(self, node: ir.AskDecision) -> None:
        cells = self._store_in_order([(node.player, NUMBER), (strip_conversions(node.options), LIST)])
        (_, player), (_, options) = cells
        site = self._name_site(node.site)
        asked = [
            f"ask(S, {player}, {options}, {site});",
            self._print_frame(self._number(node.resume), self._list_live(node.resume)),
            "return 1;",
        ]
        if node.certain:
            self.lines += [*asked, "}"]
            return
        self.lines += [f"if ({options}.n > 1) {{", *asked, "}"]
        if node.later:
            frame = self._print_frame(self._number(node.resume), self._list_live(node.resume))
            self.lines.append(f"S->s[{ANSWER}] = at(S, {options}, 0); {frame} return 0; }}")
            return
        names = ", ".join(["S", *(text for _, text in self._list_live(node.resume))])
        self.lines.append(
            f"S->s[{ANSWER}] = at(S, {options}, 0); going_on(S); return {self.way(node.resume)}({names}); }}"
        )

    def _drop(self, node: ir.Drop) -> None:
        self.lines.append("dropped(S);")


def print_segment_head(known: ModuleContext, segment: ir.Segment) -> str:
    """Return the C declaration of a segment."""
    params = "".join(f", {find_c_type(var.ty)}" for var in segment.live)
    return f"int s{known.segments[segment.number]}(St *S{params});"


def number_frame_types(sorts: Sequence[str]) -> int:
    """Return a number that encodes the types of a frame, to detect a frame that does not fit its segment."""
    number = 1
    for sort in sorts:
        number = number * 3 + (NUMBER, MASK, LIST).index(sort)
    if number >= 1 << 31:
        raise UnsupportedInCError("a frame of too many parts")
    return number


def _print_framed(sort: str) -> str:
    if sort not in (NUMBER, MASK, LIST):
        raise UnsupportedInCError("a frame with a list of lists")
    return sort


_STATEMENTS: dict[type, Callable[..., None]] = {
    ir.Set: StatementPrinter._set, ir.Store: StatementPrinter._store, ir.Fill: StatementPrinter._fill,
    ir.Do: StatementPrinter._do, ir.Offer: StatementPrinter._offer, ir.If: StatementPrinter._print_if,
    ir.ForEach: StatementPrinter._print_for_each, ir.Block: StatementPrinter._block,
    ir.Loop: StatementPrinter._print_loop,
    ir.Exit: StatementPrinter._exit, ir.React: StatementPrinter._print_reactions, ir.Finish: StatementPrinter._finish,
    ir.Fail: StatementPrinter._print_failure, ir.Return: StatementPrinter._return, ir.Wait: StatementPrinter._wait,
    ir.WaitOn: StatementPrinter._wait_on, ir.WaitBody: StatementPrinter._wait_body, ir.Go: StatementPrinter._go,
    ir.GoWith: StatementPrinter._go_with, ir.Again: StatementPrinter._print_again,
    ir.AskDecision: StatementPrinter._print_decision,
    ir.Drop: StatementPrinter._drop, ir.Note: StatementPrinter._note, ir.Count: StatementPrinter._count,
}  # fmt: skip
