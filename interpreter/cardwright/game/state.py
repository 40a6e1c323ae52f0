"""The public state of a match, with all operations and queries of a match."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import deepcopy
from dataclasses import dataclass
from typing import Any, Protocol, Self

from cardwright.game.simultaneous_choices import NONE_GIVEN, SimultaneousChoice
from cardwright.query import decision_text, picks_as_one_decision, score_sheet, view, why
from cardwright.query.determinization import resample
from cardwright.query.display_budgets import limit_display_work
from cardwright.query.log_events import Event
from cardwright.query.log_renderer import LogRenderer
from cardwright.query.memo import memoize
from cardwright.query.picks_as_one_decision import PickProgress, Several
from cardwright.query.score_sheet import ScoreLine
from cardwright.query.view import View
from cardwright.runtime.decision import Decision, Option
from cardwright.runtime.digest import VERSION
from cardwright.runtime.log_and_snapshot_records import Kept, Unasked
from cardwright.runtime.primitives.execution_budget import MAX_ITEMS
from cardwright.runtime.primitives.random_numbers import is_secret, seed_told
from cardwright.runtime.program import Program
from cardwright.runtime.state import GameOf, IllegalAnswer, Position
from cardwright.source.path_and_number_checks import convert_whole_number
from cardwright.state_slots_and_table_rows import Growth

# A decision of nobody: the match was stopped between two decisions.
NOBODY_IS_ASKED = (-1, (), 0)


@dataclass(frozen=True, slots=True)
class Moment:
    """A snapshot: the event that had just ended, the length of the log, and a read-only copy of the state."""

    word: str
    log_size: int
    state: State


def take_snapshots(state: State) -> list[Moment]:
    """Return the snapshots since the last call, and record new ones from now on; [] for a match without a log."""
    tracker = state.tracker if state.tracked else None
    if tracker is None:
        return []
    moments = [Moment(kept.word, kept.log_size, _restore_snapshot(state, kept)) for kept in tracker.kept or ()]
    tracker.kept = []
    return moments


def _restore_snapshot(state: State, kept: Kept) -> State:
    then = state.clone()
    tracker = then.tracker
    tracker.known = kept.known
    del tracker.log[kept.log_size :]
    then.origin = None
    then.slots = [tracker, NOBODY_IS_ASKED, *kept.slots[2:]]
    return then


# Format 1 also had the slots of the state, which are skipped. Format 3 has secret seeds; before, such a seed meant its
# remainder by `SECRET`.
FORMAT, FORMATS = 3, (1, 2, 3)


def write_history(state: Position) -> dict[str, Any]:
    """Return the history of a state as JSON values. Raises ValueError for one built by hand."""
    if state.origin is None:
        raise ValueError("this state was built by hand, so it has no answers that could be saved")
    dealt = []
    past = state._past
    while past[0] is not None:
        before, step, count = past
        if type(step) is not int:
            dealt.append([count, *step])
        past = before
    return {
        "cardwright": FORMAT if is_secret(state.seed) else FORMAT - 1,
        "game": state.game.name,
        "sets": list(state.game.sets),
        "players": state.program.players,
        "seed": state.seed,
        "content": state.game.content_hash,
        "tracked": state.tracked,
        **deepcopy(dict(state.origin)),
        "answers": state.answers,
        **({"dealt": dealt[::-1]} if dealt else {}),
        "digests": VERSION,
        "digest": state.digest(),
    }


class State(Position):
    """One match at one decision, or at its end. `apply` changes it in place; `clone` is cheap."""

    __slots__ = ()
    game: MatchMaker

    def __repr__(self) -> str:
        return f"<State of {self.game.name}, {seed_told(self.seed)}: {self.reached}>"

    @property
    def reached(self) -> str:
        """A short description of how far the match has come."""
        what = "over" if self.finished else f"P{self.player + 1} is asked"
        return f"{what} after {self.decisions} answer{'' if self.decisions == 1 else 's'}"

    def _index(self, option: object) -> int:
        index = super()._index(option)
        pending = self.pending
        if isinstance(option, Option) and pending is not None and 0 <= index < len(pending[1]):
            here = self.described(pending[1])[index]
            if here.key != option.key:
                raise IllegalAnswer(f"option {index} is `{here.key}` here, not `{option.key}`")
        return index

    @property
    def decision(self) -> Decision | None:
        """The decision that the match waits for, in words; None when the match is over."""
        if self.finished:
            return None
        asked = self.pending, tuple(self.frames)
        return memoize(self, self.player, "decision", lambda: decision_text.describe_decision(self), asked)

    def taken_unasked(self, since: int = 0) -> list[tuple[int, Option]]:
        """Return the forced choices with their players, in order.

        By default these are all since the start, including setup; otherwise those made after `since` answers:
        `taken_unasked(state.decisions)` are those after the last answer. A hidden piece is named by its present
        position.
        """
        tracker = self.retracked().tracker
        return self.described_unasked(tracker.taken_unasked(None, since))

    def described_unasked(self, taken: Sequence[Unasked]) -> list[tuple[int, Option]]:
        """Return forced choices as options, each with its player."""
        return decision_text.describe_forced_choices(self, taken)

    def pending_decisions(self, answers: Mapping[int, Sequence[int]] = NONE_GIVEN) -> dict[int, Self]:
        """Return, for each player who can answer now, the state in which this player is asked.

        In a secret choice these are all players who have not chosen, except those whose `answers` are given: the
        options that a player would choose in each state in which the player is asked. Otherwise it is the player who
        decides. The states are copies; `apply` in seat order has the same effect as ever.
        """
        choice = SimultaneousChoice.begin(self)
        if choice is None:
            return {} if self.finished else {self.player: self.clone()}
        return dict(choice.follow(answers).pending)

    @property
    def several(self) -> Several | None:
        """The pick of several items, asked item by item, that the decision belongs to; None for other decisions."""
        return decision_text.find_multi_pick(self)

    @property
    def picked(self) -> int:
        """The number of items already picked in the pick of several to which the current decision belongs."""
        return picks_as_one_decision.count_picked(self)

    def going_on(self, places: Sequence[int]) -> PickProgress:
        """Return whether the items at these positions of `several` are enough, and which items can still be added."""
        return picks_as_one_decision.find_next_items(self, places)

    def answers_for(self, places: Sequence[int]) -> list[int]:
        """Return the answers, in order, that pick exactly the items at these positions of `several`.

        Raises ValueError if the items are not enough or not allowed together.
        """
        return picks_as_one_decision.find_answers(self, places)

    def described(self, options: Sequence[Any]) -> tuple[Option, ...]:
        """Return the values of options as options in words, for the player who decides."""
        return decision_text.describe_values(self, options)

    def to_json(self) -> dict[str, Any]:
        """Return the match as JSON values: how it began, every step since, and the digest.

        `Game.from_json` reads it in any program of the same game. Raises ValueError for a match built by hand,
        as in a scenario.
        """
        return write_history(self)

    def open_view(self, player: int) -> View:
        """Return everything on the table from a player's seat, with nothing hidden; not for players or bots.

        Raises ValueError for a seat that does not exist, as do all queries for a player.
        """
        return view.make_open_view(self, self._seat(player))

    def view(self, player: int) -> View:
        """Return what one player is allowed to see of the table. Raises ValueError for an empty seat."""
        return view.make_view(self, self._seat(player))

    @property
    def log(self) -> list[Event]:
        """Everything that happened, as a tree of causes."""
        return LogRenderer(self.retracked(), None).tell(0)

    def visible_log(self, player: int) -> list[Event]:
        """Return the part of the log that one player could see."""
        return LogRenderer(self.retracked(), (self._seat(player),)).tell(0)

    def take_moments(self) -> list[Moment]:
        """Return the snapshots made since the last call, at the procedures that the look lists under `pause`."""
        return take_snapshots(self)

    @property
    def log_size(self) -> int:
        """Number of log entries, including invisible ones and those that produce no line."""
        return len(self.retracked().tracker.log)

    def common_log(self, players: Sequence[int], size: int, end: int | None = None) -> list[Event]:
        """Return the log from `size` to `end` (None: to the last entry), limited to what all of `players` could see."""
        return LogRenderer(self.retracked(), tuple(map(self._seat, players))).tell(size, end)

    def log_since(self, size: int, player: int | None = None) -> list[Event]:
        """Return the log entries after the first `size`, as seen by one player or by all (None); takes linear time."""
        viewer = self._find_anybody(player)
        return LogRenderer(self.retracked(), None if viewer is None else (viewer,)).tell(size)

    def why(self, text: str, player: int | None = None) -> list[str]:
        """Return the explanation of a rule's value, such as `hand_limit(P1)`, line by line.

        For a player, the explanation contains only information that this player can know. Raises CannotExplain if the
        text names no rule and no possible option, or its arguments do not fit.
        """
        with limit_display_work(most=MAX_ITEMS):
            return why.explain(self.retracked(), text, self._find_anybody(player))

    def score_sheet(self, player: int, viewer: int | None = None) -> ScoreLine:
        """Return a player's score with everything that adds up to it: rules, cards, gains and losses.

        For a viewer, values that depend on what they cannot see are unknown until the game is over.
        """
        return score_sheet.score_sheet(self.retracked(), self._seat(player), self._find_anybody(viewer))

    def winners_for(self, player: int) -> list[int] | None:
        """Return the winners, or those who would win if the game ended now; None if the player cannot know them."""
        return score_sheet.compute_visible_winners(self, self._seat(player))

    def determinise(self, player: int, seed: int) -> Self:
        """Return a copy in which all information hidden from a player was sampled by a seed.

        Raises ValueError while another player decides: their options cannot be computed.
        """
        if self.player not in (self._seat(player), -1):
            raise ValueError(f"hidden information can be resampled only for P{self.player + 1}, who is asked")
        return resample(self, self._seat(player), convert_whole_number(seed, "a seed"))

    def _seat(self, player: int) -> int:
        seat = convert_whole_number(player, "a player")
        if not 0 <= seat < self.program.players:
            raise ValueError(f"there is no player {seat}: the seats are 0 to {self.program.players - 1}")
        return seat

    def _find_anybody(self, player: int | None) -> int | None:
        return None if player is None else self._seat(player)


class MatchMaker(GameOf, Protocol):
    """Interface of the parts of a game that make matches and describe them; `Game` has all of them."""

    title: str
    min_players: int
    max_players: int

    def program(self, players: int, which: str = "plain", growth: Growth = ()) -> Program:
        """Return the program for a number of players."""

    def new(self, players: int, seed: int, tracked: bool = True, growth: Growth = ()) -> State:
        """Return a new match at its first decision."""

    def dictated(self, players: int, seed: int, outcomes: Mapping[str, Sequence[Any]], growth: Growth = ()) -> State:
        """Return a new tracked match with scripted chance."""
