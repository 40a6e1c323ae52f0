"""Finds the state of a 128-bit linear congruential generator of which 64 bits of three numbers in a row were seen.

The lower half of the first state is the only unknown. With it the next state moves along a lattice of two dimensions,
of whose points about one is where both fit: near the middle, as a reduced basis finds it (Lagrange's reduction).
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product

from cardwright.runtime.primitives.random_numbers import BITS_128, INCREMENT, MULTIPLIER

WORD, AROUND = 1 << 64, range(-3, 4)
Point = tuple[int, int]


def recovered(numbers: Sequence[int]) -> int | None:
    """Return the state after three numbers of 64 bits; None if no state gives them in a row."""
    first, *others = numbers
    for low in _lows(first, others[0]):
        state = first << 64 | low
        for number in others:
            state = (state * MULTIPLIER + INCREMENT) & BITS_128
            if state >> 64 != number:
                break
        else:
            return state
    return None


def _lows(first: int, second: int) -> Iterator[int]:
    """The lower halves with which the second number may follow the first."""
    wanted = ((second << 64) - (first << 64) * MULTIPLIER - INCREMENT) & BITS_128
    middle = (WORD // 2, wanted + WORD // 2)
    (a, b), (c, d) = _reduced((1, MULTIPLIER), (0, BITS_128 + 1))
    size = a * d - b * c
    near = [
        round(Fraction(middle[0] * d - middle[1] * c, size)),
        round(Fraction(middle[1] * a - middle[0] * b, size)),
    ]
    for one, other in product(AROUND, AROUND):
        low = (near[0] + one) * a + (near[1] + other) * c
        if 0 <= low < WORD:
            yield low


def _reduced(short: Point, long: Point) -> tuple[Point, Point]:
    while True:
        if _product(long, long) < _product(short, short):
            short, long = long, short
        times = round(Fraction(_product(short, long), _product(short, short)))
        if not times:
            return short, long
        long = (long[0] - times * short[0], long[1] - times * short[1])


def _product(one: Point, other: Point) -> int:
    return one[0] * other[0] + one[1] * other[1]
