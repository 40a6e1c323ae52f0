"""Names that nobody who types could tell apart, and names that hide each other, are told; accents are one sign."""

from __future__ import annotations

import unicodedata
from pathlib import Path
from typing import Literal

import pytest

from cardwright import check_paths, load_game
from cardwright_tools.cli.main import main

# A game in which everything has a name of its own; `ONE` and `OTHER` are put in place of two names of a sort.
GAME = """\
game: alike
players: 2
turn: act
windows: [WINDOWS]
types: {sort: {values: [WORDS]}, TYPES: {values: [aa, bb]}}
kinds:
  card: {attributes: {sort: {is: sort, default: none}, ATTRIBUTES: {is: number, default: 0}}, memory: {OF_CARD: number}}
  KINDS: {}
zones:
  table: {deck: {of: cards}, ZONES: {of: cards}}
  player: {hand: {of: cards}}
memory:
  table: {MEMORY: number}
tables: {TABLES: {roles: {sort: sort}, values: {herb: 1}}}
pieces:
  - {id: IDS, name: Some card}
  - {id: other, name: NAMES}
library: |
  step setup: nothing
  step play:
    for each p in players: p act
  verb act: window(WINDOW)
  verb VERBS: nothing
  step STEPS: nothing
  rule RULES: 1
  rule final_score(player): count(player.hand)
"""
USUAL = {
    "WINDOWS": "evening", "WORDS": "herb", "TYPES": "colour", "ATTRIBUTES": "size", "OF_CARD": "charges",
    "KINDS": "token", "ZONES": "heap", "MEMORY": "amount", "TABLES": "prices", "IDS": "mint", "NAMES": "Plum",
    "VERBS": "wave", "STEPS": "pause", "RULES": "limit",
}  # fmt: skip
# What stands once more, beside the usual one.
AGAIN = {
    "WINDOWS": "evening, Evening", "WORDS": "herb, Herb", "TYPES": "colour: {values: [cc]}, Colour",
    "ATTRIBUTES": "size: {is: number, default: 0}, Size", "OF_CARD": "charges: number, Charges",
    "KINDS": "token: {}\n  Token", "ZONES": "heap: {of: cards}, Heap", "MEMORY": "amount: number, Amount",
    "TABLES": "prices: {roles: {colour: colour}, values: {aa: 1, bb: 2}}, Prices", "IDS": "mint}\n  - {id: Mint",
    "NAMES": "Plum}\n  - {id: third, name: PLUM",
    "VERBS": "wave: nothing\n  verb Wave", "STEPS": "pause: nothing\n  step Pause", "RULES": "limit: 1\n  rule Limit",
}  # fmt: skip
# Names of two sorts, of which one is the other in capitals.
ACROSS = [("VERBS", "STEPS"), ("VERBS", "RULES"), ("ZONES", "MEMORY"), ("ZONES", "KINDS"), ("TYPES", "KINDS"),
          ("ATTRIBUTES", "OF_CARD"), ("TABLES", "ZONES"), ("WINDOWS", "MEMORY")]  # fmt: skip


def written(folder: Path, changed: dict[str, str]) -> Path:
    game = folder / "alike"
    game.mkdir()
    text = GAME.replace("window(WINDOW)", "window(evening)" if "WINDOWS" not in changed else "nothing")
    for sort, word in {**USUAL, **changed}.items():
        text = text.replace(sort, word)
    (game / "game.yaml").write_text(text, encoding="utf-8")
    return game


def errors(game: Path) -> list[str]:
    return [each.message for each in check_paths([game])[0] if each.severity == "error"]


def test_the_game_itself_is_sound(tmp_path: Path) -> None:
    assert errors(written(tmp_path, {})) == []


@pytest.mark.parametrize("sort", AGAIN)
def test_two_names_of_a_sort_that_differ_in_capitals_are_refused(sort: str, tmp_path: Path) -> None:
    found = errors(written(tmp_path, {sort: AGAIN[sort]}))
    assert any("only in capital letters" in message for message in found), found


@pytest.mark.parametrize(("one", "other"), ACROSS)
def test_names_of_two_sorts_that_differ_in_capitals_are_refused(one: str, other: str, tmp_path: Path) -> None:
    found = errors(written(tmp_path, {one: "thing", other: "Thing"}))
    assert any("only in capital letters" in message for message in found), found


@pytest.mark.parametrize("other", ["Old  Plum", " Old Plum", "old plum ", "Old\N{NO-BREAK SPACE}Plum"])
def test_two_names_of_cards_that_differ_in_spaces_are_refused(other: str, tmp_path: Path) -> None:
    found = errors(written(tmp_path, {"NAMES": f'Old Plum}}\n  - {{id: third, name: "{other}"'}))
    assert any("only in spaces" in message for message in found), found


# ---------------------------------------------------------------- accents

CARDS = """\
game: cafe
players: 2
turn: act
kinds: {card: {}}
zones: {table: {deck: {of: cards}}, player: {hand: {of: cards}}}
pieces:
  - {id: house, name: NAME}
  - {id: other, name: Other}
library: |
  step setup: nothing
  step play:
    for each p in first(players): p act
  verb act "act":
    choose c from deck: move(c, to: you.hand)
  rule final_score(player) "score": count(player.hand)
"""
SCENARIOS = """\
scenarios:
  - name: it is taken
    given: {deck: [house, other]}
    when:
      - do: P1 act
      - P1: NAME
    then: house in P1.hand
"""
Form = Literal["NFC", "NFD"]
FORMS: tuple[Form, ...] = ("NFC", "NFD")


def cafe(folder: Path, form: Form, scenarios: Form) -> Path:
    game = folder / "cafe"
    game.mkdir()
    (game / "game.yaml").write_text(CARDS.replace("NAME", unicodedata.normalize(form, "Café Ångström")), "utf-8")
    (game / "s.yaml").write_text(SCENARIOS.replace("NAME", unicodedata.normalize(scenarios, "Café Ångström")), "utf-8")
    return game


@pytest.mark.parametrize("typed", FORMS)
@pytest.mark.parametrize("form", FORMS)
def test_a_card_is_found_however_its_accents_are_written(
    form: Form, typed: Form, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    game = cafe(tmp_path, form, typed)
    assert load_game(game).card_texts()[0].name == unicodedata.normalize("NFC", "Café Ångström")
    assert main(["text", str(game), unicodedata.normalize(typed, "Café Ångström")]) == 0
    assert main(["test", str(game)]) == 0, capsys.readouterr()


def test_two_names_that_differ_in_how_accents_are_written_are_one(tmp_path: Path) -> None:
    game = cafe(tmp_path, "NFC", "NFC")
    text = (game / "game.yaml").read_text("utf-8")
    (game / "game.yaml").write_text(text.replace("name: Other", unicodedata.normalize("NFD", "name: CAFÉ ÅNGSTRÖM")))
    assert any("only in capital letters" in message for message in errors(game))


# ---------------------------------------------------------------- names that hide others

HIDING = """\
game: hiding
players: 2
types: {sort: {values: [herb, root]}}
kinds:
  card: {attributes: {sort: {is: sort, default: herb}}}
zones:
  table: {deck: {of: cards}}
  player: {hand: {of: cards}}
memory:
  table: {amount: number, best: {is: card}}
  player: {coins: number}
pieces:
  - {id: mint}
  - {id: leek, sort: root}
library: |
  step setup: amount = limit
  step play:
    for each p in players: p act
    finish
  rule limit: 3
  verb act: nothing
TEXT
  rule final_score(player): player.coins + count(player.hand) + amount where_best
"""
# What is hidden, with a type that a role of this name can have.
HIDDEN = {"amount": "number", "best": "card", "deck": "number", "limit": "number", "mint": "card", "herb": "sort"}
LOCALS = {
    "role of a verb": "  verb more({name}: {type}):\n    you.coins = 1 if {name} is {name} else 0",
    "role of a step": "  step more({name}: {type}):\n    finish",
    "role of a rule": "  rule more({name}: {type}): 1",
    "name by let": "  verb more:\n    let {name} = you.coins\n    you.coins = {name}",
    "name of each": "  verb more:\n    for each {name} in you.hand: move({name}, to: you.hand)",
    "picked": "  verb more:\n    choose {name} from you.hand: move({name}, to: you.hand)",
}


# What is one of a type is told from other values by its type, so only a role of that very type hides it.
HIDING_PAIRS = [(n, each) for n in HIDDEN for each in LOCALS if each.startswith("role") or n not in ("mint", "herb")]


@pytest.mark.parametrize(("name", "local"), HIDING_PAIRS)
def test_a_name_that_hides_another_is_told(name: str, local: str, tmp_path: Path) -> None:
    game = tmp_path / "hiding"
    game.mkdir()
    text = HIDING.replace(" where_best", "").replace("TEXT", LOCALS[local].format(name=name, type=HIDDEN[name]))
    text = text.replace(" else 0", "").replace("you.coins = 1 if", "require")
    (game / "game.yaml").write_text(text, encoding="utf-8")
    found = check_paths([game])[0]
    assert [each.message for each in found if each.severity == "error"] == []
    hidden = [each for each in found if each.code == "shadowed-name"]
    assert len(hidden) == 1, found
    assert f"`{name}` hides the" in hidden[0].message
    line = (game / "game.yaml").read_text("utf-8").splitlines()[hidden[0].span.line - 1]
    assert line[hidden[0].span.column - 1 : hidden[0].span.end_column - 1] == name


@pytest.mark.parametrize("local", LOCALS)
def test_a_name_of_its_own_hides_nothing(local: str, tmp_path: Path) -> None:
    game = tmp_path / "hiding"
    game.mkdir()
    text = HIDING.replace(" where_best", "").replace("TEXT", LOCALS[local].format(name="own", type="card"))
    text = text.replace(" else 0", "").replace("you.coins = 1 if", "require")
    (game / "game.yaml").write_text(text, encoding="utf-8")
    assert {each.code for each in check_paths([game])[0]} <= {"unused-declaration", "unused-role", "unused-name"} | {
        "fixed-condition", "fixed-comparison"}  # fmt: skip
