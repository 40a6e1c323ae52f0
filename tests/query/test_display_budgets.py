"""Values that are only shown and take too long are told once, and not tried again at every question."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import State, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.question import make_question
from cardwright.query import display_budgets
from cardwright.runtime.primitives.execution_budget import DISPLAY

GAME = """game: too_much
players: 2
active: active
look:
  rules: [burden]
kinds: {card: {plural: cards, attributes: {rank: number}}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
memory: {table: {active: player}, player: {points: number, deep: number}}
library: |
  step setup: shuffle(deck)
  step play:
    repeat: active act
  verb act "act":
    choose one:
      option "One": you.points += 1
      option "Another":
        for each a in numbers(1, EFFECT):
          you.points += sum(line(EFFECT, a) for each c in numbers(1, EFFECT))
      option "End": finish
  rule line(n: number, a: number): sum(a * b for each b in numbers(1, n))
  rule many(n: number): sum(sum(line(n, a) for each c in numbers(1, n)) for each a in numbers(1, n))
  rule burden(player): many(BURDEN)
  rule final_score(player): many(SCORE) + player.points
pieces:
  - {id: one, rank: 1, copies: 3}
"""


@pytest.fixture
def reported(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    monkeypatch.setattr(display_budgets, "MAX_DISPLAY_ITEMS", 2_000)
    found: list[str] = []
    display_budgets.report_failures(lambda error: found.append(str(error)))
    yield found
    display_budgets.report_failures(None)


def _begin(folder: Path, effect: int = 1, burden: int = 1, score: int = 1) -> State:
    text = GAME.replace("EFFECT", str(effect)).replace("BURDEN", str(burden)).replace("SCORE", str(score))
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(str(folder)).new(2, 1, tracked=True)


def _look(state: State, times: int = 10) -> None:
    for _ in range(times):
        state.apply(0)
        for player in range(2):
            make_question(state, player)
            build_table(state, player)
    assert DISPLAY.left is None


@pytest.mark.parametrize("what", ["effect", "burden", "score"])
def test_what_is_too_much_is_worked_out_once(what: str, tmp_path: Path, reported: list[str]) -> None:
    state = _begin(tmp_path, **{what: 30})
    _look(state, 2)
    first = len(reported)
    _look(state, 8)
    assert first == len(reported) >= 1
    assert ("takes too long" if what == "effect" else "items of nested lists") in reported[0]
    assert state.view(0).scores == ((None, None) if what == "score" else (11, 1))


def test_the_game_itself_may_take_more(tmp_path: Path, reported: list[str]) -> None:
    state = _begin(tmp_path, score=30)
    _look(state)
    before = len(reported)
    state.apply(2)
    assert state.finished
    assert state.view(0).scores == state.view(1).scores == tuple(state.scores)
    assert len(reported) == before


def test_it_is_tried_again_after_a_while(tmp_path: Path, reported: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(display_budgets, "FIRST_SKIPS", 2)
    state = _begin(tmp_path, score=30)
    _look(state, 8)
    assert 1 < len(reported) < 8 * 2


def test_what_is_small_is_shown_and_reports_nothing(tmp_path: Path, reported: list[str]) -> None:
    state = _begin(tmp_path, effect=3, burden=3, score=3)
    _look(state)
    assert reported == []
    assert None not in state.view(0).scores
    question = make_question(state, 0)
    assert question is not None
    assert any(choice.leads for choice in question.choices)
