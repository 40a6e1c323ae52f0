"""Picks of which something is asked together go in C as they do in Python."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.native.differential import QUICK, no_compiler, play_both
from tests.properties.test_sets_of_picks import VARIANTS, made

from cardwright.native.engine import Engine

pytestmark = pytest.mark.skipif(bool(no_compiler()), reason=no_compiler() or "there is a compiler")


@pytest.mark.long
@pytest.mark.parametrize("variant", VARIANTS)
def test_the_same_is_offered_and_taken(tmp_path: Path, variant: str) -> None:
    game = made(tmp_path, variant)
    native = Engine(game, 1, QUICK)
    assert sum(play_both(native, game, seed, 1).decisions for seed in range(40)) > 60
