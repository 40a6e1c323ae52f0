"""Compiled games for a number of players: their functions and tables, ready to run."""

from __future__ import annotations

import re
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any

from cardwright.runtime.errors import file_of
from cardwright.runtime.names_for_digests import DigestWriter
from cardwright.runtime.names_of_state_values import DisplayNames
from cardwright.runtime.primitives.namespace import build_namespace
from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.state_slots_and_table_rows import (
    EVERY,
    GROWTH,
    MAX_GROWN_PIECES,
    MAX_PIECES,
    SHIFT,
    AbilityRow,
    DefinitionRow,
    FrameRow,
    Growth,
    ProgramTables,
    WaitingRow,
)

# The Python builtins of generated code, which has nothing else but the primitives: it can neither import nor open
# files.
BUILTINS: dict[str, Any] = {
    function.__name__: function for function in (all, any, dict, int, len, max, min, range, reversed, set, sum, tuple)
}
# Names that generated code uses only where evaluations are counted.
COUNTING = {"outside", "left", "spend", "frames"}
_COUNTS = re.compile(rf"\b(?:{'|'.join(sorted(COUNTING))})\(")
# The length of source from which a program for a few matches compiles each function only when it is first called.
LONG_SOURCE = 1_000_000
_FUNCTION = re.compile(r"^def (\w+)\(.*\n(?:(?: .*)?\n)*", re.MULTILINE)
# The tables of functions in which segments and match functions stand at their numbers, by the letter of their names.
_NUMBERED = {"s": "SEGMENTS", "q": "MATCH"}
Segment = Callable[[list[Any], list[Any], tuple[Any, ...]], Any]


Rule = Callable[..., Any]
# A variable of a frame that is recomputed: its index, the function, and the indices of its arguments and of the players
# who know it.
Recomputed = tuple[int, Rule, tuple[int, ...], tuple[int, ...]]


@dataclass(slots=True)
class ProgramVariant:
    """One variant of a program, plain or tracked: its segments, its rules, and the segments of its procedures.

    - `context`: the data that primitives need
    - `values`, `rules`: the functions of rules by number, and by word
    - `procedures`: the functions of procedures without decisions, by number
    - `sheets`: by rule, the function that lists the addends for score sheets
    - `cases`, `case_names`: by rule, the functions that explain its value: the applicable case, and its local names
    - `ahead`: by number, the conditions of the actions of a turn
    - `together`: by segment, the function that lists joint picks, and the frame indices of its arguments
    - `recomputed`: by segment, the variables that depend on hidden information and can be recomputed
    - `unrecomputable`: by segment, for each variable that cannot be recomputed, the frame indices of the players who
      know it
    - `bodies`: by ability, the segment in which it begins, or -1
    - `executed`: the number of executions of each probe, if these are counted
    - `counts`: True if some code uses up the budget of an execution (see `execution_limits.py`)
    """

    which: str
    tracked: bool
    context: Context
    segments: Sequence[Segment]
    values: list[Rule]
    rules: dict[str, Rule]
    procedures: dict[int, Rule]
    final_score: Rule
    valuation: Rule
    winners: Rule | None
    sheets: dict[int, Rule]
    cases: dict[int, Rule]
    case_names: dict[int, Rule]
    ahead: dict[int, Rule]
    together: dict[int, tuple[Rule, tuple[int, ...]]]
    recomputed: dict[int, tuple[Recomputed, ...]]
    unrecomputable: dict[int, tuple[tuple[int, ...], ...]]
    bodies: list[int]
    executed: list[int]
    entry: dict[str, int]
    frames: dict[int, FrameRow]
    waits: dict[int, list[WaitingRow]]
    counts: bool
    unclear: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]


class Program:
    """The tables of a compiled game, and its two variants, each created at first use.

    `growth` says how its reserve has grown.
    """

    def __init__(self, tables: ProgramTables, growth: Growth = ()) -> None:
        self.tables = tables
        self.growth = growth
        self.players: int = self.tables.players
        # by query and player, the last inputs and results (see `query/memo.py`)
        self.kept: dict[Hashable, list[tuple[object, object]]] = {}

    @cached_property
    def plain(self) -> ProgramVariant:
        """The fast variant, without log and knowledge."""
        return self._make_variant("plain")

    @cached_property
    def tracked(self) -> ProgramVariant:
        """The variant that records a log and the knowledge of every player."""
        return self._make_variant("tracked")

    @cached_property
    def digest_writer(self) -> DigestWriter:
        """Names of the numbers in the program's states, for digests."""
        return DigestWriter(self.tables)

    @cached_property
    def naming(self) -> DisplayNames:
        """Names of the numbers in the program's states, for display."""
        return DisplayNames(self.tables)

    @cached_property
    def reserved(self) -> int:
        """The bitset of pieces that are in a reserve at the start of the game."""
        return sum(int(self.tables.start[slot]) for slot in self.reserves)

    def grow(self, definition: int) -> Growth | None:
        """Return the next growth of the reserve if the pieces of a definition are used up; None if it is too large.

        All definitions get more pieces if a usual match can hold them, otherwise only this one.
        """
        pieces = len(self.tables.pieces)
        spare = [number for piece, number in enumerate(self.tables.pieces) if self.reserved >> piece & 1]
        if spare and pieces + (GROWTH - 1) * len(spare) <= MAX_PIECES:
            return (*self.growth, EVERY)
        added = (GROWTH - 1) * spare.count(definition)
        return (*self.growth, definition) if added and pieces + added <= MAX_GROWN_PIECES else None

    @cached_property
    def reserves(self) -> tuple[int, ...]:
        """The slots of reserves: zones of pieces that are not in the game."""
        start = self.tables.zones_from
        return tuple(start + place for place, zone in enumerate(self.tables.zones) if zone.is_reserve)

    @cached_property
    def asides(self) -> dict[str, ProgramVariant]:
        """Variants that `with_others` derived from the tracked one, by purpose."""
        return {}

    def with_others(self, others: Iterable[Callable[..., Any]]) -> ProgramVariant:
        """Return the tracked variant with the primitives `others` in place of those of the same names."""
        return self._make_variant("tracked", others)

    def _make_variant(self, which: str, others: Iterable[Callable[..., Any]] = ()) -> ProgramVariant:
        stored, tables = self.tables.variant(which), self.tables
        context = Context(tables, which)
        names = build_namespace(context, others)
        names.update(stored.constants)
        names["RAN"] = [0] * len(tables.probes)
        names["__name__"] = "cardwright.generated"
        names["__builtins__"] = dict(BUILTINS)
        if stored.soon and len(stored.source) >= LONG_SOURCE:
            _execute_on_demand(stored.source, which, names)
            counts = _COUNTS.search(stored.source) is not None
        else:
            code = compiled(stored.source, which) if stored.code is None else stored.code()
            exec(code, names)
            counts = bool(_find_names(code) & COUNTING)
        values = names["RULES"]
        return ProgramVariant(
            which=which,
            tracked=which == "tracked",
            context=context,
            segments=names["SEGMENTS"],
            values=values,
            rules={rule.word: function for rule, function in zip(tables.rules, values, strict=True)},
            procedures={n: names[f"p{n}"] for n in range(len(tables.procedures)) if f"p{n}" in names},
            final_score=names["final_score"],
            valuation=names["valuation"],
            winners=names["winners"],
            sheets=names["SHEET"],
            cases=names["CASES"],
            case_names=names["NAMES"],
            ahead=names["AHEAD"],
            together=names.get("TOGETHER", {}),
            recomputed=names["ANEW"],
            unrecomputable=names.get("UNTOLD", {}),
            bodies=names["BODY"],
            executed=names["RAN"],
            entry=stored.entry,
            frames=stored.frames,
            waits=stored.waits,
            counts=counts,
            unclear=stored.unclear,
        )


def compiled(source: str, which: str) -> CodeType:
    """Return the code object of a variant's source."""
    return compile(source, file_of(which), "exec", dont_inherit=True)


def _execute_on_demand(source: str, which: str, names: dict[str, Any]) -> None:
    """Execute the source of a variant in `names`; each of its functions is compiled when it is first called.

    Functions keep their line numbers in the source. If two threads call one at the same time, both compile it.
    """
    rest, end, line = [], 0, 0

    def compile_one(name: str, place: slice, line: int) -> None:
        exec(compiled("\n" * line + source[place], which), names)
        table = names.get(_NUMBERED.get(name[0], ""), [])
        if name[1:].isdecimal() and table:
            table[int(name[1:])] = names[name]

    for found in _FUNCTION.finditer(source):
        line += source.count("\n", end, found.start())
        rest.append(source[end : found.start()])
        names[found[1]] = _UncompiledFunction(names, compile_one, found[1], slice(*found.span()), line)
        line += source.count("\n", *found.span())
        end = found.end()
    exec(compiled("".join([*rest, source[end:]]), which), names)


@dataclass(slots=True, eq=False)
class _UncompiledFunction:
    """A function that, when called, is replaced in `names` by the one at its place in the source, and calls that."""

    names: dict[str, Any]
    compile_one: Callable[[str, slice, int], None]
    name: str
    place: slice
    line: int

    def __call__(self, *args: Any) -> Any:
        if self.names[self.name] is self:
            self.compile_one(self.name, self.place, self.line)
        return self.names[self.name](*args)


def _find_names(code: CodeType) -> set[str]:
    """Return the names that functions in a code object use, also in their lambdas and comprehensions."""
    found: set[str] = set()
    for each in code.co_consts:
        if isinstance(each, CodeType):
            found |= {*each.co_names} | _find_names(each)
    return found


def without_powers(stored: Mapping[str, Any], cards: Sequence[str]) -> dict[str, Any]:
    """Return the data of a stored program without the powers of the cards with these ids.

    Raises KeyError for a card without a power.
    """
    lost = powers_of(stored, cards)
    gone = {ability for number in lost for ability in stored["powers"][number]}
    start = list(stored["start"])
    for ability in gone:
        for slot in AbilityRow._make(stored["abilities"][ability]).slots:
            start[slot] = tuple(entry for entry in start[slot] if entry >> SHIFT not in gone)
    left = {number: powers for number, powers in stored["powers"].items() if number not in lost}
    return {**stored, "powers": left, "start": start}


def powers_of(stored: Mapping[str, Any], cards: Sequence[str]) -> set[int]:
    """Return the numbers of the definitions of the cards with these ids. Raises KeyError for a card without a power."""
    numbers = {DefinitionRow._make(row).id: number for number, row in enumerate(stored["definitions"])}
    if missing := [card for card in cards if numbers[card] not in stored["powers"]]:
        raise KeyError(missing[0])
    return {numbers[card] for card in cards}
