"""Limit to the number of procedures that one call executes, which can grow exponentially.

If each of 20 procedures calls the next one twice, one call of the first executes a million procedures. Such a game is
refused when it is checked. Calls in loops and recursion are limited by the budget at run time.
"""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.source.diagnostics import Diagnostic, declare_code

# The greatest number of procedure calls in one call, up to the next decision.
MAX_CALLS = 10_000
TOO_MUCH_DONE = declare_code("exponential-verb")
# A decision ends a call: what follows is executed after an answer.
_ASKS = (typed_tree.MayStmt, typed_tree.ChooseStmt, typed_tree.ChooseOneStmt, typed_tree.OpenWindowStmt)


def check_call_counts(checked: typed_tree.CheckedGame) -> Iterator[Diagnostic]:
    """Yield an error for each procedure that makes too many calls.

    If a called procedure makes too many calls already, only that procedure is reported. Calls inside decisions are not
    counted.
    """
    known: dict[typed_tree.TypedProcedure, int] = {}
    much = {each for each in checked.procedures.values() if _count_calls(each, known, frozenset()) > MAX_CALLS}
    for procedure in checked.procedures.values():
        performed = {
            node.procedure for node in typed_tree.walk_tree(procedure.body) if isinstance(node, typed_tree.PerformStmt)
        }
        if procedure in much and not performed & much:  # its callers are not reported too
            message = f"`{procedure.written}` leads to {known[procedure]:,} verbs and steps; the limit is {MAX_CALLS:,}"
            most = max(performed, key=lambda each: known.get(each, 0))
            label = f"perform `{most.written}` less often: each leads to {known.get(most, 0):,}"
            yield Diagnostic(TOO_MUCH_DONE, message, procedure.span, label)


def _count_calls(
    procedure: typed_tree.TypedProcedure,
    known: dict[typed_tree.TypedProcedure, int],
    within: frozenset[typed_tree.TypedProcedure],
) -> int:
    """Return the number of procedure calls during one call of a procedure. Loop bodies count once, decisions as 0.

    `known` stores the numbers that were counted. A call of a procedure in `within`, which is being counted, adds
    nothing.
    """
    if procedure not in known:
        if procedure in within:
            return 0  # recursion is limited by the budget at run time
        asks = any(isinstance(node, _ASKS) for node in typed_tree.walk_tree(procedure.body))
        known[procedure] = 0 if asks else _count_calls_in_node(procedure.body, known, within | {procedure})
    return known[procedure]


def _count_calls_in_node(
    node: object, known: dict[typed_tree.TypedProcedure, int], within: frozenset[typed_tree.TypedProcedure]
) -> int:
    """Return the number of procedure calls in a node; of an `if`, in the branch that has the most.

    `known` and `within` are as for `_count_calls`.
    """
    if isinstance(node, typed_tree.IfStmt):
        return max(
            _count_calls_in_node(body, known, within) for body in (*(body for _, body in node.branches), node.otherwise)
        )
    if isinstance(node, typed_tree.PerformStmt):
        return 1 + _count_calls(node.procedure, known, within)
    if isinstance(node, typed_tree.Value):
        return 0
    return sum(_count_calls_in_node(part, known, within) for part in typed_tree.list_children(node))
