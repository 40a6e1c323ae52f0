"""What must stay secret in Import / Export does: sealed bids, and that somebody could use a card in hand."""

from __future__ import annotations

import random
from collections.abc import Iterator

import pytest

from cardwright import Game, State, load_game

WANTED = 6


def _game() -> Game:
    return load_game("import_export", ("base", "jutaku", "kickstarter", "captain"))


def played(seed: int, players: int) -> Iterator[State]:
    """Every decision of a random game."""
    state = _game().new(players, seed)
    chance = random.Random(seed)
    while not state.finished:
        yield state
        state.apply(chance.randrange(state.option_count))


def seen(state: State, player: int) -> tuple[object, list[str]]:
    return state.view(player), [event.text for event in state.visible_log(player)]


def bidding(state: State) -> bool:
    decision = state.decision
    return decision is not None and decision.secret and len(decision.options) > 1


@pytest.mark.long
def test_a_sealed_bid_changes_nothing_that_others_see_before_all_are_revealed() -> None:
    found = 0
    for seed in range(1, 60):
        for state in played(seed, 3):
            if not bidding(state):
                continue
            first, last = state.clone(), state.clone()
            first.apply(0)
            last.apply(last.option_count - 1)
            if not bidding(first) or not bidding(last):
                continue  # the last to bid: all are revealed
            found += 1
            asked = first.player
            assert first.decision is not None
            assert last.decision is not None
            assert first.decision.options == last.decision.options
            assert first.decision.context == last.decision.context
            for player in {0, 1, 2} - {state.player}:
                assert seen(first, player) == seen(last, player)
            assert asked == last.player
        if found >= WANTED:
            break
    assert found >= WANTED


@pytest.mark.long
def test_nobody_sees_that_somebody_passed_on_a_card_in_hand() -> None:
    """Asked about a card in hand, a player passes: the others see what they saw before, and are not told of it."""
    found = 0
    for seed in range(1, 80):
        for state in played(seed, 2):
            decision = state.decision
            assert decision is not None
            if [option.key for option in decision.options] != ["lutefisk", "pass"]:
                continue
            other = 1 - decision.player
            before = seen(state, other)
            after = state.clone()
            after.apply(1)
            if after.player != other:
                continue  # what happened next is not the pass
            found += 1
            assert seen(after, other)[1][: len(before[1])] == before[1]
            assert not [
                text for text in seen(after, other)[1][len(before[1]) :] if "Pass" in text or "Lutefisk" in text
            ]
            assert before[0].zones == after.view(other).zones  # type: ignore[attr-defined]
        if found >= WANTED:
            break
    assert found >= WANTED
