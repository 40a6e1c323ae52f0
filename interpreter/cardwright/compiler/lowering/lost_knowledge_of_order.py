"""Lowering of reports by which players lose their knowledge of the order of pieces."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.checker import typed_tree
from cardwright.compiler.analysis.audiences.silent_events import find_secret_showings
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.reaching_definitions import Path
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Lowering, number, op

# The visibilities of zones in which other players cannot follow what is taken, such as a pile or an ordered hand.
CLOSED = ("nobody", "owner", "others")
NOBODY = number(-1)
# With the number of a decision point taken away: all that its text has shown.
ALL_OF_TEXT = -2
Choice = tuple[typed_tree.ChooseStmt, bool]
# A player picks known pieces by their faces, which others cannot follow; or nobody can follow.
BY_FACE, NOT_AT_ALL = number(0), number(1)


class Tracking:
    """Reports from which the observer and generated C learn that players no longer know an order.

    The reports are added after picks, and before moves of pieces that depend on hidden information or secret answers.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        checked = low.checked
        self.kinds = {zone.holds for zone in checked.game.zones if zone.ordered and zone.see in CLOSED}
        self._secret = _find_secret_moves(checked) if self.kinds else set()
        self._nearby_decisions = _find_nearby_decisions(checked)
        self._noticing = _Noticing(low.sight)
        self.secret_showings = self._noticing.secret_showings
        self._called: dict[int, ir.Code] = {}
        texts = self._noticing.find_texts()
        self._sites_out_of_sight = set(_find_sites(texts))
        self._visible = self._noticing.find_calls()
        self._picks_out_of_sight: set[int] = set()
        self._noticed: dict[int, list[Choice]] = {}
        if self.kinds:
            self._find_noticed_picks(texts)

    def picked(self, pick: typed_tree.PickStmt, player: typed_tree.Value, secretly: bool = False) -> ir.Code:
        """Return the reports for a pick, which come before the effects of the pick.

        If the pick is made `secretly`, other players do not see its faces. A pick in a rule text that other players do
        not see has no reports here; `done_visibly` returns them for a later statement.
        """
        if id(pick) in self._picks_out_of_sight or not self._may_lose_order(pick.source):
            return ()
        return self._lower_stray(pick, player, secretly)

    def _lower_stray(self, pick: typed_tree.PickStmt, player: typed_tree.Value, secretly: bool) -> ir.Code:
        var = self.low.var(pick.var)
        pieces: ir.Value = ir.Get(var)
        if pick.amount == "one":
            pieces = ir.Many((pieces,), ir.PIECES)
        elif var.ty.base == "mask":
            pieces = op("ids", ir.PIECES, pieces)
        if pick.at_random:
            return (_lower_strayed(pieces, NOBODY, NOT_AT_ALL),)
        return (_lower_strayed(pieces, self.low.decider(player, pick.site), NOT_AT_ALL if secretly else BY_FACE),)

    def taken(self, statement: typed_tree.ActStmt | typed_tree.PerformStmt) -> ir.Code:
        """Return reports to the observer before a statement that takes pieces, if some players may not know which."""
        if not self.kinds:
            return ()
        values, doubtful = statement.args, False
        if isinstance(statement, typed_tree.ActStmt):
            values = statement.args if statement.primitive.moves else ()
            doubtful = bool(values) and self._is_doubtful(statement)
        found: list[ir.Stmt] = []
        for value in values:
            if self._may_lose_order(value) and (doubtful or not self.low.sight.follows(value, None)):
                found.append(_lower_strayed(op("there", ir.PIECES, self.low.items(value)), NOBODY, NOT_AT_ALL))
        return tuple(found)

    def asking(self, statement: typed_tree.ActStmt) -> ir.Const:
        """Return the number of a decision point in the same rule text as a statement, or -1 if the text has none."""
        return number(self._nearby_decisions.get(id(statement), -1))

    def reached(self, site: typed_tree.DecisionPoint) -> ir.Code:
        """Return the report that execution has reached a decision point, even if nobody is asked there.

        Other players cannot see whether anybody is asked. For a decision point in a rule text that they do not see,
        `done_visibly` returns this report instead.
        """
        return () if site.number in self._sites_out_of_sight else (_lower_reached(site.number),)

    def answered(self, site: typed_tree.DecisionPoint) -> ir.Note:
        """Return the report that all players have answered in secret, and that pieces shown to them are put away.

        If other players do not see the rule text, they may not see that it asked. Then only the pieces that this text
        has shown are put away.
        """
        return _lower_reached(ALL_OF_TEXT - site.number if site.number in self._sites_out_of_sight else -1)

    def called(self, statement: typed_tree.PerformStmt) -> ir.Code:
        """Return the report before a call of a procedure that asks.

        Other players may not see whether its decision is possible, so the report is made in any case.
        """
        if id(statement) in self._visible:
            return ()
        procedure = statement.procedure
        sites = _find_sites((procedure.body,)) if procedure.number not in self._called else ()
        self._called.setdefault(procedure.number, (_lower_reached(min(sites)),) if sites else ())
        return self._called[procedure.number]

    def done_visibly(
        self,
        statement: typed_tree.ActStmt | typed_tree.PerformStmt | typed_tree.ForEachStmt,
        possible: ir.Value | None = None,
    ) -> ir.Code:
        """Return the reports before the statement by which other players first notice a rule text.

        They do not see the text itself. The reports say that the decision of the text was reached, and name its picks,
        unless an earlier statement has reported them. `possible` is the condition under which the statement has an
        effect, None for always.
        """
        site = self._visible.get(id(statement), -1)
        notes: ir.Code = () if site < 0 else (_lower_reached(site),)
        for choice, secretly in self._noticed.get(id(statement), ()):
            for pick in choice.picks:
                if self._may_lose_order(pick.source):
                    notes += self._lower_stray(pick, choice.player, secretly)
        if not notes:
            return ()
        if isinstance(statement, typed_tree.ForEachStmt):
            possible = op("some", ir.YES, self.low.items(statement.list))
        elif isinstance(statement, typed_tree.ActStmt) and statement.args[0].type.base == "list":
            possible = op("some", ir.YES, op("there", ir.PIECES, self.low.items(statement.args[0])))
        return notes if possible is None else (ir.If(((possible, notes),)),)

    def _find_noticed_picks(self, texts: Iterable[typed_tree.Block]) -> None:
        """Find, for each choice of pieces in `texts`, the first statements by which players notice it.

        `texts` are rule texts that other players do not see.
        """
        nodes = typed_tree.walk_tree(tuple(texts))
        secret = {id(each.body[0]) for each in nodes if isinstance(each, typed_tree.ForEachStmt) and each.secretly}
        for node in nodes:
            choices = [node] if isinstance(node, typed_tree.ChooseStmt) else []
            if isinstance(node, typed_tree.ChooseOneStmt):
                pickings = (each for each in node.options if isinstance(each, typed_tree.PickingStmt))
                choices = [each.choice(node.player) for each in pickings]
            for choice in choices:
                self._picks_out_of_sight.update(map(id, choice.picks))
                for statement in self._noticing.list_first_noticed(choice.body):
                    self._noticed.setdefault(id(statement), []).append((choice, id(node) in secret))
                    sites = [pick.site.number for pick in choice.picks if not pick.at_random]
                    self._visible[id(statement)] = max(self._visible.get(id(statement), -1), *sites, -1)

    def aside(self, statement: typed_tree.ActStmt) -> ir.Code:
        """Return the report after a private roll: only players who see the memory that stores the outcome learn it."""
        var = self.low.sight.rolls.aside.get(id(statement)) if self.low.tracked else None
        return () if var is None else (ir.Note("rolled_aside", (number(var.uid),)),)

    def heard(self, statement: typed_tree.SetMemoryStmt, place: ir.Slot) -> ir.Code:
        """Return the reports after a statement that stores outcomes of private rolls in memory.

        They report that the players who see the memory learn the outcomes.
        """
        rolls = self.low.sight.rolls.stores.get(id(statement), ()) if self.low.tracked else ()
        return tuple(ir.Note("heard", (number(var.uid), ir.Handle(place))) for var in rolls)

    def _may_lose_order(self, value: typed_tree.Value) -> bool:
        """Return True if pieces of a value may come from a zone with a hidden order.

        Taking a whole zone reveals nothing.
        """
        item = value.type.item if value.type.base == "list" else value.type
        if item is None or item.base != "piece" or item.of not in self.kinds:
            return False
        while isinstance(value, typed_tree.FilterExpr):
            value = value.list
        if isinstance(value, typed_tree.ContentExpr) and isinstance(value.zone, typed_tree.ZoneExpr):
            return value.zone.zone.ordered and value.zone.zone.see in CLOSED
        return True

    def _is_doubtful(self, statement: typed_tree.ActStmt) -> bool:
        """Return True if some player does not know whether a statement moves pieces."""
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


def _lower_reached(site: int) -> ir.Note:
    return ir.Note(ir.REACHED, (number(site),))


def _lower_strayed(pieces: ir.Value, player: ir.Value, how: ir.Value) -> ir.Note:
    return ir.Note(ir.STRAYED, (pieces, player, how))


def _find_secret_moves(checked: typed_tree.CheckedGame) -> set[int]:
    """Return the identities of the built-in statements in simultaneous secret choices of anything but pieces."""
    found: set[int] = set()
    for node in typed_tree.walk_bodies(checked):
        if isinstance(node, typed_tree.ForEachStmt) and node.secretly:
            choice = node.body[0]
            pick = choice.picks[0] if isinstance(choice, typed_tree.ChooseStmt) else None
            if pick is None or pick.item.type.base not in ("piece", "zone"):
                found |= {id(each) for each in typed_tree.walk_tree(node.body) if isinstance(each, typed_tree.ActStmt)}
    return found


def _find_nearby_decisions(checked: typed_tree.CheckedGame) -> dict[int, int]:
    """Return for each built-in statement, by identity, the number of a decision point in its rule text."""
    found: dict[int, int] = {}
    for body in typed_tree.list_bodies(checked):
        nodes = typed_tree.walk_tree(body)
        sites = _list_sites(nodes, chance=True)
        if sites:
            found |= {id(node): min(sites) for node in nodes if isinstance(node, typed_tree.ActStmt)}
    return found


def _find_sites(bodies: Iterable[typed_tree.Block], chance: bool = False) -> list[int]:
    """Return the numbers of the decision points in some rule texts; with `chance`, also of those decided by chance."""
    return _list_sites(typed_tree.walk_tree(tuple(bodies)), chance)


def _list_sites(nodes: Iterable[object], chance: bool = False) -> list[int]:
    return [
        node.site.number
        for node in nodes
        if isinstance(node, typed_tree.ChooseOneStmt | typed_tree.MayStmt)
        or (isinstance(node, typed_tree.PickStmt) and (chance or not node.at_random))
    ]


class _Noticing:
    """The calls by which other players notice that a rule text is executed.

    `secret_showings` are the identities of the statements that show pieces without others hearing of it.
    """

    def __init__(self, sight: InformationFlow) -> None:
        self._sight = sight
        self.secret_showings = find_secret_showings(sight)

    def find_texts(self) -> list[typed_tree.Block]:
        """Return the rule texts that other players do not see until the texts have an effect.

        These are abilities, the steps without a phrase that abilities perform, and silent procedures. An ability can
        belong to a hidden piece: other players notice neither that it decides nor what is chosen.
        """
        found = [ability.body for ability in self._sight.checked.abilities]
        found += [each.body for each in self._sight.checked.procedures.values() if each in self._sight.silent]
        seen: set[int] = set()
        for body in found:
            found += [procedure.body for procedure in self._list_quiet_steps(typed_tree.walk_tree(body), seen)]
        return found

    def find_calls(self) -> dict[int, int]:
        """Return the calls by which other players notice a decision in a rule text out of their sight.

        A key is the identity of a call that moves or shows pieces, or performs a logged procedure. Its value is the
        number of the decision point, or -1 if no decision comes before the call.
        """
        found: dict[int, int] = {}
        before: set[int] = set()
        after: set[int] = set()
        texts = [(ability.body, -1) for ability in self._sight.checked.abilities]
        for body, caller in texts:
            own = _find_sites((body,)) or self._find_sites_with_steps(body)
            site = min(own) if own else caller
            decided = caller >= 0
            for statement in body:
                decided = decided or bool(own and self._find_sites_with_steps((statement,)))
                nodes = typed_tree.walk_tree(statement)
                for node in nodes:
                    if isinstance(node, typed_tree.ActStmt | typed_tree.PerformStmt):
                        visible = decided and self._is_visible(node)
                        found[id(node)] = max(found.get(id(node), -1), site if visible else -1)
                for procedure in self._list_quiet_steps(nodes, after if decided else before):
                    texts.append((procedure.body, site if decided else -1))
        return found

    def _find_sites_with_steps(self, body: typed_tree.Block) -> list[int]:
        """Return the decision points in a text, and in the steps without a log entry that it performs."""
        return _list_sites(self._walk_with_steps(body))

    def _walk_with_steps(self, body: typed_tree.Block) -> list[object]:
        """Return all nodes in a text, and in the steps without a log entry that the text performs."""
        nodes, seen = typed_tree.walk_tree(body), set[int]()
        for node in nodes:
            for step in self._list_quiet_steps((node,), seen):
                nodes += typed_tree.walk_tree(step.body)
        return nodes

    def _list_quiet_steps(self, nodes: Iterable[object], seen: set[int]) -> list[typed_tree.TypedProcedure]:
        """Return the steps without a log entry that the nodes of a text perform, but not the steps in `seen`.

        Players notice the effects of such a step, but not that it begins. The steps found are added to `seen`.
        """
        found = []
        for node in nodes:
            steps = (
                (node.procedure,)
                if isinstance(node, typed_tree.PerformStmt) and self._sight.is_unreported(node.procedure)
                else ()
            )
            found += [step for step in steps if step.number not in seen]
            seen.update(step.number for step in steps)
        return found

    def list_first_noticed(self, node: object) -> Iterator[object]:
        """Yield, for each block below a node, the first statement by which other players notice the rule text.

        The statement is a call that they notice, or a loop with such a call in each round.
        """
        if not isinstance(node, tuple):
            node = typed_tree.list_children(node)
        for each in node:
            rounds: typed_tree.Block = ()
            if isinstance(each, typed_tree.ForEachStmt) and isinstance(each.list, typed_tree.LocalExpr):
                rounds = () if each.secretly else each.body
            if self._is_noticed(each) or any(map(self._is_noticed, rounds)):
                yield each
                return
            yield from self.list_first_noticed(each)

    def _is_noticed(self, node: object) -> bool:
        """Return True for a call by which the other players notice that a rule text is executed.

        Such a call moves or shows pieces, or performs something that is logged. A call of a step without a log entry
        counts if such a call is in the step, or in the steps without a log entry that it performs.
        """
        if not isinstance(node, typed_tree.ActStmt | typed_tree.PerformStmt):
            return False
        return any(map(self._is_visible, self._walk_with_steps((node,))))

    def _is_visible(self, node: object) -> bool:
        """Return True for a call that moves or shows pieces, or performs something that is logged."""
        if isinstance(node, typed_tree.ActStmt):
            shown = node.primitive.word in (ir.REVEALED, ir.SHOWN) and id(node) not in self.secret_showings
            return node.primitive.moves or shown
        return isinstance(node, typed_tree.PerformStmt) and not self._sight.is_unreported(node.procedure)
