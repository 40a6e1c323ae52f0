"""Orders of turns as people tell them: the last turn of each player, and the next player."""

from collections.abc import Iterator, Mapping
from dataclasses import replace
from functools import reduce
from itertools import pairwise

from cardwright.checker import typed_tree
from cardwright.declarations.model import PLAYERS, TABLE
from cardwright.declarations.value_types import NUMBER, YES_NO
from cardwright.english.game_words import FixedText
from cardwright.english.nesting_limit import expand_names
from cardwright.phrases.inflection import make_plural, make_singular, with_article
from cardwright.presentation.rulebook.game_words_for_rules_page import list_unpublished
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts
from cardwright.presentation.rulebook.turn_and_phases import Course, Procedure
from cardwright.state_slots_and_table_rows import NO_NUMBER
from cardwright.syntax import tree as syntax
from cardwright.syntax.patterns import match

Rule = typed_tree.WrittenNode[syntax.RuleNode]
# What stands for the start of the count, and for its end.
LAST_TURN = "the last turns begin, unless they have begun: each player has one more, and then the game ends"
IS_OVER = "everybody has had their last turn"
_ALL_HAVE = "all(PLAYER.COUNT is LIMIT for each PLAYER in players)"
_MISSES = syntax.PerformNode(None, "nothing", (syntax.ArgNode(None, syntax.TextNode("miss")),))
NEXT_PLAYER = "the next player"
_WAYS = {("previous", "next"): True, ("next", "previous"): False}
_NONE = syntax.NameNode("none")
_ALL = syntax.CallNode("count", (syntax.ArgNode(None, syntax.NameNode("players")),))


def tell_last_turns(
    course: Course, procedures: Mapping[str, Procedure]
) -> tuple[dict[str, Procedure], dict[syntax.Node, str]]:
    """Return procedures without the count of the last turns, and the texts for nodes that begin and end it.

    The count is memory that is `none` at first. A turn begins by lowering it if there is one, and ends by setting it to
    the number of players under a condition if there is none; at 0 the game ends. Nothing else mentions it.
    """
    texts: dict[syntax.Node, str] = {}
    turn = course.declared_turn
    found = procedures.get(turn)
    body = found.node.body.statements if found is not None else ()
    if found is None or len(body) < 2 or not _goes_round(procedures, turn):
        return {**procedures}, texts
    apart = course.in_powers | course.in_abilities
    for word in (
        memory.word for memory in course.game.memory if memory.starts == NO_NUMBER and memory.word not in apart
    ):
        count = syntax.NameNode(word)
        begins = _find_start(body[-1], count)
        nodes = [*(text.node for text in procedures.values()), *(text.node for text in course.rules.values())]
        uses = sum(each == count for node in nodes for each in syntax.walk(node))
        if begins is None or body[0] != _lower(count) or uses != 5 or not _ends_at_none(procedures, count):
            continue
        texts = {syntax.AssignNode(count, "=", _ALL): LAST_TURN, _is_at_0(count): IS_OVER}
        node = replace(found.node, body=replace(found.node.body, statements=(*body[1:-1], begins)))
        return {**procedures, turn: replace(found, node=node)}, texts
    return {**procedures}, texts


def _is_at_0(count: syntax.NameNode) -> syntax.CompareNode:
    return syntax.CompareNode("is", count, syntax.NumberNode(0))


def _lower(count: syntax.NameNode) -> syntax.IfNode:
    less = syntax.AssignNode(count, "-=", syntax.NumberNode(1))
    return syntax.IfNode(((syntax.CompareNode("is not", count, _NONE), syntax.BodyNode((less,))),), None)


def _find_start(node: syntax.Stmt, count: syntax.NameNode) -> syntax.IfNode | None:
    """Return the statement that begins a count, without the condition that it has not begun; None for any other."""
    start = syntax.BodyNode((syntax.AssignNode(count, "=", _ALL),))
    match node:
        case syntax.IfNode(branches=((asked, body),), otherwise=None) if body == start:
            parts = syntax.split_chain(asked)
            rest = [part for part in parts if part != syntax.CompareNode("is", count, _NONE)]
            if rest and len(rest) < len(parts):
                whole = reduce(lambda one, other: syntax.LogicNode("and", one, other), rest)
                return replace(node, branches=((whole, body),))
    return None


def _list_loops(procedures: Mapping[str, Procedure]) -> list[syntax.RepeatNode]:
    last = procedures["play"].node.body.statements[-1:]
    return [each for each in last if isinstance(each, syntax.RepeatNode) and each.kind == "until"]


def _goes_round(procedures: Mapping[str, Procedure], turn: str) -> bool:
    """Return True if the course ends with turns of one player after the other, and these are all turns."""
    for loop in _list_loops(procedures):
        if match(f"PLAYER {turn}\nPLAYER = next(PLAYER)", loop.body, "deeds") is not None:
            calls = [each for text in procedures.values() for each in syntax.walk(text.node)]
            return sum(isinstance(each, syntax.PerformNode) and each.word == turn for each in calls) == 1
    return False


def _ends_at_none(procedures: Mapping[str, Procedure], count: syntax.NameNode) -> bool:
    """Return True if the course ends, perhaps among other cases, when no turns are left."""
    ends = [each.value for each in _list_loops(procedures)]
    return any(_is_at_0(count) in syntax.split_chain(each, "or") for each in ends)


def tell_rounds(
    course: Course, procedures: Mapping[str, Procedure]
) -> tuple[dict[str, Procedure], dict[syntax.Node, FixedText], set[str]]:
    """Return procedures in which the course does not count its rounds, the texts for their limit, and the counts.

    Nothing but the loop itself raises or asks for the count.
    """
    texts, counts, statements = dict[syntax.Node, FixedText](), set[str](), []
    play, parts = procedures["play"], LiveParts(course.checked)
    unpublished = list_unpublished(course.game)
    rules = [text.node for word, text in course.rules.items() if word not in unpublished]
    nodes = [part for node in (*(text.node for text in procedures.values()), *rules) for part in syntax.walk(node)]
    titles = {each.word: each.title for each in course.game.memory if each.owner == TABLE and each.starts == 0}
    for loop in play.node.body.statements:
        ends = syntax.split_chain(loop.value, "or") if isinstance(loop, syntax.RepeatNode) else []
        limit = match("COUNT >= LIMIT", ends[0]) if ends else None
        word = limit.name("LIMIT") if limit is not None else ""
        if (
            isinstance(loop, syntax.RepeatNode)
            and limit is not None
            and word in course.rules
            and parts.is_for_all(word)
        ):
            count = limit.name("COUNT")
            apart = count in titles and count not in course.in_powers | course.in_abilities
            step = syntax.AssignNode(limit.expr("COUNT"), "+=", syntax.NumberNode(1))
            if apart and loop.body.statements[0] == step and nodes.count(step.target) == 2:
                over = syntax.CompareNode("is", syntax.TextNode(count), limit.expr("LIMIT"))
                texts[over] = (f"{parts.text(word)} {make_plural(titles[count])} have been played",)
                value = reduce(lambda one, other: syntax.LogicNode("or", one, other), (over, *ends[1:]))
                loop = replace(loop, value=value, body=replace(loop.body, statements=loop.body.statements[1:]))
                counts.add(count)
        statements.append(loop)
    body = replace(play.node.body, statements=tuple(statements))
    return {**procedures, "play": replace(play, node=replace(play.node, body=body))}, texts, counts


def find_direction(course: Course) -> tuple[dict[syntax.Node, str], dict[str, str]]:
    """Return texts for changes of the turn and of the direction, and what the rule on the next player says.

    Such a rule gives one neighbour of a player while a flag of the table is set, and the other neighbour otherwise; it
    serves only to pass the turn on.
    """
    active = syntax.NameNode("" if course.game.active is None else str(course.game.active.value))
    flags = {each.word: each.title for each in course.game.memory if each.owner == TABLE and each.type == YES_NO}
    nodes = [part for text in (*course.procedures.values(), *course.rules.values()) for part in syntax.walk(text.node)]
    for word, text in course.rules.items():
        found = _find_flag(text.node)
        passed = syntax.CallNode(word, (syntax.ArgNode(None, active),))
        turn = syntax.AssignNode(active, "=", passed)
        uses = sum(isinstance(each, syntax.CallNode) and each.word == word for each in nodes)
        if found is None or found[0] not in flags or word in course.in_powers | course.in_abilities:
            continue
        if not uses or uses != sum(each == turn for each in nodes):
            continue
        flag = syntax.NameNode(found[0])
        texts: dict[syntax.Node, str] = {turn: f"the turn passes to {NEXT_PLAYER}"}
        texts[syntax.AssignNode(flag, "=", syntax.NotNode(flag))] = "play goes round the other way from now on"
        return texts, {word: "".join(_describe(course, flags[found[0]], found[1]))}
    return {}, {}


def tell_missed_turns(
    course: Course, procedures: Mapping[str, Procedure], passed: Mapping[syntax.Node, str]
) -> tuple[dict[str, Procedure], dict[syntax.Node, str]]:
    """Return procedures in which the player who gets the turn before it ends misses it, and the text for this.

    A turn ends by passing to the next player, by one of the statements `passed`. Where what a turn leads to passes it
    as well, that player does not take it.
    """
    turn = procedures.get(course.declared_turn)
    last = turn.node.body.statements[-1] if turn is not None and turn.node.body.statements else None
    if turn is None or last is None or last not in passed:
        return {**procedures}, {}
    inside = _list_led_to(procedures, course.declared_turn) - _list_led_to(procedures, "setup")

    def change(node: syntax.Node) -> syntax.Node | None:
        return _MISSES if node == last else None

    done = {
        word: replace(text, node=syntax.map_nodes(text.node, change)) if word in inside else text
        for word, text in procedures.items()
    }
    return done, {_MISSES: f"{passed[last]}, who misses it"}


def _list_led_to(procedures: Mapping[str, Procedure], word: str) -> set[str]:
    """Return the procedures to which another leads."""
    found: set[str] = set()
    waiting = [word]
    while waiting:
        nodes = syntax.walk(procedures[waiting.pop()].node.body)
        called = {each.word for each in nodes if isinstance(each, syntax.PerformNode) and each.word in procedures}
        waiting += called - found
        found |= called
    return found - {word}


def _find_flag(node: syntax.RuleNode) -> tuple[str, bool] | None:
    """Return the flag of a rule for the next player, and whether it means backwards; None for any other rule."""
    for (one, other), backwards in _WAYS.items():
        found = match(f"rule R(P):\n  {one}(P) if FLAG\n  {other}(P) otherwise\n", node, "library")
        if found is not None:
            return found.name("FLAG"), backwards
    return None


def _describe(course: Course, flag: str, backwards: bool) -> Iterator[str]:
    usual, other = ("left", "right") if backwards != course.game.anticlockwise else ("right", "left")
    yield f" is the player on the {usual}"
    yield f", or on the {other} while {flag}." if " " in flag else f", or on the {other} if play is {flag}."


def tell_own_turns(
    course: Course, procedures: Mapping[str, Procedure], rules: Mapping[str, Rule]
) -> tuple[dict[str, Procedure], dict[str, Rule]]:
    """Return procedures and rules in which whoever has the turn is `you`, where only that player performs them."""
    active = syntax.NameNode("" if course.game.active is None else str(course.game.active.value))
    bodies = [
        each for text in procedures.values() for each in syntax.walk(text.node) if isinstance(each, syntax.BodyNode)
    ]
    pairs = [pair for body in bodies for pair in pairwise(body.statements)]
    found = [word for given, acts in pairs if (word := _find_own_turn(given, acts, active))]
    calls = [each.word for body in bodies for each in body.statements if isinstance(each, syntax.PerformNode)]
    done, changed = dict(procedures), dict(rules)
    for word in {*found} & procedures.keys() - course.in_powers - course.in_abilities:
        node = procedures[word].node
        if found.count(word) != calls.count(word) or any(
            getattr(each, "target", None) == active for each in syntax.walk(node)
        ):
            continue
        done[word] = replace(procedures[word], node=expand_names(node, {active.word: syntax.NameNode("you")}))
        others = [text.node for other, text in procedures.items() if other != word]
        elsewhere = {each for other in others for each in _list_words(other)} | course.in_powers | course.in_abilities
        while True:
            more = {each for rule in rules.values() if rule.node.word in elsewhere for each in _list_words(rule.node)}
            if more <= elsewhere:
                break
            elsewhere |= more
        for rule in rules.keys() - elsewhere - {"final_score", "winners"}:
            changed[rule] = replace(
                changed[rule], node=expand_names(changed[rule].node, {active.word: syntax.NameNode("you")})
            )
    return done, changed


def _find_own_turn(given: syntax.Stmt, acts: syntax.Stmt, active: syntax.NameNode) -> str:
    """Return the procedure of `active = p` and `p acts`; "" for other statements."""
    match given, acts:
        case syntax.AssignNode(operator="=", value=who), syntax.PerformNode(subject=by) if given.target == active:
            return acts.word if who == by else ""
    return ""


def _list_words(node: syntax.Node) -> Iterator[str]:
    return (each.word for each in syntax.walk(node) if isinstance(each, syntax.NameNode | syntax.CallNode))


def tell_tallies(course: Course, procedures: Mapping[str, Procedure]) -> dict[syntax.Node, FixedText]:
    """Return the texts for counters of players that only say how often something was done, and that are no score."""
    texts, parts = dict[syntax.Node, FixedText](), LiveParts(course.checked)
    scoring = {
        each.word
        for word in ("final_score", "winners")
        if word in course.rules
        for each in syntax.walk(course.rules[word].node)
        if isinstance(each, syntax.GetNode)
    }
    nodes = [each for text in procedures.values() for each in syntax.walk(text.node)]
    for memory in course.game.memory:
        if memory.owner != PLAYERS or memory.type != NUMBER or memory.word in scoring | course.in_powers:
            continue
        target = syntax.GetNode(syntax.NameNode("you"), memory.word)
        once = syntax.AssignNode(target, "+=", syntax.NumberNode(1))
        changes = [
            each
            for each in nodes
            if isinstance(each, syntax.AssignNode) and getattr(each.target, "word", "") == memory.word
        ]
        if not changes or any(each != once for each in changes):
            continue
        for each in nodes:
            ends = match(_ALL_HAVE, each) if isinstance(each, syntax.CallNode) else None
            if ends is not None and ends.name("COUNT") == memory.word and parts.is_for_all(ends.name("LIMIT")):
                texts[once] = (f"count {with_article(make_singular(memory.title))}",)
                texts[each] = (f"each player has counted {parts.text(ends.name('LIMIT'))} {memory.title}",)
    return texts


def find_opening(course: Course, procedures: Mapping[str, Procedure]) -> set[str]:
    """Return set-up and the procedures that only set-up leads to, if a step of set-up gives a player the first turn."""
    active = syntax.NameNode("" if course.game.active is None else str(course.game.active.value))
    steps = procedures["setup"].node.body.statements
    given = any(isinstance(each, syntax.AssignNode) and each.target == active for each in steps)
    elsewhere = {"play", *course.in_powers, *course.in_abilities} & procedures.keys()
    later = {*elsewhere, *(inner for word in elsewhere for inner in _list_led_to(procedures, word))}
    return {"setup", *_list_led_to(procedures, "setup")} - later if given else set()
