"""`cardwright test --coverage` and `--mutate`: what of a game its scenarios never run, and which changes they miss."""

import json
from collections.abc import Sequence
from pathlib import Path
from textwrap import dedent, indent

import pytest

from cardwright import load_game
from cardwright.checker.coverage_probes import EVERYTHING
from cardwright.compiler.compile_game import lower_plain
from cardwright.compiler.ir import nodes as ir
from cardwright.game.loading import find_checked_game
from cardwright.scenarios.suite import Scenario
from cardwright_tools.authoring.mutation_trials import Changed, MutationTrial, Verdict
from cardwright_tools.authoring.mutations import KINDS, list_mutants
from cardwright_tools.cli.errors import INTERRUPTED
from cardwright_tools.cli.main import main

GAME = """\
title: Market
players: 2
active: active
powers_work_in: [stall]
types:
  good: {values: [fruit, cloth]}
kinds:
  card:
    plural: cards
    attributes: {good: good}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    stall: {of: cards, see: everyone}
memory:
  table:
    active: {is: player}
  player:
    coins: {is: number}
library: |
  rule final_score(player): player.coins
  rule price(player, good):
    5 if good is cloth
    3 otherwise
  step setup: nothing
  step play: active sell(fruit)
  verb sell(good) "sell {good}": you.coins += price(you, good)
  verb gift(player): player.coins += 2
"""
CARDS = """\
game: market
cards:
  - id: apples
    good: fruit
    power: |
      modify price(you, good: fruit): add 2
      after you sell where good is fruit: gift(you)
  - id: silk
    good: cloth
    power: |
      after you sell where good is cloth:
        may gift(you)
        if you.coins > 100: gift(you)
  - id: wool
    good: cloth
"""
SCENARIOS = """\
game: ../market
players: 2
scenarios:
  - name: Apples sell for more
    given:
      P1.stall: [apples]
    when:
      - do: P1 sell(fruit)
      - do: P2 sell(fruit)
    then:
      - P1.coins is 7
      - P2.coins is 3
  - name: Silk brings a gift
    given:
      P1.stall: [silk]
    when:
      - do: P1 sell(cloth)
      - P1: yes
    then:
      - P1.coins is 7
"""
FRUIT_ONLY = """\
  - name: Apples care for fruit
    given:
      P1.stall: [apples]
    when:
      - do: P1 sell(cloth)
    then: P1.coins is 5
"""


@pytest.fixture
def scenarios(tmp_path: Path) -> Path:
    game = tmp_path / "market"
    cards = game / "cards" / "base"
    cards.mkdir(parents=True)
    (game / "game.yaml").write_text(GAME, encoding="utf-8")
    (cards / "goods.yaml").write_text(CARDS, encoding="utf-8")
    folder = tmp_path / "tests"
    folder.mkdir()
    (folder / "market.yaml").write_text(SCENARIOS, encoding="utf-8")
    return folder


def _json(capsys: pytest.CaptureFixture[str], *words: object) -> tuple[int, dict[str, object]]:
    code = main([*map(str, words), "--json"])
    return code, json.loads(capsys.readouterr().out)


def _survivors(report: dict[str, object]) -> set[tuple[str, str]]:
    mutation = report["mutation"]
    assert isinstance(mutation, dict)
    return {(each["card"], each["after"]) for each in mutation["changes"] if each["outcome"] == "survived"}


def test_coverage_names_what_never_ran_at_its_place(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(scenarios), "--coverage"]) == 0
    shown = capsys.readouterr().out
    assert "goods.yaml:13:29: never ran: gift(you) (silk)" in shown
    assert "silk: 4 of 5" in shown
    assert "1 of 2 powers ran whole" in shown
    assert "apples:" not in shown


def test_coverage_counts_statements_values_and_abilities(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, report = _json(capsys, "test", scenarios, "--coverage")
    coverage = report["coverage"]
    assert code == 0
    assert isinstance(coverage, dict)
    assert coverage["cards"] == {"apples": {"ran": 3, "of": 3}, "silk": {"ran": 4, "of": 5}}
    runs = {(place["line"], place["text"]): place["runs"] for place in coverage["places"]}
    assert runs[6, "modify price(you, good: fruit): add 2"] == 1
    assert runs[13, "if you.coins > 100: gift(you)"] == 1
    assert runs[13, "gift(you)"] == 0
    library = {text: times for (_, text), times in runs.items()}
    assert library["5 if good is cloth"] == 1
    assert library["3 otherwise"] == 2
    assert library["active sell(fruit)"] == 0


TOWN = """\
game: town
players: 2
powers_work_in: [town]
kinds: {card: {}}
zones:
  table: {chest: {of: cards}}
  player: {town: {of: cards}}
pieces:
  - {id: hut, copies: 3}
  - id: gang
    power: |
POWER
library: |
  verb build(card) "build {card}": move(card, to: you.town)
  verb raze(card) "tear down {card}": move(card, to: chest)
  step setup: nothing
  step play:
    for each p in players: p build(the(first(chest)))
  rule final_score(player): count(player.town)
"""
CHOICES = (
    "choose c from opponents.town: raze(c)",
    "may choose c from opponents.town: raze(c)",
    "may choose c at random from opponents.town: raze(c)",
    "choose up to 2 cs from opponents.town: nothing\nelse: raze(this)",
    'choose one:\n  option "A" choose c from opponents.town: raze(c)\n  option "B": raze(this)',
    'may choose one "Which?":\n  option "A": nothing\n  option "B" choose c from you.town: raze(c)',
    'choose one:\n  option "A" choose one:\n    option "C": nothing\n    option "D": raze(this)\n  option "B": nothing',
)


POWERS = [f"on build {each}" for each in CHOICES] + [f"after you build:\n{indent(each, '  ')}" for each in CHOICES[:4]]


@pytest.mark.parametrize("power", POWERS)
def test_every_statement_and_ability_is_counted_somewhere(tmp_path: Path, power: str) -> None:
    (tmp_path / "game.yaml").write_text(TOWN.replace("POWER", indent(power, " " * 6)), encoding="utf-8")
    checked = find_checked_game(load_game(tmp_path))
    code = lower_plain(checked, 2, EVERYTHING).code
    bodies = (*(segment.body for segment in code.segments), *(each.body for each in code.functions))
    counted = {node.spot for node in ir.walk_nodes(bodies) if isinstance(node, ir.Count)}
    assert [probe.text for number, probe in enumerate(checked.probes.places()) if number not in counted] == []


def test_counting_changes_nothing_in_a_program_that_does_not_count(scenarios: Path) -> None:
    from cardwright import load_game

    tables = load_game(scenarios.parent / "market").program(2).tables
    assert tables.probes == []
    assert "RAN" not in tables.plain.source + tables.tracked.source


def test_mutation_finds_the_changes_no_scenario_notices(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, report = _json(capsys, "test", scenarios, "--mutate", "--jobs", 1)
    survivors = _survivors(report)
    assert code == 1
    assert ("apples", "after you sell: gift(you)") in survivors  # nobody sells cloth beside apples
    assert ("silk", "if you.coins > 101: gift(you)") in survivors
    assert ("apples", "modify price(you, good: fruit): add 3") not in survivors
    assert ("silk", "may nothing") not in survivors
    assert ("silk", "gift(you)") not in survivors


def test_a_scenario_that_notices_takes_the_survivor_away(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = _survivors(_json(capsys, "test", scenarios, "--mutate", "--jobs", 1, "--cards", "apples")[1])
    (scenarios / "market.yaml").write_text(SCENARIOS + FRUIT_ONLY, encoding="utf-8")
    after = _survivors(_json(capsys, "test", scenarios, "--mutate", "--jobs", 1, "--cards", "apples")[1])
    assert before - after == {("apples", "after you sell: gift(you)")}


def test_all_noticed_is_all_well(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = scenarios.parent / "market" / "cards" / "base" / "goods.yaml"
    cards.write_text(CARDS.replace("after you sell where good is fruit: gift(you)", ""), encoding="utf-8")
    (scenarios / "market.yaml").write_text(SCENARIOS.replace("P1.coins is 7", "P1.coins in [5, 7]"), encoding="utf-8")
    code, report = _json(capsys, "test", scenarios, "--mutate", "--jobs", 1, "--cards", "apples")
    assert _survivors(report) == set()
    assert code == 0


@pytest.mark.long
def test_survivors_do_not_depend_on_the_number_of_jobs(
    scenarios: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cardwright_tools.authoring.mutation_report.BATCH", 1)
    one = _json(capsys, "test", scenarios, "--mutate", "--jobs", 1)
    assert _json(capsys, "test", scenarios, "--mutate", "--jobs", 2) == one


def test_a_change_that_makes_no_valid_power_does_not_count(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = scenarios.parent / "market" / "cards" / "base" / "goods.yaml"
    cards.write_text(CARDS.replace("may gift(you)", "let extra = 1\n        you.coins += extra"), encoding="utf-8")
    (scenarios / "market.yaml").write_text(
        SCENARIOS.replace("      - P1: yes\n", "").replace("P1.coins is 7\n", "P1.coins in [6, 7]\n"), encoding="utf-8"
    )
    _, report = _json(capsys, "test", scenarios, "--mutate", "--jobs", 1, "--cards", "silk")
    mutation = report["mutation"]
    assert isinstance(mutation, dict)
    assert [each["outcome"] for each in mutation["changes"] if each["before"] == "let extra = 1"].count("wrong") == 1


def test_the_games_own_texts_are_changed_when_asked_for(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    code, report = _json(capsys, "test", scenarios, "--mutate", "--rules", "--jobs", 1)
    survivors = _survivors(report)
    assert code == 1
    assert ("", "verb gift(player): player.coins += 3") not in survivors
    assert ("", "6 if good is cloth") not in survivors
    assert ("", "step play: nothing") in survivors  # no scenario plays from the start
    mutation = report["mutation"]
    assert isinstance(mutation, dict)
    assert all(Path(each["path"]).name == "game.yaml" for each in mutation["changes"])
    assert main(["test", str(scenarios), "--mutate", "--rules", "--jobs", "1"]) == 1
    assert " changes to the game's own texts were noticed" in capsys.readouterr().out


BOTS = "\n  rule outlook(player): hope(player) + price(player, fruit)\n  rule hope(player): player.coins + 2\n"


@pytest.mark.long
def test_rules_that_only_bots_ask_for_are_left_out_and_named(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = scenarios.parent / "market" / "game.yaml"
    game.write_text(f"valuation: outlook\n{GAME.rstrip()}{BOTS}", encoding="utf-8")
    _, report = _json(capsys, "test", scenarios, "--mutate", "--coverage", "--rules", "--jobs", 1)
    mutation, coverage = report["mutation"], report["coverage"]
    assert isinstance(mutation, dict)
    assert isinstance(coverage, dict)
    assert mutation["for_bots"] == coverage["for_bots"] == ["outlook", "hope"]
    assert not any("hope" in each["before"] for each in mutation["changes"])
    assert any("is cloth" in each["before"] for each in mutation["changes"])  # price is asked in play as well
    assert not any("coins + 2" in each["text"] for each in coverage["places"])
    main(["test", str(scenarios), "--coverage"])
    assert "left out, as only bots ask for them: `outlook`, `hope`\n" in capsys.readouterr().out


@pytest.mark.long
def test_a_rule_of_play_is_not_left_out_because_bots_go_by_it(
    scenarios: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = scenarios.parent / "market" / "game.yaml"
    game.write_text(
        f"valuation: final_score\n{GAME}".replace("score(player): player.coins", "score(player): player.coins + 0")
    )
    _, report = _json(capsys, "test", scenarios, "--mutate", "--rules", "--jobs", 1)
    assert ("", "rule final_score(player): player.coins + 1") in _survivors(report)


@pytest.mark.long
def test_a_change_marked_harmless_is_left_out(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    cards = scenarios.parent / "market" / "cards" / "base" / "goods.yaml"
    line = "after you sell where good is fruit: gift(you)"
    cards.write_text(CARDS.replace(line, f"{line} # as all do; harmless: a condition dropped"), encoding="utf-8")
    before = _json(capsys, "test", scenarios, "--mutate", "--jobs", 1, "--cards", "silk")[1]
    _, report = _json(capsys, "test", scenarios, "--mutate", "--jobs", 1)
    assert not any(card == "apples" and after.startswith("after you sell:") for card, after in _survivors(report))
    assert _survivors(before) <= _survivors(report)
    mutation = report["mutation"]
    assert isinstance(mutation, dict)
    assert mutation["harmless"] == 1
    cards.write_text(CARDS.replace(line, f"{line} # harmless: a condition droped"), encoding="utf-8")
    main(["test", str(scenarios), "--mutate", "--jobs", "1"])
    shown = capsys.readouterr()
    assert "goods.yaml:7: no change is called `a condition droped`; did you mean `a condition dropped`?" in shown.err
    assert "survived: a condition dropped (apples" in shown.out


def test_what_was_found_is_kept_when_interrupted(
    scenarios: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    judge = MutationTrial.judge
    tried: list[int] = []

    def interrupted(
        self: MutationTrial, changes: Sequence[Changed], played: dict[str, list[Scenario]]
    ) -> list[Verdict]:
        tried.append(len(changes))
        if len(tried) > 1:
            raise KeyboardInterrupt
        return judge(self, changes, played)

    monkeypatch.setattr("cardwright_tools.authoring.mutation_report.BATCH", 1)
    monkeypatch.setattr(MutationTrial, "judge", interrupted)
    assert main(["test", str(scenarios), "--mutate", "--jobs", "1"]) == INTERRUPTED
    shown = capsys.readouterr()
    assert "survived: a condition dropped (apples" in shown.out
    assert f"stopped after {tried[0]} of " in shown.err


def test_what_was_changed_is_told_also_when_nothing_was_tried_yet(
    scenarios: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    def interrupted(*_: object) -> list[Verdict]:
        raise KeyboardInterrupt

    monkeypatch.setattr(MutationTrial, "judge", interrupted)
    for more, what in (([], "0 powers"), (["--rules"], "the game's own texts")):
        assert main(["test", str(scenarios), "--mutate", *more, "--jobs", "1"]) == INTERRUPTED
        assert f"0 of 0 changes to {what} were noticed" in capsys.readouterr().out


def test_survivors_are_shown_as_a_difference(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(scenarios), "--mutate", "--jobs", "1", "--cards", "apples"]) == 1
    shown = capsys.readouterr().out
    assert "goods.yaml:7: survived: a condition dropped (apples; 1 scenario played)" in shown
    assert "  - after you sell where good is fruit: gift(you)\n  + after you sell: gift(you)\n" in shown
    assert " changes to 1 power were noticed (" in shown


def test_nothing_is_changed_while_a_scenario_fails(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (scenarios / "market.yaml").write_text(SCENARIOS.replace("P2.coins is 3", "P2.coins is 4"), encoding="utf-8")
    assert main(["test", str(scenarios), "--mutate"]) == 2
    assert "correct the scenarios first" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        (["--mutate", "--cards", "aples"], "Did you mean `apples`?"),
        (["--mutate", "--cards", "wool"], "no card `wool` with a power"),
        (["--mutate", "--sets", "none"], "no card with a power"),
        (["--jobs", "2"], "belong to --mutate"),
    ],
)
def test_wrong_choices_are_told(
    scenarios: Path, capsys: pytest.CaptureFixture[str], words: list[str], told: str
) -> None:
    assert main(["test", str(scenarios), *words]) == 2
    assert told in capsys.readouterr().err


def test_every_kind_of_change_is_made() -> None:
    text = dedent("""\
        before you sell(good: fruit) where good is fruit and not during(play) once per play: # why
          you may choose up to 2 cs from you.stall where good is fruit:
            for each c in cs where c.good is cloth: gift(you)
          choose one:
            option for each c in you.stall with the highest price: gift(you)
            option for each p in opponents where ready, if any: gift(p)
            option "A" if you.coins >= 2 + 3: gift(you)
            option "B": you.coins -= 7 / 2 rounded up
          put on stack: gift(you)
          lose_powers(this) until sell or gift
        modify price(you) where (count(stall) > 1 or yes) and ready(you):
          multiply 2
        in deck:
          forbid opponents sell
          on sell: gift(you)
    """)
    kinds = {mutant.what for mutant in list_mutants(text)}
    assert sorted(kinds) == sorted(KINDS)
    changed = [mutant.applied(text) for mutant in list_mutants(text)]
    assert len(set(changed)) == len(changed)
    assert text not in changed
    for line in [line.strip() for line in text.splitlines() if "option " in line]:  # those that offer things, too
        doing_nothing = line.partition(": ")[0] + ": nothing"
        assert {text.replace(line, ""), text.replace(line, doing_nothing)} <= set(changed)
    assert any("modify price(you) where ready(you):" in each for each in changed)
    assert any("modify price(you) where (count(stall) > 1 or yes):" in each for each in changed)
    assert any("modify price(you) where (yes) and ready(you):" in each for each in changed)


def test_a_rule_can_be_left_out() -> None:
    text = "rule wage: 1\nrule worth: 2\n"
    assert {mutant.applied(text) for mutant in list_mutants(text, "library", without=["worth"])} == {
        "rule wage: 2\nrule worth: 2\n",
        "rule wage: 0\nrule worth: 2\n",
    }


def test_a_text_with_mistakes_has_no_changes() -> None:
    assert list_mutants("after you sell where: gift(you)") == []


def test_a_library_checked_before_is_counted_all_the_same(scenarios: Path, capsys: pytest.CaptureFixture[str]) -> None:
    from cardwright import check_paths

    check_paths([scenarios.parent / "market"])
    _, report = _json(capsys, "test", scenarios, "--coverage")
    coverage = report["coverage"]
    assert isinstance(coverage, dict)
    assert coverage["library"] == {"ran": 4, "of": 7}
