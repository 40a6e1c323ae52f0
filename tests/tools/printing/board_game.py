"""A small game of routes on a map, for tests of printing."""

from pathlib import Path

GAME = """
game: lines
title: Lines
summary: Build the routes of a map.
players: 2

active: active
turn: build

types:
  colour: {values: [red, blue]}
  town: {values: [arden, brill, corran]}

kinds:
  route:
    attributes: {start: town, goal: town, length: number, colour: {is: colour, default: none}}
    memory: {owner: {is: player}}
  ticket:
    attributes: {worth: number}
  card:
    attributes: {colour: colour}

zones:
  table:
    map: {of: routes}
    deck: {of: tickets, see: nobody, ordered: yes}
    wires: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: tickets, see: owner}
    wire: {of: cards, see: owner}

memory:
  table: {active: {is: player}}

pieces:
  - {id: one, kind: route, start: arden, goal: brill, length: 6, colour: red}
  - {id: two, kind: route, start: brill, goal: corran, length: 9}
  - {id: three, kind: route, start: arden, goal: corran, length: 2, colour: blue}
  - {id: far, kind: ticket, worth: 6}
  - {id: near, kind: ticket, worth: 8}
  - {id: red_wire, kind: card, colour: red}
  - {id: blue_wire, kind: card, colour: blue}

look:
  colors: {red: red, blue: bright_blue}
  draw:
    map: {as: grid, lines: ["{start}-{goal}", "{length}", "{owner}"], across: ACROSS}

library: |
  step setup:
    for each p in players:
      move(top(deck), to: p.hand)
      move(top(wires), to: p.wire)

  step play:
    for each p in players:
      active = p
      p build

  verb build "build a route":
    choose r from map where owner is nobody: r.owner = you

  rule final_score(player) "the score of {player}": sum(r.length for each r in map where r.owner is player)
  rule winners gives players: players with the highest final_score(it)
"""


def write_board_game(folder: Path, across: int = 2, *changes: tuple[str, str]) -> Path:
    """Write the game into a folder, with some of its texts replaced, and return the folder."""
    text = GAME.replace("ACROSS", str(across))
    for old, new in changes:
        assert old in text, old
        text = text.replace(old, new)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return folder
