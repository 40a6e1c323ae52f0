"""Whole numbers that programs hand in become Python's own, or are refused before anything is made of them."""

from __future__ import annotations

from operator import index

from cardwright.source.shown import shown


def whole_number(value: object, what: str) -> int:
    """The number, also of another library's kind: those of NumPy overflow, and are written down as something else.

    TypeError says what it was to be; a yes is no number.
    """
    if type(value) is int:
        return value
    try:
        if not isinstance(value, bool):
            return index(value)  # type: ignore[arg-type]  # that is the question
    except TypeError:
        pass
    raise TypeError(f"{what} is a whole number, not {shown(value)}")
