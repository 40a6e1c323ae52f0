"""Rules text in English, generated from the syntax trees of powers, for cards, prompts and options."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import replace

from cardwright.declarations.declared import GameDecl
from cardwright.declarations.types import PLAYER, Type, piece
from cardwright.english.abilities import Abilities
from cardwright.english.depth import shallow
from cardwright.english.nouns import YOU, Group, Thing, player_thing
from cardwright.english.scope import Meaning, Scope
from cardwright.english.sentences import Sentence, block
from cardwright.english.vocabulary import Vocabulary
from cardwright.syntax import tree as syntax
from cardwright.wording.inflection import capital
from cardwright.wording.templates import Phrase

__all__ = ["English", "Phrase"]

_CONTROL = re.compile(r"[\x00-\x09\x0b-\x1f]")
_OTHER = "the other player"


class English:
    """Says the texts of one game.

    `prompt` and `option` speak to the player who is asked: the node's own subject is `you` in them. `asked` is that
    subject where the node does not say it, `names` are the types of the names that are known around the node. `other`
    is what `you` of the text is called when somebody else is asked, `many` how many are picked if that is no number.
    """

    def __init__(self, game: GameDecl, phrases: Mapping[str, Phrase]) -> None:
        self._vocabulary = Vocabulary(game, phrases)
        self._say = Abilities(self._vocabulary)

    def power(self, power: syntax.Power) -> str:
        """The whole rules text of a power, a paragraph for each ability."""
        return _clean(self._say.power(shallow(power), self._scope(None)))

    def ability(self, ability: syntax.Ability) -> str:
        """The rules text of one ability."""
        return _clean(self._say.ability(shallow(ability), self._scope(None)))

    def prompt(
        self,
        node: syntax.Choose | syntax.ChooseOne | syntax.May,
        pick: int = 0,
        *,
        names: Mapping[str, Type] | None = None,
        other: str = _OTHER,
        many: str = "",
    ) -> str:
        """The question a decision asks: "Choose a card from your hand", "You may discard a red card"."""
        node = shallow(node)
        scope = self._asking(node.subject, names, other)
        may = "You may " if not isinstance(node, syntax.May) and node.may else ""
        if isinstance(node, syntax.ChooseOne):
            return f"{may}choose one" if may else "Choose one"
        if isinstance(node, syntax.Choose):
            return _clean(capital(f"{may}choose {self._picked(node, pick, scope, many)}"))
        if node.deed is not None:
            sentences = self._say.deed(node.deed, scope)
        else:
            sentences = self._say.body(node.body, scope)
        return _clean(f"You may {self._done(sentences, scope)}")

    def option(
        self,
        body: syntax.Body,
        asked: syntax.Expr | None = None,
        *,
        names: Mapping[str, Type] | None = None,
        other: str = _OTHER,
    ) -> str:
        """The title of an option without one, or of what may be done: "Draw 2 cards"."""
        scope = self._asking(asked if asked is not None else _asked(body), names, other)
        sentences = self._say.body(shallow(body), scope)
        return _clean(capital(self._done(sentences, scope)))

    def value(self, node: syntax.Expr, *, names: Mapping[str, Type] | None = None) -> str:
        """A value: "the number of cards in your hand"."""
        return _clean(self._say.say(shallow(node), self._scope(names)))

    def condition(self, node: syntax.Expr, *, names: Mapping[str, Type] | None = None) -> str:
        """A condition: "you have 4 or more credits"."""
        return _clean(self._say.condition(shallow(node), self._scope(names)))

    # ------------------------------------------------------------ scopes

    def _scope(self, names: Mapping[str, Type] | None) -> Scope:
        kind = piece(self._vocabulary.this_kind)
        this = Thing(f"this {self._vocabulary.noun(kind)}", kind)
        return Scope({word: self._known(word, found) for word, found in (names or {}).items()}, this)

    def _known(self, word: str, kind: Type) -> Meaning:
        """What a name is called of which only the type is known."""
        noun = self._vocabulary.noun(kind)
        if kind.base == "list":
            nouns = self._vocabulary.nouns(noun)
            return Group(noun, nouns, kind.item, opaque=f"those {nouns}")
        return player_thing("that player", kind) if kind == PLAYER else Thing(f"that {noun}", kind)

    def _asking(self, subject: syntax.Expr | None, names: Mapping[str, Type] | None, other: str) -> Scope:
        """The scope of a text for the player who is asked."""
        scope = self._scope(names)
        if subject is None or subject == syntax.Name("you"):
            return scope
        you = replace(YOU, type=PLAYER)
        scope = replace(scope, actor=subject, you=player_thing(other, PLAYER))
        return scope.named(subject.word, you) if isinstance(subject, syntax.Name) else scope

    def _picked(self, node: syntax.Choose, pick: int, scope: Scope, many: str) -> str:
        for place, choice in enumerate(node.picks):
            text, group = self._say.pick_text(choice, self._say.before_pick(node, place, scope), many=many)
            if place >= pick:
                return text
            scope = scope.named(choice.word, self._say.picked_again(node, place, group, scope))
        return "one"

    @staticmethod
    def _done(sentences: list[Sentence], scope: Scope) -> str:
        if not sentences:
            return "do nothing"
        first = sentences[0]
        if first.subject is not None and first.subject.text == "you" and not first.lead:
            sentences = [replace(first, modal="", named=False), *sentences[1:]]
        return block(sentences).replace("\n• ", " – ")


def _asked(body: syntax.Body) -> syntax.Expr | None:
    """The one who acts in a body, when everything in it is done by one name."""
    subjects = {
        node.subject.word if isinstance(node.subject, syntax.Name) else ""
        for node in body.statements
        if isinstance(node, syntax.Deed | syntax.May | syntax.Choose | syntax.ChooseOne) and node.subject is not None
    }
    word = next(iter(subjects)) if len(subjects) == 1 else ""
    return syntax.Name(word) if word not in ("", "you", "opponents", "players") else None


def _clean(text: str) -> str:
    """The text without anything that cannot be printed."""
    return _CONTROL.sub("", text)
