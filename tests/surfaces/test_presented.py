"""What is hard to show is shown on every surface: scripts, odd names, huge counters, many of everything."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.surfaces.presented import GAMES, Shown, write_game
from tests.surfaces.surfaces import SURFACES, share, try_game
from tests.surfaces.trial import QUICK

SHARES = 6


def _faults(shown: Shown, below: Path, surfaces: list[str]) -> list[str]:
    result = try_game(write_game(shown, below), surfaces=surfaces, effort=QUICK)
    return [f"{fault.surface}: {fault.details}" for fault in result.faults]


@pytest.mark.one_of(elsewhere=True)
@pytest.mark.parametrize("shown", GAMES, ids=lambda shown: shown.name)
def test_it_is_shown_on_a_share_of_surfaces(shown: Shown, tmp_path: Path) -> None:
    assert _faults(shown, tmp_path, share(GAMES.index(shown), SHARES)) == []


@pytest.mark.long
@pytest.mark.parametrize("shown", GAMES, ids=lambda shown: shown.name)
def test_it_is_shown_on_every_surface(shown: Shown, tmp_path: Path) -> None:
    assert _faults(shown, tmp_path, [*SURFACES]) == []
