"""The one thing that an option leads to without asking: what it plays, where a single card can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.contract import TRACKER
from cardwright.runtime.slips import SlipError

if TYPE_CHECKING:
    from cardwright.playing.state import State

# Of more options nothing is tried out: nobody reads it.
MOST_TRIED = 20
# What the log has between the answer and what is taken then, if nothing happened in between.
BEGINS = "begin"
TAKEN = "taken"


def only_one(state: State, option: int) -> str:
    """Return the name of what an option takes at once because there is no other, "" if it asks or does more first.

    It is what would be offered to who is asked, so it tells nothing that they cannot know: whatever happens before it,
    be it that a card is drawn, ends the search.
    """
    site = state.program.tables["sites"][state.site]
    if site.secret or state.option_count > MOST_TRIED or state.declines(option):
        return ""
    tried = state.retracked().clone()
    tracker = tried.slots[TRACKER]
    size, last = len(tracker.log), tracker.unasked
    try:
        tried.apply(option)
    except (SlipError, RecursionError):
        return ""
    tracker = tried.slots[TRACKER]
    answer, *behind = tracker.log[size:] or [None]
    place = next((place for place, entry in enumerate(behind) if entry.kind != BEGINS), None)
    taken = tracker.taken_unasked(last)
    if answer is None or place is None or behind[place].kind != TAKEN or not taken:
        return ""
    first = taken[0]
    # what begins further out is another deed, which comes behind this one
    if first.player != state.player or any(entry.depth < answer.depth for entry in behind[: place + 1]):
        return ""
    [(_, found)] = state.described_unasked([first])
    return "" if found.declines else found.text
