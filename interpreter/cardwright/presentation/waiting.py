"""Tells what a thing on a stack stands for as what will be done: with the names of what it keeps for that."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.contract import STANDS_FOR

if TYPE_CHECKING:
    from cardwright.presentation.fact import Fact

# What tells two texts apart that say the same.
_WHICH = re.compile(r" \(\d+\)$")
LATER = "later:"


def with_names(facts: Sequence[Fact], waiting: Mapping[str, Sequence[tuple[str, str]]]) -> tuple[Fact, ...]:
    """The facts of a piece, those that the text says for which it stands told in that."""
    stands = next((fact for fact in facts if fact.word == STANDS_FOR and fact.value in waiting), None)
    if stands is None:
        return tuple(facts)
    text, kept, said = _WHICH.sub("", stands.value), {fact.word: fact for fact in facts if fact.says}, {STANDS_FOR}
    for called, word in waiting[stands.value]:
        if word in kept and re.search(rf"\b{called}\b", text):
            text = re.sub(rf"\b{called}\b", kept[word].value.replace("\\", r"\\"), text)
            said.add(word)
    return (replace(stands, title=LATER, value=text), *(fact for fact in facts if fact.word not in said))
