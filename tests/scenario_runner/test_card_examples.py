"""Examples in card files: read beside the cards, checked by validate, played by `cardwright test`."""

from pathlib import Path
from textwrap import indent

import pytest

from cardwright import ScenarioSuite, check_paths, scenario_paths
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.main import main

GAME = """\
title: Farm
players: 3 to 4
sets: [base]
powers_work_in: [field]
kinds:
  card:
    plural: cards
zones:
  table:
    barn: {of: cards, see: nobody, ordered: yes}
  player:
    field: {of: cards, see: everyone}
memory:
  player:
    corn: {is: number}
library: |
  rule final_score(player): player.corn
  step setup:
    for each p in players: move(top(barn), to: p.field)
  step play: autumn
  verb harvest: you.corn += 1
"""
REAPED = """\
  step autumn:
    for each p in players:
      for each c in p.field: p reap(c)
  verb reap(card): harvest
"""
HEAD = """\
game: farm
cards:
  - id: {id}
    power: "on reap: harvest"
"""


@pytest.fixture
def farm(tmp_path: Path) -> Path:
    folder = tmp_path / "farm"
    (folder / "cards" / "base").mkdir(parents=True)
    (folder / "cards" / "extra").mkdir()
    (folder / "game.yaml").write_text(GAME + REAPED, encoding="utf-8")
    (folder / "cards" / "base" / "cards.yaml").write_text(HEAD.format(id="plough"), encoding="utf-8")
    return folder


def _with_examples(farm: Path, examples: str, set_name: str = "base", id_: str = "plough") -> Path:
    path = farm / "cards" / set_name / "cards.yaml"
    path.write_text(HEAD.format(id=id_) + "    examples:\n" + indent(examples, "      "), encoding="utf-8")
    return path


GOOD = """\
- given: {P2.field: [plough]}
  when:
    - do: 'for each c in P2.field: P2 reap(c)'
  then: P2.corn is 2
- name: lies idle in the barn
  players: 4
  seed: 5
  then:
    - P4.corn is 0 and count(barn) is 1
"""


def test_examples_are_played_and_named_after_their_card(farm: Path) -> None:
    suite = ScenarioSuite()
    scenarios, mistakes = suite.add(_with_examples(farm, GOOD))
    assert not mistakes
    assert [(each.name, each.players, each.seed) for each in scenarios] == [
        ("plough, example 1", 3, 1),
        ("plough: lies idle in the barn", 4, 5),
    ]
    assert all(suite.run(each).passed for each in scenarios)


def test_an_example_can_fail_at_its_place_in_the_card_file(farm: Path) -> None:
    suite = ScenarioSuite()
    path = _with_examples(farm, GOOD.replace("P2.corn is 2", "P2.corn is 3"))
    [first, _] = suite.add(path)[0]
    [failure] = suite.run(first).diagnostics
    assert failure.code == "scenario-failed"
    assert Path(failure.span.path) == path
    assert (failure.span.line, failure.span.column) == (9, 15)


def test_the_sets_are_the_usual_ones_and_the_cards_own(farm: Path) -> None:
    suite = ScenarioSuite()
    text = "- {given: {P1.field: [plough, rake]}, then: [count(barn) is 0]}\n"
    scenarios, mistakes = suite.add(_with_examples(farm, text, "extra", "rake"))
    assert not mistakes
    assert suite.setting(scenarios[0]).sets == ("base", "extra")
    assert suite.run(scenarios[0]).passed
    [outside] = suite.add(_with_examples(farm, text))[0]
    [mistake] = suite.run(outside).diagnostics
    assert mistake.code == "unknown-card"


def test_a_card_file_elsewhere_is_tried_as_a_draft_of_its_set(farm: Path) -> None:
    (farm / "drafts").mkdir()
    draft = farm / "drafts" / "new.yaml"
    text = _with_examples(farm, GOOD).read_text(encoding="utf-8")
    draft.write_text(text.replace("on reap: harvest", "on reap: nothing"), encoding="utf-8")
    suite = ScenarioSuite()
    [first, second] = suite.add(draft)[0]
    assert suite.run(second).passed or suite.run(second).diagnostics
    draft.write_text("set: base\n" + draft.read_text(encoding="utf-8"), encoding="utf-8")
    suite = ScenarioSuite()
    [first, second] = suite.add(draft)[0]
    [failure] = suite.run(first).diagnostics
    assert "P2.corn is 1" in [note.message for note in failure.notes]
    assert suite.run(second).passed


@pytest.mark.parametrize(
    ("examples", "place", "code", "said"),
    [
        ("- {when: [], then: P9.corn is 0}\n", (6, 26), "unknown-name", "P9"),
        ("- {then: P1.korn is 0}\n", (6, 19), "unknown-name", "korn"),
        ("- {given: {P1.feld: []}, then: P1.corn is 0}\n", (6, 21), "unknown-place", "feld"),
        ("- {given: {P1.field: []}}\n", (6, 9), "missing-field", "checks nothing"),
        ("- {wen: [], then: P1.corn is 0}\n", (6, 10), "unknown-field", "wen"),
        ("- {players: 9, then: P1.corn is 0}\n", (6, 9), "wrong-value", "is for 3 to 4 players"),
        ("just words\n", (6, 7), "wrong-value", "must be a list"),
    ],
)
def test_mistakes_in_examples_are_found_by_validate_at_their_place(
    farm: Path, examples: str, place: tuple[int, int], code: str, said: str
) -> None:
    path = _with_examples(farm, examples)
    for checked in (path, farm):
        [mistake] = check_paths([checked])[0]
        assert mistake.code == code
        assert said in mistake.message
        assert (mistake.span.line, mistake.span.column) == place


def test_mistakes_of_the_card_itself_are_told_once(farm: Path) -> None:
    path = _with_examples(farm, GOOD)
    path.write_text(path.read_text(encoding="utf-8").replace("on reap: harvest", "on reap: harvst"), encoding="utf-8")
    assert [mistake.code for mistake in check_paths([farm])[0]] == ["unknown-verb"]


def test_the_command_plays_files_with_examples(farm: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _with_examples(farm, GOOD)
    assert scenario_paths([farm]) == [farm / "cards" / "base" / "cards.yaml"]
    assert main(["test", str(farm)]) == 0
    assert "2 of 2 scenarios succeed" in capsys.readouterr().err
    assert main(["test", str(farm), "--mutate", "--jobs", "1"]) == 0
    assert "0 survived" in capsys.readouterr().out


@pytest.mark.long
def test_the_examples_of_the_cards_that_come_along_hold() -> None:
    suite = ScenarioSuite()
    files = scenario_paths([find_data_folder("cards"), find_data_folder("games")])
    assert {path.parent.parent.name for path in files} >= {
        folder.name for folder in find_data_folder("games").iterdir()
    }
    for path in files:
        scenarios, mistakes = suite.add(path)
        assert not mistakes
        for scenario in scenarios:
            assert suite.run(scenario).passed, scenario.name
