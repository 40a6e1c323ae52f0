"""`@frozen` means what `@dataclass(frozen=True, slots=True)` means, for every shape of class we declare."""

from __future__ import annotations

import copy
import pickle
from dataclasses import FrozenInstanceError, dataclass, field, fields, replace
from typing import Any

import pytest

from cardwright.source.node_dataclass import frozen


def declared(make: Any) -> dict[str, Any]:
    """The same classes, made by a decorator."""

    @make
    class Placed:
        """Where it stands does not count."""

        start: int = field(default=0, compare=False, repr=False, kw_only=True)

    @make
    class Named(Placed):
        word: str
        items: list[int] = field(default_factory=list)
        length: int = field(init=False, default=7)
        of: str | None = None

    @make
    class Counted(Named):
        def __post_init__(self) -> None:
            object.__setattr__(self, "length", len(self.word))

        def __repr__(self) -> str:
            return f"<{self.word}>"

    @make
    class Empty:
        pass

    return {"Placed": Placed, "Named": Named, "Counted": Counted, "Empty": Empty}


OURS = declared(frozen)
THEIRS = declared(dataclass(frozen=True, slots=True))
# Found by their names when they are read back.
Placed, Named, Counted, Empty = (OURS[word] for word in ("Placed", "Named", "Counted", "Empty"))
for _name, _class in OURS.items():
    _class.__qualname__, _class.__module__ = _name, __name__
for _name, _class in THEIRS.items():
    _class.__qualname__ = _name

CALLS: list[tuple[str, tuple[Any, ...], dict[str, Any]]] = [
    ("Placed", (), {}),
    ("Placed", (), {"start": 3}),
    ("Placed", (3,), {}),
    ("Named", ("a",), {}),
    ("Named", ("a", [1]), {"start": 2, "of": "x"}),
    ("Named", ("a", [1], "x"), {}),
    ("Named", (), {}),
    ("Named", ("a",), {"length": 3}),
    ("Named", ("a",), {"word": "b"}),
    ("Counted", ("abc",), {}),
    ("Empty", (), {}),
    ("Empty", (1,), {}),
]


def outcome(classes: dict[str, Any], name: str, args: tuple[Any, ...], named: dict[str, Any]) -> Any:
    try:
        made = classes[name](*args, **named)
    except TypeError:
        return TypeError
    return repr(made), [getattr(made, each.name) for each in fields(made)], classes[name].__match_args__


@pytest.mark.parametrize("call", CALLS, ids=str)
def test_makes_what_the_standard_library_makes(call: tuple[str, tuple[Any, ...], dict[str, Any]]) -> None:
    for _ in range(2):  # the first object of a class is made in another way than all others
        assert outcome(OURS, *call) == outcome(THEIRS, *call)


@pytest.mark.parametrize("classes", [OURS, THEIRS], ids=["ours", "theirs"])
def test_compares_and_changes_alike(classes: dict[str, Any]) -> None:
    named, counted = classes["Named"], classes["Counted"]
    assert named("a", start=1) == named("a", start=2) != named("b")
    assert named("a") != counted("a")
    assert classes["Placed"](start=1) == classes["Placed"](start=2)
    assert classes["Empty"]() == classes["Empty"]()
    assert hash(classes["Empty"]()) == hash(classes["Empty"]())
    assert hash(named("a", (), of="x")) == hash(named("a", (), of="x", start=5))
    with pytest.raises(TypeError):
        hash(named("a"))
    assert replace(named("a", [1], start=4), word="b") == named("b", [1])
    assert replace(named("a", [1], start=4), word="b").start == 4
    with pytest.raises(FrozenInstanceError):
        named("a").word = "b"
    with pytest.raises(FrozenInstanceError):
        del named("a").word
    assert not hasattr(named("a"), "__dict__")


def test_is_copied_and_sent_to_other_processes() -> None:
    made = Named("a", [1], start=4)
    for other in (copy.deepcopy(made), copy.copy(made), pickle.loads(pickle.dumps(made))):
        assert other == made
        assert other.start == 4
        assert other is not made


def test_is_told_apart_by_patterns() -> None:
    match Named("a", [1], "x"):
        case Named(word, [one], of):
            assert (word, one, of) == ("a", 1, "x")
        case _:
            pytest.fail("it matches nothing")
