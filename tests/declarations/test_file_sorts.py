"""What a file is: decided in one way for everybody who reads files, and the same for a game in one file or in many."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import check_paths, load_game
from cardwright.declarations.file_kinds import find_file_kind, is_scenarios
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.model import GameDecl
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.schema import game_file_fields
from cardwright.formatting.files import format_file
from cardwright.game.loading import list_game_places, place_of
from cardwright.lint.validate_files import find_game_of_file
from cardwright.source.diagnostics import CardwrightError
from cardwright.source.packaged_data import find_data_folder
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping
from cardwright_tools.cli.main import main
from cardwright_tools.editor.workspace import Workspace
from cardwright_tools.reference.json_schemas import make_first_line

GAME = """\
game: fair
title: The Fair
summary: Few rules.
about: {game: For an afternoon.}
players: 2
types: {good: {values: [tea, silk]}}
kinds: {card: {attributes: {good: good}}}
zones: {table: {deck: {of: cards, ordered: yes}}, player: {hand: {of: cards}}}
memory: {table: {active: {is: player}}, player: {coins: {is: number}, gone: {is: yes_no}, guide: {is: player}}}
decks: {stock: {cards: {leaf: 2}}}
tables: {price: {roles: {good: good}, values: {tea: 1, silk: 2}}}
windows: [noon]
powers_work_in: [hand]
powers_work_if: works
active: active
turn: buy
out: gone
valuation: outlook
valuations: [final_score]
lead_over_all: [final_score]
settling: [final_score]
priors: {final_score: 40}
strong: final_score
rollout: none
text_limit: 200
play_order: clockwise
play: [hand]
targeting: aim
decider: guide
reactions: {order: order_of_play}
pieces: [{id: leaf, good: tea, copies: 3}]
look: {first: [coins]}
library: |
  rule outlook(player): player.coins + price(tea)
  rule works(card): yes
  rule final_score(player): player.coins
  step setup: shuffle(deck)
  step play:
    active buy
    window(noon)
  verb buy: move(top(deck), to: you.hand)
  verb aim(card, target: card): nothing
"""
SCENARIOS = "players: 2\nscenarios:\n  - name: it\n    when: [{do: P1 buy}]\n    then: count(P1.hand) is 1\n"
CARDS = "game: fair\nset: base\ncards:\n  - {id: bale, good: silk}\n"


def split(text: str, folder: Path) -> list[Path]:
    """A game with every field in a file of its own."""
    folder.mkdir(parents=True, exist_ok=True)
    document = load_yaml(Path("game.yaml"), text)
    assert isinstance(document.root, Mapping)
    starts = [key.start for key, _ in document.root.entries]
    paths = []
    for (key, _), start, end in zip(document.root.entries, starts, [*starts[1:], len(text)], strict=True):
        paths.append(folder / ("game.yaml" if key.raw == "game" else f"{key.raw}.yaml"))
        paths[-1].write_text(text[start:end], encoding="utf-8")
    return paths


def test_a_game_is_a_game_whichever_of_its_fields_stand_in_which_file(tmp_path: Path) -> None:
    paths = split(GAME, tmp_path / "fair")
    assert {path.stem for path in paths} >= set(game_file_fields.GAME.words) - {"sets"}
    assert load_game(tmp_path / "fair").new(2, 1).finished
    assert [each for each in check_paths([tmp_path / "fair"])[0] if each.severity == "error"] == []
    for path in paths:
        assert find_file_kind(path) == "game"
        assert [each for each in check_paths([path])[0] if each.severity == "error"] == []
        assert find_game_of_file(path)[1] == []
        assert format_file(path)
        assert place_of(str(path)) == place_of(str(tmp_path / "fair"))
        assert "game.schema.json" in make_first_line(path, tmp_path / "fair")
        desk = Workspace()
        desk.show(path, path.read_text(encoding="utf-8"))
        assert desk.analysis(path) is not None


def declared(game: GameDecl) -> list[object]:
    """What a game declares, without the places where it does."""
    places = [(each.owner, each.word) for each in game.zones]
    places += [(each.owner, each.word) for each in game.memory]
    pieces = [(each.id, each.kind, each.copies) for each in game.pieces]
    return [game.players, pieces, places, len(game.tables), [text.raw for text in game.libraries]]


@pytest.mark.parametrize("name", sorted(list_game_places()))
def test_the_games_that_come_along_are_read_the_same_in_many_files(name: str, tmp_path: Path) -> None:
    place = list_game_places()[name]
    [whole] = place.folder.glob("game.yaml")
    split(whole.read_text(encoding="utf-8"), tmp_path / "games" / name)
    for path in place.folder.glob("*.yaml"):
        if path != whole:
            (tmp_path / "games" / name / f"more_{path.name}").write_bytes(path.read_bytes())
    assert all(find_file_kind(path) == "game" for path in (tmp_path / "games" / name).glob("*.yaml"))
    one = read_game(find_game_files(place.folder, place.cards)).game
    many = read_game(find_game_files(tmp_path / "games" / name, place.cards)).game
    assert one is not None
    assert many is not None
    assert declared(one) == declared(many)


def test_every_file_that_comes_along_is_what_its_folder_says() -> None:
    for folder, sort in (("games", "game"), ("cards", "cards")):
        for path in find_data_folder(folder).rglob("*.yaml"):
            assert find_file_kind(path) == ("shared" if path.parent.name == "cards" else sort), path
    for path in find_data_folder("examples").rglob("*.yaml"):
        place = path.relative_to(find_data_folder("examples")).parts[1]
        inside = place if place in ("scenarios", "cards") else "game"
        assert find_file_kind(path) == inside, path


@pytest.mark.parametrize(
    ("text", "sort"),
    [
        ("game: x\nkinds: {}", "game"),
        ("library: nothing", "game"),
        ("pieces: []", "game"),
        ("game: x\nlook: {}", "game"),
        ("kidns: {card: {}}", "game"),
        ("game: x\ncards: []", "cards"),
        ('"cards": []', "cards"),
        ("cards:\n- id: tea\n  power: 'on x", "cards"),
        ("game: x\ncrads: []", "cards"),
        ("game: x\ncadsq: [{id: tea}]", "cards"),
        ("game: x\nset: base\ncadsq: []", "cards"),
        ("game: x\ncadsq:\n  - {id: tea, cost: 1}\n", "cards"),
        ("{game: x, cards: []}", "cards"),
        ("scenarios: []", "scenarios"),
        ("players: 2\nscenarios :\n  - [", "scenarios"),
        ("players: 2\nscenrio: []", "scenarios"),
        ("players: 2\ntests:\n  - {name: a, then: 1 is 1}\n", "scenarios"),
        ('{"players": 2, "scenarios": []}', "scenarios"),
        ("# of a file\n--- \n{scenarios: []}", "scenarios"),
        ("", None),
        ("[1, 2]", None),
        ("title: A shopping list\nbread: 2", None),
        ("services: [{image: x}]", None),
        ("note: |\n  cards: no\n", None),
        ("on:\n  push: {}\njobs: {}", None),
    ],
)
def test_what_a_file_is_goes_by_its_fields_misspelt_ones_too(text: str, sort: str | None, tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(text, encoding="utf-8")
    assert find_file_kind(path) == find_file_kind(Path("elsewhere.yaml"), text) == sort


def test_a_file_in_the_folder_of_a_game_or_set_is_the_games_whatever_stands_in_it(tmp_path: Path) -> None:
    split(GAME, tmp_path)
    cards = tmp_path / "cards" / "base" / "some.yaml"
    cards.parent.mkdir(parents=True)
    for text in ("bread: 2\n", "kinds: {}\n", "game: fair\n"):
        (tmp_path / "some.yaml").write_text(text, encoding="utf-8")
        cards.write_text(text, encoding="utf-8")
        assert (find_file_kind(tmp_path / "some.yaml"), find_file_kind(cards)) == ("game", "cards")
    assert [each.code for each in check_paths([cards])[0]][:1] == ["missing-field"]


def test_a_misspelt_list_is_told_where_it_stands_and_nothing_else(tmp_path: Path) -> None:
    split(GAME, tmp_path)
    path = tmp_path / "cards" / "base" / "some.yaml"
    path.parent.mkdir(parents=True)
    for wrong in ("cadsq", "crads", "list"):
        path.write_text(CARDS.replace("cards", wrong), encoding="utf-8")
        for checked in (path, tmp_path):
            [found] = [each for each in check_paths([checked])[0] if each.severity == "error"]
            assert (found.code, found.span.line, found.span.column) == ("unknown-field", 3, 1)
            assert found.label == "did you mean `cards`?"
        with pytest.raises(CardwrightError) as told:
            load_game(tmp_path)
        assert [each.label for each in told.value.diagnostics] == ["did you mean `cards`?"]
    path.write_text(CARDS, encoding="utf-8")
    scenarios = tmp_path / "scenarios" / "some.yaml"
    scenarios.parent.mkdir()
    for wrong in ("scenarois", "tests"):
        scenarios.write_text(SCENARIOS.replace("scenarios", wrong), encoding="utf-8")
        assert is_scenarios(scenarios)
        [found] = check_paths([scenarios])[0]
        assert (found.code, found.span.line, found.label) == ("unknown-field", 2, "did you mean `scenarios`?")
        assert main(["test", str(tmp_path)]) == 1


def test_scenarios_may_lie_beside_the_rules_and_are_none_of_them(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    split(GAME, tmp_path)
    for path in (tmp_path / "tests.yaml", tmp_path / "tests.yml", tmp_path / "cards" / "base" / "tests.yaml"):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(SCENARIOS, encoding="utf-8")
    assert [each for each in check_paths([tmp_path])[0] if each.severity == "error"] == []
    assert load_game(tmp_path).name == tmp_path.name
    assert main(["test", str(tmp_path)]) == 0
    assert "3 of 3 scenarios" in capsys.readouterr().err
    assert "scenarios.schema.json" in make_first_line(tmp_path / "tests.yaml", tmp_path)
    (tmp_path / "tests.yml").write_text(SCENARIOS.replace("P1 buy", "P1 by"), encoding="utf-8")
    assert "unknown-verb" in {each.code for each in check_paths([tmp_path])[0]}


def test_formatting_leaves_foreign_files_alone(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    split(GAME, tmp_path / "fair")
    foreign = tmp_path / "mkdocs.yaml"
    foreign.write_text("site:   mine\nnav: [ a ]\n", encoding="utf-8")
    assert main(["fmt", str(tmp_path)]) == 0
    assert foreign.read_text(encoding="utf-8") == "site:   mine\nnav: [ a ]\n"
    assert "1 file left out: no game, cards or scenarios" in capsys.readouterr().err
    assert main(["fmt", str(foreign)]) == 1
    assert "wrong-file" in capsys.readouterr().out
    assert foreign.read_text(encoding="utf-8") == "site:   mine\nnav: [ a ]\n"


def test_a_game_is_named_by_a_file_of_it_and_by_no_other(tmp_path: Path) -> None:
    split(GAME, tmp_path)
    for path, text in (("cards/base/a.yaml", CARDS), ("scenarios/a.yaml", SCENARIOS)):
        (tmp_path / path).parent.mkdir(parents=True)
        (tmp_path / path).write_text(text, encoding="utf-8")
        assert place_of(str(tmp_path / path)) is None
        assert place_of(str((tmp_path / path).parent)) is None


def test_only_files_of_rules_and_cards_have_examples(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    split(GAME, tmp_path)
    assert main(["test", str(tmp_path / "game.yaml")]) == 2
    assert "there are no scenarios in" in capsys.readouterr().err
