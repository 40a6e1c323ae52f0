"""Texts in which one variant of a program once did something else than the other, or kept something else in mind."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import load_game

GAME = """game: both
players: 2
kinds: {card: {attributes: {rank: number}}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    row: {of: cards, see: face}
  player:
    hand: {of: cards, see: owner}
memory:
  player: {points: number}
look: {rules: [worth]}
library: |
  step setup:
    for each p in players: move(top(deck, 3), to: p.hand)
  step play:
    repeat 6 times:
      for each p in players: p act
  rule final_score(player): player.points
  rule worth(player): count(player.hand where face_up(it)) + reckoned(player)
  rule reckoned(player): final_score(player) + 1
  modify reckoned where player.points > 3: add 1
  step idle: nothing
  verb act:
BODY
pieces:
"""
CARDS = "".join(f"  - {{id: card_{number}, rank: {number}}}\n" for number in range(12))

TEXTS = {
    "pieces turned up where faces do not count, and put where they lie": """
        turn_up(you.hand)
        move(you.hand, to: you.hand)
        you.points += count(you.hand where face_up(it))
        choose c from you.hand: move(c, to: row)""",
    "a pile turned up and put on itself": """
        turn_up(deck)
        move(deck, to: deck)
        choose n from [1, 2]: you.points += n""",
    "nothing left after a question in another text": """
        ask
        nothing""",
    "nothing left after a question in a step": """
        ask
        idle""",
    "cards that are only shown after a question": """
        ask
        reveal(top(deck))""",
    "a name nobody reads after a question": """
        ask
        let unread = you.points""",
}


@pytest.mark.parametrize("what", TEXTS)
def test_both_variants_play_and_tell_the_same(what: str, tmp_path: Path) -> None:
    body = "\n".join(line.removeprefix("    ") for line in TEXTS[what].strip("\n").splitlines())
    text = GAME.replace(
        "BODY", f"{body}\n  verb ask:\n    choose n from [1, 2]:\n      you.points += n\n      if n is 2: act"
    )
    (tmp_path / "game.yaml").write_text(text + CARDS, encoding="utf-8")
    game = load_game(tmp_path)
    plain, tracked = (game.new(2, 5, tracked) for tracked in (False, True))
    while not plain.finished:
        assert plain.digest() == tracked.digest()
        assert plain.open_view(0) == tracked.open_view(0)
        for state in (plain, tracked):
            state.apply(state.decisions % state.option_count)
    assert tracked.finished
    assert plain.digest() == tracked.digest()
