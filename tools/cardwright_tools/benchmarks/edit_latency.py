"""Benchmark of the time from an edit of one card to the diagnostics, and to a first match per engine."""

import os
import re
import shutil
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import cycle, islice
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.source.atomic_write import write_whole
from cardwright.source.path_and_number_checks import resolve_path
from cardwright.source.read_with_size_limit import read_text
from cardwright_tools.cli.errors import FINDINGS, OK, FindingError
from cardwright_tools.cli.standard_output import lay_out_columns, measure_width
from cardwright_tools.laboratory.games.engine_choice import AUTO, NATIVE, PYTHON

if TYPE_CHECKING:
    from cardwright import Game

ROUNDS = 5
BOTS = ("random", "greedy")
ENGINES = (PYTHON, AUTO, NATIVE)
CHECKED, UNCHANGED = "checked", "unchanged"
START = "import sys; from cardwright_tools.cli.main import run; sys.exit(run())"
# A number in brackets: in card files, only rule texts such as powers have them.
NUMBER = re.compile(r"(?<=\()[1-9](?=\))")


@dataclass(frozen=True)
class EditSpeed:
    """Seconds that commands take after the edit of a card, as medians over rounds.

    `checked` is the time of `validate`, and `unchanged` that of a second run without an edit. `seconds` is the time to
    the end of the first game, by engine. Each round edits another card. `ratios` compare an engine with Python in the
    same round: median, lowest and highest.
    """

    game: str
    players: int
    bots: str
    checked: float
    unchanged: float
    seconds: dict[str, float]
    ratios: dict[str, tuple[float, float, float]]


def measure_edits(game: "Game", players: int, bots: Sequence[str]) -> Iterator[EditSpeed]:
    """Measure one game with each kind of bot. Raises FindingError if no power has a number to change."""
    with tempfile.TemporaryDirectory(prefix="cardwright-bench-") as folder:
        copy = _copy_game(game, Path(folder))
        for kind in bots:
            _measure_round(copy, game, players, kind)
            rounds = [_measure_round(copy, game, players, kind) for _ in islice(_edit_cards(copy, game), ROUNDS)]
            yield EditSpeed(
                game.name,
                players,
                kind,
                _find_median(rounds, CHECKED),
                _find_median(rounds, UNCHANGED),
                {engine: _find_median(rounds, engine) for engine in ENGINES},
                {engine: _spread([each[PYTHON] / each[engine] for each in rounds]) for engine in ENGINES[1:]},
            )


def _measure_round(copy: Path, game: "Game", players: int, kind: str) -> dict[str, float]:
    """Return the seconds of each command and engine."""
    checks = {name: _time_command(copy, ["validate", str(copy)], "check") for name in (CHECKED, UNCHANGED)}
    words = ["simulate", str(copy), "--games", "1", "--players", str(players), "--bots", kind, "--jobs", "1", "--json"]
    words += [word for deck in game.decks for word in ("--deck", f"{deck.seat[1:]}={resolve_path(deck.path)}")]
    if game.sets:
        words += ["--sets", ",".join(game.sets)]
    return checks | {engine: _time_command(copy, [*words, "--engine", engine], engine) for engine in ENGINES}


def _find_median(rounds: Sequence[dict[str, float]], what: str) -> float:
    return round(statistics.median(each[what] for each in rounds), 2)


def _spread(ratios: Sequence[float]) -> tuple[float, float, float]:
    return round(statistics.median(ratios), 2), round(min(ratios), 2), round(max(ratios), 2)


def _copy_game(game: "Game", folder: Path) -> Path:
    """Copy a game with its sets to a folder that may be changed."""
    from cardwright.game.loading import place_of

    place = place_of(str(game.folder or game.name))
    if place is None:
        raise FindingError(f"the files of {game.name} are not found.")
    copy = folder / place.folder.name
    shutil.copytree(place.folder, copy)
    if place.cards.is_dir() and place.cards != place.folder / "cards":
        shutil.copytree(place.cards, copy / "cards")
    for path in place.shared():
        (copy / "cards").mkdir(exist_ok=True)
        write_whole(copy / "cards" / path.name, read_text(path))
    for listed in (copy / "cards").glob("*/released.txt"):
        listed.unlink()
    return copy


def _edit_cards(copy: Path, game: "Game") -> Iterator[None]:
    """Yield after each edit, which changes one number in a power; each edit is of another card."""
    from cardwright import CardwrightError, load_game

    sites = [
        (file, found.start())
        for file in sorted(copy.glob("cards/*/*.yaml"))
        for found in NUMBER.finditer(read_text(file))
    ]
    if not sites:
        raise FindingError(f"no power of {game.name} has a number in brackets, so no card can be edited.")
    edited = 0
    for file, at in cycle(sites[:: max(1, len(sites) // ROUNDS)]):
        before = read_text(file)
        write_whole(file, f"{before[:at]}{int(before[at]) % 9 + 1}{before[at + 1 :]}")
        try:
            load_game(copy, game.sets, decks=game.decks)
        except CardwrightError:
            write_whole(file, before)
            edited += 1
            if edited > len(sites):
                raise FindingError(f"no number of a power of {game.name} can be changed.") from None
            continue
        yield


def _time_command(copy: Path, words: Sequence[str], part: str) -> float:
    """Return the seconds that a command takes in a new process, with a cache of its own named by `part`.

    The modules of Python are already compiled, as in an installation.
    """
    below = copy.parent
    kept = os.environ | {"CARDWRIGHT_CACHE": str(below / part), "PYTHONPYCACHEPREFIX": str(below / "modules")}
    kept.pop("PYTHONDONTWRITEBYTECODE", None)
    start = time.perf_counter()
    done = subprocess.run([sys.executable, "-c", START, *words], env=kept, capture_output=True, check=False)
    spent = time.perf_counter() - start
    if done.returncode > (FINDINGS if words[0] == "validate" else OK):
        raise FindingError(f"`{words[0]}` failed in {copy.name}: {done.stderr.decode(errors='replace').strip()}")
    return spent


def format_latencies(speeds: Sequence[EditSpeed]) -> list[str]:
    """Format the measurements as a table."""
    names = ("CHECK", "AGAIN", *(engine.upper() for engine in ENGINES))
    heads = ("GAME", "PLAYERS", "BOTS", *(f"{name} s" for name in names), "AUTO", "RANGE", "NATIVE", "ITS RANGE")
    rows = [
        (
            one.game,
            f"{one.players}",
            one.bots,
            *(f"{each:.2f}" for each in (one.checked, one.unchanged, *one.seconds.values())),
            *(cell for mid, low, high in one.ratios.values() for cell in (f"{mid:.2f}x", f"{low:.2f}-{high:.2f}")),
        )
        for one in speeds
    ]
    return lay_out_columns(heads, rows, ("GAME", "BOTS"), measure_width())
