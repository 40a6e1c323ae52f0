"""Generator of the page that lists every module of the library, the tools and these scripts."""

import ast
import importlib
import pkgutil
import tomllib
from pathlib import Path

from maintenance.doc_quotes import list_modules

NOTE = "<!-- Written by `python -m maintenance.generate`: change docstrings, not this file. -->"
INTRODUCTION = (
    "For people who look for a module: every package from the lowest layer to the highest, with the first line of "
    "each module's docstring. A name that ends in `/` is a package with a list of its own. "
    "[Architecture](../architecture.md) tells how they work together."
)
ROOTS = ("cardwright", "cardwright_tools", "maintenance")


def render_module_map(root: Path) -> str:
    """Return the page; `root` is the checkout, whose `pyproject.toml` has the order of the layers."""
    ranks = _rank_layers((root / "pyproject.toml").read_text(encoding="utf-8"))
    parts = ["# Modules", NOTE, INTRODUCTION]
    for name in ROOTS:
        packages = _list_packages(name)
        tops = [each for each in packages if each.count(".") == 1]
        parts += _list_section(name)
        for top in sorted(tops, key=lambda each: (ranks.get(each, len(ranks)), each)):
            for package in sorted(each for each in packages if each == top or each.startswith(f"{top}.")):
                parts += _list_section(package)
    return "\n\n".join(parts) + "\n"


def _rank_layers(settings: str) -> dict[str, int]:
    """Return the rank of every top-level package in the import contracts, 0 for the lowest layer."""
    contracts = tomllib.loads(settings)["tool"]["importlinter"]["contracts"]
    ranks: dict[str, int] = {}
    for contract in contracts:
        containers = contract.get("containers", [])
        if containers and set(containers) <= set(ROOTS):
            for rank, layer in enumerate(reversed(contract["layers"])):
                ranks |= {f"{containers[0]}.{name.strip(' ()')}": rank for name in layer.replace("|", ":").split(":")}
    return ranks


def _list_packages(name: str) -> list[str]:
    """Return the names of all packages below `name`, from their files: importing them could need an extra."""
    folder = Path(importlib.import_module(name).__path__[0])
    found = []
    for module in pkgutil.iter_modules([str(folder)]):
        pending = [(f"{name}.{module.name}", folder / module.name)] if module.ispkg else []
        while pending:
            package, place = pending.pop()
            found.append(package)
            inner = pkgutil.iter_modules([str(place)])
            pending += [(f"{package}.{each.name}", place / each.name) for each in inner if each.ispkg]
    return sorted(found)


def _list_section(package: str) -> list[str]:
    root, *inner = package.split(".")
    folder = Path(importlib.import_module(root).__path__[0]).joinpath(*inner)
    docstring = ast.get_docstring(ast.parse((folder / "__init__.py").read_text(encoding="utf-8"))) or ""
    meaning = docstring.partition("\n\n")[0].replace("\n", " ")
    lines = list_modules(folder)
    listed = [f"```text\n{lines}\n```"] if lines else []
    return [f"{'#' * min(len(inner) + 2, 4)} `{package}`", *([meaning] if meaning else []), *listed]
