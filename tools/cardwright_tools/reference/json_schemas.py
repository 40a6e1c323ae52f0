"""JSON Schemas (draft-07) of game and card files for completion and checks in editors."""

import json
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from cardwright.declarations.model import Attribute, GameDecl, KindDecl
from cardwright.declarations.readers.each_templates import SAME
from cardwright.declarations.schema import field_types as f
from cardwright.declarations.schema.card_file_fields import CARD_FILE, DECK_FILE, PIECE, TAKEN
from cardwright.declarations.schema.field_lookup import SHARED_FILE
from cardwright.declarations.schema.field_types import Field, FieldGroup, Shape
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.declarations.schema.scenario_fields import SCENARIO_FILE
from cardwright.declarations.value_types import NONE, Type
from cardwright.source.path_and_number_checks import resolve_path

Schema = dict[str, Any]

TEXT: Schema = {"type": ["string", "number"]}
WORD: Schema = {"type": ["string", "number", "boolean"]}
FLAG: Schema = {"enum": [True, False, "yes", "no"]}
NOTHING: Schema = {"type": "null"}

DRAFT = "http://json-schema.org/draft-07/schema#"

FOLDER = "schema"
GAME_SCHEMA = "game.schema.json"
CARD_SCHEMA = "cards.schema.json"
SCENARIO_SCHEMA = "scenarios.schema.json"
DECK_SCHEMA = "decks.schema.json"
FIRST_LINE = "# yaml-language-server: $schema="


def build_game_schema() -> str:
    """Return the schema of files in `games/NAME`; required fields may be in another file of the game."""
    root = group_schema(GAME)
    root.pop("required")
    return _build_text("A game of Cardwright", root, _collect_definitions(GAME))


def build_card_schema() -> str:
    """Return the schema of card files of any game, in which attributes can have any name."""
    return _build_text("Cards of a Cardwright game", group_schema(CARD_FILE), _collect_definitions(CARD_FILE))


def build_shared_schema() -> str:
    """Return the schema of files of shared cards."""
    return _build_text(
        "Cards that several games of Cardwright share", group_schema(SHARED_FILE), _collect_definitions(SHARED_FILE)
    )


def build_scenario_schema() -> str:
    """Return the schema of files of scenarios."""
    return _build_text(
        "Scenarios of a Cardwright game", group_schema(SCENARIO_FILE), _collect_definitions(SCENARIO_FILE)
    )


def build_own_card_schema(game: GameDecl, sets: Iterable[str]) -> str:
    """Return the schema of one game's card files, with its kinds, attributes, words and sets."""
    kinds = [kind for kind in game.kinds.values() if kind.part_of is None]
    definitions: dict[str, Any] = {f"{kind.word}_fields": _build_card(game, kind, kinds) for kind in kinds}
    definitions |= {word: each for word, each in _collect_definitions(CARD_FILE).items() if word != PIECE.word}
    for kind in kinds:
        definitions[f"cards_of_{kind.word}"] = {"type": "array", "items": _build_piece_schema(kinds, kind)}
    root = group_schema(CARD_FILE)
    properties = root["properties"]
    properties["game"] |= {"const": game.name}
    properties["set"] |= {"enum": list(sets)}
    properties["kind"] |= {"enum": [kind.word for kind in kinds]}
    del properties["cards"]["type"], properties["cards"]["items"]
    if len(kinds) == 1:
        properties["cards"] |= {"$ref": f"#/definitions/cards_of_{kinds[0].word}"}
        # Draft-07 ignores fields beside a reference, so the description belongs to the target.
        properties["cards"] = {"allOf": [{"$ref": properties["cards"].pop("$ref")}], **properties["cards"]}
    else:
        root["allOf"] = [
            _build_when(kind, {"cards": {"$ref": f"#/definitions/cards_of_{kind.word}"}}) for kind in kinds[1:]
        ]
        first = {"properties": {"cards": {"$ref": f"#/definitions/cards_of_{kinds[0].word}"}}}
        others = [kind.word for kind in kinds[1:]]
        root["allOf"].append({"if": _is_kind(others), "else": first})
    return _build_text(f"Cards of {game.title}", root, definitions)


def build_own_deck_schema(game: GameDecl) -> str:
    """Return the schema of the decks that players bring to one game, with the cards that they may have."""
    root = group_schema(DECK_FILE)
    brought = [deck for deck in game.decks.values() if deck.by_player]
    legal = [
        piece.id
        for number, piece in enumerate(game.pieces)
        if any(piece.kind == deck.kind and number not in deck.banned for deck in brought)
    ]
    cards = root["properties"]["cards"]
    count = cards.pop("additionalProperties")
    cards["properties"] = dict.fromkeys(legal, count)
    cards["additionalProperties"] = False
    root["properties"]["game"] |= {"const": game.name}
    root["properties"]["deck"] |= {"enum": [deck.word for deck in brought]}
    return _build_text(f"Decks for {game.title}", root, _collect_definitions(DECK_FILE))


def group_schema(group: FieldGroup) -> Schema:
    """Return the schema of a group of fields, or of the single value that can be written instead."""
    if group.one:
        names = {each: each.word.replace("P1", "P[0-9]+").replace("ZONE", ".+") for each in group.fields}
        patterns = {f"^{name}$": _describe(each) for each, name in names.items()}
        one: Schema = {"type": "object", "minProperties": 1, "maxProperties": 1}
        return {**one, "patternProperties": patterns, "additionalProperties": False}
    fields: Schema = {
        "type": "object",
        "properties": {each.word: _describe(each) for each in group.fields},
        "required": [each.word for each in group.fields if each.needed],
        "additionalProperties": False,
    }
    for each in group.fields:
        if each.without is not None:
            other, shape = each.without
            fields |= {
                "if": {"not": {"required": [other]}},
                "then": {"properties": {each.word: build_shape_schema(shape)}},
            }
    short = group.field(group.short)
    instead = build_shape_schema(short.shape) if short is not None else NOTHING if group.empty else None
    return {"anyOf": [instead, fields]} if instead is not None else fields


def build_shape_schema(shape: Shape) -> Schema:
    """Return the schema of a field's value; it refers to groups by their words."""
    match shape:
        case f.LineText() | f.TextField() | f.WordField():
            return TEXT
        case f.Id():
            return {"type": "string", "pattern": "^(?=.*[A-Za-z_])[A-Za-z0-9_]+$"}
        case f.Flag():
            return FLAG
        case f.OneOf(_, words):
            return {"enum": list(words)}
        case f.NumberField(low, high):
            bounds = {"minimum": low, "maximum": high}
            return {"type": "integer"} | {word: bound for word, bound in bounds.items() if bound is not None}
        case f.FromTo():
            return {"anyOf": [{"type": "string", "pattern": r"^\d+( to \d+)?$"}, {"type": "integer"}]}
        case f.Value():
            return {"type": ["string", "integer", "boolean"]}
        case f.Language():
            return {"type": "string"}
        case f.ListField(item, alone, empty):
            each = WORD if alone and isinstance(item, f.WordField | f.LineText) else build_shape_schema(item)
            several = {"type": "array", "items": each}
            if not alone:
                return {**several, "type": ["array", "null"]} if empty else several
            return {"anyOf": [each, several, *([NOTHING] if empty else [])]}
        case f.MapOf(value, empty, least, most):
            schema: Schema = {"type": ["object", "null"] if empty else "object"}
            schema |= {"additionalProperties": build_shape_schema(value)} if value != f.Anything() else {}
            schema |= {"minProperties": least} if least else {}
            return schema | ({"maxProperties": most} if most is not None else {})
        case f.Either(shapes):
            return {"anyOf": [build_shape_schema(each) for each in shapes]}
        case FieldGroup(word):
            return {"$ref": f"#/definitions/{word}"}
        case _:
            return {}


def _collect_definitions(root: FieldGroup) -> dict[str, Schema]:
    """Return the schemas of all groups that can occur in a file."""
    groups: dict[str, FieldGroup] = {}
    todo = [each.shape for each in root.fields]
    while todo:
        match todo.pop(0):
            case FieldGroup(word) as group if word not in groups:
                groups[word] = group
                todo += [each.shape for each in group.fields]
            case f.ListField(inner) | f.MapOf(inner):
                todo.append(inner)
            case f.Either(shapes):
                todo += shapes
    own = {PIECE.word: _allow_many(_build_piece((), additional=True))}
    return {word: own.get(word) or group_schema(group) for word, group in groups.items()}


def _describe(each: Field) -> Schema:
    default = f" Without it: {each.default}." if each.default else ""
    description = f"{each.meaning}{default}".replace("`", "")
    schema = build_shape_schema(each.shape)
    return {**({"allOf": [schema]} if "$ref" in schema else schema), "description": description}


def _build_piece(fields: Iterable[tuple[str, Schema]], additional: bool) -> Schema:
    schema = group_schema(PIECE)
    schema["properties"].update(fields)
    schema["additionalProperties"] = additional
    return schema


def _allow_many(one: Schema) -> Schema:
    """Return the schema of an entry: one piece, several pieces with `each`, or shared cards with `from`.

    With `each`, fields may be templates. With `from`, an attribute may have several values.
    """
    fields = {name: each if name in SAME else _allow_template(each) for name, each in one["properties"].items()}
    many = {**one, "properties": fields, "required": ["each"]}
    left_out = set(PIECE.words).difference(TAKEN.words)
    given = {
        name: each if name in TAKEN.words else _allow_several(each)
        for name, each in one["properties"].items()
        if name not in left_out
    }
    taken = {**one, "properties": given, "required": ["from"]}
    one_or_many = {"if": {"required": ["each"]}, "then": many, "else": one}
    return {"if": {"required": ["from"]}, "then": taken, "else": one_or_many}


def _allow_several(schema: Schema) -> Schema:
    """Return the schema of an attribute that may have several values: a list, a range, or a plural."""
    kept = {"description": schema["description"]} if "description" in schema else {}
    own = {word: rest for word, rest in schema.items() if word != "description"}
    values = build_shape_schema(f.ListField(f.Value(), alone=True))
    return {"anyOf": [own, values], **kept}


def _allow_template(schema: Schema) -> Schema:
    """Return the schema of a field that may be a template with names in braces."""
    kept = {"description": schema["description"]} if "description" in schema else {}
    own = {word: rest for word, rest in schema.items() if word != "description"}
    return {"anyOf": [own, {"type": "string", "pattern": r"\{[^{}]+\}"}], **kept}


def _build_card(game: GameDecl, kind: KindDecl, kinds: list[KindDecl]) -> Schema:
    schema = _build_piece(((a.word, _build_attribute(game, a)) for a in kind.attributes.values()), additional=False)
    schema["properties"]["kind"] |= {"enum": [other.word for other in kinds]}
    inferable = {"enum": ["name", "copies", *kind.attributes, *([kind.parts.word] if kind.parts else [])]}
    schema["properties"]["inferred"] |= {"anyOf": [inferable, {"type": "array", "items": inferable}, {"type": "null"}]}
    if kind.parts is not None:
        schema["properties"][kind.parts.word] = _build_parts(game, kind)
    schema["required"] += [a.word for a in kind.attributes.values() if a.default is None]
    return _allow_many(schema)


def _build_attribute(game: GameDecl, attribute: Attribute) -> Schema:
    schema = _build_value_schema(game, attribute.type.item or attribute.type)
    if attribute.may_be_none:
        alone = {"anyOf": [schema, {"enum": [NONE.base]}]}
        schema = {"enum": [*schema["enum"], NONE.base]} if "enum" in schema else alone
    if attribute.type.item is not None:
        schema = {"anyOf": [schema, {"type": "array", "items": schema}]}
    optional = "" if attribute.default is None else " It may be left out."
    return {**schema, "description": f"The {attribute.word.replace('_', ' ')}: {attribute.type}.{optional}"}


def _build_value_schema(game: GameDecl, kind: Type) -> Schema:
    """Return the schema of one value of a type."""
    words = _build_words(game, kind)
    if words:
        # A word of digits is a number to YAML.
        return {"enum": [*words, *(int(word) for word in words if word.isdecimal())]}
    if kind.base == "yes_no":
        return dict(FLAG)
    if kind.base == "name":
        return {"type": "string", "description": f"The id of a {kind.of}."}
    return {"type": "integer"} if kind.base == "number" else {"not": {}}


def _build_words(game: GameDecl, kind: Type) -> tuple[str, ...]:
    return game.enums[kind.of].values if kind.base == "enum" else ()


def _build_parts(game: GameDecl, kind: KindDecl) -> Schema:
    assert kind.parts is not None
    part = game.kinds[kind.parts.kind]
    first = next(iter(part.attributes.values()), None)
    words = _build_words(game, first.type) if first is not None else ()
    counts: Schema = {word: {"type": "integer", "description": f"How many {word}."} for word in words}
    return {
        "type": ["object", "null"],
        "description": f"The {part.plural} of the {kind.word}, counted.",
        "properties": counts,
        "additionalProperties": False,
    }


def _build_piece_schema(kinds: list[KindDecl], usual: KindDecl) -> Schema:
    """Return the schema of a piece in a list; a piece that names no kind is of the kind `usual`."""
    if len(kinds) == 1:
        return {"$ref": f"#/definitions/{usual.word}_fields"}
    others = [kind.word for kind in kinds if kind is not usual]
    named_kinds = [{"if": _is_kind([word]), "then": {"$ref": f"#/definitions/{word}_fields"}} for word in others]
    return {"allOf": [*named_kinds, {"if": _is_kind(others), "else": {"$ref": f"#/definitions/{usual.word}_fields"}}]}


def _is_kind(words: list[str]) -> Schema:
    return {"required": ["kind"], "properties": {"kind": {"enum": words}}}


def _build_when(kind: KindDecl, properties: Schema) -> Schema:
    return {"if": _is_kind([kind.word]), "then": {"properties": properties}}


def _build_text(title: str, root: Schema, definitions: Schema) -> str:
    schema = {"$schema": DRAFT, "title": title, **root, "definitions": definitions}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"


def make_first_line(path: Path, folder: Path) -> str:
    """Return the first line of a game's file, which names its schema to editors."""
    from cardwright.declarations.file_kinds import find_file_kind

    inside = resolve_path(path).relative_to(resolve_path(folder)).parts
    name = {"game": GAME_SCHEMA, "cards": CARD_SCHEMA, "deck": DECK_SCHEMA}.get(
        find_file_kind(path) or "", SCENARIO_SCHEMA
    )
    return f"{FIRST_LINE}{'../' * (len(inside) - 1)}{FOLDER}/{name}"
