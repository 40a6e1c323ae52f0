"""Piles that can run short: what happens then, and whether a pile always has enough."""

from __future__ import annotations

from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.declarations.model import TABLE, ZoneDecl
from cardwright.english.nesting_limit import expand_names
from cardwright.phrases.inflection import join_items, with_article
from cardwright.presentation.rulebook.components import name_plural
from cardwright.presentation.rulebook.rules_page_live_parts import LiveParts, UnknownPart
from cardwright.syntax import tree as syntax
from cardwright.syntax.parser import parse

if TYPE_CHECKING:
    from cardwright.presentation.rulebook.rule_text_sections import Writer

_TOO_FEW_TO_CHOOSE = "If there are not as many as you are to choose, nothing is chosen, and nothing is done with it."
# More than any pile has.
_MANY = 1_000_000
# Built-ins that take nothing out of a zone.
_HARMLESS = ("shuffle", "count", "any", "reveal", "show", "top")


def describe_shortage(writer: Writer) -> Iterator[str]:
    """Yield what happens in play where a pile has too few pieces, or there are too few to choose from.

    Nothing is said of single pieces: that nobody can take or choose one where there is none is plain.
    """
    nodes = list_nodes_of_play(writer)
    taken = [each for each in nodes if isinstance(each, syntax.CallNode) and each.word == "top"]
    several = [each.args[0].value for each in taken if len(each.args) > 1]
    words = {each.word for each in several if isinstance(each, syntax.NameNode | syntax.GetNode)}
    short = [zone for zone in writer.game.zones if zone.word in words and not _is_enough(writer, zone, nodes)]
    if short:
        piles = [f"the {zone.title}" if zone.owner == TABLE else with_article(zone.title) for zone in short]
        nouns = join_items(list(dict.fromkeys(name_plural(writer.game.kinds[zone.holds]) for zone in short)), "or")
        there = join_items(list(dict.fromkeys(piles)), "or")
        yield f"If there are fewer {nouns} in {there} than you need, use all there are."
    chosen = [each for each in nodes if isinstance(each, syntax.ChooseNode) and not each.may and each.otherwise is None]
    amounts = [pick.amount for each in chosen for pick in each.picks if pick.amount is not None]
    if any(each.kind in ("exactly", "at_least") for each in amounts):
        yield _TOO_FEW_TO_CHOOSE


def can_be_empty(writer: Writer, pile: str) -> bool:
    """Return True if more pieces can be taken from a pile than it has."""
    return any(
        zone.word == pile and not _is_enough(writer, zone, list_nodes_of_play(writer)) for zone in writer.game.zones
    )


def list_nodes_of_play(writer: Writer) -> list[syntax.Node]:
    """Return the nodes of what play leads to, and of the powers of pieces."""
    trees = [parse(piece.power.raw, "power").tree for piece in writer.game.pieces if piece.power is not None]
    nodes = [part for word in writer.course.reached("play") for part in syntax.walk(writer.procedures[word].node.body)]
    return nodes + [part for tree in trees if tree is not None for part in syntax.walk(tree)]


def _is_enough(writer: Writer, zone: ZoneDecl, nodes: list[syntax.Node]) -> bool:
    """Return True if a pile begins with at least as many pieces as are ever taken from it."""
    named = syntax.NameNode(zone.word)
    begun = [each for each in writer.game.zones if each.holds == zone.holds][:1] == [zone]
    pieces = [piece for piece in writer.game.pieces if piece.kind == zone.holds]
    setup = [part for word in writer.course.reached("setup") for part in syntax.walk(writer.procedures[word].node.body)]
    whole = [*setup, *nodes]
    asked = sum(each == named for each in whole)
    calls = [each for each in whole if isinstance(each, syntax.CallNode | syntax.PerformNode)]
    plain = sum(arg.value == named for each in calls if each.word in _HARMLESS for arg in each.args)
    apart = any(piece.each_player or piece.pool is not None for piece in pieces)
    if zone.owner != TABLE or not begun or apart or asked != plain:
        return False
    at_any_time = writer.course.in_powers | writer.course.in_abilities
    if zone.word in at_any_time:
        return False
    low, high = writer.game.players
    for players in range(low, high + 1):
        counter = _Counter(writer, named, players)
        if any(counter.count(writer.procedures[word].node.body) for word in at_any_time & writer.procedures.keys()):
            return False
        taken = sum(counter.count(writer.procedures[word].node.body) for word in ("setup", "play"))
        if taken > sum(piece.total(players) for piece in pieces):
            return False
    return True


class _Counter:
    """Counter of the most pieces that a text takes from the top of one pile, for a number of players."""

    def __init__(self, writer: Writer, pile: syntax.NameNode, players: int) -> None:
        self.writer, self.pile, self.players = writer, pile, players
        self.parts = LiveParts(writer.checked)
        self.inside: tuple[str, ...] = ()

    def count(self, node: syntax.Node) -> int:
        """Return an upper limit, which is huge if the text has none."""
        below = sum(map(self.count, syntax.list_children(node)))
        match node:
            case syntax.CallNode(word="top", args=(syntax.ArgNode(value=pile), *rest)) if pile == self.pile:
                return self._find_number(rest[0].value) if rest else 1
            case syntax.PerformNode(word=word, args=args) if word in self.writer.procedures:
                return below + self._count_call(word, args)
            case syntax.RepeatNode(kind="times", value=times) if times is not None:
                return below and below * self._find_number(times)
            case syntax.ForEachNode(list=syntax.NameNode(word="players")):
                return below * self.players
            case syntax.RepeatNode() | syntax.ForEachNode():
                return below and _MANY
            case syntax.ChooseNode() | syntax.MayNode() | syntax.ChooseOneNode() if node.repeatedly:
                return below and _MANY
        return below

    def _count_call(self, word: str, args: tuple[syntax.ArgNode, ...]) -> int:
        if word in self.inside:
            return _MANY
        node = self.writer.procedures[word].node
        given = {each.word: arg.value for each, arg in zip(node.params, args, strict=False) if arg.role is None}
        given |= {arg.role: arg.value for arg in args if arg.role is not None}
        before, self.inside = self.inside, (*self.inside, word)
        found = self.count(expand_names(node.body, given))
        self.inside = before
        return found

    def _find_number(self, node: syntax.Expr) -> int:
        match node:
            case syntax.NumberNode(value=value):
                return value
            case syntax.NameNode(word=word):
                try:
                    return self.parts.number(word, self.players)
                except UnknownPart:
                    return _MANY
        return _MANY
