"""Checks of what a choice left, and of pieces that a player moves in any order."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.checker.expressions.basic_expressions import name_rest
from cardwright.checker.names.rule_text_context import WRONG_TYPE, Unit
from cardwright.checker.statements.base_checker import BodyChecker
from cardwright.checker.typed_tree_queries import MISPLACED
from cardwright.state_slots_and_table_rows import LEFT_TO_ORDER, NEXT_IN_ORDER
from cardwright.syntax import tree as syntax

# The built-in words that put one piece after the other.
ORDERED_MOVES = ("move", "put_under")
# A name that no author can write: the rounds of the loop.
_ROUND = ".round"


def keep_rests(checker: BodyChecker, node: syntax.Stmt, block: Sequence[syntax.Stmt]) -> Iterator[typed_tree.Stmt]:
    """Yield statements that store each list of a choice whose rest a later statement mentions: `the rest of LIST`.

    Later statements are those in the body of the choice, and those after the choice in its block.
    """
    if not isinstance(node, syntax.ChooseNode):
        return
    following = block[next(place for place, each in enumerate(block) if each is node) + 1 :]
    mentioned = [each.list for each in _find_rests((node.body, *following))]
    for source in dict.fromkeys(pick.source for pick in node.picks):
        word = name_rest(source)
        local = isinstance(source, syntax.NameNode) and source.word in checker.scope.locals
        if source not in mentioned or (local and word in checker.scope.locals):
            continue  # of a list with a name, several choices leave one rest
        place = {"start": source.start, "end": source.end}
        copy = syntax.BinaryNode("+", source, syntax.ListOfNode((), **place), **place)
        made = checker.statement(syntax.LetNode(word, copy, **place))
        if made is not None:
            yield made


def _find_rests(nodes: Iterable[syntax.Node]) -> Iterator[syntax.RestOfNode]:
    for node in nodes:
        yield from (each for each in syntax.walk(node) if isinstance(each, syntax.RestOfNode))


def declare_rests(
    checker: BodyChecker, node: syntax.ChooseNode, picks: Sequence[typed_tree.PickStmt]
) -> list[tuple[typed_tree.TypedVar, typed_tree.LetStmt]]:
    """Return (outer variable, statement) for each list of a choice that `keep_rests` has stored.

    The outer variable holds the stored list. The statement assigns what the picks leave of that list to a new variable,
    which is declared in the scope of the choice.
    """
    found: dict[str, tuple[typed_tree.TypedVar, typed_tree.LetStmt]] = {}
    for written, pick in zip(node.picks, picks, strict=True):
        word = name_rest(written.source)
        outer = checker.scope.locals.get(word)
        if outer is None:
            continue
        kept, before = found.get(word, (outer, None))
        rest = typed_tree.LocalExpr(outer) if before is None else before.value
        taken = checker.values.types.as_list(typed_tree.LocalExpr(pick.var), written)
        found[word] = kept, typed_tree.LetStmt(outer, typed_tree.BinaryExpr("-", rest, taken, outer.type))
    made = []
    for word, (outer, let) in found.items():
        var = checker.scope.declare(word, outer.type)
        made.append((outer, replace(let, var=var)))
    return made


def add_rests(
    rests: Sequence[tuple[typed_tree.TypedVar, typed_tree.LetStmt]], body: typed_tree.Block
) -> typed_tree.Block:
    """Return the body of a choice with statements that name the rests, and that keep them for use after the choice.

    The rests are kept only after the first statement of the body, which decides whether an item can be chosen.
    """
    if not rests:
        return body
    place = 0
    while place < len(body) and isinstance(body[place], typed_tree.RequireStmt | typed_tree.LetStmt):
        place += 1
    if place < len(body) and not isinstance(
        body[place], typed_tree.ControlStmt | typed_tree.IfStmt | typed_tree.ForEachStmt | typed_tree.RepeatStmt
    ):
        place += 1
    kept = [typed_tree.LetStmt(outer, typed_tree.LocalExpr(let.var)) for outer, let in rests]
    return (*(let for _, let in rests), *body[:place], *kept, *body[place:])


def report_misplaced_order(unit: Unit, node: syntax.PerformNode) -> None:
    """Report `in any order` where a call is no statement of its own."""
    message = "`in any order` belongs to a `move` or `put_under` on a line of its own"
    unit.error(MISPLACED, message, node, "put it on the next line, without `may` and what follows")


def put_in_any_order(checker: BodyChecker, node: syntax.Stmt) -> tuple[typed_tree.Stmt | None, ...]:
    """Check a call that puts pieces somewhere `in any order`; () for other statements, `(None,)` after an error.

    The player chooses the next piece until all are there.
    """
    if not isinstance(node, syntax.PerformNode) or not node.in_any_order:
        return ()
    given = {arg.role or ("pieces", "to")[min(place, 1)]: arg for place, arg in enumerate(node.args)}
    before = len(checker.unit.diagnostics)
    plain = checker.call(replace(node, in_any_order=False), None)
    if checker.unit.diagnostics[before:]:
        return (None,)
    if not isinstance(plain, typed_tree.ActStmt) or node.word not in ORDERED_MOVES:
        message = "only `move` and `put_under` put pieces `in any order`"
        checker.unit.error(MISPLACED, message, node, "remove `in any order`")
        return (None,)
    into = plain.args[1]
    if "at" in given or (isinstance(into, typed_tree.ZoneExpr) and not into.zone.ordered):
        message = "`at` says the order already" if "at" in given else "this zone is unordered"
        checker.unit.error(WRONG_TYPE, message, given["to"].value, "remove `in any order`")
        return (None,)
    loop = _write_loop(node, given["pieces"].value, given["to"])
    with checker.scope.inner():
        return checker.statements(loop)


def _write_loop(node: syntax.PerformNode, pieces: syntax.Expr, target: syntax.ArgNode) -> tuple[syntax.Stmt, ...]:
    """Return the statements that put pieces into a zone one by one."""
    place = {"start": node.start, "end": node.end}
    left, one = syntax.NameNode(LEFT_TO_ORDER, **place), syntax.NameNode(NEXT_IN_ORDER, **place)
    put = replace(node, args=(syntax.ArgNode(None, one, **place), target), in_any_order=False)
    taken = syntax.AssignNode(left, "-=", one, **place)
    pick = syntax.PickNode(None, NEXT_IN_ORDER, False, left, None, None, None, (), **place)
    body = syntax.BodyNode((put, taken), **place)
    choice = syntax.ChooseNode(node.subject, False, (pick,), body, None, False, **place)
    copy = syntax.BinaryNode("+", pieces, syntax.ListOfNode((), **place), **place)
    rounds = syntax.ForEachNode(_ROUND, left, None, syntax.BodyNode((choice,), **place), False, **place)
    return syntax.LetNode(LEFT_TO_ORDER, copy, **place), rounds
