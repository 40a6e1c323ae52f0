"""Counts of the cards that each player had during a match: in hand, in play, and with active powers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache, partial
from itertools import compress
from operator import ne
from typing import TYPE_CHECKING, Any, SupportsIndex

from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.zones import where
from cardwright.state_slots_and_table_rows import FACE, TOOK_PLACE, ProgramTables

if TYPE_CHECKING:
    from cardwright import State
    from cardwright.runtime.program import Program
    from cardwright.runtime.state import Position


@dataclass(frozen=True, slots=True)
class CardUse:
    """How many copies of a card a player had in a match; `since` is the number of answers before the first.

    - `drawn`: copies in a zone that only the player sees, or that only all others see
    - `parted`: copies that were drawn, but are not in such a zone at the end
    - `played`: copies in another zone of the player, or of a piece the player controls
    - `worked`: copies in zones where the card's power is active; for a card without a power, where powers usually are
    """

    player: int
    card: str
    drawn: int
    parted: int
    played: int
    worked: int
    since: int


class CardUseRecorder:
    """Recorder of the cards that players have in a match; call `look` after each answer.

    Cards are recorded in the zones where they are at decisions. Zones through which a card passes between two decisions
    are added by `note_passed`.
    """

    def __init__(self, state: Position) -> None:
        tables = state.program.tables
        plan = _plan(state.program)
        self._plan = plan
        self._tables = tables
        self._zones = tables.zones
        self._from: int = tables.zones_from
        self._location: int = tables.location
        self._located = state.tracked or bool(tables.plain.located)
        self._where = partial(where, state.variant.context)
        self._definitions: list[int] = tables.pieces
        if self._located:
            self._first, self._last = self._location, self._location + plan.wholes
        else:
            self._first, self._last = self._from, self._location
        players = range(state.program.players)
        self._drawn, self._played, self._worked = [0 for _ in players], [0 for _ in players], [0 for _ in players]
        self._since: dict[tuple[int, int], int] = {}
        self._known: set[tuple[int, int]] = set()
        self._left: dict[int, int] = {}
        slots = state.slots
        for slot in range(self._from, self._from + len(self._zones)):
            if slots[slot]:
                self._note_content(slots, slot, 0, state)
        self._before: list[Any] = slots[self._first : self._last]
        self._faces: int = slots[FACE]

    @property
    def places(self) -> range:
        """The slots with the zone of each whole piece; an empty range if the program has no such slots."""
        return range(self._location, self._location + self._plan.wholes) if self._located else range(0)

    def look(self, state: Position) -> dict[int, frozenset[int]]:
        """Record the cards that have moved since the last call; return pieces whose powers may have acted unseen.

        These pieces went from a player's hand to a zone of nobody or of another player since the last call. On the way
        they may have been in a zone in which their power is active; the slots of such zones are returned for each
        piece.
        """
        slots = state.slots
        now = slots[self._first : self._last]
        left: list[tuple[int, int]] = []
        if now != self._before:
            if self._located:
                known, carried, hands = self._known, self._plan.carried, self._plan.hands
                for piece in compress(range(len(now)), map(ne, now, self._before)):
                    if hands[self._before[piece] - self._from]:
                        left.append((piece, self._zones[self._before[piece] - self._from].number))
                    if (piece, now[piece]) not in known or piece in carried:
                        self._note(slots, piece, now[piece], state)
            else:
                for place, (content, earlier) in enumerate(zip(now, self._before, strict=True)):
                    if content is not earlier:
                        self._note_content(slots, self._from + place, earlier, state)
                        if self._plan.hands[place]:
                            gone = _list_pieces(earlier) - _list_pieces(content)
                            left += [(piece, self._zones[place].number) for piece in sorted(gone)]
            self._before = now
        if self._plan.faced and slots[FACE] != self._faces:
            for piece in ids(slots[FACE] & ~self._faces):
                self._note(slots, piece, self._where(slots, piece), state)
            self._faces = slots[FACE]
        self._left = dict(left)
        of, works = self._definitions, self._plan.passing
        return {
            piece: works[of[piece]][player]
            for piece, player in left
            if of[piece] >= 0
            and works[of[piece]]
            and not self._worked[player] >> piece & 1
            and self._find_holder(slots, self._where(slots, piece)) != player
        }

    def note_passed(self, pieces: Iterable[int]) -> None:
        """Record that the powers of some pieces were active between leaving a hand and the next decision."""
        for piece in pieces:
            self._played[self._left[piece]] |= 1 << piece
            self._worked[self._left[piece]] |= 1 << piece

    def seen(self, state: Position) -> list[CardUse]:
        """Return the use of every card by every player so far."""
        held = [0] * len(self._drawn)
        for place, zone in enumerate(self._zones):
            if self._plan.hands[place]:
                content = state.slots[self._from + place]
                held[zone.number] |= content if isinstance(content, int) else sum(1 << piece for piece in content)
        found = []
        names = self._tables.definitions
        for (definition, player), since in self._since.items():
            mask = self._plan.masks[definition]
            drawn = self._drawn[player] & mask
            parted = drawn & ~held[player]
            played, worked = self._played[player] & mask, self._worked[player] & mask
            counts = (drawn.bit_count(), parted.bit_count(), played.bit_count(), worked.bit_count())
            found.append(CardUse(player, names[definition][0], *counts, since))
        return sorted(found, key=lambda sighting: (sighting.player, sighting.card))

    def _note_content(self, slots: list[Any], slot: int, before: Any, state: Position) -> None:
        """Record the pieces that have entered the zone at `slot`, which held `before`."""
        content = slots[slot]
        if isinstance(content, int):
            pieces: Any = ids(content & ~before if isinstance(before, int) else content)
        else:
            pieces = content if not isinstance(before, tuple) else [piece for piece in content if piece not in before]
        for piece in pieces:
            self._note(slots, piece, slot, state)

    def _note(self, slots: list[Any], piece: int, slot: int, state: Position) -> None:
        for carried in self._plan.carried.get(piece, ()):
            if slots[carried]:  # the carrier can have another controller now
                self._note_content(slots, carried, 0, state)
        place = slot - self._from
        zone = self._zones[place]
        if zone.owner in ("table", "player") and zone.see != "face":
            self._known.add((piece, slot))  # the owner of this zone never changes
        definition = self._definitions[piece]
        player = self._find_holder(slots, slot) if definition >= 0 else -1
        if player < 0:
            return
        if self._plan.hands[place]:
            self._drawn[player] |= 1 << piece
        else:
            self._played[player] |= 1 << piece
        if zone.word in self._plan.works[definition] and (zone.see != "face" or slots[FACE] >> piece & 1):
            self._worked[player] |= 1 << piece
        self._since.setdefault((definition, player), state.decisions)

    def _find_holder(self, slots: list[Any], slot: int) -> int:
        """Return the player who owns a zone or controls its piece, or -1 for the game's own zones."""
        kinds, whole = self._tables.kinds, self._tables.whole
        owner, number = self._zones[slot - self._from][1:3]
        if owner == "player":
            return int(number)
        if owner == "table":
            return -1
        piece = kinds[owner].first + number
        while whole[piece] >= 0:
            piece = whole[piece]
        around = self._where(slots, piece)
        if self._zones[around - self._from][1] != "table":
            return self._find_holder(slots, around)
        for memory in self._tables.memory:
            word, kind, base = memory.word, memory.owner, memory.base
            if word == "owner" and kind in kinds and kinds[kind].first <= piece < kinds[kind].first + kinds[kind].size:
                return int(slots[base + piece - kinds[kind].first])
        return -1


@dataclass(frozen=True, slots=True)
class _Plan:
    """Facts about a program that all its matches share.

    - `wholes`: the number of pieces that are no parts of others; these pieces come first
    - `hands`: for each zone, True if it is a hand
    - `masks`: by definition, the bitset of its pieces
    - `works`: by definition, the zones in which its power is active
    - `passing`: by definition and player, the slots of zones that a card may pass through after leaving a hand, and in
      which its power is active; empty for a definition without a power
    - `carried`: by piece, the slots of the zones on it
    - `faced`: True if a zone has pieces that are face up or face down
    """

    wholes: int
    hands: list[bool]
    masks: dict[int, int]
    works: list[frozenset[str]]
    passing: list[list[frozenset[int]]]
    carried: dict[int, tuple[int, ...]]
    faced: bool


@lru_cache(maxsize=8)
def _plan(program: Program) -> _Plan:
    tables = program.tables
    masks: dict[int, int] = {}
    for piece, definition in enumerate(tables.pieces):
        masks[definition] = masks.get(definition, 0) | 1 << piece
    return _Plan(
        wholes=sum(1 for whole in tables.whole if whole < 0),
        hands=[zone.owner == "player" and zone.see in ("owner", "others") for zone in tables.zones],
        masks=masks,
        works=_list_active_zones(tables),
        passing=_list_passed_slots(tables, program.players),
        carried=_list_carried_slots(tables),
        faced=any(zone.see == "face" for zone in tables.zones),
    )


def _list_active_zones(tables: ProgramTables) -> list[frozenset[str]]:
    """Return, for each definition, the zones in which its power is active.

    For a definition without a power, and for abilities with targets, which are active wherever their piece lies, these
    are the zones in which powers usually are active.
    """
    usual = frozenset(tables.work_in)
    powers = [tables.powers.get(number, ()) for number in range(len(tables.definitions))]
    return [
        frozenset(zone for each in power for zone in tables.abilities[each].zones or usual) if power else usual
        for power in powers
    ]


def _list_passed_slots(tables: ProgramTables, players: int) -> list[list[frozenset[int]]]:
    """Return, by definition and player, the slots of the player's visible zones in which its power is active.

    For a definition that has an ability with targets, they include the slot that tells such abilities that their event
    took place. The list of a definition is empty if the definition has no power, or if some player has no such slot.
    """
    found: list[list[frozenset[int]]] = []
    for number, words in enumerate(_list_active_zones(tables)):
        targeted = any(not tables.abilities[each].zones for each in tables.powers.get(number, ()))
        took_place = [tables.slots[TOOK_PLACE]] if targeted and TOOK_PLACE in tables.slots else []
        slots = [{*took_place} for _ in range(players)]
        for place, zone in enumerate(tables.zones):
            if zone.owner == "player" and zone.word in words and zone.see not in ("owner", "others", "face"):
                slots[zone.number].add(tables.zones_from + place)
        found.append([*map(frozenset, slots)] if tables.powers.get(number) and all(slots) else [])
    return found


def _list_pieces(content: Any) -> set[int]:
    """Return the pieces in a zone."""
    return set(ids(content)) if isinstance(content, int) else set(content)


def _list_carried_slots(tables: ProgramTables) -> dict[int, tuple[int, ...]]:
    """Return the slots of the zones on each piece, including the zones of its parts."""
    found: dict[int, list[int]] = {}
    for place, zone in enumerate(tables.zones):
        if zone.owner not in ("table", "player"):
            piece = tables.kinds[zone.owner].first + zone.number
            while tables.whole[piece] >= 0:
                piece = tables.whole[piece]
            found.setdefault(piece, []).append(tables.zones_from + place)
    return {piece: tuple(slots) for piece, slots in found.items()}


# By piece, the slots of the zones whose visits are counted.
Wanted = Mapping[int, frozenset[int]]


def find_passed_pieces(before: State, option: int, wanted: Wanted, places: range) -> Iterator[int]:
    """Yield the pieces that enter one of their `wanted` zones during an answer, even if they leave it again.

    Yield also those whose event with targets took place. The slots `places` hold the zones of the first pieces, if the
    program has such slots.
    """
    twin = before.clone()
    watched = twin.slots = _Watched(twin.slots)
    twin.apply(option)
    took_place = before.program.tables.slots.get(TOOK_PLACE, -1)
    happened = {took_place} if 1 in watched.set_to.get(took_place, ()) else frozenset()
    for piece, zones in wanted.items():
        if not zones.isdisjoint(happened):
            yield piece
            continue
        zones -= {took_place}
        lay = watched.set_to.get(places[piece], ()) if piece < len(places) else ()
        if not zones.isdisjoint(lay) or any(watched.noted(zone, piece) for zone in zones):
            yield piece


class _Watched(list[Any]):
    """The slots of a state, as a list that records every value assigned to them."""

    def __init__(self, slots: list[Any]) -> None:
        super().__init__(slots)
        self.set_to: dict[int, list[Any]] = {}

    def __setitem__(self, place: SupportsIndex | slice, value: Any) -> None:
        if not isinstance(place, slice):
            self.set_to.setdefault(int(place), []).append(value)
        super().__setitem__(place, value)

    def noted(self, zone: int, piece: int) -> bool:
        """Return True if the zone held the piece after any recorded assignment to the zone."""
        return any(
            content >> piece & 1 if isinstance(content, int) else piece in content
            for content in self.set_to.get(zone, ())
        )
