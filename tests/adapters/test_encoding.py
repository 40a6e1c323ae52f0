"""Tensors and the numbers of actions: what they tell, and of one size everywhere.

That they tell nothing hidden is tried with everything else that players can reach (tests/noninterference)."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from cardwright import load_game
from cardwright.adapters.action_numbers import Actions
from cardwright.adapters.observation_tensor import Encoder

GAMES = ["cargo_noir", "ceylon", "cribbage", "hearts"]


@pytest.mark.parametrize("word", GAMES)
def test_tensors_have_one_size_and_actions_are_told_apart(word: str) -> None:
    game = load_game(word)
    players = game.min_players
    encoder, actions = Encoder(game.program(players)), Actions(game.program(players))
    chance = random.Random(1)
    state = game.new(players, 1)
    for _ in range(12):
        if state.decision is None:
            break
        numbers = actions.of(state.decision.options)
        assert len({*numbers}) == len(numbers)
        assert max(numbers) < actions.size
        assert all(len(encoder.encode(state, player)) == encoder.size for player in range(players))
        state.apply(chance.randrange(state.option_count))


def test_a_field_says_what_it_says() -> None:
    game = load_game("leduc_poker")
    encoder = Encoder(game.program(2))
    state = game.dictated(2, 1, {"shuffle deck": [["jack_hearts", "king_spades", "queen_hearts"]]})
    state.apply(1)
    found = encoder.encode(state, 1)
    fields = {field.name: found[field.start : field.start + field.size] for field in encoder.fields}
    ids = [definition.id for definition in game.program(2).tables.definitions]
    assert fields["me"] == [0, 1]
    assert fields["asked"] == [1]
    assert [ids[place] for place, there in enumerate(fields["zone P2 hand seen"]) if there] == ["king_spades"]
    assert fields["zone P1 hand size"] == [1]
    assert not any(fields["zone P1 hand seen"])
    assert fields["counter P1 stake"] == [1, 3]  # known, and three chips
    assert fields["counter table raises"] == [1, 1]
    assert sum(fields["question"]) == 1


def test_what_is_as_it_started_is_known() -> None:
    game = load_game("ceylon")
    encoder = Encoder(game.program(2))
    found = encoder.encode(game.new(2, 1), 0)
    fields = {field.name: found[field.start : field.start + field.size] for field in encoder.fields}
    assert fields["counter P1 plantations[tea]"] == fields["counter P2 plantations[tea]"] == [1, 0]


GAME = """game: stall
players: 2
kinds: {card: {attributes: {rank: number}}}
zones:
  table: {deck: {of: cards, ordered: yes, see: nobody}, row: {of: cards}}
library: |
  step setup: move(top(deck, 3), to: row)
  step play:
    for each p in players:
      p choose one:
        option "Leave it": nothing
        option for each c in row: move(c, to: deck)
        option "Shuffle": shuffle(deck)
  rule final_score(player): 0
pieces: [{id: plum, rank: 1}, {id: pear, rank: 2}, {id: fig, rank: 3}]
"""


def test_what_is_chosen_beside_deeds_has_no_action_but_those_of_the_things(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME, encoding="utf-8")
    game = load_game(tmp_path)
    actions, state = Actions(game.program(2)), game.new(2, 1)
    assert actions.keys == ("pass", "leave_it", "shuffle", "plum", "pear", "fig")
    assert state.decision is not None
    assert sorted(actions.of(state.decision.options)) == [1, 2, 3, 4, 5]
