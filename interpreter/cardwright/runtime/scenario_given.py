"""What a scenario gives: memory and zones set before anything happens, and the outcomes chance is to have."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from cardwright.compiler import ir
from cardwright.compiler.layout import Layout
from cardwright.compiler.presence import emptied_by
from cardwright.language.declarations import Memory, ZoneDecl
from cardwright.language.shape import UNKNOWN_WORD, WRONG_VALUE, Reader
from cardwright.language.types import Type, article
from cardwright.runtime.kernel import ids
from cardwright.runtime.scenario_files import UNKNOWN_PLAYER, Fields, Sees, player_number
from cardwright.source import Diagnostic, Fix, Span, declare_code, suggest
from cardwright.source.nodes import Node, Scalar, Sequence

if TYPE_CHECKING:
    from cardwright.runtime.state import State

UNKNOWN_CARD = declare_code(
    "unknown-card",
    "A scenario names a card that the game, with these sets, does not have.",
    mend="Write the id of a card of the game, as `cardwright text GAME` shows it, and name its set under `sets`.",
)
UNKNOWN_PLACE = declare_code(
    "unknown-place",
    "A scenario names a zone or memory that its owner does not have.",
    mend="Write a zone or memory of this owner: `P1.hand` for a player's, `deck` for the table's.",
)
UNKNOWN_CHANCE = declare_code(
    "unknown-chance",
    "A scenario dictates something that no text of the game leaves to chance.",
    mend="Write `shuffle ZONE`, `pick KIND`, `roll die` or `flip coin`, as the game does it.",
)
TOO_FEW_COPIES = declare_code(
    "too-few-copies",
    "A scenario needs more copies of a card than there are.",
    mend="Give fewer, or use cards that no other line of `given` has taken yet.",
)

PLACE = re.compile(r"(?:(.+)\.)?([^.\[\]]+)(?:\[(.+)\])?")
COPY = re.compile(r"([^#]+)(?:#([0-9]{1,6}))?")
COUNTED = re.compile(r"(?:([0-9]{1,6}) +)?(\w+)")


@dataclass(frozen=True, slots=True)
class SetSlot:
    """Memory that holds a value."""

    slot: int
    value: Any


@dataclass(frozen=True, slots=True)
class Fill:
    """A zone that holds pieces of these definitions; in an ordered zone the first of them is the top."""

    slot: int
    home: int
    wanted: tuple[int, ...]


Change = SetSlot | Fill


@dataclass(frozen=True, slots=True)
class _Owner:
    """The table, a player or a piece: what declares its zones and memory, which one it is, how to call it."""

    kind: str
    number: int
    title: str


class GivenReader(Reader):
    """Reads what scenarios give, for one game and number of players; every mistake becomes a diagnostic."""

    def __init__(self, layout: Layout, picks: Iterable[str]) -> None:
        super().__init__()
        self.layout = layout
        self.game = layout.game
        self.picks = set(picks)
        self.by_id = {piece.id: number for number, piece in enumerate(self.game.pieces)}
        self.zones = {(zone.owner, zone.word): zone for zone in self.game.zones}
        self.memory = {(memory.owner, memory.word): memory for memory in self.game.memory}

    # ------------------------------------------------------------ what is given

    def changes(self, given: Fields) -> tuple[Change, ...]:
        """The changes that `given` asks for, in order."""
        found: list[Change] = []
        needed: Counter[int] = Counter()
        for key, node in given:
            place = self._place(key)
            if place is None:
                continue
            change: Change | None
            owner, declared, index = place
            if isinstance(declared, ZoneDecl):
                change = self._fill(owner, declared, node, needed)
            else:
                change = self._memory(key, owner, declared, index, node)
            if change is not None:
                found.append(change)
        return tuple(found)

    def seen(self, step: Sees) -> tuple[int, list[str]]:
        """The slot of the zone that a player looks at, and the ids of the pieces to be seen there."""
        place = self._place(step.key, step.offset)
        pieces = [id_ for item in self.words(step.pieces, step.key.raw) for id_ in self._ids(item)]
        if place is None:
            return -1, pieces
        owner, declared, _ = place
        if not isinstance(declared, ZoneDecl):
            self.error(WRONG_VALUE, f"`{declared.word}` is memory, and only pieces in a zone are seen", step.span)
            return -1, pieces
        return self.layout.zone_base[declared.owner, declared.word] + owner.number, pieces

    def _place(self, key: Scalar, offset: int = 0) -> tuple[_Owner, ZoneDecl | Memory, Span | None] | None:
        match = PLACE.fullmatch(key.raw, offset)
        if match is None:
            self.error(
                WRONG_VALUE, "write a place as `deck`, `P1.hand`, `P1.counter[word]` or `card_id.zone`", key.span
            )
            return None
        owner = self._owner(key, match[1], offset) if match[1] else _Owner("table", 0, "the table")
        if owner is None:
            return None
        word = match[2]
        declared = self.zones.get((owner.kind, word)) or self.memory.get((owner.kind, word))
        if declared is None:
            known = [found for where, found in (*self.zones, *self.memory) if where == owner.kind]
            self._unknown(UNKNOWN_PLACE, f"zone or memory of {owner.title} named", word, _part(key, match, 2), known)
            return None
        return owner, declared, _part(key, match, 3) if match[3] else None

    def _owner(self, key: Scalar, words: str, at: int) -> _Owner | None:
        if re.fullmatch(r"P[0-9]+", words):
            number = player_number(words, self.layout.players)
            if number is None:
                message = f"there is no player `{words}`: P1 to P{self.layout.players} play"
                self.error(UNKNOWN_PLAYER, message, key.span_of(at, at + len(words)))
                return None
            return _Owner("player", number, "a player")
        first, _, part = words.partition(".")
        piece = self._piece(first, key.span_of(at, at + len(first)))
        if piece is None:
            return None
        if part:
            piece = self._part_of(piece, part, key.span_of(at + len(first) + 1, at + len(words)))
        return None if piece is None else self._piece_owner(piece)

    def _piece_owner(self, piece: int) -> _Owner:
        kind = next(word for word in self.layout.kind_first if piece in self.layout.kind_pieces(word))
        return _Owner(kind, piece - self.layout.kind_first[kind], f"a {kind}")

    def _piece(self, word: str, at: Span) -> int | None:
        """The number of a piece written as its id, with `#2` for its second copy and so on."""
        match = COPY.fullmatch(word)
        number = self.by_id.get(match[1]) if match else None
        if match is None or number is None:
            self._unknown(UNKNOWN_CARD, "card", word, at, self.by_id)
            return None
        copies = [piece for piece, definition in enumerate(self.layout.pieces) if definition == number]
        wanted = int(match[2] or 1)
        if not 1 <= wanted <= len(copies):
            self.error(TOO_FEW_COPIES, f"there are {len(copies)} copies of `{match[1]}`", at)
            return None
        return copies[wanted - 1]

    def _part_of(self, piece: int, word: str, at: Span) -> int | None:
        match = COPY.fullmatch(word)
        parts = self.layout.parts[piece]
        named = [part for part in parts if match and self._part_word(part) == match[1]]
        wanted = int(match[2] or 1) if match else 1
        if not 1 <= wanted <= len(named):
            self._unknown(UNKNOWN_PLACE, "such part of it:", word, at, {self._part_word(part) for part in parts})
            return None
        return named[wanted - 1]

    def _part_word(self, part: int) -> str:
        value = self.layout.part_values[part]
        return next(word for word, number in self.game.words.items() if number == value)

    # ------------------------------------------------------------ zones

    def _fill(self, owner: _Owner, zone: ZoneDecl, node: Node, needed: Counter[int]) -> Fill | None:
        home = next((z for z in self.game.zones if z.owner == "table" and z.holds == zone.holds), None)
        if home is None:
            self.error(
                WRONG_VALUE, f"no zone of the table is for a {zone.holds}: such pieces are never moved", node.span
            )
            return None
        wanted = []
        for item in self.words(node, zone.word):
            for number, count in self._counted(item):
                definition = self.game.pieces[number]
                needed[number] += count
                if definition.kind != zone.holds:
                    message = f"`{definition.id}` is {_a(definition.kind)}, and `{zone.word}` is for {_a(zone.holds)}"
                    self.error(WRONG_VALUE, message, item.span)
                elif needed[number] > definition.copies:
                    message = (
                        f"this makes {needed[number]} `{definition.id}`, and there are {definition.copies} of them"
                    )
                    self.error(TOO_FEW_COPIES, message, item.span)
                    needed[number] -= count
                else:
                    wanted += [number] * count
        slot = self.layout.zone_base[zone.owner, zone.word] + owner.number
        return Fill(slot, self.layout.zone_base["table", home.word], tuple(wanted))

    def _counted(self, item: Scalar) -> list[tuple[int, int]]:
        """The definition and count that `tea` or `2 tea` stand for; nothing after reporting a mistake."""
        match = COUNTED.fullmatch(item.raw)
        if match is None:
            self.error(WRONG_VALUE, "write a card's id, or a number and its id: `2 tea`", item.span)
            return []
        number = self.by_id.get(match[2])
        if number is None:
            self._unknown(UNKNOWN_CARD, "card", match[2], _part(item, match, 2), self.by_id)
            return []
        return [(number, int(match[1] or 1))]

    # ------------------------------------------------------------ memory

    def _memory(self, key: Scalar, owner: _Owner, memory: Memory, index: Span | None, node: Node) -> SetSlot | None:
        place = 0
        if memory.per is not None:
            values = self.game.enums[memory.per].values
            word = key.raw[key.raw.find("[") + 1 : -1] if index is not None else ""
            if index is None:
                message = f"`{memory.word}` has one value a {memory.per}: write `{key.raw}[{values[0]}]`, for example"
                self.error(WRONG_VALUE, message, key.span)
                return None
            if word not in values:
                self._unknown(UNKNOWN_WORD, memory.per, word, index, values)
                return None
            place = values.index(word)
        elif index is not None:
            self.error(WRONG_VALUE, f"`{memory.word}` is a single value and has no `[...]`", index)
            return None
        value = self._value(node, memory.type)
        base = self.layout.memory_base[memory.owner, memory.word]
        return None if value is None else SetSlot(base + owner.number * self.layout.width(memory) + place, value)

    def _value(self, node: Node, kind: Type) -> Any:
        """What a written value of a type is in the state; None after reporting a mistake."""
        if kind.base == "list" and kind.item is not None:
            values = [self._value(item, kind.item) for item in self.words(node, "list")]
            there = [value for value in values if kind.item.base != "piece" or value != -1]
            return None if None in values else tuple(there)
        if not isinstance(node, Scalar):
            self.error(WRONG_VALUE, f"{article(kind)} is a single value", node.span)
            return None
        word = node.raw
        if kind.base == "number" and isinstance(node.value, int) and not isinstance(node.value, bool):
            return node.value
        if kind.base == "yes_no" and word in ("yes", "no", "true", "false"):
            return int(word in ("yes", "true"))
        if kind.base == "enum" and word in self.game.enums[kind.of].values:
            return self.game.words[word]
        if kind.base == "player" and player_number(word, self.layout.players) is not None:
            return player_number(word, self.layout.players)
        if word in ("nobody", "none") and kind.base in ("player", "enum", "piece"):
            return -1
        if kind.base == "piece":
            return self._piece(word, node.span)
        known = self.game.enums[kind.of].values if kind.base == "enum" else ()
        self._unknown(UNKNOWN_WORD, str(kind), word, node.span, known)
        return None

    # ------------------------------------------------------------ chance

    def outcomes(self, chance: Fields) -> dict[str, list[Any]]:
        """The outcomes that `chance` dictates, by name."""
        found: dict[str, list[Any]] = {}
        piles = [f"shuffle {zone.word}" for zone in self.game.zones if zone.ordered]
        numbers = ["pick", *(f"pick {name}" for name in sorted(self.picks)), "roll die", "flip coin"]
        for key, node in chance:
            if key.raw in piles:
                found[key.raw] = self._orders(node)
            elif key.raw in numbers:
                found[key.raw] = [self._outcome(item) for item in self.words(node, key.raw)]
            else:
                every = [*piles, *numbers[1:]]
                # The name behind `pick` is the type of what is picked, which nobody would guess from another name.
                alike = [name for name in every if name.split()[0] == key.raw.split()[0]] if key.raw else []
                self._unknown(UNKNOWN_CHANCE, "act of chance called", key.raw, key.span, alike or every)
        return found

    def _outcome(self, item: Scalar) -> int:
        if isinstance(item.value, int) and not isinstance(item.value, bool) and item.value >= 0:
            return item.value
        self.error(WRONG_VALUE, "an outcome is a number, 0 for the first possibility", item.span)
        return 0

    def _orders(self, node: Node) -> list[list[str]]:
        """The orders of one shuffle, or of several: the pieces that come to lie on top, the topmost first."""
        nested = isinstance(node, Sequence) and any(isinstance(item, Sequence) for item in node.items)
        orders = node.items if nested and isinstance(node, Sequence) else (node,)
        return [[id_ for item in self.words(order, "order") for id_ in self._ids(item)] for order in orders]

    def _ids(self, item: Scalar) -> list[str]:
        return [self.game.pieces[number].id for number, count in self._counted(item) for _ in range(count)]

    def _unknown(self, code: str, what: str, word: str, at: Span, known: Iterable[str]) -> None:
        words = list(known)
        near = suggest(word, words)
        label = f"did you mean `{near}`?" if near else f"one of {', '.join(words[:12])}" if words else ""
        fix = Fix(at, near) if near else None
        self.diagnostics.append(Diagnostic(code, f"there is no {what} `{word}`", at, label, (), "error", fix))


def chance_names(checked: ir.Checked) -> set[str]:
    """What random picks of a game's texts are called: by the type of what is picked."""
    texts = [procedure.body for procedure in checked.procedures.values()]
    texts += [ability.body for ability in checked.abilities]
    picks = (node for node in ir.every(tuple(texts)) if isinstance(node, ir.PickS))
    return {str(pick.source.type.item) for pick in picks if pick.at_random}


def emptied_memory(checked: ir.Checked, players: int, changes: Iterable[Change]) -> set[tuple[str, str]]:
    """The memory, by owner and word, that changes set to nobody or nothing."""
    layout = Layout.of(checked.game, players)
    slots = {change.slot for change in changes if isinstance(change, SetSlot) and emptied_by(change.value)}
    found = set()
    for memory in checked.game.memory:
        base = layout.memory_base[memory.owner, memory.word]
        if not slots.isdisjoint(range(base, base + layout.owners(memory.owner) * layout.width(memory))):
            found.add((memory.owner, memory.word))
    return found


def apply_changes(state: State, changes: Iterable[Change]) -> None:
    """Make changes in a state; what powers there are begins and ceases to work as the pieces come to lie."""
    _locate(state)
    placed: set[int] = set()
    for change in changes:
        if isinstance(change, SetSlot):
            state.slots[change.slot] = change.value
        else:
            _fill_zone(state, change, placed)
    if state.slots[0] is not None:
        state.slots[0].log.clear()


def zone_contents(state: State) -> Mapping[int, tuple[int, ...]]:
    """The pieces in every zone, by slot."""
    start = state.program.tables["zones_from"]
    slots = range(start, start + len(state.program.tables["zones"]))
    return {slot: ids(state.slots[slot]) if isinstance(state.slots[slot], int) else state.slots[slot] for slot in slots}


def _locate(state: State) -> None:
    """Note where every piece lies: a game in which no text asks does without."""
    location = state.program.tables["location"]
    for slot, pieces in zone_contents(state).items():
        for piece in pieces:
            state.slots[location + piece] = slot


def _fill_zone(state: State, change: Fill, placed: set[int]) -> None:
    put = state.variant.names["put"]
    definitions = state.program.tables["pieces"]
    contents = zone_contents(state)
    if change.slot != change.home:
        left = [piece for piece in contents[change.slot] if piece not in placed]
        put(state.slots, left, change.home, 1)
        contents = zone_contents(state)
    # Pieces are taken from the zone where they begin, and from elsewhere only when none is left there.
    free = sorted(contents[change.home])
    free += [piece for slot, pieces in contents.items() if slot not in (change.home, change.slot) for piece in pieces]
    chosen = []
    for number in change.wanted:
        piece = next(p for p in free if definitions[p] == number and p not in placed)
        placed.add(piece)
        chosen.append(piece)
    ordered = not isinstance(state.slots[change.slot], int)
    put(state.slots, chosen[::-1] if ordered else chosen, change.slot, 0)


def _part(scalar: Scalar, match: re.Match[str], group: int) -> Span:
    return scalar.span_of(match.start(group), match.end(group))


def _a(kind: str) -> str:
    return f"{'an' if kind[0] in 'aeiou' else 'a'} {kind}"
