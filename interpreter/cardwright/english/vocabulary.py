"""The words of a game as English needs them: what a name stands for, its type, its title and its noun."""

from __future__ import annotations

from collections.abc import Mapping

from cardwright.builtins import all_primitives
from cardwright.declarations.declared import PLAYERS, TABLE, GameDecl, Memory, ZoneDecl
from cardwright.declarations.types import NUMBER, PLAYER, TEXT, YES_NO, ZONE, Type, enum, list_of, name_of, piece
from cardwright.wording import inflection
from cardwright.wording.templates import Phrase

_SIMPLE = {"number": NUMBER, "yes_no": YES_NO, "text": TEXT, "player": PLAYER, "zone": ZONE, "players": list_of(PLAYER)}
_SIMPLE |= {"numbers": list_of(NUMBER), "zones": list_of(ZONE), "list of number": list_of(NUMBER)}
_NOUNS = {"number": "number", "yes_no": "answer", "text": "text", "player": "player", "zone": "place"}


class Vocabulary:
    """What the words of a game mean, for looking up."""

    def __init__(self, game: GameDecl, phrases: Mapping[str, Phrase]) -> None:
        self.game = game
        self.phrases = dict(phrases)
        for word, primitive in all_primitives().items():
            roles = tuple((role.word, role.type) for role in primitive.roles)
            self.phrases.setdefault(word, Phrase(word, "verb" if primitive.deed else "rule", roles, primitive.english))
        self.zones = {(zone.owner, zone.word): zone for zone in game.zones}
        self.memory = {(memory.owner, memory.word): memory for memory in game.memory}
        self.enum_plurals = {decl.plural: word for word, decl in game.enums.items()}
        self.kind_plurals = {kind.plural: word for word, kind in game.kinds.items()}
        self.names = {definition.id: definition for definition in game.pieces}
        self.values = {value: word for word, decl in game.enums.items() for value in decl.values}
        powered = {definition.kind for definition in game.pieces if definition.power is not None}
        self.this_kind = next((kind for kind in game.kinds if kind in powered), next(iter(game.kinds), "card"))

    def deed(self, word: str) -> Phrase | None:
        """The phrase of something that can be done."""
        found = self.phrases.get(word)
        return found if found is not None and found.kind != "rule" else None

    def rule(self, word: str) -> Phrase | None:
        """The phrase of a value with a name, of the game or built in."""
        found = self.phrases.get(word)
        if found is None and word in self.game.tables:
            roles = tuple((role, str(kind)) for role, kind in self.game.tables[word].roles)
            return Phrase(word, "rule", roles, None)
        return found if found is not None and found.kind == "rule" else None

    def type_named(self, word: str) -> Type | None:
        """The type a word names: number, card, cards, crop, crops."""
        if word in _SIMPLE:
            return _SIMPLE[word]
        if word in self.game.enums:
            return enum(word)
        if word in self.game.kinds:
            return piece(word)
        if word in self.enum_plurals:
            return list_of(enum(self.enum_plurals[word]))
        return list_of(piece(self.kind_plurals[word])) if word in self.kind_plurals else None

    def property(self, kind: Type | None, word: str) -> ZoneDecl | Memory | Type | None:
        """What a property of a player or piece is: a zone, a counter, or the type of anything else."""
        if kind is None or kind.base not in ("player", "piece"):
            return None
        key = (PLAYERS if kind.base == "player" else kind.of, word)
        found = self.zones.get(key) or self.memory.get(key)
        if found is not None or kind.base == "player":
            return found
        decl = self.game.kinds.get(kind.of)
        if decl is None:
            return None
        if word in decl.attributes:
            return decl.attributes[word].type
        if decl.parts is not None and word == decl.parts.word:
            return list_of(piece(decl.parts.kind))
        if word == decl.part_of:
            return piece(word)
        return {"name": name_of(kind.of), "controller": PLAYER, "zone": ZONE}.get(word)

    def table_zone(self, word: str) -> ZoneDecl | None:
        """A zone of the table."""
        return self.zones.get((TABLE, word))

    def table_memory(self, word: str) -> Memory | None:
        """A counter or mark of the table."""
        return self.memory.get((TABLE, word))

    def zones_named(self, word: str) -> list[ZoneDecl]:
        """All zones of a name, of whatever owner."""
        return [zone for (_, zone_word), zone in self.zones.items() if zone_word == word]

    def noun(self, kind: Type | None) -> str:
        """What one value of a type is called."""
        if kind is None:
            return "thing"
        if kind.base == "list":
            return self.noun(kind.item)
        if kind.base == "piece":
            return self.game.kinds[kind.of].title if kind.of in self.game.kinds else inflection.spoken(kind.of)
        if kind.base == "enum":
            return inflection.spoken(kind.of)
        if kind.base == "name":
            return f"{self.noun(piece(kind.of))} name"
        return _NOUNS.get(kind.base, "thing")

    def nouns(self, noun: str) -> str:
        """The plural of a noun, as the game declares it if it does."""
        for kind in self.game.kinds.values():
            if noun == kind.title == inflection.spoken(kind.word):
                return inflection.spoken(kind.plural)
        for decl in self.game.enums.values():
            if noun == inflection.spoken(decl.word):
                return inflection.spoken(decl.plural)
        return inflection.plural(noun)

    def title(self, word: str) -> str:
        """An enum's word as it is said; the name of the piece of that id if there is one."""
        return self.names[word].name if word in self.names else inflection.spoken(word)
