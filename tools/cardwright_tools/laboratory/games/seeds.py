"""Seeds derived from seeds, so that every game of a run can be played again alone."""

from hashlib import blake2b


def derive_seed(seed: int, *purpose: int | str) -> int:
    """A 48-bit seed that depends on `seed` and `purpose` alone, not on the machine or the order of asking."""
    text = "/".join(map(str, (seed, *purpose)))
    return int.from_bytes(blake2b(text.encode(), digest_size=6).digest(), "big")
