"""Events of which other players must not hear, because hidden information decides about them."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from dataclasses import replace
from weakref import WeakKeyDictionary

from cardwright.checker import typed_tree
from cardwright.checker.transitive_uses import find_recursive_rules
from cardwright.compiler.analysis.audiences.announced_variables import list_mentioned_parameters
from cardwright.compiler.analysis.hidden_values import is_piece_type, substitute_cases
from cardwright.compiler.analysis.information_flow import InformationFlow
from cardwright.compiler.analysis.public_assignments import find_unreported
from cardwright.compiler.analysis.reaching_definitions import ControlDependence, Path
from cardwright.compiler.analysis.suspended_secrets import find_secret_decision_points, find_who_knows_condition
from cardwright.state_slots_and_table_rows import (
    CLEAR_IF_SEEN,
    CLEAR_TO_ALL,
    TOLD_TO_ALL,
    TOLD_TO_DOER,
    TOLD_TO_NOBODY,
    TOLD_WITH_POWER,
)

# Statements with no effect besides those of the statements inside them.
_STRUCTURE = (
    typed_tree.LetStmt,
    typed_tree.IfStmt,
    typed_tree.ForEachStmt,
    typed_tree.RepeatStmt,
    typed_tree.RequireStmt,
    typed_tree.MayStmt,
    typed_tree.ChooseStmt,
)
_Found = tuple[dict[int, list[typed_tree.TypedAbility]], set[int], frozenset[int], dict[int, int], set[str]]
# What finders have found for an information flow, for as long as it is used.
_FOUND: WeakKeyDictionary[InformationFlow, _Found] = WeakKeyDictionary()


def analyse_information_flow(checked: typed_tree.CheckedGame) -> InformationFlow:
    """Return the information flow of a game in which procedures with secret effects only can be silent.

    Such a procedure is silent if some player cannot know whether one of its calls is executed, or by whom. That it is
    silent can make calls of others unknown, so the search is repeated.
    """
    sight = InformationFlow(checked)
    quiet = find_quiet_procedures(checked)
    while new := {each for each in quiet - sight.silent if not _AudienceFinder(sight).are_public(each)}:
        sight = InformationFlow(checked, sight.silent | new)
    return sight


def find_audiences(sight: InformationFlow) -> dict[int, int]:
    """Return who is told of the events of a procedure, by its number; see `state_slots_and_table_rows`."""
    calls = _AudienceFinder(sight)
    return {each.number: calls.find_audience(each) for each in sight.checked.procedures.values()}


def find_unheard_decision_points(sight: InformationFlow) -> frozenset[int]:
    """Return the numbers of the decision points of which other players do not hear what was answered."""
    return _AudienceFinder(sight).kept


def find_secret_showings(sight: InformationFlow) -> dict[int, int]:
    """Return the statements that show pieces to players of which some others must not hear.

    Some player cannot know whether such a statement is executed, to whom it shows pieces, or which. The keys are the
    identities of the statements, the values numbers of `state_slots_and_table_rows`.
    """
    nodes = typed_tree.walk_bodies(sight.checked)
    shows = [each for each in nodes if isinstance(each, typed_tree.ActStmt) and each.primitive.word == "show"]
    calls = _AudienceFinder(sight) if shows else None
    found = {id(each): calls.find_audience_of_showing(each) for each in shows if calls is not None}
    return {each: audience for each, audience in found.items() if audience != TOLD_TO_ALL}


class _AudienceFinder:
    """Finder of the players who can know of the calls of procedures, and of showings."""

    def __init__(self, sight: InformationFlow) -> None:
        self.sight = sight
        known = _FOUND.get(sight)
        if known is not None:
            self._unreported, self._chosen_in_secret, self.kept, self._answered, self._recursive = known
            return
        self._unreported = find_unreported(sight.checked, sight)
        self._chosen_in_secret = set(_list_chosen_in_secret(sight.checked))
        self.kept = find_secret_decision_points(sight.checked)
        self._answered = _find_answered(sight, self.kept)
        while more := {site for site, choice in self._list_quiet_choices() if not self._is_reached_openly(choice)}:
            self.kept |= more
            self._answered = _find_answered(sight, self.kept)
        self._recursive = find_recursive_rules(sight.checked)
        _FOUND[sight] = self._unreported, self._chosen_in_secret, self.kept, self._answered, self._recursive

    def _list_quiet_choices(self) -> Iterator[tuple[int, typed_tree.ChooseStmt | typed_tree.ChooseOneStmt]]:
        """Yield the decision points, with their choices, that others hear of and that have no effects they notice."""
        quiet = find_quiet_procedures(self.sight.checked)
        for node in typed_tree.walk_bodies(self.sight.checked):
            if isinstance(node, typed_tree.ChooseStmt | typed_tree.ChooseOneStmt):
                sites = [pick.site for pick in node.picks] if isinstance(node, typed_tree.ChooseStmt) else [node.site]
                heard = [site.number for site in sites if site.number not in self.kept]
                bodies = typed_tree.walk_tree(typed_tree.list_children(node))
                if heard and all(_is_quiet(each, quiet, heard) for each in bodies if _is_statement(each)):
                    yield from ((site, node) for site in heard)

    def _is_reached_openly(self, choice: typed_tree.ChooseStmt | typed_tree.ChooseOneStmt) -> bool:
        path = self.sight.definitions.paths.get(id(choice))
        return path is None or (self._is_reached(choice, path) and self.sight.knows(choice.player, None))

    def find_audience(self, procedure: typed_tree.TypedProcedure) -> int:
        """Return a number of `state_slots_and_table_rows` that says who is told of the events of a procedure."""
        if procedure not in self.sight.silent:
            return TOLD_TO_ALL
        if self.are_public(procedure, with_power=True):
            return TOLD_WITH_POWER
        return TOLD_TO_DOER if self._are_known_to_doer(procedure) else TOLD_TO_NOBODY

    def are_public(self, procedure: typed_tree.TypedProcedure, with_power: bool = False) -> bool:
        """Return True if every player can compute when a procedure is executed and by whom.

        Without a phrase of its author, the log names all its arguments, so players must know these as well. With
        `with_power`, a player need only know it who sees the piece of the power that calls the procedure.
        """
        calls = self.sight.definitions.calls.get(procedure, ())
        return all(
            self._is_reached(call, path, with_power)
            and (call.doer is None or self.sight.knows(call.doer, None))
            and (bool(procedure.phrase) or all(self.sight.follows(arg, None) for arg in call.args))
            for call, path in calls
        )

    def _are_known_to_doer(self, procedure: typed_tree.TypedProcedure) -> bool:
        """Return True if the doer notices each call or can compute that it is executed, and what the log names of it.

        The log names only pieces that the doer sees.
        """
        noticed = any(_is_noticed_by_doer(node, procedure.you) for node in procedure.body)
        return all(
            call.doer is not None
            and call.doer.type.base == "player"
            and (noticed or self._is_reached_by_doer(call, path, call.doer))
            and all(is_piece_type(arg.type) or self.sight.knows(arg, call.doer) for arg in _list_mentioned(call))
            for call, path in self.sight.definitions.calls.get(procedure, ())
        )

    def _is_reached_by_doer(self, call: typed_tree.PerformStmt, path: Path, doer: typed_tree.Value) -> bool:
        own = tuple(self._for_one_item(around, doer) for around in path)
        return id(call) not in self._unreported and self.sight.knows_entry(own, doer, silent=True)

    def find_audience_of_showing(self, show: typed_tree.ActStmt) -> int:
        """Return who, besides the players who are shown pieces, is told of it."""
        path = self.sight.definitions.paths.get(id(show))
        pieces, viewers = show.args
        if path is None or not self.sight.knows(viewers, None) or not self._are_followed(pieces):
            return TOLD_TO_NOBODY
        if self._is_reached(show, path):
            return TOLD_TO_ALL
        return TOLD_WITH_POWER if self._is_reached(show, path, with_power=True) else TOLD_TO_NOBODY

    def _are_followed(self, pieces: typed_tree.Value) -> bool:
        """Return True if every player knows which pieces a value holds, at least by their positions."""
        if not isinstance(pieces, typed_tree.RuleExpr) or pieces.rule.word in self.sight.changes:
            return self.sight.follows(pieces, None)
        return pieces.rule.word not in self._recursive and all(
            self._are_followed(value) and (where is None or self.sight.knows(where, None))
            for value, where in substitute_cases(pieces)
        )

    def _is_reached(self, statement: object, path: Path, with_power: bool = False) -> bool:
        """Return True if every player knows whether a statement is executed; for `with_power` see `are_public`."""
        if id(statement) in self._chosen_in_secret:
            return False
        answered = self._answered.get(id(statement), 0)
        if not answered and not all(with_power and self._is_clear(a) for a in self._unreported.get(id(statement), ())):
            return False
        return self.sight.knows_entry(path[answered:], None, silent=True)

    def _is_clear(self, ability: typed_tree.TypedAbility) -> bool:
        """Return True if every player who sees the piece of an ability knows whether it is used."""
        known = find_who_knows_condition(ability, self.sight) in (CLEAR_TO_ALL, CLEAR_IF_SEEN)
        return known and not ability.until and ability.procedure not in self.sight.silent

    def _for_one_item(self, around: ControlDependence, item: typed_tree.Value) -> ControlDependence:
        """Return a part of a path as it concerns one item of its list, which only has to pass the filter."""
        items = around.lists[0] if len(around.lists) == 1 else None
        given = self.sight.definitions.of.get(item.var, ()) if isinstance(item, typed_tree.LocalExpr) else ()
        if not any(each.value is items for each in given):
            return around
        while isinstance(items, typed_tree.RuleExpr) and len(items.rule.cases) == 1:
            ((items, _),) = substitute_cases(items)
        if not isinstance(items, typed_tree.FilterExpr):
            return around
        where = typed_tree.substitute(items.where, {items.it: item})
        return replace(around, conditions=(*around.conditions, where), lists=(items.list,))


def _list_mentioned(call: typed_tree.PerformStmt) -> Iterator[typed_tree.Value]:
    """Yield the arguments of a call that the log mentions."""
    mentioned = list_mentioned_parameters(call.procedure)
    for param, arg in zip(call.procedure.params, call.args, strict=True):
        if param in mentioned:
            yield arg


def _is_noticed_by_doer(statement: object, doer: typed_tree.TypedVar | None) -> bool:
    """Return True if the doer of a procedure sees the effect of a statement: a showing, or own memory."""
    match statement:
        case typed_tree.ActStmt(primitive, _, (_, viewers)) if primitive.word == "show":
            shown_to = viewers.items if isinstance(viewers, typed_tree.ListExpr) else (viewers,)
            return doer is not None and typed_tree.LocalExpr(doer) in shown_to
        case typed_tree.SetMemoryStmt(typed_tree.MemoryExpr(memory, owner)):
            return doer is not None and owner == typed_tree.LocalExpr(doer) and memory.see != "nobody"
    return False


def _list_chosen_in_secret(checked: typed_tree.CheckedGame) -> Iterator[int]:
    """Yield the identities of the statements that a secret answer leads to, if others lead to other statements."""
    for each in typed_tree.walk_bodies(checked):
        if isinstance(each, typed_tree.ForEachStmt) and each.secretly:
            choice = each.body[0]
            if isinstance(choice, typed_tree.ChooseOneStmt) or getattr(choice, "may", False):
                yield from map(id, typed_tree.walk_tree(choice))


def _find_answered(sight: InformationFlow, kept: Collection[int]) -> dict[int, int]:
    """Return how much of the path of a statement an answer tells of which all players hear.

    The keys are the identities of the statements that such an answer leads to. An answer that is a piece, declines, or
    is given at a decision point in `kept`, is not told to all.
    """
    found: dict[int, int] = {}
    for node in typed_tree.walk_bodies(sight.checked):
        bodies: list[typed_tree.Block] = []
        if isinstance(node, typed_tree.ChooseOneStmt) and not node.site.secret and node.site.number not in kept:
            bodies = [each.body for each in node.options if isinstance(each, typed_tree.OptionStmt)]
        elif isinstance(node, typed_tree.ChooseStmt) and all(_is_public_pick(pick, kept) for pick in node.picks):
            bodies = [node.body]
        for body in bodies:
            prefix = len(sight.definitions.paths.get(id(body[0]), ())) if body else 0
            for each in typed_tree.walk_tree(body):
                found[id(each)] = max(found.get(id(each), 0), prefix)
    return found


def _is_public_pick(pick: typed_tree.PickStmt, kept: Collection[int]) -> bool:
    """Return True if every player hears what is picked, and that something is."""
    public = pick.amount == "one" and pick.item.type.base not in ("piece", "zone")
    return public and not pick.at_random and not pick.site.secret and pick.site.number not in kept


def find_quiet_procedures(checked: typed_tree.CheckedGame) -> set[typed_tree.TypedProcedure]:
    """Return the procedures in the log that write secret memory or show pieces to players, and do nothing else."""
    kept = find_secret_decision_points(checked)
    statements = {
        each: [node for node in typed_tree.walk_tree(each.body) if _is_statement(node)]
        for each in checked.procedures.values()
    }
    turn = None if checked.game.turn is None else str(checked.game.turn.value)
    quiet = {each for each in statements if each.written != turn}
    while noisy := {each for each in quiet if not all(_is_quiet(node, quiet, kept) for node in statements[each])}:
        quiet -= noisy
    secret = {each for each in quiet if any(map(_has_secret_effect, statements[each]))}
    while more := {each for each in quiet - secret if any(_calls(node, secret) for node in statements[each])}:
        secret |= more
    return {each for each in secret if each.kind == "verb" or each.phrase}


def _is_statement(node: object) -> bool:
    return isinstance(node, typed_tree.Stmt | typed_tree.PickStmt)


def _is_quiet(node: object, quiet: Collection[typed_tree.TypedProcedure], kept: Collection[int]) -> bool:
    """Return True if nobody but its player notices a statement, apart from the statements inside it."""
    match node:
        case typed_tree.SetMemoryStmt(target):
            return target.memory.secret
        case typed_tree.ActStmt(primitive):
            return primitive.word == "show"
        case typed_tree.PerformStmt(procedure):
            return procedure in quiet
        case typed_tree.ControlStmt(word):
            return word in ("stop", "nothing")
        case typed_tree.PickStmt(at_random=at_random, site=site):
            return not at_random and site.number in kept
        case typed_tree.ChooseOneStmt(site=site):
            return site.number in kept
    return isinstance(node, _STRUCTURE) and not getattr(node, "secretly", False)


def _has_secret_effect(node: object) -> bool:
    return isinstance(node, typed_tree.SetMemoryStmt | typed_tree.ActStmt)


def _calls(node: object, procedures: Collection[typed_tree.TypedProcedure]) -> bool:
    return isinstance(node, typed_tree.PerformStmt) and node.procedure in procedures
