"""Scenarios that go another way, and what is said about them."""

from itertools import permutations
from pathlib import Path
from textwrap import dedent

import pytest
from tests.scenario_runner.harbour import complaint, go_well, one, together

from cardwright import ScenarioSuite

TOO_LARGE = "the scripted outcome 6 is not possible, only 0 to 5; counted from 1, the die cannot show 7, only 1 to 6"


@pytest.mark.parametrize(
    ("body", "message"),
    [
        ("then: P1.coins is 1", "this does not hold: P1.coins is 1"),
        ("then: P1.coins is 0 and P2.coins is 3", "this does not hold: P2.coins is 3"),
        ("when: [{do: P1 turn}]", "the scenario ends while P1 is asked"),
        ("when: [{do: P1 turn}, {do: P1 earn}]", "P1 is asked first, and does not answer"),
        ("when: [{do: P1 earn}, {P1: earn}]", "P1 has no decision here"),
        ("when: [{do: P1 turn}, {P2: earn}]", "P1 is asked here, not P2"),
        ("when: [{do: P1 turn}, {P1: earns}]", "P1 has no option `earns`"),
        ("when: [{do: P1 turn}, {P1: [earn, roll]}]", "P1 has no decision here"),
        ("when: [{do: P1 turn}, {P1 is offered: [earn, retire]}]", "P1 is offered earn, roll, retire"),
        ("when: [{P1 is offered: [earn]}]", "P1 has no decision here"),
        ("when: [{P1 sees yard: [cog]}]", "P1 sees nothing in the yard"),
        ("given: {P2.dock: [cog]}\nwhen: [{P2 sees P2.dock: []}]", "P2 sees cog in P2's dock"),
        ("given: {P2.dock: [cog]}\nwhen: [{P1 sees P2.dock: [cog]}]", "P1 sees nothing in P2's dock"),
        (
            "when: [{do: P1 turn}, {P1: retire}]",
            "the game ended, won by P1, P2: the scenario does not say `ends: P1, P2`",
        ),
        ("when: [{do: P1 turn}, {P1: retire}]\nends: P1", "the game was won by P1, P2, not by P1"),
        ("when: [{do: P1 turn}, {P1: retire}]\nends: nobody", "the game was won by P1, P2, not by nobody"),
        ("when: [{do: P1 earn}]\nends: P1", "the game is not over; it should have ended, won by P1"),
        ("when: [{do: P1 turn}, {P1: retire}, {do: P1 earn}]\nends: [P1, P2]", "the game is already over"),
        (
            "chance: {roll die: [1, 2]}\nwhen: [{do: P1 gamble}]",
            "this outcome was given, and the game did not use it",
        ),
        (
            "chance: {roll die: [6]}\nwhen: [{do: P1 gamble}]",
            f"roll die: {TOO_LARGE}",
        ),
        (
            "chance: {die shows: [7]}\nwhen: [{do: P1 gamble}]",
            f"roll die: {TOO_LARGE}",
        ),
        (
            "chance: {die shows: [2, 3]}\nwhen: [{do: P1 gamble}]",
            "this outcome was given, and the game did not use it",
        ),
        ("when: [{do: P1 stuck}]", "this never ends: stuck (harbour/game.yaml, line 67: repeat:)"),
    ],
)
def test_a_scenario_that_goes_another_way_says_how(harbour: Path, body: str, message: str) -> None:
    assert complaint(one(harbour, body)).replace(f"{harbour}/", "") == message


def test_a_failure_tells_which_faces_rolls_counted_from_0_show(harbour: Path) -> None:
    for body, told in (("roll die: [3, 0]", True), ("die shows: [4, 1]", False)):
        outcome = one(harbour, f"chance: {{{body}}}\nwhen: [{{do: P1 gamble}}, {{do: P1 gamble}}]\nthen: P1.coins is 0")
        notes = [note.message for note in outcome.diagnostics[0].notes]
        assert ("`roll die` counts from 0; the same by faces: `die shows: [4, 1]`" in notes) is told


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
        "[{do: P1 earn}, {everyone: pass}]": "there is no decision here",
        "[{do: P1 turn}, {everyone: pass}]": "P1 has no option `pass`",
        "[{do: P1 twice}, {everyone: no}]": "the scenario ends while P1 is asked",
    }
    found = together(harbour, [f"when: {when}" for when in wrong], players=3)
    assert [complaint(outcome) for outcome in found] == list(wrong.values())


def test_what_is_not_offered_must_be_something_that_could_be(harbour: Path) -> None:
    wrong = {
        "{P1 is not offered: earn}": "P1 is offered `earn`",
        "{P1 is not offered: [fly, Earn]}": "the game has no option named `fly`",
        "{P1 is not offered: [junk, Roll]}": "P1 is offered `roll`",
        "{P1: earn}, {P1 is not offered: [earn]}": "P1 has no decision here",
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
            "given: {P1.dock: [cog, junk]}\nwhen: [{do: P1 grab}, {P1: zzz}]",
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
        {harbour}/some.yaml:8:15: error[scenario-failed]: this does not hold: P1.coins is 0
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
          What happened before:
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
        "this does not hold: P1.coins is 7",
        "this does not hold: P2.coins is 8",
        "P1 sees nothing in the yard",
        "the game is not over; it should have ended, won by P1",
        "this does not hold: P2.coins is 9",
        "this does not hold: P1.coins is 3",
    ]
    assert outcome.failure.log == ("P1 earns a wage",)


def test_conditions_are_not_looked_at_where_somebody_should_have_answered(harbour: Path) -> None:
    for body in ("when: [{do: P1 turn}]\nthen: P1.coins is 4", "when: [{P1: earn}]\nthen: P1.coins is 4"):
        outcome = one(harbour, body)
        assert outcome.failure is not None
        assert len(outcome.failure.diagnostics) == 1


def test_pieces_that_get_lost_are_noticed(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    contents = iter([{0: (1, 2)}, {0: (1, 2)}, {0: (1, 1)}])
    monkeypatch.setattr("cardwright.scenarios.run.list_zone_contents", lambda _: next(contents))
    outcome = one(harbour, "when: [{do: P1 earn}, {do: P2 earn}]")
    assert complaint(outcome).startswith("pieces were lost or doubled")
    assert outcome.failure is not None
    assert "P2 earn" not in str(outcome.failure.diagnostic.message)


def test_a_quick_variant_that_goes_another_way_is_noticed(harbour: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    from cardwright.game.state import State

    digest = State.digest
    monkeypatch.setattr(State, "digest", lambda state: digest(state) + (str(state.scores) if state.tracked else ""))
    assert complaint(one(harbour, "when: [{do: P1 earn}]")).startswith("the fast variant of the program")


WON = "it ended in line 7, won by P1, P2"


@pytest.mark.parametrize(
    ("step", "message"),
    [
        ("{P1: earn}", "P1 has no decision: the game is over"),
        ("{P2: earn}", "P2 has no decision: the game is over"),
        ("{everyone: [earn]}", "there is no decision: the game is over"),
        ("{P1 is offered: [earn]}", "P1 has no decision: the game is over"),
        ("{P1 is not offered: [earn]}", "P1 has no decision: the game is over"),
        ("{do: P1 earn}", "the game is already over"),
    ],
)
def test_who_is_asked_or_acts_when_the_game_is_over_is_told_so(harbour: Path, step: str, message: str) -> None:
    body = f"when:\n  - do: P1 turn\n  - P1: retire\n  - {step}\nends: [P1, P2]"
    outcome = one(harbour, body)
    assert complaint(outcome) == message
    assert outcome.failure is not None
    assert WON in [note.message for note in outcome.failure.diagnostic.notes]


def test_what_could_not_be_done_has_a_line_among_what_had_happened(harbour: Path) -> None:
    body = "when:\n  - do: |\n      P1 raid\n      P1 earn\n      P2 raid\n  - do: P1 raid\nthen: P1.coins is 9"
    outcome = one(harbour, body)
    assert outcome.failure is not None
    lines = [f"(line {line}: `P{seat} raid` does not happen)" for line, seat in ((6, 1), (6, 2), (10, 1))]
    assert outcome.failure.log == ("P1 earns a wage", *lines)


COPIES = "{yard: [cog#1, junk], P1.dock: [cog#2]}"
ORDER = "{yard: [junk, cog, junk]}"


@pytest.mark.parametrize(
    ("given", "left", "right", "notes"),
    [
        (COPIES, "P1.dock", "[cog#1]", ["{left} is Cog", "{right} is Cog", "the copies differ"]),
        (COPIES, "P1.dock", "top(yard, 1)", ["{left} is Cog", "{right} is Cog", "the copies differ"]),
        (COPIES, "cog#2", "top(yard)", ["{left} is Cog", "{right} is Cog", "the copies differ"]),
        ("{flagship: cog#2}", "flagship", "cog#1", ["{left} is Cog", "{right} is Cog", "the copies differ"]),
        (
            ORDER,
            "top(yard, 3)",
            "[junk#1, junk#2, cog]",
            [
                *("{left} is 2 Junk, Cog", "{right} is 2 Junk, Cog", "the order differs"),
                *("{left} in order: junk#1, cog#1, junk#2", "{right} in order: junk#1, junk#2, cog#1"),
            ],
        ),
        (
            ORDER,
            "[junk#1, junk#2]",
            "[junk#2, junk#1]",
            [
                *("{left} is 2 Junk", "{right} is 2 Junk", "the order differs"),
                *("{left} in order: junk#1, junk#2", "{right} in order: junk#2, junk#1"),
            ],
        ),
        (
            ORDER,
            "[1, 2, 1]",
            "[1, 1, 2]",
            [
                *("{left} is 2 1, 2", "{right} is 2 1, 2", "the order differs"),
                *("{left} in order: 1, 2, 1", "{right} in order: 1, 1, 2"),
            ],
        ),
        ("{flagship: cog#2}", "flagship", "junk#1", ["{left} is Cog"]),
    ],
)
def test_values_that_read_the_same_are_told_apart(
    harbour: Path, given: str, left: str, right: str, notes: list[str]
) -> None:
    outcome = one(harbour, f'given: {given}\nthen: "{left} is {right}"')
    assert outcome.failure is not None
    told = [note.message for note in outcome.failure.diagnostic.notes]
    assert told[: len(notes)] == [note.format(left=left, right=right) for note in notes]
    if "the copies differ" in notes:
        assert [note.split(" has ")[0] for note in told[3:]] == [f"only {left}", f"only {right}"]
    else:
        assert len(told) == len(notes)


@pytest.mark.parametrize(
    ("given", "steps", "message", "label"),
    [
        ("P1.dock: [cog#2, cog#3]", "{do: P1 launch}, {P1: cog#1}", "P1 has no decision here", ""),
        (
            "P1.dock: [cog#2, cog#3, lucky]",
            "{do: P1 launch}, {P1: cog#1}",
            "P1 has no option `cog#1`",
            "did you mean `cog#2`?",
        ),
        ("P1.dock: [junk#2]", "{do: P1 twins}, {P1: junk#1}", "P1 has no decision here", ""),
        (
            "P1.dock: [cog#2, cog#3, lucky]",
            "{do: P1 launch}, {P1 is offered: [cog, cog#1, lucky]}",
            "P1 is offered cog#2, cog#3, lucky",
            "",
        ),
    ],
)
def test_the_number_of_a_copy_that_is_not_offered_names_no_other_copy(
    harbour: Path, given: str, steps: str, message: str, label: str
) -> None:
    outcome = one(harbour, f"given: {{{given}}}\nwhen: [{steps}]")
    assert outcome.failure is not None
    assert (outcome.failure.diagnostic.message, outcome.failure.diagnostic.label) == (message, label)
