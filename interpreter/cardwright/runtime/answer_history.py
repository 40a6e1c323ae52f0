"""The steps of a game since it began, as a chain that copies of a state share."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

# How a game began, if not from its seed alone: `dictated` has the outcomes that chance was to have, `at_work` the cards
# that were put where they work: the id, whose it is, and whether what it waits for was brought about.
Origin = Mapping[str, Any]
# The steps of a story as a chain that copies of a state share: (the chain before, the step, the number of answers).
# A step is the answer that was given, or for whom what is hidden was dealt anew, and from which seed.
Past = tuple[Any, ...]
START: Past = (None, -1, 0)


def list_answers(past: Past, since: int = 0) -> list[int]:
    """Return the answers of a history, without the first `since` of them."""
    answers = []
    while past[2] > since:
        past, step, _ = past
        if type(step) is int:
            answers.append(step)
    return answers[::-1]
