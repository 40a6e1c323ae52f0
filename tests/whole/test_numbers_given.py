"""Numbers that a program hands in: any whole number is as good as Python's own, and what is none is refused by name."""

from __future__ import annotations

import array
import inspect
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from cardwright import ChanceMismatch, Fork, Game, IllegalAnswer, State, load_game
from cardwright.bots import make_bot
from cardwright.source import trusted_disk_cache

# Something for every number that a public call takes, and the other things they cannot go without.
NUMBERS = {"players": 2, "seed": 3, "player": 0, "viewer": 1, "number": 0, "option": 1}
# By these lists are cut, which Python looks after.
SIZES = {"since": 0, "size": 0, "end": 2}
OTHERS = {"outcomes": {}, "text": "strength(P1)", "spec": "random"}
SEATS = ("player", "viewer")


class Whole:
    """A whole number of another library."""

    def __init__(self, number: int) -> None:
        self.number = number

    def __index__(self) -> int:
        return self.number


def calls() -> Iterator[tuple[str, str]]:
    """Every public call that takes a number, with its name for that."""
    for kind in (Game, State, Fork):
        for name, each in vars(kind).items():
            if inspect.isfunction(each) and not name.startswith("_"):
                yield from ((f"{kind.__name__}.{name}", word) for word in numbers_of(each))
    yield "State.apply", "option"
    yield from (("make_bot", word) for word in numbers_of(make_bot))


def numbers_of(call: Callable[..., Any]) -> list[str]:
    taken = [(each.name, each.annotation) for each in inspect.signature(call).parameters.values()]
    written = [(name, kind if isinstance(kind, str) else inspect.formatannotation(kind)) for name, kind in taken]
    return [name for name, kind in written if "int" in kind.split(" | ")]


def done(call: str, game: Game, **given: object) -> Any:
    """What a call comes to, so that it can be compared."""
    owner, _, name = call.rpartition(".")
    subject: Any = {"Game": game, "State": game.new(2, 3), "Fork": game.forks(2)}.get(owner)
    function: Any = make_bot if subject is None else getattr(subject, name)
    wanted = inspect.signature(function).parameters.values()
    values = {**NUMBERS, **SIZES, **OTHERS, **given}
    if name == "common_log":
        values["players"] = [0]
    found = function(**{each.name: values[each.name] for each in wanted if each.name in values})
    found = subject if found is None else found
    if isinstance(found, State):
        return found.digest(), found.to_json() if found.origin is not None else None
    if hasattr(found, "choose"):
        return found.choose(game.new(2, 3))
    return [str(draw) for draw in found.draws] if isinstance(found, Fork) else repr(type(found)), comparable(found)


def comparable(found: Any) -> Any:
    return None if isinstance(found, Fork) or not hasattr(found, "__eq__") or "object at" in repr(found) else found


CALLS = [each for each in calls() if each[1] not in SIZES]


def test_all_numbers_are_tried() -> None:
    assert {word for _, word in CALLS} <= {*NUMBERS}
    assert len(CALLS) > 20


@pytest.mark.parametrize(("call", "word"), CALLS)
def test_any_whole_number_is_one(call: str, word: str) -> None:
    game = load_game("leduc_poker")
    assert done(call, game, **{word: Whole(NUMBERS[word])}) == done(call, game)


@pytest.mark.parametrize("wrong", ["1", 1.0, True, [0]], ids=repr)
@pytest.mark.parametrize(("call", "word"), CALLS)
def test_what_is_none_is_refused_by_name(call: str, word: str, wrong: object) -> None:
    with pytest.raises((TypeError, IllegalAnswer)) as refused:
        done(call, load_game("leduc_poker"), **{word: wrong})
    assert repr(wrong) in str(refused.value)


@pytest.mark.parametrize(("call", "word"), [each for each in CALLS if each[1] in SEATS])
@pytest.mark.parametrize("seat", [-1, 2, 2**70])
def test_there_are_no_other_seats(call: str, word: str, seat: int) -> None:
    with pytest.raises(ValueError, match=rf"there is no player {seat}: the seats are 0 to 1"):
        done(call, load_game("leduc_poker"), **{word: seat})


def test_outcomes_are_numbers_of_any_library_too() -> None:
    game = load_game("import_export")
    told = [game.dictated(3, 1, {"pick colour": [number] * 20}).to_json() for number in (2, Whole(2))]
    assert told[0] == told[1]
    with pytest.raises(ChanceMismatch, match="an outcome is a whole number"):
        game.dictated(3, 1, {"pick colour": [True]})


def test_nothing_foreign_gets_into_the_cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was kept of a number of another library was no number for whoever took it back."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    for _ in range(2):
        load_game("kuhn_poker").new(Whole(2), seed=1)  # type: ignore[arg-type]
    trusted_disk_cache.write_cache("foreign", {"players": array.array("q", [2])})
    assert trusted_disk_cache.read_cache("foreign") is None
