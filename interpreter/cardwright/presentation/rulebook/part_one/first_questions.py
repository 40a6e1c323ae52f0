"""Answers to first questions: who begins, who is first, what is counted, what is unused."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.declarations.model import PLAYERS, TABLE, KindDecl
from cardwright.declarations.value_types import NUMBER
from cardwright.phrases.inflection import join_items, spell_name
from cardwright.presentation.rulebook.turn_and_phases import find_words_of_powers
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

if TYPE_CHECKING:
    from cardwright.presentation.rulebook.rule_text_sections import Writer

_CHOICES = (syntax.ChooseNode, syntax.ChooseOneNode, syntax.MayNode)
_PLAYERS = syntax.NameNode("players")
_FIRST = syntax.CallNode("first", (syntax.ArgNode(None, _PLAYERS),))


def describe_order(writer: Writer) -> Iterator[str]:
    """Yield who begins and in which order players act, as far as the rules leave both to the seats."""
    game = writer.game
    if game.players == (1, 1):
        return
    active = syntax.NameNode("" if game.active is None else str(game.active.value))
    nodes = [*_find_nodes(writer, "setup"), *_find_nodes(writer, "play")]
    given = [each.value for each in nodes if isinstance(each, syntax.AssignNode) and each.target == active]
    begins = [each for each in given if active not in syntax.walk(each)]
    if given and not begins:
        yield "Choose a player who begins."
    from_seat = bool(given) and all(_FIRST in syntax.walk(each) for each in begins[-1:])
    around = any(_acts_by_seats(writer, each) for each in _find_nodes(writer, "play"))
    if not from_seat and (around or _FIRST in nodes):
        yield "Choose who has the first seat."
    if around:
        first = "whoever began the game" if from_seat else "the player in the first seat"
        others = "the other follows" if game.players == (2, 2) else f"the others follow {_name_direction(writer)}"
        yield f"Where several players act and nothing else is said, {first} is the first, and {others}."


def describe_counters(writer: Writer) -> Iterator[str]:
    """Yield what players must keep count of: the counters that play raises and lowers."""
    nodes = [*_find_nodes(writer, "setup"), *_find_nodes(writer, "play")]
    for piece in writer.game.pieces:
        tree = None if piece.power is None else parse(piece.power.raw, "power").tree
        nodes += [] if tree is None else syntax.walk(tree)
    changed = [each.target for each in nodes if isinstance(each, syntax.AssignNode) and each.operator != "="]
    words = {each.word for each in changed if isinstance(each, syntax.NameNode | syntax.GetNode)}
    counters = [each for each in writer.game.memory if each.type == NUMBER and each.word in words and not each.until]
    common = [f"the {each.title}" for each in counters if each.owner == TABLE]
    own = [each.title for each in counters if each.owner == PLAYERS]
    counted = [*common, *([f"each player's {join_items(own)}"] if own else [])]
    if counted:
        yield f"You need something with which to count {join_items(counted)}."


def describe_unasked(writer: Writer, kind: KindDecl) -> Iterator[str]:
    """Yield a sentence on the attributes of cards that neither the rules nor the texts of pieces mention."""
    nodes: list[syntax.Node] = [text.node for text in writer.checked.library.values()]
    nodes += [ability.node for ability in writer.checked.own]
    asked = {getattr(each, "word", "") for node in nodes for each in syntax.walk(node)}
    asked |= find_words_of_powers(writer.game.pieces)
    shown = {word for card in writer.cards if card.kind == kind.word for word in card.attributes}
    unasked = [spell_name(word) for word in kind.attributes if word in shown - asked]
    if unasked:
        yield f"No rule asks for the {join_items(unasked)} of a {kind.title}."


def is_shuffled_first(writer: Writer, zone: str) -> bool:
    """Return True if the first thing that set-up does with a zone is to shuffle it."""
    for each in _find_nodes(writer, "setup"):
        match each:
            case syntax.PerformNode(word="shuffle", args=(syntax.ArgNode(value=syntax.NameNode(word=named)),)):
                if named == zone:
                    return True
            case syntax.NameNode(word=named) if named == zone:
                return False
    return False


def _find_nodes(writer: Writer, word: str) -> Iterator[syntax.Node]:
    """Yield the nodes of a procedure and of those that it calls directly or indirectly."""
    for each in writer.course.reached(word):
        yield from syntax.walk(writer.procedures[each].node.body)


def _acts_by_seats(writer: Writer, node: syntax.Node) -> bool:
    """Return True if a node is a loop over all players, in the order of the seats, in which players choose."""
    if not isinstance(node, syntax.ForEachNode):
        return False
    group = node.list.list if isinstance(node.list, syntax.FilterNode) else node.list
    if group != _PLAYERS:
        return False
    inside = list(syntax.walk(node.body))
    called = {each.word for each in inside if isinstance(each, syntax.PerformNode)} & writer.procedures.keys()
    inside += [part for word in called for part in _find_nodes(writer, word)]
    return any(isinstance(each, _CHOICES) for each in inside)


def _name_direction(writer: Writer) -> str:
    return "anticlockwise" if writer.game.anticlockwise else "clockwise"
