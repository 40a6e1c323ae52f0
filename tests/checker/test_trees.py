"""Types and trees that the checker makes of small texts, or the mistakes in them.

`trees/` has values, statements, definitions of rules and verbs, and powers (see `samples.py`). What a text becomes is
in the form of `tree_text.py`; a line with `!` is a mistake, with its first column in the text, code and message.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.checker.samples import Sample, check, compare, texts_of
from tests.checker.tree_text import tree_text

from cardwright.checker import typed_tree as tree
from cardwright.declarations.value_types import describe_type

TREES = Path(__file__).parent / "trees"


FORMS = {"values": "value", "statements": "statement", "definitions": "definition", "powers": "power"}
# Parts of an ability that are shown where they are not the usual ones.
SHOWN = {
    "procedure": None, "rule": None, "windows": (), "roles": (), "result": None, "where": None, "own": False,
    "stacks": False, "limit": None, "changes": (), "named": "", "held": (), "until": (), "body": (),
}  # fmt: skip


@pytest.mark.parametrize("table", FORMS)
def test_texts_become_these_trees(table: str, tmp_path: Path) -> None:
    path = TREES / f"{table}.txt"
    _, samples = check(texts_of(path), tmp_path, FORMS[table])

    def become(text: str) -> list[str]:
        sample = samples[text]
        return [*sample.mistakes] or typed(sample, table == "values")

    compare(path, become)


def typed(sample: Sample, is_value: bool) -> list[str]:
    """Return the lines that tell what a text without mistakes became."""
    if is_value:
        return [f"{describe_type(sample.value.type)}: {tree_text(sample.value)}"]
    found = sample.found
    if isinstance(found, tree.TypedRule):
        assert found.type is not None
        takes = ", ".join(f"{param.word}: {param.base}" for param in found.params)
        cases = [
            f"{tree_text(value)} if {tree_text(test)}" if test else tree_text(value) for value, test in found.cases
        ]
        return [f"{describe_type(found.type)} of ({takes}): {'; '.join(cases)}"]
    if isinstance(found, tree.TypedProcedure) and not found.word.startswith("sample_"):
        takes = ", ".join(f"{param.word}: {param.base}" for param in found.params)
        gives = "" if found.result is None else f" gives {found.result.word}: {found.result.base}"
        return [f"{found.kind} of ({takes}){gives}: {', '.join(map(tree_text, found.body))}"]
    if isinstance(found, tree.TypedProcedure):
        return [", ".join(map(tree_text, found.body))]
    return [ability_text(each) for each in found or ()]


def ability_text(ability: tree.TypedAbility) -> str:
    """Return the kind of an ability, the zones it works in, and its parts that are not the usual ones."""
    parts = [
        f"{name} {tree_text(getattr(ability, name))}"
        for name, usual in SHOWN.items()
        if getattr(ability, name) != usual
    ]
    return f"{ability.kind} in {'/'.join(sorted(ability.zones))}: {'; '.join(parts)}"
