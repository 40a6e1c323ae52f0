"""Training of valuations in another process, for games that bots already play.

The process has the arguments PLACE PLAYERS SETS and a low priority. It stores what it learned in the cache, and prints
a description of that as JSON. It ends when its standard input is closed, so it never outlives the server.
"""

import asyncio
import json
import os
import signal
import sys
import time
from _thread import interrupt_main
from collections.abc import Sequence
from contextlib import suppress
from threading import Event, Thread
from typing import TYPE_CHECKING

from cardwright_tools.cli.game_arguments import choose_game, find_address
from cardwright_tools.cli.non_raising_streams import open_outlets
from cardwright_tools.cli.signals import stop_at_signals
from cardwright_tools.cli.standard_output import print_json, print_note
from cardwright_tools.training.from_nothing.quick_valuation import (
    MAX_PROCESSOR_SECONDS,
    lacks_learned,
    names_players,
    train_into_cache,
)

if TYPE_CHECKING:
    from cardwright import Game

# The lowest priority but one, because tables come first.
NICENESS = 10
# Seconds after which the main thread is interrupted again; it ends within less.
SECONDS_TO_AGAIN = 5
# Limit after which a process that hangs is ended; learning stops by itself before.
LIMIT_OF_PROCESS = 2 * round(MAX_PROCESSOR_SECONDS)
# Limit for the pairs of a game and a number of players that one server learns.
MAX_LEARNED = 50
STANDARD_INPUT = 0


class BackgroundLearning:
    """The games that a server learns: each version once for each number of players, one after the other."""

    def __init__(self) -> None:
        self._known: set[tuple[str, tuple[str, ...], int]] = set()
        self._one_at_a_time = asyncio.Lock()
        self._process: asyncio.subprocess.Process | None = None
        self._over = asyncio.Event()

    def is_new(self, kind: str, game: "Game", players: int) -> bool:
        """Return True if bots of `kind` use a valuation that may have to be learned for this game.

        Returns True only once for each choice of files, sets and number of players; the caller then finds out whether a
        valuation must be learned.
        """
        key = game.content_hash, game.sets, players
        if self._over.is_set() or key in self._known or len(self._known) >= MAX_LEARNED or not names_players([kind]):
            return False
        self._known.add(key)
        return True

    async def learn(self, game: "Game", players: int) -> bool:
        """Train a valuation for a game unless its bots have one; return True if it is in the cache now.

        Tells the host that bots learn, and with what result.
        """
        if not await asyncio.to_thread(lacks_learned, game, players):
            return False
        async with self._one_at_a_time:
            if self._over.is_set():
                return False
            print_note(
                f"{game.title} names no valuation, so its bots learn it in the background, in at most "
                f"{MAX_PROCESSOR_SECONDS:.0f} seconds of a processor; until then they go by the score alone "
                "(--no-learning: always)."
            )
            said = await self._run([find_address(game), str(players), *game.sets])
        if self._over.is_set():
            return False
        print_note(said or f"Bots go by the score alone: learning {game.title} came to no end.")
        return bool(said)

    async def _run(self, words: Sequence[str]) -> str:
        self._process = await asyncio.create_subprocess_exec(
            sys.executable,
            *("-m", "cardwright_tools.session.background_learning", *words),
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.DEVNULL,
        )
        if self._over.is_set():
            self._end_process()
        # not `communicate`, which would close the standard input
        assert self._process.stdout is not None
        said = await self._process.stdout.read()
        await self._process.wait()
        with suppress(ValueError):
            return str(json.loads(said))
        return ""

    def _end_process(self) -> None:
        if self._process is not None and self._process.returncode is None:
            with suppress(ProcessLookupError):
                self._process.terminate()

    def close(self) -> None:
        """Stop learning; the process ends by itself."""
        self._over.set()
        self._end_process()


def learn_here(place: str, players: int, sets: Sequence[str]) -> str:
    """Train a valuation for a game, store it in the cache, and return its description; "" if there is none."""
    from cardwright_tools.training.parallel_games import LearningLimit

    limit = LearningLimit(MAX_PROCESSOR_SECONDS, time.process_time)
    found = train_into_cache(choose_game(place, sets), players, 1, limit)
    return "" if found is None else found[1]


def end_with_standard_input(ended: Event) -> None:
    """Interrupt the main thread when the standard input is closed, and repeat that until `ended` is set.

    A single interrupt is not enough, because Python drops exceptions in some code, such as finalizers.
    """
    # not by `sys.stdin`, whose lock this thread would hold when the process ends
    with suppress(OSError):
        while os.read(STANDARD_INPUT, 1):
            pass
    while not ended.is_set():
        interrupt_main(signal.SIGTERM)  # not SIGINT, which programs in the background of a shell ignore
        ended.wait(SECONDS_TO_AGAIN)


if __name__ == "__main__":
    open_outlets()
    with suppress(ImportError):  # Windows
        import resource

        os.nice(NICENESS)
        resource.setrlimit(resource.RLIMIT_CPU, (LIMIT_OF_PROCESS, LIMIT_OF_PROCESS))
    place, number, *sets = sys.argv[1:]
    main_ended = Event()
    with suppress(KeyboardInterrupt), stop_at_signals():
        try:
            Thread(target=end_with_standard_input, args=[main_ended], daemon=True).start()
            print_json(learn_here(place, int(number), sets))
        finally:
            main_ended.set()
