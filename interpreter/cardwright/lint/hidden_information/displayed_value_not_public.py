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

    Two kinds of values are checked. The score must be computable for all players. A value in a question or title must
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
        found = texts.checked.probes.source(choice)
        for said, site, player in typed_tree.list_said(choice) if found is not None else ():
            assert found is not None
            for value, written in zip(said, _list_written(site), strict=True):
                if value.type.base != "piece" and not sight.knows(value, player):
                    message = "this is shown as unknown, because the player who is asked cannot see what it depends on"
                    label = "leave it out of the text, or let the player see it"
                    at = found[0].span(written)
                    yield Diagnostic(NON_PUBLIC_VALUE, message, at, label, _explain_path(sight), "warning")


def _list_written(site: typed_tree.DecisionPoint) -> tuple[syntax.Expr, ...]:
    """Return the values in the question and the titles of a decision point as they are written."""
    assert site.asks is not None
    match site.asks.node:
        case syntax.ChooseNode(picks=picks):
            return picks[site.pick].said
        case syntax.ChooseOneNode(said=said) as node:
            return (*said, *(value for option in node.as_options for value in option.said))
        case syntax.MayNode(said=said):
            return said


def _explain_path(sight: InformationFlow) -> tuple[DiagnosticNote, ...]:
    """Return a note about the hidden information on which a value depends."""
    return (DiagnosticNote(f"the value depends on {sight.unseen}"),) if sight.unseen else ()
