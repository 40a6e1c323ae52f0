"""Cuts code into segments: what follows a decision, or a deed in which somebody may decide, is a segment of its own."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from cardwright.compiler.ir import nodes as n
from cardwright.compiler.ir.effects import leaves
from cardwright.program_format import RESULT
from cardwright.source.node_dataclass import frozen

RESULT_SLOT = ("fixed", "result")


def result(ty: n.Ty) -> n.Place:
    """The slot of what the procedure that ended last gave."""
    return n.Place(RESULT_SLOT, RESULT, (), ty)


@frozen
class _After:
    """What follows: the end (no segment), a segment that is gone on with, or one that is come `back` to."""

    segment: n.Segment | None = None
    back: bool = False


_END = _After()


@dataclass(slots=True)
class Segments:
    """The segments of a program, and what leads to them by number: procedures, windows, events that go on."""

    all: list[n.Segment] = field(default_factory=list)
    entries: dict[int, n.Segment] = field(default_factory=dict)
    windows: dict[int, n.Segment] = field(default_factory=dict)
    replacing: dict[int, n.Segment] = field(default_factory=dict)

    def new(
        self, title: int, params: tuple[n.Var, ...] = (), fixed: bool = False, waits: n.Waits | None = None
    ) -> n.Segment:
        """A new segment without a body."""
        segment = n.Segment(len(self.all), title, params, fixed, waits=waits)
        self.all.append(segment)
        return segment


def suspends(code: Any, resumable: Iterable[int]) -> bool:
    """Whether code can meet a decision or the end of the game, given the procedures that can."""
    return any(
        isinstance(node, n.Ask | n.Finish | n.Open | n.Proceed)
        or (isinstance(node, n.Perform) and node.procedure in resumable)
        for node in n.every(code)
    )


class Cutter:
    """Cuts one text after the other; `resumable` procedures are entered, all others are called."""

    def __init__(
        self,
        segments: Segments,
        resumable: set[int],
        recursive: set[int],
        players: int,
    ) -> None:
        self.segments = segments
        self.resumable = resumable
        self.recursive = recursive
        self.players = players
        self.title = 0
        self.epilogue: n.Code = ()

    def cut(self, segment: n.Segment, code: n.Code, epilogue: n.Code = ()) -> None:
        """Make code the body of a segment, and of further ones; the epilogue runs at each of its ends."""
        self.title = segment.title
        self.epilogue = epilogue
        segment.body = (*segment.body, *self._block(segment, code, {}, _END))

    # ------------------------------------------------------------ ways on

    def _new(self) -> n.Segment:
        return self.segments.new(self.title)

    def _follow(self, here: n.Segment, after: _After, at: int = n.NOWHERE) -> n.Code:
        """The way to what follows."""
        if after.segment is None:
            return (*self.epilogue, n.Return(at=at))
        if not after.back:
            return (n.Go(after.segment.number, at),)
        if after.segment is here:
            here.loop = True
            return (n.Again(at),)
        return (n.Wait(after.segment.number, at), n.Return(at=at))

    def _push(self, after: _After, waits: n.Waits | None, at: int) -> n.Code:
        """What follows waits on the stack.

        What leads to it can be a text that has statements left, and nothing of them is in this code (a card is shown,
        and nobody keeps a log): a segment of its own then tells so and goes on.
        """
        segment = after.segment
        if segment is None:
            if not self.epilogue and not waits:
                return ()
            segment = self._new()
            segment.body = (*self.epilogue, n.Return())
        if segment.waits not in (None, waits):
            further = self._new()
            further.body = (n.Go(segment.number, at),)
            segment = further
        segment.waits = waits
        return (n.Wait(segment.number, at),)

    def _later(self, rest: n.Code, env: dict[n.Label, _After], after: _After) -> tuple[_After, Callable[[], None]]:
        """Where the rest begins: its segment is made now, its body only once what comes before it is cut."""
        if not rest:
            return after, lambda: None
        segment = self._new()

        def cut_rest() -> None:
            segment.body = self._block(segment, rest, env, after)

        return _After(segment), cut_rest

    # ------------------------------------------------------------ statements

    def _suspends(self, node: Any, env: dict[n.Label, _After]) -> bool:
        return any(
            isinstance(each, n.Ask | n.Finish | n.Open | n.Proceed)
            or (isinstance(each, n.Perform) and each.procedure in self.resumable)
            or (isinstance(each, n.Exit) and each.label in env)
            for each in n.every(node)
        )

    def _block(self, here: n.Segment, code: n.Code, env: dict[n.Label, _After], after: _After) -> n.Code:
        done: list[n.Stmt] = []
        for place, statement in enumerate(code):
            if isinstance(statement, n.Return | n.GoWith):
                return (*done, statement)
            if not self._suspends(statement, env):
                done.append(self.settled(statement))
                continue
            return (*done, *self._suspending(here, statement, code[place + 1 :], env, after))
        return (*done, *self._follow(here, after))

    def _suspending(
        self, here: n.Segment, statement: n.Stmt, rest: n.Code, env: dict[n.Label, _After], after: _After
    ) -> n.Code:
        if isinstance(statement, n.Exit):
            return self._follow(here, env[statement.label], statement.at)
        if isinstance(statement, n.Finish):
            return (statement,)
        if isinstance(statement, n.Ask):
            return self._ask(statement, rest, env, after)
        if isinstance(statement, n.Perform | n.Open | n.Proceed):
            return self._enter(statement, rest, env, after)
        if isinstance(statement, n.If):
            return self._if(here, statement, rest, env, after)
        later, cut_rest = self._later(rest, env, after)
        if isinstance(statement, n.Block):
            code = self._block(here, statement.body, {**env, statement.label: later}, later)
        elif isinstance(statement, n.ForEach):
            code = self._for_each(statement, env, later)
        else:
            assert isinstance(statement, n.Loop)
            code = self._loop(statement, env, later)
        cut_rest()
        return code

    def _ask(self, ask: n.Ask, rest: n.Code, env: dict[n.Label, _After], after: _After) -> n.Code:
        resume = self._new()
        resume.asks = ask.source
        resume.kept = ask.kept
        resume.waits = ask.waits
        resume.whom = ask.whom
        question = n.Question(ask.player, ask.options, ask.site, ask.certain, resume.number, ask.kept, ask.at)
        resume.body = self._block(resume, rest, env, after)
        return (question,)

    def _enter(
        self, statement: n.Perform | n.Open | n.Proceed, rest: n.Code, env: dict[n.Label, _After], after: _After
    ) -> n.Code:
        """Go into a procedure, a window or the rest of an event; what follows waits."""
        at = statement.at
        if not isinstance(statement, n.Open) and statement.into is not None:
            rest = (n.Set(statement.into, n.Read(result(statement.into.ty)), at), *rest)
        later, cut_rest = self._later(rest, env, after)
        waiting = self._push(later, statement.waits, at)
        cut_rest()
        if isinstance(statement, n.Open):
            everybody = (n.Op("active", (), n.PLAYER), n.Const(self.players, n.NUM))
            number = self.segments.windows[statement.window].number
            return (*waiting, n.GoWith(number, statement.args or everybody, at))
        if isinstance(statement, n.Proceed):
            target = self.segments.replacing[statement.procedure]
            return (*waiting, n.WaitOn(target.number, statement.args, at), n.Return(at=at))
        target = self.segments.entries[statement.procedure]
        if statement.procedure in self.recursive:
            return (*waiting, n.WaitOn(target.number, statement.args, at), n.Return(at=at))
        return (*waiting, n.GoWith(target.number, statement.args, at))

    def _if(self, here: n.Segment, statement: n.If, rest: n.Code, env: dict[n.Label, _After], after: _After) -> n.Code:
        """A branch that leaves needs nothing after it: where all do, what follows is the `else`."""
        if all(leaves(body) for _, body in statement.branches):
            rest = (*statement.otherwise, *rest)
            branches = tuple((test, self._block(here, body, env, after)) for test, body in statement.branches)
            first: n.Code = (n.If(branches, (), statement.at),) if branches else ()
            return (*first, *self._block(here, rest, env, after))
        later, cut_rest = self._later(rest, env, after)
        branches = tuple((test, self._block(here, body, env, later)) for test, body in statement.branches)
        otherwise = self._block(here, statement.otherwise, env, later)
        cut_rest()
        return (n.If(branches, (), statement.at), *otherwise)

    def _loop(self, statement: n.Loop, env: dict[n.Label, _After], after: _After) -> n.Code:
        head = self._new()
        head.title = self.title
        head.waits = statement.waits
        back = _After(head, back=True)
        head.body = self._block(head, statement.body, {**env, statement.label: after, statement.again: back}, back)
        return (n.Go(head.number, statement.at),)

    def _for_each(self, statement: n.ForEach, env: dict[n.Label, _After], after: _After) -> n.Code:
        """A loop in which somebody may decide keeps its items and its place among them in the frame."""
        items, place = statement.state
        one = n.Const(1, n.NUM)
        head = (
            n.If(
                ((n.Op("ge", (n.Get(place), n.Op("len", (n.Get(items),), n.NUM)), n.YES), (n.Exit(statement.label),)),)
            ),
            n.Set(statement.var, n.Op("at", (n.Get(items), n.Get(place)), statement.var.ty)),
            n.Set(place, n.Op("add", (n.Get(place), one), n.NUM)),
        )
        body = (*head, *statement.body)
        loop = n.Loop(statement.label, n.Label(), body, statement.title, statement.at, statement.waits)
        fixed = n.Op("tuple", (statement.list,), statement.list.ty)
        return (n.Set(items, fixed, statement.at), n.Set(place, n.Const(0, n.NUM)), *self._loop(loop, env, after))

    # ------------------------------------------------------------ where nobody decides

    def settled(self, statement: Any) -> Any:
        """A statement in which nobody decides: what it performs is called, and blocks are nested branches."""
        if isinstance(statement, n.Perform):
            function = n.Function("plain", statement.procedure)
            if statement.into is None:
                return n.Do(n.Call(function, statement.args, n.NOTHING), statement.at)
            return n.Set(statement.into, n.Call(function, statement.args, statement.into.ty), statement.at)
        if isinstance(statement, n.If):
            branches = tuple((test, self.plain(body)) for test, body in statement.branches)
            return replace(statement, branches=branches, otherwise=self.plain(statement.otherwise))
        if isinstance(statement, n.ForEach | n.Loop | n.Block):
            return replace(statement, body=self.plain(statement.body))
        return statement

    def plain(self, code: n.Code) -> n.Code:
        """Code in which nobody decides."""
        found: list[n.Stmt] = []
        for statement in code:
            settled = self.settled(statement)
            if isinstance(settled, n.Block):
                found += nested(settled)
            else:
                found.append(settled)
        return tuple(found)


def nested(block: n.Block) -> n.Code:
    """A block as branches inside each other, without the ways out of it; the block itself where that cannot be."""
    code = _tail(block.body, block.label)
    if any(isinstance(node, n.Exit) and node.label is block.label for node in n.every(code)):
        return (replace(block, body=code),)
    return code


def _tail(code: n.Code, label: n.Label) -> n.Code:
    """Code at the end of a block, where leaving the block is just ending."""
    done: list[n.Stmt] = []
    for place, statement in enumerate(code):
        if isinstance(statement, n.Exit) and statement.label is label:
            return tuple(done)
        rest = code[place + 1 :]
        if isinstance(statement, n.If) and any(_goes(body, label) for _, body in statement.branches):
            going = all(_goes(body, label) for _, body in statement.branches)
            if going and not statement.otherwise:
                if all(len(body) == 1 for _, body in statement.branches) and len(statement.branches) == 1:
                    test = n.Op("not", (statement.branches[0][0],), n.YES)
                    inner = _tail(rest, label)
                    return (*done, n.If(((test, inner),), (), statement.at)) if inner else tuple(done)
                branches = tuple((test, _tail(body, label)) for test, body in statement.branches)
                return (*done, n.If(branches, _tail(rest, label), statement.at))
        if isinstance(statement, n.If) and not rest:
            branches = tuple((test, _tail(body, label)) for test, body in statement.branches)
            return (*done, n.If(branches, _tail(statement.otherwise, label), statement.at))
        done.append(statement)
    return tuple(done)


def _goes(code: n.Code, label: n.Label) -> bool:
    return bool(code) and isinstance(code[-1], n.Exit) and code[-1].label is label
