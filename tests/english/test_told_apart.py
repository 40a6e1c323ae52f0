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


def put(around: str, inside: str) -> str:
    """Something where somebody may be spoken of."""
    start, _, _ = around.partition("{}")
    margin = start.rpartition("\n")[2]
    return start + indent(inside, margin).removeprefix(margin)


@pytest.mark.parametrize("texts", [by_whom])
def test_what_goes_another_way_reads_differently(english: Speaker, texts: Callable[[], Iterator[str]]) -> None:
    said: dict[str, dict[Shape, str]] = {}
    for text in dict.fromkeys(texts()):
        sentence, meant = english.meant(text)
        assert not english.mistakes, (text, english.mistakes)
        said.setdefault(sentence, {}).setdefault(meant, text)
    alike = {sentence: list(found.values()) for sentence, found in said.items() if len(found) > 1}
    assert alike == {}
