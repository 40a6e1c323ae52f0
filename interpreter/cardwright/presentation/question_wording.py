"""How questions are worded: with the deed in which they are asked, and what they are for in brief."""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import TYPE_CHECKING

from cardwright.presentation.settled import PLAYER
from cardwright.wording.inflection import base, conjugated
from cardwright.wording.told import SOMETHING_ELSE

if TYPE_CHECKING:
    pass

# Brackets in brackets, but for those that say in which order a number is worked out: twice (a minus (b plus c)).
NESTED = re.compile(r"(?<!\btwice|\btimes|\bminus)(?<!\bplus)(?<!\bof|\bto|\bby)(?<!\band) \([^()]*\([^()]*\)[^()]*\)")


# Questions that say nothing of what they are about.
MAY_CHOOSE = "You may choose one"


CHOOSE = "Choose one"
SAYS_LITTLE = (CHOOSE, MAY_CHOOSE)


# What a text takes to be known.
POINTED = re.compile(r"\b(?:the|that|those|these) (\w+)")


def offering_only(prompt: str, things: bool, deeds: bool) -> str:
    """Return a question for things or something else to do, without what is not offered now."""
    question = prompt.removesuffix(f" or {SOMETHING_ELSE}")
    if question == prompt or (things and deeds):
        return prompt
    return question if things else MAY_CHOOSE if prompt.startswith("You may ") else CHOOSE


def headed(prompt: str, causes: Sequence[str], player: str) -> tuple[str, tuple[str, ...]]:
    """A question, if it says nothing by itself with the deed in which it is asked; and the deeds before.

    These are the causes, without that one. Of a deed that says what is asked, and more, that is the question.
    """
    *before, deed = causes or ("",)
    done = conjugated(deed.removeprefix(f"{player} "), base)
    if done.casefold().startswith(f"{prompt.casefold()} "):
        return f"{done[0].upper()}{done[1:]}", tuple(before)
    if prompt not in SAYS_LITTLE or not deed:
        return prompt, tuple(causes)
    if not deed.startswith(f"{player} "):
        return f"{deed}: {prompt[0].lower()}{prompt[1:]}", tuple(before)
    own = done if PLAYER.search(done) else re.sub(r"\btheir\b", "your", done)
    return f"You may {own}" if prompt == MAY_CHOOSE else f"{own[0].upper()}{own[1:]}", tuple(before)


def briefly(purpose: str) -> str:
    """What a pick is for, without what it may lead to in its turn, where that takes brackets to be told.

    What would stand in brackets in brackets is a value that only what is picked decides.
    """
    first, more, rest = purpose.partition("; if ")
    return NESTED.sub("", first if more and "(" in rest else purpose)


def points_back(note: str, does: str, title: str) -> bool:
    """Whether what an author says of an option speaks of a thing that only what it does has named: those coins."""
    pointed = {noun for noun in POINTED.findall(note) if noun not in title.casefold()}
    return any(re.search(rf"\b(?:an?|some|\d+) (?:\w+ )?{noun}\b", does) for noun in pointed)
