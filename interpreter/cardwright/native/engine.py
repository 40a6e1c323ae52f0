"""Engine of a game in compiled C: plays games between bots, and converts states."""

from __future__ import annotations

import os
from collections.abc import Callable, Iterator, Sequence

from cardwright.game.loaded_game import Game
from cardwright.game.state import State
from cardwright.native.bot_engine import Mind, Seated
from cardwright.native.c_compiler import NotNative
from cardwright.native.compiled_game import BeyondC, CompiledLibrary, NativeGame, Played
from cardwright.native.state_conversion import FrameCodec
from cardwright.runtime.primitives.random_numbers import generator

# The values of `CARDWRIGHT_NATIVE`: never C, C where it is worth it, only C.
OFF, AUTO, REQUIRE = "off", "auto", "require"
# Limit for the matches of one call, so that a waiting caller can be interrupted.
MAX_RANDOM_GAMES = 1_000_000


class Engine:
    """A program in compiled C, ready to play. Raises NotNative with the reason if it cannot be compiled.

    `flags` replace the usual flags of the compiler. `stopped` is called regularly during compilation, and cancels it by
    returning True. With `soon`, the parts that changed since the last compilation are not optimized. Several threads
    can play matches of the same engine, each in memory of its own (`CompiledLibrary.new`).
    """

    def __init__(
        self,
        game: Game,
        players: int,
        flags: Sequence[str] | None = None,
        stopped: Callable[[], bool] = lambda: False,
        soon: bool = False,
    ) -> None:
        program, whole = game.program(players), game.whole.program(players)
        code = game.whole.native_code(players)
        if code is None:
            raise NotNative("this game was not loaded from files")
        self.program = program
        self.library = CompiledLibrary(whole.tables, code, flags, stopped, soon)
        self._told = FrameCodec(self.library, code["shapes"], program.tables.plain.constants["TEXTS"])
        self.start = self.library.new()
        if program is not whole:
            powers = program.tables.powers
            self._blank = bytes(number not in powers for number in range(len(program.tables.definitions)))
            self.start.blank(self._blank)
        self.start.take(self._told.row(program.tables.start, [], 0))

    def begun(self, seed: int, room: NativeGame | None = None) -> NativeGame:
        """Return a match at its first decision, as `Game.new` makes it, in `room` if given. Raises BeyondC.

        The knowledge of players is tracked.
        """
        game = self.library.new() if room is None else room
        game.copy(self.start)
        game.watch(self.program.reserved)
        game.begin(generator(seed))
        return game

    def mind(self) -> Mind:
        """Return memory for bots; every thread needs its own."""
        return Mind(self.library, self.start)

    def bot_game(
        self, room: NativeGame, mind: Mind, seed: int, bots: Sequence[tuple[Seated, int]], most: int
    ) -> Iterator[list[int]]:
        """Play a whole match, seating bots with their seeds, and yield the answers of the bots in parts.

        Raises TooManyDecisionsError for a match of more than `most` decisions, and BeyondC.
        """
        self.begun(seed, room)
        for player, (bot, of_bot) in enumerate(bots):
            mind.seat(player, bot, of_bot)
        while (answers := mind.play(room, most)) is not None:
            yield answers

    def taken(self, state: State) -> NativeGame:
        """Return a match in C that continues from an untracked state.

        Raises NotTold if a number of the state does not fit into 64 bits. Raises BeyondC also for a match whose reserve
        was enlarged.
        """
        if state.program.growth != self.program.growth:
            raise BeyondC(0)
        game = self.library.new()
        game.copy(self.start)
        game.take(self._told.row(state.slots, state.frames, state.decisions))
        return game

    def put_into(self, state: State, game: NativeGame) -> None:
        """Set an untracked state of this program to the state of a match in C; its list of answers stays as it is."""
        state.slots, state.frames, _ = self._told.state(game.read_state())

    def random_games(
        self, room: NativeGame, games: Sequence[tuple[int, Sequence[int]]], most: int, enough: int = MAX_RANDOM_GAMES
    ) -> list[Played]:
        """Play random matches in order until `enough` decisions were made, at least one match; return their results.

        Each match is given by its seed and the seeds of its bots, and has at most `most` decisions. It is played in
        `room`.
        """
        return room.random_games(self.start, [(generator(seed), bots) for seed, bots in games], most, enough)


def read_environment() -> str:
    """Return the value of `CARDWRIGHT_NATIVE`. Raises ValueError unless it is `off`, `auto` or `require`."""
    said = os.environ.get("CARDWRIGHT_NATIVE", "") or AUTO
    if said not in (OFF, AUTO, REQUIRE):
        raise ValueError("CARDWRIGHT_NATIVE must be `off`, `auto` or `require`")
    return said
