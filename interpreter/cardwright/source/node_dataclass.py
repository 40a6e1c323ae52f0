"""Frozen dataclasses with slots that are cheap to declare, for the many node classes.

`@frozen` means `@dataclass(frozen=True, slots=True)`; `fields` and `replace` work as usual. The standard library
compiles six functions for each class when it is declared. Here all classes share five of them, and the constructor is
compiled when the first object of a class is made, because most runs use few of the classes.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Sequence
from dataclasses import MISSING, Field, FrozenInstanceError, dataclass, field, fields
from operator import attrgetter
from reprlib import recursive_repr
from typing import Any, TypeVar, dataclass_transform

C = TypeVar("C")
_WORD = re.compile(r"\w+")
_NO_NODES = ("int", "str", "bool", "None", "tuple")


@dataclass_transform(frozen_default=True, field_specifiers=(field,))
def frozen(cls: type[C]) -> type[C]:
    """Make a class a frozen dataclass with slots. Two objects of a class are equal if their compared fields are."""
    if not cls.__doc__:
        cls.__doc__ = cls.__name__  # without a docstring, dataclass would compute a signature for it
    own = set(cls.__dict__)
    made: Any = dataclass(init=False, repr=False, eq=False, slots=True)(cls)
    compared = [each.name for each in fields(made) if each.compare]
    made.__compared__ = attrgetter(*compared) if compared else type
    made.__init__ = _make_first_init(made)
    for name, function in vars(_NodeBase).items():
        if callable(function) and name not in own:
            setattr(made, name, function)
    return made  # type: ignore[no-any-return]


def find_node_fields(cls: Any, plain: Collection[str]) -> tuple[str, ...]:
    """Return the fields that may be or contain nodes: fields whose annotation names other types than `plain` ones."""
    return tuple(each.name for each in fields(cls) if not set(_WORD.findall(str(each.type))) <= {*_NO_NODES, *plain})


def make_field_getter(names: Sequence[str]) -> Callable[[Any], tuple[Any, ...]]:
    """Return a function that reads some fields of an object as a tuple."""
    if len(names) > 1:
        return attrgetter(*names)
    if not names:
        return read_nothing
    read: Callable[[Any], tuple[Any, ...]] = eval(f"lambda node: (node.{names[0]},)")  # as quick as it can be
    return read


def read_nothing(_: object) -> tuple[Any, ...]:
    """Return the fields of an object of which none are read."""
    return ()


class _NodeBase:
    """Methods shared by all node classes."""

    __compared__: Any

    def __eq__(self, other: object) -> bool:
        if other.__class__ is not self.__class__:
            return NotImplemented
        compared = self.__compared__
        return compared(self) == compared(other)  # type: ignore[no-any-return]

    def __hash__(self) -> int:
        return hash(self.__compared__(self))

    @recursive_repr()
    def __repr__(self: Any) -> str:
        shown = ", ".join(f"{each.name}={getattr(self, each.name)!r}" for each in fields(self) if each.repr)
        return f"{self.__class__.__qualname__}({shown})"

    def __setattr__(self, name: str, value: object) -> None:
        raise FrozenInstanceError(f"cannot assign to field {name!r}")

    def __delattr__(self, name: str) -> None:
        raise FrozenInstanceError(f"cannot delete field {name!r}")

    def __getstate__(self: Any) -> list[object]:
        return [getattr(self, each.name) for each in fields(self)]

    def __setstate__(self: Any, state: list[object]) -> None:
        for each, value in zip(fields(self), state, strict=True):
            object.__setattr__(self, each.name, value)


def _make_first_init(cls: Any) -> Any:
    """Return a constructor for the first object of a class, which compiles and installs the real constructor."""

    def init(self: Any, *args: object, **named: object) -> None:
        cls.__init__ = _make_init(cls)
        cls.__init__(self, *args, **named)

    return init


def _make_init(cls: Any) -> Any:
    """Return a constructor that sets each field through its slot, because frozen objects refuse assignment."""
    names: dict[str, Any] = {}
    parameters: list[str] = []
    named: list[str] = []
    body: list[str] = []
    for each in fields(cls):
        names[f"set_{each.name}"] = getattr(cls, each.name).__set__
        if (value := _print_value(each, names)) is None:
            continue
        body.append(f"set_{each.name}(self, {value})")
        if each.init:
            default = f"={_name_default(each)}" if _name_default(each) in names else ""
            (named if each.kw_only else parameters).append(f"{each.name}{default}")
    if named:
        parameters += ["*", *named]
    if hasattr(cls, "__post_init__"):
        body.append("self.__post_init__()")
    written = f"def init({', '.join(['self', *parameters])}):\n " + "\n ".join(body or ["pass"])
    exec(written, names)
    return names["init"]


def _print_value(each: Field[Any], names: dict[str, Any]) -> str | None:
    """Return the source text for a field's default value in a constructor, or None if the field has no default.

    The text is a name; under this name the value is added to `names`, the globals of the constructor.
    """
    default = _name_default(each)
    if each.default_factory is not MISSING:
        names[default] = each.default_factory
        return f"{default}() if {each.name} is {default} else {each.name}" if each.init else f"{default}()"
    if each.default is not MISSING:
        names[default] = each.default
    elif not each.init:
        return None
    return each.name if each.init else default


def _name_default(each: Field[Any]) -> str:
    return f"default_{each.name}"
