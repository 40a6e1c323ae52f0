"""Python code for IR statements, over the state list `S` and the frame stack `K`."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardwright.compiler.codegen.python.expressions import PythonExpressions, name_of, print_as_decision_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.passes.inline_procedures import find_successors
from cardwright.compiler.passes.liveness import find_carried
from cardwright.state_slots_and_table_rows import ANSWER, FINISHED, NO_PIECE, PENDING, RESULT, SHIFT, TRACKER

_STORES = {"": "=", "add": "+=", "sub": "-=", "mul": "*=", "with": "|=", "append": "+="}
# Observer methods that do not take the state.
_STATELESS = frozenset(("based", "changed", "offered"))


@dataclass(slots=True)
class _OpenLoop:
    """A Python loop being printed: labels reached by `break` and `continue`, and labels of exits to outer loops."""

    label: ir.Label | None
    again: ir.Label | None
    further: list[ir.Label] = field(default_factory=list)


class PythonPrinter(PythonExpressions):
    """Code generator for segments and functions; `spots` has the source position of each printed line.

    Functions in `counting` use up the budget of an execution.
    """

    def __init__(
        self,
        segments: list[ir.Segment],
        slot: Callable[[str], int],
        tracked: bool,
        located: bool,
        where: int,
        counting: Collection[ir.Function] = (),
    ) -> None:
        super().__init__(slot)
        self.segments = segments
        self.tracked = tracked
        self.located = located
        self.where = where
        self.lines: list[str] = []
        self.spots: list[int] = []
        self.counting = counting
        self.level = 0
        self._loops: list[_OpenLoop] = []
        # the budget of the present execution; None during a query from outside
        self._run = f"S[{TRACKER}].run" if tracked else f"S[{TRACKER}]"
        # the head of a loop without decisions; `late` is true in some late rounds
        self._round = f"for late in {self._run}.left:"
        # True while the code printed has the frame stack `K`
        self._stacks = False
        # segments that never have a frame: callers pass their live variables as arguments
        self._handed = {segment.number for segment in segments if not segment.fixed} - {
            number for segment in segments for way, number in find_successors(segment.body) if way == "wait"
        }

    # ------------------------------------------------------------ lines

    def line(self, text: str, at: int = ir.NOWHERE) -> None:
        """Append a line at the present indentation."""
        self.lines.append("    " * self.level + text)
        self.spots.append(at)

    @contextmanager
    def _indent(self, head: str, at: int = ir.NOWHERE) -> Iterator[None]:
        self.line(head, at)
        self.level += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.level -= 1

    def segment(self, segment: ir.Segment) -> None:
        """Print a segment. The Python function returns 1 at a decision, else None."""
        self._stacks = True
        given = "".join(f", {self.var(var)}" for var in segment.live) if segment.number in self._handed else ", f"
        with self._indent(f"def s{segment.number}(S, K{given}):"):
            if segment.number in self._handed:
                pass
            elif len(segment.live) == 1:
                self.line(f"{self.var(segment.live[0])} = f[1]")
            elif segment.live:
                self.line(f"_, {', '.join(self.var(var) for var in segment.live)} = f")
            if segment.loop:
                self.line("seen0 = None")
                with self._indent(self._round):
                    self._print_loop_check(segment.title, 0, segment.live)
                    self.code(segment.body)
                self._print_too_many_rounds(segment.title)
            else:
                self.code(segment.body)
        self.line("")

    def function(self, definition: ir.Definition) -> None:
        """Print a function without decisions."""
        self._stacks = False
        params = "".join(f", {self.var(var)}" for var in definition.params)
        name = name_of(definition.function)
        with self._indent(f"def {name}(S{params}):"):
            if definition.function in self.counting:
                # a function that changes the state cannot be evaluated on a copy
                asked = (
                    f'unexecuted("{name}")' if definition.function.kind == "plain" else f"outside(S, {name}{params})"
                )
                self.line(f"if {self._run} is None: return {asked}")
            if definition.bounded is None:
                self.code(definition.body)
            else:
                self._print_recursive(definition, name, params)
        self.line("")

    def _print_recursive(self, definition: ir.Definition, name: str, params: str) -> None:
        """Print the body of a recursive function."""
        with self._indent("try:"):
            self.line(f"run = {self._run}")
            if definition.function.kind == "together":
                # a search for joint picks is no rule: it counts its steps itself, and reports its title
                self.line(f"if run.searched < 0: too_often(TEXTS[{definition.bounded}])")
            else:
                self.line("run.asked -= 1")
                self.line("if run.asked < 0: too_often()")
            self.code(definition.body)
        with self._indent("except RecursionError:"):
            # not caused by the source line printed last
            self.line(f"return further(S, {name}{params})", ir.ELSEWHERE)

    # ------------------------------------------------------------ statements

    def code(self, code: ir.Code) -> None:
        """Print the statements of code."""
        for statement in code:
            _STATEMENTS[type(statement)](self, statement)

    def _set(self, node: ir.Set) -> None:
        self.line(f"{self.var(node.var)} = {self.value(node.value)}", node.at)

    def _store(self, node: ir.Store) -> None:
        if node.place.family == ("code", "where") and not self.located:
            return
        place, value = self.place(node.place), self.value(node.value)
        if node.how == "without":
            self.line(f"{place} &= ~({value})", node.at)
        else:
            self.line(f"{place} {_STORES[node.how]} {value}", node.at)

    def _fill(self, node: ir.Fill) -> None:
        base = node.place.base
        value = self.value(node.value)
        if node.number == 1:
            self.line(f"S[{base}] = {value}", node.at)
        elif node.number:
            self.line(f"S[{base}:{base + node.number}] = [{value}] * {node.number}", node.at)

    def _do(self, node: ir.Do) -> None:
        self.line(self.value(node.value), node.at)

    def _offer(self, node: ir.Offer) -> None:
        self.line(f"{self.var(node.var)}.append({self.value(node.value)})", node.at)

    def _print_if(self, node: ir.If) -> None:
        parted = print_as_decision_tree(node)
        if parted is not None:
            test, lower, other = parted
            with self._indent(f"if {self.test(test)}:", node.at):
                self._print_if(lower)
            with self._indent("else:", node.at):
                self._print_if(other)
            return
        word = "if"
        for test, body in node.branches:
            with self._indent(f"{word} {self.test(test)}:", node.at):
                self.code(body)
            word = "elif"
        if not node.branches:
            self.code(node.otherwise)
        elif node.otherwise:
            with self._indent("else:", node.at):
                self.code(node.otherwise)

    def _print_for_each(self, node: ir.ForEach) -> None:
        stores = [each for each in node.body if isinstance(each, ir.Store) and each.place.family == ("code", "where")]
        if len(stores) == len(node.body) and not self.located:
            return
        with self._open_loop(f"for {self.var(node.var)} in {self.value(node.list)}:", node.label, None, node.at):
            self.code(node.body)

    def _block(self, node: ir.Block) -> None:
        with self._open_loop("for _ in (0,):", node.label, None, node.at):
            self.code(node.body)

    def _print_loop(self, node: ir.Loop) -> None:
        depth = len(self._loops) + 1
        self.line(f"seen{depth} = None")
        with self._open_loop(self._round, node.label, node.again, node.at, node.title):
            self._print_loop_check(node.title, depth, find_carried(node.body))
            self.code(node.body)

    def _print_loop_check(self, title: int, depth: int, names: Sequence[ir.Var]) -> None:
        """Print a call that detects endless loops by comparing the state with an earlier one after many rounds.

        `depth` tells nested loops apart, and `names` are the variables to compare.
        """
        arguments = ", ".join([f"seen{depth}", "S", "K" if self._stacks else "()", *map(self.var, names)])
        self.line(f"if late: seen{depth} = look_back(TEXTS[{title}], {arguments})")

    @contextmanager
    def _open_loop(
        self, head: str, label: ir.Label, again: ir.Label | None, at: int, title: int | None = None
    ) -> Iterator[None]:
        """Return a context in which all printed lines form the body of a Python loop.

        The loop counts its rounds, and can be left by jumps to outer loops. `again` is the label of the next round,
        `at` the source position, and `title` the number of the title for errors.
        """
        around = _OpenLoop(label, again)
        self._loops.append(around)
        before = len(self.lines)
        with self._indent(head, at):
            yield
        self._loops.pop()
        if title is not None:
            with self._indent("else:"):
                self._print_too_many_rounds(title)
        if around.further:
            self.lines.insert(before, "    " * self.level + "leave = -1")
            self.spots.insert(before, ir.NOWHERE)
            for number, target in enumerate(dict.fromkeys(around.further)):
                with self._indent(f"if leave == {number}:"):
                    self._leave(target, at)

    def _exit(self, node: ir.Exit) -> None:
        self._leave(node.label, node.at)

    def _leave(self, label: ir.Label, at: int) -> None:
        around = self._loops[-1]
        if label is around.label:
            self.line("break", at)
        elif label is around.again:
            self.line("continue", at)
        else:
            around.further.append(label)
            self.line(f"leave = {list(dict.fromkeys(around.further)).index(label)}", at)
            self.line("break", at)

    def _print_reactions(self, node: ir.React) -> None:
        holder = f"holder(S, e & {NO_PIECE}, {self.value(node.doer)})"
        args = "".join(f", {self.value(arg)}" for arg in node.args)
        entries = self.value(node.entries)
        with self._indent(f"for e in reversed({f'order(S, {entries})' if node.by_turn else entries}):", node.at):
            self.line(f"K.append((BODY[e >> {SHIFT}], e & {NO_PIECE}, {holder}{args}))")

    def _note(self, node: ir.Note) -> None:
        if not self.tracked:
            return
        args = [self.value(arg) for arg in node.args]
        if node.word not in _STATELESS:
            args.insert(0, "S")
        self.line(f"S[{TRACKER}].{node.word}({', '.join(args)})", node.at)

    def _count(self, node: ir.Count) -> None:
        self.line(f"RAN[{node.spot}] += 1")

    def _finish(self, node: ir.Finish) -> None:
        self.line(f"S[{FINISHED}] = 1", node.at)
        # the cause of the end, for `State.ending`: the result slot is no longer needed
        self.line(f"S[{RESULT}] = (TEXTS[{node.title}], *[f[0] for f in K])")
        self.line("K.clear()")
        self.line("return 1")

    def _print_too_many_rounds(self, title: int) -> None:
        self.line(f"raise TooManyRounds(TEXTS[{title}])")

    def _print_failed(self, node: ir.Fail) -> None:
        self.line(f"raise Beyond(TEXTS[{node.limit}])", node.at)

    def _return(self, node: ir.Return) -> None:
        self.line("return" if node.value is None else f"return {self.value(node.value)}", node.at)

    def _print_frame(self, segment: int, args: list[str]) -> str:
        return f"({', '.join([str(segment), *args])}{'' if args else ','})"

    def _print_live(self, segment: int) -> str:
        return self._print_frame(segment, [self.var(var) for var in self.segments[segment].live])

    def _wait(self, node: ir.Wait) -> None:
        self.line(f"K.append({self._print_live(node.segment)})", node.at)

    def _wait_on(self, node: ir.WaitOn) -> None:
        self.line(f"K.append({self._print_frame(node.segment, [self.value(arg) for arg in node.args])})", node.at)

    def _wait_body(self, node: ir.WaitBody) -> None:
        args = "".join(f", {self.value(arg)}" for arg in node.args)
        self.line(f"K.append((BODY[{self.value(node.ability)}]{args}))", node.at)

    def _go(self, node: ir.Go) -> None:
        if node.segment in self._handed:
            names = "".join(f", {self.var(var)}" for var in self.segments[node.segment].live)
            self.line(f"return s{node.segment}(S, K{names})", node.at)
        else:
            self.line(f"return s{node.segment}(S, K, {self._print_live(node.segment)})", node.at)

    def _go_with(self, node: ir.GoWith) -> None:
        frame = self._print_frame(node.segment, [self.value(arg) for arg in node.args])
        self.line(f"return s{node.segment}(S, K, {frame})", node.at)

    def _print_again(self, node: ir.Again) -> None:
        self.line("continue", node.at)

    def _print_question(self, node: ir.AskDecision) -> None:
        player, options = self.value(node.player), self.value(node.options)
        asked = (
            f"S[{PENDING}] = ({player}, {options}, {node.site})",
            f"K.append({self._print_live(node.resume)})",
            "return 1",
        )
        if node.certain:
            for text in asked:
                self.line(text, node.at)
            return
        with self._indent(f"if len({options}) > 1:", node.at):
            for text in asked:
                self.line(text, node.at)
        self.line(f"S[{ANSWER}] = {options}[0]", node.at)
        if self.tracked:
            said = ", ".join(f"({var.kind!r}, {self.var(var)})" for var in node.kept)
            self.line(f"S[{TRACKER}].not_asked(S, {player}, S[{ANSWER}], {node.site}, [{said}])", node.at)
        if node.later:
            self.line(f"K.append({self._print_live(node.resume)})", node.at)
            self.line("return", node.at)
        else:
            self.line(f"return s{node.resume}(S, K, {self._print_live(node.resume)})", node.at)

    def _drop(self, node: ir.Drop) -> None:
        self.line("K.pop()", node.at)


_STATEMENTS: dict[type, Callable[..., None]] = {
    ir.Set: PythonPrinter._set, ir.Store: PythonPrinter._store, ir.Fill: PythonPrinter._fill, ir.Do: PythonPrinter._do,
    ir.Offer: PythonPrinter._offer, ir.If: PythonPrinter._print_if, ir.ForEach: PythonPrinter._print_for_each,
    ir.Block: PythonPrinter._block, ir.Loop: PythonPrinter._print_loop, ir.Exit: PythonPrinter._exit,
    ir.React: PythonPrinter._print_reactions, ir.Note: PythonPrinter._note, ir.Count: PythonPrinter._count,
    ir.Finish: PythonPrinter._finish, ir.Fail: PythonPrinter._print_failed, ir.Return: PythonPrinter._return,
    ir.Wait: PythonPrinter._wait, ir.WaitOn: PythonPrinter._wait_on,
    ir.WaitBody: PythonPrinter._wait_body, ir.Go: PythonPrinter._go,
    ir.GoWith: PythonPrinter._go_with, ir.Again: PythonPrinter._print_again,
    ir.AskDecision: PythonPrinter._print_question,
    ir.Drop: PythonPrinter._drop,
}  # fmt: skip


def find_counting_functions(functions: Sequence[ir.Definition]) -> set[ir.Function]:
    """Return the functions that spend the budget of an execution, directly or through functions they call."""
    calls: dict[ir.Function, set[ir.Function]] = {}
    found: set[ir.Function] = set()
    for each in functions:
        within = list(ir.walk_nodes(each.body))
        calls[each.function] = {node.function for node in within if isinstance(node, ir.Call)}
        if each.bounded is not None or any(
            isinstance(node, ir.Loop) or (isinstance(node, ir.Op) and node.name == "spend") for node in within
        ):
            found.add(each.function)
    callers: dict[ir.Function, list[ir.Function]] = {}
    for caller, called in calls.items():
        for its in called:
            callers.setdefault(its, []).append(caller)
    to_do = [*found]
    while to_do:
        for caller in callers.get(to_do.pop(), ()):
            if caller not in found:
                found.add(caller)
                to_do.append(caller)
    return found
