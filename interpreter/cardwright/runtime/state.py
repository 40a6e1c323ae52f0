"""State of a match: pending decision, answers, copies, and execution from one decision to the next."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NoReturn, Protocol, Self

from cardwright.runtime.chance_outcomes_and_witnesses import ChanceMismatch
from cardwright.runtime.decision import Option
from cardwright.runtime.digest import VERSION, compute_digests, digest_of
from cardwright.runtime.errors import NoSparePieceError, SlipError, tell_places
from cardwright.runtime.execution import Outcome, build_endless_error, run_segments
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.exact_numbers import Exact, plain
from cardwright.runtime.primitives.random_numbers import generator
from cardwright.runtime.program import Program, ProgramVariant
from cardwright.runtime.state_slot_names import NamedSlots
from cardwright.source.path_and_number_checks import convert_whole_number, format_value
from cardwright.state_slots_and_table_rows import ANSWER, PASS, PENDING, RESULT, RNG, TRACKER, Growth, Pending

# How a match began, if not from its seed alone. `dictated` has the scripted outcomes of chance; `at_work` the cards put
# where they work: id, player, and whether their event is caused.
Origin = Mapping[str, Any]
# A history as a linked list that copies share: (the history before, the last step, the number of answers). A step is an
# answer, or the player and seed of a determinization.
Past = tuple[Any, ...]
START: Past = (None, -1, 0)


class PositionValue(Protocol):
    """A valuation given as data instead of the name of a rule."""

    def value(self, rules: Mapping[str, Callable[..., Any]], slots: Any, player: int) -> int:
        """Return the valuation of a state for a player.

        `slots` are the slots of the state, `rules` the compiled rules of the game by name.
        """


class IllegalAnswer(ValueError):
    """An answer that is not among the options of the decision."""


class GameOf(Protocol):
    """Interface of the parts of a game that a state needs."""

    name: str
    sets: tuple[str, ...]
    content_hash: str

    def new(self, players: int, seed: int, tracked: bool = True, growth: Growth = ()) -> Position:
        """Return a new match at its first decision. `players` to `growth` are as for `Game.new`."""

    def widened(self, position: Position, past: Past, error: NoSparePieceError) -> Position | None:
        """Return a match with the history `past` and more of the pieces that lacked; None if that is impossible."""

    def watched(self, position: Position, past: Past, watched: Position | None, known: Past) -> Position:
        """Return a tracked state for a match with the history `past`.

        If a tracked state `watched` with the history `known` is given, it is continued.
        """


class Position(NamedSlots):
    """One match at one decision, or at its end. `apply` changes it in place; `clone` is cheap."""

    __slots__ = (
        "_followed",
        "_past",
        "base",
        "frames",
        "game",
        "origin",
        "program",
        "seed",
        "shadow",
        "slots",
        "tracked",
        "valued_by",
        "variant",
    )

    def __init__(self, game: GameOf, program: Program, seed: int, tracked: bool) -> None:
        self.game = game
        self.program = program
        self.seed = convert_whole_number(seed, "a seed")
        self.tracked = tracked
        self.variant: ProgramVariant = program.tracked if tracked else program.plain
        self.slots = list(program.tables.start)
        self.frames: list[Any] = []
        self._past: Past = START
        self.shadow: Position | None = None
        self._followed: Past = START
        self.base: Position | None = None
        self.origin: Origin | None = {}
        # the rule by which bots value this position; "" for the game's own `valuation`
        self.valued_by: str | PositionValue = ""

    # ------------------------------------------------------------ the game's course

    def begin(self) -> None:
        """Set up the game and play to the first decision. Raises SlipError if none is reached."""
        slots = self.slots
        slots[RNG] = generator(self.seed)
        if self.tracked:
            slots[TRACKER] = slots[TRACKER] or Tracker(self.program)
        self.frames = [(self.variant.entry["play"],), (self.variant.entry["setup"],)]
        self.go_on()

    def apply(self, option: int | Option) -> None:
        """Answer the decision with one of its options, and play on to the next decision.

        Raises IllegalAnswer if there is no such option, SlipError for an error in the game's texts
        (RunawayError if no decision would follow), and ChanceMismatch if a scripted outcome is impossible; the
        state is then as it was before.
        """
        slots = self.slots
        pending = slots[PENDING]
        index = option if type(option) is int else self._index(option)
        if pending is None or not 0 <= index < len(pending[1]):
            raise self.refusal(index)
        if self.tracked:
            self.note_answer(pending, index)
        before = self._past
        self._past = (before, index, before[2] + 1)
        slots[ANSWER] = pending[1][index]
        try:
            self._play_on()
        except NoSparePieceError as error:
            wider = self.game.widened(self, before, error)
            if wider is None:
                self._go_back(before)
                raise
            self._continue_as(wider)
            self.apply(index)
        except (ChanceMismatch, SlipError):
            self._go_back(before)
            raise
        except Exception as error:
            tell_places(error, self.program.tables, self.variant.which)
            raise

    def _index(self, option: object) -> int:
        try:
            return convert_whole_number(option.index if isinstance(option, Option) else option, "an option")
        except TypeError:
            raise self.refusal(option) from None

    def refusal(self, index: object) -> IllegalAnswer:
        """Return the exception for an answer that is not the index of an option."""
        pending = self.pending
        if pending is None:
            return IllegalAnswer("the game is over: there is no decision to answer")
        return IllegalAnswer(f"there is no option {format_value(index)}: the options are 0 to {len(pending[1]) - 1}")

    def go_on(self) -> None:
        """Execute until the next decision; if no rule text is left, the game ends.

        Raises SlipError (RunawayError if the execution never ends) and ChanceMismatch; the state is then unusable.
        """
        try:
            self._play_on()
        except (ChanceMismatch, SlipError):
            raise
        except Exception as error:
            tell_places(error, self.program.tables, self.variant.which)
            raise

    def _play_on(self) -> None:
        if outcome := run_segments(self.variant, self.slots, self.frames):
            self._end(outcome)
        if self.tracked:
            self.tracker.settle(self.slots)

    def _end(self, outcome: Outcome) -> None:
        """End the game because no rule text is left to execute.

        Raises RunawayError if the execution reached a limit.
        """
        if outcome is not Outcome.EMPTY:
            raise build_endless_error(outcome, self.variant, self.slots, self.frames)
        self.ended = True
        self.pending = None

    def _go_back(self, past: Past) -> None:
        """Restore an earlier state by replaying its history from where it began: the seed, or a state."""
        if self.base is None:
            other: Position = self.game.new(self.program.players, self.seed, self.tracked, self.program.growth)
        else:
            other = self.base.clone()
        for answer in list_answers(past, other.decisions):
            other.apply(answer)
        self.slots, self.frames, self._past = other.slots, other.frames, past

    def _continue_as(self, other: Position) -> None:
        """Take over the program and the state of a match with the same history."""
        if self.tracked and self.tracker.kept is not None:
            other.tracker.kept = []
        self.program, self.variant, self.base = other.program, other.variant, other.base
        self.slots, self.frames, self._past, self.shadow = other.slots, other.frames, other._past, None

    def start_here(self, origin: Origin | None) -> None:
        """Make this state the start of its own history, because its answers alone do not lead to it.

        `origin` describes how the match reached this state, or is None if that cannot be described.
        """
        self.origin = origin
        self.base = self.clone()

    def note_dealt(self, player: int, seed: int) -> None:
        """Record that everything hidden from a player was sampled with a seed; the history starts anew here."""
        self._past = (self._past, (player, seed), self._past[2])
        self.start_here(self.origin)

    def forget_answers(self) -> None:
        """Forget the answers given so far, as if the match began with this state."""
        self._past = START
        if self.tracked:
            self.tracker.answers, self.tracker.unasked = 0, None

    def note_answer(self, pending: Pending, index: int) -> None:
        """Write an answer into the log of a tracked game."""
        player, options, site = pending
        self.tracker.answered(self.slots, player, options[index], site, self.said())

    def said(self) -> list[tuple[str, Any]]:
        """Return the values that appear in the current prompt and option titles, each with its type."""
        pending = self.pending
        blanks = self.program.tables.sites[pending[2]].blanks if pending is not None else []
        count = len([part for parts in blanks for part in parts if not isinstance(part, str)])
        if not count:
            return []
        frame = self.frames[-1]
        words = self.variant.frames[frame[0]].variables[-count:]
        return [
            (base, ids(value) if base == "mask piece" else value)
            for (_, base, _), value in zip(words, frame[-count:], strict=True)
        ]

    # ------------------------------------------------------------ what is asked

    @property
    def secret(self) -> bool:
        """True if the answer is secret and simultaneous with the answers of other players."""
        pending = self.pending
        return pending is not None and bool(self.program.tables.sites[pending[2]].secret)

    @property
    def one_by_one(self) -> bool:
        """True if pieces are chosen one after the other until the player declines."""
        pending = self.pending
        return pending is not None and bool(self.program.tables.sites[pending[2]].one_by_one)

    def declines(self, option: int) -> bool:
        """Return True if an option passes, or ends a pick."""
        pending = self.pending
        return pending is not None and bool(pending[1][option] == PASS)

    @property
    def dictated_left(self) -> dict[str, list[Any]]:
        """The scripted outcomes not used yet, by act of chance; {} for a match without any."""
        dictated = self.tracker.dictated if self.tracked else {}
        return {act: list(outcomes) for act, outcomes in dictated.items() if outcomes}

    def remembers(self, player: int, piece: int) -> bool:
        """Return True if a player remembers where a piece is, even without seeing it now.

        In a state that was not played from its seed, players have no such knowledge.
        """
        return bool(self.known_to(player) >> piece & 1)

    def known_to(self, player: int) -> int:
        """Return the bitset of pieces that a player can locate by memory, even without seeing them now; 0 for -1."""
        followed = player >= 0 and (self.tracked or self.origin is not None)
        return int(self.retracked().tracker.known[player]) if followed else 0

    def held_up_to(self, player: int) -> int:
        """Return the bitset of pieces that a player still sees, because they have just been shown or picked face up."""
        followed = player >= 0 and (self.tracked or self.origin is not None)
        return int(self.retracked().tracker.held_up[player]) if followed else 0

    # ------------------------------------------------------------ results

    @property
    def history(self) -> object:
        """An object that copies of a state share until either is answered."""
        return self._past

    @property
    def decisions(self) -> int:
        """The number of answers given."""
        return int(self._past[2])

    @property
    def answers(self) -> list[int]:
        """All answers so far: the index of each among its options."""
        return list_answers(self._past)

    @property
    def scores(self) -> list[Exact]:
        """The current score of every player: an `int`, or a `fractions.Fraction` if the score is not whole."""
        score = self.variant.final_score
        return [plain(score(self.slots, player)) for player in range(self.program.players)]

    @property
    def valuations(self) -> list[int]:
        """The valuation of the state for every player, by the game's `valuation` or else the score in whole units.

        It takes hidden pieces into account. `valued_by` may name another rule that gives a number for a player, or be a
        weighted sum of such rules.
        """
        if not isinstance(self.valued_by, str):
            rules, players = self.variant.rules, range(self.program.players)
            return [self.valued_by.value(rules, self.slots, player) for player in players]
        value = self.variant.rules[self.valued_by] if self.valued_by else self.variant.valuation
        unit = 1 if self.valued_by else self.program.tables.score_unit
        return [int(value(self.slots, player) * unit) for player in range(self.program.players)]

    @property
    def winners(self) -> list[int]:
        """The winners by the game's rule `winners`, else all players with the best score."""
        decided = self.variant.winners
        if decided is not None:
            return [int(player) for player in decided(self.slots)]
        scores = self.scores
        return [player for player, score in enumerate(scores) if score == max(scores)]

    @property
    def ending(self) -> list[str]:
        """The titles of the texts that ended the game, outermost first; the last one has the `finish`.

        Empty while the game is not over, and if it ended because the procedure `play` was done.
        """
        result = self.slots[RESULT]
        if not self.ended or not isinstance(result, tuple) or not result or not isinstance(result[0], str):
            return []
        titles = [*(self.variant.frames[segment].title for segment in result[1:]), result[0]]
        return [title for place, title in enumerate(titles) if title not in titles[:place]]

    # ------------------------------------------------------------ copies

    def clone(self) -> Self:
        """Return an independent copy."""
        other = type(self).__new__(type(self))
        other.game = self.game
        other.program = self.program
        other.seed = self.seed
        other.tracked = self.tracked
        other.variant = self.variant
        other.slots = slots = self.slots[:]
        other.frames = self.frames[:]
        other._past = self._past
        other.shadow = None
        other._followed = START
        other.base = self.base
        other.origin = self.origin
        other.valued_by = self.valued_by
        if slots[TRACKER] is not None:
            slots[TRACKER] = slots[TRACKER].clone()
        return other

    def __copy__(self) -> Self:
        """Return a copy as `clone` does; a shallow copy would share lists with the original."""
        return self.clone()

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.clone()

    def __reduce__(self) -> NoReturn:
        raise TypeError("a state cannot be pickled: save it with `to_json` and load it with `Game.from_json`")

    def forget_log(self) -> None:
        """Drop the log, which copies made for a search do not need."""
        if self.tracked:
            self.tracker.log, self.tracker.settled = [], 0

    def retracked(self) -> Position:
        """Return this match with log and knowledge, as a read-only state.

        An untracked match is replayed once; each later call continues that replay with the new answers. Raises
        ValueError for a match built by hand.
        """
        if self.tracked:
            return self
        shadow, self.shadow = self.shadow, None
        shadow = self.game.watched(self, self._past, shadow, self._followed)
        self.shadow, self._followed = shadow, self._past
        return shadow

    def digest(self, version: int = VERSION) -> str:
        """Return 32 hexadecimal digits of SHA-256, the same for equal states on every machine.

        The digest covers everything that determines how the match continues, but not the players' knowledge. Records
        and saved states name its version. Raises ValueError for an unknown version.
        """
        return digest_of(self, version)

    def agrees(self, digest: str, whole: bool = True, version: int = VERSION) -> bool:
        """Return True if this state has the given digest. Unless `whole`, `digest` may be only the beginning."""
        both = compute_digests(self, version)
        return digest in both if whole else any(each.startswith(digest) for each in both)


def list_answers(past: Past, since: int = 0) -> list[int]:
    """Return the answers of a history, without the first `since` of them."""
    answers = []
    while past[2] > since:
        past, step, _ = past
        if type(step) is int:
            answers.append(step)
    return answers[::-1]
