"""Verbs and steps that always perform themselves again, endlessly."""

from collections.abc import Collection, Mapping, Sequence

from cardwright.checker.names.rule_text_context import Unit
from cardwright.checker.transitive_uses import find_shortest_cycle
from cardwright.source.diagnostics import declare_code
from cardwright.syntax import tree as syntax

ENDLESS_LOOP = declare_code("endless-loop")
Procedures = Mapping[str, tuple[syntax.ProcedureNode, Unit]]
# A certain call, or the calls of each branch of a statement of which one is executed.
Call = syntax.PerformNode | tuple[list["Call"], ...]
# Statements that can keep a text from going on, or that let somebody decide.
DECIDING = frozenset((syntax.RequireNode, syntax.MayNode, syntax.ChooseNode, syntax.ChooseOneNode, syntax.CarryOutNode))
# Words of built-in verbs that do the same.
LEAVING = ("stop", "finish", "window", "proceed")


def check_procedure_cycles(
    procedures: Procedures, texts: Sequence[syntax.Node], leaving: Collection[str], out: str | None
) -> None:
    """Report verbs and steps that call themselves, directly or through others, before anything can end the cycle.

    A cycle can be ended by a `require`, an `if`, a loop over a list, a decision, `stop` or `finish` on the way, or by a
    power that replaces or forbids a procedure of the cycle. `leaving` are procedures that can end the event from which
    they are called, and `out` is the flag of players who are out of the game.
    """
    doubtful = {node.pattern.word for text in texts for node in syntax.index(text).of(syntax.ForbidNode)}
    doubtful |= {node.pattern.word for text in texts for node in syntax.index(text).of(syntax.ReactNode)}
    calls = {
        word: _Calls(procedures, leaving, out).of_body(node.body) if word not in doubtful and node.limit is None else []
        for word, (node, _) in procedures.items()
    }
    endless = set(calls)
    while ending := {word for word in endless if not _list_leading(calls[word], endless)}:
        endless -= ending
    leading = {word: _list_leading(calls[word], endless) for word in endless}
    ways = {word: [call.word for call in those] for word, those in leading.items()}
    reported: set[str] = set()
    for word in (each for each in procedures if each in endless):
        ring = find_shortest_cycle(word, ways)
        if ring and reported.isdisjoint(ring):
            reported |= set(ring)
            path = [*ring[1:], word]
            unit = procedures[word][1]
            call = next(each for each in leading[word] if each.word == path[0])
            way = ", which performs ".join(f"`{name}`" for name in path)
            message = f"`{word}` never ends: it performs {way}, with no condition and no decision on the way"
            label = "put it under an `if`, or let a player choose"
            unit.error(ENDLESS_LOOP, message, unit.span_at(call.word_start, len(call.word)), label)


def _list_leading(calls: Sequence[Call], endless: Collection[str]) -> list[syntax.PerformNode]:
    """Return the calls that certainly lead to endless procedures.

    A call in a branch counts only if each of the branches has one.
    """
    found: list[syntax.PerformNode] = []
    for call in calls:
        if isinstance(call, syntax.PerformNode):
            found += [call] if call.word in endless else []
        else:
            branches = [_list_leading(branch, endless) for branch in call]
            found += [each for branch in branches for each in branch] if all(branches) else []
    return found


class _Calls:
    """Search for the calls that a rule text certainly makes, before anything can end it."""

    def __init__(self, procedures: Procedures, leaving: Collection[str], out: str | None) -> None:
        self.procedures = procedures
        self.leaving = leaving
        self.out = out

    def of_body(self, body: syntax.BodyNode) -> list[Call]:
        """Return the calls that a body makes before a statement that may end it, in order.

        An item is a call that is made in every case or, for an `if` with an `else`, a tuple with the list of calls of
        each branch, because one of the branches is executed. Calls in an `if` without an `else` are left out.
        """
        found: list[Call] = []
        for statement in body.statements:
            if isinstance(statement, syntax.IfNode) and statement.otherwise is not None:
                bodies = [*(branch for _, branch in statement.branches), statement.otherwise]
                found.append(tuple(self.of_body(each) for each in bodies))
            call = _find_call(statement.value) if isinstance(statement, syntax.LetNode) else statement
            if isinstance(call, syntax.PerformNode) and self._is_certain(call):
                found.append(call)
            if self._may_leave(statement):
                break
        return found

    def _is_certain(self, call: syntax.PerformNode) -> bool:
        """Return True if a call is of a procedure of the game, and by a subject that cannot be `nobody`."""
        own = call.subject is None or call.subject == syntax.NameNode("you")
        return own and call.word in self.procedures and call.until is None

    def _may_leave(self, statement: syntax.Node) -> bool:
        """Return True if the statements after a statement may not be executed."""
        inside = syntax.index(statement)
        if not DECIDING.isdisjoint(inside.by_sort.keys()):
            return True
        if self.out is not None and any(getattr(node, "word", "") == self.out for node in syntax.walk(statement)):
            return True
        return any(call.word in LEAVING or call.word in self.leaving for call in inside.of(syntax.PerformNode))


def _find_call(value: syntax.Node) -> syntax.Node:
    """Return the value of a `let`.

    A procedure call that was parsed as a call of a rule is returned as a procedure call.
    """
    if isinstance(value, syntax.NameNode | syntax.CallNode):
        return syntax.PerformNode(None, value.word, (), word_start=value.start, start=value.start, end=value.end)
    return value
