"""Random play in compiled C for `cardwright stress`, with the same answers and checks as in Python."""

import ctypes
from collections.abc import Sequence
from hashlib import sha512

from cardwright import Game, State
from cardwright.bots.native_bots import convert_bot
from cardwright.bots.random import RandomBot
from cardwright.game.start_with_active_cards import find_inconsistency
from cardwright.native.compiled_game import BeyondC
from cardwright.native.engine import Engine
from cardwright.native.state_conversion import NotTold


class NativePath:
    """Player of random answers in C for one game and number of players. Raises NotNative without C."""

    def __init__(self, game: Game, players: int) -> None:
        self._engine = Engine(game, players)
        self._mind = self._engine.mind()
        self._counters: list[int] = self._engine.program.plain.executed
        self._ran = (ctypes.c_int64 * max(1, len(self._counters)))()

    def go_on(
        self, state: State, chance: str, most: int, every: int, declines: float
    ) -> tuple[State, list[int]] | None:
        """Return the state and answers after at most `most` random answers, or None if Python has to play.

        `chance` is the seed of the answers in the form that `random.Random` takes; pieces are checked after every
        `every` answers.
        """
        ctypes.memset(self._ran, 0, ctypes.sizeof(self._ran))
        answers: list[int] = []
        expected = state.clone()
        try:
            room = self._engine.taken(state)
            room.count(self._ran)
            self._mind.seat(0, convert_bot(RandomBot(0), self._engine.program), _convert_seed(chance))
            while len(answers) < most:
                given = self._mind.wander(room, min(every, most - len(answers)), declines)
                answers += given
                self._engine.put_into(expected, room)
                if find_inconsistency(expected):
                    return None
                if len(given) < every:
                    break
        except (BeyondC, NotTold):
            return None
        for place, times in enumerate(self._ran[: len(self._counters)]):
            self._counters[place] += times
        return expected, answers

    def leads_to(self, before: State, answers: Sequence[int], after: State) -> bool:
        """Return True unless C shows that the answers lead from the state `before` to another state than `after`."""
        try:
            room = self._engine.taken(before)
            for answer in answers:
                room.answer(answer)
        except (BeyondC, NotTold):
            return True
        expected = after.clone()
        self._engine.put_into(expected, room)
        return bool(expected.digest() == after.digest())


def _convert_seed(text: str) -> int:
    """Return the number to which `random.Random` converts a text."""
    data = text.encode()
    return int.from_bytes(data + sha512(data).digest(), "big")
