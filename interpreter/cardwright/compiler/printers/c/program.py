"""Puts the plain variant of a program together as C: numbers only, no title and no name of an author's."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from cardwright.compiler.code import nodes as n
from cardwright.compiler.printers.c.known import Known
from cardwright.compiler.printers.c.shapes import LIST, MASK, kept, letter_of, sort_of, words_of
from cardwright.compiler.printers.c.statements import Statements, function_head, segment_head, signature
from cardwright.compiler.printers.c.values import PREFIX, name_of


@dataclass(frozen=True, slots=True)
class Ways:
    """How code is found by number: bodies of abilities, entries of procedures, and the rules that a state asks for.

    `bodies` are segments by ability (-1: none); `entries` those of `setup` and `play`; `winners` may be no rule. `anew`
    says by segment what in its frame is worked out anew in a dealt world: a place, the function, the places it takes.
    """

    bodies: Sequence[int]
    setup: int
    play: int
    scores: n.Function
    values: n.Function
    winners: n.Function | None
    anew: Mapping[int, Sequence[tuple[int, n.Function, tuple[int, ...]]]]


def printed_in_c(
    segments: Sequence[n.Segment], functions: Sequence[n.Definition], known: Known, ways: Ways
) -> dict[str, Any]:
    """C of a program in parts: `head` comes before the runtime and says what a state holds, `body` after it.

    `pool` are the constant lists, `words` how many words a mask has, `shapes` what a frame of
    each segment holds. Raises NotInC, by name, for what is not known here.
    """
    printer = Statements(known, segments)
    functions = [each for each in functions if each.function.kind in PREFIX]
    for definition in functions:
        known.results[definition.function] = definition.result
        known.params[definition.function] = definition.params
    declared = [segment_head(printer.values, segment) + ";" for segment in segments]
    declared += [function_head(printer.values, definition) + ";" for definition in functions]
    _before(printer, segments, functions, ways)
    heads = len(printer.lines)
    for definition in functions:
        printer.function(definition)
    printer._result = ""
    for segment in segments:
        printer.segment(segment)
    _run(printer, segments)
    _found_out_anew(printer, segments, ways)
    masks = ", ".join(words_of(mask, known.words) for mask in known.masks)
    tables = [f"static const M KM[] = {{{masks or words_of(0, known.words)}}};", *known.printed.values()]
    body = [*tables, *declared, *printer.lines[:heads], *printer.lines[heads:]]
    return {
        "words": known.words,
        "pool": list(known.pool),
        "shapes": ["".join(letter_of(var.ty) for var in segment.live) for segment in segments],
        "head": "\n".join(_head(segments, ways)) + "\n",
        "body": "\n".join(body) + "\n",
    }


def _head(segments: Sequence[n.Segment], ways: Ways) -> list[str]:
    """What a frame of each segment holds."""
    shapes, widths = [], []
    for segment in segments:
        letters = "".join(letter_of(var.ty) for var in segment.live)
        shapes.append(f'"{letters}"')
        masks = letters.count("M")
        widths.append(f"{len(letters) - masks + 1} + {masks} * W" if masks else str(len(letters) + 1))
    return [
        f"#define SEGMENTS {len(segments)}",
        f"#define ENTRY_SETUP {ways.setup}",
        f"#define ENTRY_PLAY {ways.play}",
        f"#define WINNERS {int(ways.winners is not None)}",
        f"static const char *const SHAPES[] = {{{', '.join(shapes)}}};",
        f"static const int16_t WIDTHS[] = {{{', '.join(widths)}}};",
    ]


def _before(printer: Statements, segments: Sequence[n.Segment], functions: Sequence[n.Definition], ways: Ways) -> None:
    """What code calls by number: bodies, conditions, and the rules that a state asks for."""
    sums = [signature([sort_of(var.ty) for var in segment.live]) for segment in segments]
    line = printer.lines.append
    line(f"static const int32_t BODY[] = {{{', '.join(map(str, [*ways.bodies, -1]))}}};")
    line(f"static const int32_t SIGNATURE[] = {{{', '.join(map(str, sums))}}};")
    line("static inline I body_of(St *S, I ability, int32_t holds) {")
    line(f"if ((uint64_t)ability >= {len(ways.bodies)} || BODY[ability] < 0) fail(S, E_SHAPE);")
    line("if (SIGNATURE[BODY[ability]] != holds) fail(S, E_SHAPE);")
    line("return BODY[ability]; }")
    line("static inline void dropped(St *S) { if (!S->ksp) fail(S, E_FRAMES); S->ksp -= WIDTHS[S->k[S->ksp - 1]]; }")
    _matches(printer, functions)
    for word, function in (("final_score", ways.scores), ("valuation", ways.values)):
        line(f"static I {word}(St *S, I player) {{ return {name_of(function)}(S, player); }}")
    if ways.winners is None:
        line("static L winners_of(St *S) { return nothing(); }")
    else:
        line(f"static L winners_of(St *S) {{ return {name_of(ways.winners)}(S); }}")


def _matches(printer: Statements, functions: Sequence[n.Definition]) -> None:
    """For every list of sorts one function that finds the condition of an ability by its number."""
    sorts: dict[str, list[n.Definition]] = {}
    for definition in functions:
        if definition.function.kind == "match":
            sorts.setdefault("".join(sort_of(var.ty) for var in definition.params[1:]), []).append(definition)
    for taken, those in sorts.items():
        params = "".join(f", {sort} a{place}" for place, sort in enumerate(taken))
        names = "".join(f", a{place}" for place in range(len(taken)))
        printer.lines.append(f"static I fits_{taken}(St *S, I e{params}) {{ switch (e >> SHIFT) {{")
        for each in those:
            printer.lines.append(
                f"case {each.function.number}: return {name_of(each.function)}(S, e & NO_PIECE{names});"
            )
        printer.lines.append("} fail(S, E_SHAPE); }")


def _run(printer: Statements, segments: Sequence[n.Segment]) -> None:
    """The frame on top is taken off the stack and gone on with."""
    printer.lines.append("static int run_segment(St *S) {")
    printer.lines.append(
        "I *top = S->k + S->ksp - 1; S->ksp -= WIDTHS[*top]; const I *f = S->k + S->ksp; switch (*top) {"
    )
    for segment in segments:
        cells = [text for _, text in _cells(segment)]
        printer.lines.append(f"case {segment.number}: return s{segment.number}({', '.join(['S', *cells])});")
    printer.lines.append("} fail(S, E_SHAPE); }")


def _cells(segment: n.Segment) -> list[tuple[str, str]]:
    """Where each name of a frame `f` lies, in words, and how it is read."""
    size, cells = "0", []
    for var in segment.live:
        sort = sort_of(var.ty)
        read = f"ldmask(f + {size})" if sort == MASK else f"ld(S, f[{size}])" if sort == LIST else f"f[{size}]"
        cells.append((size, read))
        size += " + W" if sort == MASK else " + 1"
    return cells


def _found_out_anew(printer: Statements, segments: Sequence[n.Segment], ways: Ways) -> None:
    """Names in a frame that were given what hidden things came to are given what those come to now."""
    printer.lines.append("static void found_out_anew(St *S, I segment, I *f) { switch (segment) {")
    for segment in segments:
        cells = _cells(segment)
        for number, (place, function, takes) in enumerate(ways.anew.get(segment.number, ())):
            if not number:
                printer.lines.append(f"case {segment.number}:")
            sort = sort_of(segment.live[place - 1].ty)
            value = f"{name_of(function)}({', '.join(['S', *(cells[each - 1][1] for each in takes)])})"
            at = cells[place - 1][0]
            printer.lines.append(f"stmask(f + {at}, {value});" if sort == MASK else f"f[{at}] = {kept(value, sort)};")
        if ways.anew.get(segment.number):
            printer.lines.append("break;")
    printer.lines.append("} }")
