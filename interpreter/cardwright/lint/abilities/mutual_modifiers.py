"""Warnings about powers whose modifiers need each other's result, endlessly."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from itertools import islice

from cardwright.checker import typed_tree
from cardwright.checker.semantic_checks.rule_cycles import RULE_CYCLE
from cardwright.checker.transitive_uses import find_cyclic_nodes, find_reachable_nodes
from cardwright.lint.collect_rule_texts import GameTexts
from cardwright.source.diagnostics import Diagnostic, DiagnosticNote

ONE_OF = ("the", "first", "last", "top")
AROUND = ("next", "previous")
# Limit for the rule calls followed from one modifier, whose number can grow exponentially.
MAX_FOLLOWED = 500


@dataclass(frozen=True, slots=True)
class Among:
    """A group of pieces in a zone for which the modifier of a piece evaluates a rule.

    `itself` is True if the piece with the modifier can belong to the group, and `around` if the zone belongs to a
    neighbour.
    """

    zone: str
    itself: bool
    around: bool


# A rule that is called in every state, with the pieces passed as its arguments, by index.
RuleUse = tuple[typed_tree.TypedRule, Mapping[int, tuple[Among, ...]]]
Met = Mapping[str, Mapping[str, list[Among]]]


def find_mutual_modifiers(texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for each cycle of modifiers whose pieces evaluate a rule for each other without end."""
    changing = {str(each.number): each for each in texts.checked.abilities if _find_own_parameter(each) is not None}
    asked = {
        number: [
            ask for change in each.changes for ask in islice(_find_rule_uses(change.value, each, {}, ()), MAX_FOLLOWED)
        ]
        for number, each in changing.items()
    }
    met = {
        number: {other: among for other, ability in changing.items() if (among := _find_affected(asks, ability))}
        for number, asks in asked.items()
    }
    reported: set[str] = set()
    for number in sorted(find_cyclic_nodes(met), key=int):
        if number not in reported:
            ring = [number, *(each for each in changing if each != number and _is_mutual(number, each, met))]
            reported |= set(ring)
            yield from _report(
                [changing[each] for each in ring], [m for a in ring for b in ring for m in met[a].get(b, ())], texts
            )


def _find_own_parameter(ability: typed_tree.TypedAbility) -> int | None:
    """Return the index of the parameter that must be the piece itself.

    Returns None unless this is the only condition of a modifier that belongs to a piece.
    """
    if ability.kind != "modify" or ability.power < 0 or ability.until or ability.this is None:
        return None
    own = (
        typed_tree.CompareExpr("is", typed_tree.LocalExpr(role), typed_tree.LocalExpr(ability.this))
        for role in ability.roles
    )
    return next((place for place, condition in enumerate(own) if condition == ability.where), None)


def _find_affected(asks: list[RuleUse], ability: typed_tree.TypedAbility) -> list[Among]:
    """Return the groups of pieces for which the uses of rules in `asks` evaluate the rule that `ability` modifies.

    Only groups in zones in which `ability` is active are returned, because their pieces can have this ability.
    """
    place = _find_own_parameter(ability)
    return [
        each
        for rule, of in asks
        if rule is ability.rule
        for each in of.get(place or 0, ())
        if each.zone in ability.zones
    ]


def _find_rule_uses(
    value: object,
    by: typed_tree.TypedAbility,
    among: Mapping[typed_tree.TypedVar, tuple[Among, ...]],
    within: tuple[typed_tree.TypedRule, ...],
) -> Iterator[RuleUse]:
    """Yield the rules that a value certainly evaluates, with the groups of pieces passed to them.

    Rules with one case are searched too. Parts that are evaluated only under a condition do not count. `by` is the
    modifier, `among` has the groups of each loop variable, and `within` the rules already searched.
    """
    if isinstance(value, typed_tree.RuleExpr):
        yield value.rule, {place: _find_groups(arg, by, among) for place, arg in enumerate(value.args)}
        if len(value.rule.cases) == 1 and value.rule not in within:
            case = typed_tree.substitute(value.rule.cases[0][0], dict(zip(value.rule.params, value.args, strict=True)))
            yield from _find_rule_uses(case, by, among, (*within, value.rule))
    if isinstance(value, typed_tree.CollectExpr):
        for var, items in value.each:
            yield from _find_rule_uses(items, by, among, within)
            found = _find_groups(items, by, among)
            among = {**among, var: found if value.where is None else _exclude_itself(value.where, var, found, by)}
        yield from _find_rule_uses(value.value, by, among, within)
    elif isinstance(value, typed_tree.FilterExpr | typed_tree.LogicExpr):
        yield from _find_rule_uses(
            value.list if isinstance(value, typed_tree.FilterExpr) else value.left, by, among, within
        )
    else:
        for part in typed_tree.list_children(value):
            yield from _find_rule_uses(part, by, among, within)


def _find_groups(
    value: typed_tree.Value, by: typed_tree.TypedAbility, among: Mapping[typed_tree.TypedVar, tuple[Among, ...]]
) -> tuple[Among, ...]:
    """Return the groups of pieces to which a value certainly belongs, for the modifier `by`; () if unknown."""
    match value:
        case typed_tree.LocalExpr():
            return among.get(value.var, ())
        case typed_tree.ContentExpr(zone=typed_tree.ZoneExpr(zone=zone, owner=owner)):
            around = isinstance(owner, typed_tree.PrimitiveExpr) and owner.primitive.word in AROUND
            return (Among(zone.word, owner == typed_tree.LocalExpr(by.you), around),)
        case typed_tree.FilterExpr():
            return _exclude_itself(value.where, value.it, _find_groups(value.list, by, among), by)
        case typed_tree.CollectExpr(flat=True):
            return _find_groups(value.value, by, among) if value.where is None else ()
        case typed_tree.BinaryExpr(operator="+"):
            return (*_find_groups(value.left, by, among), *_find_groups(value.right, by, among))
        case typed_tree.PrimitiveExpr() if value.primitive.word in ONE_OF:
            return tuple(replace(each, itself=False) for each in _find_groups(value.args[0], by, among))
    return ()


def _exclude_itself(
    where: typed_tree.Value, it: typed_tree.TypedVar, found: tuple[Among, ...], by: typed_tree.TypedAbility
) -> tuple[Among, ...]:
    """Return the groups without the piece itself, if a filter excludes only that piece; () for any other filter."""
    if by.this is None or where != typed_tree.CompareExpr(
        "is not", typed_tree.LocalExpr(it), typed_tree.LocalExpr(by.this)
    ):
        return ()
    return tuple(replace(each, itself=False) for each in found)


def _is_mutual(one: str, other: str, met: Met) -> bool:
    return other in find_reachable_nodes(one, met) and one in find_reachable_nodes(other, met)


def _report(ring: list[typed_tree.TypedAbility], met: list[Among], texts: GameTexts) -> Iterator[Diagnostic]:
    """Yield a warning for a cycle of modifiers, if the game has enough copies of their pieces for it."""
    game = texts.game
    least = game.players[0]
    there = sum(game.pieces[number].total(least) for number in {each.power for each in ring})
    needed = 1 if any(each.itself for each in met) else least if all(each.around for each in met) else 2
    sources = [source for each in ring if (source := texts.checked.probes.source(each)) is not None]
    rule = ring[0].rule
    if there < needed or rule is None or not sources:
        return
    names = " and ".join(dict.fromkeys(game.pieces[each.power].name for each in ring))
    who = f"{names} depends on itself" if needed == 1 else f"several of {names} in play depend on each other"
    (unit, node), *others = sources
    notes = tuple(DiagnosticNote("also used here", its.span(at)) for its, at in others)
    label = "use a value that no power modifies, such as an attribute"
    message = f"the value of `{rule.word}` depends on itself if {who}"
    yield Diagnostic(RULE_CYCLE, message, unit.span(node), label, notes, "warning")
