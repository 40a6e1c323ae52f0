"""What scenarios can give, do, dictate and check."""

from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent

import pytest
from tests.scenario_runner.harbour import complaint, go_well, one, outcomes, together

from cardwright import ScenarioSuite
from cardwright.declarations.readers.game_files import Loaded
from cardwright.scenarios.compile import CompiledScenarios, CompileOptions, compile_scenarios
from cardwright.scenarios.suite import Scenario


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


def test_deeds_with_rounds_or_values_that_are_counted_change_the_game_without_a_log_too(harbour: Path) -> None:
    outcome = one(
        harbour,
        """
        when:
          - do: |
              repeat 3 times: P1 earn
          - then: P1.coins is 3
          - do: |
              for each n in numbers(1, 2):
                repeat until P1.coins >= 4 * n: P1 earn
        then: P1.coins is 8
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


MEN = """
players: 2
kinds: {man: {plural: men}}
pieces: [{id: otter, each_player: {pond: 3}}, {id: heron, copies: 2}]
zones: {table: {bank: {of: men}, lost: {of: men}}, player: {pond: {of: men}, lair: {of: men, ordered: yes}}}
library: |
  step setup: nothing
  step play: nothing
  rule final_score(player): 0
"""


@pytest.mark.parametrize(
    ("given", "there"),
    [
        ("{lost: [the rest]}", "count(lost) is 8"),
        ("{lost: [the rest], P1.pond: [otter#1]}", "count(lost) is 7 and count(P1.pond) is 1 and count(P2.pond) is 0"),
        ("{P2.lair: [heron, the rest, otter]}", "count(P2.lair) is 8 and top(P2.lair).name is heron"),
        ("{P1.pond: [otter]}", "count(P1.pond) is 1 and count(P2.pond) is 3"),
    ],
)
def test_the_rest_is_all_pieces_of_the_kind_wherever_they_start(given: str, there: str, tmp_path: Path) -> None:
    (tmp_path / "pond").mkdir()
    (tmp_path / "pond" / "game.yaml").write_text(MEN, encoding="utf-8")
    suite = ScenarioSuite()
    text = f"game: pond\nscenarios:\n  - {{name: a, given: {given}, then: {there}}}\n"
    [[scenario], mistakes] = suite.add(tmp_path / "scenarios.yaml", text)
    outcome = suite.run(scenario)
    assert (outcome.diagnostics, mistakes) == ((), [])


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
    assert complaint(outcome) == "this does not hold: cog#2.coins is 5"
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


@pytest.mark.parametrize("chance", ["roll die: [3, 5]", "die shows: [4, 6]"])
def test_chance_is_dictated(harbour: Path, chance: str) -> None:
    outcome = one(
        harbour,
        f"chance: {{{chance}}}\nwhen: [{{do: P1 gamble}}, {{do: P2 gamble}}]\nthen: P1.coins is 4 and P2.coins is 6",
    )
    assert outcome.passed, outcome.diagnostics


def test_a_condition_may_be_checked_while_somebody_is_asked(harbour: Path) -> None:
    outcome = one(harbour, "when: [{do: P1 turn}, {then: P1.coins is 0}, {P1: earn}]\nthen: P1.coins is 1")
    assert outcome.passed, outcome.diagnostics


def test_scenarios_with_the_same_seats_share_a_program(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made: list[int] = []

    def counted(
        loaded: Loaded, players: int, content: str, listed: Sequence[Scenario], making: CompileOptions
    ) -> CompiledScenarios:
        made.append(players)
        return compile_scenarios(loaded, players, content, listed, making)

    monkeypatch.setattr("cardwright.scenarios.suite.compile_scenarios", counted)
    text = "".join(f"- {{name: n{n}, players: {n % 2 + 1}, then: [P1.coins is 0]}}\n" for n in range(8))
    assert all(outcome.passed for outcome in outcomes(harbour, text))
    assert sorted(made) == [1, 2]


FLEETS = "given: {P2.fleet: [junk#1], P1.fleet: [junk#2], P1.dock: [cog#2, cog#3]}\n"


def test_the_number_of_a_copy_means_the_same_piece_in_given_answers_and_conditions(harbour: Path) -> None:
    """Compare with the second of the options of this name, which is another copy."""
    go_well(
        harbour,
        [
            f"{FLEETS}when: [{{do: P1 raid}}, {{P1 is offered: [junk, junk#2]}}, {{P1: junk#{number}}}]\n"
            f"then: junk#{number} in P1.dock and junk#{3 - number} not in P1.dock"
            for number in (1, 2)
        ]
        + [
            f"{FLEETS}when: [{{do: P1 raid}}, {{P1: junk#1}}, {{do: P1 hoist(cog#{number})}}, {{do: P1 raid}}, "
            f"{{P1: {word}}}]\nthen: cog#{number} in P1.dock"
            for number in (2, 3)
            for word in (f"cog#{number}", "cog")
        ]
        + [
            "given: {P1.dock: [cog#2, cog#3]}\n"
            f"when: [{{do: P1 grab}}, {{P1 is offered: [cog#3, {word}, done]}}, {{P1: [cog#3, done]}}]\n"
            "then: cog#3 in P1.fleet and cog#2 in P1.dock"
            for word in ("cog", "cog#2")
        ]
        + [
            f"given: {{P1.dock: [junk#2, cog]}}\nwhen: [{{do: P1 twins}}, {{P1: {word}}}]\nthen: junk#2 in P1.fleet"
            for word in ("junk", "junk#2", "JUNK#2")
        ],
    )


def test_where_setup_places_copies_a_number_counts_the_options_unless_the_scenario_numbers_copies(
    harbour: Path,
) -> None:
    game = harbour / "harbour" / "game.yaml"
    changed = game.read_text(encoding="utf-8").replace('option "Roll": gamble', "option: grab")
    game.write_text(changed.replace("p choose s from yard: move(s, to: p.dock)", "p.coins = 0"), encoding="utf-8")
    for dock, last, firm in (("cog, cog, lucky", 2, ""), ("cog#2, cog#3, lucky", 3, "cog#3 in P1.fleet")):
        body = f"""
            play: yes
            given: {{P1.dock: [{dock}]}}
            when: [{{P1: [grab, cog#{last}, done]}}]
            then: [count(P1.dock where name is cog) is 1, {firm or "any(P1.dock where name is cog)"}]
            """
        outcome = one(harbour, body)
        assert outcome.passed, outcome.diagnostics
