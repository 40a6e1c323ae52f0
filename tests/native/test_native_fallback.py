"""Whatever does not work in compiled C is played in Python, with the same result and one remark."""

from __future__ import annotations

import json
import os
import sqlite3
import stat
import sys
from dataclasses import replace
from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, load_game
from cardwright.native import c_compiler
from cardwright.native.c_compiler import NotNative
from cardwright.native.engine import Engine
from cardwright.native.state_conversion import NotTold
from cardwright_tools.cli.main import main
from cardwright_tools.commands.laboratory.simulate import play_games
from cardwright_tools.laboratory.games import engine_choice, match, native_match
from cardwright_tools.laboratory.games.match import MatchConfig, MatchOutcome, play_one
from cardwright_tools.laboratory.games.native_match import play_native

compiled = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")

GAME = """game: endings
players: 2
active: active
kinds:
  token:
    zones: {}
zones:
  table:
    pile: {of: tokens, see: everyone, ordered: yes}
memory:
  table: {active: player, sum: number}
  player: {points: number}
library: |
  step setup: nothing
  step play:
    repeat 12 times:
      active choose one:
        option "One": active.points += 1
        option "Two": active.points += 2
      if points of P1 + points of P2 > 7: odd_thing
      active = next(active)
  PROCEDURE
  rule final_score(player): player.points
"""


def script(folder: Path, text: str) -> str:
    place = folder / "compiler"
    place.write_text(f"#!{sys.executable}\n{text}", encoding="utf-8")
    place.chmod(place.stat().st_mode | stat.S_IXUSR)
    return str(place)


# ---------------------------------------------------------------- games that C does not end


def endings(folder: Path, procedure: str) -> Game:
    place = folder / "endings"
    place.mkdir()
    text = GAME.replace("PROCEDURE", procedure.replace("\n", "\n  "))
    text = text.replace("points of P1 + points of P2", "sum(p.points for each p in players)")
    (place / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(place)


ENDINGS = {
    "a loop without end": "step odd_thing:\n  repeat until sum > 0: nothing",
    "a number larger than `no_limit`": "step odd_thing:\n  sum = 3\n  repeat 30 times: sum = sum * 7\n  sum = 0",
    "a number too large for any game": "step odd_thing:\n  sum = 3\n  repeat 2000 times: sum = sum * 7",
    "a rule that asks for itself": (
        "step odd_thing: sum = deep(0)\n"
        "rule deep(number) gives number:\n  0 if number < 0\n  deep(number + 1) otherwise"
    ),
    "a verb that performs itself": "step odd_thing:\n  if count(players) > 0: odd_thing",
    "a list without end": "rule most: 2000000\nstep odd_thing: sum = count(numbers(0, most))",
    "one that is none": "step odd_thing: sum = the([1, 2] where it > 2)",
    "one that is several": "step odd_thing: the(players) odd\nverb odd: sum = 1",
    "work that is only long": "step odd_thing:\n  repeat 60 times:\n    repeat 60 times: sum = 1\n  sum = 0",
}


@pytest.mark.one_of
@compiled
@pytest.mark.parametrize("name", ENDINGS)
def test_games_that_end_badly_end_as_in_python(name: str, tmp_path: Path) -> None:
    game = endings(tmp_path, ENDINGS[name])
    table = MatchConfig("endings", 2, ("random", "random"), 5)
    engine = Engine(game, 2, QUICK)
    [[native]] = list(play_native(engine, game, table, [0], 1))
    python = play_one(game, table, 0)

    def told(one: MatchOutcome) -> tuple[object, ...]:
        return (one.seed, one.decisions, one.turns, one.winners, one.scores, one.error, one.answers)

    assert told(native) == told(python)
    assert (python.error is None) == name.startswith("work")


@compiled
@pytest.mark.parametrize("before", [False, True])
def test_a_game_that_was_wanted_soon_is_played_alike(
    before: bool, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    place = endings(tmp_path, "step odd_thing:\n  for each p in players: p.points -= 1").folder
    assert place is not None
    if before:
        load_game(place).program(2)
    game, table = load_game(place, soon=True), MatchConfig("endings", 2, ("random", "greedy"), 5)
    assert game.program(2).tables.plain.soon is not before
    [[native]] = list(play_native(Engine(game, 2, QUICK), game, table, [0], 1))
    python = play_one(load_game(place), table, 0)
    assert (native.scores, native.answers, native.error) == (python.scores, python.answers, None)


@pytest.mark.long
@compiled
def test_states_that_c_cannot_hold_are_refused() -> None:
    game = load_game("cargo_noir")
    engine = Engine(game, 3, QUICK)
    state = game.new(3, 1, tracked=False)
    state.slots[6] = 1 << 70
    with pytest.raises(NotTold):
        engine.taken(state)


@pytest.mark.long
@compiled
def test_rows_that_are_no_states_are_refused() -> None:
    from cardwright.native.compiled_game import BeyondC

    game = load_game("cargo_noir")
    engine = Engine(game, 3, QUICK)
    room = engine.begun(1)
    row = room.read_state()
    for wrong in (row[:-1], [*row, 0], [], [*row[:7], 1 << 40, *row[8:]], [*row[:9], -1, *row[10:]]):
        with pytest.raises(BeyondC):
            engine.library.new().take(wrong)


# ---------------------------------------------------------------- no compiler, and others


@pytest.fixture
def searched(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> pytest.MonkeyPatch:
    """Compilers are looked for anew, nothing is kept from before, and few games wait for them, too."""
    c_compiler._find_by_name.cache_clear()
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path / "cache"))
    monkeypatch.setattr(engine_choice, "WORTH_SECONDS", 0.0)
    monkeypatch.setattr(engine_choice.Compiling, "stop", lambda self: self._thread.join())
    return monkeypatch


def simulate(capsys: pytest.CaptureFixture[str], *words: str) -> tuple[dict[str, object], str]:
    assert (
        main(
            [
                "simulate",
                "cargo_hold",
                "--bots",
                "random",
                "--games",
                "4",
                "--seed",
                "2",
                "--jobs",
                "1",
                "--json",
                *words,
            ]
        )
        == 0
    )
    told = capsys.readouterr()
    summary = json.loads(told.out)
    for name in ("seconds", "decisions_per_second", "games_per_second"):
        del summary[name]
    return summary, told.err


def played_in_python(capsys: pytest.CaptureFixture[str]) -> tuple[str, str]:
    """Why games were played in Python though C was allowed, and what was remarked; they went as ever."""
    expected, _ = simulate(capsys, "--engine", "python")
    summary, remarks = simulate(capsys, "--engine", "auto")
    why = str(summary.pop("engine_why"))
    del expected["engine_why"]
    assert summary == expected
    return why, remarks


def test_without_a_compiler_python_plays(
    searched: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    searched.delenv("CC", raising=False)
    searched.setenv("PATH", str(tmp_path))
    searched.setattr(c_compiler, "find_spec", lambda _: None)
    why, remarks = played_in_python(capsys)
    assert "no C compiler" in why
    assert remarks.count("\n") == 1
    assert why in remarks
    assert main(["simulate", "cargo_hold", "--bots", "random", "--games", "1", "--engine", "native"]) == 1
    assert "no C compiler" in capsys.readouterr().err


BROKEN = {
    "fails": ("import sys\nsys.exit('--version' not in sys.argv)", "the C compiler failed"),
    "has no effect": ("", "left no library"),
    "writes nonsense": (
        "import sys\nif '-o' in sys.argv: open(sys.argv[sys.argv.index('-o') + 1], 'w').write('no library')",
        "does not load",
    ),
    "does not answer": ("import sys\nsys.exit(3)", "does not answer"),
}


@pytest.mark.skipif(os.name == "nt", reason="the compilers here are scripts")
@pytest.mark.parametrize("name", BROKEN)
def test_a_broken_compiler_is_told_of_once_and_python_plays(
    name: str, searched: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    text, said = BROKEN[name]
    searched.setenv("CC", script(tmp_path, text))
    why, remarks = played_in_python(capsys)
    assert said in why
    assert remarks.count("\n") == 1


@pytest.mark.long
@pytest.mark.skipif(os.name == "nt", reason="the compilers here are scripts")
def test_a_compiler_that_never_ends_is_stopped(searched: pytest.MonkeyPatch, tmp_path: Path) -> None:
    searched.setenv("CC", script(tmp_path, "import sys, time\nif '-o' in sys.argv: time.sleep(600)"))
    searched.setattr(c_compiler, "MAX_COMPILE_LENGTH", 0.3)
    with pytest.raises(NotNative, match="took longer than"):
        Engine(load_game("cargo_hold"), 3)


@pytest.mark.long
@compiled
def test_a_cache_that_cannot_be_written_changes_nothing(searched: pytest.MonkeyPatch) -> None:
    searched.setenv("CARDWRIGHT_CACHE", "/proc/nowhere")
    game = load_game("examples/low_tide")
    assert Engine(game, 3, QUICK).library.fresh
    assert Engine(game, 3, QUICK).library.fresh


@pytest.mark.long
@compiled
def test_a_library_is_kept_and_not_used_when_it_was_changed(searched: pytest.MonkeyPatch, tmp_path: Path) -> None:
    game = load_game("examples/low_tide")
    assert Engine(game, 3, QUICK).library.fresh
    assert not Engine(game, 3, QUICK).library.fresh
    for entry in (tmp_path / "cache").rglob("*.bin"):
        content = bytearray(entry.read_bytes())
        content[-20] ^= 1
        entry.write_bytes(content)
    assert Engine(load_game("examples/low_tide"), 3, QUICK).library.fresh


@pytest.mark.long
@compiled
def test_c_takes_over_from_python(searched: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    searched.setattr(c_compiler, "FLAGS", QUICK)
    expected, _ = simulate(capsys, "--engine", "python")
    summary, _ = simulate(capsys, "--engine", "native")
    assert summary.pop("engine") == "native"
    for given in (summary, expected):
        given.pop("engine_why")
    expected.pop("engine")
    assert summary == expected


def test_off_and_nonsense(searched: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    searched.setenv("CARDWRIGHT_NATIVE", "off")
    assert simulate(capsys)[0]["engine"] == "python"
    searched.setenv("CARDWRIGHT_NATIVE", "perhaps")
    assert main(["simulate", "cargo_hold", "--bots", "random", "--games", "1"]) == 2
    assert "`off`, `auto` or `require`" in capsys.readouterr().err


@pytest.mark.long
@compiled
def test_c_plays_bots_of_every_kind_and_runs_in_files(
    searched: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    searched.setattr(c_compiler, "FLAGS", QUICK)
    words = ("--players", "2", "--bots", "greedy,mcts:4")
    told = []
    for engine in ("python", "native", "auto"):
        out = ("--out", str(tmp_path / f"{engine}.sqlite"))
        summaries = [simulate(capsys, "--engine", engine, *words, *more)[0] for more in ((), out)]
        assert engine == "auto" or [each["engine"] for each in summaries] == [engine, engine]
        for each in summaries:
            del each["engine"], each["engine_why"]
        told += summaries
    assert all(each == told[0] for each in told)
    assert courses(tmp_path / "python.sqlite") == courses(tmp_path / "native.sqlite")
    assert courses(tmp_path / "python.sqlite") == courses(tmp_path / "auto.sqlite")


def courses(run: Path) -> list[object]:
    with sqlite3.connect(run) as connection:
        cards = connection.execute("SELECT * FROM card ORDER BY 1, 2, 3").fetchall()
        assert cards
        return [cards, connection.execute("SELECT number, decisions, turns, lead_changes FROM game").fetchall()]


def test_watching_random_games_is_not_worth_compiling(
    searched: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    summary, _ = simulate(capsys, "--engine", "auto", "--out", str(tmp_path / "run.sqlite"))
    assert summary["engine"] == "python"
    assert "as long as to play them" in str(summary["engine_why"])


@compiled
def test_only_what_changed_is_compiled_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    started: list[list[str]] = []
    run = c_compiler._start

    def noted(command: list[str], folder: str) -> object:
        started.append(command)
        return run(command, folder)

    monkeypatch.setattr(c_compiler, "_start", noted)
    compiler, texts = c_compiler.find_compiler(), ["int one(void) { return 1; }", "int two(void) { return 2; }"]
    _, fresh = c_compiler.build_library(texts, compiler)
    assert fresh
    assert len(started) == 3
    other, _ = c_compiler.build_library([texts[0], texts[1].replace("2;", "3;")], compiler)
    assert [command[-1] for command in started[3:]] == ["1.c", "-lm"]
    assert c_compiler.build_library(texts, compiler)[0] != other
    assert len(started) == 5


@compiled
def test_for_few_games_what_a_small_change_touched_is_not_optimised_until_there_are_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", str(tmp_path))
    levels: list[list[str]] = []
    run = c_compiler._start

    def noted(command: list[str], folder: str) -> object:
        if "-c" in command:
            levels.append([word for word in command if word.startswith("-O")])
        return run(command, folder)

    monkeypatch.setattr(c_compiler, "_start", noted)
    compiler = c_compiler.find_compiler()
    c_compiler.build_library([f"int g{number}(void) {{ return {number}; }}" for number in range(3)], compiler, little=2)
    assert levels == [["-O2"], ["-Og"], ["-Og"]]
    levels.clear()
    texts = [f"int f{number}(void) {{ return {number}; }}" for number in range(c_compiler.SMALL)]
    c_compiler.build_library(texts, compiler, soon=True)
    assert levels == [["-O2"]] * c_compiler.SMALL
    texts[3] = texts[3].replace("return 3", "return 33")
    for soon, more, fresh in ((True, [["-O0"]], True), (True, [], False), (False, [["-O2"]], True), (True, [], False)):
        levels.clear()
        assert c_compiler.build_library(texts, compiler, soon=soon)[1] == fresh
        assert levels == more


@pytest.mark.long
@compiled
def test_c_takes_games_over_that_python_is_at(searched: pytest.MonkeyPatch) -> None:
    searched.setattr(c_compiler, "FLAGS", QUICK)
    searched.setattr(engine_choice, "GLANCE", 0.0)
    game, told = load_game("examples/low_tide"), engine_choice.Engines(engine_choice.AUTO)
    table = MatchConfig("examples/low_tide", 3, ("mcts:1000",) * 3, 1)
    [one, other] = play_games(game, table, 2, 2, lambda _: None, engines=told)
    assert told.ran == [engine_choice.NATIVE]
    expected = engine_choice.Engines(engine_choice.NATIVE)
    both = play_games(game, table, 2, 2, lambda _: None, engines=expected)
    assert [replace(each, seconds=0.0) for each in (one, other)] == [replace(each, seconds=0.0) for each in both]


@compiled
@pytest.mark.parametrize("watched", [False, True])
def test_a_game_without_an_end_is_not_thought_through_a_second_time(
    watched: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    game, table = load_game("cargo_hold"), MatchConfig("cargo_hold", 2, ("greedy", "mcts:2"), 1, watched=watched)
    for module in (match, native_match):
        monkeypatch.setattr(module, "MAX_DECISIONS", 30)
    expected = play_one(game, table, 0)
    assert (expected.error, len(expected.answers)) == ("no end after 30 decisions", 31)
    monkeypatch.delattr(native_match, "play_one")
    (found,) = next(iter(play_native(Engine(game, 2, QUICK), game, table, [0], 1)))
    assert replace(found, seconds=0) == replace(expected, seconds=0)
