"""What a message adds for authors who do not see the way out: a hint beside the place."""

import re
from pathlib import Path

import pytest

from cardwright import check_paths
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
