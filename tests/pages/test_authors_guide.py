"""The authors' guide, followed literally: every file it writes, every command, every screen it shows.

Run with CARDWRIGHT_REWRITE=1 it writes into the page what the commands show now.
"""

import os
from pathlib import Path

import pytest
from tests.pages.page_steps import Follower, fits

from cardwright import check_paths, load_game
from cardwright_tools.cli.main import main

FOLDER = Path(__file__).resolve().parents[2] / "docs" / "authors-guide"
PAGES = ("README.md", "powers.md", "tests.md")  # in the order in which an author reads them
REWRITE = "CARDWRIGHT_REWRITE=1 python -m pytest tests/pages/test_authors_guide.py"


@pytest.mark.long
def test_the_guide_followed_word_for_word_shows_what_it_says_and_leaves_a_game_of_eight_powers(tmp_path: Path) -> None:
    followers = [Follower((FOLDER / name).read_text(encoding="utf-8"), tmp_path) for name in PAGES]
    for follower in followers:
        follower.follow()
    if os.environ.get("CARDWRIGHT_REWRITE") == "1":
        for name, follower in zip(PAGES, followers, strict=True):
            (FOLDER / name).write_text(follower.corrected(), encoding="utf-8")
        return
    for name, follower in zip(PAGES, followers, strict=True):
        for block, output in follower.shown:
            says = f"docs/authors-guide/{name}:{block.line} says\n{block.text}\nbut what is shown is\n{output}"
            raise AssertionError(f"{says}\nIf that is meant, write it into the page: {REWRITE}")
    assert check_paths([tmp_path / "gardens"])[0] == []
    assert main(["fmt", "--check", str(tmp_path / "gardens")]) == 0
    powers = [card.id for card in load_game(tmp_path / "gardens").card_texts() if card.text]
    assert len(powers) == 8
    commands = [line for follower in followers for line in follower.commands]
    for command in ("validate", "play", "text", "test", "simulate"):
        assert any(line.startswith(f"cardwright {command} ") for line in commands), command


def test_left_out_lines_stand_for_any_and_others_for_themselves() -> None:
    assert fits("a\nb", "a\nb")
    assert not fits("a\nb", "a\nc")
    assert fits("a\n...\nc", "a\nb\nb\nc")
    assert fits("...\nc", "c")
    assert not fits("a\n...\nc", "a\nc\nd")
    assert not fits("a\n...\nb\n...\nc", "a\nc")
