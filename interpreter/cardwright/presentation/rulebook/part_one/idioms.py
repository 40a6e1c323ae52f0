"""Idioms of players for common patterns: the next card of a suit, a line on a board, drawing anew."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.phrases.inflection import spell_name
from cardwright.presentation.rulebook.components import name_plural
from cardwright.presentation.rulebook.turn_and_phases import Course, Procedure
from cardwright.syntax import tree as syntax

# A text for a node, in which nodes stand for their own texts.
FixedText = Sequence[str | syntax.Expr]
_ONE = syntax.NumberNode(1)
# What stands for the test whether a pile was too short, and for the second taking.
_FEWER = syntax.TextNode("fewer")
_REMAINING = syntax.PerformNode(None, "nothing", ())


def find_idioms(
    course: Course,
    procedures: Mapping[str, Procedure],
    rules: Mapping[str, typed_tree.WrittenNode[syntax.RuleNode]],
) -> Iterator[tuple[syntax.Node, FixedText]]:
    """Yield conditions with the texts that stand for them."""
    for text in procedures.values():
        for node in syntax.walk(text.node):
            if isinstance(node, syntax.IfNode):
                found = _tell_built_up(course, node)
                yield from [(node.branches[0][0], found)] if found else ()
    for rule in rules.values():
        line = _tell_line(course, rule)
        yield from [(rule.node.cases[0].value, line)] if line else ()


def tell_redrawing(
    procedures: Mapping[str, Procedure],
) -> tuple[dict[str, Procedure], dict[syntax.Node, FixedText]]:
    """Return procedures that take pieces from a pile, and the rest of them after it was filled again, and their texts.

    They need not count first how many are missing.
    """
    texts: dict[syntax.Node, FixedText] = {}
    done = dict(procedures)
    for word, text in procedures.items():
        match text.node.body.statements:
            case (
                syntax.LetNode(
                    word=missing,
                    value=syntax.BinaryNode(
                        operator="-",
                        left=number,
                        right=syntax.CallNode(word="count", args=(syntax.ArgNode(value=pile),)),
                    ),
                ),
                syntax.PerformNode(word="move", args=(syntax.ArgNode(value=taken), goal)) as first,
                syntax.IfNode(
                    branches=((syntax.CompareNode(operator=">", left=left, right=syntax.NumberNode(value=0)), again),),
                    otherwise=None,
                ) as rest,
            ) if taken == _take(pile, number) and left == syntax.NameNode(missing):
                last = again.statements[-1]
                if last != replace(first, args=(replace(first.args[0], value=_take(pile, left)), goal)):
                    continue
                if sum(each == left for each in syntax.walk(text.node.body)) != 2:
                    continue
                fewer, remaining = syntax.CompareNode("is", _FEWER, pile), replace(_REMAINING, args=(goal,))
                texts |= {fewer: ("there were fewer",), remaining: ("move the rest of them to ", goal.value)}
                again = replace(again, statements=(*again.statements[:-1], remaining))
                body = replace(text.node.body, statements=(first, replace(rest, branches=((fewer, again),))))
                done[word] = replace(text, node=replace(text.node, body=body))
    return done, texts


def _take(pile: syntax.Expr, number: syntax.Expr) -> syntax.CallNode:
    return syntax.CallNode("top", (syntax.ArgNode(None, pile), syntax.ArgNode(None, number)))


def _tell_built_up(course: Course, node: syntax.IfNode) -> FixedText:
    """Return the text for the test whether a piece is the next in a zone with rows from 1 upwards; else ().

    The piece has the number of pieces like it that lie there, plus 1. There, at first, is nothing, and nothing else is
    moved there.
    """
    match node.branches[0]:
        case (
            syntax.CompareNode(
                operator="is",
                left=syntax.GetNode(object=piece, word=number),
                right=syntax.BinaryNode(
                    operator="+",
                    left=syntax.CallNode(
                        word="count",
                        args=(
                            syntax.ArgNode(
                                value=syntax.FilterNode(
                                    list=syntax.NameNode() as place,
                                    where=syntax.CompareNode(
                                        operator="is",
                                        left=syntax.NameNode(word=row),
                                        right=syntax.GetNode(object=other, word=same),
                                    ),
                                )
                            ),
                        ),
                    ),
                    right=right,
                ),
            ),
            syntax.BodyNode(statements=(syntax.PerformNode(word="move", args=(moved, goal)), *_)),
        ) if (other, same, right, moved.value, goal.value) == (piece, row, _ONE, piece, place):
            pass
        case _:
            return ()
    zone = next((each for each in course.game.zones if each.word == place.word), None)
    nodes = [each for text in course.procedures.values() for each in syntax.walk(text.node)]
    goals = [arg for each in nodes if isinstance(each, syntax.PerformNode) for arg in each.args[1:]]
    if zone is None or place.word in course.in_powers | course.in_abilities:
        return ()
    begins = next(each for each in course.game.zones if each.holds == zone.holds)
    values = {each.values.get(number) for each in course.game.pieces if each.kind == zone.holds}
    if begins == zone or sum(place in syntax.walk(arg.value) for arg in goals) != 1:
        return ()
    if values != {*range(1, len(values) + 1)}:
        return ()
    rows, numbers = spell_name(row), spell_name(number)
    built = f"each {rows} is built up by {numbers} from 1 to {len(values)}"
    return piece, f" is the next of its {rows} in the {zone.title}, where {built}"


def _tell_line(course: Course, rule: typed_tree.WrittenNode[syntax.RuleNode]) -> FixedText:
    """Return the text for the test whether two pieces are the ends of a line of some length; else ().

    They are equal in one coordinate, and in the other one is the length minus 1 behind the other.
    """
    value = rule.node.cases[0].value
    found = [_split_line(part) for part in syntax.split_chain(value, "or")]
    match found:
        case [(one, other, along, across, length), (first, last, again, turned, same)]:
            alike = (one, other, along, across, length) == (first, last, turned, again, same)
            kind = rule.names.get(one)
            noun = name_plural(course.game.kinds[kind.of]) if kind is not None and kind.base == "piece" else ""
            if alike and noun and len(rule.node.cases) == 1:
                start, end = syntax.NameNode(other), syntax.NameNode(one)
                way = f"along one {spell_name(across)} or one {spell_name(along)}"
                return start, " and ", end, f" are the ends of a line, {way}, of as many {noun} as ", length
    return ()


def _split_line(node: syntax.Expr) -> tuple[str, str, str, str, syntax.Expr] | None:
    """Return the parts of `a.x is b.x and a.y is b.y + length - 1`: a, b, y, x and the length; None for another."""
    match syntax.split_chain(node):
        case [
            syntax.CompareNode(
                operator="is",
                left=syntax.GetNode(object=syntax.NameNode(word=one), word=across),
                right=syntax.GetNode(object=syntax.NameNode(word=other), word=same),
            ),
            syntax.CompareNode(
                operator="is",
                left=syntax.GetNode(object=syntax.NameNode(word=again), word=along),
                right=syntax.BinaryNode(
                    operator="-",
                    left=syntax.BinaryNode(
                        operator="+", left=syntax.GetNode(object=syntax.NameNode(word=start), word=way), right=length
                    ),
                    right=less,
                ),
            ),
        ] if (same, again, start, way, less) == (across, one, other, along, _ONE):
            return one, other, along, across, length
    return None
