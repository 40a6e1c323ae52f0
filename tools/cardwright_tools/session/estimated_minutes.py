"""Length of a match in minutes, from simulated matches whose figures are stored beside the game."""

import json
from collections.abc import Mapping
from contextlib import suppress
from pathlib import Path

from cardwright.game.loading import list_game_places
from cardwright.source.atomic_write import write_whole
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright.source.visible_control_characters import format_json

LENGTH_FILE = "length.json"
MAX_BYTES = 65_536
# Mean seconds of a person for an answer, including forced and quick ones.
SECONDS = 6
# Minutes above which a length is rounded to multiples of five.
MAX_EXACT = 12


def read_lengths(folder: Path) -> Mapping[int, float]:
    """Return the mean number of decisions in a match, by the number of players; {} without a valid file."""
    with suppress(OSError, ValueError, RecursionError, AttributeError):
        found = json.loads(read_ordinary(folder / LENGTH_FILE, MAX_BYTES))
        given = {players: each.get("decisions") for players, each in found.items() if players.isdecimal()}
        sound = {players: number for players, number in given.items() if isinstance(number, int | float)}
        return {int(players): number for players, number in sound.items() if 0 < number < float("inf")}
    return {}


def write_length(folder: Path, players: int, games: int, decisions: int, turns: int) -> Path:
    """Write the length of simulated matches to a file beside the game; return its path. Raises OSError."""
    path = folder / LENGTH_FILE
    kept: dict[str, object] = {}
    with suppress(OSError, ValueError, RecursionError):
        before = json.loads(read_ordinary(path, MAX_BYTES))
        kept = before if isinstance(before, dict) else {}
    kept[str(players)] = {"games": games, "decisions": round(decisions / games), "turns": round(turns / games)}
    ordered = {key: kept[key] for key in sorted(kept, key=lambda key: (len(key), key))}
    write_whole(path, (format_json(ordered, 2) + "\n").encode())
    return path


def find_minutes(folder: Path | None) -> tuple[int, int] | None:
    """Return the shortest and longest length of a match in minutes over all numbers of players; None if unknown."""
    lengths = {} if folder is None else read_lengths(folder)
    minutes = [_round(number * SECONDS / 60) for number in lengths.values()]
    return (min(minutes), max(minutes)) if minutes else None


def describe_minutes(minutes: tuple[int, int] | None) -> str:
    """Return a length in words: `20 to 45 min`; "" if it is unknown."""
    if minutes is None:
        return ""
    least, most = minutes
    return f"{most} min" if least == most else f"{least} to {most} min"


def find_game_folder(name: str) -> Path | None:
    """Return the folder of one of Cardwright's games; None if there is none."""
    place = list_game_places().get(name)
    return None if place is None else place.folder


def _round(minutes: float) -> int:
    return max(1, round(minutes)) if minutes <= MAX_EXACT else 5 * round(minutes / 5)
