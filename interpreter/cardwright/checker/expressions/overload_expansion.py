"""Takes a deed that can be done to things of several sorts apart into one procedure for each of the sorts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import fields, replace
from typing import Any, TypeVar

from cardwright.checker.names.scope import NAME_TAKEN, WRONG_TYPE, Unit
from cardwright.syntax import tree as s

N = TypeVar("N")


def told_alone(params: Sequence[s.Param], unit: Unit, why: str) -> None:
    """Report roles that can be of several sorts, where none can."""
    for param in params:
        if param.others:
            unit.error(WRONG_TYPE, f"`{param.word}` is of one type: {why}", param)


def check_sorts(node: s.Procedure, unit: Unit) -> None:
    """Report what would not say the same for all sorts of a role, or could be taken for something else."""
    told_alone(node.gives, unit, "a deed gives the same sort of thing whenever it is done")
    varied = [param for param in node.params if param.others]
    for param in varied[1:]:
        unit.error(WRONG_TYPE, f"`{varied[0].word}` can be of several sorts already, and only one role can", param)
    for param in varied[:1]:
        if param.type_word in param.others or len(set(param.others)) < len(param.others):
            unit.error(NAME_TAKEN, f"`{param.word}` is of one of these sorts twice", param)
        if param.default is not None:
            message = f"`{param.word}` can be of several sorts, so it is always said what it is"
            unit.error(WRONG_TYPE, message, param.default, "leave the value out")
        others = (each for each in (*node.params, *node.gives, *_named_in(node.body)) if each.word in param.types)
        for each in others:
            message = f"`{each.word}` is a sort of thing that `{param.word}` can be: `{param.word} is {each.word}`"
            unit.error(NAME_TAKEN, message, each, "call it something else here")


def _named_in(body: s.Body) -> Iterator[s.Let | s.ForEach | s.Pick | s.Each]:
    return (each for each in s.walk(body) if isinstance(each, s.Let | s.ForEach | s.Pick | s.Each))


def sorts_asked(node: s.Procedure) -> Iterator[s.Name]:
    """The words of sorts of which a text asks whether a role is of them."""
    for param in node.params:
        for each in s.walk(node.body) if param.others else ():
            if _asks(each, param.word, param.types) and isinstance(each, s.Compare) and isinstance(each.right, s.Name):
                yield each.right


def _asks(node: s.Node, role: str, sorts: Sequence[str]) -> bool:
    """Whether a condition asks of which of its sorts a role is."""
    return (
        isinstance(node, s.Compare)
        and node.operator in ("is", "is not")
        and node.left == s.Name(role)
        and isinstance(node.right, s.Name)
        and node.right.word in sorts
    )


def apart(node: s.Procedure) -> tuple[s.Procedure, ...]:
    """A procedure for each sort its role can be of; the procedure itself if it has no such role."""
    varied = next((param for param in node.params if param.others), None)
    if varied is None:
        return (node,)
    made = []
    for sort in dict.fromkeys(varied.types):
        one = replace(varied, type_word=sort, others=())
        params = tuple(one if param is varied else replace(param, others=()) for param in node.params)
        body = _Settled(varied.word, sort, varied.types).node(node.body)
        made.append(replace(node, params=params, body=body))
    return tuple(made)


class _Settled:
    """Texts about a role of which it is known what it is: what is said of it as something else is left out."""

    def __init__(self, role: str, sort: str, sorts: tuple[str, ...]) -> None:
        self.role = role
        self.sort = sort
        self.sorts = sorts

    def node(self, node: N) -> N:
        """The same text, in which it is settled what the role is."""
        if isinstance(node, s.Body):
            done = tuple(each for statement in node.statements for each in self._statement(statement))
            return replace(node, statements=done or (s.Deed(None, "nothing", (), start=node.start, end=node.end),))
        if isinstance(node, s.Compare | s.Not | s.Logic):
            return self._condition(node)  # type: ignore[return-value]  # a condition stays one
        if isinstance(node, s.Node):
            found = {each.name: self._inside(getattr(node, each.name)) for each in fields(node)}
            changed: dict[str, Any] = {word: new for word, new in found.items() if new is not getattr(node, word)}
            return replace(node, **changed) if changed else node
        return node

    def _inside(self, value: object) -> object:
        if not isinstance(value, tuple):
            return self.node(value)
        inner = tuple(map(self._inside, value))
        return value if all(one is other for one, other in zip(inner, value, strict=True)) else inner

    def _statement(self, statement: s.Stmt) -> tuple[s.Stmt, ...]:
        if not isinstance(statement, s.If) or not any(self._about(each) for each, _ in statement.branches):
            return (self.node(statement),)
        branches, otherwise = [], statement.otherwise and self.node(statement.otherwise)
        for condition, body in statement.branches:
            holds = self.node(condition)
            if isinstance(holds, s.YesNo) and holds.value:
                otherwise = self.node(body)
                break
            if not isinstance(holds, s.YesNo):
                branches.append((holds, self.node(body)))
        if branches:
            return (replace(statement, branches=tuple(branches), otherwise=otherwise),)
        if otherwise is None:
            return ()
        if any(isinstance(each, s.Let) for each in otherwise.statements):  # its names end with it
            always = s.YesNo(True, start=statement.branches[0][0].start, end=statement.branches[0][0].end)
            return (replace(statement, branches=((always, otherwise),), otherwise=None),)
        return otherwise.statements

    def _about(self, condition: s.Expr) -> bool:
        """Whether a condition asks what the role is."""
        return any(_asks(each, self.role, self.sorts) for each in s.walk(condition))

    def _condition(self, node: s.Compare | s.Not | s.Logic) -> s.Expr:
        at = {"start": node.start, "end": node.end}
        if isinstance(node, s.Compare):
            if _asks(node, self.role, self.sorts):
                assert isinstance(node.right, s.Name)
                return s.YesNo((node.right.word == self.sort) == (node.operator == "is"), **at)
            return replace(node, left=self.node(node.left), right=self.node(node.right))
        if isinstance(node, s.Not):
            value = self.node(node.value)
            settled = isinstance(value, s.YesNo) and not isinstance(node.value, s.YesNo)
            return s.YesNo(value != s.YesNo(True), **at) if settled else replace(node, value=value)
        left, decides = self.node(node.left), node.operator == "or"
        if isinstance(left, s.YesNo) and not isinstance(node.left, s.YesNo):
            return left if left.value == decides else self.node(node.right)
        right = self.node(node.right)
        if isinstance(right, s.YesNo) and not isinstance(node.right, s.YesNo):
            return right if right.value == decides else left
        return replace(node, left=left, right=right)
