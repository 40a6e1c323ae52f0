"""Attributes, number rules and own counters on which each decision of a game depends."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass

from cardwright.checker import typed_tree
from cardwright.declarations.value_types import NUMBER
from cardwright.state_slots_and_table_rows import ASKED

# Depth to which calls of rules and verbs with the option are followed.
MAX_DEPTH = 3
# Rules of one decision that are expanded in place, at most.
MAX_FOLLOWED = 100
# Values with more nodes than this are not substituted for their variable.
MAX_LENGTH = 200


@dataclass(frozen=True, slots=True)
class DecisionDependencies:
    """The attributes, rules and counters that one decision point depends on.

    `attributes` are the attributes of the options that later code reads; those in the decision's own condition come
    first. `rules` are rules with a number as value, each as `(rule number, arguments)`. An argument is a constant, or
    ASKED for the player who decides. `counters` are the numbers of that player that limit what can be chosen.
    """

    attributes: tuple[str, ...] = ()
    rules: tuple[tuple[int, tuple[int | str, ...]], ...] = ()
    counters: tuple[str, ...] = ()


NOTHING = DecisionDependencies()


def find_decision_dependencies(checked: typed_tree.CheckedGame) -> dict[int, DecisionDependencies]:
    """Return the dependencies of every decision of a game, by the number of its decision point."""
    found: dict[int, DecisionDependencies] = {}
    for procedure in checked.procedures.values():
        _DependencyWalker(found).block(procedure.body, {}, ())
    for ability in checked.abilities:
        _DependencyWalker(found).block(ability.body, {}, ())
    return found


class _DependencyWalker:
    """Walk over rule texts that keeps track of `let` values and enclosing conditions."""

    def __init__(self, found: dict[int, DecisionDependencies]) -> None:
        self.found = found

    def block(
        self,
        block: typed_tree.Block,
        named: Mapping[typed_tree.TypedVar, typed_tree.Value],
        around: tuple[typed_tree.Value, ...],
    ) -> None:
        for statement in block:
            match statement:
                case typed_tree.LetStmt():
                    value = typed_tree.substitute(statement.value, named)
                    if len(typed_tree.walk_tree(value)) <= MAX_LENGTH:
                        named = {**named, statement.var: value}
                case typed_tree.RequireStmt():
                    around = (*around, typed_tree.substitute(statement.condition, named))
                case typed_tree.IfStmt():
                    passed = around
                    for condition, inner in statement.branches:
                        passed = (*passed, typed_tree.substitute(condition, named))
                        self.block(inner, named, passed)
                    self.block(statement.otherwise, named, passed)
                case typed_tree.ForEachStmt() | typed_tree.RepeatStmt() | typed_tree.TogetherStmt():
                    self.block(statement.body, named, around)
                case typed_tree.MayStmt():
                    self.asked(statement.site, statement.player, around, ())
                    self.block(statement.body, named, around)
                    self.block(statement.otherwise, named, around)
                case typed_tree.ChooseOneStmt():
                    if not any(isinstance(option, typed_tree.PickingStmt) for option in statement.options):
                        self.asked(statement.site, statement.player, around, ())
                    for option in statement.options:
                        if isinstance(option, typed_tree.PickingStmt):
                            self.choice(option.choice(statement.player), named, around)
                            continue
                        only = () if option.condition is None else (typed_tree.substitute(option.condition, named),)
                        self.block(option.body, named, (*around, *only))
                    self.block(statement.otherwise, named, around)
                case typed_tree.ChooseStmt():
                    self.choice(statement, named, around)

    def choice(
        self,
        statement: typed_tree.ChooseStmt,
        named: Mapping[typed_tree.TypedVar, typed_tree.Value],
        around: tuple[typed_tree.Value, ...],
    ) -> None:
        for place, pick in enumerate(statement.picks):
            later = [each.where for each in statement.picks[place + 1 :] if each.where is not None]
            own = [] if pick.where is None else [pick.where]
            words = list(_find_read_attributes(own, pick.item, 0))
            words += _find_read_attributes(
                [*later, *[each.source for each in statement.picks[place + 1 :]]], pick.var, 0
            )
            words += _find_read_attributes(statement.body, pick.var, 0)
            amounts = tuple(
                typed_tree.substitute(value, named) for value in (pick.count, pick.where) if value is not None
            )
            limits = (*amounts, typed_tree.substitute(pick.source, named))
            self.asked(pick.site, statement.player, (*around, *amounts), words, limits)
        self.block(statement.body, named, around)
        self.block(statement.otherwise, named, around)

    def asked(
        self,
        site: typed_tree.DecisionPoint,
        player: typed_tree.Value,
        around: Iterable[typed_tree.Value],
        words: Iterable[str],
        limits: tuple[typed_tree.Value, ...] = (),
    ) -> None:
        followed: set[typed_tree.RuleExpr] = set()
        rules = dict.fromkeys(found for value in around for found in _find_number_rules(value, player, followed))
        # a decision over several kinds is visited once for each of them
        known = self.found.get(site.number, NOTHING) if len(site.things) > 1 else NOTHING
        attributes = tuple(dict.fromkeys((*known.attributes, *words)))
        own = [
            node.memory.word
            for node in typed_tree.walk_tree(limits)
            if isinstance(node, typed_tree.MemoryExpr) and node.type == NUMBER and node.owner == player
        ]
        counters = tuple(dict.fromkeys((*known.counters, *own)))
        rules_of_all = tuple(dict.fromkeys((*known.rules, *rules)))
        self.found[site.number] = DecisionDependencies(attributes, rules_of_all, counters)


def _find_number_rules(
    value: typed_tree.Value, asked: typed_tree.Value, followed: set[typed_tree.RuleExpr]
) -> Iterable[tuple[int, tuple[int | str, ...]]]:
    """Yield the number rules called in a value, if all arguments are constants or the deciding player.

    Calls of yes-or-no rules with one case are expanded and searched too. `followed` has the rules already expanded, and
    grows.
    """
    for node in typed_tree.walk_tree(value):
        if isinstance(node, typed_tree.RuleExpr) and node.type == NUMBER:
            roles = [
                ASKED if arg == asked else arg.value if isinstance(arg, typed_tree.LiteralExpr) else None
                for arg in node.args
            ]
            if None not in roles:
                yield node.rule.number, tuple(role for role in roles if role is not None)
        if isinstance(node, typed_tree.RuleExpr) and node.type.base == "yes_no" and len(node.rule.cases) == 1:
            if node in followed or len(followed) >= MAX_FOLLOWED:
                continue
            followed.add(node)
            # expand the rule in place: `{player} can ship` is replaced by its value
            inner = typed_tree.substitute(node.rule.cases[0][0], dict(zip(node.rule.params, node.args, strict=True)))
            yield from _find_number_rules(inner, asked, followed)


def _find_read_attributes(nodes: object, var: typed_tree.TypedVar, depth: int) -> Iterable[str]:
    """Yield the attributes of the piece in variable `var` that some nodes read, also in called rules and procedures."""
    for node in reversed(typed_tree.walk_tree(nodes if isinstance(nodes, tuple) else tuple(nodes))):  # type: ignore[arg-type]
        match node:
            case typed_tree.AttributeExpr(piece=typed_tree.LocalExpr(var=found)) if found is var:
                yield node.attribute.word
            case typed_tree.RuleExpr() if depth < MAX_DEPTH:
                for param, arg in zip(node.rule.params, node.args, strict=True):
                    if arg == typed_tree.LocalExpr(var):
                        for value, condition in node.rule.cases:
                            yield from _find_read_attributes(
                                [each for each in (condition, value) if each is not None], param, depth + 1
                            )
            case typed_tree.PerformStmt() if depth < MAX_DEPTH:
                for param, arg in zip(node.procedure.params, node.args, strict=False):
                    if arg == typed_tree.LocalExpr(var):
                        yield from _find_read_attributes(node.procedure.body, param, depth + 1)
