"""Answers to first questions: who begins, what is counted or unused, where the texts of cards hold."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from typing import TYPE_CHECKING

from cardwright.declarations.model import PLAYERS, TABLE, GameDecl, KindDecl, MemoryDecl
from cardwright.declarations.value_types import NUMBER, YES_NO
from cardwright.english.noun_phrases import looks_plural
from cardwright.phrases.inflection import join_items, spell_name, with_article
from cardwright.presentation.rulebook.components import name_plural
from cardwright.presentation.rulebook.part_one.box_summary import describe_index
from cardwright.presentation.rulebook.part_one.short_piles import list_nodes_of_play
from cardwright.presentation.rulebook.turn_and_phases import find_words_of_powers
from cardwright.syntax import tree as syntax

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
    around = any(_acts_by_seats(writer, each) for each in nodes)
    if not from_seat and _FIRST in nodes:
        yield "Choose who has the first seat."
    if around:
        others = "the other follows" if game.players == (2, 2) else f"the others follow {_name_direction(writer)}"
        chosen = not from_seat and _FIRST not in nodes
        first = "whoever begins the game" if from_seat else "that player" if chosen else "the player in the first seat"
        order = f"here several players act and nothing else is said, {first} is the first, and {others}."
        yield f"Choose a player for the whole game: w{order}" if chosen else f"W{order}"


def list_counters(writer: Writer, without: Collection[str]) -> list[MemoryDecl]:
    """Return what players must keep count of: the counters that play raises and lowers, `without` some."""
    words = {_find_changed(each) for each in _list_changes(writer) if _is_step(each)} - {*without}
    return [each for each in writer.game.memory if each.type == NUMBER and each.word in words]


def list_noted(writer: Writer) -> list[MemoryDecl]:
    """Return the memory that set-up, play or cards change; that of players and the table only if it is not counted."""
    changes = [(_find_changed(each), _is_step(each)) for each in _list_changes(writer)]
    changed, counted = {word for word, _ in changes}, {word for word, step in changes if step}
    return [
        each
        for each in writer.game.memory
        if each.word in changed
        and (each.owner not in (PLAYERS, TABLE) or each.type.base != NUMBER.base or each.word not in counted)
    ]


def _list_changes(writer: Writer) -> Iterator[syntax.AssignNode]:
    by_cards = (writer.course.in_powers | writer.course.in_abilities) & writer.procedures.keys()
    nodes = list_nodes_of_play(writer)
    nodes += [part for ability in writer.checked.own for part in syntax.walk(ability.node)]
    reached = dict.fromkeys(each for word in ("setup", "play", *by_cards) for each in writer.course.reached(word))
    nodes += [part for text in writer.course.silent.values() for part in syntax.walk(text.node.body)]
    nodes += [part for word in reached for part in syntax.walk(writer.procedures[word].node.body)]
    return (each for each in nodes if isinstance(each, syntax.AssignNode))


def _find_changed(node: syntax.AssignNode) -> str:
    """Return the word of the memory that an assignment changes."""
    target = node.target.object if isinstance(node.target, syntax.AtNode) else node.target
    return target.word if isinstance(target, syntax.NameNode | syntax.GetNode) else ""


def _is_step(node: syntax.AssignNode) -> bool:
    """Return True if an assignment raises or lowers a number: `coins += 1`, `coins = min(coins + 1, 9)`."""
    return node.operator != "=" or any(each == node.target for each in syntax.walk(node.value))


def describe_counters(counters: Sequence[MemoryDecl]) -> Iterator[str]:
    """Yield what there must be something to count with."""
    counters = [each for each in counters if not each.until]
    common = [f"the {each.title}" for each in counters if each.owner == TABLE]
    own = [f"{each.title}{describe_index(each)}" for each in counters if each.owner == PLAYERS]
    counted = [*common, *([f"each player's {join_items(own)}"] if own else [])]
    if counted:
        yield f"You need something with which to count {join_items(counted)}."


def describe_unasked(writer: Writer, kind: KindDecl, reached: Collection[str]) -> Iterator[str]:
    """Yield sentences on the attributes of cards that no rule mentions, and on those that only the cards ask for.

    `reached` are the words of the rules of play.
    """
    nodes: list[syntax.Node] = [text.node for text in writer.checked.library.values()]
    nodes += [ability.node for ability in writer.checked.own]
    asked = {getattr(each, "word", "") for node in nodes for each in syntax.walk(node)}
    asked |= find_words_of_powers(writer.game.pieces)
    shown = {word for card in writer.cards if card.kind == kind.word for word in card.attributes}
    unasked = [spell_name(word) for word in kind.attributes if word in shown - asked]
    if unasked:
        yield f"No rule asks for the {join_items(unasked)} of {with_article(kind.title)}."
    if any(piece.power is not None for piece in writer.game.pieces if piece.kind == kind.word):
        words = [word for word, each in kind.attributes.items() if each.type != YES_NO and word in shown & asked]
        by_cards = [spell_name(word) for word in words if word not in reached]
        matter = "matter" if len(by_cards) > 1 or looks_plural("".join(by_cards)) else "matters"
        if by_cards:
            one, many = with_article(kind.title), name_plural(kind)
            yield f"The {join_items(by_cards)} of {one} {matter} only to what {many} say."


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
    return any(isinstance(each, _CHOICES) and not _is_by_chance(each) for each in inside)


def _is_by_chance(node: syntax.Node) -> bool:
    return isinstance(node, syntax.ChooseNode) and all(pick.at_random for pick in node.picks)


def _name_direction(writer: Writer) -> str:
    return "anticlockwise" if writer.game.anticlockwise else "clockwise"


def describe_powers(game: GameDecl) -> str:
    """Return where the text of a card holds; "" if a game does not say."""
    zones = [zone for zone in game.zones if zone.word in {str(each.value) for each in game.powers_work_in}]
    named = [zone.title if looks_plural(zone.title) else with_article(zone.title) for zone in zones]
    named = [f"the {zone.title}" if zone.owner == TABLE else name for zone, name in zip(zones, named, strict=True)]
    nouns = {game.kinds[zone.holds].title for zone in zones}
    if len(nouns) != 1 or any(zone.owner not in (TABLE, PLAYERS) for zone in zones):
        return ""
    noun = nouns.pop()
    return f"What {with_article(noun)} says holds while it lies in {join_items(named, 'or')}, unless it says otherwise."


def describe_missed_turn(writer: Writer) -> str:
    """Return what happens in a turn without an option; "" if a turn is no compulsory choice, or always has options."""
    if not _can_miss(writer):
        return ""
    node = writer.procedures[writer.turn].node
    does = f"can {node.phrase}" if node.kind == "verb" and node.phrase and "turn" not in node.phrase else "can do this"
    return f"Whoever {does} must do so; whoever cannot misses the turn."


def _can_miss(writer: Writer) -> bool:
    body = writer.procedures[writer.turn].node.body.statements if writer.turn in writer.procedures else ()
    first = body[0] if body else None
    if not isinstance(first, syntax.ChooseNode) or first.may or first.otherwise is not None:
        return False
    plain = {enum.plural for enum in writer.game.enums.values()} | {"players", "opponents"}
    return any(pick.where is not None or getattr(pick.source, "word", "") not in plain for pick in first.picks)
