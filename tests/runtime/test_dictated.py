"""Chance that is told its outcomes: exact about what they are for, and about what is left of them."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cardwright import ChanceMismatch, Game, IllegalAnswer, load_game

RULES = """\
game: bazaar
players: 2
active: active
kinds: {good: {attributes: {worth: number}}}
zones:
  table: {deck: {of: goods, see: nobody, ordered: yes}, heap: {of: goods, see: nobody}}
  player: {hand: {of: goods, see: owner}}
memory:
  table: {active: player}
  player: {coins: number}
library: |
  rule final_score(player): player.coins
  verb gamble "roll the die":
    let thrown = roll(6)
    you.coins += thrown
  verb draw_blindly "draw blindly":
    choose g at random from deck: move(g, to: you.hand)
  verb sell "sell goods":
    let many = count(you.hand)
    choose one:
      option "Sell {many} goods": you.coins += many
  step setup:
    shuffle(deck)
    for each p in players:
      move(top(deck, 2), to: p.hand)
      p sell
  step play:
    repeat 4 times:
      active choose one:
        option "Gamble": active gamble
        option "Draw": active draw_blindly
        option "Sell": active sell
      active = next(active)
"""
CARDS = "game: bazaar\nset: base\ncards:\n" + "".join(f"  - {{id: good_{n}, worth: {n}}}\n" for n in range(8))
GAMBLE, DRAW, SELL = range(3)


@pytest.fixture
def bazaar(tmp_path: Path) -> Game:
    """A game with every act of chance but a coin, and with options that nobody is asked about."""
    place = tmp_path / "bazaar"
    (place / "cards" / "base").mkdir(parents=True)
    (place / "game.yaml").write_text(RULES, encoding="utf-8")
    (place / "cards" / "base" / "cards.yaml").write_text(CARDS, encoding="utf-8")
    return load_game(place)


def test_chance_does_what_it_is_told_and_says_what_is_left(bazaar: Game) -> None:
    outcomes: dict[str, list[Any]] = {"shuffle deck": [["good_7", "good_3"], []], "roll die": [5, 0], "pick": [0]}
    state = bazaar.dictated(2, 1, outcomes)
    assert state.dictated_left == {"shuffle deck": [[]], "roll die": [5, 0], "pick": [0]}
    state.apply(GAMBLE)
    assert state.scores[0] == 2 + 6
    assert state.dictated_left == {"shuffle deck": [[]], "roll die": [0], "pick": [0]}
    copy = state.clone()
    state.apply(DRAW)
    assert state.dictated_left == {"shuffle deck": [[]], "roll die": [0]}
    assert copy.dictated_left["pick"] == [0]
    assert outcomes["roll die"] == [5, 0], "what the caller gave is the caller's"
    assert bazaar.new(2, 1).dictated_left == bazaar.new(2, 1, tracked=False).dictated_left == {}


@pytest.mark.parametrize(
    ("outcomes", "message"),
    [
        ({"shuffle dekc": [["good_1"]]}, "'shuffle dekc' in this game; did you mean `shuffle deck`?"),
        ({"shuffle heap": [["good_1"]]}, "'shuffle heap' in this game"),
        ({"flip coin": [1]}, "there are: shuffle deck, pick good, roll die, pick, roll"),
        ({"roll dice": [1]}, "did you mean `roll die`?"),
        ({3: [1]}, "no act of chance named 3"),
        ({"roll die": [2.5]}, "a whole number, 0 for the first possibility, not 2.5"),
        ({"roll die": [True]}, "not True"),
        ({"roll die": [-1]}, "not -1"),
        ({"roll die": [10**5000]}, "not a very large int"),
        ({"roll die": ["3"]}, "not '3'"),
        ({"roll die": 3}, "write a list with an outcome for each time, not 3"),
        ({"roll die": "33"}, "write a list with an outcome for each time, not '33'"),
        ({"shuffle deck": ["good_1", "good_2"]}, "a list of ids for each time, as in [['tea', 'silk']], not 'good_1'"),
        ({"shuffle deck": [["god_1"]]}, "there is no good 'god_1'; did you mean `good_1`?"),
        ({"shuffle deck": [[1]]}, "there is no good 1"),
        ({"shuffle deck": [["good_1", "good_1"]]}, "the zone has no `good_1` left"),
        ([["good_1"]], "outcomes are given by act of chance"),
    ],
)
def test_what_chance_never_does_is_refused(bazaar: Game, outcomes: Any, message: str) -> None:
    with pytest.raises(ChanceMismatch) as refused:
        bazaar.dictated(2, 1, outcomes)
    assert message in str(refused.value)


def test_an_impossible_outcome_leaves_the_game_as_it_was(bazaar: Game) -> None:
    state = bazaar.dictated(2, 1, {"roll die": [2, 6], "shuffle deck": [["good_4"]]})
    state.apply(GAMBLE)
    before = json.dumps(state.to_json()), [event.text for event in state.log], state.dictated_left
    for _ in range(2):
        with pytest.raises(ChanceMismatch, match="the scripted outcome 6 is not possible, only 0 to 5"):
            state.apply(GAMBLE)
        assert (json.dumps(state.to_json()), [event.text for event in state.log], state.dictated_left) == before
    state.apply(SELL)
    assert state.decisions == 2


def test_what_was_taken_without_asking_is_told_from_the_start(bazaar: Game) -> None:
    state = bazaar.new(2, 1)
    taken = state.taken_unasked()
    assert [(player, option.text, option.key) for player, option in taken] == [
        (0, "Sell 2 goods", "sell_goods"),
        (1, "Sell 2 goods", "sell_goods"),
    ]
    copy = state.clone()
    for each in (state, copy):
        each.apply(DRAW)
        assert each.taken_unasked(since=each.decisions) == []
        each.apply(SELL)
        assert [(player, option.text) for player, option in each.taken_unasked(since=2)] == [(1, "Sell 2 goods")]
        each.apply(SELL)
        assert [(player, option.text) for player, option in each.taken_unasked(since=2)] == [
            (1, "Sell 2 goods"),
            (0, "Sell 3 goods"),
        ]
        assert each.taken_unasked()[:2] == taken
        assert each.taken_unasked() == each.taken_unasked()
    assert bazaar.from_json(state.to_json()).taken_unasked() == state.taken_unasked()
    plain = bazaar.new(2, 1, tracked=False)
    for answer in state.answers:
        plain.apply(answer)
    assert plain.taken_unasked() == state.taken_unasked()


@pytest.mark.parametrize("answer", [10**5000, -(10**5000), [[]], "x" * 10_000], ids=["much", "less", "list", "text"])
def test_an_answer_of_any_size_is_refused_in_few_words(bazaar: Game, answer: Any) -> None:
    """Python itself refuses to write numbers of some thousand digits."""
    with pytest.raises(IllegalAnswer) as refused:
        bazaar.new(2, 1).apply(answer)
    assert len(str(refused.value)) < 200
