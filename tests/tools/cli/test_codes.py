"""Exit codes: every command says the same of a file that is not there, and of one that no longer fits another."""

from errno import EACCES
from pathlib import Path

import pytest
from tests.every_command import CARDS

from cardwright_tools.cli.main import main
from cardwright_tools.session.record_folder import find_records_folder

MISSING = [
    ["replay", "none.jsonl"],
    ["replay", "none.jsonl", "--check"],
    ["notes", "none.jsonl"],
    ["play", "--load", "none.jsonl"],
    ["stress", "--again", "none.json"],
    ["report", "none.sqlite"],
    ["report", "run.sqlite", "--beside", "none.sqlite"],
    ["simulate", "--resume", "none.sqlite"],
    ["ablate", "games/shop", "--beside", "none.sqlite", "--markdown", "page"],
    ["import", "none.csv", "games/shop"],
    ["validate", "none.yaml"],
    ["fmt", "none.yaml"],
    ["test", "none.yaml"],
    ["text", "none/game"],
    ["rulebook", "games/shop", "--pdf", "page", "--font", "none.ttf"],
    ["print", "games/shop", "--out", "page.pdf", "--font", "none.ttf"],
]
SIMULATE = ["simulate", "games/shop", "--bots", "random", "--players", "2", "--seed", "0", "--jobs", "1"]


@pytest.mark.long
@pytest.mark.parametrize("words", MISSING, ids=" ".join)
def test_what_is_not_there_is_wrong_usage(words: list[str], here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(words) == 2
    said = capsys.readouterr()
    assert "none" in said.err
    assert said.out == ""


@pytest.mark.long
def test_a_run_of_other_files_is_a_finding_however_it_is_gone_on_with(
    here: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*SIMULATE, "--games", "4", "--out", "own.sqlite"]) == 0
    cards = here / "games/shop/cards/base/cards.yaml"
    cards.write_text(CARDS.replace("gain(1)", "gain(2)"), encoding="utf-8")
    for words in (["simulate", "--resume", "own.sqlite"], [*SIMULATE, "--games", "4", "--out", "own.sqlite"]):
        assert main(words) == 1
        assert "have changed since the run began" in capsys.readouterr().err
    assert main([*SIMULATE, "--games", "4", "--bots", "greedy", "--out", "own.sqlite"]) == 2
    assert "bots random,random, not greedy,greedy" in capsys.readouterr().err


def test_a_record_is_found_by_its_name_wherever_it_is_asked_for(here: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = find_records_folder()
    folder.mkdir(parents=True)
    (here / "record.jsonl").rename(folder / "shop-evening.jsonl")
    for words in (["replay"], ["replay", "--check"], ["notes"], ["play", "--human", "none", "--plain", "--load"]):
        assert main([*words, "shop-evening.jsonl"]) == 0, words
    capsys.readouterr()


def test_what_may_not_be_read_is_wrong_usage(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    # whoever runs tests may read everything
    def refuse(place: Path) -> None:
        raise PermissionError(EACCES, "Permission denied", str(place))

    monkeypatch.setattr(Path, "is_file", refuse)
    assert main(["text", str(tmp_path)]) == 2
    assert "game.yaml cannot be used: Permission denied" in capsys.readouterr().err
