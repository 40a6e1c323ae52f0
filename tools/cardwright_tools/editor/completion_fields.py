"""What could be written in the fields of a file: names of fields, and values that the game's declarations allow."""

import re
from collections.abc import Iterable, Iterator
from pathlib import Path

from cardwright.checker.completion_points import word_at
from cardwright.checker.meanings import GAP
from cardwright.declarations.declared import GameDecl, Kind
from cardwright.declarations.file_sorts import sort_of
from cardwright.declarations.game_fields import GAME_FIELDS
from cardwright.declarations.read.cards import CARD_FIELDS
from cardwright.declarations.read.pieces import PIECE_FIELDS
from cardwright.declarations.read.zones import SEE
from cardwright.declarations.types import Type
from cardwright.formatting.files import ATTRIBUTE, KIND, LOOK, MEMORY, TABLE, TYPE, ZONE
from cardwright.source import Mapping, Node, Scalar, Sequence, load_yaml
from cardwright_tools.editor.analysis import Analysis
from cardwright_tools.editor.completion import Item, types

_VALUE = re.compile(r"""(?:^|[\s{,])[\w"']+:[ ]+[^:{}]*$|[-\[,]\s*[^\s:\[\]{},]*$""")
_ENDINGS = ("", "]", "}", "]}", "}]")
_FIELDS: dict[tuple[str, ...], list[str]] = {
    ("types", "*"): TYPE,
    ("kinds", "*"): KIND,
    ("kinds", "*", "attributes", "*"): ATTRIBUTE,
    ("kinds", "*", "zones", "*"): ZONE,
    ("kinds", "*", "memory", "*"): MEMORY,
    ("zones",): ["table", "player"],
    ("memory",): ["table", "player"],
    ("zones", "*", "*"): ZONE,
    ("memory", "*", "*"): MEMORY,
    ("tables", "*"): TABLE,
    ("look",): LOOK,
}


def complete_fields(analysis: Analysis, path: Path, text: str, at: int) -> tuple[list[Item], int, int]:
    """What could be written at an offset of a file outside texts of the language, and the word it would replace."""
    start, end = word_at(text, at)
    cards = sort_of(path, text) == "cards"
    for attempt in _attempts(text, start, end):
        root = load_yaml(Path("gap"), attempt).root
        way = list(_way(root)) if root is not None else []
        if way:
            items = _at(way, root, analysis.game, cards)
            return list(dict.fromkeys(items)), start, end
    return [], start, end


def _attempts(text: str, start: int, end: int) -> Iterator[str]:
    """The file with GAP at the place, as a value or as the name of a field, whichever is likelier first."""
    line_start = text.rfind("\n", 0, start) + 1
    line_end = text.find("\n", end)
    line_end = len(text) if line_end < 0 else line_end
    before, rest = text[line_start:start], text[end:line_end]
    name = f"{GAP}:" if not rest.lstrip().startswith(":") else GAP
    likely = (GAP, f"{name} ") if _VALUE.search(before) and before.strip() != "-" else (f"{name} ", GAP)
    for word in likely:
        yield f"{text[:start]}{word}{text[end:]}"
        for ending in _ENDINGS:
            yield f"{text[:start]}{word}{ending}{text[line_end:]}"


Step = tuple[str, Node]


def _way(node: Node | None, value: bool = True) -> Iterator[Step]:
    """The fields that lead to GAP, each with the node it is a field of; the last is GAP itself."""
    if isinstance(node, Mapping):
        for key, child in node.entries:
            if key.raw == GAP:
                yield (GAP, node)
                return
            if isinstance(child, Scalar) and child.raw == GAP:
                yield from ((key.raw, node), ("", child))
                return
            below = list(_way(child))
            if below:
                yield (key.raw, node)
                yield from below
                return
    elif isinstance(node, Sequence):
        for item in node.items:
            if isinstance(item, Scalar) and item.raw == GAP:
                yield from (("-", node), ("", item))
                return
            below = list(_way(item))
            if below:
                yield ("-", node)
                yield from below
                return


def _at(way: list[Step], root: Node | None, game: GameDecl, cards: bool) -> Iterator[Item]:
    path = tuple(word for word, _ in way[:-1])
    last, node = way[-1]
    if last == GAP and isinstance(node, Mapping):
        given = {key.raw for key, _ in node.entries}
        names = _names(path, node, root, game) if path else _fields(CARD_FIELDS if cards else GAME_FIELDS)
        yield from (item for item in names if item.label not in given)
    else:
        yield from _values(path, way, root, game)


def _names(path: tuple[str, ...], node: Mapping, root: Node | None, game: GameDecl) -> Iterator[Item]:
    """The names of fields at a path."""
    if path[:2] in (("cards", "-"), ("pieces", "-")):
        kind = _kind_of(node, root, game)
        if len(path) == 2:
            yield from _fields(PIECE_FIELDS, 2)
            if kind is not None:
                for attribute in kind.attributes.values():
                    yield Item(attribute.word, "attribute", str(attribute.type), 1, f"{attribute.word}: ")
                if kind.parts is not None:
                    yield Item(kind.parts.word, "parts", "how many of each", 1, f"{kind.parts.word}: {{")
        elif len(path) == 3:
            yield from _part_words(path[2], game)
        return
    for pattern, fields in _FIELDS.items():
        if len(pattern) == len(path) and all(p in ("*", w) for p, w in zip(pattern, path, strict=True)):
            yield from _fields(fields)
    if path[0] == "tables" and path[2:] == ("values",) and path[1] in game.tables:
        roles = game.tables[path[1]].roles
        yield from _of_type(roles[0][1], game) if roles else ()


def _values(path: tuple[str, ...], way: list[Step], root: Node | None, game: GameDecl) -> Iterator[Item]:
    """The values a field can have."""
    field = next((word for word in reversed(path) if word != "-"), "")
    if path[:2] in (("cards", "-"), ("pieces", "-")):
        holder = next((node for word, node in reversed(way) if word == field), None)
        kind = _kind_of(holder, root, game)
        if field == "kind":
            yield from _plain(game.kinds, "kind")
        elif field == "inferred" and kind is not None:
            known = [*kind.attributes, "copies", "name", *([kind.parts.word] if kind.parts else [])]
            yield from _plain(known, "attribute")
        elif kind is not None and field in kind.attributes:
            yield from _of_type(kind.attributes[field].type, game)
        return
    match field:
        case "kind" | "part_of":
            yield from _plain(game.kinds, "kind")
        case "of":
            yield from _plain([kind.plural for kind in game.kinds.values()], "kind")
        case "see":
            yield from _plain(SEE, "keyword")
        case "down":
            yield from _plain(("nobody", "owner"), "keyword")
        case "ordered" | "secret" | "interchangeable":
            yield from _plain(("yes", "no"), "keyword")
        case "per":
            yield from _plain(game.enums, "enum")
        case "play_order":
            yield from _plain(("clockwise", "anticlockwise"), "keyword")
        case "active":
            yield from _plain([m.word for m in game.memory if m.owner == "table" and m.type.base == "player"], "memory")
        case "powers_work_in":
            yield from _plain(dict.fromkeys(zone.word for zone in game.zones), "zone")
        case "first" | "hide" if path[0] == "look":
            yield from _plain(dict.fromkeys([*(z.word for z in game.zones), *(m.word for m in game.memory)]), "zone")
        case "values" if path[0] == "types":
            yield from _plain([decl.plural for decl in game.enums.values()], "enum")
        case "is":
            yield from types(game)
        case _ if path[0] in ("memory", "kinds", "tables") and len(path) >= 3:
            yield from types(game)


def _kind_of(node: Node | None, root: Node | None, game: GameDecl) -> Kind | None:
    """The kind of the piece whose fields a node holds, or lies in."""
    for holder in (node, root):
        named = holder.get("kind") if isinstance(holder, Mapping) else None
        if isinstance(named, Scalar) and named.raw in game.kinds:
            return game.kinds[named.raw]
    return next(iter(game.kinds.values()), None)


def _part_words(field: str, game: GameDecl) -> Iterator[Item]:
    for kind in game.kinds.values():
        if kind.parts is not None and kind.parts.word == field and kind.parts.kind in game.kinds:
            first = next(iter(game.kinds[kind.parts.kind].attributes.values()), None)
            for item in _of_type(first.type, game) if first is not None else ():
                yield Item(item.label, item.kind, item.detail, 1, f"{item.label}: ")


def _of_type(kind: Type, game: GameDecl) -> Iterator[Item]:
    if kind.base == "enum":
        yield from (Item(word, "word", kind.of, 1) for word in game.enums[kind.of].values)
    elif kind.base == "yes_no":
        yield from _plain(("yes", "no"), "keyword")


def _fields(words: Iterable[str], rank: int = 1) -> Iterator[Item]:
    yield from (Item(word, "field", "", rank, f"{word}: ") for word in words if word != "*")


def _plain(words: Iterable[str], kind: str) -> Iterator[Item]:
    yield from (Item(word, kind, "", 1) for word in words)
