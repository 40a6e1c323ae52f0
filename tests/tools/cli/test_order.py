"""What a command takes may stand in any order: options before, between and behind what they are about."""

from __future__ import annotations

import argparse
from typing import Any

import pytest

from cardwright_tools.cli.main import COMMANDS, build_parser, main

WORDS = ("kuhn_poker", "leduc_poker", "spades")


def child(command: str) -> argparse.ArgumentParser:
    """The parser of a command."""
    [found] = [each for each in build_parser(command)._actions if isinstance(each, argparse._SubParsersAction)]
    parser: argparse.ArgumentParser = found.choices[command]
    return parser


def names(command: str) -> list[str]:
    """As much as a command takes beside options: of what it takes any number of, two."""
    found: list[str] = []
    for action in child(command)._actions:
        if not action.option_strings:
            choices = [*(action.choices or WORDS)]
            found += [choices[len(found) % len(choices)], *([choices[-1]] if action.nargs in ("*", "+") else [])]
    return found


def options(command: str) -> list[str]:
    """What a command cannot go without, or else one of its switches."""
    listed = [action for action in child(command)._actions if action.option_strings]
    required = [word for action in listed if action.required for word in (action.option_strings[0], "it.pdf")]
    switches = [action.option_strings[0] for action in listed if isinstance(action, argparse._StoreTrueAction)]
    return required or switches[:1]


SEVERAL = [command for command in COMMANDS if len(names(command)) > 1 and options(command)]


def parsed(command: str, words: list[str]) -> dict[str, Any]:
    return {
        name: value
        for name, value in vars(build_parser(command).parse_args([command, *words])).items()
        if name != "actions"
    }


@pytest.mark.parametrize("command", SEVERAL)
def test_options_may_stand_anywhere(command: str) -> None:
    given, option = names(command), options(command)
    wanted = parsed(command, [*option, *given])
    assert set(given) <= {
        str(word) for value in wanted.values() for word in (value if isinstance(value, list) else [value])
    }
    for place in range(1, len(given) + 1):
        assert parsed(command, [*given[:place], *option, *given[place:]]) == wanted


def test_many_commands_take_several_names() -> None:
    assert {"text", "print", "compare", "test", "validate"} <= {*SEVERAL}


@pytest.mark.parametrize("command", COMMANDS)
def test_only_what_is_needed_is_said_to_be(command: str) -> None:
    for action in child(command)._actions:
        assert not (action.nargs in ("*", "?") and action.required), action.dest


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("text ceylon --jsn tea", "`cardwright text` has no flag `--jsn`."),
        ("games --json tea", "`cardwright games` has no use for `tea`."),
        ("compare ceylon --games 3 hearts spades", "`cardwright compare` has no use for `spades`."),
        ("--nope", "`cardwright` has no flag `--nope`."),
        ("text", "it needs GAME\n"),
        ("print ceylon tea", "it needs --out"),
    ],
)
def test_what_there_is_no_room_for_is_refused(words: str, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words.split()) == 2
    assert told in capsys.readouterr().err
