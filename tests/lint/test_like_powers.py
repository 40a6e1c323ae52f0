"""Of powers that are alike few are checked, and what is told is what the check of all tells."""

import random
import re
import shutil
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from maintenance.large_collection_benchmark import multiply

from cardwright.checker.game import GameChecker
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import Loaded, read_game
from cardwright.lint import like_powers
from cardwright.lint.game_diagnostics import run_checker
from cardwright.lint.game_files import check_loaded
from cardwright.lint.like_powers import LikePowers
from cardwright.source.results_in_one_cache_entry import open_shelf, store_result

ROOT = Path(__file__).parents[2]
WRONG = ROOT / "tests/diagnostics"
FILES = sorted(file for file in WRONG.rglob("*.yaml") if file.is_file() and WRONG / "mended" not in file.parents)
GAMES = [
    *((place, ROOT / "cards" / place.name) for place in sorted(ROOT.glob("games/*")) if place.is_dir()),
    *((place, place / "cards") for place in sorted(ROOT.glob("examples/*")) if (place / "game.yaml").is_file()),
    *((place, place / "cards") for place in sorted(ROOT.glob("tests/noninterference/games/*")) if place.is_dir()),
]
# Cards of these games are multiplied and edited; each seed has edits of its own.
COLLECTIONS = ("small_hours", "forge_and_fen", "guildhall", "moth_night", "picnic")
EDITS_OF_A_SEED = 12
_WORD = re.compile(r"[a-z_]+|\d+")
_POWER = re.compile(r'(?m)^    power: (?:".*"|.*\n(?:      .*\n?|\n)*)')


@pytest.fixture(autouse=True)
def _group_the_powers_of_small_games(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(like_powers, "MIN_POWERS", 0)


def read(folder: Path, cards: Path) -> Loaded:
    files = find_game_files(folder, cards)
    return read_game(files, list(files.cards))


def triple(loaded: Loaded) -> Loaded:
    """Give each definition two others that are alike."""
    assert loaded.game is not None
    pieces = loaded.game.pieces
    more = [replace(each, id=f"{each.id}_{sign}", name=f"{each.name} {sign}") for sign in "bc" for each in pieces]
    return replace(loaded, game=replace(loaded.game, pieces=(*pieces, *more)))


def check_both(loaded: Loaded) -> None:
    assert loaded.game is not None
    assert check_loaded(loaded, kept=True) == run_checker(loaded, GameChecker(loaded.game))


@pytest.mark.one_of(6)
@pytest.mark.parametrize(("folder", "cards"), GAMES, ids=[folder.name for folder, _ in GAMES])
def test_a_game_with_three_of_each_is_told_the_same(folder: Path, cards: Path) -> None:
    check_both(triple(read(folder, cards)))


@pytest.mark.one_of(20)
@pytest.mark.parametrize("file", FILES, ids=lambda file: str(file.relative_to(WRONG)))
def test_a_wrong_file_with_three_of_each_is_told_the_same(file: Path, tmp_path: Path) -> None:
    of_shop = b"\ncards:" in file.read_bytes()
    (tmp_path / "cards/base").mkdir(parents=True)
    shutil.copy(WRONG / "shop.yaml" if of_shop else file, tmp_path / "game.yaml")
    if of_shop:
        shutil.copy(file, tmp_path / "cards/base/cards.yaml")
    loaded = read(tmp_path, tmp_path / "cards")
    if loaded.game is not None:
        check_both(triple(loaded))


# ---------------------------------------------------------------- edits


def edit(text: str, chance: random.Random) -> str:
    """Change a word, a number, a line or a whole power of a file."""
    powers = [found.span() for found in _POWER.finditer(text)] or [(0, len(text))]
    start, end = chance.choice(powers)
    other = text[slice(*chance.choice(powers))]
    words = [found for found in _WORD.finditer(text, start, end) if found[0] != "power"]
    word = chance.choice(words)
    number = chance.choice([found for found in words if found[0].isdigit()] or words)
    lines = text[start:end].splitlines(keepends=True)
    place = chance.randrange(len(lines))
    return chance.choice([
        f"{text[: number.start()]}{chance.choice((0, 1, 2, 3, 7, 1000))}{text[number.end() :]}",
        f"{text[: number.start()]}{chance.choice((3, 4, 5))}{text[number.end() :]}",
        f"{text[: word.start()]}{chance.choice(_WORD.findall(text))}{text[word.end() :]}",
        f"{text[: word.start()]}{text[word.end() :]}",
        text[:start] + "".join(lines[:place] + lines[place + 1 :]) + text[end:],
        text[:end].rstrip("\n") + "\n" + other.splitlines(keepends=True)[-1].rstrip("\n") + "\n" + text[end:],
        text[:start] + other + text[end:],
    ])  # fmt: skip


def _count_cards(file: Path) -> int:
    return len(re.findall(r"(?m)^  - (?:\{)?id: ", file.read_text(encoding="utf-8")))


@pytest.mark.one_of(2)
@pytest.mark.parametrize("seed", range(6))
@pytest.mark.parametrize("name", COLLECTIONS)
def test_edits_are_told_what_the_check_of_all_powers_tells(name: str, seed: int, tmp_path: Path) -> None:
    source = ROOT / "examples" / name
    game = multiply(source, tmp_path, sum(_count_cards(file) for file in source.glob("cards/*/*.yaml")) * 3 // 2)
    chance = random.Random(f"{name} {seed}")
    with open_shelf("none"):
        for _ in range(EDITS_OF_A_SEED):
            file = chance.choice([game / "game.yaml", *sorted(game.glob("cards/*/*.yaml")) * 3])
            before = file.read_text(encoding="utf-8")
            file.write_text(edit(before, chance), encoding="utf-8")
            loaded = read(game, game / "cards")
            if loaded.game is not None:
                check_both(loaded)
            if loaded.game is None or chance.random() < 0.8:
                file.write_text(before, encoding="utf-8")


# ---------------------------------------------------------------- what is checked again


@pytest.fixture
def collection(tmp_path: Path) -> Path:
    return multiply(ROOT / "examples/picnic", tmp_path, 60)


@pytest.fixture
def checks(monkeypatch: pytest.MonkeyPatch) -> Iterator[list[int]]:
    """How many powers were checked, once more for each check."""
    made: list[int] = []
    run = GameChecker.run

    def count(self: GameChecker) -> object:
        made.append(len(self.powers))
        return run(self)

    monkeypatch.setattr(GameChecker, "run", count)
    with open_shelf("none"):
        yield made


def check_edited(folder: Path, old: str, new: str, count: int = -1) -> list[str]:
    """Replace a text in the cards of a game, and return what is told of the game."""
    (file,) = folder.glob("cards/more/*.yaml")
    text = file.read_text(encoding="utf-8")
    assert old in text
    file.write_text(text.replace(old, new, count), encoding="utf-8")
    return [f"{each.span.line} {each.code}" for each in check_loaded(read(folder, folder / "cards"), kept=True)]


def test_few_are_checked_and_none_after_a_change_of_a_number(collection: Path, checks: list[int]) -> None:
    assert check_edited(collection, "take(", "take(") == []
    assert len(checks) == 1
    assert checks[0] < 15
    assert check_edited(collection, "take(4)", "take(9)", 1) == []
    assert len(checks) == 1
    assert check_edited(collection, "take(9)", "take(1)", 1) == []
    assert len(checks) == 2


def test_a_mistake_in_one_is_told_without_a_check_of_all(collection: Path, checks: list[int]) -> None:
    (told,) = check_edited(collection, "take(4)", "take(four)", 1)
    assert told.endswith(" unknown-name")
    assert len(checks) == 1


def test_a_mistake_in_many_is_told_of_each(collection: Path, checks: list[int]) -> None:
    told = check_edited(collection, "put_down where", "put_up where")
    assert len(told) > 5
    assert len(checks) == 2
    assert checks[1] > 25


def test_kept_diagnostics_hold_only_where_they_were(collection: Path, checks: list[int]) -> None:
    told = check_edited(collection, "opponents drop(1)", "let x = 2")
    assert told
    assert check_edited(collection, "take(4)", "take(9)", 1) == told
    lower = check_edited(collection, "\ncards:", "\n\ncards:")
    assert lower != told
    assert len(lower) == len(told)


@pytest.mark.parametrize("kept", [7, (), ([], 3), ([], {"nowhere": ""}), ([("?",)], {})])
def test_kept_diagnostics_of_another_form_are_not_used(collection: Path, checks: list[int], kept: object) -> None:
    told = check_edited(collection, "opponents drop(1)", "let x = 2")
    game = read(collection, collection / "cards").game
    alike = None if game is None else LikePowers.of(game)
    assert alike is not None
    store_result(kept, "diagnostics", alike.digest)
    assert check_edited(collection, "take(4)", "take(9)", 1) == told
