"""What the generator writes is complete and true: every example is checked, and schemas agree with the reader."""

import json
import re
from pathlib import Path
from typing import Any

import jsonschema
import pytest
import yaml
from maintenance import generate
from maintenance.doc_quotes import with_quotes
from maintenance.language_reference import format_signature, list_bot_kinds
from maintenance.module_map import render_module_map

from cardwright import check_paths, load_game
from cardwright.bots import make_bot
from cardwright.builtins import all_primitives
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.runtime.primitives.random_numbers import rand, seeded
from cardwright.source.diagnostic_codes import explain_codes
from cardwright.syntax import tree as syntax
from cardwright.syntax.keywords import FREE, find_spellings, list_keywords
from cardwright.syntax.parser import parse
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.cli.main import COMMANDS, build_parser
from cardwright_tools.reference.json_schemas import (
    build_card_schema,
    build_game_schema,
    build_own_card_schema,
    build_scenario_schema,
)
from cardwright_tools.reference.load_constructs import CARDS, CHAPTERS, GAME, Construct

CHECKOUT = Path(__file__).resolve().parents[3]
CONSTRUCTS = [construct for chapter in CHAPTERS for construct in chapter.constructs]
PRIMITIVES = list(all_primitives().values())


# ---------------------------------------------------------------- examples


@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.title)
def test_the_example_of_a_construct_parses(construct: Construct) -> None:
    assert parse(construct.example, construct.kind).problems == ()


@pytest.mark.one_of(9)
@pytest.mark.parametrize("construct", CONSTRUCTS, ids=lambda construct: construct.title)
def test_the_example_of_a_construct_means_something_in_the_game_shown(construct: Construct, tmp_path: Path) -> None:
    assert mistakes_of(construct.kind, construct.example, tmp_path) == []


@pytest.mark.one_of(5)
@pytest.mark.parametrize("primitive", PRIMITIVES, ids=lambda primitive: primitive.word)
def test_the_example_of_a_primitive_means_something_in_the_game_shown(primitive: Any, tmp_path: Path) -> None:
    kinds = [kind for kind in ("value", "deeds") if not parse(primitive.example, kind).problems]
    assert [] in [mistakes_of(kind, primitive.example, tmp_path) for kind in kinds]
    assert primitive.word in primitive.example
    assert primitive.word in format_signature(primitive)


def test_the_game_shown_has_no_mistake_and_can_be_played(tmp_path: Path) -> None:
    game, cards = written(tmp_path, GAME, CARDS)
    found = {each.code for each in check_paths([game, cards])[0]}
    # it shows every field and every sort of power, though its few cards need not all of them
    assert found <= {"unused-declaration", "unused-role", "unused-modifier", "fixed-condition"}
    state = load_game(game.parent).new(3, 1)
    for _ in range(400):
        if state.finished:
            break
        state.apply(state.option_count - 1)
    assert state.finished


def test_the_examples_show_every_node_of_the_language() -> None:
    shown = {type(node) for one in CONSTRUCTS for node in syntax.walk(parse(one.example, one.kind).tree)}
    # A text is a value only for the sake of phrases and titles, which are no nodes; a power is what holds abilities.
    every = {kind for kind in vars(syntax).values() if isinstance(kind, type) and issubclass(kind, syntax.Node)} - {
        syntax.Node,
        syntax.TextNode,
    }
    assert every - shown == set()


def mistakes_of(kind: str, example: str, folder: Path) -> list[str]:
    """What is wrong with an example put into the game of the reference, with the names its neighbours have."""
    indented = example.replace("\n", "\n    ")
    game, power = GAME, ""
    if kind == "library":
        game += "\n" + "".join(f"  {line}\n" for line in example.splitlines())
    elif kind == "deeds" and "this" not in example:
        game += f"\n  verb example(card, ship, source: zone, c: card, s: card):\n    {indented}\n"
    elif kind == "deeds":
        power = f"on complete:\n    {indented}"
    elif kind == "value":
        power = f"on complete:\n    let result = {indented}"
    else:
        power = example
    cards = CARDS
    if power:
        cards += "  - id: example\n    sort: crew\n    power: |\n" + "".join(
            f"      {line}\n" for line in power.splitlines()
        )
    found, _ = check_paths(list(written(folder, game, cards)))
    # A warning is no mistake here: an example may give something a name and leave it at that.
    return [f"{one.span}: {one.message}" for one in found if one.severity == "error"]


def written(folder: Path, game: str, cards: str) -> tuple[Path, Path]:
    """The game and card file of the reference, in a folder."""
    paths = folder / "games" / "harbour" / "game.yaml", folder / "cards" / "harbour" / "base" / "cards.yaml"
    for path, text in zip(paths, (game, cards), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return paths


# ---------------------------------------------------------------- fields and schemas


def shipped(folder: str) -> list[Path]:
    return sorted((CHECKOUT / folder).rglob("*.yaml"))


@pytest.mark.long
def test_every_file_of_scenarios_follows_the_schema_and_a_misspelt_field_does_not() -> None:
    schema = jsonschema.Draft7Validator(json.loads(build_scenario_schema()))
    files = [*shipped("tests/scenarios"), *(CHECKOUT / "examples").glob("*/scenarios/*.yaml")]
    for path in files:
        text = path.read_text(encoding="utf-8")
        if re.search("^scenarios:", text, re.MULTILINE):
            assert [f"{path}: {error.message}" for error in schema.iter_errors(core_yaml(text))] == []
    wrong = {"players": 2, "scenarios": [{"name": "a", "giben": {}, "then": ["1 is 1"]}]}
    assert any("giben" in error.message for error in schema.iter_errors(wrong))


def core_yaml(text: str) -> Any:
    """A YAML text read as YAML 1.2 reads it, in which `no` and `off` are words."""

    class Core(yaml.SafeLoader):
        pass

    Core.yaml_implicit_resolvers = {
        sign: [(tag, pattern) for tag, pattern in resolvers if tag not in ("tag:yaml.org,2002:bool",)]
        for sign, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
    }
    Core.add_implicit_resolver("tag:yaml.org,2002:bool", re.compile("^(true|false)$"), list("tf"))
    return yaml.load(text, Core)


@pytest.mark.one_of(9)
@pytest.mark.parametrize(
    "path", [*shipped("games"), *shipped("cards")], ids=lambda path: str(path.relative_to(CHECKOUT))
)
def test_a_shipped_file_names_its_schema_and_follows_it(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    named = re.match(r"# yaml-language-server: \$schema=(\S+)\n", text)
    assert named is not None, "the first line tells editors the schema"
    schema = json.loads((path.parent / named[1]).read_text(encoding="utf-8"))
    jsonschema.Draft7Validator.check_schema(schema)
    assert [error.message for error in jsonschema.Draft7Validator(schema).iter_errors(core_yaml(text))] == []
    if path.parent == CHECKOUT / "cards":
        assert named[1].endswith("/shared.schema.json")
    elif path.is_relative_to(CHECKOUT / "cards"):
        game = path.relative_to(CHECKOUT / "cards").parts[0]
        assert named[1].endswith(f"/{game}.cards.schema.json")
        generic = jsonschema.Draft7Validator(json.loads(build_card_schema()))
        assert [error.message for error in generic.iter_errors(core_yaml(text))] == []


GOOD_AND_BAD = [
    ("as it is", "", "", True),
    ("unknown field of the game", "title:", "titel:", False),
    ("players in words", "players: 2 to 4", "players: two to four", False),
    ("one number of players", "players: 2 to 4", "players: 3", True),
    ("unknown way to see", "see: nobody", "see: noone", False),
    ("zones of nobody", "  player:\n    hand", "  playr:\n    hand", False),
    ("a zone without anything", "fleet: {of: ships}", "fleet:", True),
    ("unknown field of a zone", "ordered: yes", "sorted: yes", False),
    ("neither yes nor no", "ordered: yes", "ordered: perhaps", False),
    ("true for yes", "ordered: yes", "ordered: true", True),
    ("memory as a type", "leader: {is: player}", "leader: player", True),
    ("memory without a type", "leader: {is: player}", "leader: {secret: yes}", False),
    ("a type without values", "    values: [tea, silk, iron]\n", "    title: good\n", False),
    ("words in a table", "[1, 3, 6]", "[1, three, 6]", False),
    ("unknown field of a look", "  colors: {tea", "  colours: {tea", False),
    ("unknown picture", "stock: chart", "stock: cake", False),
    ("a picture without a shape", "harbour: {as: grid, ", "harbour: {", False),
    ("a picture as a shape alone", "goods: {as: chart, by: sort}", "hand: rows", True),
    ("a library that is a list", "library: |", "library: []\nlook_: |", False),
    ("an unknown way to play on", "rollout: none", "rollout: slow", False),
    ("unknown play order", "play_order: clockwise", "play_order: leftwards", False),
    ("a card with an unknown field", "    tier: 2", "    teir: 2", False),
    ("a card without an attribute", "    sort: crew\n", "", False),
    ("a word its type does not have", "    sort: crew\n", "    sort: sailor\n", False),
    ("a word for a number", "    tier: 2", "    tier: two", False),
    ("a truth for a number", "    tier: 2", "    tier: true", False),
    ("no for an attribute", "    illegal: yes", "    illegal: no", True),
    ("a part that does not exist", "{tea: 2, silk: 1}", "{tea: 2, wool: 1}", False),
    ("too many copies", "copies: 6", "copies: 600", False),
    ("a card without an id", "  - id: foreman", "  - name: Foreman", False),
    ("an id of digits", "  - id: foreman", "  - id: 12", False),
    ("a kind that does not exist", "kind: card\n\ncards", "kind: crad\n\ncards", False),
    ("no cards", "cards:\n  - id", "crads:\n  - id", False),
    ("a set that does not exist", "set: base", "set: extra", False),
    ("no game named", "game: harbour\nset: base", "set: base", False),
]


@pytest.mark.one_of(5)
@pytest.mark.parametrize(("old", "new", "good"), [pytest.param(*rest, id=name) for name, *rest in GOOD_AND_BAD])
def test_the_schemas_and_the_reader_agree(old: str, new: str, good: bool, tmp_path: Path) -> None:
    assert old in GAME + CARDS
    game, cards = (text.replace(old, new, 1) if old in text else text for text in (GAME, CARDS))
    if old in GAME and old in CARDS:
        cards = CARDS
    shape = {
        "unknown-field",
        "missing-field",
        "wrong-value",
        "unknown-word",
        "unknown-kind",
        "unknown-type",
        "unknown-game",
        "wrong-place",
    }
    found = [one for one in check_paths(list(written(tmp_path, game, cards)))[0] if one.code in shape]
    declared = read_game(find_game_files(*folders(tmp_path / "as it should be"))).game
    assert declared is not None
    schemas = json.loads(build_game_schema()), json.loads(build_own_card_schema(declared, ["base"]))
    by_schema = [
        error.message
        for schema, text in zip(schemas, (game, cards), strict=True)
        for error in jsonschema.Draft7Validator(schema).iter_errors(core_yaml(text))
    ]
    assert (found == [], by_schema == []) == (good, good), (found, by_schema)


def folders(root: Path) -> tuple[Path, Path]:
    game, cards = written(root, GAME, CARDS)
    return game.parent, cards.parent.parent


def test_cards_of_several_kinds_are_told_apart_by_the_schema(tmp_path: Path) -> None:
    declared = read_game(find_game_files(*folders(tmp_path))).game
    assert declared is not None
    schema = jsonschema.Draft7Validator(json.loads(build_own_card_schema(declared, ["base"])))
    assert schema.is_valid({"game": "harbour", "kind": "ship", "cards": [{"id": "brig"}]})
    assert schema.is_valid({"game": "harbour", "cards": [{"id": "brig", "kind": "ship"}, {"id": "a", "sort": "crew"}]})
    assert not schema.is_valid({"game": "harbour", "kind": "ship", "cards": [{"id": "brig", "sort": "crew"}]})
    assert not schema.is_valid({"game": "harbour", "cards": [{"id": "brig"}]})
    assert not schema.is_valid({"game": "harbour", "set": "other", "cards": []})


# ---------------------------------------------------------------- the rest of the reference


@pytest.mark.parametrize("word", [word for word in list_keywords() if word not in find_spellings(FREE)])
def test_a_reserved_word_cannot_be_a_name_and_its_parts_can(word: str) -> None:
    assert parse(word, "value").problems or word in ("yes", "no")
    parts = word.split()
    for part in parts if len(parts) > 1 else ():
        if part not in list_keywords():
            assert parse(f"{part}(1)", "deeds").problems == ()


@pytest.mark.parametrize("word", find_spellings(FREE))
def test_a_word_that_begins_a_statement_only_before_a_colon_can_be_a_name(word: str) -> None:
    texts = (f"{word}(1)", f"{word}", f"{word}.x = {word}(1, {word}: 2)", f"f({word}: 1)\n{word}: f(1)")
    assert all(parse(text, "deeds").problems == () for text in texts)
    assert parse(f"rule {word}({word}: number): {word} + 1\n", "library").problems == ()


def test_codes_bots_and_results_of_primitives_are_told() -> None:
    page = (CHECKOUT / "docs/reference.md").read_text(encoding="utf-8")
    assert {"syntax", "unknown-name", "yaml-tab", "unknown-kind"} <= set(explain_codes())
    assert {"random", "greedy"} <= set(list_bot_kinds())
    for kind, meaning in list_bot_kinds().items():
        make_bot(kind, 0)
        assert meaning
    results = {
        word: format_signature(all_primitives()[word]).partition(" gives ")[2]
        for word in ("top", "first", "sum", "move")
    }
    assert results == {"top": "pieces", "first": "a list of the same type", "sum": "number", "move": ""}
    for word in all_primitives():
        assert f"#### `{word}`" in page


PAGES = ["README.md", *sorted(path.relative_to(CHECKOUT).as_posix() for path in (CHECKOUT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", PAGES)
def test_every_command_a_page_names_exists(page: str) -> None:
    for command in re.findall(r"`cardwright ([a-z][^`]*)`", (CHECKOUT / page).read_text(encoding="utf-8")):
        words = command.split()
        if len(words) > 1:
            build_parser().parse_args(words)
        assert words[0] in COMMANDS


def test_rows_of_tables_are_whole_lines() -> None:
    page = re.sub(r"^```.*?^```$", "", (CHECKOUT / "docs/reference.md").read_text(encoding="utf-8"), flags=re.M | re.S)
    rows = re.findall(r"^\|.*$", page, re.MULTILINE)
    assert len(rows) > 200
    assert [row for row in rows if not row.endswith(" |")] == []


def test_the_map_of_modules_has_every_package_from_the_lowest_layer_to_the_highest() -> None:
    page = render_module_map(CHECKOUT)
    sections = re.findall(r"^##+ `([\w.]+)`$", page, re.MULTILINE)
    roots = {"cardwright": CHECKOUT / "interpreter", "cardwright_tools": CHECKOUT / "tools", "maintenance": CHECKOUT}
    packages = {
        ".".join(path.parent.relative_to(folder).parts)
        for name, folder in roots.items()
        for path in (folder / name).rglob("__init__.py")
    }
    assert len(sections) == len(packages)
    assert set(sections) == packages
    order = ["cardwright.source", "cardwright.syntax", "cardwright.compiler", "cardwright.game", "cardwright.adapters"]
    assert [name for name in sections if name in order] == order


def test_stale_missing_and_left_over_files_are_found(tmp_path: Path) -> None:
    schemas = tmp_path / "grammar" / "schemas"
    schemas.mkdir(parents=True)
    (schemas / "old.json").write_text("{}\n", encoding="utf-8")
    (tmp_path / "a.md").write_text("one\ntwo\n", encoding="utf-8")
    (tmp_path / "b.md").write_text("as it is\n", encoding="utf-8")
    stale = generate.find_stale_files(tmp_path, {"a.md": "one\n2\n", "b.md": "as it is\n", "c.md": "new\n"})
    assert stale == {
        "a.md": "  @@ -2 +2 @@\n  -two\n  +2",
        "c.md": "  @@ -0,0 +1 @@\n  +new",
        "grammar/schemas/old.json": "  @@ -1 +0,0 @@\n  -{}",
    }


def test_a_page_gets_what_it_quotes_and_a_wrong_quote_is_told() -> None:
    page = "<!-- quote random 1 2 -->\n\n```text\nold\n```\n"
    assert with_quotes(page, "page.md") == page.replace("old", first_numbers(1, 1000, 2))
    with pytest.raises(FindingError, match=r"page\.md: `quote nonsense` quotes nothing"):
        with_quotes("<!-- quote nonsense -->\n```\n```\n\n```\n\n```\n", "page.md")
    open_ended = page.replace("old\n```", "old\n<!-- quote random 1 2 -->\n\n```text\nold\n```")
    with pytest.raises(FindingError, match=r"page\.md: `quote random 1 2` is not closed"):
        with_quotes(open_ended, "page.md")


def first_numbers(seed: int, below: int, count: int) -> str:
    slots: list[Any] = [None, None, seeded(seed)]
    return " ".join(str(rand(slots, below)) for _ in range(count))


def test_the_random_numbers_are_the_documented_ones() -> None:
    """A record replays everywhere only as long as these never change."""
    multiplier, increment, whole = 0x2360ED051FC65DA44385DF649FCCF645, 0x5851F42D4C957F2D14057B7EF767814F, 1 << 128
    for seed, numbers in {
        0: "157 907 660 278 433 121 224 969 865 331",
        20260712: "210 437 349 35 0 313 665 814 149 544",
    }.items():
        assert first_numbers(seed, 1000, 10) == numbers
        state = (seed * 2 + 1) % whole
        for _ in range(2):
            state = (state * multiplier + increment) % whole
            state ^= state >> 67
        by_hand = []
        for _ in range(10):
            state = (state * multiplier + increment) % whole
            by_hand.append(str((state >> 64) * 1000 >> 64))
        assert " ".join(by_hand) == numbers


def test_a_quote_without_a_block_is_no_quote_and_is_told() -> None:
    with pytest.raises(FindingError, match="has no block below it"):
        with_quotes("<!-- quote modules cardwright.presentation -->\n\nSomething else.\n", "page.md")
