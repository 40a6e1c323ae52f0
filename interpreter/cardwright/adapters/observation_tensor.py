"""Tensor of a player's view: a row of numbers of constant length, divided into fields."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

from cardwright.game.state import State
from cardwright.query.view import PieceView, View, ZoneView
from cardwright.runtime.names_of_state_values import DisplayNames
from cardwright.runtime.program import Program
from cardwright.state_slots_and_table_rows import NO_NUMBER, ProgramTables, ZoneRow

# Number of positions in a zone, from the top, with the visible memory of hidden pieces.
MARKED_PLACES = 8
# Larger numbers are cut off: up to here a 32-bit float represents every whole number.
MAX_NUMBER = float(1 << 24)


class TensorField(NamedTuple):
    """A field of a tensor. docs/adapters.md explains each field under the first word of its name."""

    name: str
    start: int
    size: int


@dataclass(frozen=True, slots=True)
class Counted:
    """A value in memory, with its type and its initial value in the form that views give it.

    Only the player `whose` (-1: every player) knows the value.
    """

    base: str
    starts: Any
    whose: int = -1


@dataclass(frozen=True, slots=True)
class PieceFeatures:
    """The features of the pieces of a kind: the memory of each piece, and its zones with the kinds they hold."""

    word: str
    memory: dict[str, Counted]
    zones: dict[str, str]


class Encoder:
    """An encoder of views as tensors of `size` numbers, for a game and number of players.

    `fields` has the start and size of each field.
    """

    def __init__(self, program: Program) -> None:
        tables = program.tables
        self.players = program.players
        self.tables: ProgramTables = tables
        self.words = {program.naming.word(number): place for place, number in enumerate(tables.words)}
        self._definitions: dict[str, list[str]] = {word: [] for word in tables.kinds}
        there = {*tables.pieces} if program.reserves else {*range(len(tables.definitions))}
        for definition in (each for number, each in enumerate(tables.definitions) if number in there):
            self._definitions.setdefault(definition.kind, []).append(definition.id)
        self.places = {word: {id_: n for n, id_ in enumerate(ids)} for word, ids in self._definitions.items()}
        self.ids = {definition.id: place for place, definition in enumerate(tables.definitions)}
        zones = [zone for zone in tables.zones if zone.owner in ("table", "player") and not zone.is_reserve]
        names = [f"{program.naming.player(zone.number)}." if zone.owner == "player" else "" for zone in zones]
        self._zones = {
            ("table" if not name else name[:-1], zone.word): zone for name, zone in zip(names, zones, strict=True)
        }
        self.zone_keys = {
            f"{name}{zone.word}": place for place, (name, zone) in enumerate(zip(names, zones, strict=True))
        }
        self.carried = {each.word: each for each in self._list_piece_features(program.naming)}
        self.counters = dict(self._find_counters(program))
        self.marks = {place: self._find_visible_memory(program.naming, zone) for place, zone in self._zones.items()}
        self.fields: tuple[TensorField, ...] = tuple(self._list_laid_out())
        self.starts = {field.name: field.start for field in self.fields}
        self.size = self.fields[-1].start + self.fields[-1].size

    # ------------------------------------------------------------ what there is

    def _list_laid_out(self) -> Iterator[TensorField]:
        start = 0
        for name, size in self._list_sizes():
            yield TensorField(name, start, size)
            start += size

    def _list_sizes(self) -> Iterator[tuple[str, int]]:
        players = self.players
        yield from (("me", players), ("asked", 1), ("over", 1), ("turn", players))
        yield from (("scores", players), ("scores_known", players), ("question", len(self.tables.sites)), ("picked", 1))
        for (owner, word), zone in self._zones.items():
            sorts = len(self._definitions[zone.holds])
            yield f"zone {owner} {word} size", 1
            yield f"zone {owner} {word} seen", sorts
            if zone.ordered:
                yield f"zone {owner} {word} depth", sorts
            if zone.see == "face":
                yield f"zone {owner} {word} face_up", sorts
            for place in range(MARKED_PLACES):
                for name, marked in self.marks.get((owner, word), {}).items():
                    yield f"zone {owner} {word} mark {place} {name}", self._measure_value(marked.base)
        for (owner, word), counted in self.counters.items():
            yield f"counter {owner} {word}", self._measure_value(counted.base)
        for word, carried in self.carried.items():
            for id_ in self._definitions[word]:
                yield f"piece {id_} seen", 1
                yield from (
                    (f"piece {id_} {name}", self._measure_value(each.base)) for name, each in carried.memory.items()
                )
                for name, holds in carried.zones.items():
                    yield f"piece {id_} {name} size", 1
                    yield f"piece {id_} {name} seen", len(self._definitions[holds])

    def _list_piece_features(self, naming: DisplayNames) -> Iterator[PieceFeatures]:
        """Yield the features of the kinds with memory or zones, including the features of their parts."""
        for word, kind in self.tables.kinds.items():
            pieces = range(kind.first, kind.first + kind.size)
            kinds = {word, *(naming.kind(part) for piece in pieces for part in self.tables.parts[piece])}
            memory = {
                counter_key(row.word, per): Counted(row.type, _convert_initial_value(naming, row.type, row.starts))
                for row in self.tables.memory
                for per in (row.per or [""])
                if row.owner in kinds and not row.secret
            }
            zones = {zone.word: zone.holds for zone in self.tables.zones if zone.owner in kinds}
            if (memory or zones) and self._definitions[word]:
                yield PieceFeatures(word, memory, zones)

    def _find_visible_memory(self, naming: DisplayNames, zone: ZoneRow) -> dict[str, Counted]:
        """Return the memory that players see on the hidden pieces of a zone, by its key."""
        owner = {"everyone": -1, "owner": zone.number}
        return {
            counter_key(row.word, per): Counted(
                row.type, _convert_initial_value(naming, row.type, row.starts), owner[row.also_see]
            )
            for row in self.tables.memory
            for per in (row.per or [""])
            if row.owner == zone.holds and row.also_see and zone.see != "everyone"
            if row.also_see == "everyone" or zone.owner == "player"
        }

    def _find_counters(self, program: Program) -> Iterator[tuple[tuple[str, str], Counted]]:
        """Yield the counters of the table and the players, and the rules that the look shows."""
        for row in self.tables.memory:
            if row.owner in ("table", "player") and row.see != "nobody":
                starts = _convert_initial_value(program.naming, row.type, row.starts)
                for number in range(self.players if row.owner == "player" else 1):
                    owner = program.naming.player(number) if row.owner == "player" else "table"
                    for per in row.per or [""]:
                        yield (
                            (owner, counter_key(row.word, per)),
                            Counted(row.type, starts, number if row.secret else -1),
                        )
        for word in self.tables.look.get("rules", ()):
            for number in range(self.players):
                yield (program.naming.player(number), f"{word}()"), Counted("number", None)

    def _measure_value(self, base: str) -> int:
        """Return the length of an encoded value, whose first number is 1 if the value is known."""
        one = base.split(" ")[-1]
        sizes = {"player": self.players, "enum": len(self.words), "piece": len(self.ids), "name": len(self.ids)}
        if one == "zone":
            return 2 + len(self.zone_keys)
        return 1 + sizes.get(one, 1)

    # ------------------------------------------------------------ what a player sees

    def encode(self, state: State, player: int, view: View | None = None) -> list[float]:
        """Return a player's view of a state as a tensor, including the decision point if the player decides.

        `view` is the player's view of the state, if it is already computed.
        """
        view = view or state.view(player)
        asked = view.waiting_for == player
        found = self.of_view(view)
        if asked:
            found[self.starts["question"] + state.site] = 1.0
            found[self.starts["picked"]] = float(state.picked)
        return found

    def of_view(self, view: View) -> list[float]:
        """Return a view as a tensor in which the numbers about the decision are 0."""
        found = [0.0] * self.size
        starts = self.starts
        found[starts["me"] + view.player] = 1.0
        found[starts["asked"]] = float(view.waiting_for == view.player)
        found[starts["over"]] = float(view.finished)
        if view.turn_of >= 0:
            found[starts["turn"] + view.turn_of] = 1.0
        for player, score in enumerate(view.scores):
            if score is not None:
                found[starts["scores"] + player] = _cut(float(score))
                found[starts["scores_known"] + player] = 1.0
        for zone in view.zones:
            self._put_zone(found, zone)
            self._put_marks(found, zone, view.player)
            for piece in zone.pieces:
                self._put_piece(found, piece)
        values = {(counter.owner, counter.name): counter.plain for counter in view.counters}
        for (owner, word), counted in self.counters.items():
            if counted.whose in (-1, view.player):  # a view omits initial values
                plain = values.get((owner, word), counted.starts)
                self._put(found, starts[f"counter {owner} {word}"], counted.base, plain)
        return found

    def _put_zone(self, found: list[float], zone: ZoneView) -> None:
        name = f"zone {zone.owner} {zone.name}"
        table = self._zones[zone.owner, zone.name]
        places = self.places[table.holds]
        found[self.starts[f"{name} size"]] = float(zone.count)
        seen = self.starts[f"{name} seen"]
        for depth, piece in enumerate(reversed(zone.pieces)):
            if piece is None:
                continue
            place = places[piece.id]
            found[seen + place] += 1.0
            if table.ordered:
                at = self.starts[f"{name} depth"] + place
                found[at] = found[at] or 1.0 / (1 + depth)
            if table.see == "face":
                found[self.starts[f"{name} face_up"] + place] += float(piece.face_up)

    def _put_marks(self, found: list[float], zone: ZoneView, player: int) -> None:
        """Write the visible memory of hidden pieces, from the top down; a view omits initial values."""
        marks = self.marks[zone.owner, zone.name]
        for depth, piece in enumerate(reversed(zone.pieces[-MARKED_PLACES:] if marks else ())):
            values = {each.name: each.plain for each in zone.marks[-1 - depth]} if zone.marks else {}
            for name, marked in marks.items() if piece is None else ():
                if marked.whose in (-1, player):
                    start = self.starts[f"zone {zone.owner} {zone.name} mark {depth} {name}"]
                    self._put(found, start, marked.base, values.get(name, marked.starts))

    def _put_piece(self, found: list[float], piece: PieceView | None) -> None:
        """Add the memory and zones of a visible piece to the numbers of its definition."""
        if piece is None:
            return
        carried = self.carried.get(piece.kind)
        if carried is not None:
            found[self.starts[f"piece {piece.id} seen"]] += 1.0
            kept = {counter.name: counter.plain for each in (piece, *piece.parts) for counter in each.counters}
            for name, counted in carried.memory.items():
                plain = kept.get(name, counted.starts)
                self._put(found, self.starts[f"piece {piece.id} {name}"], counted.base, plain)
            for zone in piece.zones:
                name = f"piece {piece.id} {zone.name}"
                holds = carried.zones[zone.name]
                found[self.starts[f"{name} size"]] += float(zone.count)
                for each in zone.pieces:
                    if each is not None:
                        found[self.starts[f"{name} seen"] + self.places[holds][each.id]] += 1.0
        for zone in piece.zones:
            for each in zone.pieces:
                self._put_piece(found, each)

    def _put(self, found: list[float], start: int, base: str, plain: Any) -> None:
        """Write the value `plain` of type `base` into a tensor from `start` on: 1 for "known", then the value.

        A list is written as a count of each item.
        """
        if plain is None or (base == "number" and isinstance(plain, str)):
            return
        found[start] = 1.0
        one = base.split(" ")[-1]
        for value in plain if isinstance(plain, tuple) else (plain,):
            if one in ("number", "yes_no") or one not in ("player", "enum", "piece", "name", "zone"):
                found[start + 1] = _cut(found[start + 1] + _cut(value))
            elif one == "player" and isinstance(value, int) and value >= 0:
                found[start + 1 + value] += 1.0
            elif one == "enum" and value in self.words:
                found[start + 1 + self.words[value]] += 1.0
            elif one in ("piece", "name") and str(value).partition(".")[0] in self.ids:
                found[start + 1 + self.ids[str(value).partition(".")[0]]] += 1.0
            elif one == "zone" and value:
                found[start + 1 + self.zone_keys.get(value, len(self.zone_keys))] += 1.0


def counter_key(word: str, per: str) -> str:
    """Return the name that views give to the counter `word` of `per`, one of the words that index it."""
    return f"{word}[{per}]" if per else word


def _convert_initial_value(naming: DisplayNames, base: str, value: Any) -> Any:
    """Return an initial value of memory in the form that views give to programs."""
    if isinstance(value, tuple | list):
        return tuple([_convert_initial_value(naming, base.split(" ")[-1], each) for each in value])
    if base in ("number", "player"):
        return naming.value(base, value) if value == NO_NUMBER else value
    if base == "yes_no":
        return bool(value)
    if base in ("piece", "zone", "name") and value < 0:
        return ""
    return naming.definitions[value].id if base == "name" else naming.value(base, value)


def _cut(number: float) -> float:
    return max(-MAX_NUMBER, min(MAX_NUMBER, float(number)))
