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

    Three kinds of values are checked. The score must be computable for all players, and so must be who is shown pieces,
    and whose. A value in a question or title must be computable for the player who is asked, unless it is a piece.
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
        if isinstance(choice, typed_tree.ActStmt) and choice.primitive.word == "show":
            yield from _find_viewers(choice, sight, texts)


def _find_viewers(show: typed_tree.ActStmt, sight: InformationFlow, texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning if hidden information decides who is shown pieces, or whose pieces: all players are told both."""
    pieces, viewers = show.args
    owners = [zone.owner for zone in _list_zones(pieces, set()) if zone.owner is not None]
    for each in (viewers, *owners):
        found = texts.checked.probes.source(show)
        if found is not None and sight.depends_on_hidden(each) and not sight.knows(each, None):
            unit, node = found
            what = "who is shown pieces" if each is viewers else "whose pieces are shown"
            message = f"everybody is told {what}, which depends on {sight.path_to_hidden(each)[-1]}"
            label = "store what is learned in `secret: yes` memory instead, or leave it so if that is meant"
            yield Diagnostic(NON_PUBLIC_VALUE, message, unit.span(node), label, (), "warning")
            return


def _list_zones(value: typed_tree.Value, entered: set[str]) -> Iterator[typed_tree.ZoneExpr]:
    """Yield the zones named in a value, also by the rules that it calls."""
    for part in typed_tree.walk_tree(value):
        if isinstance(part, typed_tree.ZoneExpr):
            yield part
        elif isinstance(part, typed_tree.RuleExpr) and part.rule.word not in entered:
            entered.add(part.rule.word)
            for result, _ in part.rule.cases:
                yield from _list_zones(result, entered)


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
