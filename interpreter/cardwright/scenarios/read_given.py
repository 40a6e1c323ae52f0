"""Reader of `given` in a scenario: the initial contents of zones and memory."""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any

from cardwright.compiler.state_layout import StateLayout
from cardwright.declarations.field_reader import UNKNOWN_WORD, WRONG_VALUE
from cardwright.declarations.model import MemoryDecl, ZoneDecl
from cardwright.declarations.value_types import MAYBE_NUMBER, NONE, Type, describe_type, none_of
from cardwright.scenarios.files import Fields, parse_seat
from cardwright.scenarios.initial_state import Change, SetSlot, ZoneFill
from cardwright.scenarios.pieces_by_card_id import TOO_FEW_COPIES, Card, StateSlot, add_article
from cardwright.scenarios.zone_references import PlaceReader, ZoneReference
from cardwright.source.diagnostic_codes import DUPLICATE_KEY
from cardwright.source.diagnostics import DiagnosticNote
from cardwright.source.yaml.nodes import Node, Scalar, Sequence

REST = "the rest"


@dataclass(slots=True)
class _Filling:
    """A zone to be filled: its cards, the piece chosen for each card, and the zone for all other pieces."""

    place: ZoneReference
    zone: ZoneDecl
    wanted: list[Card] = field(default_factory=list)
    pieces: dict[int, int] = field(default_factory=dict)
    rest: int = -1
    empty: bool = False


class GivenReader(PlaceReader):
    """Reader of `given` for one game, number of players and scenario; errors become diagnostics.

    Call `changes` first, because it decides which copies of cards are meant.
    """

    def __init__(self, layout: StateLayout, plays: bool = False) -> None:
        super().__init__(layout, plays)
        self.needed: Counter[int] = Counter()
        self.numbered: set[Card] = set()
        self.remembered: set[int] = set()

    def changes(self, given: Fields, for_all: Fields = ()) -> tuple[Change, ...]:
        """Return the changes of `given` in order.

        Before them come the changes of the whole file (`for_all`) to other zones and memory.
        """
        own = [(place, node) for key, node in given if (place := self.place(key)) is not None]
        shared = [(place, node) for key, node in for_all if (place := self.place(key)) is not None]
        replaced = {place.where for place, _ in own}
        places = [*((place, node) for place, node in shared if place.where not in replaced), *own]
        fillings = [self._read_filling(place, node) for place, node in places]
        known = [filling for filling in fillings if filling is not None]
        self._give_copies(known)
        self._check_rest(known)
        found: dict[StateSlot, Change] = {}
        keys: dict[StateSlot, Scalar] = {}
        for (place, node), filling in zip(places, fillings, strict=True):
            change = self._fill(filling) if filling is not None else self._read_memory(place, node)
            if change is not None and change.slot in found:
                note = (DiagnosticNote("first given here", keys[change.slot].span),)
                self.error(
                    DUPLICATE_KEY, f"`{place.key.raw}` is given twice", place.key.span, "remove one of the two", note
                )
            elif change is not None:
                found[change.slot], keys[change.slot] = change, place.key
        return tuple(found.values())

    # ------------------------------------------------------------ zones

    def _read_filling(self, place: ZoneReference, node: Node) -> _Filling | None:
        """Return the contents of a zone; None for memory, and after reporting an error."""
        zone = place.declared
        if not isinstance(zone, ZoneDecl):
            return None
        if self.pieces.home(zone.holds) < 0:
            message = f"the table has no zone for a {zone.holds}: such pieces never move"
            self.error(WRONG_VALUE, message, node.span, f"remove the field `{place.key.raw}`")
            return None
        if not self.given(place.key, node):
            return None
        filling = _Filling(place, zone, empty=isinstance(node, Sequence) and not node.items)
        for item in self.words(node, place.key.raw):
            if item.raw != REST:
                filling.wanted += self._read_cards(item, zone)
            elif filling.rest >= 0:
                self.error(WRONG_VALUE, f"`{REST}` is listed twice", item.span, "remove it")
            else:
                filling.rest = len(filling.wanted)
        return filling

    def _read_cards(self, item: Scalar, zone: ZoneDecl) -> list[Card]:
        """Return the cards named by an item of a zone, or [] after reporting an error, such as too few copies."""
        wanted: list[Card]
        if "#" in item.raw:
            card = self.card(item.raw, item.span)
            wanted = [] if card is None else [card]
        else:
            wanted = [(number, None) for number in self.counted(item)]
        if not wanted or not self.must_be(zone.holds, [wanted[0][0]], zone.word, item.span):
            return []
        number = wanted[0][0]
        definition, needed = self.game.pieces[number], self.needed[number] + len(wanted)
        there = self.layout.copies(number)
        if needed > there:
            message = f"this makes {needed} `{definition.id}`, and there are only {there}"
            label = f"remove {needed - there} `{definition.id}`, or raise its `copies`"
            self.error(TOO_FEW_COPIES, message, item.span, label)
            return []
        if not self.numbered.isdisjoint(wanted):
            self.error(DUPLICATE_KEY, f"`{item.raw}` is put into two zones", item.span, "remove it from one of them")
            return []
        self.needed[number] = needed
        self.numbered.update(card for card in wanted if card[1] is not None)
        return wanted

    def _give_copies(self, fillings: Iterable[_Filling]) -> None:
        """Choose a copy for every card in `given`: first for cards with a copy number, then for the others."""
        fillings = list(fillings)
        for numbered in (True, False):
            for filling in fillings:
                for place, card in enumerate(filling.wanted):
                    if (card[1] is not None) == numbered:
                        filling.pieces[place] = self.pieces.put(card, filling.place.where, filling.zone.ordered)

    def _check_rest(self, fillings: Iterable[_Filling]) -> None:
        """Report a wrong zone for the remaining pieces of a kind.

        A zone is wrong if it is the second one for these pieces, or if they start in it and it is to be emptied.
        """
        fillings = list(fillings)
        takers: dict[str, _Filling] = {}
        for filling in fillings:
            if filling.rest >= 0 and filling.zone.holds in takers:
                note = (DiagnosticNote("first given here", takers[filling.zone.holds].place.key.span),)
                message = f"`{REST}` is put into two zones"
                self.error(WRONG_VALUE, message, filling.place.key.span, "remove it from one of them", note)
            elif filling.rest >= 0:
                takers[filling.zone.holds] = filling
        for filling in fillings:
            zone = filling.zone
            slot = self.layout.zone_base["table", zone.word] if zone.owner == "table" else None
            if not filling.empty or slot != self.pieces.home(zone.holds) or zone.holds in takers or self.diagnostics:
                continue
            others = self.layout.kind_count[zone.holds] - len(self.pieces.placed(zone.holds))
            if others or self.pieces.plays:
                lie = (
                    "the pieces that the setup leaves here are"
                    if self.pieces.plays
                    else f"{others} {self.game.kinds[zone.holds].plural} lie"
                )
                message = f"`{zone.word}` is not empty: {lie} here unless you put them elsewhere"
                label = f"write `{REST}` into the zone for them"
                self.error(WRONG_VALUE, message, filling.place.key.span, label)

    def _fill(self, filling: _Filling) -> ZoneFill | None:
        slot = self.slot(filling.place)
        if slot is None:
            return None
        pieces = tuple(filling.pieces[place] for place in range(len(filling.wanted)))
        loose = frozenset(self.pieces.loose.intersection(pieces))
        rest = filling.rest
        if filling.zone.row:  # written from the left, which is the bottom
            pieces, rest = pieces[::-1], len(pieces) - rest if rest >= 0 else rest
        starts = () if self.pieces.plays else self.pieces.starts(filling.zone.holds)
        return ZoneFill(slot, self.pieces.home(filling.zone.holds), pieces, rest, starts, loose)

    # ------------------------------------------------------------ memory

    def _read_memory(self, place: ZoneReference, node: Node) -> SetSlot | None:
        memory, key, index, offset = place.declared, place.key, place.index, 0
        if not isinstance(memory, MemoryDecl):
            return None
        if memory.per is not None:
            values = self.game.enums[memory.per].values
            word = key.raw[key.raw.find("[") + 1 : -1] if index is not None else ""
            if index is None:
                message = f"`{memory.word}` has one value for each {memory.per}"
                self.error(WRONG_VALUE, message, key.span, f"write `{key.raw}[{values[0]}]`, for example")
                return None
            if word not in values:
                self.unknown_at(UNKNOWN_WORD, f"`{memory.per}` has no value", word, index, values)
                return None
            offset = values.index(word)
        elif index is not None:
            self.error(
                WRONG_VALUE, f"`{memory.word}` is a single value", index, f"remove `{key.raw[key.raw.find('[') :]}`"
            )
            return None
        if not self.given(key, node):
            return None
        value, slot = self._read_value(node, memory.type), self.slot(place, offset)
        item = memory.type if memory.type.item is None else memory.type.item
        return None if value is None or slot is None else SetSlot(slot, value, item.base == "piece")

    def _read_value(self, node: Node, kind: Type) -> Any:
        """Return the number that a written value of a type has in the state, or None after reporting an error."""
        if kind.base == "list" and kind.item is not None:
            values = [self._read_value(item, kind.item) for item in self.words(node, "list")]
            there = [value for value in values if kind.item.base != "piece" or value != -1]
            return None if None in values else tuple(there)
        if not isinstance(node, Scalar):
            self.error(WRONG_VALUE, f"{describe_type(kind)} is a single value", node.span, "write one value")
            return None
        word = node.raw
        if kind.base == "number" and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        if kind.base == "yes_no" and word in ("yes", "no", "true", "false"):
            return int(word in ("yes", "true"))
        if kind.base == "enum" and word in self.game.enums[kind.of].values:
            return self.game.words[word]
        if kind.base == "player" and parse_seat(word, self.layout.players) is not None:
            return parse_seat(word, self.layout.players)
        if word in ("nobody", "none") and kind.base in ("player", "enum", "piece", "name"):
            return -1
        if word == NONE.base and kind == MAYBE_NUMBER:
            return none_of(kind)
        if kind.base == "piece":
            return self._read_piece(node, kind)
        if kind.base == "name":
            number = self.by_id.get(word)
            if number is not None and self.game.pieces[number].kind == kind.of:
                self.remembered.add(number)
                return number
        known: Iterable[str] = self.game.enums[kind.of].values if kind.base == "enum" else ()
        if kind.base == "name":
            known = [piece.id for piece in self.game.pieces if piece.kind == kind.of]
        self.unknown_at(UNKNOWN_WORD, f"there is no {kind}", word, node.span, known)
        return None

    def _read_piece(self, node: Scalar, kind: Type) -> int | None:
        card = self.card(node.raw, node.span)
        if card is None:
            return None
        found = self.game.pieces[card[0]]
        if found.kind != kind.of:
            message = f"`{found.id}` is {add_article(found.kind)}, and this must be {add_article(kind.of)}"
            self.error(WRONG_VALUE, message, node.span, f"name {add_article(kind.of)}")
            return None
        return self.piece(card, node.span)
