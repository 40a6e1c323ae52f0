"""Tables and cases of rules as blocks of a rulebook."""

from __future__ import annotations

from collections.abc import Sequence

from cardwright.declarations.model import TableDecl
from cardwright.phrases.inflection import spoken
from cardwright.presentation.rulebook.document import (
    TableBlock,
)
from cardwright.syntax import tree as syntax


def _yes_or_no(cases: Sequence[tuple[str, str]]) -> list[str]:
    """Render the cases of a yes-or-no rule as sentences, each for the cases that remain."""
    said = []
    for place, (value, asked) in enumerate(cases):
        lead = "otherwise " if place else ""
        answer = {"yes": "always", "no": "never"}.get(value, "")
        when = f" if {asked}" if asked else ""
        said.append(f"{lead}{answer}{when}" if answer else f"{lead}{f'if {asked}, ' if asked else ''}only if {value}")
    return said


def _words(node: syntax.Node) -> list[str]:
    return [each.word for each in syntax.walk(node) if isinstance(each, syntax.NameNode | syntax.CallNode)]


def _grid(table: TableDecl) -> TableBlock:
    """Return a table with a row for each word and the second parameter as columns.

    Short rows are extended with their last number.
    """
    longest = max(map(len, table.rows.values()))
    roles = [spoken(role) for role, _ in table.roles]
    if list(table.rows) == [""]:
        return TableBlock((roles[0], *map(str, range(1, longest + 1))), (("", *map(str, table.rows[""])),))
    if longest == 1 and len(roles) == 1:
        return TableBlock((roles[0], "value"), tuple((spoken(word), str(row[0])) for word, row in table.rows.items()))
    rows = tuple(
        (spoken(word), *map(str, row), *[str(row[-1])] * (longest - len(row))) for word, row in table.rows.items()
    )
    return TableBlock((" / ".join(roles), *map(str, range(1, longest + 1))), rows)
