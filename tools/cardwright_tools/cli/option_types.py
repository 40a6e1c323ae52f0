"""Types of the values of flags, with error messages for invalid values."""

import argparse
import os
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path

from cardwright.source.path_and_number_checks import explain_bad_path, format_value

# Limit for the digits of a number: as many as 2^64 has.
MAX_LENGTH = 20

# Width and height in millimetres.
CARD_SIZES = {
    "poker": (63.5, 88.9),
    "bridge": (57.0, 88.9),
    "mini": (44.0, 68.0),
    "tarot": (70.0, 120.0),
    "square": (70.0, 70.0),
}


def place(text: str) -> str:
    """Return a path or the name of a game. Raises ArgumentTypeError if it is no valid name."""
    why = explain_bad_path(text)
    if why is not None:
        raise argparse.ArgumentTypeError(f"{format_value(text)} {why}")
    return text


def path(text: str) -> Path:
    """Return the path of a file or folder."""
    return Path(place(text))


def page(text: str) -> Path:
    """Return the path of an output file, which may only replace a file that Cardwright wrote."""
    return _make_file(text)


def own_file(text: str) -> Path:
    """Return the path of an output file; the command itself checks whether the file may be replaced."""
    return _make_file(text)


def run(text: str) -> Path:
    """Return the path of a run file to start or resume; its folder is created."""
    return _make_file(text)


def folder(text: str) -> Path:
    """Return the path of an output folder, created if missing."""
    if not text:
        raise argparse.ArgumentTypeError("the name of the folder is empty")
    return path(text)


def _make_file(text: str) -> Path:
    if not text or text.endswith(os.sep):
        raise argparse.ArgumentTypeError(f"{format_value(text)} cannot be the name of a file")
    return path(text)


def _number(text: str) -> int:
    """Return a whole number of at most `MAX_LENGTH` digits, or -1 for anything else."""
    return int(text) if text.isdecimal() and len(text) <= MAX_LENGTH else -1


def _make_whole_number(least: int, most: float, what: str) -> Callable[[str], int]:
    """Return a parser of whole numbers from `least` to `most`; for the error, `what` describes these numbers."""

    def parse(text: str) -> int:
        if not least <= _number(text) <= most:
            raise argparse.ArgumentTypeError(f"{format_value(text)} is not {what}")
        return _number(text)

    return parse


count = _make_whole_number(1, float("inf"), "a number from 1 up")
natural = _make_whole_number(0, 10**9 - 1, "a number from 0 up")
seed_number = _make_whole_number(0, 2**64 - 1, "a whole number from 0 to 2^64 - 1")
# 0 stands for any free port.
port = _make_whole_number(0, 65535, "a port, a whole number from 0 to 65535")
dots = _make_whole_number(30, 1200, "a number of dots per inch from 30 to 1200")


def counts(text: str) -> tuple[int, ...]:
    """Return distinct numbers from 1 up, separated by commas, in ascending order."""
    found = [count(part.strip()) for part in text.split(",")]
    if twice := next((each for each in found if found.count(each) > 1), None):
        raise argparse.ArgumentTypeError(f"{format_value(text)} has {twice} more than once")
    return tuple(sorted(found))


def _parse_amount(text: str, fits: Callable[[float], bool], what: str) -> float:
    """Return a number that `fits` accepts; for the error, `what` describes which numbers it accepts."""
    with suppress(ValueError):
        if fits(float(text)):
            return float(text)
    raise argparse.ArgumentTypeError(f"`{text}` is not {what}")


def duration(text: str) -> float:
    """Return a number of seconds, at most 3600."""
    return _parse_amount(text, lambda seconds: 0 < seconds <= 3600, "a number of seconds above 0, at most 3600")


def minutes(text: str) -> float:
    """Return a number of minutes, at most a day."""
    return _parse_amount(text, lambda wanted: 0 < wanted <= 1440, "a number of minutes above 0, at most 1440")


def certainty(text: str) -> float:
    """Return a confidence level from 0.5 up to, but not including, 1. Example: 0.95."""
    what = "a confidence level from 0.5 up to, but not including, 1, such as 0.95"
    return _parse_amount(text, lambda wanted: 0.5 <= wanted < 1, what)


def words(text: str) -> list[str]:
    """Return words separated by commas."""
    found = [word.strip() for word in text.split(",")]
    if not all(found):
        raise argparse.ArgumentTypeError(f"`{text}` is not a list such as `a,b`")
    return found


def _seat(text: str) -> int:
    number = text.strip().removeprefix("P").removeprefix("p")
    if _number(number) < 1:
        raise argparse.ArgumentTypeError(f"{format_value(text)} is not a seat; seats are 1, 2, 3, ...")
    return _number(number) - 1


# As many seats as a match can have.
EVERY_SEAT = tuple(range(64))


def seats(text: str) -> tuple[int, ...]:
    """Return seats numbered from 0. Example: `1,3`, `all` (EVERY_SEAT) or `none`."""
    if text == "all":
        return EVERY_SEAT
    if text == "none":
        return ()
    return tuple(sorted({_seat(part) for part in text.split(",")}))


def seat_bot(text: str) -> tuple[int, str]:
    """Return a seat and the kind of its bot. Example: `2=greedy`."""
    seat, equals, kind = text.partition("=")
    if not equals or not kind.strip():
        raise argparse.ArgumentTypeError(f"`{text}` does not have the form SEAT=KIND, such as `2=greedy`")
    return _seat(seat), kind.strip()


def seat_deck(text: str) -> tuple[int, str]:
    """Return a seat and the file of its deck. Example: `1=dragons.yaml`."""
    seat, equals, file = text.partition("=")
    if not equals or not file.strip():
        raise argparse.ArgumentTypeError(f"`{text}` does not have the form SEAT=FILE, such as `1=dragons.yaml`")
    return _seat(seat), file.strip()


def card_size(text: str) -> tuple[float, float]:
    """Return the size of a card in millimetres. Example: `poker` or `60x90`."""
    if text in CARD_SIZES:
        return CARD_SIZES[text]
    wide, _, high = text.lower().removesuffix("mm").partition("x")
    try:
        size = (float(wide), float(high))
    except ValueError:
        size = (0.0, 0.0)
    if not all(20 <= side <= 400 for side in size):
        names = ", ".join(CARD_SIZES)
        raise argparse.ArgumentTypeError(f"`{text}` is not a card size: write {names}, or 20x20 to 400x400 (in mm)")
    return size
