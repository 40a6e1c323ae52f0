"""Module context of generated C, with constant lists, bitsets, tables and bounds of slots."""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import reduce
from operator import or_

from cardwright.compiler.codegen.c.c_types import (
    LIST,
    MASK,
    NUMBER,
    UnsupportedInCError,
    format_bitset,
    print_literal,
    read_constant_list,
)
from cardwright.compiler.ir import nodes as n

# The maximum number of groups of interchangeable pieces that fit one 64-bit word.
MAX_INLINE_GROUPS = 64


def hash_name(value: object) -> str:
    """Return a name of hexadecimal digits that is unique for a value: its hash."""
    return hashlib.sha256(repr(value).encode()).hexdigest()[:16]


@dataclass(slots=True)
class ModuleContext:
    """Names, constants and declarations that the C code of a program uses.

    - `bounds`: returns the first slot of a family and the one after its last
    - `words`: the size of a bitset in 64-bit words
    - `counts`: True if the program has probes
    - `segments`, `functions`: the C names of code that is compiled separately; they stay the same when other
      texts change
    - `needs`: the declarations for the code printed since it was last cleared
    - `numbers`: by C name, values that only the whole program knows, such as segment numbers
    - `fits`: the argument types for which abilities are tested
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
        """Return the position of a constant list in the pool of constants, and its length."""
        found = tuple(values)
        for value in found:
            print_literal(value)
        if found not in self.listed:
            self.listed[found] = len(self.pool)
            self.pool.extend(found)
        return self.listed[found], len(found)

    def number(self, name: str, value: int) -> str:
        """Return the C name of a constant, and record its value.

        The source of the whole program defines the constant.
        """
        self.numbers[name] = value
        self.needs[f"extern const int64_t {name};"] = None
        return name

    def pooled(self, values: Iterable[int]) -> str:
        """Return a C expression for a constant list."""
        found = tuple(values)
        at, size = self.list(found)
        return f"pool({self.number(f'l{hash_name(found)}', at)}, {size})" if size else "nothing()"

    def handle(self, values: Iterable[int]) -> int:
        """Return the number under which a slot stores a constant list."""
        at, size = self.list(values)
        word = ((at | 1 << 31) << 32 | size) if size else 0
        return word - (1 << 64) if word >> 63 else word

    def mask(self, value: int) -> str:
        """Return a C expression for a constant bitset."""
        if value == 0:
            return "nobits()"
        return f"((M){format_bitset(value, self.words)})"

    def table(self, word: str, sort: str) -> tuple[str, int, int, bool]:
        """Return a table in C as (name, lowest index, size, whether it has gaps)."""
        held = self.tables[word]
        entries = (
            dict(held) if isinstance(held, dict) else dict(enumerate(held)) if isinstance(held, tuple | list) else {}
        )
        if not entries or not all(isinstance(key, int) for key in entries):
            raise UnsupportedInCError("a table without numbers")
        low, size = min(entries), max(entries) - min(entries) + 1
        if size > 1 << 16:
            raise UnsupportedInCError("a table with wide gaps")
        name, gaps = f"{word}_{sort}", size > len(entries)
        if name not in self.printed:
            cells = [self._print_cell(entries.get(low + place), sort) for place in range(size)]
            self.printed[name] = f"DATA {sort if sort == MASK else NUMBER} {name}[] = {{{', '.join(cells)}}};"
        self.needs[f"extern const {sort if sort == MASK else NUMBER} {name}[];"] = None
        return name, low, size, gaps

    def group_index(self, word: str) -> str:
        """Return the C name of the table that gives the group of each piece; "0" if groups overlap or are too many."""
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

    def _print_cell(self, value: object, sort: str) -> str:
        if sort == MASK:
            return format_bitset(value if isinstance(value, int) else 0, self.words)
        if value is None:
            return "GAP"
        if sort == LIST:
            return print_literal(self.handle(read_constant_list(value)))
        if not isinstance(value, int):
            raise UnsupportedInCError("a table of no numbers")
        return print_literal(value)
