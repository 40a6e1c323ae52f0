"""What a workbook cannot say in cells is told, and never taken for an empty cell."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import openpyxl
import pytest

from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.main import main

Change = Callable[[Any, Any], object]


@pytest.fixture
def game(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    shutil.copytree(find_data_folder("examples") / "picnic", tmp_path / "picnic")
    return Path("picnic")


def taken(game: Path, change: Change) -> int:
    """Export the cards, change the workbook as a spreadsheet would, and import it."""
    assert main(["export", str(game), "--out", "cards.xlsx"]) == 0
    book = openpyxl.load_workbook("cards.xlsx")
    change(book, book.active)
    book.save("cards.xlsx")
    return main(["import", "cards.xlsx", str(game), "--dry-run"])


def column(sheet: Any, title: str) -> int:
    return next(int(cell.column) for cell in sheet[1] if cell.value == title)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        (lambda _, s: s.cell(2, column(s, "quantity"), "=1+1"), "row 2, column 4: the formula `=1+1` has no value yet"),
        (
            lambda _, s: s.cell(3, column(s, "name"), "#REF!"),
            "row 3, column 3: `#REF!` is the result of a wrong formula",
        ),
        (lambda _, s: s.merge_cells("D2:D3"), "the cells D2:D3 are one"),
        (lambda _, s: s.insert_rows(1), "the first row is empty, and not the names of the columns"),
        (lambda _, s: s.delete_rows(1, 99), "cards.xlsx is empty. Its first row names the columns"),
        (lambda _, s: (s.insert_cols(2), s.cell(3, 2, "hey")), "row 3: `hey` is in column 2, which has no heading"),
        (lambda _, s: s.cell(3, 20, "hey"), "row 3: `hey` is in column 20, which has no heading"),
    ],
)
def test_it_is_told(game: Path, change: Change, told: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert taken(game, change) == 1
    assert told in " ".join(capsys.readouterr().err.split())


@pytest.mark.parametrize(
    "change",
    [
        lambda book, _: book.create_sheet("Notes", 0).append(["not", "cards"]),
        lambda _, s: s.insert_cols(2),
        lambda _, s: s.cell(2, column(s, "quantity")).__setattr__("value", "14 "),
        lambda _, s: s.cell(2, column(s, "quantity")).__setattr__("value", 14.0),
        lambda _, s: s.cell(2, column(s, "quantity")).__setattr__("value", " 14.0"),
    ],
)
def test_it_makes_no_difference(game: Path, change: Change, capsys: pytest.CaptureFixture[str]) -> None:
    assert taken(game, change) == 0
    assert "0 would be changed, 0 would be new" in "".join(capsys.readouterr())


def test_a_day_is_written_as_a_day(game: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert taken(game, lambda _, s: s.cell(2, column(s, "name"), date(2020, 3, 4))) == 0
    assert "name: 2020-03-04," in "".join(capsys.readouterr())
