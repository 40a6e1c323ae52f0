"""Choice between Python and C for a run; C is compiled while Python plays the first matches."""

import time
from collections.abc import Iterable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event, Lock, Thread, Timer
from typing import TYPE_CHECKING

from cardwright.native.c_compiler import OVER
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.laboratory.games.batch import Batch
from cardwright_tools.laboratory.games.match import MatchConfig, Overtaken, play_one

if TYPE_CHECKING:
    from cardwright import Game
    from cardwright.native.engine import Engine

PYTHON, NATIVE, AUTO = "python", "native", "auto"
# Seconds of play in Python from which on a game is compiled for a run.
WORTH_SECONDS = 12.0
# Seconds after which it is compiled if the first match is not over.
GLANCE = 5.0
# Limit for the matches of a run for which code changed by an edit is not optimized.
MIN_NATIVE_GAMES = 10
ASKED_FOR = "it was asked for"


@dataclass
class Engines:
    """The requested engine (`auto`, `python` or `native`), the engines that played, and why these did."""

    asked: str = PYTHON
    why: str = "nothing else was asked for"
    ran: list[str] = field(default_factory=list)

    @property
    def played(self) -> str:
        """Engines that played: `python`, `native`, or both in turn."""
        return ", then ".join(self.ran) or PYTHON

    def note(self, engine: str, why: str = "") -> None:
        """Record that an engine plays; `why` is the reason, if it is to be reported."""
        if engine not in self.ran:
            self.ran.append(engine)
        self.why = why or self.why

    def only_python(self, why: str) -> None:
        """Restrict the choice to Python. Raises UsageError if the native engine is required."""
        if self.asked == NATIVE:
            raise UsageError(f"--engine native cannot be had here: {why}.")
        if self.asked == AUTO:
            self.asked, self.why = PYTHON, why


def read_engine(engine: str | None) -> Engines:
    """Return the engine that `--engine` or else CARDWRIGHT_NATIVE names. Raises UsageError for an invalid value."""
    from cardwright.native import engine as native

    if engine is not None:
        return Engines(engine)
    try:
        return Engines({native.OFF: PYTHON, native.AUTO: AUTO, native.REQUIRE: NATIVE}[native.read_environment()])
    except ValueError as error:
        raise UsageError(f"{error}.") from None


def get_native_engine(game: "Game", players: int, soon: bool = False) -> "Engine":
    """Return the native engine; with `soon`, compile quickly for a few matches. Raises FindingError if unavailable."""
    from cardwright.native.c_compiler import NotNative
    from cardwright.native.engine import Engine

    try:
        return Engine(game, players, soon=soon)
    except NotNative as error:
        raise FindingError(f"these games cannot be played in compiled C: {error}.") from None


def plays_in_c(game: "Game", players: int, kind: str, games: int, engines: Engines) -> bool:
    """Return True if matches of a kind of bot are to be played in C; the game is then compiled.

    Raises FindingError if C is required and not available.
    """
    from cardwright.native.c_compiler import NotNative
    from cardwright.native.engine import Engine

    if engines.asked == NATIVE:
        get_native_engine(game, players)
        engines.note(NATIVE, ASKED_FOR)
        return True
    if engines.asked == PYTHON:
        return False
    if NATIVE not in engines.ran and _time_one_match(game, players, kind) * games < WORTH_SECONDS:
        engines.note(PYTHON, "so few games are not worth compiling")
        return False
    try:
        Engine(game, players)
    except NotNative as error:
        engines.only_python(str(error))
        print_note(f"played in Python: {error}.")
        return False
    engines.note(NATIVE, "it is worth compiling")
    return True


def _time_one_match(game: "Game", players: int, kind: str) -> float:
    """Return the seconds that one match takes in Python; a match that takes too long is abandoned."""
    start = time.perf_counter()
    with suppress(Overtaken):
        play_one(game, MatchConfig("", players, (kind,) * players, 0), 0, lambda: time.perf_counter() - start > GLANCE)
    return time.perf_counter() - start


def explain_needless(table: MatchConfig) -> str:
    """Return why C would not be faster for a configuration, or "" if it would."""
    if table.watched and set(table.bots) <= {"random"}:
        return "to watch random games takes Python as long as to play them"
    return ""


class Compiling:
    """Compilation of a game to C in a thread, while Python plays; `why` is the reason if it failed."""

    def __init__(self, game: "Game", players: int) -> None:
        self.engine: Engine | None = None
        self.why = ""
        self._stopped = Event()
        self._thread = Thread(target=self._compile, args=(game, players), daemon=True)
        self._thread.start()

    def _compile(self, game: "Game", players: int) -> None:
        from cardwright.native.c_compiler import NotNative
        from cardwright.native.engine import Engine

        try:
            self.engine = Engine(game, players, stopped=self._stopped.is_set)
        except NotNative as error:
            self.why = str(error)

    def wait(self, seconds: float) -> None:
        """Wait for the engine, up to a limit."""
        self._thread.join(seconds)

    def tell(self) -> None:
        """Report why there is no engine, if compilation failed."""
        if self.engine is None and self.why != OVER:
            print_note(f"played in Python: {self.why}.")

    def stop(self) -> None:
        """Stop compiling; an engine that is complete remains."""
        self._stopped.set()
        self._thread.join()


class Switch:
    """Switch of a run from Python to compiled C, if compiling saves time.

    Python plays until C is ready. `games` is the number of matches. Raises FindingError if C is required and not
    available.
    """

    def __init__(self, game: "Game", table: MatchConfig, games: int, engines: Engines) -> None:
        self._game, self._players, self._games = game, table.players, games
        self._began = time.perf_counter()
        self._compiling: Compiling | None = None
        self._one_at_a_time = Lock()
        self._count, self._taken = 0, False
        self._engine: Engine | None = None
        self.engines = engines
        if table.pool:
            engines.only_python("decks are drawn from a pool, and C would be compiled for all that meet")
        if engines.asked == NATIVE and games:
            self._engine = get_native_engine(game, table.players, soon=games <= MIN_NATIVE_GAMES)
            engines.note(NATIVE, ASKED_FOR)
        self._first_look = Timer(GLANCE, self._compile)
        self._first_look.daemon = True
        useless = explain_needless(table)
        self._may = engines.asked == AUTO and not useless
        if engines.asked == AUTO and useless:
            engines.why = useless

    def begin(self) -> None:
        """Start compiling, unless it must first be measured whether compiling saves time.

        Call this after the Python workers have started: a process that is forked while a thread imports a module would
        wait for that import forever.
        """
        if self._may and NATIVE in self.engines.ran and self._games:
            # a game that is compiled for some matches is compiled for all, mostly in the same step
            self._compile()
        elif self._may and self._games:
            self._first_look.start()

    def played(self, count: int) -> None:
        """Set the number of matches played to `count`; start compiling if Python would still need long."""
        self._count = count
        if self._engine is None and not self._taken:
            self.engines.note(PYTHON)
        if not self._may or not count or self._compiling is not None:
            return
        self._first_look.cancel()
        left = (time.perf_counter() - self._began) / count * (self._games - count)
        if left > WORTH_SECONDS:
            self._compile()
        else:
            self.engines.why = "so few games are not worth compiling"

    def _compile(self) -> None:
        with self._one_at_a_time:
            if self._compiling is None:
                self._compiling = Compiling(self._game, self._players)

    @property
    def engine(self) -> "Engine | None":
        """Engine for the remaining matches, once it is ready."""
        return self._engine if self._compiling is None else self._compiling.engine

    def ready(self) -> bool:
        """Return True if C is to play the remaining matches, including those that Python has begun."""
        self._taken |= self.engine is not None and self._count < self._games
        return self._taken

    def given(self, games: Iterable[Batch]) -> Iterator[Batch]:
        """Yield matches for Python to play, until C can play the remaining ones."""
        for each in games:
            if self.ready():
                return
            yield each

    def close(self) -> None:
        """Stop a compilation that is still running, and report its failure."""
        self._first_look.cancel()
        if self._compiling is None:
            return
        self._compiling.stop()
        if self._compiling.engine is not None:
            if not self._taken:
                return
            self.engines.note(NATIVE, "compiled beside the first games")
            return
        self.engines.why = self._compiling.why
        self._compiling.tell()
