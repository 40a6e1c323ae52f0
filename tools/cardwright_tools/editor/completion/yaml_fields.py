"""Completion in the fields of files: their names, and the values that the game allows."""

import re
from collections.abc import Iterator
from pathlib import Path

from cardwright.checker.completion import find_word
from cardwright.checker.names.occurrences import GAP
from cardwright.checker.names.occurrences_in_fields import list_declared
from cardwright.declarations.file_kinds import find_file_kind
from cardwright.declarations.icon_files import Icons
from cardwright.declarations.model import DeckDecl, GameDecl, KindDecl
from cardwright.declarations.schema.card_file_fields import CARD_FILE, DECK_FILE, PIECE
from cardwright.declarations.schema.field_lookup import SHARED_FILE
from cardwright.declarations.schema.field_types import FieldGroup, Flag, ListField, MapOf, OneOf, WordField, find_shape
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.declarations.value_types import Type
from cardwright.source.yaml.loader import load_yaml
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence
from cardwright_tools.editor.completion.rule_texts import (
    CompletionItem,
    complete_words,
    list_types,
    make_field_item,
)
from cardwright_tools.editor.game_analysis import Analysis

_VALUE = re.compile(r"""(?:^|[\s{,])[\w"']+:[ ]+[^:{}]*$|[-\[,]\s*[^\s:\[\]{},]*$""")
_ENDINGS = ("", "]", "}", "]}", "}]")


def complete_fields(analysis: Analysis, path: Path, text: str, at: int) -> tuple[list[CompletionItem], int, int]:
    """Return the completions at an offset outside rule texts, and the range of the word they replace."""
    start, end = find_word(text, at)
    file = {"cards": CARD_FILE, "shared": SHARED_FILE, "deck": DECK_FILE}.get(find_file_kind(path, text) or "", GAME)
    for attempt in _insert_gap(text, start, end):
        root = load_yaml(Path("gap"), attempt).root
        way = _find_gap_path(root) if isinstance(root, Mapping | Sequence) else []
        if way:
            items = _complete_at(way, root, analysis, file)
            return list(dict.fromkeys(items)), start, end
    return [], start, end


def _insert_gap(text: str, start: int, end: int) -> Iterator[str]:
    """Yield texts of the file with GAP inserted as a value or as a field's name, the likelier text first."""
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


def _find_gap_path(node: Node) -> list[Step]:
    """Return `(field, node)` along the path to GAP, whose entry is the last; [] if GAP is not in the node."""
    if isinstance(node, Scalar):
        return [("", node)] if node.raw == GAP else []
    if isinstance(node, Sequence):
        inside: list[Step] = [("-", item) for item in node.items]
    else:
        inside = [(key.raw, child) for key, child in node.entries]
    for field, child in inside:
        if field == GAP:
            return [(GAP, node)]
        if below := _find_gap_path(child):
            return [(field, node), *below]
    return []


def _complete_at(way: list[Step], root: Node | None, analysis: Analysis, file: FieldGroup) -> Iterator[CompletionItem]:
    path = tuple(word for word, _ in way[:-1])
    last, node = way[-1]
    if last == GAP and isinstance(node, Mapping):
        given = {key.raw for key, _ in node.entries}
        yield from (item for item in _complete_names(path, node, root, analysis.game, file) if item.label not in given)
    else:
        yield from _complete_values(path, way, root, analysis, file)


def _complete_deck(path: tuple[str, ...], deck: DeckDecl, game: GameDecl) -> Iterator[CompletionItem]:
    """Yield the words of a deck's lists, or the cards that a list can have."""
    if path == ("lists",) and deck.per:
        yield from _complete_of_type(Type("enum", deck.per), game)
    elif path == ("cards",) or (len(path) == 2 and path[0] == "lists"):
        cards = (
            each for number, each in enumerate(game.pieces) if each.kind == deck.kind and number not in deck.banned
        )
        yield from (CompletionItem(each.id, "piece", each.name, 1, f"{each.id}: ") for each in cards)


def _complete_names(
    path: tuple[str, ...], node: Mapping, root: Node | None, game: GameDecl, file: FieldGroup
) -> Iterator[CompletionItem]:
    """Yield the names of fields at a path."""
    shape = find_shape(path, file)
    if isinstance(shape, FieldGroup):
        yield from (make_field_item(each, 2 if shape == PIECE else 1) for each in shape.fields)
    if shape == PIECE:
        kind = _find_kind(node, root, game)
        for attribute in kind.attributes.values() if kind is not None else ():
            yield CompletionItem(attribute.word, "attribute", str(attribute.type), 1, f"{attribute.word}: ")
        if kind is not None and kind.parts is not None:
            yield CompletionItem(kind.parts.word, "parts", "how many of each", 1, f"{kind.parts.word}: {{")
    elif find_shape(path[:-1], file) == PIECE and shape is None:
        yield from _complete_part_words(path[-1], game)
    elif file is DECK_FILE and path == ("cards",):
        for deck in game.decks.values():
            yield from _complete_deck(path, deck, game) if deck.by_player else ()
    elif path[:1] == ("decks",) and len(path) > 2 and path[1] in game.decks:
        yield from _complete_deck(path[2:], game.decks[path[1]], game)
    elif path[:1] == ("tables",) and path[2:] == ("values",) and path[1] in game.tables:
        roles = game.tables[path[1]].roles
        yield from _complete_of_type(roles[0][1], game) if roles else ()
    elif isinstance(shape, MapOf):
        yield from _complete_declared(shape.key, game, behind=": ")


def _complete_values(
    path: tuple[str, ...], way: list[Step], root: Node | None, analysis: Analysis, file: FieldGroup
) -> Iterator[CompletionItem]:
    """Yield the possible values of a field."""
    field = path[:-1] if path[-1] == "-" else path
    owner = ""
    if find_shape(field[:-1], file) == PIECE:
        holder = next((node for word, node in reversed(way) if word == field[-1]), None)
        kind = _find_kind(holder, root, analysis.game)
        if kind is not None and field[-1] == "inferred":
            owner = kind.word
            yield from complete_words(("copies", "name"), "attribute")
        elif kind is not None and field[-1] in kind.attributes:
            attribute = kind.attributes[field[-1]]
            yield from _complete_of_type(attribute.type.item or attribute.type, analysis.game)
            yield from complete_words(("none",) if attribute.may_be_none else (), "keyword")
    shape = find_shape(path, file)
    if isinstance(shape, FieldGroup) and shape.short:
        shape = find_shape((*path, shape.short), file)
    if isinstance(shape, ListField) and shape.alone:
        shape = shape.item
    match shape:
        case OneOf(_, words):
            yield from complete_words(words, "keyword")
        case Flag():
            yield from complete_words(("yes", "no"), "keyword")
        case WordField("type"):
            yield from list_types(analysis.game)
        case WordField(noun):
            yield from _list_names(noun, analysis, owner)


def _list_names(noun: str, analysis: Analysis, owner: str) -> Iterator[CompletionItem]:
    """Yield the names that a `noun` stands for, such as `zone` or `file of shared cards`.

    For attributes, `owner` is the kind that has them.
    """
    match noun:
        case "file of shared cards":
            yield from complete_words(analysis.files.could_share(), "file")
        case "icon":
            yield from complete_words(Icons(analysis.files.icons).names, "file")
        case "verb or step":
            yield from complete_words(analysis.checker.symbols.procedures, "procedure")
        case "rule" | "rule of a player":
            yield from complete_words(analysis.checker.symbols.rules, "rule")
        case "memory of the table":  # of the active player
            fits = [each.word for each in analysis.game.memory if each.type.base == "player"]
            yield from (item for item in _complete_declared(noun, analysis.game) if item.label in fits)
        case "memory of the players":  # the flag of those who are out
            fits = [each.word for each in analysis.game.memory if each.marks]
            yield from (item for item in _complete_declared(noun, analysis.game) if item.label in fits)
        case _:
            yield from _complete_declared(noun, analysis.game, owner)


def _complete_declared(noun: str, game: GameDecl, owner: str = "", behind: str = "") -> Iterator[CompletionItem]:
    for word, symbol in list_declared(noun, game, owner):
        yield CompletionItem(word, symbol.kind, "", 1, f"{word}{behind}" if behind else "")


def _find_kind(node: Node | None, root: Node | None, game: GameDecl) -> KindDecl | None:
    """Return the kind of the piece that the fields of a node declare; None if unknown."""
    for holder in (node, root):
        named = holder.get("kind") if isinstance(holder, Mapping) else None
        if isinstance(named, Scalar) and named.raw in game.kinds:
            return game.kinds[named.raw]
    kinds = root.get("kinds") if isinstance(root, Mapping) else None
    own = [key.raw for key, _ in kinds.entries] if isinstance(kinds, Mapping) else list(game.kinds)
    return next((game.kinds[word] for word in own if word in game.kinds), None)


def _complete_part_words(field: str, game: GameDecl) -> Iterator[CompletionItem]:
    for kind in game.kinds.values():
        if kind.parts is not None and kind.parts.word == field and kind.parts.kind in game.kinds:
            first = next(iter(game.kinds[kind.parts.kind].attributes.values()), None)
            for item in _complete_of_type(first.type, game) if first is not None else ():
                yield CompletionItem(item.label, item.kind, item.detail, 1, f"{item.label}: ")


def _complete_of_type(kind: Type, game: GameDecl) -> Iterator[CompletionItem]:
    if kind.base == "enum":
        yield from (CompletionItem(word, "word", kind.of, 1) for word in game.enums[kind.of].values)
    elif kind.base == "name":
        yield from (CompletionItem(each.id, "piece", each.name, 1) for each in game.pieces if each.kind == kind.of)
    elif kind.base == "yes_no":
        yield from complete_words(("yes", "no"), "keyword")
