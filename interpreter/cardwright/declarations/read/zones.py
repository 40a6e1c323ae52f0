"""Reads `zones:`, the places for pieces that the table, the players and the pieces of a kind have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.declarations.declared import TABLE, ZoneDecl
from cardwright.declarations.fields.games import ZONE
from cardwright.declarations.read.types import Types
from cardwright.declarations.shape import UNKNOWN_KIND
from cardwright.source.diagnostics import declare_code
from cardwright.source.spelling import suggest
from cardwright.source.yaml.nodes import Node, Scalar

NO_OWNER = declare_code(
    "no-owner",
    "What lies on the table has no owner that all others could be told from.",
    mend="Say `see: everyone`, or declare the zone under `player:` or with the kind of piece that it lies on.",
)


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
        if see == "others" and owner == TABLE:
            message = f"`{word}` is a zone of the table, and has no owner who may not look"
            reader.error(NO_OWNER, message, fields.nodes["see"].span)
            see = "everyone"
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
