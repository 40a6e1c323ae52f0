"""What commands write to: looked at before anything is done, for every output of every command."""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from pathlib import Path
from types import SimpleNamespace

import pytest
from tests.every_command import files

from cardwright_tools.cli import option_types, output_paths
from cardwright_tools.cli.errors import OK, USAGE
from cardwright_tools.cli.main import build_parser, main

# A command for every option that writes, without that option.
WITHOUT: dict[tuple[str, str], list[str]] = {
    ("text", "--html"): ["games/shop"],
    ("rulebook", "--html"): ["games/shop"],
    ("icons", "--html"): ["coin"],
    ("rulebook", "--markdown"): ["games/shop"],
    ("rulebook", "--pdf"): ["games/shop"],
    ("print", "--out"): ["games/shop"],
    ("export", "--out"): ["games/shop", "--format", "csv"],
    ("simulate", "--out"): ["games/shop", "--bots", "random", "--games", "1"],
    ("stress", "--faults"): ["games/shop", "--games", "1", "--decisions", "1"],
    ("train", "--to"): ["games/shop", "--games", "2"],
    ("train", "--out"): ["games/shop", "--games", "2"],
    ("report", "--html"): ["run.sqlite", "--beside", "games/../run.sqlite"],
    ("report", "--markdown"): ["run.sqlite", "--beside", "games/../run.sqlite"],
    ("compare", "--out"): ["games/shop", "--card", "fan", "--blank", "--games", "1"],
    ("ablate", "--out"): ["games/shop", "--games", "1"],
    ("ablate", "--markdown"): ["games/shop", "--games", "1", "--beside", "run.sqlite"],
}
EVERY = sorted(WITHOUT)


@pytest.fixture(scope="module", name="ready")
def _ready(ready: Path) -> Path:
    (ready / "games/shop/cards/base/released.txt").write_text("fan\n")
    (ready / "link").symlink_to("run.sqlite")
    return ready


def arguments() -> Iterator[tuple[str, argparse.Action]]:
    """Every argument of every command."""
    [commands] = [each for each in build_parser()._actions if isinstance(each, argparse._SubParsersAction)]
    for name, parser in commands.choices.items():
        yield from ((name, action) for action in parser._actions)


def kind(command: str, option: str) -> object:
    return next(action.type for name, action in arguments() if name == command and option in action.option_strings)


def refused(
    command: str, words: list[str], here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What a command says that is refused before it begins."""
    before = files(here)
    with monkeypatch.context() as patched:
        begin = SimpleNamespace(import_module=lambda name: pytest.fail(f"{name} began: {words}"))
        patched.setattr("cardwright_tools.cli.main.importlib", begin)
        code = main([command, *words])
    said = capsys.readouterr()
    assert (code, said.out) == (USAGE, ""), words
    assert said.err.startswith("cardwright")
    assert files(here) == before
    return said.err


def test_every_option_that_writes_is_declared_and_tried() -> None:
    written = {(name, each.option_strings[0]) for name, each in arguments() if each.type in output_paths.WRITTEN}
    assert written == set(WITHOUT)
    for name, action in arguments():
        says = (action.help or "").startswith(("write", "keep", "where"))
        if action.type in (option_types.path, option_types.place):
            assert not says, f"{name} {action.option_strings} seems to write"


@pytest.mark.one_of
@pytest.mark.parametrize(("command", "option"), EVERY)
def test_where_nothing_can_be_written_is_told_before_anything_is_done(
    command: str, option: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    is_file = kind(command, option) in output_paths.FILES
    bad = [".", "games", "new/", ""] if is_file else ["", "sheet.csv"]
    bad += ["/proc/nothing", "sheet.csv/inside"]
    bad += [] if kind(command, option) in output_paths.MADE else ["nowhere/inside"]
    for path in bad:
        refused(command, [*WITHOUT[command, option], option, path], here, monkeypatch, capsys)


@pytest.mark.parametrize(("command", "option"), [each for each in EVERY if kind(*each) in output_paths.FILES])
def test_what_is_read_is_not_written_over(
    command: str, option: str, here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    read = [word for word in WITHOUT[command, option] if Path(word).is_file()]
    spared = ["games/shop/game.yaml", "games/shop/cards/base/cards.yaml", "games/shop/scenarios/first.yaml"]
    spared += ["games/shop/cards/base/released.txt", "run.sqlite", "record.jsonl", "link"]
    for path in [*read, *(spared if kind(command, option) is option_types.page else ())]:
        refused(command, [*WITHOUT[command, option], option, path], here, monkeypatch, capsys)
    # a file of the game that is named as such
    words = [str(Path(word) / "game.yaml") if word == "games/shop" else word for word in WITHOUT[command, option]]
    refused(command, [*words, option, "games/shop/../shop/game.yaml"], here, monkeypatch, capsys)


def test_two_outputs_are_two_files(
    here: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    for words in (["report", "run.sqlite"], ["rulebook", "games/shop"]):
        said = refused(
            words[0], [*words[1:], "--html", "page", "--markdown", "games/../page"], here, monkeypatch, capsys
        )
        assert "--html and --markdown name the same file" in said


def test_a_page_takes_the_place_of_the_last_one(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    for path in ("page.html", "games/shop/page.html"):
        for _ in range(2):
            assert main(["rulebook", "games/shop", "--html", path]) == OK
    assert (
        main(
            [
                "simulate",
                "games/shop",
                "--bots",
                "random",
                "--games",
                "1",
                "--players",
                "2",
                "--out",
                "new/er/run.sqlite",
            ]
        )
        == OK
    )
    capsys.readouterr()
