"""Who decides for another answers their questions and sees what they see: the same in all variants and in samples."""

from __future__ import annotations

from pathlib import Path

from tests.language.same_programs import alike_in_c, alike_tracked

from cardwright import load_game

FOLDER = Path(__file__).parent / "regency"


def test_in_all_variants_the_same_player_decides() -> None:
    game = load_game(FOLDER)
    alike_tracked(game, 3, range(8))
    alike_in_c(game, 3, range(12))


def test_in_samples_whoever_decides_sees_what_the_other_sees() -> None:
    """In a sample for who decides, nothing changes that the other player sees, and the same is asked."""
    game = load_game(FOLDER)
    foreign = 0
    for seed in range(6):
        state = game.new(3, seed)
        while not state.finished:
            decision = state.decision
            assert decision is not None
            if decision.prompt.startswith("As "):
                foreign += 1
                sample = state.determinise(state.player, seed)
                assert sample.decision == decision
                assert state.view(state.player) == sample.view(state.player)
            state.apply((seed + len(state.answers)) % state.option_count)
    assert foreign > 10
