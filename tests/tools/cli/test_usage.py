"""The command line as such: help, wrong usage, and what its options mean."""

from importlib.util import find_spec

import pytest

from cardwright_tools.cli.main import COMMANDS, build_parser, main
from cardwright_tools.cli.option_types import EVERY_SEAT


def test_without_a_command_it_shows_what_there_is(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    for name in COMMANDS:
        assert f"\n    {name} " in shown


def test_every_command_has_its_module() -> None:
    missing = [name for name, each in COMMANDS.items() if find_spec(f"cardwright_tools.commands.{each.module}") is None]
    assert missing == []


@pytest.mark.parametrize("command", COMMANDS)
def test_the_help_of_every_command_shows_an_example(command: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([command, "--help"]) == 0
    shown = capsys.readouterr().out
    assert f": cardwright {command} " in shown
    assert "Exit codes:" in shown


@pytest.mark.parametrize(
    "words",
    [
        ["games", "--jso"],
        ["games", "extra"],
        ["validate", "--format", "xml"],
        ["text"],
        ["play"],
        ["play", "ceylon", "--bot", "greedy"],
        ["play", "ceylon", "--human", "0"],
        ["play", "ceylon", "--human", "first"],
        ["simulate", "ceylon"],
        ["simulate", "ceylon", "--bots", "random", "--games", "0"],
        ["simulate", "ceylon", "--bots", "random", "--games", "many"],
        ["simulate", "ceylon", "--bots", "random", "--games", "1", "--seed", "-1"],
        ["simulate", "ceylon", "--bots", "random", "--games", "1", "--seed", str(2**64)],
        ["simulate", "ceylon", "--games", "1", "--bots", "random,,random"],
        ["bench", "--seconds", "nan"],
        ["replay"],
    ],
)
def test_wrong_usage_is_told_on_stderr_and_exits_2(words: list[str], capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.startswith("cardwright")
    assert "Traceback" not in captured.err


def test_a_misspelt_command_gets_a_suggestion(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simluate", "ceylon"]) == 2
    assert "Did you mean `simulate`?" in capsys.readouterr().err


def test_the_version_is_a_result(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--version"]) == 0
    assert capsys.readouterr().out.startswith("cardwright ")


@pytest.mark.parametrize(
    ("words", "seats"),
    [("1", (0,)), ("3,1", (0, 2)), ("P2", (1,)), ("none", ()), ("all", EVERY_SEAT), ("1,1", (0,))],
)
def test_human_seats_are_counted_from_1_outside_and_from_0_inside(words: str, seats: tuple[int, ...]) -> None:
    assert build_parser().parse_args(["play", "ceylon", "--human", words]).human == seats


def test_play_understands_all_its_options() -> None:
    words = (
        "play ceylon --players 4 --human none --bot 1=greedy --bot P4=random --sets base,more --seed 7 --load a.jsonl"
    )
    arguments = build_parser().parse_args(words.split())
    assert (arguments.game, arguments.players, arguments.human, arguments.seed) == ("ceylon", 4, (), 7)
    assert arguments.bot == [(0, "greedy"), (3, "random")]
    assert arguments.sets == ["base", "more"]
    assert arguments.load.name == "a.jsonl"
