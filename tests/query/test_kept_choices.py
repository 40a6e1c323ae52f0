"""What somebody chooses and keeps in secret is not said aloud, of whatever sort it is."""

from pathlib import Path

import pytest

from cardwright import Event, load_game

GAME = """
game: keeping
players: 2
active: active
turn: take_turn
types: {sort: {values: [tea, silk, iron]}}
kinds:
  card: {attributes: {rank: number}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}}
  player: {hand: {of: cards, see: owner}}
memory:
  table: {active: {is: player}}
  player:
    bid: {is: number, secret: yes}
    ally: {is: player, secret: yes}
    want: {is: sort, secret: yes}
    side: {is: yes_no, secret: yes}
    open_bid: number
library: |
  step setup: move(top(deck, 2), to: deck)
  step play:
    repeat 9 times:
      active take_turn
      active = next(active)
  verb take_turn "take a turn":
    choose one:
      option "Number":
        choose n from numbers(1, 4): you.bid = n + 1
      option "Player":
        choose p from players: you.ally = p
      option "Word":
        choose s from sorts: you.want = s
      option "By a verb":
        choose n from numbers(1, 4): plan(n)
      option "Option":
        choose one:
          option "Left": you.side = yes
          option "Right": you.side = no
      option "Aloud":
        choose n from numbers(1, 4): you.open_bid = n
  verb plan(n: number) "lay plans": you.bid = n
  rule final_score(player): player.open_bid
"""
CARDS = """
game: keeping
set: base
cards: [{each: {rank: 1 to 4}, name: "Card {rank}"}]
"""


def lines(events: list[Event]) -> list[str]:
    return [line for event in events for line in (event.text, *lines(event.children))]


@pytest.mark.parametrize("way", ["Number", "Player", "Word", "By a verb", "Option", "Aloud"])
def test_what_is_kept_in_secret_is_not_said_aloud(way: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME)
    (tmp_path / "cards" / "base").mkdir(parents=True)
    (tmp_path / "cards" / "base" / "cards.yaml").write_text(CARDS)
    state = load_game(tmp_path).new(2, 1)
    player, told = state.player, {}
    state.apply(next(option for option in state.decision.options if option.text == way))  # type: ignore[union-attr]
    for option in range(state.option_count):
        ahead = state.clone()
        ahead.apply(option)
        told[option] = lines(ahead.visible_log(1 - player))
        assert lines(ahead.visible_log(player)) != lines(state.visible_log(player)) or way == "Option"
    assert len(set(map(tuple, told.values()))) == (len(told) if way == "Aloud" else 1)
