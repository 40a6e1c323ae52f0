"""Conditions whose result is the same for one card throughout a match."""

import operator
from collections.abc import Callable, Mapping

from cardwright.checker import typed_tree

# Built-ins that let the ability of one card work on another.
SPREADING = ("copy_power", "become_power")
COMPARE: Mapping[str, Callable[[int, int], bool]] = {
    "is": operator.eq,
    "is not": operator.ne,
    "<": operator.lt,
    ">": operator.gt,
    "<=": operator.le,
    ">=": operator.ge,
}


def can_spread(checked: typed_tree.CheckedGame) -> bool:
    """Return True if the ability of one card can work on another."""
    return any(
        isinstance(node, typed_tree.ActStmt) and node.primitive.word in SPREADING
        for node in typed_tree.walk_bodies(checked)
    )


class CardConditions:
    """The conditions about the card that has the power `power`. With -1, no card is known, and no condition.

    `spreads` is the result of `can_spread` for the game.
    """

    def __init__(self, checked: typed_tree.CheckedGame, power: int, spreads: bool) -> None:
        self.checked, self.power, self._spreads = checked, power, spreads

    def holds(self, test: typed_tree.Value, role: typed_tree.TypedVar, zone: typed_tree.Value | None) -> bool | None:
        """Return whether a condition holds if the variable `role` is the card; None if it can do both.

        `zone` is the zone into which the card has just been moved, if that is certain.
        """
        if self.power < 0 or self._spreads:
            return None
        found = self._compute(test, role, zone)
        return None if found is None else bool(found)

    def _compute(
        self, value: typed_tree.Value, role: typed_tree.TypedVar, zone: typed_tree.Value | None = None
    ) -> int | None:
        """Return the value of an expression, with `yes` as 1, if it is constant for the card."""
        card = typed_tree.LocalExpr(role)
        match value:
            case typed_tree.LiteralExpr(value=number):
                return int(number)
            case typed_tree.NotExpr(value=inside):
                found = self._compute(inside, role, zone)
                return None if found is None else int(not found)
            case typed_tree.LogicExpr(operator=word, left=left, right=right):
                both = [self._compute(part, role, zone) for part in (left, right)]
                decisive = int(word == "or")  # one such part decides
                return decisive if decisive in both else None if None in both else 1 - decisive
            case typed_tree.CompareExpr(operator="in", left=left, right=right) if left == card and zone is not None:
                inside = right.zone if isinstance(right, typed_tree.ContentExpr) else right
                return 1 if inside == zone else None
            case typed_tree.CompareExpr(operator=word, left=left, right=right) if word in COMPARE:
                first, second = self._compute(left, role), self._compute(right, role)
                return None if first is None or second is None else int(COMPARE[word](first, second))
            case typed_tree.AttributeExpr(piece=piece, attribute=attribute) if piece == card:
                given = self.checked.game.pieces[self.power].values.get(attribute.word)
                return given if isinstance(given, int) else None
            case typed_tree.RuleExpr(rule=rule, args=args) if args == (card,) and self._is_unchanged(rule):
                return self._compute(rule.cases[0][0], rule.params[0]) if len(rule.cases) == 1 else None
        return None

    def _is_unchanged(self, rule: typed_tree.TypedRule) -> bool:
        """Return True if each modifier of a rule is only about the card that has the modifier, and that is another."""
        return all(
            ability.power not in (-1, self.power) and not ability.until and _is_about_itself(ability)
            for ability in self.checked.abilities
            if ability.rule is rule
        )


def _is_about_itself(ability: typed_tree.TypedAbility) -> bool:
    """Return True if a modifier of a rule with one parameter requires its own piece as the argument."""
    if ability.this is None or ability.where is None:
        return False
    role, this = typed_tree.LocalExpr(ability.roles[-1]), typed_tree.LocalExpr(ability.this)
    about = (typed_tree.CompareExpr("is", role, this), typed_tree.CompareExpr("is", this, role))
    return any(each in about for each in typed_tree.split_conjunction(ability.where))
