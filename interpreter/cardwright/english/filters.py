"""Says conditions about an item as adjectives and as relative clauses: agriculture cards, cards that fit."""

from __future__ import annotations

from cardwright.declarations.declared import Memory, ZoneDecl
from cardwright.declarations.types import NUMBER, Type
from cardwright.english.conditions import BOUNDS, OWNERS, VALUE_BOUNDS, Conditions
from cardwright.english.nouns import looks_many
from cardwright.english.scope import ITEM, ITEMS_OWN, Scope
from cardwright.english.values import item_text
from cardwright.syntax import tree as s
from cardwright.wording import inflection
from cardwright.wording.inflection import spoken


class Filters(Conditions):
    """Says the filters of one game's texts."""

    def adjective(self, node: s.Expr, scope: Scope) -> str | None:
        """A condition about the item as an adjective, if it can be one."""
        if not isinstance(node, s.Compare):
            return None
        found = self.its_property(node.left, scope)
        if found is None or not isinstance(found[1], Type) or found[1].base != "enum":
            return None
        if node.operator in ("is", "is not") and self._is_word(node.right, scope):
            word = self.say(node.right, scope)
            return word if node.operator == "is" else f"non-{word}"
        listed = node.right.items if node.operator == "in" and isinstance(node.right, s.ListOf) else ()
        if listed and all(self._is_word(item, scope) for item in listed):
            return inflection.listed([self.say(item, scope) for item in listed], "or")
        return None

    def tail(self, node: s.Expr, scope: Scope) -> str:
        """A condition about the item as a clause after the noun."""
        if isinstance(node, s.Compare):
            found = self._identity_tail(node, scope) or self._property_tail(node, scope)
            if found is not None:
                return item_text(found, self._its_type(scope))
        told = self._relative(self.condition(node, scope), self._its_type(scope))
        return (
            told.replace("(if ", "where ", 1)[:-1] if told.startswith("(if ") and self._of_item(node, scope) else told
        )

    def _of_item(self, node: s.Expr, scope: Scope) -> bool:
        """Whether a condition is about the item, though its phrase does not say it."""
        return any(isinstance(part, s.Name) and self.is_item(part, scope) for part in s.walk(node))

    def _identity_tail(self, node: s.Compare, scope: Scope) -> str | None:
        if not self.is_item(node.left, scope):
            return None
        if node.operator in ("is", "is not"):
            return (
                f"other than {self.say(node.right, scope)}"
                if node.operator == "is not"
                else f"({self.say(node.right, scope)})"
            )
        if node.operator in ("in", "not in"):
            denied = "not " if node.operator == "not in" else ""
            if isinstance(node.right, s.ListOf):
                words = inflection.listed([self.say(item, scope) for item in node.right.items], "or")
                return f"other than {words}" if denied else f"({words})"
            within = self._within(node.right, scope)
            return denied + within if within.startswith("in ") else f"that is {denied}{within}"
        bounds = BOUNDS if isinstance(node.right, s.Number) else VALUE_BOUNDS
        return f"that is {bounds[node.operator].format(self.say(node.right, scope))}"

    def _property_tail(self, node: s.Compare, scope: Scope) -> str | None:
        """About an attribute or a counter: with tier 1 or less, of that colour, with 2 or more credits."""
        left = node.left
        if isinstance(left, s.Call) and left.word == "count" and left.args:
            return self._content_tail(left.args[0].value, node.operator, node.right, scope)
        owned = isinstance(left, s.Get) and left.word in OWNERS and self.is_item(left.object, scope)
        if owned or (isinstance(left, s.Name) and left.word in OWNERS and self.its_property(left, scope) is not None):
            return self._owned_tail(node, scope)
        if isinstance(left, s.Get) and left.word in OWNERS and self.its_property(left.object, scope) is not None:
            assert isinstance(left.object, s.Name | s.Get)
            return self._owned_tail(node, scope, spoken(left.object.word))
        found = self.its_property(left, scope)
        if found is None:
            return None
        word, what = found
        kind = what.type if isinstance(what, Memory) else what
        if isinstance(what, ZoneDecl) or not isinstance(kind, Type):
            return None
        if kind == NUMBER:
            title = what.title if isinstance(what, Memory) else spoken(word)
            much = self._much(node.operator, node.right, title, scope) if looks_many(title) else None
            bounds = BOUNDS if isinstance(node.right, s.Number) else VALUE_BOUNDS
            if node.operator not in bounds:
                return None
            return f"with {much or title + ' ' + bounds[node.operator].format(self.say(node.right, scope))}"
        if isinstance(what, Memory) or node.operator not in ("is", "is not"):
            return None
        denied = "not " if node.operator == "is not" else ""
        if kind.base == "name":
            return f"{denied}named {self._name_text(node.right, scope)}"
        if kind.base != "enum":
            return None
        if isinstance(node.right, s.Get) and node.right.word == word:
            return f"{denied}of the same {spoken(word)} as {self.say(node.right.object, scope)}"
        return f"{denied}of {self.say(node.right, scope)}"

    def _owned_tail(self, node: s.Compare, scope: Scope, of: str = "") -> str | None:
        """Whose something is: you own; of the property of an item: whose card you control."""
        word = node.left.word if isinstance(node.left, s.Name | s.Get) else ""
        verb = "control" if word == "controller" else "own"
        lead = f"whose {of} " if of else ""
        if node.operator in ("is", "is not"):
            owner = self.thing(node.right, scope)
            form = inflection.negative if node.operator == "is not" else inflection.finite
            return f"{lead}{owner.text} {form(verb, owner.many)}"
        if node.operator == "in" and node.right == s.Name("opponents"):
            return f"{lead}an opponent {verb}s"
        return None

    def _name_text(self, node: s.Expr, scope: Scope) -> str:
        text = self.say(node, scope)
        return text if not text.startswith("that ") else "as said"

    def _content_tail(self, node: s.Expr, operator: str, right: s.Expr, scope: Scope) -> str | None:
        found = self.its_property(node, scope)
        if found is None or not isinstance(found[1], ZoneDecl):
            return None
        group = self.group(node, scope)
        much = self._much(operator, right, group.called(True), scope)
        if much is None:
            return None
        if much.startswith(("a ", "an ")):
            much = group.called(True)
        return f"with {much} in {ITEMS_OWN} {group.zone}" if group.zone else f"with {much}"

    def _relative(self, text: str, kind: Type | None) -> str:
        """A clause about the item as a relative one: that fits it, whose hand is empty, that you can trade with; of a
        part: of a red card.
        """
        decl = self.vocabulary.game.kinds.get(kind.of) if kind is not None and kind.base == "piece" else None
        whole = f"{ITEMS_OWN} {spoken(decl.part_of)} is " if decl is not None and decl.part_of else None
        if whole is not None and text.startswith((f"{whole}a ", f"{whole}an ", f"{whole}this ")):
            return f"of {text.removeprefix(whole)}"
        who = "who" if kind is not None and kind.base == "player" else "that"
        items, owns = text.count(ITEM), text.count(ITEMS_OWN)
        if text.startswith(ITEM + " ") and items == 1:
            return item_text(f"{who}{text[1:]}", kind)
        if text.startswith(ITEMS_OWN + " ") and owns == 1:
            return item_text(f"whose{text[1:]}", kind)
        if text.endswith(" " + ITEM) and items + owns == 1:
            clause = text[:-2]
            return f"{'which' if clause.startswith('that ') else 'that'} {clause}"
        return item_text(f"where {text}", kind) if items + owns else f"(if {text})"
