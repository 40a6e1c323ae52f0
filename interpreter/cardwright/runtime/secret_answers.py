"""Answers given in secret that do not count yet: where the frames of a game keep them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

# What the compiler calls the answers in a frame. Before them stand whom they are of, and how many count already. Each
# entry is an answer, and what it could have been; of several also how few, how many, and whether none at all would do.
SEALED = ".sealed"
Frames = Mapping[int, tuple[str, tuple[tuple[str, str, str], ...], tuple[int, ...]]]


def sealed_answers(described: Frames, frames: Iterable[tuple[Any, ...]]) -> list[Any]:
    """All that are kept, the outermost choice first: how many of them count already, and what was answered."""
    found = []
    for frame in frames:
        for place, (word, _, _) in enumerate(described[frame[0]][1], start=1):
            if word == SEALED and frame[place]:
                found.append([frame[place - 1], [entry[0] for entry in frame[place]]])
    return found
