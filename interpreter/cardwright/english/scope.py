"""Scope of a rendered text: the meanings of names, and the values that were not mentioned yet."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import field, replace

from cardwright.checker import typed_tree
from cardwright.declarations.model import PieceDef
from cardwright.declarations.value_types import NONE, NUMBER, PLAYER, UNKNOWN, YES_NO, Type, list_of, piece
from cardwright.english.game_words import GameWords, Phrase
from cardwright.english.noun_phrases import YOU, NounGroup, Thing
from cardwright.source.node_dataclass import frozen
from cardwright.syntax import tree as syntax

# The text for `stop` in a loop without a better one.
ENDS = "this ends"
# Placeholders for the item of a filter, replaced when the clause about it is complete.
ITEM, ITEMS_OWN = "\x05", "\x06"
IT = syntax.NameNode("it")


@frozen
class Member:
    """The meaning of a name that stands for each member of a group or, with `whichever` in a list, for any member."""

    group: NounGroup
    whichever: bool = False

    @property
    def type(self) -> Type | None:
        """The type of each member."""
        return self.group.type


@frozen
class Deferred:
    """A value that is rendered in full at the first use of its name."""

    value: syntax.Expr
    scope: EnglishScope


Meaning = Thing | NounGroup | Member


@frozen
class EnglishScope:
    """The meanings of names in a rule text, the typed values of the text, and how to refer to players and pieces.

    - `actor`: the player who decides and who carries out built-in statements without a subject; verbs of the game
      without a subject are carried out by `you`
    - `subject`: the subject of the sentence
    - `decider`: the player who chooses between options, whom the options call `they`
    - `replaced`: the text for `proceed` in an ability `instead of`
    - `usual_if_declined`: True for a decision behind `instead of EVENT, you may`: declining keeps the event
    - `stopped`: the text for `stop` in a loop
    - `taken`: the pronouns of earlier picks
    - `known`: filters of which the condition just before has required that some player meets them
    - `own`: the piece that has the power, if it is a single one
    - `works_in`: the zones in which the power is active
    - `introduced`: by name of a pick that is passed to a call whose phrase does not mention it, the text that names the
      pick
    - `silent`: for steps without a phrase, the bodies that are rendered in place of a call
    - `fixed`: for rules with a constant value, that number
    - `targeted`: True for a choice of targets: it is made before the event, and is therefore a separate sentence
    - `defines`: True for a text that defines a procedure or rule, which mentions all arguments
    - `heading`: the heading of that text, whose words do not explain it
    - `printed`: the attributes that are called like the value of the rule that the text defines
    - `begins`: True for the course of the game, in which a player who gets the turn begins
    - `reached`: True for the condition that ends a loop as soon as it holds, in texts written plainly
    - `noted`: the values of `let` statements, by name
    - `unsure`: the positions of calls that are left out if there is too little to pay with
    - `fresh`: the names that have not been mentioned yet, shared by all scopes of one text
    """

    words: GameWords
    values: Mapping[typed_tree.NodeKey, typed_tree.Value]
    names: Mapping[str, Meaning]
    this: Thing
    you: Thing = field(default_factory=lambda: replace(YOU, type=PLAYER))
    it: Meaning | None = None
    actor: syntax.Expr = field(default_factory=lambda: syntax.NameNode("you"))
    subject: syntax.Expr | None = None
    decider: syntax.Expr | None = None
    fresh: dict[str, str | Deferred] = field(default_factory=dict)
    replaced: str = ""
    usual_if_declined: bool = False
    stopped: str = ENDS
    coming: str = ""
    taken: frozenset[str] = frozenset()
    known: tuple[syntax.FilterNode, ...] = ()
    own: PieceDef | None = None
    works_in: tuple[str, ...] = ()
    introduced: Mapping[str, str] = field(default_factory=dict)
    silent: Mapping[str, typed_tree.WrittenNode[syntax.ProcedureNode]] = field(default_factory=dict)
    fixed: Mapping[str, int] = field(default_factory=dict)
    targeted: bool = False
    defines: bool = False
    heading: str = ""
    printed: frozenset[str] = frozenset()
    begins: bool = False
    reached: bool = False
    noted: Mapping[str, typed_tree.Value] = field(default_factory=dict)
    unsure: frozenset[int] = frozenset()

    # ------------------------------------------------------------ what the checker found

    def value(self, node: syntax.Expr) -> typed_tree.Value | None:
        """Return the typed value of an expression, or None if the checker did not see the expression."""
        return self.values.get((node.start, node.end, type(node)))

    def type_of(self, node: syntax.Expr | syntax.PerformNode) -> Type | None:
        """Return the type of an expression, None if it is not known."""
        value = self.value(node) if not isinstance(node, syntax.PerformNode) else None
        if value is not None and value.type not in (UNKNOWN, NONE):
            return value.type
        meaning = self.meaning(node.word) if isinstance(node, syntax.NameNode) else None
        if isinstance(meaning, NounGroup):
            return list_of(meaning.type) if meaning.type is not None else Type("list")
        return meaning.type if meaning is not None else None

    def find_given_truth(self, node: syntax.Expr) -> bool | None:
        """Return the value of a parameter for which a call gives yes or no, or of its negation; None for others."""
        if isinstance(node, syntax.NotNode):
            inner = self.find_given_truth(node.value)
            return None if inner is None else not inner
        meaning = self.names.get(node.word) if isinstance(node, syntax.NameNode) else None
        if not isinstance(meaning, Thing) or meaning.type != YES_NO or meaning.text not in ("yes", "no"):
            return None
        return meaning.text == "yes"

    def meaning(self, word: str) -> Meaning | None:
        """Return the meaning of a name in the rule text, None for a word of the game."""
        if word == "it" and self.it is not None:
            return self.it
        return self.names.get(word) or {"you": self.you, "this": self.this}.get(word)

    def call_phrase(self, node: syntax.PerformNode | syntax.PatternNode) -> Phrase | None:
        """Return the phrase of a procedure, in the overload for the given arguments."""
        return self.words.deed_to(node.word, lambda role: self._sort_given(node, role))

    def _sort_given(self, node: syntax.PerformNode | syntax.PatternNode, role: str) -> Type | None:
        phrase = self.words.procedure_phrase(node.word)
        roles = list(phrase.roles) if phrase is not None else []
        named = [arg.role or word for arg, word in zip(node.args, roles, strict=False)]
        kind = self.type_of(node.args[named.index(role)].value) if role in named else None
        if kind is not None and kind.base == "zone":
            return piece(kind.of)
        return kind.item if kind is not None and kind.base == "list" else kind

    def is_item(self, node: syntax.Expr) -> bool:
        """Return True if an expression is the item of the enclosing filter."""
        meaning = self.meaning(node.word) if isinstance(node, syntax.NameNode) else None
        return isinstance(meaning, Thing) and meaning.text == ITEM

    def is_word(self, node: syntax.Expr) -> bool:
        """Return True if an expression is a word of an enum, which can be used as an adjective."""
        value = self.value(node)
        return isinstance(value, typed_tree.LiteralExpr) and value.type.base == "enum" and value.value >= 0

    def is_none(self, node: syntax.Expr) -> bool:
        """Return True if an expression is the built-in `none`, and not a name or word of the game."""
        return node == syntax.NameNode("none") and not self.is_word(node) and self.meaning("none") is None

    def meets_itself(self, role: str, asked: Sequence[syntax.Expr]) -> bool:
        """Return True if the piece with the power certainly fulfils all conditions `asked` on the parameter `role`."""
        return self.own is not None and all(self._holds_for_itself(part, role) for part in asked)

    def _holds_for_itself(self, part: syntax.Expr, role: str) -> bool:
        """Return True if the printed attributes of the piece with the power fulfil a condition on a parameter."""
        match part:
            case syntax.CompareNode(operator="is", left=syntax.NameNode() | syntax.GetNode() as left, right=right):
                found, word = self.value(left), self.value(right)
            case _:
                return False
        find_in_item = left.object == syntax.NameNode(role) if isinstance(left, syntax.GetNode) else role == "it"
        if (
            not find_in_item
            or not isinstance(found, typed_tree.AttributeExpr)
            or not isinstance(word, typed_tree.LiteralExpr)
        ):
            return False
        return self.own is not None and self.own.values.get(left.word) == word.value

    def holds_itself(self, node: syntax.Expr) -> bool:
        """Return True if a list certainly contains the piece that has the power.

        This is certain if the power is active only in the listed zone, and the piece passes the filter.
        """
        asked = syntax.split_chain(node.where) if isinstance(node, syntax.FilterNode) else []
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
        """Return the scope with one more name."""
        return replace(self, names={**self.names, word: meaning})

    def about(self, item: Meaning, *words: str) -> EnglishScope:
        """Return the scope of a condition about an item. In it, `it` and the names in `words` mean the item."""
        names = {word: _make_outer_item(meaning) for word, meaning in self.names.items()}
        return replace(self, names={**names, **dict.fromkeys(words, item)}, it=item)

    def told_of(self, subject: syntax.Expr | None) -> EnglishScope:
        """Return the scope of a sentence with this subject."""
        return replace(self, subject=subject)

    def acted_by(self, actor: syntax.Expr) -> EnglishScope:
        """Return the scope after `actor` has made a decision."""
        return replace(self, actor=actor, subject=None)

    def trial(self) -> EnglishScope:
        """Return a copy for trial renderings, which do not count as first mentions."""
        return replace(self, fresh=dict(self.fresh))


def is_its_ambiguous(word: str, where: syntax.Expr | None, scope: EnglishScope) -> bool:
    """Return True if `its` in a condition could mean both the item and a named value.

    This is so if the condition compares a number of the one with a number of the other.
    """
    compared = (
        [part for part in syntax.walk(where) if isinstance(part, syntax.CompareNode)] if where is not None else []
    )
    sides = [side for part in compared for side in (part.left, part.right) if scope.type_of(part.left) == NUMBER]
    name = syntax.NameNode(word)
    return any(
        (isinstance(part, syntax.GetNode) and part.object == name)
        or (isinstance(part, syntax.CallNode) and any(arg.value == name for arg in part.args))
        for side in sides
        for part in syntax.walk(side)
    )


def find_filter_conditions(node: syntax.Expr) -> list[syntax.Expr]:
    """Return the conditions of all filters inside a condition."""
    return [part.where for part in syntax.walk(node) if isinstance(part, syntax.FilterNode)]


def find_item_type(kind: Type | None) -> Type | None:
    """Return the type of the items of a list or zone. Other types are returned unchanged."""
    if kind is None or kind.base == "list":
        return kind and kind.item
    if kind.base == "zone":
        return piece(kind.of) if kind.of else None
    return kind


def make_item(kind: Type | None, noun: str, many: bool = False) -> Thing:
    """Return the placeholder for an item of a filter, or if `many` for its items."""
    return Thing(ITEM, kind, many, ITEMS_OWN, ITEMS_OWN, f"that {noun}")


def _make_outer_item(meaning: Meaning) -> Meaning:
    """Return the text for the item of an outer filter, for use inside an inner filter."""
    if isinstance(meaning, Thing) and meaning.text == ITEM:
        return replace(meaning, text=meaning.them, possessive="", own="its", them="it")
    return meaning
