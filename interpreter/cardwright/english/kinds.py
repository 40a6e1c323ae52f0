"""Tells what names stand for and of which type values are, as far as English needs to know."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence

from cardwright.declarations.declared import Memory, ZoneDecl
from cardwright.declarations.types import NUMBER, PLAYER, TEXT, YES_NO, Type, enum, list_of, name_of, piece
from cardwright.english.nouns import Group, Thing, split_noun
from cardwright.english.scope import ITEM, Meaning, Member, Scope
from cardwright.english.vocabulary import Vocabulary
from cardwright.syntax import tree as s
from cardwright.wording import templates
from cardwright.wording.templates import Phrase

YES_NO_CALLS = ("any", "all", "sees", "has_power", "face_up", "during", "caused_by")


class Kinds(ABC):
    """Knows names and types in the texts of one game."""

    def __init__(self, vocabulary: Vocabulary) -> None:
        self.vocabulary = vocabulary

    def type_of(self, node: s.Expr, scope: Scope) -> Type | None:
        """The type of a value, None where it cannot be told."""
        match node:
            case s.Number() | s.Negative() | s.Divide():
                return NUMBER
            case s.Text():
                return TEXT
            case s.YesNo() | s.Not() | s.Compare() | s.Logic():
                return YES_NO
            case s.Binary():
                left = self.type_of(node.left, scope)
                return left if left is not None and left.base in ("list", "zone") else NUMBER
            case s.ListOf():
                return list_of(self.type_of(node.items[0], scope) or TEXT) if node.items else Type("list")
            case s.Filter():
                return self._as_list(self.type_of(node.list, scope))
            case s.Collect():
                inner = self._collect_scope(node, scope)[0]
                return self._as_list(self.type_of(node.value, inner)) or Type("list")
            case s.At():
                return self.type_of(node.object, scope)
            case s.Get():
                return self._type_of_get(node, scope)
            case s.Call():
                return self._type_of_call(node, scope)
            case _:
                return self._type_of_name(node.word, scope)

    @staticmethod
    def _as_list(kind: Type | None) -> Type | None:
        if kind is None or kind.base == "list":
            return kind
        if kind.base == "zone":
            return list_of(piece(kind.of)) if kind.of else Type("list")
        return list_of(kind)

    def _item_type(self, kind: Type | None) -> Type | None:
        found = self._as_list(kind)
        return None if found is None else found.item

    def _type_of_get(self, node: s.Get, scope: Scope) -> Type | None:
        owner = self.type_of(node.object, scope)
        if owner is None:
            return None
        single = owner.base not in ("list", "zone")
        found = self.property_type(owner if single else self._item_type(owner), node.word)
        return found if single else self._as_list(found)

    def property_type(self, owner: Type | None, word: str) -> Type | None:
        """The type of a property."""
        found = self.vocabulary.property(owner, word)
        if isinstance(found, ZoneDecl):
            return Type("zone", found.holds)
        return found.type if isinstance(found, Memory) else found

    def _type_of_name(self, word: str, scope: Scope) -> Type | None:
        meaning = self.meaning(word, scope)
        if meaning is not None:
            if isinstance(meaning, Group):
                return list_of(meaning.type) if meaning.type else Type("list")
            return meaning.group.type if isinstance(meaning, Member) else meaning.type
        if word in ("players", "opponents"):
            return list_of(PLAYER)
        own = self._its_type(scope)
        if own is not None and self.vocabulary.property(own, word) is not None:
            return self.property_type(own, word)
        known = self.vocabulary
        zone, memory = known.table_zone(word), known.table_memory(word)
        if zone is not None or memory is not None:
            return Type("zone", zone.holds) if zone else memory.type if memory else None
        if known.rule(word) is not None:
            return self._type_of_call(s.Call(word, ()), scope)
        if word in known.enum_plurals or word in known.kind_plurals:
            return known.type_named(word)
        if word in known.values:
            return enum(known.values[word])
        return name_of(known.names[word].kind) if word in known.names else None

    def _type_of_call(self, node: s.Call, scope: Scope) -> Type | None:
        if node.word in YES_NO_CALLS:
            return YES_NO
        first = node.args[0].value if node.args else None
        if node.word in ("top", "first", "last", "distinct") and first is not None:
            return self._as_list(self.type_of(first, scope))
        if node.word in ("count", "min", "max", "sum", "roll") or node.word in self.vocabulary.game.tables:
            return NUMBER
        if node.word in ("next", "previous"):
            return PLAYER
        if node.word in ("clockwise", "numbers"):
            return list_of(NUMBER if node.word == "numbers" else PLAYER)
        rule = self.vocabulary.rule(node.word)
        return self._rule_type(rule) if rule is not None else None

    def _rule_type(self, rule: Phrase) -> Type | None:
        """What a rule gives, told from its phrase: a clause, or a noun phrase whose noun is a kind of thing."""
        parts = templates.parts_of(templates.template_of(rule))
        if templates.is_clause(parts):
            return YES_NO
        noun = self._head(parts).rpartition(" ")[2]
        known = self.vocabulary
        if noun in known.kind_plurals or noun in known.enum_plurals:
            return known.type_named(noun)
        return None

    @staticmethod
    def _head(parts: Sequence[templates.Part]) -> str:
        """The nouns a noun phrase begins with: `open slots` of "the open slots of {player}"."""
        text = "".join(part if isinstance(part, str) else "" for part in parts)
        return split_noun(text)[0].removeprefix("the ").strip()

    def meaning(self, word: str, scope: Scope) -> Meaning | None:
        """What a name stands for in the text, None for a word of the game."""
        if word == "it" and scope.it is not None:
            return scope.it
        if word in scope.names:
            return scope.names[word]
        return {"you": scope.you, "this": scope.this}.get(word)

    def _its_type(self, scope: Scope) -> Type | None:
        if scope.it is None:
            return None
        return scope.it.group.type if isinstance(scope.it, Member) else scope.it.type

    def is_item(self, node: s.Expr, scope: Scope) -> bool:
        """Whether a value is the item of the filter around it."""
        meaning = self.meaning(node.word, scope) if isinstance(node, s.Name) else None
        return isinstance(meaning, Thing) and meaning.text == ITEM

    def its_property(self, node: s.Expr, scope: Scope) -> tuple[str, ZoneDecl | Memory | Type] | None:
        """The property of the item that a value is: `good` or `it.good`."""
        kind, word = None, ""
        if isinstance(node, s.Get) and self.is_item(node.object, scope):
            kind, word = self.type_of(node.object, scope), node.word
        elif isinstance(node, s.Name) and self.is_item(s.Name("it"), scope) and self.meaning(node.word, scope) is None:
            kind, word = self._its_type(scope), node.word
        found = self.vocabulary.property(kind, word)
        return None if found is None else (word, found)

    def _is_word(self, node: s.Expr, scope: Scope) -> bool:
        """Whether a value is a word of an enum, to be used like an adjective."""
        return (
            isinstance(node, s.Name) and node.word in self.vocabulary.values and self.meaning(node.word, scope) is None
        )

    def is_none(self, node: s.Expr, scope: Scope) -> bool:
        """Whether a value is the word for no word and no piece, and no word of the game's own."""
        return node == s.Name("none") and not self._is_word(node, scope) and self.meaning("none", scope) is None

    @abstractmethod
    def _collect_scope(self, node: s.Collect, scope: Scope) -> tuple[Scope, Group | None]:
        """The scope of what is collected, and the last of the groups it is collected from."""
