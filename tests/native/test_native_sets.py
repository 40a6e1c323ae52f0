"""Picks of which something is asked together go in C as they do in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, play_both
from tests.properties.test_sets_of_picks import HARD, VARIANTS, large, made

from cardwright.native.engine import Engine

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_is_offered_and_taken(tmp_path: Path, variant: str) -> None:
    game = made(tmp_path, variant)
    native = Engine(game, 1, QUICK)
    assert sum(play_both(native, game, seed, 1).decisions for seed in range(40)) > 60


def test_a_large_hand_is_searched_in_c(tmp_path: Path) -> None:
    game = large(tmp_path, HARD)
    assert play_both(Engine(game, 1, QUICK), game, 1, 1).decisions > 1
