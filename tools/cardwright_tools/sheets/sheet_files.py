"""Spreadsheet files, CSV and XLSX, as rows of text."""

import csv
import io
import re
import warnings
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import date, datetime, time
from pathlib import Path
from typing import TYPE_CHECKING, Any

from cardwright.game.cancel_computation import TimeLimitError, at_most
from cardwright.source.read_with_size_limit import read_ordinary
from cardwright.source.visible_control_characters import find_refused_character, name_character
from cardwright_tools.cli.errors import FindingError, UsageError
from cardwright_tools.sheets.columns import as_cell, number_or_text
from cardwright_tools.sheets.workbook_limits import SECONDS, TooMuchError, check_book, check_limits

if TYPE_CHECKING:
    from openpyxl.worksheet.worksheet import Worksheet

KINDS = (".csv", ".xlsx")
# Texts that some spreadsheet program takes for a formula, also after protecting quotes.
FORMULA = re.compile(r"'*[=+\-@\t\r\n＝＋－＠]")
MERGED = re.compile(rb'<(?:\w+:)?mergeCell\s[^>]*?ref="([A-Z0-9:]+)"')
# What `export` calls the sheet of a workbook.
CARDS = "cards"
NUMBER = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?")


@dataclass(frozen=True, slots=True)
class SheetRows:
    """Headings of a sheet, and its rows with their numbers in the spreadsheet (headings are row 1)."""

    path: Path
    headings: tuple[str, ...]
    rows: tuple[tuple[int, tuple[str, ...]], ...]


def read_sheet(path: Path) -> SheetRows:
    """Read a sheet, without empty rows.

    Raises UsageError for a file of another kind, FindingError for one that cannot be read.
    """
    kind = path.suffix.lower()
    if kind not in KINDS:
        raise UsageError(f"{path} is neither a .csv nor an .xlsx file.")
    try:
        with at_most(SECONDS):
            content = read_ordinary(path)
            if kind == ".csv":
                rows = list(check_limits(_read_csv_rows(path, content), lambda cell: as_cell(_unescape_formula(cell))))
            else:
                rows = list(check_limits(_read_xlsx_rows(path, content), _format_cell))
    except OSError as error:
        raise UsageError(f"{path} cannot be read: {error.strerror or error}.") from error
    except TooMuchError as error:
        raise FindingError(f"{path} is not read: {error}.") from error
    except TimeLimitError as error:
        raise FindingError(f"{path} is not read: that takes longer than {SECONDS:.0f} seconds.") from error
    if not rows:
        raise FindingError(f"{path} is empty. Its first row names the columns, such as id, name and quantity.")
    if not any(rows[0]):
        raise FindingError(
            f"{path}: the first row is empty, and not the names of the columns, such as id, name and quantity."
        )
    headed = [column for column, title in enumerate(rows[0]) if title.strip()]
    kept = []
    for number, row in enumerate(rows, 1):
        for column, cell in enumerate(row):
            if found := find_refused_character(cell):
                where = f"row {number}, column {column + 1}"
                raise FindingError(
                    f"{path}: {where}: {name_character(found.group())} is not allowed in a text; remove it."
                )
    for number, row in enumerate(rows[1:], 2):
        if any(row):
            for column, cell in enumerate(row):
                if cell and column not in headed:
                    where = f"`{cell}` is in column {column + 1}, which has no heading"
                    raise FindingError(f"{path}: row {number}: {where}.")
            kept.append((number, tuple(row[column] if column < len(row) else "" for column in headed)))
    return SheetRows(path, tuple(rows[0][column] for column in headed), tuple(kept))


def _read_csv_rows(path: Path, content: bytes) -> Iterator[list[str]]:
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise FindingError(f"{path} is not in UTF-8 (byte {error.start + 1}); save it as “CSV UTF-8”.") from error
    first = text.partition("\n")[0]
    separator = max(",;\t", key=first.count)
    try:
        yield from csv.reader(io.StringIO(text, newline=""), delimiter=separator, strict=True)
    except csv.Error as error:
        raise FindingError(f"{path} is not a table: {error}.") from error


def _read_xlsx_rows(path: Path, content: bytes) -> Iterator[tuple[object, ...]]:
    openpyxl = _import_openpyxl()
    try:
        # checked first, because the library makes large trees from small files
        check_book(content)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            values, formulas = (
                _choose_sheet(openpyxl.load_workbook(io.BytesIO(content), read_only=True, data_only=only))
                for only in (True, False)
            )
            _refuse_merged(path, values)
            for number, (row, given) in enumerate(zip(values.iter_rows(), formulas.iter_rows(), strict=True), 1):
                for column, (cell, formula) in enumerate(zip(row, given, strict=True), 1):
                    _refuse_empty_formula(f"{path}: row {number}, column {column}", cell, formula)
                yield tuple(cell.value for cell in row)
    except (TooMuchError, FindingError):
        raise
    except Exception as error:  # any error of the library means that the file is broken
        raise FindingError(f"{path} is no workbook that can be read: {type(error).__name__}: {error}.") from error


def _choose_sheet(book: Any) -> Any:
    """Return the sheet with the cards: the sheet with the name that `export` uses, or else the first."""
    sheet = next((sheet for sheet in book.worksheets if sheet.title == CARDS), book.worksheets[0])
    sheet.reset_dimensions()  # the size that a file states is not reliable
    return sheet


def _refuse_merged(path: Path, sheet: Any) -> None:
    """Refuse merged cells, which look filled but are empty. Raises FindingError."""
    with sheet._get_source() as source:
        found = MERGED.search(source.read())
    if found:
        raise FindingError(f"{path}: the cells {found[1].decode()} are one: unmerge them, and fill in each.")


def _refuse_empty_formula(where: str, cell: Any, formula: Any) -> None:
    """Refuse a formula without a stored value, or whose value is an error. Raises FindingError."""
    if formula.data_type == "f" and cell.value is None:
        what = as_cell(str(formula.value))
        raise FindingError(f"{where}: the formula `{what}` has no value yet: save the file in a spreadsheet.")
    if cell.data_type == "e":
        raise FindingError(f"{where}: `{cell.value}` is the result of a wrong formula; correct or remove it.")


def _format_cell(value: object) -> str:
    """Return a cell as an author would type it."""
    if value is None:
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    if isinstance(value, float) and value.is_integer():
        return str(int(value))
    if isinstance(value, datetime) and value.time() == time():
        return value.date().isoformat()
    if isinstance(value, datetime | date):
        return value.isoformat()
    return as_cell(str(value))


def _escape_formula(cell: str) -> str:
    """Return a cell for CSV, with a `'` before a text that a spreadsheet program would take for a formula."""
    return f"'{cell}" if FORMULA.match(cell) and not NUMBER.fullmatch(cell) else cell


def _unescape_formula(cell: str) -> str:
    """Return a cell without the `'` that marks it as text."""
    return cell[1:] if cell.startswith("'") and FORMULA.match(cell) else cell


def write_csv(rows: Sequence[Mapping[str, str]], columns: Sequence[str]) -> str:
    """Return the text of a CSV file with a heading for each column.

    Cells that a spreadsheet program would take for formulas are escaped.
    """
    written = io.StringIO(newline="")
    table = csv.writer(written, lineterminator="\n")
    table.writerow(columns)
    table.writerows([_escape_formula(row[name]) for name in columns] for row in rows)
    return written.getvalue()


def write_xlsx(
    rows: Sequence[Mapping[str, str]],
    columns: Sequence[str],
    choices: Mapping[str, Sequence[str]],
    numbers: Sequence[str],
) -> bytes:
    """Return a workbook with numbers as numbers, and a list of choices for each column of words."""
    openpyxl = _import_openpyxl()
    book = openpyxl.Workbook()
    sheet = book.active
    sheet.title = CARDS
    sheet.append(list(columns))
    for row in rows:
        sheet.append(
            [number_or_text(row[name]) if name in numbers and row[name] else row[name] or None for name in columns]
        )
    _format_sheet(sheet, columns, rows)
    for name, words in choices.items():
        _offer_words(sheet, columns.index(name) + 1, words, len(rows) + 200)
    written = io.BytesIO()
    book.save(written)
    return written.getvalue()


def _format_sheet(sheet: "Worksheet", columns: Sequence[str], rows: Sequence[Mapping[str, str]]) -> None:
    from openpyxl.styles import Alignment, Font
    from openpyxl.utils import get_column_letter

    sheet.freeze_panes = "A2"
    for cell in sheet[1]:
        cell.font = Font(bold=True)
    for number, name in enumerate(columns, 1):
        longest = max((len(line) for row in rows for line in row[name].split("\n")), default=0)
        sheet.column_dimensions[get_column_letter(number)].width = min(80, max(len(name), longest) + 2)
        if any("\n" in row[name] for row in rows):
            for (cell,) in sheet.iter_rows(min_row=2, min_col=number, max_col=number):
                cell.alignment = Alignment(wrap_text=True, vertical="top")
    # A text that begins with `=` belongs to a power or a note, and must not become a formula.
    for line in sheet.iter_rows(min_row=2):
        for cell in line:
            if cell.data_type == "f":
                cell.data_type = "s"


def _offer_words(sheet: "Worksheet", column: int, words: Sequence[str], last_row: int) -> None:
    from openpyxl.utils import get_column_letter
    from openpyxl.worksheet.datavalidation import DataValidation

    listed = ",".join(words)
    if not words or len(listed) > 250:  # the limit for the list in a cell's validation
        return
    rule = DataValidation(type="list", formula1=f'"{listed}"', allow_blank=True)
    letter = get_column_letter(column)
    rule.add(f"{letter}2:{letter}{last_row}")
    sheet.add_data_validation(rule)


def _import_openpyxl() -> Any:
    try:
        import openpyxl
        import openpyxl.utils.exceptions
    except ImportError as error:
        raise UsageError("workbooks need a package more: pip install 'cardwright[sheets]'") from error
    return openpyxl
