"""One thing is never told as several: what is counted is called by the one function that knows of one."""

from __future__ import annotations

import ast
import re
from itertools import pairwise

from tests.source_trees import source_trees

# Behind these there are several in any case: of them some are told, or one would not be told of.
SEVERAL = re.compile(r"\b(of|the|for|has) $|\($")


def test_numbers_of_things_have_nouns_that_fit() -> None:
    found = [
        f"{path.name}:{node.lineno}: {noun}"
        for path, nodes in source_trees().items()
        if "cardwright_tools" in path.parts
        for node in nodes
        if isinstance(node, ast.JoinedStr)
        for noun in counted(node)
    ]
    assert found == []


def counted(text: ast.JoinedStr) -> list[str]:
    """The nouns behind a number of things that is taken by `len` in an f-string."""
    before = ""
    found = []
    for part, behind in pairwise([*text.values, ast.Constant("")]):
        if isinstance(part, ast.FormattedValue) and isinstance(behind, ast.Constant):
            call = part.value
            noun = re.match(r" [a-z]+s\b", str(behind.value))
            if isinstance(call, ast.Call) and ast.unparse(call.func) == "len" and noun and not SEVERAL.search(before):
                found.append(noun.group().strip())
        before = str(part.value) if isinstance(part, ast.Constant) else ""
    return found
