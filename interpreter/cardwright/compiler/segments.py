"""Pieces of generated code: functions that run until a decision, and the frames that lead from one to the next."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field

from cardwright.compiler.ir import Var

_VARIABLE = re.compile(r"\b[gv]\d+\b")
_FRAME = re.compile(r"⟦([FJ])(\d+)⟧")
_JUMP = re.compile(r"( +)return ⟦J(\d+)⟧")
DEEPEST = 12


def variables(code: str) -> set[str]:
    """The names of variables in code."""
    return {*_VARIABLE.findall(code)}


@dataclass(slots=True)
class Writer:
    """Lines of Python with their indentation."""

    lines: list[str] = field(default_factory=list)
    level: int = 1

    def line(self, text: str) -> None:
        """Add lines at the present indentation."""
        for part in text.split("\n"):
            self.lines.append("    " * self.level + part)

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Lines inside an indented block; an empty one gets `pass`."""
        self.line(head)
        self.level += 1
        before = len(self.lines)
        yield
        if len(self.lines) == before:
            self.line("pass")
        self.level -= 1


@dataclass(slots=True)
class Segment:
    """A resumable function. `scope` are the variables it may need; a `fixed` one always gets all of them.

    `kept` are those it gets though it does not need them, with their types: its frame has them last, for whoever is
    asked. `asks` is the text whose question it waits for.
    """

    number: int
    title: str
    scope: tuple[Var, ...]
    fixed: bool = False
    writer: Writer = field(default_factory=Writer)
    kept: dict[str, str] = field(default_factory=dict)
    live: tuple[str, ...] = ()
    asks: str = ""

    @property
    def text(self) -> str:
        """The body as written so far."""
        return "\n".join(self.writer.lines)


@dataclass(frozen=True, slots=True)
class Next:
    """What follows: `return` to the frame below, `jump` to a segment, or come `back` to it through the stack."""

    kind: str
    segment: Segment | None = None


class Segments:
    """All segments of a program; works out which variables each needs, then writes them."""

    def __init__(self) -> None:
        self.all: list[Segment] = []

    def new(self, title: str, scope: tuple[Var, ...], fixed: bool = False) -> Segment:
        """A new segment with an empty body."""
        segment = Segment(len(self.all), title, scope, fixed)
        self.all.append(segment)
        return segment

    def frame(self, segment: Segment) -> str:
        """Code for a frame that will run a segment; resolved when the variables it needs are known."""
        return f"⟦F{segment.number}⟧"

    def call(self, segment: Segment) -> str:
        """Code that runs a segment at once."""
        return f"⟦J{segment.number}⟧"

    def source(self) -> str:
        """The text of all functions; a segment that is only jumped to from one place is written there."""
        self._find_live()
        pasted = self._jumped_to_once()
        return "\n".join(self._function(segment, pasted) for segment in self.all)

    def _jumped_to_once(self) -> set[int]:
        references: dict[int, list[str]] = {}
        for segment in self.all:
            for kind, number in _FRAME.findall(segment.text):
                references.setdefault(int(number), []).append(kind)
        return {n for n, kinds in references.items() if kinds == ["J"] and not self.all[n].fixed}

    def _lines(self, segment: Segment, pasted: set[int], level: int) -> list[str]:
        """The lines of a segment with those pasted in that it alone jumps to, as far as indentation stays sensible."""
        found = []
        for line in segment.writer.lines:
            match = _JUMP.fullmatch(line)
            if match and int(match[2]) in pasted and len(match[1]) // 4 + level < DEEPEST:
                inner = self._lines(self.all[int(match[2])], pasted, level + len(match[1]) // 4)
                found += [match[1][4:] + part for part in inner]
            else:
                found.append(line)
        return found

    def _find_live(self) -> None:
        own: list[set[str]] = []
        following: list[list[int]] = []
        for segment in self.all:
            text = segment.text
            scope = {var.code for var in segment.scope}
            own.append(scope if segment.fixed else scope & (variables(text) | {*segment.kept}))
            following.append([int(number) for _, number in _FRAME.findall(text)])
        changed = True
        while changed:
            changed = False
            for segment in reversed(self.all):
                n = segment.number
                scope = {var.code for var in segment.scope}
                for after in following[n]:
                    new = own[after] & scope - own[n]
                    if new:
                        own[n] |= new
                        changed = True
        for segment in self.all:
            segment.live = tuple(var.code for var in segment.scope if var.code in own[segment.number])

    def _function(self, segment: Segment, pasted: set[int]) -> str:
        name = f"s{segment.number}"
        head = [f"def {name}(S, K, f):"]
        if len(segment.live) == 1:
            head.append(f"    {segment.live[0]} = f[1]")
        elif segment.live:
            head.append(f"    _, {', '.join(segment.live)} = f")
        body = _FRAME.sub(self._resolve, "\n".join(self._lines(segment, pasted, 0)))
        return "\n".join([*head, body or "    pass", ""])

    def _resolve(self, match: re.Match[str]) -> str:
        number = int(match[2])
        frame = f"({', '.join([str(number), *self.all[number].live])}{',' if not self.all[number].live else ''})"
        return frame if match[1] == "F" else f"s{number}(S, K, {frame})"
