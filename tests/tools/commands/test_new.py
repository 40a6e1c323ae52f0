"""`cardwright new` and `schema`: what they write works at once, and what is there stays as it is."""

import json
import re
from pathlib import Path

import jsonschema
import pytest
import yaml

from cardwright import check_paths, load_game
from cardwright.records.record_file import Header, read_record, write_record
from cardwright_tools.cli.main import main


@pytest.fixture
def garden(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> Path:
    """A new game in a folder of its own, from which everything is started."""
    monkeypatch.chdir(tmp_path)
    assert main(["new", "game", "garden"]) == 0
    capsys.readouterr()
    return Path("garden")


def test_a_new_game_is_right_plays_to_its_end_and_keeps_its_examples(garden: Path) -> None:
    assert check_paths([garden])[0] == []
    assert main(["fmt", "--check", "garden"]) == 0
    assert main(["test", "garden"]) == 0
    assert main(["simulate", "garden", "--bots", "random", "--games", "4", "--jobs", "1"]) == 0
    assert main(["text", "garden"]) == 0
    game = load_game(garden)
    assert (game.name, game.title) == ("garden", "Garden")


def test_every_command_takes_a_plain_folder_name_and_the_folder_one_stands_in(
    garden: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for place in ("garden", "./garden", "garden/game.yaml", str(garden.resolve())):
        assert main(["text", place, "apple"]) == 0
    monkeypatch.chdir(garden)
    for words in (
        ["validate", "."],
        ["text", "."],
        ["simulate", ".", "--bots", "random", "--games", "1", "--jobs", "1"],
        ["test"],
    ):
        assert main(words) == 0
    assert "2 of 2 scenarios" in capsys.readouterr().err


def test_files_of_a_new_game_name_a_schema_that_they_follow(garden: Path) -> None:
    main(["new", "set", "garden", "winter"])
    for path in [garden / "game.yaml", *garden.glob("cards/*/*.yaml"), *garden.glob("scenarios/*.yaml")]:
        text = path.read_text(encoding="utf-8")
        named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
        assert named is not None
        schema = json.loads((path.parent / named[1]).read_text(encoding="utf-8"))
        jsonschema.Draft7Validator(schema).validate(yaml.safe_load(text))


def test_a_new_set_and_new_cards_are_right(garden: Path) -> None:
    assert main(["new", "set", "garden", "winter"]) == 0
    assert main(["new", "card", "garden", "snowman", "--set", "winter"]) == 0
    assert main(["new", "card", "garden", "pear"]) == 0
    assert check_paths([garden])[0] == []
    assert main(["fmt", "--check", "garden"]) == 0
    cards = {card.id: card.set for card in load_game(garden).card_texts()}
    assert (cards["snowman"], cards["pear"]) == ("winter", "base")


@pytest.mark.parametrize("words", [["simulate", "--games", "1"], ["play", "--plain"], ["stress"]])
def test_a_set_that_only_adds_to_others_is_not_played_alone(
    garden: Path, words: list[str], capsys: pytest.CaptureFixture[str]
) -> None:
    path = garden / "game.yaml"
    rules = path.read_text(encoding="utf-8").replace("\nzones:\n", "\n  weather: {attributes: {}}\n\nzones:\n", 1)
    path.write_text(
        rules.replace("\n    deck:", "\n    sky: {of: weathers, see: everyone}\n    deck:"), encoding="utf-8"
    )
    sunny = garden / "cards" / "sunny" / "cards.yaml"
    sunny.parent.mkdir()
    sunny.write_text("game: garden\nset: sunny\nkind: weather\ncards: [{id: sun, name: Sun}]\n", encoding="utf-8")
    command, *options = words
    assert main([command, "garden", *options, "--sets", "sunny"]) == 2
    assert "garden has no card with `--sets sunny` alone" in capsys.readouterr().err
    assert main(["simulate", "garden", "--bots", "random", "--games", "1", "--jobs", "1", "--sets", "base,sunny"]) == 0


def test_a_new_card_leaves_every_line_of_its_file_as_it_was(garden: Path) -> None:
    path = garden / "cards" / "base" / "cards.yaml"
    before = path.read_text(encoding="utf-8")
    main(["new", "card", "garden", "pear"])
    assert path.read_text(encoding="utf-8").startswith(before)


def test_a_card_that_cannot_be_added_to_a_file_gets_one_of_its_own(garden: Path) -> None:
    path = garden / "cards" / "base" / "cards.yaml"
    path.write_text("game: garden\ncards: [{id: fig, sort: fruit, cost: 1}]\n", encoding="utf-8")
    assert main(["new", "card", "garden", "pear"]) == 0
    assert check_paths([garden / "cards"])[0] == []
    assert (path.parent / "pear.yaml").is_file()


def test_a_card_whose_file_other_systems_could_not_have_is_not_begun(
    garden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A card of its own file is called as the file; in the file of others it can be called as it likes."""
    assert main(["new", "card", "garden", "con"]) == 0
    path = garden / "cards" / "base" / "cards.yaml"
    path.write_text("game: garden\ncards: [{id: fig, sort: fruit, cost: 1}]\n", encoding="utf-8")
    for name in ("aux", "Cards"):
        assert main(["new", "card", "garden", name]) == 2
        assert "choose another name" in capsys.readouterr().err
    assert list(path.parent.glob("*.yaml")) == [path]


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["game", "garden"], "already exists"),
        (["game", "ceylon"], "came with Cardwright"),
        (["game", "my-game"], "`my_game` would do"),
        (["game", "choose"], "is a word of the language"),
        (["game", "other", "name"], "leave out `name`"),
        (["game", "CON"], "`CON` is the name of a device"),
        (["game", "lpt9"], "`lpt9` is the name of a device"),
        (["game", "Garden"], "differs from `garden` only in capital letters"),
        (["game", "CEYLON"], "came with Cardwright"),
        (["game", "g" * 150], "has 150 characters; a name has at most 80"),
        (["game", "garden."], "`garden` would do"),
        (["game", "garden "], "`garden` would do"),
        (["set", "garden", "nul"], "`nul` is the name of a device"),
        (["set", "garden", "Base"], "differs from `base` only in capital letters"),
        (["set", "garden", "base."], "`base` would do"),
        (["set", "garden", "s" * 81], "has 81 characters"),
        (["card", "garden", "c" * 81], "has 81 characters"),
        (["game", "other", "--from", "nothing_like_it"], "there is no example"),
        (["set", "garden"], "a set needs a name"),
        (["set", "garden", "base"], "already exists"),
        (["set", "nowhere", "base"], "no folder of this name"),
        (["card", "garden", "apple"], "garden/cards/base/cards.yaml:"),
        (["card", "garden", "pear", "--set", "bose"], "Did you mean `base`?"),
        (["card", "ceylon", "pear"], "are not in its folder"),
        (["set", "garden", "winter", "--set", "base"], "--set is only for a new card"),
        (["card", "garden", "pear", "--from", "x"], "--from is only for a new game"),
    ],
)
def test_what_cannot_be_begun_is_wrong_usage_and_changes_nothing(
    words: list[str], said: str, garden: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    before = {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()}
    assert main(["new", *words]) == 2
    assert said in capsys.readouterr().err
    assert {path: path.read_bytes() for path in Path().rglob("*") if path.is_file()} == before


def test_the_schemas_are_written_anew_when_a_word_is_added(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["schema", "garden"]) == 0
    assert capsys.readouterr().out == ""
    rules = garden / "game.yaml"
    rules.write_text(rules.read_text(encoding="utf-8").replace("[fruit, ", "[fruit, nut, "), encoding="utf-8")
    assert main(["schema", "garden"]) == 0
    assert "cards.schema.json: written" in capsys.readouterr().out
    assert '"nut"' in (garden / "schema" / "cards.schema.json").read_text(encoding="utf-8")


def test_schema_names_the_files_that_do_not_tell_editors(garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = garden / "cards" / "base" / "more.yaml"
    path.write_text("game: garden\ncards:\n  - {id: fig, sort: fruit, cost: 1}\n", encoding="utf-8")
    main(["schema", "garden"])
    assert f"{path}: this first line names the schema" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("name", "said"),
    [("empty", "there is no game in the folder empty"), ("a.txt", "is not a game"), ("gardn", "there is no game")],
)
def test_what_is_no_game_is_wrong_usage(name: str, said: str, garden: Path, capsys: pytest.CaptureFixture[str]) -> None:
    Path("empty").mkdir()
    Path("a.txt").write_text("hello", encoding="utf-8")
    assert main(["text", name]) == 2
    assert said in capsys.readouterr().err


def test_a_record_of_a_game_anywhere_says_where_it_lies(
    garden: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    game = load_game("garden")
    state = game.new(2, 1)
    path = Path("game.jsonl").resolve()
    write_record(path, Header.of(game, 2, 1), (), state.digest())
    assert read_record(path).header.folder == str(garden.resolve())
    monkeypatch.chdir("/")
    assert main(["replay", str(path)]) == 0
    assert "agrees" in capsys.readouterr().out
    assert Header.of(load_game("ceylon"), 2, 1).folder is None


def test_scenarios_in_no_game_s_folder_must_name_their_game(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "lost.yaml"
    path.write_text("players: 2\nscenarios:\n  - name: nothing\n    then: [1 is 1]\n", encoding="utf-8")
    assert main(["test", str(path)]) == 1
    assert "lost.yaml:1:1: error[missing-field]" in capsys.readouterr().out
