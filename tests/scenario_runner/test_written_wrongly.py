"""Mistakes in how scenarios are written, told at their places."""

import random
import re
from pathlib import Path
from textwrap import dedent

import pytest
from tests.scenario_runner.harbour import GAME, complaint, one, outcomes

from cardwright import ScenarioSuite, check_paths
from cardwright.scenarios.suite import ScenarioOutcome
from cardwright_tools.cli.main import main


def mistakes(folder: Path, text: str) -> list[str]:
    """The mistakes in a file as `line:column code`, and that none of its scenarios can be played."""
    suite = ScenarioSuite()
    found, diagnostics = suite.add(folder / "some.yaml", dedent(text))
    for scenario in found:
        diagnostics += suite.run(scenario).mistakes
    assert suite.told(ScenarioOutcome(scenario, tuple(diagnostics))) if found else True
    return [f"{each.span.line}:{each.span.column} {each.code}" for each in diagnostics]


@pytest.mark.one_of(14)
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
        ("given: {P1.fleet: [junk], P2.fleet: [junk], junk.coins: 3}", "5:49 ambiguous-copy"),
        ("given: {junk.coins: 3}", "5:13 ambiguous-copy"),
        ("given: {yard: [junk, cog, junk], junk.coins: 3}", "5:38 ambiguous-copy"),
        ("given: {flagship: cog}", "5:23 ambiguous-copy"),
        ("given: {flagship: cog#1.red}", "5:23 unknown-card"),
        ("given: {cog#1.mates: [junk]}", "5:27 ambiguous-copy"),
        ("play: yes\n    given: {cog.coins: 3}", "6:13 ambiguous-copy"),
        ("play: yes\n    given: {yard: []}", "6:13 wrong-value"),
        ("when: [{P1 sees cog.hold: []}]", "5:21 ambiguous-copy"),
        ("when: [{P1 sees P2.dock: }]", "5:13 wrong-value"),
        ("chance: {roll die: []}", "5:24 wrong-value"),
        ("chance: {roll die: }", "5:14 wrong-value"),
        ("chance: {die shows: [0]}", "5:26 wrong-value"),
        ("chance: {die shows: [six]}", "5:26 wrong-value"),
        ("chance: {die shows: []}", "5:25 wrong-value"),
        ("chance: {die shows: [1], roll die: [1]}", "5:30 wrong-value"),
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
        ("then: [cog.coins is 0]", "5:12 ambiguous-copy"),
        ("when: [{then: flagship is cog}]", "5:31 ambiguous-copy"),
        ("when: [{do: P1 hoist(cog)}]", "5:26 ambiguous-copy"),
        ("when: [{do: P1 hoist(cog#4)}]", "5:26 unknown-name"),
        ("then: [lucky.coin is 0]", "5:18 unknown-name"),
        ("then: [lucky.red is 0]", "5:18 unknown-name"),
        ("then: [lucki.coins is 0]", "5:12 unknown-name"),
        ("play: yes\n    then: [cog#1.coins is 0 and junk.coins is 0]", "6:33 ambiguous-copy"),
        ("play: yes\n    given: {P1.fleet: [junk]}\n    then: [junk.coins is 0]", "7:12 ambiguous-copy"),
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
    assert complaint(second) == "P1 has no decision here"


def outcomes_of(folder: Path, text: str) -> list[ScenarioOutcome]:
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


def test_every_scenario_that_fails_is_named(harbour: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = harbour / "some.yaml"
    names = "".join(f"  - {{name: number {number}, then: [1 is 1]}}\n" for number in range(3))
    file.write_text(f"game: harbour\nplayers: 2\ngiven: {{P1.coin: 3}}\nscenarios:\n{names}")
    assert main(["test", str(file)]) == 1
    shown = capsys.readouterr()
    assert shown.out.count("error[") == 1
    assert [f"number {number}" in shown.out for number in range(3)] == [True] * 3
    assert shown.out.count(f"as above: {file}:3:12") == 2


def test_mistakes_of_files_and_of_rule_texts_of_the_game_are_told_together(harbour: Path) -> None:
    game = harbour / "harbour" / "game.yaml"
    game.write_text(GAME.replace("you.coins += eyes", "you.coin += eyes") + "\nnonsense: 1\n")
    codes = {each.code for each in one(harbour, "then: P1.coins is 0").mistakes}
    assert codes == {each.code for each in check_paths([game])[0] if each.severity == "error"}
    assert codes == {"unknown-field", "unknown-name"}


@pytest.mark.parametrize("id_", ["cgo", "cogg"])
def test_a_misspelt_card_with_the_number_of_a_copy_gets_a_suggestion(harbour: Path, id_: str) -> None:
    outcome = one(harbour, f"given: {{P1.dock: ['{id_}#2']}}\nthen: P1.coins is 0")
    assert [each.label for each in outcome.mistakes] == ["did you mean `cog#2`?"]


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


@pytest.mark.long
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


@pytest.mark.parametrize("named", ["harbour", "port", "ceylon"])
def test_a_file_in_the_folder_of_a_game_means_this_by_folder_or_name(harbour: Path, named: str) -> None:
    folder = (harbour / "harbour").rename(harbour / "port")
    called = "ceylon" if named == "ceylon" else "harbour"  # a game of one's own can be called like one of ours
    (folder / "game.yaml").write_text(f"game: {called}\n{GAME}")
    assert [each.passed for each in outcomes(folder, "- {name: it, then: [P1.coins is 0]}", named)] == [True]
