"""Each optimization pass by a table of small texts: what goes in, and what must come out.

A file of `passes/` begins with the name of a pass in `PASSES` and has cases of the form

    === what is shown
    code
    ---
    code after the pass

in the text form of `ir_text.py`. `segment 0 fixed(n):` begins a segment, for the passes over segments. The two sides
are written the same way, so what a pass leaves alone has equal sides. There is no switch that writes them anew.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from tests.compiler.ir_text import PLAYERS, Names, read, write

from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.reads_and_changes import EffectAnalysis
from cardwright.compiler.passes.comprehension_invariants import Hoist
from cardwright.compiler.passes.constant_folding import fold_constants
from cardwright.compiler.passes.inline_procedures import InlinedBody, drop_unreachable, inline_procedures
from cardwright.compiler.passes.liveness import find_carried, find_live
from cardwright.compiler.passes.loops_without_frames import link_back_edges
from cardwright.compiler.passes.split_at_suspension import Cutter, Segments

TABLES = Path(__file__).parent / "passes"
SEGMENT = re.compile(r"(?m)^segment (\d+)( fixed)?( loop)?\(([^)]*)\):\n")


def cases() -> Iterator[tuple[str, str, str, str]]:
    """Yield pass, title, text before and text after of every case."""
    for path in sorted(TABLES.glob("*.txt")):
        for case in re.split(r"(?m)^=== ", path.read_text(encoding="utf-8"))[1:]:
            title, _, rest = case.partition("\n")
            before, _, after = rest.partition("---\n")
            yield path.stem, title, before.strip("\n") + "\n", after.strip("\n") + "\n"


def fold(text: str, names: Names) -> list[str]:
    """Return code with constant parts evaluated."""
    return write(fold_constants(read(text, names), EffectAnalysis(), PLAYERS))


def hoist(text: str, names: Names) -> list[str]:
    """Return code with loop-invariant values hoisted; rule 1 may be evaluated early, no other."""
    return write(Hoist({1}, names.fresh).code(read(text, names)))


def carry(text: str, names: Names) -> list[str]:
    """Return the variables that a loop body may read before it sets them."""
    return [" ".join(var.word for var in find_carried(read(text, names)))]


def inline(text: str, names: Names) -> list[str]:
    """Return code with procedures 1 (adds its argument to the pot) and 2 (the same, where the pot has one) inlined."""
    argument = names["m"]
    body = read("pot += m\n", names)
    possible = ir.Op("gt", (ir.Read(ir.Slot(("table", "pot"), 20, (), ir.NUM)), ir.Const(0, ir.NUM)), ir.YES)
    bodies = {1: InlinedBody((argument,), None, body), 2: InlinedBody((argument,), possible, body)}
    return write(inline_procedures(read(text, names), bodies))


def segments_of(text: str, names: Names) -> list[ir.Segment]:
    """Return the segments of a text."""
    found = []
    for number, fixed, loop, params, body in zip(*[iter(SEGMENT.split(text)[1:])] * 5, strict=True):
        given = tuple(names[word] for word in params.split(", ") if word)
        code = read("".join(line.removeprefix("    ") for line in body.splitlines(keepends=True)), names)
        segment = names.segment(int(number))
        segment.params, segment.fixed, segment.loop, segment.body = given, bool(fixed), bool(loop), code
        found.append(segment)
    return found


def write_segments(segments: list[ir.Segment], live: bool = False) -> list[str]:
    """Return the lines of segments; with `live`, the variables of their frames in place of their parameters."""
    lines = []
    for segment in segments:
        words = ", ".join(var.word for var in (segment.live if live else segment.params))
        head = f"segment {segment.number}{' fixed' * segment.fixed}{' loop' * segment.loop}({words}):"
        lines += [head, *write(segment.body, 1)]
    return lines


def over_segments(
    change: Callable[[list[ir.Segment]], object], live: bool = False
) -> Callable[[str, Names], list[str]]:
    """Return a pass over segments as one over their text."""

    def run(text: str, names: Names) -> list[str]:
        segments = segments_of(text, names)
        changed = change(segments)
        return write_segments(changed if isinstance(changed, list) else segments, live)

    return run


def split(text: str, names: Names) -> list[str]:
    """Return the segments of a procedure that can suspend; procedures 5 and 6 can, too, and 6 can call itself."""
    segments = Segments()
    first = segments.new(0, fixed=True)
    for number in (5, 6):
        segments.entries[number] = segments.new(0, fixed=True)
    Cutter(segments, {5, 6}, {6}, PLAYERS).cut(first, read(text, names))
    return write_segments([each for each in segments.all if each.body])


PASSES: dict[str, Callable[[str, Names], list[str]]] = {
    "constant_folding": fold,
    "comprehension_invariants": hoist,
    "carried": carry,
    "inline_procedures": inline,
    "drop_unreachable": over_segments(drop_unreachable),
    "liveness": over_segments(find_live, live=True),
    "loops_without_frames": over_segments(link_back_edges),
    "split_at_suspension": split,
}


@pytest.mark.parametrize(
    ("which", "title", "before", "after"), [pytest.param(*each, id=f"{each[0]}: {each[1]}") for each in cases()]
)
def test_pass(which: str, title: str, before: str, after: str) -> None:
    assert "\n".join(PASSES[which](before, Names())) + "\n" == after


def test_every_pass_has_a_table() -> None:
    assert {path.stem for path in TABLES.glob("*.txt")} == PASSES.keys()
