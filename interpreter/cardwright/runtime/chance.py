"""Random numbers, from a generator whose state is part of the game's."""

from __future__ import annotations

from typing import Any

from cardwright.contract import RNG

Slots = list[Any]

# The random numbers: a 128-bit linear congruential generator whose upper 64 bits are used (multiplier and increment
# are those published for 128-bit PCG). The state is slot 2 of the state list; documented in docs/architecture.md.
MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
BITS_128 = (1 << 128) - 1


def seeded(seed: int) -> int:
    """The first generator state for a seed (any whole number): the seed mixed in, then two steps."""
    state = (seed * 2 + 1) & BITS_128
    for _ in range(2):
        state = (state * MULTIPLIER + INCREMENT) & BITS_128
        state ^= state >> 67
    return state


def rand(S: Slots, n: int) -> int:
    """A random whole number from 0 to below `n`."""
    r: int = (S[RNG] * MULTIPLIER + INCREMENT) & BITS_128
    S[RNG] = r
    return (r >> 64) * n >> 64


def mix(S: Slots, order: list[int]) -> list[int]:
    """A list put into a random order; it is changed."""
    state = S[RNG]
    for place in range(len(order) - 1, 0, -1):
        state = (state * MULTIPLIER + INCREMENT) & BITS_128
        other = (state >> 64) * (place + 1) >> 64
        order[place], order[other] = order[other], order[place]
    S[RNG] = state
    return order
