"""Rules and procedures that part one tells in place of their only call, and not in a definition."""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import TypeVar

from cardwright.checker import typed_tree
from cardwright.declarations.model import TABLE, GameDecl
from cardwright.english.nesting_limit import expand_names
from cardwright.presentation.rulebook.turn_and_phases import Procedure
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import match

Rule = typed_tree.WrittenNode[syntax.RuleNode]
T = TypeVar("T", Procedure, Rule)

# The greatest number of nodes of a value, and of statements of a procedure, that are told in place.
MAX_NODES, MAX_STATEMENTS = 10, 3
# Verbs that need no explanation, and functions whose calls are as clear as a rule's phrase.
_DRAWING = ("draw", "take")
_CLEAR = ("count", "sum", "max", "min", "numbers")
_CHOICES = (syntax.ChooseNode, syntax.OptionNode, syntax.MayNode)
_BINDERS = (syntax.PickNode, syntax.LetNode, syntax.ForEachNode, syntax.EachNode, syntax.ParamNode)


def tell_in_place(
    procedures: Mapping[str, Procedure], rules: Mapping[str, Rule], kept: Collection[str], learnt: Collection[str] = ()
) -> tuple[dict[str, Procedure], dict[str, Rule]]:
    """Return procedures and rules in which short texts stand in place of their only call.

    Such a rule counts or lists what lies there; such a procedure only changes memory, or lets a player learn something
    by memory in `learnt`. The words in `kept`, such as
    those that cards mention, keep their definitions. So does what would read an argument twice, unless the argument is
    a name.
    """
    texts = [*procedures.values(), *rules.values()]
    uses = Counter(_list_uses(text.node for text in texts))
    once = {word for word, number in uses.items() if number == 1 and word not in kept}
    nodes = [each for text in texts for each in syntax.walk(text.node)]
    chosen = {getattr(each.source, "word", "") for each in nodes if isinstance(each, syntax.PickNode)}
    values = {word: text for word, text in rules.items() if word in once and _is_short(text, word in chosen)}
    bodies = {
        word: text for word, text in procedures.items() if word not in kept and _is_change(text, uses[word], learnt)
    }
    done = {word: _expand(text, values, bodies) for word, text in procedures.items()}
    expanded = {
        word: text if word in ("final_score", "winners") else _expand(text, values, {}) for word, text in rules.items()
    }
    return done, expanded


def list_uncalled(procedures: Mapping[str, Procedure], shown: Mapping[str, Procedure]) -> set[str]:
    """Return the procedures that are called in `procedures` and not any more in these as they are `shown`."""
    before, after = ({*_list_uses(text.node for text in each.values())} for each in (procedures, shown))
    return (before - after) & procedures.keys()


def find_pile(game: GameDecl, node: syntax.ProcedureNode) -> tuple[str, bool]:
    """Return the pile of a verb called drawing or taking that is just that, and True if it takes a number of pieces.

    It takes them from the only hidden pile into one's own zone. The pile is "" for any other procedure.
    """
    piles = [zone.word for zone in game.zones if zone.owner == TABLE and zone.ordered and zone.see == "nobody"]
    several = match("move(top(PILE, NUMBER), to: you.ZONE)", node.body, "deeds")
    taken = several or match("move(top(PILE), to: you.ZONE)", node.body, "deeds")
    verb = (node.phrase or node.word).replace("_", " ").split()[0]
    named = several is None or isinstance(several.expr("NUMBER"), syntax.NameNode)
    alone = taken is not None and verb in _DRAWING and named and [taken.expr("PILE")] == [*map(syntax.NameNode, piles)]
    return (piles[0], several is not None) if alone else ("", False)


def _list_uses(nodes: Iterable[syntax.Node]) -> Iterator[str]:
    for node in nodes:
        for each in syntax.walk(node):
            if isinstance(each, syntax.NameNode | syntax.CallNode | syntax.PerformNode | syntax.PatternNode):
                yield each.word


def _is_short(text: Rule, chosen: bool) -> bool:
    """Return True if a rule is as clear as its phrase; one of what is `chosen` from if it is a range of numbers."""
    cases = text.node.cases
    if len(cases) != 1 or cases[0].condition is not None or text.node.names:
        return False
    value = cases[0].value
    clear = isinstance(value, syntax.GetNode) or (isinstance(value, syntax.CallNode) and value.word in _CLEAR)
    if chosen:
        return isinstance(value, syntax.CallNode) and value.word == "numbers"
    return clear and sum(1 for _ in syntax.walk(value)) <= MAX_NODES


def _is_change(text: Procedure, uses: int, learnt: Collection[str]) -> bool:
    """Return True if a procedure only changes memory, and does so once if it is called twice."""
    body = text.node.body.statements
    changes = 0 < len(body) <= MAX_STATEMENTS and all(_is_assignment(each, learnt) for each in body)
    return changes and (uses == 1 or (uses == 2 and len(body) == 1 and not text.node.params))


def _is_assignment(node: syntax.Stmt, learnt: Collection[str]) -> bool:
    match node:
        case syntax.ChooseNode(subject=None, may=False, picks=(syntax.PickNode(at_random=True),), body=body):
            return all(isinstance(each, syntax.AssignNode) for each in body.statements)
        case syntax.ForEachNode(
            where=syntax.Node(), body=syntax.BodyNode(statements=(syntax.AssignNode(target=target),))
        ):
            return isinstance(target, syntax.GetNode) and target.word in learnt
    return isinstance(node, syntax.AssignNode)


def _expand(text: T, values: Mapping[str, Rule], bodies: Mapping[str, Procedure]) -> T:
    """Return a text with short texts in place of their calls, as far as these are of the same file."""
    local = {each.word for each in syntax.walk(text.node) if isinstance(each, _BINDERS)}
    # What follows a choice is one clause of its sentence.
    single = {id(each.body) for each in syntax.walk(text.node) if isinstance(each, _CHOICES)}
    # An option without a title is named by what it does.
    options = [each for each in syntax.walk(text.node) if isinstance(each, syntax.OptionNode | syntax.PickingNode)]
    named = {id(each.body) for each in options if isinstance(each, syntax.OptionNode) and each.title is not None}
    unnamed = {id(each.body) for each in options} - named
    # After a choice that has the title of its option to itself, several clauses follow as well.
    chosen = [each.body.statements[0] for each in options if id(each.body) in named and len(each.body.statements) == 1]
    single -= {id(each.body) for each in chosen if isinstance(each, syntax.ChooseNode)}

    def change(node: syntax.Node) -> syntax.Node | None:
        match node:
            case syntax.BodyNode():
                titled = id(node) in named
                done = tuple(new for each in node.statements for new in _insert(each, text, bodies, local, titled))
                if id(node) in unnamed or (id(node) in single and len(done) > len(node.statements)):
                    return None
                return None if done == node.statements else syntax.map_nodes(replace(node, statements=done), change)
            case syntax.NameNode(word=word) | syntax.CallNode(word=word) if word in values:
                rule, found = values[word], text.values.get((node.start, node.end, type(node)))
                if rule.values is not text.values or not isinstance(found, typed_tree.RuleExpr) or not _is_told(found):
                    return None
                args = node.args if isinstance(node, syntax.CallNode) else ()
                value = _fill(rule.node.cases[0].value, rule.node.params, args, local)
                return None if value is None else syntax.map_nodes(value, change)
        return None

    node = syntax.map_nodes(text.node, change)
    return text if node is text.node else replace(text, node=node)


def _is_told(value: typed_tree.RuleExpr) -> bool:
    return value.type.base in ("number", "list")


def _insert(
    node: syntax.Stmt, text: Procedure | Rule, bodies: Mapping[str, Procedure], local: Collection[str], titled: bool
) -> Sequence[syntax.Stmt]:
    """Return the statements of a procedure in place of its call, or else the statement as it is.

    A call that is `titled` is the body of an option with a title, which says what is done.
    """
    match node:
        case syntax.PerformNode(subject=None, until=None, word=word, args=args) if word in bodies:
            called = bodies[word]
            by_you = called.node.kind == "step" or getattr(text.node, "kind", "") == "verb"
            if by_you and called.values is text.values and (titled or _says_all(called.node)):
                new = _fill(called.node.body, called.node.params, args, local)
                return (node,) if new is None else new.statements
    return (node,)


def _says_all(node: syntax.ProcedureNode) -> bool:
    """Return True if what a procedure changes says as much as its phrase: a step, or a verb that reads its values."""
    read = {each.word for each in syntax.walk(node.body) if isinstance(each, syntax.NameNode)}
    return {param.word for param in node.params} <= read and (node.kind == "step" or bool(node.params))


def _fill(
    node: syntax.N, params: Sequence[syntax.ParamNode], args: Sequence[syntax.ArgNode], local: Collection[str]
) -> syntax.N | None:
    """Return a text with arguments in place of its parameters; None if that would be wrong or say one twice."""
    if len(args) != len(params) or any(arg.role is not None for arg in args):
        return None
    given = {param.word: arg.value for param, arg in zip(params, args, strict=True)}
    inside = [*syntax.walk(node)]
    read = Counter(each.word for each in inside if isinstance(each, syntax.NameNode))
    items = any(isinstance(each, syntax.FilterNode | syntax.RankedNode) for each in inside)
    bound = {each.word for each in inside if isinstance(each, _BINDERS)}
    if ((read.keys() - given.keys() - bound) | bound) & {*local}:
        return None
    for word, value in given.items():
        if not isinstance(value, syntax.NameNode) and read[word] > 1:
            return None
        if items and any(isinstance(each, syntax.NameNode) and each.word == "it" for each in syntax.walk(value)):
            return None
        if any(isinstance(each, _BINDERS) and each.word in _list_uses([value]) for each in inside):
            return None
    return expand_names(node, given)
