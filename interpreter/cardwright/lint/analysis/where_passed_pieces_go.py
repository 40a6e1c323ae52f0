"""Analysis of the zones in which pieces can be after they were passed to a procedure."""

from __future__ import annotations

from dataclasses import dataclass

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.nullability import Nullability
from cardwright.declarations.model import PLAYERS
from cardwright.declarations.value_types import UNKNOWN, Type
from cardwright.lint.analysis.conditions_of_one_card import CardConditions, can_spread

# The words of the zones that can hold a piece; "" is its former zone, or any zone.
Zones = frozenset[str]
ANYWHERE: Zones = frozenset({""})
# Statements that can always be executed.
SURE = (typed_tree.ActStmt, typed_tree.SetMemoryStmt, typed_tree.LastStmt, typed_tree.ControlStmt)


@dataclass(frozen=True, slots=True)
class _Moves:
    """Moves of pieces in rule texts, each as the type of the pieces and their goals, and procedures called there."""

    moved: frozenset[tuple[Type, Zones]]
    performed: frozenset[typed_tree.TypedProcedure]


class FinalZones:
    """Analysis that follows pieces through procedures, and through the reactions that can move them."""

    def __init__(self, checked: typed_tree.CheckedGame, nullability: Nullability) -> None:
        self.checked = checked
        self._nullability = nullability
        self._after: dict[tuple[typed_tree.TypedProcedure, typed_tree.TypedVar, int], Zones] = {}
        self._spreads = can_spread(checked)
        self._card = CardConditions(checked, -1, self._spreads)
        self._moves: dict[typed_tree.TypedProcedure, tuple[_Moves, _Moves]] = {}
        self._reacting: dict[typed_tree.TypedProcedure, list[typed_tree.TypedAbility]] = {}
        for ability in checked.abilities:
            if ability.procedure is not None:
                self._reacting.setdefault(ability.procedure, []).append(ability)
        stops = {
            id(node): node.procedure
            for node in typed_tree.walk_bodies(checked)
            if isinstance(node, typed_tree.ControlStmt) and node.procedure is not None
        }
        for ability in checked.abilities if stops else ():
            if ability.kind == "before":  # an event that is stopped before it begins has no reactions after it
                for node in typed_tree.walk_tree(ability.body):
                    if stops.get(id(node)) is ability.procedure:
                        stops.pop(id(node), None)
        self._stopped = {sort for procedure in stops.values() for sort in procedure.each_sort}

    def after(self, procedure: typed_tree.TypedProcedure, role: typed_tree.TypedVar, power: int = -1) -> Zones:
        """Return the zones in which pieces passed to the parameter `role` can be at the end of a procedure.

        With the number of a `power`, only pieces with this power are passed.
        """
        key = procedure, role, power
        if key not in self._after:
            if self._card.power != power:
                self._card = CardConditions(self.checked, power, self._spreads)
            self._after[key] = self._block(procedure.body, role, ANYWHERE, (procedure,))
        return self._after[key]

    def _block(
        self,
        block: typed_tree.Block,
        role: typed_tree.TypedVar,
        lying: Zones,
        within: tuple[typed_tree.TypedProcedure, ...],
    ) -> Zones:
        if within[-1] in self._stopped:
            return ANYWHERE
        zone: typed_tree.Value | None = None
        for statement in block:
            lying = self._find_statement(statement, role, lying, within, zone)
            zone = self._find_certain_zone(statement, role)
        return lying

    def _find_certain_zone(self, node: typed_tree.Stmt, role: typed_tree.TypedVar) -> typed_tree.Value | None:
        """Return the zone into which a statement certainly moves a piece."""
        if not isinstance(node, typed_tree.ActStmt) or not node.primitive.moves or not is_just(node.args[0], role):
            return None
        return node.args[1] if self._is_certain(node.args[1]) else None

    def _find_statement(
        self,
        node: typed_tree.Stmt,
        role: typed_tree.TypedVar,
        lying: Zones,
        within: tuple[typed_tree.TypedProcedure, ...],
        zone: typed_tree.Value | None,
    ) -> Zones:
        """Return the zones in which a piece can be after a statement; the one before certainly moved it into `zone`."""
        if isinstance(node, typed_tree.ActStmt) and node.primitive.moves and is_just(node.args[0], role):
            zones = _find_zone(node.args[1])
            if self._is_certain(node.args[1]):
                return zones
            return zones | (
                self._list_uncontrolled(lying, role) if _is_controllers(node.args[1], role, within) else lying
            )
        if isinstance(node, typed_tree.IfStmt):
            blocks = self._find_possible_branches(node, role, zone)
            return frozenset().union(*(self._block(block, role, lying, within) for block in blocks))
        if (
            isinstance(node, typed_tree.ForEachStmt)
            and node.list == typed_tree.LocalExpr(role)
            and not _can_be_left_early(node.body)
        ):
            return self._block(node.body, node.var, lying, within)
        given = zip(node.procedure.params, node.args, strict=True) if isinstance(node, typed_tree.PerformStmt) else ()
        param = next((param for param, arg in given if is_just(arg, role)), None)
        if isinstance(node, typed_tree.PerformStmt) and param is not None and self._takes_place(node, within):
            lying = self._block(node.procedure.body, param, lying, (*within, node.procedure))
            return self._add_moves(self._find_moves(node.procedure)[1], role, lying)
        if isinstance(node, typed_tree.LetStmt) and node.var is role:
            return ANYWHERE
        return self._add_moves(_collect_moves(node), role, lying)

    def _find_possible_branches(
        self, node: typed_tree.IfStmt, role: typed_tree.TypedVar, zone: typed_tree.Value | None
    ) -> list[typed_tree.Block]:
        """Return the branches that are executed for at least one of the pieces that can be passed."""
        blocks: list[typed_tree.Block] = []
        for test, block in node.branches:
            holds = self._card.holds(test, role, zone)
            if holds is not False:
                blocks.append(block)
            if holds:
                return blocks
        return [*blocks, node.otherwise]

    def _takes_place(self, node: typed_tree.PerformStmt, within: tuple[typed_tree.TypedProcedure, ...]) -> bool:
        """Return True if a called procedure is certainly executed.

        `within` are the procedures that led to this call by their first statements. A procedure that begins with itself
        is not certain to be executed.
        """
        doer, procedure = node.doer, node.procedure
        if procedure in within or (doer is not None and not self._is_certain(doer)):
            return False
        if any(each.kind in ("forbid", "instead") for each in self._reacting.get(procedure, ())):
            return False
        body = [each for each in procedure.body if not isinstance(each, typed_tree.LetStmt)]
        if any(isinstance(each, typed_tree.RequireStmt) for each in typed_tree.walk_tree(procedure.body)) or not body:
            return False
        # a procedure is impossible if its first statement is
        first = body[0]
        return (
            self._takes_place(first, (*within, procedure))
            if isinstance(first, typed_tree.PerformStmt)
            else isinstance(first, SURE)
        )

    def _is_certain(self, value: typed_tree.Value) -> bool:
        """Return True if a zone or a player certainly exists."""
        if isinstance(value, typed_tree.ZoneExpr) and value.owner is None:
            return True
        if value.type.base not in ("zone", "player"):
            return False
        return self._nullability.sure(value)

    def _list_uncontrolled(self, lying: Zones, role: typed_tree.TypedVar) -> Zones:
        """Return the zones among `lying` in which pieces can be without a controller: those that no player owns."""
        kind = (role.type.item or role.type).of
        free = {
            each.word for each in self.checked.game.zones if each.owner != PLAYERS and (each.holds == kind or not kind)
        }
        return frozenset(free if lying & ANYWHERE else free & lying)

    def _add_moves(self, moves: _Moves, role: typed_tree.TypedVar, lying: Zones) -> Zones:
        """Return the zones in which a piece can be after some rule texts, and the procedures they call, were executed.

        `lying` are the zones in which the piece can be before, and `role` is the variable that holds it. Each move of
        pieces of the same kind counts.
        """
        if lying & ANYWHERE:
            return lying  # already unknown
        found = set(lying)
        seen: set[typed_tree.TypedProcedure] = set()
        stack = [moves]
        while stack:
            here = stack.pop()
            for moved, zones in here.moved:
                if _can_share_kind(moved, role):
                    found |= zones
            for procedure in here.performed - seen:
                stack += self._find_moves(procedure)
            seen |= here.performed
        return frozenset(found)

    def _find_moves(self, procedure: typed_tree.TypedProcedure) -> tuple[_Moves, _Moves]:
        """Return what the body of a procedure does, and what the reactions to it do."""
        if procedure not in self._moves:
            reactions = tuple(each.body for each in self._reacting.get(procedure, ()))
            self._moves[procedure] = _collect_moves(procedure.body), _collect_moves(reactions)
        return self._moves[procedure]


def _collect_moves(texts: object) -> _Moves:
    moved: set[tuple[Type, Zones]] = set()
    performed: set[typed_tree.TypedProcedure] = set()
    for node in typed_tree.walk_tree(texts):
        if isinstance(node, typed_tree.ActStmt) and node.primitive.moves:
            moved.add((node.args[0].type, _find_zone(node.args[1])))
        elif isinstance(node, typed_tree.OpenWindowStmt):
            moved.add((UNKNOWN, ANYWHERE))
        elif isinstance(node, typed_tree.PerformStmt):
            performed.add(node.procedure)
    return _Moves(frozenset(moved), frozenset(performed))


def is_just(value: typed_tree.Value, role: typed_tree.TypedVar) -> bool:
    """Return True if a value is the parameter `role`, or a list that includes it."""
    return value == typed_tree.LocalExpr(role) or (
        isinstance(value, typed_tree.ListExpr) and typed_tree.LocalExpr(role) in value.items
    )


def _can_share_kind(moved: Type, role: typed_tree.TypedVar) -> bool:
    """Return True if a value of the type `moved` can contain pieces of the parameter's kind."""
    mine, its = role.type.item or role.type, moved.item or moved
    return its.base not in ("piece", "zone") or its.of in (mine.of, "")


def _find_zone(value: typed_tree.Value) -> Zones:
    return frozenset({value.zone.word}) if isinstance(value, typed_tree.ZoneExpr) else ANYWHERE


def _is_controllers(
    zone: typed_tree.Value, role: typed_tree.TypedVar, within: tuple[typed_tree.TypedProcedure, ...]
) -> bool:
    """Return True if a zone is one of the controller of the piece `role`, perhaps by a local name for that player."""
    owner = zone.owner if isinstance(zone, typed_tree.ZoneExpr) else None
    named = [each for each in typed_tree.walk_tree(within[-1].body) if isinstance(each, typed_tree.LetStmt)]
    meant = [each.value for each in named if owner == typed_tree.LocalExpr(each.var)]
    (found,) = meant if len(meant) == 1 else (owner,)
    return (
        isinstance(found, typed_tree.BuiltinExpr)
        and found.word == "controller"
        and found.piece == typed_tree.LocalExpr(role)
    )


def _can_be_left_early(block: typed_tree.Block) -> bool:
    return any(isinstance(node, typed_tree.ControlStmt) and node.word == "stop" for node in typed_tree.walk_tree(block))
