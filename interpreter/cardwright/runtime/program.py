"""A compiled game for one number of players, ready to run: its functions and its tables."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from types import CodeType
from typing import Any

from cardwright.contract import Tables, changed, variant, with_rows
from cardwright.runtime.digests import Teller
from cardwright.runtime.kernel import kernel
from cardwright.runtime.names import Names

# All of Python that generated code has besides the kernel: it can neither import nor open anything.
BUILTINS: dict[str, Any] = {
    function.__name__: function for function in (all, any, dict, int, len, max, min, range, reversed, set, sum, tuple)
}
# So much is done for one answer: segments, in stretches after each of which the frames are counted, and rounds of loops
# in which nobody decides, those of loops within others counted together. Never by the clock: a game is the same
# everywhere.
STRETCH, STRETCHES = range(200), range(500)
ROUNDS = range(10_000)
Segment = Callable[[list[Any], list[Any], tuple[Any, ...]], Any]


@dataclass(slots=True)
class Variant:
    """One variant of a program, plain or tracked: its segments, its rules by word, and the entries of its procedures.

    `loops`: it has loops in which nobody decides. `names["RAN"]` is how often each place was run, if that is counted.
    """

    which: str
    names: dict[str, Any]
    segments: list[Segment]
    rules: dict[str, Callable[..., Any]]
    entry: dict[str, int]
    frames: dict[int, tuple[str, tuple[tuple[str, str, str], ...], tuple[int, ...]]]
    waits: dict[int, list[tuple[str, str, list[tuple[str, str, tuple[str, ...], tuple[int, ...]]]]]]
    loops: bool
    unclear: dict[int, tuple[tuple[int, ...], tuple[int, ...]]]

    def afresh(self) -> None:
        """Begin to count the rounds of loops, as for a new answer: all loops take them from what is left."""
        if self.loops:
            self.names["LEFT"] = iter(ROUNDS)


class Program:
    """The tables of a compiled game, and its two variants, each made when first needed."""

    def __init__(self, stored: Mapping[str, Any]) -> None:
        self.tables = with_rows(stored)
        self.players: int = self.tables["players"]

    @cached_property
    def plain(self) -> Variant:
        """The quick variant: no log, no knowledge."""
        return self._variant("plain")

    @cached_property
    def tracked(self) -> Variant:
        """The variant that keeps a log and what every player knows."""
        return self._variant("tracked")

    @cached_property
    def teller(self) -> Teller:
        """What the numbers in the program's states are called in digests."""
        return Teller(self.tables)

    @cached_property
    def naming(self) -> Names:
        """What the numbers in the program's states are called for people."""
        return Names(self.tables)

    @cached_property
    def asides(self) -> dict[str, Variant]:
        """Variants that others made `with_others` of the tracked one, by what those are for."""
        return {}

    def with_others(self, change: Callable[[dict[str, Any]], None]) -> Variant:
        """The tracked variant on a kernel of which some functions are others."""
        return self._variant("tracked", change)

    def _variant(self, which: str, change: Callable[[dict[str, Any]], None] = lambda names: None) -> Variant:
        stored = variant(self.tables, which)
        names = kernel(self.tables, which == "tracked")
        change(names)
        names.update(stored["constants"])
        names["RAN"] = [0] * len(self.tables["probes"])
        names["__name__"] = "cardwright.generated"
        names["__builtins__"] = dict(BUILTINS)
        code = stored["code"]() if "code" in stored else compiled(stored["source"], which)
        exec(code, names)
        loops = any("LEFT" in each.co_names for each in code.co_consts if isinstance(each, CodeType))
        rules = {rule.word: function for rule, function in zip(self.tables["rules"], names["RULES"], strict=True)}
        texts = stored["entry"], stored["frames"], stored["waits"]
        return Variant(which, names, names["SEGMENTS"], rules, *texts, loops, stored["unclear"])


def compiled(source: str, which: str) -> CodeType:
    """The code of a variant's source."""
    return compile(source, file_of(which), "exec", dont_inherit=True)


def file_of(which: str) -> str:
    """What the code of a variant says it was read from."""
    return f"<generated, {which}>"


def spot_of(spots: Sequence[int], code: CodeType, line: int) -> int:
    """The number of the place in the authors' files that a line of generated code comes from, -1 for none."""
    # a line of the compiler's own belongs to the text before it in the same function
    return next((spots[at] for at in range(line - 1, code.co_firstlineno - 2, -1) if spots[at] >= 0), -1)


def tell_places(error: BaseException, tables: Tables, which: str) -> None:
    """Add to an error in generated code where in the authors' files it happened, the cause first."""
    spots = variant(tables, which)["spots"]
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == file_of(which):
            spot = spot_of(spots, code, traceback.tb_lineno)
            if spot >= 0:
                path, line, text, _ = tables["places"][spot]
                error.add_note(f"in {path}, line {line}: {text}")
        traceback = traceback.tb_next


def without_powers(stored: Mapping[str, Any], cards: Sequence[str]) -> Tables:
    """The tables of a program in which some cards (by id) have no power; KeyError for one that never had any."""
    tables = with_rows(stored)
    numbers = {definition.id: number for number, definition in enumerate(tables["definitions"])}
    lost = {numbers[card] for card in cards}
    if missing := [card for card in cards if numbers[card] not in tables["powers"]]:
        raise KeyError(missing[0])
    gone = {ability for number in lost for ability in tables["powers"][number]}
    start = list(tables["start"])
    for ability in gone:
        for slot in tables["abilities"][ability].slots:
            start[slot] = tuple(entry for entry in start[slot] if entry >> tables["shift"] not in gone)
    fewer = {
        "powers": {number: powers for number, powers in tables["powers"].items() if number not in lost},
        "texts": {number: text for number, text in tables["texts"].items() if number not in lost},
        "start": start,
    }
    return changed(tables, fewer)
