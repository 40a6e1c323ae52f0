"""What a drawing is made of, as plain values: shapes of lines and curves in a square."""

from __future__ import annotations

from typing import NamedTuple

# The side of the square.
SIZE = 24.0
# Drawn in the colour of the text beside it.
INK = "ink"
# `M` and `L` have one point, `C` three, `Z` none; all coordinates are absolute.
Step = tuple[str, tuple[float, ...]]


class Drawn(NamedTuple):
    """A shape in a square of 24 by 24; colours are `ink`, `#rrggbb` or "" for none. All of it are plain values."""

    steps: tuple[Step, ...]
    fill: str
    stroke: str
    width: float
    cap: str
    join: str
    rule: str


def written(path: tuple[Step, ...]) -> str:
    """A path as the attribute `d`."""
    return "".join(letter + " ".join(f"{value:.7g}" for value in at) for letter, at in path)
