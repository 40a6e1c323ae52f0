"""What the checker makes of small texts: their types and trees, or the mistakes in them.

`trees/values.txt` has values, `trees/statements.txt` statements (see `samples.py`). What a text becomes is in the form
of `tree_text.py`; a line with `!` is a mistake, with its first column in the text, code and message.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.checker.samples import check, compare, texts_of
from tests.checker.tree_text import tree_text

from cardwright.declarations.types import describe_type

TREES = Path(__file__).parent / "trees"


@pytest.mark.parametrize("table", ["values", "statements"])
def test_texts_become_these_trees(table: str, tmp_path: Path) -> None:
    path = TREES / f"{table}.txt"
    _, samples = check(texts_of(path), tmp_path, table == "values")

    def become(text: str) -> list[str]:
        sample = samples[text]
        if sample.mistakes:
            return [*sample.mistakes]
        if table == "values":
            return [f"{describe_type(sample.value.type)}: {tree_text(sample.value)}"]
        return [", ".join(map(tree_text, sample.procedure.body))]

    compare(path, become)
