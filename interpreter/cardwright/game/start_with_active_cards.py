"""Start positions in which chosen cards are already in a zone where their powers work."""

import random
from dataclasses import dataclass
from typing import Any

from cardwright.game.state import MatchMaker, State
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.primitives.active_abilities import powers_of, standing
from cardwright.runtime.primitives.random_numbers import generator
from cardwright.runtime.primitives.zones import controller, put, turn
from cardwright.state_slots_and_table_rows import PIECE_MASK, SHIFT, Growth, ProgramTables, ZoneRow

# Limit for the decisions of a set-up; one with more never ends.
MAX_SETUP = 10_000
MAX_DEPTH = 3


@dataclass(frozen=True, slots=True)
class Working:
    """A card whose power is active from the start, and its player.

    With `event`, the events of its `on ...` abilities are triggered.
    """

    card: str
    player: int
    event: bool = True


class Starts:
    """Start positions of a game for one number of players; all chance is drawn from seeds.

    `growth` is that of `Game.program`.
    """

    def __init__(self, game: MatchMaker, players: int, growth: Growth = ()) -> None:
        self.game = game
        self.players = players
        self.program = game.program(players, growth=growth)
        tables = self.program.tables
        self.tables: ProgramTables = tables
        self.numbers = {definition.id: n for n, definition in enumerate(tables.definitions)}
        self.zones = [(tables.zones_from + n, zone) for n, zone in enumerate(tables.zones)]
        self._after_setup: dict[tuple[int, bool], State] = {}

    # ------------------------------------------------------------ which cards, and where they work

    def cards(self) -> list[str]:
        """Return the ids of the cards that have a power and at least one piece."""
        definitions, powers = self.tables.definitions, self.tables.powers
        return [definitions[n][0] for n in sorted(powers) if powers[n] and n in self.tables.pieces]

    def copies(self, card: str) -> int:
        """Return the number of copies of a card."""
        return int(self.tables.pieces.count(self.numbers[card]))

    def zones_of(self, card: str) -> list[str]:
        """Return the names of zones that can hold a card and in which one of its abilities works."""
        number = self.numbers[card]
        kind = self.tables.definitions[number].kind
        held = {zone.word for _, zone in self.zones if zone.holds == kind}
        abilities = [self.tables.abilities[n] for n in self.tables.powers.get(number, ())]
        return sorted({word for ability in abilities for word in ability.zones} & held)

    # ------------------------------------------------------------ starting

    def start(self, working: tuple[Working, ...], seed: int, tracked: bool = False) -> State | None:
        """Return a state after setup in which cards lie where their powers work, and play has begun.

        The `on ...` events of cards are triggered as `working` asks. Returns None if a card whose events are to be
        triggered finds no zone. Raises the errors of the game.
        """
        state = self._set_up(seed, tracked)
        chance = random.Random(f"{seed} {working}")
        placed: dict[int, Working] = {}
        for each in working:
            piece = self._place(state, each, chance, placed)
            if piece is not None:
                placed[piece] = each
            elif each.event:
                return None
        for piece, each in reversed(placed.items()):
            if each.event:
                state.frames += self._make_event_frames(state, piece, each.player, chance)
        state.go_on()
        state.start_here({"at_work": [[each.card, each.player, each.event] for each in working]})
        return state

    def _set_up(self, seed: int, tracked: bool) -> State:
        key = (seed, tracked)
        if key not in self._after_setup:
            state = State(self.game, self.program, seed, tracked)
            state.generator = generator(seed)
            if tracked:
                state.tracker = Tracker(self.program)
            state.frames = [(state.variant.entry["setup"],)]
            state.go_on()
            chance = random.Random(seed)
            for _ in range(MAX_SETUP):
                if state.finished:
                    break
                state.apply(chance.randrange(state.option_count))
            state.ended = False
            state.frames = [(state.variant.entry["play"],)]
            state.forget_answers()
            self._after_setup[key] = state
        return self._after_setup[key].clone()

    # ------------------------------------------------------------ placing

    def _place(self, state: State, each: Working, chance: random.Random, placed: dict[int, Working]) -> int | None:
        number = self.numbers[each.card]
        copies = [p for p, definition in enumerate(self.tables.pieces) if definition == number and p not in placed]
        words = self.zones_of(each.card)
        chance.shuffle(words)
        for piece in copies[:1]:
            for word in words:
                if self._is_placed(state, piece, word, each.player):
                    return piece
                if self._put(state, piece, word, each.player, chance, placed, 0):
                    return piece
        return None

    def _is_placed(self, state: State, piece: int, word: str, player: int) -> bool:
        """Return True if a piece already lies in a zone named `word` of the player or of the table."""
        place = state.slots[self.tables.location + piece]
        zone = self.tables.zones[place - self.tables.zones_from]
        return bool(zone.word == word and (zone.owner == "table" or self._find_controller(state, piece) == player))

    def _put(
        self,
        state: State,
        piece: int,
        word: str,
        player: int,
        chance: random.Random,
        placed: dict[int, Working],
        depth: int,
    ) -> bool:
        """Put a piece into a zone named `word` of the player, of the table or on a piece; return False if none fits."""
        kind = self._render_kind(piece)
        slots = [(slot, zone) for slot, zone in self.zones if zone.word == word and zone.holds == kind]
        chance.shuffle(slots)
        for slot, zone in slots:
            if zone.owner == "player" and zone.number != player:
                continue
            if zone.owner not in ("player", "table"):
                host = self.tables.kinds[zone.owner].first + zone.number
                if host in placed or not self._take_control(state, host, player, chance, placed, depth):
                    continue
            if self._move_in(state, piece, slot, zone, placed):
                if zone.owner == "table":
                    self._set_owner(state, piece, player)
                return True
        return False

    def _take_control(
        self, state: State, host: int, player: int, chance: random.Random, placed: dict[int, Working], depth: int
    ) -> bool:
        """Make `player` control the piece `host`, on which another is to be put; return False if that is impossible."""
        whole = self.tables.whole[host]
        if whole >= 0:
            return whole not in placed and self._take_control(state, whole, player, chance, placed, depth)
        if self._find_controller(state, host) == player:
            return True
        if self._find_controller(state, host) >= 0 or depth >= MAX_DEPTH:
            return False
        kind = self._render_kind(host)
        words = sorted({zone.word for _, zone in self.zones if zone.owner == "player" and zone.holds == kind})
        return any(self._put(state, host, word, player, chance, placed, depth + 1) for word in words)

    def _move_in(self, state: State, piece: int, slot: int, zone: ZoneRow, placed: dict[int, Working]) -> bool:
        """Move a piece into a zone; return False if that is impossible.

        If all players hold equally many pieces in their zones of this name, the piece takes the place of another one.
        """
        slots, context = state.slots, state.variant.context
        old = slots[self.tables.location + piece]
        gone = self._find_surplus(state, slot, zone, placed)
        if gone == ():
            return False
        put(context, slots, [piece], slot, 0)
        if zone.see == "face":
            turn(context, slots, [piece], 1)
        if gone is not None:
            put(context, slots, list(gone), old, 1)
        else:
            self._fill(state, old, self._render_kind(piece), placed)
        return True

    def _find_surplus(
        self, state: State, slot: int, zone: ZoneRow, placed: dict[int, Working]
    ) -> tuple[int, ...] | None:
        """Return (piece,) for the piece that has to leave a zone when another piece enters it.

        Returns None if no piece has to leave, and () if one has to leave but all pieces in the zone are in `placed`.
        """
        sizes = {
            len(state.content(other)) for other, its in self.zones if (its.word, its.owner) == (zone.word, zone.owner)
        }
        if zone.owner != "player" or sizes in ({0},) or len(sizes) > 1:
            return None
        return tuple(other for other in state.content(slot) if other not in placed)[:1]

    def _fill(self, state: State, slot: int, kind: str, placed: dict[int, Working]) -> None:
        """Put a piece of the given kind from the table into a player's zone from which such a piece was taken."""
        home = next((other for other, its in self.zones if its[1] == "table" and its[3] == kind), None)
        zone = self.tables.zones[slot - self.tables.zones_from]
        if home is None or home == slot or zone.owner != "player":
            return
        left = [piece for piece in state.content(home) if piece not in placed]
        put(state.variant.context, state.slots, left[-1:], slot, 0)

    def _set_owner(self, state: State, piece: int, player: int) -> None:
        """Set the memory `owner` of a piece, if such pieces have it."""
        first = self.tables.kinds[self._render_kind(piece)].first
        for memory in self.tables.memory:
            if memory.word == "owner" and memory.owner == self._render_kind(piece):
                state.slots[memory.base + piece - first] = player

    def _render_kind(self, piece: int) -> str:
        kinds = self.tables.kinds
        return next(word for word, kind in kinds.items() if kind.first <= piece < kind.first + kind.size)

    def _find_controller(self, state: State, piece: int) -> int:
        return controller(state.variant.context, state.slots, piece)

    # ------------------------------------------------------------ events of a card's own

    def _make_event_frames(self, state: State, piece: int, player: int, chance: random.Random) -> list[tuple[Any, ...]]:
        """Return frames that trigger the events of a piece's `on ...` abilities.

        Events are left out if no arguments can be made up for them, or if they refer to a player who exists only during
        another event, such as an attacker.
        """
        frames = []
        power = self.tables.powers[self.tables.pieces[piece]]
        own = [self.tables.events[number] for number in power if number in self.tables.events]
        for word, (number, slots) in {word: (number, slots) for word, number, slots in own}.items():
            found = self.tables.procedures[number]
            if any(state.slots[slot] < 0 for slot in slots):
                continue
            roles = [self._make_argument(base, chance) for _, base, _ in found[3][1:]]
            if None not in roles:
                doer = [player] if found[1] == "verb" else []
                frames.append((state.variant.entry[word], *doer, piece, *roles))
        return frames

    def _make_argument(self, base: str, chance: random.Random) -> int | None:
        """Return a random argument: a small number, a player, yes or no; None for any other type."""
        if base == "number":
            return chance.randint(1, 6)
        if base == "player":
            return chance.randrange(self.players)
        return chance.randrange(2) if base == "yes_no" else None


def at_work(state: State) -> set[str]:
    """Return the ids of the pieces that have an active ability."""
    tables = state.program.tables
    pieces = tables.pieces
    slots = {slot for ability in tables.abilities for slot in ability.slots}
    held = {entry & PIECE_MASK for slot in slots for entry in state.slots[slot]}
    return {tables.definitions[pieces[piece]].id for piece in held if piece < len(pieces)}


def find_inconsistency(state: State) -> str:
    """Return a contradiction between zones, stored locations and active abilities as text, or ""."""
    tables = state.program.tables
    seen: dict[int, int] = {}
    for number in range(len(tables.zones)):
        slot = tables.zones_from + number
        for piece in state.content(slot):
            if piece in seen:
                return f"piece {piece} is in two zones"
            seen[piece] = slot
    lost = [piece for piece, whole in enumerate(tables.whole) if whole < 0 and piece not in seen]
    if lost:
        return f"pieces {lost} are in no zone"
    if state.tracked or tables.plain.located:
        for piece, slot in seen.items():
            if state.slots[tables.location + piece] != slot:
                return f"piece {piece} is noted at another place than it lies"
        return _find_wrong_ability(state, seen)
    return ""


def _find_wrong_ability(state: State, places: dict[int, int]) -> str:
    """Return a difference between the lists of active abilities and the zones of their pieces; "" if there is none."""
    tables, context = state.program.tables, state.variant.context
    wanted: dict[int, list[int]] = {slot: [] for ability in tables.abilities for slot in ability.slots}
    for piece, place in places.items():
        where = standing(context, state.slots, piece, place)
        for power in powers_of(context, state.slots, piece):
            for number in tables.powers.get(power, ()):
                if where in tables.abilities[number].zones:
                    for slot in tables.abilities[number].slots:
                        wanted[slot].append(number << SHIFT | piece)
    for slot, entries in wanted.items():
        # modifiers with a duration work wherever their card lies
        abilities = [(entry, tables.abilities[entry >> SHIFT]) for entry in state.slots[slot]]
        listed = [entry for entry, ability in abilities if ability.power >= 0 and ability.zones]
        if sorted(listed) != sorted(entries):
            return f"the abilities listed at {slot} are not the active ones"
    return ""
