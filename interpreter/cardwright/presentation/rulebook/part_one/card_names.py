"""Names of cards in sentences, and words such as `Jack` that stand for the numbers on cards."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.declarations.model import GameDecl
from cardwright.phrases.inflection import with_article
from cardwright.presentation.rulebook.components import name_plural

if TYPE_CHECKING:
    from cardwright.game.loaded_game import CardText


class CardNames:
    """The names of the cards of one game, for sentences that mention a card by its name.

    A card of which there is only one is called by its name alone.
    """

    def __init__(self, game: GameDecl, cards: Sequence[CardText]) -> None:
        nouns = {word: (kind.title, name_plural(kind)) for word, kind in game.kinds.items()}
        self._kinds = {card.name: nouns[card.kind] for card in cards if card.kind in nouns}
        numbers: dict[str, int] = {}
        for card in cards:
            numbers[card.name] = numbers.get(card.name, 0) + card.needed
        self._single = {name for name, number in numbers.items() if number == 1}
        names = "|".join(re.escape(name) for name in sorted(self._kinds, key=len, reverse=True))
        every = {noun for pair in nouns.values() for noun in pair}
        noun = "|".join(re.escape(each) for each in sorted(every, key=len, reverse=True))
        self._named = re.compile(rf"\b(?P<a>[Aa]n? )?(?P<noun>{noun}) named (?P<name>{names})(?![\w-])")
        self._called = re.compile(rf"'s name is (?P<name>{names})(?![\w-])")
        self._known = bool(names and noun)

    def call(self, text: str) -> str:
        """Return a text in which `a card named Hall` is `a Hall card` and, if there is only one, `the Hall`."""
        if not self._known or "name" not in text:
            return text
        text = self._called.sub(lambda found: f" is {self._one(found['name'])}", text)
        return self._named.sub(self._render, text)

    def _one(self, name: str) -> str:
        return f"the {name}" if name in self._single else with_article(f"{name} {self._kinds[name][0]}")

    def _render(self, found: re.Match[str]) -> str:
        name = found["name"]
        if found["a"]:
            one = self._one(name)
            return one if found["a"][0] == "a" else f"{one[0].upper()}{one[1:]}"
        return name if name in self._single else f"{name} {found['noun']}"


def name_numbers(cards: Sequence[CardText], attribute: str) -> dict[str, str]:
    """Return the words that stand for the values of a numeric attribute in the names of cards: `Jack` for 11.

    The word is the beginning shared by the names of all cards with the value, if no card with another value has it.
    """
    names: dict[str, list[list[str]]] = {}
    for card in cards:
        if card.attributes.get(attribute, ""):
            names.setdefault(card.attributes[attribute], []).append(card.name.split())
    if not all(value.lstrip("-").isdecimal() for value in names):
        return {}
    called = {}
    for value, words in names.items():
        shared = words[0]
        for each in words:
            same = next(
                (place for place, pair in enumerate(zip(shared, each, strict=False)) if pair[0] != pair[1]), None
            )
            shared = shared[: min(len(shared), len(each)) if same is None else same]
        text = " ".join(shared).removesuffix(" of")
        if text and text != value:
            called[value] = text
    return called if len(set(called.values())) == len(called) else {}
