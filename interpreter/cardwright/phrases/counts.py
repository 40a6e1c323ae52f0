"""How many of something there are, in words."""


def how_many(count: int, noun: str) -> str:
    """A number with its noun: `1 file`, `2 files`. Only for nouns that take an `s`."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"
