"""Bots as they are written and as they play: bad kinds are refused, levels differ, looking ahead finds things."""

from __future__ import annotations

import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import Any

import pytest
from tests.bots.thinking_on import HOURS, ends

from cardwright import load_game
from cardwright.bots import make_bot
from cardwright.bots.lookahead import Lookahead
from cardwright.bots.mcts import MctsBot, find_idle_option, identify_options
from cardwright.bots.search_tree import SearchNode, TriedOption
from cardwright.bots.valuation import compute_margin, value_by_rule
from cardwright.query.determinization import Unseen
from cardwright_tools.cli.main import main


@pytest.mark.parametrize(
    ("spec", "told"),
    [
        ("mcts:0", "from 1 to 1,000,000"),
        ("mcts:x", "`x` is not"),
        ("mcts:", "`` is not"),
        ("mcts:5.5", "`5.5` is not"),
        ("mcts:٣", "`٣` is not"),
        ("mcts:" + "9" * 5000, "is not"),
        ("mcts:5:6", "no setting `6`"),
        ("mcts:5:rollout=slow", "there are quick, greedy, random, none"),
        ("mcts:depth=-1", "from 0 to"),
        ("greedy:3", "no setting `3`"),
        ("random:", "has no settings"),
        ("mct:5", "did you mean `mcts`?"),
        ("gredy", "did you mean `greedy`?"),
        ("", "the kinds are random, greedy, mcts"),
    ],
)
def test_a_badly_written_bot_is_refused_with_the_reason(spec: str, told: str) -> None:
    with pytest.raises(ValueError, match=re.escape(told)):
        make_bot(spec, 0)


def test_settings_of_a_search_are_read_in_any_order() -> None:
    bot = make_bot("mcts:7:depth=3:rollout=none", 0)
    assert isinstance(bot, MctsBot)
    assert (bot.simulations, bot.depth, bot.rollout) == (7, 3, "none")
    short = make_bot("mcts:depth=2", 0)
    assert isinstance(short, MctsBot)
    assert (short.depth, short.rollout) == (2, "")


def test_a_bot_values_positions_by_the_rule_it_is_given() -> None:
    state = load_game("cargo_hold").new(2, 3, tracked=False)
    for kind in ("greedy", "mcts:8"):
        own = [make_bot(f"{kind}:valuation=prospects", seed).choose(state) for seed in range(4)]
        assert own == [make_bot(kind, seed).choose(state) for seed in range(4)]
    other = value_by_rule(state, "final_score")
    assert other.valuations == other.clone().valuations == state.scores != state.valuations
    with pytest.raises(ValueError, match="did you mean `prospects`"):
        make_bot("greedy:valuation=prospect", 0).choose(state)


def test_a_bad_bot_on_the_command_line_is_wrong_usage(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["simulate", "cargo_hold", "--games", "1", "--bots", "mcts:0"]) == 2
    assert "`mcts:0`: the number of simulations" in capsys.readouterr().err
    assert main(["ladder", "cargo_hold", "--games", "1", "--bots", "random,greedy:valuation=prize"]) == 2
    assert "no rule `prize` of one player" in capsys.readouterr().err


@pytest.mark.one_of
@pytest.mark.parametrize("game", ["bush_pilots", "cargo_hold", "cargo_noir", "ceylon", "import_export"])
def test_every_game_says_how_well_a_player_stands(game: str) -> None:
    state = load_game(game).new(3, 1, tracked=False)
    for _ in range(60):
        state.apply(0)
    values = state.valuations
    assert len(values) == 3
    assert values != state.scores
    assert compute_margin(state, 0) == values[0] - max(values[1:])


def test_looking_ahead_sees_a_delivery_through_that_takes_four_answers() -> None:
    """To lay cargo under guard: pick the guard, pick the cargo, be done, and say for how many turns."""
    state = load_game("cargo_hold").new(2, 1, tracked=False)
    while state.option_count < 5 or not state.declines(state.option_count - 1):
        state.apply(0)
    at_once = [state.clone() for _ in range(state.option_count)]
    for option, after in enumerate(at_once):
        after.apply(option)
    worths = Lookahead(state.clone(), Random(0), 200).worths()
    assert max(worths) > max(compute_margin(after, state.player) for after in at_once)


SEALED_BIDS = """\
game: sealed_bids
title: Sealed Bids
players: 2 to 4
active: active
turn: auction
kinds:
  lot:
    attributes: {}
zones:
  table:
    lots: {of: lots, see: everyone}
pieces:
  - {id: lot, name: Lot, kind: lot}
memory:
  table:
    active: {is: player}
  player:
    coins: {is: number, starts: 9}
    bid: {is: number, until: auction}
library: |
  step setup: nothing
  step play:
    for each p in players: p auction
  verb auction:
    secretly for each p in players:
      p choose amount from numbers(0, 9): p.bid = amount
    let best = players where bid is max(players.bid)
    if count(best) is 1:
      for each p in best: p.coins += 4 - p.bid # the prize is worth four coins
  rule final_score(player): player.coins
"""


def test_whoever_bids_in_secret_knows_what_a_prize_is_worth_in_every_seat(tmp_path: Path) -> None:
    (tmp_path / "game.yaml").write_text(SEALED_BIDS, encoding="utf-8")
    game = load_game(str(tmp_path))
    bids: list[list[int]] = [[], [], []]
    for seed in range(12):
        state = game.new(3, seed, tracked=False)
        bots = [make_bot("greedy", 3 * seed + seat) for seat in range(3)]
        while not state.finished:
            choice = bots[state.player].choose(state)
            bids[state.player].append(choice)
            state.apply(choice)
    assert [len(made) for made in bids] == [36, 36, 36]
    # to bid more than four is to lose, whoever bids it; any bid would be above four in half of all cases
    assert [sum(bid > 4 for bid in made) <= 3 for made in bids] == [True, True, True]
    assert [len(set(made)) > 1 for made in bids] == [True, True, True]


def test_levels_tell_a_won_game_from_a_lost_one() -> None:
    state = load_game("bush_pilots").new(2, 3, tracked=False)
    bots = [make_bot("greedy", 1), make_bot("random", 2)]
    while not state.finished:
        state.apply(bots[state.player].choose(state))
    winner = state.winners[0]
    assert compute_margin(state, winner) > 10**8
    assert compute_margin(state, 1 - winner) < -(10**8)


def test_who_decides_in_secret_shares_a_place_whatever_was_chosen_before() -> None:
    place = SearchNode()
    assert place.asked_secretly((1, ())) is place.asked_secretly((1, ()))
    assert place.asked_secretly((1, ())) is not place.asked_secretly((0, ()))
    assert place.child("a") is not place.child("b")


def test_a_search_that_tells_nothing_declines_and_offers_no_useless_trades() -> None:
    state = load_game("ceylon").new(2, 0, tracked=False)
    bots = [make_bot("mcts:8", 0), make_bot("greedy", 1)]
    while state.turns < 7:
        state.apply(bots[state.player].choose(state))
    assert state.decisions < 260  # a search that goes on offering what nobody takes makes thousands
    while not any(state.declines(option) for option in range(state.option_count)):
        state.apply(0)
    count = state.option_count
    declining = next(option for option in range(count) if state.declines(option))
    assert find_idle_option(state, [[7] * count, [5] * count]) == declining
    assert find_idle_option(state, [[7] * count, [*[5] * (count - 1), 6]]) is None


def test_a_place_widens_with_its_visits_and_comes_back_to_what_went_well() -> None:
    place, keys = SearchNode(), list(range(40))
    assert len(place.untried(keys)) == 40
    for option in (0, 1):
        place.take(keys, option).total += option
    place.visits = 1
    assert place.untried(keys) == []
    assert place.best(keys) == 1
    place.visits = 100
    assert len(place.untried(keys)) == 38
    assert TriedOption().mean == 0


def test_hidden_pieces_are_told_apart_by_what_they_are_or_where_they_lie() -> None:
    state = load_game("ceylon").new(2, 1, tracked=False)
    unseen = Unseen(state, state.player)
    seen = [unseen.dealt(seed) for seed in range(2)]
    keys: list[Any] = [identify_options(world, unseen.mask) for world in seen]
    assert keys[0] == keys[1]
    assert unseen.mask.bit_count() == 91 - 7 - 2


@pytest.mark.long
def test_a_ladder_says_which_level_beats_which(capsys: pytest.CaptureFixture[str]) -> None:
    words = ["ladder", "bush_pilots", "--bots", "random,greedy", "--games", "8", "--seed", "4", "--json"]
    told = []
    for jobs in ("1", "2"):
        assert main([*words, "--jobs", jobs]) == 0
        found = json.loads(capsys.readouterr().out)
        # how long compiling takes beside the games depends on what else the machine does
        del found["engine_why"]
        for rung in (found, *found["rungs"]):
            del rung["seconds"]
        told.append(found)
    assert told[0] == told[1]
    (rung,) = told[0]["rungs"]
    assert (rung["games"], rung["even"], rung["beats"]) == (16, 0.5, True)
    assert 0.5 < rung["low"] < rung["share"] <= rung["high"] <= 1


def test_equals_do_not_beat_each_other(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "bush_pilots", "--bots", "random,random", "--games", "4", "--jobs", "1"]) == 1
    assert " no " in capsys.readouterr().out


def test_a_ladder_needs_two_levels(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["ladder", "bush_pilots", "--bots", "greedy"]) == 2
    assert "two levels" in capsys.readouterr().err


@pytest.mark.long
@pytest.mark.parametrize("kind", ["greedy", "mcts:1"])
def test_a_bot_that_could_trade_for_ever_comes_to_an_end(kind: str) -> None:
    state = load_game("ceylon").new(4, 1, tracked=False)
    table = [make_bot(kind, seat) for seat in range(4)]
    asked: Counter[tuple[int, int, int]] = Counter()
    while not state.finished and state.turns < 75:
        asked[state.turns, state.player, state.site] += 1
        assert asked[state.turns, state.player, state.site] < 200
        state.apply(table[state.player].choose(state))


@pytest.mark.parametrize("kind", HOURS)
def test_thinking_ends_when_nobody_waits_for_it(kind: str) -> None:
    state = load_game("cargo_hold").new(2, 1)
    assert state.option_count > 1
    assert ends(lambda: make_bot(kind, 1).choose(state), 0.05)
