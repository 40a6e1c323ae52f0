"""A small game whose part one of the rulebook is told with changes."""

from __future__ import annotations

from pathlib import Path

from cardwright import load_game
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

GAME = """
game: market
players: 2 to 4
play_order: clockwise
active: active
turn: take_turn
types:
  colour: {values: [red, green, blue]}
kinds:
  card:
    attributes: {colour: colour, worth: number}
    memory: {seen_by: {is: players}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    pile: {of: cards, see: top}
  player:
    hand: {of: cards, see: owner}
    handed: {of: cards, see: owner}
    stall: {of: cards, see: everyone}
memory:
  table: {active: {is: player, title: player to play}}
  player: {coins: number}
tables:
  row_points: {roles: {number: number}, values: [1, 3, 6]}
pieces:
  - {id: fig, kind: card, copies: 9, colour: red, worth: 1}
library: |
  rule hand_size "the size of a hand": 8 - count(players)
  rule full "the market is full": count(pile) > limit
  rule limit "the room in the pile": 12
  rule final_score(player) "the score of {player}": player.coins + stall_points(player) - count(player.hand)
  rule stall_points(player) "the stall points of {player}": row_points(count(player.stall))
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck, hand_size), to: p.hand)
    active = the(first(players))
  step play:
    repeat until full:
      active take_turn
      active = next(active)
  verb take_turn "take a turn":
    for each p in players: move(p.hand, to: p.handed)
    for each p in players: move(p.handed, to: next(p).hand)
    trade
  verb trade "trade":
    choose one:
      option "Sell" if any(you.hand): sell_one
      option "Show": show_off
  verb sell_one "sell a card":
    choose card from you.hand: sell(card)
  verb sell(card) "sell {card}":
    move(card, to: pile)
    gain(card.worth)
    for each p in opponents: card.seen_by += p
    if full: gain(2)
  verb gain(number) "gain {number:coin}": you.coins += number
  verb show_off "show your stall":
    choose card from you.hand: move(card, to: you.stall)
"""


class Market:
    """The game with changes, and the lines of its part one by section."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder

    def told(self, *changes: tuple[str, str]) -> dict[str, str]:
        text = GAME
        for old, new in changes:
            assert old in text
            text = text.replace(old, new)
        (self.folder / "game.yaml").write_text(text, encoding="utf-8")
        guide = write_rulebook(load_game(str(self.folder))).guide
        return {each.title: " ".join(" ".join(list(render_lines([each], 200))[2:]).split()) for each in guide}
