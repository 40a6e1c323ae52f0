"""Limits on the size of spreadsheets, checked before a library parses a workbook."""

import zipfile
from collections.abc import Callable, Iterable, Iterator, Sequence
from io import BytesIO
from typing import Any, TypeVar
from xml.parsers import expat

from cardwright.source.read_with_size_limit import MEBIBYTE

T = TypeVar("T")

# Limits: twice as many cards as a game can have pieces, and more columns than any has attributes.
MAX_ROWS = 20_000
MAX_COLUMNS = 500
MAX_CHARACTERS = 8 * MEBIBYTE
# Limit for empty rows, which spreadsheet programs write if cells have a border or a colour.
MAX_EMPTY_ROWS = 100_000
MAX_CELLS = 2_000_000
SECONDS = 30.0

MAX_PARTS = 1000
MAX_UNPACKED = 64 * MEBIBYTE
MAX_ELEMENTS = {"worksheet": 1_000_000, "sst": 1_000_000}
MAX_OTHER_ELEMENTS = 50_000
# As many as a spreadsheet has columns.
MAX_CELLS_OF_ROW = 16_384
MAX_TAG_LENGTH = MEBIBYTE
CHUNK = 64 * 1024


class TooMuchError(Exception):
    """Error for a sheet that exceeds a limit; the message names the limit."""


def check_limits(rows: Iterable[Sequence[T]], text: Callable[[T], str]) -> Iterator[list[str]]:
    """Yield the texts in the rows of a sheet, without empty cells and rows at the ends.

    Raises TooMuchError as soon as a limit is exceeded, before everything is read.
    """
    cells = characters = waiting = kept = 0
    for row in rows:
        cells += len(row) + 1
        _check(cells, MAX_CELLS, "cells")
        listed = list(map(text, row))
        while listed and not listed[-1]:
            listed.pop()
        characters += sum(map(len, listed))
        waiting += 1
        if listed:
            kept += waiting
        _check(kept, MAX_ROWS, "rows")
        _check(waiting, MAX_EMPTY_ROWS, "empty rows")
        _check(len(listed), MAX_COLUMNS, "columns")
        _check(characters, MAX_CHARACTERS, "characters")
        if listed:
            yield from ([] for _ in range(waiting - 1))
            yield listed
            waiting = 0


def check_book(content: bytes) -> None:
    """Check the size of a workbook.

    Raises TooMuchError if it unpacks to too much, BadZipFile if it is no workbook.
    """
    with zipfile.ZipFile(BytesIO(content)) as book:
        parts = book.infolist()
        _check(len(parts), MAX_PARTS, "parts")
        _check(sum(part.file_size for part in parts) // MEBIBYTE, MAX_UNPACKED // MEBIBYTE, "MiB when unpacked")
        for part in parts:
            _check_part(book, part)


def _check_part(book: zipfile.ZipFile, part: zipfile.ZipInfo) -> None:
    """Count the elements of an XML part, because a tree of them takes a hundred times the memory of the part."""
    parser = expat.ParserCreate()
    count = cells = 0
    most = MAX_OTHER_ELEMENTS

    def begin(name: str, _: dict[str, str]) -> None:
        nonlocal count, cells, most
        word = name.rpartition(":")[2]
        if not count:
            most = MAX_ELEMENTS.get(word, MAX_OTHER_ELEMENTS)
        count += 1
        cells = 0 if word == "row" else cells + (word == "c")
        _check(count, most, f"elements in its part {part.filename}")
        _check(cells, MAX_CELLS_OF_ROW, "cells in a row")

    def doctype(*_: Any) -> None:
        raise TooMuchError(f"its part {part.filename} declares a type of document, which no workbook does")

    parser.StartElementHandler = begin
    parser.StartDoctypeDeclHandler = doctype
    fed = 0
    with book.open(part) as file:
        while chunk := file.read(CHUNK):
            fed += len(chunk)
            try:
                parser.Parse(chunk)
            except expat.ExpatError:
                return  # a picture, or broken, which the reader of the file reports
            _check(
                (fed - parser.CurrentByteIndex) // MAX_TAG_LENGTH, 1, f"MiB in one place of its part {part.filename}"
            )


def _check(count: int, most: int, what: str) -> None:
    if count > most:
        raise TooMuchError(f"it holds more than {most:,} {what}")
