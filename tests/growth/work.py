"""What it costs to make a program of a game's files, counted: calls of functions, and the size of what comes out."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path
from types import FrameType
from typing import Any

from cardwright.checker.game import GameChecker
from cardwright.checker.rule_texts_outside_pieces import CheckedLibrary
from cardwright.compiler.codegen.c.program_or_refusal import generate_native_code
from cardwright.compiler.compile_game import compile_program, lower_plain
from cardwright.compiler.english_for_displays import describe_powers, describe_program
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.english.renderer import English
from cardwright.lint.game_diagnostics import run_lint_rules
from cardwright.syntax import parser


class TooMuchError(Exception):
    """More calls were made than anything that grows with its input makes."""


class NotThatError(Exception):
    """The game of the test is not what it is to be: it has mistakes."""


def counted(work: Callable[[], Any], most: int) -> tuple[int, Any]:
    """How many functions a piece of work calls, and what it gives; TooMuchError beyond so many."""
    calls = 0

    def count(_frame: FrameType, event: str, _argument: object) -> None:
        nonlocal calls
        if event in ("call", "c_call"):
            calls += 1
            if calls > most:
                sys.setprofile(None)
                raise TooMuchError

    sys.setprofile(count)
    try:
        found = work()
    finally:
        sys.setprofile(None)
    return calls, found


def stages_of(folder: Path, most: int = 30_000_000) -> dict[str, int]:
    """By stage how many functions are called for it, and how many characters the sources and the texts have."""
    parser.load_grammar()  # its tables are no part of the work
    parser.forget_parsed()
    CheckedLibrary.forget()
    work: dict[str, int] = {}

    def stage(name: str, does: Callable[[], Any]) -> Any:
        try:
            work[name], found = counted(does, most)
        except TooMuchError:
            raise TooMuchError(f"{name}: more than {most:,} calls") from None
        return found

    loaded = stage("read", lambda: read_game(find_game_files(folder, folder / "cards"), None))
    if loaded.game is None:
        raise NotThatError([str(each) for each in loaded.diagnostics])
    checker = GameChecker(loaded.game)
    checked = stage("check", checker.run)
    if mistakes := [each.message for each in checker.diagnostics if each.severity == "error"]:
        raise NotThatError(mistakes)
    stage("lint", lambda: run_lint_rules(checker))
    told = stage("english", lambda: {**describe_program(checked), **describe_powers(checked)})
    lowered = stage("plain", lambda: lower_plain(checked, 2))
    soon = stage("soon", lambda: lower_plain(checked, 2, soon=True))
    stage("print soon", lambda: compile_program(checked, 2, (), ("plain",), plain=soon))
    plain = stage("print", lambda: compile_program(checked, 2, (), ("plain",), plain=lowered))
    tracked = stage("tracked", lambda: compile_program(checked, 2, (), ("tracked",)))
    native = stage("c", lambda: generate_native_code(checked, lowered.layout, lowered.code))
    english = English.of(checked)
    verbs = [each for each in checked.library.values() if hasattr(each.node, "body")]
    rules = stage("rulebook", lambda: [english.steps(each) for each in verbs])
    for name, text in (
        ("characters of plain", plain["plain"]["source"]),
        ("characters of tracked", tracked["tracked"]["source"]),
        ("characters of c", native),
        ("characters of english", told),
        ("characters of rules", rules),
        ("characters of tables", {name: each for name, each in tracked.items() if name != "tracked"}),
    ):
        work[name] = len(text if isinstance(text, str) else repr(text))
    return work
