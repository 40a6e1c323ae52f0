"""Some kills of commands that write; `python -m tests.faults.kills` makes hundreds."""

from __future__ import annotations

import pytest
from tests.faults.kills import KINDS, killed


@pytest.mark.long
def test_whoever_is_killed_leaves_every_file_whole_and_the_next_start_works() -> None:
    told: list[str] = []
    assert killed(2, 7, told.append) == 0, told
    assert len(told) == len(KINDS)
