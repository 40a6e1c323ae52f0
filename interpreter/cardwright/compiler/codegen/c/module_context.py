"""What the C of a program speaks of beside its code: constant lists and masks, static tables, bounds of slots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from cardwright.compiler.codegen.c.c_types import LIST, MASK, NUMBER, NotInC, constant, literal, words_of
from cardwright.compiler.ir import nodes as n

# Groups of pieces that are told apart in one word.
MAX_INLINE_GROUPS = 64


def digits(told: object) -> str:
    """A name for something by what it is, which nothing else has: digits, whatever letters it was made of."""
    return hashlib.sha256(repr(told).encode()).hexdigest()[:16]


@dataclass(slots=True)
class ModuleContext:
    """What a program's code speaks of: constants in one list, masks, static tables, and the bounds of its slots.

    `bounds` gives where the slots of a family begin and end; `words` is how many words a mask has; `counts` says
    whether it is counted what is run. `segments` and `functions` are what code is called that is compiled apart: by
    names that stay the same when other texts change. `needs` are the declarations of what the code printed since it was
    emptied speaks of elsewhere, and `numbers` what only the whole program knows, such as a segment's number, by the
    name that code has for it. `fits` are the lists of sorts for which it is asked whether abilities apply, whether or
    not any does.
    """

    words: int
    tables: dict[str, object]
    bounds: Callable[[n.Slot], tuple[int, int]]
    slot: Callable[[str], int]
    zones_from: int
    located: bool
    counts: bool = False
    pool: list[int] = field(default_factory=list)
    listed: dict[tuple[int, ...], int] = field(default_factory=dict)
    segments: dict[int, str] = field(default_factory=dict)
    functions: dict[n.Function, str] = field(default_factory=dict)
    needs: dict[str, None] = field(default_factory=dict)
    numbers: dict[str, int] = field(default_factory=dict)
    printed: dict[str, str] = field(default_factory=dict)
    fits: dict[str, None] = field(default_factory=dict)
    results: dict[n.Function, n.IrType] = field(default_factory=dict)
    params: dict[n.Function, tuple[n.Var, ...]] = field(default_factory=dict)

    def list(self, values: Iterable[int]) -> tuple[int, int]:
        """Where a constant list lies among all of them, and how long it is."""
        found = tuple(values)
        for value in found:
            literal(value)
        if found not in self.listed:
            self.listed[found] = len(self.pool)
            self.pool.extend(found)
        return self.listed[found], len(found)

    def number(self, name: str, value: int) -> str:
        """A number that only the whole program knows, by its name in C."""
        self.numbers[name] = value
        self.needs[f"extern const int64_t {name};"] = None
        return name

    def pooled(self, values: Iterable[int]) -> str:
        """A constant list as code speaks of it."""
        found = tuple(values)
        at, size = self.list(found)
        return f"pool({self.number(f'l{digits(found)}', at)}, {size})" if size else "nothing()"

    def handle(self, values: Iterable[int]) -> int:
        """A constant list as the number that a slot holds for it."""
        at, size = self.list(values)
        word = ((at | 1 << 31) << 32 | size) if size else 0
        return word - (1 << 64) if word >> 63 else word

    def mask(self, value: int) -> str:
        """A constant mask."""
        if value == 0:
            return "nobits()"
        return f"((M){words_of(value, self.words)})"

    def table(self, word: str, sort: str) -> tuple[str, int, int, bool]:
        """A static table in C: its name, the number of its first entry, its size, and whether entries are missing."""
        held = self.tables[word]
        entries = (
            dict(held) if isinstance(held, dict) else dict(enumerate(held)) if isinstance(held, tuple | list) else {}
        )
        if not entries or not all(isinstance(key, int) for key in entries):
            raise NotInC("a table without numbers")
        low, size = min(entries), max(entries) - min(entries) + 1
        if size > 1 << 16:
            raise NotInC("a table with wide gaps")
        name, gaps = f"{word}_{sort}", size > len(entries)
        if name not in self.printed:
            cells = [self._cell(entries.get(low + place), sort) for place in range(size)]
            self.printed[name] = f"DATA {sort if sort == MASK else NUMBER} {name}[] = {{{', '.join(cells)}}};"
        self.needs[f"extern const {sort if sort == MASK else NUMBER} {name}[];"] = None
        return name, low, size, gaps

    def group_index(self, word: str) -> str:
        """A table of which of the masks of a static table a piece is in, if each is in one at most and they are few."""
        masks = self.tables[word]
        if (
            not isinstance(masks, tuple | list)
            or len(masks) >= MAX_INLINE_GROUPS
            or sum(masks) != reduce(or_, masks, 0)
        ):
            return "0"
        name = f"{word}_G"
        if name not in self.printed:
            within = (
                next((n for n, mask in enumerate(masks) if mask >> at & 1), len(masks)) for at in range(self.words * 64)
            )
            self.printed[name] = f"DATA int8_t {name}[] = {{{', '.join(map(str, within))}}};"
        self.needs[f"extern const int8_t {name}[];"] = None
        return name

    def _cell(self, value: object, sort: str) -> str:
        if sort == MASK:
            return words_of(value if isinstance(value, int) else 0, self.words)
        if value is None:
            return "GAP"
        if sort == LIST:
            return literal(self.handle(constant(value)))
        if not isinstance(value, int):
            raise NotInC("a table of no numbers")
        return literal(value)
