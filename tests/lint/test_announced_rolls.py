"""Which rolls are announced although their results are stored out of sight."""

from pathlib import Path

import pytest

from cardwright import check_paths

WRONG = Path(__file__).resolve().parents[1] / "diagnostics" / "announced-private-roll.yaml"
SHAKE, TURN = (f"      for each d in p.cup: p {verb}(d)\n" for verb in ("shake", "turn"))


@pytest.mark.parametrize(
    ("body", "warned"),
    [
        # the result, or what is computed from it, is stored, and something else tells it
        ("    note(die, eyes)\n", True),
        ("    let twice = eyes + eyes\n    note(die, twice)\n", True),
        ("    die.face = eyes\n    if eyes > 4: turn(die)\n", True),
        # the result only decides what happens
        ("    if eyes > 4: turn(die)\n", False),
        ("    if eyes > 4: turn(die)\n    else if eyes is 1: note(die, 3)\n", False),
        # the result is only stored
        ("    die.face = eyes\n", False),
    ],
)
def test_a_roll_is_warned_of_if_its_result_is_stored_and_something_else_tells_it(
    body: str, warned: bool, tmp_path: Path
) -> None:
    text = WRONG.read_text(encoding="utf-8").replace("    note(die, eyes)\n", body)
    # with another caller, the roll decides with which die the verb is performed
    text = text.replace(SHAKE, f"{TURN}{SHAKE}")
    game = tmp_path / "game.yaml"
    game.write_text(f'{text}  verb turn(die) "turn {{die}}": die.face = 0\n', encoding="utf-8")
    found = [
        each for each in check_paths([game])[0] if each.code == "announced-private-roll" or each.severity == "error"
    ]
    assert [each.code for each in found] == ["announced-private-roll"] * warned, found
