"""Occurrences of names in the fields of game and card files."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from cardwright.checker.names.occurrences import Symbol
from cardwright.declarations.model import PLAYERS, TABLE, GameDecl, KindDecl, MemoryDecl, ZoneDecl
from cardwright.declarations.readers.each_templates import BRACES as BLANKS
from cardwright.declarations.readers.each_templates import SAME
from cardwright.declarations.readers.look import BRACES, WORD
from cardwright.declarations.schema.card_fields import CARD_FILE
from cardwright.declarations.schema.field_lookup import SHARED_FILE
from cardwright.declarations.schema.field_types import FieldGroup, ListField, MapOf, Shape, WordField
from cardwright.declarations.schema.game_file_fields import GAME
from cardwright.declarations.types import split_name_type
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence

# Kind and owner of the symbol that a word in the tables of fields names.
_SORTS = {
    "kind": ("kind", ""),
    "plural of a kind": ("type", ""),
    "type": ("type", ""),
    "type of words": ("type", ""),
    "verb or step": ("procedure", ""),
    "rule": ("rule", ""),
    "memory of the table": ("memory", TABLE),
    "memory of the players": ("memory", PLAYERS),
    "new window": ("window", ""),
}


# A definition in a library.
_DEFINED = re.compile(r"^ *(rule|verb|step) +(\w+)", re.MULTILINE)


@dataclass(frozen=True, slots=True)
class FieldName:
    """An occurrence of a symbol in a field: its key or its value. `declares` is True at the declaration.

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
    return list(_Fields(game).file(root)) if isinstance(root, Mapping) else []


def resolve_symbol(symbol: Symbol, game: GameDecl) -> Symbol:
    """Return a symbol that is only known to be a type with its exact kind: enum or kind of piece; others unchanged."""
    if symbol.kind != "type":
        return symbol
    for decl in game.enums.values():
        if symbol.word in (decl.word, decl.plural):
            return Symbol("enum", "", decl.word)
    for kind in game.kinds.values():
        if symbol.word in (kind.word, kind.plural):
            return Symbol("kind", "", kind.word)
    return Symbol("builtin", "", symbol.word)


class _Fields:
    def __init__(self, game: GameDecl) -> None:
        self.game = game

    def file(self, root: Mapping) -> Iterator[FieldName]:
        for key, node in _entries(root.get("types")):
            yield FieldName(key, Symbol("enum", "", key.raw), True)
            yield from self._one(_get(node, "plural"), Symbol("enum", "", key.raw))
        for key, node in _entries(root.get("kinds")):
            yield from self._kind(key, node)
        for owner, node in _entries(root.get("zones")):
            yield from self._zones(owner.raw, node)
        for owner, node in _entries(root.get("memory")):
            yield from self._memory(owner.raw, node)
        yield from self._tables(root)
        yield from self._decks(root)
        yield from self._look(root.get("look"))
        for key, _ in _entries(root.get("about")):
            yield from self._find_in_about(key)
        sort = SHARED_FILE if root.key("cards") is not None and root.key("kinds") is not None else None
        for group in (GAME, CARD_FILE) if sort is None else (sort,):
            yield from self._find_in_shape(root, group)
        default = _scalar(root.get("kind"))
        own = [key.raw for key, _ in _entries(root.get("kinds"))] if sort is not None else list(self.game.kinds)
        kind_word = default.raw if default is not None else next(iter(own), "")
        for word in ("pieces", "cards"):
            for item in _items(root.get(word)):
                if isinstance(item, Mapping):
                    yield from self._piece(item, kind_word)

    def _find_in_shape(self, node: Node, shape: Shape) -> Iterator[FieldName]:
        """Yield the occurrences in a field, by the declared shape of the field."""
        match shape:
            case FieldGroup(short=short):
                alone = shape.field(short)
                if alone is not None and isinstance(node, Scalar):
                    yield from self._find_in_shape(node, alone.shape)
                for key, value in _entries(node):
                    field = shape.field(key.raw)
                    yield from self._find_in_shape(value, field.shape) if field is not None else ()
            case MapOf(inner):
                for _, value in _entries(node):
                    yield from self._find_in_shape(value, inner)
            case ListField(inner):
                for item in _items(node):
                    yield from self._find_in_shape(item, inner)
            case WordField("zone" | "zone or memory" | "zone, memory or attribute"):
                yield from self._find_owned(node)
            case WordField("word or plural of a type"):
                yield from self._find_word(node, True)
            case WordField("type") if split_name_type(_raw(node)) is not None and isinstance(node, Scalar):
                word = _raw(node).rpartition(" ")[2]
                yield FieldName(node, Symbol("type", "", word), False, len(node.raw) - len(word), len(word))
            case WordField(noun) if noun in _SORTS:
                sort, owner = _SORTS[noun]
                yield from self._one(node, Symbol(sort, owner, _raw(node)), declares=noun == "new window")

    def _find_in_about(self, key: Scalar) -> Iterator[FieldName]:
        """Yield the symbols that a text for the rulebook can be about."""
        game, word = self.game, key.raw
        found = [Symbol("zone", zone.owner, word) for zone in game.zones if zone.word == word]
        found += [Symbol("memory", memory.owner, word) for memory in game.memory if memory.word == word]
        known = {"table": game.tables, "kind": game.kinds, "enum": game.enums, "piece": [one.id for one in game.pieces]}
        found += [Symbol(sort, "", word) for sort, words in known.items() if word in words]
        for library in game.libraries:
            for defined in _DEFINED.finditer(library.raw):
                if defined[2] == word:
                    found.append(Symbol("rule" if defined[1] == "rule" else "procedure", "", word))
        yield from (FieldName(key, symbol) for symbol in found)

    def _look(self, look: Node | None) -> Iterator[FieldName]:
        for key, _ in (*_entries(_get(look, "colors")), *_entries(_get(look, "icons"))):
            if key.raw in self.game.words:
                yield from self._find_word(key)
            if key.raw in self.game.kinds:
                yield from self._one(key, Symbol("kind", "", key.raw))
            yield from self._find_owned(key)
        for key, _ in (*_entries(_get(look, "short")), *_entries(_get(look, "most"))):
            yield from self._find_owned(key)
        for key, template in _entries(_get(look, "labels")):
            zones = [zone for zone in self.game.zones if zone.word == key.raw]
            if zones:
                shown = min(zones, key=lambda zone: (TABLE, PLAYERS, zone.owner).index(zone.owner))
                yield FieldName(key, Symbol("zone", shown.owner, key.raw))
                yield from self._find_in_template(template, shown.holds)
            else:
                yield FieldName(key, Symbol("kind", "", key.raw))
                yield from self._find_in_template(template, key.raw)
        for key, drawn in _entries(_get(look, "draw")):
            yield from self._find_in_picture(key, drawn)

    def _find_in_picture(self, key: Scalar, node: Node) -> Iterator[FieldName]:
        """Yield the occurrences in the picture of a zone or memory, such as properties of the drawn pieces."""
        places: list[ZoneDecl | MemoryDecl] = [*self.game.zones, *self.game.memory]
        drawn = next((each for each in places if each.word == key.raw and each.owner in (TABLE, PLAYERS)), None)
        if drawn is None:
            return
        yield FieldName(key, Symbol("zone" if isinstance(drawn, ZoneDecl) else "memory", drawn.owner, key.raw))
        players = drawn.owner == PLAYERS and _raw(_get(node, "as")) == "grid"
        owner = drawn.holds if isinstance(drawn, ZoneDecl) and not players else PLAYERS
        for item in _items(_get(node, "lines")):
            yield from self._find_in_template(item, owner)
        yield from self._find_property(_get(node, "by"), owner)
        yield from self._find_property(_get(node, "mark"), PLAYERS)

    def _find_in_template(self, node: Node, owner: str) -> Iterator[FieldName]:
        """Yield the occurrences between the braces of a text about a piece of a kind or about a player."""
        for braces in BRACES.finditer(_raw(node)):
            for word in WORD.finditer(braces[1]):
                yield from self._find_property(node, owner, braces.start(1) + word.start(1), word[1])

    def _find_property(
        self, node: Node | None, owner: str, start: int = 0, word: str | None = None
    ) -> Iterator[FieldName]:
        """Yield the occurrence of a property of `owner`. It is the whole text, or the word at `start`."""
        if not isinstance(node, Scalar):
            return
        said = node.raw if word is None else word
        kind = self.game.kinds.get(owner)
        for sort, words in (
            ("zone", [zone.word for zone in self.game.zones if zone.owner == owner]),
            ("memory", [memory.word for memory in self.game.memory if memory.owner == owner]),
            ("attribute", list(kind.attributes) if kind is not None else []),
            ("parts", [kind.parts.word] if kind is not None and kind.parts is not None else []),
        ):
            if said in words:
                yield FieldName(node, Symbol(sort, owner, said), False, start, len(said))

    def _kind(self, key: Scalar, node: Node) -> Iterator[FieldName]:
        yield FieldName(key, Symbol("kind", "", key.raw), True)
        yield from self._one(_get(node, "plural"), Symbol("kind", "", key.raw))
        for name, value in _entries(_get(node, "attributes")):
            yield FieldName(name, Symbol("attribute", key.raw, name.raw), True)
            yield from self._find_word(_get(value, "default"))
        for name, _ in _entries(_get(node, "parts")):
            yield FieldName(name, Symbol("parts", key.raw, name.raw), True)
        yield from self._zones(key.raw, _get(node, "zones"))
        yield from self._memory(key.raw, _get(node, "memory"))

    def _zones(self, owner: str, node: Node | None) -> Iterator[FieldName]:
        for key, _ in _entries(node):
            yield FieldName(key, Symbol("zone", owner, key.raw), True)

    def _memory(self, owner: str, node: Node | None) -> Iterator[FieldName]:
        for key, value in _entries(node):
            yield FieldName(key, Symbol("memory", owner, key.raw), True)
            yield from self._find_word(_get(value, "starts"))

    def _tables(self, root: Mapping) -> Iterator[FieldName]:
        for key, node in _entries(root.get("tables")):
            yield FieldName(key, Symbol("table", "", key.raw), True)
            for role, _ in _entries(_get(node, "roles")):
                yield FieldName(role, Symbol("role", key.raw, role.raw), True)
            for row, _ in _entries(_get(node, "values")):
                yield from self._find_word(row)

    def _decks(self, root: Mapping) -> Iterator[FieldName]:
        for key, node in _entries(root.get("decks")):
            yield FieldName(key, Symbol("table", "", key.raw), True)
            for word, _ in _entries(_get(node, "lists")):
                yield from self._find_word(word)
            for cards in (_get(node, "cards"), *(cards for _, cards in _entries(_get(node, "lists")))):
                for card, _ in _entries(cards):
                    yield from self._one(card, Symbol("piece", "", card.raw))
            plural = _raw(_get(node, "of"))
            kinds = [kind for kind in self.game.kinds.values() if plural in ("", kind.plural)]
            sorted_by = _get(node, "class")
            yield from self._property(sorted_by, kinds[0]) if sorted_by is not None and kinds else ()
            for legal in _items(_get(node, "also")):
                yield from self._find_word(legal)

    def _piece(self, item: Mapping, default: str) -> Iterator[FieldName]:
        own = _scalar(item.get("kind"))
        kind = self.game.kinds.get(own.raw if own is not None else default)
        for key, node in item.entries:
            if key.raw == "each":
                for name, values in _entries(node):
                    yield from self._property(name, kind)
                    for value in [*_items(values), values]:
                        yield from self._find_word(value)
                        if _raw(value) in [decl.plural for decl in self.game.enums.values()]:
                            yield from self._one(value, Symbol("type", "", _raw(value)))
            elif item.key("from") is not None and key.raw in (kind.attributes if kind is not None else ()):
                yield from self._property(key, kind)
                for value in _items(node):
                    yield from self._find_word(value)
            elif item.key("each") is not None and BLANKS.search(_raw(node)) and key.raw not in SAME:
                for blank in BLANKS.finditer(_raw(node)):
                    yield from self._find_property(
                        node, kind.word if kind is not None else "", blank.start(1), blank[1]
                    )
                yield from self._property(key, kind)
            elif key.raw == "id":
                yield from self._one(node, Symbol("piece", "", _raw(node)), True)
            elif key.raw in ("kind", "from"):
                pass  # kinds are found by the declarations of fields, and files are no symbols
            elif key.raw == "each_player":
                for zone, _ in _entries(node):
                    yield from self._one(zone, Symbol("zone", PLAYERS, zone.raw))
            elif key.raw == "pool":
                yield from self._one(node, Symbol("zone", TABLE, _raw(node)))
            elif key.raw == "inferred":
                for word in _items(node):
                    yield from self._property(word, kind)
            else:
                yield from self._property(key, kind)
                for value in _items(node):
                    yield from self._find_word(value)
                for part, _ in _entries(node):
                    yield from self._find_word(part)

    def _property(self, node: Node, kind: KindDecl | None) -> Iterator[FieldName]:
        if kind is not None and _raw(node) in kind.attributes:
            yield from self._one(node, Symbol("attribute", kind.word, _raw(node)))
        elif kind is not None and kind.parts is not None and _raw(node) == kind.parts.word:
            yield from self._one(node, Symbol("parts", kind.word, _raw(node)))

    def _find_owned(self, node: Node) -> Iterator[FieldName]:
        """Yield an occurrence for each zone, memory or attribute with this name, of any owner."""
        for zone in self.game.zones:
            if zone.word == _raw(node):
                yield from self._one(node, Symbol("zone", zone.owner, zone.word))
        for memory in self.game.memory:
            if memory.word == _raw(node):
                yield from self._one(node, Symbol("memory", memory.owner, memory.word))
        for kind in self.game.kinds.values():
            yield from self._property(node, kind)

    def _find_word(self, node: Node | None, declares: bool = False) -> Iterator[FieldName]:
        """Yield the occurrence of an enum's word, or of the plural of another enum whose words are included."""
        word = _raw(node)
        if any(word == decl.plural for decl in self.game.enums.values()):
            yield from self._one(node, Symbol("type", "", word))
        elif word in self.game.words:
            yield from self._one(node, Symbol("word", "", word), declares)

    @staticmethod
    def _one(node: Node | None, symbol: Symbol, declares: bool = False) -> Iterator[FieldName]:
        if isinstance(node, Scalar) and isinstance(node.value, str):
            yield FieldName(node, symbol, declares)


def _entries(node: Node | None) -> tuple[tuple[Scalar, Node], ...]:
    return node.entries if isinstance(node, Mapping) else ()


def _items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else (node,) if isinstance(node, Scalar) else ()


def _get(node: Node | None, word: str) -> Node | None:
    return node.get(word) if isinstance(node, Mapping) else None


def _scalar(node: Node | None) -> Scalar | None:
    return node if isinstance(node, Scalar) else None


def _raw(node: Node | None) -> str:
    return node.raw if isinstance(node, Scalar) else ""
