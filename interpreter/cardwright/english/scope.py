"""What the names of a text stand for at one place of it, and what was not yet mentioned."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import field, replace

from cardwright.declarations.types import PLAYER, Type
from cardwright.english.nouns import YOU, Group, Thing
from cardwright.source.frozen import frozen
from cardwright.syntax import tree as s

# What `stop` does in a loop of which nothing is known.
ENDS = "this ends"
# Stand-ins for the item of a filter until it is known how the clause about it reads.
ITEM, ITEMS_OWN = "\x05", "\x06"


@frozen
class Member:
    """A name that stands for each thing of a group in turn."""

    group: Group


@frozen
class Deferred:
    """A value to be said in full where its name is first used."""

    value: s.Expr
    scope: Scope


Meaning = Thing | Group | Member


@frozen
class Scope:
    """Names and what they stand for; `actor` acts where nobody is named, `subject` is whom the sentence is about.

    `replaced` says what `proceed` does inside `instead of`, `stopped` what `stop` does in a loop; `taken` are the
    pronouns of what was chosen already. `fresh` holds the names whose first mention is still to come, shared by all
    scopes of one text.
    """

    names: Mapping[str, Meaning]
    this: Thing
    you: Thing = field(default_factory=lambda: replace(YOU, type=PLAYER))
    it: Meaning | None = None
    actor: s.Expr = field(default_factory=lambda: s.Name("you"))
    subject: s.Expr | None = None
    fresh: dict[str, str | Deferred] = field(default_factory=dict)
    replaced: str = ""
    stopped: str = ENDS
    taken: frozenset[str] = frozenset()

    def named(self, word: str, meaning: Meaning) -> Scope:
        """The scope with one more name."""
        return replace(self, names={**self.names, word: meaning})

    def about(self, item: Meaning, *words: str) -> Scope:
        """The scope of a condition about an item, which is `it` and may have names too."""
        names = {word: _outer(meaning) for word, meaning in self.names.items()}
        return replace(self, names={**names, **dict.fromkeys(words, item)}, it=item)

    def told_of(self, subject: s.Expr | None) -> Scope:
        """The scope of a sentence about somebody."""
        return replace(self, subject=subject)

    def acted_by(self, actor: s.Expr) -> Scope:
        """The scope of a body in which somebody acts where nobody is named."""
        return replace(self, actor=actor, subject=None)

    def trial(self) -> Scope:
        """A copy whose first mentions do not count."""
        return replace(self, fresh=dict(self.fresh))


def item_of(kind: Type | None, noun: str, many: bool = False) -> Thing:
    """The stand-in for an item of a filter."""
    return Thing(ITEM, kind, many, ITEMS_OWN, ITEMS_OWN, f"that {noun}")


def _outer(meaning: Meaning) -> Meaning:
    """What the item of a filter is called inside another filter."""
    if isinstance(meaning, Thing) and meaning.text == ITEM:
        return replace(meaning, text=meaning.them, possessive="", own="its", them="it")
    return meaning
