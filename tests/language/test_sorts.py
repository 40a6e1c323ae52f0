"""A deed that is done to things of several sorts: what rulebooks, cards and counts of what was tried say of it."""

from __future__ import annotations

from pathlib import Path

import pytest

import cardwright
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.cli.main import main
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

SKIRMISH = Path(__file__).parent / "skirmish"


def test_a_rulebook_says_it_once_for_all_sorts() -> None:
    told = "\n".join(render_lines(write_rulebook(cardwright.load_game(SKIRMISH)).sections, 1000))
    assert told.count("Hit a player or card (the victim) for X") == 1
    assert "if the victim is a player, subtract X from the victim's life" in told
    assert "This can be done only if the victim is a player or the victim's wounds are less than" in told
    assert "(card)" not in told.replace("player or card (the", "")


def test_cards_say_which_sort_they_watch_for() -> None:
    game = cardwright.load_game(SKIRMISH)
    told = {card.id: card.text for card in game.card_texts()}
    assert "After any player hits you, raise a shield." in told["medic"]
    assert "After a card in your field is hit" in told["berserk"]
    assert "No card can be hit." in told["peace"]
    assert "When this card is hit" in told["nettle"]


def test_each_place_of_its_text_is_counted_once_whatever_it_is_done_to(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["test", str(SKIRMISH.with_suffix(".yaml")), "--coverage"]) == 0
    told = capsys.readouterr().out
    missed = [int(line.split(":")[1]) for line in told.splitlines() if "never ran" in line]
    text = (SKIRMISH / "game.yaml").read_text(encoding="utf-8").splitlines()
    first = next(place for place, line in enumerate(text, 1) if line.startswith("  verb hit("))
    assert missed
    assert not set(range(first, first + 12)) & set(missed)
