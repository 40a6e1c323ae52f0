"""Reader of `tables`, the numbers of a game indexed by words."""

from __future__ import annotations

from collections.abc import Iterable

from cardwright.declarations.field_reader import MISSING_FIELD, UNKNOWN_WORD
from cardwright.declarations.model import TableDecl
from cardwright.declarations.readers.types_and_tables import Types
from cardwright.declarations.schema.game_fields import TABLE
from cardwright.declarations.types import NUMBER
from cardwright.source.diagnostics import suggest
from cardwright.source.yaml.nodes import Node, Scalar, Sequence


def read_tables(types: Types, entries: Iterable[tuple[Scalar, Node]]) -> dict[str, TableDecl]:
    """Return the tables of a game by word; report malformed ones."""
    tables: dict[str, TableDecl] = {}
    for key, node in entries:
        types.reader.named(key)
        tables[str(key.value)] = _table(types, key, node)
    return tables


def _table(types: Types, key: Scalar, node: Node) -> TableDecl:
    reader = types.reader
    word = str(key.value)
    fields = reader.group(node, word, TABLE, at=key.span)
    roles = []
    for role, item in fields.entries("roles"):
        scalar = reader.scalar(item, str(role.value))
        types.reader.named(role)
        kind = types.type_of(scalar) if scalar else None
        if kind is not None:
            roles.append((str(role.value), kind))
    # A list of types, which was told of, can only mean roles called like them.
    if isinstance(fields.nodes.get("roles"), Sequence):
        kinds = [(str(each.value), types.type_of(each)) for each in reader.words(fields.nodes["roles"], "roles")]
        roles = [(role, kind) for role, kind in kinds if kind is not None]
    rows: dict[str, tuple[int, ...]] = {}
    allowed = types.enums[roles[0][1].of].values if roles and roles[0][1].base == "enum" else ()
    values = fields.nodes.get("values")
    if isinstance(values, Sequence):
        rows[""] = _row(types, values)
    else:
        for row, item in reader.entries(values, "values"):
            if str(row.value) not in allowed and (roles or "roles" not in fields):
                reader.unknown(UNKNOWN_WORD, roles[0][1].of if roles else "row", row, allowed)
            rows[str(row.value)] = _row(types, item)
        meant = {suggest(row, allowed) for row in rows if row not in allowed}
        for missing in [value for value in allowed if value not in rows and value not in meant]:
            reader.error(MISSING_FIELD, f"the table `{word}` has no row `{missing}`", key.span)
    return TableDecl(word, tuple(roles), rows, key.span)


def _row(types: Types, node: Node) -> tuple[int, ...]:
    if isinstance(node, Scalar):
        return (types.constant(node, NUMBER),)
    return tuple(types.constant(item, NUMBER) for item in types.reader.words(node, "row"))
