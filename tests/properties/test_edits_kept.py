"""What is kept by content says what would be found from scratch, however files are edited and in whatever order.

`KEPT_EDITS=40` makes more edits of each game than the suite has time for.
"""

from __future__ import annotations

import os
import random
import re
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cardwright import CardwrightError, check_paths, load_game
from cardwright.checker import rule_texts_outside_pieces
from cardwright.game import loading
from cardwright.source.yaml import loader
from cardwright.state_slots_and_table_rows import VARIANTS
from cardwright.syntax import parser

ROOT = Path(__file__).parents[2]
FRAME = ("setup", "play", "final_score", "winners")
EDITS = int(os.environ.get("KEPT_EDITS", "2"))


@pytest.fixture
def afresh(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[bool], None]:
    """Begins as a new process would, which finds what others kept or, from scratch, nothing."""

    def begin(kept: bool) -> None:
        monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache") if kept else "")
        parser.forget_parsed()
        for cache in (loading._check_as_requested, loader._read_document):
            cache.cache_clear()
        rule_texts_outside_pieces._kept.clear()

    return begin


def copied(word: str, to: Path) -> Path:
    """The folder of a game of its own, with its sets inside."""
    place = to / word
    shutil.copytree(ROOT / "games" / word, place)
    shutil.copytree(ROOT / "cards" / word, place / "cards")
    for file in (place / "cards").glob("*/released.txt"):
        file.unlink()
    return place


def edited(text: str, dice: random.Random) -> str:
    """A file after one small change, such as authors make between two looks at what is wrong: mostly a right one."""
    lines = text.splitlines(keepends=True)
    which = dice.choice(["number", "number", "number", "remark", "word", "renamed", "swapped", "card", "line", "twice"])
    numbers = list(re.finditer(r"(?<=[(> ])\d(?=[), \n])", text))
    if which == "number" and numbers:
        at = dice.choice(numbers)
        return f"{text[: at.start()]}{(int(at[0]) + 1) % 10}{text[at.end() :]}"
    place = dice.randrange(len(lines))
    if which == "word":
        words = list(re.finditer(r"[a-z]{4,}", text))
        at = dice.choice(words)
        return f"{text[: at.start()]}{at[0][::-1]}{text[at.end() :]}"
    if which == "renamed":  # wherever it stands in this file
        word = dice.choice(re.findall(r"[a-z]{4,}", text))
        return re.sub(rf"\b{word}\b", f"{word}_too", text)
    if which == "swapped":  # two lines of a text, or two fields
        alike = [n for n in range(1, len(lines)) if indent(lines[n]) == indent(lines[n - 1]) and lines[n].strip()]
        place = dice.choice(alike or [1])
        return "".join([*lines[: place - 1], lines[place], lines[place - 1], *lines[place + 1 :]])
    if which == "card":  # one less, or one more that is alike
        starts = [n for n, line in enumerate(lines) if re.match(r" *- (\{?id:|id:)", line)]
        if starts:
            first = dice.choice(starts)
            last = next(
                (n for n in range(first + 1, len(lines)) if indent(lines[n]) <= indent(lines[first])), len(lines)
            )
            card = (
                [] if dice.random() < 0.5 else [re.sub(r"id: (\w+)", r"id: \1_too", each) for each in lines[first:last]]
            )
            return "".join([*lines[:first], *card, *(lines[first:last] if card else []), *lines[last:]])
    if which == "remark":
        return f"# {dice.random()}\n{text}"
    return "".join([*lines[:place], *(lines[place : place + 1] * (2 if which == "twice" else 0)), *lines[place + 1 :]])


def indent(line: str) -> int:
    """How far in a line stands."""
    return len(line) - len(line.lstrip())


def rename_a_definition(files: list[Path], dice: random.Random) -> None:
    """Call a rule, a verb or a step of a game something else in all its files."""
    texts = {file: file.read_text(encoding="utf-8") for file in files}
    named = sorted({word for text in texts.values() for word in re.findall(r"^ *(?:rule|verb|step) (\w+)", text, re.M)})
    word = dice.choice([each for each in named if each not in FRAME] or named)
    for file, text in texts.items():
        file.write_text(re.sub(rf"\b{word}\b", f"{word}_anew", text), encoding="utf-8")


def told(place: Path) -> list[Any]:
    """All that can be found wrong, and the whole program of a game in which nothing is."""
    found: list[Any] = list(check_paths([place])[0])
    try:
        game = load_game(place)
        for which in ("plain", "tracked"):
            tables = game.program(game.min_players, which).tables
            written = tables.variant(which)._replace(code=None)
            shared = {name: value for name, value in vars(tables).items() if name not in (*VARIANTS, "stored")}
            found += [written, shared, game.new(game.min_players, 1, tracked=which == "tracked").digest()]
    except CardwrightError as error:
        found.append(error.diagnostics)
    return found


@pytest.mark.one_of(2)
@pytest.mark.parametrize("word", sorted(loading.list_game_places()))
def test_what_is_kept_says_what_is_found_from_scratch(
    word: str, tmp_path: Path, afresh: Callable[[bool], None]
) -> None:
    place = copied(word, tmp_path)
    dice = random.Random(f"{word} {EDITS}")
    files = sorted(place.rglob("*.yaml"))
    first = {file: file.read_text(encoding="utf-8") for file in files}
    for number in range(EDITS):
        file = dice.choice(files)
        if number and dice.random() < 0.2:
            rename_a_definition(files, dice)
        elif number:
            file.write_text(edited(file.read_text(encoding="utf-8"), dice), encoding="utf-8")
        if number and dice.random() < 0.4:  # what was wrong is mended again
            for mended in files:
                mended.write_text(first[mended], encoding="utf-8")
            file.write_text(edited(first[file], dice), encoding="utf-8")
        afresh(True)
        kept = told(place)
        afresh(False)
        assert number == 0 or told(place) == kept  # nothing was kept before the first
    afresh(True)
    assert told(place) == kept


def test_a_mistake_that_is_kept_is_told_again_with_its_place(tmp_path: Path, afresh: Callable[[bool], None]) -> None:
    place = copied("ceylon", tmp_path)
    afresh(True)
    check_paths([place])
    rules = place / "game.yaml"
    text = rules.read_text(encoding="utf-8")
    rules.write_text(text.replace("step setup", "step stup", 1), encoding="utf-8")
    seen = []
    for kept in (True, True, False):
        afresh(kept)
        seen.append(check_paths([place]))
    assert seen[0][0]
    assert seen[0][0] == seen[1][0] == seen[2][0]
    assert {path: file.text for path, file in seen[1][1].items()} == {p: f.text for p, f in seen[2][1].items()}
    rules.write_text(text, encoding="utf-8")
    afresh(True)
    assert check_paths([place])[0] == []


@pytest.mark.long
def test_files_that_come_and_go_are_noticed(tmp_path: Path, afresh: Callable[[bool], None]) -> None:
    place = copied("bush_pilots", tmp_path)
    afresh(True)
    assert check_paths([place])[0] == []
    listed = next((place / "cards").iterdir()) / "released.txt"
    listed.write_text("an_id_that_is_gone\n", encoding="utf-8")
    afresh(True)
    assert [each.code for each in check_paths([place])[0]] == ["missing-released-id"]
    listed.unlink()
    afresh(True)
    assert check_paths([place])[0] == []
    next(place.rglob("cards/*/*.yaml")).unlink()
    afresh(True)
    kept = check_paths([place])[0]
    afresh(False)
    assert check_paths([place])[0] == kept
