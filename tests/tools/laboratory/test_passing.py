"""A power that is over before anybody decides was at work all the same."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
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


AIMS = """game: aims
players: 2
active: active
powers_work_in: [board]
kinds: {card: {}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, pile: {of: cards, see: top}}
  player: {hand: {of: cards, see: owner}, board: {of: cards}}
memory:
  table: {active: {is: player}}
  player: {coins: number}
library: |
  step setup:
    for each p in players: p draw(6)
  step play:
    repeat until count(active.hand) is 0:
      active take_turn
      active = next(active)
  verb take_turn "take a turn":
    choose card from you.hand: DONE
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  verb discard(card) "discard {card}": move(card, to: pile)
  verb play_card(card) "play {card}":
    PLAYED
  verb gain(amount: number) "gain {amount:coin}": you.coins += amount
  rule final_score(player) "the score of {player}": player.coins
pieces:
  - {id: plain, copies: 4, power: "before players play_card(card: this): player gain(1)"}
  - {id: aimed, copies: 4, power: "on play_card choose n from numbers(1, 2): gain(n)"}
  - {id: torn, copies: 4, power: "on play_card choose one:\\n  option \\"A\\": gain(1)\\n  option \\"B\\": gain(2)"}
"""
THROUGH_BOARD = "move(card, to: you.board)\n    move(card, to: pile)"


@pytest.mark.parametrize(
    ("done", "played", "worked"),
    [
        ("play_card(card)", THROUGH_BOARD, {"plain", "aimed", "torn"}),
        ("play_card(card)", "move(card, to: pile)", {"aimed", "torn"}),
        ("play_card(card)", "move(card, to: you.board)", {"plain", "aimed", "torn"}),
        ("discard(card)", "move(card, to: pile)", set()),
    ],
)
@pytest.mark.parametrize("tracked", [False, True])
def test_powers_with_targets_were_at_work_where_their_event_took_place(
    tmp_path: Path, done: str, played: str, worked: set[str], tracked: bool
) -> None:
    text = AIMS.replace("DONE", done).replace("PLAYED", played)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    state = load_game(tmp_path).new(2, 3, tracked=tracked)
    _, with_way = seen_at_work(state, [make_bot("random", seat) for seat in range(2)], 400)
    assert state.finished
    assert {card for _, card in with_way} == worked
