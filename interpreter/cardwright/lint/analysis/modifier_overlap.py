"""Tests whether two modifiers can be active at once, by their parameters and conditions."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.lint.abilities.fixed_condition import find_range
from cardwright.lint.collect_rule_texts import AbilityText, GameTexts
from cardwright.syntax import tree as syntax

OPPOSITES = ({"<", ">="}, {">", "<="}, {"is", "is not"}, {"in", "not in"})
YOU, THIS = syntax.NameNode("you"), syntax.NameNode("this")


@dataclass(frozen=True, slots=True)
class ConditionalModifier:
    """A modifier of a rule with the conditions under which it applies."""

    sentence: AbilityText
    node: syntax.ModifyNode
    conditions: tuple[syntax.Expr, ...]

    @classmethod
    def of(cls, sentence: AbilityText, node: syntax.ModifyNode, texts: GameTexts) -> ConditionalModifier:
        """Return a modifier with its conditions: those in `where`, and one for each argument of the modified rule."""
        found: list[syntax.Expr] = []
        if isinstance(node.rule, syntax.CallNode):
            params = texts.library.rules[node.rule.word][0].params
            for place, arg in enumerate(node.rule.args):
                role = arg.role if arg.role is not None else params[place].word
                found.append(
                    syntax.CompareNode(
                        "in" if isinstance(arg.value, syntax.ListOfNode) else "is", syntax.NameNode(role), arg.value
                    )
                )
        if node.where is not None:
            found += syntax.split_chain(node.where, "and")
        return cls(sentence, node, tuple(found))

    def about_one_player(self) -> bool:
        """Return True if the modifier changes the rule only for its own controller."""
        return any(
            isinstance(each, syntax.CompareNode) and each.operator == "is" and YOU in (each.left, each.right)
            for each in self.conditions
        )


class ModifierOverlap:
    """Tests whether modifiers of one game overlap."""

    def __init__(self, texts: GameTexts) -> None:
        self.words = texts.game.words
        self.plurals = {enum.plural: enum.values for enum in texts.game.enums.values()}

    def possible(self, first: ConditionalModifier, second: ConditionalModifier) -> bool:
        """Return True if two modifiers of a rule may both apply to one evaluation of the rule."""
        return not (
            any(self._contradicts(one, second.conditions) for one in first.conditions)
            or any(self._contradicts(one, first.conditions) for one in second.conditions)
        )

    def _contradicts(self, one: syntax.Expr, others: tuple[syntax.Expr, ...]) -> bool:
        """Return True if a condition cannot hold together with all conditions in `others`."""
        if isinstance(one, syntax.LogicNode) and one.operator == "or":
            return all(self._contradicts(part, others) for part in syntax.split_chain(one, "or"))
        if isinstance(one, syntax.LogicNode):
            return any(self._contradicts(part, others) for part in syntax.split_chain(one, "and"))
        return any(self._exclude(one, other) for other in others)

    def _exclude(self, first: syntax.Expr, second: syntax.Expr) -> bool:
        """Return True if two conditions can never hold at once."""
        for one, other in ((first, second), (second, first)):
            if isinstance(one, syntax.LogicNode):
                among = (self._exclude(part, other) for part in syntax.split_chain(one, one.operator))
                return all(among) if one.operator == "or" else any(among)
            if syntax.NotNode(one) == other:
                return True
        if (
            not isinstance(first, syntax.CompareNode)
            or not isinstance(second, syntax.CompareNode)
            or first.left != second.left
        ):
            return False
        if first.right == second.right:
            this = first.right == THIS and first.operator == second.operator == "is"  # the pieces are different
            return this or {first.operator, second.operator} in OPPOSITES
        return self._exclude_by_words(first, second) or _numbers_exclude(first, second)

    def _exclude_by_words(self, first: syntax.CompareNode, second: syntax.CompareNode) -> bool:
        one, other = self.asked_for(first.right), self.asked_for(second.right)
        if not one or not other:
            return False
        excluded = [compare.operator in ("is not", "not in") for compare in (first, second)]
        if any(compare.operator not in ("is", "is not", "in", "not in") for compare in (first, second)):
            return False
        if not any(excluded):
            return one.isdisjoint(other)
        return excluded != [True, True] and (other <= one if excluded[0] else one <= other)

    def asked_for(self, node: syntax.Expr) -> frozenset[str]:
        """Return the words that can be the value of an expression; an empty set if they are unknown."""
        if isinstance(node, syntax.YesNoNode):
            return frozenset({str(node.value)})
        if isinstance(node, syntax.NameNode):
            return frozenset({node.word} if node.word in self.words else self.plurals.get(node.word, ()))
        if isinstance(node, syntax.ListOfNode):
            inner = [self.asked_for(item) for item in node.items]
            return frozenset().union(*inner) if all(inner) else frozenset()
        return frozenset()


def _numbers_exclude(first: syntax.CompareNode, second: syntax.CompareNode) -> bool:
    ranges = list(_list_ranges(first, second))
    if len(ranges) < 2:
        return False
    return max(low for low, _ in ranges) > min(high for _, high in ranges)


def _list_ranges(*compared: syntax.CompareNode) -> Iterator[tuple[float, float]]:
    """Yield for each comparison the range of numbers for which it holds, as (least, greatest)."""
    for each in compared:
        if isinstance(each.right, syntax.NumberNode):
            found = find_range(each.operator, each.right.value)
            if found is not None:
                yield found
        elif each.operator == "in" and isinstance(each.right, syntax.ListOfNode):
            numbers = [item.value for item in each.right.items if isinstance(item, syntax.NumberNode)]
            if numbers and len(numbers) == len(each.right.items):
                yield min(numbers), max(numbers)
