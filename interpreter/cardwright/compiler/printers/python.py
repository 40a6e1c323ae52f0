"""Prints the code IR as Python over the state list `S` and the stack of frames `K`."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardwright.compiler.code import nodes as n
from cardwright.compiler.code.ops import OPERATIONS
from cardwright.compiler.printers.python_forms import begins_with, is_quick, is_tuple
from cardwright.contract import ANSWER, FINISHED, NO_PIECE, PENDING, RESULT, SHIFT, TRACKER

_PREFIX = {"rule": "r", "can": "can", "no": "no", "plain": "p", "match": "q", "cases": "w", "sheet": "h", "anew": "a"}
_STORES = {"": "=", "add": "+=", "sub": "-=", "mul": "*=", "with": "|=", "append": "+="}
# What the tracker is told without the state.
_STATELESS = frozenset(("based", "changed", "offered"))


def name_of(function: n.Function) -> str:
    """What a function is called in Python."""
    return f"{_PREFIX[function.kind]}{function.number}"


@dataclass(slots=True)
class _Around:
    """A Python loop that is open: where its `break` and `continue` lead, and the flag of exits that go further."""

    label: n.Label | None
    again: n.Label | None
    further: list[n.Label] = field(default_factory=list)


class PythonPrinter:
    """Prints segments and functions; `spots` are the places in the authors' files of the lines printed, by line."""

    def __init__(
        self, segments: list[n.Segment], slot: Callable[[str], int], tracked: bool, located: bool, where: int
    ) -> None:
        self.segments = segments
        self.slot = slot
        self.tracked = tracked
        self.located = located
        self.where = where
        self.lines: list[str] = []
        self.spots: list[int] = []
        self.level = 0
        self._loops: list[_Around] = []
        self._iterating = 0
        # names that are given their values where they are read first
        self._giving: dict[n.Var, str] = {}

    # ------------------------------------------------------------ lines

    def line(self, text: str, at: int = n.NOWHERE) -> None:
        """A line at the present depth."""
        self.lines.append("    " * self.level + text)
        self.spots.append(at)

    @contextmanager
    def _indented(self, head: str, at: int = n.NOWHERE) -> Iterator[None]:
        self.line(head, at)
        self.level += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.level -= 1

    def segment(self, segment: n.Segment) -> None:
        """A resumable function: it gives 1 where somebody is asked, else nothing."""
        with self._indented(f"def s{segment.number}(S, K, f):"):
            if len(segment.live) == 1:
                self.line(f"{self.var(segment.live[0])} = f[1]")
            elif segment.live:
                self.line(f"_, {', '.join(self.var(var) for var in segment.live)} = f")
            if segment.loop:
                with self._indented("for _ in LEFT:"):
                    self.code(segment.body)
                self._fail(segment.title)
            else:
                self.code(segment.body)
        self.line("")

    def function(self, definition: n.Definition) -> None:
        """A function that works something out, or does something in which nobody decides."""
        params = "".join(f", {self.var(var)}" for var in definition.params)
        with self._indented(f"def {name_of(definition.function)}(S{params}):"):
            if definition.bounded is None:
                self.code(definition.body)
            else:
                self._bounded(definition.body, f"TEXTS[{definition.bounded}]")
        self.line("")

    def _bounded(self, body: n.Code, title: str) -> None:
        """The body of a function that can come to be asked within itself."""
        with self._indented("try:"):
            self.line(f"deeper({title})")
            self.code(body)
        with self._indented("except RecursionError:"):
            self.line(f"too_deep({title})")
        with self._indented("finally:"):
            self.line("back()")

    @staticmethod
    def var(var: n.Var) -> str:
        """What a name is called in Python."""
        return f"{'g' if var.own else 'v'}{var.uid}"

    # ------------------------------------------------------------ statements

    def code(self, code: n.Code) -> None:
        """Statements one after the other."""
        for statement in code:
            _STATEMENTS[type(statement)](self, statement)

    def _set(self, node: n.Set) -> None:
        self.line(f"{self.var(node.var)} = {self.value(node.value)}", node.at)

    def _store(self, node: n.Store) -> None:
        if node.place.family == ("code", "where") and not self.located:
            return
        place, value = self.place(node.place), self.value(node.value)
        if node.how == "without":
            self.line(f"{place} &= ~({value})", node.at)
        else:
            self.line(f"{place} {_STORES[node.how]} {value}", node.at)

    def _fill(self, node: n.Fill) -> None:
        base = node.place.base
        value = self.value(node.value)
        if node.number == 1:
            self.line(f"S[{base}] = {value}", node.at)
        elif node.number:
            self.line(f"S[{base}:{base + node.number}] = [{value}] * {node.number}", node.at)

    def _do(self, node: n.Do) -> None:
        self.line(self.value(node.value), node.at)

    def _offer(self, node: n.Offer) -> None:
        self.line(f"{self.var(node.var)}.append({self.value(node.value)})", node.at)

    def _if(self, node: n.If) -> None:
        word = "if"
        for test, body in node.branches:
            with self._indented(f"{word} {self.test(test)}:", node.at):
                self.code(body)
            word = "elif"
        if not node.branches:
            self.code(node.otherwise)
        elif node.otherwise:
            with self._indented("else:", node.at):
                self.code(node.otherwise)

    def _for_each(self, node: n.ForEach) -> None:
        stores = [each for each in node.body if isinstance(each, n.Store) and each.place.family == ("code", "where")]
        if len(stores) == len(node.body) and not self.located:
            return
        with self._around(f"for {self.var(node.var)} in {self.iterable(node.list)}:", node.label, None, node.at):
            self.code(node.body)

    def _block(self, node: n.Block) -> None:
        with self._around("for _ in (0,):", node.label, None, node.at):
            self.code(node.body)

    def _loop(self, node: n.Loop) -> None:
        with self._around("for _ in LEFT:", node.label, node.again, node.at, node.title):
            self.code(node.body)

    @contextmanager
    def _around(
        self, head: str, label: n.Label, again: n.Label | None, at: int, title: int | None = None
    ) -> Iterator[None]:
        """A Python loop, what comes after too many rounds of it, and exits that lead further out."""
        around = _Around(label, again)
        self._loops.append(around)
        before = len(self.lines)
        with self._indented(head, at):
            yield
        self._loops.pop()
        if title is not None:
            with self._indented("else:"):
                self._fail(title)
        if around.further:
            self.lines.insert(before, "    " * self.level + "leave = -1")
            self.spots.insert(before, n.NOWHERE)
            for number, target in enumerate(dict.fromkeys(around.further)):
                with self._indented(f"if leave == {number}:"):
                    self._leave(target, at)

    def _exit(self, node: n.Exit) -> None:
        self._leave(node.label, node.at)

    def _leave(self, label: n.Label, at: int) -> None:
        around = self._loops[-1]
        if label is around.label:
            self.line("break", at)
        elif label is around.again:
            self.line("continue", at)
        else:
            around.further.append(label)
            self.line(f"leave = {list(dict.fromkeys(around.further)).index(label)}", at)
            self.line("break", at)

    def _react(self, node: n.React) -> None:
        holder = f"holder(S, e & {NO_PIECE}, {self.value(node.doer)})"
        args = "".join(f", {self.value(arg)}" for arg in node.args)
        with self._indented(f"for e in reversed(order(S, {self.iterable(node.entries)})):", node.at):
            self.line(f"K.append((BODY[e >> {SHIFT}], e & {NO_PIECE}, {holder}{args}))")

    def _note(self, node: n.Note) -> None:
        if not self.tracked:
            return
        args = [self.value(arg) for arg in node.args]
        if node.word not in _STATELESS:
            args.insert(0, "S")
        self.line(f"S[{TRACKER}].{node.word}({', '.join(args)})", node.at)

    def _count(self, node: n.Count) -> None:
        self.line(f"RAN[{node.spot}] += 1")

    def _finish(self, node: n.Finish) -> None:
        self.line(f"S[{FINISHED}] = 1", node.at)
        # what led here, for `State.ending`: nothing has a result to give any more
        self.line(f"S[{RESULT}] = (TEXTS[{node.title}], *[f[0] for f in K])")
        self.line("K.clear()")
        self.line("return 1")

    def _fail(self, title: int) -> None:
        self.line(f"raise Endless(TEXTS[{title}])")

    def _failed(self, node: n.Fail) -> None:
        self._fail(node.title)

    def _return(self, node: n.Return) -> None:
        self.line("return" if node.value is None else f"return {self.value(node.value)}", node.at)

    def _frame(self, segment: int, args: list[str]) -> str:
        return f"({', '.join([str(segment), *args])}{'' if args else ','})"

    def _live(self, segment: int) -> str:
        return self._frame(segment, [self.var(var) for var in self.segments[segment].live])

    def _wait(self, node: n.Wait) -> None:
        self.line(f"K.append({self._live(node.segment)})", node.at)

    def _wait_on(self, node: n.WaitOn) -> None:
        self.line(f"K.append({self._frame(node.segment, [self.value(arg) for arg in node.args])})", node.at)

    def _wait_body(self, node: n.WaitBody) -> None:
        args = "".join(f", {self.value(arg)}" for arg in node.args)
        self.line(f"K.append((BODY[{self.value(node.ability)}]{args}))", node.at)

    def _go(self, node: n.Go) -> None:
        self.line(f"return s{node.segment}(S, K, {self._live(node.segment)})", node.at)

    def _go_with(self, node: n.GoWith) -> None:
        frame = self._frame(node.segment, [self.value(arg) for arg in node.args])
        self.line(f"return s{node.segment}(S, K, {frame})", node.at)

    def _again(self, node: n.Again) -> None:
        self.line("continue", node.at)

    def _question(self, node: n.Question) -> None:
        player, options = self.value(node.player), self.value(node.options)
        asked = (
            f"S[{PENDING}] = ({player}, {options}, {node.site})",
            f"K.append({self._live(node.resume)})",
            "return 1",
        )
        if node.certain:
            for text in asked:
                self.line(text, node.at)
            return
        with self._indented(f"if len({options}) > 1:", node.at):
            for text in asked:
                self.line(text, node.at)
        self.line(f"S[{ANSWER}] = {options}[0]", node.at)
        if self.tracked:
            said = ", ".join(f"({var.kind!r}, {self.var(var)})" for var in node.kept)
            self.line(f"S[{TRACKER}].not_asked(S, {player}, S[{ANSWER}], {node.site}, [{said}])", node.at)
        self.line(f"return s{node.resume}(S, K, {self._live(node.resume)})", node.at)

    def _drop(self, node: n.Drop) -> None:
        self.line("K.pop()", node.at)

    # ------------------------------------------------------------ values

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
            return f"{node.word}({self.value(node.over)}, default=0)"
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
_STATEMENTS: dict[type, Callable[..., None]] = {
    n.Set: PythonPrinter._set, n.Store: PythonPrinter._store, n.Fill: PythonPrinter._fill, n.Do: PythonPrinter._do,
    n.Offer: PythonPrinter._offer, n.If: PythonPrinter._if, n.ForEach: PythonPrinter._for_each,
    n.Block: PythonPrinter._block, n.Loop: PythonPrinter._loop, n.Exit: PythonPrinter._exit,
    n.React: PythonPrinter._react, n.Note: PythonPrinter._note, n.Count: PythonPrinter._count,
    n.Finish: PythonPrinter._finish, n.Fail: PythonPrinter._failed, n.Return: PythonPrinter._return,
    n.Wait: PythonPrinter._wait, n.WaitOn: PythonPrinter._wait_on,
    n.WaitBody: PythonPrinter._wait_body, n.Go: PythonPrinter._go,
    n.GoWith: PythonPrinter._go_with, n.Again: PythonPrinter._again, n.Question: PythonPrinter._question,
    n.Drop: PythonPrinter._drop,
}  # fmt: skip
_VALUES: dict[type, Callable[..., str]] = {
    n.Const: PythonPrinter._const, n.Get: PythonPrinter._get, n.Read: PythonPrinter._read,
    n.Handle: PythonPrinter._handle, n.Table: PythonPrinter._table, n.Op: PythonPrinter._op,
    n.Logic: PythonPrinter._logic, n.Choice: PythonPrinter._choice, n.Bind: PythonPrinter._bind,
    n.Many: PythonPrinter._many, n.Splice: PythonPrinter._splice, n.Row: PythonPrinter._row,
    n.Each: PythonPrinter._each, n.Fold: PythonPrinter._fold, n.Call: PythonPrinter._call,
    n.Fits: PythonPrinter._fits, n.Later: PythonPrinter._later,
}  # fmt: skip
