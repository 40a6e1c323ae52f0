"""Files of scenarios and examples of cards in the editor: mistakes, completion, explanations and definitions."""

from __future__ import annotations

import random
import re
import shutil
import time
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.read_with_size_limit import override_files
from cardwright_tools.editor.completion.scenarios import complete_example, complete_scenario
from cardwright_tools.editor.hover import describe_position
from cardwright_tools.editor.rename import RenameRefusedError, edit_texts, rename
from cardwright_tools.editor.symbol_lookup import find_declarations, find_occurrence
from cardwright_tools.editor.workspace import Workspace

ROOT = Path(__file__).parents[3]
FILE = ROOT / "tests/scenarios/ceylon/new.yaml"
HEAD = """\
game: ceylon
players: 3
scenarios:
  - name: first
    given:
      P1.hand: [tea]
    when:
      - do: P1 draw(1)
    then:
      - count(P1.hand) is 2
"""
GIVEN = "  - name: b\n    given:\n      "
WHEN = "  - name: b\n    when:\n      "
THEN = "  - name: b\n    then:\n      "


def completed(text: str) -> tuple[set[str], str]:
    """What could be written at `^` after HEAD, and what it would replace."""
    whole = HEAD + text
    at = whole.index("^")
    whole = whole.replace("^", "")
    desk = Workspace()
    desk.show(FILE, whole)
    items, start, end = complete_scenario(desk.page(FILE), whole, at, ["base"])
    return {item.label for item in items}, whole[start:end]


@pytest.mark.parametrize(
    ("text", "some", "never"),
    [
        ("  - name: b\n    ^", {"given", "when", "then", "play"}, {"name", "game"}),
        ("  - name: b\n    gi^\n    when: []\n", {"given", "chance"}, {"when"}),
        ("  - name: b\n    play: ^", {"yes", "no"}, {"P1"}),
        ("  - name: b\n    ends: [^]\n", {"P1", "P3", "nobody"}, {"P4", "tea"}),
        (GIVEN + "^", {"deck", "active", "P1", "P3"}, {"hand", "P4", "given"}),
        (GIVEN + "P1.^", {"hand", "points", "plantations"}, {"deck", "tea"}),
        (GIVEN + "P1.ha^: [tea]", {"hand"}, {"deck"}),
        (GIVEN + "P1.plantations[t^]: 1\n", {"tea", "coffee"}, {"pirate", "hand"}),
        (GIVEN + "P1.hand: [tea, 2 w^\n", {"wind", "tea"}, {"hand"}),
        (GIVEN + "P1.hand: [tea, ^]\n", {"wind", "the rest"}, {"hand"}),
        (GIVEN + "deck:\n        - ^\n", {"pirate"}, {"P1"}),
        (GIVEN + "active: ^", {"P1", "P3"}, {"P4", "tea", "the rest"}),
        ("  - {name: b, given: {P1.^}}\n", {"hand", "points"}, {"deck"}),
        (
            WHEN + "- ^",
            {"do", "then", "P1", "everyone", "P1 is offered", "P2 is not offered", "P2 sees"},
            {"P4", "given"},
        ),
        (WHEN + "- do: P1 ^", {"draw", "trade_phase"}, {"hand", "count"}),
        (WHEN + '- do: "P1 draw(^', {"hand_limit", "number:"}, {"draw"}),
        (WHEN + "- do: |\n          for each c in P1.^", {"hand", "officials"}, {"deck"}),
        (WHEN + "- then: count(P1.^) is 1\n", {"hand"}, {"deck", "draw"}),
        (WHEN + "- P1: ^", {"pass", "yes", "tea", "P2"}, {"draw", "hand"}),
        (WHEN + "- everyone: ^", {"pass", "yes", "tea"}, {"draw"}),
        (WHEN + "- P1 is not offered: [te^]\n", {"tea", "pass"}, {"hand"}),
        (WHEN + "- P1 is offered: [te^]\n", {"tea", "pass"}, {"hand"}),
        (WHEN + "- P1 sees P2.hand: [^]\n", {"tea"}, {"hand", "P1"}),
        (THEN + "- ^", {"count", "P1", "P3", "deck"}, {"draw", "P4"}),
        (THEN + "- count(P1.hand where ^", {"sort", "count"}, {"draw"}),
        (THEN + "- tea#2.^", {"sort", "zone"}, {"draw", "points"}),
        ("  - name: b\n    then: P1.^", {"points", "hand"}, {"deck"}),
        ("  - name: b\n    chance: {^}\n", {"shuffle deck", "pick card", "die shows"}, {"shuffle hand", "deck"}),
        ("  - name: b\n    chance: {shuffle deck: [^]}\n", {"tea"}, {"P1"}),
        ("^", {"sets"}, {"game", "players", "scenarios", "name"}),
    ],
)
def test_what_is_completed_goes_by_the_place(text: str, some: set[str], never: set[str]) -> None:
    found, _ = completed(text)
    assert some <= found
    assert not never & found


def test_what_a_file_says_for_all_is_completed_and_explained_too() -> None:
    for text, some in (
        ("game: ceylon\nplayers: 3\ngiven:\n  P1.^\nscenarios: []\n", "hand"),
        ("game: ceylon\nplayers: 3\nwhen:\n  - do: P1 ^\nscenarios: []\n", "draw"),
        ("game: ceylon\nplayers: 3\n^\nscenarios: []\n", "given"),
    ):
        desk = Workspace()
        desk.show(FILE, text.replace("^", ""))
        items = complete_scenario(desk.page(FILE), text.replace("^", ""), text.index("^"), [])[0]
        assert some in {item.label for item in items}, text
    text = HEAD.replace("scenarios:", "given: {P1.hand: [tea]}\nwhen: [{do: P1 draw(1)}]\nscenarios:")
    desk = Workspace()
    desk.show(FILE, text)
    assert desk.findings(FILE) == []
    page = desk.page(FILE)
    assert page is not None
    for mark, word in (("P1.ha|nd: [tea]}", "hand"), ("[{do: P1 dr|aw", "draw")):
        found = find_occurrence(page, page.path, text.index(mark.replace("|", "")) + mark.index("|"))
        assert found is not None
        assert found.symbol.word == word
    desk.show(FILE, text.replace("P1.hand: [tea]}", "P1.hnad: [tea]}"))
    assert [each.code for each in desk.findings(FILE)] == ["unknown-place"]


def test_without_players_the_editor_counts_as_few_as_the_game_is_for() -> None:
    text = HEAD.replace("players: 3\n", "").replace("count(P1.hand) is 2", "count(P2.hand) is 6 and P3.points is 1")
    desk = Workspace()
    desk.show(FILE, text)
    assert [
        (each.code, text.split("\n")[each.span.line - 1][each.span.column - 1 :][:2]) for each in desk.findings(FILE)
    ] == [("unknown-name", "P3")]
    page = desk.page(FILE)
    assert page is not None
    found = find_occurrence(page, page.path, text.index("P2.hand") + 3)
    assert found is not None
    assert found.symbol.word == "hand"


def test_names_of_several_words_replace_all_that_is_written() -> None:
    found, replaced = completed(WHEN + "- P1 sees de^")
    assert "P1 sees deck" in found
    assert replaced == "P1 sees de"
    assert completed("  - name: b\n    chance:\n      shuffle d^")[1] == "shuffle d"


def test_a_file_that_begins_completes_its_game_and_sets() -> None:
    for text, word in (("scenarios: []\ngame: ^\n", "ceylon"), ("scenarios: []\ngame: ceylon\nsets: [^]\n", "base")):
        at = text.index("^")
        found = complete_scenario(None, text.replace("^", ""), at, ["base"])[0]
        assert word in {item.label for item in found}


CARDS = """\
game: ceylon
set: base
cards:
  - id: tea
    sort: goods
    power: |
      on x: y
    examples:
      - name: first
        given:
          P1.hand: [tea]
        when:
          - do: P1 ^
  - id: other
"""


def test_examples_of_cards_are_completed_as_scenarios_are() -> None:
    desk = Workspace()
    game = ROOT / "games/ceylon/game.yaml"
    desk.show(game, game.read_text(encoding="utf-8"))
    analysis = desk.analysis(game)
    assert analysis is not None
    for mark, word in (("P1 ^", "draw"), ("P1.^", "hand"), ("[^]", "pirate")):
        text = CARDS.replace("P1 ^", "P1 draw(1)").replace(
            {"P1 ^": "P1 draw(1)", "P1.^": "P1.hand", "[^]": "[tea]"}[mark], mark
        )
        found = complete_example(analysis, text.replace("^", ""), text.index("^"))[0]
        assert word in {item.label for item in found}


def told(found: list[Diagnostic]) -> list[tuple[object, ...]]:
    return sorted((each.code, each.message, each.span.line, each.span.column, each.span.end_column) for each in found)


SAMPLE = [
    *sorted((ROOT / "tests/scenarios/ceylon").glob("*.yaml"))[:4],
    ROOT / "tests/scenarios/cargo_noir/edge.yaml",
    ROOT / "tests/language/powers.yaml",
]


@pytest.mark.one_of
@pytest.mark.parametrize("file", SAMPLE, ids=lambda file: file.stem)
def test_the_editor_shows_what_the_command_finds(file: Path) -> None:
    text = file.read_text(encoding="utf-8")
    desk = Workspace()
    desk.show(file, text)
    assert desk.findings(file) == []
    chosen = random.Random(file.stem)
    for wrong in ("", "x", "P9", "tea", '"', "zz("):
        word = chosen.choice(list(re.finditer(r"\w+", text)))
        desk.show(file, text[: word.start()] + wrong + text[word.end() :])
        with override_files(desk.texts):
            assert told(desk.findings(file)) == told(check_paths([file])[0])


def test_a_change_of_the_game_is_seen_in_its_scenarios() -> None:
    file, game = ROOT / "tests/scenarios/ceylon/draw.yaml", ROOT / "games/ceylon/game.yaml"
    text = game.read_text(encoding="utf-8")
    desk = Workspace()
    desk.show(file, file.read_text(encoding="utf-8"))
    assert desk.findings(file) == []
    desk.show(game, re.sub(r"\bdraw_phase\b", "pull_phase", text))
    assert {each.code for each in desk.findings(file)} == {"unknown-verb"}
    desk.show(game, text)
    assert desk.findings(file) == []


def test_mistakes_in_examples_show_in_the_file_of_the_card(tmp_path: Path) -> None:
    for part in ("games/ceylon", "cards/ceylon"):
        shutil.copytree(ROOT / part, tmp_path / part)
    file = tmp_path / "cards/ceylon/base/cards.yaml"
    text = file.read_text(encoding="utf-8")
    desk = Workspace()
    desk.show(file, text)
    assert desk.findings(file) == []
    for old, new, code in (
        ("P1 pirate_attack(P2)", "P1 pirate_atack(P2)", "unknown-verb"),
        ("P1.hand: [pirate]", "P1.hnad: [pirate]", "unknown-place"),
        ("- count(P1.hand) is 0", "- count(P1.hand) is", "syntax"),
    ):
        changed = text.replace(old, new, 1)
        desk.show(file, changed)
        (found,) = desk.findings(file)
        assert found.code == code
        assert changed.split("\n")[found.span.line - 1].strip().startswith(("- ", "P1."))


def test_words_are_explained_and_lead_to_their_declarations() -> None:
    text = HEAD + WHEN + "- do: |\n          P1 draw(2)\n      - P1 sees P2.hand: [wind]\n      - P1: tea\n"
    desk = Workspace()
    desk.show(FILE, text)
    page = desk.page(FILE)
    assert page is not None
    for mark, shown, where in (
        ("P1.ha|nd: [tea]", "**zone** `hand` of `player`", "game.yaml"),
        ("hand: [t|ea]", "Tea", "cards.yaml"),
        ("do: P1 dr|aw(1)", "verb draw(", "game.yaml"),
        ("count(P1.ha|nd) is 2", "**zone** `hand` of `player`", "game.yaml"),
        ("  P1 dr|aw(2)", "verb draw(", "game.yaml"),
        ("P1 sees P2.ha|nd", "**zone** `hand` of `player`", "game.yaml"),
        ("[wi|nd]", "Wind", "cards.yaml"),
    ):
        at = text.index(mark.replace("|", "")) + mark.index("|")
        explained = describe_position(page, page.path, at)
        assert explained is not None, mark
        assert shown in explained[0]
        found = find_occurrence(page, page.path, at)
        assert found is not None
        assert where in {Path(each.span.path).name for each in find_declarations(page, found.symbol)}
    with pytest.raises(RenameRefusedError, match="files of a game"):
        rename(page, find_occurrence(page, page.path, text.index("hand: [tea]")), "palm", desk.texts)


def test_renaming_changes_the_examples_of_cards_too() -> None:
    desk = Workspace()
    game = ROOT / "games/ceylon/game.yaml"
    text = game.read_text(encoding="utf-8")
    desk.show(game, text)
    analysis = desk.analysis(game)
    assert analysis is not None
    name = analysis.named(game)
    assert name is not None
    for mark, new, said in (
        ("verb pirate_|attack(", "raid", "- do: P1 raid(P2)"),
        ("    han|d: {of", "palm", "P1.palm: [pirate]"),
        ("    han|d: {of", "points_", "- count(P1.points_) is 0 and count(P2.points_) is 1"),
    ):
        at = text.index(mark.replace("|", "")) + mark.index("|")
        texts = edit_texts(analysis, rename(analysis, find_occurrence(analysis, name, at), new, desk.texts))
        with override_files({Path(path).resolve(): each for path, each in texts.items()}):
            assert any(said in each for each in texts.values())
            assert check_paths([Path(path) for path in texts if "cards" in path])[0] == []


def test_a_long_file_is_answered_for_at_once() -> None:
    file = ROOT / "tests/scenarios/import_export/exactness.yaml"
    text = file.read_text(encoding="utf-8")
    desk = Workspace()
    desk.show(file, text)
    assert desk.findings(file) == []
    spent = []
    for number in range(5):
        changed = text.replace("P1.hand: [", f"P1.hand: [zz{number}, ", number + 1)
        began = time.process_time()
        desk.show(file, changed)
        complete_scenario(desk.page(file), changed, changed.index("P1.hand") + 5, [])
        assert desk.findings(file)
        spent.append(time.process_time() - began)
    assert sorted(spent)[2] < 0.5  # a tenth of that as a rule: this machine may do other things as well
