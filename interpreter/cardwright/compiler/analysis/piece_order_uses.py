"""Use of zones by rules: rows, numbered positions, piles of discards, and collections."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator

from cardwright.builtins.pieces import AT_TOP
from cardwright.checker import typed_tree
from cardwright.declarations.model import Attribute, ZoneDecl
from cardwright.source.node_dataclass import frozen

# The viewers of a zone who see it as a pile: nobody, or everybody its top only.
PILES = ("nobody", "top")


@frozen
class OrderUses:
    """Where the rules of a game use the order of pieces.

    - `positions`: the kinds of pieces whose position a rule reads
    - `neighbours`: the kinds of pieces whose neighbours a rule reads or swaps
    - `places`: the zones in which a rule moves pieces to a numbered position, as `(owner, word)`. A kind as owner means
      the zones of all pieces of this kind
    """

    positions: frozenset[str]
    neighbours: frozenset[str]
    places: frozenset[str | tuple[str, str]]

    def is_numbered(self, zone: ZoneDecl) -> bool:
        """Return True if positions matter to a rule in a zone that is not a pile."""
        return self.is_row(zone) and self._has_positions(zone)

    def is_row(self, zone: ZoneDecl) -> bool:
        """Return True if the pieces of a zone lie in a row: it is declared as one, or a rule reads their positions."""
        used = zone.holds in self.neighbours or self._has_positions(zone)
        return zone.row or (zone.ordered and used and zone.see not in PILES)

    def _has_positions(self, zone: ZoneDecl) -> bool:
        """Return True if a rule reads positions of the pieces in a zone, or moves pieces to a position in it."""
        return zone.holds in self.positions or not self.places.isdisjoint({zone.holds, (zone.owner, zone.word)})


def find_order_uses(checked: typed_tree.CheckedGame) -> OrderUses:
    """Return where the rules, verbs and powers of a game read or change the order of pieces."""
    kinds: dict[str, set[str]] = {"position": set(), "neighbours": set()}
    places: set[str | tuple[str, str]] = set()
    rules = tuple(rule.cases for rule in checked.rules.values())
    for node in typed_tree.walk_tree((typed_tree.list_texts(checked), rules)):
        if isinstance(node, typed_tree.BuiltinExpr) and node.piece.type.base == "piece" and node.word in kinds:
            kinds[node.word].add(node.piece.type.of)
        elif isinstance(node, typed_tree.ActStmt) and node.primitive.word == "swap":
            kinds["neighbours"].add(node.args[0].type.of)
        elif isinstance(node, typed_tree.ActStmt) and node.primitive.word == "move" and not _is_on_top(node.args[2:]):
            pieces, to = node.args[:2]
            kind = (pieces.type.item or pieces.type).of
            places.add((to.zone.owner, to.zone.word) if isinstance(to, typed_tree.ZoneExpr) else kind)
    return OrderUses(frozenset(kinds["position"]), frozenset(kinds["neighbours"]), frozenset(places))


def _is_on_top(place: tuple[typed_tree.Value, ...]) -> bool:
    """Return True if a move names no position, so that the piece goes on top."""
    return all(isinstance(each, typed_tree.LiteralExpr) and each.value == AT_TOP for each in place)


def find_discard_piles(checked: typed_tree.CheckedGame) -> frozenset[str]:
    """Return the zones of the table in which pieces are put away, by word.

    Everybody sees such a zone, it has no order, and no rule turns pieces up in it from a pile that nobody sees. Either
    a rule moves all its pieces to such a pile, or rules move pieces to it and nothing else in the game asks about them:
    no rule, option or power.
    """
    texts = (typed_tree.list_texts(checked), tuple(rule.cases for rule in checked.rules.values()))
    nodes = typed_tree.walk_tree(texts)
    mentioned = Counter(zone.word for zone in _list_zones(nodes) if zone.owner == "table")
    passed_over: Counter[str] = Counter()
    entered, turned_up, refilling = set[str](), set[str](), set[str]()
    for node in nodes:
        if isinstance(node, typed_tree.ActStmt) and node.primitive.word == "move":
            source, target = _find_zone(node.args[0]), _find_zone(node.args[1])
            if target is not None:
                entered.add(target.word)
                turned_up |= (
                    {target.word} if any(map(_is_closed, _list_zones(typed_tree.walk_tree(node.args[0])))) else set()
                )
            if source is not None and target is not None and _is_closed(target):
                refilling.add(source.word)
            passed_over.update(zone.word for zone in (source, target) if zone is not None)
        elif isinstance(node, typed_tree.PrimitiveExpr) and node.primitive.word == "count":
            counted = _find_zone(node.args[0])
            passed_over.update([counted.word] if counted is not None else [])
    working = {word for ability in checked.abilities for word in ability.zones}
    anywhere = {node.kind.word for node in nodes if isinstance(node, typed_tree.PiecesExpr)}
    unasked = {word for word in entered if mentioned[word] == passed_over[word]}
    return frozenset(
        zone.word
        for zone in checked.game.zones
        if zone.owner == "table"
        and _is_open(zone)
        and zone.word in (refilling & entered) | (set() if zone.holds in anywhere else unasked)
        and zone.word not in turned_up | working
    )


def find_collections(checked: typed_tree.CheckedGame) -> dict[str, tuple[str, ...]]:
    """Return the zones of the table in which pieces are collected by an attribute, by word.

    The values are the attribute and the words that it can be. Everybody sees such a zone, and it has no order. All that
    rules do with it is to move pieces to it and to count those in it, somewhere those of a word that varies.
    """
    nodes = typed_tree.walk_tree((typed_tree.list_texts(checked), tuple(rule.cases for rule in checked.rules.values())))
    left = Counter(zone.word for zone in _list_zones(nodes) if zone.owner == "table")
    anywhere = {node.kind.word for node in nodes if isinstance(node, typed_tree.PiecesExpr)}
    entered, found = set[str](), dict[str, tuple[str, ...]]()
    for node in nodes:
        if isinstance(node, typed_tree.ActStmt) and node.primitive.word == "move":
            target = _find_zone(node.args[1])
            entered |= set() if target is None else {target.word}
            left.subtract([] if target is None else [target.word])
        elif isinstance(node, typed_tree.PrimitiveExpr) and node.primitive.word == "count":
            counted = node.args[0]
            inner = counted.list if isinstance(counted, typed_tree.FilterExpr) else counted
            zone = _find_zone(inner)
            if zone is None:
                continue
            left.subtract([zone.word])
            if isinstance(counted, typed_tree.FilterExpr) and (by := _find_compared_attribute(counted)):
                found[zone.word] = (by.word, *checked.game.enums[by.type.of or ""].values)
    zones = [zone for zone in checked.game.zones if zone.owner == "table" and zone.word in found and _is_open(zone)]
    kept = [zone.word for zone in zones if zone.holds not in anywhere and not left[zone.word]]
    return {word: found[word] for word in kept if word in entered}


def _find_compared_attribute(counted: typed_tree.FilterExpr) -> Attribute | None:
    """Return the attribute with words that the items of a filter have in common, if the word is no constant."""
    for part in typed_tree.split_conjunction(counted.where):
        if isinstance(part, typed_tree.CompareExpr) and part.operator == "is":
            left, right = part.left, part.right
            if isinstance(left, typed_tree.AttributeExpr) and isinstance(right, typed_tree.LocalExpr):
                return left.attribute if left.type.base == "enum" else None
    return None


def _is_open(zone: ZoneDecl) -> bool:
    return zone.see == "everyone" and not (zone.ordered or zone.row)


def _is_closed(zone: ZoneDecl) -> bool:
    return zone.ordered and zone.see == "nobody"


def _list_zones(nodes: Iterable[object]) -> Iterator[ZoneDecl]:
    """Yield the zones that are mentioned."""
    return (node.zone for node in nodes if isinstance(node, typed_tree.ZoneExpr))


def _find_zone(value: typed_tree.Value) -> ZoneDecl | None:
    """Return the zone of the table that a value is, or whose whole content it is; None for other values."""
    inner = value.zone if isinstance(value, typed_tree.ContentExpr) else value
    return inner.zone if isinstance(inner, typed_tree.ZoneExpr) and inner.zone.owner == "table" else None
