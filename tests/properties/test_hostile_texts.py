"""Nothing an author writes becomes code: whatever texts stand in the files of a game, its code is the same."""

from __future__ import annotations

import builtins
import io
import os
import random
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from operator import attrgetter
from pathlib import Path

import pytest
from tests.properties.engine_games import game as loaded_game
from tests.properties.engine_games import play_on
from tests.properties.hostile import (
    EVIL,
    HARMLESS,
    HOSTILE,
    Place,
    checked,
    copy_with,
    files_of,
    harbour,
    places,
    replaced,
    sources,
)

from cardwright import ScenarioSuite, load_game
from cardwright.records.record_file import Header, write_record
from cardwright.runtime.program import BUILTINS, compiled
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.errors import OUR_BUG
from cardwright_tools.cli.main import main

# Places of each game that get hostile texts one by one; `HOSTILE_PLACES=2000` tries all of both games.
SAMPLED = int(os.environ.get("HOSTILE_PLACES", "6"))
# Words that can stand wherever any may.
WORDS = HOSTILE[5]


@pytest.fixture(autouse=True)
def trap(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What hostile texts would call."""
    called: list[str] = []
    monkeypatch.setattr(builtins, EVIL, lambda: called.append("!"), raising=False)
    yield
    assert not called


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return harbour(tmp_path_factory.mktemp("hostile"))


@cache
def free_places(game: Path) -> list[Place]:
    """The places where any words may stand; a text that is a name at one place is taken for a name at all."""
    names: set[tuple[str, tuple[int, int] | None]] = set()
    free = []
    for place in places(game):
        if (place.raw, place.inner) in names:
            continue
        if checked(game, replaced({place: WORDS}))[1]:
            names.add((place.raw, place.inner))
        else:
            free.append(place)
    return free


def same_code(game: Path, texts: dict[Place, str]) -> bool:
    """Whether code is the same with some texts as with harmless ones in their places."""
    hostile, with_hostile = checked(game, replaced(texts))
    harmless, with_harmless = checked(game, replaced({place: f"{HARMLESS} {n}" for n, place in enumerate(texts)}))
    assert with_hostile == with_harmless == []
    return sources(hostile, 2) == sources(harmless, 2)


def accepted(game: Path, text: str) -> dict[Place, str]:
    """A text for all free places that take it, a number behind it, so that no two names are the same."""
    texts = {place: f"{text} {number}" for number, place in enumerate(free_places(game))}
    if not checked(game, replaced(texts))[1]:
        return texts
    return {place: said for place, said in texts.items() if not checked(game, replaced({place: said}))[1]}


@pytest.mark.long
def test_every_kind_of_text_is_among_them(game: Path) -> None:
    """The walk finds what it should: titles, names, notes, questions, options, looks and scenarios."""
    free = {place.raw if place.inner is None else place.raw[slice(*place.inner)] for place in free_places(game)}
    assert {
        "The Harbour", "Load ships, complete contracts.", "trading ship", "discard pile", "active player", "Green Tea",
        "the tier is not printed", "discards", "{name} {owner}", "carries {hold:card}", "gain {amount:credit}", "Roll",
        "What is wanted?", "the hand limit of {player}", "Something is gained", "The Auctioneer",
    } <= free  # fmt: skip


@pytest.mark.long
@pytest.mark.parametrize("words", ["harbour", "lanternfall"])
def test_any_text_at_any_place_is_refused_or_stays_a_text(words: str, game: Path) -> None:
    """One place after the other, names of fields, words and numbers too."""
    tried = game if words == game.name else find_data_folder("examples") / words
    everywhere = places(tried)
    random.Random(words).shuffle(everywhere)
    for number, place in enumerate(everywhere[:SAMPLED]):
        for text in (HOSTILE[number % len(HOSTILE)], HOSTILE[-number % len(HOSTILE)]):
            if not checked(tried, replaced({place: text}))[1]:
                assert same_code(tried, {place: text}), place


@pytest.mark.long
@pytest.mark.parametrize("text", HOSTILE)
def test_texts_everywhere_change_no_code(
    text: str, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts = accepted(game, text)
    assert len(texts) > len(free_places(game)) / 3
    assert same_code(game, texts)
    played(copy_with(game, tmp_path, replaced(texts)), monkeypatch)
    assert [path.name for path in tmp_path.iterdir()] == [game.name]


def played(place: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever plays the game, looks at it or tests it sees its texts, and nothing else comes of them."""
    monkeypatch.chdir(place.parent)
    game = load_game(place)
    assert any(EVIL in text.name + text.note for text in game.card_texts())
    for tracked in (False, True):
        state = play_on(game.new(2, 5, tracked), 5, 60)
        assert state.view(0).zones
        assert len(state.scores) == 2
        assert state.log
        assert state.score_sheet(0).value == state.scores[0]
    suite = ScenarioSuite()
    for file in files_of(place / "scenarios"):
        suite.add(file)
    assert [suite.run(scenario).failure for scenario in suite.scenarios] == [None]


# ---------------------------------------------------------------- as it was found


LAMP = "Lamp\\n    pass\\nimport os; os.system('touch {}')\\ndef zz(S, K, f):  #"


@pytest.mark.one_of(2)
@pytest.mark.parametrize(
    "field",
    [
        "name: Green Tea",
        "name: The Auctioneer",
        "title: The Harbour",
        "title: discard pile",
        "title: active player",
        "title: trading ship",
        "note: the tier is not printed",
    ],
)
def test_a_line_break_in_a_text_runs_nothing(field: str, game: Path, tmp_path: Path) -> None:
    canary = tmp_path / "canary"
    evil = f'{field.partition(":")[0]}: "{LAMP.format(canary)}"'
    texts = {file: file.read_text(encoding="utf-8").replace(field, evil) for file in files_of(game)}
    place = copy_with(game, tmp_path, texts)
    command = [
        sys.executable,
        "-m",
        "cardwright_tools.cli.main",
        "simulate",
        str(place),
        "--bots",
        "random",
        "--games",
        "2",
        "--seed",
        "1",
    ]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    assert not canary.exists()
    if field.startswith("note"):
        assert done.returncode == 0, done.stderr
    else:  # is printed within a line
        assert done.returncode == 1
        assert "a text on one line" in done.stdout + done.stderr


def test_a_sheet_brings_in_no_such_text(game: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = copy_with(game, tmp_path, {})
    before = {file: file.read_bytes() for file in files_of(place)}
    canary, sheet = tmp_path / "canary", tmp_path / "cards.csv"
    evil = LAMP.format(canary).replace("\\n", "\n")
    for text, told in ((evil, "a text on one line"), ("Lamp \x1b[31m", "U+001B"), ("Lamp \u202e", "U+202E")):
        sheet.write_text(f'id,name\nforeman,"{text}"\n', encoding="utf-8")
        assert main(["import", str(sheet), str(place)]) == 1
        assert told in "".join(capsys.readouterr())
        assert {file: file.read_bytes() for file in files_of(place)} == before
    assert not canary.exists()


@pytest.mark.parametrize("field", ["note: the tier is not printed", "name: The Auctioneer"])
def test_a_record_that_names_such_a_game_runs_nothing(
    field: str, game: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "stdin", io.StringIO("quit\n"))
    canary, record = tmp_path / "canary", tmp_path / "game.jsonl"
    evil = f'{field.partition(":")[0]}: "{LAMP.format(canary)}"'
    place = copy_with(game, tmp_path, {})
    header = Header.of(load_game(place), 2, 1)
    write_record(record, header, (), load_game(place).new(2, 1).digest())
    for file in files_of(place):
        file.write_text(file.read_text(encoding="utf-8").replace(field, evil), encoding="utf-8")
    assert main(["replay", str(record), "--check"]) != OUR_BUG
    assert main(["play", "--load", str(record), "--human", "1"]) != OUR_BUG
    assert not canary.exists()


# ---------------------------------------------------------------- what code can reach


@pytest.mark.parametrize("word", ["ceylon", "cargo_hold", "import_export", "bush_pilots", "cargo_noir"])
def test_code_has_nothing_but_the_kernel_and_a_few_builtins(word: str) -> None:
    program = loaded_game(word).program(loaded_game(word).min_players)
    for variant in (program.plain, program.tracked):
        assert all(attrgetter("__builtins__")(segment) == BUILTINS for segment in variant.segments)


@pytest.mark.parametrize("code", ["import os", "open('x')", "eval('1')", "exec('1')", "__import__('os')"])
def test_with_those_builtins_code_reaches_nothing_outside(code: str) -> None:
    with pytest.raises((ImportError, NameError)):
        exec(compiled(code, "plain"), {"__builtins__": dict(BUILTINS)})


# ---------------------------------------------------------------- names are words


NO_WORDS = ["two words", "é", "ﬁ", "x\u200dy", "ª", "1", "", "a.b", "a-b", "-", "a" * 81, "a\nb", *HOSTILE]


def test_names_are_words(game: Path) -> None:
    """Every name that is declared in a file refuses what is no word."""
    names = {"tea", "sort", "good", "card", "crate", "ship", "deck", "discard_pile", "hand", "credits", "works"}
    names |= {"price", "morning", "market", "green_tea", "sloop", "charges", "contracts", "tier", "roles"}
    named = [place for place in places(game) if place.raw in names and place not in free_places(game)]
    assert len(named) > len(names)
    for number, place in enumerate(named):
        text = NO_WORDS[number % len(NO_WORDS)]
        assert checked(game, replaced({place: text}))[1] != [], f"{place}: {text!r}"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("windows: [morning, market]", "windows: [morning, market, anytime]", "cannot be declared"),
        ("id: sloop", "id: P1", "means a player in scenarios"),
        ("ready: yes_no", "P2: yes_no", "means a player in scenarios"),
        ("game: harbour", "game: ../../harbour", "is not a name"),
        ("hold: {of: cards, see: face", "'ho(ld': {of: cards, see: face", "is not a name"),
    ],
)
def test_names_that_mean_something_else_are_refused(old: str, new: str, told: str, game: Path) -> None:
    file = game / "game.yaml"
    found = checked(game, {file: file.read_text(encoding="utf-8").replace(old, new)})[1]
    assert any(told in each.message for each in found)


def test_a_rule_of_the_game_is_none_of_a_scenarios(game: Path, tmp_path: Path) -> None:
    rules = "  rule scenario_1_then_2_left: 5\n  rule scenario_1_then_2: no\n"
    file, scenario = game / "game.yaml", game / "scenarios" / "turns.yaml"
    written = file.read_text(encoding="utf-8").replace("  step setup:", f"{rules}  step setup:")
    wrong = scenario.read_text(encoding="utf-8").replace("credits is 14", "credits is 15")
    place = copy_with(game, tmp_path, {file: written, scenario: wrong})
    suite = ScenarioSuite()
    [added] = suite.add(place / "scenarios" / "turns.yaml")[0]
    failure = suite.run(added).failure
    assert failure is not None
    assert "P1.credits is 14" in [note.message for note in failure.diagnostic.notes]
