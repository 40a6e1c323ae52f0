"""Names of cards and folders that some system takes for something else, where tools make paths of them."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest
from tests.every_command import CARDS, ROOT

import cardwright_tools
from cardwright_tools.cli.main import main
from cardwright_tools.cli.output_paths import find_name_error
from cardwright_tools.commands.laboratory.ablate import make_file_names
from cardwright_tools.session.record_folder import list_records


@pytest.mark.parametrize("folder", ["[ab]", "*", "a?b", "[!x]"])
def test_records_are_found_whatever_their_folder_and_game_are_called(
    folder: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / folder))
    place = tmp_path / folder / "cardwright" / "games"
    place.mkdir(parents=True)
    for name in ("shop-20260101-000000.jsonl", "[st]hop-20260102-000000.jsonl", "shop-x.txt", "shopper-1.jsonl"):
        (place / name).touch()
    assert [path.name for path in list_records("shop")] == ["shop-20260101-000000.jsonl"]
    assert [path.name for path in list_records("[st]hop")] == ["[st]hop-20260102-000000.jsonl"]
    assert list_records("*") == []


def test_no_pattern_is_made_of_a_name() -> None:
    """Patterns for files are written in the code: a name that somebody gives could contain one."""
    found = set()
    for path in Path(cardwright_tools.__file__).parent.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and getattr(node.func, "attr", "") in ("glob", "rglob", "match"):
                found |= {path.name for argument in node.args if isinstance(argument, ast.JoinedStr)}
    assert found == set()


def test_files_of_cards_have_names_that_every_system_takes(tmp_path: Path) -> None:
    cards = ["con", "whole", "lamp", "Lamp", "aux", "LAMP", "lamp_"]
    names = make_file_names(cards, tmp_path, ["whole"])
    assert names["con"] != "con"
    assert names["whole"] != "whole"
    assert names["lamp"] == "lamp"
    assert len({name.casefold() for name in names.values()}) == len(cards)
    assert not [name for name in names.values() if find_name_error(f"{name}.sqlite", tmp_path)]


def test_a_card_called_like_a_device_is_ablated(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for path, text in (
        ("games/shop/game.yaml", (ROOT / "tests/diagnostics/shop.yaml").read_text(encoding="utf-8")),
        ("games/shop/cards/base/cards.yaml", CARDS.replace("id: fan", "id: con")),
    ):
        Path(path).parent.mkdir(parents=True)
        Path(path).write_text(text, encoding="utf-8")
    words = ["ablate", "games/shop", "--games", "2", "--players", "2", "--jobs", "1", "--out", "kept"]
    assert main(words) == 0
    assert main(words) == 0
    assert sorted(path.name for path in Path("kept").iterdir()) == ["con_.sqlite", "kettle.sqlite", "whole.sqlite"]
