"""Idioms for piles and lines: the next card of a suit, drawing anew, and hands that are dealt."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import PLAYERS, ZoneDecl
from cardwright.english.game_words import FixedText
from cardwright.english.statements.idiomatic_statements import HANDS
from cardwright.phrases.inflection import spell_name
from cardwright.presentation.rulebook.components import name_plural
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts, UnknownPart
from cardwright.presentation.rulebook.turn_and_phases import Course, Procedure
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import PatternMatch, match

Rule = typed_tree.WrittenNode[syntax.RuleNode]
Texts = dict[syntax.Node, FixedText]
# What stands for the test whether a pile was too short, and for the second taking.
_FEWER = syntax.TextNode("fewer")
_REMAINING = syntax.PerformNode(None, "nothing", ())
_DRAWN = """\
let MISSING = NUMBER - count(PILE)
move(top(PILE, NUMBER), to: GOAL)
if MISSING > 0: AGAIN
"""
_REST = "move(top(PILE, MISSING), to: GOAL)"
_MOVED = "move(PIECE, to: PLACE)"
_DEALT = "for each PLAYER in players: move(top(PILE, NUMBER), to: PLAYER.HAND)"
_BUILT = "PIECE.NUMBER is count(PLACE where ROW is PIECE.ROW) + 1"
_LINE = """\
END.ACROSS is START.ACROSS and END.ALONG is START.ALONG + LENGTH - 1
    or END.ALONG is START.ALONG and END.ACROSS is START.ACROSS + LENGTH - 1"""


def tell_lines(course: Course, rules: Mapping[str, Rule]) -> Texts:
    """Return the texts for tests whether two spaces are the ends of a line of some length.

    They are equal in one coordinate, and in the other one is the length minus 1 behind the other.
    """
    texts = Texts()
    for rule in rules.values():
        line = match(_LINE, rule.node.cases[0].value) if len(rule.node.cases) == 1 else None
        kind = rule.names.get(line.name("END")) if line is not None else None
        if line is not None and kind is not None and kind.base == "piece":
            way = f"along one {spell_name(line.name('ACROSS'))} or one {spell_name(line.name('ALONG'))}"
            of = f" are the ends of a line, {way}, of as many {name_plural(course.game.kinds[kind.of])} as "
            texts[rule.node.cases[0].value] = line.expr("START"), " and ", line.expr("END"), of, line.expr("LENGTH")
    return texts


def tell_redrawing(procedures: Mapping[str, Procedure]) -> tuple[dict[str, Procedure], Texts]:
    """Return procedures that take pieces from a pile, and the rest of them after it was filled again, and their texts.

    They need not count first how many are missing.
    """
    texts, done = Texts(), dict(procedures)
    for word, text in procedures.items():
        drawn = match(_DRAWN, text.node.body, "deeds")
        again = drawn.found["AGAIN"] if drawn is not None else None
        if drawn is None or not isinstance(again, syntax.BodyNode):
            continue
        rest = match(_REST, syntax.BodyNode(again.statements[-1:]), "deeds")
        missing = drawn.expr("MISSING")
        alike = rest is not None and all(rest.expr(each) == drawn.expr(each) for each in ("PILE", "MISSING", "GOAL"))
        if alike and sum(each == missing for each in syntax.walk(text.node.body)) == 2:
            fewer, goal = syntax.CompareNode("is", _FEWER, drawn.expr("PILE")), syntax.ArgNode(None, drawn.expr("GOAL"))
            remaining = replace(_REMAINING, args=(goal,))
            texts |= {fewer: ("there were fewer",), remaining: ("move the rest of them to ", goal.value)}
            again = replace(again, statements=(*again.statements[:-1], remaining))
            short = syntax.IfNode(((fewer, again),), None)
            body = replace(text.node.body, statements=(text.node.body.statements[1], short))
            done[word] = replace(text, node=replace(text.node, body=body))
    return done, texts


def tell_built_up(course: Course, procedures: Mapping[str, Procedure]) -> tuple[Texts, list[str]]:
    """Return the texts for tests whether a piece is the next in a zone with rows from 1 upwards, and remarks on zones.

    The piece has the number of pieces like it that lie there, plus 1. There, at first, is nothing, and nothing else is
    moved there.
    """
    texts, remarks = Texts(), []
    for node in _list_conditions(procedures):
        asked, body = node.branches[0]
        built, moved = match(_BUILT, asked), match(_MOVED, syntax.BodyNode(body.statements[:1]), "deeds")
        if built is None or moved is None or any(moved.expr(each) != built.expr(each) for each in ("PIECE", "PLACE")):
            continue
        zone = _find_built_zone(course, built)
        number, rows = spell_name(built.name("NUMBER")), spell_name(built.name("ROW"))
        kind = "" if zone is None else zone.holds
        values = {each.values.get(built.name("NUMBER")) for each in course.game.pieces if each.kind == kind}
        if zone is not None and values == {*range(1, len(values) + 1)}:
            texts[asked] = built.expr("PIECE"), f" is the next of its {rows} in the {zone.title}"
            remarks.append(
                f"In the {zone.title}, each {rows} is built up: it begins with {number} 1 and goes on in order to "
                f"{number} {len(values)}."
            )
    return texts, remarks


def _list_conditions(procedures: Mapping[str, Procedure]) -> Iterator[syntax.IfNode]:
    nodes = (each for text in procedures.values() for each in syntax.walk(text.node))
    return (each for each in nodes if isinstance(each, syntax.IfNode))


def _find_built_zone(course: Course, built: PatternMatch) -> ZoneDecl | None:
    """Return the zone in which something is built up, unless pieces begin there, or get there in another way."""
    place = built.expr("PLACE")
    zone = next((each for each in course.game.zones if each.word == built.name("PLACE")), None)
    nodes = [each for text in course.procedures.values() for each in syntax.walk(text.node)]
    goals = [arg for each in nodes if isinstance(each, syntax.PerformNode) for arg in each.args[1:]]
    if zone is None or built.name("PLACE") in course.in_powers | course.in_abilities:
        return None
    begins = next(each for each in course.game.zones if each.holds == zone.holds)
    return zone if begins != zone and sum(place in syntax.walk(arg.value) for arg in goals) == 1 else None


def tell_deals(course: Course, procedures: Mapping[str, Procedure]) -> tuple[Texts, set[str]]:
    """Return the texts for deals of a number of pieces that depends on the number of players.

    Also return the rules for such numbers that nothing else asks for.
    """
    texts, numbers, parts = Texts(), list[str](), LiveParts(course.checked)
    for node in (each for text in procedures.values() for each in syntax.walk(text.node)):
        dealt = match(_DEALT, syntax.BodyNode((node,)), "deeds") if isinstance(node, syntax.ForEachNode) else None
        hand = dealt.name("HAND") if dealt is not None else ""
        zone = next((each for each in course.game.zones if (each.owner, each.word) == (PLAYERS, hand)), None)
        word = dealt.name("NUMBER") if dealt is not None else ""
        if dealt is None or zone is None or word not in course.rules or parts.is_for_all(word):
            continue
        try:
            by_players = parts.text(f"{word} per players")
        except UnknownPart:
            continue
        to = "to each player" if zone.title in HANDS else f"into each player's {zone.title}"
        texts[node] = (
            f"deal {name_plural(course.game.kinds[zone.holds])} from ",
            dealt.expr("PILE"),
            f" {to}: {by_players}",
        )
        numbers.append(word)
    nodes = [*(text.node for text in procedures.values()), *(text.node for text in course.rules.values())]
    uses = Counter(each.word for node in nodes for each in syntax.walk(node) if isinstance(each, syntax.NameNode))
    return texts, {word for word in numbers if uses[word] == numbers.count(word) and word not in course.in_powers}
