"""Zones in which pieces are put away, found by what rules do with them."""

from __future__ import annotations

import re
from pathlib import Path

from cardwright import Game, load_game
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.table_view import TableView, TableZone

GAME = """\
game: refuse
title: Refuse
players: 2
active: active
turn: turn
kinds:
  card: {attributes: {worth: number}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    away: {of: cards, see: everyone}
    worn: {of: cards, see: everyone}
    market: {of: cards, see: everyone}
    common: {of: cards, see: everyone}
  player: {hand: {of: cards, see: owner}}
memory:
  table: {active: player}
pieces:
CARDS
library: |
  rule final_score(player) "the hand of {player}": count(player.hand)
  step setup:
    for each p in players: move(top(deck, 5), to: p.hand)
    move(top(deck, 2), to: market)
    move(top(deck), to: common)
  step play:
    repeat 6 times:
      turn
      active = next(active)
  step turn:
    active drop
    active wear
  verb drop "drop a card":
    choose card from you.hand: move(card, to: away)
    if count(away) > 5: move(away, to: deck)
  verb wear "wear a card out":
    choose card from you.hand: move(card, to: worn)
    may choose card from market: move(card, to: you.hand)
    if count(common) > 3: move(common, to: deck)
"""
CARDS = "\n".join(f"  - {{id: c{n}, name: Card {n}, kind: card, worth: {n}}}" for n in range(1, 16))


def read_game(folder: Path, text: str = GAME) -> Game:
    (folder / "game.yaml").write_text(text.replace("CARDS", CARDS))
    return load_game(folder)


def list_discards(game: Game) -> list[str]:
    return [zone.word for zone in game.program(2).tables.zones if zone.discards]


def find_zone(table: TableView, word: str) -> TableZone:
    return next(zone for zone in table.zones if zone.word == word)


def test_what_is_put_away_is_told_from_what_is_chosen_or_turned_up(tmp_path: Path) -> None:
    assert list_discards(read_game(tmp_path)) == ["away", "worn"]


def test_a_zone_about_which_a_rule_asks_is_no_pile_unless_a_deck_is_made_of_it(tmp_path: Path) -> None:
    asked = "count(player.hand) + count(worn where worth > 3) + count(away where worth > 3)"
    text = re.sub(r"count\(player.hand\)$", asked, GAME, flags=re.MULTILINE)
    assert list_discards(read_game(tmp_path, text)) == ["away"]


def test_the_piece_that_was_put_away_last_is_shown(tmp_path: Path) -> None:
    state = read_game(tmp_path).new(2, seed=3)
    dropped = []
    for _ in range(9):
        assert state.decision is not None
        zone = state.decision.source
        text = state.decision.options[-2 if state.decision.options[-1].declines else -1].text
        dropped += [text] if zone == "drop" else []
        state.apply(next(each.index for each in state.decision.options if each.text == text))
    away = find_zone(build_table(state, 0), "away")
    shown = {piece.at: piece.name for piece in away.pieces}
    assert len(dropped) > 1
    assert shown[away.last] == dropped[-1]
    assert find_zone(build_table(state, 0), "common").last == ""
