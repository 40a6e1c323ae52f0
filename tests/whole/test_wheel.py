"""What we ship works alone: the wheel, in a fresh environment, far from the checkout."""

import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

CHECKOUT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel, built from this checkout."""
    folder = tmp_path_factory.mktemp("wheel")
    run([sys.executable, "-m", "build", "--wheel", "--no-isolation", "--outdir", str(folder), str(CHECKOUT)], folder)
    [path] = folder.glob("*.whl")
    return path


def run(command: list[str], folder: Path) -> str:
    """Run a command in `folder`, without what our own environment would add to it."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith(("PYTHON", "CARDWRIGHT"))}
    result = subprocess.run(
        command,
        cwd=folder,
        env=kept | {"CARDWRIGHT_CACHE": str(folder / "cache")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert result.returncode == 0, f"{command}\n{result.stdout}\n{result.stderr}"
    return result.stdout


def test_the_wheel_holds_code_types_and_data_and_no_stray_package(wheel: Path) -> None:
    names = zipfile.ZipFile(wheel).namelist()
    assert {name.split("/")[0] for name in names if ".dist-info/" not in name} == {"cardwright", "cardwright_tools"}
    for folder in ("grammar", "cards", "games", "examples"):
        shipped = {name for name in names if name.startswith(f"cardwright/_data/{folder}/")}
        held = {path for path in (CHECKOUT / folder).rglob("*") if path.is_file()}
        assert shipped == {f"cardwright/_data/{path.relative_to(CHECKOUT).as_posix()}" for path in held}
    assert {name for name in names if "/docs/" in name} == {"cardwright/_data/docs/diagnostics.md"}
    assert {"cardwright/py.typed", "cardwright_tools/py.typed"} <= set(names)


@pytest.mark.long
def test_installed_from_the_wheel_bots_play_a_game_from_another_folder(wheel: Path, tmp_path: Path) -> None:
    run([sys.executable, "-m", "venv", str(tmp_path / "fresh")], tmp_path)
    programs = tmp_path / "fresh" / ("Scripts" if os.name == "nt" else "bin")
    run([str(programs / "python"), "-m", "pip", "install", "--quiet", str(wheel)], tmp_path)
    cardwright = str(programs / "cardwright")
    assert "ceylon" in run([cardwright, "games"], tmp_path)
    assert "How to correct it" in run([cardwright, "explain", "unknown-name"], tmp_path)
    words = ["simulate", "ceylon", "--games", "1", "--players", "3", "--bots", "random", "--json"]
    summary = json.loads(run([cardwright, *words], tmp_path))
    assert (summary["finished"], summary["errors"]) == (1, [])
