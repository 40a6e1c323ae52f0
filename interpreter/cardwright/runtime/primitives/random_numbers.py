"""Random numbers from a generator whose state is part of the game's state.

The seed selects one of two generators. Both are described in docs/architecture/state.md and exist in C as well. The
fast one is for simulations and trials: a 128-bit linear congruential generator whose upper 64 bits are used (multiplier
and increment are those published for 128-bit PCG). From a few of its outputs all others can be computed. The keyed one
is for matches between people and has a secret seed (`SECRET` or more). Its outputs are BLAKE2b (RFC 7693) of a counter
under a key: without the key, known outputs reveal nothing about the others.
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from hashlib import blake2b

from cardwright.runtime.primitives.plain_or_tracked_tables import Context
from cardwright.state_slots_and_table_rows import RNG, TRACKER, Slots

MULTIPLIER = 0x2360ED051FC65DA44385DF649FCCF645
INCREMENT = 0x5851F42D4C957F2D14057B7EF767814F
BITS_128 = (1 << 128) - 1
# The least secret seed.
SECRET = 1 << 128
_PURPOSE = b"cardwright seed"


def secret_seed() -> int:
    """Return a new random seed of 128 bits from the operating system, for a match between people."""
    return SECRET | int.from_bytes(os.urandom(16), "big")


def is_secret(seed: int) -> bool:
    """Return True if a match with this seed draws from the keyed generator."""
    return seed >= SECRET


def seed_told(seed: int) -> str:
    """Return a seed as text for people who watch a match; a secret seed is not revealed."""
    return "secret seed" if is_secret(seed) else f"seed {seed}"


def generator(seed: int) -> int:
    """Return the initial state of the generator that a seed selects; a seed is any integer.

    For the fast generator the state has 128 bits; for the keyed one it is the key and, above it, the number of the next
    draw.
    """
    if not is_secret(seed):
        return seeded(seed)
    key = seed.to_bytes((seed.bit_length() + 7) // 8, "little")
    return SECRET | int.from_bytes(blake2b(key, digest_size=16, person=_PURPOSE).digest(), "little")


def seeded(seed: int) -> int:
    """Return the initial state of the fast generator: the seed is expanded to 128 bits and two steps are made."""
    state = (seed * 2 + 1) & BITS_128
    for _ in range(2):
        state = (state * MULTIPLIER + INCREMENT) & BITS_128
        state ^= state >> 67
    return state


def rand(S: Slots, n: int) -> int:
    """Return a random integer from 0 to `n` - 1."""
    state: int = S[RNG]
    if state > BITS_128:
        S[RNG] = state + SECRET
        return _draw_keyed(state) * n >> 64
    S[RNG] = state = (state * MULTIPLIER + INCREMENT) & BITS_128
    return (state >> 64) * n >> 64


def _draw_keyed(state: int) -> int:
    """Return the 64 bits that the keyed generator draws in a state."""
    number, key = (state >> 128).to_bytes(8, "little"), (state & BITS_128).to_bytes(16, "little")
    return int.from_bytes(blake2b(number, digest_size=8, key=key).digest(), "little")


def mix(S: Slots, order: list[int]) -> list[int]:
    """Shuffle a list in place, and return it."""
    state = S[RNG]
    if state > BITS_128:
        for place in range(len(order) - 1, 0, -1):
            other = rand(S, place + 1)
            order[place], order[other] = order[other], order[place]
        return order
    for place in range(len(order) - 1, 0, -1):
        state = (state * MULTIPLIER + INCREMENT) & BITS_128
        other = (state >> 64) * (place + 1) >> 64
        order[place], order[other] = order[other], order[place]
    S[RNG] = state
    return order


def shuffle(context: Context, S: Slots, zone: int) -> None:
    """Shuffle an ordered zone; an unordered one is left as it is."""
    if isinstance(S[zone], tuple):
        S[zone] = S[TRACKER].shuffled(S, zone, S[zone]) if context.tracked else tuple(mix(S, list(S[zone])))


def sample(context: Context, S: Slots, pool: Sequence[int], n: int, name: str) -> tuple[int, ...]:
    """Return `n` random items of a list, or all if there are fewer; `name` identifies the chance act."""
    left = list(pool)
    found = []
    for _ in range(min(n, len(left))):
        place = S[TRACKER].drawn_item(S, "pick", name, left) if context.tracked else rand(S, len(left))
        found.append(left.pop(place))
    return tuple(found)


def derive_seed(seed: int, *purpose: int | str) -> int:
    """Return a 48-bit seed that depends only on `seed` and `purpose`, not on the machine or the order of calls."""
    text = "/".join(map(str, (seed, *purpose)))
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")
