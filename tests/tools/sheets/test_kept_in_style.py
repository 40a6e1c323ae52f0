"""Cards that come and go leave a file in the style it had, with every remark at the card that it stood with."""

from __future__ import annotations

from itertools import combinations
from pathlib import Path

import pytest

from cardwright.formatting.files import format_own_file
from cardwright.source.packaged_data import find_data_folder
from cardwright_tools.cli.main import main
from cardwright_tools.commands.authoring.new import build_scaffold
from cardwright_tools.sheets.edit_card_files import CardFile

FILES = sorted([*find_data_folder("cards").rglob("*.yaml"), *find_data_folder("examples").glob("*/cards/*/*.yaml")])
NEW = [("id", "brand_new"), ("name", "Brand New")]
REMARKED = """\
game: x
set: base

cards:
  - id: one
    # of one

  # of two
  - id: two
    note: |
      one

      # inside
    # below two

  - id: three
    # It can also have a name.
"""


def test_the_files_are_in_style() -> None:
    assert format_own_file(Path("remarked.yaml"), REMARKED) == REMARKED
    assert len(FILES) > 10


@pytest.mark.one_of(9)
@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_a_card_is_added_below_all_there_is(path: Path) -> None:
    file = CardFile.read(path)
    file.append(NEW)
    file.append(NEW)
    assert file.text.startswith(path.read_text().rstrip("\n"))
    assert format_own_file(path, file.text) == file.text


@pytest.mark.one_of(9)
@pytest.mark.parametrize("path", FILES, ids=lambda path: "/".join(path.parts[-3:]))
def test_cards_are_taken_out_of_their_place(path: Path) -> None:
    ids = list(CardFile.read(path).cards)
    for gone in (ids[:1], ids[:2], ids[1:2], ids[-1:], ids[-2:], ids[::2]):
        file = CardFile.read(path)
        if len(gone) == len(ids):
            continue
        for card in gone:
            file.remove(card)
        assert format_own_file(path, file.text) == file.text, gone


def test_remarks_stay_with_their_cards(tmp_path: Path) -> None:
    path = tmp_path / "cards.yaml"
    path.write_text(REMARKED)
    own = {"one": ["# of one"], "two": ["# inside", "# below two"], "three": ["# It can also have a name."]}
    for count in range(3):
        for gone in combinations(own, count):
            file = CardFile.read(path)
            for card in gone:
                file.remove(card)
            file.append(NEW)
            assert [remark for card in own for remark in own[card] if remark in file.text] == [
                remark for card in own if card not in gone for remark in own[card]
            ]
            assert file.text.endswith("\n\n  - id: brand_new\n    name: Brand New\n")
            assert format_own_file(path, file.text) == file.text


def test_a_sheet_leaves_a_new_game_in_style(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    for name, text in build_scaffold("mine").items():
        place = tmp_path / "mine" / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text(text)
    assert main(["new", "card", "mine", "pear"]) == 0
    assert main(["export", "mine", "--out", "mine.csv"]) == 0
    lines = [line for line in Path("mine.csv").read_text().splitlines() if not line.startswith("base,melon")]
    Path("mine.csv").write_text("\n".join([*lines, "base,kiwi,Kiwi,2,fruit,1,1,"]) + "\n")
    assert main(["import", "mine.csv", "mine", "--delete"]) == 0
    assert main(["fmt", "--check", "mine"]) == 0
