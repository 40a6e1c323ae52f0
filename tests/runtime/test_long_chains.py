"""Definitions that lead from one to the next nearly as far as they may, some of them large, are compiled and played."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.language.same_programs import alike_tracked
from tests.native.differential import QUICK, no_compiler, play_both

from cardwright import load_game
from cardwright.checker.semantic_checks.definition_chain_length import MAX_CHAIN_LENGTH
from cardwright.native.engine import Engine

GAME = """\
game: chain
players: 2
kinds: {card: {}}
zones: {table: {deck: {of: cards, see: everyone, ordered: yes}}, player: {hand: {of: cards, see: everyone}}}
memory: {player: {points: number}}
library: |
  rule final_score(player): player.points
  step setup: nothing
  step play:
    repeat 2 times:
      for each p in players: p BEGIN
    finish
DEFINITIONS
pieces:
  - {id: card, copies: 4}
"""
LONG = MAX_CHAIN_LENGTH - 3
SUM = "{}"
for _ in range(40):
    SUM = f"({SUM} + 1)"


def chain(each: str, last: str, length: int = LONG) -> str:
    """Definitions of which each speaks of the next, the first one first."""
    return "\n".join([*(each.format(at=at, to=at + 1) for at in range(length)), last.format(at=length)])


ASKED = chain("rule r{at}: r{to} + 1", "rule r{at}: 1")
DEEP = chain("rule r{at}: " + SUM.replace("{}", "r{to}"), "rule r{at}: count(deck)")
DOUBLED = chain("rule r{at}: r{to} + r{to}", "rule r{at}: count(deck)", 15)
LISTS = chain("rule r{at} gives cards: r{to} + r{to}", "rule r{at} gives cards: deck", 11)
CHOSEN = chain("rule r{at}:\n  r{to} if count(deck) > {at}\n  {at} otherwise", "rule r{at}: 1")
DONE = chain("verb v{at}: v{to}", "verb v{at}: you.points += 1")
ASKING = chain("verb v{at}:\n  may:\n    v{to}\n  you.points += 1", "verb v{at}: you.points += 1", 12)
NEEDING = chain("verb v{at}:\n  require count(deck) > 0\n  v{to}", "verb v{at}: you.points += 1")
PICKING = chain("verb v{at}:\n  choose c from deck: v{to}", "verb v{at}:\n  choose n from [1, 2]: you.points += n", 8)
ROUND = chain("verb v{at}:\n  if you.points < 3: v{to}", "verb v{at}:\n  you.points += 1\n  v0")
VERBS_FIRST = chain("verb v{at}: v{to}", "verb v{at}: you.points += r0", 25)
MIXED = f"{VERBS_FIRST}\n{chain('rule r{at}: r{to} + 1', 'rule r{at}: 1', 20)}"
CHAINS = {
    "rules": ("points += r0", ASKED),
    "rules with deep values": ("points += r0", DEEP),
    "rules that ask twice": ("points += r0", DOUBLED),
    "rules with lists": ("points += count(r0)", LISTS),
    "rules with cases": ("points += r0", CHOSEN),
    "verbs": ("v0", DONE),
    "verbs that ask": ("v0", ASKING),
    "verbs that need something": ("v0", NEEDING),
    "verbs in choices": ("v0", PICKING),
    "verbs in a circle": ("v0", ROUND),
    "verbs and rules": ("v0", MIXED),
}


@pytest.mark.one_of
@pytest.mark.parametrize("what", CHAINS)
def test_a_long_chain_is_played(tmp_path: Path, what: str) -> None:
    begin, definitions = CHAINS[what]
    if begin.startswith("points"):
        begin, definitions = "score", f"verb score: you.{begin}\n{definitions}"
    indented = "\n".join(f"  {line}" for line in definitions.splitlines())
    text = GAME.replace("BEGIN", begin).replace("DEFINITIONS", indented)
    (tmp_path / "game.yaml").write_text(text, encoding="utf-8")
    game = load_game(tmp_path)
    alike_tracked(game, 2, range(2))
    state = game.new(2, 1)
    while not state.finished:
        state.apply(0)
    assert state.why("final_score(P1)")
    if not no_compiler():
        engine = Engine(game, 2, QUICK)
        assert play_both(engine, game, 1, 1).states
