"""Whatever is handed in as cards or rules: a clear diagnostic with a place, soon, and never a traceback."""

from __future__ import annotations

import json
import os
import random
import shutil
import time
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from cardwright import Game, RunawayError, check_paths, load_game
from cardwright.checker.game import GameChecker
from cardwright.compiler.compile_game import compile_program
from cardwright.declarations.find_game_files import find_game_files
from cardwright.declarations.readers.game_files import read_game
from cardwright.game.loading import list_game_places
from cardwright.source.diagnostics import Diagnostic, has_errors
from cardwright_tools.cli.main import main

SHOP = Path(__file__).parents[1] / "diagnostics" / "shop.yaml"
CEYLON = list_game_places()["ceylon"]
ENOUGH = 5.0  # seconds: the limit of what an author waits for
PATIENCE = 3.0  # seconds for one changed copy of Ceylon; on a quiet machine it takes a tenth of that


def shop(folder: Path, cards: str | bytes | None = None, game: str | None = None) -> Path:
    """The shop in a folder of its own, and its cards, if given; what is to be checked."""
    place = folder / "games" / "shop"
    place.mkdir(parents=True, exist_ok=True)
    (place / "game.yaml").write_text(SHOP.read_text(encoding="utf-8") if game is None else game, encoding="utf-8")
    if cards is None:
        return place
    path = folder / "cards" / "shop" / "base" / "cards.yaml"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(cards if isinstance(cards, bytes) else cards.encode())
    return path


def checked(path: Path) -> list[Diagnostic]:
    """What is wrong with a path; finding out takes no more than some seconds."""
    began = time.process_time()
    found, _ = check_paths([path])
    assert time.process_time() - began < ENOUGH
    for each in found:
        assert each.message
        assert each.span.line >= 1
        assert each.span.column >= 1
    return found


def codes(path: Path) -> set[str]:
    return {each.code for each in checked(path)}


def validate(*arguments: str) -> int:
    """The exit code of the command line."""
    with pytest.raises(SystemExit) as left:
        raise SystemExit(main(["validate", *arguments]))
    return int(left.value.code or 0)


# ---------------------------------------------------------------- what is no file of cards at all


def test_a_path_that_does_not_exist(tmp_path: Path) -> None:
    assert codes(tmp_path / "nothing.yaml") == {"unreadable-file"}
    assert validate(str(tmp_path / "nothing.yaml")) == 2


def test_a_folder_without_files(tmp_path: Path) -> None:
    assert codes(tmp_path) == {"nothing-to-check"}
    (tmp_path / "cards.yml").write_text("game: shop\ncards: []\n", encoding="utf-8")
    assert codes(tmp_path) == {"wrong-file"}


def test_a_file_that_is_no_yaml(tmp_path: Path) -> None:
    for number, content in enumerate([b"", b"\n\n", b"\xff\xfe\x00", bytes(range(256)), b"PK\x03\x04" + bytes(500)]):
        path = tmp_path / f"{number}.yaml"
        path.write_bytes(content)
        assert codes(path) <= {"empty-file", "not-utf8", "unprintable-character"}


def test_fifty_megabytes(tmp_path: Path) -> None:
    path = shop(tmp_path, "game: shop\ncards:\n")
    with path.open("ab") as file:
        for _ in range(50):
            file.write(b"  - {id: fan, good: silk}\n" * 40_330)
    assert codes(path) == {"file-too-large"}


def test_a_file_nobody_may_read(tmp_path: Path) -> None:
    path = shop(tmp_path, "game: shop\ncards: []\n")
    path.chmod(0)
    if not os.access(path, os.R_OK):
        assert codes(path) == {"unreadable-file"}


def test_strange_names_of_games(tmp_path: Path) -> None:
    for name in ["..", "../..", "/etc", '""', "a" * 5000, '"\\0"', "3", "[a]", "{}", "~", "cards"]:
        assert checked(shop(tmp_path, f"game: {name}\ncards: []\n")), name


# ---------------------------------------------------------------- too much of something


@pytest.mark.parametrize("opening", ["[", "{a: ", "- ", "? "])
def test_ten_thousand_levels_of_yaml(opening: str, tmp_path: Path) -> None:
    assert codes(shop(tmp_path, "game: shop\ncards:\n  " + opening * 10_000)) & {"yaml-too-deep", "yaml-brackets"}


@pytest.mark.one_of
@pytest.mark.parametrize(
    "power",
    [
        "after you draw: gain(" + "(" * 10_000 + "1" + ")" * 10_000 + ")",
        "after you draw: gain(" + "[" * 10_000,
        "after you draw: gain(" + "-" * 10_000 + "1)",
        "after you draw: gain(" + "count(" * 10_000,
        "after you draw: gain(1" + " + 1" * 10_000 + ")",
        "after you draw where " + "not " * 10_000 + "yes: gain(1)",
        "after you draw: gain(you" + ".hand" * 10_000 + ")",
        "after you draw:\n" + "".join(f"{'  ' * n}if yes:\n" for n in range(1, 500)) + "  " * 500 + "gain(1)",
    ],
)
def test_ten_thousand_levels_of_a_power(power: str, tmp_path: Path) -> None:
    text = power.replace("\n", "\n      ")
    cards = f"game: shop\ncards:\n  - id: fan\n    good: silk\n    power: |\n      {text}\n"
    found = codes(shop(tmp_path, cards))
    assert found
    assert found <= {"too-deep", "too-long", "syntax"}


@pytest.mark.one_of(2)
@pytest.mark.parametrize("number", range(1, 40, 3))
def test_what_is_not_too_deep_to_check_is_not_too_deep_to_play(number: int, tmp_path: Path) -> None:
    inner = {
        "for each": [f"for each p{n} in players:" for n in range(number)],
        "if": [f"if you.coins > {n}:" for n in range(number)],
        "repeat": ["repeat 2 times:"] * number,
        "may": ["may gain(1):"] * number,
    }
    verbs = [
        f"  verb extra{kind.replace(' ', '')}:\n"
        + "".join(f"{'  ' * (n + 2)}{head}\n" for n, head in enumerate(heads))
        + f"{'  ' * (number + 2)}you.coins += 1\n"
        for kind, heads in inner.items()
    ]
    verbs.append(f"  rule sums: {' + '.join(['1'] * number * 4)}\n")
    verbs.append(f"  rule filters: count({'(' * number}players{' where coins > 1)' * number})\n")
    sound = 0
    for verb in verbs:
        place = shop(tmp_path, game=SHOP.read_text(encoding="utf-8") + verb)
        found = [each for each in checked(place) if each.severity == "error"]
        assert {each.code for each in found} <= {"too-deep"}
        if not found:
            compiled(place)
            sound += 1
    assert sound == len(verbs) or number > 10


def compiled(place: Path, cards: Path | None = None) -> None:
    """The game's program can be generated, and Python takes it."""
    loaded = read_game(find_game_files(place, cards))
    assert loaded.game is not None
    checker = GameChecker(loaded.game)
    program = checker.run()
    assert not has_errors([*loaded.diagnostics, *checker.diagnostics])
    tables = compile_program(program, loaded.game.players[0])
    for variant in ("plain", "tracked"):
        compile(tables[variant]["source"], variant, "exec")


def test_what_could_stand_there_is_listed_in_the_same_order_every_time(tmp_path: Path) -> None:
    look = "look: {short: {qqqqqqqqqqqq: short}}\n"
    [found] = [each for each in checked(shop(tmp_path, game=look + SHOP.read_text(encoding="utf-8"))) if each.label]
    known = found.label.removeprefix("one of ").split(", ")
    assert len(known) > 4
    assert known == sorted(known)


@pytest.mark.long
def test_a_long_library_full_of_mistakes(tmp_path: Path) -> None:
    for mistake in ["gain(foo)", "gain((1)", "gain(if)", "gain 1", "gain(1) gain(2)"]:
        verbs = "".join(f"  verb extra{n}:\n" + "    gain(1)\n" * 50 + f"    {mistake}\n" for n in range(100))
        found = checked(shop(tmp_path, game=SHOP.read_text(encoding="utf-8") + verbs))
        assert 4 <= len(found) <= 300  # of equal mistakes the first are shown, and the others counted


def test_ten_thousand_cards(tmp_path: Path) -> None:
    cards = "".join(f"  - {{id: c{n}, good: silk}}\n" for n in range(10_001))
    assert codes(shop(tmp_path, f"game: shop\ncards:\n{cards}")) == {"too-many-pieces"}


# ---------------------------------------------------------------- all mistakes in one run


def test_everything_wrong_is_told_at_once(tmp_path: Path) -> None:
    cards = (
        "game: shop\n"
        "cards:\n"
        "  - {id: fan, good: sulk}\n"
        "  - {id: fan, good: silk, cots: 3}\n"
        "  - id: shawl\n"
        "    good: silk\n"
        "    power: |\n"
        "      after you drw: gain(1)\n"
        "      after you draw: gain(yes)\n"
        "      in wroks:\n"
        "        after you draw: gain(1)\n"
        "  - id: scarf\n"
        "    good: tea\n"
        "    power: after you draw gain(1)\n"
    )
    expected = {"unknown-word", "duplicate-id", "unknown-field", "unknown-verb", "wrong-type", "unknown-zone", "syntax"}
    assert codes(shop(tmp_path, cards)) == expected


@pytest.mark.parametrize("kind", ["text", "json", "github", "sarif"])
def test_the_command_line_says_the_same_in_every_format(
    kind: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = shop(tmp_path, "game: shop\ncards:\n  - {id: fan, good: sulk}\n")
    assert validate(str(path), "--format", kind) == 1
    told = capsys.readouterr().out
    assert "unknown-word" in told
    assert "cards.yaml" in told
    if kind in ("json", "sarif"):
        json.loads(told)
    if kind == "text":
        assert told.startswith(f"{path.as_posix()}:3:21: error[unknown-word]: ")
    sound = shop(tmp_path, "game: shop\ncards:\n  - {id: fan, good: silk}\n")
    assert validate(str(sound), "--format", kind) == 0


# ---------------------------------------------------------------- powers without an end


def fan_game(tmp_path: Path, powers: list[str]) -> Game:
    """The shop with one card for each power; the first player draws them all into the zone where powers work."""
    cards = "".join(f"  - id: fan{n}\n    good: silk\n    power: |\n      {text}\n" for n, text in enumerate(powers))
    game = SHOP.read_text(encoding="utf-8").replace("to: you.hand)", "to: you.works)")
    game = game.replace("may choose card from you.hand: build(card)", "may gain(1): nothing")
    shop(tmp_path, f"game: shop\ncards:\n{cards}", game.replace("if count(deck) is 0: finish", "nothing"))
    return load_game(tmp_path / "games" / "shop")


@pytest.mark.parametrize("tracked", [False, True])
def test_an_endless_loop_of_powers_names_its_chain(tracked: bool, tmp_path: Path) -> None:
    game = fan_game(tmp_path, ["after players gain: you draw(1)", "after you draw where you.coins > 0: you gain(1)"])
    state = game.new(2, 1, tracked)
    before = state.digest()
    began = time.process_time()
    with pytest.raises(RunawayError) as caught:
        state.apply(0)
    assert time.process_time() - began < ENOUGH
    assert {"Fan0", "Fan1"} <= set(caught.value.chain)
    assert "Fan0" in str(caught.value)
    assert state.digest() == before
    assert state.answers == []


def test_a_loop_in_one_power_is_named(tmp_path: Path) -> None:
    game = fan_game(tmp_path, ["after players gain:\n        repeat until count(deck) > 100: shuffle(deck)"])
    state = game.new(2, 1)
    with pytest.raises(RunawayError) as caught:
        state.apply(0)
    assert "Fan0" in caught.value.chain


# ---------------------------------------------------------------- any change of a real game

PIECES = [
    ": ",
    "\n",
    "  ",
    "\t",
    "- ",
    "[",
    "]",
    "{",
    "}",
    '"',
    "'",
    "#",
    "&a ",
    "*a",
    "!",
    "|",
    ">",
    "%",
    "@",
    "\0",
    "é",
]
PIECES += [
    "you",
    "it",
    "no",
    "3",
    "-1",
    "=",
    "is",
    "where ",
    "for each p in players: ",
    "option: ",
    "power: x",
    "a.b.c",
]
WORDS = (CEYLON.folder / "game.yaml").read_text(encoding="utf-8").split()


def changed(text: str, seed: int) -> str:
    """A text in which a few things were cut out, put in, doubled or swapped."""
    chance = random.Random(seed)
    for _ in range(chance.choice([1, 1, 1, 2, 5])):
        at = chance.randrange(len(text) + 1)
        end = min(len(text), at + chance.choice([1, 1, 2, 5, 20, 300]))
        new = chance.choice(["", "", chance.choice(PIECES), chance.choice(WORDS), text[at:end] * 2, text[at:end][::-1]])
        text = text[:at] + new + text[end if chance.random() < 0.7 else at :]
    return text if chance.random() < 0.95 else text[: chance.randrange(len(text) + 1)]


@pytest.mark.long
@settings(max_examples=10, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True)
@given(st.integers(0, 10**9), st.sampled_from(["game", "cards", "bytes"]))
def test_any_change_of_a_game_is_told_or_does_no_harm(tmp_path: Path, seed: int, what: str) -> None:
    assert_told_or_harmless(tmp_path, seed, what)


def assert_told_or_harmless(folder: Path, seed: int, what: str) -> None:
    root = folder / str(seed)
    place, cards = root / "games" / "ceylon", root / "cards" / "ceylon"
    shutil.copytree(CEYLON.folder, place)
    shutil.copytree(CEYLON.cards, cards)
    path = place / "game.yaml" if what != "cards" else next(cards.glob("*/*.yaml"))
    content = path.read_bytes()
    if what == "bytes":
        at = random.Random(seed).randrange(len(content))
        path.write_bytes(content[:at] + bytes([seed % 256]) + content[at + 1 :])
    else:
        path.write_text(changed(content.decode(), seed), encoding="utf-8", newline="")
    began = time.process_time()
    found, _ = check_paths([place])
    assert time.process_time() - began < PATIENCE, seed
    if not has_errors(found):
        compiled(place, cards)
    shutil.rmtree(root)
