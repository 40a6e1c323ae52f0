"""What there is to know beside a question: the values of the text that asks, as far as nothing else tells them."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence

from cardwright.presentation.settled import UNSAID
from cardwright.runtime.decision import Decision

# What was chosen in the deed that asks.
CHOSEN = "you chose"
# What a text notes for itself.
NOTED = ("0", "no", "yes")
NOTHING: Mapping[str, str] = {}


def about(
    decision: Decision, causes: Sequence[str] = (), picked: str = "", told: Mapping[str, str] = NOTHING
) -> list[tuple[str, str]]:
    """The values there are to know about a question, without those that say nothing or are said already.

    `causes` are the deeds that are told above it, `told` the roles that the last of them says, and `picked` the name of
    what was picked so far. Marks and numbers that are nothing are notes that the text makes for itself.
    """
    said = " ".join((decision.prompt, *causes))
    return [
        (CHOSEN if name == picked else name, value)
        for name, value in decision.context
        if len(name) > 1
        and value.casefold() not in (*UNSAID, *NOTED)
        and value != f"P{decision.player + 1}"
        and not ((len(value) > 1 or told.get(name) == value) and _is_in(value, said))
    ]


def _is_in(value: str, text: str) -> bool:
    """Whether a text says a value, or each of those in a list: `P1` is not in `P10`."""
    return all(re.search(rf"(?<!\w){re.escape(each)}(?!\w)", text, re.IGNORECASE) for each in value.split(", "))
