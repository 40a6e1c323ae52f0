"""All players of a secret choice can be asked at once: what each is asked does not depend on the others' answers."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest

from cardwright import State, load_game
from cardwright.game.simultaneous_choices import SimultaneousChoice

ROOT = Path(__file__).parents[2]
# Games with secret choices of one item and of several: of cards, numbers and players.
GAMES = {
    "goofspiel": 3,
    "hearts": 4,
    "cribbage": 2,
    "import_export": 3,
    "examples/picnic": 4,
    "examples/guildhall": 3,
    "examples/moth_night": 3,
    "examples/leaky_roof": 4,
    "tests/cases/night_at_the_manor": 5,
    "tests/presentation/games/dare": 3,
    "tests/noninterference/games/gatehouse": 3,
}
MAX_ANSWERS = 60


def shown(state: State, player: int) -> Any:
    """Everything that a player who is asked can reach."""
    return state.decision, state.several, state.view(player), state.visible_log(player)


def choose(state: State, player: int, chooser: random.Random) -> list[int]:
    """A whole answer of one player, chosen at random."""
    given: list[int] = []
    while (asked := state.pending_decisions({player: given}).get(player)) is not None:
        given.append(chooser.randrange(asked.option_count))
    return given


@pytest.mark.parametrize("game", GAMES)
def test_whoever_answers_early_is_asked_what_they_are_asked_in_their_turn(game: str) -> None:
    loaded, players = load_game(ROOT / game if "/" in game else game), GAMES[game]
    at_once = 0
    for seed in range(2):
        chooser = random.Random(seed)
        state = loaded.new(players, seed)
        while not state.finished and state.decisions < MAX_ANSWERS:
            pending = state.pending_decisions()
            choice = SimultaneousChoice.begin(state)
            if choice is None:
                assert [*pending] == [state.player]
                state.apply(chooser.randrange(state.option_count))
                continue
            at_once += len(pending) > 1
            given: dict[int, list[int]] = {}
            for player in chooser.sample(sorted(pending), len(pending)):
                asked = state.pending_decisions(given)
                assert asked.keys() == pending.keys() - given.keys()
                assert shown(asked[player], player) == shown(pending[player], player), "whatever others answered"
                given[player] = choose(state, player, chooser)
            assert not state.pending_decisions(given)
            for player in pending:
                assert state.player == player
                assert shown(state, player) == shown(pending[player], player), "the same when the turn comes"
                for option in given[player]:
                    state.apply(option)
    assert at_once


def test_a_choice_of_players_that_not_all_know_is_not_public(tmp_path: Path) -> None:
    rules = """\
game: hush
players: 3
kinds: {card: {attributes: {worth: number}}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}}
memory:
  player: {points: number, plan: {is: number, secret: yes}}
library: |
  rule final_score(player): player.points
  step setup:
    for each p in players: move(top(deck, 3), to: p.hand)
  step play:
    secretly for each p in players:
      p choose n from numbers(0, 2): p.plan = n
    secretly for each p in players where plan > 0:
      p choose n from numbers(0, p.plan): p.points += n
    secretly for each p in players where any(hand where worth > 1):
      p choose n from numbers(0, 1): p.points += n
    secretly for each p in players where count(hand) > 1:
      p choose c from p.hand where worth > 0: p.points += c.worth
"""
    (tmp_path / "cards" / "base").mkdir(parents=True)
    (tmp_path / "game.yaml").write_text(rules, encoding="utf-8")
    cards = "".join(f"  - {{id: c{number}, worth: {number % 3}}}\n" for number in range(12))
    (tmp_path / "cards" / "base" / "cards.yaml").write_text(f"game: hush\nset: base\ncards:\n{cards}", encoding="utf-8")
    state = load_game(tmp_path).new(3, 1)
    known = []
    while not state.finished:
        choice = SimultaneousChoice.begin(state)
        assert choice is not None
        known.append(choice.is_public)
        for option in [asked.option_count - 1 for asked in state.pending_decisions().values()]:
            state.apply(option)
    assert known == [True, False, False, True]
