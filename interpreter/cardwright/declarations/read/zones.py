"""Reads `zones:`, the places for pieces that the table, the players and the pieces of a kind have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.declarations.declared import ZoneDecl
from cardwright.declarations.fields.games import ZONE
from cardwright.declarations.read.types import Types
from cardwright.declarations.shape import UNKNOWN_KIND
from cardwright.source.spelling import suggest
from cardwright.source.yaml.nodes import Node, Scalar


def zones_of(types: Types, owner: str, entries: Iterable[tuple[Scalar, Node]]) -> Iterator[ZoneDecl]:
    """The zones of the table, of each player or of each piece of a kind."""
    reader = types.reader
    for key, item in entries:
        word = str(key.value)
        reader.named(key)
        fields = reader.group(item, word, ZONE)
        plural = fields.word("of") or next(iter(types.kind_plurals), "")
        if plural not in types.kind_plurals:
            if types.kinds:
                reader.unknown(UNKNOWN_KIND, "kind of piece", fields.nodes["of"], types.kind_plurals)
            plural = suggest(plural, types.kind_plurals) or next(iter(types.kind_plurals), "")
            if not plural:
                continue
        see = fields.value("see") or "everyone"
        yield ZoneDecl(
            word,
            owner,
            types.kind_plurals[plural],
            see,
            fields.value("down") or "nobody",
            fields.yes("ordered") or see == "top",
            fields.value("title") or word.replace("_", " "),
            key.span,
            fields.value("at") or "",
        )
