"""Results of the analyses of the typed tree for small values, in tables one can read (see `samples.py`)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest
from tests.checker.samples import Sample, check, compare, texts_of

from cardwright.checker import typed_tree as tree
from cardwright.compiler.analysis.attributes_read_by_decisions import find_decision_dependencies
from cardwright.compiler.analysis.bounds_during_picks import Cases, SetBounds
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.compiler.analysis.suspended_secrets import can_leak_to_bots, find_secret_decision_points
from cardwright.compiler.lowering.game import find_variables

TABLES = Path(__file__).parent / "analyses"
Finds = Callable[[tree.CheckedGame, Sample], str]


def what_bounds(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return what a number or condition is between while items are added to `cards`, of which costs are from 1 to 2."""
    cards = next(param for param in sample.procedure.params if param.word == "cards")
    whole = tree.TypedVar("all", cards.type, -1)

    def by(value: tree.Value | None) -> str:
        used = [name for var, name in ((cards, "the picks"), (whole, "all")) if tree.uses_variable(value, var)]
        return "unknown" if value is None else " and ".join(used) or "itself"

    def expand(call: tree.RuleExpr) -> Cases | None:
        given = dict(zip(call.rule.params, call.args, strict=True))
        return tuple((tree.substitute(each, given), tree.substitute(where, given)) for each, where in call.rule.cases)

    found = []
    for some in (False, True):
        bounds = SetBounds(cards, whole, lambda kind, word: (1, 2), expand, some)
        if sample.value.type.base == "number":
            found.append("from {} to {}".format(*map(by, bounds.number(sample.value))))
        else:
            found.append(f"possible by {by(bounds.find_possible(sample.value))}")
    return " and then ".join(dict.fromkeys(found))


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


def find_sites(sample: Sample) -> list[tree.DecisionPoint]:
    """Return the decision points that a text has, in order."""
    sites = [node.site for node in tree.walk_tree(sample.procedure.body) if isinstance(node, ASKING)]
    return sorted(sites, key=lambda site: site.number)


def what_decides(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return for each decision of a text the attributes and the rules, with their arguments, that it depends on."""
    found, words = find_decision_dependencies(checked), [*checked.rules]
    lines = []
    for site in find_sites(sample):
        its = found[site.number]
        rules = [f"{words[number]}({', '.join(map(str, given))})" for number, given in its.rules]
        lines.append(", ".join([*its.attributes, *rules]) or "nothing")
    return "; ".join(lines) or "no decision"


def which_are_secret(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return for each decision of a text whether its answer stays secret."""
    secret = find_secret_decision_points(checked)
    return "; ".join("secret" if site.number in secret else "open" for site in find_sites(sample)) or "no decision"


def whether_it_leaks(checked: tree.CheckedGame, sample: Sample) -> str:
    """Return whether a text, when it waits, may hold a value that the one who decides does not know."""
    others = {word: each for word, each in checked.procedures.items() if not word.startswith("sample_")}
    alone = replace(checked, procedures={**others, sample.procedure.word: sample.procedure})
    return "may hold something hidden" if can_leak_to_bots(alone, InformationFlow(alone)) else "holds nothing hidden"


ASKING = (tree.MayStmt, tree.PickStmt, tree.ChooseOneStmt)
# Those of whole statements; the others are of values.
OF_STATEMENTS = ("information_flow_names", "decision_dependencies", "secret_decision_points", "suspended_secrets")
ANALYSES: dict[str, Finds] = {
    "decision_dependencies": what_decides,
    "secret_decision_points": which_are_secret,
    "suspended_secrets": whether_it_leaks,
    "information_flow_names": who_follows_names,
    "set_bounds": what_bounds,
    "nullability": whether_sure,
    "information_flow": who_knows,
}


@pytest.mark.parametrize("name", ANALYSES)
def test_analysis(name: str, tmp_path: Path) -> None:
    table = TABLES / f"{name}.txt"
    checked, samples = check(texts_of(table), tmp_path, "statement" if name in OF_STATEMENTS else "value")

    def become(text: str) -> list[str]:
        assert not samples[text].mistakes, samples[text]
        return [ANALYSES[name](checked, samples[text])]

    compare(table, become)


def test_each_analysis_has_a_table() -> None:
    assert {path.stem for path in TABLES.glob("*.txt")} == ANALYSES.keys()
