"""Line profiler of a game's files during random play, sampled about a thousand times a second."""

from __future__ import annotations

import sys
import threading
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from random import Random
from time import perf_counter
from types import CodeType, FrameType
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import count_noun
from cardwright.runtime.errors import file_of, spot_of, text_of
from cardwright.state_slots_and_table_rows import ProgramTables
from cardwright_tools.cli.standard_output import shorten_path

if TYPE_CHECKING:
    from cardwright import Game

# Seconds between two samples. It is also the longest time that the sampling thread waits for its turn.
BETWEEN = 0.001
TURN = 0.0001
# Number of lines in the report: as many as fit on a screen.
HOTTEST = 20

Place = tuple[CodeType, int]
# Number of samples of each stack of generated code, innermost function first.
Looks = Counter[tuple[Place, ...]]


@dataclass(frozen=True, slots=True)
class LineTime:
    """A line of a game's files: its owner, its text, and its share of the time, from 0 to 1.

    `owner` is the name of a card, or the word of a procedure or rule. Time in a called verb counts for the lines of
    the verb.
    """

    path: str
    line: int
    owner: str
    text: str
    share: float


@dataclass(frozen=True, slots=True)
class Profile:
    """The lines of a game, the slowest first.

    `looks` is the number of samples. `around` is the share (0 to 1) of time in code that all games have in common: the
    loop, options and answers, and the bot.
    """

    game: str
    players: int
    decisions: int
    looks: int
    around: float
    lines: tuple[LineTime, ...]


def profile(game: Game, players: int, seconds: float) -> Profile:
    """Measure the lines of a game's files in random play of about `seconds`."""
    end = perf_counter() + seconds
    return read_looks(game, players, lambda decisions: perf_counter() >= end, sample_stacks)


def read_looks(
    game: Game, players: int, enough: Callable[[int], bool], looking: Callable[[], AbstractContextManager[Looks]]
) -> Profile:
    """Measure lines in random play until `enough` returns True for the number of decisions.

    `looking` opens a context in which the stacks of generated code are sampled.
    """
    program = game.program(players)
    tables = program.tables
    spots = tables.plain.spots
    assert program.plain is not None  # compiled before the measurement
    with looking() as stacks:
        decisions = _play(game, players, enough)
    found: Counter[tuple[int, CodeType | None]] = Counter()
    for stack, times in stacks.items():
        # code without a line, such as the head of a function, belongs to the line that called it
        at = ((spot_of(spots, *place), place[0]) for place in stack)
        found[next((each for each in at if each[0] >= 0), (-1, None))] += times
    looks = max(1, found.total())
    lines: dict[tuple[str, int], LineTime] = {}
    for (spot, code), times in found.items():
        if code is not None:
            path, line, text, power = tables.places[spot]
            before = lines.get((path, line))
            share = times / looks + (0.0 if before is None else before.share)
            lines[path, line] = LineTime(shorten_path(path), line, _find_owner(tables, code, power), text, share)
    listed = sorted(lines.values(), key=lambda each: (-each.share, each.path, each.line))
    return Profile(game.name, players, decisions, found.total(), found[-1, None] / looks, tuple(listed))


def format_profile(found: Profile) -> list[str]:
    """Format a profile as lines of a table that fits a screen."""
    hottest, rest = found.lines[:HOTTEST], found.lines[HOTTEST:]
    rows = [("TIME", "PLACE", "OF", "LINE")]
    rows += [(f"{each.share:.1%}", f"{each.path}:{each.line}", each.owner, each.text) for each in hottest]
    if rest:
        rows.append((f"{sum(each.share for each in rest):.1%}", f"other lines ({len(rest)})", "", ""))
    rows.append((f"{found.around:.1%}", "around them", "", ""))
    widths = [max(len(row[column]) for row in rows) for column in range(3)]
    table = [
        f"{share:>{widths[0]}}  {place:<{widths[1]}}  {owner:<{widths[2]}}  {text}".rstrip()
        for share, place, owner, text in rows
    ]
    played = f"{found.decisions:,} random decisions without a log, looked at {found.looks:,} times"
    return [f"{found.game}, {count_noun(found.players, 'player')}: {played}", *table]


def find_generated_frames(frame: FrameType | None) -> tuple[Place, ...]:
    """Return the positions in generated code that a frame is executing, the innermost function first."""
    stack, filename = [], file_of("plain")
    while frame is not None:
        if frame.f_code.co_filename == filename:
            stack.append((frame.f_code, frame.f_lineno or frame.f_code.co_firstlineno))
        frame = frame.f_back
    return tuple(stack)


@contextmanager
def sample_stacks() -> Iterator[Looks]:
    """Return a context that counts the stacks of generated code in this thread; another thread samples them."""
    stacks: Looks = Counter()
    watched = threading.get_ident()
    done = threading.Event()

    def look() -> None:
        while not done.wait(BETWEEN):
            stacks[find_generated_frames(sys._current_frames().get(watched))] += 1

    thread = threading.Thread(target=look, daemon=True)
    before = sys.getswitchinterval()
    sys.setswitchinterval(TURN)
    thread.start()
    try:
        yield stacks
    finally:
        done.set()
        thread.join()
        sys.setswitchinterval(before)


def _play(game: Game, players: int, enough: Callable[[int], bool]) -> int:
    """Play random matches until `enough` decisions were made; return their number."""
    pick = Random(1).random
    decisions = games = 0
    while not enough(decisions):
        state = game.new(players, games, tracked=False)
        while not state.finished and not enough(decisions + state.decisions):
            state.apply(int(pick() * state.option_count))
        decisions += state.decisions
        games += 1
    return decisions


def _find_owner(tables: ProgramTables, code: CodeType, power: int) -> str:
    """Return the owner of a line: the name of its card, or the word of its procedure or rule."""
    if power >= 0:
        return str(tables.definitions[power].name)
    return text_of(tables, "plain", code)
