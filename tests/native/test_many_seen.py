"""What is seen in many games at once in C is, number by number, what Python sees; and it tells nothing hidden."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import pytest
from tests.native.differential import QUICK, games, no_compiler

import cardwright
from cardwright.adapters.action_numbers import compute_returns
from cardwright.adapters.observation_tensor import Encoder
from cardwright.native.c_compiler import NotNative
from cardwright.native.engine import Engine

np: Any = pytest.importorskip("numpy", reason="NumPy is not installed (pip install 'cardwright[gym]')")
pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
COUNT, DECISIONS = 3, 50


@pytest.fixture(scope="module", params=games())
def engine(request: pytest.FixtureRequest) -> tuple[cardwright.Game, Engine]:
    game = cardwright.load_game(request.param)
    return game, Engine(game, game.max_players, QUICK)  # which other tests compile, too


def told(encoder: Encoder, one: Any, other: Any) -> str:
    """The fields that are not the same."""
    return ", ".join(
        f"{each.name} {one[each.start : each.start + each.size]} / {other[each.start : each.start + each.size]}"
        for each in encoder.fields
        if (one[each.start : each.start + each.size] != other[each.start : each.start + each.size]).any()
    )


@pytest.mark.long
def test_tensors_and_masks_are_those_of_python(engine: tuple[cardwright.Game, Engine]) -> None:
    from cardwright.adapters.vector_env import ManyGames

    game, native = engine
    many, chance = ManyGames(game, COUNT, engine=native, seen=True), random.Random(4)
    many.begin(range(COUNT))
    alone = [game.new(many.players, seed) for seed in range(COUNT)]
    for _ in range(DECISIONS):
        actions = np.zeros(COUNT, np.int64)
        for place, state in enumerate(alone):
            assert many.player[place] == state.player
            if state.decision is None:
                assert not many.observations[place].any()
                assert not many.masks[place].any()
                continue
            seen = np.asarray(many.encoder.encode(state, state.player), np.float32)
            assert not (different := told(many.encoder, many.observations[place], seen)), different
            numbers = many.actions.of(state.decision.options)
            assert np.flatnonzero(many.masks[place]).tolist() == sorted(numbers)
            option = chance.randrange(state.option_count)
            actions[place] = numbers[option]
            state.apply(option)
        many.act(actions)


@pytest.mark.one_of
def test_worlds_that_a_player_cannot_tell_apart_look_the_same(engine: tuple[cardwright.Game, Engine]) -> None:
    """What lies hidden is dealt anew; if all were known that is hidden, the same comparison would tell."""
    from cardwright.adapters.vector_env import ManyGames

    game, native = engine
    many, worlds = (ManyGames(game, COUNT, engine=native, seen=True) for _ in range(2))
    mind, chance = native.mind(), np.random.default_rng(2)
    many.begin(range(COUNT))
    worlds.begin(range(COUNT))
    leaks = 0
    everything = [(1 << 64 * native.library.words) - 1] * many.players
    for number in range(DECISIONS):
        asked = np.flatnonzero(many.player >= 0)
        for place in asked.tolist():
            worlds._games[place].copy(mind.deal(many._games[place], number))
        worlds._write_observations()
        for place in asked.tolist():
            different = told(many.encoder, many.observations[place], worlds.observations[place])
            assert not different, different
            assert (many.masks[place] == worlds.masks[place]).all()
        if number % 10 == 0:
            known = [each.known for each in many._games]
            for each in (*many._games, *worlds._games):
                each.known = everything
            many._write_observations()
            worlds._write_observations()
            leaks += int((many.observations != worlds.observations).any())
            for each, before in zip(many._games, known, strict=True):
                each.known = before
            many._write_observations()
        many.step(chance.integers(np.maximum(many.options, 1)))
    assert leaks


@pytest.fixture(scope="module")
def leduc() -> tuple[cardwright.Game, Engine]:
    game = cardwright.load_game("leduc_poker")
    return game, Engine(game, 2, QUICK)


def test_what_goes_on_begins_anew_and_tells_what_was_won(leduc: tuple[cardwright.Game, Engine]) -> None:
    from cardwright.adapters.vector_env import ManyGames

    game, native = leduc
    many, chance = ManyGames(game, COUNT, engine=native, seen=True, endless=True), random.Random(1)
    many.begin(range(COUNT))
    alone = [game.new(2, seed) for seed in range(COUNT)]
    ended = 0
    for _ in range(40):
        actions = np.array([chance.choice(np.flatnonzero(mask)) for mask in many.masks])
        for place, state in enumerate(alone):
            assert state.decision is not None
            state.apply(many.actions.of(state.decision.options).index(actions[place]))
        many.act(actions)
        for place, state in enumerate(alone):
            gained = compute_returns(state, many.returns) if state.finished else [0.0, 0.0]
            assert (bool(many.over[place]), many.rewards[place].tolist()) == (state.finished, pytest.approx(gained))
            if state.finished:
                ended += 1
                alone[place] = state = game.new(2, many.seeds[place])
            seen = np.asarray(many.encoder.encode(state, state.player), np.float32)
            assert (many.observations[place] == seen).all()
    assert many.seeds[0] > COUNT
    assert ended > COUNT


def test_an_action_that_cannot_be_taken_is_told_and_moves_nothing(leduc: tuple[cardwright.Game, Engine]) -> None:
    from cardwright.adapters.vector_env import ManyGames

    game, native = leduc
    many = ManyGames(game, COUNT, engine=native, seen=True)
    many.begin(range(COUNT))
    before = [each.read_state() for each in many._games]
    for wrong in (-1, many.actions.size, many.actions.keys.index("fold")):
        actions = many.masks.argmax(1)
        actions[1] = wrong
        with pytest.raises(ValueError, match="game 1: action"):
            many.act(actions)
    assert before == [each.read_state() for each in many._games]
    with pytest.raises(ValueError, match="seen"):
        ManyGames(game, COUNT, engine=native).act(np.zeros(COUNT, np.int64))


HIDING = """game: hiding
players: 2
kinds: {card: {attributes: {rank: number}}}
zones:
  table: {deck: {of: cards, ordered: yes, see: nobody}}
  player: {hand: {of: cards, see: owner}}
library: |
  step setup:
    for each p in players: move(top(deck, 2), to: p.hand)
  step play:
    for each p in players:
      p choose one:
        option "Stay": nothing
        option "Draw": move(top(deck, 1), to: p.hand)
  rule final_score(player): sum(player.hand.rank)
pieces: [{each: {rank: 1 to 8}, id: "card_{rank}"}]
"""


@pytest.mark.long
def test_what_c_cannot_tell_is_refused_before_anything_is_played(tmp_path: Path) -> None:
    from cardwright.adapters.vector_env import ManyGames

    (tmp_path / "game.yaml").write_text(HIDING, encoding="utf-8")
    game = cardwright.load_game(tmp_path)
    native = Engine(game, 2, QUICK)
    ManyGames(game, 1, engine=native)
    with pytest.raises(NotNative, match="not every player can compute `final_score`"):
        ManyGames(game, 1, engine=native, seen=True)
