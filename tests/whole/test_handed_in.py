"""What a program may hand in beside numbers, and what it is told of things when it looks at them."""

from __future__ import annotations

import copy
import inspect
import pickle
from pathlib import Path
from typing import Any

import pytest

import cardwright
from cardwright import CardwrightError, IllegalAnswer, ScenarioSuite, check_paths, load_game, scenario_paths
from cardwright.bots import make_bot
from cardwright.source.packaged_data import find_data_folder

BETTING = Path(__file__).parents[1] / "scenarios/leduc_poker/betting.yaml"
FOLDER = find_data_folder("games") / "leduc_poker"


def test_every_path_may_be_a_text() -> None:
    takers = {
        name
        for name in cardwright.__all__
        for each in [getattr(cardwright, name)]
        for call in [each, *(vars(each).values() if inspect.isclass(each) else ())]
        if inspect.isfunction(call) and not call.__name__.startswith("_") and "Path" in str(inspect.signature(call))
    }
    assert takers == {"ScenarioSuite", "check_paths", "load_game", "scenario_paths"}
    assert load_game(str(FOLDER)).content_hash == load_game(FOLDER).content_hash
    assert check_paths([str(FOLDER)]) == check_paths(str(FOLDER)) == check_paths(FOLDER) == check_paths([FOLDER])
    assert scenario_paths([str(BETTING)]) == scenario_paths(str(BETTING)) == scenario_paths([BETTING])
    assert len(ScenarioSuite().add(str(BETTING))[0]) == len(ScenarioSuite().add(BETTING)[0]) > 0


def test_sets_are_words() -> None:
    assert load_game("spades", "openspiel").sets == load_game("spades", ["openspiel"]).sets == ("openspiel",)
    with pytest.raises(CardwrightError, match="has no set `3`"):
        load_game("spades", [3])  # type: ignore[list-item]


def test_cards_are_words() -> None:
    game = load_game("import_export")
    assert game.card_texts("almonds") == game.card_texts(["almonds"])
    assert game.blanked("almonds").content_hash == game.blanked(["almonds"]).content_hash


@pytest.mark.parametrize("bot", ["random", "greedy", "mcts:10"])
def test_a_bot_has_nothing_to_choose_once_it_is_over(bot: str) -> None:
    state = load_game("kuhn_poker").new(2, seed=1)
    while not state.finished:
        state.apply(0)
    with pytest.raises(IllegalAnswer, match="the game is over: there is no decision to answer"):
        state.apply(make_bot(bot, 1).choose(state))


def test_what_is_picked_one_by_one_is_no_pick_of_several() -> None:
    state = load_game("leduc_poker").new(2, seed=1)
    for ask in (state.going_on, state.answers_for):
        with pytest.raises(ValueError, match="the decision takes only one item"):
            ask([0])


def test_an_option_of_another_decision_is_none() -> None:
    state = load_game("leduc_poker").new(2, seed=3)
    check, bet = state.decision.options if state.decision else ()
    copied = state.clone()
    copied.apply(bet)  # a clone stands at the same decision
    assert [option.key for option in copied.decision.options] == ["call", "raise", "fold"] if copied.decision else False
    before = copied.digest()
    with pytest.raises(IllegalAnswer, match="option 0 is `call` here, not `check`"):
        copied.apply(check)
    assert copied.digest() == before
    copied.apply(bet)  # to raise is the same again


@pytest.mark.parametrize("wrong", ["raise", (0,), b"0", None, 1.0])
def test_what_is_no_option_is_shown(wrong: Any) -> None:
    with pytest.raises(IllegalAnswer, match="there is no option") as refused:
        load_game("leduc_poker").new(2, seed=3).apply(wrong)
    assert repr(wrong) in str(refused.value)


def test_things_tell_what_they_are() -> None:
    game = load_game("leduc_poker")
    state, place = game.new(2, seed=3), game.forks(2)
    assert repr(game) == "<Game leduc_poker with base>"
    assert repr(state) == "<State of leduc_poker, seed 3: P1 is asked after 0 answers>"
    assert repr(place) == "<Fork of leduc_poker: 6 draws>"
    assert repr(place.then(0).then(0)) == "<Fork of leduc_poker: P1 is asked after 0 answers>"
    for _ in range(4):
        state.apply(0)
    assert repr(state) == "<State of leduc_poker, seed 3: over after 4 answers>"


def test_the_library_lists_its_names() -> None:
    assert {*cardwright.__all__} <= {*dir(cardwright)}
    assert not {"Any", "annotations"} & {*dir(cardwright)}


def test_a_game_is_never_copied() -> None:
    game = load_game("leduc_poker")
    assert copy.copy(game) is copy.deepcopy(game) is game
    with pytest.raises(TypeError, match="load it again with `load_game`"):
        pickle.dumps(game)
