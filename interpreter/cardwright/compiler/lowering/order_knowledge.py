"""Lowering of lost knowledge about orders of pieces.

A player who cannot follow which pieces are taken from an ordered zone no longer knows its order.
"""

from __future__ import annotations

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.reaching_definitions import Path
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, number, op

# The visibilities of zones in which other players cannot follow what is taken, such as a pile or an ordered hand.
CLOSED = ("nobody", "owner", "others")
NOBODY = number(-1)
# A player picks known pieces by their faces, which others cannot follow; or nobody can follow.
BY_FACE, NOT_AT_ALL = number(0), number(1)


class Tracking:
    """Notes by which observers and generated C learn that pieces were taken in a way not everybody can follow.

    Notes follow picks, and precede moves and procedures with pieces that hidden information or secret answers
    determine.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        checked = low.checked
        self.kinds = {zone.holds for zone in checked.game.zones if zone.ordered and zone.see in CLOSED}
        self._secret = _done_in_secret(checked) if self.kinds else set()
        self._asking = _asking(checked)

    def picked(self, pick: typed_tree.PickStmt, player: typed_tree.Value, secretly: bool = False) -> ir.Code:
        """Return the note after a pick, before its effects."""
        if not self._may_stray(pick.source):
            return ()
        var = self.low.var(pick.var)
        pieces: ir.Value = ir.Get(var)
        if pick.amount == "one":
            pieces = ir.Many((pieces,), ir.PIECES)
        elif var.ty.base == "mask":
            pieces = op("ids", ir.PIECES, pieces)
        if pick.at_random:
            return (_strayed(pieces, NOBODY, NOT_AT_ALL),)
        return (_strayed(pieces, self.low.value(player), NOT_AT_ALL if secretly else BY_FACE),)

    def taken(self, statement: typed_tree.ActStmt | typed_tree.PerformStmt) -> ir.Code:
        """Return the notes before a statement with pieces that not everybody can follow."""
        if not self.kinds:
            return ()
        values, doubtful = statement.args, False
        if isinstance(statement, typed_tree.ActStmt):
            values = statement.args[:1] if statement.primitive.moves else ()
            doubtful = bool(values) and self._is_doubtful(statement)
        found: list[ir.Stmt] = []
        for value in values:
            if self._may_stray(value) and (doubtful or not self.low.sight.follows(value, None)):
                found.append(_strayed(op("there", ir.PIECES, self.low.items(value)), NOBODY, NOT_AT_ALL))
        return tuple(found)

    def asking(self, statement: typed_tree.ActStmt) -> ir.Const:
        """Return the number of a decision point in the same rule text, or -1 if the text has none."""
        return number(self._asking.get(id(statement), -1))

    def aside(self, statement: typed_tree.ActStmt) -> ir.Code:
        """Return the note after a roll with an outcome seen only by players who see the memory that stores it."""
        var = self.low.sight.rolls.aside.get(id(statement)) if self.low.tracked else None
        return () if var is None else (ir.Note("rolled_aside", (number(var.uid),)),)

    def heard(self, statement: typed_tree.SetMemoryStmt, place: ir.Slot) -> ir.Code:
        """Return the notes after the outcome of private rolls is stored, for the players who see the memory."""
        rolls = self.low.sight.rolls.stores.get(id(statement), ()) if self.low.tracked else ()
        return tuple(ir.Note("heard", (number(var.uid), ir.Handle(place))) for var in rolls)

    def _may_stray(self, value: typed_tree.Value) -> bool:
        """Return True if a value may be pieces of a closed order. A whole zone keeps its order."""
        item = value.type.item if value.type.base == "list" else value.type
        if item is None or item.base != "piece" or item.of not in self.kinds:
            return False
        while isinstance(value, typed_tree.FilterExpr):
            value = value.list
        if isinstance(value, typed_tree.ContentExpr) and isinstance(value.zone, typed_tree.ZoneExpr):
            return value.zone.zone.ordered and value.zone.zone.see in CLOSED
        return True

    def _is_doubtful(self, statement: typed_tree.ActStmt) -> bool:
        """Return True if not everybody can tell that exactly these pieces are moved."""
        if id(statement) in self._secret:
            return True
        sight = self.low.sight
        path: Path = sight.definitions.paths.get(id(statement), ())
        if path and path[0].unreported is not None and not sight.knows_calls(path[0].unreported):
            return True
        return any(
            sight.depends_on_hidden(condition) and not sight.knows(condition, None)
            for around in path
            for condition in (around.conditions if around.moves else ())
        )


def _strayed(pieces: ir.Value, player: ir.Value, how: ir.Value) -> ir.Note:
    return ir.Note(ir.STRAYED, (pieces, player, how))


def _done_in_secret(checked: typed_tree.CheckedGame) -> set[int]:
    """Return the identities of the moves decided by a secret choice."""
    found: set[int] = set()
    for node in typed_tree.walk_tree(typed_tree.list_bodies(checked)):
        if isinstance(node, typed_tree.ForEachStmt) and node.secretly:
            choice = node.body[0]
            pick = choice.picks[0] if isinstance(choice, typed_tree.ChooseStmt) else None
            if pick is None or pick.item.type.base not in ("piece", "zone"):
                found |= {id(each) for each in typed_tree.walk_tree(node.body) if isinstance(each, typed_tree.ActStmt)}
    return found


def _asking(checked: typed_tree.CheckedGame) -> dict[int, int]:
    """Return for each statement that shows pieces a decision point in the same text, by identity."""
    found: dict[int, int] = {}
    for body in typed_tree.list_bodies(checked):
        nodes = typed_tree.walk_tree(body)
        sites = [
            node.site.number
            for node in nodes
            if isinstance(node, typed_tree.PickStmt | typed_tree.ChooseOneStmt | typed_tree.MayStmt)
        ]
        if sites:
            found |= {id(node): min(sites) for node in nodes if isinstance(node, typed_tree.ActStmt)}
    return found
