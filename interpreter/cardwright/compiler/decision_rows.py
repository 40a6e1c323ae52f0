"""Rows of decision points for the program tables."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import accumulate, permutations

from cardwright import state_slots_and_table_rows
from cardwright.checker import typed_tree
from cardwright.english.renderer import English
from cardwright.phrases.inflection import make_plural, spell_name
from cardwright.state_slots_and_table_rows import LEFT_TO_ORDER, NEXT_IN_ORDER
from cardwright.syntax import tree as syntax

# Statements that no player notices.
UNNOTICED = (syntax.LetNode, syntax.RequireNode)
# How many statements behind a decision are looked at; the text of so many is too long for a question.
MAX_FOLLOWING = 5


def describe_site(
    site: typed_tree.DecisionPoint,
    english: English,
    abouts: Mapping[str, str],
    kept: bool,
    public: bool,
    inside: list[int],
    goes_on: bool,
) -> state_slots_and_table_rows.DecisionPointRow:
    """Return the row of a decision point.

    `kept`, `public`, `inside` and `goes_on` are fields that depend on other parts of the game.
    """
    asked = english.question(site)
    return state_slots_and_table_rows.DecisionPointRow(
        prompt=asked.prompt,
        base=site.option_type.base,
        of=site.option_type.of or _name_number(site),
        titles=list(asked.titles),
        decline=site.decline,
        source=site.source,
        secret=site.secret,
        text=site.text,
        reasons=list(asked.reasons),
        blanks=[
            [_describe_blank(part) if isinstance(part, typed_tree.TypedBlank) else part for part in parts]
            for parts in site.blanks
        ],
        single=asked.single,
        kept=kept,
        again=site.asks is not None and site.asks.node.repeatedly,
        later=site.pick > 0,
        notes=_list_option_notes(site, abouts),
        picked=_list_picking_options(site),
        things=[(kind.base, kind.of) for kind in site.things],
        grounds=_list_reason_offsets(site),
        together=_has_joint_constraint(site),
        inside=inside,
        keys=list(asked.keys) if any(asked.keys) else [],
        orders=_find_pieces_to_order(site) or site.orders,
        public=public,
        goes_on=goes_on,
    )


def list_nested_decisions(sites: Iterable[typed_tree.DecisionPoint]) -> dict[int, list[int]]:
    """Return for each decision point, by number, the decision points nested in it."""
    by_text: dict[str, list[typed_tree.DecisionPoint]] = {}
    found: dict[int, list[int]] = {}
    for site in sites:
        found[site.number] = []
        by_text.setdefault(site.source, []).append(site)
    for beside in by_text.values():
        for outer, inner in permutations(beside, 2):
            if _is_nested(inner, outer):
                found[outer.number].append(inner.number)
    return found


def find_statements_after_decisions(checked: typed_tree.CheckedGame) -> dict[int, tuple[syntax.Stmt, ...]]:
    """Return the first noticeable statements executed after each decision, by the number of its decision point.

    They are those behind the statement that asks and, unless a loop ends there, those behind the statements around it,
    up to the end of the rule text. Decision points without such statements are left out.
    """
    roots: list[syntax.Node] = [each.node for each in (*checked.library.values(), *checked.own)]
    roots += [power.written.node for power in checked.powers.values()]
    after: dict[int, tuple[syntax.Stmt, ...]] = {}
    for root in roots:
        after |= _list_after(root, ())
    found = {site.number: after.get(id(site.asks.node), ()) for site in checked.sites if site.asks is not None}
    return {number: statements for number, statements in found.items() if statements}


def _list_after(root: syntax.Node, rest: tuple[syntax.Stmt, ...]) -> dict[int, tuple[syntax.Stmt, ...]]:
    """Return what follows each decision in a rule text, by the identity of the statement that asks."""
    found: dict[int, tuple[syntax.Stmt, ...]] = {}
    stack = [(root, rest)]
    while stack:
        here, follows = stack.pop()
        if isinstance(here, syntax.BodyNode):
            stack += _list_statements(here, follows)
            continue
        if isinstance(here, syntax.MayNode | syntax.ChooseNode | syntax.ChooseOneNode):
            found[id(here)] = follows
        ends = isinstance(here, syntax.ForEachNode | syntax.RepeatNode | syntax.PutOnNode | syntax.Ability)
        ends = ends or getattr(here, "repeatedly", False)
        stack += [(each, () if ends else follows) for each in syntax.list_children(here)]
    return found


def _list_statements(
    body: syntax.BodyNode, rest: tuple[syntax.Stmt, ...]
) -> Iterator[tuple[syntax.Node, tuple[syntax.Stmt, ...]]]:
    for each in reversed(body.statements):
        yield each, rest
        if not isinstance(each, UNNOTICED):
            rest = (each, *rest)[:MAX_FOLLOWING]


def _is_nested(inner: typed_tree.DecisionPoint, outer: typed_tree.DecisionPoint) -> bool:
    """Return True if a decision point is a later pick of the same choice, or lies in the body of that choice."""
    if inner.asks is None or outer.asks is None:
        return False
    within, around = inner.asks.node, outer.asks.node
    if (within.start, within.end) != (around.start, around.end):
        return around.start <= within.start and within.end <= around.end
    return inner.pick > outer.pick if type(within) is type(around) else isinstance(around, syntax.MayNode)


def _has_joint_constraint(site: typed_tree.DecisionPoint) -> bool:
    """Return True if a condition (`such that`) applies to all picks of a decision point together."""
    node = None if site.asks is None else site.asks.node
    return isinstance(node, syntax.ChooseNode) and node.picks[site.pick].such_that is not None


def _find_pieces_to_order(site: typed_tree.DecisionPoint) -> str:
    """Return the variable of the pieces that are put somewhere `in any order` at a decision point, or ""."""
    node = None if site.asks is None else site.asks.node
    ordering = isinstance(node, syntax.ChooseNode) and node.picks[site.pick].word == NEXT_IN_ORDER
    return LEFT_TO_ORDER if ordering else ""


def _list_picking_options(site: typed_tree.DecisionPoint) -> list[int]:
    """Return the indices of those options of a decision point that pick a piece or player."""
    node = None if site.asks is None else site.asks.node
    options = node.options if isinstance(node, syntax.ChooseOneNode) else ()
    return [number for number, each in enumerate(options) if isinstance(each, syntax.PickingNode)]


def _list_reason_offsets(site: typed_tree.DecisionPoint) -> list[int]:
    """Return for each pick among options the index of its first entry in the decision point's list of reasons."""
    node = None if site.asks is None else site.asks.node
    if not isinstance(node, syntax.ChooseOneNode) or not node.pickings:
        return []
    wheres = (each.pick.where for each in node.pickings)
    return list(accumulate((len(syntax.split_chain(where)) + 1 for where in wheres), initial=len(node.options)))[:-1]


def _name_number(site: typed_tree.DecisionPoint) -> str:
    """Return the noun for a number that is chosen at a decision point, or "" if no noun describes it."""
    if site.asks is None or not isinstance(site.asks.node, syntax.ChooseNode) or site.option_type.base != "number":
        return ""
    word = site.asks.node.picks[site.pick].word
    return "" if len(word) == 1 or word == "number" else spell_name(word)


def _list_option_notes(site: typed_tree.DecisionPoint, abouts: Mapping[str, str]) -> list[str]:
    """Return the author's explanation for each option of a decision point, or "".

    An option is explained by its first word that has an explanation.
    """
    if site.asks is None or not isinstance(site.asks.node, syntax.ChooseOneNode):
        return []
    found = []
    for option in site.asks.node.as_options:
        words = [
            each.word
            for kind in (syntax.NameNode, syntax.PerformNode)
            for each in syntax.walk(option.body)
            if isinstance(each, kind)
        ]
        found.append(next((abouts[word] for word in words if word in abouts), ""))
    return found


def _describe_blank(blank: typed_tree.TypedBlank) -> tuple[int, str, str]:
    """Return a blank of a title as `(number, noun, plural)`; the noun is that of the counted items, or ""."""
    return blank.number, blank.noun, make_plural(blank.noun) if blank.noun else ""
