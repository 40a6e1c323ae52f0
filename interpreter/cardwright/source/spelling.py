"""Did you mean: the known word nearest to a misspelt one."""

from __future__ import annotations

from collections.abc import Iterable
from functools import lru_cache


def suggest(word: str, candidates: Iterable[str]) -> str | None:
    """Return the candidate that `word` most likely stands for, or None if none is near; the first of equals wins."""
    wanted = _plain(word)
    allowed = max(1, len(wanted) // 3)
    best: str | None = None
    for candidate in candidates:
        distance = _distance(wanted, _plain(candidate), allowed)
        if distance <= allowed:
            best, allowed = candidate, distance - 1
        if allowed < 0:
            break
    return best


@lru_cache(maxsize=65_536)
def _plain(word: str) -> str:
    return word.strip().casefold().replace("-", "_").replace(" ", "_")


@lru_cache(maxsize=65_536)
def _distance(word: str, other: str, limit: int) -> int:
    """Count the letters to insert, drop, change or swap with a neighbour, up to `limit`; more counts as `limit` + 1."""
    if word == other:
        return 0
    if len(word) == len(other) and sorted(word.split("_")) == sorted(other.split("_")):
        return 1
    if abs(len(word) - len(other)) > limit or limit < 1:
        return limit + 1
    before: list[int] = []
    row = list(range(len(other) + 1))
    for i, letter in enumerate(word, start=1):
        current = [i]
        for j, target in enumerate(other, start=1):
            cost = min(row[j] + 1, current[j - 1] + 1, row[j - 1] + (letter != target))
            if i > 1 and j > 1 and letter == other[j - 2] and word[i - 2] == target:
                cost = min(cost, before[j - 2] + 1)
            current.append(cost)
        if min(current) > limit:
            return limit + 1
        before, row = row, current
    return row[-1]
