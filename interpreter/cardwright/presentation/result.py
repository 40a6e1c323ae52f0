"""How a game has ended, in a sentence."""

from cardwright.presentation.table import Table
from cardwright.wording.inflection import joined


def who_won(found: Table) -> str:
    """Who has won a finished game, and with what: `P1 wins with score 1350.`"""
    winners = [seat for seat in found.seats if seat.number in found.winners]
    if not winners:
        return "Nobody wins."
    scores = list(dict.fromkeys(seat.score for seat in winners))
    wins = "wins" if len(winners) == 1 else "share the win"
    return f"{joined([seat.name for seat in winners])} {wins} with {found.score} {joined(scores)}."
