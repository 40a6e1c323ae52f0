"""Rows of numbers as C."""

from __future__ import annotations

from collections.abc import Iterable, Sequence


def row(word: str, values: Iterable[int], ty: str = "int32_t") -> str:
    """A row, with -1 behind it: C knows no empty ones."""
    return f"DATA {ty} {word}[] = {{{', '.join(str(int(value)) for value in [*values, -1])}}};"


def lists(places: str, word: str, each: Sequence[Sequence[int] | None]) -> list[str]:
    """Lists behind each other, each ending in -1, and where each begins; -1 for none."""
    at, starts, cells = 0, [], []
    for values in each:
        starts.append(-1 if values is None else at)
        if values is not None:
            cells += [*values, -1]
            at += len(values) + 1
    return [row(places, starts), row(word, cells)]
