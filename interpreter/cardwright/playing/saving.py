"""Writes the story of a state as a document, for `stories` to read."""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from cardwright.runtime.chance import is_secret
from cardwright.runtime.digests import VERSION
from cardwright.runtime.position import Position

# The first one also held the numbers in a state, which are passed over. Those of a secret seed are of the third: until
# then
# such a seed meant what is left of it below `SECRET`.
FORMAT, FORMATS = 3, (1, 2, 3)


def written(state: Position) -> dict[str, Any]:
    """The story of a state as JSON values; ValueError for one that was put together by hand."""
    if state.origin is None:
        raise ValueError("this game was put together by hand, so it has no story that could be saved")
    dealt = []
    past = state._past
    while past[0] is not None:
        before, step, count = past
        if type(step) is not int:
            dealt.append([count, *step])
        past = before
    return {
        "cardwright": FORMAT if is_secret(state.seed) else FORMAT - 1,
        "game": state.game.name,
        "sets": list(state.game.sets),
        "players": state.program.players,
        "seed": state.seed,
        "content": state.game.content_hash,
        "tracked": state.tracked,
        **deepcopy(dict(state.origin)),
        "answers": state.answers,
        **({"dealt": dealt[::-1]} if dealt else {}),
        "digests": VERSION,
        "digest": state.digest(),
    }
