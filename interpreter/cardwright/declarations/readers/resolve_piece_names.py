"""Names of pieces as values of attributes and tables: they are looked up when all pieces are known."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace

from cardwright.declarations.field_reader import UNKNOWN_CARD, WRONG_VALUE, FieldReader
from cardwright.declarations.model import KindDecl, PieceDef, Printed, TableDecl
from cardwright.source.diagnostics import note_declared
from cardwright.source.yaml.nodes import Scalar


class WrittenName(int):
    """A value that names a piece of a kind, as written. The number of its definition is not known yet."""

    node: Scalar
    kind: str

    @classmethod
    def of(cls, node: Scalar, kind: str) -> WrittenName:
        """Return the value of a node for the type `name of KIND`, whose kind is `kind`."""
        made = cls(-2)
        made.node, made.kind = node, kind
        return made


def resolve_names(
    reader: FieldReader, kinds: dict[str, KindDecl], pieces: dict[str, PieceDef], tables: dict[str, TableDecl]
) -> None:
    """Replace the written names in attributes, their defaults and tables by the numbers of definitions.

    Names that no piece of the kind has are reported where they stand, each once.
    """
    look_up = _NameTable(reader, kinds, pieces)
    for kind in kinds.values():
        for word, attribute in kind.attributes.items():
            if isinstance(attribute.default, WrittenName):
                found = replace(attribute, default=look_up.find(attribute.default))
                kinds[kind.word] = replace(kinds[kind.word], attributes={**kinds[kind.word].attributes, word: found})
    for name, piece in pieces.items():
        if any(isinstance(value, WrittenName) for value in piece.values.values()):
            pieces[name] = replace(piece, values={word: look_up.find(value) for word, value in piece.values.items()})
    titles = {number: piece.name for number, piece in enumerate(pieces.values())}
    for word, table in tables.items():
        if table.type.base == "name":
            rows = {row: look_up.find_all(values) for row, values in table.rows.items()}
            tables[word] = replace(table, rows=rows, titles={-1: "none", **titles})


class _NameTable:
    """The numbers of the definitions of a game by id."""

    def __init__(self, reader: FieldReader, kinds: Mapping[str, KindDecl], pieces: Mapping[str, PieceDef]) -> None:
        self.reader, self.kinds, self.pieces = reader, kinds, pieces
        self.numbers = {word: number for number, word in enumerate(pieces)}
        self.wrong: set[int] = set()

    def find(self, value: Printed) -> Printed:
        """Return the number of the definition that a value names; -1 after reporting a value that names none."""
        if not isinstance(value, WrittenName):
            return value
        piece = self.pieces.get(str(value.node.value))
        if piece is not None and piece.kind == value.kind:
            return self.numbers[piece.id]
        if value.node.start not in self.wrong:  # a default is the value of several pieces
            self.wrong.add(value.node.start)
            self._report(value, piece)
        return -1

    def find_all(self, values: Iterable[int]) -> tuple[int, ...]:
        """Return the numbers for the values of a row of a table."""
        return tuple(found for value in values if isinstance(found := self.find(value), int))

    def _report(self, value: WrittenName, piece: PieceDef | None) -> None:
        if piece is None:
            known = [word for word, each in self.pieces.items() if each.kind == value.kind]
            self.reader.unknown(UNKNOWN_CARD, "card", value.node, known)
            return
        title = self.kinds[value.kind].title
        message = f"the id of a {title} is needed here, but `{piece.id}` is a {self.kinds[piece.kind].title}"
        notes = note_declared(piece.id, piece.span)
        self.reader.error(WRONG_VALUE, message, value.node.span, f"name a {title}", notes)
