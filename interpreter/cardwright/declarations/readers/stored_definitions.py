"""Definitions of a card file as plain values, so that a file that did not change is not read again."""

from collections.abc import Iterable
from dataclasses import fields
from typing import Any

from cardwright.declarations.model import PieceDef, Printed, StockByPlayers
from cardwright.declarations.readers.resolve_piece_names import WrittenName
from cardwright.source.positions import SourceFile, Span
from cardwright.source.yaml.nodes import Scalar

_FIELDS = tuple(each.name for each in fields(PieceDef))
_PLACE, _VALUES, _ONE, _EACH, _STOCK = map(_FIELDS.index, ("span", "values", "power", "each_player", "stock"))
_POOL = _FIELDS.index("pool")


def as_plain(definitions: Iterable[PieceDef], file: SourceFile) -> list[list[Any]] | None:
    """Return the definitions of a file as plain values; None if some of them come from another file."""
    try:
        return [_as_row(each, file) for each in definitions]
    except _ElsewhereError:
        return None


def from_plain(rows: Iterable[list[Any]], file: SourceFile) -> list[PieceDef]:
    """Return the definitions of a file from the plain values that `as_plain` made of them."""
    return [_from_row(row, file) for row in rows]


class _ElsewhereError(Exception):
    """Signal that a value stands in another file."""


def _as_row(definition: PieceDef, file: SourceFile) -> list[Any]:
    row = [getattr(definition, name) for name in _FIELDS]
    row[_PLACE] = _span_as_plain(definition.span, file)
    row[_VALUES] = {word: _value_as_plain(value, file) for word, value in definition.values.items()}
    for place in (_ONE, _POOL):
        row[place] = None if row[place] is None else _scalar_as_plain(row[place], file)
    row[_EACH] = [(_scalar_as_plain(zone, file), count) for zone, count in definition.each_player]
    if definition.stock is not None:
        row[_STOCK] = definition.stock.rows, _span_as_plain(definition.stock.span, file)
    return row


def _from_row(row: list[Any], file: SourceFile) -> PieceDef:
    row = row.copy()
    row[_PLACE] = Span(file.path, *row[_PLACE])
    row[_VALUES] = {
        word: _name_from_plain(value, file) if type(value) is list else value for word, value in row[_VALUES].items()
    }
    for place in (_ONE, _POOL):
        row[place] = None if row[place] is None else _scalar_from_plain(row[place], file)
    row[_EACH] = tuple((_scalar_from_plain(zone, file), count) for zone, count in row[_EACH])
    if row[_STOCK] is not None:
        rows, span = row[_STOCK]
        row[_STOCK] = StockByPlayers(rows, Span(file.path, *span))
    return PieceDef(*row)


def _value_as_plain(value: Printed, file: SourceFile) -> Any:
    return [_scalar_as_plain(value.node, file), value.kind] if isinstance(value, WrittenName) else value


def _name_from_plain(value: list[Any], file: SourceFile) -> WrittenName:
    return WrittenName.of(_scalar_from_plain(value[0], file), value[1])


def _scalar_as_plain(scalar: Scalar, file: SourceFile) -> tuple[Any, ...]:
    if scalar.file is not file:
        raise _ElsewhereError
    return scalar.value, scalar.raw, scalar.style, _span_as_plain(scalar.span, file), scalar.start, scalar.end


def _scalar_from_plain(kept: tuple[Any, ...], file: SourceFile) -> Scalar:
    value, raw, style, span, start, end = kept
    return Scalar(value, raw, style, Span(file.path, *span), file, start, end)


def _span_as_plain(span: Span, file: SourceFile) -> tuple[int, int, int, int]:
    if span.path != file.path:
        raise _ElsewhereError
    return span.line, span.column, span.end_line, span.end_column
