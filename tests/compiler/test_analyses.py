"""Results of the analyses of the typed tree for small values, in tables one can read (see `samples.py`)."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest
from tests.checker.samples import Sample, check, compare, texts_of

from cardwright.checker import typed_tree as tree
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.monotonicity import DOWN, EITHER, STILL, UP, Monotonicity
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.compiler.lowering.game import find_variables

TABLES = Path(__file__).parent / "analyses"
WAYS = {UP: "rises", DOWN: "falls", STILL: "stays", EITHER: "unknown"}
Finds = Callable[[tree.CheckedGame, Sample], str]


def how_it_grows(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return how a number or condition changes while items are added to `cards`; costs are from 1 to 2."""
    cards = next(param for param in sample.procedure.params if param.word == "cards")
    growing = Monotonicity(cards, lambda kind, word: (1, 2), lambda rule: rule)
    asked = sample.value
    return WAYS[growing.number(asked) if asked.type.base == "number" else growing.holds(asked)]


def whether_sure(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return whether a value is always somebody or something."""
    return "always something" if Nullability(checked).sure(sample.value) else "may be nobody or none"


def who_knows(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return who can certainly compute a value, and by what it hangs on hidden things."""
    sight, you = InformationFlow(checked), sample.procedure.you
    assert you is not None
    everybody, mine = sight.knows(sample.value, None), sight.knows(sample.value, tree.LocalExpr(you))
    path = " > ".join(sight.path_to_hidden(sample.value))
    return ("everybody" if everybody else "you" if mine else "nobody for certain") + (f"; by {path}" if path else "")


def who_follows_names(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return for each name that a text introduces who can compute its value, or else which pieces it holds."""
    sight, you = InformationFlow(checked), sample.procedure.you
    assert you is not None
    found = []
    for var in find_variables(sample.procedure):
        if var.word in ("number", "card", "cards", "player", "you"):
            continue
        name, mine = tree.LocalExpr(var), tree.LocalExpr(you)
        knows = [who for who, player in (("everybody", None), ("you", mine)) if sight.knows(name, player)]
        follows = [who for who, player in (("everybody", None), ("you", mine)) if sight.follows_name(var, player)]
        parts = [f"known to {knows[0]}" if knows else "known to nobody for certain"]
        parts += [f"followed by {follows[0]}"] if follows and follows != knows else []
        parts += ["hangs on what is hidden"] if sight.depends_on_hidden(name) else []
        found.append(f"{var.word}: {', '.join(parts)}")
    return "; ".join(found) or "no names"


ANALYSES: dict[str, Finds] = {
    "information_flow_names": who_follows_names,
    "monotonicity": how_it_grows,
    "nullability": whether_sure,
    "information_flow": who_knows,
}


@pytest.mark.parametrize("name", ANALYSES)
def test_analysis(name: str, tmp_path: Path) -> None:
    table = TABLES / f"{name}.txt"
    checked, samples = check(texts_of(table), tmp_path, "statement" if name.endswith("names") else "value")

    def become(text: str) -> list[str]:
        assert not samples[text].mistakes, samples[text]
        return [ANALYSES[name](checked, samples[text])]

    compare(table, become)


def test_each_analysis_has_a_table() -> None:
    assert {path.stem for path in TABLES.glob("*.txt")} == ANALYSES.keys()
