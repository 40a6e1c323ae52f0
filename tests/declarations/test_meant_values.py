"""A hint that proposes a value leads to one that can stand there and means what was written."""

from __future__ import annotations

from pathlib import Path

import pytest

from cardwright import check_paths
from cardwright.source.diagnostics import apply_fixes

GAME = """\
game: meant
players: 2
types: {sort: {values: [herb, root]}}
kinds: {card: {attributes: {value: {is: number, default: 0}, sort: {is: sort, default: herb}}}}
zones: {table: {deck: {of: cards}}, player: {hand: {of: cards}}}
library: |
  step setup: nothing
  step play: finish
  rule final_score(player): count(player.hand where value > 0 and sort is herb)
pieces:
  - {id: root_card, value: 1, sort: root}
"""
# Each as it stands in the file, with the number that is meant; None is refused without a number to write instead.
NUMBERS: dict[str, int | None] = {
    "1_000": 1000, '"1_000"': 1000, "1_000_000": 1000000, "1 000": 1000, "'1 000'": 1000, '"1,000"': 1000,
    '"1,000,000"': 1000000, "1'000": 1000, "1\u2019000": 1000, "1\u00a0000": 1000, "1\u202f000": 1000,
    "'0x10'": 16, "0x1_0": None, "'0b101'": 5, "0b101": 5, "'0o17'": 15, "1e3": 1000, "'1e3'": 1000, "1.5e3": 1500,
    "1E2": 100, "1.0": 1, "2.0": 2, "2.50": None, "1.5": None, "1.000": None, "1e-3": None, "1e99": None,
    "'4'": 4, '"-4"': -4, "\u22124": -4, "\uff14\uff12": 42, "\u0663": 3, "\u0661\u0662": 12, "½": None, "²": None,
    "Ⅳ": None, "ten": None, "3 coins": None, "4x": None, "10%": None, "5-7": None, "12:30": None, "1,5": None,
    "1_00": 100, "yes": None, "TRUE": None, "null": None, "1e999": None, ".inf": None, ".nan": None, "1 00": None,
    "--1": None, "'+5'": 5, "00_1": 1, "999999999999": None, "''": None,
}  # fmt: skip
# Those that YAML itself reads as the number.
READ = {"0x10": 16, "0o17": 15, "+5": 5, "012": 12, "-3": -3, "1000": 1000, "0": 0}


def written(folder: Path, line: str) -> Path:
    game = folder / "meant"
    game.mkdir()
    (game / "game.yaml").write_text(f"{GAME}  - {{{line}}}\n", encoding="utf-8")
    return game


def values(game: Path, field: str) -> list[object]:
    """What the last card has, read without mistakes."""
    from cardwright.declarations.find_game_files import find_game_files
    from cardwright.declarations.readers.game_files import read_game

    loaded = read_game(find_game_files(game, None))
    assert loaded.game is not None
    assert loaded.diagnostics == []
    return [loaded.game.pieces[-1].values.get(field)]


@pytest.mark.parametrize("text", [text for text in NUMBERS if text != "999999999999"])
def test_what_is_no_number_is_refused_with_the_number_that_is_meant(text: str, tmp_path: Path) -> None:
    game = written(tmp_path, f"id: c, value: {text}")
    found, files = check_paths([game])
    errors = [each for each in found if each.severity == "error"]
    assert errors, text
    proposed = apply_fixes(errors, files)
    if NUMBERS[text] is None:
        assert proposed == {}
        return
    [(path, mended)] = proposed.items()
    Path(path).write_text(mended, encoding="utf-8")
    assert values(game, "value") == [NUMBERS[text]]


@pytest.mark.parametrize("text", READ)
def test_what_is_a_number_is_read_as_it(text: str, tmp_path: Path) -> None:
    assert values(written(tmp_path, f"id: c, value: {text}"), "value") == [READ[text]]


@pytest.mark.parametrize("text", ["201", "'201'", "1_000", "-1", "'-1'", "1e3"])
def test_a_number_beyond_what_is_allowed_is_told_the_limit(text: str, tmp_path: Path) -> None:
    found, files = check_paths([written(tmp_path, f"id: c, copies: {text}")])
    [error] = [each for each in found if each.severity == "error"]
    assert error.label in ("write 200 or less", "write 0 or more")
    assert apply_fixes([error], files) == {}


@pytest.mark.parametrize(
    "text", ["1", "'1'", "007", "TRUE", "true", "1.5", "a b", "Élan", "a-b", "_", "''", "null", "x" * 81]
)
def test_an_id_that_is_none_leads_to_one_that_is(text: str, tmp_path: Path) -> None:
    game = written(tmp_path, f"id: {text}")
    found, files = check_paths([game])
    errors = [each for each in found if each.severity == "error"]
    assert errors
    assert ("a number" in errors[0].message) == (text in ("1", "007", "1.5"))
    for path, mended in apply_fixes(errors, files).items():
        Path(path).write_text(mended, encoding="utf-8")
        assert [each for each in check_paths([game])[0] if each.severity == "error"] == []
