"""The commands on a real game, run as people run them."""

import json
import os
import re
import resource
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from tests.tools.cli.test_stopped import begun

from cardwright import load_game
from cardwright.records.record_file import Header, RecordWriter
from cardwright.runtime.primitives.random_numbers import derive_seed

CARDS = Path(__file__).resolve().parents[3] / "cards" / "ceylon"
SIMULATED = [
    "game", "players", "games", "finished", "decisions", "turns", "seconds",
    "decisions_per_second", "games_per_second", "wins", "mean_scores", "errors",
    "avoided", "engine", "engine_why", "decks",
]  # fmt: skip
TIMED = {"seconds", "decisions_per_second", "games_per_second"}


def cardwright(*words: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "cardwright_tools.cli.main", *map(str, words)],
        capture_output=True,
        text=True,
        stdin=subprocess.DEVNULL,
        env=os.environ | environment,
        check=False,
    )


def test_games_lists_it() -> None:
    shown = cardwright("games")
    assert (shown.returncode, shown.stderr) == (0, "")
    assert re.search(r"^ceylon +Ceylon +2-6 +\d+ to \d+ min +base \(91\)", shown.stdout, re.MULTILINE)
    [row] = [row for row in json.loads(cardwright("games", "--json").stdout) if row["name"] == "ceylon"]
    assert row["players"] == {"min": 2, "max": 6}
    assert row["cards"] == sum(row["sets"].values()) == 91


def test_games_starts_quickly_because_it_imports_nothing_heavy() -> None:
    seen = (
        "import sys; from cardwright_tools.cli.main import main; main(['games']); print(*sys.modules, file=sys.stderr)"
    )
    before = resource.getrusage(resource.RUSAGE_CHILDREN)
    result = subprocess.run([sys.executable, "-c", seen], capture_output=True, text=True, check=True)
    after = resource.getrusage(resource.RUSAGE_CHILDREN)
    # Computing time, for how busy the machine is otherwise does not count.
    seconds = after.ru_utime - before.ru_utime + after.ru_stime - before.ru_stime
    assert {"lark", "yaml", "jsonschema", "rich"}.isdisjoint(result.stderr.split())
    assert seconds < 2, "150 ms is the aim on a quiet machine; this only catches a start that has become slow"


def test_validate_finds_nothing_wrong_with_it() -> None:
    result = cardwright("validate", CARDS)
    assert (result.returncode, result.stdout) == (0, "")
    assert result.stderr == "no mistakes found\n"


def test_validate_shows_a_mistake_in_every_format(tmp_path: Path) -> None:
    bad = tmp_path / "bad.yaml"
    bad.write_text("- id: [\n", encoding="utf-8")
    text = cardwright("validate", bad)
    assert text.returncode == 1
    assert re.match(rf"{re.escape(str(bad))}:\d+:\d+: error\[[a-z0-9-]+\]: ", text.stdout)
    assert "\x1b" not in text.stdout
    assert text.stderr == "1 error in 1 file\n"
    assert json.loads(cardwright("validate", bad, "--format", "json").stdout)
    assert cardwright("validate", bad, "--format", "github").stdout.startswith("::error ")
    assert json.loads(cardwright("validate", bad, "--format", "sarif").stdout)["version"] == "2.1.0"


def test_validate_of_a_path_that_does_not_exist_is_wrong_usage(tmp_path: Path) -> None:
    assert cardwright("validate", tmp_path / "nothing").returncode == 2


def test_text_prints_every_card_or_the_wanted_one() -> None:
    everything = cardwright("text", "ceylon")
    assert everything.returncode == 0
    one = load_game("ceylon").card_texts()[0]
    for wanted in (one.id, one.name):
        printed = cardwright("text", "ceylon", wanted)
        assert printed.returncode == 0
        assert printed.stdout.startswith(f"{one.name} ({one.id}, {one.set})\n")
        assert printed.stdout.rstrip("\n") in everything.stdout


@pytest.mark.one_of
@pytest.mark.parametrize(
    ("words", "suggestion"),
    [
        (["text", "ceylom"], "`ceylon`"),
        (["simulate", "ceylom", "--bots", "random", "--games", "1"], "`ceylon`"),
        (["bench", "ceylom"], "`ceylon`"),
        (["simulate", "ceylon", "--games", "1", "--bots", "randon"], "`random`"),
        (["simulate", "ceylon", "--bots", "random", "--games", "1", "--players", "7"], "2 to 6"),
        (["simulate", "ceylon", "--games", "1", "--players", "3", "--bots", "random,random"], "one for each"),
    ],
)
def test_what_does_not_exist_is_wrong_usage_with_a_suggestion(words: list[str], suggestion: str) -> None:
    result = cardwright(*words)
    assert (result.returncode, result.stdout) == (2, "")
    assert suggestion in result.stderr


def simulated(*words: str) -> dict[str, Any]:
    result = cardwright("simulate", "ceylon", "--bots", "random", "--json", *words)
    assert (result.returncode, result.stderr) == (0, "")
    summary = json.loads(result.stdout)
    assert list(summary) == SIMULATED
    return {key: value for key, value in summary.items() if key not in TIMED}


@pytest.mark.long
def test_simulated_games_do_not_depend_on_the_number_of_jobs() -> None:
    words = ["--games", "6", "--players", "3", "--bots", "random", "--seed", "5"]
    alone = simulated(*words, "--jobs", "1")
    assert simulated(*words, "--jobs", "2") == alone
    assert (alone["games"], alone["finished"], alone["errors"]) == (6, 6, [])
    assert sum(alone["wins"]) >= 6
    assert len(alone["mean_scores"]) == 3


@pytest.mark.long
def test_another_seed_gives_other_games() -> None:
    assert simulated("--games", "2", "--seed", "1") != simulated("--games", "2", "--seed", "2")


def test_seeds_of_games_are_derived_and_stay_what_they_are() -> None:
    assert derive_seed(5, 0) != derive_seed(5, 1)
    assert derive_seed(5, 0) == derive_seed(5, 0)
    assert derive_seed(1, 23) != derive_seed(12, 3)
    assert 0 <= derive_seed(5, "bot", 2) < 2**48


@pytest.mark.long
def test_simulate_in_words_names_seats_and_bots() -> None:
    result = cardwright("simulate", "ceylon", "--games", "2", "--players", "2", "--bots", "random,greedy")
    assert result.returncode == 0
    assert re.search(r"^P2 +greedy", result.stdout, re.MULTILINE)


@pytest.fixture
def record(tmp_path: Path) -> Path:
    """The record of the first forty answers of a game."""
    game = load_game("ceylon")
    state = game.new(3, 11)
    path = tmp_path / "game.jsonl"
    with RecordWriter.create(path, Header.of(game, 3, 11)) as writer:
        for step in range(40):
            writer.apply(state, step * 7 % state.option_count)
        writer.digest(state.digest())
    return path


def test_a_record_replays_to_its_digest(record: Path) -> None:
    result = cardwright("replay", record)
    assert result.returncode == 0, result.stdout
    assert "40 answers replayed" in result.stdout
    assert "agrees" in result.stdout


def entries(record: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in record.read_text(encoding="utf-8").splitlines()]


def rewritten(record: Path, changed: list[dict[str, Any]]) -> subprocess.CompletedProcess[str]:
    record.write_text("".join(json.dumps(entry) + "\n" for entry in changed), encoding="utf-8")
    return cardwright("replay", record)


@pytest.mark.parametrize(
    "change", [{"a": 9999}, {"key": "no_such_key"}, {"check": "ffffffff"}], ids=["option", "key", "check"]
)
def test_a_replay_shows_where_it_parts_from_the_record(record: Path, change: dict[str, Any]) -> None:
    lines = entries(record)
    lines[20] |= change
    result = rewritten(record, lines)
    assert result.returncode == 1
    assert "at answer 20 of 40" in result.stdout


def test_another_ending_is_a_divergence(record: Path) -> None:
    lines = entries(record)
    lines[-1] = {"digest": "0" * 16}
    result = rewritten(record, lines)
    assert result.returncode == 1
    assert "final state is not the recorded one" in result.stdout


def test_a_record_of_other_content_says_so(record: Path) -> None:
    lines = entries(record)
    lines[0]["content"] = "0123456789abcdef"
    assert "made with other card files: content 0123456789ab" in rewritten(record, lines).stdout


def test_a_record_without_an_ending_proves_nothing(record: Path) -> None:
    result = rewritten(record, entries(record)[:-1])
    assert result.returncode == 1
    assert "no digest" in result.stdout


@pytest.mark.parametrize(
    "change", [{"game": "no_such_game"}, {"sets": ["no_such_set"]}, {"players": 99}], ids=["game", "sets", "players"]
)
def test_a_record_of_something_unknown_is_a_finding(record: Path, change: dict[str, Any]) -> None:
    lines = entries(record)
    lines[0] |= change
    result = rewritten(record, lines)
    assert result.returncode == 1
    assert result.stderr.startswith(f"cardwright: {record}:1: ")


def test_a_file_that_cannot_be_read_is_wrong_usage(tmp_path: Path) -> None:
    assert cardwright("replay", tmp_path / "nothing.jsonl").returncode == 2
    assert cardwright("replay", tmp_path).returncode == 2


@pytest.mark.long
def test_bench_measures_play_copy_and_start() -> None:
    result = cardwright("bench", "ceylon", "--seconds", "0.1", "--json")
    assert (result.returncode, result.stderr) == (0, "")
    [speed] = json.loads(result.stdout)["games"]
    assert speed["game"] == "ceylon"
    figures = ("decisions_per_second", "games_per_second", "clone_microseconds")
    assert all(speed[name] > 0 for name in figures)
    assert 0 < speed["warm_start_milliseconds"] < speed["cold_start_milliseconds"]


@pytest.mark.long
def test_interrupted_in_the_middle_simulate_says_so_and_stops(tmp_path: Path) -> None:
    process = begun("simulate", tmp_path)
    process.send_signal(signal.SIGINT)
    assert process.communicate(timeout=300) == ("", "interrupted\n")
    assert process.returncode == 130
