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


# What a hidden card's ability can decide without anybody's noticing it.
UNNOTICED = {
    "several": "choose up to 2 cards from you.hand: you.vow = sum(cards.rank)",
    "one, then another": """choose a from you.hand:
          choose b from you.hand: you.vow = a.rank - b.rank""",
    "a yes or no": "you may: you.vow = 3",
    "one of some options": """choose one:
          option "High": you.vow = 1
          option "Low": you.vow = 2""",
    "a step without a phrase": "ponder(you)",
    "a verb that is impossible": "you brag",
    "a secret choice": """secretly for each p in players:
          p may choose c from p.hand where rank > 5: p.vow = c.rank""",
}
REACTING = (
    GAME.replace("kinds:", "powers_work_in: [hand]\nkinds:")
    .replace("      trouble\n", "      are_troubled\n")
    .replace(
        """verb trouble "be troubled":
    TROUBLE""",
        """verb are_troubled "be troubled": you.points += 1
  step ponder(p: player):
    p choose up to 2 cards from p.hand: p.vow = sum(cards.rank)
  verb brag "brag":
    choose c from you.hand where rank > 99: you.points = 1""",
    )
)
POWER = """  - id: nine
    rank: 9
    copies: 3
    power: |
      after you are_troubled:
        POWER
"""


def _react(power: str) -> str:
    return REACTING.replace("  - {id: nine, rank: 9, copies: 3}\n", POWER.replace("POWER", power))


@pytest.mark.parametrize("power", UNNOTICED.values(), ids=UNNOTICED)
def test_what_a_hidden_card_decides_puts_nothing_away_until_it_is_noticed(power: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(_react(power), encoding="utf-8")
    game = load_game(str(tmp_path))
    known, held, asked = set(), {1}, set()
    for seed in range(8):
        for pick in (0, -1):
            state = game.new(2, seed, tracked=True)
            asker = state.player
            shown = state.slots[1][1][0]
            state.apply(0)
            times = 0
            while not state.finished and state.decision is not None and state.decision.options[-1].text != "End":
                times += 1
                held.add(state.held_up_to(1 - asker) >> shown & 1)
                state.apply(pick % state.option_count)
            asked.add(times)
            known.add(state.remembers(1 - asker, shown))
    assert known == {True}
    assert held == {1}
    assert len(asked) > 1 or "brag" in power


@pytest.mark.parametrize("first", [0, -1], ids=["something", "nothing"])
def test_what_a_hidden_card_decides_puts_away_when_it_moves_something(first: int, tmp_path: Path) -> None:
    power = "choose up to 2 cards from you.hand: move(cards, to: pit)"
    (tmp_path / "game.yaml").write_text(_react(power), encoding="utf-8")
    game = load_game(str(tmp_path))
    known = set()
    for seed in range(8):
        state = game.new(2, seed, tracked=True)
        asker = state.player
        shown = state.slots[1][1][0]
        state.apply(0)
        picks = 0
        while not state.finished and state.decision is not None and state.decision.options[-1].text != "End":
            # the last option is to be done; the shown card is the first in the hand
            state.apply(state.option_count - 1 if picks or first else min(1, state.option_count - 1))
            picks += 1
        if picks:
            known.add(state.remembers(1 - asker, shown))
    assert known == {bool(first)}


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_compiled_c_notices_hidden_cards_as_python_does(tmp_path: Path) -> None:
    power = """choose a from you.hand:
          choose up to 2 cards from you.hand:
            ponder(you)
            if any(cards): move([a], to: pit)"""
    (tmp_path / "game.yaml").write_text(_react(power), encoding="utf-8")
    game = load_game(str(tmp_path))
    assert same_worlds(Engine(game, 2, QUICK), game, 2, 20, 0.9) > 1


# Texts in which a hidden card's ability picks from an ordered hand, and then moves the card only if its rank is 9.
PICKS = {
    "one": """choose c from you.hand:
          if c.rank > 5:
            move([c], to: pit)""",
    "of options": """choose one:
          option "Wait": you.vow = 1
          option for each c in you.hand:
            if c.rank > 5:
              move([c], to: pit)""",
    "several": """choose 2 cards from you.hand:
          for each c in cards where rank > 5: move([c], to: pit)""",
    "from another's argument": """choose c from you.hand:
          if c.rank > 5:
            lay_down(c)""",
}


def _order_hands(power: str) -> str:
    text = _react(power).replace("see: owner}", "see: owner, ordered: yes}")
    text = text.replace("show([w], to: opponents)", "show(you.hand, to: opponents)")
    text = text.replace("      move([w], to: pit)\n", "")
    return text.replace("  rule final_score", "  step lay_down(c: card): move([c], to: pit)\n  rule final_score")


@pytest.mark.parametrize("power", PICKS.values(), ids=PICKS)
def test_the_order_of_a_hand_is_forgotten_when_the_pick_of_a_hidden_card_is_noticed(power: str, tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(_order_hands(power), encoding="utf-8")
    game = load_game(str(tmp_path))
    seen = set()
    for seed in range(8):
        for pick in range(3):
            state = game.new(2, seed, tracked=True)
            asker, hand = state.player, state.slots[1][1]
            state.apply(0)
            while not state.finished and state.decision is not None and state.decision.options[-1].text != "End":
                state.apply(pick % state.option_count)
            moved = len(state.slots[state.program.tables.zones_from + 2 + asker]) < 3
            seen.add((moved, sum(state.remembers(1 - asker, card) for card in hand)))
    assert seen == {(False, 3), (True, 0)}


@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_compiled_c_forgets_orders_as_python_does(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(_order_hands(PICKS["several"]), encoding="utf-8")
    game = load_game(str(tmp_path))
    assert same_worlds(Engine(game, 2, QUICK), game, 2, 20, 0.9) > 1
