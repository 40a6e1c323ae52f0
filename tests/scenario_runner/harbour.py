"""A game about a harbour that scenarios are written for, and how they are played."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent, indent

from cardwright import ScenarioSuite
from cardwright.scenarios.suite import ScenarioOutcome

GAME = """\
title: Harbour
players: 1 to 3
active: active
powers_work_in: [fleet]
types:
  colour: {values: [red, blue]}
  good: {values: [salt, silk]}
kinds:
  ship:
    plural: ships
    attributes: {good: good}
    parts: {load: berth}
    zones:
      hold: {of: ships, see: everyone}
    memory:
      coins: {is: number}
      mates: {is: ships}
  berth:
    part_of: ship
    attributes: {colour: colour}
    zones:
      cell: {of: ships, see: everyone}
zones:
  table:
    yard: {of: ships, see: nobody, ordered: yes}
  player:
    fleet: {of: ships, see: everyone}
    dock: {of: ships, see: owner}
memory:
  table:
    active: {is: player}
    open: {is: yes_no}
    guest: {is: player}
    word: {is: good}
    flagship: {is: ship}
    seen: {is: goods}
  player:
    coins: {is: number}
    stock: {is: number, per: good}
    mark: {is: number}
pieces:
  - {id: cog, copies: 3, good: salt, load: {red: 2, blue: 1}}
  - {id: junk, copies: 2, good: silk}
  - id: lucky
    good: silk
    power: "modify wage(you): add 5"
library: |
  rule final_score(player): player.coins
  rule wage(player): 1
  step setup:
    for each p in players:
      p choose s from yard: move(s, to: p.dock)
  step play:
    repeat:
      active turn
      active = next(active)
  verb turn "take a turn":
    choose one:
      option "Earn": earn
      option "Roll": gamble
      option "Retire": finish
  verb earn "earn a wage": you.coins += wage(you)
  verb gamble:
    let eyes = roll(6)
    you.coins += eyes
  verb stuck:
    repeat:
      if you.coins < 0: stop
  verb twins:
    choose s from you.dock where it.good is silk: move(s, to: you.fleet)
  verb launch:
    choose 2 ss from you.dock: move(ss, to: you.fleet)
  verb bless:
    may earn
  verb grab:
    choose up to 2 ss from you.dock: move(ss, to: you.fleet)
  verb collect:
    repeatedly may choose s from you.dock: move(s, to: you.fleet)
  verb raid:
    choose s from players.fleet: move(s, to: you.dock)
  verb salvage:
    choose s from top(yard, 2): move(s, to: you.fleet)
  verb twice:
    toast
    toast
  verb toast:
    for each p in players: p may earn
  verb hoist(ship): move(ship, to: you.fleet)
  verb vote:
    secretly for each p in players:
      p choose 2 ss from p.dock: p.mark = count(ss)
"""


def outcomes(folder: Path, text: str, game: str = "harbour", players: int = 2) -> list[ScenarioOutcome]:
    """Play scenarios for a game that must be written correctly."""
    suite = ScenarioSuite()
    listed = dedent(text).strip("\n").replace("\n", "\n  ")
    found, mistakes = suite.add(folder / "some.yaml", f"game: {game}\nplayers: {players}\nscenarios:\n  {listed}\n")
    assert not mistakes, mistakes
    return [suite.run(scenario) for scenario in found]


def one(folder: Path, body: str, game: str = "harbour", players: int = 2) -> ScenarioOutcome:
    text = "- name: it\n" + "\n".join(f"  {line}" for line in dedent(body).strip("\n").splitlines())
    [outcome] = outcomes(folder, text, game, players)
    return outcome


def together(folder: Path, bodies: Sequence[str], players: int = 2) -> list[ScenarioOutcome]:
    """Play several scenarios in one program."""
    text = "".join(f"- name: n{number}\n{indent(body, '  ')}\n" for number, body in enumerate(bodies))
    found = outcomes(folder, text, players=players)
    assert len(found) == len(bodies)
    return found


def go_well(folder: Path, bodies: Sequence[str], players: int = 2) -> None:
    for body, outcome in zip(bodies, together(folder, bodies, players), strict=True):
        assert outcome.passed, (body, outcome.diagnostics)


def complaint(outcome: ScenarioOutcome) -> str:
    assert outcome.failure is not None, outcome
    return outcome.failure.diagnostic.message
