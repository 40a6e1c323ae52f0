"""Checks of `together`, a block of calls that happen at once."""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.checker.statements.base_checker import BodyChecker
from cardwright.checker.typed_tree_queries import MISPLACED
from cardwright.syntax import tree as syntax

_EVENT = "call a verb or step that does this: only calls happen together"
_ELSEWHERE = "write it before or after `together`"
_DECIDE = "decide before `together`, or in a verb that is called"
# What else cannot stand in the block, and what to do instead.
_REFUSED: dict[type[syntax.Node], tuple[str, str]] = {
    syntax.MayNode: ("a decision", _DECIDE),
    syntax.ChooseNode: ("a decision", _DECIDE),
    syntax.ChooseOneNode: ("a decision", _DECIDE),
    syntax.ForEachNode: ("`secretly`", _DECIDE),
    syntax.AssignNode: ("an assignment", _EVENT),
    syntax.ModifyNode: ("a modifier with a duration", _EVENT),
    syntax.RequireNode: ("`require`", "write it before `together`, or write an `if`"),
    syntax.RepeatNode: ("`repeat`", "write `for each`, which does not go one after the other here"),
    syntax.TogetherNode: (
        "another `together`",
        "write these lines into the outer `together`, where all happens at once",
    ),
    syntax.PutOnNode: ("`put on`", _EVENT),
    syntax.CarryOutNode: ("`carry out`", _ELSEWHERE),
}
_CONTROLS = ("stop", "finish", "proceed", "window")


def check_together(checker: BodyChecker, node: syntax.TogetherNode) -> typed_tree.Stmt:
    """Check a block of calls that happen at once, and report every statement that cannot be one of them."""
    for inside in _list_statements(node.body):
        what, how = _describe(inside, checker)
        if what:
            checker.reported.add(id(inside))
            checker.unit.error(MISPLACED, f"{what} cannot stand in `together`", inside, how)
    checker.scope.loops += 1  # so that a `stop` is reported once
    body = checker.body(node.body)
    checker.scope.loops -= 1
    return typed_tree.TogetherStmt(body)


def _list_statements(body: syntax.BodyNode) -> Iterator[syntax.Stmt]:
    """Yield the statements of a block, and of the loops and branches in it, but not these loops and branches."""
    for statement in body.statements:
        if isinstance(statement, syntax.ForEachNode) and not statement.secretly:
            yield from _list_statements(statement.body)
        elif isinstance(statement, syntax.IfNode):
            for branch in (*(branch for _, branch in statement.branches), statement.otherwise):
                yield from () if branch is None else _list_statements(branch)
        else:
            yield statement


def _describe(node: syntax.Stmt, checker: BodyChecker) -> tuple[str, str]:
    """Return what cannot stand in the block, and what to do instead; ("", "") for a call or the name of a value."""
    if isinstance(node, syntax.LetNode):
        word = getattr(node.value, "word", "")
        named = isinstance(node.value, syntax.PerformNode | syntax.NameNode | syntax.CallNode)
        is_call = named and (word in checker.symbols.procedures or _is_built_in(word, checker))
        return ("the result of a verb", _ELSEWHERE) if is_call else ("", "")
    if not isinstance(node, syntax.PerformNode):
        return _REFUSED[type(node)]
    if node.word in checker.symbols.procedures:
        return "", ""
    if node.word in _CONTROLS:
        return f"`{node.word}`", _ELSEWHERE
    return (f"`{node.word}`", _EVENT) if _is_built_in(node.word, checker) else ("", "")


def _is_built_in(word: str, checker: BodyChecker) -> bool:
    primitive = checker.symbols.primitives.get(word)
    return primitive is not None and primitive.is_procedure
