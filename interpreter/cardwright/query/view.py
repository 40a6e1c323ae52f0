"""Views: the zones, pieces and counters that one player is allowed to see."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from cardwright.phrases.log_phrases import name_rule
from cardwright.query import describe_power_changes
from cardwright.query.decision_text import PlayerNames
from cardwright.query.knowledge.masked_state import evaluate_or_none, mask_slots
from cardwright.query.memo import memoize
from cardwright.query.score_sheet import compute_visible_scores
from cardwright.query.why import explain_suppression
from cardwright.runtime.gained_and_lost_powers import borne
from cardwright.runtime.names_of_state_values import UNKNOWN, DisplayNames
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.exact_numbers import Exact
from cardwright.runtime.primitives.zones import list_eyes, may_see, reads
from cardwright.state_slots_and_table_rows import FACE, NO_NUMBER

if TYPE_CHECKING:
    from cardwright.runtime.program import Program
    from cardwright.runtime.state import Position
    from cardwright.state_slots_and_table_rows import MemoryRow, ZoneRow

# Values that are not worth showing.
NOTHING = ("", "0", "no", "none", "nobody", "nothing")
BRACES = re.compile(r"\{([^{}]*)\}")
WORD = re.compile(r"\w+")


@dataclass(frozen=True, slots=True)
class CounterView:
    """A counter or flag with its owner (`table`, `P1`, or the name of a piece) and its value in words.

    Rules that the game's `look` shows are listed among the counters, as `shipping()`. `plain` is the value for
    programs: a number, a boolean, a player's number (-1: nobody), a word or id (`none` for no number), a tuple for a
    list, or None if it is unknown.
    """

    owner: str
    name: str
    title: str
    value: str
    plain: Any = None


@dataclass(frozen=True, slots=True)
class PieceView:
    """A piece that the player may see: `id` is that of its definition, `zones` and `counters` are those on it.

    The zones of its parts are at the end of `zones`. `parts` are the parts, each with its zones and counters. `powers`
    describe abilities that are not in its text, with their duration or cause. `asked` are the values of the rules that
    templates of the look ask about it, such as `strength(it)`.
    """

    id: str
    name: str
    kind: str
    attributes: dict[str, str]
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]
    face_up: bool
    parts: tuple[PieceView, ...] = ()
    powers: tuple[str, ...] = ()
    asked: tuple[CounterView, ...] = ()


@dataclass(frozen=True, slots=True)
class ZoneView:
    """A zone with its pieces as one player sees them (None for a hidden piece), and their number.

    In a `covered` zone, only the top piece is visible; other pieces in `pieces` were seen before. `marks` has the
    visible memory of hidden pieces by position, or is empty. In a `row`, pieces are shown one by one, from the first of
    `pieces` on; the row is `numbered` if the positions of pieces matter.
    """

    owner: str
    name: str
    title: str
    pieces: tuple[PieceView | None, ...]
    count: int
    ordered: bool
    covered: bool = False
    marks: tuple[tuple[CounterView, ...], ...] = ()
    row: bool = False
    numbered: bool = False

    @property
    def hidden(self) -> bool:
        """True if the player may see no piece in the zone."""
        return self.count > 0 and not self.marks and all(piece is None for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class View:
    """The table as one player sees it.

    - `waiting_for`: this player if they decide, None if another player does, -1 at the end
    - `turn_word`, `turn_of`: the memory of the table that holds the active player, and that player (-1: nobody)
    - `certain`: for each score that is None because it depends on hidden information, the sum of its known parts, or
      None
    - `asked`: the values of the rules that templates of the look ask about players
    """

    player: int
    players: tuple[str, ...]
    turn_of: int
    zones: tuple[ZoneView, ...]
    counters: tuple[CounterView, ...]
    scores: tuple[Exact | None, ...]
    finished: bool
    waiting_for: int | None
    turn_word: str = ""
    certain: tuple[Exact | None, ...] = ()
    asked: tuple[CounterView, ...] = ()


def make_view(state: Position, player: int) -> View:
    """Return the view of a player. Player -1 is a spectator, who sees only public information."""
    return build_view(state, player).view


def make_open_view(state: Position, player: int) -> View:
    """Return the view that a player would have if nothing were hidden."""
    return _Viewer(state, player, everything=True).view()


@dataclass(frozen=True, slots=True)
class Shown:
    """A view, with the position of every piece and zone in it.

    Positions are written as `deck:0`, `P1.hand:3`, `ships:1/hold:0` or `ships:1+0` (a part): a zone, the number of a
    piece in the view, and a zone or part of this piece. `first_hidden` is the number of the first hidden piece of a
    zone without an order.
    """

    view: View
    pieces: dict[int, str]
    zones: dict[int, str]
    first_hidden: dict[int, int]


def build_view(state: Position, player: int) -> Shown:
    """Return the view of a player, with the positions of all pieces and zones in it."""
    return memoize(state, player, "shown", lambda: _build(state, player))


def _build(state: Position, player: int) -> Shown:
    viewer = _Viewer(state, player)
    return Shown(viewer.view(), viewer.places, viewer.zone_places, viewer.first_hidden)


@lru_cache(maxsize=64)
def find_zones_on_pieces(program: Program) -> dict[int, list[int]]:
    """Return, for each piece that carries zones, the slots of those zones."""
    tables = program.tables
    found: dict[int, list[int]] = {}
    for slot in range(tables.zones_from, tables.zones_from + len(tables.zones)):
        found.setdefault(program.naming.carrier(slot), []).append(slot)
    found.pop(-1, None)
    return found


@lru_cache(maxsize=64)
def find_words_of_templates(program: Program) -> frozenset[str]:
    """Return the words in braces in the labels and drawn lines of the look."""
    look = program.tables.look
    drawn = (line for picture in look.get("draw", {}).values() for line in picture.get("lines", ()))
    templates = (*look.get("labels", {}).values(), *drawn)
    return frozenset(word for each in templates for braces in BRACES.findall(each) for word in WORD.findall(braces))


@lru_cache(maxsize=4096)
def render_attributes(program: Program, piece: int) -> dict[str, str]:
    """Return the attributes of a piece in words, by name."""
    tables, names = program.tables, program.naming
    definition = tables.pieces[piece]
    values = tables.definitions[definition].values if definition >= 0 else {}
    return {
        word: names.value(base, values.get(word, tables.part_values.get(piece, 0)))
        for word, base in tables.kinds[names.kind(piece)].attributes.items()
    }


class _Viewer:
    def __init__(self, state: Position, player: int, everything: bool = False) -> None:
        self.places: dict[int, str] = {}
        self.zone_places: dict[int, str] = {}
        self.first_hidden: dict[int, int] = {}
        self.everything = everything
        self.state = state
        self.player = player
        self.tables = state.program.tables
        self.slots = state.slots
        self.names: DisplayNames = state.program.naming
        self.told = PlayerNames(state, player, in_passing=False)
        self.may_see = partial(may_see, state.variant.context)
        self.eyes = list_eyes(state.variant.context, state.slots, player)
        self.reads = partial(reads, state.variant.context)
        self.also_seen = [memory for memory in self.tables.memory if memory.also_see]
        self.known = 0 if everything else state.known_to(player)
        self.nested = find_zones_on_pieces(state.program)
        self.named = find_words_of_templates(state.program)
        self.turned = {word for word, _ in self.tables.look.get("turned", {}).values()}
        self.memory: dict[tuple[str, bool], list[MemoryRow]] = {}

    def view(self) -> View:
        start = self.tables.zones_from
        zones = tuple(
            self._view_zone(start + place, self.names.zone_key(start + place))
            for place, zone in enumerate(self.tables.zones)
            if zone.owner in ("table", "player") and not zone.is_reserve
        )
        active = self.tables.active
        scores = compute_visible_scores(self.state, None if self.everything else self.player)
        return View(
            self.player,
            tuple(self.names.player(p) for p in range(self.state.program.players)),
            self.slots[active] if active >= 0 else -1,
            zones,
            tuple(self._view_counters("table", 0)) + self._view_player_counters() + tuple(self._list_shown_rules()),
            tuple(value for value, _ in scores),
            self.state.finished,
            self._find_decider(),
            next((row.word for row in self.tables.memory if row.owner == "table" and row.base == active), ""),
            tuple(certain for _, certain in scores),
            tuple(each for p in range(self.state.program.players) for each in self._ask_rules("player", p)),
        )

    def _find_decider(self) -> int | None:
        """Return the player of this view if they decide, None if another player does, -1 at the end.

        The view does not say which other player decides, because this could reveal that player's hand.
        """
        pending = self.state.pending
        if pending is None:
            return -1
        return self.player if pending[0] == self.player else None

    def _view_player_counters(self) -> tuple[CounterView, ...]:
        return tuple(c for p in range(self.state.program.players) for c in self._view_counters("player", p))

    def _list_shown_rules(self) -> Iterator[CounterView]:
        """Yield the rules about players that the look shows as counters, such as a total or a limit."""
        words = self.tables.look.get("rules", ())
        if not words:
            return
        slots, asked = self._find_known()
        rules = {rule.word: rule for rule in self.tables.rules}
        for player in range(self.state.program.players):
            for word in words:
                rule = rules[word]
                value = evaluate_or_none(partial(asked[word], slots, player))
                title = name_rule(rule.word, rule.phrase)
                shown = UNKNOWN if value is None else self.names.value("number", int(value))
                yield CounterView(self.names.player(player), f"{word}()", title, shown, value)

    def _find_known(self) -> tuple[Sequence[Any], Mapping[str, Any]]:
        """Return the slots as the player knows them, and the functions of the rules that can be evaluated on them."""
        if self.everything:
            return self.state.slots, self.state.variant.rules
        return mask_slots(self.state, self.player), self.state.program.tracked.rules

    def _ask_rules(self, of: str, asked: int, recognised: bool = True) -> Iterator[CounterView]:
        """Yield the values of the rules that templates ask about a piece or player; `?` for what cannot be known.

        Nothing can be known about a piece that is not `recognised`.
        """
        rules = self.tables.look.get("asked", {}).get(of, ())
        if not rules:
            return
        slots, functions = self._find_known()
        owner = self.names.player(asked) if of == "player" else self.names.piece_key(asked)
        for word, base in rules:
            value = evaluate_or_none(partial(functions[word], slots, asked)) if recognised else None
            known = value is not None
            shown = self.names.value(base, value) if known else UNKNOWN
            plain = self._make_plain(base, value) if known else None
            yield CounterView(owner, f"{word}(it)", word.replace("_", " "), shown, plain)

    def _find_owner_name(self, kind: str, number: int) -> str:
        if kind == "table":
            return "table"
        return (
            self.names.player(number) if kind == "player" else self.names.piece(self.tables.kinds[kind].first + number)
        )

    def _view_counters(self, owner: str, number: int) -> list[CounterView]:
        own = self.everything or (owner == "player" and number in self.eyes)
        kept = self.memory.get((owner, own))
        if kept is None:
            seen = ("everyone", "owner", "nobody") if self.everything else ("everyone", "owner" if own else "everyone")
            kept = [memory for memory in self.tables.memory if memory.owner == owner and memory.see in seen]
            self.memory[owner, own] = kept
        return self._list_counters(kept, number, self._find_owner_name(owner, number)) if kept else []

    def _list_counters(self, kept: Iterable[MemoryRow], number: int, name: str) -> list[CounterView]:
        """Return the counters in some memory of one owner."""
        found = []
        for word, kind, base, width, type_base, index, _, title, starts, *_ in kept:
            for place in range(width):
                value = self.slots[base + number * width + place]
                unchanged = value == starts and (index or kind not in ("table", "player"))
                # a number to begin with can matter as much as a later one, as the strength of a unit does
                counts = type_base == "number" or word in self.turned
                if unchanged and (not value if counts else word not in self.named):
                    continue
                shown = self._find_value(type_base, value)
                if unchanged and shown in NOTHING:
                    continue
                label = f"{title} {index[place].replace('_', ' ')}" if index else title
                key = f"{word}[{index[place]}]" if index else word
                found.append(CounterView(name, key, label, shown, self._make_plain(type_base, value)))
        return found

    def _make_plain(self, base: str, value: Any) -> Any:
        """Return a value of memory in the form for programs, with None for each hidden piece."""
        if base.startswith(("list ", "mask ")):
            one = base.split(" ", 1)[1]
            items = [self._make_plain(one, item) for item in (ids(value) if isinstance(value, int) else value)]
            known = [item for item in items if item is not None]
            return (*known, *[None] * (len(items) - len(known)))
        if base in ("number", "player"):
            return self.names.value(base, value) if value == NO_NUMBER else value
        if base == "yes_no":
            return bool(value)
        if base in ("piece", "zone", "name") and value < 0:
            return ""
        if base == "piece":
            return self.names.piece_key(value) if self.everything or self.told.recognises(value) else None
        if base == "zone":
            return self.names.zone_key(value) if self.everything else self.told.zone_key(value)
        return str(self.names.definitions[value].id) if base == "name" else self.names.value(base, value)

    def _find_value(self, base: str, value: Any) -> str:
        if base == "player" and value < 0:
            return "nobody"
        if base == "piece" and value < 0:
            return "none"
        if self.everything:
            return self.names.value(base, value)
        if base == "piece" and not self.told.recognises(value):
            return "a hidden piece"
        return self.told.value(base, value)

    def _view_zone(self, slot: int, at: str) -> ZoneView:
        zone = self.tables.zones[slot - self.tables.zones_from]
        ordered = zone.ordered
        content = self.slots[slot]
        self.zone_places[slot] = at
        if not content:
            if not ordered:
                self.first_hidden[slot] = 0
            return self._describe_zone(zone, (), ())
        pieces = ids(content) if isinstance(content, int) else content
        seen = [self._sees(piece, slot) for piece in pieces]
        if not ordered:
            pieces = sorted(pieces, key=lambda piece: not self._sees(piece, slot))
            seen.sort(reverse=True)
            self.first_hidden[slot] = sum(seen)
        if ordered:
            self.places |= {piece: f"{at}:{place}" for place, piece in enumerate(pieces)}
        views = tuple(
            self._view_piece(piece, slot, f"{at}:{place}") if sees else None
            for place, (piece, sees) in enumerate(zip(pieces, seen, strict=True))
        )
        return self._describe_zone(zone, views, self._list_hidden_memory(slot, pieces, views))

    def _describe_zone(
        self, zone: ZoneRow, views: tuple[PieceView | None, ...], marks: tuple[tuple[CounterView, ...], ...]
    ) -> ZoneView:
        return ZoneView(
            self._find_owner_name(zone.owner, zone.number),
            zone.word,
            zone.title,
            views,
            len(views),
            zone.ordered,
            zone.see == "top",
            marks,
            zone.row,
            zone.numbered,
        )

    def _list_hidden_memory(
        self, slot: int, pieces: Sequence[int], views: Sequence[PieceView | None]
    ) -> tuple[tuple[CounterView, ...], ...]:
        """Return the visible memory of the hidden pieces in a zone, by position; empty if there is none."""
        holds = self.tables.zones[slot - self.tables.zones_from].holds
        kept = [memory for memory in self.also_seen if memory.owner == holds]
        if not kept or None not in views:
            return ()
        first, key = self.tables.kinds[holds].first, self.names.zone_key(slot)
        marks = [
            tuple(self._list_counters(self._list_readable_memory(piece, slot, kept), piece - first, f"{key}.{place}"))
            if view is None
            else ()
            for place, (piece, view) in enumerate(zip(pieces, views, strict=True), start=1)
        ]
        return tuple(marks) if any(marks) else ()

    def _list_readable_memory(self, piece: int, slot: int, kept: Iterable[MemoryRow]) -> list[MemoryRow]:
        """Return the memory on a piece that the player can see. A spectator sees what all players see."""
        players = (self.player,) if self.player >= 0 else range(self.state.program.players)
        spectator = self.player < 0
        return [
            memory
            for memory in kept
            if all(
                self.reads(self.slots, player, memory.also_see, slot)
                or (spectator and self.may_see(self.slots, player, piece, slot))
                for player in players
            )
        ]

    def _sees(self, piece: int, slot: int) -> bool:
        seen = self.everything or self.may_see(self.slots, self.player, piece, slot)
        return bool(seen or self.known >> piece & 1)

    def _list_piece_counters(self, piece: int, kind: str, number: int) -> tuple[CounterView, ...]:
        """Return the counters on a piece; none if the player knows only the zone of the piece."""
        found = tuple(self._view_counters(kind, number))
        return found if not found or self.everything or self.told.recognises(piece) else ()

    def _view_piece(self, piece: int, slot: int, at: str) -> PieceView:
        self.places[piece] = at
        kind = self.names.kind(piece)
        number = piece - self.tables.kinds[kind].first
        start = self.tables.zones_from
        zones = [
            self._view_zone(nested, f"{at}/{self.tables.zones[nested - start].word}")
            for nested in self.nested.get(piece, [])
        ]
        parts = tuple(
            self._view_piece(part, slot, f"{at}+{number}") for number, part in enumerate(self.tables.parts[piece])
        )
        zones += [zone for part in parts for zone in part.zones]
        recognised = self.everything or self.told.recognises(piece)
        return PieceView(
            self.names.piece_key(piece),
            self.names.piece(piece),
            kind,
            render_attributes(self.state.program, piece).copy(),
            tuple(zones),
            self._list_piece_counters(piece, kind, number),
            bool(self.slots[FACE] >> piece & 1),
            parts,
            tuple(self._describe_powers(piece)) if recognised else (),
            tuple(self._ask_rules(kind, piece, recognised)),
        )

    def _describe_powers(self, piece: int) -> Iterator[str]:
        """Yield descriptions of abilities that a piece has although they are not in its text."""
        say = self.names.value if self.everything else self.told.value
        bears = borne(self.state.program, self.slots, piece)
        yield from describe_power_changes.render_power_changes(self.names, bears, say)
        if bears or self.tables.pieces[piece] in self.tables.powers:
            because = explain_suppression(self.state, piece, None if self.everything else self.player)
            if because is not None:
                yield describe_power_changes.render_suppression(because)
