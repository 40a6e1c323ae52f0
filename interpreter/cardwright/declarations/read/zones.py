"""Reads `zones:`, the places for pieces that the table, the players and the pieces of a kind have."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from cardwright.declarations.declared import ZoneDecl
from cardwright.declarations.read.types import Types
from cardwright.declarations.shape import UNKNOWN_KIND, UNKNOWN_WORD
from cardwright.source.spelling import suggest
from cardwright.source.yaml.nodes import Node, Scalar

SEE = ("nobody", "owner", "everyone", "top", "face")


def read_zones(types: Types, entries: Iterable[tuple[Scalar, Node]]) -> Iterator[ZoneDecl]:
    """The zones of the table and of the players."""
    for key, node in entries:
        owner = types.reader.owner(key, "zones")
        if owner is not None:
            yield from zones_of(types, owner, node)


def zones_of(types: Types, owner: str, node: Node | None) -> Iterator[ZoneDecl]:
    """The zones of the table, of each player or of each piece of a kind."""
    reader = types.reader
    for key, item in reader.entries(node, "zones"):
        word = str(key.value)
        reader.named(key)
        fields = reader.mapping(item, word, ("of", "see", "down", "ordered", "title"))
        plural = reader.word(fields, "of") or next(iter(types.kind_plurals), "")
        if plural not in types.kind_plurals:
            if types.kinds:
                reader.unknown(UNKNOWN_KIND, "kind of piece", fields["of"], types.kind_plurals)
            plural = suggest(plural, types.kind_plurals) or next(iter(types.kind_plurals), "")
            if not plural:
                continue
        see = reader.word(fields, "see") or "everyone"
        if see not in SEE:
            reader.unknown(UNKNOWN_WORD, "way to see a zone", fields["see"], SEE)
        down = reader.word(fields, "down") or "nobody"
        if down not in ("nobody", "owner"):
            reader.unknown(UNKNOWN_WORD, "viewer", fields["down"], ("nobody", "owner"))
        yield ZoneDecl(
            word,
            owner,
            types.kind_plurals[plural],
            see,
            down,
            reader.yes(fields, "ordered") or see == "top",
            reader.line(fields, "title") or word.replace("_", " "),
            key.span,
        )
