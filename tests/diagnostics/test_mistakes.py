"""The table of deliberate mistakes: each is told once, at its place, with what was probably meant."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from cardwright import check_paths
from cardwright.source.diagnostics import Diagnostic
from cardwright.source.diagnostics_for_people import render_text

ROOT = Path(__file__).parents[2]
TABLE = Path(__file__).parent / "mistakes" / "table.yaml"
MISTAKES: list[dict[str, Any]] = yaml.safe_load(TABLE.read_text(encoding="utf-8"))


def suggestion(found: Diagnostic) -> str:
    return found.fix.replacement if found.fix is not None else found.label


@pytest.fixture(name="copy")
def _copy(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    monkeypatch.chdir(tmp_path)
    yield tmp_path
    shutil.rmtree(tmp_path)


def test_there_are_many_over_all_games() -> None:
    assert len(MISTAKES) >= 150
    games = {Path(each["file"]).parts[1] for each in MISTAKES}
    assert len(games) >= 5
    assert games <= {path.name for path in (ROOT / "games").iterdir()}
    assert len({expected.split()[1] for each in MISTAKES for expected in each["expect"]}) >= 20


@pytest.mark.one_of(16)
@pytest.mark.parametrize("mistake", MISTAKES, ids=lambda each: f"{each['file']} {each['new']}"[:90])
def test_a_mistake_is_told_at_its_place(mistake: dict[str, Any], copy: Path) -> None:
    path = Path(mistake["file"])
    name = path.parts[1]
    for folder in ("games", "cards"):
        shutil.copytree(ROOT / folder / name, copy / folder / name)
    text = path.read_text(encoding="utf-8")
    assert mistake["old"] in text
    path.write_text(text.replace(mistake["old"], mistake["new"], 1), encoding="utf-8")
    found, files = check_paths([Path("games") / name, Path("cards") / name])
    first = text[: text.index(mistake["old"])].count("\n") + 1
    told = [f"{each.span.line - first:+}:{each.span.column} {each.code}" for each in found]
    assert told == mistake["expect"], render_text(found, files, color=False)
    assert found[0].span.path == mistake["file"]
    assert suggestion(found[0]) == mistake["suggestion"]
