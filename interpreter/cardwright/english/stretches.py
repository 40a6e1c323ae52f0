"""Says what stretches of a game are called: a turn, the game, a pirate action."""

from __future__ import annotations

import re

from cardwright.wording import inflection
from cardwright.wording.inflection import spoken

# What a stretch of a game is called whose name ends so.
_SPANS = ("turn", "round", "phase", "game", "day")


def stretch(word: str) -> str:
    """What a stretch is called that has no phrase: turn for `lead_turn`, game for all that is played."""
    named = "game" if word == "play" else spoken(word)
    last = named.rpartition(" ")[2]
    return last if last in _SPANS else named


def stretch_taken(word: str, text: str) -> tuple[str, str] | None:
    """The article and the noun of a stretch that is taken, as a turn or what has the name of the deed is; else None."""
    found = re.fullmatch(r"(?:take|taking) (a|an|the) (.+)", text)
    if found is None:
        return None
    noun = found[2]
    named = spoken(word) in (noun, inflection.plural(noun))
    return (found[1], noun) if named or noun.rpartition(" ")[2] in _SPANS else None
