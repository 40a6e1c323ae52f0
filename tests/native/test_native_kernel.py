"""Every operation of the code IR gives the same in C as in Python, and changes the same of a state."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from tests.native.differential import no_compiler, plain, same_state
from tests.native.operation_bench import (
    BITS,
    ENTRIES,
    ENTRY,
    GROUPS,
    NUM,
    NUMBERS,
    OPTIONS,
    PIECE,
    PIECES,
    PLACE,
    PLAYER,
    SIGNATURES,
    SMALL,
    YES,
    ZONE,
    ZONES,
    Bench,
    call_in_python,
    read_result,
)

from cardwright.compiler.codegen.c.c_types import MASK, find_c_type
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.ir.operations import CHANGES, DRAWS, OPERATIONS, PURE
from cardwright.runtime.errors import SlipError

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")

GAMES = ("bush_pilots", "cargo_noir")


def test_every_operation_is_compared() -> None:
    """A new one needs its C form and a line in `operation_bench.py`; else games with it stay in Python.

    `tests.language.test_phantoms` compares those of frames, `tests.language.test_together` those of blocks, and
    `test_native_sets` those of searches.
    """
    of_frames = {"forget", "frames", "framed", "framed list", "reframe", "reframe list"}
    of_blocks = {"height", "rotate frames", "order frames", "pending", "top holder", "move entry"}
    of_searches = {"new_search", "search", "cut_short", "tried"}
    assert set(SIGNATURES) == set(OPERATIONS) - {"chance", "drawn_item"} - of_frames - of_blocks - of_searches


@cache
def bench(name: str) -> Bench:
    return Bench(name)


def _long_list(seed: int) -> list[int]:
    """Some dozens to hundreds of numbers, small and large, of which some come up again."""
    pick = Random(seed)
    return [pick.randint(-40, 40) * pick.choice((1, 1, 2**40)) for _ in range(pick.randint(20, 300))]


def _strategy(made: Bench, ty: ir.IrType) -> st.SearchStrategy[Any]:
    bits = 64 * made.words
    small = st.integers(-4, 9)
    whole = st.sampled_from([piece for piece in made.whole if piece < bits])
    of: dict[ir.IrType, st.SearchStrategy[Any]] = {
        NUM: st.one_of(st.integers(-20, 20), st.integers(-(2**40), 2**40), st.integers(-(2**63) + 1, 2**63 - 1)),
        SMALL: small,
        PLACE: st.integers(0, bits - 1),
        YES: st.integers(0, 1),
        PIECE: whole,
        ZONE: st.sampled_from(made.zones),
        PLAYER: st.integers(-1, made.players - 1),
        ENTRY: st.sampled_from(made.entries),
        BITS: st.integers(0, (1 << bits) - 1),
        PIECES: st.lists(st.integers(0, bits - 1), max_size=6),
        NUMBERS: st.one_of(st.lists(small, max_size=6), st.integers(0, 99).map(_long_list)),
        OPTIONS: st.lists(whole, max_size=8, unique=True),
        ZONES: st.lists(st.sampled_from(made.zones), max_size=5, unique=True),
        ENTRIES: st.lists(st.sampled_from(made.entries), min_size=1, max_size=6, unique=True),
        GROUPS: st.none(),
        ir.TEXT: st.none(),
    }
    return st.integers(0, 2) if ty.of == "how" else of[ty]


def _fits(made: Bench, gives: ir.IrType, found: Any) -> bool:
    if find_c_type(gives) == MASK:
        return bool(0 <= found < 1 << 64 * made.words)
    return not isinstance(found, int | Fraction) or (isinstance(found, int) and -(2**63) < found < 2**63)


# What only computes does not depend on the game.
CASES = [(word, game) for word in sorted(SIGNATURES) for game in GAMES[: 1 if OPERATIONS[word].effect == PURE else 2]]


@pytest.mark.one_of(60)
@pytest.mark.parametrize(("word", "game"), CASES)
def test_an_operation_is_the_same_in_both(word: str, game: str) -> None:
    made = bench(game)
    takes, gives = SIGNATURES[word]
    touches = OPERATIONS[word].effect in (CHANGES, DRAWS)

    @settings(max_examples=20, deadline=None, derandomize=True, database=None)
    @given(st.tuples(*[_strategy(made, ty) for ty in takes]), st.integers(0, len(made.states) - 1))
    def compare(args: tuple[Any, ...], which: int) -> None:
        state = made.states[which].clone()
        native = made.engine.taken(state)
        error, told = made.call_in_c(word, args, native)
        try:
            found = call_in_python(made, word, args, state)
        except (IndexError, ValueError, ZeroDivisionError, SlipError):
            assert error
            return
        if word == "invert":
            found &= (1 << 64 * made.words) - 1
        if error:
            assert not _fits(made, gives, found)
            return
        assert plain(read_result(made, gives, told)) == plain(found)
        if touches:
            same_state(made.engine, native, state)

    compare()
