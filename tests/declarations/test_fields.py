"""The fields of files are declared once: what is added there is known everywhere, and stands nowhere else."""

from __future__ import annotations

import ast
import json
import re
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path

import pytest
from maintenance.language_reference import render_reference

from cardwright import check_paths
from cardwright.checker.names.occurrences import Symbol
from cardwright.checker.names.occurrences_in_fields import find_field_names
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.declarations.readers.look import SCORE
from cardwright.declarations.schema.card_file_fields import CARD_FILE, PIECE
from cardwright.declarations.schema.field_lookup import FILES, GROUPS, SHARED_FILE
from cardwright.declarations.schema.field_types import Field, FieldGroup, MapOf, OneOf, WordField
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.declarations.schema.look_fields import LOOK
from cardwright.declarations.schema.scenario_fields import SCENARIO, SCENARIO_FILE
from cardwright.formatting.files import format_file
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence
from cardwright.syntax.keywords import (
    ABILITIES,
    DEFINITIONS,
    STATEMENTS,
    find_spellings,
    list_keywords,
    list_spellings,
)
from cardwright.syntax.parser import load_grammar
from cardwright_tools.editor.completion.scenarios import complete_scenario
from cardwright_tools.editor.completion.yaml_fields import complete_fields
from cardwright_tools.editor.hover import describe_position
from cardwright_tools.editor.workspace import Workspace
from cardwright_tools.reference.json_schemas import (
    build_card_schema,
    build_game_schema,
    build_scenario_schema,
    build_shared_schema,
)

ROOT = Path(__file__).parents[2]
ADDED = Field("flavour", OneOf("flavour", ("sweet", "sour")), "How it tastes.", "sweet")

GAME_FILE = """\
game: shop
players: 2 to 4
types:
  good: {values: [tea, silk]}@type
kinds:
  # With this card come those of common.yaml.
  card: {attributes: {good: {is: good}@attribute}}@kind
zones:
  table:
    deck: {of: cards}@zone
memory:
  table:
    active: {is: player}@memory
decks:
  stock: {cards: {tea: 2}}@deck
tables:
  price: {roles: {good: good}, values: {tea: [1], silk: [2]}}@table
active: active
reactions: {order: order_of_play}@reactions
look: {first: [score], draw: {deck: {as: rows}@picture},
  faces: {card: {as: mini}@face}, backs: {card: {title: Bay}@back}}@look
library: |
  rule final_score(player): price(tea) + count(stock)
  step setup: nothing
  step play: finish
"""
CARDS = """\
game: shop
cards:
  - {id: tea, good: tea}@piece
"""
SHARED = """\
kinds:
  card: {attributes: {good: number}}
cards:
  - {id: silk, good: 2}
"""
SCENARIOS = """\
scenarios:
  - {name: one, then: [count(deck) is 1]}@scenario
"""
FILE_OF = {GAME.word: GAME_FILE, CARD_FILE.word: CARDS, PIECE.word: CARDS}
FILE_OF |= {SHARED_FILE.word: SHARED, SCENARIO.word: SCENARIOS, SCENARIO_FILE.word: SCENARIOS}


GROUPS_OF_FILES = [*(group for group in GROUPS if group.word not in ("example", "step")), SCENARIO]


@pytest.fixture(params=GROUPS_OF_FILES, ids=lambda group: group.word)
def group(request: pytest.FixtureRequest) -> Iterator[FieldGroup]:
    """A group of fields with one more, for the time of a test."""
    with one_more(request.param):
        yield request.param


@contextmanager
def one_more(*groups: FieldGroup, added: Field = ADDED) -> Iterator[None]:
    before = [group.fields for group in groups]
    for group in groups:
        object.__setattr__(group, "fields", (added, *group.fields))
    yield
    for group, fields in zip(groups, before, strict=True):
        object.__setattr__(group, "fields", fields)


def written(folder: Path, group: FieldGroup, given: str) -> tuple[dict[str, Path], Path]:
    """A game, its cards and its scenarios in a folder; one of the files gives the field where `given` says it."""
    games, cards, scenarios, shared = (
        folder / "games/shop/game.yaml",
        folder / "cards/shop/a/a.yaml",
        folder / "games/shop/scenarios/s.yaml",
        folder / "cards/common.yaml",
    )
    paths = {GAME_FILE: games, CARDS: cards, SCENARIOS: scenarios, SHARED: shared}
    for text, path in paths.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        whole = text.replace(f"}}@{group.word}", f", {given}}}") if given else text
        if group.word in FILES or group.word.endswith("_file"):
            whole = f"{whole}{given}\n" if FILE_OF[group.word] == text and given else whole
        for each in ("@" + one.word for one in (*GROUPS, SCENARIO)):
            whole = whole.replace(each, "")
        path.write_text(whole, encoding="utf-8")
    return {path.name: path for path in paths.values()}, paths[FILE_OF.get(group.word, GAME_FILE)]


def found_in(folder: Path, group: FieldGroup, given: str) -> list[str]:
    """What is told of such files."""
    paths, _ = written(folder, group, given)
    return [each.message + " / " + each.label for each in check_paths(list(paths.values()))[0]]


def test_a_field_that_is_declared_is_read_and_its_shape_is_checked(group: FieldGroup, tmp_path: Path) -> None:
    assert found_in(tmp_path, group, "flavour: sour") == []
    assert [each for each in found_in(tmp_path, group, "flavour: sou") if "there is no flavour `sou`" in each]
    misspelt = found_in(tmp_path, group, "flavor: sour")
    assert "there is no field `flavor` here / did you mean `flavour`?" in misspelt


def test_a_field_that_is_declared_is_in_the_schema(group: FieldGroup) -> None:
    texts = [build_game_schema(), build_card_schema(), build_scenario_schema(), build_shared_schema()]
    every = [each for text in texts for each in with_properties(json.loads(text))]
    assert {"enum": ["sweet", "sour"], "description": "How it tastes. Without it: sweet."} in every


def test_fields_that_are_declared_are_in_the_reference() -> None:
    with one_more(*GROUPS):
        assert render_reference().count("| `flavour` | `sweet` or `sour` | How it tastes. | sweet |") == len(GROUPS)


def with_properties(schema: object) -> Iterator[object]:
    """All schemas of a field called like the one added."""
    for word, inner in schema.items() if isinstance(schema, dict) else ():
        if word == "flavour":
            yield inner
        yield from with_properties(inner)
    for inner in schema if isinstance(schema, list) else ():
        yield from with_properties(inner)


def test_a_field_that_is_declared_has_its_place_in_formatted_files(group: FieldGroup, tmp_path: Path) -> None:
    _, path = written(tmp_path, group, "flavour: sour")
    assert path.read_text(encoding="utf-8").count("flavour: sour") == 1
    [holder] = holders(load_yaml(path, format_file(path)).root)
    assert holder.entries[-1][0].raw != "flavour"  # it comes first where it is declared, and stood last in the file


def test_what_a_declared_field_names_is_known_to_editors(tmp_path: Path) -> None:
    added = replace(ADDED, shape=WordField("verb or step"))
    for group in (each for each in GROUPS_OF_FILES if FILE_OF.get(each.word) != SCENARIOS):
        with one_more(group, added=added):
            paths, path = written(tmp_path, group, "flavour: setup")
            game = read_game(find_game_files(paths["game.yaml"].parent, tmp_path / "cards/shop")).game
            assert game is not None
            names = [each for each in find_field_names(load_yaml(path).root, game) if each.text == "setup"]
            assert [each.symbol.kind for each in names] == ["procedure"], group.word


@pytest.mark.parametrize("name", ["bush_pilots", "cargo_noir", "ceylon", "import_export"])
def test_every_name_that_a_look_uses_is_known_to_editors(name: str) -> None:
    files = find_game_files(ROOT / "games" / name, ROOT / "cards" / name)
    game = read_game(files, sorted(files.cards)).game
    root = load_yaml(files.game[0]).root
    assert game is not None
    assert isinstance(root, Mapping)
    known = {each.span for each in find_field_names(root, game)}
    names = [each for field in LOOK.fields for each in names_in(root.get("look"), field)]
    assert names
    assert [each.raw for each in names if each.span not in known] == []


def names_in(look: Node | None, field: Field) -> Iterator[Scalar]:
    """The names in a field of a look: the keys of a group, or the words of a list."""
    given = look.get(field.word) if isinstance(look, Mapping) else None
    if isinstance(given, Mapping) and isinstance(field.shape, MapOf) and field.shape.key:
        yield from (key for key, _ in given.entries if key.raw != SCORE)
    elif isinstance(given, Sequence):
        yield from (item for item in given.items if isinstance(item, Scalar) and item.raw != SCORE)


def test_an_attribute_that_a_face_shows_is_known_to_editors() -> None:
    files = find_game_files(ROOT / "games/bush_pilots", ROOT / "cards/bush_pilots")
    game, root = read_game(files).game, load_yaml(files.game[0]).root
    assert game is not None
    assert isinstance(root, Mapping)
    [faces] = [node for key, node in root.entries if key.raw == "look"]
    shown = {each.symbol for each in find_field_names(root, game) if faces.span.line <= each.span.line}
    assert {Symbol("attribute", "card", "trade"), Symbol("attribute", "card", "manoeuvre")} <= shown


def holders(node: Node | None) -> Iterator[Mapping]:
    """The groups of a file that give the field."""
    inner = [value for _, value in node.entries] if isinstance(node, Mapping) else getattr(node, "items", ())
    if isinstance(node, Mapping) and node.get("flavour") is not None:
        yield node
    for each in inner:
        yield from holders(each)


def test_a_field_that_is_declared_is_completed_and_explained(group: FieldGroup, tmp_path: Path) -> None:
    _, path = written(tmp_path, group, "flavour: sour")
    text = path.read_text(encoding="utf-8")
    at = text.index("flavour")
    gap = text.replace("flavour: sour", "fl")
    desk = Workspace()
    analysis = desk.analysis(path)
    if FILE_OF.get(group.word) == SCENARIOS:
        items, _, _ = complete_scenario(None, gap, gap.index("fl") + 2, [])
    else:
        assert analysis is not None
        items, _, _ = complete_fields(analysis, path, gap, at + 2)
        values, _, _ = complete_fields(analysis, path, text, at + len("flavour: "))
        assert {"sweet", "sour"} <= {each.label for each in values}
        told = describe_position(analysis, path.as_posix(), at + 2)
        assert told is not None
        assert "How it tastes." in told[0]
    [item] = [each for each in items if each.label == "flavour"]
    assert item.detail == "`sweet` or `sour`"


# What can become of a number: of lists, something else.
OF_SOME = {("set", "add", "subtract", "multiply", "cap", "raise")}


@pytest.mark.long
def test_neither_fields_nor_keywords_are_listed_a_second_time() -> None:
    every = {group.word: set(group.words) for group in (*GROUPS, SCENARIO)}
    every |= {terminal: set(words) for terminal, words in list_spellings().items()}
    every |= {str(those): set(find_spellings(those)) for those in (ABILITIES, DEFINITIONS, STATEMENTS)}
    every |= {"keywords": set(list_keywords()), "of several words": {word for word in list_keywords() if " " in word}}
    found = []
    for path in sorted([*(ROOT / "interpreter").rglob("*.py"), *(ROOT / "tools").rglob("*.py")]):
        for words in lists_of_words(ast.parse(path.read_text(encoding="utf-8"))):
            repeated = [
                name for name, known in every.items() if len(words) > 0.6 * len(known) and known.issuperset(words)
            ]
            if len(words) > 3 and repeated and words not in OF_SOME:
                found.append(f"{path.relative_to(ROOT)}: {words} are {repeated}")
    assert found == []


def lists_of_words(tree: ast.AST) -> Iterator[tuple[str, ...]]:
    """The words in each list, tuple or set of a module, or in a text that is split into some."""
    for node in ast.walk(tree):
        match node:
            case ast.List(elts=items) | ast.Tuple(elts=items) | ast.Set(elts=items):
                words = [each.value for each in items if isinstance(each, ast.Constant) and isinstance(each.value, str)]
                yield tuple(words)
            case ast.Call(func=ast.Attribute(value=ast.Constant(value=str(text)), attr="split")):
                yield tuple(text.split())


def test_every_terminal_made_of_words_or_signs_is_read_from_the_grammar_as_the_parser_reads_it() -> None:
    for terminal in load_grammar().terminals:
        if not terminal.name.startswith("__") and terminal.pattern.value[0].isalpha() and terminal.name != "STRING":
            for word in find_spellings([terminal.name]):
                assert re.match(terminal.pattern.to_regexp(), f"{word}:") is not None, terminal
