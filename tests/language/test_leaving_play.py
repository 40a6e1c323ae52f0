"""Pieces that leave play begin anew: the same in all variants, in samples and in what players are told."""

from __future__ import annotations

from pathlib import Path

from tests.language.same_programs import alike_in_c, alike_tracked

from cardwright import load_game

FOLDER = Path(__file__).parent / "troupe"


def test_in_all_variants_the_same_begins_anew() -> None:
    game = load_game(FOLDER)
    alike_tracked(game, 3, range(6))
    alike_in_c(game, 2, range(12))


def test_in_samples_as_well() -> None:
    game = load_game(FOLDER)
    for seed in range(3):
        state = game.new(2, seed)
        while not state.finished and len(state.answers) < 40:
            sample = state.determinise(state.player, seed)
            assert sample.decision is not None
            sample.apply(0)
            state.apply(seed % state.option_count)
