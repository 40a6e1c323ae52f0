"""The one thing that an option leads to without asking: what it plays, where a single card can be played."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.contract import PENDING, TRACKER
from cardwright.inspect.followed import course_of
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

    Whatever happens before it, be it that a card is drawn, ends the search. It is told only where who is asked knows
    that it will be taken: what lies hidden may decide whether anything is, and what.
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
    course = course_of(state, state.player)
    known = None if course is None else course.first_unasked(course.slots[PENDING][1][option])
    # what is hidden is a back, or no value at all
    if known is None or any(type(each) is not int for each in known):
        return ""
    if known != (first.player, first.option, first.site):
        return ""
    [(_, found)] = state.described_unasked([first])
    return "" if found.declines else found.text
