"""Zones that are collected are one list of pieces, except where their items are taken for zones."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, same_state

from cardwright import Game, load_game
from cardwright.native.engine import Engine

GAME = """\
game: zones
players: 2
kinds: {card: {attributes: {rank: {is: number, default: 1}}}}
zones:
  table: {stock: {of: cards}, row: {of: cards, ordered: yes}}
  player: {hand: {of: cards, see: everyone}}
memory: {player: {done: number}}
library: |
  rule final_score(player): player.done
  rule hands gives cards: p.hand for each p in players
  rule places gives zones: (p.hand for each p in players) + [row]
  rule untold: p.hand for each p in players
  step setup:
    move(first(stock, 3), to: the(first(players)).hand)
    move(first(stock, 2), to: row)
  step play:
    for each p in players: p act
    finish
  verb look(zone) "look": you.done += count(zone) * 10
  verb act:
    choose one:
OPTIONS
pieces:
  - {id: card, copies: 7}
"""
# Three cards in the first hand, none in the second, two in the row, two in the stock.
FORMS = {
    "you.done = count(p.hand for each p in players)": 3,
    "if any(p.hand for each p in players where count(p.hand) is 0): you.done = 1": 0,
    "if any(p.hand for each p in players): you.done = 1": 1,
    "for each c in (p.hand for each p in players): you.done += 1": 3,
    "for each z in (p.hand for each p in players): you.done += count(z) + 1": 5,
    "for each z in (p.hand for each p in players) where count(it) > 2: you.done += 1": 1,
    "for each z in (p.hand for each p in players): you look(z)": 30,
    "let all_of = p.hand for each p in players\n        you.done = count(all_of)": 3,
    "you.done = count(hands)": 3,
    "you.done = count(places)": 3,
    "you.done = count(untold)": 2,
    "for each z in untold: you.done += count(z)": 3,
    "for each z in [stock, row]: you.done += count(z) + 1": 6,
    "you.done = count([stock, row])": 4,
    "you.done = count([(stock where rank is 1), row, (first(row))])": 4,
    "you.done = sum((p.hand for each p in players).rank)": 3,
    "you.done = count((p.hand for each p in players) + row)": 5,
    "you.done = count(first(p.hand for each p in players, 2))": 2,
    "if the(first(players)).hand in (p.hand for each p in players): you.done = 1": 1,
    "if first(row) is first(row): you.done = 1": 1,
    "if (p.hand for each p in players) is the(first(players)).hand: you.done = 1": 1,
    "choose cs from (p.hand for each p in players): you.done = count([cs])": 1,
    "choose z from (p.hand for each p in players) where count(it) > 0: you.done = count(z)": 3,
    "choose 2 cs from (p.hand for each p in players): you.done = count(cs)": 2,
}  # fmt: skip


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Game:
    folder: Path = tmp_path_factory.mktemp("zones")
    options = (f'      option "form {n}":\n        {form}' for n, form in enumerate(FORMS))
    (folder / "game.yaml").write_text(GAME.replace("OPTIONS", "\n".join(options)), encoding="utf-8")
    return load_game(folder)


@pytest.mark.parametrize("tracked", [False, True])
@pytest.mark.parametrize("form", FORMS)
def test_pieces_or_zones(game: Game, form: str, tracked: bool) -> None:
    state = game.new(2, 1, tracked=tracked)
    native = None if tracked or no_compiler() else engine_of(game).begun(1)
    asked = state.player
    answer = list(FORMS).index(form)
    while state.player == asked and not state.finished:
        state.apply(answer)
        if native is not None:
            native.answer(answer)
        answer = 0
    assert state.scores[asked] == FORMS[form]
    if native is not None:
        same_state(engine_of(game), native, state)


_ENGINES: dict[int, Engine] = {}


def engine_of(game: Game) -> Engine:
    """The game in C, compiled once."""
    if id(game) not in _ENGINES:
        _ENGINES[id(game)] = Engine(game, 2, QUICK)
    return _ENGINES[id(game)]
