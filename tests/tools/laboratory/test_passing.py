"""A power that is over before anybody decides was at work all the same."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from cardwright import State, load_game
from cardwright.bots import make_bot
from cardwright.state_slots_and_table_rows import TRACKER
from cardwright_tools.laboratory.games.card_presence import CardUseRecorder, find_passed_pieces


def seen_at_work(state: State, bots: Sequence[Any], most: int) -> tuple[set[tuple[int, str]], set[tuple[int, str]]]:
    """Play on: the cards at work by player, as they are seen lying there at decisions and as they are with the way."""
    lying, with_way = CardUseRecorder(state), CardUseRecorder(state)
    for _ in range(most):
        if state.finished:
            break
        before = state.clone()
        option = bots[state.player].choose(state)
        state.apply(option)
        lying.look(state)
        if left := with_way.look(state):
            with_way.note_passed(find_passed_pieces(before, option, left, with_way.places))
    found = []
    for sightings in (lying, with_way):
        seen = sightings.seen(state)
        found.append({(one.player, one.card) for one in seen if one.worked})
    return found[0], found[1]


@pytest.mark.one_of
@pytest.mark.parametrize("name", ["bush_pilots", "cargo_hold", "import_export", "ceylon"])
def test_what_leaves_a_hand_is_seen_at_work_on_its_way(name: str) -> None:
    game = load_game(name)
    more = [0, 0]
    for seed in range(3):
        found = []
        for tracked in (False, True):
            state = game.new(3, seed, tracked=tracked)
            lying, with_way = seen_at_work(state, [make_bot("random", seed * 10 + seat) for seat in range(3)], 250)
            assert lying <= with_way
            more[tracked] += len(with_way - lying)
            found.append(with_way)
        assert found[0] == found[1]
    # in the others all that works stays where it lies
    assert (more[0] > 0) == (name in ("bush_pilots", "cargo_hold"))


def test_all_actions_whose_powers_the_log_has_were_at_work() -> None:
    game = load_game("bush_pilots")
    state = game.new(3, 7)
    _, with_way = seen_at_work(state, [make_bot("random", seat) for seat in range(3)], 400)
    tables = state.program.tables
    names, pieces = tables.definitions, tables.pieces
    actions = {card.id for card in game.card_texts() if card.attributes.get("sort") == "action"}
    fired = {
        (entry.player, card)
        for entry in state.slots[TRACKER].log
        if entry.kind == "power" and (card := names[pieces[entry.what[1]]][0]) in actions
    }
    assert len(fired) > 5
    assert fired <= with_way
