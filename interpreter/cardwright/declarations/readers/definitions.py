"""Reader of definitions of pieces, with their fields, attributes, parts and powers."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import replace
from typing import TypeGuard

from cardwright.declarations.field_reader import (
    BAD_NAME,
    DUPLICATE_ID,
    MAX_LENGTH,
    MISSING_FIELD,
    UNKNOWN_FIELD,
    UNKNOWN_KIND,
    UNKNOWN_WORD,
    WRONG_VALUE,
    FieldReader,
    FieldValues,
    find_reserved_meaning,
    is_word,
)
from cardwright.declarations.intended_words_and_numbers import suggest_word
from cardwright.declarations.model import Attribute, KindDecl, PieceDef, Printed, StockByPlayers
from cardwright.declarations.readers.each_templates import expand_template
from cardwright.declarations.readers.types_and_tables import Types, read_printed_value
from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.card_file_fields import COPIES, PIECE
from cardwright.declarations.schema.scenario_fields import MAX_PLAYERS
from cardwright.declarations.value_types import NUMBER
from cardwright.phrases.inflection import make_name
from cardwright.source.diagnostics import Diagnostic, Fix, note_declared, suggest
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Mapping as MappingNode
from cardwright.source.yaml.nodes import Node, Scalar, Sequence

_COPIES = f.Field("copies", COPIES, "")
_PLAYERS = f.Field("players", f.FromTo(1, MAX_PLAYERS), "")
# The function that reads an entry with `from` in a set.
Take = Callable[[Types, MappingNode, str], Iterator[PieceDef]]


def read_pieces(
    types: Types, pieces: dict[str, PieceDef], node: Node | None, set_name: str, kind: str, take: Take
) -> None:
    """Add the definitions in a list to `pieces`, by id; `kind` is their default kind."""
    if node is None:
        return
    if not isinstance(node, Sequence):
        types.reader.error(WRONG_VALUE, "this must be a list", node.span, "begin each card with `- id: NAME`")
        return
    for item in node.items:
        if isinstance(item, MappingNode) and item.key("from") is not None:
            add_definitions(types, pieces, take(types, item, set_name))
        else:
            add_definitions(types, pieces, read_definitions(types, item, set_name, kind))


def read_definitions(types: Types, node: Node, set_name: str, kind: str) -> Iterator[PieceDef]:
    """Yield the definitions of an entry in a list of pieces: one, or with `each` several."""
    if isinstance(node, MappingNode) and node.key("each") is not None:
        made = _expand_entry(types, node, set_name, kind)
    else:
        made = iter([_read_piece(types, node, set_name, kind)])
    yield from (found for found in made if found is not None)


def _expand_entry(types: Types, node: MappingNode, set_name: str, default_kind: str) -> Iterator[PieceDef | None]:
    """Yield the definitions of an entry with `each`."""
    kind = _find_kind(types, node, default_kind)
    for one in expand_template(types, node, kind) if kind is not None else ():
        found = _read_piece(types, one, set_name, default_kind)
        yield found and replace(found, of_many=True)


def add_definitions(types: Types, pieces: dict[str, PieceDef], made: Iterable[PieceDef]) -> None:
    """Add definitions to `pieces`, by id; report an id that is there already."""
    is_reported = False
    for found in made:
        first = pieces.setdefault(found.id, found)
        if first is not found and not (is_reported and found.span == first.span):
            is_reported = found.span == first.span
            label = "choose another id; for more copies of one card write `copies: 2`"
            notes = note_declared(found.id, first.span)
            if found.span == first.span:
                label, notes = "put all names that stand under `each` into the `id`, so that no two are equal", ()
            types.reader.error(DUPLICATE_ID, f"two cards have the id `{found.id}`", found.span, label, notes)


def list_piece_fields(kind: KindDecl) -> list[str]:
    """Return the fields that a piece of a kind can have."""
    own = (word for word in PIECE.words if word not in ("each", "from"))
    return [*own, *kind.attributes, *([kind.parts.word] if kind.parts else [])]


def _read_piece(types: Types, node: Node, set_name: str, default_kind: str) -> PieceDef | None:
    if not isinstance(node, MappingNode):
        label = f"write `id: {node.raw}`" if isinstance(node, Scalar) and is_word(node.raw) else "write `id: NAME`"
        types.reader.error(WRONG_VALUE, "a card must be a group of fields that begins with `- id:`", node.span, label)
        return None
    kind = _find_kind(types, node, default_kind)
    if kind is None:
        return None
    parts_word = "load" if kind.parts is None else kind.parts.word
    known = list_piece_fields(kind)
    fields = types.reader.group(node, "card", PIECE, known)
    id_node = fields.value("id")
    if id_node is None or not _is_id(types.reader, id_node):
        return None
    name = fields.value("name") or make_name(str(id_node.value))
    copies, stock = read_copies(types.reader, fields, 1)
    return PieceDef(
        id=str(id_node.value),
        name=name,
        kind=kind.word,
        copies=copies,
        set=set_name,
        values=_read_values(types, kind, fields.nodes, id_node.span),
        parts=_count_parts(types, kind, fields.nodes.get(parts_word)) if kind.parts else {},
        power=fields.value("power"),
        inferred=_read_inferred(types.reader, fields.words("inferred"), known),
        note=fields.value("note") or "",
        reminder=fields.value("reminder") or "",
        span=id_node.span,
        each_player=read_player_copies(fields),
        pool=fields.value("pool"),
        stock=stock,
    )


def read_copies(reader: FieldReader, fields: FieldValues, usual: int) -> tuple[int, StockByPlayers | None]:
    """Return the number of copies that belong to no player, and the copies by number of players if they vary.

    `usual` applies to a card that gives neither `copies` nor copies for each player.
    """
    node = fields.nodes.get("copies")
    if node is None:
        return (0 if "each_player" in fields else usual), None
    if isinstance(node, MappingNode):
        before = len(reader.diagnostics)
        rows = _read_stock(reader, node)
        most = max((copies for _, _, copies in rows), default=usual)
        return most, None if len(reader.diagnostics) > before else StockByPlayers(tuple(rows), node.span)
    count = reader.field(_COPIES, node)
    return (usual if count is None else count), None


def _read_stock(reader: FieldReader, node: MappingNode) -> list[tuple[int, int, int]]:
    """Return the rows of copies by the number of players; report wrong numbers, and overlapping rows."""
    rows: list[tuple[int, int, int]] = []
    for key, value in node.entries:
        players, count = reader.field(_PLAYERS, key), reader.field(_COPIES, value)
        if players is None or count is None:
            continue
        low, high = players
        twice = next((n for n in range(low, high + 1) if any(first <= n <= last for first, last, _ in rows)), None)
        if twice is not None:
            message = f"the copies with {twice} players are given twice"
            reader.error(WRONG_VALUE, message, key.span, "write each number of players once")
        rows.append((low, high, count))
    if not node.entries:
        reader.error(WRONG_VALUE, "`copies` has no value", node.span, "write `{2: 8, 3 to 4: 12}`, for example")
    return rows


def read_player_copies(fields: FieldValues) -> tuple[tuple[Scalar, int], ...]:
    """Return the number of copies with which each player begins, by zone."""
    found = ((zone, node.value) for zone, node in fields.entries("each_player") if isinstance(node, Scalar))
    return tuple((zone, count) for zone, count in found if isinstance(count, int))


def _is_id(reader: FieldReader, node: Scalar) -> bool:
    """Return True if a value can be the id of a piece; otherwise report an error that suggests a similar id."""
    raw = node.raw
    if isinstance(node.value, str) and is_word(raw):
        if not (reserved := find_reserved_meaning(raw)):
            return True
        label = f"write `card_{raw.lower()}`, for example; players see only the `name`"
        reader.error(BAD_NAME, f"`{raw}` {reserved} and cannot be an id", node.span, label)
        return False
    why = "use letters, digits and `_`" + (", with a letter among them" if raw.isalnum() else "")
    if not isinstance(node.value, str):
        why = "YAML reads yes or no" if isinstance(node.value, bool) else "YAML reads a number"
    word = suggest_word(raw)
    if not isinstance(node.value, str) or not re.search("[a-z]", word):
        word = f"card_{word}" if word else ""
    fix = Fix(node.span, word) if word and len(word) <= MAX_LENGTH else None
    label = f"write `{word}`, for example" if fix else "write a shorter one in English letters"
    message = f"`{raw}` is not an id: {why}"
    reader.diagnostics.append(Diagnostic(WRONG_VALUE, message, node.span, label, fix=fix))
    return False


def _find_kind(types: Types, node: MappingNode, default_kind: str) -> KindDecl | None:
    """Return the kind that a piece names, by default `default_kind`; None after reporting an unknown kind."""
    said = node.get("kind")
    if said is None:  # a misspelt field is reported, and read as it is meant
        known = {word for kind in types.kinds.values() for word in list_piece_fields(kind)}
        others = (key.raw for key, _ in node.entries if key.raw not in {*known, "each", "from"})
        said = node.get(next((word for word in others if suggest(word, known) == "kind"), ""))
    if isinstance(said, Sequence) and len(said.items) == 1:  # reported with the other fields
        said = said.items[0]
    word = str(said.value) if isinstance(said, Scalar) else default_kind
    if word not in types.kinds and not (word == "" and said is None and types.kinds):
        place = said if isinstance(said, Scalar) else None
        types.reader.unknown(UNKNOWN_KIND, "kind", place, types.kinds, node.span)
    return types.kinds.get(word) if word else None


def _read_inferred(reader: FieldReader, words: list[Scalar], known: list[str]) -> tuple[str, ...]:
    """Return the fields whose values the author inferred, because no rulebook states them."""
    found = []
    for word in words:
        if str(word.value) not in known:
            reader.unknown(UNKNOWN_FIELD, "field", word, known)
        found.append(str(word.value))
    return tuple(found)


def _read_values(types: Types, kind: KindDecl, fields: Mapping[str, Node], span: Span) -> dict[str, Printed]:
    values: dict[str, Printed] = {}
    for attribute in kind.attributes.values():
        node = fields.get(attribute.word)
        if isinstance(node, Scalar) or _is_list(node, attribute):
            values[attribute.word] = read_printed_value(types, node, attribute.type, attribute.may_be_none)
        elif node is not None and attribute.type.item is not None:
            some = types.enums[attribute.type.item.of].values[:2]
            message, label = f"`{attribute.word}` is a list", f"write `[{', '.join(some)}]`, for example"
            types.reader.error(WRONG_VALUE, message, node.span, label)
        elif node is not None:
            label = f"write `{_give_example(types, attribute)}`, for example"
            types.reader.error(WRONG_VALUE, f"`{attribute.word}` must be a single value", node.span, label)
        elif attribute.default is not None:
            values[attribute.word] = attribute.default
        else:
            id_node = fields.get("id")
            name = f"the {kind.word} `{id_node.raw}`" if isinstance(id_node, Scalar) else f"this {kind.word}"
            label = f"add `{attribute.word}: {_give_example(types, attribute)}`, for example"
            notes = note_declared(attribute.word, attribute.span)
            types.reader.error(MISSING_FIELD, f"{name} has no `{attribute.word}`", span, label, notes)
            values[attribute.word] = 0
    return values


def _give_example(types: Types, attribute: Attribute) -> str:
    """Return a possible value of an attribute, as an author writes it."""
    kind = attribute.type.item or attribute.type
    words = types.enums[kind.of].values[:1] if kind.base == "enum" else ()
    one = next(iter(words), {"number": "1", "yes_no": "yes"}.get(kind.base, "..."))
    return f"[{one}]" if attribute.type.item is not None else one


def _is_list(node: Node | None, attribute: Attribute) -> TypeGuard[Sequence]:
    """Return True if the attribute takes several values and the node is a list of them."""
    if attribute.type.item is None or not isinstance(node, Sequence):
        return False
    return all(isinstance(item, Scalar) for item in node.items)


def _count_parts(types: Types, kind: KindDecl, node: Node | None) -> dict[str, int]:
    """Read the number of parts for each word of the first attribute of their kind: `{red: 2, blue: 1}`."""
    counts: dict[str, int] = {}
    if node is None or kind.parts is None:
        return counts
    part = types.kinds[kind.parts.kind]
    first = next(iter(part.attributes.values()), None)
    allowed = types.enums[first.type.of].values if first is not None and first.type.base == "enum" else ()
    for key, item in types.reader.entries(node, kind.parts.word):
        if str(key.value) not in allowed:
            types.reader.unknown(UNKNOWN_WORD, first.word if first else "part", key, allowed)
        elif isinstance(item, Scalar):
            counts[str(key.value)] = types.constant(item, NUMBER)
    return counts
