"""Lowering of `stop(VERB)`, which ends an event in progress.

A statement that stops an event sets a slot. While the slot is set, no further event begins: every rule text inside the
stopped event is left after the call that is being executed, and the end of the event clears the slot. The effects at
the end of each text, such as ends of durations and log entries, happen as usual.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable

from cardwright.checker import typed_tree
from cardwright.compiler.ir import nodes as ir
from cardwright.compiler.lowering.context import Hooks, Lowering, number, op

# The overloads of a procedure are stopped together; the first stands for all.
Groups = frozenset[typed_tree.TypedProcedure]
_NONE: Groups = frozenset()


class StoppedEvents:
    """The events in progress that statements can stop, and where rule texts must check for this after a call.

    `groups` are the procedures that some statement stops, by the number of each overload. `offers` are the offers of
    the game.
    """

    def __init__(self, low: Lowering) -> None:
        self.low = low
        checked = low.checked
        self.offers = [ability for ability in checked.abilities if ability.kind == "offer"]
        self.groups: dict[int, typed_tree.TypedProcedure] = {}
        for node in typed_tree.walk_bodies(checked):
            if isinstance(node, typed_tree.ControlStmt) and node.procedure is not None:
                self.groups |= {sort.number: node.procedure for sort in node.procedure.each_sort}
        self._pending: dict[int, Groups] = {}
        self._stopped_by_offers = _NONE  # an offer may itself open a window, so this is a fixed point too
        self._texts: dict[int, tuple[Groups, frozenset[int], bool]] = {}
        more = bool(self.groups)
        while more:
            found = {each.number: self._find_pending(each) for each in checked.procedures.values()}
            offered = self._find_in_abilities(self.offers)
            more = (found, offered) != (self._pending, self._stopped_by_offers)
            self._pending, self._stopped_by_offers = found, offered
        stopping = (each for each in checked.abilities if self._find_in_text(id(each), each.body))
        self._stopping = {each.number for each in stopping} if self.groups else set()

    @property
    def slots(self) -> set[str]:
        """The names of the slots that record stopped events."""
        return {"stop", *map(_name_progress_slot, self.groups.values())} if self.groups else set()

    # ------------------------------------------------------------ what may be pending

    def _find_pending(self, procedure: typed_tree.TypedProcedure) -> Groups:
        """Return the events around a procedure that may be stopped while the procedure is in progress."""
        hooks = self.low.hooks.get(procedure.word, Hooks())
        inside = self._find_in_text(id(procedure), procedure.body) | self._find_in_abilities(hooks.before)
        outside = self._find_in_abilities((*hooks.after, *hooks.instead))
        return (inside - {self.groups.get(procedure.number)}) | outside

    def _find_in_abilities(self, abilities: Iterable[typed_tree.TypedAbility]) -> Groups:
        return _NONE.union(*(self._find_in_text(id(ability), ability.body) for ability in abilities))

    def _find_in_text(self, key: int, body: typed_tree.Block) -> Groups:
        """Return the events that a rule text, or a text it calls, may stop."""
        if key not in self._texts:
            nodes = typed_tree.walk_tree(body)
            controls = [node for node in nodes if isinstance(node, typed_tree.ControlStmt)]
            stopped = frozenset(node.procedure for node in controls if node.procedure is not None)
            if any(node.word == "proceed" for node in controls):
                stopped |= {*self.groups.values()}
            calls = frozenset(node.procedure.number for node in nodes if isinstance(node, typed_tree.PerformStmt))
            self._texts[key] = stopped, calls, any(isinstance(node, typed_tree.OpenWindowStmt) for node in nodes)
        stopped, calls, opens = self._texts[key]
        stopped = stopped.union(*(self._pending.get(call, _NONE) for call in calls))
        return stopped | self._stopped_by_offers if opens else stopped

    def may_follow(self, statement: typed_tree.Stmt) -> bool:
        """Return True if an enclosing event may have been stopped by the time a call returns.

        Returns False for a call by several players, because the code leaves the loop over these players instead.
        """
        match statement:
            case typed_tree.PerformStmt(procedure, doer):
                several = doer is not None and doer.type.base == "list"
                return not several and bool(self._pending.get(procedure.number))
            case typed_tree.TogetherStmt():
                calls = (each for each in typed_tree.walk_tree(statement) if isinstance(each, typed_tree.PerformStmt))
                return any(self._pending.get(call.procedure.number) for call in calls)
            case typed_tree.OpenWindowStmt():
                return bool(self._stopped_by_offers)
            case typed_tree.ControlStmt(word="proceed"):
                return bool(self.groups)
        return False

    def may_stop(self, abilities: Iterable[typed_tree.TypedAbility]) -> bool:
        """Return True if one of some abilities may stop an enclosing event."""
        return bool(self._stopping) and any(each.number in self._stopping for each in abilities)

    # ------------------------------------------------------------ code

    def _lower_slot(self) -> ir.Slot:
        return self.low.slot("stop", ir.NUM)

    def is_pending(self) -> ir.Value:
        """Return the condition that an event in progress is being stopped."""
        return op("ne", ir.YES, ir.Read(self._lower_slot()), number(0))

    def run_if_pending(self, abilities: Collection[typed_tree.TypedAbility], code: ir.Code) -> ir.Code:
        """Return code that runs if one of some abilities has stopped an enclosing event; () if none can do so."""
        return (ir.If(((self.is_pending(), code),)),) if self.may_stop(abilities) else ()

    def stop(self, group: typed_tree.TypedProcedure, reactions: bool, end: ir.Label) -> ir.Code:
        """Return code that stops the innermost event of a procedure in progress, if any, and leaves the rule text.

        Without `reactions`, the abilities that react after the event are skipped.
        """
        low = self.low
        going_on = op("gt", ir.YES, ir.Read(low.slot(_name_progress_slot(group), ir.NUM)), number(0))
        sorts = ir.Row(tuple(number(sort.number) for sort in group.each_sort))
        note: ir.Code = (ir.Note("stopped", (sorts,)),) if low.tracked else ()
        which = _mark(group) if reactions else -_mark(group)
        return (ir.If(((going_on, (*note, ir.Store(self._lower_slot(), number(which)), ir.Exit(end))),)),)

    def enter(self, procedure: typed_tree.TypedProcedure) -> ir.Code:
        """Return code for the beginning of an event, before the first reaction to it."""
        group = self.groups.get(procedure.number)
        return () if group is None else (ir.Store(self.low.slot(_name_progress_slot(group), ir.NUM), number(1), "add"),)

    def leave(self, procedure: typed_tree.TypedProcedure, followed: bool) -> ir.Code:
        """Return code for the end of an event, which clears its stop. With `followed`, reactions may come after it."""
        group = self.groups.get(procedure.number)
        if group is None:
            return ()
        marks = (_mark(group),) if followed else (_mark(group), -_mark(group))
        tests = tuple(op("eq", ir.YES, ir.Read(self._lower_slot()), number(mark)) for mark in marks)
        over = tests[0] if followed else ir.Logic("or", tests)
        counted = ir.Store(self.low.slot(_name_progress_slot(group), ir.NUM), number(1), "sub")
        return (counted, ir.If(((over, (ir.Store(self._lower_slot(), number(0)),)),)))

    def skip_reactions(self, procedure: typed_tree.TypedProcedure, first: ir.Code) -> ir.Code:
        """Return code that skips the reactions after an event if the event was stopped without reactions.

        The reactions are also skipped if an event around this one was stopped. The code `first` runs if they are
        skipped.
        """
        group = self.groups.get(procedure.number)
        if group is None and not self._pending.get(procedure.number):
            return ()
        code: ir.Code = (*first, ir.Return())
        if group is not None:
            own = op("eq", ir.YES, ir.Read(self._lower_slot()), number(-_mark(group)))
            code = (ir.If(((own, (ir.Store(self._lower_slot(), number(0)),)),)), *code)
        return (ir.If(((self.is_pending(), code),)),)


def _mark(group: typed_tree.TypedProcedure) -> int:
    return group.number + 1


def _name_progress_slot(group: typed_tree.TypedProcedure) -> str:
    """Return the name of the slot that counts the events of a procedure in progress, from their first reaction on."""
    return f"during {group.word}, or before it"
