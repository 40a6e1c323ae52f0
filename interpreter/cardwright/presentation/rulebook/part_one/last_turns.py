"""Counters of the turns that are left once something has happened, told as everybody's last turn."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from functools import reduce

from cardwright.presentation.rulebook.turn_and_phases import Course, Procedure
from cardwright.syntax import tree as syntax

# What stands for the start of the count, and for its end.
LAST_TURN = "each player has one last turn, and then the game ends"
IS_OVER = "everybody has had that last turn"
_NONE = syntax.NameNode("none")
_ALL = syntax.CallNode("count", (syntax.ArgNode(None, syntax.NameNode("players")),))


def tell_last_turns(
    course: Course, procedures: Mapping[str, Procedure]
) -> tuple[dict[str, Procedure], dict[syntax.Node, str]]:
    """Return procedures without the count of the last turns, and the texts for nodes that begin and end it.

    The count is memory that is `none` at first. A turn begins by lowering it if there is one, and ends by setting it to
    the number of players under a condition if there is none; at 0 the game ends. Nothing else mentions it.
    """
    told: dict[syntax.Node, str] = {}
    turn = course.declared_turn
    found = procedures.get(turn)
    body = found.node.body.statements if found is not None else ()
    if found is None or len(body) < 2 or not _goes_round(procedures, turn):
        return {**procedures}, told
    apart = course.in_powers | course.in_abilities
    for word in (memory.word for memory in course.game.memory if memory.word not in apart):
        count = syntax.NameNode(word)
        begins = _find_start(body[-1], count)
        nodes = [*(text.node for text in procedures.values()), *(text.node for text in course.rules.values())]
        uses = sum(each == count for node in nodes for each in syntax.walk(node))
        if begins is None or body[0] != _lower(count) or uses != 5 or not _ends_at_none(procedures, count):
            continue
        told = {syntax.AssignNode(count, "=", _ALL): LAST_TURN, _is_at_0(count): IS_OVER}
        node = replace(found.node, body=replace(found.node.body, statements=(*body[1:-1], begins)))
        return {**procedures, turn: replace(found, node=node)}, told
    return {**procedures}, told


def _is_at_0(count: syntax.NameNode) -> syntax.CompareNode:
    return syntax.CompareNode("is", count, syntax.NumberNode(0))


def _lower(count: syntax.NameNode) -> syntax.IfNode:
    less = syntax.AssignNode(count, "-=", syntax.NumberNode(1))
    return syntax.IfNode(((syntax.CompareNode("is not", count, _NONE), syntax.BodyNode((less,))),), None)


def _find_start(node: syntax.Stmt, count: syntax.NameNode) -> syntax.IfNode | None:
    """Return the statement that begins a count, without the condition that it has not begun; None for any other."""
    start = syntax.BodyNode((syntax.AssignNode(count, "=", _ALL),))
    match node:
        case syntax.IfNode(branches=((asked, body),), otherwise=None) if body == start:
            parts = syntax.split_chain(asked)
            rest = [part for part in parts if part != syntax.CompareNode("is", count, _NONE)]
            if rest and len(rest) < len(parts):
                whole = reduce(lambda one, other: syntax.LogicNode("and", one, other), rest)
                return replace(node, branches=((whole, body),))
    return None


def _list_loops(procedures: Mapping[str, Procedure]) -> list[syntax.RepeatNode]:
    last = procedures["play"].node.body.statements[-1:]
    return [each for each in last if isinstance(each, syntax.RepeatNode) and each.kind == "until"]


def _goes_round(procedures: Mapping[str, Procedure], turn: str) -> bool:
    """Return True if the course ends with turns of one player after the other, and these are all turns."""
    for loop in _list_loops(procedures):
        match loop.body.statements:
            case (
                syntax.PerformNode(subject=syntax.NameNode() as player, word=word),
                syntax.AssignNode(target=target, operator="=", value=syntax.CallNode(word="next", args=(after,))),
            ) if word == turn and target == player == after.value:
                calls = [each for text in procedures.values() for each in syntax.walk(text.node)]
                return sum(isinstance(each, syntax.PerformNode) and each.word == turn for each in calls) == 1
    return False


def _ends_at_none(procedures: Mapping[str, Procedure], count: syntax.NameNode) -> bool:
    """Return True if the course ends, perhaps among other cases, when no turns are left."""
    ends = [each.value for each in _list_loops(procedures)]
    return any(_is_at_0(count) in syntax.split_chain(each, "or") for each in ends)
