"""A few generated games play on every surface; `python -m tests.surfaces.generated` tries thousands."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from tests.surfaces.generated.coverage import Coverage, all_constructs, constructs
from tests.surfaces.generated.games import InvalidError, Made, make_game
from tests.surfaces.generated.run import Run, try_number
from tests.surfaces.surfaces import SURFACES, share, try_game
from tests.surfaces.trial import QUICK

from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.field_types import Field, FieldGroup
from cardwright.declarations.schema.game_file_fields import ZONE

COUNT = int(os.environ.get("GENERATED_GAMES", "24"))
# Each of the few is tried on one of so many shares of the surfaces.
SHARES = 8
# In so many games everything comes up that the grammar and the declarations have, but for what needs a shared file.
MANY = 90
SHARED = {"kind from", "piece from", "piece examples"}
# Generated games on which a surface went wrong that no smaller test shows: with the seed and the surface.
FOUND = {"g219": (219, "small terminal"), "g233": (233, "replay")}


@pytest.mark.parametrize("name", FOUND)
def test_a_game_that_went_wrong_plays(name: str) -> None:
    seed, surface = FOUND[name]
    result = try_game(Path(__file__).parent / "found" / name, seed, surfaces=[surface], effort=QUICK)
    assert [each.details for each in result.faults] == []


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> list[Made]:
    below = tmp_path_factory.mktemp("made")
    return [make_game(number, 0, below) for number in range(COUNT)]


@pytest.mark.one_of
@pytest.mark.parametrize("number", range(COUNT))
def test_a_generated_game_plays_on_a_share_of_surfaces(number: int, tmp_path: Path) -> None:
    run = Run()
    assert try_number(number, 0, tmp_path, share(number, SHARES), QUICK, run) is not None
    assert [f"{fault.surface}: {fault.details}" for _, fault in run.faults] == []


@pytest.mark.long
@pytest.mark.parametrize("number", range(COUNT, 4 * COUNT))
def test_more_generated_games_play_on_every_surface(number: int, tmp_path: Path) -> None:
    run = Run()
    try_number(number, 0, tmp_path, [*SURFACES], QUICK, run)
    assert [f"{fault.surface}: {fault.details}" for _, fault in run.faults] == []


@pytest.mark.long
def test_hardly_anything_of_a_generated_game_is_refused(made: list[Made]) -> None:
    assert sum(len(each.refused) for each in made) < 0.15 * sum(each.parts for each in made)


@pytest.mark.long
def test_a_number_is_one_game(made: list[Made], tmp_path: Path) -> None:
    again = make_game(3, 0, tmp_path)
    assert _texts(again.folder) == _texts(made[3].folder)
    assert _texts(make_game(3, 1, tmp_path / "other").folder) != _texts(again.folder)


def _texts(folder: Path) -> list[str]:
    return [path.read_text(encoding="utf-8") for path in sorted(folder.rglob("*.yaml"))]


@pytest.mark.long
def test_every_construct_comes_up(made: list[Made], tmp_path: Path) -> None:
    """A new word of the grammar fails here until statements.py or values.py writes it; fields and built-ins join."""
    coverage = Coverage()
    for each in (*made, *(make_game(number, 0, tmp_path) for number in range(COUNT, MANY))):
        coverage.note(constructs(each.folder), ["small terminal"])
    assert all_constructs() - {*coverage.used} - SHARED == frozenset()
    [*_, seldom, never] = coverage.table()
    assert never.startswith("never: ")
    assert seldom.startswith("seldom: ")


@pytest.mark.long
def test_a_new_way_to_see_a_zone_joins_by_itself(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """The checker refuses what it does not know, which shows that it was tried."""
    fields = tuple(_with_another_way(each) if each.word == "see" else each for each in ZONE.fields)
    grown = FieldGroup(ZONE.word, ZONE.title, ZONE.meaning, fields, short=ZONE.short, empty=ZONE.empty)
    monkeypatch.setattr("tests.surfaces.generated.worlds.ZONE", grown)
    tried: list[str] = []
    for number in range(12):
        try:
            tried += make_game(number, 0, tmp_path).refused
        except InvalidError:
            continue
    assert "wrong-value" in tried or "unknown-word" in tried


def _with_another_way(field: Field) -> Field:
    assert isinstance(field.shape, f.OneOf)
    return Field(field.word, f.OneOf(field.shape.noun, (*field.shape.words, *["neighbours"] * 20)), field.meaning)
