"""Partial evaluation of an answer: execution as far as one player's knowledge determines it.

The generated code runs on masked slots: hidden pieces are moved as placeholders. Reading one of them, chance, or a
decision of another player raises `Hidden`. A result therefore holds in every state that looks the same to the player,
and not only in sampled ones.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Sequence
from typing import TYPE_CHECKING, Any

from cardwright.query.knowledge.masked_state import Blind, find_carriers
from cardwright.query.knowledge.placeholder_primitives import WITH_PLACEHOLDERS, raise_hidden
from cardwright.query.knowledge.remap_hidden_references import NAMING
from cardwright.query.knowledge.unknown_values import Back, Hidden, Unknown
from cardwright.runtime.errors import SlipError
from cardwright.runtime.execution import Outcome, run_segments
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.zones import may_see
from cardwright.runtime.state_slot_names import NamedSlots
from cardwright.state_slots_and_table_rows import FINISHED, PENDING, PIECE_MASK, SEALED, TRACKER, TURNS, Slots

if TYPE_CHECKING:
    from cardwright.runtime.primitives.execution_budget import ExecutionBudget
    from cardwright.runtime.program import ProgramVariant
    from cardwright.runtime.state import Position

# Limit for the stretches of segments of a partial run, because a person waits for the result.
STRETCHES_FOLLOWED = 20
# The compiler's names in the frame of a window: the next player, and how many players still have to pass.
WINDOW = {".left", ".you"}


class PartialRun(NamedSlots):
    """Execution of a match with one player's knowledge, to the next decision of this player or the end of the turn."""

    def __init__(self, variant: ProgramVariant, slots: Slots, frames: list[Any]) -> None:
        self.variant = variant
        self.slots = slots
        self.frames = frames

    def after(self, answer: Any, alone: Container[int] | None = None) -> PartialRun | None:
        """Return the run after an answer, or None if the result depends on hidden information.

        The run ends at the player's next decision or at the end of the turn. With `alone`, the decision points of one
        procedure, it also ends after that procedure, and at a decision outside of it.
        """
        course = PartialRun(self.variant, self.slots[:], self.frames[:])
        course.slots[TRACKER] = self.slots[TRACKER].clone(alone)
        course.give(answer)
        try:
            return course if course._goes_on() else None
        except _OverError:
            # turns that others take are no consequence of the answer
            course.slots[TURNS] = self.slots[TURNS]
            course.pending = None
            return course
        except (Hidden, SlipError, RecursionError):
            return None

    def first_unasked(self, answer: Any) -> tuple[Any, Any, Any] | None:
        """Return the first forced choice after an answer, as `(player, item, decision point)`.

        Returns None if a decision or the end of the turn comes first, or if the player cannot know that the choice
        happens.
        """
        course = PartialRun(self.variant, self.slots[:], self.frames[:])
        course.slots[TRACKER] = self.slots[TRACKER].clone(stops=True)
        course.give(answer)
        try:
            course._goes_on()
        except _TakenError as taken:
            return taken.player, taken.option, taken.site
        except (_OverError, Hidden, SlipError, RecursionError):
            pass
        return None

    def _goes_on(self) -> bool:
        outcome = run_segments(self.variant, self.slots, self.frames, STRETCHES_FOLLOWED)
        if outcome is Outcome.EMPTY:
            self.pending = None
        return outcome <= Outcome.EMPTY


def start_partial_run(state: Position, player: int) -> PartialRun | None:
    """Return the partial run of a match that waits for a player; None if its start depends on hidden information."""
    try:
        watched = state.retracked()
    except ValueError:
        return None  # a state built by hand
    program = state.program
    variant = program.asides.get("followed")
    if variant is None:
        variant = program.asides["followed"] = program.with_others(WITH_PLACEHOLDERS)
    blind = _Followed(watched, player)
    frames = [blind.frame(frame, frame is watched.frames[-1]) for frame in watched.frames]
    return PartialRun(variant, blind.slots, frames)


class _Followed(Blind):
    """The slots of a state as a player knows them, in a form on which generated code can run."""

    def __init__(self, state: Position, player: int) -> None:
        self.backs: dict[int, Back] = {}
        super().__init__(state, player)
        for slot in (FINISHED, TURNS):
            self.slots[slot] = state.slots[slot]
        tracker = _Silent(self.tables.turn, [each.word for each in self.tables.procedures])
        for slot, pieces in self.hidden.items():
            for piece in pieces:
                tracker.lay(self.back(piece, self.pool, False), slot)
        self.slots[TRACKER] = tracker
        for slot in self.tables.uses:
            if any(len(use) > 2 and use[0] >= 0 and self.pool >> use[1] & 1 for use in self.slots[slot] or ()):
                self.slots[slot] = Unknown()
        who, options, site = state.player, state.offered, state.site
        base = self.tables.sites[site].base
        self.slots[PENDING] = (who, self._mask_options(base, options), site)

    def back(self, piece: int, pool: int, down: bool) -> Back:
        """Return the placeholder for a hidden piece, the same one for all references to the piece."""
        del down  # this holds only until the piece is turned or moved
        if piece not in self.backs:
            self.backs[piece] = Back(pool, False, self.marked(piece))
        return self.backs[piece]

    def _mask_options(self, base: str, options: Iterable[Any]) -> list[Any]:
        """Return the options as the player knows them; an option that may be any piece of a zone is a placeholder."""
        pieces = [self._find_lying_at(base, option) for option in options]
        mixed = {self.real[self.location + piece] for piece in pieces if piece >= 0 and not self._is_told_apart(piece)}
        return [
            Unknown() if piece >= 0 and self._is_one_of(mixed, piece) else self.known(base, option)
            for piece, option in zip(pieces, options, strict=True)
        ]

    def _find_lying_at(self, base: str, option: Any) -> int:
        """Return the piece that an option is, or the whole of a part, or the carrier of a zone; else -1."""
        if base == "zone" and option >= 0:
            return find_carriers(self.state.program).get(option, -1)
        if base != "piece" or option < 0:
            return -1
        whole: int = self.tables.whole[option]
        return int(option) if whole < 0 else whole

    def _is_one_of(self, mixed: Container[int], piece: int) -> bool:
        """Return True if a piece is in one of the zones `mixed` and the player cannot see it there."""
        slot = self.real[self.location + piece]
        return slot in mixed and not may_see(self.state.program.tracked.context, self.real, self.player, piece, slot)

    def known(self, base: str, value: Any) -> Any:
        """Return a value in which everything that the player does not know is replaced by placeholders."""
        if base == "ability":
            return Unknown() if value >= 0 and self.pool >> (value & PIECE_MASK) & 1 else value
        return self.named(base, value)

    def named(self, base: str, value: Any) -> Any:
        if base in NAMING:
            pieces = ids(value) if base == "mask piece" else (value,) if base == "piece" else value
            if any(piece >= 0 and not self._is_told_apart(piece) for piece in pieces):
                return Unknown()
            if base == "mask piece":
                return Unknown() if value & self.pool else value
        return super().named(base, value)

    def _is_told_apart(self, piece: int) -> bool:
        """Return True unless the player knows the zone of a piece, but not which piece of the zone it is."""
        whole = self.tables.whole[piece]
        outer = piece if whole < 0 else whole
        slot = self.real[self.location + outer]
        lying = self.state.slots[slot]
        if self.pool >> piece & 1 or not isinstance(lying, int) or lying == 1 << outer:
            return True
        return bool(may_see(self.state.program.tracked.context, self.real, self.player, outer, slot))

    def frame(self, frame: tuple[Any, ...], asks: bool) -> tuple[Any, ...]:
        """Return a frame in which values that the player does not know are replaced by placeholders.

        `asks` is True for the frame that asks the player.
        """
        values = list(frame)
        words = self.state.variant.frames[frame[0]].variables
        dark, darker = self.state.variant.unclear.get(frame[0], ((), ()))
        for place in darker if asks else dark:
            values[place] = Unknown()
        for place, (word, base, _) in enumerate(words, start=1):
            value = values[place]
            if isinstance(value, Unknown):
                continue
            if word == SEALED:
                values[place] = self._seal_answers(frame[place - 2], value)
            elif base in (*NAMING, "zone"):
                values[place] = self.known(base, value)
            elif isinstance(value, tuple) and (base == "abilities" or word == ".offers"):
                values[place] = tuple([self.known("ability", entry) for entry in value])
        if {word for word, *_ in words} == WINDOW:
            values[1 + [word for word, *_ in words].index(".left")] = Unknown()
        return tuple(values)

    def _seal_answers(self, whose: Sequence[int], answers: Iterable[Any]) -> tuple[Any, ...]:
        """Return secret answers, with unknown values in place of other players' answers; `whose` are the players."""
        return tuple([row if who == self.player else Unknown() for who, row in zip(whose, answers, strict=False)])


class _OverError(Exception):
    """Signal that a partial run ends, because another turn or event begins."""


class _TakenError(Exception):
    """Signal that a partial run reached a forced choice: its player, item and decision point."""

    def __init__(self, player: Any, option: Any, site: int) -> None:
        super().__init__()
        self.player = player
        self.option = option
        self.site = site


class _Silent:
    """Observer of a partial run, which records only the zones of placeholders.

    It ends the run when a turn begins. A copy made by `clone` may end it earlier: at the end of one procedure, or at
    a forced choice.
    """

    def __init__(self, turn: str, procedures: Sequence[str]) -> None:
        self.run: ExecutionBudget | None = None
        self._turn = turn
        self._procedures = procedures
        # by identity, because placeholders allow no comparison
        self._at: dict[int, tuple[Back, int]] = {}
        self._alone: Container[int] | None = None
        self._stops = False
        # number of procedures in progress, counted from the one that asked
        self._depth = 0

    def clone(self, alone: Container[int] | None = None, stops: bool = False) -> _Silent:
        """Return an observer for another partial run from the same state.

        `alone` limits the run to one procedure; `stops` ends it at a forced choice.
        """
        other = _Silent(self._turn, self._procedures)
        other._at = self._at.copy()
        other._alone = alone
        other._stops = stops
        return other

    def begin(self, S: Slots, procedure: int, roles: Sequence[Any]) -> None:
        """Count a procedure as in progress; end the run if it may not enter this procedure."""
        del S, roles
        if self._procedures[procedure] == self._turn or (self._alone is not None and self._depth < 0):
            raise _OverError
        self._depth += 1

    def begin_power(self, S: Slots, ability: int, piece: int, player: int, again: bool = False) -> None:
        """Count an ability as in progress."""
        del S, ability, piece, player, again
        self._depth += 1

    def end(self, S: Slots) -> None:
        """Count the innermost procedure or ability as ended."""
        del S
        self._depth -= 1

    def not_asked(self, S: Slots, player: int, option: Any, site: int, said: Any) -> None:
        """End the run at a forced choice, if the observer was made with `stops`."""
        del S, said
        if self._stops:
            raise _TakenError(player, option, site)
        if self._alone is not None and self._depth <= 0 and site not in self._alone:
            raise _OverError

    def lay(self, back: Back, zone: int) -> None:
        """Record in which zone a placeholder is now."""
        self._at[id(back)] = back, zone

    def place(self, back: Back) -> int:
        """Return the zone in which a placeholder is."""
        return self._at[id(back)][1] if id(back) in self._at else raise_hidden()

    def __getattr__(self, name: str) -> Callable[..., None]:
        if name.startswith("__"):
            raise AttributeError(name)
        return _ignore

    def count(self, S: Slots, slot: int, value: Any, implied: int, public: int) -> None:
        """Store the new value of memory that the log keeps, without a log entry."""
        del implied, public
        S[slot] = value

    def chance(self, S: Slots, kind: str, name: str, n: int) -> int:
        """Return the outcome of chance if there is only one."""
        del S, kind, name
        return 0 if n == 1 else raise_hidden()

    def drawn_item(self, S: Slots, kind: str, name: str, items: Sequence[Any]) -> int:
        """Return the position of an item drawn at random if there is only one."""
        return self.chance(S, kind, name, len(items))

    def mixed(self, S: Slots, pieces: list[Any], player: int = -1) -> list[Any]:
        """Return the pieces in the order in which a player picks them face down.

        Raises Hidden for two or more pieces, because their order is random.
        """
        del S, player
        return pieces if len(pieces) < 2 else raise_hidden()


def _ignore(*_: Any, **__: Any) -> None:
    """Record nothing."""
