"""The log tells what becomes of an event where its name leaves that open, and keeps silent about what it implies."""

from pathlib import Path

import pytest

from cardwright import Event, State, load_game
from cardwright.presentation.log.tree import flatten_events

CORPUS = Path(__file__).parents[1] / "corpus"


def answered(state: State, *keys: str) -> None:
    for key in keys:
        assert state.decision is not None
        state.apply(next(option.index for option in state.decision.options if option.key == key))


def told(state: State, viewer: int, word: str) -> list[Event]:
    return [event for event in flatten_events(state.visible_log(viewer)) if word in event.text]


def test_a_life_that_goes_is_told_and_a_hint_that_always_goes_is_not() -> None:
    state = load_game(CORPUS / "hanabi").new(2, 3)
    told_of = 0
    while not state.finished:
        assert state.decision is not None
        wanted = "play_a_card" if len(state.decision.options) == 4 else state.decision.options[-1].key
        keys = [option.key for option in state.decision.options]
        state.apply(keys.index(wanted) if wanted in keys else 0)
    for viewer in range(2):
        played = told(state, viewer, " plays ")
        lost = [event.became[0] for event in played if event.became]
        assert lost == ["lives 3 → 2", "lives 2 → 1", "lives 1 → 0"]
        told_of += len(played)
        for event in told(state, viewer, "points out"):
            assert not event.became
            assert [count.title for count in event.implied] == ["hints"]
    assert told_of >= 6


def test_a_hit_is_told_and_a_miss_is_not() -> None:
    state = load_game(CORPUS / "battleship").new(2, 3)
    while not state.finished and state.turns < 30:
        state.apply(0)
    for viewer in range(2):
        shots = told(state, viewer, "shoots at")
        hits = [event for event in shots if event.became]
        assert 0 < len(hits) < len(shots)
        for event in hits:
            assert event.player is not None
            cell = event.text.rpartition(" ")[2]
            assert event.became == (f"{cell}: hit by P{event.player + 1}",)


@pytest.mark.parametrize("viewer", [0, 1])
def test_who_loses_is_told(viewer: int) -> None:
    state = load_game(CORPUS / "liars_dice").new(2, 5)
    while not state.finished:
        assert state.decision is not None
        keys = [option.key for option in state.decision.options]
        state.apply(keys.index("liar") if "liar" in keys else 0)
    [called] = told(state, viewer, "a liar")
    assert called.became[0].startswith("loser none → P")
