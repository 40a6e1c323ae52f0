"""Payments in powers that cannot always be made: they are left out, and what follows them is done."""

from __future__ import annotations

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.english.game_words import GameWords
from cardwright.syntax import tree as syntax

# The remark on a payment that is left out if it cannot be made.
SKIPPED = {True: " (skip this if you cannot)", False: " (skipped if they cannot)"}
# The words of the conditions under which a statement is executed.
Asked = frozenset[str]


def find_unsure_payments(node: syntax.PowerNode, words: GameWords) -> frozenset[int]:
    """Return the positions of calls in a power that can find too little to pay with, and are then left out.

    Not among them are calls on which an offer, option or `may` depends, and those in whose conditions or arguments the
    author mentions what is paid with.
    """
    found: set[int] = set()
    for ability in _list_abilities(node):
        if isinstance(ability, syntax.ReactNode):
            found.update(_search(ability.body, words, _name_words(ability.where), False))
        elif isinstance(ability, syntax.OfferNode):
            found.update(_search(ability.body, words, _name_words(ability.where), True))
    return frozenset(found)


def _list_abilities(node: syntax.PowerNode) -> Iterator[syntax.Ability]:
    for ability in node.abilities:
        yield from ability.abilities if isinstance(ability, syntax.InZonesNode) else (ability,)


def _name_words(*nodes: syntax.Node | None) -> Asked:
    parts = [part for node in nodes if node is not None for part in syntax.walk(node)]
    return frozenset(
        part.word
        for part in parts
        if isinstance(part, syntax.NameNode | syntax.GetNode | syntax.CallNode | syntax.PerformNode)
    )


def _search(body: syntax.BodyNode | None, words: GameWords, asked: Asked, begins: bool) -> Iterator[int]:
    """Yield the positions of unsure payments in a body. With `begins`, its first statement is certainly possible."""
    for node in body.statements if body is not None else ():
        if isinstance(node, syntax.RequireNode | syntax.LetNode):
            asked |= _name_words(node)
            continue
        if isinstance(node, syntax.PerformNode) and not begins and _is_unsure(node, words, asked):
            yield node.start
        yield from _search_inside(node, words, asked)
        begins = False


def _search_inside(node: syntax.Stmt, words: GameWords, asked: Asked) -> Iterator[int]:
    match node:
        case syntax.MayNode():
            yield from _search(node.body, words, asked, node.statement is None)
            yield from _search(node.otherwise, words, asked, False)
        case syntax.ChooseNode():
            yield from _search(node.body, words, asked | _name_words(*node.picks), True)
            yield from _search(node.otherwise, words, asked, False)
        case syntax.ChooseOneNode():
            for option in node.as_options:
                yield from _search(option.body, words, asked | _name_words(option.condition), True)
            yield from _search(node.otherwise, words, asked, False)
        case syntax.IfNode():
            asked |= _name_words(*(condition for condition, _ in node.branches))
            for inside in (*(body for _, body in node.branches), node.otherwise):
                yield from _search(inside, words, asked, False)
        case syntax.ForEachNode():
            yield from _search(node.body, words, asked | _name_words(node.list, node.where), False)
        case syntax.RepeatNode():
            yield from _search(node.body, words, asked | _name_words(node.value), False)
        case syntax.TogetherNode() | syntax.PutOnNode():
            yield from _search(node.body, words, asked, False)


def _is_unsure(node: syntax.PerformNode, words: GameWords, asked: Asked) -> bool:
    """Return True if a call can find too little to pay with, and nothing on the way to it asks how much there is."""
    asked |= _name_words(*(arg.value for arg in node.args))
    if node.word in asked:
        return False
    spent = {word for procedure in words.procedures(node.word) for word in _list_spent(procedure)}
    return bool(spent) and spent.isdisjoint(asked) and spent.isdisjoint(words.read_by_rules(asked))


def _list_spent(procedure: typed_tree.TypedProcedure) -> set[str]:
    """Return the words of the memory that a procedure lowers, and of which it requires that there is enough."""
    required = (each.condition for each in procedure.body if isinstance(each, typed_tree.RequireStmt))
    bounds = (
        part
        for part in typed_tree.walk_tree(tuple(required))
        if isinstance(part, typed_tree.CompareExpr) and part.operator not in ("is", "is not")
    )
    enough = {
        part.memory.word for part in typed_tree.walk_tree(tuple(bounds)) if isinstance(part, typed_tree.MemoryExpr)
    }
    return enough & _list_lowered(procedure) if enough else set()


def _list_lowered(procedure: typed_tree.TypedProcedure) -> set[str]:
    """Return the words of the memory that a procedure lowers, or one that it calls."""
    lowered: set[str] = set()
    called = [procedure]
    for each in called:  # it grows
        for node in typed_tree.walk_tree(each.body):
            match node:
                case typed_tree.PerformStmt(procedure=inner) if inner not in called:
                    called.append(inner)
                case typed_tree.SetMemoryStmt(target=target, value=typed_tree.BinaryExpr(operator="-", left=left)):
                    if left == target:
                        lowered.add(target.memory.word)
    return lowered
