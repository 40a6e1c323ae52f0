"""A game for a number of players in compiled C: whole random games, and single games from and to states of Python."""

from __future__ import annotations

import os
from collections.abc import Callable, Sequence

from cardwright.native.build import FLAGS, NotNative
from cardwright.native.library import Library, NativeGame, Played
from cardwright.native.states import Told
from cardwright.playing.game import Game
from cardwright.playing.state import State
from cardwright.runtime.kernel import seeded

# What `CARDWRIGHT_NATIVE` may say: never in C, where it is worth it, and nothing else than in C.
OFF, AUTO, REQUIRE = "off", "auto", "require"
# After so many decisions a call comes back, so that whoever waits can be heard.
ENOUGH = 1_000_000


class Engine:
    """One program in C, ready for games. Raises NotNative, which says why, where there can be none.

    `stopped` is asked now and then while it is compiled, and ends that.
    Games of one engine can be played in several threads at once, each in a room of its own (`Library.new`).
    """

    def __init__(
        self, game: Game, players: int, flags: Sequence[str] = FLAGS, stopped: Callable[[], bool] = lambda: False
    ) -> None:
        program, code = game.program(players), game.native_code(players)
        if code is None:
            raise NotNative("this game was not loaded from files")
        self.program = program
        self.library = Library(program.tables, code, flags, stopped)
        self.texts: tuple[str, ...] = program.plain.names["TEXTS"]
        self._titles = {text: number for number, text in enumerate(self.texts)}
        self._told = Told(self.library, code["shapes"])
        self.start = self.library.new()
        self.start.take(self._told.row(program.tables["start"], [], 0, self._titles))

    def begun(self, seed: int) -> NativeGame:
        """A new game as `Game.new` makes it, set up and played to its first decision. Raises BeyondC."""
        game = self.library.new()
        game.copy(self.start)
        game.begin(seeded(seed))
        return game

    def taken(self, state: State) -> NativeGame:
        """A game in C that goes on from a plain state. Raises NotTold when C cannot hold it, and BeyondC."""
        game = self.library.new()
        game.take(self._told.row(state.slots, state.frames, state.decisions, self._titles))
        return game

    def put_into(self, state: State, game: NativeGame) -> None:
        """Make a plain state of this program what a game in C is now; its answers are not told."""
        state.slots, state.frames, _ = self._told.state(game.told(), self.texts)

    def random_games(
        self, room: NativeGame, games: Sequence[tuple[int, Sequence[int]]], most: int, enough: int = ENOUGH
    ) -> list[Played]:
        """Whole games between random bots, each by its seed and those of its bots, in order: at least the first one."""
        return room.random_games(self.start, [(seeded(seed), bots) for seed, bots in games], most, enough)


def wish() -> str:
    """What `CARDWRIGHT_NATIVE` says; ValueError when that is none of `off`, `auto` and `require`."""
    said = os.environ.get("CARDWRIGHT_NATIVE", "") or AUTO
    if said not in (OFF, AUTO, REQUIRE):
        raise ValueError("CARDWRIGHT_NATIVE is `off`, `auto` or `require`")
    return said
