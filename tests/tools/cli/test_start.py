"""What a command imports before it does anything: how quickly it starts, counted in modules on any machine alike."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

LISTED = "import sys; sys.argv[1:] = {words!r}; from cardwright_tools.cli.main import main; code = main()"
TOLD = "; print(*sys.modules, file=sys.stderr); sys.exit(code)"
# What Python has of itself at its start differs between its versions.
MOST_OF_GAMES = 100
MOST_OF_VALIDATE = 190


def imported(cache: Path, *words: str) -> set[str]:
    """The modules that a command imports, beyond those of a Python that does nothing."""
    environment = os.environ | {"CARDWRIGHT_CACHE": str(cache)}

    def modules(program: str) -> set[str]:
        run = subprocess.run(
            [sys.executable, "-c", program], env=environment, capture_output=True, text=True, check=True, timeout=120
        )
        return set(run.stderr.splitlines()[-1].split())

    command = LISTED.format(words=list(words)) + TOLD
    modules(command)
    return modules(command) - modules("import sys; code = 0" + TOLD)


def test_listing_games_imports_little(tmp_path: Path) -> None:
    found = imported(tmp_path, "games")
    heavy = {"dataclasses", "inspect", "lark", "yaml", "rich", "jsonschema", "tempfile", "traceback", "urllib.request"}
    assert not found & heavy
    assert not {
        name
        for name in found
        if name.startswith(("cardwright.runtime", "cardwright.game.loaded_game", "cardwright.game.state"))
    }
    assert len(found) <= MOST_OF_GAMES, sorted(found)


def test_checking_what_did_not_change_imports_no_checker(tmp_path: Path) -> None:
    found = imported(tmp_path, "validate", "games/ceylon")
    rooms = ("checker", "compiler", "english", "builtins", "runtime", "playing", "formatting")
    assert not {name for name in found if name.startswith(tuple(f"cardwright.{room}." for room in rooms))}
    assert not found & {"lark", "yaml", "rich", "jsonschema"}
    assert len(found) <= MOST_OF_VALIDATE, sorted(found)
