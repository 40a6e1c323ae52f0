"""Warnings about displayed values, such as scores and titles, that not every player can compute.

The game displays such a value as unknown.
"""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote, declare_code
from cardwright.syntax import tree as syntax

NON_PUBLIC_VALUE = declare_code("non-public-value")


def find_non_public_values(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each displayed value that a player may be unable to compute.

    Two kinds of values are checked. The score must be computable for all players. A value in a title of a choice must
    be computable for the player who is asked, unless it is a piece.
    """
    sight = texts.sight
    score = texts.checked.rules["final_score"]
    roles = tuple(typed_tree.LocalExpr(param) for param in score.params)
    if not sight.knows(typed_tree.RuleExpr(score, roles), None):
        message = "scores are shown as unknown during the game, because not every player sees what they depend on"
        label = "count only what everybody sees, or leave it so if that is meant"
        yield Diagnostic(NON_PUBLIC_VALUE, message, score.span, label, _explain_path(sight), "warning")
    for choice in typed_tree.walk_bodies(texts.checked):
        if isinstance(choice, typed_tree.ChooseOneStmt) and choice.said:
            yield from _find_titles(choice, sight, texts)


def _find_titles(choice: typed_tree.ChooseOneStmt, sight: InformationFlow, texts: GameTexts) -> Iterator[Diagnostic]:
    found = texts.checked.probes.source(choice)
    if found is None:
        return
    unit, node = found
    assert isinstance(node, syntax.ChooseOneNode)
    named = [*node.said, *(value for option in node.as_options for value in option.said)]
    for (_, value), written in zip(choice.said, named, strict=True):
        if value.type.base != "piece" and not sight.knows(value, choice.player):
            message = "this is shown as unknown, because the player who is asked cannot see what it depends on"
            label = "leave it out of the title, or let the player see it"
            yield Diagnostic(NON_PUBLIC_VALUE, message, unit.span(written), label, _explain_path(sight), "warning")


def _explain_path(sight: InformationFlow) -> tuple[DiagnosticNote, ...]:
    """Return a note about the hidden information on which a value depends."""
    return (DiagnosticNote(f"the value depends on {sight.unseen}"),) if sight.unseen else ()
