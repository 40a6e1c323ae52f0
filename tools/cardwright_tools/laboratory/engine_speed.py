"""How fast each engine plays random games: both in turn, round by round, so that what else runs slows both alike."""

import os
import platform
import statistics
import time
from collections.abc import Callable
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from cardwright_tools.laboratory.native_games import AT_ONCE, play_native, seeds_of
from cardwright_tools.laboratory.play import MOST_DECISIONS, Table, play_one

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.native.engine import Engine

ROUNDS = 5


@dataclass(frozen=True)
class EngineSpeed:
    """Whole random games of one game on one core, medians over rounds: decisions a second in Python and in C.

    `ratio` is the median of the rounds' own ratios, `lowest` and `highest` the ends of their range. `compile_seconds`
    is None where the library was kept from before; `threads` tells how much faster so many threads are than one.
    """

    game: str
    sets: tuple[str, ...]
    players: int
    python: float
    native: float
    ratio: float
    lowest: float
    highest: float
    compile_seconds: float | None
    threads: dict[int, float]


def measure_engines(game: "Game", players: int, seconds: float) -> EngineSpeed:
    """Measure one game, each engine for about so many seconds in all. Raises NotNative when there is no C."""
    from cardwright.native.engine import Engine

    began = time.perf_counter()
    engine = Engine(game, players)
    compiled = time.perf_counter() - began
    table = Table(game.name, players, ("random",) * players, 1)
    room = engine.library.new()
    share = seconds / ROUNDS
    rounds = []
    for number in range(ROUNDS):
        first = 1_000_000 * number
        python = _speed(lambda n, first=first: [play_one(game, table, first + n).decisions], share)  # type: ignore[misc]

        def some(n: int, first: int = first) -> list[int]:
            seeds = [seeds_of(table, first + n + each) for each in range(AT_ONCE)]
            return [one.decisions for one in engine.random_games(room, seeds, MOST_DECISIONS)]

        rounds.append((python, _speed(some, share)))
    ratios = [native / python for python, native in rounds]
    return EngineSpeed(
        game.name,
        game.sets,
        players,
        round(statistics.median(python for python, _ in rounds)),
        round(statistics.median(native for _, native in rounds)),
        round(statistics.median(ratios), 1),
        round(min(ratios), 1),
        round(max(ratios), 1),
        round(compiled, 1) if engine.library.fresh else None,
        _threads(engine, game, table, max(rounds)[1], share),
    )


def _speed(play: Callable[[int], list[int]], seconds: float) -> float:
    """Decisions a second of games played from some number on; `play` gives the decisions of each that it played."""
    decisions = games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not games:
        played = play(games)
        decisions += sum(played)
        games += len(played)
    return decisions / spent


def _threads(engine: "Engine", game: "Game", table: Table, speed: float, seconds: float) -> dict[int, float]:
    """How much faster two threads play the same games than one: the median of interleaved rounds."""
    if (os.cpu_count() or 1) < 2:
        return {}
    [one] = engine.random_games(engine.library.new(), [seeds_of(table, 0)], MOST_DECISIONS)
    games = range(max(4 * AT_ONCE, int(speed * seconds / max(1, one.decisions))))
    found = []
    for _ in range(3):
        spent = []
        for jobs in (1, 2):
            start = time.perf_counter()
            for _ in play_native(engine, game, table, games, jobs):
                pass
            spent.append(time.perf_counter() - start)
        found.append(spent[0] / spent[1])
    return {2: round(statistics.median(found), 2)}


def told(speeds: list[EngineSpeed]) -> dict[str, Any]:
    """The figures as JSON values, with what they were measured by."""
    from cardwright.native.build import FLAGS, find_compiler

    compiler = find_compiler()
    return {
        "python": platform.python_version(),
        "compiler": [*compiler.command, *FLAGS],
        "version": compiler.version.splitlines()[0] if compiler.version else "",
        "games": [asdict(speed) for speed in speeds],
    }


def in_words(speeds: list[EngineSpeed]) -> list[str]:
    """The figures as a table."""
    head = f"{'GAME':<16} {'PLAYERS':>7} {'PYTHON/S':>10} {'NATIVE/S':>12} {'RATIO':>7} {'RANGE':>13}"
    lines = [f"{head} {'2 THREADS':>9}  COMPILED"]
    for one in speeds:
        threads = f"{one.threads[2]:.2f}x" if 2 in one.threads else "-"
        compiled = "kept" if one.compile_seconds is None else f"{one.compile_seconds} s"
        spread = f"{one.lowest:.1f}-{one.highest:.1f}"
        lines.append(
            f"{one.game:<16} {one.players:>7} {one.python:>10,.0f} {one.native:>12,.0f} {one.ratio:>6.1f}x {spread:>13}"
            f" {threads:>9}  {compiled}"
        )
    return lines
