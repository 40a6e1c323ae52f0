"""Options without a title are called by their deeds, however the sentences about them are worded."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import Game, load_game
from cardwright.runtime.decision import Option, is_option_key
from cardwright.scenarios.answers import find_options

GAME = """\
game: stand
title: Stand
players: 2
kinds:
  card: {}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: cards, see: owner}
memory:
  player:
    coins: {is: number}
library: |
  verb gain(coins: number) "PHRASE": you.coins += coins
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  step setup: nothing
  step play:
    for each p in players: p act
  verb act "act":
    choose one:
        option: gain(2)
        option "Rest": nothing
        option:
          gain(1)
          draw(1)
        option: you.coins += 3
  rule final_score(player): player.coins
"""


def stand(folder: Path, phrase: str) -> Game:
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "game.yaml").write_text(GAME.replace("PHRASE", phrase), encoding="utf-8")
    cards = "game: stand\nset: base\ncards:\n  - {id: fig, copies: 9}\n"
    (folder / "cards" / "base" / "cards.yaml").write_text(cards, encoding="utf-8")
    return load_game(folder)


@pytest.mark.parametrize("phrase", ["gain {coins:coin}", "pocket {coins:coin} for yourself"])
def test_keys_are_of_the_deeds_and_not_of_the_sentences(phrase: str, tmp_path: Path) -> None:
    decision = stand(tmp_path / "stand", phrase).new(2, 1).decision
    assert decision is not None
    assert [option.key for option in decision.options] == ["gain_2", "rest", "gain_1_draw_1", "coins"]


def test_what_an_option_was_called_by_before_is_understood(tmp_path: Path) -> None:
    decision = stand(tmp_path / "stand", "gain {coins:coin}").new(2, 1).decision
    assert decision is not None
    first, *_ = decision.options
    assert find_options(decision.options, "gain_2_coins", False) == [first]
    assert find_options(decision.options, "gain_2", False) == [first]
    assert is_option_key(first, "gain_2_coins")
    assert not is_option_key(first, "rest")
    assert not is_option_key(Option(0, "", "fig"), "")
    assert is_option_key(Option(0, "Gain 2 coins", "gain_2", earlier="gain_2_coins"), "gain_2_coins")
