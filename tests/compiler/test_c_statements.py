"""The C that statements become, in a table of small texts (see `ir_text.py`); ` / ` stands for a new line.

The segments 0 (which needs nothing), 1 (`n`) and 2 (`n`, `xs`, `mask`) can follow.
"""

from __future__ import annotations

from pathlib import Path

from tests.checker.samples import compare, texts_of
from tests.compiler.ir_text import FAMILIES, Names, read

from cardwright.compiler.codegen.c.c_types import MASK, UnsupportedInCError
from cardwright.compiler.codegen.c.module_constants import ModuleContext
from cardwright.compiler.codegen.c.statements import _STATEMENTS, StatementPrinter
from cardwright.compiler.ir import nodes as ir

TABLE = Path(__file__).parent / "c_statements.txt"
RULE, PLAIN = ir.Function("rule", 3), ir.Function("plain", 2)
ZONES_FROM = FAMILIES["row"][1]


def make_printer(names: Names) -> StatementPrinter:
    known = ModuleContext(
        words=1,
        tables={"NEXT": (1, 2, 0), "LATER": {5: 96, 6: 64, 7: 0}},
        bounds=lambda place: (place.base, place.base + 4),
        slot=lambda word: 0,
        zones_from=ZONES_FROM,
        located=True,
        segments={0: "first", 1: "second", 2: "third"},
        functions={RULE: "three", PLAIN: "two"},
        results={RULE: ir.NUM, PLAIN: ir.NUM},
        params={RULE: (names["p"],), PLAIN: (names["n"],)},
    )
    live = [(), (names["n"],), (names["n"], names["xs"], names["mask"])]
    return StatementPrinter(known, [ir.Segment(number, 0, live=each) for number, each in enumerate(live)])


def print_statements(text: str) -> list[str]:
    """Return the C of a text, or why there is none."""
    names = Names()
    printer = make_printer(names)
    try:
        printer.code(read(text.replace(" / ", "\n"), names))
    except UnsupportedInCError as refused:
        return [f"refused: {refused}"]
    return [line for each in printer.lines for line in each.split("\n")]


def test_statements_become_this_c() -> None:
    compare(TABLE, print_statements)


def test_a_table_of_masks_begins_at_its_lowest_entry() -> None:
    masks = ir.StaticTable("LATER", ir.Const(6, ir.PIECE), ir.IrType("mask", "card"))
    assert make_printer(Names()).values.to(masks, MASK).endswith("[index_of(S, (6) - 5, 3)]")


def test_each_statement_that_has_a_text_form_is_in_the_table() -> None:
    """A statement that C can have is missing only if the text form has no word for it."""
    used = {type(node) for text in texts_of(TABLE) for node in ir.walk_nodes(read(text.replace(" / ", "\n"), Names()))}
    without_words = {ir.Fill, ir.Fail, ir.Count, ir.WaitBody, ir.React, ir.Drop}
    assert {kind.__name__ for kind in _STATEMENTS.keys() - used - without_words} == set()
