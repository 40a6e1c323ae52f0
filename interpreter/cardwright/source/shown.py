"""A value from outside in a few letters, for messages about what somebody gave: whatever it is, however large."""

from __future__ import annotations

MOST = 60


def shown(value: object) -> str:
    """The value as Python writes it, cut short; what cannot be written so is called by its type."""
    try:
        text = ascii(value)
    except (ValueError, RecursionError):
        return f"a very large {type(value).__name__}"
    return text if len(text) <= MOST else f"{text[: MOST - 3]}..."
