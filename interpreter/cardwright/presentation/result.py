"""How a game has ended, in a sentence."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from cardwright.inspect.entries import last_doer
from cardwright.presentation.table import Table
from cardwright.wording.inflection import joined

if TYPE_CHECKING:
    from cardwright.playing.state import State


def who_won(found: Table) -> str:
    """Who has won a finished game, and with what: `P1 wins with score 1350.`"""
    winners = [seat for seat in found.seats if seat.number in found.winners]
    if not winners:
        return "Nobody wins."
    scores = list(dict.fromkeys(seat.score for seat in winners))
    wins = "wins" if len(winners) == 1 else "share the win"
    return f"{joined([seat.name for seat in winners])} {wins} with {found.score} {joined(scores)}."


def why_over(state: State) -> str:
    """What had to be so for a finished game to end, and was: `P1's points are at least the points that win (100)`."""
    # imported here: it takes the checked game, which nothing else of a game's end needs
    from cardwright.presentation.rulebook.asked import ends_when

    word, when = ends_when(state.game, state.ending)
    doer = last_doer(state, word)
    if doer < 0 or re.search(r"\byou\b", when):
        return when
    return re.sub(r"\byour\b", f"{state.program.naming.player(doer)}'s", when)
