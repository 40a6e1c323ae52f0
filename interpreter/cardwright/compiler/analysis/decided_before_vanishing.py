"""Conditions and effects that are decided just before a piece goes out of the game.

When a piece goes out of the game, names that hold it become `none`. Two things must therefore be decided before: a
condition of `after` that names the piece, and whether an event of the piece ends an effect.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator

from cardwright.checker import typed_tree
from cardwright.checker.typed_tree import split_conjunction, uses_variable


def holds_kind(var: typed_tree.TypedVar, kinds: Collection[str]) -> bool:
    """Return True if a variable holds a piece, or a list of pieces, of some kinds."""
    held = var.type.item or var.type
    return held.base == "piece" and held.of in kinds


def find_deciding(checked: typed_tree.CheckedGame, vanishing: Collection[str]) -> set[int]:
    """Return the numbers of the procedures for which something must be decided when an argument leaves the game.

    What is decided is the condition of a reaction `after` the procedure, or the end of an effect. `vanishing` are the
    kinds of pieces that can leave the game.
    """
    found: set[int] = set()
    for ability in checked.abilities if vanishing else ():
        if ability.kind == "after" and ability.procedure is not None and split_conditions(ability, vanishing)[0]:
            found.add(ability.procedure.number)
        for until in ability.until:
            if until.procedure is None:
                continue
            params = [param for param in until.procedure.params if holds_kind(param, vanishing)]
            if until.where is not None and any(uses_variable(until.where, param) for param in params):
                found.add(until.procedure.number)
    return found


def split_conditions(
    ability: typed_tree.TypedAbility, vanishing: Collection[str]
) -> tuple[list[typed_tree.Value], list[typed_tree.Value]]:
    """Return the conditions of a reaction in two lists: those that a leaving piece decides, and the others.

    The first list has the conditions that name a piece of the event that can go out of the game. A condition that also
    names the result of the event is in the second, because there is no result yet when the piece leaves.
    """
    roles = [role for role in ability.roles[1:] if holds_kind(role, vanishing)]
    early: list[typed_tree.Value] = []
    rest: list[typed_tree.Value] = []
    for part in [] if ability.where is None else split_conjunction(ability.where):
        later = ability.result is not None and uses_variable(part, ability.result)
        (early if not later and any(uses_variable(part, role) for role in roles) else rest).append(part)
    return early, rest


def find_subjects(ability: typed_tree.TypedAbility) -> set[typed_tree.TypedVar]:
    """Return the stored variables that hold the pieces which an effect with a duration needs.

    The effect ends if such a piece leaves the game.

    For a modifier, these are the arguments of the rule, and variables that a condition compares with a parameter, as in
    `where card is c`. For any effect, the piece that ends the effect by leaving play is included.
    """
    about = {*_find_required(ability.where, ability.roles, ability.held)} if ability.rule is not None else set()
    return about | {until.piece.var for until in ability.until if isinstance(until.piece, typed_tree.LocalExpr)}


def find_fixed_subjects(ability: typed_tree.TypedAbility, kinds: Collection[str]) -> list[typed_tree.LiteralExpr]:
    """Return the constant pieces of some kinds that an effect needs as in `find_subjects`."""
    compared = [
        part.right
        for part in ([] if ability.where is None or ability.rule is None else split_conjunction(ability.where))
        if isinstance(part, typed_tree.CompareExpr) and part.operator == "is"
    ]
    found = (*compared, *(until.piece for until in ability.until))
    return [
        each
        for each in found
        if isinstance(each, typed_tree.LiteralExpr) and each.type.base == "piece" and each.type.of in kinds
    ]


def find_awaited(ability: typed_tree.TypedAbility) -> list[set[typed_tree.TypedVar]]:
    """Return, for each event that ends an effect, the stored variables that it requires as arguments.

    The event can no longer happen if one of them is a piece that left the game.
    """
    return [
        {*_find_required(until.where, until.procedure.params, ability.held)}
        if until.procedure is not None
        else {node.var for node in (until.piece,) if isinstance(node, typed_tree.LocalExpr)}
        for until in ability.until
    ]


def _find_required(
    where: typed_tree.Value | None, params: Collection[typed_tree.TypedVar], held: Collection[typed_tree.TypedVar]
) -> Iterator[typed_tree.TypedVar]:
    """Yield those of the names `held` that a condition requires to be equal to a parameter."""
    for part in [] if where is None else split_conjunction(where):
        if isinstance(part, typed_tree.CompareExpr) and part.operator == "is":
            named = [side.var for side in (part.left, part.right) if isinstance(side, typed_tree.LocalExpr)]
            if len(named) == 2 and any(var in params for var in named):
                yield from (var for var in named if var in held)
