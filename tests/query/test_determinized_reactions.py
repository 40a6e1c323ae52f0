"""Reactions that wait for their turn, in samples: only those are there of which the player who is asked can know."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random

from cardwright import State, load_game
from cardwright.runtime.digest import list_digest_lines

SENTRIES = Path(__file__).parents[1] / "noninterference" / "games" / "sentries"


def waiting(state: State) -> list[str]:
    """The reactions that wait: their frames, in the words of the digest."""
    begins = ("> envious 1 1 ", "> lurker 1 1 ", "> caller 1 1 ")
    return [line for line in list_digest_lines(state) if line.startswith(begins)]


def moments() -> Iterator[State]:
    """States of a few games in which something waits."""
    game = load_game(SENTRIES)
    for seed in range(12):
        state, chance = game.new(2, seed), Random(seed)
        while not state.finished and state.decisions < 30:
            if waiting(state):
                yield state
            state.apply(chance.randrange(state.option_count))


def test_a_reaction_whose_condition_looks_at_a_hand_waits_in_no_sample_of_another() -> None:
    seen = {"own": 0, "clear": 0, "unclear": 0}
    for state in moments():
        sample = waiting(state.determinise(state.player, 7))
        for line in waiting(state):
            sort = (
                "clear" if line.startswith("> caller") else "own" if f"you=P{state.player + 1}" in line else "unclear"
            )
            seen[sort] += 1
            assert (line in sample) == (sort != "unclear"), line
    assert min(seen.values()) > 3, seen
