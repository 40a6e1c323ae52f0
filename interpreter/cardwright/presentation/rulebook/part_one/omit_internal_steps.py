"""Procedures for readers, without the steps that only the program needs."""

from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.english.nesting_limit import expand_names
from cardwright.presentation.rulebook.turn_and_phases import Procedure
from cardwright.syntax import tree as syntax

_ITEM = syntax.NameNode("it")


def simplify_procedures(
    procedures: Mapping[str, Procedure],
    rules: Mapping[str, typed_tree.WrittenNode[syntax.RuleNode]],
    in_powers: set[str],
    hidden: Collection[str] = (),
    secret: Collection[str] = (),
    learnt: Collection[str] = (),
) -> dict[str, Procedure]:
    """Return the procedures without technical parts: zones that only pass pieces on, and memory that serves as notes.

    A zone that one loop over players fills and the next loop empties is left out: the program needs it where all
    players pass a hand on at the same time. Memory is left out if it is read only where such memory is changed, or if
    it is `hidden` and only set-up changes it, such as which spaces are adjacent. What depends on `secret` memory is
    told, since players learn by it. Of memory in `learnt`, by which a player learns which pieces meet a condition, only
    the change of these pieces is kept, and not what is learnt of the others by it.
    """
    nodes = [text.node for text in procedures.values()]
    uses = Counter(each.word for node in nodes for each in syntax.walk(node) if isinstance(each, syntax.GetNode))
    notes = _find_notes(nodes, [text.node for text in rules.values()], in_powers)
    notes -= _find_answers(nodes, _find_secrets(rules, secret))
    in_play = {
        _find_memory(part) for word, text in procedures.items() if word != "setup" for part in _assignments(text)
    }
    notes |= {*hidden} - in_play - in_powers
    notes -= {*learnt}
    return {
        word: replace(text, node=replace(text.node, body=_simplify(text.node.body, uses, notes, learnt)))
        for word, text in procedures.items()
    }


def _simplify(node: syntax.BodyNode, uses: Counter[str], notes: set[str], learnt: Collection[str]) -> syntax.BodyNode:
    done: list[syntax.Stmt] = []
    for each in node.statements:
        if notes and _is_note(each, notes):
            continue
        match each:
            case syntax.ForEachNode(where=None, body=syntax.BodyNode(statements=(syntax.IfNode() as learns,))):
                if _is_note(learns, {*learnt}):
                    asked, inside = learns.branches[0]
                    item = {each.word: _ITEM}
                    each = replace(each, word="it", where=expand_names(asked, item), body=expand_names(inside, item))
        joined = _join_moves(done[-1], each, uses) if done else None
        if joined is None:
            done.append(each)
        else:
            done[-1] = joined
    return node if done == list(node.statements) else replace(node, statements=tuple(done))


# ---------------------------------------------------------------- notes


def _find_notes(
    procedures: Iterable[syntax.ProcedureNode], rules: Iterable[syntax.RuleNode], in_powers: set[str]
) -> set[str]:
    """Return the memory that is read only where this memory, or other memory in the result, is changed."""
    statements = [each for node in procedures for each in node.body.statements]
    found = {
        _find_memory(part) for each in statements for part in syntax.walk(each) if isinstance(part, syntax.AssignNode)
    } - {""}
    found -= in_powers | {word for node in rules for word in _find_words(node)}
    while True:
        read = {word for each in statements if not _is_note(each, found) for word in _find_words(each)}
        if not read & found:
            return found
        found -= read


def _find_secrets(rules: Mapping[str, typed_tree.WrittenNode[syntax.RuleNode]], secret: Collection[str]) -> set[str]:
    """Return the words of secret memory, and of the rules that read it directly or indirectly."""
    found = {*secret}
    while True:
        more = {word for word, text in rules.items() if not found.isdisjoint(_find_words(text.node))} - found
        if not more:
            return found
        found |= more


def _find_answers(procedures: Iterable[syntax.ProcedureNode], secrets: Collection[str]) -> set[str]:
    """Return the memory that is changed under a condition with one of the words in `secrets`."""
    return {
        _find_memory(part)
        for node in procedures
        for each in syntax.walk(node)
        if isinstance(each, syntax.IfNode)
        for asked, body in each.branches
        if not _find_words(asked).isdisjoint(secrets)
        for part in syntax.walk(body)
        if isinstance(part, syntax.AssignNode)
    }


def _assignments(text: Procedure) -> Iterable[syntax.AssignNode]:
    return (part for part in syntax.walk(text.node) if isinstance(part, syntax.AssignNode))


def _find_words(node: syntax.Node) -> set[str]:
    return {
        each.word for each in syntax.walk(node) if isinstance(each, syntax.NameNode | syntax.GetNode | syntax.CallNode)
    }


def _find_memory(node: syntax.AssignNode) -> str:
    """Return the name of the memory that an assignment changes, or "" for a local list."""
    target = node.target.object if isinstance(node.target, syntax.AtNode) else node.target
    return target.word if isinstance(target, syntax.GetNode) else ""


def _is_note(node: syntax.Stmt, notes: set[str]) -> bool:
    """Return True if a statement only changes memory in `notes`."""
    match node:
        case syntax.AssignNode():
            return _find_memory(node) in notes
        case syntax.ForEachNode(body=body):
            return all(_is_note(each, notes) for each in body.statements)
        case syntax.IfNode(branches=branches, otherwise=otherwise):
            bodies = [*(body for _, body in branches), *([otherwise] if otherwise is not None else [])]
            return all(_is_note(each, notes) for body in bodies for each in body.statements)
    return False


# ---------------------------------------------------------------- pieces that are handed on


def _join_moves(first: syntax.Stmt, second: syntax.Stmt, uses: Counter[str]) -> syntax.TogetherNode | None:
    """Return two loops over players as one if the second moves on the pieces that the first moved; else None.

    The moves happen at once: in a single loop, pieces that a player got would be moved again.
    """
    one, other = _find_move(first), _find_move(second)
    if one is None or other is None:
        return None
    (loop, start, middle), (later, again, goal) = one, other
    if loop.list != later.list or loop.where != later.where:
        return None
    if not (isinstance(middle, syntax.GetNode) and isinstance(again, syntax.GetNode)):
        return None
    if middle.word != again.word or uses[middle.word] != 2 or again.object != syntax.NameNode(later.word):
        return None
    goal = expand_names(goal, {later.word: middle.object})
    (move,) = loop.body.statements
    assert isinstance(move, syntax.PerformNode)
    moved = replace(move, args=(replace(move.args[0], value=start), replace(move.args[1], value=goal)))
    joined = replace(loop, body=replace(loop.body, statements=(moved,)))
    return syntax.TogetherNode(replace(loop.body, statements=(joined,)))


def _find_move(node: syntax.Stmt) -> tuple[syntax.ForEachNode, syntax.Expr, syntax.Expr] | None:
    match node:
        case syntax.ForEachNode(
            body=syntax.BodyNode(
                statements=(
                    syntax.PerformNode(
                        subject=None, word="move", args=(syntax.ArgNode(value=start), syntax.ArgNode(value=goal))
                    ),
                )
            )
        ):
            return node, start, goal
    return None
