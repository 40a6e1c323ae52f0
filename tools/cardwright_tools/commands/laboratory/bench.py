"""The command `cardwright bench`, which measures how fast games run, copy and start."""

import json
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time
from argparse import Namespace
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from random import Random
from typing import TYPE_CHECKING

from cardwright import find_games
from cardwright_tools.cli.deck_arguments import Decks, check_deck_seats, choose_game_with_decks
from cardwright_tools.cli.errors import OK, FindingError, UsageError
from cardwright_tools.cli.game_arguments import check_bots, check_choice, choose_players, list_decks
from cardwright_tools.cli.standard_output import lay_out_columns, measure_width, print_json, print_lines, print_note

if TYPE_CHECKING:
    from cardwright import Game, State
    from cardwright_tools.benchmarks.engine_throughput import EngineSpeed

CLONED_STATES = 60
CLONES = 300
STARTS = 3
START_UP = "import sys, cardwright; cardwright.load_game(sys.argv[1]).new(int(sys.argv[2]), 1).option_count"
START_UP_WITH_DECKS = (
    "import sys, json; from cardwright_tools.cli.game_arguments import choose_game; "
    "choose_game(sys.argv[1], decks=json.loads(sys.argv[3])).new(int(sys.argv[2]), 1).option_count"
)


@dataclass(frozen=True)
class Speed:
    """Measured speed of a game: random play on one core, a copy in the middle of a turn, and starts.

    A start is the time of a whole Python process until the first decision, with and without a cache.
    """

    game: str
    players: int
    decisions_per_second: float
    games_per_second: float
    clone_microseconds: float
    cold_start_milliseconds: float
    warm_start_milliseconds: float


def run(arguments: Namespace) -> int:
    """Measure the chosen games, or all, and print the figures."""
    names = arguments.games or sorted(listing.name for listing in find_games())
    for name in names:
        check_choice(name)
    if arguments.deck and len(names) != 1:
        raise UsageError("--deck needs one GAME: the decks are for one game.")
    if arguments.edited:
        return _measure_edits(names, arguments)
    if arguments.engines:
        return _measure_engines(names, arguments)
    if arguments.profile:
        return _show_profiles(names, arguments)
    speeds = []
    for name in names:
        if sys.stderr.isatty():
            print_note(f"measuring {name} ...")
        speeds.append(measure(name, arguments.seconds, arguments.deck))
    if arguments.json:
        print_json({"python": platform.python_version(), "games": [asdict(speed) for speed in speeds]})
        return OK
    heads = ("GAME", "PLAYERS", "DECISIONS/S", "GAMES/S", "CLONE us", "COLD ms", "WARM ms")
    rows = [
        (
            each.game,
            f"{each.players}",
            f"{each.decisions_per_second:,.0f}",
            f"{each.games_per_second:,.1f}",
            f"{each.clone_microseconds:.2f}",
            f"{each.cold_start_milliseconds:.0f}",
            f"{each.warm_start_milliseconds:.0f}",
        )
        for each in speeds
    ]
    print_lines("\n".join(lay_out_columns(heads, rows, ("GAME",), measure_width())))
    return OK


def _list_games(names: Sequence[str], arguments: Namespace) -> Iterator[tuple["Game", int]]:
    """Yield the games to be measured with their number of players, and report progress at a terminal."""
    for name in names:
        game = choose_game_with_decks(name, arguments.sets, arguments.deck)
        if sys.stderr.isatty():
            print_note(f"measuring {name} ...")
        players = choose_players(game, arguments.players)
        check_deck_seats(game, players)
        yield game, players


def _measure_engines(names: Sequence[str], arguments: Namespace) -> int:
    """Measure both engines. Raises FindingError if there is no compiled C."""
    from cardwright.native.c_compiler import NotNative
    from cardwright_tools.benchmarks.engine_throughput import BOTS, build_json, format_speeds, measure_engines

    bots = tuple(arguments.bots or BOTS)
    check_bots(bots)
    speeds: list[EngineSpeed] = []
    for game, players in _list_games(names, arguments):
        try:
            speeds += measure_engines(game, players, bots, arguments.seconds)
        except NotNative as error:
            raise FindingError(f"{game.name} cannot be played in compiled C: {error}.") from None
    if arguments.json:
        print_json(build_json(speeds))
    else:
        print_lines("\n".join(format_speeds(speeds)))
    return OK


def _measure_edits(names: Sequence[str], arguments: Namespace) -> int:
    """Measure the first match after an edit. Raises FindingError if there is no compiled C."""
    from cardwright_tools.benchmarks.edit_latency import BOTS, EditSpeed, format_latencies, measure_edits

    bots = tuple(arguments.bots or BOTS)
    check_bots(bots)
    speeds: list[EditSpeed] = []
    for game, players in _list_games(names, arguments):
        speeds += measure_edits(game, players, bots)
    if arguments.json:
        print_json({"python": platform.python_version(), "games": [asdict(speed) for speed in speeds]})
    else:
        print_lines("\n".join(format_latencies(speeds)))
    return OK


def _show_profiles(names: Sequence[str], arguments: Namespace) -> int:
    """Show the lines of the games' files that take most of the time of random play."""
    from cardwright_tools.benchmarks.game_line_profiler import format_profile, profile

    profiles = []
    for game, players in _list_games(names, arguments):
        profiles.append(profile(game, players, arguments.seconds))
    if arguments.json:
        print_json({"python": platform.python_version(), "profiles": [asdict(each) for each in profiles]})
    else:
        print_lines("\n".join(line for each in profiles for line in format_profile(each)))
    return OK


def measure(name: str, seconds: float, decks: Sequence[tuple[int, str]] = ()) -> Speed:
    """Measure one game with the decks that players bring (seat and file), playing at random for about `seconds`."""
    game = choose_game_with_decks(name, None, decks)
    players = choose_players(game, None)
    check_deck_seats(game, players)
    decisions, games = measure_random_play(game, players, seconds)
    # less time is for a rough measurement
    cold, warm = start_times(name, players, STARTS if seconds >= 1 else 1, list_decks(game))
    return Speed(
        name,
        players,
        round(decisions, 1),
        round(games, 2),
        round(measure_clone(game, players), 3),
        round(cold, 1),
        round(warm, 1),
    )


def measure_random_play(game: "Game", players: int, seconds: float) -> tuple[float, float]:
    """Return decisions and matches per second of whole random matches without log and knowledge."""
    pick = Random(1).random
    decisions = games = 0
    start = time.perf_counter()
    while (spent := time.perf_counter() - start) < seconds or not games:
        state = game.new(players, games, tracked=False)
        apply = state.apply
        while not state.finished:
            apply(int(pick() * state.option_count))
        decisions += state.decisions
        games += 1
    return decisions / spent, games / spent


def measure_clone(game: "Game", players: int) -> float:
    """Return microseconds per `clone()`: the median over states, each the best of three."""
    return statistics.median(_measure_clone_time(state) for state in _list_mid_turn_states(game, players))


def start_times(name: str, players: int, starts: int, decks: Decks = ()) -> tuple[float, float]:
    """Return milliseconds until the first decision of a new process, without and with a cache."""
    cold, warm = [], []
    for _ in range(starts):
        with tempfile.TemporaryDirectory(prefix="cardwright-bench-") as cache:
            cold.append(_start_time(name, players, cache, decks))
            warm.append(_start_time(name, players, cache, decks))
    return min(cold), min(warm)


def _list_mid_turn_states(game: "Game", players: int) -> list["State"]:
    picker = Random(2)
    states: list[State] = []
    seed = 0
    while len(states) < CLONED_STATES:
        state = game.new(players, seed, tracked=False)
        seed += 1
        states.append(state.clone())
        while len(states) < CLONED_STATES:
            turn = state.turns
            state.apply(picker.randrange(state.option_count))
            if state.finished:
                break
            # A decision without a new turn since the last one is inside a turn.
            if state.turns == turn and picker.random() < 0.05:
                states.append(state.clone())
    return states


def _measure_clone_time(state: "State") -> float:
    clone = state.clone
    best = float("inf")
    for _ in range(3):
        start = time.perf_counter()
        for _ in range(CLONES):
            clone()
        best = min(best, time.perf_counter() - start)
    return best / CLONES * 1e6


def _start_time(name: str, players: int, cache: str, decks: Decks) -> float:
    code, more = (START_UP_WITH_DECKS, [json.dumps(decks)]) if decks else (START_UP, [])
    command = [sys.executable, "-c", code, name, str(players), *more]
    start = time.perf_counter()
    subprocess.run(command, env=os.environ | {"CARDWRIGHT_CACHE": cache}, check=True, stdout=subprocess.DEVNULL)
    return (time.perf_counter() - start) * 1000
