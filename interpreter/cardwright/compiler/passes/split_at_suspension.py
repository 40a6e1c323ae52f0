"""Splitting of code into segments at suspension points."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Collection, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import always_exits
from cardwright.source.node_dataclass import frozen
from cardwright.state_slots_and_table_rows import RESULT

RESULT_SLOT = ("fixed", "result")
# So many segments in a row are split within each other, and call each other in Python. The next one is split when these
# are done, and is reached by a frame.
MAX_DEPTH = 40


def read_result(ty: ir.IrType) -> ir.Slot:
    """Return the slot that holds the result of the last procedure."""
    return ir.Slot(RESULT_SLOT, RESULT, (), ty)


@frozen
class _After:
    """The continuation of a piece of code: the segment to call next, or no segment.

    - `back`: True if the segment is the head of a loop, to which the code jumps
    - `far`: True if the segment is also reached through a frame
    """

    segment: ir.Segment | None = None
    back: bool = False
    far: bool = False


_END = _After()


@dataclass(slots=True)
class Segments:
    """The segments of a program.

    `entries` has the first segment of each procedure, `windows` of each decision window, and `replacing` of each event
    that can be replaced. `deciding` has, for each procedure during which its pieces can go out of the game, the segment
    with the reactions after it. `gathered` has the segments of calls that happen together, and `begin_together` the
    code before the calls, and `block` the segment after the last one.
    """

    all: list[ir.Segment] = field(default_factory=list)
    entries: dict[int, ir.Segment] = field(default_factory=dict)
    windows: dict[int, ir.Segment] = field(default_factory=dict)
    replacing: dict[int, ir.Segment] = field(default_factory=dict)
    deciding: dict[int, ir.Segment] = field(default_factory=dict)
    gathered: dict[int, ir.Segment] = field(default_factory=dict)
    begin_together: ir.Code = ()
    block: ir.Segment | None = None

    def new(
        self, title: int, params: tuple[ir.Var, ...] = (), fixed: bool = False, waits: ir.Continuations | None = None
    ) -> ir.Segment:
        """Return a new segment without a body. The other arguments are fields of `ir.Segment`."""
        segment = ir.Segment(len(self.all), title, params, fixed, waits=waits)
        self.all.append(segment)
        return segment


def can_suspend(code: Any, resumable: Iterable[int]) -> bool:
    """Return True if code can reach a decision or the end of the game, itself or in a procedure of `resumable`."""
    return any(
        isinstance(node, ir.Ask | ir.Finish | ir.Open | ir.Proceed | ir.Together)
        or (isinstance(node, ir.Perform) and node.procedure in resumable)
        for node in ir.walk_statements(code)
    )


class Cutter:
    """Splitter of rule texts into segments.

    Procedures in `resumable` become segments too; all others are called. While a loop is suspended, items of its list
    can become `none`, if the list is in `aligned`; they are skipped. In a game where players decide for others,
    `asked_for` is the slot of the player whose question is asked; questions at the decision points `sealed` are
    answered by that player.
    """

    def __init__(
        self,
        segments: Segments,
        resumable: set[int],
        recursive: set[int],
        players: int,
        aligned: Collection[ir.Var] = (),
        asked_for: ir.Slot | None = None,
        sealed: Collection[int] = (),
    ) -> None:
        self.segments = segments
        self.resumable = resumable
        self.recursive = recursive
        self.players = players
        self.aligned = aligned
        self.asked_for = asked_for
        self.sealed = sealed
        self.title = 0
        self.epilogue: ir.Code = ()
        self._depth = 0
        self._postponed: deque[Callable[[], None]] = deque()

    def cut(self, segment: ir.Segment, code: ir.Code, epilogue: ir.Code = ()) -> None:
        """Split code into `segment` and further segments. The code `epilogue` is executed at every end of the text."""
        self.title = segment.title
        self.epilogue = epilogue
        segment.body = (*segment.body, *self._block(segment, code, {}, _END))
        while self._postponed:
            self._postponed.popleft()()

    # ------------------------------------------------------------ ways on

    def _make_segment(self) -> ir.Segment:
        return self.segments.new(self.title)

    def _lower_continuation(self, here: ir.Segment, after: _After, at: int = ir.NOWHERE) -> ir.Code:
        """Return code that continues at `after`, from the segment `here`."""
        if after.segment is None:
            return (*self.epilogue, ir.Return(at=at))
        if not after.back:
            return (ir.Go(after.segment.number, at=at),)
        if after.segment is here:
            here.loop = True
            return (ir.Again(at=at),)
        # where a long text goes on, `link_back_edges` is not to call the segment after all
        return (ir.Wait(after.segment.number, at=at), ir.Return(at=ir.ELSEWHERE if after.far else at))

    def _push_frame(self, after: _After, waits: ir.Continuations | None, at: int) -> ir.Code:
        """Return code that pushes a frame of the segment `after`.

        If that segment has another continuation than `waits`, the frame is that of an empty segment with the
        continuation `waits`, which jumps to `after`. This happens if the rest of a text has statements but no code,
        such as showing a card in the variant without a log.
        """
        segment = after.segment
        if segment is None:
            if not self.epilogue and not waits:
                return ()
            segment = self._make_segment()
            segment.body = (*self.epilogue, ir.Return())
        if segment.waits not in (None, waits):
            further = self._make_segment()
            further.body = (ir.Go(segment.number, at=at),)
            segment = further
        segment.waits = waits
        return (ir.Wait(segment.number, at=at),)

    def _defer(self, rest: ir.Code, env: dict[ir.Label, _After], after: _After) -> tuple[_After, Callable[[], None]]:
        """Return a continuation that runs `rest`, and a function that fills its segment.

        The function must be called after the code that precedes `rest` has been split.
        """
        if not rest:
            return after, lambda: None
        segment = self._make_segment()

        far = self._is_far()
        return _After(segment, back=far, far=far), lambda: self._fill(segment, rest, env, after)

    def _is_far(self) -> bool:
        return self._depth >= MAX_DEPTH

    def _fill(self, segment: ir.Segment, code: ir.Code, env: dict[ir.Label, _After], after: _After) -> None:
        """Split code into a segment. In a long text, the work is queued until the current split is complete."""

        def fill() -> None:
            segment.body = self._block(segment, code, env, after)

        if self._is_far():
            self._postponed.append(fill)
            return
        self._depth += 1
        fill()
        self._depth -= 1

    # ------------------------------------------------------------ statements

    def _suspends(self, node: Any, env: dict[ir.Label, _After]) -> bool:
        return any(
            isinstance(each, ir.Ask | ir.Finish | ir.Open | ir.Proceed | ir.Together)
            or (isinstance(each, ir.Perform) and each.procedure in self.resumable)
            or (isinstance(each, ir.Exit) and each.label in env)
            for each in ir.walk_statements((node,))
        )

    def _block(self, here: ir.Segment, code: ir.Code, env: dict[ir.Label, _After], after: _After) -> ir.Code:
        done: list[ir.Stmt] = []
        for place, statement in enumerate(code):
            if isinstance(statement, ir.Return | ir.GoWith):
                return (*done, statement)
            if not self._suspends(statement, env):
                done.append(self.settled(statement))
                continue
            return (*done, *self._rewrite_suspending(here, statement, code[place + 1 :], env, after))
        return (*done, *self._lower_continuation(here, after))

    def _rewrite_suspending(
        self, here: ir.Segment, statement: ir.Stmt, rest: ir.Code, env: dict[ir.Label, _After], after: _After
    ) -> ir.Code:
        if isinstance(statement, ir.Exit):
            return self._lower_continuation(here, env[statement.label], statement.at)
        if isinstance(statement, ir.Finish):
            return (statement,)
        if isinstance(statement, ir.Ask):
            return self._ask(statement, rest, env, after)
        if isinstance(statement, ir.Perform | ir.Open | ir.Proceed):
            return self._enter(statement, rest, env, after)
        if isinstance(statement, ir.Together):
            return self._enter_together(statement, rest, env, after)
        if isinstance(statement, ir.If):
            return self._split_if(here, statement, rest, env, after)
        later, cut_rest = self._defer(rest, env, after)
        if isinstance(statement, ir.Block):
            code = self._block(here, statement.body, {**env, statement.label: later}, later)
        elif isinstance(statement, ir.ForEach):
            code = self._rewrite_for_each(statement, env, later)
        else:
            assert isinstance(statement, ir.Loop)
            code = self._rewrite_loop(statement, env, later)
        cut_rest()
        return code

    def _ask(self, ask: ir.Ask, rest: ir.Code, env: dict[ir.Label, _After], after: _After) -> ir.Code:
        resume = self._make_segment()
        resume.asks = ask.source
        resume.kept = ask.kept
        resume.waits = ask.waits
        resume.decider = ask.decider
        player, before = self._find_decider(ask)
        question = ir.AskDecision(
            player, ask.options, ask.site, ask.certain, resume.number, ask.kept, at=ask.at, later=self._is_far()
        )
        self._fill(resume, rest, env, after)
        return (*before, question)

    def _find_decider(self, ask: ir.Ask) -> tuple[ir.Value, ir.Code]:
        """Return the player who answers a question, and the code to execute before it is asked."""
        if self.asked_for is None:
            return ask.player, ()
        player = ir.Read(self.asked_for)
        decider = player if ask.site in self.sealed else ir.Op("decider", (player,), ir.PLAYER)
        return decider, (ir.Store(self.asked_for, ask.player, at=ask.at), ir.Note(ir.OVERLOOKED, (), at=ask.at))

    def _enter(
        self, statement: ir.Perform | ir.Open | ir.Proceed, rest: ir.Code, env: dict[ir.Label, _After], after: _After
    ) -> ir.Code:
        """Return code that enters a procedure, window or continued event.

        The code pushes a frame for `rest`, the code after it.
        """
        at = statement.at
        if not isinstance(statement, ir.Open) and statement.into is not None:
            rest = (ir.Set(statement.into, ir.Read(read_result(statement.into.ty)), at=at), *rest)
        later, cut_rest = self._defer(rest, env, after)
        waiting = self._push_frame(later, statement.waits, at)
        cut_rest()
        if isinstance(statement, ir.Open):
            everybody = (ir.Op("active", (), ir.PLAYER), ir.Const(self.players, ir.NUM))
            number = self.segments.windows[statement.window].number
            return (*waiting, ir.GoWith(number, statement.args or everybody, at=at))
        if isinstance(statement, ir.Proceed):
            target = self.segments.replacing[statement.procedure]
            return (*waiting, ir.WaitOn(target.number, statement.args, at=at), ir.Return(at=at))
        target = self.segments.entries[statement.procedure]
        if statement.procedure in self.recursive:
            return (*waiting, ir.WaitOn(target.number, statement.args, at=at), ir.Return(at=at))
        return (*waiting, ir.GoWith(target.number, statement.args, at=at))

    def _enter_together(
        self, statement: ir.Together, rest: ir.Code, env: dict[ir.Label, _After], after: _After
    ) -> ir.Code:
        """Return code that pushes frames for calls that happen together, the first on top, above one for `rest`."""
        at, bottom, top = statement.at, statement.bottom, statement.top
        later, cut_rest = self._defer(rest, env, after)
        waiting = self._push_frame(later, statement.waits, at)
        cut_rest()
        height = ir.Op("height", (), ir.NUM)

        def push(call: ir.Stmt) -> ir.Code:
            if isinstance(call, ir.If):
                branches = tuple((test, push_all(body)) for test, body in call.branches)
                return (replace(call, branches=branches, otherwise=push_all(call.otherwise)),)
            if isinstance(call, ir.ForEach | ir.Block):
                return (replace(call, body=push_all(call.body)),)
            if not isinstance(call, ir.Perform):
                return (call,)
            segment = self.segments.gathered[call.procedure]
            below = ir.Do(ir.Op("rotate frames", (ir.Get(bottom), ir.Get(top)), ir.NOTHING), at=at)
            return (ir.Set(top, height, at=at), ir.WaitOn(segment.number, call.args, at=call.at), below)

        def push_all(code: ir.Code) -> ir.Code:
            return tuple(each for call in code for each in push(call))

        calls = self.plain(push_all(statement.body))
        return (*waiting, *self.segments.begin_together, ir.Set(bottom, height, at=at), *calls, ir.Return(at=at))

    def _split_if(
        self, here: ir.Segment, statement: ir.If, rest: ir.Code, env: dict[ir.Label, _After], after: _After
    ) -> ir.Code:
        """Return an `if` whose branches are split, followed by the statements `rest`.

        If no branch reaches its end, `rest` becomes the `else` branch.
        """
        if all(always_exits(body) for _, body in statement.branches):
            rest = (*statement.otherwise, *rest)
            branches = tuple((test, self._block(here, body, env, after)) for test, body in statement.branches)
            first: ir.Code = (ir.If(branches, (), at=statement.at),) if branches else ()
            return (*first, *self._block(here, rest, env, after))
        later, cut_rest = self._defer(rest, env, after)
        branches = tuple((test, self._block(here, body, env, later)) for test, body in statement.branches)
        otherwise = self._block(here, statement.otherwise, env, later)
        cut_rest()
        return (ir.If(branches, (), at=statement.at), *otherwise)

    def _rewrite_loop(self, statement: ir.Loop, env: dict[ir.Label, _After], after: _After) -> ir.Code:
        head = self._make_segment()
        head.title = self.title
        head.waits = statement.waits
        back = _After(head, back=True)
        head.body = self._block(head, statement.body, {**env, statement.label: after, statement.again: back}, back)
        return (ir.Go(head.number, at=statement.at),)

    def _rewrite_for_each(self, statement: ir.ForEach, env: dict[ir.Label, _After], after: _After) -> ir.Code:
        """Return a loop that can suspend: its list and index become variables of the frame."""
        items, place = statement.state
        one = ir.Const(1, ir.NUM)
        head: ir.Code = (
            ir.If(
                (
                    (
                        ir.Op("ge", (ir.Get(place), ir.Op("len", (ir.Get(items),), ir.NUM)), ir.YES),
                        (ir.Exit(statement.label),),
                    ),
                )
            ),
            ir.Set(statement.var, ir.Op("at", (ir.Get(items), ir.Get(place)), statement.var.ty)),
            ir.Set(place, ir.Op("add", (ir.Get(place), one), ir.NUM)),
        )
        again = ir.Label()
        if items in self.aligned:
            gone = ir.Op("lt", (ir.Get(statement.var), ir.Const(0, ir.NUM)), ir.YES)
            head = (*head, ir.If(((gone, (ir.Exit(again),)),)))
        body = (*head, *statement.body)
        loop = ir.Loop(statement.label, again, body, statement.title, at=statement.at, waits=statement.waits)
        fixed = ir.Op("tuple", (statement.list,), statement.list.ty)
        return (
            ir.Set(items, fixed, at=statement.at),
            ir.Set(place, ir.Const(0, ir.NUM)),
            *self._rewrite_loop(loop, env, after),
        )

    # ------------------------------------------------------------ where nobody decides

    def settled(self, statement: Any) -> Any:
        """Return a statement without decisions in the form that it has in functions, which have no segments."""
        if isinstance(statement, ir.Perform):
            function = ir.Function("plain", statement.procedure)
            if statement.into is None:
                return ir.Do(ir.Call(function, statement.args, ir.NOTHING), at=statement.at)
            return ir.Set(statement.into, ir.Call(function, statement.args, statement.into.ty), at=statement.at)
        return ir.map_blocks(statement, self.plain)

    def plain(self, code: ir.Code) -> ir.Code:
        """Return code without decisions in the form that it has in functions, which have no segments."""
        found: list[ir.Stmt] = []
        for statement in code:
            settled = self.settled(statement)
            if isinstance(settled, ir.Block):
                found += nest_branches(settled)
            else:
                found.append(settled)
        return tuple(found)


def nest_branches(block: ir.Block) -> ir.Code:
    """Return the code of a block as nested branches without exits or, if that is impossible, the block."""
    code = _drop_exits(block.body, block.label)
    if any(isinstance(node, ir.Exit) and node.label is block.label for node in ir.walk_nodes(code)):
        return (replace(block, body=code),)
    return code


def _drop_exits(code: ir.Code, label: ir.Label) -> ir.Code:
    """Return the code at the end of a block, without the exits from this block."""
    done: list[ir.Stmt] = []
    for place, statement in enumerate(code):
        if isinstance(statement, ir.Exit) and statement.label is label:
            return tuple(done)
        rest = code[place + 1 :]
        if isinstance(statement, ir.If) and any(_goes(body, label) for _, body in statement.branches):
            going = all(_goes(body, label) for _, body in statement.branches)
            if going and not statement.otherwise:
                if all(len(body) == 1 for _, body in statement.branches) and len(statement.branches) == 1:
                    test = ir.Op("not", (statement.branches[0][0],), ir.YES)
                    inner = _drop_exits(rest, label)
                    return (*done, ir.If(((test, inner),), (), at=statement.at)) if inner else tuple(done)
                branches = tuple((test, _drop_exits(body, label)) for test, body in statement.branches)
                return (*done, ir.If(branches, _drop_exits(rest, label), at=statement.at))
        if isinstance(statement, ir.If) and not rest:
            branches = tuple((test, _drop_exits(body, label)) for test, body in statement.branches)
            return (*done, ir.If(branches, _drop_exits(statement.otherwise, label), at=statement.at))
        done.append(statement)
    return tuple(done)


def _goes(code: ir.Code, label: ir.Label) -> bool:
    return bool(code) and isinstance(code[-1], ir.Exit) and code[-1].label is label
