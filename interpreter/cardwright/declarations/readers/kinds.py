"""Reader of `kinds`, the kinds of pieces with their zones and memory."""

from collections.abc import Iterable
from dataclasses import replace

from cardwright.declarations.field_reader import UNKNOWN_KIND, WRONG_VALUE, FieldValues
from cardwright.declarations.model import Attribute, KindDecl, MemoryDecl, PartsDecl, ZoneDecl
from cardwright.declarations.readers.types_and_tables import Types, read_printed_value
from cardwright.declarations.readers.zones_and_memory import read_memory, read_zones
from cardwright.declarations.schema.game_file_fields import ATTRIBUTE, KIND
from cardwright.declarations.value_types import MAYBE_NUMBER, NONE, NUMBER, UNKNOWN
from cardwright.source.diagnostics import Diagnostic, Fix
from cardwright.source.yaml.nodes import Node, Scalar

# Types of which a file of cards can state a value, and `bad` for one that was reported already.
WRITTEN_VALUES = ("number", "yes_no", "enum", "name", "bad")


def read_kinds(types: Types, entries: Iterable[tuple[Scalar, Node]]) -> tuple[list[ZoneDecl], list[MemoryDecl]]:
    """Add the kinds of a game to its types; return the zones and memory that their pieces have.

    All names are read first, because kinds can refer to each other.
    """
    zones: list[ZoneDecl] = []
    memories: list[MemoryDecl] = []
    for kind, fields in [_read_named_kind(types, key, node) for key, node in entries]:
        types.kinds[kind.word] = _read_whole_kind(types, kind, fields)
        zones.extend(read_zones(types, kind.word, fields.entries("zones")))
        memories.extend(read_memory(types, kind.word, fields.entries("memory")))
    return zones, memories


def _read_named_kind(types: Types, key: Scalar, node: Node) -> tuple[KindDecl, FieldValues]:
    """Return a kind that has only its names so far, and the fields that are still to be read."""
    word = str(key.value)
    fields = types.reader.group(node, word, KIND)
    plural = types.plural(key, fields)
    types.kinds[word] = KindDecl(word, plural, {}, None, None, False, word, key.span)
    types.kind_plurals.setdefault(plural, word)
    return types.kinds[word], fields


def _read_whole_kind(types: Types, kind: KindDecl, fields: FieldValues) -> KindDecl:
    reader = types.reader
    attributes = {
        str(key.value): attribute
        for key, node in fields.entries("attributes")
        if (attribute := _read_attribute(types, key, node))
    }
    part_of = fields.word("part_of")
    for attribute in attributes.values() if part_of is not None else ():
        if attribute.type.item is not None or attribute.may_be_none:
            which = "none" if attribute.may_be_none else "several"
            message = f"a part is a single word, but its `{attribute.word}` could be {which}"
            label = "remove `default: none`" if attribute.may_be_none else "name the type itself, not its plural"
            reader.error(WRONG_VALUE, message, attribute.span, label)
    if part_of is not None and part_of not in types.kinds:
        reader.unknown(UNKNOWN_KIND, "kind", fields.nodes["part_of"], types.kinds)
    return replace(
        kind,
        attributes=attributes,
        parts=_read_parts(types, fields),
        part_of=part_of,
        interchangeable=fields.yes("interchangeable"),
        title=fields.title(kind.word),
        plural_span=fields.span("plural"),
    )


def _read_attribute(types: Types, key: Scalar, node: Node) -> Attribute | None:
    reader = types.reader
    word = str(key.value)
    reader.named(key)
    fields = reader.group(node, word, ATTRIBUTE, at=key.span)
    written, default = fields.value("is"), fields.value("default")
    kind = (types.type_of(written) if written else None) or UNKNOWN
    if written is not None and (kind.item or kind).base not in WRITTEN_VALUES:
        message = (
            f"an attribute is a number, yes or no, a word of a type or the name of a piece, and not a `{written.raw}`"
        )
        is_text = kind.base == "text"
        label = (
            ("write texts for players into `name`, `reminder` and `note`")
            if is_text
            else "declare memory of the piece for it"
        )
        reader.error(WRONG_VALUE, message, written.span, label)
        return Attribute(word, UNKNOWN, key.span, 0)
    if kind.item is not None and kind.item.base != "enum" and written is not None:
        fix = Fix(written.span, str(kind.item))
        message = (
            f"an attribute holds one value, or several words of a type, and `{written.raw}` is not a type of words"
        )
        label = f"did you mean `{kind.item}`?"
        reader.diagnostics.append(Diagnostic(WRONG_VALUE, message, written.span, label, fix=fix))
        kind = kind.item
    if default is not None and default.raw == NONE.base and kind == NUMBER:
        kind = MAYBE_NUMBER
    elif default is not None and default.raw == NONE.base and kind.base not in ("enum", "name", "bad"):
        message = f"only an attribute that is a number, a word or a name can be `none`, and `{word}` is not"
        label = (
            "remove `default: none`: without a default, a piece can have no value"
            if kind.item is not None
            else "write another value"
        )
        reader.error(WRONG_VALUE, message, default.span, label)
        default = None
    if kind.item is not None:
        return Attribute(word, kind, key.span, read_printed_value(types, default, kind) if default else ())
    return Attribute(word, kind, key.span, read_printed_value(types, default, kind, or_none=True) if default else None)


def _read_parts(types: Types, fields: FieldValues) -> PartsDecl | None:
    for key, node in fields.entries("parts"):
        types.reader.named(key)
        kind = types.reader.scalar(node, str(key.value))
        if kind is None:
            return None
        if str(kind.value) not in types.kinds:
            types.reader.unknown(UNKNOWN_KIND, "kind", kind, types.kinds)
            return None
        return PartsDecl(str(key.value), str(kind.value), key.span)
    return None
