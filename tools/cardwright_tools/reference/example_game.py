"""Invented game with every field of a game file, used by the examples of the reference."""

from __future__ import annotations

GAME = """\
game: harbour
title: The Harbour
summary: Load ships, complete contracts.
players: 2 to 4
active: active
turn: turn
valuation: prospects
strong: prospects
rollout: none
play_order: clockwise
powers_work_in: [works]
windows: [morning, market]

types:
  good:
    values: [tea, silk, iron]
  sort:
    title: sort of card
    values: [goods, wharf, crew]

kinds:
  card:
    plural: cards
    attributes:
      sort: sort
      good: {is: good, default: tea}
      tier: {is: number, default: 1}
      illegal: {is: yes_no, default: no}
    parts: {load: crate}
    zones:
      beneath: {of: cards, see: nobody}
    memory:
      charges: {is: number, starts: 2}
  crate:
    plural: crates
    part_of: card
    attributes: {good: good}
    interchangeable: yes
  ship:
    plural: ships
    title: trading ship
    zones:
      contracts: {of: cards, see: everyone, ordered: yes}
      hold: {of: cards, see: top}
    memory:
      owner: {is: player}
  echo:
    plural: echoes

pieces:
  - {id: sloop, kind: ship, copies: 4}
  - {id: raft, kind: ship, copies: 2, pool: boathouse}
  - {id: echo, kind: echo, copies: 12}

zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    discard_pile: {of: cards, see: top, title: discard pile}
    harbour: {of: ships}
    boathouse: {of: ships}
    spare: {of: echoes}
    stack: {of: echoes, ordered: yes}
  player:
    hand: {of: cards, see: owner}
    goods: {of: cards, see: everyone}
    works: {of: cards, see: everyone}
    hold: {of: cards, see: face, down: owner}
    fleet: {of: ships}

memory:
  table:
    active: {is: player, title: active player}
    leader: {is: player}
  player:
    credits: {is: number, starts: 10}
    ready: yes_no
    stock: {is: number, per: good}
    asked_for: {is: sorts, until: turn}
    bid: {is: number, until: turn, secret: yes}

tables:
  price:
    roles: {good: good, number: number}
    values:
      tea: [1, 3, 6]
      silk: [2, 4, 7]
      iron: [1, 2, 3]

look:
  colors: {tea: green, silk: magenta, iron: bright_black}
  icons: {tea: leaf, silk: shirt, iron: bolt, tier: star}
  first: [credits, goods]
  hide: [bid]
  short: {discard_pile: discards, score: wealth}
  labels: {ship: "{name} {owner}", contracts: "{name} {load}", crate: "[{good}]"}
  draw:
    harbour: {as: grid, lines: ["{contracts}", "carries {hold:card}"]}
    goods: {as: chart, by: sort}
    stock: chart
  pause: [deliver]
  quiet: [draw]

library: |
  rule final_score(player) "the score of {player}": player.credits
  rule prospects(player): player.credits * 2 + count(player.hand)
  rule hand_limit(player) "the hand limit of {player}": 7
  rule capacity(ship) "the capacity of {ship}": 3
  rule payout(size: number, player) "the payout for {size}": 4 * size
  rule accepts(ship, card): count(ship.hold) < capacity(ship) and card.tier <= 3
  rule banned gives sorts: []

  verb gain(amount: number) "gain {amount:credit}": you.credits += amount
  verb lose(amount: number, to: player = nobody) "lose {amount:credit}":
    let paid = min(amount, you.credits)
    you.credits -= paid
    if to is not nobody: to gain(paid)
  verb pay(amount: number, to: player = nobody) "pay {amount:credit}":
    require you.credits >= amount
    lose(amount, to)
  verb draw(number) gives (drawn: cards) "draw {number:card}":
    let found = top(deck, number)
    move(found, to: you.hand)
    drawn = found
  verb discard(cards) "discard {cards}": move(cards, to: discard_pile)
  verb load(card, ship) "load {card} onto {ship}":
    require accepts(ship, card)
    move(card, to: ship.hold)
  verb deliver(card, ship) "deliver {card}":
    move(card, to: you.works)
    gain(payout(card.tier, you))
  verb complete(card, ship, source: zone, c: card, s: card) "complete {card}": nothing
  verb trade "trade": window(market)
  verb take_turn "take a turn":
    window(morning)
    draw(1)
    may choose c from you.hand, ship from harbour where accepts(it, c): load(c, ship)
    trade
  step turn: active take_turn
  step setup:
    shuffle(deck)
    for each p in players: p draw(3)
    choose p at random from players: active = p
  step play:
    repeat until count(deck) is 0:
      turn
      active = next(active)
"""

CARDS = """\
game: harbour
set: base
kind: card

cards:
  - id: green_tea
    name: Green Tea
    copies: 6
    sort: tea
    load: {tea: 2, silk: 1}
    inferred: [tier]
    note: the tier is not printed
  - id: foreman
    sort: crew
    tier: 2
    illegal: yes
    power: "modify hand_limit(you): add 1"
  - id: porter
    sort: crew
    power: "offer market once per turn: draw(1)"
"""
