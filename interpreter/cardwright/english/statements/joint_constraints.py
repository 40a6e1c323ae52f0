"""Constraints on several picks together, such as sizes that add up to 3 or one colour for all."""

from dataclasses import replace
from typing import TypeGuard

from cardwright.english.dispatch import make_known_group, render, render_condition
from cardwright.english.expressions.quantities import render_bound, render_quantity
from cardwright.english.noun_phrases import NounGroup
from cardwright.english.scope import EnglishScope
from cardwright.phrases import inflection
from cardwright.phrases.inflection import spell_name
from cardwright.syntax import tree as syntax

_SUMS = {"is": "{}", "<=": "at most {}", ">=": "at least {}", "<": "less than {}", ">": "more than {}"}


def render_joint_constraint(pick: syntax.PickNode, items: NounGroup, scope: EnglishScope) -> str:
    """Render the constraint on all picks as words after the picks, with a leading space; "" if there is none."""
    if pick.such_that is None:
        return ""
    parts = tuple(syntax.split_chain(pick.such_that))
    clauses = [_render_attribute_clause(part, pick.word, scope) for part in parts]
    if all(clauses):
        return f" {inflection.join_items(list(filter(None, clauses)))}"
    return f", such that {render_joint_condition(pick, items, scope)}"


def render_joint_condition(pick: syntax.PickNode, items: NounGroup, scope: EnglishScope) -> str:
    """Render the constraint on all picks together as a clause about them."""
    assert pick.such_that is not None
    about = scope.named(pick.word, make_known_group(items.named(True), items.type, scope))
    return _render_condition(pick.such_that, pick.word, replace(about, defines=False))


def _render_condition(node: syntax.Expr, word: str, scope: EnglishScope) -> str:
    """Render a condition on the picks. A count of the picks becomes `there are ... of them`."""
    for operator in ("and", "or"):
        parts = syntax.split_chain(node, operator)
        if len(parts) > 1 and any(_is_count(part, word) for part in parts):
            return f" {operator} ".join(_render_condition(part, word, scope) for part in parts)
    return (
        f"there are {render_bound(node.operator, node.right, scope)} of them"
        if _is_count(node, word)
        else render_condition(node, scope)
    )


def _is_count(node: syntax.Expr, word: str) -> TypeGuard[syntax.CompareNode]:
    """Return True if a condition is about the number of picks."""
    all_of_them = syntax.CallNode("count", (syntax.ArgNode(None, syntax.NameNode(word)),))
    return isinstance(node, syntax.CompareNode) and node.left == all_of_them and node.operator not in ("in", "not in")


def _render_attribute_clause(part: syntax.Expr, word: str, scope: EnglishScope) -> str:
    """Render a constraint on an attribute of all picks as a relative clause; "" for any other condition."""
    if not isinstance(part, syntax.CompareNode):
        return ""
    summed = _find_attribute(part.left, ("sum",), word)
    if summed and part.operator in _SUMS and not _mentions(part.right, word):
        return f"whose {_make_plural(summed)} add up to {_SUMS[part.operator].format(render(part.right, scope))}"
    different = _find_attribute(part.left, ("count", "distinct"), word)
    if (
        different
        and part.operator == "is"
        and part.right == syntax.CallNode("count", (syntax.ArgNode(None, syntax.NameNode(word)),))
    ):
        return f"whose {_make_plural(different)} all differ"
    if different and (part.operator, part.right) in (("is", syntax.NumberNode(1)), ("<=", syntax.NumberNode(1))):
        return f"that all have the same {spell_name(different)}"
    amount = render_quantity(part.operator, part.right, f"different {_make_plural(different)}") if different else None
    return f"of {amount}" if amount else ""


def _make_plural(attribute: str) -> str:
    return inflection.make_plural(spell_name(attribute))


def _find_attribute(node: syntax.Expr, calls: tuple[str, ...], word: str) -> str:
    """Return the attribute of the picks to which `calls` are applied; "" for any other expression."""
    for called in calls:
        if (
            not isinstance(node, syntax.CallNode)
            or node.word != called
            or len(node.args) != 1
            or node.args[0].role is not None
        ):
            return ""
        node = node.args[0].value
    return node.word if isinstance(node, syntax.GetNode) and node.object == syntax.NameNode(word) else ""


def _mentions(node: syntax.Expr, word: str) -> bool:
    return any(isinstance(part, syntax.NameNode) and part.word == word for part in syntax.walk(node))
