"""Diagnostics of texts that YAML or a reader misreads: one for each cause, with what to write."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright.source.diagnostics import Diagnostic

SHOP = Path(__file__).parent / "shop.yaml"
CARDS = "game: shop\nset: base\ncards:\n  - id: fan\n    name: Fan\n    good: silk\n    copies: 4\n"
GIVEN, THEN = "given: {P1.hand: [fan]}", "then: [count(P1.hand) is 1]"
SCENARIO = f"game: shop\nplayers: 2\nscenarios:\n  - name: one\n    {GIVEN}\n    {THEN}\n"
GAIN = "verb gain(number): you.coins += number"
TITLE, DECK = "title: Shop", "deck: {of: cards, see: nobody, ordered: yes}"
CYRILLIC_A = "Cyrillic small letter a (U+0430), which only looks like `a`"
QUOTE_ALL = "put the whole text in quotes"

# The file, what is replaced in it and by what, and the parts of the only message, and of its fix or else its label.
CASES = [
    # brackets of YAML
    ("s", THEN, "then: [max(1, 2) is 2, count(P1.hand) is 1]", "YAML ends a text at a `,`", '"max(1, 2) is 2"'),
    ("s", THEN, "then: [max(1, 2) is 2, max(2, 3) is 3]", "so does 1 more", '"max(1, 2) is 2", "max(2, 3) is 3"'),
    ("s", THEN, "then: [max(1,\n      2) is 2]", "YAML ends a text at a `,`", '"max(1, 2) is 2"'),
    ("s", THEN, "then: [hand_size(player: P1) is 3]", "YAML ends a text at a `:`", '"hand_size(player: P1) is 3"'),
    ("s", THEN, "then: [P1.hand.name is [fan]]", "a text that contains a `[` needs quotes", QUOTE_ALL),
    ("s", THEN, 'then: ["fan" is "fan"]', "something follows the closing quote", QUOTE_ALL),
    ("s", THEN, "then:\n      - [fan] is P1.hand", "begins with `[` needs quotes: YAML reads a list", QUOTE_ALL),
    (
        "s",
        THEN,
        "then:\n      - hand_size(player: P1) is max(a: 2)",
        "where YAML reads a field",
        "'hand_size(player: P1)",
    ),
    ("s", THEN, "when: [{do: P1 draw(max(1, 2))}]", "between `{` and `}`, YAML ends a text", '"P1 draw(max(1, 2))"'),
    ("s", GIVEN, "given: {P1.hand: [fan #2]}", "YAML reads `#2]}` as a comment", "in quotes"),
    ("c", "name: Fan", "name: {Fan} of silk", "YAML reads a group of fields", QUOTE_ALL),
    ("c", "name: Fan", "name: #5", "`name` has no value", "YAML reads `#5` as a comment"),
    ("c", "name: Fan", "name: Fan #5", "YAML reads `#5` as a comment, so the text ends", QUOTE_ALL),
    ("g", TITLE, f"{TITLE}\nabout: {{goal: Sell all, and win}}", "YAML ends the text before this", "its `,` in quotes"),
    # braces
    (
        "g",
        TITLE,
        f"{TITLE}\nabout: {{goal: 'Have {{coins}}'}}",
        "nothing fills `{coins}` in `about`",
        "the value itself",
    ),
    ("g", TITLE, f"{TITLE}\nsummary: 'With {{coins}}'", "nothing fills `{coins}` in `summary`", "rules.md"),
    ("c", "name: Fan", "note: 'It has {cost}'", "nothing fills `{cost}` in `note`", "write the value itself"),
    # letters of other scripts
    ("g", GAIN, "verb gаin(number): you.coins += number", CYRILLIC_A, "write `a`"),
    ("g", GAIN, "verb gain（number): you.coins += number", "full-width left parenthesis (U+FF08)", "write `(`"),
    ("g", GAIN, "verb gain(number): you.coins\u3000+= number", "an unusual space", "write an ordinary space"),
    ("c", "name: Fan", "nаme: Fan", CYRILLIC_A, "name"),
    ("c", "copies: 4", "copiеs: 4", "Cyrillic small letter ie (U+0435)", "copies"),
    ("s", GIVEN, "given: {P1.hаnd: [fan]}", CYRILLIC_A, "P1.hand"),
    ("s", GIVEN, "given: {P1.hand: [fаn]}", CYRILLIC_A, "fan"),
    # fields on which others depend
    ("g", "players: 2 to 4", "players: 2-4", "`players` is one number, or two", "2 to 4"),
    ("g", "values: [tea, silk]", "values: []", "`good` has no values", "values"),
    ("g", DECK, DECK.replace("yes", "yess"), "can be only `yes` or `no`", "write `yes`"),
    ("g", "active: {is: player}", "active: {is: plaier}", "plaier", "player"),
]
# Texts that only look like these mistakes.
SOUND = [
    ("s", THEN, "then: ['max(1, 2) is 2', \"count(P1.hand) is 1\"]"),
    ("s", THEN, "then: [count(P1.hand) is 1 # one\n    ]"),
    ("s", THEN, "then:\n      - max(1, 2) is 2"),
    ("c", "name: Fan", "name: Fan # 5"),
    ("c", "name: Fan", "name: Fan#5"),
    ("c", "name: Fan", "name: Веер"),
    ("g", TITLE, f"{TITLE}\nabout: {{goal: Sell (or keep) all}}"),
]


def check(folder: Path, file: str, old: str, new: str) -> list[Diagnostic]:
    copies = "copies: {2: 1, 3 to 4: 2}" if "players" in new else "copies: 4"
    texts = {"g": SHOP.read_text(encoding="utf-8"), "c": CARDS.replace("copies: 4", copies), "s": SCENARIO}
    assert old in texts[file]
    texts[file] = texts[file].replace(old, new, 1)
    shutil.rmtree(folder, ignore_errors=True)
    names = {"g": "game.yaml", "c": "cards/base/cards.yaml", "s": "scenarios/one.yaml"}
    for key, text in texts.items():
        path = folder / "shop" / names[key]
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")
    return [each for each in check_paths([folder / "shop"])[0] if each.code != "unused-declaration"]


@pytest.mark.parametrize(("file", "old", "new", "message", "advice"), CASES, ids=[each[2] for each in CASES])
def test_it_is_told_once_and_well(tmp_path: Path, file: str, old: str, new: str, message: str, advice: str) -> None:
    found = check(tmp_path / "game", file, old, new)
    assert len(found) == 1, [each.message for each in found]
    assert message in found[0].message
    assert advice in (found[0].fix.replacement if found[0].fix is not None else found[0].label)


@pytest.mark.parametrize(("file", "old", "new"), SOUND, ids=[each[2] for each in SOUND])
def test_nothing_is_told_of_what_is_sound(tmp_path: Path, file: str, old: str, new: str) -> None:
    assert check(tmp_path / "game", file, old, new) == []


def test_the_game_is_told_of_before_its_cards(tmp_path: Path) -> None:
    folder = tmp_path / "game"
    check(folder, "g", "title: Shop", "titel: Shop")
    cards = folder / "shop/cards/base/cards.yaml"
    cards.write_text(CARDS.replace("copies: 4", "copees: 4"), encoding="utf-8")
    found = check_paths([folder / "shop"])[0]
    assert [Path(each.span.path).name for each in found if each.code == "unknown-field"] == ["game.yaml", "cards.yaml"]
