"""A short version of the fuzz of whole games; `FUZZ_INPUTS` says how many inputs are tried."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from typing import Any

import pytest
from tests.fuzz.changes import WAYS
from tests.fuzz.whole_games import Bench, Input, difference, input_of, told
from tests.native.differential import no_compiler

from cardwright.native import compiled_game
from cardwright.state_slots_and_table_rows import ProgramTables

COUNT = int(os.environ.get("FUZZ_INPUTS", "30"))
# The short version leaves out the games that take longest to compile; the long one tries them, too.
LARGE = ("import_export", "bush_pilots", "trial")


@pytest.fixture(scope="module", name="bench")
def _bench(tmp_path_factory: pytest.TempPathFactory) -> Bench:
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CARDWRIGHT_CACHE", "")
        return Bench(tmp_path_factory.mktemp("worlds"), 0)


@pytest.mark.long
def test_nothing_breaks_hangs_or_goes_two_ways(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    numbers = [n for n in range(COUNT * 2) if input_of(bench.worlds, n, 0).world.name not in LARGE][:COUNT]
    found = [each for each in map(bench.run, numbers) if each is not None and each[1].sort != "slow"]
    assert list(told(found)) == []
    assert bench.figures.accepted > COUNT / 4
    assert bench.figures.decisions > COUNT * 10
    assert len(bench.figures.codes) > 3


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason="there is no C compiler")
@pytest.mark.parametrize(
    ("slipped_in", "sort", "where"),
    [
        ("index = 0;", "different", "C: "),
        ("abort();", "traceback", f"signal {signal.SIGABRT}"),
        ("no C;", "traceback", "the C compiler failed"),
    ],
)
def test_c_that_goes_wrong_is_found(
    bench: Bench, monkeypatch: pytest.MonkeyPatch, slipped_in: str, sort: str, where: str
) -> None:
    """An answer in C that is another one, ends the process, or cannot be compiled."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    begin, c_texts = "EXPORT int64_t cw_answer(St *S, int64_t index) {", compiled_game.print_program

    def changed(tables: ProgramTables, code: Mapping[str, Any], apart: bool) -> list[str]:
        return [text.replace(begin, begin + slipped_in) for text in c_texts(tables, code, apart)]

    monkeypatch.setattr(compiled_game, "print_program", changed)
    world = next(each for each in bench.worlds if each.name == "kuhn_poker")
    failure = bench.attempt(Input(0, 0, world, ()))[1]
    assert failure is not None
    assert failure.sort == sort
    assert where in failure.where


@pytest.mark.long
def test_an_input_is_told_by_its_number(bench: Bench) -> None:
    for number in range(20):
        one, other = input_of(bench.worlds, number, 0), input_of(bench.worlds, number, 0)
        assert (one.told, one.files()) == (other.told, other.files())
    assert input_of(bench.worlds, 1, 0).files() != input_of(bench.worlds, 1, 1).files()


@pytest.mark.long
def test_every_way_of_changing_changes_something(bench: Bench) -> None:
    changed = set()
    for number in range(250):
        made = input_of(bench.worlds, number, 0)
        changed |= {change.__name__ for _, change in made.changes} if difference(made) else set()
    assert changed >= {change.__name__ for change in WAYS}


@pytest.mark.long
def test_games_as_they_are_shipped_are_played(bench: Bench, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is cut down and written out again is still the game, so that what a try finds is of its changes."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    for world in bench.worlds:
        if world.name not in LARGE:
            made = input_of([world], 0, 0)
            before = bench.figures.accepted
            failure = bench.attempt(type(made)(0, 0, world, ()))[1]
            assert failure is None, failure
            assert bench.figures.accepted == before + 1, world.name
