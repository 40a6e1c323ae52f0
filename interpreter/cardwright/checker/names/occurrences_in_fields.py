"""Occurrences of names in the fields of game and card files."""

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.checker.names.occurrences import Symbol
from cardwright.declarations.model import PLAYERS, TABLE, GameDecl, KindDecl, MemoryDecl, ZoneDecl
from cardwright.declarations.readers.each_templates import BRACES as BLANKS
from cardwright.declarations.readers.each_templates import SAME
from cardwright.declarations.readers.label_templates import BRACES, WORD, find_asked_rule
from cardwright.declarations.schema.card_file_fields import CARD_FILE, DECK, PIECE
from cardwright.declarations.schema.field_lookup import SHARED_FILE
from cardwright.declarations.schema.field_types import (
    Either,
    FieldGroup,
    Id,
    ListField,
    MapOf,
    Shape,
    Value,
    WordField,
)
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.declarations.schema.look_fields import PICTURE, PLACING
from cardwright.declarations.value_types import split_name_type
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence

# The kind of symbol that a new name of a sort is, and whether it belongs to what is around it.
_NEW = {
    "new type": ("enum", False),
    "new kind": ("kind", False),
    "new attribute": ("attribute", True),
    "new parts": ("parts", True),
    "new zone": ("zone", True),
    "new memory": ("memory", True),
    "new table": ("table", False),
    "new role": ("role", True),
    "new window": ("window", False),
}
# What rule texts define is not known here: such a name is taken as it is written.
_DEFINED_IN_TEXTS = {"verb or step": "procedure", "rule": "rule", "rule of a player": "rule"}
# A definition in a library.
_DEFINED = re.compile(r"^ *(rule|verb|step) +(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FieldName:
    """An occurrence of a symbol in a field, as its key or its value. `declares` is True at the declaration.

    If the text is longer than the name, the name has `length` characters from `start` on.
    """

    scalar: Scalar
    symbol: Symbol
    declares: bool = False
    start: int = 0
    length: int = -1

    @property
    def text(self) -> str:
        """The name as written."""
        return self.scalar.raw if self.length < 0 else self.scalar.raw[self.start : self.start + self.length]

    @property
    def span(self) -> Span:
        """The span of the name."""
        return self.scalar.span_of(self.start, self.start + len(self.text))

    def covers(self, offset: int) -> bool:
        """Return True if an offset of the file lies in the name or at its end."""
        return self.length < 0 or self.start <= self.scalar.offset_at(offset) <= self.start + self.length


def find_field_names(root: Node | None, game: GameDecl) -> list[FieldName]:
    """Return the occurrences in one file of a game, in any order, except those in rule texts."""
    return list(_FileNames(game, root).file()) if isinstance(root, Mapping) else []


def resolve_symbol(symbol: Symbol, game: GameDecl) -> Symbol:
    """Return a symbol with its exact kind, enum or kind of piece, if it is only known to be a type.

    Other symbols are returned unchanged.
    """
    if symbol.kind != "type":
        return symbol
    for noun in ("type of words", "plural of a type", "kind", "plural of a kind"):
        for word, found in list_declared(noun, game):
            if word == symbol.word:
                return found
    return Symbol("builtin", "", symbol.word)


def list_declared(noun: str, game: GameDecl, owner: str = "") -> Iterator[tuple[str, Symbol]]:
    """Yield the declared names of one group, each with its symbol; nothing for an unknown group.

    `noun` is the word for the group in the declarations of fields, such as `zone`. For attributes, `owner` is the kind
    of pieces that has them.
    """
    match noun:
        case "kind":
            yield from ((kind.word, Symbol("kind", "", kind.word)) for kind in game.kinds.values())
        case "plural of a kind":
            yield from ((kind.plural, Symbol("kind", "", kind.word)) for kind in game.kinds.values())
        case "type of words":
            yield from ((decl.word, Symbol("enum", "", decl.word)) for decl in game.enums.values())
        case "plural of a type":
            yield from ((decl.plural, Symbol("enum", "", decl.word)) for decl in game.enums.values())
        case "word of a type":
            yield from ((word, Symbol("word", "", word)) for word in game.words)
        case "word or plural of a type":
            for each in ("plural of a type", "word of a type"):
                yield from list_declared(each, game)
        case "zone":
            yield from ((zone.word, Symbol("zone", zone.owner, zone.word)) for zone in game.zones)
        case "zone of the table" | "zone of the players":
            its = TABLE if noun.endswith("table") else PLAYERS
            yield from ((word, symbol) for word, symbol in list_declared("zone", game) if symbol.owner == its)
        case "memory of the table" | "memory of the players" | "memory":
            its = TABLE if noun.endswith("table") else PLAYERS
            yield from ((each.word, Symbol("memory", its, each.word)) for each in game.memory if each.owner == its)
        case "zone or memory":
            yield from list_declared("zone", game)
            yield from ((each.word, Symbol("memory", each.owner, each.word)) for each in game.memory)
        case "attribute":
            for kind in [game.kinds[owner]] if owner in game.kinds else game.kinds.values():
                yield from ((word, Symbol("attribute", kind.word, word)) for word in kind.attributes)
                if kind.parts is not None:
                    yield kind.parts.word, Symbol("parts", kind.word, kind.parts.word)
        case "zone, memory or attribute":
            for each in ("zone or memory", "attribute"):
                yield from list_declared(each, game)
        case "kind or zone":
            for each in ("kind", "zone"):
                yield from list_declared(each, game)
        case "piece":
            yield from ((each.id, Symbol("piece", "", each.id)) for each in game.pieces)
        case "table":
            yield from ((word, Symbol("table", "", word)) for word in (*game.tables, *game.decks))
        case "anything shown":
            for each in ("word of a type", "kind", "zone, memory or attribute", "piece"):
                yield from list_declared(each, game)
        case "anything":
            for each in ("zone or memory", "table", "kind", "type of words", "piece"):
                yield from list_declared(each, game)
            for library in game.libraries:
                for defined in _DEFINED.finditer(library.raw):
                    yield defined[2], Symbol("rule" if defined[1] == "rule" else "procedure", "", defined[2])


class _FileNames:
    """Finder of the names in one file; `owner` is the kind of piece, player, type or table that a field is about."""

    def __init__(self, game: GameDecl, root: Mapping) -> None:
        self.game = game
        self.root = root
        self.shared = root.key("cards") is not None and root.key("kinds") is not None
        own = [key.raw for key, _ in _find_entries(root.get("kinds"))] if self.shared else list(game.kinds)
        self.usual_kind = _read_text(root.get("kind")) or next(iter(own), "")

    def file(self) -> Iterator[FieldName]:
        for group in (SHARED_FILE,) if self.shared else (GAME, CARD_FILE):
            yield from self._find(self.root, group, "")

    def _find(self, node: Node, shape: Shape, owner: str) -> Iterator[FieldName]:
        """Yield the occurrences in a field, as the declaration (`shape`) of the field describes its content."""
        match shape:
            case FieldGroup():
                yield from self._find_in_group(node, shape, owner)
            case MapOf(inner):
                for key, value in _find_entries(node):
                    yield from self._find_named(key, shape.key, owner)
                    opens = shape.key in ("new type", "new kind", "new table", "kind", "kind or zone", "zone or memory")
                    yield from self._find(value, inner, key.raw if opens else owner)
            case ListField(inner):
                for item in _find_items(node):
                    yield from self._find(item, inner, owner)
            case Either(shapes):
                for each in shapes:
                    yield from self._find(node, each, owner)
            case WordField(noun):
                yield from self._find_named(node, noun, owner)
            case Value():
                named = [*self._find_named(node, "word or plural of a type", owner)]
                yield from named or self._find_named(node, "piece", "")
            case Id():
                yield from _find_name(node, Symbol("piece", "", _read_text(node)), True)

    def _find_in_group(self, node: Node, group: FieldGroup, owner: str) -> Iterator[FieldName]:
        if group == PIECE:
            yield from self._find_in_piece(node)
            return
        if group == PICTURE:
            owner = self._find_drawn(node, owner)
        elif group == DECK:
            plural = _read_text(_get(node, "of"))
            owner = next((kind.word for kind in self.game.kinds.values() if plural in ("", kind.plural)), "")
        alone = group.field(group.short)
        if alone is not None and isinstance(node, Scalar):
            yield from self._find(node, alone.shape, owner)
        for key, value in _find_entries(node):
            field = group.field(key.raw)
            if field is not None:
                yield from self._find(value, field.shape, key.raw if group.adds_up else owner)

    def _find_named(self, node: Node, noun: str, owner: str) -> Iterator[FieldName]:
        """Yield the names in a field that holds a name of the group `noun`, such as `zone`, `type` or `template`.

        `owner` is the kind, type or table to which the field belongs.
        """
        if not isinstance(node, Scalar):
            return
        written = node.raw
        if noun in _NEW:
            kind, owned = _NEW[noun]
            yield FieldName(node, Symbol(kind, owner if owned else "", written), True)
        elif noun in _DEFINED_IN_TEXTS:
            yield from _find_name(node, Symbol(_DEFINED_IN_TEXTS[noun], "", written))
        elif noun == "type" and split_name_type(written) is not None:
            word = written.rpartition(" ")[2]
            yield FieldName(node, Symbol("type", "", word), False, len(written) - len(word), len(word))
        elif noun == "type":
            yield from _find_name(node, Symbol("type", "", written))
        elif noun == "plural":
            yield from _find_name(node, Symbol("kind" if owner in self.game.kinds else "enum", "", owner))
        elif noun == "template":
            for braces in BRACES.finditer(written):
                for said in WORD.finditer(braces[1]):
                    yield from self._find_property(node, owner, braces.start(1) + said.start(1), said[1])
        else:
            declares = noun == "word or plural of a type" and owner in self.game.enums
            found = dict.fromkeys(symbol for word, symbol in list_declared(noun, self.game, owner) if word == written)
            for symbol in found:
                yield from _find_name(node, symbol, declares and symbol.kind == "word")

    def _find_drawn(self, node: Node, word: str) -> str:
        """Return whose properties a picture of the zone or memory `word` can name: a kind of piece, or the players."""
        places: list[ZoneDecl | MemoryDecl] = [*self.game.zones, *self.game.memory]
        drawn = next((each for each in places if each.word == word and each.owner in (TABLE, PLAYERS)), None)
        boxes = _read_text(_get(node, "as")) == "grid" and all(_get(node, each) is None for each in PLACING)
        players = drawn is not None and drawn.owner == PLAYERS and boxes
        return drawn.holds if isinstance(drawn, ZoneDecl) and not players else PLAYERS

    def _find_property(self, node: Node, owner: str, start: int, word: str) -> Iterator[FieldName]:
        """Yield the property `word` in the braces of a template.

        `owner` is a kind, a zone (the properties are those of its pieces), or the players.
        """
        if not isinstance(node, Scalar):
            return
        if owner not in (*self.game.kinds, PLAYERS):
            zones = sorted((zone for zone in self.game.zones if zone.word == owner), key=_measure_closeness)
            owner = zones[0].holds if zones else owner
        if (rule := find_asked_rule(word)) is not None:
            yield FieldName(node, Symbol("rule", "", rule), False, start, len(rule))
        for noun in ("zone or memory", "attribute"):
            for each, symbol in list_declared(noun, self.game, owner):
                if each == word and symbol.owner == owner:
                    yield FieldName(node, symbol, False, start, len(word))

    def _find_in_piece(self, item: Node) -> Iterator[FieldName]:
        if not isinstance(item, Mapping):
            return
        kind = self.game.kinds.get(_read_text(item.get("kind")) or self.usual_kind)
        owner = kind.word if kind is not None else ""
        for key, node in item.entries:
            field = PIECE.field(key.raw)
            blanks = (
                [*BLANKS.finditer(_read_text(node))] if item.key("each") is not None and key.raw not in SAME else []
            )
            for blank in blanks:
                yield from self._find_property(node, owner, blank.start(1), blank[1])
            if key.raw == "each":
                for name, values in _find_entries(node):
                    yield from self._find_attribute(name, values, kind)
            elif field is None:
                yield from self._find_attribute(key, node, kind)
            elif not blanks:
                yield from self._find(node, field.shape, owner)

    def _find_attribute(self, name: Scalar, node: Node, kind: KindDecl | None) -> Iterator[FieldName]:
        """Yield the names in an entry for an attribute or for parts: its key, and the names in its value."""
        if kind is not None:
            yield from self._find_named(name, "attribute", kind.word)
        attribute = None if kind is None else kind.attributes.get(name.raw)
        noun = "piece" if attribute is not None and attribute.type.base == "name" else "word or plural of a type"
        for value in (*_find_items(node), *(part for part, _ in _find_entries(node))):
            yield from self._find_named(value, noun, "")


def _measure_closeness(zone: ZoneDecl) -> int:
    """Return the rank of a zone among zones with the same name: those of the game come first, then those of players."""
    return (TABLE, PLAYERS, zone.owner).index(zone.owner)


def _find_name(node: Node, symbol: Symbol, declares: bool = False) -> Iterator[FieldName]:
    if isinstance(node, Scalar) and isinstance(node.value, str):
        yield FieldName(node, symbol, declares)


def _find_entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _find_items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,) if isinstance(node, Scalar) else ()


def _get(node: Node | None, word: str) -> Node | None:
    return node.get(word) if isinstance(node, Mapping) else None


def _read_text(node: Node | None) -> str:
    return node.raw if isinstance(node, Scalar) else ""
