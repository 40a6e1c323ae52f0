"""Every mistake is told once, however the folder it lies in was named."""

import shutil
from pathlib import Path

import pytest

from cardwright import check_paths

ROOT = Path(__file__).parents[2]
BROKEN = [
    "",
    "cards: [",
    "- a\n",
    "game: picnic\n",
    "game: other\nset: base\ncards: []\n",
    "\0",
    "# nothing\n",
    "kinds: 3\n",
]


@pytest.mark.one_of(5)
@pytest.mark.parametrize("text", BROKEN)
@pytest.mark.parametrize("file", ["cards/base/cards.yaml", "cards/base/more.yaml", "game.yaml", "scenarios/odd.yaml"])
def test_a_mistake_is_told_once_of_a_path_from_anywhere(
    file: str, text: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    shutil.copytree(ROOT / "examples/picnic", tmp_path / "picnic")
    (tmp_path / "picnic" / file).write_text(text, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    near, _ = check_paths([Path("picnic")])
    for folder in (tmp_path / "picnic", Path("../") / tmp_path.name / "picnic"):
        far, _ = check_paths([folder])
        assert [(each.code, each.message) for each in far] == [(each.code, each.message) for each in near]
