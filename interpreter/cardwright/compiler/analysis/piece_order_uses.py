"""Use of the order of pieces by rules: zones displayed as rows, and zones with numbered positions."""

from __future__ import annotations

from cardwright.builtins.pieces import AT_TOP
from cardwright.checker import typed_tree
from cardwright.declarations.model import ZoneDecl
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
