"""What a message adds for authors who do not see the way out: a hint beside the place."""

import re
from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright.source.diagnostics import order_candidates, suggest
from cardwright_tools.cli.main import main


@pytest.mark.parametrize(
    ("old", "new", "hint"),
    [
        ("active = next(active)", "active = first(players)", "write `for each x in ...`"),
        ("active = next(active)", "active = first(players)", "or write `the(first(players))` if there is only one"),
        ("    earn(2)\n", "    earn(roll(6))\n", "`let found = roll(...)`"),
        ("    earn(2)\n", "    earn(lowest(players.coins))\n", "did you mean `min`?"),
        ("    earn(2)\n", "    earn(highest(players.coins))\n", "did you mean `max`?"),
        ("    earn(2)\n", "    repeat 2 times: break\n", "did you mean `stop`?"),
        ("active = next(active)", "active = P1", "only scenarios can name seats"),
        ("active = next(active)", "active = prev(active)", "did you mean `previous`?"),
        (
            "  rule final_score(player)",
            "  rule a:\n    1 if yes\n    let b = 2\n    b otherwise\n  rule final_score(player)",
            "move this line to the top",
        ),
    ],
)
def test_a_mistake_comes_with_a_way_out(
    old: str, new: str, hint: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["new", "game", "garden"])
    rules = Path("garden/game.yaml")
    rules.write_text(rules.read_text(encoding="utf-8").replace(old, new, 1), encoding="utf-8")
    [found] = [each for each in check_paths([rules])[0] if each.severity == "error"]
    assert hint in found.label
    assert found.span.path == "garden/game.yaml"


def test_a_pick_by_another_name_gets_the_names_there_are(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    main(["new", "game", "garden"])
    path = Path("garden/scenarios/chance.yaml")
    text = "players: 2\nscenarios:\n  - {name: a, chance: {pick p: [0]}, then: [1 is 1]}\n"
    path.write_text(text, encoding="utf-8")
    [found] = [each for each in check_paths([path])[0] if each.code == "unknown-chance"]
    assert found.label == "one of pick player"


@pytest.mark.long
def test_a_power_that_goes_on_for_ever_fails_its_example_and_says_which(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    main(["new", "game", "garden"])
    card = "  - {id: cellar, sort: tool, cost: 1, power: 'instead of you earn: earn(1)'}\n"
    Path("garden/cards/base/cellar.yaml").write_text(f"game: garden\ncards:\n{card}", encoding="utf-8")
    scenario = "{name: a, given: {P1.stall: [cellar]}, when: [{do: P1 earn(2)}], then: [1 is 1]}"
    path = Path("garden/scenarios/ever.yaml")
    path.write_text(f"players: 2\nscenarios:\n  - {scenario}\n", encoding="utf-8")
    assert main(["test", str(path)]) == 1
    assert "wait for each other: Cellar -> earn" in capsys.readouterr().out


@pytest.mark.parametrize("word", ["fruit", "deck", "coins_of_all"])
def test_of_a_taken_name_nothing_is_told_but_that(word: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A rule or verb that is called as something else is meant wherever it is called."""
    monkeypatch.chdir(tmp_path)
    main(["new", "game", "garden"])
    rules = Path("garden/game.yaml")
    text = rules.read_text(encoding="utf-8").replace(
        "memory:\n  table:\n", "memory:\n  table:\n    coins_of_all: number\n"
    )
    rules.write_text(re.sub(r"\bprice\(", f"{word}(", text), encoding="utf-8")
    cards = Path("garden/cards/base/cards.yaml")
    cards.write_text(re.sub(r"\bprice\(", f"{word}(", cards.read_text(encoding="utf-8")), encoding="utf-8")
    found = [each for each in check_paths([Path("garden")])[0] if each.severity == "error"]
    assert [each.code for each in found] == ["name-taken"]


@pytest.mark.parametrize("text", ["P1.hand.name is [apple]", "P1.hand is {}"])
def test_a_condition_with_brackets_in_a_list_is_to_be_quoted(text: str, tmp_path: Path) -> None:
    path = tmp_path / "some.yaml"
    path.write_text(f"players: 2\nscenarios:\n  - {{name: a, then: x}}\n  - name: b\n    then: [1 is 1, {text}]\n")
    [found] = check_paths([path])[0]
    assert found.label == "put the whole text in quotes, or write it on a line of its own, after `- `"


@pytest.mark.parametrize(
    ("written", "hint"),
    [
        ("you.pet = tea", "write `the(deck where name is tea)`"),
        ("you.pets = tea", "write `deck where name is tea`"),
        ("you.pets = [tea, mint]", "write `deck where name in [tea, mint]`"),
        ("you.pet = you.wish", "write `the(deck where name is you.wish)`"),
        ("you.home = mill", "write `the(map where name is mill)`"),
        ("you.coins += count(deck where price is price)", "write `it.price` for the item's, or rename the other"),
        ("you.coins = unheard_of", ""),
    ],
)
def test_a_name_or_zone_comes_with_what_to_write(written: str, hint: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(PETS.replace("WRITTEN", written), encoding="utf-8")
    found = [each for each in check_paths([path])[0] if each.severity == "error"]
    assert {each.label for each in found} == {hint}


PETS = """game: pets
players: 2
kinds: {card: {attributes: {price: number}}, site: {}}
zones: {table: {deck: {of: cards}, map: {of: sites}}, player: {sites: {of: sites}}}
memory:
  player: {coins: number, pet: {is: card}, pets: {is: cards}, wish: {is: name of card}, home: {is: site}}
library: |
  step setup: nothing
  step play:
    for each p in players: p buy(2)
  verb buy(price: number) "pay {price:coin}":
    WRITTEN
  rule final_score(player): player.coins
pieces:
  - {id: tea, kind: card, price: 1}
  - {id: mint, kind: card, price: 2}
  - {id: mill, kind: site}
"""


def test_the_names_of_a_set_are_suggested_in_one_order() -> None:
    words = {f"word_{letter}" for letter in "hgfedcba"}
    assert suggest("word_x", words) == "word_a"
    assert order_candidates(words) == sorted(words)
    assert order_candidates(["b", "a"]) == ["b", "a"]


@pytest.mark.parametrize(
    ("value", "message"),
    [
        ('"3"', "a number is needed here, but `3` in quotes is text"),
        ("'12'", "a number is needed here, but `12` in quotes is text"),
        ("three", "a number is needed here, but `three` is not one"),
        ('"1,000"', "a number is needed here, but `1,000` is not one"),
    ],
)
def test_a_number_in_quotes_is_said_to_be_text(value: str, message: str, tmp_path: Path) -> None:
    path = tmp_path / "game.yaml"
    path.write_text(PETS.replace("price: 2", f"price: {value}").replace("WRITTEN", "nothing"), encoding="utf-8")
    assert [each.message for each in check_paths([path])[0] if each.severity == "error"] == [message]
