"""Expansion of procedures with a parameter of several types into one overload for each type."""

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from cardwright.checker.names.rule_text_context import NAME_TAKEN, WRONG_TYPE, Unit
from cardwright.declarations.value_types import split_name_type
from cardwright.syntax import tree as syntax

N = TypeVar("N")


def report_several_types(params: Sequence[syntax.ParamNode], unit: Unit, why: str) -> None:
    """Report parameters with several types where only one is allowed; `why` is the reason for the message."""
    for param in params:
        if param.others:
            unit.error(WRONG_TYPE, f"`{param.word}` can have only one type: {why}", param, "leave one type")


def check_overloads(node: syntax.ProcedureNode, unit: Unit) -> None:
    """Report parts of a procedure that would differ between its overloads, or could be mistaken for a type."""
    report_several_types(node.gives, unit, "a verb or step always gives a result of the same type")
    varied = [param for param in node.params if param.others]
    for param in varied:
        if any(split_name_type(word) for word in param.types):
            message = f"`{param.word}` can have only one type if that is the name of a piece"
            unit.error(WRONG_TYPE, message, param, "write two verbs")
    for param in varied[1:]:
        message = f"only one parameter can have several types, but `{varied[0].word}` has several already"
        unit.error(WRONG_TYPE, message, param, "leave one type")
    for param in varied[:1]:
        if param.type_word in param.others or len(set(param.others)) < len(param.others):
            unit.error(NAME_TAKEN, f"`{param.word}` lists one of its types twice", param, "write each type once")
        if param.default is not None:
            message = f"`{param.word}` has several types, so it cannot have a default"
            unit.error(WRONG_TYPE, message, param.default, f"remove `= {unit.text(param.default)}`")
        others = (
            each for each in (*node.params, *node.gives, *_find_naming_nodes(node.body)) if each.word in param.types
        )
        for each in others:
            message = f"`{param.word} is {each.word}` tests a type here, so nothing else is called `{each.word}`"
            unit.error(NAME_TAKEN, message, each, "choose another name here")


def _find_naming_nodes(
    body: syntax.BodyNode,
) -> Iterator[syntax.LetNode | syntax.ForEachNode | syntax.PickNode | syntax.EachNode]:
    return (
        each
        for each in syntax.walk(body)
        if isinstance(each, syntax.LetNode | syntax.ForEachNode | syntax.PickNode | syntax.EachNode)
    )


def find_compared_types(node: syntax.ProcedureNode) -> Iterator[syntax.NameNode]:
    """Yield the type names to which the body compares the parameter that has several types."""
    for param in node.params:
        for each in syntax.walk(node.body) if param.others else ():
            if (
                _compares_type(each, param.word, param.types)
                and isinstance(each, syntax.CompareNode)
                and isinstance(each.right, syntax.NameNode)
            ):
                yield each.right


def _compares_type(node: syntax.Node, role: str, sorts: Sequence[str]) -> bool:
    """Return True if a node is a comparison of the parameter `role` with a type in `sorts`."""
    return (
        isinstance(node, syntax.CompareNode)
        and node.operator in ("is", "is not")
        and node.left == syntax.NameNode(role)
        and isinstance(node.right, syntax.NameNode)
        and node.right.word in sorts
    )


def expand_overloads(node: syntax.ProcedureNode) -> tuple[syntax.ProcedureNode, ...]:
    """Return an overload for each type of a parameter that has several types, or the procedure itself."""
    varied = next((param for param in node.params if param.others), None)
    if varied is None:
        return (node,)
    made = []
    for sort in dict.fromkeys(varied.types):
        one = replace(varied, type_word=sort, others=())
        params = tuple(one if param is varied else replace(param, others=()) for param in node.params)
        body = _Specializer(varied.word, sort, varied.types).node(node.body)
        made.append(replace(node, params=params, body=body))
    return tuple(made)


class _Specializer:
    """Rewriter of a procedure for one type of a parameter; it removes branches for the other types."""

    def __init__(self, role: str, sort: str, sorts: tuple[str, ...]) -> None:
        self.role = role
        self.sort = sort
        self.sorts = sorts

    def node(self, node: N) -> N:
        """Return a node rewritten for the type of the parameter."""
        if isinstance(node, syntax.BodyNode):
            done = tuple(each for statement in node.statements for each in self._find_statement(statement))
            return replace(
                node, statements=done or (syntax.PerformNode(None, "nothing", (), start=node.start, end=node.end),)
            )
        if isinstance(node, syntax.CompareNode | syntax.NotNode | syntax.LogicNode):
            return self._check_condition(node)  # type: ignore[return-value]  # a condition stays one
        if isinstance(node, syntax.Node):
            found = {each.name: self._rewrite_inside(getattr(node, each.name)) for each in fields(node)}
            changed: dict[str, Any] = {word: new for word, new in found.items() if new is not getattr(node, word)}
            return replace(node, **changed) if changed else node
        return node

    def _rewrite_inside(self, value: object) -> object:
        if not isinstance(value, tuple):
            return self.node(value)
        inner = tuple(map(self._rewrite_inside, value))
        return value if all(one is other for one, other in zip(inner, value, strict=True)) else inner

    def _find_statement(self, statement: syntax.Stmt) -> tuple[syntax.Stmt, ...]:
        if not isinstance(statement, syntax.IfNode) or not any(
            self._mentions_type(each) for each, _ in statement.branches
        ):
            return (self.node(statement),)
        branches, otherwise = [], statement.otherwise and self.node(statement.otherwise)
        for condition, body in statement.branches:
            holds = self.node(condition)
            if isinstance(holds, syntax.YesNoNode) and holds.value:
                otherwise = self.node(body)
                break
            if not isinstance(holds, syntax.YesNoNode):
                branches.append((holds, self.node(body)))
        if branches:
            return (replace(statement, branches=tuple(branches), otherwise=otherwise),)
        if otherwise is None:
            return ()
        if any(isinstance(each, syntax.LetNode) for each in otherwise.statements):  # its names are local to it
            always = syntax.YesNoNode(True, start=statement.branches[0][0].start, end=statement.branches[0][0].end)
            return (replace(statement, branches=((always, otherwise),), otherwise=None),)
        return otherwise.statements

    def _mentions_type(self, condition: syntax.Expr) -> bool:
        """Return True if a condition compares the parameter with a type."""
        return any(_compares_type(each, self.role, self.sorts) for each in syntax.walk(condition))

    def _check_condition(self, node: syntax.CompareNode | syntax.NotNode | syntax.LogicNode) -> syntax.Expr:
        at = {"start": node.start, "end": node.end}
        if isinstance(node, syntax.CompareNode):
            if _compares_type(node, self.role, self.sorts):
                assert isinstance(node.right, syntax.NameNode)
                return syntax.YesNoNode((node.right.word == self.sort) == (node.operator == "is"), **at)
            return replace(node, left=self.node(node.left), right=self.node(node.right))
        if isinstance(node, syntax.NotNode):
            value = self.node(node.value)
            settled = isinstance(value, syntax.YesNoNode) and not isinstance(node.value, syntax.YesNoNode)
            return syntax.YesNoNode(value != syntax.YesNoNode(True), **at) if settled else replace(node, value=value)
        left, decides = self.node(node.left), node.operator == "or"
        if isinstance(left, syntax.YesNoNode) and not isinstance(node.left, syntax.YesNoNode):
            return left if left.value == decides else self.node(node.right)
        right = self.node(node.right)
        if isinstance(right, syntax.YesNoNode) and not isinstance(node.right, syntax.YesNoNode):
            return right if right.value == decides else left
        return replace(node, left=left, right=right)
