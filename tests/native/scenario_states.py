"""Plays scenarios, and every stretch between their answers and deeds in compiled C as well.

All of them, some minutes:

    python -m tests.native.scenario_states tests/scenarios tests/language
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.native.differential import QUICK, same_state

from cardwright import ScenarioSuite, State
from cardwright.compiler import compile_game as compiling
from cardwright.compiler.codegen.c.program_or_refusal import generate_native_code
from cardwright.declarations.file_kinds import is_scenarios
from cardwright.game.loaded_game import find_game
from cardwright.native.c_compiler import NotNative
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine
from cardwright.runtime.execution import Outcome, run_segments
from cardwright.runtime.program import Program
from cardwright.scenarios import run

PENDING = 1


@dataclass
class Compared:
    """Stretches that ended in the same state, and those that Python alone could play, with the reason."""

    same: int = 0
    refused: dict[str, int] = field(default_factory=dict)

    def refuse(self, why: str) -> None:
        """Note a stretch that was not compared."""
        self.refused[why] = self.refused.get(why, 0) + 1


class _Engines:
    """The engines of the programs that scenarios are compiled to."""

    def __init__(self) -> None:
        self.codes: list[tuple[str, dict[str, Any]]] = []
        self._made: dict[int, tuple[Program, Engine | str]] = {}

    def of(self, state: State) -> Engine | str:
        """The engine for a state's program, or why there is none."""
        program, game = state.program, find_game(state)
        if id(program) not in self._made:
            source = program.tables.plain.source
            code = next(code for text, code in self.codes if text == source)
            game._native = lambda *_: code
            try:
                self._made[id(program)] = program, Engine(game, program.players, QUICK)
            except NotNative as why:
                self._made[id(program)] = program, str(why)
        return self._made[id(program)][1]


@contextmanager
def _in_both(compared: Compared) -> Iterator[None]:
    engines, compile_program, go_on = _Engines(), compiling.compile_program, run._Execution.go_on

    def compile_both(checked: Any, players: int, *args: Any, **options: Any) -> dict[str, Any]:
        tables = compile_program(checked, players, *args, **options)
        if "plain" in tables:
            named = dict(zip(("counting", "variants", "emptied", "slots"), args, strict=False)) | options
            named.pop("variants", None)
            plain = named.pop("plain", None) or compiling.lower_plain(checked, players, **named)
            engines.codes.append((tables["plain"]["source"], generate_native_code(checked, plain.layout, plain.code)))
        return tables

    def go_on_both(course: run._Execution, first: Callable[[list[Any]], object] | None = None) -> None:
        # what a deed does first is a function of Python's, which C has none of
        if first is None and not course.state.tracked:
            _compare(engines, course.state, compared)
        go_on(course, first)

    compiling.compile_program = compile_both
    run._Execution.go_on = go_on_both  # type: ignore[method-assign, assignment]
    try:
        yield
    finally:
        compiling.compile_program = compile_program
        run._Execution.go_on = go_on  # type: ignore[method-assign]


def _compare(engines: _Engines, state: State, compared: Compared) -> None:
    engine = engines.of(state)
    if isinstance(engine, str):
        compared.refuse(engine)
        return
    before = state.clone()
    try:
        native = engine.taken(before)
        native.go_on()
    except (BeyondC, ValueError) as why:
        compared.refuse(str(why))
        return
    slots, frames = before.slots, before.frames
    if not frames or run_segments(before.variant, slots, frames) is Outcome.EMPTY:
        slots[PENDING] = None
    same_state(engine, native, before)
    compared.same += 1


def compare(paths: Sequence[Path]) -> tuple[Compared, int]:
    """All scenarios below some paths; how many passed."""
    compared, suite, passed = Compared(), ScenarioSuite(), 0
    files = [file for path in paths for file in (sorted(path.rglob("*.yaml")) if path.is_dir() else [path])]
    with _in_both(compared):
        for file in files:
            if is_scenarios(file):
                suite.add(Path(os.path.relpath(file)))
        for scenario in suite.scenarios:
            passed += suite.run(scenario).passed
    return compared, passed


def main() -> None:
    """The long run."""
    compared, passed = compare([Path(word) for word in sys.argv[1:] or ["tests/scenarios"]])
    print(f"{passed} scenarios passed, {compared.same:,} stretches end in the same state")
    for why, count in compared.refused.items():
        print(f"    {count} only in Python: {why}")


if __name__ == "__main__":
    main()
