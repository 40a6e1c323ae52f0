"""No piece comes to lie on itself, nor on what lies on it: an error of the game's texts, in Python and in C."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import NestedError, ScenarioSuite, SlipError, State, load_game
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine

GAME = """\
game: nest
players: 2
active: active
turn: take_turn
kinds:
  card:
    parts: {load: box}
    zones: {under: {of: cards}, pile: {of: cards, ordered: yes}}
  box:
    part_of: card
    attributes: {colour: colour}
    zones: {inside: {of: cards}}
types: {colour: {values: [red]}}
zones:
  table: {deck: {of: cards}, heap: {of: cards, ordered: yes}}
memory: {table: {active: {is: player}}}
pieces:
  - {id: ant, copies: 3, load: {red: 1}}
library: |
  step setup: nothing
  step play: active take_turn
  verb take_turn "take a turn":
    choose one:
      option "Picked":
        choose c from deck: move(c, to: c.under)
      option "Ring":
        for each x in first(deck):
          for each y in last(deck):
            move(x, to: y.under)
            move(y, to: x.pile)
      option "All":
        for each x in first(deck): move(deck, to: x.under)
      option "Top":
        move(deck, to: heap)
        for each x in last(heap): move(top(heap), to: x.pile)
      option "Below":
        for each x in first(deck): put_under(x, to: x.pile)
      option "Part":
        for each x in first(deck):
          for each b in x.load: move(x, to: b.inside)
      option "Fine":
        for each x in first(deck):
          for each y in last(deck):
            move(x, to: y.under)
            move(y, to: heap)
  rule final_score(player): count(deck)
"""
WRONG = ("Picked", "Ring", "All", "Top", "Below", "Part")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "nest").mkdir()
    (tmp_path / "nest" / "game.yaml").write_text(GAME, encoding="utf-8")
    return tmp_path / "nest"


@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize("option", range(len(WRONG)), ids=WRONG)
def test_a_piece_on_itself_is_an_error_at_its_line(folder: Path, option: int, tracked: bool) -> None:
    state = load_game(folder).new(2, 1, tracked=tracked)
    with pytest.raises(NestedError, match=r"cannot be put on itself.*game\.yaml, line \d+: (move|put_under)\("):
        _answered(state, option)


def _answered(state: State, option: int) -> None:
    state.apply(option)
    while not state.finished:
        state.apply(0)


@pytest.mark.long
def test_c_refuses_the_same_and_plays_the_rest(folder: Path) -> None:
    if no_compiler():
        pytest.skip("no compiler")
    game = load_game(folder)
    engine = Engine(game, 2, QUICK)
    for option in range(len(WRONG)):
        native = engine.begun(1)
        if option == 0:
            native.answer(option)
        with pytest.raises(BeyondC):
            native.answer(0 if option == 0 else option)
    played = 0
    for seed in range(40):
        try:
            played += play_both(engine, game, seed, 1).decisions
        except (BeyondC, SlipError):
            continue
    assert played


def test_a_scenario_that_gives_such_a_place_fails(folder: Path) -> None:
    (folder / "scenarios").mkdir()
    path = folder / "scenarios" / "nest.yaml"
    path.write_text(
        'players: 2\nscenarios:\n  - name: "On itself"\n    given: {"ant#1.under": [ant#1]}\n    then: yes\n',
        encoding="utf-8",
    )
    suite = ScenarioSuite()
    [scenario], wrong = suite.add(path)
    assert wrong == []
    outcome = suite.run(scenario)
    assert not outcome.passed
    assert "cannot be put on itself" in suite.told(outcome)
