"""Switches on types of nodes are exhaustive: a node that a pass does not handle is named together with the pass.

The nodes come from the unions that `syntax/tree.py`, `checker/typed_tree.py` and `compiler/ir/nodes.py` declare.
`switches.txt` lists, for each tree, the passes that decide about every node of a union, with the nodes that they
leave to their default on purpose (after `but`). A pass that neither mentions a new node nor leaves it to its default
fails. Modules that only look for certain nodes are listed under `some`; a module that compares with many nodes must be
in one of the two lists.
"""

from __future__ import annotations

import ast
import importlib
import re
import types
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import Any, get_args

import pytest

LIBRARY = Path(__file__).parents[2] / "interpreter" / "cardwright"
TABLE = Path(__file__).with_name("switches.txt")
TREES = {
    "syntax": "cardwright.syntax.tree",
    "checked": "cardwright.checker.typed_tree",
    "code": "cardwright.compiler.ir.nodes",
}
# A module that compares with so many nodes of one union has a switch.
MANY = 6


@cache
def unions(tree: str) -> dict[str, tuple[str, ...]]:
    """Return the names of the nodes of each union that a tree declares."""
    module = importlib.import_module(TREES[tree])
    declared = {name: value for name, value in vars(module).items() if isinstance(value, types.UnionType)}
    return {name: tuple(node.__name__ for node in get_args(value)) for name, value in declared.items()}


def sections(text: str) -> dict[str, list[list[str]]]:
    """Return the rows of the table by the heading before them, each split into words."""
    found: dict[str, list[list[str]]] = {}
    for part in re.split(r"(?m)^=== ", text)[1:]:
        heading, *lines = part.splitlines()
        rows = re.sub(r"\n +", " ", "\n".join(line for line in lines if line and not line.startswith("#")))
        found[heading] = [row.split() for row in rows.splitlines()]
    return found


SECTIONS = sections(TABLE.read_text(encoding="utf-8"))


def modules_of(path: str) -> Iterator[Path]:
    """Yield the module of a pass, or the modules of its folder."""
    place = LIBRARY / path
    yield from sorted(place.rglob("*.py")) if place.is_dir() else [place]


@cache
def parsed(path: Path) -> ast.Module:
    return ast.parse(path.read_text(encoding="utf-8"))


@cache
def compared(path: Path, tree: str) -> set[str]:
    """Return the nodes that a module compares with: all it names but for annotations and what it makes.

    The name of a union stands for its nodes if it is not one that a pass must handle as a whole.
    """
    code = parsed(path)
    aliases, direct = set(), {}
    for node in ast.walk(code):
        for each in node.names if isinstance(node, ast.ImportFrom) else ():
            if f"{node.module}.{each.name}" == TREES[tree]:  # type: ignore[attr-defined]
                aliases.add(each.asname or each.name)
            elif node.module == TREES[tree]:  # type: ignore[attr-defined]
                direct[each.asname or each.name] = each.name
    left_out: set[int] = set()
    for node in ast.walk(code):
        parts: list[Any] = [getattr(node, "annotation", None), getattr(node, "returns", None)]
        if isinstance(node, ast.Call):
            left_out.add(id(node.func))
        if isinstance(node, ast.Subscript):
            parts.append(node.slice)
        left_out |= {id(inner) for part in parts if isinstance(part, ast.AST) for inner in ast.walk(part)}
    found = set()
    for node in ast.walk(code):
        if id(node) in left_out:
            continue
        if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id in aliases:
            found.add(node.attr)
        elif isinstance(node, ast.Name) and node.id in direct:
            found.add(direct[node.id])
    smaller = {name: nodes for name, nodes in unions(tree).items() if name == "Terminator"}
    return found | {node for name in found & smaller.keys() for node in smaller[name]}


def passes(tree: str) -> Iterator[tuple[str, str, set[str]]]:
    """Yield each pass over a tree: its path, the union it switches on, and the nodes left to its default."""
    for path, union, *left in SECTIONS[tree]:
        assert not left or left[0] == "but", (path, left)
        yield path, union, set(left[1:])


@pytest.mark.parametrize("tree", TREES)
def test_every_pass_handles_every_node(tree: str) -> None:
    wrong = []
    for path, union, left in passes(tree):
        handled = set().union(*(compared(module, tree) for module in modules_of(path)))
        nodes = unions(tree)[union]
        wrong += [f"{path} does not handle {node}" for node in nodes if node not in handled | left]
        wrong += [f"{path} handles {node}, which it is said to leave" for node in nodes if node in handled & left]
        wrong += [f"{path} leaves {node}, which is no {union}" for node in sorted(left - {*nodes})]
    assert not wrong, "\n".join([*wrong, f"handle it, or write it behind `but` in {TABLE.name}"])


@pytest.mark.parametrize("tree", TREES)
def test_every_switch_is_listed(tree: str) -> None:
    whole = {(module, union) for path, union, _ in passes(tree) for module in modules_of(path)}
    some = {(LIBRARY / path, union) for path, union in SECTIONS[f"{tree}, some"]}
    found = {
        (module, union)
        for module in LIBRARY.rglob("*.py")
        if TREES[tree].rpartition(".")[2] in module.read_text(encoding="utf-8")
        for nodes in [compared(module, tree)]
        for union, named in unions(tree).items()
        if len(nodes.intersection(named)) >= MANY
    }
    shown = sorted(f"{module.relative_to(LIBRARY).as_posix()} {union}" for module, union in found - whole - some)
    assert not shown, "\n".join([*shown, f"list these under `{tree}` or `{tree}, some` in {TABLE.name}"])
    gone = sorted(f"{module.relative_to(LIBRARY).as_posix()} {union}" for module, union in some - found)
    assert not gone, f"no longer switches: {gone}"


TABLES = [
    ("checker.expressions.basic_expressions", "_CHECKS", "Expr", ()),
    ("checker.statements.statements", "_CHECKS", "Stmt", ("MayNode", "ChooseNode", "ChooseOneNode")),
]


@pytest.mark.parametrize(("module", "name", "union", "others"), TABLES)
def test_tables_of_functions_have_each_node_with_its_own_function(
    module: str, name: str, union: str, others: tuple[str, ...]
) -> None:
    table = getattr(importlib.import_module(f"cardwright.{module}"), name)
    assert sorted(node.__name__ for node in table) == sorted(set(unions("syntax")[union]) - {*others})
    wrong = [
        f"{node.__name__}: {function.__qualname__} takes {function.__annotations__['node'].__name__}"
        for node, function in table.items()
        if function.__annotations__["node"] is not node
    ]
    assert not wrong
