"""What a player at a table would notice: told by declarations and by what happens, not by views, logs or knowledge.

This is what the engine is measured by, so it shares nothing with `view`, `history` and what a tracker knows. A player
notices where pieces move, and which ones they are if the player may look at them before or afterwards; what is turned,
shown, shuffled and rolled; verbs and named steps, which are done aloud; what others choose aloud; and that they use
what a window offers. Questions to others, what they decline, and other powers that come to nothing leave no trace.
"""

from __future__ import annotations

from collections.abc import Iterable
from copy import copy
from typing import Any

from cardwright import Game, State
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.zones import zone_holder
from cardwright.state_slots_and_table_rows import (
    ENDED_BY,
    FACE,
    GAINED,
    HOW,
    LOST,
    PASS,
    PIECE_MASK,
    SHIFT,
    SUPPRESSED,
    TURNS,
)

Token = tuple[Any, ...]
# By game, the verbs that nobody else notices unless something comes of them. In these games cards are shown unnoticed.
HUSHED = {"henhouse": ("remember", "hunt", "guard", "sniff", "listen")}
HIDDEN = "?"
# What is chosen aloud: everything but pieces that nobody else sees, powers, and whether to do something at all.
ALOUD = ("option", "number", "enum", "player", "zone", "name", "yes_no")


class Watcher(Tracker):
    """Follows a game for some players; `seen[p]` is all that player p noticed so far, in order.

    `open` are the powers at work: how deep each stands, how each player knows it, what counters lay open when it began,
    and who noticed something of it. `tops` are the top pieces of piles before a move, `astray` by player the pieces
    whose places they cannot follow until somebody answers next.
    """

    def __init__(self, program: Any, players: tuple[int, ...]) -> None:
        super().__init__(program)
        self.players = players
        self.hushed = HUSHED.get(program.tables.game)
        self.seen: dict[int, list[Token]] = {player: [] for player in players}
        self.table: dict[int, list[int]] = {}
        self.open: list[tuple[int, Any, dict[int, tuple[Any, ...]], set[int]]] = []
        self.tops: dict[int, int] = {}
        self.astray: dict[int, set[int]] = {player: set() for player in players}

    def clone(self) -> Watcher:
        other = copy(self)
        vars(other).update(vars(super().clone()))
        other.seen = {player: stream.copy() for player, stream in self.seen.items()}
        other.table = {slot: pieces.copy() for slot, pieces in self.table.items()}
        other.tops = self.tops.copy()
        other.astray = {player: pieces.copy() for player, pieces in self.astray.items()}
        other.open = [(depth, what, public, told.copy()) for depth, what, public, told in self.open]
        return other

    # ------------------------------------------------------------ looking

    def lay_out(self, S: list[Any]) -> None:
        """Note where everything lies to begin with."""
        start = self.program.tables.zones_from
        for slot in range(start, start + len(self.program.tables.zones)):
            content = S[slot]
            self.table[slot] = list(ids(content) if isinstance(content, int) else content)

    def looks_at(self, S: list[Any], player: int, piece: int, slot: int) -> bool:
        """Whether a player, or one for whom the player decides, may look at a piece in a zone, as it is declared."""
        return any(self._looks_at_as(S, each, piece, slot) for each in self.eyes(S, player))

    def eyes(self, S: list[Any], player: int) -> list[int]:
        """The player, and those for whom the player decides: nobody does who is out of the game."""
        own, out = self.program.tables.decider, self.program.tables.out
        able = own >= 0 and (out < 0 or not S[out + player])
        others = range(self.program.players) if able else ()
        return [player, *(each for each in others if each != player and S[own + each] == player)]

    def _looks_at_as(self, S: list[Any], player: int, piece: int, slot: int) -> bool:
        tables = self.program.tables
        _, _, _, _, see, down, *_ = tables.zones[slot - tables.zones_from]
        if see == "everyone":
            return True
        if see == "top":
            return bool(self.table[slot]) and self.table[slot][-1] == piece
        holder = zone_holder(self.program.tracked.context, S, slot)
        if see == "face":
            return bool(S[FACE] >> piece & 1) or (down == "owner" and holder == player)
        return bool((see == "owner" and holder == player) or (see == "others" and holder != player))

    def whole(self, piece: int) -> int:
        """The piece that a part belongs to; the piece itself if it is none."""
        outer: int = self.program.tables.whole[piece]
        return piece if outer < 0 else outer

    def piece(self, S: list[Any], player: int, piece: int) -> Any:
        """A piece as a player sees it where it lies now."""
        if piece < 0:
            return piece
        outer = self.whole(piece)
        return piece if self.looks_at(S, player, outer, self.slot(S, outer)) else HIDDEN

    def slot(self, S: list[Any], piece: int) -> int:
        """Where a piece lies."""
        return int(S[self.program.tables.location + piece])

    def depth_of(self, S: list[Any], piece: int) -> Any:
        """Where in an order a piece lies."""
        slot, outer = self.slot(S, self.whole(piece)), self.whole(piece)
        return self.table[slot].index(outer) if isinstance(S[slot], tuple) else HIDDEN

    def place(self, S: list[Any], player: int, slot: int) -> Any:
        """A zone as a player sees it: one that a hidden piece carries is one of many."""
        tables = self.program.tables
        word, owner, number, *_ = tables.zones[slot - tables.zones_from]
        if owner in ("table", "player"):
            return slot
        carrier = tables.kinds[owner].first + number
        return slot if self.piece(S, player, carrier) != HIDDEN else word

    def value(self, S: list[Any], player: int, base: str, value: Any, in_passing: bool = False) -> Any:
        """A value that is said aloud, as a player hears it: hidden pieces have no name, but `in_passing` if held up."""
        if base == "piece":
            return (
                value
                if in_passing and value >= 0 and self.held_up[player] >> value & 1
                else self.piece(S, player, value)
            )
        if base in ("list piece", "mask piece"):
            pieces = ids(value) if isinstance(value, int) else value
            return tuple(sorted(str(self.value(S, player, "piece", piece, in_passing)) for piece in pieces))
        if base == "zone" and value >= 0:
            return self.place(S, player, value)
        return value

    # ------------------------------------------------------------ noticing

    def tell(self, player: int, token: Token) -> None:
        """A player notices something, and with it which powers it came of."""
        for place, (_, what, _, told) in enumerate(self.open):
            if player not in told:
                told.add(player)
                self.seen[player].append(("by", place, what[player]))
        self.seen[player].append(token)

    def begin(self, S: list[Any], procedure: int, roles: tuple[Any, ...]) -> None:
        word, kind, phrase, described, _, _, only_asks, *_ = self.program.tables.procedures[procedure]
        if kind == "verb" or phrase:
            said = {
                player: (
                    word,
                    roles[0],
                    *[
                        self.value(S, player, base, each, in_passing=True)
                        for (_, base, _), each in zip(described, roles[1:], strict=False)
                    ],
                )
                for player in self.players
            }
            if only_asks or word in (self.hushed or ()):
                self._opens(S, said)
            else:
                for player in self.players:
                    self.tell(player, ("does", *said[player]))
        super().begin(S, procedure, roles)

    def begin_power(self, S: list[Any], ability: int, piece: int, player: int, again: bool = False) -> None:
        shown = {viewer: (self._source(S, viewer, ability, piece), player) for viewer in self.players}
        self._opens(S, shown)
        if self.is_aloud(ability):
            for viewer in self.players:  # what a window offers is used aloud
                self.tell(viewer, ("uses", player))
        super().begin_power(S, ability, piece, player, again)

    def is_aloud(self, ability: int) -> bool:
        return bool(self.program.tables.abilities[ability].kind == "offer")

    def _opens(self, S: list[Any], what: dict[int, tuple[Any, ...]]) -> None:
        """Something begins of which nobody takes notice unless something comes of it."""
        self.open.append((self.depth, what, {player: self.memory(S, player) for player in self.players}, set()))

    def forbidden(self, S: list[Any], entry: int) -> None:
        piece = entry & PIECE_MASK
        for player in self.players:
            self.tell(player, ("forbidden", self._source(S, player, entry >> SHIFT, piece)))
        super().forbidden(S, entry)

    def _source(self, S: list[Any], player: int, ability: int, piece: int) -> Any:
        if piece >= len(self.program.tables.pieces):
            return ability
        if self.piece(S, player, piece) != HIDDEN:
            return ability, piece
        kinds = self.program.tables.kinds.items()
        return next(word for word, (first, count, *_) in kinds if first <= piece < first + count)  # what its back tells

    def end(self, S: list[Any]) -> None:
        super().end(S)
        self._is_over(S, self.depth)

    def proceed(self, S: list[Any]) -> None:
        """What a power lets happen would have happened without it."""
        self._is_over(S, self.depth - 1)
        super().proceed(S)

    def _is_over(self, S: list[Any], depth: int) -> None:
        """What was open at a depth is so no longer; what it changed is noticed."""
        if self.open and self.open[-1][0] == depth:
            _, _, public, told = self.open[-1]
            for player in self.players:
                if player not in told and self.memory(S, player) != public[player]:
                    self.tell(player, ("counts",))
            self.open.pop()

    def answered(self, S: list[Any], player: int, option: Any, site: int, said: list[tuple[str, Any]]) -> None:
        self.astray = {viewer: set() for viewer in self.players}
        super().answered(S, player, option, site, said)

    def _write_choice(
        self, S: list[Any], kind: str, player: int, option: Any, site: int, said: list[tuple[str, Any]]
    ) -> None:
        super()._write_choice(S, kind, player, option, site, said)
        base = self.program.tables.sites[site].base
        secret = self.program.tables.sites[site].secret or self.program.tables.sites[site].kept
        for viewer in self.players:
            value = self.value(S, viewer, base, option, in_passing=True)
            if viewer == player and kind == "answer":
                self.tell(viewer, ("answers", site, value))
            if viewer == player or option == PASS or secret:
                continue
            if base in ALOUD or (base == "piece" and value != HIDDEN):
                self.tell(viewer, ("chooses", player, site, value))

    def opened(self, S: list[Any], player: int, option: int, site: int) -> None:
        """An answer goes into memory that lies open to all, when everybody has answered."""
        super().opened(S, player, option, site)
        for viewer in self.players:
            if viewer != player:
                self.tell(viewer, ("chooses", player, site, option))

    def covers(self, S: list[Any], zones: Iterable[int]) -> None:
        """Of what comes off a pile that shows its top as one packet only that top was seen."""
        listed = [*zones]
        self.tops = {zone: self.table[zone][-1] for zone in listed if self.table[zone]}
        super().covers(S, listed)

    def strayed(self, S: list[Any], pieces: tuple[int, ...], player: int, at_all: int) -> None:
        """Nobody else sees from which places of a closed order cards are taken by their faces."""
        for piece in (self.whole(each) for each in pieces if each >= 0):
            slot = self.slot(S, piece)
            see = self.program.tables.zones[slot - self.program.tables.zones_from].see
            faces = player >= 0 and (self.looks_at(S, player, piece, slot) or self.known[player] >> piece & 1)
            if see not in ("everyone", "top", "face") and (at_all or faces):
                for viewer in self.players:
                    if viewer != player:
                        self.astray[viewer] |= {*self.table[slot]}
        super().strayed(S, pieces, player, at_all)

    def mixed(self, S: list[Any], pieces: list[int], player: int = -1) -> list[int]:
        """What the player knows comes first: two games in which that is the same offer it at the same place."""
        known = [piece for piece in pieces if player >= 0 and self.known[player] >> self.whole(piece) & 1]
        return [*known, *super().mixed(S, [piece for piece in pieces if piece not in known], player)]

    def moved(
        self, S: list[Any], piece: int, old: int, new: int, with_all: bool, among: bool = False, covered: bool = False
    ) -> None:
        start = self.program.tables.zones_from
        shows_top = [self.program.tables.zones[slot - start].see == "top" for slot in (old, new)]
        before = {v: self.looks_at(S, v, piece, old) or self.held_up[v] >> piece & 1 for v in self.players}
        if shows_top[0]:
            before = {v: self.tops.get(old) == piece or self.held_up[v] >> piece & 1 for v in self.players}
        place = self.table[old].index(piece)
        ordered = isinstance(S[old], tuple)
        self.table[old].remove(piece)
        content = S[new]
        if isinstance(content, tuple) and content[0] == piece and len(content) > 1:
            self.table[new].insert(0, piece)
        else:
            self.table[new].append(piece)
        for viewer in self.players:
            sees = before[viewer] or (not (covered and shows_top[1]) and self.looks_at(S, viewer, piece, new))
            of = self.place(S, viewer, old), self.place(S, viewer, new)
            followed = ordered and piece not in self.astray[viewer]
            self.tell(viewer, ("moves", piece if sees else HIDDEN, *of, place if followed else HIDDEN))
        super().moved(S, piece, old, new, with_all, among, covered)

    def turned(self, S: list[Any], piece: int, up: int) -> None:
        for viewer in self.players:
            self.tell(viewer, ("turns", piece, up))
        super().turned(S, piece, up)

    def show(
        self, S: list[Any], pieces: tuple[int, ...], players: tuple[int, ...], site: int = -1, audience: int = 0
    ) -> None:
        for viewer in players if self.hushed else self.players:
            if viewer not in self.players:
                continue
            shown = [piece if viewer in players else self.piece(S, viewer, piece) for piece in pieces]
            places = [
                (self.place(S, viewer, self.slot(S, self.whole(piece))), self.depth_of(S, piece)) for piece in pieces
            ]
            together = sorted(zip(map(str, shown), map(str, places), strict=True))
            self.tell(viewer, ("shows", (viewer,) if self.hushed else tuple(players), tuple(together)))
        super().show(S, pieces, players, site, audience)

    def chance(self, S: list[Any], kind: str, name: str, n: int) -> int:
        outcome = self.drawn(S, kind, name, n)
        if kind in ("roll", "flip"):
            for viewer in self.players:
                self.tell(viewer, (kind, outcome, n))
        return outcome

    def rolled_aside(self, S: list[Any], roll: int) -> None:
        """Of a roll under a cup nobody notices more than what they see of where it is written down."""
        for viewer in self.players:
            stream = self.seen[viewer]
            place = next(n for n in range(len(stream) - 1, -1, -1) if stream[n][0] in ("roll", "flip"))
            del stream[place]
        super().rolled_aside(S, roll)

    def drawn(self, S: list[Any], kind: str, name: str, n: int) -> int:
        """What chance gives."""
        return super().chance(S, kind, name, n)

    def shuffled(self, S: list[Any], zone: int, pile: tuple[int, ...]) -> tuple[int, ...]:
        order = self.order(S, zone, pile)
        self.table[zone] = list(order)
        for viewer in self.players:
            self.tell(viewer, ("shuffles", self.place(S, viewer, zone)))
        return order

    def order(self, S: list[Any], zone: int, pile: tuple[int, ...]) -> tuple[int, ...]:
        """The order that chance gives a zone."""
        return super().shuffled(S, zone, pile)

    def gained(
        self, S: list[Any], piece: int, how: int, powers: Any, ability: int = -1, held: tuple[int, ...] = ()
    ) -> None:
        """Who sees a piece sees what it can do from now on, and what ends that as far as they see what it is about."""
        for viewer in self.players:
            if self.piece(S, viewer, piece) != HIDDEN:
                about = self.about(S, viewer, ability, held)
                self.tell(viewer, ("gains", piece, how, tuple(powers), ability, about))
        super().gained(S, piece, how, powers, ability, held)

    def about(self, S: list[Any], viewer: int, ability: int, held: tuple[int, ...]) -> tuple[Any, ...]:
        """What is kept for the end of something, as a player hears it."""
        bases = [name.split()[-1] for name in self.program.tables.slots if name.startswith(f"held {ability} ")]
        return tuple(self.value(S, viewer, base, value) for base, value in zip(bases, held, strict=True))

    def regained(self, S: list[Any], piece: int, gone: Any, back: bool) -> None:
        for viewer in self.players:
            if self.piece(S, viewer, piece) != HIDDEN:
                self.tell(viewer, ("regains", piece, tuple(gone), back))
        super().regained(S, piece, gone, back)

    def appeared(self, S: list[Any], piece: int, before: int) -> None:
        for viewer in self.players:
            if self.piece(S, viewer, piece) != HIDDEN:
                self.tell(viewer, ("bears", self.bears(S, viewer, piece)))
        super().appeared(S, piece, before)

    def bears(self, S: list[Any], viewer: int, piece: int) -> str:
        """What a piece that a player sees can do otherwise than its card says."""
        of = self.program.tables.granting
        rows: dict[int, int] = {}
        found: list[Any] = [S[slot] >> piece & 1 for slot in (SUPPRESSED, LOST)]
        for entry in S[GAINED]:
            ability = entry >> ENDED_BY if entry >> HOW & 3 else -1
            rows[ability] = rows.get(ability, -1) + 1
            if entry & PIECE_MASK == piece:
                held = tuple(S[slot][rows[ability]] for slot in of.get(ability, ()))
                found.append((entry, self.about(S, viewer, ability, held)))
        return str(found)

    # ------------------------------------------------------------ the table

    def memory(self, S: list[Any], player: int) -> tuple[Any, ...]:
        """The counters and marks that lie open to a player."""
        tables = self.program.tables
        found: list[Any] = [S[TURNS]]
        marks: list[Any] = []  # on hidden pieces, told by their places
        for _, owner, base, width, kind, _, see, _, _, _, also_see in tables.memory:
            if owner in ("table", "player"):
                count = 1 if owner == "table" else self.program.players
                for number in range(count):
                    if see == "everyone" or (see == "owner" and number in self.eyes(S, player)):
                        row = S[base + number * width : base + (number + 1) * width]
                        found += [self.value(S, player, kind, each) for each in row]
            elif see == "everyone":
                first, count = tables.kinds[owner][:2]
                for number in range(count):
                    row = S[base + number * width : base + (number + 1) * width]
                    told = [self.value(S, player, kind, each) for each in row]
                    if self.piece(S, player, first + number) != HIDDEN:
                        found.append((number, told))
                    elif also_see:
                        slot = self.slot(S, first + number)
                        holder = zone_holder(self.program.tracked.context, S, slot)
                        if also_see == "everyone" or holder == player:
                            marks.append((base, slot, self.table[slot].index(first + number), told))
        return (*found, *sorted(marks))

    def sight(self, S: list[Any], player: int) -> tuple[Any, ...]:
        """Everything that lies open to a player: zones, faces, memory."""
        tables = self.program.tables
        start = tables.zones_from
        zones = []
        for slot in range(start, start + len(tables.zones)):
            pieces = [self.piece(S, player, piece) for piece in self.table[slot]]
            if self.place(S, player, slot) == slot:
                open_ones = [each for each in pieces if each != HIDDEN]
                told = pieces if tables.zones[slot - start].ordered else sorted(open_ones)
                zones.append((slot, len(pieces), tuple(told)))
        seen = [piece for piece in range(len(tables.whole)) if self.piece(S, player, piece) != HIDDEN]
        marks = [(piece, S[FACE] >> piece & 1, self.bears(S, player, piece)) for piece in seen]
        return tuple(zones), str(marks), str(self.memory(S, player))


def watched(game: Game, players: int, seed: int, watcher: Watcher) -> State:
    """A new game followed by a watcher."""
    state = State(game, game.program(players), seed, tracked=True)
    watcher.lay_out(state.slots)
    state.slots[0] = watcher
    state.begin()
    return state


def watcher_of(state: State) -> Watcher:
    """The watcher of a game."""
    watcher = state.slots[0]
    assert isinstance(watcher, Watcher)
    return watcher
