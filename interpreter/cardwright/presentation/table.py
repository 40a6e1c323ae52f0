"""What lies where, as one player sees it and as the game's look wants it arranged."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from cardwright.contract import TRACKER
from cardwright.inspect.view import CounterView, PieceView, Shown, ZoneView, shown
from cardwright.presentation.labels import NOTHING, is_pile, label, piece_lines, player_lines, score
from cardwright.presentation.look import Look
from cardwright.presentation.telling import last_answer
from cardwright.wording.inflection import spoken

if TYPE_CHECKING:
    from cardwright.playing.state import State


@dataclass(frozen=True, slots=True)
class Fact:
    """Something a piece, a player or the table has: its declared `word`, what it is called, and its value in words.

    One kept for each word of a type has them in `each`: (word, number). `says` is whether it is worth telling by
    itself: not a 0, or nobody.
    """

    word: str
    title: str
    value: str
    says: bool = True
    each: tuple[tuple[str, str], ...] = ()


@dataclass(frozen=True, slots=True)
class Piece:
    """A piece: `at` is its place on the table, `label` what the look calls it, `text` what is printed on it.

    Of a hidden one nothing is told but its place, if that tells nothing. `printed` are its attributes, `facts` what it
    remembers, `lines` what the look's picture says of it, `here` the players who are marked on it. `unsaid` are the
    words of the attributes that its name does not say. `fresh`: it came to lie there since the player answered last.
    """

    at: str
    id: str
    name: str
    label: str
    kind: str
    hidden: bool = False
    face_up: bool = False
    color: str = ""
    text: str = ""
    printed: tuple[Fact, ...] = ()
    unsaid: frozenset[str] = frozenset()
    facts: tuple[Fact, ...] = ()
    zones: tuple[Zone, ...] = ()
    parts: tuple[Piece, ...] = ()
    lines: tuple[str, ...] = ()
    here: tuple[str, ...] = ()
    fresh: bool = False


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone with its pieces, of a pile the top one first, else as the rules go through them; `count` is how many.

    `shape` is how the look wants it drawn (`grid`, `ring`, `rows`, `columns`, `chart`, else ""). `hidden`: nothing in
    it may be seen. `aside`: the look finds it not worth a place. A `covered` one is a pile of which the top lies open.
    """

    at: str
    owner: str
    word: str
    title: str
    pieces: tuple[Piece, ...]
    count: int
    ordered: bool
    covered: bool
    hidden: bool
    aside: bool
    shape: str = ""


@dataclass(frozen=True, slots=True)
class Seat:
    """A player with everything of theirs; `lines` are what the look's picture of players says."""

    number: int
    name: str
    you: bool
    turn: bool
    score: str
    facts: tuple[Fact, ...]
    zones: tuple[Zone, ...]
    lines: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Table:
    """The table as one player sees it. `everybody`: all choose at once, so that it is nobody's turn in particular.

    `score` is what the scores are called, `facts` and `zones` are the table's own, in the order the look wants.
    """

    game: str
    summary: str
    viewer: int
    turn: int
    turn_of: int
    everybody: bool
    finished: bool
    winners: tuple[int, ...]
    score: str
    seats: tuple[Seat, ...]
    facts: tuple[Fact, ...]
    zones: tuple[Zone, ...]


def table(state: State, viewer: int, since: int | None = None) -> Table:
    """The table as a player sees it; pieces are fresh that came there since the log had a size, or they answered."""
    return laid_out(state, shown(state, viewer), since)


def laid_out(state: State, found: Shown, since: int | None = None) -> Table:
    """The table as a view shows it."""
    viewer = found.view.player
    start = last_answer(state, viewer) if since is None else since
    return _Layer(state, found, _moved(state, found, viewer, start)).table()


def fresh_places(state: State, viewer: int) -> frozenset[str]:
    """Where on the table pieces lie that a player saw come there since they answered last."""
    return _moved(state, shown(state, viewer), viewer, last_answer(state, viewer))


def _moved(state: State, found: Shown, viewer: int, since: int) -> frozenset[str]:
    """The places of the pieces a player saw move there; to one who has not answered yet nothing is new."""
    if not since:
        return frozenset()
    log = state.retracked().slots[TRACKER].log
    moves = [entry for entry in log[since:] if entry.kind == "move"]
    last = {entry.what[0]: entry for entry in moves}
    seen = (piece for piece, entry in last.items() if entry.seen.get(piece, 0) >> viewer & 1)
    return frozenset(found.pieces[piece] for piece in seen if piece in found.pieces)


class _Layer:
    """Lays out one view."""

    def __init__(self, state: State, found: Shown, fresh: frozenset[str]) -> None:
        self.state = state
        self.view = found.view
        self.tables = state.program.tables
        self.look = Look(self.tables["look"])
        self.fresh = fresh
        self.texts = {
            self.tables["definitions"][number].id: text for number, text in self.tables["texts"].items() if text
        }

    def table(self) -> Table:
        view = self.view
        everybody = self.state.player == view.player and self.state.secret
        turn_of = -1 if everybody or view.finished else view.turn_of
        return Table(
            self.state.game.title,
            self.tables["summary"],
            view.player,
            self.state.turns,
            turn_of,
            everybody,
            view.finished,
            tuple(self.state.winners) if view.finished else (),
            self.look.score,
            tuple(self._seat(number, name, number == turn_of) for number, name in enumerate(view.players)),
            self._facts(c for c in view.counters if c.owner == "table" and c.name != view.turn_word),
            self._zones("table"),
        )

    def _seat(self, number: int, name: str, turn: bool) -> Seat:
        view = self.view
        facts = self._facts(c for c in view.counters if c.owner == name)
        zones = self._zones(name)
        # each player's box is drawn where the look asks for a grid of something of theirs
        drawn = [p for word, p in self.look.pictures.items() if p.shape == "grid" and self._is_of_players(word)]
        lines = [line for p in drawn for line in player_lines(view, name, p.lines, self.look)]
        return Seat(number, name, number == view.player, turn, score(view, number), facts, zones, tuple(lines))

    def _is_of_players(self, word: str) -> bool:
        zones, counters = self.view.zones, self.view.counters
        return any(z.name == word and z.owner in self.view.players for z in zones) or any(
            c.name.partition("[")[0] == word and c.owner in self.view.players for c in counters
        )

    # ------------------------------------------------------------ counters and attributes

    def _facts(self, counters: Iterator[CounterView]) -> tuple[Fact, ...]:
        """Counters as the look wants them; those with one for each word of a type are one fact."""
        by_word: dict[str, list[CounterView]] = {}
        for counter in counters:
            by_word.setdefault(counter.name.partition("[")[0], []).append(counter)
        kept = [word for word in by_word if word not in self.look.hidden]
        return tuple(self._fact(word, by_word[word]) for word in sorted(kept, key=self.look.place))

    def _fact(self, word: str, counters: Sequence[CounterView]) -> Fact:
        first = counters[0]
        _, _, index = first.name.partition("[")
        if not index:
            return Fact(word, self.look.short.get(word, first.title), first.value, first.value not in NOTHING)
        each = tuple((spoken(c.name.partition("[")[2].rstrip("]")), c.value) for c in counters)
        title = self.look.short.get(word, first.title.removesuffix(f" {each[0][0]}"))
        value = ", ".join(f"{number} {name}" for name, number in each if number not in NOTHING)
        return Fact(word, title, value or "0", bool(value), each)

    # ------------------------------------------------------------ zones and pieces

    def _zones(self, owner: str) -> tuple[Zone, ...]:
        zones = [(zone, f"{owner}.{zone.name}") for zone in self.view.zones if zone.owner == owner]
        if owner == "table":
            zones = [(zone, zone.name) for zone, _ in zones]
        laid = [self._zone(zone, at) for zone, at in zones]
        return tuple(sorted(laid, key=lambda zone: self.look.place(zone.word)))

    def _zone(self, zone: ZoneView, at: str) -> Zone:
        picture = self.look.pictures.get(zone.name)
        pieces = [
            self._hidden(zone, f"{at}:{place}") if piece is None else self._piece(piece, zone, f"{at}:{place}")
            for place, piece in enumerate(zone.pieces)
        ]
        return Zone(
            at,
            zone.owner,
            zone.name,
            self.look.short.get(zone.name, zone.title),
            tuple(pieces[::-1] if is_pile(zone) else pieces),
            zone.count,
            zone.ordered,
            zone.covered,
            zone.hidden,
            zone.name in self.look.hidden,
            "" if picture is None else picture.shape,
        )

    def _hidden(self, zone: ZoneView, at: str) -> Piece:
        held = next((z.holds for z in self.tables["zones"] if z.word == zone.name and _fits(z.owner, zone.owner)), "")
        title = self.tables["kinds"][held].title if held in self.tables["kinds"] else "piece"
        return Piece(at, "", f"a {title}", title, held, hidden=True)

    def _piece(self, piece: PieceView, zone: ZoneView | None, at: str) -> Piece:
        look = self.look
        picture = look.pictures.get(zone.name) if zone is not None else None
        parts = tuple(self._piece(part, None, f"{at}+{number}") for number, part in enumerate(piece.parts))
        own = piece.zones[: len(piece.zones) - sum(len(part.zones) for part in piece.parts)]
        mark = "" if picture is None else picture.mark
        return Piece(
            at,
            piece.id,
            piece.name,
            label(piece, look, "" if zone is None else zone.name),
            piece.kind,
            False,
            piece.face_up,
            look.color(piece.attributes),
            self.texts.get(piece.id, ""),
            tuple(printed(piece, look)),
            frozenset(unsaid(piece)),
            self._facts(c for c in piece.counters),
            tuple(self._zone(inner, f"{at}/{inner.name}") for inner in own),
            parts,
            tuple(piece_lines(piece, picture.lines, look)) if picture is not None else (),
            tuple(c.owner for c in self.view.counters if mark and c.name == mark and c.value == piece.name),
            at in self.fresh,
        )


def _fits(owner: str, name: str) -> bool:
    return owner == "table" if name == "table" else owner != "table"


def printed(piece: PieceView, look: Look) -> Iterator[Fact]:
    """The attributes of a piece that the look does not hide."""
    for word, value in piece.attributes.items():
        if word not in look.hidden:
            yield Fact(word, spoken(word), value, value not in NOTHING)


def unsaid(piece: PieceView) -> set[str]:
    """The attributes that the name of a piece does not say; each word of the name says one of them at most."""
    name, found = piece.name.casefold(), set()
    for attribute, value in piece.attributes.items():
        said = re.search(rf"\b{re.escape(value.casefold())}(?:e?s)?\b", name)
        if said is not None:
            name = f"{name[: said.start()]}/{name[said.end() :]}"
        elif value not in NOTHING:
            found.add(attribute)
    return found


def pieces_of(found: Table) -> Mapping[str, Piece]:
    """Every piece on a table by its place, those on other pieces too."""
    zones = [*found.zones, *(zone for seat in found.seats for zone in seat.zones)]
    return {piece.at: piece for zone in zones for piece in _within(zone)}


def _within(zone: Zone) -> Iterator[Piece]:
    for piece in zone.pieces:
        for each in (piece, *piece.parts):
            yield each
            for inner in each.zones:
                yield from _within(inner)
