"""What a tracked game keeps beside its state: the tree of events, what every player knows, and dictated chance."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from cardwright.runtime.kernel import rand, there

Slots = list[Any]


@dataclass(slots=True)
class Entry:
    """One line of the log. `seen` are, for each piece mentioned, the players who know which piece it was.

    `quiet`: it happened in a verb or step that the game's look names as `quiet`.
    """

    kind: str
    depth: int
    player: int
    what: tuple[Any, ...]
    seen: dict[int, int] = field(default_factory=dict)
    only: int = -1
    quiet: bool = False


@dataclass(slots=True)
class Unasked:
    """An option that was taken without asking because it was the only one: whose it was, and at which site.

    `said` are the values that titles of the site name, each with its type, `answers` how many answers were given
    before, `before` what was taken so before this: copies of a game share it.
    """

    before: Unasked | None
    player: int
    option: Any
    site: int
    said: list[tuple[str, Any]]
    answers: int


@dataclass(slots=True)
class Kept:
    """The game at the end of a verb or step that the game's look names in `pause`."""

    word: str
    log_size: int
    slots: list[Any]
    known: list[int]


class ChanceMismatch(ValueError):
    """A dictated outcome that chance in this game, or the act of chance it is for, cannot have."""


class Tracker:
    """Follows one game. `known[p]` is the mask of the pieces whose place player p knows although not looking at it.

    `unsaid` are the depths of the steps now going on that have no phrase: what they cause is told in their place.
    `unasked` is the last option that was taken without asking, `answers` how many answers were given.
    `quiet` and `pauses` are the depths of what is now going on and what the game's look names so. `kept` is None unless
    somebody wants to see the game as it is at the end of `pauses`.
    """

    def __init__(self, program: Any) -> None:
        self.program = program
        self.log: list[Entry] = []
        self.depth = 0
        self.unsaid: list[int] = []
        self.quiet: list[int] = []
        self.pauses: list[tuple[int, str]] = []
        self.kept: list[Kept] | None = None
        self.known: list[int] = [0] * program.players
        self.dictated: dict[str, list[Any]] = {}
        self.asked: list[tuple[str, str, int, int]] = []
        self.reasons: list[tuple[Any, ...]] | None = None
        self.unasked: Unasked | None = None
        self.answers = 0
        self.candidates: tuple[int, Callable[[Slots], list[tuple[Any, tuple[bool, ...]]]]] | None = None

    def clone(self) -> Tracker:
        """A tracker for a copy of the game."""
        other = Tracker(self.program)
        other.log = self.log.copy()
        other.depth = self.depth
        other.unsaid = self.unsaid.copy()
        other.quiet = self.quiet.copy()
        other.pauses = self.pauses.copy()
        other.known = self.known.copy()
        other.dictated = {name: outcomes.copy() for name, outcomes in self.dictated.items()}
        other.unasked = self.unasked
        other.answers = self.answers
        other.candidates = self.candidates
        return other

    # ------------------------------------------------------------ the log

    def _write(self, kind: str, player: int, what: tuple[Any, ...], seen: dict[int, int] | None = None) -> Entry:
        entry = Entry(kind, self.depth - len(self.unsaid), player, what, seen or {}, quiet=bool(self.quiet))
        self.log.append(entry)
        return entry

    def begin(self, S: Slots, procedure: int, roles: tuple[Any, ...]) -> None:
        """A procedure begins; the first role is who does it (-1: nobody)."""
        word, kind, phrase, described, *_ = self.program.tables["procedures"][procedure]
        look = self.program.tables["look"]
        if word in look.get("quiet", ()):
            self.quiet.append(self.depth)
        if word in look.get("pause", ()):
            self.pauses.append((self.depth, word))
        seen: dict[int, int] = {}
        for (_, base, _), value in zip(described, roles[1:], strict=False):
            if "piece" in base:
                for piece in there((value,) if base == "piece" else value):
                    seen[piece] = self.viewers(S, piece)
        self._write("begin", roles[0], (procedure, roles[1:]), seen)
        if kind == "step" and not phrase:
            self.unsaid.append(self.depth)
        self.depth += 1

    def begin_power(self, S: Slots, ability: int, piece: int, player: int) -> None:
        """An ability begins to do what it says."""
        self._write("power", player, (ability, piece))
        self.depth += 1

    def end(self, S: Slots) -> None:
        """What began last is over."""
        self.depth -= 1
        if self.unsaid and self.unsaid[-1] == self.depth:
            self.unsaid.pop()
        if self.quiet and self.quiet[-1] == self.depth:
            self.quiet.pop()
        if self.pauses and self.pauses[-1][0] == self.depth:
            _, word = self.pauses.pop()
            if self.kept is not None:
                self.kept.append(Kept(word, len(self.log), S[:], self.known.copy()))

    def forbidden(self, S: Slots, entry: int) -> None:
        """An event did not happen because an ability forbids it."""
        self._write("forbidden", -1, (entry,))

    def count(self, S: Slots, slot: int, value: int) -> None:
        """A counter that scores are added up from changes."""
        if value != S[slot]:
            self._write("count", -1, (slot, value - S[slot]))
            S[slot] = value

    def offered(self, site: int, rows: Callable[[Slots], list[tuple[Any, tuple[bool, ...]]]]) -> None:
        """Remember what could be offered at a site, and which conditions each fulfils."""
        self.candidates = (site, rows)

    def answered(
        self, player: int, site: int, option: Any, seen: dict[int, int], secret: bool, said: list[tuple[str, Any]]
    ) -> None:
        """A player decided; `said` are the values that titles name."""
        self.answers += 1
        entry = self._write("answer", player, (site, option, said), seen)
        if secret:
            entry.only = player

    def not_asked(self, player: int, option: Any, site: int, said: list[tuple[str, Any]]) -> None:
        """A player was not asked, as there was one option."""
        self.unasked = Unasked(self.unasked, player, option, site, said, self.answers)

    def taken_unasked(self, after: Unasked | None, answers: int = 0) -> list[Unasked]:
        """What was taken without asking since `after`, and since so many answers had been given, in order."""
        found = []
        taken = self.unasked
        while taken is not None and taken is not after and taken.answers >= answers:
            found.append(taken)
            taken = taken.before
        return found[::-1]

    # ------------------------------------------------------------ knowledge

    def viewers(self, S: Slots, piece: int) -> int:
        """The players who know where a piece is, as a mask."""
        tables = self.program.tables
        mask = 0
        if tables["whole"][piece] >= 0:
            piece = tables["whole"][piece]
        zone = S[tables["location"] + piece]
        see = self.program.tracked.names["may_see"]
        for player in range(self.program.players):
            if self.known[player] >> piece & 1 or see(S, player, piece, zone):
                mask |= 1 << player
        return mask

    def moved(self, S: Slots, piece: int, old: int, new: int, with_all: bool) -> None:
        """A piece moved: who saw it leave or arrive knows where it is; others lose track of what lay with it.

        They do not if it went `with_all` that lay there: whatever it was, it is where they all are now.
        """
        see = self.program.tracked.names["may_see"]
        bit = 1 << piece
        seen = 0
        pile = S[old]
        for player in range(self.program.players):
            knew = self.known[player] & bit
            saw = self._saw(S, player, piece, old) or see(S, player, piece, new)
            if saw:
                self.known[player] |= bit
                seen |= 1 << player
            elif isinstance(pile, int) and not with_all:
                self.known[player] &= ~(pile | bit)
            elif knew:
                seen |= 1 << player
        self._write("move", -1, (piece, old, new), {piece: seen})

    def _saw(self, S: Slots, player: int, piece: int, zone: int) -> bool:
        names = self.program.tracked.names
        zones, start = self.program.tables["zones"], self.program.tables["zones_from"]
        see = zones[zone - start][4]
        if see == "top":
            return bool(self.known[player] >> piece & 1)
        result: bool = names["may_see"](S, player, piece, zone)
        return result

    def turned(self, S: Slots, piece: int, up: int) -> None:
        """A piece was turned: face up, everybody knows it."""
        if up:
            for player in range(self.program.players):
                self.known[player] |= 1 << piece
        self._write("turn", -1, (piece, up), {piece: self.viewers(S, piece)})

    def reveal(self, S: Slots, pieces: tuple[int, ...]) -> None:
        """Pieces are shown to everybody."""
        self.show(S, pieces, tuple(range(self.program.players)))

    def show(self, S: Slots, pieces: tuple[int, ...], players: tuple[int, ...]) -> None:
        """Pieces are shown to some players."""
        for player in players:
            for piece in pieces:
                self.known[player] |= 1 << piece
        whole, location = self.program.tables["whole"], self.program.tables["location"]
        places = tuple(S[location + (whole[piece] if whole[piece] >= 0 else piece)] for piece in pieces)
        seen = {piece: self.viewers(S, piece) for piece in pieces}
        self._write("show", -1, (tuple(pieces), tuple(players), places), seen)

    # ------------------------------------------------------------ chance

    def chance(self, S: Slots, kind: str, name: str, n: int) -> int:
        """A random number below `n`, or the one that was dictated for this kind or name."""
        outcome = self._dictated(f"{kind} {name}", kind)
        if outcome is None:
            outcome = rand(S, n)
        elif not 0 <= outcome < n:
            raise ChanceMismatch(f"{kind} {name}: {outcome} was dictated, and only 0 to {n - 1} are possible")
        else:
            rand(S, n)
        self.asked.append((kind, name, n, outcome))
        if kind in ("roll", "flip"):
            self._write(kind, -1, (outcome, n))
        return int(outcome)

    def _dictated(self, *names: str) -> Any:
        for name in names:
            if self.dictated.get(name):
                return self.dictated[name].pop(0)
        return None

    def shuffled(self, S: Slots, zone: int, order: list[int]) -> list[int]:
        """The new order of a zone, or the one dictated for it (the topmost pieces first)."""
        word = self.program.tables["zones"][zone - self.program.tables["zones_from"]][0]
        for place in range(len(order) - 1, 0, -1):
            other = rand(S, place + 1)
            order[place], order[other] = order[other], order[place]
        wanted = self._dictated(f"shuffle {word}")
        if wanted is not None:
            order = self._stacked(order, wanted, str(word))
        for player in range(self.program.players):
            for piece in order:
                self.known[player] &= ~(1 << piece)
        self._write("shuffle", -1, (zone,))
        return order

    def _stacked(self, order: list[int], wanted: list[str], word: str) -> list[int]:
        """An order with pieces of the wanted ids on top."""
        definitions = self.program.tables["definitions"]
        pieces = self.program.tables["pieces"]
        left = list(order)
        above = []
        for name in wanted:
            found = next((p for p in left if definitions[pieces[p]][0] == name), None)
            if found is None:
                raise ChanceMismatch(f"shuffle {word}: there is no `{name}` left in it")
            left.remove(found)
            above.append(found)
        return left + above[::-1]

    # ------------------------------------------------------------ why

    def reasoned(self, question: Callable[[], Any]) -> tuple[Any, list[tuple[Any, ...]]]:
        """The answer to a question, and what the rules that were asked on the way had to say."""
        reasons: list[tuple[Any, ...]] = []
        self.reasons = reasons
        try:
            return question(), reasons
        finally:
            self.reasons = None

    def based(self, rule: int, value: Any, roles: tuple[Any, ...]) -> None:
        """The value of a rule asked for some roles, before anything changes it."""
        if self.reasons is not None:
            self.reasons.append(("base", rule, value, roles))

    def changed(self, rule: int, entry: int, operator: str, value: Any, roles: tuple[Any, ...]) -> None:
        """An ability changed a rule's value."""
        if self.reasons is not None:
            self.reasons.append(("change", rule, entry, operator, value, roles))
