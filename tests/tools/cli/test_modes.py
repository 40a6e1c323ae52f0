"""Options that would do nothing beside others: found by running commands and looking which options nobody reads."""

from __future__ import annotations

import argparse
import importlib
import io
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from tests.every_command import TWO, WORDS

from cardwright_tools.cli import option_types
from cardwright_tools.cli.errors import USAGE
from cardwright_tools.cli.main import COMMANDS, _Parser, build_parser, main
from cardwright_tools.cli.options import Requires

# Modes of commands that WORDS does not try.
MORE: list[Sequence[str]] = [
    ["stress", "--again", "fault.json"],
    ["validate", "--fix", "--dry-run", "slip.yaml"],
    ["report", "run.sqlite", "--json"],
    ["simulate", "--resume", "run.sqlite", "--record", "1"],
    ["replay", "record.jsonl", "--check"],
    ["print", "games/shop", "--out", "cards.json"],
    ["rulebook", "games/shop", "silk"],
    ["ablate", "games/shop", "--games", "3", *TWO, "--markdown", "page.md"],
    ["train", "games/shop", "--games", "6", "--deals", "1", "--variations", "1", *TWO, "--to", "games/shop/l.yaml"],
]
# What serves or talks until it is ended, or belongs to the table.
OTHERS = ("lsp", "serve", "play")
EVERY = [words for name, every in WORDS.items() if name not in OTHERS for words in every] + MORE
SAMPLES: dict[object, str] = {
    option_types.count: "2",
    option_types.counts: "2",
    option_types.natural: "1",
    option_types.seed_number: "7",
    option_types.duration: "0.02",
    option_types.certainty: "0.9",
    option_types.dots: "40",
    option_types.card_size: "mini",
    option_types.path: "run.sqlite",
    option_types.page: "new.page",
    option_types.own_file: "games/shop/new.yaml",
    option_types.run: "new.sqlite",
    option_types.folder: "new",
}


class Read(argparse.Namespace):
    """Arguments that remember which of them were read."""

    read: set[str]

    def __getattribute__(self, name: str) -> Any:
        if name == "__dict__" or not name.startswith("_"):
            names = object.__getattribute__(self, "__dict__")
            names["read"].update(names if name == "__dict__" else [name])
        return object.__getattribute__(self, name)


@pytest.fixture(scope="module", name="ready")
def _ready(ready: Path) -> Path:
    (ready / "fault.json").write_text(
        '{"game": "games/shop", "sets": ["base"], "answers": [0], "error": "",'
        ' "run": {"players": 2, "seed": 1, "working": [], "decisions": 1}}'
    )
    return ready


@pytest.fixture
def here(ready: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[], None]:
    def fresh() -> None:
        monkeypatch.chdir(tmp_path)
        shutil.rmtree(tmp_path / "work", ignore_errors=True)
        shutil.copytree(ready, tmp_path / "work")
        monkeypatch.chdir(tmp_path / "work")

    return fresh


def unread(words: Sequence[str], monkeypatch: pytest.MonkeyPatch) -> list[argparse.Action]:
    """The options of a command that it did not ask for when it ran."""
    seen: list[Read] = []
    parse = _Parser.parse_args

    def parsed(self: _Parser, given: list[str]) -> Read:
        seen.append(Read(read=set(), **vars(parse(self, given))))
        return seen[0]

    def begin(name: str) -> Any:
        object.__getattribute__(seen[0], "__dict__")["read"].clear()
        return importlib.import_module(name)

    with monkeypatch.context() as patched:
        patched.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"game: shop\ncards: []\n")))
        patched.setattr(_Parser, "parse_args", parsed)
        patched.setattr("cardwright_tools.cli.main.importlib", SimpleNamespace(import_module=begin))
        assert main(list(words)) in (0, 1)
    arguments = object.__getattribute__(seen[0], "__dict__")
    return [each for each in arguments["actions"] if each.option_strings and each.dest not in arguments["read"]]


@pytest.mark.one_of(4)
@pytest.mark.parametrize("words", EVERY, ids=" ".join)
def test_an_option_that_nothing_reads_is_refused(
    words: Sequence[str],
    here: Callable[[], None],
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    here()
    for action in unread(words, monkeypatch):
        option = action.option_strings[0]
        if option in ("-h", *words):
            continue
        here()
        capsys.readouterr()
        sample = [] if action.nargs == 0 else [SAMPLES.get(action.type, "fan") if not action.choices else "json"]
        if action.choices:
            sample = [next(str(each) for each in action.choices if each != action.default)]
        assert main([*words, option, *sample]) == USAGE, option
        assert option in capsys.readouterr().err


def test_modes_are_told_in_words_that_are_options() -> None:
    for name, command in COMMANDS.items():
        shown = help_of(name)
        for mode in command.modes:
            for each in f"{mode.options} {mode.to if isinstance(mode, Requires) else mode.mode}".split():
                assert each in shown, (name, each)


def help_of(command: str) -> str:
    [commands] = [each for each in build_parser(command)._actions if isinstance(each, argparse._SubParsersAction)]
    shown = commands.choices[command].format_help()
    assert isinstance(shown, str)
    return shown
