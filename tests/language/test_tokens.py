"""What is said of tokens, in a log and in a rulebook."""

from __future__ import annotations

import re
from pathlib import Path

import cardwright
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright_tools.printing.rulebook_text_and_markdown import render_lines

TOKENS = Path(__file__).parent / "tokens"


def test_that_a_pool_is_empty_is_said() -> None:
    state = cardwright.load_game(TOKENS).new(2, 1)
    for _ in range(2):
        asked = state.decision
        assert asked is not None
        state.apply(next(option.index for option in asked.options if option.text == "Call a golem"))
    told = "\n".join(map(str, state.log))
    assert "there is no Golem left" in told


def test_a_rulebook_tells_of_tokens() -> None:
    told = "\n".join(render_lines(write_rulebook(cardwright.load_game(TOKENS)).sections, 1000))
    assert "Sprite is a token: each lies in the box until it is created" in told
    assert "Create one Sprite in your field." in told
    assert "Gain 1 mana for the new card." in told


def test_a_game_without_tokens_may_call_a_verb_create(tmp_path: Path) -> None:
    text = (TOKENS.parent / "slates" / "game.yaml").read_text(encoding="utf-8")
    (tmp_path / "slates").mkdir()
    changed = re.sub(r"\bwrite\b", "create", text)
    assert changed != text
    (tmp_path / "slates" / "game.yaml").write_text(changed, encoding="utf-8")
    cardwright.load_game(tmp_path / "slates")
