"""Loaded libraries of compiled C programs, and matches that they run."""

from __future__ import annotations

import ctypes
import re
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any, NamedTuple

from cardwright.native.c_compiler import NotNative, build_library, find_compiler
from cardwright.native.program_tables import (
    INTERFACE,
    MAX_REPORTED_OPTIONS,
    TooManyZones,
    find_slot_letters,
    print_tables,
)
from cardwright.runtime.primitives.exact_numbers import Exact, share
from cardwright.state_slots_and_table_rows import ProgramTables

# The header files that the code of a game includes, and then the rest of the runtime.
SEEN = ("runtime.h", "zones.h", "knowledge.h", "powers_and_moves.h", "control_flow.h")
RUNTIME = (
    *SEEN, "keyed_random.h", "engine.h", "mersenne_twister.h", "random_games.h", "hidden_pieces.h", "determinize.h",
    "valuation.h", "lookahead.h", "mcts.h", "bots.h", "observation.h", "vector_env.h",
)  # fmt: skip
# Limit for the number of players in C.
MAX_PLAYERS = 64
# Average number of segments in a unit of compilation, up to the largest number of units.
APART, MAX_UNITS = 12, 128
# From so many segments on, most are those of cards, run seldom and are compiled with little optimization.
MANY = 2_000
# The texts of `print_program` before those of the units.
_BEFORE_UNITS = 3
_WORD = 1 << 64
# The error number E_LONG of runtime.h.
TOO_LONG = 10
# Number of words for a state in the first attempt to read it; a larger state is read again with more room.
_ROOM = 1 << 15


class BeyondC(Exception):
    """Error for a match that C cannot continue.

    The match is repeated in Python, which continues it, or raises the proper error if the rules themselves fail.
    `number` is one of `E_...` in runtime.h.
    """

    def __init__(self, number: int) -> None:
        self.number = number
        super().__init__(f"error {number} in compiled code")


class TooManyDecisionsError(BeyondC):
    """Error for a match between bots with more decisions than allowed.

    `answers` are the answers since the last report, up to the first one beyond the limit.
    """

    def __init__(self, answers: list[int]) -> None:
        self.answers = answers
        super().__init__(TOO_LONG)


def check_call(error: int) -> None:
    """Raise BeyondC unless the C function reported success."""
    if error:
        raise BeyondC(error)


def print_program(tables: ProgramTables, code: Mapping[str, Any], apart: bool) -> list[str]:
    """Return the C texts of a program: one or, with `apart`, several to be compiled separately.

    They contain only numbers of the game, no names. Raises NotNative, which names what C does not support.
    """
    if "refused" in code:
        raise NotNative(f"C does not support this game: {code['refused']}")
    if tables.players > MAX_PLAYERS:
        raise NotNative(f"{tables.players} players are more than C seats")
    try:
        sizes, data = print_tables(tables, code)
    except TooManyZones as error:
        raise NotNative(str(error)) from None
    here = Path(__file__).parent
    runtime = {name: (here / name).read_text(encoding="utf-8") for name in RUNTIME}
    first, *others = SEEN
    whole = "".join([sizes, runtime[first], code["head"], *list(runtime.values())[1:]])
    units = _join_into_groups(code["units"], min(MAX_UNITS, len(code["shapes"]) // APART))
    if not apart:
        return ["".join([whole, data, code["body"], code["rules"], *units])]
    seen = "".join([sizes, runtime[first], code["head"], *(print_declarations(runtime[name]) for name in others)])
    return [whole, *(seen + text for text in (data + code["body"], code["rules"], *units))]


def _join_into_groups(units: Mapping[str, str], count: int) -> list[str]:
    """Join texts into about `count` groups. The group of a text does not depend on the other texts."""
    groups: dict[int, list[str]] = {}
    for name, text in units.items():
        groups.setdefault(int(name, 16) % (1 << max(0, count.bit_length() - 1)), []).append(text)
    return ["".join(texts) for _, texts in sorted(groups.items())]


def print_declarations(text: str) -> str:
    """Return a C file of the runtime in which shared functions are replaced by their declarations."""
    return re.sub(r"^SHARED ([^{\n]*) \{(?:[^\n]*\}|\n.*?^\})$", r"\1;", text, flags=re.MULTILINE | re.DOTALL)


class CompiledLibrary:
    """The functions of a compiled program. Raises NotNative if it cannot be loaded.

    `fresh` is True if it was compiled just now.
    """

    def __init__(
        self,
        tables: ProgramTables,
        code: Mapping[str, Any],
        flags: Sequence[str] | None = None,
        stopped: Callable[[], bool] = lambda: False,
        soon: bool = False,
    ) -> None:
        self.tables = tables
        self.players: int = tables.players
        self.words: int = int(code.get("words", 1))
        self.slots = find_slot_letters(tables)
        texts = print_program(tables, code, apart=flags is None)
        little = max(0, len(texts) - _BEFORE_UNITS) if len(code["shapes"]) >= MANY else 0
        content, self.fresh = build_library(texts, find_compiler(), flags, stopped, soon, little)
        self._functions = _load_library(content)
        if self._functions.cw_interface() != INTERFACE:
            raise NotNative("the compiled library was built by another version of Cardwright")

    def new(self) -> NativeGame:
        """Return a match that has not been set up. Raises MemoryError."""
        return NativeGame(self)

    def read_scores(self, units: Sequence[int]) -> list[Exact]:
        """Return scores that C counts in units."""
        return [share(score, self.tables.score_unit) for score in units]

    def call(self, name: str, *args: object) -> int:
        """Call a C function by name and return its result; pointers are integers."""
        return int(getattr(self._functions, name)(*args) or 0)


def _load_library(content: bytes) -> Any:
    """Load a library from bytes, which are written to a private file that is deleted at once."""
    try:
        with tempfile.TemporaryDirectory(prefix="cardwright-native-", ignore_cleanup_errors=True) as folder:
            place = Path(folder, "game.so")
            place.write_bytes(content)
            functions = ctypes.CDLL(str(place))
    except OSError:
        raise NotNative("this system does not load the compiled game") from None
    number, pointer, row = ctypes.c_int64, ctypes.c_void_p, ctypes.POINTER(ctypes.c_int64)
    keys, sizes = ctypes.POINTER(ctypes.c_uint32), ctypes.POINTER(ctypes.c_int32)
    word, chances, doubles = ctypes.c_uint64, ctypes.POINTER(ctypes.c_uint64), ctypes.POINTER(ctypes.c_double)
    for name, gives, takes in (
        ("cw_interface", number, []),
        ("cw_new", pointer, []),
        ("cw_free", None, [pointer]),
        ("cw_copy", number, [pointer, pointer]),
        ("cw_begin", number, [pointer, word, word, word]),
        ("cw_answer", number, [pointer, number]),
        ("cw_go_on", number, [pointer]),
        ("cw_asked", number, [pointer, row]),
        ("cw_results", number, [pointer, row, row, row]),
        ("cw_export", number, [pointer, row, number]),
        ("cw_import", number, [pointer, row, number]),
        ("cw_random_games", number, [pointer, pointer, number, chances, keys, sizes, number, number, row]),
        ("cw_begin_many", number, [pointer, number, pointer]),
        ("cw_answer_many", number, [pointer, pointer, number]),
        ("cw_tell_many", None, [pointer, number, pointer]),
        ("cw_blank", None, [pointer, ctypes.c_char_p]),
        ("cw_count", None, [pointer, row]),
        ("cw_tell_known", None, [pointer, chances]),
        ("cw_take_known", None, [pointer, chances]),
        ("cw_mind", pointer, [pointer]),
        ("cw_forget", None, [pointer]),
        ("cw_seat", number, [pointer, number, number, number, number, number, number, keys, number, doubles, number]),
        ("cw_weigh", None, [pointer, number, row]),
        ("cw_heed", None, [pointer, pointer]),
        ("cw_think", number, [pointer, pointer, number, row]),
        ("cw_play", number, [pointer, pointer, number, number, number, row]),
        ("cw_record", number, [pointer, pointer, number, number, number, word, number, row, number, row, row]),
        ("cw_wander", number, [pointer, pointer, number, ctypes.c_double, row]),
        ("cw_deal", number, [pointer, pointer, pointer, word]),
    ):
        function = getattr(functions, name)
        function.restype, function.argtypes = gives, takes
    return functions


class NativeGame:
    """A match in C. It must not be used any more after it raised BeyondC."""

    def __init__(self, library: CompiledLibrary) -> None:
        self.library = library
        self.pointer = library.call("cw_new")
        if not self.pointer:
            raise MemoryError
        self._asked = (ctypes.c_int64 * (6 + MAX_REPORTED_OPTIONS))()

    def __del__(self) -> None:
        pointer, self.pointer = getattr(self, "pointer", 0), 0
        if pointer:
            self.library.call("cw_free", pointer)

    def take(self, row: Sequence[int]) -> None:
        """Set the state from a row of numbers (see `state_conversion`)."""
        numbers = (ctypes.c_int64 * len(row))(*row)
        check_call(self.library.call("cw_import", self.pointer, numbers, len(row)))

    def read_state(self) -> list[int]:
        """Return the state as a row of numbers."""
        most = _ROOM
        while True:
            numbers = (ctypes.c_int64 * most)()
            size = self.library.call("cw_export", self.pointer, numbers, most)
            if size <= most:
                return numbers[:size]
            most = size

    def copy(self, other: NativeGame) -> None:
        """Set this match to the state of another match of the same library."""
        check_call(self.library.call("cw_copy", self.pointer, other.pointer))

    def begin(self, chance: int) -> None:
        """Set up the game and play to its first decision; `chance` is the state of the random generator."""
        check_call(self.library.call("cw_begin", self.pointer, *split_generator_state(chance)))

    def answer(self, index: int) -> None:
        """Answer the decision, and play on to the next."""
        check_call(self.library.call("cw_answer", self.pointer, index))

    def blank(self, definitions: bytes) -> None:
        """Take away the powers of some definitions, for this match and copies of it.

        `definitions` has a byte for each definition, and must not be freed before these matches.
        """
        self.library.call("cw_blank", self.pointer, definitions)

    def count(self, ran: Any) -> None:
        """Count from now on how often each probe is executed, in this match and copies of it.

        `ran` is an array of `c_int64`, and must not be freed before these matches.
        """
        self.library.call("cw_count", self.pointer, ran)

    def watch(self, reserved: int) -> None:
        """Track the knowledge of players from now on; at first they know only the pieces in a reserve."""
        self.known = [reserved] * self.library.players

    @property
    def known(self) -> list[int]:
        """For each player the bitset of the pieces whose zone the player knows from what was seen before."""
        words, players = self.library.words, self.library.players
        row = (ctypes.c_uint64 * (words * players))()
        self.library.call("cw_tell_known", self.pointer, row)
        return [sum(row[p * words + word] << 64 * word for word in range(words)) for p in range(players)]

    @known.setter
    def known(self, masks: Sequence[int]) -> None:
        words = self.library.words
        flat = [mask >> 64 * word & _WORD - 1 for mask in masks for word in range(words)]
        self.library.call("cw_take_known", self.pointer, (ctypes.c_uint64 * len(flat))(*flat))

    def go_on(self) -> None:
        """Execute to the next decision, or until no rule text is left.

        The match is not marked as ended in that case.
        """
        check_call(self.library.call("cw_go_on", self.pointer))

    def asked(self) -> tuple[int, int, list[int]]:
        """Return the deciding player, the decision point and the options; (-1, -1, []) when the game is over.

        At most the first `MAX_REPORTED_OPTIONS` options are returned.
        """
        self.library.call("cw_asked", self.pointer, self._asked)
        player, site, options = self._asked[:3]
        return player, site, self._asked[6 : 6 + min(options, MAX_REPORTED_OPTIONS)]

    @property
    def turns(self) -> int:
        """The number of turns begun."""
        self.library.call("cw_asked", self.pointer, self._asked)
        return int(self._asked[4])

    def results(self) -> tuple[list[Exact], list[int], list[int]]:
        """Return scores and valuations of all players, and the winners (or the leaders, if the match is not over)."""
        players = self.library.players
        scores, values, winners = ((ctypes.c_int64 * (players + 1))() for _ in range(3))
        check_call(self.library.call("cw_results", self.pointer, scores, values, winners))
        return self.library.read_scores(scores[:players]), values[:players], winners[1 : 1 + winners[0]]

    def random_games(
        self, start: NativeGame, games: Sequence[tuple[int, Sequence[int]]], most: int, enough: int
    ) -> list[Played]:
        """Play whole random matches until `enough` decisions were made, but at least one match; return their results.

        Each match is given by the state of its generator and the seeds of its bots; `start` is a match that has not
        begun. A match with more than `most` decisions is reported as an error of C.
        """
        players = self.library.players
        seeds = [seed_words(seed) for _, bots in games for seed in bots]
        flat = [word for each in seeds for word in each]
        width = 4 + 2 * players
        numbers = (ctypes.c_int64 * (width * len(games)))()
        count = self.library.call(
            "cw_random_games",
            self.pointer,
            start.pointer,
            len(games),
            (ctypes.c_uint64 * (3 * len(games)))(
                *[word for chance, _ in games for word in split_generator_state(chance)]
            ),
            (ctypes.c_uint32 * len(flat))(*flat),
            (ctypes.c_int32 * len(seeds))(*map(len, seeds)),
            most,
            enough,
            numbers,
        )
        rows = numbers[: width * count]
        return [self._read_played(rows[place : place + width]) for place in range(0, width * count, width)]

    def _read_played(self, row: Sequence[int]) -> Played:
        error, decisions, turns, *rest = row
        players = self.library.players
        winners = () if error else rest[players + 1 : players + 1 + rest[players]]
        return Played(error, decisions, turns, tuple(self.library.read_scores(rest[:players])), tuple(winners))


class Played(NamedTuple):
    """Result of a match in C. If `error` is not 0, the match must be played in Python instead."""

    error: int
    decisions: int
    turns: int
    scores: tuple[Exact, ...]
    winners: tuple[int, ...]


def split_generator_state(state: int) -> tuple[int, int, int]:
    """Return the state of a generator as C stores it: upper and lower 64 bits, and the number of the next draw.

    For the fast generator the number is 0 (see runtime/primitives/random_numbers.py).
    """
    return state >> 64 & _WORD - 1, state & _WORD - 1, state >> 128


def seed_words(seed: int) -> list[int]:
    """Return a seed as words of 32 bits, lowest first, in the form that `random.Random` uses."""
    rest = abs(seed)
    if rest < _WORD:
        return [rest & 0xFFFFFFFF, rest >> 32] if rest >> 32 else [rest]
    return [rest >> 32 * place & 0xFFFFFFFF for place in range(max(1, (rest.bit_length() + 31) // 32))]
