"""The record of a failed game of `stress` is read as what anybody may have written into it."""

import copy
import json
from pathlib import Path
from typing import Any

import pytest

from cardwright import load_game
from cardwright_tools.cli.errors import FINDINGS, OK, USAGE
from cardwright_tools.cli.main import main

GATEHOUSE = Path(__file__).parents[2] / "noninterference" / "games" / "gatehouse"
RECORD: dict[str, Any] = {
    "cardwright_stress": 1,
    "game": "gatehouse",
    "sets": ["base"],
    "run": {"players": 2, "seed": 1, "decisions": 10, "working": [{"card": "", "player": 0, "event": False}]},
    "error": "",
    "details": "",
    "answers": [0, 0],
}
FIELDS = ("game",), ("sets",), ("answers",), ("run",), *(("run", word) for word in RECORD["run"])
WRONG: tuple[Any, ...] = (
    None,
    -1,
    99,
    10**30,
    1.5,
    "x",
    "",
    [[]],
    {},
    True,
    ["x"],
    ["base", "base"],
    [None],
    [10**30],
    [-1],
    [True],
    [{"card": "nope", "player": 0, "event": True}],
    [{"card": "gate", "player": 9, "event": True}],
    [{"card": "gate", "player": "0", "event": 5}],
)


@pytest.fixture(scope="module")
def record() -> dict[str, Any]:
    found = copy.deepcopy(RECORD)
    found["game"] = str(GATEHOUSE)
    found["run"]["working"][0]["card"] = next(card.id for card in load_game(GATEHOUSE).card_texts() if card.text)
    return found


def test_a_record_is_played_again(record: dict[str, Any], tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fault.json"
    path.write_text(json.dumps(record))
    assert main(["stress", "--again", str(path)]) == OK, capsys.readouterr().err


@pytest.mark.parametrize("field", FIELDS, ids=".".join)
def test_whatever_a_record_holds_is_told(
    record: dict[str, Any], field: tuple[str, ...], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "fault.json"
    for value in WRONG:
        changed = copy.deepcopy(record)
        group = changed
        for word in field[:-1]:
            group = group[word]
        group[field[-1]] = value
        path.write_text(json.dumps(changed))
        code = main(["stress", "--again", str(path)])
        said = capsys.readouterr()
        assert code in (OK, FINDINGS, USAGE), (field, value, said.err)
        assert "Traceback" not in said.err


@pytest.mark.parametrize("text", ["", "[" * 100_000, "\0", "[]", '{"run": ' + "9" * 5000 + "}", "nan"])
def test_what_is_no_record_is_told(text: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "fault.json"
    path.write_text(text)
    assert main(["stress", "--again", str(path)]) == USAGE, capsys.readouterr().err
