"""Assembly of a program in C, in its plain variant (without a log).

The code contains only numbers, no names or texts of the author.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, TypeVar

from cardwright.compiler.codegen.c.c_types import (
    LIST,
    MASK,
    find_c_type,
    find_letter_in_python,
    find_type_letter,
    format_stored,
)
from cardwright.compiler.codegen.c.expressions import PREFIX, declare_function
from cardwright.compiler.codegen.c.module_constants import ModuleContext, hash_name
from cardwright.compiler.codegen.c.statements import Printed, StatementPrinter, number_frame_types
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.passes.inline_procedures import find_successors
from cardwright.state_slots_and_table_rows import MAX_GROUNDS

# The kinds of functions that test abilities, and that recompute frame values.
OF, RECOMPUTED = "match", "anew"
# The prefix of functions that run a segment with the values of a frame.
_RESUMPTION = "g"


class Strip(NamedTuple):
    """A strip of `many` consecutive slots, from slot `first` on.

    With `step`, the strip of player n begins `n * step` slots later. `letter` is the type of its slots: i for
    numbers, l for lists of numbers, m for bitsets.
    """

    first: int
    many: int
    step: int
    letter: str


@dataclass(frozen=True, slots=True)
class EntryPoints:
    """The points at which a program is entered, by number: ability bodies, procedures and rules.

    - `bodies`: the segment of each ability, -1 for none
    - `setup`, `play`: the segments of these procedures
    - `values`: the rules by which bots can value states, the game's own valuation first
    - `over_all`: for each valuation, True if the margin is over the mean of all opponents
    - `grounds`: the slots that each rule of `values` reads, or None
    - `recomputed`: by segment, the frame values that are recomputed after a determinization, each as (frame index,
      function, indices of its arguments, indices of the players who know the value)
    - `held`: by segment, how its frame holds pieces (see `GameCode`)
    - `roots`, `holders`: the owners of segments and abilities; these names stay the same when other texts change, and C
      contains only their hashes
    """

    bodies: Sequence[int]
    setup: int
    play: int
    scores: ir.Function
    values: Sequence[ir.Function]
    over_all: Sequence[bool]
    grounds: Sequence[Sequence[Strip] | None]
    winners: ir.Function | None
    recomputed: Mapping[int, Sequence[tuple[int, ir.Function, tuple[int, ...], tuple[int, ...]]]]
    held: Mapping[int, str]
    roots: Mapping[int, str]
    holders: Sequence[str]


def generate_c_program(
    segments: Sequence[ir.Segment], functions: Sequence[ir.Definition], known: ModuleContext, ways: EntryPoints
) -> dict[str, Any]:
    """Return the C code of a program in parts that are compiled separately, so that unchanged parts are reused.

    - `units`: segments and conditions by owner
    - `rules`: everything that is called from all parts
    - `head`, `body`: declarations and definitions of the functions that find code by number
    - `pool`: the constant lists
    - `words`: the size of a bitset
    - `shapes`: the frame layout of each segment

    Raises UnsupportedInCError for unsupported code.
    """
    printer = StatementPrinter(known, segments)
    functions = [each for each in functions if each.function.kind in PREFIX]
    for definition in functions:
        known.results[definition.function] = definition.result
        known.params[definition.function] = definition.params
    owners = assign_segments(segments, ways.roots)
    known.segments.update(_number_names(owners))
    conditions = {each.function: ways.holders[each.function.number] for each in functions if each.function.kind == OF}
    known.functions.update({each: f"{PREFIX[OF]}{name}" for each, name in _number_names(conditions).items()})
    apart: dict[str, list[Printed]] = {}
    for definition in functions:
        printer.function(definition)
        owner = conditions.get(definition.function, "" if definition.function.kind != "anew" else RECOMPUTED)
        apart.setdefault(owner, []).append(printer.printed())
    for segment in segments:
        printer.segment(segment)
        apart.setdefault(owners[segment.number], []).extend((printer.printed(), _print_resumption(known, segment)))
    found_anew, rules = apart.pop(RECOMPUTED, []), apart.pop("", [])
    printer.values.begin()
    known.needs.clear()
    printer.lines = []
    _print_dispatch(printer, segments, functions, ways)
    _print_run(printer, segments)
    _print_recomputation(printer, segments, ways)
    body = print_source([*found_anew, Printed(tuple(known.needs), tuple(printer.lines))])
    numbers = [f"const int64_t {name} = {value};" for name, value in sorted(known.numbers.items())]
    return {
        "words": known.words,
        "pool": list(known.pool),
        "shapes": ["".join(find_letter_in_python(var.ty) for var in segment.live) for segment in segments],
        "head": f"#define WINNERS {int(ways.winners is not None)}\n#define VANISHES {int(bool(ways.held))}\n{HEAD}",
        "rules": print_source(rules),
        "units": {hash_name(owner): print_source(parts) for owner, parts in sorted(apart.items())},
        "body": "\n".join([*_print_tables(segments, ways), *numbers, *known.printed.values()]) + "\n" + body,
    }


def assign_segments(segments: Sequence[ir.Segment], roots: Mapping[int, str]) -> dict[int, str]:
    """Return the owner of each segment, by the segment's number.

    The owner is the root from which the segment is reached without passing through another root.
    """
    owners: dict[int, str] = {}
    by_number = {segment.number: segment for segment in segments}
    starts = {segment.number: roots.get(segment.number, str(segment.number)) for segment in segments if segment.fixed}
    for root, owner in starts.items():
        to_do = [root]
        while to_do:
            here = to_do.pop()
            if here in owners or (here != root and here in starts):
                continue
            owners[here] = owner
            to_do += [next_one for _, next_one in find_successors(by_number[here].body)]
    return {segment.number: owners.get(segment.number, str(segment.number)) for segment in segments}


Named = TypeVar("Named")


def _number_names(owners: Mapping[Named, str]) -> dict[Named, str]:
    """Return a name for each item, made from the hash of its owner and a running number."""
    counts: Counter[str] = Counter()
    names = {}
    for each, owner in owners.items():
        names[each] = f"{hash_name(owner)}_{counts[owner]}"
        counts[owner] += 1
    return names


def print_source(parts: Sequence[Printed]) -> str:
    """Return definitions as one C source, preceded by the declarations they need."""
    needs = sorted({need for part in parts for need in part.needs})
    return "\n".join([*needs, *(line for part in parts for line in part.lines)]) + "\n"


# Declarations for all parts of what `body` defines.
HEAD = """\
extern const int64_t SEGMENTS, ENTRY_SETUP, ENTRY_PLAY;
extern const char *const SHAPES[];
extern const int16_t WIDTHS[];
#if VANISHES
extern const char *const HELD[];
#endif
extern const int8_t OVER_ALL[];
I body_of(St *S, I ability, int32_t holds);
I ability_of(I segment);
void dropped(St *S);
int run_segment(St *S);
void found_out_anew(St *S, I segment, I *f, I player);
I final_score(St *S, I player);
I valuation(St *S, I player);
int compared(St *S, I player, I *words);
L winners_of(St *S);
"""


def _print_tables(segments: Sequence[ir.Segment], ways: EntryPoints) -> list[str]:
    """Print C tables with the frame layouts of segments and the numbers of the entry points; return their lines."""
    shapes, widths = [], []
    held = [f'"{ways.held[segment.number]}"' for segment in segments] if ways.held else []
    for segment in segments:
        letters = "".join(find_type_letter(var.ty) for var in segment.live)
        shapes.append(f'"{letters}"')
        masks = letters.count("M")
        widths.append(f"{len(letters) - masks + 1} + {masks} * W" if masks else str(len(letters) + 1))
    return [
        f"const int64_t SEGMENTS = {len(segments)}, ENTRY_SETUP = {ways.setup}, ENTRY_PLAY = {ways.play};",
        f"const char *const SHAPES[] = {{{', '.join(shapes)}}};",
        f"const int16_t WIDTHS[] = {{{', '.join(widths)}}};",
        *([f"const char *const HELD[] = {{{', '.join(held)}}};"] if ways.held else []),
        f"const int8_t OVER_ALL[] = {{{', '.join(str(int(each)) for each in ways.over_all)}}};",
    ]


def _print_dispatch(
    printer: StatementPrinter, segments: Sequence[ir.Segment], functions: Sequence[ir.Definition], ways: EntryPoints
) -> None:
    """Print the functions that look up code by number: ability bodies, conditions and rules."""
    sums = [number_frame_types([find_c_type(var.ty) for var in segment.live]) for segment in segments]
    line, known = printer.lines.append, printer.known
    line(f"static const int32_t BODY[] = {{{', '.join(map(str, [*ways.bodies, -1]))}}};")
    line(f"static const int32_t SIGNATURE[] = {{{', '.join(map(str, sums))}}};")
    line("I body_of(St *S, I ability, int32_t holds) {")
    line(f"if ((uint64_t)ability >= {len(ways.bodies)} || BODY[ability] < 0) fail(S, E_SHAPE);")
    line("if (SIGNATURE[BODY[ability]] != holds) fail(S, E_SHAPE);")
    line("return BODY[ability]; }")
    line("I ability_of(I segment) {")
    line(f"for (I i = 0; i < {len(ways.bodies)}; i++) if (BODY[i] == segment) return i;")
    line("return -1; }")
    line("void dropped(St *S) { if (!S->ksp) fail(S, E_FRAMES); S->ksp -= WIDTHS[S->k[S->ksp - 1]]; }")
    _print_match_functions(printer, functions)
    line(f"I final_score(St *S, I player) {{ return {declare_function(known, ways.scores)}(S, player); }}")
    line("I valuation(St *S, I player) { switch (S->valued) {")
    for number, function in enumerate(ways.values):
        line(f"case {number}: return {declare_function(known, function)}(S, player);")
    line("} fail(S, E_INDEX); }")
    line("int compared(St *S, I player, I *words) { switch (S->valued) {")
    for number, strips in enumerate(ways.grounds):
        if strips is not None:
            line(f"case {number}: {{ {_compare_strips(strips, known.words)} }}")
    line("} return UNCERTAIN; }")
    won = "nothing()" if ways.winners is None else f"{declare_function(known, ways.winners)}(S)"
    line(f"L winners_of(St *S) {{ return {won}; }}")


def _compare_strips(strips: Sequence[Strip], wide: int) -> str:
    """Return C code that compares slots with their copy in `words`, updates the copy, and says if they differed."""
    lines, size = ["I other = 0;"], 0
    for first, many, step, letter in sorted(strips, key=lambda each: (each.letter == "l", each)):
        at = f"{first} + player * {step}" if step else str(first)
        if letter == "l":
            lines.append(
                f"for (I i = 0; i < {many}; i++) n = overwritten_list(words, n, ld(S, S->s[{at} + i]), &other);"
            )
            continue
        if letter == "m":
            lines.append(f"other |= overwritten(words + {size}, (const I *)(S->z + {at} - ZF), {many * wide});")
        else:
            lines.append(f"other |= overwritten(words + {size}, S->s + {at}, {many});")
        size += many * (wide if letter == "m" else 1)
    if size > MAX_GROUNDS:
        return "return UNCERTAIN;"
    return " ".join([f"I n = {size};", *lines, "return n < 0 ? UNCERTAIN : other ? OTHERWISE : AS_BEFORE;"])


def _print_match_functions(printer: StatementPrinter, functions: Sequence[ir.Definition]) -> None:
    """Print, for each combination of argument types, the function that tests an ability given by its number."""
    sorts: dict[str, list[ir.Definition]] = {taken: [] for taken in printer.known.fits}
    for definition in functions:
        if definition.function.kind == "match":
            sorts.setdefault("".join(find_c_type(var.ty) for var in definition.params[1:]), []).append(definition)
    count = 1 + max((each.function.number for those in sorts.values() for each in those), default=0)
    for taken, those in sorts.items():
        params = "".join(f", {sort} a{place}" for place, sort in enumerate(taken))
        names = "".join(f", a{place}" for place in range(len(taken)))
        table = ["0"] * count
        for each in those:
            table[each.function.number] = declare_function(printer.known, each.function)
        types = "".join(f", {sort}" for sort in taken)
        printer.lines += [
            f"static I (*const FITS_{taken}[])(St *S, I{types}) = {{{', '.join(table)}}};",
            f"I fits_{taken}(St *S, I e{params}) {{",
            f"if ((uint64_t)(e >> SHIFT) >= {count} || !FITS_{taken}[e >> SHIFT]) fail(S, E_SHAPE);",
            f"return FITS_{taken}[e >> SHIFT](S, e & NO_PIECE{names}); }}",
        ]


def _print_resumption(known: ModuleContext, segment: ir.Segment) -> Printed:
    """Print the function that runs a segment with the values of its frame."""
    name = known.segments[segment.number]
    cells = ", ".join(["S", *(text for _, text in _list_cells(segment))])
    return Printed((), (f"int {_RESUMPTION}{name}(St *S, const I *f) {{ return s{name}({cells}); }}",))


def _print_run(printer: StatementPrinter, segments: Sequence[ir.Segment]) -> None:
    """Print the function that pops the top frame and runs its segment.

    Here and in `_print_match_functions` the functions are in a table: for a `switch` over thousands of them, a C
    compiler needs minutes.
    """
    names = [f"{_RESUMPTION}{printer.known.segments[segment.number]}" for segment in segments]
    printer.known.needs.update(dict.fromkeys(f"int {name}(St *S, const I *f);" for name in names))
    printer.lines += [
        f"static int (*const RESUMED[])(St *S, const I *f) = {{{', '.join(names)}}};",
        "int run_segment(St *S) {",
        "I *top = S->k + S->ksp - 1; if ((uint64_t)*top >= (uint64_t)SEGMENTS) fail(S, E_SHAPE);",
        "S->ksp -= WIDTHS[*top]; return RESUMED[*top](S, S->k + S->ksp); }",
    ]


def _list_cells(segment: ir.Segment) -> list[tuple[str, str]]:
    """Return, for each variable of a frame, its offset in words and the C code that reads it from the frame `f`."""
    size, cells = "0", []
    for var in segment.live:
        sort = find_c_type(var.ty)
        read = f"ldmask(f + {size})" if sort == MASK else f"ld(S, f[{size}])" if sort == LIST else f"f[{size}]"
        cells.append((size, read))
        size += " + W" if sort == MASK else " + 1"
    return cells


def _print_recomputation(printer: StatementPrinter, segments: Sequence[ir.Segment], ways: EntryPoints) -> None:
    """Print the function that recomputes the frame values that depend on hidden information."""
    printer.lines.append("void found_out_anew(St *S, I segment, I *f, I player) { switch (segment) {")
    for segment in segments:
        cells = _list_cells(segment)
        for number, (place, function, takes, who) in enumerate(ways.recomputed.get(segment.number, ())):
            if not number:
                printer.lines.append(f"case {segment.number}:")
            sort = find_c_type(segment.live[place - 1].ty)
            arguments = ", ".join(["S", *(cells[each - 1][1] for each in takes)])
            value = f"{declare_function(printer.known, function)}({arguments})"
            at = cells[place - 1][0]
            put = f"stmask(f + {at}, {value});" if sort == MASK else f"f[{at}] = {format_stored(value, sort)};"
            unknown = " && ".join(f"{cells[each - 1][1]} != player" for each in who)
            printer.lines.append(f"if ({unknown}) {put}" if who else put)
        if ways.recomputed.get(segment.number):
            printer.lines.append("break;")
    printer.lines.append("} }")
