"""The hooks for pre-commit do what they say on the files they ask for."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml

from cardwright_tools.cli.main import main

ROOT = Path(__file__).parents[2]
HOOKS = {hook["id"]: hook for hook in yaml.safe_load((ROOT / ".pre-commit-hooks.yaml").read_text(encoding="utf-8"))}
EACH = pytest.mark.parametrize("hook", HOOKS.values(), ids=str)


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A project of an author's own, with the files of Ceylon; pre-commit runs hooks at its top."""
    for part in ("games/ceylon", "cards/ceylon"):
        shutil.copytree(ROOT / part, tmp_path / part)
    (tmp_path / "notes.yaml").write_text("a:   1\n", encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    return tmp_path


def run(hook: dict[str, str], project: Path) -> int:
    """Run a hook as pre-commit would: its entry, and the changed files that its pattern finds."""
    files = [path.relative_to(project).as_posix() for path in sorted(project.rglob("*")) if path.is_file()]
    program, *words = hook["entry"].split()
    assert program == "cardwright"
    return main([*words, *(file for file in files if re.search(hook["files"], file))])


def test_there_is_a_hook_for_each_of_the_two_commands() -> None:
    assert [hook["entry"] for hook in HOOKS.values()] == ["cardwright validate", "cardwright fmt"]
    for hook in HOOKS.values():
        assert set(hook) <= {"id", "name", "description", "entry", "language", "types", "files", "require_serial"}
        assert hook["language"] == "python"


@EACH
def test_hooks_pass_on_files_in_order(hook: dict[str, str], project: Path) -> None:
    assert run(hook, project) == 0
    assert (project / "notes.yaml").read_text(encoding="utf-8") == "a:   1\n"


def test_the_one_finds_mistakes(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file = project / "cards/ceylon/base/cards.yaml"
    file.write_text(file.read_text(encoding="utf-8").replace("sort: port}", "sort: prot}"), encoding="utf-8")
    assert run(HOOKS["cardwright-validate"], project) == 1
    assert "did you mean `port`?" in capsys.readouterr().out


def test_the_other_writes_the_one_style(project: Path) -> None:
    file = project / "cards/ceylon/base/cards.yaml"
    neat = file.read_text(encoding="utf-8")
    file.write_text(neat.replace("{id: tea, name: Tea,", "{name:  'Tea', id: tea,"), encoding="utf-8")
    assert run(HOOKS["cardwright-fmt"], project) == 0
    assert file.read_text(encoding="utf-8") == neat


@pytest.mark.parametrize(
    ("file", "wanted"),
    [
        ("my_game/game.yaml", True),
        ("my_game/cards/base/cards.yaml", True),
        ("my_game/scenarios/first.yaml", True),
        ("game.yaml", True),
        ("games/ceylon/game.yaml", True),
        ("my_game/schema/cards.schema.json", False),
        (".github/workflows/check.yaml", False),
        ("my_game/endgame.yaml", False),
    ],
)
@EACH
def test_hooks_ask_for_the_files_of_games_wherever_they_lie(hook: dict[str, str], file: str, wanted: bool) -> None:
    assert bool(re.search(hook["files"], file)) == wanted
