"""Symbols in scenarios: in their rule texts, and names in their fields."""

import re
from collections.abc import Generator, Iterator
from dataclasses import dataclass
from typing import Literal

from cardwright.checker.names.occurrences import Symbol
from cardwright.checker.names.occurrences_in_fields import FieldName
from cardwright.declarations.model import PLAYERS, TABLE, GameDecl, MemoryDecl, ZoneDecl
from cardwright.declarations.schema.scenario_fields import MAX_PLAYERS, SHARED_FIELDS
from cardwright.declarations.value_types import Type
from cardwright.scenarios.pieces_by_card_id import COPY, COUNTED
from cardwright.scenarios.zone_references import PLACE
from cardwright.source.yaml.nodes import Mapping, Node, Scalar, Sequence

_SEES = re.compile(r"P[0-9]+ sees +")
_SEAT = re.compile(r"P[0-9]+")


@dataclass(frozen=True, slots=True)
class ScenarioText:
    """A rule text in a scenario (statements or a condition), which is checked for `players` players."""

    scalar: Scalar
    kind: Literal["deeds", "value"]
    players: int


def find_scenarios(root: Node | None, usual: int) -> Iterator[tuple[Mapping, int]]:
    """Yield `(scenario, players)` for a file of scenarios, its shared fields, or the examples of cards.

    `usual` is the number of players of scenarios that do not set it.
    """
    if not isinstance(root, Mapping):
        return
    default = _number(root.get("players"), usual)
    if any(root.get(field) is not None for field in SHARED_FIELDS):
        yield root, default  # the shared fields of a file belong to each of its scenarios
    yield from ((each, _number(each.get("players"), default)) for each in _list_mappings(root.get("scenarios")))
    for field in ("cards", "pieces"):
        for card in _list_mappings(root.get(field)):
            listed = _list_mappings(card.get("examples"))
            yield from ((each, _number(each.get("players"), usual)) for each in listed)


def find_rule_texts(scenario: Mapping, players: int) -> Iterator[ScenarioText]:
    """Yield the rule texts of a scenario."""
    for key, node in _list_steps(scenario):
        if isinstance(node, Scalar) and key.raw in ("do", "then") and node.raw:
            yield ScenarioText(node, "deeds" if key.raw == "do" else "value", players)
    for item in _list_items(scenario.get("then")):
        if isinstance(item, Scalar) and item.raw:
            yield ScenarioText(item, "value", players)


def find_game_names(scenario: Mapping, game: GameDecl) -> Iterator[FieldName]:
    """Yield the names of the game in a scenario, outside of its rule texts."""
    said = _ScenarioNames(game)
    given = scenario.get("given")
    for key, node in given.entries if isinstance(given, Mapping) else ():
        kind = yield from said.place(key)
        yield from said.words(node, kind)
    chance = scenario.get("chance")
    for key, node in chance.entries if isinstance(chance, Mapping) else ():
        yield from said.chance(key)
        yield from said.words(node)
    for key, node in _list_steps(scenario):
        sees = _SEES.match(key.raw)
        if sees is not None:
            kind = yield from said.place(key, sees.end())
            yield from said.words(node, kind)
        elif key.raw not in ("do", "then"):
            yield from said.words(node)


class OwnerLookup:
    """Search for the owner of a zone or memory; it is written before a dot: `P1`, a card's id, or a card's part."""

    def __init__(self, game: GameDecl) -> None:
        self.game = game
        self.kinds = {piece.id: piece.kind for piece in game.pieces}

    def kind(self, written: str | None) -> str | None:
        """Return the word of an owner's kind in declarations, None if there is no such owner."""
        if written is None:
            return TABLE
        if _SEAT.fullmatch(written):
            return PLAYERS
        first, _, part = written.partition(".")
        kind = self.kinds.get(first.partition("#")[0])
        parts = self.game.kinds[kind].parts if kind is not None else None
        return kind if not part else parts.kind if parts is not None else None

    def declared(self, written: str | None) -> list[ZoneDecl | MemoryDecl]:
        """Return the zones and memory of the owner `written` before a dot; for None, the game's own."""
        every: list[ZoneDecl | MemoryDecl] = [*self.game.zones, *self.game.memory]
        kind = self.kind(written)
        return [each for each in every if each.owner == kind]

    def find(self, match: re.Match[str] | None) -> ZoneDecl | MemoryDecl | None:
        """Return the zone or memory that a match of `PLACE` names, None if there is none."""
        found = self.declared(match[1]) if match is not None else ()
        return next((each for each in found if match is not None and each.word == match[2]), None)


def find_content_type(place: ZoneDecl | MemoryDecl | None) -> Type | None:
    """Return the type of the pieces in a zone, or of a value in memory; None if `place` is None."""
    return Type("piece", place.holds) if isinstance(place, ZoneDecl) else None if place is None else place.type


class _ScenarioNames:
    """Search for names in the fields of scenarios."""

    def __init__(self, game: GameDecl) -> None:
        self.game = game
        self.owner = OwnerLookup(game)

    def place(self, key: Scalar, offset: int = 0) -> Generator[FieldName, None, Type | None]:
        """Yield the names in a reference, such as `P1.hand` or `almonds.credits`; return the type of its value."""
        match = PLACE.fullmatch(key.raw, offset)
        if match is None:
            return None
        found = self.owner.find(match)
        if match[1] is not None:
            yield from self._list_dotted(key, offset, match[1])
        if found is not None:
            symbol = Symbol("zone" if isinstance(found, ZoneDecl) else "memory", found.owner, found.word)
            yield FieldName(key, symbol, False, match.start(2), len(found.word))
        if match[3] in self.game.words:
            yield FieldName(key, Symbol("word", "", match[3]), False, match.start(3), len(match[3]))
        return find_content_type(found)

    def _list_dotted(self, key: Scalar, offset: int, written: str) -> Iterator[FieldName]:
        """Yield the names before the dot of a reference: a card's id, and the word of one of its parts."""
        at = offset
        for number, each in enumerate(written.split(".")):
            word = each.partition("#")[0]
            if number == 0 and word in self.owner.kinds:
                yield FieldName(key, Symbol("piece", "", word), False, at, len(word))
            elif number == 1 and word in self.game.words:
                yield FieldName(key, Symbol("word", "", word), False, at, len(word))
            at += len(each) + 1

    def words(self, node: Node, kind: Type | None = None) -> Iterator[FieldName]:
        """Yield the ids of cards and the words of types in a value or list of type `kind` (None: unknown)."""
        for item in _list_items(node):
            if isinstance(item, Sequence):
                yield from self.words(item, kind)
            match = COUNTED.fullmatch(item.raw) or COPY.fullmatch(item.raw) if isinstance(item, Scalar) else None
            if match is None or not isinstance(item, Scalar):
                continue
            group = 2 if match.re is COUNTED else 1
            word, start = match[group], match.start(group)
            enum = kind is not None and "enum" in (kind.base, kind.item.base if kind.item is not None else "")
            if word in self.owner.kinds and not enum:
                yield FieldName(item, Symbol("piece", "", word), False, start, len(word))
            elif word in self.game.words:
                yield FieldName(item, Symbol("word", "", word), False, start, len(word))

    def chance(self, key: Scalar) -> Iterator[FieldName]:
        """Yield the zone that is shuffled, or the kind that is picked from."""
        what, _, word = key.raw.partition(" ")
        at = len(what) + 1
        for zone in self.game.zones:
            if what == "shuffle" and zone.word == word:
                yield FieldName(key, Symbol("zone", zone.owner, word), False, at, len(word))
        if what == "pick" and word in (*self.game.kinds, *self.game.enums):
            yield FieldName(key, Symbol("type", "", word), False, at, len(word))


def _list_steps(scenario: Mapping) -> Iterator[tuple[Scalar, Node]]:
    for step in _list_mappings(scenario.get("when")):
        yield from step.entries


def _list_mappings(node: Node | None) -> Iterator[Mapping]:
    yield from (item for item in _list_items(node) if isinstance(item, Mapping))


def _list_items(node: Node | None) -> tuple[Node, ...]:
    return node.items if isinstance(node, Sequence) else () if node is None else (node,)


def _number(node: Node | None, default: int) -> int:
    known = isinstance(node, Scalar) and isinstance(node.value, int) and 1 <= node.value <= MAX_PLAYERS
    return int(node.raw) if known and isinstance(node, Scalar) else default
