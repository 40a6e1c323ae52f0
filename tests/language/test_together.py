"""What happens at once: the same in all variants, in samples and in what players are told."""

from __future__ import annotations

from pathlib import Path

from tests.language.same_programs import alike_in_c, alike_tracked, samples_go_on

from cardwright import load_game

FOLDER = Path(__file__).parent / "tempest"


def test_in_all_variants_the_same_happens_at_once() -> None:
    game = load_game(FOLDER)
    alike_tracked(game, 3, range(6))
    alike_in_c(game, 2, range(12))


def test_in_samples_as_well() -> None:
    samples_go_on(load_game(FOLDER), 2, range(3), 40)
