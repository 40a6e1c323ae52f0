"""Of who is out of the game a rulebook tells."""

from __future__ import annotations

from pathlib import Path

import cardwright
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

KNOCKOUT = Path(__file__).parent / "knockout"


def test_a_rulebook_says_who_is_meant() -> None:
    told = "\n".join(render_lines(write_rulebook(cardwright.load_game(KNOCKOUT)).sections, 1000))
    assert "the sum of each player's coins." in told
    assert "the sum of the coins of each player in or out of the game." in told
    assert "Whoever is fallen is out of the game: players and opponents are only those who are left" in told
