"""Paths that no file can have, or that cannot be told: every command refuses them at one gate, wherever they stand."""

from __future__ import annotations

import argparse
import json
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from tests.every_command import UNWANTED, WORDS

from cardwright_tools.cli import output_paths
from cardwright_tools.cli.errors import FINDINGS, OK, USAGE
from cardwright_tools.cli.main import build_parser, main

BAD = "b\udcffd"
LONG = "n" * 300
PATHS = (
    LONG,
    f"{LONG}.yaml",
    f"games/{LONG}/shop",
    f"../{LONG}",
    "x/" * 2500 + "y",
    "n" * 5000,
    "a\0b",
    BAD,
    f"{BAD}/shop",
)
# Options whose values are paths, by what the help calls them.
METAVARS = ("GAME", "FILE", "FOLDER", "PATH", "RUN.sqlite", "FILE.ttf", "PATH ...")


def actions() -> Iterator[tuple[str, argparse.Action]]:
    """Every argument of every command."""
    [commands] = [each for each in build_parser()._actions if isinstance(each, argparse._SubParsersAction)]
    for name, parser in commands.choices.items():
        yield from ((name, action) for action in parser._actions)


def of_paths() -> list[tuple[str, argparse.Action]]:
    return [(name, action) for name, action in actions() if action.type in (*output_paths.READ, *output_paths.WRITTEN)]


def test_every_path_of_the_command_line_comes_through_the_gate() -> None:
    gated = [(name, action.dest) for name, action in of_paths()]
    assert len(gated) > 40
    for name, action in actions():
        metavar = action.metavar if isinstance(action.metavar, str) else ""
        assert action.type is not Path, f"{name} {action.dest}"
        if metavar in METAVARS:
            assert (name, action.dest) in gated, f"{name} {action.dest}"


@pytest.mark.long
@pytest.mark.parametrize("path", PATHS, ids=range(len(PATHS)))
def test_what_no_file_can_be_called_is_wrong_usage(path: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    tried = 0
    for words in (each for every in WORDS.values() for each in every):
        for place, word in enumerate(words[1:], start=1):
            if (
                (here / word).exists()
                or (word.count(".") == 1 and word[0].isalpha())
                or word in ("kept", "games-of-it", "made")
            ):
                tried += 1
                code = main([*words[:place], path, *words[place + 1 :]])
                said = capsys.readouterr()
                assert code == USAGE, (words, word, said)
                assert not UNWANTED.search(said.out + said.err), (words, word)
                assert len(said.err) < 1000
    assert tried > 50


def test_options_with_paths_are_not_passed_over(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Also those that no command of WORDS has, and in the form with `=`."""
    for name, action in of_paths():
        for path in PATHS:
            words = [f"{action.option_strings[0]}={path}"] if action.option_strings else [path]
            if name == "new":
                words = ["game", *words]
            assert main([name, *words]) == USAGE, (name, words)
    assert not UNWANTED.search(capsys.readouterr().err)


def test_in_a_folder_that_cannot_be_told_nothing_breaks(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    inner = here / BAD
    inner.mkdir()
    shutil.copytree(here / "games", inner / "games")
    (here / "link").symlink_to(inner)
    for command in ("text", "validate"):
        assert main([command, "link/games/shop"]) == USAGE
    monkeypatch.chdir(inner)
    for words in (list(each) for name, every in WORDS.items() for each in every if name != "lsp"):
        assert main(words) in (OK, USAGE), words
    said = capsys.readouterr()
    assert not UNWANTED.search(said.out + said.err)


@pytest.mark.parametrize("inside", [f"{BAD}/cards.yaml", f"base/{BAD}.yaml"])
def test_a_file_of_a_game_that_cannot_be_told_is_a_finding(
    inside: str, here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    file = here / "games/shop/cards" / inside
    file.parent.mkdir(exist_ok=True)
    file.write_text("game: shop\nset: odd\ncards:\n  - {id: shawl, good: silk}\n")
    for command in ("validate", "text", "rulebook", "export", "stress", "ablate", "bench"):
        assert main([command, "games/shop"]) == FINDINGS
        assert "is not allowed in the name of" in "".join(capsys.readouterr())


@pytest.mark.parametrize("field", ["folder", "game", "from"])
def test_a_record_names_what_cannot_be(field: str, here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    first, *others = (here / "record.jsonl").read_text().splitlines()
    sound = json.loads(first)
    if field == "game":
        del sound["folder"]
    for path in (*PATHS, "\ud800", "/" * 5000):
        (here / "odd.jsonl").write_text("\n".join([json.dumps(sound | {field: path}), *others]) + "\n")
        for words in (
            ["replay", "odd.jsonl"],
            ["replay", "odd.jsonl", "--check"],
            ["notes", "odd.jsonl"],
            ["play", "--load", "odd.jsonl", "--human", "none", "--plain"],
        ):
            code = main(words)
            said = capsys.readouterr()
            assert code in ((OK,) if field == "from" else (FINDINGS, USAGE)), (words, said)
            assert not UNWANTED.search(said.out + said.err), (words, path)
