"""What would be read and then left out of account is refused."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import check_paths

SHOP = Path(__file__).parents[1] / "diagnostics" / "shop.yaml"

GAIN = "verb gain(number): you.coins += number"
REQUIRED = [
    "after you draw:\n    require you.coins > 1\n    draw(1)",
    "instead of you draw:\n    if you.coins > 1: require you.coins > 2\n    proceed",
    "verb extra:\n    for each c in you.hand:\n      require c.cost > 1\n      build(c)",
    "verb extra:\n    repeat 2 times:\n      require you.coins > 1\n      draw(1)",
    "verb extra:\n    draw(1)\n    if you.coins > 1:\n      require you.coins > 2\n      draw(1)",
    "verb extra:\n    may draw(1):\n      require you.coins > 2\n      draw(1)",
    "verb extra:\n    may draw(1): draw(2)\n    else:\n      require you.coins > 2\n      draw(1)",
]
TOGETHER = "verb extra:\n    choose 2 cs from you.hand:\n      require sum(cs.cost) <= 2\n      move(cs, to: heap)"
IGNORED = [
    *((f"{GAIN}\n  {text}", "misplaced-require") for text in REQUIRED),
    (f"{GAIN}\n  {TOGETHER}", "condition-on-whole-pick"),
    ("verb gain(number): you.coins += number\n  verb extra:\n    repeat:\n      stop(3)", "wrong-arguments"),
    ("verb gain(number): you.coins += number\n  verb extra: finish(you)", "wrong-arguments"),
    ("verb gain(number): you.coins += number\n  verb extra: nothing(1)", "wrong-arguments"),
    ("verb gain(number): you.coins += number\n  verb extra: opponents finish", "unexpected-doer"),
    ("verb gain(number): you.coins += number\n  verb extra: opponents shuffle(deck)", "unexpected-doer"),
    ("verb gain(number): you.coins += number\n  verb extra: you.coins = min(values: 1)", "wrong-arguments"),
    ("verb gain(number): you.coins += number\n  verb extra: you.coins = min(this: 1, 2)", "wrong-arguments"),
    ("verb gain(number): you.coins += number\n  verb extra: show(deck, to: you, to: opponents)", "wrong-arguments"),
    ("verb gain(number): you.coins += number\n  rule extra(number = 4): number", "wrong-arguments"),
    ("verb gain(number) gives (extra: number = 3): you.coins += number", "wrong-arguments"),
    (
        (
            "verb gain(number): you.coins += number\n  verb extra:\n"
            "    choose 2 cs from you.hand where sum(cs.cost) <= 2: move(cs, to: heap)"
        ),
        "condition-on-whole-pick",
    ),
    (
        (
            "verb gain(number): you.coins += number\n  verb extra:\n"
            "    choose any number of cs from you.hand where count(cs) > 2: move(cs, to: heap)"
        ),
        "condition-on-whole-pick",
    ),
]


@pytest.mark.parametrize(("text", "code"), IGNORED, ids=range(len(IGNORED)))
def test_what_would_be_ignored_is_refused(text: str, code: str, tmp_path: Path) -> None:
    shop = tmp_path / "games" / "shop"
    shop.mkdir(parents=True)
    whole = SHOP.read_text(encoding="utf-8").replace("verb gain(number): you.coins += number", text)
    (shop / "game.yaml").write_text(whole, encoding="utf-8")
    found, _ = check_paths([shop])
    assert code in [each.code for each in found if each.severity == "error"]
