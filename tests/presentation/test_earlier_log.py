"""The log before a player's last answer is the same with what was rendered for earlier answers and without."""

import random

import pytest
from tests.noninterference.rounds import loaded
from tests.presentation.test_table import GAMES

from cardwright import State
from cardwright.presentation.log.earlier_log import EARLIER, EarlierLog
from cardwright.presentation.log.tree import find_last_answer, render_log_events
from cardwright.query.log_renderer import LogRenderer

ANSWERS = 90


def play(state: State, chance: random.Random, answers: int) -> None:
    for _ in range(answers):
        if state.decision is not None:
            state.apply(chance.randrange(len(state.decision.options)))


@pytest.mark.parametrize("word", GAMES)
def test_a_log_that_grows_is_that_from_nothing(word: str) -> None:
    game, chance = loaded(word), random.Random(word)
    state = game.new(max(game.min_players, min(3, game.max_players)), 5)
    viewers = range(state.program.players)
    logs = [EarlierLog(viewer, viewer) for viewer in viewers]
    before = state
    for turn in range(ANSWERS):
        play(state, chance, 1)
        if turn % 30 == 15:
            before = state.clone()
        if turn % 30 == 29:  # answers are taken back, and others given
            state = before.clone()
        if turn % 3 == 0:
            for viewer, log in zip(viewers, logs, strict=True):
                assert log.build_tree(state) == EarlierLog(viewer, viewer).build_tree(state)


@pytest.mark.parametrize("word", GAMES)
def test_a_log_in_stretches_is_that_in_one_piece(word: str) -> None:
    game, chance = loaded(word), random.Random(word)
    state = game.new(max(game.min_players, min(3, game.max_players)), 6)
    for _ in range(8):
        play(state, chance, 12)
        for viewer in range(state.program.players):
            end = find_last_answer(state, viewer)
            starts = {find_last_answer(state, viewer, EARLIER * 2**doubled) for doubled in range(7)}
            whole = [render_log_events(state.common_log((viewer,), start, end), viewer) for start in starts]
            assert EarlierLog(viewer, viewer).list_events(state, end) in whole


def test_what_is_over_is_rendered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    rendered: list[int] = []
    tell = LogRenderer.tell

    def note(self: LogRenderer, since: int, end: int | None = None) -> object:
        rendered.append((len(self.state.tracker.log) if end is None else end) - since)
        return tell(self, since, end)

    state, chance = loaded("import_export").new(2, seed=5), random.Random(2)
    play(state, chance, 80)
    log = EarlierLog(0, 0)
    monkeypatch.setattr(LogRenderer, "tell", note)
    log.list_events(state, state.log_size)
    first = sum(rendered)
    rendered.clear()
    play(state, chance, 1)
    log.list_events(state, state.log_size)
    assert 0 < sum(rendered) < first / 2
