"""Counts with a noun."""


def how_many(count: int, noun: str) -> str:
    """Return a number with its noun: `1 file`, `2 files`. Only for nouns with a plural in `s`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
