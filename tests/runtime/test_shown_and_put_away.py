"""Until when a card that was shown is held up: whether somebody is asked in between may depend on hidden cards."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.bots_side_by_side import same_worlds
from tests.native.differential import QUICK, no_compiler

from cardwright import load_game
from cardwright.native.engine import Engine

GAME = """game: held_up
players: 2
active: active
kinds: {card: {plural: cards, attributes: {rank: number}}}
zones:
  table: {deck: {of: cards, see: nobody, ordered: yes}, pit: {of: cards, see: nobody}}
  player: {hand: {of: cards, see: owner}}
memory: {table: {active: player}, player: {vow: {is: number, secret: yes}, points: number}}
library: |
  step setup:
    shuffle(deck)
    for each p in players: move(top(deck, 3), to: p.hand)
  step play: active display
  verb display "show a card":
    choose w from you.hand:
      show([w], to: opponents)
      trouble
      move([w], to: pit)
    choose one:
      option "Stop": finish
      option "End": finish
  verb trouble "be troubled":
    TROUBLE
  rule final_score(player): player.points
pieces:
  - {id: one, rank: 1, copies: 3}
  - {id: nine, rank: 9, copies: 3}
"""

# What another text comes to between the showing of a card and its move; what it asks hangs on hidden cards.
TROUBLES = {
    "a choice that may be declined": "you may choose c from you.hand where rank > 5: move([c], to: pit)",
    "a choice of one that is left": "choose c from you.hand where rank > 5: you.vow = c.rank",
    "several, none of them needed": "choose up to 2 cards from you.hand where rank > 5: you.vow = sum(cards.rank)",
    "a yes or no": """you may:
      require any(you.hand where rank > 5)
      you.vow = 1""",
    "one of some options": """choose one:
      option "High":
        require any(you.hand where rank > 5)
        you.vow = 1
      option "Low": you.vow = 2""",
    "a secret choice": """secretly for each p in players:
      p may choose c from p.hand where rank > 5: p.vow = c.rank""",
}


@pytest.mark.parametrize("trouble", TROUBLES.values(), ids=TROUBLES)
def test_what_is_known_of_a_shown_card_does_not_hang_on_who_was_asked(trouble: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(GAME.replace("TROUBLE", trouble), encoding="utf-8")
    game = load_game(str(tmp_path))
    known, asked = set(), set()
    for seed in range(12):
        state = game.new(2, seed, tracked=True)
        asker = state.player
        shown = state.slots[1][1][0]
        state.apply(0)
        times = 0
        while not state.finished and state.decision is not None and state.decision.options[-1].text != "End":
            times += 1
            state.apply(state.option_count - 1)
        asked.add(times)
        known.add(state.remembers(1 - asker, shown))
    assert known == {False}
    assert len(asked) > 1 or "secretly" in trouble


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_compiled_c_puts_away_as_python_does(tmp_path: Path) -> None:
    trouble = TROUBLES["a choice that may be declined"]
    (tmp_path / "game.yaml").write_text(GAME.replace("TROUBLE", trouble), encoding="utf-8")
    game = load_game(str(tmp_path))
    assert same_worlds(Engine(game, 2, QUICK), game, 2, 20, 0.9) > 1
