"""What is worked out for comfort never ends a game: its faults are reported, and what can be answered stays."""

from __future__ import annotations

import importlib
from collections.abc import Iterator
from functools import partial
from pathlib import Path

import pytest
from tests.presentation.test_question import DUEL
from tests.presentation.test_table import GAMES, moments

from cardwright import NotOneError, State, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.error_isolation import Faults, disable_fault_fence, enable_fault_fence, run_optional
from cardwright.presentation.question import make_question
from cardwright.query.display_budgets import limit_display_work
from cardwright.query.knowledge.masked_state import evaluate_or_none, mask_slots
from cardwright.runtime.primitives.execution_budget import DISPLAY

STROLL = str(Path(__file__).parent / "games" / "stroll")
# All that a question is explained by.
EXPLAINING = (
    *("find_consequences", "list_unavailable_actions", "list_actions_not_offered", "shorten_purpose", "list_context"),
    *("move_cause_to_prompt", "insert_choices", "map_pieces", "build_table", "is_single"),
    *("events_in_progress.describe_open_events", "events_in_progress.find_arguments"),
    *("events_in_progress.was_answered_before", "events_in_progress.list_open_choices"),
    "events_in_progress.list_shown_pieces",
)


class BrokenError(Exception):
    """What is wrong with something that a test broke."""


@pytest.fixture
def reported() -> Iterator[list[Exception]]:
    """The faults that are reported while the fence is up."""
    found: list[Exception] = []
    enable_fault_fence(found.append)
    yield found
    disable_fault_fence()


def broken(*_: object, **__: object) -> None:
    raise BrokenError


@pytest.mark.parametrize("game", [*GAMES, STROLL])
def test_every_deed_of_a_turn_has_as_many_needs_as_conditions(game: str) -> None:
    seen = False
    for state in moments(game, 30):
        slots, tables = mask_slots(state, state.player), state.program.tables
        for number, row in enumerate(tables.sentences.ahead):
            asked = state.program.tracked.ahead[number]
            takes = (state.player,) if tables.procedures[row.procedures[-1]].kind == "verb" else ()
            flags = evaluate_or_none(partial(asked, slots[:], *takes))
            if flags is not None and row.title:
                assert len(flags) == len(row.needs), row
                seen = True
    assert seen or not tables.sentences.ahead


def test_what_a_deed_needs_is_told_of_that_deed() -> None:
    first = make_question(moments(STROLL, 1)[0], moments(STROLL, 1)[0].player)
    assert first is not None
    assert {each.action: each.needs for each in first.not_now} == {
        "Whistle": "only if the number of steps is more than 2 and there is a square on the lawn",
        "Pass": "only if the board is empty",
        "Add some number to the steps": "needs a number from 1 to 2 (if the number of steps is more than 1)",
        "Rest": "only if the number of steps is more than 1 and there is a square on the lawn",
    }


@pytest.mark.one_of(4)
@pytest.mark.parametrize("name", EXPLAINING)
def test_a_question_whose_explanation_fails_can_be_answered(
    name: str, reported: list[Exception], monkeypatch: pytest.MonkeyPatch
) -> None:
    whole = [(state, make_question(state, state.player)) for state in [*moments("ceylon", 12), *moments(DUEL, 12)]]
    assert not reported
    monkeypatch.setattr(f"cardwright.presentation.question.{name}", broken)
    for state, before in whole:
        bare = make_question(state, state.player)
        assert bare is not None
        assert before is not None
        assert (bare.several, bare.least, bare.most) == (before.several, before.least, before.most)
        if not bare.several:
            assert {each.index for each in bare.choices} >= {each.index for each in before.choices}
        assert len({each.label for each in bare.choices}) == len(bare.choices)
    assert reported
    assert all(isinstance(each, BrokenError) for each in reported)


@pytest.mark.parametrize("name", ["find_consequences", "build_table"])
def test_without_the_fence_a_fault_is_raised(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    state = moments("ceylon", 1)[0]
    monkeypatch.setattr(importlib.import_module("cardwright.presentation.question"), name, broken)
    with pytest.raises(BrokenError):
        make_question(state, state.player)


def test_what_is_no_fault_is_passed_on(reported: list[Exception]) -> None:
    with pytest.raises(BrokenError):
        run_optional(broken, None, (BrokenError,))
    assert not reported
    assert run_optional(broken, "instead") == "instead"
    assert len(reported) == 1


def test_a_score_that_the_rules_do_not_give_yet_is_unknown() -> None:
    state: State = load_game(STROLL).new(2, 1)
    with pytest.raises(NotOneError):
        _ = state.scores
    assert [seat.score for seat in build_table(state, 0).seats] == ["?", "?"]
    assert state.view(1).scores == (None, None)
    assert state.open_view(1).scores == (None, None)


def test_games_with_any_question_in_a_turn_are_asked_to_their_end() -> None:
    for seed in range(8):
        state = load_game(STROLL).new(2, seed)
        while not state.finished and state.turns < 5:
            asked = make_question(state, state.player)
            assert asked is not None
            state.apply(asked.choices[seed % len(asked.choices)].index)


def test_a_limit_that_something_optional_reached_is_told_once() -> None:
    class Shown:
        """An owner of a displayed value."""

    told: list[Exception] = []
    enable_fault_fence(Faults(told.append).report)
    try:
        for shown in (Shown(), Shown()):
            with limit_display_work(shown):
                DISPLAY.left = 0  # spent inside, by something that is left out without a word
    finally:
        disable_fault_fence()
    assert [str(error) for error in told] == ["something that is only shown takes too long"]
