"""Runtime errors, and the source positions of generated code for errors and profiles."""

from __future__ import annotations

import re
import sys
from collections.abc import Sequence
from types import CodeType
from typing import Any

from cardwright.runtime.primitives.execution_budget import FROM_OUTSIDE
from cardwright.state_slots_and_table_rows import ProcedureRow, ProgramTables, RuleRow

# Limit for the powers named in an error about endless evaluation.
MAX_REPORTED = 12
# Names of generated functions by their first letters: rules, procedures without decisions, and conditions.
_VALUE = re.compile(r"(r|can)([0-9]+)")
_RULES, _PROCEDURES = ("r", "h", "w"), ("p", "can", "no")


def file_of(which: str) -> str:
    """Return the file name that the code objects of a variant have."""
    return f"<generated, {which}>"


def spot_of(spots: Sequence[int], code: CodeType, line: int) -> int:
    """Return the index of the source position from which a line of generated code comes; negative if there is none."""
    # a line of the compiler's own (-1) belongs to the last text before it in the same function
    return next((spots[at] for at in range(line - 1, code.co_firstlineno - 2, -1) if spots[at] != -1), -1)


def text_of(tables: ProgramTables, which: str, code: CodeType) -> str:
    """Return the title of the rule text from which a generated function was made, or ""."""
    name = code.co_qualname.partition(".")[0]  # of the function around it, where it is a list in one
    kind = name.rstrip("0123456789")
    number = int(name[len(kind) :] or 0)
    if kind == "s":
        title: str = tables.variant(which).frames[number].title
        return title.partition(":")[0]
    if kind in _RULES:
        return f"rule {tables.rules[number].word}"
    return str(tables.procedures[number].word) if kind in _PROCEDURES else ""


def tell_places(error: BaseException, tables: ProgramTables, which: str) -> None:
    """Add notes to an error in generated code: its positions in the author's files, the cause first."""
    spots = tables.variant(which).spots
    traceback = error.__traceback__
    while traceback is not None:
        code = traceback.tb_frame.f_code
        if code.co_filename == file_of(which):
            spot = spot_of(spots, code, traceback.tb_lineno)
            if spot >= 0:
                error.add_note(f"in {_describe_position(tables, spot)}")
        traceback = traceback.tb_next


def place_asking(tables: ProgramTables, which: str) -> str:
    """Return the author's file and line for the generated code that called this function, or ""."""
    spots = tables.variant(which).spots
    frame = sys._getframe().f_back
    while frame is not None:
        if frame.f_code.co_filename == file_of(which):
            spot = spot_of(spots, frame.f_code, frame.f_lineno)
            if spot >= 0:
                return _describe_position(tables, spot)
        frame = frame.f_back
    return ""


def place_of_function(tables: ProgramTables, which: str, code: CodeType) -> str:
    """Return the author's file and line of the first statement from which a generated function was made, or ""."""
    if code.co_filename != file_of(which):
        return ""
    spots, lines = tables.variant(which).spots, sorted({line for *_, line in code.co_lines() if line})
    spot = next((found for line in lines if (found := spot_of(spots, code, line)) >= 0), -1)
    return _describe_position(tables, spot) if spot >= 0 else ""


def powers_asking(tables: ProgramTables, which: str) -> list[str]:
    """Return the powers whose generated code is being executed, as card and position, innermost first."""
    spots = tables.variant(which).spots
    found: dict[int, None] = {}
    frame = sys._getframe().f_back
    while frame is not None:
        if frame.f_code.co_filename == file_of(which):
            found.setdefault(spot_of(spots, frame.f_code, frame.f_lineno))
        frame = frame.f_back
    places = {spot: tables.places[spot][3] for spot in found if spot >= 0}
    named = {spot: tables.definitions[power].name for spot, power in places.items() if power >= 0}
    return [f"{name} ({_describe_position(tables, spot)})" for spot, name in list(named.items())[:MAX_REPORTED]]


def values_open(tables: ProgramTables, which: str) -> list[tuple[str, tuple[Any, ...]]]:
    """Return (title, arguments) of the rules and preconditions that are being evaluated, outermost first."""
    found: list[tuple[str, tuple[Any, ...]]] = []
    frame = sys._getframe().f_back
    while frame is not None:
        code = frame.f_code
        if code is FROM_OUTSIDE:
            break  # an enclosing execution begins here
        if code.co_filename == file_of(which) and (named := _VALUE.fullmatch(code.co_name)) is not None:
            rows: Sequence[RuleRow | ProcedureRow] = tables.rules if named[1] == "r" else tables.procedures
            row = rows[int(named[2])]
            local = frame.f_locals
            found.append((row.word, tuple(local[name] for name in code.co_varnames[1 : code.co_argcount])))
        frame = frame.f_back
    return found[::-1]


def _describe_position(tables: ProgramTables, spot: int) -> str:
    path, line, text, _ = tables.places[spot]
    return f"{path}, line {line}: {text}"


NEVER_ENDS = "this never ends"


class SlipError(RuntimeError):
    """An error in the rules of a game that appears only in play."""


class RunawayError(SlipError):
    """Error for powers, loops or rules that never end, or for a number or list beyond a limit.

    - `chain`: the titles of the rule texts, in order
    - `places`: those of the texts that are powers, with card, file and line
    - `what`: the problem
    - `at`: file and line; `mend`: for a limit that a valid text can exceed, a suggested replacement
    """

    def __init__(
        self, chain: Sequence[str], places: Sequence[str] = (), what: str = NEVER_ENDS, at: str = "", mend: str = ""
    ) -> None:
        self.chain, self.places, self.what, self.at, self.mend = [*chain], [*places], what, at, mend
        texts = f": {' -> '.join(chain)}" if chain else ""
        by = f", by {'; '.join(places)}" if places else ""
        super().__init__(f"{what}{texts}{by}{at and f' ({at})'}{mend and f'; {mend}'}")

    def __reduce__(self) -> tuple[type[RunawayError], tuple[list[str], list[str], str, str, str]]:
        return RunawayError, (self.chain, self.places, self.what, self.at, self.mend)

    def in_texts(self, chain: Sequence[str]) -> RunawayError:
        """Return the error with the titles `chain` of rule texts, unless it already has titles."""
        return RunawayError(self.chain or chain, self.places, self.what, self.at, self.mend)


class NotOneError(SlipError):
    """Error for a list without exactly one item where a single item is needed; `place` is the file and line."""

    def __init__(self, count: int, place: str) -> None:
        self.count, self.place = count, place
        there = f"there are {count}" if count else "there is none"
        super().__init__(f"`the` needs exactly one, and {there}{place and f': {place}'}")

    def __reduce__(self) -> tuple[type[NotOneError], tuple[int, str]]:
        return NotOneError, (self.count, self.place)


class _PlacedError(SlipError):
    """Error with a message in `words` that ends with the file and line in `place`."""

    words = ""

    def __init__(self, place: str) -> None:
        self.place = place
        super().__init__(f"{self.words}{place and f': {place}'}")

    def __reduce__(self) -> tuple[type[_PlacedError], tuple[str]]:
        return type(self), (self.place,)


class NestedError(_PlacedError):
    """Error for a piece that is moved onto itself, or onto a piece that lies on it."""

    words = "a piece cannot be put on itself, or on a piece that it carries"


class NoFreePieceError(_PlacedError):
    """Error for an effect that needs a free stack object when all are in use."""

    words = "no unused piece is left for the stack"


class NoSparePieceError(SlipError):
    """Error for the creation of more pieces of a card than a match has `room` for; `place` is the file and line.

    `definition` is the number of the card.
    """

    def __init__(self, card: str, definition: int, room: int, place: str) -> None:
        self.card, self.definition, self.room, self.place = card, definition, room, place
        cure = "let some `vanish`, or give the card a `pool`"
        message = f"a match has room for {room} created pieces of {card} at a time, and this is one more ({cure})"
        super().__init__(f"{message}{place and f': {place}'}")

    def __reduce__(self) -> tuple[type[NoSparePieceError], tuple[str, int, int, str]]:
        return NoSparePieceError, (self.card, self.definition, self.room, self.place)


class NoNumberError(_PlacedError):
    """Error for a calculation with a number that is `none`."""

    words = "a number is `none` where one is needed"
