"""Reader of references in scenarios to zones and memory of the table, a player or a card."""

import re
from collections.abc import Hashable

from cardwright.checker.names.rule_text_context import AMBIGUOUS_NAME, UNCLEAR_COPY
from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.field_reader import WRONG_VALUE
from cardwright.declarations.model import MemoryDecl, ZoneDecl
from cardwright.scenarios.files import UNKNOWN_PLAYER, SeesStep, parse_seat
from cardwright.scenarios.pieces_by_card_id import (
    COPY,
    Card,
    CardReader,
    ScenarioPieces,
    StateSlot,
    UnclearError,
    add_article,
)
from cardwright.source.diagnostics import declare_code
from cardwright.source.node_dataclass import frozen
from cardwright.source.positions import Span
from cardwright.source.yaml.nodes import Scalar

UNKNOWN_PLACE = declare_code("unknown-place")

PLACE = re.compile(r"(?:(.+)\.)?([^.\[\]]+)(?:\[(.+)\])?")


@frozen
class Owner:
    """The owner of a zone or memory in a scenario: the table, a player or a card (`kind` as in declarations).

    `player` is the seat of a player. `card` was named at the span `at`; `part` is a part of it, as (word, number).
    """

    kind: str
    title: str
    player: int = 0
    card: Card | None = None
    part: tuple[str, int] | None = None
    at: Span | None = None


@frozen
class ZoneReference:
    """A reference to a zone or memory in a scenario, written as a key; `index` is the span of the bracketed word."""

    key: Scalar
    owner: Owner
    declared: ZoneDecl | MemoryDecl
    index: Span | None

    @property
    def where(self) -> Hashable:
        """A key that is equal for references to one zone or memory."""
        word = self.key.raw[self.key.raw.find("[") :] if self.index is not None else ""
        return self.declared.owner, self.declared.word, self.owner.player, self.owner.card, self.owner.part, word


class PlaceReader(CardReader):
    """A reader of zones and memory for one game, number of players and scenario.

    Errors become diagnostics.
    """

    def __init__(self, layout: StateLayout, plays: bool) -> None:
        super().__init__(layout)
        self.pieces = ScenarioPieces(layout, plays)
        self.zones = {(zone.owner, zone.word): zone for zone in self.game.zones if not zone.is_reserve}
        self.memory = {(memory.owner, memory.word): memory for memory in self.game.memory}

    def place(self, key: Scalar, offset: int = 0) -> ZoneReference | None:
        """Return the zone or memory named by a key, from an offset on; None after reporting an error."""
        match = PLACE.fullmatch(key.raw, offset)
        if match is None:
            label = "write it as `deck`, `P1.hand`, `P1.counter[word]` or `card_id.zone`"
            self.error(WRONG_VALUE, f"`{key.raw[offset:]}` names no zone and no memory", key.span, label)
            return None
        owner = self._read_owner(key, match[1], offset) if match[1] else Owner("table", "the table")
        if owner is None:
            return None
        word = match[2]
        declared = self.zones.get((owner.kind, word)) or self.memory.get((owner.kind, word))
        if declared is None:
            known = [found for where, found in (*self.zones, *self.memory) if where == owner.kind]
            span = key.span_of(match.start(2), match.end(2))
            self.unknown_at(UNKNOWN_PLACE, f"there is no zone or memory of {owner.title} named", word, span, known)
            return None
        return ZoneReference(key, owner, declared, key.span_of(match.start(3), match.end(3)) if match[3] else None)

    def _read_owner(self, key: Scalar, words: str, at: int) -> Owner | None:
        if re.fullmatch(r"P[0-9]+", words):
            number = parse_seat(words, self.layout.players)
            if number is None:
                label = f"write one of P1 to P{self.layout.players}"
                self.error(UNKNOWN_PLAYER, f"there is no player `{words}`", key.span_of(at, at + len(words)), label)
                return None
            return Owner("player", "a player", number)
        first, _, part = words.partition(".")
        span = key.span_of(at, at + len(first))
        card = self.card(first, span)
        if card is None:
            return None
        kind, which = self.game.pieces[card[0]].kind, None
        if part:
            which = self._read_part(card[0], part, key.span_of(at + len(first) + 1, at + len(words)))
            if which is None:
                return None
            kind = self.pieces.kind_of(self.pieces.part(self.pieces.copies(card[0])[0], *which))
        return Owner(kind, add_article(kind), 0, card, which, span)

    def _read_part(self, definition: int, word: str, at: Span) -> tuple[str, int] | None:
        match = COPY.fullmatch(word)
        copies = self.pieces.copies(definition)
        words = [self.pieces.part_word(part) for part in self.layout.parts[copies[0]]] if copies else []
        wanted = int(match[2] or 1) if match else 1
        if match is None or wanted > words.count(match[1]):
            self.unknown_at(UNKNOWN_PLACE, "it has no part", word, at, dict.fromkeys(words))
            return None
        kind = self.game.pieces[definition].kind
        of_kind = (kind, word)
        if of_kind in self.zones or of_kind in self.memory or word in self.game.kinds[kind].attributes:
            message = f"`{word}` is a part of {add_article(kind)}, and something else of it as well"
            self.error(AMBIGUOUS_NAME, message, at, f"write `{word}#1` for the part, also in rule texts")
            return None
        return match[1], wanted

    def piece(self, card: Card, at: Span) -> int | None:
        """Return the piece meant by the id of a card; None after reporting that it is ambiguous."""
        try:
            return self.pieces.named(card)
        except UnclearError as unclear:
            self.error(UNCLEAR_COPY, str(unclear), at, f"write {' or '.join(unclear.numbered[:3])}")
            return None

    def slot(self, place: ZoneReference, offset: int = 0) -> StateSlot | None:
        """Return the slot of a zone or memory; None after reporting that its card is ambiguous."""
        owner, declared = place.owner, place.declared
        width = self.layout.width(declared) if isinstance(declared, MemoryDecl) else 1
        bases = self.layout.memory_base if isinstance(declared, MemoryDecl) else self.layout.zone_base
        base = bases[declared.owner, declared.word] + offset
        if owner.card is None or owner.at is None:
            return StateSlot(base + owner.player * width)
        piece = self.piece(owner.card, owner.at)
        if piece is None:
            return None
        piece = piece if owner.part is None else self.pieces.part(piece, *owner.part)
        return StateSlot(base - self.layout.kind_first[owner.kind] * width, piece, width)

    def seen(self, step: SeesStep) -> tuple[StateSlot | None, list[str]]:
        """Return (slot of the zone that a player looks at, expected ids of its pieces)."""
        place = self.place(step.key, step.offset)
        pieces: list[str] = []
        if self.given(step.key, step.pieces):
            pieces = [id_ for item in self.words(step.pieces, step.key.raw) for id_ in self.ids(item)]
        if place is None:
            return None, pieces
        if not isinstance(place.declared, ZoneDecl):
            message = f"`{place.declared.word}` is memory, and `sees` needs a zone"
            label = "name a zone, or test memory in a step `- then: CONDITION`"
            self.error(WRONG_VALUE, message, step.span, label)
            return None, pieces
        return self.slot(place), pieces
