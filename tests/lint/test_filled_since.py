"""Places that are filled between their naming and their use."""

from pathlib import Path

import pytest
from tests.lint.fair import codes_of

SWAP = "on open:\n  let theirs = {}\n  {}\n  {}"


@pytest.mark.parametrize(
    ("named", "into", "out", "warned"),
    [
        ("next(you).hand", "move(you.hand, to: next(you).hand)", "move(theirs, to: you.hand)", True),
        ("next(you).hand", "move(you.hand, to: theirs)", "move(theirs, to: you.hand)", True),
        ("discard_pile", "move(this, to: discard_pile)", "move(theirs, to: deck)", True),
        ("discard_pile", "move(this, to: theirs)", "move(theirs, to: deck)", False),
        ("next(you).hand + []", "move(you.hand, to: next(you).hand)", "move(theirs, to: you.hand)", False),
        ("next(you).hand", "move(theirs, to: you.hand)", "move(this, to: next(you).hand)", False),
        ("next(you).hand", "move(you.hand, to: previous(you).hand)", "move(theirs, to: you.hand)", False),
    ],
)
def test_a_place_that_is_filled_before_it_is_emptied_is_told_of(
    named: str, into: str, out: str, warned: bool, tmp_path: Path
) -> None:
    assert codes_of(SWAP.format(named, into, out), tmp_path) == ["stale-zone-reference"] * warned
