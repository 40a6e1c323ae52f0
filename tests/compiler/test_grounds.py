"""While what a rule of a player rests on stays the same, so does what it gives, in whatever games come to."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any

import pytest

from cardwright import Game, State, load_game
from cardwright.bots.valuation import list_valuations
from cardwright.compiler.codegen.c.program_or_refusal import find_read_strips
from cardwright.compiler.codegen.c.program_without_log import Strip
from cardwright.compiler.compile_game import lower_plain
from cardwright.game.loading import find_checked_game, list_game_places
from cardwright.source.packaged_data import find_data_folder

EXAMPLES = [f"examples/{place.name}" for place in sorted(find_data_folder("examples").iterdir()) if place.is_dir()]
# Valuations that most of a search would go into.
KNOWN = {"ceylon": "prospects", "cargo_hold": "prospects", "cargo_noir": "prospects"}


def _grounds(game: Game) -> dict[str, list[Strip] | None]:
    """By the rules that can value positions of a game for its most players what they rest on."""
    tables = game.program(game.max_players).tables
    lowered = lower_plain(find_checked_game(game), game.max_players, slots=dict(tables.slots))
    numbers = {rule.word: number for number, rule in enumerate(tables.rules)}
    words = list_valuations(game.program(game.max_players))
    return dict(
        zip(words, find_read_strips(lowered.layout, lowered.code, [numbers[each] for each in words]), strict=True)
    )


def _states(game: Game) -> Iterator[State]:
    for seed in range(3):
        chance, state = random.Random(seed), game.new(game.max_players, seed, tracked=False)
        for _ in range(120):
            if state.finished:
                break
            yield state
            assert state.decision is not None
            state.apply(chance.randrange(len(state.decision.options)))


def _lying(state: State, strips: list[Strip], player: int) -> tuple[Any, ...]:
    """What lies where a rule looks that is asked about a player."""
    slots = [
        slot for first, many, step, _ in strips for slot in range(first + player * step, first + player * step + many)
    ]
    return tuple(tuple(each) if isinstance(each := state.slots[slot], list) else each for slot in slots)


@pytest.mark.one_of
@pytest.mark.parametrize("word", [*list_game_places(), *EXAMPLES])
def test_a_rule_gives_the_same_while_what_it_rests_on_is_the_same(word: str) -> None:
    game = load_game(word)
    known = {rule: strips for rule, strips in _grounds(game).items() if strips is not None}
    given: dict[tuple[Any, ...], int] = {}
    again = 0
    for state in _states(game):
        for rule, strips in known.items():
            for player in range(game.max_players):
                value = state.program.plain.rules[rule](state.slots, player)
                key = rule, player, _lying(state, strips, player)
                again += key in given
                assert given.setdefault(key, value) == value, f"{rule} of player {player}"
    assert again or not known


@pytest.mark.parametrize(("word", "rule"), KNOWN.items())
def test_what_the_valuations_of_slow_searches_rest_on_is_found(word: str, rule: str) -> None:
    assert _grounds(load_game(word))[rule]


def test_what_is_a_players_own_is_looked_at_alone() -> None:
    game = load_game("ceylon")
    strips = _grounds(game)["prospects"]
    assert strips is not None
    assert all(each.step == each.many for each in strips)


def test_what_abilities_may_change_rests_on_anything() -> None:
    assert _grounds(load_game("bush_pilots"))["shipping"] is None
