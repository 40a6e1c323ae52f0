"""Nothing in a file of scenarios is ignored: whatever is changed in one is refused, fails, or says something else.

`SCENARIO_SLIPS=2000 pytest tests/properties/test_scenario_slips.py` is the long run.
"""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from pathlib import Path

import pytest

from cardwright import ScenarioSuite
from cardwright.scenarios.files import SeesStep
from cardwright.scenarios.suite import Scenario
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence

GAME = """\
title: Harbour
players: 1 to 3
active: active
powers_work_in: [fleet]
windows: [noon]
types:
  colour: {values: [red, blue]}
  good: {values: [salt, silk]}
kinds:
  ship:
    attributes: {good: good}
    parts: {load: berth}
    zones: {hold: {of: ships, see: everyone}}
    memory: {coins: {is: number}, mates: {is: ships}}
  berth:
    part_of: ship
    attributes: {colour: colour}
    zones: {cell: {of: ships, see: everyone}}
zones:
  table:
    yard: {of: ships, see: nobody, ordered: yes}
    wreck: {of: ships, see: everyone}
  player:
    fleet: {of: ships, see: everyone}
    dock: {of: ships, see: owner}
memory:
  table: {active: {is: player}, open: {is: yes_no}, word: {is: good}, flagship: {is: ship}, seen: {is: goods}}
  player: {coins: {is: number}, stock: {is: number, per: good}}
pieces:
  - {id: cog, copies: 3, good: salt, load: {red: 2, blue: 1}}
  - {id: junk, copies: 2, good: silk}
  - id: lucky
    good: silk
    power: "offer noon: earn"
library: |
  rule final_score(player): player.coins
  step setup: shuffle(yard)
  step play: nothing
  verb earn: you.coins += 1
  verb gamble:
    let eyes = roll(6)
    you.coins += eyes
  verb launch:
    choose 2 ss from you.dock: move(ss, to: you.fleet)
  verb bless:
    may earn
  verb stop_now: finish
"""
FILE = """\
game: harbour
players: 2
seed: 3
given: {P2.coins: 2, open: yes}
chance: {roll die: [3]}
when:
  - do: P2 gamble
scenarios:
  - name: everything that can be said
    given:
      active: P2
      word: silk
      seen: [silk, salt]
      P1.dock: [cog#2, lucky, 2 junk]
      P2.fleet: [cog]
      cog#1.coins: 4
      cog#2.red#2.cell: [cog#3]
      cog#1.mates: [lucky]
      flagship: lucky
      P1.stock[salt]: 5
      wreck: [the rest]
      P1.coins: 9
    chance: {shuffle yard: []}
    when:
      - do: shuffle(yard)
      - do: P1 launch
      - P1 is offered: [cog, lucky, junk, junk#2]
      - P1 is not offered: [pass, yard]
      - P1: [lucky, cog]
      - do: P1 bless
      - P1: no
      - then: P2.coins is 6
      - do: window(noon)
      - everyone: pass
      - P2 sees P1.fleet: [cog, lucky]
      - do: P1 stop_now
    then:
      - word is silk and seen is [silk, salt] and active is P2 and open
      - flagship.zone is P1.fleet and cog#1.coins is 4 and cog#1.mates is [lucky]
      - count(cog#2.red#2.cell) is 1 and P1.stock[salt] is 5 and count(P1.dock) is 2
    ends: P1
"""
NONSENSE = ("zzqq", '"zz qq"', "[zzqq]", "{zzqq: 1}", "", "-1", "P7", "cog#9")
MORE = int(os.environ.get("SCENARIO_SLIPS", "60"))


@pytest.fixture(name="harbour", scope="module")
def _harbour(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("slips")
    (folder / "harbour").mkdir()
    (folder / "harbour" / "game.yaml").write_text(GAME, encoding="utf-8")
    return folder


def played(folder: Path, text: str) -> tuple[ScenarioSuite, list[Scenario], bool]:
    """A file that is read and played, and whether all of it is accepted and goes as it says."""
    suite = ScenarioSuite()
    found, wrong = suite.add(folder / "some.yaml", text)
    return suite, found, not wrong and bool(found) and all(suite.run(each).passed for each in found)


def meaning(suite: ScenarioSuite, scenario: Scenario) -> list[object]:
    """What a scenario says, however it is written."""
    prepared = suite._make_stage(scenario).prepared[scenario]
    steps: list[object] = []
    for step in scenario.steps:
        words = [word.raw for word in getattr(step, "words", getattr(step, "keys", ()))]
        seen = prepared.seen[step] if isinstance(step, SeesStep) else None
        text = getattr(step, "text", None)
        who = (getattr(step, "player", None), getattr(step, "all", None))
        steps.append((type(step).__name__, who, words, seen, text and text.raw))
    whole = (scenario.name, scenario.players, scenario.seed, scenario.plays, scenario.ends)
    return [whole, set(map(repr, prepared.changes)), dict(prepared.outcomes), steps]


def scalars(node: Node, way: tuple[str, ...] = ()) -> Iterator[tuple[Scalar, tuple[str, ...]]]:
    """Every name and value, with the fields that lead to it."""
    if isinstance(node, Scalar):
        yield node, way
    elif isinstance(node, Sequence):
        for item in node.items:
            yield from scalars(item, (*way, "-"))
    else:
        for key, value in node.entries:
            yield key, (*way, "<key>")
            yield from scalars(value, (*way, key.raw))


def places(text: str) -> list[tuple[Scalar, tuple[str, ...]]]:
    root = load_yaml(Path("some.yaml"), text).root
    assert isinstance(root, Mapping)
    return list(scalars(root))


def test_the_file_itself_goes_as_it_says(harbour: Path) -> None:
    suite, [scenario], good = played(harbour, FILE)
    assert good, suite.told(suite.run(scenario))


@pytest.mark.long
def test_nonsense_is_refused_or_fails_wherever_it_stands(harbour: Path) -> None:
    for scalar, way in places(FILE):
        if way == ("scenarios", "-", "name"):
            continue
        text = f"{FILE[: scalar.start]}zzqq{FILE[scalar.end :]}"
        assert not played(harbour, text)[2], (scalar.span.line, way, scalar.raw)


def test_whatever_is_changed_is_refused_or_fails_or_says_something_else(harbour: Path) -> None:
    suite, [scenario], _ = played(harbour, FILE)
    before = meaning(suite, scenario)
    chosen = random.Random(7)
    every = places(FILE)
    kept = 0
    for _ in range(MORE):
        scalar, way = chosen.choice(every)
        other, _ = chosen.choice(every)
        new = chosen.choice(
            [*NONSENSE, FILE[other.start : other.end], scalar.raw.upper(), f"{scalar.raw}x", scalar.raw[:-1]]
        )
        if new.strip("\"'") == scalar.raw:
            continue
        text = f"{FILE[: scalar.start]}{new}{FILE[scalar.end :]}"
        changed, found, good = played(harbour, text)
        if good:
            kept += 1
            assert meaning(changed, found[0]) != before, (scalar.span.line, way, scalar.raw, new)
    assert kept < MORE


@pytest.mark.long
def test_a_line_that_is_left_out_or_stands_twice_makes_a_difference(harbour: Path) -> None:
    suite, [scenario], _ = played(harbour, FILE)
    before = meaning(suite, scenario)
    lines = FILE.split("\n")
    numbers = [number for number, line in enumerate(lines) if line.strip() and not line.strip().startswith("scenarios")]
    for number in numbers:
        for text in (lines[:number] + lines[number + 1 :], lines[: number + 1] + lines[number:]):
            changed, found, good = played(harbour, "\n".join(text))
            if good:
                assert meaning(changed, found[0]) != before, lines[number]
