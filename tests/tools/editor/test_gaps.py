"""What could be written at a place of a text, and what the words of a text mean: the pure functions of the server."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.checker.completion import find_gap
from cardwright.checker.game import GameChecker
from cardwright.checker.names.occurrences import Gap
from cardwright.source.positions import SourceFile
from cardwright.source.read_with_size_limit import override_files
from cardwright_tools.editor.completion.rule_texts import complete_text
from cardwright_tools.editor.completion.yaml_fields import complete_fields
from cardwright_tools.editor.game_analysis import Analysis
from cardwright_tools.editor.hover import describe_position
from cardwright_tools.editor.rename import RenameRefusedError, edit_texts, rename
from cardwright_tools.editor.rule_text_at_cursor import find_language_text
from cardwright_tools.editor.symbol_lookup import find_occurrence, find_occurrences
from cardwright_tools.editor.workspace import Workspace

GAME = """\
game: shop
players: 2
active: active
turn: take_turn
powers_work_in: [hand]
types:
  good: {values: [tea, silk]}
  label: {plural: labels, values: [red, goods]}
kinds:
  card:
    plural: cards
    attributes: {good: good, price: {is: number, default: 1}}
    zones:
      pocket: {of: cards, see: everyone}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: cards, see: everyone}
memory:
  table:
    active: {is: player}
  player:
    money: {is: number}
windows: [teatime]
library: |
  rule final_score(player) "the score of {player}": player.money + worth(player.hand)
  rule worth(cards) "the worth of {cards}": sum(c.price + count(c.pocket) for each c in cards)
  step setup: shuffle(deck)
  step play:
    repeat 3 times: active take_turn
  verb take_turn "take a turn":
    draw(1)
    window(teatime)
  verb draw(number) "draw {number:card}":
    require number > 0
    move(top(deck, number), to: you.hand)
  verb earn(amount: number) "earn {amount:coin}": you.money += amount
"""
CARDS = """\
game: shop
set: base
cards:
  - id: tea_leaf
    good: tea
    power: |
      after you draw where count(you.hand where good is tea) > 1:
        choose c from you.hand where c.good is silk: move(c, to: deck)
      offer teatime: earn(amount: 2)
  - {id: scarf, good: silk, price: 3, inferred: [price]}
"""


@pytest.fixture
def desk(tmp_path: Path) -> Workspace:
    (tmp_path / "shop/cards/base").mkdir(parents=True)
    (tmp_path / "shop/game.yaml").write_text(GAME, encoding="utf-8")
    (tmp_path / "shop/cards/base/cards.yaml").write_text(CARDS, encoding="utf-8")
    desk = Workspace()
    desk.show(tmp_path / "shop/game.yaml", GAME)
    desk.show(tmp_path / "shop/cards/base/cards.yaml", CARDS)
    return desk


@pytest.fixture
def cards(desk: Workspace) -> Path:
    return next(path for path in desk.texts if path.name == "cards.yaml")


@pytest.fixture
def shop(desk: Workspace, cards: Path) -> Analysis:
    analysis = desk.analysis(cards)
    assert analysis is not None
    assert analysis.diagnostics == []
    return analysis


def test_what_a_closer_look_finds_is_told_too(desk: Workspace, cards: Path) -> None:
    desk.show(cards, CARDS.replace("after you draw where", "after you draw where count(players) > 4 and"))
    assert [(each.code, each.severity) for each in desk.findings(cards)] == [("fixed-condition", "warning")]
    game = cards.parents[2] / "game.yaml"
    desk.show(cards, CARDS)
    desk.show(game, GAME.replace(" + count(c.pocket)", ""))
    assert [(each.code, each.severity) for each in desk.findings(cards)] == [("unused-declaration", "warning")]


def gap(shop: Analysis, marked: str, kind: str = "power") -> Gap:
    checker = GameChecker(shop.game, noting=True)
    checker.prepare()
    found = find_gap(checker, marked.replace("|", ""), marked.index("|"), kind, 0)
    assert found is not None
    return found


@pytest.mark.parametrize(
    ("marked", "place", "expected"),
    [
        ("after you |", "pattern", "None"),
        ("after you draw: |", "deed", "None"),
        ("after you draw:\n  |", "deed", "None"),
        ("after you draw:\n  ea|rn(2)", "deed", "None"),
        ("after you draw:\n  earn(|", "value", "number"),
        ("after you draw:\n  together:\n    |", "deed", "None"),
        ("after you draw:\n  together: |", "deed", "None"),
        ("after you draw:\n  together:\n    if |", "value", "yes or no"),
        ("after you draw where you.|", "property", "None"),
        ("after you draw where any(you.hand where good is |", "value", "good"),
        ("after you draw:\n  choose c from |", "value", "None"),
        ("after you draw:\n  choose c from you.hand: move(c, to: |)", "value", "zone"),
        ("after you draw:\n  if |", "value", "yes or no"),
        ("modify |", "rule", "None"),
        ("after you draw: lose_powers(this) until |", "pattern", "None"),
        ("after you draw:\n  may copy_power(this, onto: this) until you dr|: earn(1)", "pattern", "None"),
        ("modify worth(cards): add |", "value", "number"),
        ("in |", "zone", "None"),
        ("offer |", "window", "None"),
        ("after you draw once per |: earn(1)", "procedure", "None"),
        ("after you draw where during(|): earn(1)", "procedure", "None"),
        ("after you draw: stop(|)", "procedure", "None"),
        ("nonsense ((\nafter you draw:\n  earn(|", "value", "number"),
    ],
)
def test_a_gap_knows_what_belongs_there(shop: Analysis, marked: str, place: str, expected: str) -> None:
    found = gap(shop, marked)
    assert (found.place, str(found.expected)) == (place, expected)


CHOICE = """\
after you draw:
  choose one "What now?": # of several sorts
    option for each c in you.hand where price > 1: earn(c.price)
    option for each p in opponents with the highest money: p draw(1)
    option "Earn": earn(1)
"""


@pytest.mark.parametrize(
    ("before", "marked", "place", "expected", "names"),
    [
        ("option for", "|", "option", "None", set()),
        ("option for", "opt|", "option", "None", set()),
        ("option for each p", "|", "option", "None", set()),
        ("you.hand where", "|", "value", "None", {"player", "number"}),
        ("price > 1: earn", "good is |", "value", "good", {"player", "number", "c"}),
        ("earn(c.price)", "earn(|", "value", "number", {"player", "number", "c"}),
        ("opponents with", "|", "value", "None", {"player", "number"}),
        ("money: p draw", "|", "value", "number", {"player", "number"}),
        ("p draw(1)", "p |", "deed", "None", {"player", "number", "p"}),
        ("earn(1)", "|", "deed", "None", {"player", "number"}),
    ],
)
def test_a_gap_among_things_of_several_sorts(
    shop: Analysis, before: str, marked: str, place: str, expected: str, names: set[str]
) -> None:
    head = CHOICE[: CHOICE.index(before)]
    for below in ("\n", "\n    option: draw(1)\n"):
        found = gap(shop, head + marked + below)
        assert (found.place, str(found.expected), set(found.names)) == (place, expected, names)
    if place == "option":
        offered = complete_text(shop, head + "\n", len(head), "power", 0)[0]
        assert [item.label for item in offered] == ["option", "option for each"]


def test_a_gap_knows_the_names_around_it(shop: Analysis) -> None:
    found = gap(shop, "after you draw:\n  choose c from you.hand:\n    let worthy = c.price\n    earn(|)")
    assert {word: str(kind) for word, kind in found.names.items()} == {
        "player": "player",
        "number": "number",
        "c": "card",
        "worthy": "number",
    }
    assert found.roles == ("amount",)
    inside = gap(shop, "after you draw where any(you.hand where |): earn(1)")
    assert [str(kind) for kind in inside.about] == ["card"]
    owner = gap(shop, "after you draw: earn(first(you.hand).|)").owner
    assert str(owner) == "card"


def test_a_gap_in_a_library_knows_its_roles_and_types(shop: Analysis) -> None:
    found = gap(shop, 'verb sell(card, price: number) "sell":\n  you.money += |', "library")
    assert set(found.names) == {"card", "price"}
    assert str(found.expected) == "number"
    assert gap(shop, 'verb sell(card: |) "sell": earn(1)', "library").place == "type"


def fields(shop: Analysis, marked: str) -> set[str]:
    text = marked.replace("|", "", 1) if marked.count("|") == 1 else marked
    return {item.label for item in complete_fields(shop, Path("shop.yaml"), text, marked.index("|"))[0]}


@pytest.mark.parametrize(
    ("marked", "some", "never"),
    [
        ("game: shop\nset: base\ncards:\n  - id: a\n    |", {"good", "price", "power", "copies"}, {"id"}),
        ("game: shop\nset: base\ncards:\n  - id: a\n    go|\n    price: 2\n", {"good", "power"}, {"price"}),
        ("game: shop\nset: base\ncards:\n  - id: a\n    good: |\n", {"tea", "silk"}, {"red"}),
        ("game: shop\nset: base\ncards:\n  - {id: a, good: s|}\n", {"tea", "silk"}, {"red"}),
        ("game: shop\nset: base\ncards:\n  - {id: a, inferred: [|]}\n", {"price", "good"}, {"tea"}),
        ("game: shop\nset: base\ncards:\n  - {id: a, |}\n", {"good", "price"}, {"id"}),
        ("zones:\n  table:\n    deck: {of: |}\n", {"cards"}, {"card"}),
        ("zones:\n  table:\n    deck: {of: cards, see: |}\n", {"nobody", "face"}, {"cards"}),
        ("zones:\n  table:\n    deck: {of: cards, |}\n", {"see", "ordered"}, {"of"}),
        ("memory:\n  player:\n    money: {is: |}\n", {"number", "player", "good", "cards"}, {"see"}),
        ("|\nzones: {}\n", {"game", "types", "library"}, {"zones"}),
    ],
)
def test_fields_are_completed_by_their_place(shop: Analysis, marked: str, some: set[str], never: set[str]) -> None:
    found = fields(shop, marked)
    assert some <= found
    assert not never & found


@pytest.mark.parametrize(
    ("marked", "kind", "text"),
    [
        ("cards:\n  - id: a\n    power: |\n      on x:\n        dr^aw(1)\n    note: b\n", "power", "on x:\n  draw(1)"),
        ("cards:\n  - id: a\n    power: |\n      ^\n    note: b\n", "power", ""),
        ('cards:\n  - id: a\n    power: "on x: ^draw"\n', "power", "on x: draw"),
        ("library: | # all\n  rule a: ^1\n\n  rule b: 2\nlook: {}\n", "library", "rule a: 1\n\nrule b: 2"),
    ],
)
def test_texts_are_found_by_indentation(marked: str, kind: str, text: str) -> None:
    found = find_language_text(SourceFile("f", marked.replace("^", "")), marked.index("^"))
    assert found is not None
    assert (found.kind, found.text.rstrip()) == (kind, text)
    if kind == "power":
        assert found.card == "a"


@pytest.mark.parametrize(
    "marked", ["cards:\n  - id: ^a\n", "library: |\n  a\nlook: ^{}\n", "power: |\n  a\nnote: ^b\n"]
)
def test_fields_are_no_texts(marked: str) -> None:
    assert find_language_text(SourceFile("f", marked.replace("^", "")), marked.index("^")) is None


def at(shop: Analysis, file: Path, mark: str) -> tuple[Analysis, str, int]:
    name = shop.named(file)
    assert name is not None
    return shop, name, shop.sources[name].text.index(mark.replace("|", "")) + mark.index("|")


def new_texts(shop: Analysis, desk: Workspace, file: Path, mark: str, new: str) -> str:
    edits = rename(shop, find_occurrence(*at(shop, file, mark)), new, desk.texts)
    texts = {path.rpartition("/")[2]: text for path, text in edit_texts(shop, edits).items()}
    return texts.get("game.yaml", GAME) + texts.get("cards.yaml", CARDS)


@pytest.mark.parametrize(
    ("mark", "new", "count"),
    [
        ("ea|rn(amount", "gain", 2),
        ("(am|ount: 2)", "coins", 4),
        ("choose |c from", "card_chosen", 3),
        ("go|od: tea", "sort", 5),
        ("good: t|ea", "green_tea", 3),
        ("you.ha|nd where good", "palm", 6),
        ("offer tea|time", "pause", 3),
        ("id: sca|rf", "shawl", 1),
    ],
)
def test_rename_changes_every_place_and_nothing_else(
    shop: Analysis, desk: Workspace, cards: Path, mark: str, new: str, count: int
) -> None:
    text = new_texts(shop, desk, cards, mark, new)
    old = find_occurrence(*at(shop, cards, mark))
    assert old is not None
    assert len(find_occurrences(shop, old.symbol)) == count
    game, _, changed = text.partition("game: shop\nset:")
    files = {path: game if path.name == "game.yaml" else "game: shop\nset:" + changed for path in desk.texts}
    with override_files(files):
        after = Workspace(files)
        assert after.findings(cards) == []


def test_renaming_a_type_takes_its_plural_along(shop: Analysis, desk: Workspace, cards: Path) -> None:
    game = next(path for path in desk.texts if path.name == "game.yaml")
    text = new_texts(shop, desk, game, "types:\n  go|od", "ware")
    assert "ware: {values: [tea, silk]}" in text
    assert "values: [red, wares]" in text
    assert "good: ware" in text


def test_renaming_a_role_that_is_named_for_its_type_says_the_type(shop: Analysis, desk: Workspace, cards: Path) -> None:
    game = next(path for path in desk.texts if path.name == "game.yaml")
    text = new_texts(shop, desk, game, "verb draw(num|ber)", "many")
    assert 'verb draw(many: number) "draw {many:card}":' in text
    assert "require many > 0" in text


LOOKS = """\
look:
  first: [money, hand]
  short: {deck: cards}
  labels:
    card: "{name} {price}"
    hand: "{price:o}"
  draw:
    deck: {as: rows, lines: ["{good} {pocket|price}"]}
    money: {as: grid, lines: ["{money} in {hand}"]}
"""


@pytest.mark.parametrize(
    ("mark", "new", "lines"),
    [
        ("pri|ce: {is", "cost", ['    card: "{name} {cost}"', '    hand: "{cost:o}"', "{pocket|cost}"]),
        ("    ha|nd: {of", "palm", ["  first: [money, palm]", '    palm: "{price:o}"', "{money} in {palm}"]),
        ("    mon|ey: {is", "coins", ["  first: [coins, hand]", "    coins: {as: grid, lines: ["]),
        ("    de|ck: {of", "pile", ["short: {pile: cards}", "    pile: {as: rows"]),
        ("  ca|rd:\n    plural", "leaf", ['    leaf: "{name} {price}"']),
        ("rule wor|th(cards", "value_of", ["valuation: final_score"]),
    ],
)
def test_rename_reaches_into_the_look_of_a_game(
    desk: Workspace, cards: Path, mark: str, new: str, lines: list[str]
) -> None:
    file = next(path for path in desk.texts if path.name == "game.yaml")
    desk.show(file, GAME.replace("windows: [teatime]\n", "windows: [teatime]\nvaluation: final_score\n" + LOOKS))
    analysis = desk.analysis(file)
    assert analysis is not None
    assert analysis.diagnostics == []
    edits = rename(analysis, find_occurrence(*at(analysis, file, mark)), new, desk.texts)
    changed = {Path(path).name: text for path, text in edit_texts(analysis, edits).items()}
    assert all(line in changed["game.yaml"] for line in lines)


def test_a_word_of_the_look_that_names_several_things_keeps_the_others(desk: Workspace) -> None:
    file = next(path for path in desk.texts if path.name == "game.yaml")
    more = GAME.replace("active: {is: player}", "active: {is: player}\n    money: {is: number}")
    for look, new in (
        ("first: [money]", "first: [money, coins]"),
        ("hide:\n    - money", "hide:\n    - money\n    - coins"),
    ):
        desk.show(file, f"{more}look:\n  {look}\n")
        analysis = desk.analysis(file)
        assert analysis is not None
        edits = rename(analysis, find_occurrence(*at(analysis, file, "player:\n    mon|ey")), "coins", desk.texts)
        assert new in dict(edit_texts(analysis, edits))[next(iter(analysis.sources))]
    desk.show(file, f"{more}look:\n  short: {{money: m}}\n")
    analysis = desk.analysis(file)
    assert analysis is not None
    with pytest.raises(RenameRefusedError, match="also means other declarations"):
        rename(analysis, find_occurrence(*at(analysis, file, "player:\n    mon|ey")), "coins", desk.texts)


def test_renaming_a_kind_keeps_the_roles_that_are_named_for_it(shop: Analysis, desk: Workspace, cards: Path) -> None:
    game = next(path for path in desk.texts if path.name == "game.yaml")
    text = new_texts(shop, desk, game, "  ca|rd:\n    plural", "leaf")
    assert 'rule worth(cards) "the worth of {cards}": sum(' in text
    text = new_texts(shop, desk, game, "plural: ca|rds", "leaves")
    assert 'rule worth(cards: leaves) "the worth of {cards}": sum(c.price' in text
    assert "pocket: {of: leaves, see: everyone}" in text


def test_rename_refuses_while_a_text_with_the_name_cannot_be_read(desk: Workspace, cards: Path) -> None:
    desk.show(cards, CARDS.replace("earn(amount: 2)", "earn(amount: 2"))
    analysis = desk.analysis(cards)
    assert analysis is not None
    game = next(path for path in desk.texts if path.name == "game.yaml")
    with pytest.raises(RenameRefusedError, match=r"cannot be read: first correct cards\.yaml:6"):
        rename(analysis, find_occurrence(*at(analysis, game, "verb ea|rn")), "gain", desk.texts)


@pytest.mark.parametrize(
    ("mark", "new", "why"),
    [
        ("ea|rn(amount", "draw", "declared twice"),
        ("ea|rn(amount", "deck", "is already a zone"),
        ("ea|rn(amount", "choose", "word of the language"),
        ("ea|rn(amount", "count", "word of the language"),
        ("ea|rn(amount", "two words", "not a name"),
        ("cou|nt(you", "number_of", "word of the language"),
        ("wh|ere good", "whose", "no name here"),
        ("choose |c from", "deck", "would hide another: `deck`"),
    ],
)
def test_rename_refuses_what_would_break(
    shop: Analysis, desk: Workspace, cards: Path, mark: str, new: str, why: str
) -> None:
    with pytest.raises(RenameRefusedError, match=why):
        rename(shop, find_occurrence(*at(shop, cards, mark)), new, desk.texts)


@pytest.mark.parametrize(
    ("mark", "told"),
    [
        ("ea|rn(amount", "verb earn(amount: number)"),
        ("you.ha|nd where good", "**zone** `hand` of `player`"),
        ("go|od is tea", "**attribute** `good` of `card`"),
        ("cou|nt(you", "The number of items of a list"),
        ("y|ou.hand where good", "The player who performs the verb"),
        ("id: tea_l|eaf", "After you draw"),
        ("inferred: [pr|ice]", "**attribute** `price`"),
    ],
)
def test_hover_explains_the_word(shop: Analysis, cards: Path, mark: str, told: str) -> None:
    shown = describe_position(*at(shop, cards, mark))
    assert shown is not None
    assert told in shown[0]


def test_a_file_that_is_no_yaml_for_a_moment_keeps_its_game(desk: Workspace, shop: Analysis, cards: Path) -> None:
    desk.show(cards, CARDS + "  - id: new\n    good tea\n")
    assert [each.code for each in desk.findings(cards)] == ["yaml-missing-colon"]
    sound = desk.sound(cards)
    assert sound is not None
    assert "tea" in {
        item.label
        for item in complete_fields(sound, Path("cards.yaml"), CARDS + "  - id: new\n    good: ", len(CARDS) + 22)[0]
    }
    desk.show(cards, CARDS)
    assert desk.findings(cards) == []
