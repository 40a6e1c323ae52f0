"""Something that a piece, a player or the table has, as it is told."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a piece, a player or the table has: its declared `word`, what it is called, and its value in words.

    One kept for each word of a type has them in `each`: (word, number), all of them where the look wants a `chart`.
    `says` is whether it is worth telling by itself: not a 0, or nobody. `stays`: it is told all the same, so that
    others do not move when it comes and goes. A `late` one comes and goes: what stays comes before it.
    """

    word: str
    title: str
    value: str
    says: bool = True
    each: tuple[tuple[str, str], ...] = ()
    chart: bool = False
    stays: bool = False
    late: bool = False
