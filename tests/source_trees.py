"""The syntax trees of all our modules, for tests of what none of them may do."""

from __future__ import annotations

import ast
from functools import lru_cache
from pathlib import Path

import maintenance

import cardwright
import cardwright_tools


@lru_cache(maxsize=1)
def source_trees() -> dict[Path, list[ast.AST]]:
    """The nodes of every module of the library, the tools and the scripts of the project itself."""
    packages = (cardwright, cardwright_tools, maintenance)
    paths = [path for package in packages for path in Path(str(package.__file__)).parent.rglob("*.py")]
    return {path: list(ast.walk(ast.parse(path.read_text(encoding="utf-8")))) for path in sorted(paths)}


def room_and_module(path: Path) -> str:
    """The folder and the name of a module: what it is called where others are called alike."""
    return f"{path.parent.name}/{path.stem}"
