"""Comparing versions and powers on the same seeds."""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
from pathlib import Path
from typing import Any

import pytest
from tests.runs import rewritten

from cardwright import Game, load_game
from cardwright.bots import make_bot
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.main import main
from cardwright_tools.laboratory.games.card_presence import CardUseRecorder

GAME = "cargo_hold"


def shown(capsys: pytest.CaptureFixture[str], *words: str | Path) -> Any:
    assert main([*map(str, words), "--json"]) == 0
    return json.loads(capsys.readouterr().out)


def without_engine(found: dict[str, Any]) -> dict[str, Any]:
    """Leave out how much was played in C: that depends on when it was compiled."""
    return {word: value for word, value in found.items() if word not in ("engine", "engine_why")}


def first_holders_wins(game: Game, card: str, number: int) -> float | None:
    """The share of the win of whoever had the card first, found by playing the game here."""
    seed = derive_seed(0, number)
    state = game.new(3, seed, tracked=False)
    bots = [make_bot("random", derive_seed(seed, "bot", seat)) for seat in range(3)]
    sightings = CardUseRecorder(state)
    while not state.finished:
        state.apply(bots[state.player].choose(state))
        sightings.look(state)
    mine = [one for one in sightings.seen(state) if one.card == card]
    if not mine:
        return None
    first = [one.player for one in mine if one.since == min(one.since for one in mine)]
    return sum((seat in state.winners) / len(state.winners) for seat in first) / len(first)


@pytest.mark.long
def test_a_card_against_its_blank_is_the_first_holders_wins_over_pairs(capsys: pytest.CaptureFixture[str]) -> None:
    by_chance = ("--games", "30", "--jobs", "2", "--bots", "random")
    found = shown(capsys, "compare", GAME, "--card", "thief", "--blank", *by_chance)
    game = load_game(GAME)
    with_power = [first_holders_wins(game, "thief", number) for number in range(30)]
    without = [first_holders_wins(game.blanked(["thief"]), "thief", number) for number in range(30)]
    both = [(b, a) for b, a in zip(without, with_power, strict=True) if a is not None and b is not None]
    [card] = found["cards"]
    assert card["wins"]["pairs"] == len(both)
    assert card["wins"]["difference"]["value"] == pytest.approx(100 * sum(a - b for b, a in both) / len(both))
    assert card["wins"]["unlike"] == pytest.approx(sum(a != b for b, a in both) / len(both))
    assert 0 < found["course"][0]["unlike"] < 1
    assert (found["a"], found["b"]) == ("Thief without its power", "Thief with its power")


def copied(folder: Path) -> Path:
    for part in ("games", "cards"):
        shutil.copytree(find_data_folder(part) / GAME, folder / part / GAME)
    return folder


def strengthen(cards: Path) -> None:
    """Reinforcement now wins at once."""
    file = cards / "specials.yaml"
    text = file.read_text()
    assert text.count("on resolve: reinforce") == 1
    file.write_text(text.replace("on resolve: reinforce", "on resolve: earn(3000)"))


@pytest.mark.long
def test_a_stronger_card_in_another_set_is_found_and_told_with_certainty(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    new_set = tmp_path / "mine"
    shutil.copytree(find_data_folder("cards") / GAME / "base", new_set)
    strengthen(new_set)
    found = shown(capsys, "compare", GAME, new_set, "--games", "60", "--jobs", "2")
    [card] = found["cards"]
    assert card["card"] == "reinforcement"
    assert card["wins"]["difference"]["low"] > 0
    assert card["wins"]["p"] < 0.01
    assert 2 <= card["wins"]["needed"] < 60
    surer = shown(capsys, "compare", GAME, new_set, "--games", "60", "--jobs", "2", "--certainty", "0.999")
    assert surer["cards"][0]["wins"]["difference"]["low"] < card["wins"]["difference"]["low"]
    assert surer["cards"][0]["wins"]["needed"] > card["wins"]["needed"]


@pytest.mark.long
def test_a_set_is_compared_with_that_inside_the_folder_of_a_game(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    shutil.copytree(find_data_folder("games") / GAME, tmp_path / "mine")
    shutil.copytree(find_data_folder("cards") / GAME, tmp_path / "mine" / "cards")
    cards = tmp_path / "mine" / "cards" / "base"
    for path in cards.glob("*.yaml"):
        path.write_text(path.read_text().replace(f"game: {GAME}\n", "game: mine\n"))
    shutil.copytree(cards, tmp_path / "stronger")
    strengthen(tmp_path / "stronger")
    monkeypatch.chdir(tmp_path)
    found = shown(capsys, "compare", "mine", "stronger", "--games", "8", "--jobs", "1")
    assert [card["card"] for card in found["cards"]] == ["reinforcement"]


@pytest.mark.long
def test_a_game_is_compared_with_itself_at_a_revision(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    repository = copied(tmp_path)

    def git(*words: str) -> None:
        author = ["-c", "user.name=Somebody", "-c", "user.email=somebody@example.org"]
        subprocess.run(["git", *author, *words], cwd=repository, check=True, capture_output=True)

    git("init")
    git("add", ".")
    git("commit", "-m", "As it was")
    strengthen(repository / "cards" / GAME / "base")
    monkeypatch.chdir(repository)
    game = f"games/{GAME}"
    found = shown(capsys, "compare", game, "--rev", "HEAD", "--games", "8", "--jobs", "1")
    assert [card["card"] for card in found["cards"]] == ["reinforcement"]
    assert (found["a"], found["b"]) == (f"HEAD:{game}", game)
    of_set = shown(capsys, "compare", f"HEAD:cards/{GAME}/base", game, "--games", "8", "--jobs", "1")
    # the set as it was, in the game that came with Cardwright
    assert of_set["course"] == found["course"]
    assert main(["compare", game, "--rev", "no-such-revision"]) == 2
    assert "no-such-revision" in capsys.readouterr().err
    git("add", ".")
    git("commit", "-m", "As it is")
    assert main(["compare", game, "--rev", "HEAD"]) == 2
    assert "the same content" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ([GAME], "needs A and B"),
        ([GAME, GAME], "the same content"),
        ([GAME, GAME, "--rev", "HEAD"], "remove B"),
        ([GAME, "--blank"], "--card ID"),
        ([GAME, "--card", "theif", "--blank"], "Did you mean `thief`?"),
        ([GAME, "--card", "cattle", "--blank"], "no card `cattle` with a power"),
        ([GAME, "no/such/folder"], "no file or folder"),
        ([GAME, "ceylon"], "no card in common"),
        ([GAME, "ceylom"], "Did you mean `ceylon`?"),
    ],
)
def test_what_cannot_be_compared_is_told(words: list[str], told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", *words, "--games", "2", "--jobs", "1"]) == 2
    assert told in capsys.readouterr().err


@pytest.mark.parametrize("certainty", ["0.4", "1", "95%", "nan"])
def test_a_certainty_lies_between_one_half_and_one(certainty: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["compare", GAME, "--certainty", certainty]) == 2
    assert "is not a confidence level" in capsys.readouterr().err


WORDS = ["ablate", GAME, "--games", "10", "--bots", "random", "--cards", "thief,getaway,reinforcement"]


@pytest.mark.long
def test_ablation_ranks_powers_and_does_not_depend_on_the_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    alone = shown(capsys, *WORDS, "--jobs", "1")
    assert shown(capsys, *WORDS, "--jobs", "3") == alone
    sizes = [power["found"]["wins"]["difference"]["value"] for power in alone["powers"]]
    assert sizes == sorted(sizes, reverse=True)
    assert {power["found"]["card"] for power in alone["powers"]} == {"thief", "getaway", "reinforcement"}
    assert all(power["wins_p"] >= power["found"]["wins"]["p"] for power in alone["powers"])
    single = shown(capsys, "compare", GAME, "--card", "getaway", "--blank", *WORDS[2:6], "--jobs", "1")
    [getaway] = [power["found"] for power in alone["powers"] if power["found"]["card"] == "getaway"]
    assert getaway == single["cards"][0]


@pytest.mark.long
def test_an_interrupted_ablation_goes_on_with_what_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    whole = without_engine(shown(capsys, *WORDS, "--jobs", "1", "--out", tmp_path))
    (tmp_path / "reinforcement.sqlite").unlink()
    places = (("game", "number"), ("player", "game"), ("card", "game"))
    deletions = [f"DELETE FROM {table} WHERE {column} >= 4" for table, column in places]
    rewritten(tmp_path / "getaway.sqlite", *deletions, "UPDATE game SET seconds = 12345")
    assert without_engine(shown(capsys, *WORDS, "--jobs", "2", "--out", tmp_path)) == whole
    connection = sqlite3.connect(tmp_path / "getaway.sqlite")
    assert connection.execute("SELECT count(*) FROM game WHERE seconds = 12345").fetchall() == [(4,)]
    connection.close()


def test_the_ranking_is_shown_in_words(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*WORDS, "--jobs", "1"]) == 0
    told = capsys.readouterr().out
    assert "Reinforcement" in told
    assert "corrected for 3 powers" in told


@pytest.mark.long
def test_an_ablation_is_written_as_a_page_beside_a_run_of_whole_games(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    run, page = tmp_path / "run.sqlite", tmp_path / "page.md"
    assert main(["simulate", GAME, "--bots", "random", "--games", "10", "--jobs", "1", "--out", str(run)]) == 0
    words = [*WORDS, "--jobs", "1", "--out", str(tmp_path / "kept")]
    assert main([*words, "--markdown", str(page), "--beside", str(run)]) == 0
    assert "](" not in page.read_text()  # nothing that a page links to lies beside it
    lines = page.read_text(encoding="utf-8").splitlines()
    assert "| card | at work | unlike | wins | score lead | drawn, by the regression |" in lines
    rows = [line for line in lines if line.startswith("| ") and " to " in line]
    silent = [line for line in lines if line.startswith("Without any difference in a pair: ")]
    assert len(rows) + sum(line.count(",") + 1 for line in silent) == 3
    assert main([*words, "--beside", str(run)]) == 2
    assert "--beside belongs to --markdown" in capsys.readouterr().err
    assert main([*words, "--markdown", str(page), "--beside", str(page)]) != 0


def test_powers_that_do_not_exist_are_told(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ablate", GAME, "--cards", "theif"]) == 2
    assert "Did you mean `thief`?" in capsys.readouterr().err
    assert main(["ablate", "ceylon"]) == 2
    assert "no card of ceylon has a power" in capsys.readouterr().err
