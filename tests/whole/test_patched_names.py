"""Tests patch only what exists: a test that runs seldom follows a renamed function as soon as it is renamed."""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from pathlib import Path

TESTS = Path(__file__).parent.parent


def test_what_tests_patch_exists() -> None:
    assert [missing for path in sorted(TESTS.rglob("*.py")) for missing in _list_missing(path)] == []


def test_a_name_that_is_gone_is_found() -> None:
    tree = ast.parse("from cardwright.query import view\npatch.setattr(view._Viewer, '_gone', None)")
    assert list(_list_patched(tree)) == [(2, "view._Viewer", "_gone")]
    assert dict(_list_imported(tree)) == {"view": ("cardwright.query", "view")}
    assert not hasattr(_find(("cardwright.query", "view")), "_gone")


def _list_missing(path: Path) -> Iterator[str]:
    """Yield each name that the tests of a file patch though it does not exist, with its place."""
    text = path.read_text(encoding="utf-8")
    if ".setattr(" not in text:
        return
    tree = ast.parse(text)
    imported = dict(_list_imported(tree))
    for line, dotted, name in _list_patched(tree):
        first, *rest = dotted.split(".")
        if first in imported:
            owner: object = _find(imported[first])
            for attribute in rest:
                owner = getattr(owner, attribute, None)
            if not hasattr(owner, name):
                yield f"{path.relative_to(TESTS)}:{line}: {dotted}.{name}"


def _list_imported(tree: ast.Module) -> Iterator[tuple[str, tuple[str, str]]]:
    """Yield each name of ours that a file imports, with its module and its name there ("" for a whole module)."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("cardwright"):
            yield from ((each.asname or each.name, (node.module or "", each.name)) for each in node.names)
        elif isinstance(node, ast.Import):
            yield from (
                (each.asname, (each.name, "")) for each in node.names if each.asname and "cardwright" in each.name
            )


def _list_patched(tree: ast.Module) -> Iterator[tuple[int, str, str]]:
    """Yield the line, the owner and the name of each `NAME.setattr(OWNER, "NAME", ...)` that must exist."""
    for node in ast.walk(tree):
        if (
            isinstance(node, ast.Call)
            and isinstance(node.func, ast.Attribute)
            and node.func.attr == "setattr"
            and len(node.args) >= 2
            and isinstance(node.args[1], ast.Constant)
            and isinstance(node.args[1].value, str)
            and not any(keyword.arg == "raising" for keyword in node.keywords)
        ):
            yield node.lineno, ast.unparse(node.args[0]), node.args[1].value


def _find(where: tuple[str, str]) -> object:
    module, name = where
    loaded = importlib.import_module(module)
    if not name or hasattr(loaded, name):
        return getattr(loaded, name) if name else loaded
    return importlib.import_module(f"{module}.{name}")
