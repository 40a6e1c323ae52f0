"""A text form of the IR for tests, in the syntax of Python: `read` parses it, `write` prints it.

    credits[p] += 2            a store; names in `FAMILIES` are slots, all others variables
    for p in players: ...      ForEach; `while True:` is a Loop, `with block:` a Block
    break, continue            Exit of the innermost loop or block, Exit to its next round
    [x for x in xs if t]       Each; `sum(...)`, `any(...)`, `least(...)`, `most(...)` of a list are a Fold
    r3(p), p2(p)               calls of rule 3 and of procedure 2; any other call is an operation of the IR
    segment(2)                 the number of segment 2
    let(x, 3, x + 1)           Bind; `here(x)` a list of one value; `static(OTHERS, p)` a table

The type of a variable follows from its name: `p`, `q` are players, names in `xs` or `ys` lists, `m`, `n2` numbers.
"""

from __future__ import annotations

import ast
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from itertools import count
from typing import Any

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import OPERATIONS

PLAYERS = 3
# Slots by name: the owner, the first slot, and the type.
FAMILIES = {
    "credits": ("player", 10, ir.NUM),
    "debts": ("player", 14, ir.NUM),
    "pot": ("table", 20, ir.NUM),
    "row": ("table", 21, ir.IrType("mask", "card")),
}
_MASK, _LIST = ir.IrType("mask", "card"), ir.IrType("list", "number")
_COMPARED = {
    ast.Eq: "eq", ast.NotEq: "ne", ast.Lt: "lt", ast.LtE: "le", ast.Gt: "gt", ast.GtE: "ge", ast.In: "in",
    ast.NotIn: "not in",
}  # fmt: skip
_COMPUTED = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitAnd: "meet", ast.BitOr: "join"}
_FOLDS = {"sum": "sum", "any": "any", "all": "all", "least": "min", "most": "max", "union": "union"}
_SIGNS = {"eq": "==", "ne": "!=", "lt": "<", "le": "<=", "gt": ">", "ge": ">=", "in": "in", "not in": "not in",
          "add": "+", "sub": "-", "mul": "*", "meet": "&", "join": "|"}  # fmt: skip
_HOW = {ast.Add: "add", ast.Sub: "sub", ast.Mult: "mul", ast.BitOr: "with"}
_STORED = {"": "=", "add": "+=", "sub": "-=", "mul": "*=", "with": "|=", "without": "&= ~"}


def type_of(word: str) -> ir.IrType:
    """Return the type that a variable has by its name."""
    if word[0] in "pq":
        return ir.PLAYER
    return _LIST if word.endswith("s") else _MASK if word.startswith("mask") else ir.NUM


@dataclass
class Names:
    """The variables of a text by name, so that each is one object; `fresh` makes those of a pass."""

    known: dict[str, ir.Var] = field(default_factory=dict)
    segments: dict[int, ir.Segment] = field(default_factory=dict)
    _own: Iterator[int] = field(default_factory=lambda: count(1))

    def __getitem__(self, word: str) -> ir.Var:
        """Return the variable with a name."""
        if word not in self.known:
            self.known[word] = ir.Var(word, type_of(word), len(self.known), order=len(self.known))
        return self.known[word]

    def segment(self, number: int) -> ir.Segment:
        """Return the segment with a number in the text."""
        return self.segments.setdefault(number, ir.Segment(number, 0))

    def fresh(self, word: str, ty: ir.IrType) -> ir.Var:
        """Return a new variable of the compiler."""
        number = next(self._own)
        return ir.Var(f"{word}{number}", ty, number, own=True)


# ---------------------------------------------------------------- reading


def read(text: str, names: Names) -> ir.Code:
    """Return the code that a text stands for.

    Raises:
        ValueError: The text has a form that stands for no node.
    """
    return _Reader(names).code(ast.parse(text).body)


class _Reader:
    def __init__(self, names: Names) -> None:
        self.names = names
        self.around: list[tuple[ir.Label, ir.Label | None]] = []

    def code(self, body: list[ast.stmt]) -> ir.Code:
        return tuple(each for node in body if not isinstance(node, ast.Pass) for each in [self.statement(node)])

    def statement(self, node: ast.stmt) -> ir.Stmt:
        match node:
            case ast.Assign(targets=[ast.Name(id=word)]) if word not in FAMILIES:
                return self.assigned(self.names[word], node.value)
            case ast.Assign(targets=[target]):
                return ir.Store(self.place(target), self.value(node.value))
            case ast.AugAssign(target=target, op=op):
                return ir.Store(self.place(target), self.value(node.value), _HOW[type(op)])
            case ast.If():
                return self.branches(node)
            case ast.For(target=ast.Name(id=word)):
                label = ir.Label()
                return ir.ForEach(label, self.names[word], self.value(node.iter), self.inside(node.body, label))
            case ast.While():
                label, again = ir.Label(), ir.Label()
                return ir.Loop(label, again, self.inside(node.body, label, again), 0)
            case ast.With():
                label = ir.Label()
                return ir.Block(label, self.inside(node.body, label))
            case ast.Break():
                return ir.Exit(self.around[-1][0])
            case ast.Continue():
                following = self.around[-1][1]
                assert following is not None, "only a loop has a next round"
                return ir.Exit(following)
            case ast.Return(value=value):
                return ir.Return(None if value is None else self.value(value))
            case ast.Expr(value=ast.Call(func=ast.Name(id=word), args=args)):
                return self.deed(word, args, node.value)
        raise ValueError(ast.unparse(node))

    def assigned(self, var: ir.Var, value: ast.expr) -> ir.Stmt:
        match value:
            case ast.Call(func=ast.Name(id="perform"), args=[ast.Constant(value=int(number)), *args]):
                return ir.Perform(number, self.values(args), var)
        return ir.Set(var, self.value(value))

    def deed(self, word: str, args: list[ast.expr], call: ast.expr) -> ir.Stmt:
        match word, args:
            case (("wait" | "go"), [ast.Constant(value=int(number))]):
                return ir.Wait(number) if word == "wait" else ir.Go(number)
            case "go_with", [ast.Constant(value=int(number)), *rest]:
                return ir.GoWith(number, self.values(rest))
            case "wait_on", [ast.Constant(value=int(number)), *rest]:
                return ir.WaitOn(number, self.values(rest))
            case "again", []:
                return ir.Again()
            case "finish", []:
                return ir.Finish(0)
            case "perform", [ast.Constant(value=int(number)), *rest]:
                return ir.Perform(number, self.values(rest))
            case "ask", [player, options]:
                return ir.Ask(self.value(player), self.value(options), 0, False)
            case "ask_decision", [player, options, ast.Constant(value=int(resume))]:
                return ir.AskDecision(self.value(player), self.value(options), 0, False, resume)
            case "note", [ast.Constant(value=str(about)), *rest]:
                return ir.Note(about, self.values(rest))
            case "offer", [ast.Name(id=into), item]:
                return ir.Offer(self.names[into], self.value(item))
        return ir.Do(self.value(call))

    def branches(self, node: ast.If) -> ir.If:
        found = [(self.value(node.test), self.code(node.body))]
        rest = node.orelse
        while len(rest) == 1 and isinstance(rest[0], ast.If):
            found.append((self.value(rest[0].test), self.code(rest[0].body)))
            rest = rest[0].orelse
        return ir.If(tuple(found), self.code(rest))

    def inside(self, body: list[ast.stmt], label: ir.Label, again: ir.Label | None = None) -> ir.Code:
        self.around.append((label, again))
        try:
            return self.code(body)
        finally:
            self.around.pop()

    # ------------------------------------------------------------ values

    def values(self, nodes: list[ast.expr]) -> tuple[ir.Value, ...]:
        return tuple(map(self.value, nodes))

    def place(self, node: ast.expr) -> ir.Slot:
        match node:
            case ast.Name(id=word) if word in FAMILIES:
                owner, base, ty = FAMILIES[word]
                return ir.Slot((owner, word), base, (), ty)
            case ast.Subscript(value=ast.Name(id=word), slice=ast.Constant(value=int(number))) if word in FAMILIES:
                owner, base, ty = FAMILIES[word]
                return ir.Slot((owner, word), base + number, (), ty)
            case ast.Subscript(value=ast.Name(id=word), slice=index) if word in FAMILIES:
                owner, base, ty = FAMILIES[word]
                return ir.Slot((owner, word), base, ((self.value(index), 1),), ty)
        raise ValueError(ast.unparse(node))

    def value(self, node: ast.expr) -> Any:
        match node:
            case ast.Constant(value=bool(truth)):
                return ir.Const(int(truth), ir.YES)
            case ast.Constant(value=int(number)):
                return ir.Const(number, ir.NUM)
            case ast.UnaryOp(op=ast.USub(), operand=ast.Constant(value=int(number))):
                return ir.Const(-number, ir.NUM)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return ir.Op("not", (self.value(operand),), ir.YES)
            case ast.Name(id="players"):
                return ir.Const(tuple(range(PLAYERS)), ir.PLAYERS)
            case ast.Name(id=word) if word not in FAMILIES:
                return ir.Get(self.names[word])
            case ast.Name() | ast.Subscript():
                return ir.Read(self.place(node))
            case ast.BoolOp(op=op, values=values):
                return ir.Logic("and" if isinstance(op, ast.And) else "or", self.values(values))
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return ir.Op(_COMPARED[type(op)], (self.value(left), self.value(right)), ir.YES)
            case ast.BinOp(left=left, op=op, right=right):
                ty = _MASK if isinstance(op, ast.BitAnd | ast.BitOr) else ir.NUM
                return ir.Op(_COMPUTED[type(op)], (self.value(left), self.value(right)), ty)
            case ast.IfExp(test=test, body=yes, orelse=no):
                return ir.Choice(self.value(test), self.value(yes), self.value(no))
            case ast.ListComp():
                return self.each(node)
            case ast.Tuple(elts=items):
                return ir.Row(self.values(items))
            case ast.Call(func=ast.Name(id=word), args=args):
                return self.call(word, args)
        raise ValueError(ast.unparse(node))

    def each(self, node: ast.ListComp) -> ir.Each:
        loops: list[tuple[ir.Var, ir.Value]] = []
        tests: list[ir.Value] = []
        for loop in node.generators:
            assert isinstance(loop.target, ast.Name)
            loops.append((self.names[loop.target.id], self.value(loop.iter)))
            tests += self.values(loop.ifs)
        where = None if not tests else tests[0] if len(tests) == 1 else ir.Logic("and", tuple(tests))
        return ir.Each(tuple(loops), where, self.value(node.elt), _LIST)

    def call(self, word: str, args: list[ast.expr]) -> ir.Value:
        if word == "let":
            assert isinstance(args[0], ast.Name)
            return ir.Bind(self.names[args[0].id], self.value(args[1]), self.value(args[2]))
        if word == "static":
            assert isinstance(args[0], ast.Name)
            return ir.StaticTable(args[0].id, self.value(args[1]), ir.PLAYERS)
        if word == "segment":
            assert isinstance(args[0], ast.Constant)
            assert isinstance(args[0].value, int)
            return ir.SegmentNumber(self.names.segment(args[0].value), ir.NUM)
        given = self.values(args)
        if word in _FOLDS and len(given) == 1:
            return ir.Fold(_FOLDS[word], given[0], ir.YES if word in ("any", "all") else ir.NUM)
        if word == "here":
            return ir.Many(given, _LIST)
        if word[0] in "rp" and word[1:].isdigit():
            return ir.Call(ir.Function("rule" if word[0] == "r" else "plain", int(word[1:])), given, ir.NUM)
        name = word.replace("_", " ") if word.replace("_", " ") in OPERATIONS else word
        if name not in OPERATIONS:
            raise ValueError(f"{word} is no operation")
        lists = name in ("numbers", "run", "list", "tuple", "ids")
        return ir.Op(name, given, ir.YES if name in ("some", "some bits") else _LIST if lists else ir.NUM)


# ---------------------------------------------------------------- writing


def write(code: ir.Code, level: int = 0) -> list[str]:
    """Return the lines of the text that stands for code."""
    found = []
    for node in code:
        found += ["    " * level + line for line in _WRITTEN[type(node)](node)]
    return found or ["    " * level + "pass"]


def _block(head: str, body: ir.Code) -> list[str]:
    return [head, *write(body, 1)]


def _write_if(node: ir.If) -> list[str]:
    lines, word = [], "if"
    for test, body in node.branches:
        lines += _block(f"{word} {shown(test)}:", body)
        word = "elif"
    return lines + (_block("else:", node.otherwise) if node.otherwise else [])


def _write_store(node: ir.Store) -> list[str]:
    if node.how == "append":
        return [_called("append", _place(node.place), node.value)]
    return [f"{_place(node.place)} {_STORED[node.how]} {shown(node.value)}"]


def _called(word: str, *args: Any) -> str:
    return f"{word}({', '.join(each if isinstance(each, str) else shown(each) for each in args)})"


def _write_perform(node: ir.Perform) -> list[str]:
    given = "" if node.into is None else f"{node.into.word} = "
    return [given + _called("perform", str(node.procedure), *node.args)]


_WRITTEN: dict[type, Callable[[Any], list[str]]] = {
    ir.Set: lambda node: [f"{node.var.word} = {shown(node.value)}"],
    ir.Store: _write_store,
    ir.Do: lambda node: [shown(node.value)],
    ir.Offer: lambda node: [_called("offer", node.var.word, node.value)],
    ir.If: _write_if,
    ir.ForEach: lambda node: _block(f"for {node.var.word} in {shown(node.list)}:", node.body),
    ir.Loop: lambda node: _block("while True:", node.body),
    ir.Block: lambda node: _block("with block:", node.body),
    ir.Exit: lambda node: ["break"],
    ir.Return: lambda node: ["return" if node.value is None else f"return {shown(node.value)}"],
    ir.Note: lambda node: [_called("note", repr(node.word), *node.args)],
    ir.Finish: lambda node: ["finish()"],
    ir.Fail: lambda node: ["fail()"],
    ir.Fill: lambda node: [_called("fill", _place(node.place), str(node.number), node.value)],
    ir.Count: lambda node: ["count()"],
    ir.Open: lambda node: ["open_window()"],
    ir.Proceed: lambda node: ["proceed()"],
    ir.Ask: lambda node: [_called("ask", node.player, node.options)],
    ir.Perform: _write_perform,
    ir.Wait: lambda node: [f"wait({node.segment})"],
    ir.WaitOn: lambda node: [_called("wait_on", str(node.segment), *node.args)],
    ir.Go: lambda node: [f"go({node.segment})"],
    ir.GoWith: lambda node: [_called("go_with", str(node.segment), *node.args)],
    ir.Again: lambda node: ["again()"],
    ir.AskDecision: lambda node: [
        _called("ask_decision", node.player, node.options, str(node.resume)) + (" later" if node.later else "")
    ],
}


def _place(place: ir.Slot) -> str:
    word = place.family[1]
    owner, base, _ = FAMILIES.get(word, ("", place.base, None))
    if place.terms:
        return f"{word}[{', '.join(shown(value) for value, _ in place.terms)}]"
    return f"{word}[{place.base - base}]" if owner == "player" else word


def shown(node: Any) -> str:
    """Return the text of a value, with brackets around all that is composed."""
    match node:
        case ir.SegmentNumber(segment=segment):
            return f"segment({segment.number})"
        case ir.Const(value=value, ty=ty):
            return str(bool(value)) if ty == ir.YES else "players" if ty == ir.PLAYERS else str(value)
        case ir.Get(var=var):
            return var.word
        case ir.Read(place=place):
            return _place(place)
        case ir.Logic(word=word, items=items):
            return f"({f' {word} '.join(map(shown, items))})"
        case ir.Choice(test=test, yes=yes, no=no):
            return f"({shown(yes)} if {shown(test)} else {shown(no)})"
        case ir.Op(name=name, args=(one, other)) if name in _SIGNS:
            return f"({shown(one)} {_SIGNS[name]} {shown(other)})"
        case ir.Op(name="not", args=(one,)):
            return f"(not {shown(one)})"
        case ir.Op(name=name, args=args):
            return _called(name.replace(" ", "_"), *args)
        case ir.Each(loops=loops, where=where, value=value):
            through = "".join(f" for {var.word} in {shown(items)}" for var, items in loops)
            return f"[{shown(value)}{through}{'' if where is None else f' if {shown(where)}'}]"
        case ir.Fold(word=word, over=over):
            return _called({fold: name for name, fold in _FOLDS.items()}[word], over)
        case ir.Bind(var=var, value=value, body=body):
            return _called("let", var.word, value, body)
        case ir.Call(function=function, args=args):
            return _called(f"{function.kind[0]}{function.number}", *args)
        case ir.StaticTable(name=name, index=index):
            return name if index is None else _called("static", name, index)
        case ir.Many(items=items):
            return _called("here", *items)
        case ir.Row(items=items):
            return f"({', '.join(map(shown, items))})"
        case ir.Handle(place=place):
            return f"zone({_place(place)})"
        case ir.Splice(list=items):
            return f"*{shown(items)}"
        case ir.Later(value=value):
            return f"later({shown(value)})"
    raise ValueError(type(node).__name__)
