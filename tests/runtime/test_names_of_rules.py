"""What a rule calls by a name means what it would mean written out, in every variant, and is worked out once."""

from __future__ import annotations

import re
from pathlib import Path
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler, same_state

from cardwright import Game, load_game
from cardwright.native.engine import Engine

GAME = """game: named
players: 2
kinds: {card: {attributes: {rank: number}}}
zones:
  table:
    deck: {of: cards, see: nobody, ordered: yes}
    row: {of: cards, see: everyone}
  player:
    hand: {of: cards, see: owner}
memory:
  player: {points: number, ahead: player}
library: |
  step setup:
    move(top(deck, 3), to: row)
    for each p in players: move(top(deck, 2), to: p.hand)
  step play:
    repeat 8 times:
      for each p in players: p act
  rule final_score(player): player.points
  modify lead where player.points > 20: add 100
  rule seen(pile: cards): count(pile)
  modify seen where any(pile where rank > 5): add 10
RULES
  verb act:
    choose one:
      option "Draw" if any(deck): move(top(deck), to: row)
      option "Clear" if worth(you) > 20: move(row, to: deck)
      option "Gain":
        you.points += worth(you) + lead(you)
        you.ahead = foremost(you)
pieces:
"""
CARDS = "".join(f"  - {{id: card_{number}, rank: {number}}}\n" for number in range(1, 10))
NAMED = """
  rule worth(player) "what {player} is worth":
    let held = sum(player.hand.rank)
    let best = row with the highest rank
    let share = held / 2 rounded down
    0 if not any(best)
    share * share + held if share > 3
    held + the(best).rank * seen(best) + seen(row - best) otherwise
  rule lead(player):
    let rival = next(player)
    let more = player.points - rival.points
    more + more if more > 0 and rival is not nobody
    0 - more otherwise
  rule foremost(player) gives player:
    let leaders = players with the highest points
    let other = next(player).ahead
    other if count(other.hand) > 5
    the(first(leaders)) if count(leaders) < 2
    nobody otherwise
"""
WRITTEN_OUT = """
  rule worth(player) "what {player} is worth":
    0 if not any(row with the highest rank)
    (sum(player.hand.rank) / 2 rounded down) * (sum(player.hand.rank) / 2 rounded down) + sum(player.hand.rank) if (sum(player.hand.rank) / 2 rounded down) > 3
    sum(player.hand.rank) + the(row with the highest rank).rank * seen(row with the highest rank) + seen(row - (row with the highest rank)) otherwise
  rule lead(player):
    (player.points - next(player).points) + (player.points - next(player).points) if player.points - next(player).points > 0 and next(player) is not nobody
    0 - (player.points - next(player).points) otherwise
  rule foremost(player) gives player:
    next(player).ahead if count(next(player).ahead.hand) > 5
    the(first(players with the highest points)) if count(players with the highest points) < 2
    nobody otherwise
"""  # noqa: E501 - written out, a case is a long line


def game_of(folder: Path, rules: str) -> Game:
    folder.mkdir()
    (folder / "game.yaml").write_text(GAME.replace("RULES\n", rules.strip("\n") + "\n") + CARDS, encoding="utf-8")
    return load_game(folder)


@pytest.fixture
def named(tmp_path: Path) -> Game:
    return game_of(tmp_path / "named", NAMED)


def test_names_mean_what_is_written_out(named: Game, tmp_path: Path) -> None:
    written_out = game_of(tmp_path / "written_out", WRITTEN_OUT)
    for seed in range(6):
        chance = Random(seed)
        states = [game.new(2, seed, tracked) for game in (named, written_out) for tracked in (False, True)]
        while not states[0].finished:
            options = [[option.text for option in state.decision.options] for state in states if state.decision]
            assert options == [options[0]] * 4
            pick = chance.randrange(len(options[0]))
            for state in states:
                state.apply(pick)
            values = [[state.variant.rules["worth"](state.slots, 1), state.scores] for state in states]
            assert values == [values[0]] * 4
        assert [state.digest() for state in states[:2]] == [state.digest() for state in states[2:]]


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
def test_compiled_c_works_them_out_alike(named: Game) -> None:
    engine, state = Engine(named, 2, QUICK), named.new(2, 3, tracked=False)
    native, chance = engine.taken(state), Random(3)
    while not state.finished:
        pick = chance.randrange(state.option_count)
        state.apply(pick)
        native.answer(pick)
        same_state(engine, native, state)


def test_a_name_is_worked_out_once_and_only_where_it_is_needed(named: Game) -> None:
    number = [rule[0] for rule in named.program(2, "plain").tables.rules].index("worth")
    [body] = re.findall(rf"(?ms)^def r{number}\(.*?^$", str(named.program(2, "plain").tables.plain.source))
    assert body.count("sum(") == body.count("max(") == body.count("// 2") == 1
    assert body.index("max(") < body.index("return 0") < body.index("sum(")


def test_why_tells_them(named: Game) -> None:
    state = named.new(2, 5)
    lines = state.why("worth(P1)")
    assert lines[1].startswith("  by the case: ")
    told = [line.split()[1] for line in lines if line.startswith("  where ")]
    assert told == [word for word in ("held", "best", "share") if word in lines[1]]
    hidden = state.why("worth(P2)", 0)
    assert hidden[0].startswith("worth(P2) = ?")
    assert not any("where" in line for line in hidden)
