"""Writes JSON Schemas (draft-07) of game and card files, with which editors complete and check while one types."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from cardwright.declarations.declared import Attribute, GameDecl, Kind
from cardwright_tools.reference.fields import (
    ATTRIBUTE,
    CARD_FILE,
    EXAMPLE,
    FLAG,
    GAME,
    KIND,
    LOOK,
    MEMORY,
    PICTURE,
    PIECE,
    SCENARIO_FILE,
    TABLE,
    TYPE,
    ZONE,
    Field,
    Group,
    Schema,
    named,
)

DRAFT = "http://json-schema.org/draft-07/schema#"


def game_schema() -> str:
    """The schema of every file in `games/NAME`; what must be given may stand in another file of the same game."""
    piece = _or_many(_piece((), additional=True))
    definitions = {
        "type": group_schema(TYPE),
        "kind": group_schema(KIND),
        "attribute": group_schema(ATTRIBUTE),
        "zone": group_schema(ZONE),
        "zones": named("zone"),
        "memory": group_schema(MEMORY),
        "memories": named("memory"),
        "table": group_schema(TABLE),
        "look": group_schema(LOOK),
        "picture": group_schema(PICTURE),
        "piece": piece,
        "example": group_schema(EXAMPLE),
    }
    root = group_schema(GAME)
    root.pop("required")
    return _text("A game of Cardwright", root, definitions)


def card_schema() -> str:
    """The schema of card files of any game: attributes have any name."""
    return _text(
        "Cards of a Cardwright game",
        group_schema(CARD_FILE),
        {"piece": _or_many(_piece((), additional=True)), "example": group_schema(EXAMPLE)},
    )


def scenario_schema() -> str:
    """The schema of files of scenarios."""
    scenario = group_schema(EXAMPLE)
    scenario["required"].append("name")
    return _text("Scenarios of a Cardwright game", group_schema(SCENARIO_FILE), {"scenario": scenario})


def cards_of(game: GameDecl, sets: Iterable[str]) -> str:
    """The schema of one game's card files, with its kinds, attributes, words and sets."""
    kinds = [kind for kind in game.kinds.values() if kind.part_of is None]
    definitions: dict[str, Any] = {f"{kind.word}_fields": _card(game, kind, kinds) for kind in kinds}
    definitions["example"] = group_schema(EXAMPLE)
    for kind in kinds:
        definitions[f"cards_of_{kind.word}"] = {"type": "array", "items": _by_kind(kinds, kind)}
    root = group_schema(CARD_FILE)
    properties = root["properties"]
    properties["game"] |= {"const": game.name}
    properties["set"] |= {"enum": list(sets)}
    properties["kind"] |= {"enum": [kind.word for kind in kinds]}
    del properties["cards"]["type"], properties["cards"]["items"]
    if len(kinds) == 1:
        properties["cards"] |= {"$ref": f"#/definitions/cards_of_{kinds[0].word}"}
        # Draft-07 ignores what stands beside a reference: the description goes with what is referred to.
        properties["cards"] = {"allOf": [{"$ref": properties["cards"].pop("$ref")}], **properties["cards"]}
    else:
        root["allOf"] = [_when(kind, {"cards": {"$ref": f"#/definitions/cards_of_{kind.word}"}}) for kind in kinds[1:]]
        first = {"properties": {"cards": {"$ref": f"#/definitions/cards_of_{kinds[0].word}"}}}
        others = [kind.word for kind in kinds[1:]]
        root["allOf"].append({"if": _is_kind(others), "else": first})
    return _text(f"Cards of {game.title}", root, definitions)


def group_schema(group: Group) -> Schema:
    """The schema of a group of fields, or of what may be written instead of it."""
    fields: Schema = {
        "type": "object",
        "properties": {each.word: _described(each) for each in group.fields},
        "required": [each.word for each in group.fields if each.default == ""],
        "additionalProperties": False,
    }
    return {"anyOf": [group.short, fields]} if group.short else fields


def _described(each: Field) -> Schema:
    default = f" Without it: {each.default}." if each.default else ""
    description = f"{each.meaning}{default}".replace("`", "")
    if "$ref" in each.schema:
        return {"allOf": [each.schema], "description": description}
    return {**each.schema, "description": description}


def _piece(fields: Iterable[tuple[str, Schema]], additional: bool) -> Schema:
    schema = group_schema(PIECE)
    schema["properties"].update(fields)
    schema["additionalProperties"] = additional
    return schema


def _or_many(one: Schema) -> Schema:
    """The schema of an entry that is one piece, or with `each` many: then its fields may be templates."""
    same = ("each", "kind", "power", "inferred", "examples")
    fields = {name: each if name in same else _or_template(each) for name, each in one["properties"].items()}
    many = {**one, "properties": fields, "required": ["each"]}
    return {"if": {"required": ["each"]}, "then": many, "else": one}


def _or_template(schema: Schema) -> Schema:
    """What a field holds, or a text with names in braces for it."""
    kept = {"description": schema["description"]} if "description" in schema else {}
    own = {word: rest for word, rest in schema.items() if word != "description"}
    return {"anyOf": [own, {"type": "string", "pattern": r"\{[^{}]+\}"}], **kept}


def _card(game: GameDecl, kind: Kind, kinds: list[Kind]) -> Schema:
    schema = _piece(((a.word, _attribute(game, a)) for a in kind.attributes.values()), additional=False)
    schema["properties"]["kind"] |= {"enum": [other.word for other in kinds]}
    inferable = {"enum": ["name", "copies", *kind.attributes, *([kind.parts.word] if kind.parts else [])]}
    schema["properties"]["inferred"] |= {"anyOf": [inferable, {"type": "array", "items": inferable}, {"type": "null"}]}
    if kind.parts is not None:
        schema["properties"][kind.parts.word] = _parts(game, kind)
    schema["required"] += [a.word for a in kind.attributes.values() if a.default is None]
    return _or_many(schema)


def _attribute(game: GameDecl, attribute: Attribute) -> Schema:
    words = _words(game, attribute)
    if words:
        # A word of digits is a number to YAML.
        schema: Schema = {"enum": [*words, *(int(word) for word in words if word.isdecimal())]}
    elif attribute.type.base == "yes_no":
        schema = dict(FLAG)
    else:
        schema = {"type": "integer"} if attribute.type.base == "number" else {"not": {}}
    optional = "" if attribute.default is None else " It may be left out."
    return {**schema, "description": f"The {attribute.word.replace('_', ' ')}: {attribute.type}.{optional}"}


def _words(game: GameDecl, attribute: Attribute) -> tuple[str, ...]:
    return game.enums[attribute.type.of].values if attribute.type.base == "enum" else ()


def _parts(game: GameDecl, kind: Kind) -> Schema:
    assert kind.parts is not None
    part = game.kinds[kind.parts.kind]
    first = next(iter(part.attributes.values()), None)
    words = _words(game, first) if first is not None else ()
    counts: Schema = {word: {"type": "integer", "description": f"How many {word}."} for word in words}
    return {
        "type": ["object", "null"],
        "description": f"The {part.plural} of the {kind.word}, counted.",
        "properties": counts,
        "additionalProperties": False,
    }


def _by_kind(kinds: list[Kind], usual: Kind) -> Schema:
    """What a piece in a list is: of the kind it names, else of the usual one."""
    if len(kinds) == 1:
        return {"$ref": f"#/definitions/{usual.word}_fields"}
    others = [kind.word for kind in kinds if kind is not usual]
    named_kinds = [{"if": _is_kind([word]), "then": {"$ref": f"#/definitions/{word}_fields"}} for word in others]
    return {"allOf": [*named_kinds, {"if": _is_kind(others), "else": {"$ref": f"#/definitions/{usual.word}_fields"}}]}


def _is_kind(words: list[str]) -> Schema:
    return {"required": ["kind"], "properties": {"kind": {"enum": words}}}


def _when(kind: Kind, properties: Schema) -> Schema:
    return {"if": _is_kind([kind.word]), "then": {"properties": properties}}


def _text(title: str, root: Schema, definitions: Schema) -> str:
    schema = {"$schema": DRAFT, "title": title, **root, "definitions": definitions}
    return json.dumps(schema, indent=2, ensure_ascii=False) + "\n"
