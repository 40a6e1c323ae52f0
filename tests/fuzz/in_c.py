"""The matches of one input once more in compiled C, beside plain Python, in a process of their own.

The process is forked, so that a library is gone with it, and code that crashes or hangs takes nothing else with it.
"""

from __future__ import annotations

import os
import pickle
import resource
import time
import traceback
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from typing import Any

from tests.native.differential import QUICK, no_compiler, same_question, same_state

from cardwright import Game, SlipError
from cardwright.native.c_compiler import NotNative
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine
from cardwright.native.state_conversion import NotTold

# Seconds of computing that all matches of an input may take in C, and the compiler.
MAX_SECONDS = 60
# C goes on from the state of Python at every so manieth decision.
TAKEN_EVERY = 7


@dataclass(frozen=True)
class Course:
    """A match that was played: its seed and answers, the last of which may end with an error of the author's."""

    seed: int
    answers: tuple[int, ...]


@dataclass
class Outcome:
    """Result of matches in C: `fault` is (kind, position, details), `refused` is why the game has no C.

    `given_up` counts by the number of `E_...` in runtime.h (0: a state that C cannot take) where C handed a match back
    to Python, which goes on; `slips` are matches that end with an error of the author's in both.
    `slowest` is the longest answer in seconds of computing, `seconds` all of it with the compiler.
    """

    matches: int = 0
    states: int = 0
    slips: int = 0
    refused: str = ""
    fault: tuple[str, str, str] | None = None
    given_up: Counter[int] = field(default_factory=Counter)
    slowest: float = 0.0
    seconds: float = 0.0


def replayed(game: Game, players: int, courses: Sequence[Course]) -> Outcome:
    """Play the matches in C in a forked process, and return their result."""
    if why := no_compiler():
        return Outcome(refused=why)
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        try:
            os.close(reading)
            resource.setrlimit(resource.RLIMIT_CPU, (MAX_SECONDS, MAX_SECONDS))
            with os.fdopen(writing, "wb") as pipe:
                pickle.dump(_tried(game, players, courses), pipe)
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as pipe:
        told = pipe.read()
    _, status, used = os.wait4(child, 0)
    outcome = pickle.loads(told) if told and status == 0 else Outcome()
    if os.WIFSIGNALED(status):
        outcome.fault = (
            "stuck" if used.ru_utime > MAX_SECONDS - 2 else "traceback",
            f"signal {os.WTERMSIG(status)}",
            "",
        )
    elif not told:
        outcome.fault = ("traceback", "the process that plays C ended without a word", "")
    outcome.seconds = used.ru_utime + used.ru_stime
    return outcome


def _tried(game: Game, players: int, courses: Sequence[Course]) -> Outcome:
    outcome = Outcome()
    try:
        engine = Engine(game, players, QUICK)
        for course in courses:
            _replay(engine, game, course, outcome)
            outcome.matches += 1
    except NotNative as why:
        outcome.refused = str(why)
        if outcome.refused.startswith("the C compiler"):
            outcome.fault = ("traceback", outcome.refused, "")
    except AssertionError as error:
        course = courses[outcome.matches]
        outcome.fault = ("different", f"C: {str(error)[:60]}", f"seed {course.seed}, answers {course.answers}: {error}")
    except Exception as error:  # noqa: BLE001 - whatever it is, it is what this looks for
        outcome.fault = ("traceback", f"C: {type(error).__name__}", traceback.format_exc())
    return outcome


def _replay(engine: Engine, game: Game, course: Course, outcome: Outcome) -> None:
    """Play a match in both, compared after every answer; AssertionError where they part."""
    begun = _both(
        lambda: game.new(engine.library.players, course.seed, tracked=False), lambda: engine.begun(course.seed), outcome
    )
    if begun is None:
        return
    state, native = begun
    for number, answer in enumerate((*course.answers, None)):
        same_question(native, state)
        told = same_state(engine, native, state)
        outcome.states += 1
        if answer is None:
            assert told.digest() == state.digest(), "the digests"
            results = _both(lambda: (state.scores, state.valuations, state.winners), native.results, outcome)
            assert results is None or results[0] == results[1], f"results: {results}"
            return
        if (number + course.seed) % TAKEN_EVERY == 0:
            try:
                native = engine.taken(state)
            except NotTold:
                outcome.given_up[0] += 1
                return
        if _both(lambda a=answer: state.apply(a), lambda n=native, a=answer: n.answer(a), outcome) is None:  # type: ignore[misc]
            return


def _both(python: Callable[[], Any], native: Callable[[], Any], outcome: Outcome) -> tuple[Any, Any] | None:
    """Return the results of a step in Python and in C; None if both fail, or only C gives up."""
    slip, one, other = "", None, None
    try:
        one = python()
    except SlipError as error:
        slip = str(error)
    began = time.process_time()
    try:
        other = native()
    except BeyondC as error:
        outcome.slips += bool(slip)
        outcome.given_up[error.number] += not slip
        return None
    finally:
        outcome.slowest = max(outcome.slowest, time.process_time() - began)
    assert not slip, f"Python ends with an error, and C goes on: {slip}"
    return one, other
