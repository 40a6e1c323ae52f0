"""Benchmark of matches per second in each engine, in alternating rounds under equal load."""

import os
import platform
import statistics
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict, dataclass
from hashlib import sha256
from random import Random
from typing import TYPE_CHECKING, Any

from cardwright_tools.cli import standard_output
from cardwright_tools.laboratory.games.match import MAX_DECISIONS, MatchConfig, play_one
from cardwright_tools.laboratory.games.native_match import AT_ONCE, NEVER, NativePlayer, derive_seeds, play_native
from cardwright_tools.worker_pool import UnderWay

if TYPE_CHECKING:
    from cardwright import Game, State
    from cardwright.native.engine import Engine

ROUNDS = 5
BOTS = ("random", "greedy", "mcts:200")
# Number of positions of random matches at which searches are measured.
PLACES = 8


@dataclass(frozen=True)
class EngineSpeed:
    """Throughput of bots on one core in Python and in C, as medians over rounds.

    - `unit`: `decisions` of whole matches, or `simulations` of a search
    - `ratio`: the throughput of C divided by that of Python; `lowest` and `highest` are those of single rounds
    - `compile_seconds`: None if the library was cached
    - `threads`: the speedup by number of threads
    - `control`: the speedup of two threads with independent work, which shows the load of the machine
    """

    game: str
    sets: tuple[str, ...]
    players: int
    bots: str
    unit: str
    python: float
    native: float
    ratio: float
    lowest: float
    highest: float
    compile_seconds: float | None
    threads: dict[int, float]
    control: float | None


# A benchmark of one engine: it gets a start number, and returns how much was done in one run.
Work = Callable[[int], int]


def measure_engines(game: "Game", players: int, bots: Sequence[str], seconds: float) -> Iterator[EngineSpeed]:
    """Measure one game with each kind of bot, each engine for about `seconds`. Raises NotNative without C."""
    from cardwright.native.engine import Engine

    began = time.perf_counter()
    engine = Engine(game, players)
    compiled = round(time.perf_counter() - began, 1) if engine.library.fresh else None
    share = seconds / ROUNDS
    for kind in bots:
        table = MatchConfig(game.name, players, (kind,) * players, 1, game.sets)
        search = kind.startswith("mcts")
        python, native = _make_search_work(engine, game, table) if search else _make_match_work(engine, game, table)
        rounds = []
        for number in range(ROUNDS):
            first = 0 if search else 1_000_000 * number
            rounds.append((_measure_speed(python, first, share), _measure_speed(native, first, share)))
        threads, control = (
            _measure_threads(engine, game, table, max(rounds)[1], share) if kind == "random" else ({}, None)
        )
        ratios = [fast / slow for slow, fast in rounds]
        yield EngineSpeed(
            game.name,
            game.sets,
            players,
            kind,
            "simulations" if search else "decisions",
            round(statistics.median(slow for slow, _ in rounds)),
            round(statistics.median(fast for _, fast in rounds)),
            round(statistics.median(ratios), 1),
            round(min(ratios), 1),
            round(max(ratios), 1),
            compiled,
            threads,
            control,
        )


def _make_match_work(engine: "Engine", game: "Game", table: MatchConfig) -> tuple[Work, Work]:
    """Return functions that play whole matches in Python and in C.

    Each function is called with the number of its first match, and returns the number of decisions made.
    """
    room = NativePlayer(engine, game, table)

    def some(number: int) -> int:
        outcomes = room.play(range(number * AT_ONCE, (number + 1) * AT_ONCE), NEVER)
        return sum(one.decisions for one in outcomes)

    return lambda number: play_one(game, table, number).decisions, some


def _make_search_work(engine: "Engine", game: "Game", table: MatchConfig) -> tuple[Work, Work]:
    """Return functions that run searches in the same states in Python and in C; work is counted in simulations."""
    from cardwright.bots import make_bot
    from cardwright.bots.native_bots import convert_bot
    from cardwright.native.bot_engine import Seated

    kind, states = table.bots[0], list(_sample_states(game, table))
    bot: Seated = convert_bot(make_bot(kind, 0), engine.program)
    rooms = [engine.taken(state) for state in states]
    for room, state in zip(rooms, states, strict=True):
        room.known = state.retracked().slots[0].known
    mind = engine.mind()

    def think(number: int) -> int:
        make_bot(kind, number).choose(states[number % PLACES])
        return bot.simulations

    def think_in_c(number: int) -> int:
        mind.seat(states[number % PLACES].player, bot, number)
        mind.choose(rooms[number % PLACES])
        return bot.simulations

    return think, think_in_c


def _sample_states(game: "Game", table: MatchConfig) -> "Iterator[State]":
    """Yield states of random matches in which a search has several options."""
    from cardwright.bots.mcts import Search

    pick, found = Random(5), 0
    while found < PLACES:
        state = game.new(table.players, pick.getrandbits(20), tracked=False)
        for _ in range(pick.randrange(200)):
            if not state.finished:
                state.apply(pick.randrange(state.option_count))
        if state.option_count > 1 and Search(state.clone(), Random(1), "quick", 8).settled is None:
            found += 1
            yield state


def _measure_speed(work: Work, first: int, seconds: float) -> float:
    """Return the amount of work per second, starting at match `first`."""
    done = number = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not number:
        done += work(first + number)
        number += 1
    return done / spent


def _measure_threads(
    engine: "Engine", game: "Game", table: MatchConfig, speed: float, seconds: float
) -> tuple[dict[int, float], float | None]:
    """Return the speedup of two threads for matches and for independent work: medians of rounds."""
    if (os.cpu_count() or 1) < 2:
        return {}, None
    [one] = engine.random_games(engine.library.new(), [derive_seeds(table, 0)], MAX_DECISIONS)
    games = range(max(4 * AT_ONCE, int(speed * seconds / max(1, one.decisions))))
    found, control = [], []
    for _ in range(ROUNDS):
        control.append(_measure_control(seconds))
        spent = []
        for jobs in (1, 2):
            start = time.perf_counter()
            for _ in play_native(engine, game, table, games, jobs):
                pass
            spent.append(time.perf_counter() - start)
        found.append(spent[0] / spent[1])
    return {2: round(statistics.median(found), 2)}, round(statistics.median(control), 2)


def _measure_control(seconds: float) -> float:
    """Return the speedup of two threads that only compute hashes, and so share no memory and no interpreter lock."""
    block = bytes(1 << 16)

    def work(until: float) -> int:
        done = 0
        while time.perf_counter() < until:
            sha256(block).digest()
            done += 1
        return done

    one = work(time.perf_counter() + seconds / 4)
    with ThreadPoolExecutor(2) as threads:
        two = list(UnderWay(threads).map(work, [time.perf_counter() + seconds / 4] * 2))
    return sum(two) / one


def build_json(speeds: list[EngineSpeed]) -> dict[str, Any]:
    """Return the measurements as JSON values, with the compiler and the machine."""
    from cardwright.native.c_compiler import FLAGS, find_compiler

    compiler = find_compiler()
    return {
        "python": platform.python_version(),
        "compiler": [*compiler.command, *FLAGS],
        "version": compiler.version.splitlines()[0] if compiler.version else "",
        "games": [asdict(speed) for speed in speeds],
    }


def format_speeds(speeds: list[EngineSpeed]) -> list[str]:
    """Format the measurements as a table."""
    heads = ("GAME", "PLAYERS", "BOTS", "A SECOND", "PYTHON", "NATIVE", "RATIO", "RANGE", "2 THREADS", "COMPILED")
    rows = [
        (
            one.game,
            f"{one.players}",
            one.bots,
            one.unit,
            f"{one.python:,.0f}",
            f"{one.native:,.0f}",
            f"{one.ratio:.1f}x",
            f"{one.lowest:.1f}-{one.highest:.1f}",
            f"{one.threads[2]:.2f}x of {one.control:.2f}x" if 2 in one.threads else "-",
            "kept" if one.compile_seconds is None else f"{one.compile_seconds} s",
        )
        for one in speeds
    ]
    return standard_output.lay_out_columns(
        heads, rows, ("GAME", "BOTS", "A SECOND", "COMPILED"), standard_output.measure_width()
    )
