"""Writes the ways between segments: what follows, what waits on the stack, and rounds in which nobody decides."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardwright.compiler import ir
from cardwright.compiler.code_values import ValueCoder
from cardwright.compiler.segments import Next, Segment, Segments, Writer

LOOP_LIMIT = 100_000
Scope = tuple[ir.Var, ...]
RETURN = Next("return")


@dataclass(slots=True)
class Surroundings:
    """Where statements stand: what a `return` must do first, what `stop` and `proceed` lead to."""

    title: str
    epilogue: Callable[[Writer], None] | None = None
    stop: Next | None = None
    proceed: Callable[[Writer, Scope, Next], None] | None = None
    accepted: Callable[[Writer], None] | None = None
    loops: list[Next | None] = field(default_factory=list)


class Flow:
    """Leads from one segment to the next; `around` is where the statements stand that are being written."""

    def __init__(self, segments: Segments, values: ValueCoder) -> None:
        self.segments = segments
        self.values = values
        self.around = Surroundings("")
        self._heads: set[int] = set()

    def new(self, scope: Scope) -> Segment:
        """A new segment of what is being written."""
        return self.segments.new(self.around.title, scope)

    def follow(self, w: Writer, after: Next) -> None:
        """Write the way to what follows."""
        if after.kind == "return":
            if self.around.epilogue is not None:
                self.around.epilogue(w)
            w.line("return")
        elif after.kind == "jump":
            assert after.segment is not None
            self.jump(w, after.segment)
        elif after.segment is not None and after.segment.writer is w and after.segment.number in self._heads:
            w.line("continue")
        else:
            assert after.segment is not None
            self.wait(w, after.segment)
            w.line("return")

    def jump(self, w: Writer, segment: Segment) -> None:
        """Write that a segment runs at once."""
        w.line(f"return {self.segments.call(segment)}")

    def wait(self, w: Writer, segment: Segment) -> None:
        """Write that a segment waits on the stack."""
        w.line(f"K.append({self.segments.frame(segment)})")

    def push(self, w: Writer, scope: Scope, after: Next) -> None:
        """Write that what follows waits on the stack."""
        if after.kind == "return":
            if self.around.epilogue is None:
                return
            last = self.new(scope)
            self.around.epilogue(last.writer)
            last.writer.line("return")
            self.wait(w, last)
        else:
            assert after.segment is not None
            self.wait(w, after.segment)

    @contextmanager
    def going_round(self, head: Segment) -> Iterator[None]:
        """Write the head of a loop so that rounds in which nobody decides stay inside it."""
        self._heads.add(head.number)
        with head.writer.block(f"for _ in range({LOOP_LIMIT}):"):
            yield
        self.complain(head.writer)

    def complain(self, w: Writer) -> None:
        """Write the complaint about a loop without end."""
        w.line(f"raise Endless({self.values.text(self.around.title)})")

    @contextmanager
    def branch(self) -> Iterator[None]:
        """One of several ways to go on: a use accepted in it is not yet counted in the others."""
        accepted = self.around.accepted
        yield
        self.around.accepted = accepted

    def accept(self, w: Writer) -> None:
        """Write that the use of an ability counts from here on, unless that is written already."""
        if self.around.accepted is not None:
            self.around.accepted(w)
            self.around.accepted = None
