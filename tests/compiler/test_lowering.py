"""The code that values and statements are lowered to, in tables of small texts (see `tests/checker/samples.py`).

The code is in the form of `ir_text.py`, as the lowering leaves it: no pass has changed it. `statements_tracked.txt` has
the code of the tracked variant.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from tests.checker.samples import Sample, check, compare, texts_of
from tests.compiler import ir_text

from cardwright.checker import typed_tree as tree
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering
from cardwright.compiler.lowering.game import GameCode, _Lowered, find_watchers
from cardwright.compiler.lowering.rule_cases import Rules
from cardwright.compiler.lowering.statements import StatementLowering
from cardwright.compiler.passes.read_sets import find_read_set
from cardwright.compiler.state_layout import StateLayout

TABLES = Path(__file__).parent / "lowering"
TOKENS = "  - {id: raft, kind: card, good: tea, pool: heap, copies: 2}\n"
FOLLOWING = re.compile(r"(ask_decision\(.*), \d+\)|(wait_on\()\d+, ")
FORMS = {
    "read_sets": "definition",
    "powers": "power",
    "values": "value",
    "statements": "statement",
    "tokens": "statement",
    "tokens_tracked": "statement",
    "statements_tracked": "statement",
    "definitions": "definition",
    "continuations": "statement",
}


def lower(statements: StatementLowering, sample: Sample, is_value: bool) -> list[str]:
    """Return the code of a text; for a rule that of its function, for a verb with what must hold for it."""
    if isinstance(sample.found, tree.TypedRule):
        return ir_text.write(Rules(statements.low).function(sample.found).body)
    procedure = sample.procedure
    statements.begin(procedure.word)
    if is_value:
        return [ir_text.shown(statements.low.value(sample.value))]
    possible = statements.feasible.possible(procedure)[0] if not procedure.word.startswith("sample_") else None
    needs = [] if possible is None else [f"needs {ir_text.shown(possible)}"]
    return [*needs, *ir_text.write(statements.text(procedure.body, procedure.you))]


def list_continuations(statements: StatementLowering, sample: Sample) -> list[str]:
    """Return what waits at each decision and call of a text: its place in the text, and the values still needed."""
    procedure = sample.procedure
    statements.begin(procedure.word)
    lines = []
    for node in ir.walk_nodes(statements.text(procedure.body, procedure.you)):
        for waiting in getattr(node, "waits", None) or ():
            needed = []
            for live in waiting.live:
                first = live.held[0]
                how = "" if live.how == "value" else f" ({live.how} {live.loop})"
                needed.append(f"{'.' * first.own}{first.word}{how}")
            lines.append(f"{type(node).__name__} {waiting.place}: {', '.join(sorted(needed)) or 'nothing'}")
    return lines


def list_read_slots(statements: StatementLowering, sample: Sample) -> list[str]:
    """Return the memory and zones that a rule of a player reads, those of that player alone as `own`."""
    low, game = statements.low, statements.low.checked.game
    assert isinstance(sample.found, tree.TypedRule)
    widths = {("player", each.word): low.layout.width(each) for each in game.memory if each.owner == "player"}
    widths |= {("player", zone.word): 1 for zone in game.zones if zone.owner == "player"}
    functions = [Rules(low).function(rule) for rule in low.checked.rules.values() if not rule.word.startswith("bad")]
    found = find_read_set(ir.Function("rule", sample.found.number), {each.function: each for each in functions}, widths)
    if found is None:
        return ["anything"]
    return [", ".join(sorted(f"{'own ' * each.own}{each.family[1]}" for each in found)) or "nothing"]


def write_abilities(code: GameCode, sample: Sample) -> list[str]:
    """Return for each ability of a power the code that tells if it applies, and the segment in which it begins."""
    lines = []
    assert isinstance(sample.found, tuple)
    for ability in sample.found:
        lines.append(f"{ability.kind}:")
        for function in code.functions:
            if function.function == ir.Function("match", ability.number):
                lines += [f"    applies: {line}" for line in ir_text.write(function.body)]
        if ability.number in code.bodies:
            body = code.segments[code.bodies[ability.number]].body
            # by whatever numbers the segments have that follow
            lines += ["    " + FOLLOWING.sub(r"\1\2", line) for line in ir_text.write(body)]
    return lines


def name_families(layout: StateLayout, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the text form call the slots of the game by their owners and words."""
    for (owner, word), base in (layout.memory_base | layout.zone_base).items():
        monkeypatch.setitem(ir_text.FAMILIES, word, (owner, base, ir.NUM))


@pytest.mark.parametrize("table", FORMS)
def test_texts_are_lowered_to_this_code(table: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = TABLES / f"{table}.txt"
    checked, samples = check(texts_of(path), tmp_path, FORMS[table], TOKENS if table.startswith("tokens") else "")
    layout, tracked = StateLayout.of(checked.game, 2), table.endswith("tracked")
    low = Lowering(layout, checked, Nullability(checked), tracked, (), *find_watchers(checked))
    lowered = _Lowered(low, soon=table == "powers")
    code = lowered.code() if table == "powers" else None
    statements = lowered.statements
    name_families(layout, monkeypatch)

    def become(text: str) -> list[str]:
        assert not samples[text].mistakes, (text, samples[text].mistakes)
        if code is not None:
            return write_abilities(code, samples[text])
        if table == "read_sets":
            return list_read_slots(statements, samples[text])
        if table == "continuations":
            return list_continuations(statements, samples[text])
        return lower(statements, samples[text], table == "values")

    compare(path, become)
