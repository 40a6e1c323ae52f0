"""Syntax trees as plain values, as the cache keeps them, and back."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

from cardwright.syntax import tree

# A node is a tuple that begins with the number of its class, a tuple of nodes is a list.
_CLASSES = [each for each in vars(tree).values() if isinstance(each, type) and issubclass(each, tree.Node)]
_NUMBERS: dict[type, int] = {each: number for number, each in enumerate(_CLASSES)}
_NAMES = [tuple(entry.name for entry in fields(each)) for each in _CLASSES]
_SETTERS = [tuple(getattr(each, name).__set__ for name in names) for each, names in zip(_CLASSES, _NAMES, strict=True)]
_VALUES = (str, int, bool, type(None))


def as_plain(value: object) -> Any:
    """Plain values that stand for a tree. Raises TypeError for what can stand in none."""
    number = _NUMBERS.get(type(value))
    if number is not None:
        return (number, *(as_plain(getattr(value, name)) for name in _NAMES[number]))
    if isinstance(value, tuple):
        return [as_plain(each) for each in value]
    if type(value) not in _VALUES:
        raise TypeError(f"{type(value).__name__} in a tree")
    return value


def from_plain(kept: Any) -> Any:
    """The tree that plain values stand for."""
    kind = type(kept)
    if kind is list:
        return tuple([from_plain(each) for each in kept])
    if kind is not tuple:
        return kept
    number = kept[0]
    made = object.__new__(_CLASSES[number])
    for put, value in zip(_SETTERS[number], kept[1:], strict=True):
        put(made, from_plain(value) if type(value) in (tuple, list) else value)
    return made
