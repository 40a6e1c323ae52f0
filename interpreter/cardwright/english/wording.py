"""Fills phrases with the values of a call, and numbers with the nouns they count."""

from __future__ import annotations

from abc import abstractmethod
from collections.abc import Mapping, Sequence

from cardwright.declarations.types import NUMBER, YES_NO
from cardwright.english.kinds import Kinds
from cardwright.english.nouns import Group, Thing
from cardwright.english.scope import Deferred, Scope
from cardwright.syntax import tree as s
from cardwright.wording import templates
from cardwright.wording.inflection import with_article
from cardwright.wording.templates import Phrase

Given = Mapping[str, s.Expr]
Free = Mapping[str, Thing | Group | str]


class Wording(Kinds):
    """Says the phrases of one game's words."""

    @abstractmethod
    def say(self, node: s.Expr, scope: Scope) -> str:
        """Any value."""

    @abstractmethod
    def thing(self, node: s.Expr, scope: Scope) -> Thing:
        """A value as one thing, which can own others and be a subject."""

    @abstractmethod
    def group(self, node: s.Expr, scope: Scope) -> Group:
        """A list, a zone, or a single thing, as a group of which some can be taken."""

    @abstractmethod
    def _plain(self, node: s.Expr, scope: Scope) -> str:
        """A value that is neither a name nor a call."""

    @abstractmethod
    def condition(self, node: s.Expr, scope: Scope, negative: bool = False) -> str:
        """A yes or no as a clause: "you have 4 or more credits"."""

    def bound(self, phrase: Phrase, args: Sequence[s.Arg]) -> dict[str, s.Expr]:
        """The values of a call by role; further values of the last role become a list."""
        roles = [role for role, _ in phrase.roles]
        given: dict[str, s.Expr] = {}
        loose = [arg.value for arg in args if arg.role is None]
        for place, value in enumerate(loose):
            if place < len(roles):
                given[roles[place]] = value
        if len(loose) > len(roles) and roles:
            given[roles[-1]] = s.ListOf(tuple(loose[len(roles) - 1 :]))
        given.update({arg.role: arg.value for arg in args if arg.role is not None})
        return given

    def filled(self, phrase: Phrase, given: Given, scope: Scope, free: Free | None = None, by: str = "in") -> str:
        """A phrase with its roles said; `free` are roles that stand for anything of some sort."""
        parts = templates.parts_of(templates.template_of(phrase))
        return templates.filled(parts, self.filler(phrase, given, scope, free or {}, by))

    def filler(self, phrase: Phrase, given: Given, scope: Scope, free: Free, by: str = "in") -> templates.Filler:
        """What says the roles of a phrase."""
        types = dict(phrase.roles)

        def said(role: str, noun: str | None) -> str | None:
            node = given.get(role)
            if node is not None:
                if noun is not None:
                    return self.counted(node, noun, scope)
                return self.argument(node, types.get(role, ""), scope, by)
            if role not in free:
                return with_article(noun) if noun and not free else None
            value = free[role]
            if isinstance(value, Thing):
                return templates.owner(value.whose, value.text)
            if isinstance(value, Group):
                return value.one(by="in") if noun is None else f"{value.one()} {self.vocabulary.nouns(noun)}"
            if noun is not None:
                return f"{value} {self.vocabulary.nouns(noun)}".strip()
            return templates.sort(value) if value.startswith("any ") else value

        return said

    def argument(self, node: s.Expr, type_word: str, scope: Scope, by: str = "in") -> str:
        """A value handed over for a role of a type."""
        kind = self.type_of(node, scope)
        wanted = self.vocabulary.type_named(type_word)
        listy = type_word in ("pieces", "list", "players") or (wanted is not None and wanted.base == "list")
        if kind is not None and (kind.base == "list" or (kind.base == "zone" and listy)):
            if isinstance(node, s.Name) and (node.word in scope.fresh or self.meaning(node.word, scope) is not None):
                fresh = scope.fresh.get(node.word)
                if not isinstance(fresh, Deferred):
                    return self.thing(node, scope).text
            return self.group(node, scope).all(by)
        if wanted == YES_NO and kind == YES_NO:
            return self._plain(node, scope) if isinstance(node, s.YesNo) else f"whether {self.condition(node, scope)}"
        thing = self.thing(node, scope)
        if kind is not None and kind.base in ("player", "piece"):
            return templates.owner(thing.whose, thing.text)
        if wanted is not None and wanted.base == "enum" and not self._is_word(node, scope):
            return templates.sort(thing.text)
        return thing.text

    def counted(self, node: s.Expr, noun: str, scope: Scope) -> str:
        """A number with the noun it counts: a card, 2 cards, a card for each of your goods."""
        nouns = self.vocabulary.nouns(noun) if noun else ""
        fresh = scope.fresh.get(node.word) if isinstance(node, s.Name) else None
        if isinstance(node, s.Name) and isinstance(fresh, Deferred):
            del scope.fresh[node.word]
            return self.counted(fresh.value, noun, fresh.scope)
        if isinstance(node, s.Number):
            return self._number_of(node.value, noun, nouns)
        each = self._for_each(node, noun, nouns, scope)
        if each is not None:
            return each
        if isinstance(node, s.Name) and self.meaning(node.word, scope) is not None and noun:
            return f"that many {nouns}"
        value = self.say(node, scope)
        if noun and value.endswith(f" {nouns}") and value.startswith(("your ", "their ", "that ")):
            return f"all {value}"
        return f"{nouns} equal to {value}" if noun else value

    @staticmethod
    def _of_number(text: str) -> str:
        """So many of a number of things: of your technology goods, for "your number of technology goods"."""
        owner, found, things = text.partition(" number of ")
        if not found:
            return f"of {text}"
        return things if owner == "the" else f"of {owner} {things}"

    @staticmethod
    def _number_of(value: int, noun: str, nouns: str) -> str:
        if not noun:
            return str(value)
        return with_article(noun) if value == 1 else f"{value} {nouns}"

    def _for_each(self, node: s.Expr, noun: str, nouns: str, scope: Scope) -> str | None:
        """A multiple of a count: 2 credits for each card in your hand, a card for every 2 of your goods."""
        factor, inner = 1, node
        if isinstance(inner, s.Binary) and inner.operator == "*":
            left, right = inner.left, inner.right
            if isinstance(right, s.Number):
                left, right = right, left
            if not isinstance(left, s.Number):
                return None
            factor, inner = left.value, right
        divisor, rounding = 1, ""
        if isinstance(inner, s.Divide) and isinstance(inner.right, s.Number):
            divisor, rounding, inner = inner.right.value, inner.rounding, inner.left
        many = self._number_of(factor, noun, nouns)
        if not (isinstance(inner, s.Call) and inner.word == "count" and inner.args):
            if rounding and inner is not node and self.type_of(inner, scope) in (NUMBER, None) and divisor > 1:
                tail = "" if rounding == "down" else ", rounded up"
                return f"{many} for every {divisor} {self._of_number(self.say(inner, scope))}{tail}"
            return None
        group = self.group(inner.args[0].value, scope)
        if divisor == 1:
            return f"{many} for {group.each()}"
        tail = "" if rounding == "down" else ", rounded up"
        return f"{many} for every {group.some(str(divisor), 'in')}{tail}"
