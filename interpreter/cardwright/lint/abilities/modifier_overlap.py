"""Whether two changes of a rule can be at work at once, as far as their roles and conditions tell."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.lint.abilities.fixed_condition import left_by
from cardwright.lint.game_texts import Sentence, Texts
from cardwright.syntax import tree as s

OPPOSITES = ({"<", ">="}, {">", "<="}, {"is", "is not"}, {"in", "not in"})
YOU, THIS = s.Name("you"), s.Name("this")


@dataclass(frozen=True, slots=True)
class Change:
    """A sentence that changes a rule, with all that must hold for it to count."""

    sentence: Sentence
    node: s.Modify
    conditions: tuple[s.Expr, ...]

    @classmethod
    def of(cls, sentence: Sentence, node: s.Modify, texts: Texts) -> Change:
        """What a role must be counts as a condition, like what `where` says."""
        found: list[s.Expr] = []
        if isinstance(node.rule, s.Call):
            params = texts.library.rules[node.rule.word][0].params
            for place, arg in enumerate(node.rule.args):
                role = arg.role if arg.role is not None else params[place].word
                found.append(s.Compare("in" if isinstance(arg.value, s.ListOf) else "is", s.Name(role), arg.value))
        if node.where is not None:
            found += s.parts_of(node.where, "and")
        return cls(sentence, node, tuple(found))

    def about_one_player(self) -> bool:
        """Whether it counts only where somebody certain is the one who controls it, so for one player at a time."""
        return any(
            isinstance(each, s.Compare) and each.operator == "is" and YOU in (each.left, each.right)
            for each in self.conditions
        )


class Overlaps:
    """Finds out for the changes of one game which of them cannot be at work at once."""

    def __init__(self, texts: Texts) -> None:
        self.words = texts.game.words
        self.plurals = {enum.plural: enum.values for enum in texts.game.enums.values()}

    def possible(self, first: Change, second: Change) -> bool:
        """Whether nothing keeps both from counting for the same value of the rule."""
        return not (
            any(self._never(one, second.conditions) for one in first.conditions)
            or any(self._never(one, first.conditions) for one in second.conditions)
        )

    def _never(self, one: s.Expr, others: tuple[s.Expr, ...]) -> bool:
        """Whether a condition never holds together with all of some others."""
        if isinstance(one, s.Logic) and one.operator == "or":
            return all(self._never(part, others) for part in s.parts_of(one, "or"))
        if isinstance(one, s.Logic):
            return any(self._never(part, others) for part in s.parts_of(one, "and"))
        return any(self._exclude(one, other) for other in others)

    def _exclude(self, first: s.Expr, second: s.Expr) -> bool:
        """Whether two conditions, of two pieces, never hold at the same time."""
        for one, other in ((first, second), (second, first)):
            if isinstance(one, s.Logic):
                among = (self._exclude(part, other) for part in s.parts_of(one, one.operator))
                return all(among) if one.operator == "or" else any(among)
            if s.Not(one) == other:
                return True
        if not isinstance(first, s.Compare) or not isinstance(second, s.Compare) or first.left != second.left:
            return False
        if first.right == second.right:
            this = first.right == THIS and first.operator == second.operator == "is"  # two pieces are not the same one
            return this or {first.operator, second.operator} in OPPOSITES
        return self._words_exclude(first, second) or _numbers_exclude(first, second)

    def _words_exclude(self, first: s.Compare, second: s.Compare) -> bool:
        one, other = self.asked_for(first.right), self.asked_for(second.right)
        if not one or not other:
            return False
        excluded = [compare.operator in ("is not", "not in") for compare in (first, second)]
        if any(compare.operator not in ("is", "is not", "in", "not in") for compare in (first, second)):
            return False
        if not any(excluded):
            return one.isdisjoint(other)
        return excluded != [True, True] and (other <= one if excluded[0] else one <= other)

    def asked_for(self, node: s.Expr) -> frozenset[str]:
        """The words of types that a value certainly is, one or several; none where that cannot be told."""
        if isinstance(node, s.YesNo):
            return frozenset({str(node.value)})
        if isinstance(node, s.Name):
            return frozenset({node.word} if node.word in self.words else self.plurals.get(node.word, ()))
        if isinstance(node, s.ListOf):
            inner = [self.asked_for(item) for item in node.items]
            return frozenset().union(*inner) if all(inner) else frozenset()
        return frozenset()


def _numbers_exclude(first: s.Compare, second: s.Compare) -> bool:
    ranges = list(_ranges(first, second))
    if len(ranges) < 2:
        return False
    return max(low for low, _ in ranges) > min(high for _, high in ranges)


def _ranges(*compared: s.Compare) -> Iterator[tuple[float, float]]:
    """The least and the greatest number that each comparison with numbers leaves."""
    for each in compared:
        if isinstance(each.right, s.Number):
            found = left_by(each.operator, each.right.value)
            if found is not None:
                yield found
        elif each.operator == "in" and isinstance(each.right, s.ListOf):
            numbers = [item.value for item in each.right.items if isinstance(item, s.Number)]
            if numbers and len(numbers) == len(each.right.items):
                yield min(numbers), max(numbers)
