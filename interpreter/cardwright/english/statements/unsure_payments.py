"""Payments in powers that cannot always be made: they are left out, and what follows them is done."""

from collections.abc import Iterator

from cardwright.checker import typed_tree
from cardwright.english.game_words import GameWords
from cardwright.english.procedure_effects import list_lowered
from cardwright.syntax import tree as syntax

# The remark on a payment that is left out if it cannot be made.
SKIPPED = {True: " (if you can)", False: " (if they can)"}
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
            found.update(_search(ability.body, words, _name_words_in_all(ability.where), False))
        elif isinstance(ability, syntax.OfferNode):
            found.update(_search(ability.body, words, _name_words_in_all(ability.where), True))
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


def _name_words_in_all(condition: syntax.Expr | None) -> Asked:
    """Return the words of a condition that stand in each alternative of an `or`: the others may not have been asked."""
    alternatives = syntax.split_chain(condition, "or")
    if len(alternatives) > 1:
        return frozenset.intersection(*map(_name_words_in_all, alternatives))
    parts = syntax.split_chain(condition)
    return frozenset().union(*map(_name_words_in_all, parts)) if len(parts) > 1 else _name_words(condition)


def _search(body: syntax.BodyNode | None, words: GameWords, asked: Asked, begins: bool) -> Iterator[int]:
    """Yield the positions of unsure payments in a body. With `begins`, its first statement is certainly possible."""
    for node in body.statements if body is not None else ():
        if isinstance(node, syntax.RequireNode):
            asked |= _name_words_in_all(node.condition)
            begins = False  # only the conditions decide whether what follows can begin
            continue
        if isinstance(node, syntax.LetNode):
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
                yield from _search(option.body, words, asked | _name_words_in_all(option.condition), True)
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
    asked |= _name_words(*(arg.value for arg in node.args)) - _name_memory_of_others(node)
    if node.word in asked:
        return False
    spent = {word for procedure in words.procedures(node.word) for word in _list_spent(procedure)}
    return bool(spent) and spent.isdisjoint(asked) and spent.isdisjoint(words.read_by_rules(asked))


def _name_memory_of_others(node: syntax.PerformNode) -> Asked:
    """Return the words of the memory that the arguments of a call read, unless also that of the player who pays."""
    payer = node.subject or syntax.NameNode("you")
    reads = [part for arg in node.args for part in syntax.walk(arg.value) if isinstance(part, syntax.GetNode)]
    return frozenset(part.word for part in reads) - {part.word for part in reads if part.object == payer}


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
    return {word for _, word in list_lowered(procedure) if word in enough} if enough else set()
