"""Who acts, on what, and how much: powers that differ in one of these read differently, whoever stands around them."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import product
from textwrap import indent

import pytest
from tests.english.speaking import Speaker, english
from tests.language.meaning import Shape

__all__ = ["english"]

# Where somebody may be spoken of: what stands around, and who has a name there.
AROUND = {
    "on completion:\n  {}": "next(you)",
    "on completion:\n  for each p in opponents:\n    {}": "p",
    "on completion:\n  choose p from opponents:\n    {}": "p",
    "after opponents draw:\n  {}": "player",
}
# What is done there: by A, B and C, who are `you`, not named, or somebody else.
WHO_DOES_IT = (
    "A may pay(1): B draw(1)",
    "A may pay(1):\n  B draw(1)\nelse: C draw(1)",
    "A may:\n  B draw(1)\n  C gain(1)",
    "A choose one:\n  option: B draw(1)\n  option: C gain(1)",
    "A may choose one:\n  option: B draw(1)\n  option: C gain(1)",
    "A choose n from numbers(1, 3): B gain(n)",
    "A choose c from you.hand: B discard([c])",
    "A choose c from you.hand:\n  B discard([c])\n  C gain(1)",
    "A may choose c from you.hand:\n  B pay(1)\n  C discard([c])",
    "A choose c from you.hand:\n  B may pay(1): C discard([c])",
    "A choose c from you.hand:\n  B choose d from you.hand where it is not c: C discard([c, d])",
    "A choose 2 cs from you.hand:\n  for each c in cs: B discard([c])",
    "repeatedly A may pay(1): B draw(1)",
    "if A.ready: B draw(1)",
)
# Among them is Q, who was chosen by A.
WHO_WAS_CHOSEN = (
    "A choose q from players where it is not W: Q lose(1, to: W)",
    "A choose q from players where it is not W: Q draw(1)",
    "A may choose q from players where it is not W:\n  Q draw(1)\n  B gain(1)",
    "A choose q from players where it is not W:\n  Q may pay(1): B draw(1)",
    "A choose c from W.hand, q from players where it is not W: Q discard([c])",
)
TWICE = "on completion:\n  choose c from you.hand:\n    choose d from you.hand"
FOR_EACH = "on completion:\n  for each c in you.hand:\n    choose d from you.goods"
# What is done with some of several numbers or things.
WHAT_IS_MEANT = {
    "on completion:\n  let k = count(you.hand) - 1\n  gain(A)\n  lose(B)": ("k", "2 * k", "k + 1", "3"),
    "on completion:\n  let k = count(you.hand)\n  gain(A)\n  lose(B)": ("k", "2 * k", "k + 1", "3"),
    "on completion:\n  choose k from numbers(1, 5):\n    gain(A)\n    lose(B)": ("k", "2 * k", "k + 1", "3"),
    "after you draw:\n  gain(A)\n  lose(B)": ("number", "2 * number", "number - 1", "3"),
    "after you draw:\n  draw(2)\n  gain(A)\n  lose(B)": ("number", "2 * number", "2", "3"),
    "after opponents draw:\n  let c = count(you.hand)\n  lose(A)\n  gain(B)": ("number", "c", "2"),
    f"{TWICE} where it is not c:\n      discard([A])\n      discard([B])": ("c", "d"),
    f"{TWICE} where tier > c.tier: discard([A])": ("c", "d"),
    "on completion:\n  choose c from you.hand:\n    choose d from you.goods: discard([A])": ("c", "d"),
    "on completion:\n  choose c from you.hand, d from you.hand where tier > c.tier: discard([A])": ("c", "d"),
    f"{FOR_EACH} where tier is c.tier: discard([A])": ("c", "d"),
    f"{FOR_EACH} where good is c.good: discard([A])": ("c", "d"),
    "on completion:\n  A:\n    choose d from you.goods where tier is c.tier: discard([d])": (
        "for each c in you.hand",
        "choose c from you.hand",
    ),
}


def filled(text: str, **given: str) -> str:
    """A text with who or what stands in its places; who is not named leaves none."""
    for place, word in given.items():
        text = text.replace(f"{place}.", f"{word or 'you'}.").replace(f"{place} ", f"{word} " if word else "")
        text = text.replace(f"{place})", f"{word or 'you'})").replace(f"{place}]", f"{word}]")
        text = text.replace(f"{place}:", f"{word}:")
    return text


def by_whom() -> Iterator[str]:
    for (around, other), does in product(AROUND.items(), WHO_DOES_IT):
        places = [place for place in "ABC" if place in does]
        for who in product(("", "you", other), repeat=len(places)):
            yield put(around, filled(does, **dict(zip(places, who, strict=True))))


def to_whom() -> Iterator[str]:
    for (around, other), does in product(AROUND.items(), WHO_WAS_CHOSEN):
        for a, b, q, w in product(("", other), ("", "q", other), ("", "q", other), ("you", other)):
            yield put(around, filled(does, A=a, B=b, Q=q, W=w))


def of_what() -> Iterator[str]:
    for text, words in WHAT_IS_MEANT.items():
        for a, b in product(words, repeat=2):
            yield filled(text, A=a, B=b)


def put(around: str, inside: str) -> str:
    """Something where somebody may be spoken of."""
    start, _, _ = around.partition("{}")
    margin = start.rpartition("\n")[2]
    return start + indent(inside, margin).removeprefix(margin)


@pytest.mark.long
@pytest.mark.parametrize("texts", [by_whom, to_whom, of_what])
def test_what_goes_another_way_reads_differently(english: Speaker, texts: Callable[[], Iterator[str]]) -> None:
    said: dict[str, dict[Shape, str]] = {}
    for text in dict.fromkeys(texts()):
        sentence, meant = english.meant(text)
        assert not english.mistakes, (text, english.mistakes)
        said.setdefault(sentence, {}).setdefault(meant, text)
    alike = {sentence: list(found.values()) for sentence, found in said.items() if len(found) > 1}
    assert alike == {}


# Sentences in which something came between a thing and its next mention.
CALLED_AGAIN = {
    "on completion:\n  for each p in opponents:\n    p choose q from players where it is not p: q lose(1, to: p)": (
        "When this card is completed, each opponent chooses a player other than them. The chosen player loses a credit "
        "to that opponent."
    ),
    # of two loops the one and the other, if both are meant in it
    "on completion:\n  for each c in you.hand:\n    for each d in you.hand where it is not c: swap(c, d)": (
        "When this card is completed, for each card in your hand, swap that card with each card in your hand other "
        "than that card."
    ),
    "on completion:\n  for each c in you.hand:\n    for each d in you.hand where it is not c: discard([c])": (
        "When this card is completed, for each card in your hand, for each card in your hand other than that card, "
        "discard the first card."
    ),
    "after opponents draw:\n  player choose q from players where it is not player: q lose(1, to: player)": (
        "After an opponent draws one or more cards, that player chooses a player other than them. The chosen player "
        "loses a credit to the chooser."
    ),
    "on completion:\n  next(you) choose q from opponents: q lose(1)": (
        "When this card is completed, the player after you chooses one of your opponents. The chosen "
        "player loses a credit."
    ),
    f"{TWICE} where tier > c.tier: discard([c])": (
        "When this card is completed, choose a card from your hand, then choose a card from your hand whose tier is "
        "more than that card's tier. If you do, discard the first card."
    ),
    "on completion:\n  choose n from numbers(1, 5):\n    gain(2 * n)\n    lose(n)": (
        "When this card is completed, choose a number from 1 to 5 (X), gain credits equal to twice X and lose "
        "X credits."
    ),
    "after you draw:\n  gain(3)\n  lose(number)": "After you draw X cards, gain 3 credits and lose X credits.",
    "after you draw:\n  gain(number)\n  lose(number)": (
        "After you draw one or more cards, gain that many credits and lose that many credits."
    ),
    # two numbers that are meant again are not both X
    "after you draw:\n  choose n from numbers(1, 5):\n    gain(2 * n)\n    lose(n)\n    lose(number)": (
        "After you draw X cards, choose a number from 1 to 5 (Y). Gain credits equal to twice Y, lose Y credits and "
        "lose X credits."
    ),
    "on completion:\n  let k = count(you.hand) - 1\n  let m = count(you.goods) - 1\n  gain(2 * k)\n  gain(2 * m)\n"
    "  lose(k)\n  lose(m)": (
        "When this card is completed, note the number of cards in your hand minus 1 (X), note the number of your goods "
        "minus 1 (Y) and gain credits equal to twice X. Gain credits equal to twice Y, lose X credits and lose Y "
        "credits."
    ),
    f"{FOR_EACH} where tier is c.tier: discard([c])": (
        "When this card is completed, for each card in your hand, choose one of your goods whose tier is that card's "
        "tier; if you do, discard that card."
    ),
}


@pytest.mark.parametrize("text", CALLED_AGAIN)
def test_what_is_called_again_is_what_was_mentioned_last(english: Speaker, text: str) -> None:
    assert english.power(text) == CALLED_AGAIN[text]
