"""Changed card files are answered with diagnostics or play; `CARDWRIGHT_MUTATIONS` says how many are tried."""

from __future__ import annotations

import os
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from tests.properties.engine_games import examples
from tests.properties.mutated_cards import Mutations, Original, Trial, originals, try_many

COUNT = int(os.environ.get("CARDWRIGHT_MUTATIONS", "90"))
CARDS = {"import_export/base/agriculture.yaml", "ceylon/base/cards.yaml", "cargo_noir/base/victory.yaml"}


@pytest.fixture(scope="module", name="files")
def _files() -> Iterator[list[Original]]:
    with tempfile.TemporaryDirectory() as folder:
        yield [file for file in originals(Path(folder)) if file.name in CARDS]


@pytest.mark.parametrize("count", [15, pytest.param(COUNT, marks=pytest.mark.long)])
def test_nothing_fails_hangs_or_takes_long(count: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CARDWRIGHT_CACHE", "")
    figures = try_many(count, seed=count, below=tmp_path, in_a_row=max(1, count // 17))
    assert figures.failures == []
    assert figures.files == count
    assert figures.sound < count
    assert figures.sound or count < COUNT
    assert len(figures.codes) > 8


@pytest.mark.long
@examples(30)
@given(place=st.integers(0, 2), at=st.integers(0, 6000), cut=st.integers(0, 30), new=st.text(max_size=30))
def test_any_text_may_stand_anywhere(files: list[Original], place: int, at: int, cut: int, new: str) -> None:
    file = files[place]
    trial = Trial(0)
    at = at % len(file.content)
    trial.run(file, file.content[:at] + new.encode("utf-8", "surrogatepass") + file.content[at + cut :])
    assert trial.figures.failures == []


@pytest.mark.long
def test_originals_are_sound_and_play(files: list[Original]) -> None:
    trial = Trial(0)
    for file in files:
        trial.run(file, file.content)
    assert (trial.figures.sound, trial.figures.programs, trial.figures.failures) == (3, 3, [])


def test_changes_change(files: list[Original]) -> None:
    import random

    mutations = Mutations(files)
    changed = [mutations.of(file, random.Random(number))[0] != file.content for number in range(50) for file in files]
    assert sum(changed) > 120
