"""Where nothing but the score says how well a player stands, `greedy` plays on to where the score has settled."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest
from tests.native.bots_side_by_side import same_choices
from tests.native.differential import QUICK, no_compiler

from cardwright import CardwrightError, Game, load_game
from cardwright.bots import make_bot
from cardwright.bots.lookahead import FAR, Settling
from cardwright.bots.mcts import compute_shares
from cardwright.bots.valuation import is_settled_first
from cardwright.native.engine import Engine

# Whoever puts in two coins shares thirty more, but the pot is not shared out before all have spoken.
POT = """\
game: pot
title: Pot
players: 3
active: active
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
    coins: {is: number, starts: 50}
    staying: {is: yes_no}
library: |
  step setup: nothing
  step play:
    repeat 40 times: hand
  step hand:
    for each p in players: p speak
    let sharing = players where staying
    for each p in sharing: p.coins += 30 / count(sharing) rounded down
    for each p in players: p.staying = no
  verb speak:
    active = you
    choose one:
      option "Stay": stay
      option "Fold": nothing
  verb stay:
    you.staying = yes
    you.coins -= 2
  rule final_score(player): player.coins
"""
STAY, FOLD = 0, 1


def pot(folder: Path, *changes: tuple[str, str]) -> Game:
    """The game with a turn, its text changed."""
    text = POT.replace("active: active\n", "active: active\nturn: hand\n", 1)
    for old, new in changes:
        assert old in text
        text = text.replace(old, new, 1)
    folder.mkdir(exist_ok=True)
    (folder / "game.yaml").write_text(text, encoding="utf-8")
    return load_game(str(folder))


def first_answers(game: Game, kind: str = "greedy") -> set[int]:
    """What bots answer at first, in some games."""
    return {make_bot(kind, seed).choose(game.new(3, seed, tracked=False)) for seed in range(12)}


def test_a_stake_is_put_in_for_what_is_shared_out_at_the_end_of_the_turn(tmp_path: Path) -> None:
    assert first_answers(pot(tmp_path)) == {STAY}


def test_a_bot_with_more_to_go_by_than_the_score_stops_where_another_is_asked(tmp_path: Path) -> None:
    assert first_answers(pot(tmp_path), "greedy:valuation=final_score") == {FOLD}
    valued = pot(
        tmp_path,
        ("library:", "valuation: wealth\nlibrary:"),
        ("  rule final", "  rule wealth(player): player.coins\n  rule final"),
    )
    assert first_answers(valued) == {FOLD}
    assert not is_settled_first(valued.new(3, 0))
    settled = pot(
        tmp_path / "settled",
        ("library:", "valuation: wealth\nsettling: [wealth]\nlibrary:"),
        ("  rule final", "  rule wealth(player): player.coins\n  rule final"),
    )
    assert first_answers(settled) == {STAY}
    assert first_answers(settled, "greedy:valuation=final_score") == {FOLD}


def test_a_search_that_knows_the_score_alone_plays_on_as_far(tmp_path: Path) -> None:
    assert first_answers(pot(tmp_path), "mcts:20") == {STAY}
    assert FOLD in first_answers(pot(tmp_path), "mcts:20:valuation=final_score")


def test_a_prior_is_given_once_for_a_rule(tmp_path: Path) -> None:
    game = pot(tmp_path, ("library:", "priors: {final_score: 3}\nlibrary:"))
    assert game.program(3).tables.priors == {"final_score": 3}
    (tmp_path / "more.yaml").write_text("priors: {final_score: 4}\n", encoding="utf-8")
    with pytest.raises(CardwrightError, match="`priors` names `final_score` twice"):
        load_game(str(tmp_path))


def test_options_that_look_worse_by_the_prior_get_a_quarter_of_the_attention() -> None:
    shares = compute_shares([[10, 4, -2, 10], [10, 6, 2, 10]], 5)
    assert [round(each / shares[0], 3) for each in shares] == [1, round(1 / 4, 3), round(1 / 9, 3), 1]
    assert sum(shares) == pytest.approx(1)
    # without a number, it is how much the worlds differ about options, whatever luck all have in common
    assert compute_shares([[0, 1], [90, 91]], 0) == compute_shares([[0, 1], [0, 1]], 1)
    sure, unsure = compute_shares([[0, 20], [0, 20]], 0), compute_shares([[0, 60], [0, -20]], 0)
    assert sure[1] > unsure[1] > 0.5


def test_without_turns_only_the_end_of_the_game_settles_the_score(tmp_path: Path) -> None:
    short = pot(tmp_path / "short", ("turn: hand\n", ""), ("40 times", "2 times"))
    assert first_answers(short) == {STAY}
    # 120 decisions are too far: the lead counts where the line ended
    long = pot(tmp_path / "long", ("turn: hand\n", ""))
    assert first_answers(long) == {FOLD}
    state = long.new(3, 0, tracked=False)
    assert not Settling(state, Random(0)).goes_on_from(state.clone())


def test_a_score_that_no_turn_changes_is_waited_for_as_long_as_in_the_world_itself(tmp_path: Path) -> None:
    later = pot(
        tmp_path,
        (
            "let sharing = players where staying",
            "rounds += 1\n    if rounds is 4:\n      let sharing = players where staying",
        ),
        ("    for each p in sharing: p.coins += 30", "      for each p in sharing: p.coins += 30"),
        ("    for each p in players: p.staying = no\n", ""),
        ("    you.coins -= 2\n", ""),
        ("    active: {is: player}\n", "    active: {is: player}\n    rounds: {is: number}\n"),
    )
    state = later.new(3, 0, tracked=False)
    settling = Settling(state, Random(1))
    played = [state.clone(), state.clone()]
    for option, each in enumerate(played):
        each.apply(option)
        assert settling.goes_on_from(each)
    assert [each.turns for each in played] == [5, 5]
    assert FAR > played[0].decisions == played[1].decisions


@pytest.mark.long
@pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")
@pytest.mark.parametrize("game", ["examples/low_tide", "goofspiel"])
def test_compiled_bots_play_on_as_those_in_python_do(game: str) -> None:
    loaded = load_game(game)
    engine = Engine(loaded, 3, QUICK)
    assert same_choices(engine, loaded, ["greedy", "greedy", "greedy:valuation=final_score"], 3, 40)
    assert same_choices(engine, loaded, ["mcts:12", "greedy", "mcts:12:rollout=none"], 4, 12)
