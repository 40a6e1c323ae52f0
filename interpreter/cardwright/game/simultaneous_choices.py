"""Secret choices that all players make at once, although a state asks them one after the other."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardwright.runtime.errors import SlipError
from cardwright.state_slots_and_table_rows import SEALED

if TYPE_CHECKING:
    from cardwright.runtime.state import Position

P = TypeVar("P", bound="Position")
NONE_GIVEN: Mapping[int, Sequence[int]] = {}


@dataclass(frozen=True)
class ChoiceProgress(Generic[P]):
    """Progress of a secret choice.

    - `pending`: for each player who can answer now, the state in which this player is asked
    - `answered`: the players who were asked and have answered
    - `end`: a state in which all given answers are stored; only its view for one of `answered` is meant to be shown
    """

    pending: Mapping[int, P]
    answered: frozenset[int]
    end: P


class SimultaneousChoice(Generic[P]):
    """A secret choice (`secretly for each`) that has begun; `players` are those it is about.

    No rule text can read an answer before the last player has answered, so what the players are asked depends only on
    the state at the beginning. A copy of that state, in which the first player comes once more at the end of the list,
    is played on: it never leaves the choice, whatever is answered.
    """

    def __init__(self, start: P, players: tuple[int, ...]) -> None:
        self.players = players
        self._endless = _list_players(start, (*players, start.player))

    @classmethod
    def begin(cls, state: P) -> SimultaneousChoice[P] | None:
        """Return the secret choice whose first question a state waits for; None if it is about one player, or none."""
        place = _find_sealed(state) if state.secret else 0
        players = state.frames[-1][place - 2] if place else ()
        return cls(state, tuple(players)) if len(players) > 1 else None

    @property
    def is_public(self) -> bool:
        """True if every player can know which players the choice is about."""
        state = self._endless
        return bool(state.program.tables.sites[state.site].public)

    def goes_on(self, answers: Sequence[int]) -> bool:
        """Return True if the choice is not over after some answers, in the order in which the state asks."""
        state = self._endless.clone()
        for answer in answers:
            state.apply(answer)
            if not self._is_open(state):
                return False
        return True

    def follow(self, answers: Mapping[int, Sequence[int]] = NONE_GIVEN) -> ChoiceProgress[P]:
        """Return the progress of the choice when players have given `answers`, each in the order of their questions.

        Raises IllegalAnswer if there is no such option.
        """
        state = self._endless.clone()
        left = {player: list(given) for player, given in answers.items()}
        pending: dict[int, P] = {}
        answered: set[int] = set()
        while self._is_open(state):
            player = state.player
            given = left.get(player)
            if given:
                answered.add(player)
            elif player not in pending:
                pending[player] = _list_players(state, self.players)
            try:
                # whatever a player without an answer would choose, the other questions are the same
                state.apply(given.pop(0) if given else 0)
            except SlipError:
                break  # the question to the next player is an error, which is reported when that player's turn comes
        return ChoiceProgress(pending, frozenset(answered - pending.keys()), _list_players(state, self.players))

    def _is_open(self, state: P) -> bool:
        """Return True if a player of the choice is asked, and not yet the first one once more."""
        place = _find_sealed(state)
        return bool(place) and len(state.frames[-1][place]) < len(self.players)


def _find_sealed(state: Position) -> int:
    """Return the place of the answers of the choice that is being made in the frame of the decision; 0 if none is."""
    frame: tuple[Any, ...] = state.frames[-1]
    described = state.variant.frames[frame[0]].variables
    open_choices = (
        place
        for place, (word, _, _) in enumerate(described, start=1)
        if word == SEALED and len(frame[place]) < len(frame[place - 2])
    )
    return next(open_choices, 0)


def _list_players(state: P, players: tuple[int, ...]) -> P:
    """Return a copy of a state in which the secret choice is about `players`."""
    copy = state.clone()
    place = _find_sealed(state)
    if place:
        frame = copy.frames[-1]
        copy.frames[-1] = (*frame[: place - 2], players, *frame[place - 1 :])
    return copy
