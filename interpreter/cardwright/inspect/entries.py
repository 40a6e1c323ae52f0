"""Finds in a log what belongs to an entry: what went before in the same deed, and what it led to be seen."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from cardwright.contract import TRACKER
from cardwright.runtime.written import Entry

if TYPE_CHECKING:
    from cardwright.runtime.position import Position


# What says of itself nothing in words, and what is chosen, whether somebody was asked or could do nothing else.
SIGNS = ("count", "change")
CHOICES = ("answer", "taken")
# An answer that was given in secret becomes known.
OPENED = "opened"
ANSWERS = (*CHOICES, OPENED)


def last_done(state: Position, word: str) -> Entry | None:
    """The deed of that name that was done last; None where none was."""
    tracked = state.retracked()
    procedures = tracked.program.tables["procedures"]
    log = tracked.slots[TRACKER].log
    return next(
        (each for each in reversed(log) if each.kind == "begin" and procedures[each.what[0]].word == word), None
    )


def went_before(log: Sequence[Entry], entry: Entry) -> Iterable[Entry]:
    """What happened before an entry in the course of the same deed, as it is, last things first."""
    place = next(place for place in range(len(log) - 1, -1, -1) if log[place] is entry)
    for before in reversed(log[:place]):
        if before.depth < entry.depth:
            return
        if before.depth == entry.depth:
            yield before


def with_what_it_showed(entry: Entry, log: Sequence[Entry], after: int) -> Entry:
    """A deed with its pieces known to all who came to know them by what it did, as lines about that tell anyway."""
    if entry.kind not in ("begin", "power") or not entry.seen:
        return entry
    seen = dict(entry.seen)
    for place in range(after, len(log)):
        if log[place].depth <= entry.depth:
            break
        if log[place].kind in ("move", "turn", "show"):
            for piece, players in log[place].seen.items():
                seen[piece] = seen.get(piece, 0) | players
    own = {piece: seen[piece] for piece in entry.seen}
    return entry if own == entry.seen else replace(entry, seen=own)
