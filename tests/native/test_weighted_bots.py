"""Bots that value positions by weights given as data choose the same in Python and in compiled C."""

from __future__ import annotations

from dataclasses import replace
from random import Random

import pytest
from tests.native.differential import QUICK, no_compiler

from cardwright import Game, load_game
from cardwright.bots.factory import Bot
from cardwright.bots.greedy import GreedyBot
from cardwright.bots.mcts import MctsBot
from cardwright.bots.native_bots import convert_bot
from cardwright.bots.training_games import RecordedGame, Recording, record
from cardwright.bots.valuation import WeightedValuation, list_valuations
from cardwright.native.engine import Engine
from cardwright.runtime.primitives.exact_numbers import as_figure

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
GAMES = ["bush_pilots", "examples/moth_night", "cargo_hold"]


@pytest.fixture(scope="module", params=GAMES)
def engine(request: pytest.FixtureRequest) -> tuple[Game, Engine]:
    # as test_native_bots.py compiles them, so that it is done once
    game = load_game(request.param)
    return game, Engine(game, game.max_players, QUICK)


def by_chance(rules: list[str], seed: int) -> WeightedValuation:
    """A valuation of all rules, some of which change with a progress that moves."""
    chance = Random(seed)
    terms = tuple((rule, chance.randrange(-900, 1000), chance.choice([0, chance.randrange(-9, 10)])) for rule in rules)
    return WeightedValuation(terms, tuple((rule, chance.randrange(-500, 2000)) for rule in rules[:2]), 20_000)


def in_c(engine: Engine, bots: list[Bot], seed: int, recording: Recording) -> RecordedGame:
    """The recorded game that C plays."""
    mind, numbers = engine.mind(), list_valuations(engine.program)
    for player, bot in enumerate(bots):
        mind.seat(player, convert_bot(bot, engine.program), seed + player)
    rules = [numbers.index(rule) + 1 for rule in recording.rules]
    setting = (recording.most, recording.opening, recording.dare, seed, rules, recording.room)
    decisions, options, scores, winners, when, row = mind.record(engine.begun(seed), *setting)
    flat, players, width = iter(row), len(bots), len(rules)
    positions = tuple(tuple(tuple(next(flat) for _ in range(width)) for _ in range(players)) for _ in when)
    return RecordedGame(decisions, options, tuple(map(as_figure, scores)), tuple(winners), tuple(when), positions)


@pytest.mark.long
def test_searches_by_a_prior_and_to_a_settled_score_play_the_same_games(engine: tuple[Game, Engine]) -> None:
    """`settling:` and `priors:` of a valuation, and a search in a game whose bots know the score alone."""
    game, native = engine
    players, rules = native.library.players, list_valuations(native.program)
    recording = Recording((), room=0, most=9, opening=6)
    chosen = []
    for seed in range(2):
        one = by_chance(rules, seed)
        changed = [replace(one, prior=900), replace(one, settling=True), replace(one, settling=True, prior=50), one]
        # each with the same seed, so that a difference is one of the setting
        bots: list[list[Bot]] = [
            [MctsBot(seed + p, 4, "turn", 2, each) if seed else GreedyBot(seed + p, each) for p in range(players)]
            for each in changed
        ]
        played = []
        for each in bots:
            state = game.new(players, seed, tracked=False)
            played.append(record(state, each, seed, recording))
            assert in_c(native, each, seed, recording) == played[-1]
            chosen.append(state.answers)
    assert len(set(map(tuple, chosen))) > 1


@pytest.mark.long
def test_weighted_bots_play_the_same_games(engine: tuple[Game, Engine]) -> None:
    game, native = engine
    players, rules = native.library.players, list_valuations(native.program)
    recording = Recording(tuple(rules), room=3, most=60, dare=200, opening=4)
    for seed in range(3):
        made: list[Bot] = [GreedyBot(seed + player, by_chance(rules, seed + player)) for player in range(players)]
        made[0] = MctsBot(seed, 3, "quick", 2, by_chance(rules, seed))
        state = game.new(players, seed, tracked=False)
        expected = record(state, made, seed, recording)
        assert in_c(native, made, seed, recording) == expected
        assert len(expected.positions) == 3


def test_progress_moves_weights_within_its_bounds() -> None:
    rules = {"done": lambda slots, player: slots[player], "points": lambda slots, player: 10}
    valuation = WeightedValuation((("points", 5, 2),), (("done", 3_000),), 10_500)
    # 10.5 + 3 a point, rounded down, from 0 to 100
    values = [valuation.value(rules, [done], 0) for done in (-9, -3, 0, 1, 29, 30, 999)]
    assert values == [10 * (5 + 2 * progress) for progress in (0, 1, 10, 13, 97, 100, 100)]


def test_a_rule_that_is_none_of_the_game_is_refused() -> None:
    game = load_game("cargo_hold")
    with pytest.raises(ValueError, match=r"no rule `final_scores`.*did you mean `final_score`"):
        convert_bot(GreedyBot(0, WeightedValuation((("final_scores", 1, 0),))), game.program(2))
