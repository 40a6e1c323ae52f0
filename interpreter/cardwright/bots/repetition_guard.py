"""Guard against endless repetition: bots decline after many decisions at one decision point in a turn."""

from random import Random

from cardwright.game.state import State

# Limit for the decisions at one decision point in a turn. No shipped game needs half as many.
MAX_OPTIONS_TRIED = 60


class Patience:
    """Counter of a bot's decisions at each decision point in the current turn.

    A bot that is made for a single choice, as at a table of the server, counts them in the log instead.
    """

    def __init__(self) -> None:
        self._turn = (-1, -1)
        self._asked: dict[int, int] = {}

    def lost(self, state: State) -> bool:
        """Count this decision; return True if the bot has decided too often at this decision point in this turn.

        Always False in a game without turns. Raises IllegalAnswer if the match is over.
        """
        if state.finished:
            raise state.refusal(0)
        if not state.program.tables.turn:
            return False
        turn = (state.turns, state.player)
        if turn != self._turn:
            self._turn, self._asked = turn, {}
        asked = self._asked[state.site] = self._asked.get(state.site, 0) + 1
        return max(asked, _count_answers(state) + 1) > MAX_OPTIONS_TRIED


def _count_answers(state: State) -> int:
    """Return how often the log has an answer of this player at this decision point in the present turn.

    Returns 0 for a match without a log.
    """
    procedures = state.program.tables.procedures
    count = 0
    for entry in reversed(state.tracker.log if state.tracked else ()):
        if entry.kind == "begin" and procedures[entry.what[0]].word == state.program.tables.turn:
            break
        count += entry.kind == "answer" and entry.player == state.player and entry.what[0] == state.site
    return count


def choose_to_decline(state: State, random: Random) -> int:
    """Return the first option that declines, else a random option."""
    declining = [option for option in range(state.option_count) if state.declines(option)]
    return declining[0] if declining else random.randrange(state.option_count)
