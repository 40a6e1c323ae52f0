"""How a game has ended, in a sentence."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import partial
from typing import TYPE_CHECKING

from cardwright.inspect.entries import last_done
from cardwright.inspect.history import Teller
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

    word, when = ends_when(state.game, state.ending, partial(roles_of_last, state))
    done = last_done(state, word)
    if done is None or done.player < 0 or re.search(r"\byou\b", when):
        return when
    return re.sub(r"\byour\b", f"{state.program.naming.player(done.player)}'s", when)


def roles_of_last(state: State, word: str) -> Mapping[str, str]:
    """What the roles of a deed were when it was done last, as everybody could see it."""
    done = last_done(state, word)
    everybody = tuple(range(state.program.players))
    return {} if done is None else Teller(state.retracked(), everybody).roles(done)
