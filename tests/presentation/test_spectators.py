"""A spectator is shown what lies open, in every game and at any time: nothing that hangs on what players know."""

from __future__ import annotations

from random import Random

import pytest
from tests.noninterference.rounds import loaded, variants

from cardwright import State
from cardwright.presentation.arrange_table import build_spectator_table, build_table
from cardwright.presentation.log.tree import build_spectator_log, flatten_events
from cardwright.state_slots_and_table_rows import TRACKER

ANSWERS = 40


def faces(state: State, seat: int | None) -> set[str]:
    """The places whose pieces are shown by their faces: to a seat, or (None) to a spectator."""
    drawn = build_spectator_table(state) if seat is None else build_table(state, seat)
    zones = [*drawn.zones, *(zone for each in drawn.seats for zone in each.zones)]
    return {f"{zone.at} {piece.id}" for zone in zones for piece in zone.pieces if not piece.hidden}


@pytest.mark.long
@pytest.mark.parametrize("word", [*variants()])
def test_a_spectator_sees_no_more_than_every_seat_whatever_they_know(word: str) -> None:
    game = loaded(word)
    state, chance = game.new(game.max_players, 1), Random(1)
    for _ in range(ANSWERS):
        seen = faces(state, None)
        for seat in range(game.max_players):
            assert seen <= faces(state, seat)
        told = build_spectator_table(state), build_spectator_log(state)
        if not state.finished:
            knowing = state.clone()
            knowing.slots[TRACKER].known = [(1 << len(state.program.tables.pieces)) - 1] * game.max_players
            assert build_spectator_table(knowing) == told[0]
        if state.finished:
            break
        state.apply(chance.randrange(state.option_count))


def test_an_answer_is_told_when_players_are_told_of_it() -> None:
    """Told later, it would tell whoever has the spectators' page that somebody who chooses in secret has chosen."""
    state = loaded("keepers").new(2, seed=1)
    while (decision := state.decision) is not None and "Plan" not in [each.text for each in decision.options]:
        state.apply(0)
    assert decision is not None
    state.apply(next(option for option in decision.options if option.text == "Plan"))
    told = [event.text for event in flatten_events(build_spectator_log(state))]
    others = [event.text for event in flatten_events(state.visible_log(1 - decision.player))]
    chosen = f"P{decision.player + 1} chooses Plan"
    assert chosen in others
    assert chosen in told
    state.apply(0)
    assert [event.text for event in flatten_events(build_spectator_log(state))][: len(told)] == told
