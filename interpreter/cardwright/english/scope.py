"""What the names of a text stand for at one place of it, and what was not yet mentioned."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import PieceDef
from cardwright.declarations.types import NONE, NUMBER, PLAYER, UNKNOWN, Type, list_of, piece
from cardwright.english.noun_phrases import YOU, NounGroup, Thing
from cardwright.english.vocabulary import GameWords, Phrase
from cardwright.source.node_dataclass import frozen
from cardwright.syntax import tree as syntax

# What `stop` does in a loop of which nothing is known.
ENDS = "this ends"
# Stand-ins for the item of a filter until it is known how the clause about it reads.
ITEM, ITEMS_OWN = "\x05", "\x06"
IT = syntax.NameNode("it")


@frozen
class Member:
    """A name that stands for each thing of a group in turn."""

    group: NounGroup

    @property
    def type(self) -> Type | None:
        """The type of each."""
        return self.group.type


@frozen
class Deferred:
    """A value to be said in full where its name is first used."""

    value: syntax.Expr
    scope: EnglishScope


Meaning = Thing | NounGroup | Member


@frozen
class EnglishScope:
    """Names and what they stand for, with what the checker found the values of the text to mean.

    `actor` decides: what the language itself does is said of them where nobody is named, while a verb is done by `you`;
    `subject` is whom the sentence is about. `replaced` says what `proceed` does inside `instead of`, `stopped` what
    `stop` does in a loop; `taken` are the pronouns of what was chosen already, and `known` the players of whom it was
    just asked whether there are any. `own` is the piece on which the text stands, where that is one, and `works_in` are
    the zones in which it works. `introduced` are the names, by their words, that are said behind what is picked, for
    they are used elsewhere. `silent` are steps without a name, by their words, that are told where they are taken, and
    `fixed` the rules that are one number, with it; a text that `defines` a word says all that deeds are given. `noted`
    are the values of each `let`, by its word. `fresh` holds the names whose first mention is still to come, shared by
    all scopes of one text.
    """

    words: GameWords
    values: Mapping[typed_tree.NodeKey, typed_tree.Value]
    names: Mapping[str, Meaning]
    this: Thing
    you: Thing = field(default_factory=lambda: replace(YOU, type=PLAYER))
    it: Meaning | None = None
    actor: syntax.Expr = field(default_factory=lambda: syntax.NameNode("you"))
    subject: syntax.Expr | None = None
    fresh: dict[str, str | Deferred] = field(default_factory=dict)
    replaced: str = ""
    stopped: str = ENDS
    taken: frozenset[str] = frozenset()
    known: tuple[syntax.FilterNode, ...] = ()
    own: PieceDef | None = None
    works_in: tuple[str, ...] = ()
    introduced: Mapping[str, str] = field(default_factory=dict)
    silent: Mapping[str, typed_tree.WrittenNode[syntax.ProcedureNode]] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)
    defines: bool = False
    noted: Mapping[str, typed_tree.Value] = field(default_factory=dict)

    # ------------------------------------------------------------ what the checker found

    def value(self, node: syntax.Expr) -> typed_tree.Value | None:
        """What a value of the text means, None where the checker did not see one."""
        return self.values.get((node.start, node.end, type(node)))

    def type_of(self, node: syntax.Expr | syntax.DeedNode) -> Type | None:
        """The type of a value, None where it is not known."""
        value = self.value(node) if not isinstance(node, syntax.DeedNode) else None
        if value is not None and value.type not in (UNKNOWN, NONE):
            return value.type
        meaning = self.meaning(node.word) if isinstance(node, syntax.NameNode) else None
        if isinstance(meaning, NounGroup):
            return list_of(meaning.type) if meaning.type is not None else Type("list")
        return meaning.type if meaning is not None else None

    def meaning(self, word: str) -> Meaning | None:
        """What a name stands for in the text, None for a word of the game."""
        if word == "it" and self.it is not None:
            return self.it
        return self.names.get(word) or {"you": self.you, "this": self.this}.get(word)

    def deed(self, node: syntax.DeedNode | syntax.PatternNode) -> Phrase | None:
        """The phrase of a deed as it is done to what the text gives it."""
        return self.words.deed_to(node.word, lambda role: self._sort_given(node, role))

    def _sort_given(self, node: syntax.DeedNode | syntax.PatternNode, role: str) -> Type | None:
        phrase = self.words.deed(node.word)
        roles = list(phrase.roles) if phrase is not None else []
        named = [arg.role or word for arg, word in zip(node.args, roles, strict=False)]
        kind = self.type_of(node.args[named.index(role)].value) if role in named else None
        if kind is not None and kind.base == "zone":
            return piece(kind.of)
        return kind.item if kind is not None and kind.base == "list" else kind

    def is_item(self, node: syntax.Expr) -> bool:
        """Whether a value is the item of the filter around it."""
        meaning = self.meaning(node.word) if isinstance(node, syntax.NameNode) else None
        return isinstance(meaning, Thing) and meaning.text == ITEM

    def is_word(self, node: syntax.Expr) -> bool:
        """Whether a value is a word of an enum, to be used like an adjective."""
        value = self.value(node)
        return isinstance(value, typed_tree.LiteralExpr) and value.type.base == "enum" and value.value >= 0

    def is_none(self, node: syntax.Expr) -> bool:
        """Whether a value is the word for no word and no piece, and no word of the game's own."""
        return node == syntax.NameNode("none") and not self.is_word(node) and self.meaning("none") is None

    def meets_itself(self, role: str, asked: Sequence[syntax.Expr]) -> bool:
        """Whether the piece itself is certainly one of which this holds, whatever becomes of it."""
        return self.own is not None and all(self._is_so(part, role) for part in asked)

    def _is_so(self, part: syntax.Expr, role: str) -> bool:
        """Whether a condition about an attribute holds of the piece itself."""
        match part:
            case syntax.CompareNode(operator="is", left=syntax.NameNode() | syntax.GetNode() as left, right=right):
                found, word = self.value(left), self.value(right)
            case _:
                return False
        of_it = left.object == syntax.NameNode(role) if isinstance(left, syntax.GetNode) else role == "it"
        if not of_it or not isinstance(found, typed_tree.AttributeExpr) or not isinstance(word, typed_tree.LiteralExpr):
            return False
        return self.own is not None and self.own.values.get(left.word) == word.value

    def holds_itself(self, node: syntax.Expr) -> bool:
        """Whether the piece itself certainly is among some things: it works only where they lie, and is like them."""
        asked = syntax.parts_of(node.where) if isinstance(node, syntax.FilterNode) else []
        listed = node.list if isinstance(node, syntax.FilterNode) else node
        value = self.value(listed)
        if (
            not isinstance(value, typed_tree.ZoneExpr)
            or self.works_in != (value.zone.word,)
            or not isinstance(listed, syntax.GetNode)
        ):
            return False
        return listed.object == syntax.NameNode("you") and self.meets_itself("it", asked)

    # ------------------------------------------------------------ scopes inside

    def named(self, word: str, meaning: Meaning) -> EnglishScope:
        """The scope with one more name."""
        return replace(self, names={**self.names, word: meaning})

    def about(self, item: Meaning, *words: str) -> EnglishScope:
        """The scope of a condition about an item, which is `it` and may have names too."""
        names = {word: _outer(meaning) for word, meaning in self.names.items()}
        return replace(self, names={**names, **dict.fromkeys(words, item)}, it=item)

    def told_of(self, subject: syntax.Expr | None) -> EnglishScope:
        """The scope of a sentence about somebody."""
        return replace(self, subject=subject)

    def acted_by(self, actor: syntax.Expr) -> EnglishScope:
        """The scope of what follows from what somebody decides."""
        return replace(self, actor=actor, subject=None)

    def trial(self) -> EnglishScope:
        """A copy whose first mentions do not count."""
        return replace(self, fresh=dict(self.fresh))


def may_be_its(word: str, where: syntax.Expr | None, scope: EnglishScope) -> bool:
    """Whether a condition compares a number of what has a name with one of the item: `its` could be that of either."""
    compared = (
        [part for part in syntax.walk(where) if isinstance(part, syntax.CompareNode)] if where is not None else []
    )
    sides = [side for part in compared for side in (part.left, part.right) if scope.type_of(part.left) == NUMBER]
    return any(
        isinstance(part, syntax.GetNode) and part.object == syntax.NameNode(word)
        for side in sides
        for part in syntax.walk(side)
    )


def asked_of_others(node: syntax.Expr) -> list[syntax.Expr]:
    """The conditions within a condition that are asked of what it is about."""
    return [part.where for part in syntax.walk(node) if isinstance(part, syntax.FilterNode)]


def items_of(kind: Type | None) -> Type | None:
    """What is in a list or a zone of a type; the type itself if it is that of single things."""
    if kind is None or kind.base == "list":
        return kind and kind.item
    if kind.base == "zone":
        return piece(kind.of) if kind.of else None
    return kind


def item_of(kind: Type | None, noun: str, many: bool = False) -> Thing:
    """The stand-in for an item of a filter."""
    return Thing(ITEM, kind, many, ITEMS_OWN, ITEMS_OWN, f"that {noun}")


def _outer(meaning: Meaning) -> Meaning:
    """What the item of a filter is called inside another filter."""
    if isinstance(meaning, Thing) and meaning.text == ITEM:
        return replace(meaning, text=meaning.them, possessive="", own="its", them="it")
    return meaning
