"""Small games by strangers, each of which showed a fault: they are refused with a reason, or play on every surface.

What exactly was wrong with each is tried by the tests of the part it was in.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.surfaces.surfaces import SURFACES, share, try_game
from tests.surfaces.trial import QUICK, Effort

HERE = Path(__file__).parent
# The codes of mistakes for which a case is refused; all others play.
REFUSED = {
    "english_duel": {"unknown-field"},
    "hints-that-lead-astray": {"wrong-value", "yaml-brackets"},
    "ids-that-differ-by-case": {"duplicate-id"},
    "one_line_choose": {"syntax"},
    "svg_arc": {"bad-icon"},
    "verbs16": {"exponential-verb"},
}
# Their rules lead to an error of the author's in play, which is told as one; they are read on every surface.
STOPPED = {
    "board_by_coordinates": "RunawayError",
    "english_rulebook": "NotOneError",
    "sums5": "RunawayError",
}
# What takes a minute of a processor on a share of the surfaces.
LENGTHY = {"recipe-ends-at-100-squares"}
BRIEF = Effort(answers=30, beginning=1, ending=1, lines=2)
CASES = sorted(path.parent for path in HERE.rglob("game.yaml"))
# Their scenarios say what was wrong: they are played by the tests of that part, once it is mended.
USED = [surface for surface in SURFACES if surface != "scenarios"]
SHARES = 7


def _check(case: Path, surfaces: list[str], effort: Effort) -> None:
    result = try_game(case, effort=effort, surfaces=surfaces)
    expected = REFUSED.get(case.name)
    if expected is not None:
        assert {code.strip() for fault in result.faults for code in fault.where.split(",")} == expected
        return
    faults = [fault for fault in result.faults if fault.sort != STOPPED.get(case.name)]
    assert not faults, "\n".join(f"{each.surface}: {each.details}" for each in faults)


@pytest.mark.one_of(elsewhere=True)
@pytest.mark.parametrize(
    "case",
    [pytest.param(case, marks=[pytest.mark.long] if case.name in LENGTHY else []) for case in CASES],
    ids=lambda case: case.relative_to(HERE).as_posix(),
)
def test_a_case_is_refused_or_plays_on_a_share_of_surfaces(case: Path) -> None:
    _check(case, share(CASES.index(case), SHARES, USED), QUICK)


@pytest.mark.long
@pytest.mark.parametrize("case", CASES, ids=lambda case: case.relative_to(HERE).as_posix())
def test_a_case_is_refused_or_plays_on_every_surface(case: Path) -> None:
    _check(case, USED, BRIEF if case.name in LENGTHY else Effort())


def test_every_case_that_is_refused_is_there() -> None:
    assert {*REFUSED} <= {case.name for case in CASES}
