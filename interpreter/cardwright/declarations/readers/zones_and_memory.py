"""Reader of `zones` and `memory` of the table, the players and the pieces of a kind."""

from collections.abc import Iterable, Iterator

from cardwright.declarations.field_reader import UNKNOWN_KIND, UNKNOWN_TYPE, WRONG_VALUE, FieldReader, FieldValues
from cardwright.declarations.model import PLAYERS, TABLE, MemoryDecl, ZoneDecl
from cardwright.declarations.readers.types_and_tables import Types
from cardwright.declarations.schema.game_file_fields import MEMORY, ZONE
from cardwright.declarations.value_types import MAYBE_NUMBER, NONE, NUMBER, UNKNOWN, YES_NO, Type
from cardwright.phrases.inflection import is_surface
from cardwright.source.diagnostics import declare_code, suggest
from cardwright.source.yaml.nodes import Node, Scalar


def read_memory(types: Types, owner: str, entries: Iterable[tuple[Scalar, Node]]) -> Iterator[MemoryDecl]:
    """Yield the memory of the table, of each player or of each piece of a kind."""
    reader = types.reader
    for key, item in entries:
        word = str(key.value)
        reader.named(key)
        fields = reader.group(item, word, MEMORY, at=key.span)
        written = fields.value("is")
        kind = (types.type_of(written) if written else None) or UNKNOWN
        per = fields.word("per")
        if per is not None and per not in types.enums:
            reader.unknown(UNKNOWN_TYPE, "type", fields.nodes["per"], types.enums)
            per = suggest(per, types.enums)
        starts = fields.value("starts")
        if starts is not None and kind == NUMBER and starts.value == NONE.base:
            kind = MAYBE_NUMBER
        if starts is not None and kind.base == "name":
            message = f"`{word}` begins with `none`, like all memory of the name of a piece"
            reader.error(WRONG_VALUE, message, starts.span, "set it in `setup`")
            starts = None
        or_none = kind.base == "enum" or kind == MAYBE_NUMBER
        yield MemoryDecl(
            word,
            owner,
            kind,
            types.constant(starts, kind, or_none) if starts else _make_empty_value(kind),
            per,
            fields.word("until"),
            fields.yes("resets"),
            _read_viewer(reader, fields, word, owner),
            # that of a flag is a part of a sentence: `the raid is called off`
            fields.value("title") or word.replace("_", " ") if kind == YES_NO else fields.title(word),
            key.span,
            fields.span("until"),
            fields.span("resets"),
            fields.value("also_see") or "",
        )


def _read_viewer(reader: FieldReader, fields: FieldValues, word: str, owner: str) -> str:
    """Return who sees the memory `word`: `everyone`, its `owner` or `nobody`; it is declared in one of two fields."""
    see = fields.value("see")
    if see is not None and "secret" in fields:
        message = f"`see` and `secret` both say who sees `{word}`"
        reader.error(WRONG_VALUE, message, fields.nodes["secret"].span, "remove the field `secret`")
    if see == "owner" and owner != PLAYERS:
        whose = "the table" if owner == TABLE else f"a {owner}"
        message = f"`owner` means the player whose memory it is, but `{word}` is memory of {whose}"
        reader.error(NO_OWNER, message, fields.nodes["see"].span, "write `everyone` or `nobody`")
    alone = "owner" if owner == PLAYERS else "nobody"
    return see or (alone if fields.yes("secret") else "everyone")


def _check_contradictions(reader: FieldReader, fields: FieldValues, see: str) -> None:
    """Report fields of a zone that have no meaning together with its other fields."""
    orders = "row: yes" if fields.yes("row") else "see: top" if see == "top" else ""
    if orders and "ordered" in fields.nodes and not fields.yes("ordered"):
        message = f"`ordered: no` contradicts `{orders}`: the zone is ordered"
        reader.error(WRONG_VALUE, message, fields.nodes["ordered"].span, "remove the field `ordered`")
    if "down" in fields.nodes and see != "face":
        message = "`down` means nothing here: pieces lie face down only in a zone with `see: face`"
        reader.error(WRONG_VALUE, message, fields.nodes["down"].span, "remove the field `down`, or write `see: face`")


def _make_empty_value(kind: Type) -> int | tuple[int, ...]:
    """Return the initial value of a type in memory: 0, no, nobody (-1) or the empty list."""
    if kind.base == "list":
        return ()
    return -1 if kind.base in ("player", "piece", "zone", "enum", "name") else 0


NO_OWNER = declare_code("missing-owner")


def read_zones(types: Types, owner: str, entries: Iterable[tuple[Scalar, Node]]) -> Iterator[ZoneDecl]:
    """Yield the zones of the table, of each player or of each piece of a kind."""
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
        down = fields.value("down") or "nobody"
        for field, seen_by in (("see", see), ("down", down)):
            if seen_by in ("owner", "others") and owner == TABLE:
                seers = "the owner" if seen_by == "owner" else "all players but the owner"
                message = f"`{seen_by}` means {seers}, but `{word}` is on the table and has no owner"
                label = "write `everyone` or `nobody`" if field == "see" else "write `nobody`"
                reader.error(NO_OWNER, message, fields.nodes[field].span, label)
        _check_contradictions(reader, fields, see)
        title = fields.title(word)
        yield ZoneDecl(
            word,
            owner,
            types.kind_plurals[plural],
            see,
            down,
            fields.yes("ordered") or fields.yes("row") or see == "top",
            title,
            key.span,
            fields.value("at") or (f"on the {title}" if is_surface(title) else ""),
            row=fields.yes("row"),
        )
