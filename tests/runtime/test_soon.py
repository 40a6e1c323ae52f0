"""A program made for few games, soon, has none of the work on its speed, and plays the same games."""

import random
from pathlib import Path
from types import FunctionType

import pytest

from cardwright import load_game
from cardwright.game.loaded_game import Game
from cardwright.runtime import program


@pytest.fixture(autouse=True)
def cache(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is kept from before."""
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))


def source(game: Game, players: int) -> str:
    """What is printed of the plain variant."""
    text: str = game.program(players).tables.plain.source
    return text


@pytest.mark.parametrize("name", ["cargo_hold", "bush_pilots"])
def test_it_plays_the_same_games(name: str) -> None:
    soon = load_game(name, soon=True)
    players = soon.max_players
    own = source(soon, players)
    usual = load_game(name)
    assert source(usual, players) != own
    assert soon.program(players).tables.slots == usual.program(players).tables.slots
    for seed in range(3):
        both = soon.new(players, seed, tracked=False), usual.new(players, seed, tracked=False)
        choose = random.Random(seed)
        for _ in range(150):
            assert both[0].digest() == both[1].digest()
            if both[0].finished:
                break
            assert both[0].option_count == both[1].option_count
            answer = choose.randrange(both[0].option_count)
            for state in both:
                state.apply(answer)


def test_what_is_there_already_is_taken() -> None:
    first = source(load_game("cargo_hold", soon=True), 3)
    assert source(load_game("cargo_hold", soon=True), 3) == first
    usual = source(load_game("cargo_hold"), 3)
    assert source(load_game("cargo_hold", soon=True), 3) == usual != first


def test_functions_of_a_long_program_are_compiled_when_they_are_called(monkeypatch: pytest.MonkeyPatch) -> None:
    usual = load_game("cargo_hold", soon=True).new(3, 1, tracked=False)
    monkeypatch.setattr(program, "LONG_SOURCE", 0)
    state = load_game("cargo_hold", soon=True).new(3, 1, tracked=False)
    choose = random.Random(1)
    for _ in range(40):
        assert state.digest() == usual.digest()
        answer = choose.randrange(usual.option_count)
        state.apply(answer)
        usual.apply(answer)
    # with its name, a function has the lines that it has in the whole source
    places = [each.__code__ for each in usual.variant.segments]
    compiled = [each.__code__ for each in state.variant.segments if isinstance(each, FunctionType)]
    assert 0 < len(compiled) < len(places)
    assert {(code.co_name, code.co_firstlineno) for code in compiled} < {(c.co_name, c.co_firstlineno) for c in places}
    assert state.variant.counts == usual.variant.counts
