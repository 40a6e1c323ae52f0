"""What a list is narrowed to in another order, so that other things are left, is said otherwise."""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import product

import pytest
from tests.english.speaking import Speaker, english

__all__ = ["english"]

Card = tuple[int, str]  # its tier, and what good it is
Cards = frozenset[Card]


def among(asked: Callable[[Card], bool]) -> Callable[[Cards], Cards]:
    return lambda cards: frozenset(filter(asked, cards))


def if_any(asked: Callable[[Card], bool]) -> Callable[[Cards], Cards]:
    return lambda cards: among(asked)(cards) or cards


def most(best: Callable[..., int]) -> Callable[[Cards], Cards]:
    return lambda cards: frozenset(each for each in cards if each[0] == best(tier for tier, _ in cards))


# Ways to narrow cards down, and which of them are left.
NARROWED = {
    "where good is illegal": among(lambda card: card[1] == "illegal"),
    "where tier >= 2": among(lambda card: card[0] >= 2),
    "where good is luxury, if any": if_any(lambda card: card[1] == "luxury"),
    "where tier >= 3, if any": if_any(lambda card: card[0] >= 3),
    "with the highest tier": most(max),
    "with the lowest tier": most(min),
}
LISTS = {
    "you.hand": "discard({})",
    "you.goods": "discard({})",
    "opponents.hand": "discard({})",
    "top(deck, 5)": "discard({})",
    "you.completed": "\n  choose card from {}: deliver(card)",
}
HANDS = [
    frozenset((some.randrange(5), some.choice(("illegal", "luxury", "grey"))) for _ in range(some.randrange(1, 7)))
    for some in map(random.Random, range(60))
]


@pytest.mark.one_of
@pytest.mark.parametrize("cards", LISTS)
def test_another_order_is_said_otherwise(cards: str, english: Speaker) -> None:
    """The illegal ones of the cards with the highest tier were said like the illegal cards with the highest tier."""
    found: dict[str, tuple[str, list[Cards]]] = {}
    wrong = []
    for ways in (ways for many in (1, 2, 3) for ways in product(NARROWED, repeat=many)):
        text, left = cards, list(HANDS)
        for way in ways:
            text = f"({text} {way})"
            left = [NARROWED[way](each) for each in left]
        words = english.power("on completion: " + LISTS[cards].format(text))
        first, other = found.setdefault(words, (text, left))
        if other != left:
            wrong.append((words, first, text))
    assert wrong == []
