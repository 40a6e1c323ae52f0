"""A rule written out in place of its call works nothing out more often than the call would."""

from __future__ import annotations

from collections.abc import Callable
from operator import attrgetter
from pathlib import Path

import pytest

from cardwright import State, load_game

GAME = """game: once
players: 2
kinds:
  card: {attributes: {rank: number}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
  player:
    hand: {of: cards, see: owner}
    row: {of: cards, see: everyone, ordered: yes}
library: |
  step setup:
    for each p in players:
      move(top(deck, 8), to: p.hand)
      move(top(deck, 6), to: p.row)
  step play: nothing

  # What it is about: two cases, so that it is a function in both variants.
  rule dear(pile: cards) gives cards:
    [] if count(pile) is 0
    pile where rank > 6 otherwise
  rule best(pile: cards) gives number:
    0 if count(pile) is 0
    max(pile.rank) otherwise

  rule others(pile: cards, taken: cards) gives cards: pile where it not in taken
  rule like(pile: cards, number): pile where rank is number
  rule gaps(pile: cards, number) gives numbers: number - c.rank for each c in pile
  rule pairs(pile: cards, rest: cards) gives numbers: c.rank + d.rank for each c in pile for each d in rest
  rule beaten(pile: cards, number): any(pile where rank < number)
  rule twice(pile: cards, taken: cards) gives cards: others(others(pile, taken), dear(pile))
  rule capped(number): max(0, min(number, 9))
  rule deep(pile: cards, taken: cards): count(pile where rank is count(taken where it in pile))

  rule final_score(player): VALUE
pieces:
"""

VALUES = [
    "count(others(player.row, dear(player.row)))",
    "count(others(player.hand, dear(player.row)))",
    "sum(others(player.row, dear(player.row) + dear(player.hand)).rank)",
    "count(like(player.row, best(player.row)))",
    "sum(gaps(player.row, best(player.hand)))",
    "sum(pairs(player.row, dear(player.row)))",
    "count(players where beaten(row, best(it.hand)))",
    "count(players where beaten(it.row, best(it.row)))",
    "count(twice(player.row, dear(player.hand)))",
    "capped(best(player.row))",
    "max(best(player.row), best(player.hand) - 2)",
    "deep(player.row, dear(player.hand))",
]


def started(folder: Path, value: str, tracked: bool) -> State:
    cards = "".join(f"  - {{id: c{n}, kind: card, rank: {n % 13}}}\n" for n in range(30))
    (folder / "game.yaml").write_text(GAME.replace("VALUE", value) + cards, encoding="utf-8")
    return load_game(str(folder)).new(2, 1, tracked)


def asked(state: State) -> tuple[int, int]:
    """The score of the first player, and how often the two rules were asked for it."""
    names, count = attrgetter("__globals__")(state.variant.segments[0]), 0
    before = dict(names)

    def counted(rule: Callable[..., object]) -> Callable[..., object]:
        def ask(*args: object) -> object:
            nonlocal count
            count += 1
            return rule(*args)

        return ask

    words = [rule[0] for rule in state.program.tables.rules]
    about = [before["RULES"][words.index(word)] for word in ("dear", "best")]
    names.update({key: counted(found) for key, found in before.items() if any(found is rule for rule in about)})
    try:
        return names["final_score"](state.slots, 0), count
    finally:
        names.update(before)


@pytest.mark.parametrize("value", VALUES)
def test_a_rule_written_out_asks_no_more_than_one_that_is_called(value: str, tmp_path: Path) -> None:
    plain, tracked = asked(started(tmp_path, value, False)), asked(started(tmp_path, value, True))
    assert plain[0] == tracked[0]
    assert 1 <= plain[1] <= tracked[1]
