"""The tree of a game: chance is asked for what matters and no more, and every way through it is a game."""

from __future__ import annotations

import random
from collections import Counter
from fractions import Fraction

import pytest

from cardwright import Fork, Game, IllegalAnswer, load_game
from cardwright.game.decision_and_chance_tree import MAX_DRAWS, _make_number_query
from cardwright.runtime.chance_nodes import ChanceAsked, Unsettled
from cardwright.runtime.primitives.exact_numbers import Exact


def ends(place: Fork, likely: Fraction = Fraction(1)) -> Counter[tuple[Exact, ...]]:
    """The scores at all ends below a place, each with how likely it is when players choose blindly."""
    found: Counter[tuple[Exact, ...]] = Counter()
    if place.finished:
        assert place.state is not None
        found[tuple(place.state.scores)] = likely  # type: ignore[assignment]  # a fraction counts, too
        return found
    weights = [draw.weight for draw in place.draws] or [1] * (place.state.option_count if place.state else 0)
    for number, weight in enumerate(weights):
        found += ends(place.then(number), likely * Fraction(weight, sum(weights)))
    return found


def course(game: Game, players: int, seed: int, most: int) -> tuple[list[int], Fork]:
    """A random way through a tree, and where it leads."""
    chance, place = random.Random(seed), game.forks(players)
    steps: list[int] = []
    while not place.finished and len(steps) < most:
        state = place.state
        weights = [draw.weight for draw in place.draws] or [1] * (state.option_count if state else 0)
        [step] = chance.choices(range(len(weights)), weights)
        steps.append(step)
        place = place.then(step)
    return steps, place


def test_all_ways_together_are_certain() -> None:
    found = ends(load_game("kuhn_poker").forks(2))
    assert sum(found.values()) == 1
    # Betting and calling is as likely for both hands; the second player is asked to fold twice as often as the first.
    assert found[0, 4] == found[4, 0] == Fraction(3, 16)
    assert found[3, 1] == Fraction(3, 8)
    assert found[1, 3] == Fraction(1, 4)


def test_chance_is_asked_for_no_card_that_nobody_looks_at() -> None:
    place = load_game("leduc_poker").forks(2)
    assert len(place.draws) == 6
    place = place.then(0)
    assert len(place.draws) == 5
    place = place.then(0)
    assert not place.draws, "the card in the middle is drawn when it is turned up"
    place = place.then(0).then(0)
    assert len(place.draws) == 4


@pytest.mark.parametrize("word", ["cribbage", "cargo_hold", "goofspiel", "hearts"])
def test_a_way_leads_to_one_game_and_changes_nothing(word: str) -> None:
    game = load_game(word)
    steps, place = course(game, game.min_players, 4, 80)
    again = game.forks(game.min_players)
    for step in steps:
        again.then(0)  # another way from here makes no difference
        again = again.then(step)
    assert (again.draws, again.finished) == (place.draws, place.finished)
    assert again.state is not None
    assert place.state is not None
    assert again.state.digest() == place.state.digest()
    assert again.state.visible_log(0) == place.state.visible_log(0)


def test_a_game_goes_on_from_a_place_by_itself() -> None:
    game = load_game("leduc_poker")
    played = game.forks(2).sampled(seed=5)
    while not played.finished:
        played.apply(0)
    assert sum(played.scores) == 200
    hands = {tuple(game.forks(2).sampled(seed).slots[-4:]) for seed in range(20)}
    assert len(hands) > 1


def test_what_is_no_draw_and_no_option_is_refused() -> None:
    place = load_game("kuhn_poker").forks(2)
    with pytest.raises(IllegalAnswer, match="no draw 3"):
        place.then(3)
    with pytest.raises(IllegalAnswer, match="no option 2"):
        place.then(0).then(0).then(2)


def test_many_numbers_are_drawn_in_several_acts_of_which_each_leaves_fewer() -> None:
    asked = _make_number_query("roll die", range(12_345))
    assert len(asked.groups) <= MAX_DRAWS
    assert sum(draw.weight for draw, _ in asked.groups) == 12_345
    assert [number for _, run in asked.groups for number in run] == [*range(12_345)]


def test_a_pile_tells_what_is_in_it_and_not_in_which_order() -> None:
    pile = Unsettled.of([1, 2, 3, 9, 8], 3, 0, "shuffle deck")
    assert isinstance(pile, Unsettled)
    assert (len(pile), bool(pile), 2 in pile, 7 in pile) == (5, True, True, False)
    assert (pile[-1], pile[-2:], pile.index(9)) == (8, (9, 8), 3)
    assert isinstance(pile[:-1], Unsettled)
    assert isinstance(pile + (4,), Unsettled)  # noqa: RUF005  # it is this sum that is tried
    for look in (
        list,
        tuple,
        hash,
        set,
        sorted,
        reversed,
        lambda it: it[-3],
        lambda it: it[0],
        lambda it: it[::-1],
        lambda it: it.index(2),
        lambda it: (4,) + it,  # noqa: RUF005
        lambda it: it == (1, 2, 3, 9, 8),
    ):
        with pytest.raises(ChanceAsked):
            look(pile)
    with pytest.raises(ChanceAsked) as asked:
        pile[-3:]
    assert (asked.value.count, asked.value.pool) == (1, (1, 2, 3))
    assert isinstance(pile.settled([2]), Unsettled)
    assert pile.settled([2, 3]) == (1, 3, 2, 9, 8)
    assert type(pile.settled([2, 3])) is tuple
