"""Reads `memory:`, the values that the table, the players and the pieces of a kind remember."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.declarations.declared import Memory
from cardwright.declarations.read.types import Types
from cardwright.declarations.shape import UNKNOWN_TYPE, span_of
from cardwright.declarations.types import UNKNOWN, Type
from cardwright.source.spelling import suggest
from cardwright.source.yaml.nodes import Mapping, Node, Scalar


def read_memory(types: Types, entries: Iterable[tuple[Scalar, Node]]) -> Iterator[Memory]:
    """The memory of the table and of the players."""
    for key, node in entries:
        owner = types.reader.owner(key, "memory")
        if owner is not None:
            yield from memory_of(types, owner, node)


def memory_of(types: Types, owner: str, node: Node | None) -> Iterator[Memory]:
    """What the table, each player or each piece of a kind remembers."""
    reader = types.reader
    for key, item in reader.entries(node, "memory"):
        word = str(key.value)
        reader.named(key)
        before = len(reader.diagnostics)
        if isinstance(item, Mapping):
            fields = reader.mapping(item, word, ("is", "starts", "per", "until", "secret", "title"))
        else:
            fields = {"is": item}
        type_node = reader.scalar(fields.get("is"), "is", key.span if len(reader.diagnostics) == before else None)
        kind = (types.type_of(type_node) if type_node else None) or UNKNOWN
        per = reader.word(fields, "per")
        if per is not None and per not in types.enums:
            reader.unknown(UNKNOWN_TYPE, "type", fields["per"], types.enums)
            per = suggest(per, types.enums)
        starts = fields.get("starts")
        yield Memory(
            word,
            owner,
            kind,
            types.constant(starts, kind) if isinstance(starts, Scalar) else _nothing_of(kind),
            per,
            reader.word(fields, "until"),
            reader.yes(fields, "secret"),
            reader.line(fields, "title") or word.replace("_", " "),
            key.span,
            span_of(fields, "until"),
        )


def _nothing_of(kind: Type) -> int | tuple[int, ...]:
    """What memory of a type holds before anything is put in: 0, no, nobody (-1) or the empty list."""
    if kind.base == "list":
        return ()
    return -1 if kind.base in ("player", "piece", "zone", "enum") else 0
