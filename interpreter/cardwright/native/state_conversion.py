"""Conversion of states to and from C: a row of numbers in the order given in engine.h."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from cardwright.native.compiled_game import CompiledLibrary, split_generator_state
from cardwright.state_slots_and_table_rows import FACE, FINISHED, LOST, PENDING, RESULT, RNG, SUPPRESSED

Frame = tuple[Any, ...]
_WORD = 1 << 64
_HALF = 1 << 63


class NotTold(ValueError):
    """Error for a state with a number that does not fit into 64 bits."""


def _convert_to_signed(word: int) -> int:
    return word - _WORD if word >= _HALF else word


class FrameCodec:
    """Converter of a program's states to rows of numbers and back.

    `shapes` describe the frames of each segment, and `texts` are the texts of the program, which are numbers in C.
    """

    def __init__(self, library: CompiledLibrary, shapes: Sequence[str], texts: Sequence[str]) -> None:
        self.library = library
        self.shapes = shapes
        self.texts = texts
        self.numbers_of_texts = {text: number for number, text in enumerate(texts)}
        self.slots = library.slots
        self.words = library.words

    # ------------------------------------------------------------ to C

    def row(self, slots: Sequence[Any], frames: Sequence[Frame], decisions: int) -> list[int]:
        """Convert a state to a row. Raises NotTold if a number does not fit into 64 bits."""
        into: list[int] = [*map(_convert_to_signed, split_generator_state(slots[RNG]))]
        pending, result = slots[PENDING], slots[RESULT]
        ended = bool(slots[FINISHED]) and isinstance(result, tuple) and bool(result) and isinstance(result[0], str)
        if ended:
            result = (self.numbers_of_texts[result[0]], *reversed(result[1:]))
        into += [int(slots[FINISHED]), int(ended), decisions, int(pending is not None)]
        if pending is not None:
            into += [int(pending[0]), int(pending[2])]
            self._write(into, "l", pending[1])
        for mask in (FACE, SUPPRESSED, LOST):
            self._write(into, "M", slots[mask])
        self._append_result(into, result)
        for letter, value in zip(self.slots, slots, strict=True):
            if letter != " ":
                self._write(into, "M" if letter == "m" else letter, value)
        into.append(len(frames))
        for frame in frames:
            into.append(int(frame[0]))
            for letter, value in zip(self.shapes[frame[0]], frame[1:], strict=True):
                self._write(into, letter, value)
        return into

    def _append_result(self, into: list[int], result: Any) -> None:
        """Append the result of the last procedure that ended: nothing, a number, a bitset or a list."""
        if result is None or isinstance(result, int):
            number = int(result or 0)
            into.append(ord("n" if result is None else "i" if -_HALF < number < _HALF else "M"))
            whole = 1 << 64 * self.words
            self._write(into, "M", number if 0 <= number < whole else 0)
            into.append(number if -_HALF < number < _HALF else 0)
            return
        letter = "r" if any(isinstance(each, tuple) for each in result) else "l"
        into.append(ord(letter))
        self._write(into, "M", 0)
        self._write(into, letter, result)

    def _write(self, into: list[int], letter: str, value: Any) -> None:
        if letter == "i":
            into.append(_fits(value))
        elif letter == "t":
            into.append(self.numbers_of_texts[value])
        elif letter == "M":
            if value < 0 or value >> 64 * self.words:
                raise NotTold("a mask of pieces that lie nowhere")
            into.extend(_convert_to_signed(value >> 64 * word & _WORD - 1) for word in range(self.words))
        elif letter == "l":
            into.append(len(value))
            into.extend(map(_fits, value))
        elif letter == "w":
            into.append(len(value))
            for part in value:
                listed = isinstance(part, tuple | list)
                into.append(int(listed))
                self._write(into, "l" if listed else "i", part)
        else:
            into.append(len(value))
            for each in value:
                self._write(into, "w", each)

    # ------------------------------------------------------------ from C

    def state(self, row: Sequence[int]) -> tuple[list[Any], list[Frame], int]:
        """Convert a row to slots, frames and the number of decisions; the slot of the observer is left empty."""
        numbers = iter(row)
        slots: list[Any] = [0] * len(self.slots)
        slots[0] = None
        hi, lo, number = (next(numbers) % _WORD for _ in range(3))
        slots[RNG] = number << 128 | hi << 64 | lo
        slots[FINISHED] = next(numbers)
        ended, decisions, asked = next(numbers), next(numbers), next(numbers)
        slots[PENDING] = None
        if asked:
            player, site = next(numbers), next(numbers)
            slots[PENDING] = (player, list(self._read(numbers, "l")), site)
        for mask in (FACE, SUPPRESSED, LOST):
            slots[mask] = self._read(numbers, "M")
        letter = chr(next(numbers))
        mask = self._read(numbers, "M")
        result = self._read(numbers, letter if letter in "lrw" else "i")
        slots[RESULT] = mask if letter == "M" else None if letter == "n" else result
        if ended:
            slots[RESULT] = (self.texts[result[0]], *reversed(result[1:]))
        for place, letter in enumerate(self.slots):
            if letter != " ":
                slots[place] = self._read(numbers, "M" if letter == "m" else letter)
        frames = []
        for _ in range(next(numbers)):
            segment = next(numbers)
            frames.append((segment, *[self._read(numbers, letter) for letter in self.shapes[segment]]))
        return slots, frames[::-1], decisions

    def _read(self, stored: Iterable[int], letter: str) -> Any:
        numbers = iter(stored)
        if letter == "i":
            return next(numbers)
        if letter == "t":
            return self.texts[next(numbers)]
        if letter == "M":
            return sum((next(numbers) % _WORD) << 64 * word for word in range(self.words))
        size = next(numbers)
        if letter == "l":
            return tuple([next(numbers) for _ in range(size)])
        if letter == "w":
            return tuple([self._read(numbers, "l" if next(numbers) else "i") for _ in range(size)])
        return tuple([self._read(numbers, "w") for _ in range(size)])


def _fits(value: Any) -> int:
    number = int(value)
    if not -_HALF < number < _HALF:
        raise NotTold("a number beyond 64 bits")
    return number
