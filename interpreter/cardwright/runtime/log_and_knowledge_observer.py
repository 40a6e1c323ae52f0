"""Observer of a tracked game: writes the log and tracks what each player knows."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeVar

from cardwright.runtime.chance_outcomes_and_witnesses import DictatedChance
from cardwright.runtime.errors import RunawayError
from cardwright.runtime.gained_and_lost_powers import borne, kept_by, resting
from cardwright.runtime.log_and_snapshot_records import (
    Kept,
    LogEntry,
    MemoryChange,
    PowerLogEntry,
    Reason,
    Unasked,
    memory_owners,
    settle_changes,
)
from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.runtime.primitives.execution_budget import ExecutionBudget
from cardwright.runtime.primitives.zones import controller
from cardwright.state_slots_and_table_rows import (
    BESIDE,
    FACE,
    LOST,
    PASS,
    PIECE_MASK,
    TOLD_TO_ALL,
    TOLD_TO_DOER,
    TOLD_WITH_POWER,
    Slots,
)

if TYPE_CHECKING:
    from cardwright.runtime.program import Program

T = TypeVar("T")
# A function that returns the options offered in given slots, each with its conditions (None: always true).
Candidates = Callable[[Slots], list[tuple[Any, tuple[Callable[[], bool] | None, ...]]]]
MAX_LOG_ENTRIES = 200_000  # for one answer


class Tracker(DictatedChance):
    """Observer of one match: its log, and the knowledge of each player.

    - `known[p]`: the bitset of pieces whose zone player p knows without looking
    - `held_up[p]`: the pieces shown to player p and not put away; p sees them until a text other than the text of the
      decision point `showing[p]` asks (-1: until anything is asked)
    - `unsaid`: the depths of the open steps without a phrase; the log shows their consequences in their place
    - `unasked`, `answers`: the last forced choice, and the number of answers
    - `full`: the maximum length of the log before the next answer
    - `rewritten`: the first entry changed since the last answer
    - `settled`: the length of the log at the last decision
    - `quiet`, `pauses`: the depths of open events that the look names as quiet, or as pauses
    - `kept`: snapshots at the end of `pauses`, None unless they are requested
    - `powers`: the open abilities
    - `proceeding`: the open abilities that let the replaced event happen
    - `before_ends`: the state while durations end
    - `resting`: the pieces in zones where powers work, and those whose powers a rule of the game switches off
    """

    def __init__(self, program: Program) -> None:
        self.program = program
        self.run: ExecutionBudget | None = None
        self.log: list[LogEntry] = []
        self.full = MAX_LOG_ENTRIES
        self.rewritten = self.settled = 0
        self.depth = 0
        self.unsaid: list[int] = []
        self.quiet: list[int] = []
        self.pauses: list[tuple[int, str]] = []
        self.powers: list[PowerLogEntry] = []
        self.proceeding: list[LogEntry] = []
        self.before_ends: tuple[Slots, tuple[Any, ...]] = [], ()
        self.resting = 0, 0
        self.kept: list[Kept] | None = None
        # all players know the pieces of the reserve until one leaves it unseen
        self.known: list[int] = [program.reserved] * program.players
        self.held_up: list[int] = [0] * program.players
        self.showing = [-1] * program.players
        self.picked: list[int] = [0] * program.players
        self.picking = -1
        self.dictated: dict[str, list[Any]] = {}
        self.asked: list[tuple[str, str, int, int]] = []
        self.reasons: list[Reason] | None = None
        self.unasked: Unasked | None = None
        self.answers = 0
        self.candidates: tuple[int, Candidates] | None = None

    def clone(self) -> Tracker:
        """Return a copy of this observer, for a copy of the match."""
        other = Tracker(self.program)
        other.log = self.log.copy()
        other.full = self.full
        other.rewritten, other.settled = self.rewritten, self.settled
        other.depth = self.depth
        other.unsaid = self.unsaid.copy()
        other.quiet = self.quiet.copy()
        other.pauses = self.pauses.copy()
        other.powers = self.powers.copy()
        other.proceeding = self.proceeding.copy()
        other.resting = self.resting
        other.known = self.known.copy()
        other.held_up = self.held_up.copy()
        other.showing = self.showing.copy()
        other.picked = self.picked.copy()
        other.picking = self.picking
        other.dictated = {name: outcomes.copy() for name, outcomes in self.dictated.items()}
        other.unasked = self.unasked
        other.answers = self.answers
        other.candidates = self.candidates
        return other

    # ------------------------------------------------------------ the log

    def write(self, kind: str, player: int, what: tuple[Any, ...], seen: dict[int, int] | None = None) -> LogEntry:
        entry = LogEntry(kind, self.depth - len(self.unsaid), player, what, seen or {}, quiet=bool(self.quiet))
        self.log.append(entry)
        if len(self.log) > self.full:
            told = f"there are more than {MAX_LOG_ENTRIES:,} lines of the log before the next decision"
            raise RunawayError((), (), told)
        return entry

    def begin(self, S: Slots, procedure: int, roles: tuple[Any, ...]) -> None:
        """Record that a procedure begins; the first of `roles` is its actor (-1: nobody)."""
        its = self.program.tables.procedures[procedure]
        word, kind, phrase, described = its.word, its.kind, its.phrase, its.params
        look = self.program.tables.look
        if word in look.get("quiet", ()):
            self.quiet.append(self.depth)
        if word in look.get("pause", ()):
            self.pauses.append((self.depth, word))
        named = [(base, value) for (_, base, _), value in zip(described, roles[1:], strict=False)]
        entry = self.write("begin", roles[0], (procedure, roles[1:]), self._seen(S, named, in_passing=True))
        entry.heard = self._find_audience(S, its.audience, roles[0])
        if kind == "step" and not phrase:
            self.unsaid.append(self.depth)
        self.depth += 1

    def _find_audience(self, S: Slots, audience: int, doer: int = -1) -> int:
        """Return the players who hear of an event or a showing, as a bitset; -1 for all."""
        if audience == TOLD_WITH_POWER and self.powers:
            return self.recognisers(S, self.powers[-1].entry.what[1])
        if audience in (TOLD_TO_ALL, TOLD_WITH_POWER):
            return -1
        return 1 << doer if audience == TOLD_TO_DOER and doer >= 0 else 0

    def begin_power(self, S: Slots, ability: int, piece: int, player: int, again: bool = False) -> None:
        """Record that an ability begins or, with `again`, continues."""
        entry = self.write("power", player, (ability, piece, again), self._seen(S, [("piece", piece)]))
        before = S[FACE : self.program.tables.zones_from]
        self.powers.append(PowerLogEntry(entry, self.depth, before, self._list_active_modifiers(S)))
        self.depth += 1

    def proceed(self, S: Slots) -> None:
        """Record that an event takes place after an ability has replaced it, so that it is no effect of the ability."""
        self.proceeding.append(self.powers[-1].entry)
        self.end(S)

    def resume(self, S: Slots) -> None:
        """Record that an ability continues after the event that it has replaced took place."""
        power = self.proceeding.pop()
        ability, piece, _ = power.what
        self.begin_power(S, ability, piece, power.player, again=True)

    def end(self, S: Slots) -> None:
        """Record that the innermost event ends."""
        if self.powers and self.powers[-1].depth == self.depth - 1:
            power = self.powers.pop()
            self._tell_change(S, power.before, power.lasting, power.entry.seen.get(power.entry.what[1], -1))
        self.tell_resting(S)
        self.depth -= 1
        if self.unsaid and self.unsaid[-1] == self.depth:
            self.unsaid.pop()
        if self.quiet and self.quiet[-1] == self.depth:
            self.quiet.pop()
        if self.pauses and self.pauses[-1][0] == self.depth:
            _, word = self.pauses.pop()
            if self.kept is not None:
                self.kept.append(Kept(word, len(self.log), S[:], self.known.copy()))

    def ends_begin(self, S: Slots) -> None:
        """Record that durations are about to end."""
        self.before_ends = S[FACE : self.program.tables.zones_from], self._list_active_modifiers(S)

    def ends_over(self, S: Slots) -> None:
        """Record that durations have ended."""
        self._tell_change(S, *self.before_ends)
        self.tell_resting(S)

    def _tell_change(self, S: Slots, before: Slots, lasting: tuple[Any, ...], recognisers: int = -1) -> None:
        """Write an entry for the changes since `before`, if anybody sees them.

        `lasting` are the modifiers that were active then, `recognisers` the players who recognise the piece whose power
        makes the changes: memory that one player alone sees tells only these of it.
        """
        noticed = self._find_noticing(S, before, recognisers)
        if self._list_active_modifiers(S) != lasting:  # all players see which modifiers are active
            noticed = (1 << self.program.players) - 1
        if noticed:
            self.write("change", -1, (noticed,))

    def forbidden(self, S: Slots, entry: int) -> None:
        """Record that an ability forbade an event."""
        piece = entry & PIECE_MASK
        self.write("forbidden", -1, (entry,), self._seen(S, [("piece", piece)]))

    def stopped(self, S: Slots, sorts: tuple[int, ...]) -> None:
        """Record that the innermost event of a procedure is stopped; `sorts` are the overloads of the procedure."""
        depth = self.depth - len(self.unsaid)
        begun = LogEntry("begin", depth, -1, (sorts[0], ()))  # of a step that the log does not report
        for entry in reversed(self.log):
            if entry.kind == "begin" and entry.what[0] in sorts and entry.depth < depth:
                begun = entry
                break
            depth = min(depth, entry.depth)
        self.write("stopped", -1, (begun,), begun.seen)

    def missing(self, S: Slots, definition: int) -> None:
        """Record that a token could not be created because its pool is empty; `definition` is that of the token."""
        self.write("missing", -1, (definition,))

    def gained(
        self, S: Slots, piece: int, how: int, powers: Iterable[int], ability: int = -1, held: tuple[int, ...] = ()
    ) -> None:
        """Record that a piece gained powers besides or instead of its own, or, if `how` is TAKEN, lost its own powers.

        The change is permanent, or lasts until `ability` ends it; `held` are the arguments stored for that ability.
        """
        if how != BESIDE or powers:
            ended_by = self.program.tables.endings.get(ability, ())
            what = (piece, how, tuple(powers), ability, held, self._find_controller(S, piece))
            self.write("gained", -1, what, self._seen(S, [("piece", piece), *kept_by(self.program, ended_by, held)]))

    def regained(self, S: Slots, piece: int, gone: Iterable[int], back: bool) -> None:
        """Record that a piece lost the gained powers `gone` or, with `back`, that its own powers work again."""
        if gone or back:
            what = piece, tuple(gone), back, self._find_controller(S, piece)
            self.write("regained", -1, what, self._seen(S, [("piece", piece)]))

    def appeared(self, S: Slots, piece: int, before: int) -> None:
        """Record that more players can now see a piece and the powers it gained. Players in `before` saw it already."""
        bears = borne(self.program, S, piece)
        if bears:
            kept = [each for row in bears for each in kept_by(self.program, row.endings, row.held)]
            self.write("bears", -1, (piece, bears, before, -1), self._seen(S, [("piece", piece), *kept]))

    def tell_resting(self, S: Slots) -> None:
        """Log the pieces whose powers stopped or resumed working because of a rule of the game."""
        if self.program.tables.works is not None:
            (_, before), self.resting = self.resting, resting(self.program, S, self.resting)
            lying, now = self.resting
            for piece in ids((now ^ before) & lying):
                what = piece, now >> piece & 1, self._find_controller(S, piece)
                self.write("resting", -1, what, self._seen(S, [("piece", piece)]))

    def _find_controller(self, S: Slots, piece: int) -> int:
        return int(controller(self.program.tracked.context, S, piece))

    def count(self, S: Slots, slot: int, value: Any, implied: int, public: int) -> None:
        """Record a change of memory; for `implied` and `public` see MemoryChange."""
        if value != S[slot]:
            whose, number, _ = memory_owners(self.program)[slot - LOST - 1]
            seen = {number: self.recognisers(S, number)} if whose == "piece" else None
            what = MemoryChange(slot, S[slot], value, implied, public, S[slot], self._onlookers(S, slot))
            self.write("count", -1, what, seen)
            S[slot] = value

    def settle(self, S: Slots) -> None:
        """Decide at a decision what the log tells of the changes of memory since the last one."""
        settle_changes(self.log, self.settled, S, self._onlookers)
        self.settled = len(self.log)

    def reached(self, S: Slots, site: int) -> None:
        """Record that execution has come to decision point `site`: others cannot see whether anybody is asked there."""
        super().reached(S, site)
        if site >= 0:
            self.settle(S)

    def offered(self, site: int, rows: Candidates) -> None:
        """Store the candidates at a decision point, each with the conditions under which it is an option."""
        self.candidates = (site, rows)

    def answered(self, S: Slots, player: int, option: Any, site: int, said: list[tuple[str, Any]]) -> None:
        """Record a player's answer; `said` are the values in titles."""
        self.answers += 1
        self.full = len(self.log) + MAX_LOG_ENTRIES
        self.rewritten = len(self.log)
        self._write_choice(S, "answer", player, option, site, said)
        self._keep_picked(S, player, option, site)

    def not_asked(self, S: Slots, player: int, option: Any, site: int, said: list[tuple[str, Any]]) -> None:
        """Record a forced choice, for which the player was not asked."""
        self.unasked = Unasked(self.unasked, player, option, site, said, self.answers)
        if option != PASS:
            self._write_choice(S, "taken", player, option, site, said)

    def opened(self, S: Slots, player: int, option: int, site: int) -> None:
        """Record that a secret answer was made public."""
        self.write("opened", player, (site, option, []))

    def taken_unasked(self, after: Unasked | None, answers: int = 0) -> list[Unasked]:
        """Return the forced choices that came later than `after` and after at least `answers` answers, in order."""
        found = []
        taken = self.unasked
        while taken is not None and taken is not after and taken.answers >= answers:
            found.append(taken)
            taken = taken.before
        return found[::-1]

    def _write_choice(
        self, S: Slots, kind: str, player: int, option: Any, site: int, said: list[tuple[str, Any]]
    ) -> None:
        asked = self.program.tables.sites[site]
        base, thing = asked.thing(option)
        seen = self._seen(S, [(base, thing), *said], in_passing=True)
        for piece in seen if base == "piece" and thing in seen else ():
            if piece == thing:
                seen[piece] = self._find_witnesses_of_pick(S, player, piece)
        entry = self.write(kind, player, (site, option, said), seen)
        if asked.secret:
            entry.only = player

    def _find_witnesses_of_pick(self, S: Slots, player: int, piece: int) -> int:
        """Return the players who notice which piece a player picks, as a bitset.

        A player who does not know the piece points at its position. A player who knows it picks it by its face; in a
        zone whose order others cannot follow, only those who may look into the zone then notice which one it is.
        """
        outer, zone = self._outer(S, piece)
        informed, own = self.recognisers(S, piece, in_passing=True), self.viewers(S, piece) & 1 << player
        if own and self._is_closed_order(S, zone):
            informed &= self._may_look(S, outer, zone)
        return informed | own

    def _list_active_modifiers(self, S: Slots) -> tuple[Any, ...]:
        """Return the entries of the modifiers with a duration that apply now."""
        return tuple([S[slot] for slot in self.program.tables.lasting])

    # ------------------------------------------------------------ knowledge

    def _keep_picked(self, S: Slots, player: int, option: Any, site: int) -> None:
        """Record that a player who picked a known piece still knows the piece when it moves on."""
        if self.program.tables.sites[site].base != "piece" or option < 0:
            return
        picked = self.known[player] & 1 << self._outer(S, option)[0]
        if picked:
            if not self._is_same_text(site, self.picking):
                self.picked = [0] * self.program.players
                self.picking = site
            self.picked[player] |= picked
            self.held_up[player] |= picked

    def strayed(self, S: Slots, pieces: tuple[int, ...], player: int, at_all: int) -> None:
        """Record that a player takes pieces from positions of an ordered zone that other players cannot follow.

        If the player knows pieces in the zone, the pieces are taken by their faces. Other players then forget the zones
        of all pieces that this player knows there. If `at_all` is set, nobody can follow the pick, and all other
        players forget every piece there. Pieces that are being shown are not forgotten.
        """
        if player < 0 and not at_all:
            return
        for zone in {self._outer(S, piece)[1] for piece in pieces if piece >= 0}:
            if not self._is_closed_order(S, zone):
                continue
            there = mask_of(S[zone])
            looking = self._may_look(S, S[zone][0], zone)
            taken = mask_of(self._outer(S, piece)[0] for piece in pieces if piece >= 0) & there
            for other in range(self.program.players):
                if other == player or looking >> other & 1:
                    continue
                lost = there
                if not at_all:
                    lost = there if looking >> player & 1 else there & self.known[player]
                    lost = lost if lost & taken else 0
                followed = self.held_up[other] if self.showing[other] >= 0 else 0
                self.known[other] &= ~(lost & ~followed)
                self.held_up[other] &= ~(lost & ~followed)

    def moved(
        self, S: Slots, piece: int, old: int, new: int, with_all: bool, among: bool = False, covered: bool = False
    ) -> None:
        """Record that a piece moved: players who saw it leave or arrive know its zone.

        All other players forget the zones of the pieces it lay with, unless all of those moved together (`with_all`).
        If one of several interchangeable pieces leaves, a player who could not look in does not know which one, and
        forgets one of the copies they know. If several pieces move together (`among`) from an unordered zone to an
        ordered one, no other player knows their order. Pieces `covered` by others of the same move are not seen.
        """
        bit, pile, known = 1 << piece, S[old], self.known
        looking = self._find_departure_witnesses(S, piece, old) | self._find_shown_to(piece)
        covered = covered and self.program.tables.zones[new - self.program.tables.zones_from].see == "top"
        seen = looking if covered else looking | self._may_look(S, piece, new)
        left = pile | bit if isinstance(pile, int) and not with_all else 0
        mixed = among and isinstance(pile, int) and not isinstance(S[new], int)
        for player in range(self.program.players):
            if seen >> player & 1:
                if left and not (known[player] & bit or looking >> player & 1):
                    known[player] &= ~self._copy_of(piece, left & known[player])
                known[player] |= bit
            elif left or mixed:
                known[player] &= ~(left | bit)
            elif known[player] & bit:
                seen |= 1 << player
        if not S[FACE] & bit and self._is_oblivion(new):
            self._forget(piece)
            seen = 0
        carriers = self._seen(S, (("zone", old), ("zone", new)))
        if old != new or not isinstance(pile, int):  # it has moved
            self.write("move", -1, (piece, old, new, self._find_number(S, piece, new)), carriers | {piece: seen})
        if self.recognisers(S, piece) & ~(before := self._may_look(S, piece, old)):
            self.appeared(S, piece, before)

    def _forget(self, piece: int) -> None:
        """Make all players forget where a piece is."""
        self.known = [known & ~(1 << piece) for known in self.known]
        self.held_up = [held_up & ~(1 << piece) for held_up in self.held_up]
        for place in range(len(self.log) - 1, -1, -1):
            entry = self.log[place]
            if piece in entry.seen:
                if entry.kind in ("move", "turn", "show"):
                    return
                # copies of a match share their log entries
                self.rewritten = min(self.rewritten, place)
                self.log[place] = replace(entry, seen=entry.seen | {piece: 0})

    def turned(self, S: Slots, piece: int, up: int) -> None:
        """Record that a piece was turned over: all players see its face now, or have seen it until now."""
        everybody = (1 << self.program.players) - 1
        for player in range(self.program.players):
            self.known[player] |= 1 << piece
        self.write("turn", -1, (piece, up), {piece: everybody})
        if up:
            self.appeared(S, piece, 0)
        if not up and self._is_oblivion(self._outer(S, piece)[1]):
            self._forget(piece)

    def reveal(self, S: Slots, pieces: tuple[int, ...], site: int = -1) -> None:
        """Record that pieces are shown to all players; `site` is the next decision point of the rule text, or -1."""
        self.show(S, pieces, tuple(range(self.program.players)), site)

    def show(
        self, S: Slots, pieces: tuple[int, ...], players: tuple[int, ...], site: int = -1, audience: int = TOLD_TO_ALL
    ) -> None:
        """Record that pieces are shown to some players; `site` is the next decision point of the rule text, or -1.

        If not all players hear of it (`audience`), the pieces shown to the others before stay visible to them.
        """
        before = {piece: self.recognisers(S, piece) for piece in pieces}
        for player, showing in enumerate(self.showing):
            if site != showing and (audience == TOLD_TO_ALL or player in players):
                self.held_up[player] = 0
                self.showing[player] = site
        for player in players:
            for piece in pieces:
                self.known[player] |= 1 << piece
                self.held_up[player] |= 1 << piece
        whole, location = self.program.tables.whole, self.program.tables.location
        places = tuple(S[location + (whole[piece] if whole[piece] >= 0 else piece)] for piece in pieces)
        seen = self._seen(S, [("list piece", pieces), *(("zone", place) for place in places)])
        viewers = mask_of(players)
        for piece in pieces:
            seen[piece] |= viewers
        entry = self.write("show", -1, (tuple(pieces), tuple(players), places), seen)
        entry.heard = self._find_audience(S, audience) | viewers
        for piece in pieces:
            self.appeared(S, piece, before[piece])

    # ------------------------------------------------------------ why

    def reasoned(self, question: Callable[[], T]) -> tuple[T, list[Reason]]:
        """Return the result of a query, and the reasons recorded by the rules that were evaluated for it."""
        reasons: list[Reason] = []
        self.reasons = reasons
        try:
            return question(), reasons
        finally:
            self.reasons = None

    def based(self, rule: int, value: Any, roles: tuple[Any, ...]) -> None:
        """Record as a reason the value of a rule before modifiers."""
        if self.reasons is not None:
            self.reasons.append(Reason(rule, value, roles))

    def changed(self, rule: int, entry: int, operator: str, value: Any, roles: tuple[Any, ...]) -> None:
        """Record, as a reason for the value of a rule, that an ability has modified the value."""
        if self.reasons is not None:
            self.reasons.append(Reason(rule, value, roles, entry, operator))
