"""The scenario runner: what it accepts, what it finds wrong, and what it says about it."""

import json
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Sequence
from itertools import permutations
from pathlib import Path
from textwrap import dedent, indent

import pytest

from cardwright import ScenarioSuite, check_paths, scenario_paths
from cardwright.declarations.read.game import Loaded
from cardwright.scenarios.stage import Making, Stage, make_stage
from cardwright.scenarios.suite import Outcome, Scenario
from cardwright_tools.cli.main import main

CEYLON = Path(__file__).resolve().parents[1] / "scenarios" / "ceylon"
CONFTEST = Path(__file__).resolve().parents[1] / "conftest.py"

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


@pytest.fixture
def harbour(tmp_path: Path) -> Path:
    folder = tmp_path / "harbour"
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME)
    return tmp_path


def outcomes(folder: Path, text: str, game: str = "harbour", players: int = 2) -> list[Outcome]:
    """Play scenarios for a game that must be written correctly."""
    suite = ScenarioSuite()
    listed = dedent(text).strip("\n").replace("\n", "\n  ")
    found, mistakes = suite.add(folder / "some.yaml", f"game: {game}\nplayers: {players}\nscenarios:\n  {listed}\n")
    assert not mistakes, mistakes
    return [suite.run(scenario) for scenario in found]


def one(folder: Path, body: str, game: str = "harbour", players: int = 2) -> Outcome:
    text = "- name: it\n" + "\n".join(f"  {line}" for line in dedent(body).strip("\n").splitlines())
    [outcome] = outcomes(folder, text, game, players)
    return outcome


def together(folder: Path, bodies: Sequence[str], players: int = 2) -> list[Outcome]:
    """Play several scenarios in one program."""
    text = "".join(f"- name: n{number}\n{indent(body, '  ')}\n" for number, body in enumerate(bodies))
    found = outcomes(folder, text, players=players)
    assert len(found) == len(bodies)
    return found


def go_well(folder: Path, bodies: Sequence[str], players: int = 2) -> None:
    for body, outcome in zip(bodies, together(folder, bodies, players), strict=True):
        assert outcome.passed, (body, outcome.diagnostics)


def complaint(outcome: Outcome) -> str:
    assert outcome.failure is not None, outcome
    return outcome.failure.diagnostic.message


# ---------------------------------------------------------------- what goes well


def test_everything_that_can_be_given(harbour: Path) -> None:
    outcome = one(
        harbour,
        """
        given:
          active: P2
          open: yes
          guest: nobody
          word: silk
          flagship: cog#2
          seen: [silk, salt, silk]
          P1.coins: 7
          P2.stock[silk]: 3
          cog#1.coins: 4
          cog#2.mates: [junk#1, junk#2]
          P1.fleet: [cog, junk]
          P2.dock: [2 cog]
          cog#1.hold: [lucky]
          cog#1.red#2.cell: [junk]
        then:
          - active is P2 and open and guest is nobody and word is silk
          - seen is [silk, salt, silk] and count(seen) is 3
          - P1.coins is 7 and P2.coins is 0 and P2.stock[silk] is 3 and P2.stock[salt] is 0
          - count(P1.fleet) is 2 and count(P2.dock) is 2 and count(yard) is 0
          - count(P1.fleet where it.coins is 4) is 1
          - count(P1.fleet.hold) is 1 and count(P1.fleet.load.cell) is 1
          - flagship.zone is P2.dock and count(flagship.mates) is 2
        """,
    )
    assert outcome.passed, outcome.diagnostics


def test_the_first_piece_given_to_an_ordered_zone_is_its_top_and_the_others_lie_below(harbour: Path) -> None:
    outcome = one(
        harbour,
        """
        given:
          yard: [junk, cog]
          P1.dock: [cog]
        when:
          - then: count(yard) is 5 and count(top(yard) where good is silk) is 1
          - do: "move(top(yard), to: P1.dock)"
        then:
          - count(P1.dock where good is silk) is 1 and count(top(yard) where good is salt) is 1
        """,
    )
    assert outcome.passed, outcome.diagnostics


def test_all_others_can_lie_in_one_zone_above_below_or_between_what_is_given(harbour: Path) -> None:
    bodies = []
    for given, then in (
        ("{P1.dock: the rest}", "count(yard) is 0 and count(P1.dock) is 6"),
        ("{yard: [], P1.dock: [the rest]}", "count(yard) is 0 and count(P1.dock) is 6"),
        ("{yard: [junk], P1.dock: [the rest, lucky]}", "yard.name is [junk] and count(P1.dock) is 5"),
        (
            "{yard: [junk, the rest, lucky]}",
            "yard.name is [lucky, cog, cog, cog, junk, junk]",
        ),
        ("{yard: [], P1.dock: [3 cog], P2.dock: [2 junk, lucky]}", "count(yard) is 0"),
        ("{P2.fleet: [lucky], P1.dock: [the rest]}", "count(yard) is 0 and count(P1.dock) is 5"),
    ):
        bodies.append(f"given: {given}\nthen: {then}")
    played = """
        play: yes
        given: {yard: [], P2.fleet: [the rest, junk]}
        when:
          - P1: yard.1
          - P2: yard.1
          - then: count(P2.fleet) + count(P1.dock) + count(P2.dock) is 6 and count(yard) is 0
    """
    go_well(harbour, [*bodies, dedent(played).strip()])


def test_what_is_kept_of_a_copy_is_kept_of_the_one_that_is_given_a_place(harbour: Path) -> None:
    bodies = []
    for given, then in (
        ("{P1.fleet: [junk], junk.coins: 3}", "P1.fleet.coins is [3]"),
        ("{junk.coins: 3, P1.fleet: [junk]}", "P1.fleet.coins is [3]"),
        ("{P1.fleet: [junk#2], junk.coins: 3}", "P1.fleet.coins is [3]"),
        ("{P1.fleet: [junk#2], junk#1.coins: 3}", "P1.fleet.coins is [0] and sum(yard.coins) is 3"),
        ("{P1.fleet: [junk#2], P2.fleet: [junk], junk#1.coins: 3}", "P2.fleet.coins is [3]"),
        ("{P1.fleet: [2 junk], junk.coins: 3}", "sum(P1.fleet.coins) is 3"),
        ("{P1.fleet: [2 junk], junk#1.coins: 3, junk#2.coins: 4}", "sum(P1.fleet.coins) is 7"),
        ("{P1.fleet: [junk], flagship: junk}", "flagship.zone is P1.fleet"),
        ("{P1.fleet: [junk], junk.hold: [2 cog]}", "count(P1.fleet.hold) is 2"),
        ("{P2.fleet: [2 cog], P1.fleet: [lucky], lucky.mates: [cog#1, cog#2]}", "count(P1.fleet.mates) is 2"),
    ):
        bodies.append(f"given: {given}\nthen: {then}")
    go_well(harbour, bodies)


def test_then_reads_what_given_writes(harbour: Path) -> None:
    given = (
        "given: {lucky.coins: 3, cog#2.coins: 4, P1.fleet: [junk], junk.hold: [cog#1], flagship: lucky, "
        "cog#2.red.cell: [cog#3], cog#2.mates: [lucky, junk], guest: P2, 'P2.stock[silk]': 5}\n"
    )
    holds = (
        "lucky.coins is 3",
        "cog#2.coins is 4 and cog#1.coins + cog#3.coins is 0",
        "junk.zone is P1.fleet and junk#2.zone is yard",
        "junk in P1.fleet and cog#1 in junk.hold and lucky not in P1.fleet",
        "flagship is lucky and lucky is flagship and flagship is not cog#1",
        "count(cog#2.red.cell) is 1 and count(cog#2.red#2.cell) is 0 and count(cog#2.blue.cell) is 0",
        "cog#2.mates is [lucky, junk#1] and lucky in cog#2.mates",
        "P1.fleet.name is [junk] and lucky.name is lucky",
        "guest is P2 and P2.stock[silk] is 5",
        "all(c.coins < lucky.coins for each c in P1.fleet)",
    )
    go_well(harbour, [f"{given}then: '{then}'" for then in holds])
    moved = "when: [{do: 'P1 hoist(lucky)'}, {then: 'lucky in P1.fleet'}]\nthen: 'junk in P1.fleet'"
    go_well(harbour, [given + moved])
    [outcome] = together(harbour, [f"{given}then: 'cog#2.coins is 5'"])
    assert complaint(outcome) == "this should hold: cog#2.coins is 5"
    assert outcome.failure is not None
    assert [note.message for note in outcome.failure.diagnostic.notes] == ["cog#2.coins is 4"]


def test_where_play_has_begun_a_copy_without_a_number_is_one_that_still_lies_where_it_began(harbour: Path) -> None:
    body = """\
        play: yes
        given: {P2.fleet: [junk], junk.coins: 3, junk.hold: [cog], flagship: junk}
        when:
          - P1: yard.NUMBER
          - P2: yard.1
          - P1 sees junk.hold: [cog]
          - then: P2.fleet.coins is [3] and count(P2.fleet.hold) is 1 and flagship.zone is P2.fleet
          - then: count(P1.dock) is 1 and count(P2.dock) is 1
        """
    go_well(harbour, [dedent(body).replace("NUMBER", str(number)) for number in range(1, 7)])


def test_powers_of_pieces_given_work_where_they_lie(harbour: Path) -> None:
    for place, wage in (("P1.fleet", 6), ("P1.dock", 1), ("P2.fleet", 1)):
        outcome = one(
            harbour,
            f"given:\n  {place}: [lucky]\nwhen:\n  - do: P1 earn\nthen: P1.coins is {wage}",
        )
        assert outcome.passed, outcome.diagnostics


def test_a_scenario_that_plays_begins_with_the_setup_and_gives_after_it(harbour: Path) -> None:
    outcome = one(
        harbour,
        """
        play: yes
        given: {active: P2, P1.dock: [junk], P1.coins: 5}
        when:
          - P1 is offered: [yard.1, yard.2, yard.3, yard.4, yard.5, yard.6]
          - P1: yard.1
          - P2: yard.1
          - then: count(P1.dock) is 1 and count(P1.dock where good is silk) is 1 and P1.coins is 5
          - P2: [earn]
          - P1: Retire
        ends: P1
        """,
    )
    assert outcome.passed, outcome.diagnostics


def test_chance_is_dictated(harbour: Path) -> None:
    outcome = one(
        harbour,
        "chance: {roll die: [3, 5]}\nwhen: [{do: P1 gamble}, {do: P2 gamble}]\nthen: P1.coins is 4 and P2.coins is 6",
    )
    assert outcome.passed, outcome.diagnostics


def test_a_condition_may_be_checked_while_somebody_is_asked(harbour: Path) -> None:
    outcome = one(harbour, "when: [{do: P1 turn}, {then: P1.coins is 0}, {P1: earn}]\nthen: P1.coins is 1")
    assert outcome.passed, outcome.diagnostics


def test_scenarios_with_the_same_seats_share_a_program(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(loaded: Loaded, players: int, content: str, listed: Sequence[Scenario], making: Making) -> Stage:
        made.append(players)
        return make_stage(loaded, players, content, listed, making)

    monkeypatch.setattr("cardwright.scenarios.suite.make_stage", counted)
    text = "".join(f"- {{name: n{n}, players: {n % 2 + 1}, then: [P1.coins is 0]}}\n" for n in range(8))
    assert all(outcome.passed for outcome in outcomes(harbour, text))
    assert sorted(made) == [1, 2]


# ---------------------------------------------------------------- what goes wrong


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("then: P1.coins is 1", "this should hold: P1.coins is 1"),
        ("then: P1.coins is 0 and P2.coins is 3", "this should hold: P2.coins is 3"),
        ("when: [{do: P1 turn}]", "the scenario ends while P1 is asked"),
        ("when: [{do: P1 turn}, {do: P1 earn}]", "P1 is asked first, and does not answer"),
        ("when: [{do: P1 earn}, {P1: earn}]", "P1 is not asked anything here"),
        ("when: [{do: P1 turn}, {P2: earn}]", "P1 is asked here, not P2"),
        ("when: [{do: P1 turn}, {P1: earns}]", "P1 has no option `earns`"),
        ("when: [{do: P1 turn}, {P1: [earn, roll]}]", "P1 is not asked anything here"),
        ("when: [{do: P1 turn}, {P1 is offered: [earn, retire]}]", "P1 is offered earn, roll, retire"),
        ("when: [{P1 is offered: [earn]}]", "P1 is not asked anything here"),
        ("when: [{P1 sees yard: [cog]}]", "P1 sees nothing in the yard"),
        ("given: {P2.dock: [cog]}\nwhen: [{P2 sees P2.dock: []}]", "P2 sees cog in P2's dock"),
        ("given: {P2.dock: [cog]}\nwhen: [{P1 sees P2.dock: [cog]}]", "P1 sees nothing in P2's dock"),
        (
            "when: [{do: P1 turn}, {P1: retire}]",
            "the game ended, won by P1, P2: the scenario does not say `ends: P1, P2`",
        ),
        ("when: [{do: P1 turn}, {P1: retire}]\nends: P1", "the game was won by P1, P2, not by P1"),
        ("when: [{do: P1 earn}]\nends: P1", "the game is not over; it should have ended, won by P1"),
        ("when: [{do: P1 turn}, {P1: retire}, {do: P1 earn}]\nends: [P1, P2]", "the game is already over"),
        (
            "chance: {roll die: [1, 2]}\nwhen: [{do: P1 gamble}]",
            "this was dictated, and chance was not asked for it",
        ),
        ("chance: {roll die: [6]}\nwhen: [{do: P1 gamble}]", "roll die: 6 was dictated, and only 0 to 5 are possible"),
        ("when: [{do: P1 stuck}]", "this never ends: stuck"),
    ],
)
def test_a_scenario_that_goes_another_way_says_how(harbour: Path, body: str, message: str) -> None:
    assert complaint(one(harbour, body)) == message


def test_an_answer_may_say_what_was_taken_without_asking(harbour: Path) -> None:
    given = "given: {P1.dock: [cog, junk, lucky]}\n"
    good = []
    for body in (
        "[{do: P1 launch}, {P1: [junk, lucky]}]\nthen: count(P1.fleet) is 2",
        "[{do: P1 launch}, {P1: [junk, lucky, done]}]",
        "[{do: P1 grab}, {P1: [cog, lucky]}, {P1: done}]",
        "[{do: P1 grab}, {P1: [cog, done]}]\nthen: count(P1.fleet) is 1",
        "[{do: P1 collect}, {P1: [lucky, cog, junk, pass]}]\nthen: count(P1.fleet) is 3",
    ):
        good.append(f"{given}when: {body}")
    go_well(harbour, [*good, "given: {P1.dock: [junk]}\nwhen: [{do: P1 twins}, {P1: junk}]"])
    bad = (
        "[{do: P1 launch}, {P1: [junk, lucky, lucky]}]",
        "[{do: P1 launch}, {P1: [junk, lucky, done, done]}]",
        "[{do: P1 launch}, {P2: [junk, lucky]}]",
        "[{do: P1 launch}, {P1: [junk, lucky]}, {do: P1 earn}, {P1: lucky}]",
        "[{do: P1 launch}, {P1: [junk, lucky]}, {P2: done}]",
        "[{do: P1 earn}, {P1: done}]",
    )
    for body, outcome in zip(bad, together(harbour, [f"{given}when: {body}" for body in bad]), strict=True):
        assert outcome.failure is not None, body


def test_several_are_picked_in_any_order_in_one_step_or_many(harbour: Path) -> None:
    given = "given: {P1.dock: [cog, junk, lucky], cog.coins: 1, junk.coins: 2, lucky.coins: 3}\n"
    bodies = []
    for order in permutations(["cog", "junk", "lucky"], 2):
        coins = sum({"cog": 1, "junk": 2, "lucky": 3}[ship] for ship in order)
        then = f"then: sum(P1.fleet.coins) is {coins} and count(P1.dock) is 1"
        one_by_one = ", ".join(f"{{P1: {ship}}}" for ship in order)
        checked = one_by_one.replace(", ", ", {then: count(P1.dock) is 3}, ")
        for steps in (f"{{P1: [{', '.join(order)}]}}", one_by_one, checked):
            bodies.append(f"{given}when: [{{do: P1 launch}}, {steps}]\n{then}")
    go_well(harbour, bodies)


def test_what_is_offered_of_several_is_all_that_can_still_be_picked(harbour: Path) -> None:
    outcome = one(
        harbour,
        """
        given: {P1.dock: [cog, junk, lucky]}
        when:
          - do: P1 launch
          - P1 is offered: [lucky, cog, junk]
          - P1: lucky
          - P1 is offered: [cog, junk]
          - P1 is not offered: [lucky, done, pass]
          - P1: cog
          - do: P1 grab
          - P1: junk
        then: count(P1.dock) is 0
        """,
    )
    assert outcome.passed, outcome.diagnostics


@pytest.mark.parametrize(
    ("answers", "message", "note"),
    [
        ("{P1: junk}", "the scenario ends while P1 is asked", "2 can be picked, in any order; picked so far: 1"),
        (
            "{P1: junk}, {do: P1 earn}",
            "P1 is asked first, and does not answer",
            "2 can be picked, in any order; picked so far: 1",
        ),
        ("{P1: [junk, junk]}", "P1 has no option `junk`", "2 can be picked, in any order; picked so far: 1"),
        ("{P1: [junk, done]}", "P1 has no option `done`", "2 can be picked, in any order; picked so far: 1"),
        ("{P1: [2 junk]}", "P1 has no option `junk`", "2 can be picked, in any order; picked so far: 1"),
    ],
)
def test_a_pick_of_several_that_is_not_at_its_end_is_told_with_how_many(
    harbour: Path, answers: str, message: str, note: str
) -> None:
    outcome = one(harbour, f"given: {{P1.dock: [cog, junk, lucky]}}\nwhen: [{{do: P1 launch}}, {answers}]")
    assert complaint(outcome) == message
    assert outcome.failure is not None
    notes = [each.message for each in outcome.failure.diagnostic.notes]
    assert "2 can be picked, in any order; picked so far: 1" in notes


def test_a_number_may_stand_before_what_is_answered_so_often(harbour: Path) -> None:
    outcome = one(
        harbour,
        """
        given: {P1.dock: [3 cog, junk, lucky]}
        when:
          - do: P1 launch
          - P1 is offered: [cog, cog#2, cog#3, junk, lucky]
          - P1: [2 cog]
        then: count(P1.fleet where it.good is salt) is 2
        """,
    )
    assert outcome.passed, outcome.diagnostics


def test_one_of_several_called_alike_is_meant_only_where_they_are_alike(harbour: Path) -> None:
    twins = "when: [{{do: P1 twins}}, {{P1: {}}}]"
    passed = "\nthen: count(P1.fleet) is 1"
    words = ("junk", "Junk", "junk#1", "junk#2")
    go_well(harbour, ["given: {P1.dock: [2 junk]}\n" + twins.format(word) + passed for word in words])
    differences = (
        "junk#1.coins: 4",
        "junk#1.hold: [cog]",
        "junk#2.mates: [lucky]",
        "flagship: junk#2",
        "lucky.mates: [junk#1]",
    )
    given = [f"given: {{P1.dock: [2 junk], {difference}}}\n" for difference in differences]
    for word in words[:2]:
        for outcome in together(harbour, [each + twins.format(word) for each in given]):
            assert complaint(outcome) == f"`{word}` fits several options: write one of junk#1, junk#2"
    go_well(harbour, [each + twins.format(word) + passed for word in words[2:] for each in given])
    elsewhere = one(harbour, "given: {P1.fleet: [junk], P2.fleet: [junk]}\nwhen: [{do: P1 raid}, {P1: junk}]")
    assert complaint(elsewhere) == (
        "`junk` fits several options: write one of junk#1 (P1's fleet), junk#2 (P2's fleet)"
    )
    ordered = one(harbour, "given: {yard: [2 junk, cog]}\nwhen: [{do: P1 salvage}, {P1 is offered: [yard.5, yard.6]}]")
    assert ordered.failure is not None


def test_everybody_who_is_asked_can_pass_in_one_step(harbour: Path) -> None:
    given = "given: {P1.fleet: [lucky], P1.coins: 1, P2.coins: 1, P3.coins: 1}\n"
    bodies = [
        f"{given}when: {when}\nthen: {then}"
        for when, then in (
            ("[{do: P1 toast}, {everyone: pass}]", "P1.coins is 1 and P3.coins is 1"),
            ("[{do: P1 toast}, {P1: yes}, {everyone: no}]", "P1.coins is 7 and P2.coins is 1"),
            ("[{do: P1 toast}, {everyone: 'yes'}]", "P1.coins is 7 and P2.coins is 2 and P3.coins is 2"),
            ("[{do: P1 toast}, {everyone: no}, {do: P1 toast}, {everyone: 'yes'}]", "P3.coins is 2"),
            ("[{do: P1 twice}, {everyone: no}, {everyone: 'yes'}]", "P3.coins is 2"),
        )
    ]
    docks = "given: {P1.dock: [cog, junk, lucky], P2.dock: [2 cog, junk]}\n"
    vote = "when: [{do: P1 vote}, {everyone: [junk, cog]}]\nthen: P1.mark is 2 and P2.mark is 2"
    go_well(harbour, [*bodies, docks + vote], players=3)
    wrong = {
        "[{do: P1 earn}, {everyone: pass}]": "nobody is asked anything here",
        "[{do: P1 turn}, {everyone: pass}]": "P1 has no option `pass`",
        "[{do: P1 twice}, {everyone: no}]": "the scenario ends while P1 is asked",
    }
    found = together(harbour, [f"when: {when}" for when in wrong], players=3)
    assert [complaint(outcome) for outcome in found] == list(wrong.values())


def test_what_is_not_offered_must_be_something_that_could_be(harbour: Path) -> None:
    wrong = {
        "{P1 is not offered: earn}": "P1 is offered `earn`",
        "{P1 is not offered: [fly, Earn]}": "nothing that could be offered is called `fly`",
        "{P1 is not offered: [junk, Roll]}": "P1 is offered `roll`",
        "{P1: earn}, {P1 is not offered: [earn]}": "P1 is not asked anything here",
        "{P2 is not offered: [earn]}": "P1 is asked here, not P2",
    }
    found = together(harbour, [f"when: [{{do: P1 turn}}, {steps}]" for steps in wrong])
    assert [complaint(outcome) for outcome in found] == list(wrong.values())
    words = ("pass", "done", "'no'", "junk", "lucky#2", "P2", "silk", "Lucky", "P2.dock", "yard", "yard.3", "'3'")
    step = "when: [{{do: P1 turn}}, {{P1 is not offered: [{}]}}, {{P1: earn}}]"
    go_well(harbour, [step.format(word) for word in words])


@pytest.mark.parametrize(
    ("body", "label", "notes"),
    [
        ("when: [{do: P1 turn}, {P1: earns}]", "did you mean `earn`?", ["offered: earn, roll, retire"]),
        ("when: [{do: P1 turn}, {P1: re}]", "did you mean `retire`?", ["offered: earn, roll, retire"]),
        ("when: [{do: P1 turn}, {P1: r}]", "offered: earn, roll, retire", []),
        ("when: [{do: P1 bless}, {P1: nay}]", "offered: yes, pass", []),
        (
            "given: {P1.dock: [cog, junk]}\nwhen: [{do: P1 grab}, {P1: no}]",
            "offered: cog, junk, done",
            ["0 to 2 can be picked, in any order; picked so far: 0"],
        ),
    ],
)
def test_an_answer_that_fits_nothing_is_told_with_what_there_is(
    harbour: Path, body: str, label: str, notes: list[str]
) -> None:
    failure = one(harbour, body).failure
    assert failure is not None
    assert failure.diagnostic.label == label
    assert [note.message for note in failure.diagnostic.notes] == notes


def test_a_failure_shows_the_place_the_values_the_decision_and_what_happened(harbour: Path) -> None:
    suite = ScenarioSuite()
    text = dedent("""\
        game: harbour
        players: 2
        scenarios:
          - name: it
            when:
              - do: P1 earn
              - do: P2 turn
              - then: P1.coins is 0
        """)
    [scenario], _ = suite.add(harbour / "some.yaml", text)
    assert suite.told(suite.run(scenario)) == dedent(f"""\
        {harbour}/some.yaml:8:15: error[scenario-failed]: this should hold: P1.coins is 0
            8 |       - then: P1.coins is 0
              |               ^^^^^^^^^^^^^
          note: P1.coins is 1

        {harbour}/some.yaml:8:15: error[scenario-failed]: the scenario ends while P2 is asked
            8 |       - then: P1.coins is 0
              |               ^^^^^^^^^^^^^ offered: earn, roll, retire
          Then:
            P2 is asked: {suite_prompt(harbour)}
              earn    Earn
              roll    Roll
              retire  Retire
          What had happened:
            P1 earns a wage
            P2 takes a turn""")


def suite_prompt(harbour: Path) -> str:
    """The prompt of the game's only choice, whatever the English of prompts is."""
    outcome = one(harbour, "when: [{do: P2 turn}]")
    assert outcome.failure is not None
    return outcome.failure.asked[0].removeprefix("P2 is asked: ")


def test_the_values_of_a_failed_comparison_are_shown(harbour: Path) -> None:
    outcome = one(harbour, "given: {P1.fleet: [cog, junk]}\nthen: P1.fleet.good is P2.fleet.good")
    assert outcome.failure is not None
    notes = [note.message for note in outcome.failure.diagnostic.notes]
    assert notes == ["P1.fleet.good is salt, silk", "P2.fleet.good is nothing"]


def test_every_condition_that_does_not_hold_is_told_with_what_was_so_at_the_first(harbour: Path) -> None:
    outcome = one(
        harbour,
        """
        when:
          - do: P1 earn
          - then: P1.coins is 7 and P2.coins is 8
          - P1 sees yard: [cog]
          - do: P2 earn
          - then: P2.coins is 1
          - do: P2 earn
        then:
          - P1.coins is 1
          - P2.coins is 9
          - P1.coins is 3 and P2.coins is 2
        ends: P1
        """,
    )
    assert outcome.failure is not None
    assert [each.message for each in outcome.failure.diagnostics] == [
        "this should hold: P1.coins is 7",
        "this should hold: P2.coins is 8",
        "P1 sees nothing in the yard",
        "the game is not over; it should have ended, won by P1",
        "this should hold: P2.coins is 9",
        "this should hold: P1.coins is 3",
    ]
    assert outcome.failure.log == ("P1 earns a wage",)


def test_conditions_are_not_looked_at_where_somebody_should_have_answered(harbour: Path) -> None:
    for body in ("when: [{do: P1 turn}]\nthen: P1.coins is 4", "when: [{P1: earn}]\nthen: P1.coins is 4"):
        outcome = one(harbour, body)
        assert outcome.failure is not None
        assert len(outcome.failure.diagnostics) == 1


def test_pieces_that_get_lost_are_noticed(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = iter([{0: (1, 2)}, {0: (1, 2)}, {0: (1, 1)}])
    monkeypatch.setattr("cardwright.scenarios.play.zone_contents", lambda _: next(contents))
    outcome = one(harbour, "when: [{do: P1 earn}, {do: P2 earn}]")
    assert complaint(outcome).startswith("pieces were lost or doubled")
    assert outcome.failure is not None
    assert "P2 earn" not in str(outcome.failure.diagnostic.message)


def test_a_quick_variant_that_goes_another_way_is_noticed(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardwright.playing.state import State

    digest = State.digest
    monkeypatch.setattr(State, "digest", lambda state: digest(state) + (str(state.scores) if state.tracked else ""))
    assert complaint(one(harbour, "when: [{do: P1 earn}]")).startswith("the quick variant of the program")


# ---------------------------------------------------------------- what is written wrongly


def mistakes(folder: Path, text: str) -> list[str]:
    """The mistakes in a file as `line:column code`, and that none of its scenarios can be played."""
    suite = ScenarioSuite()
    found, diagnostics = suite.add(folder / "some.yaml", dedent(text))
    for scenario in found:
        diagnostics += suite.run(scenario).mistakes
    assert suite.told(Outcome(scenario, tuple(diagnostics))) if found else True
    return [f"{each.span.line}:{each.span.column} {each.code}" for each in diagnostics]


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("given: {P1.dok: [cog]}", "5:16 unknown-place"),
        ("given: {P3.dock: [cog]}", "5:13 unknown-player"),
        ("given: {yrd: [cog]}", "5:13 unknown-place"),
        ("given: {cg.hold: [cog]}", "5:13 unknown-card"),
        ("given: {cog#4.hold: [cog]}", "5:13 too-few-copies"),
        ("given: {cog.green.cell: [cog]}", "5:17 unknown-place"),
        ("given: {P1.dock: [cg]}", "5:23 unknown-card"),
        ("given: {P1.dock: [2 cg]}", "5:25 unknown-card"),
        ("given: {P1.dock: [4 cog]}", "5:23 too-few-copies"),
        ("given: {P1.dock: [100000 cog]}", "5:23 too-few-copies"),
        ("given: {P1.dock: [100000000000 cog]}", "5:23 wrong-value"),
        ("given: {P1.dock: [2 cog], P2.dock: [2 cog]}", "5:41 too-few-copies"),
        ("given: {P1.coins: many}", "5:23 unknown-word"),
        ("given: {P1.coins: [1]}", "5:23 wrong-value"),
        ("given: {'P1.coins[silk]': 1}", "5:23 wrong-value"),
        ("given: {P1.stock: 1}", "5:13 wrong-value"),
        ("given: {'P1.stock[sil]': 1}", "5:23 unknown-word"),
        ("given: {active: P9}", "5:21 unknown-word"),
        ("given: {word: sil}", "5:19 unknown-word"),
        ("given: {P1.: 1}", "5:13 wrong-value"),
        ("given: [P1]", "5:12 wrong-value"),
        ("given: {yard: []}", "5:13 wrong-value"),
        ("given: {yard: [], P1.dock: [lucky]}", "5:13 wrong-value"),
        ("given: {P1.dock: the rest, P2.dock: [the rest]}", "5:32 wrong-value"),
        ("given: {P1.dock: [the rest, the rest]}", "5:33 wrong-value"),
        ("given: {P1.dock: [rest]}", "5:23 unknown-card"),
        ("given: {P1.dock: [2 the rest]}", "5:23 wrong-value"),
        ("given: {P1.dock: }", "5:13 wrong-value"),
        ("given: {P1.coins: }", "5:13 wrong-value"),
        ("given: {seen: }", "5:13 wrong-value"),
        ("given: {cog#1.coins: 1, P1.fleet: [cog, junk], junk.coins: 2, junk#1.coins: 2}", "5:67 duplicate-key"),
        ("given: {P1.fleet: [cog#2], P2.fleet: [cog#2]}", "5:43 duplicate-key"),
        ("given: {P1.fleet: [cog#4]}", "5:24 too-few-copies"),
        ("given: {P1.fleet: [cog#0]}", "5:24 unknown-card"),
        ("given: {P1.fleet: [2 cog#1]}", "5:24 unknown-card"),
        ("given: {P01.coins: 1}", "5:13 unknown-player"),
        ("given: {P1.dock: [0 cog]}", "5:23 wrong-value"),
        ("given: {P1.fleet: [junk], P2.fleet: [junk], junk.coins: 3}", "5:49 unclear-copy"),
        ("given: {junk.coins: 3}", "5:13 unclear-copy"),
        ("given: {yard: [junk, cog, junk], junk.coins: 3}", "5:38 unclear-copy"),
        ("given: {flagship: cog}", "5:23 unclear-copy"),
        ("given: {flagship: cog#1.red}", "5:23 unknown-card"),
        ("given: {cog#1.mates: [junk]}", "5:27 unclear-copy"),
        ("play: yes\n    given: {cog.coins: 3}", "6:13 unclear-copy"),
        ("play: yes\n    given: {yard: []}", "6:13 wrong-value"),
        ("when: [{P1 sees cog.hold: []}]", "5:21 unclear-copy"),
        ("when: [{P1 sees P2.dock: }]", "5:13 wrong-value"),
        ("chance: {roll die: []}", "5:24 wrong-value"),
        ("chance: {roll die: }", "5:14 wrong-value"),
        ("chance: {shuffle yard: }", "5:14 wrong-value"),
        ("chance: {shuffle yard: [[cog], junk]}", "5:36 wrong-value"),
        ("chance: {shuffle yard: [4 cog]}", "5:29 too-few-copies"),
        ("chance: {roll dice: [1]}", "5:14 unknown-chance"),
        ("chance: {roll die: [one]}", "5:25 wrong-value"),
        ("chance: {shuffle yard: [cg]}", "5:29 unknown-card"),
        ("when: [{do: P1 ern}]", "5:20 unknown-verb"),
        ("when: [{do: P3 earn}]", "5:17 unknown-name"),
        ("when: [{do: earn}]", "5:17 missing-subject"),
        ("when: [{do: 'P1 earn('}]", "5:25 syntax"),
        ("when: [{then: P1.coin is 1}]", "5:22 unknown-name"),
        ("when: [{dp: P1 earn}]", "5:13 unknown-field"),
        ("when: [{P1: []}]", "5:13 missing-field"),
        ("when: [{P3: earn}]", "5:13 unknown-player"),
        ("when: [{P3 is offered: [earn]}]", "5:13 unknown-player"),
        ("when: [{P1 sees P2.coins: []}]", "5:13 wrong-value"),
        ("when: [{P1 sees P2.dok: []}]", "5:24 unknown-place"),
        ("when: [{P1 sees P2.dock: [cgo]}]", "5:31 unknown-card"),
        ("when: [P1 earn]", "5:12 wrong-value"),
        ("when: [{do: {P1: earn}}]", "5:17 wrong-value"),
        ("when: {do: P1 earn}", "5:11 wrong-value"),
        ("then: [P1.coins]", "5:12 wrong-type"),
        ("then: [count(P1.doc) is 1]", "5:21 unknown-name"),
        ("then: [cog.coins is 0]", "5:12 unclear-copy"),
        ("when: [{then: flagship is cog}]", "5:31 unclear-copy"),
        ("when: [{do: P1 hoist(cog)}]", "5:26 unclear-copy"),
        ("when: [{do: P1 hoist(cog#4)}]", "5:26 unknown-name"),
        ("then: [lucky.coin is 0]", "5:18 unknown-name"),
        ("then: [lucky.red is 0]", "5:18 unknown-name"),
        ("then: [lucki.coins is 0]", "5:12 unknown-name"),
        ("play: yes\n    then: [cog#1.coins is 0 and junk.coins is 0]", "6:33 unclear-copy"),
        ("play: yes\n    given: {P1.fleet: [junk]}\n    then: [junk.coins is 0]", "7:12 unclear-copy"),
        ("ends: P3", "5:11 unknown-player"),
        ("players: 4", "4:11 wrong-value"),
        ("players: none", "5:14 wrong-value"),
        ("seed: -1", "5:11 wrong-value"),
        ("play: perhaps", "5:11 wrong-value"),
        ("wen: []", "5:5 unknown-field"),
    ],
)
def test_a_mistake_is_told_at_its_place(harbour: Path, line: str, expected: str) -> None:
    checked = "" if "then: [" in line else "\n    then: [P1.coins is 0]"
    text = f"game: harbour\nplayers: 2\nscenarios:\n  - name: it\n    {line}{checked}\n"
    assert mistakes(harbour, text) == [expected]


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", "1:1 empty-file"),
        ("[1, 2]", "1:1 wrong-value"),
        ("scenarios: []", "1:1 missing-field"),
        ("game: harbor\nscenarios: []", "1:7 unknown-game"),
        ("game: harbour\nsets: [base]\nscenarios: []", "2:8 unknown-set"),
        ("game: harbour\nscenarios: none", "2:12 wrong-value"),
        ("game: harbour\nplayers: 2\nscenarios: [it]", "3:13 wrong-value"),
        ("game: harbour\nplayers: 2\nscenarios:\n  - then: [P1.coins is 0]", "4:5 missing-field"),
        ("game: harbour\nscenarios:\n  - name: it\n    then: [P2.coins is 0]", "4:12 unknown-name"),
        ("game: harbour\nplayers: 2\nscenarios:\n  - name: it", "4:11 missing-field"),
    ],
)
def test_a_file_of_another_shape_is_told(harbour: Path, text: str, expected: str) -> None:
    assert mistakes(harbour, text) == [expected]


def test_as_few_play_as_the_game_is_for_unless_the_file_or_the_scenario_says_otherwise(harbour: Path) -> None:
    text = (
        "game: harbour\n{}scenarios:\n  - {{name: a, then: P1.coins is 0}}\n  - {{name: b, players: 3, then: 1 is 1}}\n"
    )
    for for_all, players in (("", [1, 3]), ("players: 2\n", [2, 3])):
        suite = ScenarioSuite()
        found, wrong = suite.add(harbour / "some.yaml", text.format(for_all))
        assert not wrong
        assert [each.players for each in found] == players
        assert all(suite.run(each).passed for each in found)


SHARED = """\
game: harbour
players: 2
seed: 7
play: no
given: {P1.coins: 3, P1.dock: [cog, junk], active: P2}
chance: {roll die: [2]}
when:
  - do: P1 gamble
  - then: P1.coins > 2
scenarios:
  - name: as the file says
    then: [P1.coins is 6, count(P1.dock) is 2, active is P2]
  - name: the same place is given anew, and others beside it
    given: {P1.dock: [lucky], P2.coins: 1}
    when: [{do: P2 earn}]
    then: P1.dock.name is [lucky] and P1.coins is 6 and P2.coins is 2
  - name: chance brings something else
    chance: {roll die: [0]}
    then: P1.coins is 4
"""


def test_a_file_can_give_dictate_and_do_for_all_its_scenarios(harbour: Path) -> None:
    suite = ScenarioSuite()
    found, wrong = suite.add(harbour / "some.yaml", SHARED)
    assert not wrong
    for scenario in found:
        assert suite.run(scenario).passed, suite.run(scenario).diagnostics
    assert {scenario.seed for scenario in found} == {7}
    played = (
        "game: harbour\nplayers: 2\nplay: yes\ngiven: {P1.coins: 5}\nwhen: [{P1: yard.1}, {P2: yard.1}]\nscenarios:\n"
    )
    listed = "  - {name: a, then: P1.coins is 5}\n  - {name: b, play: no, when: [{do: P1 earn}]}\n"
    first, second = outcomes_of(harbour, played + listed)
    assert first.passed
    assert complaint(second) == "P1 is not asked anything here"


def outcomes_of(folder: Path, text: str) -> list[Outcome]:
    suite = ScenarioSuite()
    found, wrong = suite.add(folder / "some.yaml", text)
    assert not wrong, wrong
    return [suite.run(scenario) for scenario in found]


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ("P1.coins: 3", "P1.coin: 3", "5:12 unknown-place"),
        ("P1.coins: 3", "P3.coins: 3", "5:9 unknown-player"),
        ("[cog, junk]", "[cog, junkk]", "5:37 unknown-card"),
        ("roll die", "roll dice", "6:10 unknown-chance"),
        ("P1 gamble", "P1 gmble", "8:12 unknown-verb"),
        ("P1.coins > 2", "P1.coins > P1.dock", "9:22 wrong-type"),
        ("- do: P1 gamble", "- P3: gamble", "8:5 unknown-player"),
        ("- do: P1 gamble", "- P1 gamble", "8:5 wrong-value"),
        ("seed: 7", "seed: x", "3:7 wrong-value"),
        ("play: no", "play: x", "4:7 wrong-value"),
        ("given: {P1.coins: 3, P1.dock: [cog, junk], active: P2}", "given:", "5:7 wrong-value"),
        ("given: {P1.dock: [lucky], P2.coins: 1}", "given:", "14:11 wrong-value"),
        ("P1.dock: [cog, junk]", "P1.dock: [4 cog]", "5:32 too-few-copies"),
    ],
)
def test_what_is_wrong_for_all_is_told_once_where_it_stands(
    harbour: Path, old: str, new: str, expected: str, capsys: pytest.CaptureFixture[str]
) -> None:
    file = harbour / "some.yaml"
    file.write_text(SHARED.replace(old, new, 1))
    assert [f"{each.span.line}:{each.span.column} {each.code}" for each in check_paths([file])[0]] == [expected]
    assert main(["test", str(file)]) == 1
    assert capsys.readouterr().out.count("error[") == 1


def test_two_scenarios_of_one_name_are_told(harbour: Path) -> None:
    each = "  - {name: it, then: [P1.coins is 0]}\n"
    assert mistakes(harbour, f"game: harbour\nplayers: 2\nscenarios:\n{each}{each}") == ["5:12 duplicate-id"]


def test_a_wrong_scenario_does_not_keep_the_others_from_being_played(harbour: Path) -> None:
    played = outcomes(
        harbour,
        """
        - {name: first, then: [P1.coins is 0]}
        - {name: second, when: [{do: P1 ern}]}
        - {name: third, when: [{do: P1 earn}], then: [P1.coins is 1]}
        - {name: fourth, given: {P1.dock: [rat]}, when: [{do: P1 earn}]}
        - {name: fifth, when: [{do: P2 earn}], then: [P2.coins is 1]}
        """,
    )
    assert [outcome.passed for outcome in played] == [True, False, True, False, True]


def test_mistakes_of_the_game_itself_are_told(harbour: Path) -> None:
    game = harbour / "harbour" / "game.yaml"
    game.write_text(GAME.replace("you.coins += eyes", "you.coin += eyes"))
    outcome = one(harbour, "then: P1.coins is 0")
    assert [(Path(each.span.path).name, each.code) for each in outcome.mistakes] == [("game.yaml", "unknown-name")]
    game.write_text("kinds: [")
    assert one(harbour, "then: P1.coins is 0").mistakes


def test_no_file_however_broken_ends_in_a_traceback(harbour: Path) -> None:
    chance = random.Random(5)
    sound = dedent("""\
        game: harbour
        players: 2
        scenarios:
          - name: it
            given: {active: P2, P1.dock: [cog, 2 junk], "P2.stock[silk]": 3, cog#2.red.cell: [lucky]}
            chance: {roll die: [1], shuffle yard: [cog]}
            when:
              - do: P1 turn
              - P1 is offered: [earn, roll, retire]
              - P1: roll
              - P1 sees P1.dock: [cog, 2 junk]
              - then: P1.coins is 2
            then: [count(P1.dock) is 3 and active is P2]
            ends: P1
        """)
    pieces = re.findall(r"\w+|\W", sound)
    for _ in range(120):
        broken = list(pieces)
        for _ in range(chance.randint(1, 3)):
            at = chance.randrange(len(broken))
            broken[at] = chance.choice(["", *pieces, "{", "[", "\n", "é", '"', "P99", "0"])
        suite = ScenarioSuite()
        found, diagnostics = suite.add(harbour / "some.yaml", "".join(broken))
        for scenario in found:
            assert isinstance(suite.told(suite.run(scenario)), str)
        assert found or diagnostics


# ---------------------------------------------------------------- the tools


def test_files_are_found_in_folders(tmp_path: Path) -> None:
    (tmp_path / "deep").mkdir()
    (tmp_path / "deep" / "a.yaml").write_text("game: ceylon\nscenarios: []\n")
    (tmp_path / "cards.yaml").write_text("game: ceylon\ncards: []\n")
    assert scenario_paths([tmp_path]) == [tmp_path / "deep" / "a.yaml"]
    assert scenario_paths([tmp_path / "cards.yaml"]) == [tmp_path / "cards.yaml"]


def test_validate_checks_scenarios_without_playing_them(harbour: Path) -> None:
    file = harbour / "some.yaml"
    file.write_text("game: harbour\nplayers: 2\nscenarios:\n  - {name: it, then: [P1.coins is 5, P1.coin is 5]}\n")
    found, files = check_paths([file])
    assert [(each.span.line, each.code) for each in found] == [(4, "unknown-name")]
    assert str(file) in files


def test_the_command_plays_scenarios_and_tells_by_its_exit_code(harbour: Path) -> None:
    def cardwright(*words: str | Path) -> subprocess.CompletedProcess[str]:
        command = [sys.executable, "-m", "cardwright_tools.cli.main", "test", *map(str, words)]
        return subprocess.run(command, capture_output=True, text=True, cwd=harbour, check=False)

    good = cardwright(CEYLON, "--name", "six players")
    assert (good.returncode, good.stdout) == (0, "")
    assert good.stderr == "2 of 2 scenarios went as they say\n"

    (harbour / "some.yaml").write_text(
        "game: harbour\nplayers: 2\nscenarios:\n"
        "  - {name: one, then: [P1.coins is 5]}\n  - {name: two, then: [P1.coins is 0]}\n"
    )
    bad = cardwright("some.yaml")
    assert bad.returncode == 1
    assert bad.stdout.startswith("some.yaml: one\nsome.yaml:4:24: error[scenario-failed]: this should hold")
    assert bad.stderr == "1 of 2 scenarios went as they say\n"

    for words in (("nowhere.yaml",), ("some.yaml", "--name", "nothing such")):
        assert cardwright(*words).returncode == 2


def test_a_mistake_of_the_game_is_told_once_and_no_scenario_is_played(
    harbour: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = harbour / "harbour" / "game.yaml"
    game.write_text(GAME.replace("you.coins += eyes", "you.coin += eyes"))
    (harbour / "some.yaml").write_text(
        "game: harbour\nplayers: 2\nscenarios:\n  - {name: one, then: [P1.coins is 0]}\n"
        "  - {name: two, then: [P1.coins is 0]}\n  - {name: three, players: 3, then: [P1.coins is 0]}\n"
    )
    assert main(["test", str(harbour / "some.yaml")]) == 1
    shown = capsys.readouterr()
    assert shown.out.count("error[") == shown.out.count("error[unknown-name]") == 1
    assert shown.err == "no scenario was played: 1 mistake in how files are written\n"
    (harbour / "other.yaml").write_text("game: ceylon\nplayers: 2\nscenarios:\n  - {name: one, then: [1 is 1]}\n")
    assert main(["test", str(harbour / "some.yaml"), str(harbour / "other.yaml"), "--json"]) == 1
    shown = capsys.readouterr()
    report = json.loads(shown.out)
    assert (report["played"], report["passed"], len(report["findings"])) == (1, 1, 1)
    told = "1 of 1 scenarios went as they say; 3 could not be played; 1 mistake in how files are written\n"
    assert shown.err == told


def test_pytest_collects_scenarios_and_shows_failures_without_a_traceback(harbour: Path) -> None:
    tests = harbour / "tests"
    (tests / "scenarios").mkdir(parents=True)
    shutil.copy(CONFTEST, tests / "conftest.py")
    (tests / "scenarios" / "a.yaml").write_text(
        "game: ../../harbour\nplayers: 2\nscenarios:\n"
        "  - {name: good, then: [P1.coins is 0]}\n  - {name: bad, when: [{do: P1 turn}]}\n"
    )
    (tests / "scenarios" / "b.yaml").write_text("game: ceylon\nscenarios: none\n")
    (tests / "scenarios" / "cards.yaml").write_text("game: ceylon\ncards: []\n")
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--continue-on-collection-errors"]
    shown = subprocess.run([*command, "tests"], capture_output=True, text=True, cwd=harbour, check=False).stdout
    assert "1 failed, 1 passed, 1 error" in shown
    assert "tests/scenarios/a.yaml:5:29: error[scenario-failed]: the scenario ends while P1 is asked" in shown
    assert "retire  Retire" in shown
    assert "tests/scenarios/b.yaml:2:12: error[wrong-value]" in shown
    assert "Traceback" not in shown
