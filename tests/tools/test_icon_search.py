"""Icons are found by what they are called and by what they stand for."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright.declarations.icon_files import find_shipped_icons
from cardwright_tools.authoring.icon_search import MEANINGS, find_icons, read_meanings
from cardwright_tools.cli.main import main


@pytest.mark.parametrize(
    ("asked", "first"),
    [
        ("ghost", "ghost"),
        ("spectre", "ghost"),
        ("skull", "skull"),
        ("money", "coin"),
        ("coins", "coins"),
        ("haunted house", "house"),
        ("treasure map", "treasure-map"),
        ("Pirate_Flag", "pirate-flag"),
        ("vict", "medal"),
    ],
)
def test_an_icon_is_found(asked: str, first: str) -> None:
    found, nearest = find_icons(asked)
    assert first in found[:4]
    assert not nearest


def test_a_word_in_a_wrong_spelling_finds_the_nearest() -> None:
    found, nearest = find_icons("gohst")
    assert (found[0], nearest) == ("ghost", "ghost")
    assert find_icons("qqqqqqqqqqqq")[0] == []


def test_every_icon_has_a_meaning_and_every_meaning_an_icon() -> None:
    named = {icon for line in MEANINGS.read_text().splitlines()[1:] for icon in line.partition(": ")[2].split()}
    assert named - set(find_shipped_icons()) == set()
    assert [icon for icon, words in read_meanings().items() if not words] == []


def test_the_command_lists_draws_and_credits(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    page = tmp_path / "icons.html"
    assert main(["icons", "ghost", "--html", str(page)]) == 0
    assert capsys.readouterr().out.startswith("ghost\n")
    drawn = page.read_text()
    assert drawn.count("<svg") == drawn.count("<li>") > 3
    assert "CC BY 3.0" in drawn
    assert main(["icons", "qqqqqqqqqqqq"]) == 1
