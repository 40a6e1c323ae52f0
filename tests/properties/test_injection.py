"""Nothing an author writes becomes code: names are words, and texts stay texts."""

from __future__ import annotations

import ast
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.engine_games import examples, play_on

from cardwright import CardwrightError, check_paths, load_game
from cardwright.compiler.check import GameChecker
from cardwright.compiler.program import compile_program
from cardwright.language.game_files import find_game_files
from cardwright.language.read_game import read_game
from cardwright.source.gate import refused

NASTY = [
    "__import__('os').system('touch pwned')",
    '"); raise SystemExit(1) #',
    "'''\"\"\"\\",
    "{player} {0.__class__} %s {{}}",
    "\\n \\x41 \\N{BULLET} \\",
    "Ünïcödé 🂡 \u200fright-to-left\u200e ﷽",
    "if True: pass",
    "# not a comment",
]
LIBRARY = """\
rule final_score(player): player.coins
step setup: move(deck, to: yard)
step play:
  for each p in players:
    p choose card from yard: p take(card)
  repeat 2 times:
    for each p in players: p choose one:
      option %(option)s: p take_back
      option "Stop": finish
verb take(card) %(phrase)s:
  move(card, to: you.hand)
  you.coins += 1
verb take_back: you.coins -= 1
"""


def in_language(text: str) -> str:
    """A text as one of the language, which has no quotes, line breaks or tabs in its texts."""
    return '"' + "".join(c for c in text if c.isprintable() and c not in '"{}') + '"'


def game_with(text: str) -> dict[str, Any]:
    """A game with a text wherever a game may have one."""
    library = LIBRARY.replace(
        "    for each p in players: p choose one:", "    for each p in players:\n      p choose one:"
    )
    library = library.replace("      option", "        option")
    return {
        "game": "nasty",
        "title": text,
        "players": "2 to 3",
        "summary": text,
        "look": {"colors": {text: text}},
        "types": {"good": {"plural": "goods", "values": ["tea", "silk"], "title": text}},
        "kinds": {"card": {"plural": "cards", "title": text, "attributes": {"good": "good"}}},
        "zones": {
            "table": {
                "deck": {"of": "cards", "see": "nobody", "ordered": True, "title": text},
                "yard": {"of": "cards", "see": "everyone", "title": text},
            },
            "player": {"hand": {"of": "cards", "see": "owner", "title": text}},
        },
        "memory": {"player": {"coins": {"is": "number", "title": text}}},
        "library": library % {"option": in_language(text), "phrase": in_language(text)},
        "pieces": [
            {"id": f"card_{n}", "name": text, "good": "tea", "copies": 2, "note": text, "inferred": ["good"]}
            for n in range(4)
        ],
    }


def written(folder: Path, document: dict[str, Any]) -> Path:
    place = folder / "nasty"
    place.mkdir(exist_ok=True)
    content = yaml.safe_dump(document, sort_keys=False, allow_unicode=True)
    (place / "game.yaml").write_text(content, encoding="utf-8", newline="")
    return place


@pytest.mark.parametrize("text", NASTY)
def test_texts_stay_texts(text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    place = written(tmp_path, game_with(text))
    found, _ = check_paths([place])
    assert [each for each in found if each.severity == "error"] == []
    game = load_game(place)
    assert game.title == text
    state = play_on(game.new(2, 1), 1, 100)
    assert state.finished
    assert state.view(0).zones
    assert state.log
    assert state.winners
    assert game.card_texts()[0].name == text
    assert [path.name for path in tmp_path.iterdir()] == ["nasty"]


@pytest.mark.parametrize("text", NASTY)
@pytest.mark.parametrize("where", ["types", "values", "kinds", "attributes", "zones", "memory", "windows", "id"])
def test_names_are_words(text: str, where: str, tmp_path: Path) -> None:
    document = game_with("plain")
    kind = document["kinds"]["card"]
    if where == "values":
        document["types"]["good"]["values"].append(text)
    elif where == "attributes":
        kind["attributes"][text] = {"is": "number", "default": 0}
    elif where == "zones":
        document["zones"]["table"][text] = {"of": "cards"}
    elif where == "memory":
        document["memory"]["player"][text] = "number"
    elif where == "windows":
        document["windows"] = [text]
    elif where == "id":
        document["pieces"][0]["id"] = text
    else:
        document[where][text] = {"plural": f"{text}s", **({"values": ["one_more"]} if where == "types" else {})}
    place = written(tmp_path, document)
    found, _ = check_paths([place])
    assert {each.code for each in found} & {"bad-name", "wrong-value"}
    with pytest.raises(CardwrightError):
        load_game(place)


@examples(40)
@given(st.text(st.characters(exclude_categories=("Cs", "Cc")), max_size=30).filter(lambda text: not refused(text)))
def test_generated_source_holds_no_code_of_an_author(tmp_path: Path, text: str) -> None:
    """Whatever the texts say, the generated source has the same functions, calls and names."""
    assert shape(tmp_path, text) == shape(tmp_path, "plain words")


def shape(folder: Path, text: str) -> list[str]:
    """The syntax of the generated source without its text constants."""
    loaded = read_game(find_game_files(written(folder, game_with(text)), None))
    assert loaded.game is not None, loaded.diagnostics
    checker = GameChecker(loaded.game)
    checked = checker.run()
    assert checker.diagnostics == []
    tree = ast.parse(compile_program(checked, 2)["plain"]["source"])
    for node in ast.walk(tree):
        if isinstance(node, ast.Constant) and isinstance(node.value, str):
            node.value = ""
    return ast.dump(tree).splitlines()
