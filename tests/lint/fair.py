"""A fair with stalls of players and booths of nobody, laid out with one power on a piece of some kind."""

from pathlib import Path

from cardwright import check_paths
from cardwright.source.diagnostics import Diagnostic

GAME = """\
game: fair
title: Fair
players: 2 to 4
active: active
turn: take_turn
powers_work_in: [stall, square]
windows: [evening]
kinds:
  card: {attributes: {price: {is: number, default: 1}}}
  booth: {zones: {inside: {of: guests}, store: {of: cards}}}
  guest: {memory: {owner: player}}
pieces:
  - {id: guest, kind: guest, each_player: {home: 3}}
BOOTH
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    discard_pile: {of: cards, see: top}
    square: {of: booths}
    meadow: {of: guests}
  player:
    hand: {of: cards, see: owner}
    stall: {of: cards}
    home: {of: guests}
memory:
  table: {active: player}
  player: {coins: number}
library: |
  step setup:
    for each p in players: p draw(2)
  step play:
    repeat until count(deck) is 0:
      active take_turn
      active = next(active)
  verb take_turn "take a turn":
    draw(1)
    may choose card from you.hand: open(card)
    may choose guest from you.home, booth from square: visit(guest, booth)
    window(evening)
    may choose card from you.stall: toss(card)
    may choose card from you.stall: throw(card)
    may choose card from you.stall: swap(card)
    may discard(you.stall)
    may choose card from you.stall: store(card)
    sweep(you.stall)
  verb draw(number) "draw {number:card}": move(top(deck, number), to: you.hand)
  verb open(card) "open {card}": move(card, to: you.stall)
  verb toss(card) "toss {card}": move(card, to: discard_pile)
  verb discard(cards) "discard {cards}": move(cards, to: discard_pile)
  verb throw(card) "throw {card}":
    earn(1)
    toss(card)
  verb swap(card) "swap {card}":
    toss(card)
    choose other from discard_pile: move(other, to: you.stall)
  verb store(card) "store {card}":
    if count(you.hand) > 0: move(card, to: you.hand)
    else: move(card, to: (the(first(square))).store)
  step sweep(cards) "a sweep":
    for each c in cards: move(c, to: discard_pile)
  verb visit(guest, booth) "visit {booth} with {guest}": move(guest, to: booth.inside)
  verb earn(number) "earn {number:coin}": you.coins += number
  rule fee(player) "the fee of {player}": 1
  rule final_score(player): player.coins + fee(player)
"""
CARDS = """\
game: fair
cards:
  - {id: plain, copies: 20, price: 2}
"""


def power_on(kind: str, power: str, below: Path, rules: str = GAME, copies: int = 1) -> Path:
    """The folder of the fair, with a power on a piece called `odd` of a kind."""
    text = "    power: |\n" + "".join(f"      {line}\n" for line in power.splitlines())
    booth = f"  - id: {'odd' if kind == 'booth' else 'tent'}\n    kind: booth\n{text if kind == 'booth' else ''}"
    guest = f"  - id: odd\n    kind: guest\n{text}" if kind == "guest" else ""
    folder = below / "fair"
    (folder / "cards/base").mkdir(parents=True)
    (folder / "game.yaml").write_text(rules.replace("BOOTH\n", booth + guest), encoding="utf-8")
    odd = f"  - id: odd\n    copies: {copies}\n{text}" if kind == "card" else ""
    (folder / "cards/base/cards.yaml").write_text(CARDS + odd, encoding="utf-8")
    return folder


def told_of(kind: str, power: str, below: Path, rules: str = GAME, copies: int = 1) -> list[Diagnostic]:
    """What is told of the fair with a power in it."""
    return check_paths([power_on(kind, power, below, rules, copies)])[0]


def codes_of(power: str, below: Path) -> list[str]:
    """The codes of all that is told of a power on a card."""
    return [each.code for each in told_of("card", power, below)]
