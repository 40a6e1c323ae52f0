"""A match between bots in the laboratory, with its outcome and the cards that each player had."""

from __future__ import annotations

import hashlib
import time
from argparse import Namespace
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache, partial
from typing import TYPE_CHECKING, Any

from cardwright.bots.lookahead import take_avoided_errors
from cardwright.phrases.inflection import count_noun
from cardwright.runtime.primitives.exact_numbers import as_figure
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright.state_slots_and_table_rows import Growth
from cardwright_tools.cli.deck_arguments import Decks, check_deck_seats, choose_game_with_decks, read_pool
from cardwright_tools.cli.errors import FindingError, UsageError, describe_game_error
from cardwright_tools.cli.game_arguments import check_bots, choose_game, choose_players, find_address, list_decks
from cardwright_tools.laboratory.games.card_presence import find_passed_pieces
from cardwright_tools.laboratory.games.end_causes import EndCauses, FlagRecorder, find_end_causes

if TYPE_CHECKING:
    from cardwright import Game, State
    from cardwright_tools.laboratory.games.card_presence import CardUse

# The default bots. Matches of random players say little about a game.
USUAL_BOTS = "greedy"
# Limit for the decisions of a match. A match that reaches it never ends.
MAX_DECISIONS = 200_000
SHOWN_ERRORS = 20
# Limit for the ways to draw decks from a pool for which the programs are optimized.
MAX_OPTIMIZED = 16
# A function that returns True once a faster engine is ready.
Ready = Callable[[], bool]


@dataclass(frozen=True)
class MatchConfig:
    """Configuration of all matches of a run.

    `blank` are the cards (by id) that are played without their powers. `content` is the hash that the game's files and
    `decks` must have ("": any). For `watched` matches the outcome includes a WatchedMatch. `decks` are the decks that
    players bring, as (seat, text). In every match, all other seats draw a deck from `pool`, as (name, text). `drawn`
    are the drawn decks of one match, as (seat, text).
    """

    game: str
    players: int
    bots: tuple[str, ...]
    seed: int
    sets: tuple[str, ...] = ()
    blank: tuple[str, ...] = ()
    content: str = ""
    watched: bool = False
    learned: str = ""
    decks: Decks = ()
    pool: Decks = ()
    drawn: Decks = ()

    def draw(self, number: int) -> list[int | None]:
        """Return, for each seat, the index of the deck that it draws from the pool in match `number`, or None."""
        if not self.pool:
            return [None] * self.players
        seed, seated = derive_seed(self.seed, number), {seat for seat, _ in self.decks}
        return [
            None if f"P{seat + 1}" in seated else derive_seed(seed, "deck", seat) % len(self.pool)
            for seat in range(self.players)
        ]

    @property
    def learned_hash(self) -> str:
        """Hash of the text of the learned valuation, "" for none."""
        return hashlib.sha256(self.learned.encode()).hexdigest()[:16] if self.learned else ""


@dataclass(frozen=True)
class WatchedMatch:
    """Results that only watched matches have.

    - `first`: the player who began
    - `forced`: the number of forced choices
    - `longest_turn`: the number of decisions in the longest turn
    - `scores`: the scores of all players at the beginning of each turn and at the end
    """

    first: int
    forced: int
    longest_turn: int
    scores: tuple[tuple[float, ...], ...]
    ending: EndCauses
    cards: tuple[CardUse, ...]

    @property
    def lead_changes(self) -> int:
        """Number of times that a sole leader was replaced by another player."""
        changes, leader = 0, -1
        for scores in self.scores:
            best = max(scores)
            if scores.count(best) == 1 and scores.index(best) != leader:
                changes += leader >= 0
                leader = scores.index(best)
        return changes


@dataclass(frozen=True)
class MatchOutcome:
    """Outcome of a match: its number from 0, its seed, and its result or error.

    In `scores`, a fraction is a float. `answers` are the answers of a failed match, up to the one at which it failed;
    `seconds` is how long it took.
    `avoided` has the errors that bots met when they looked ahead, and how often.
    """

    number: int
    seed: int
    decisions: int
    turns: int
    winners: tuple[int, ...]
    scores: tuple[float, ...]
    error: str | None
    seconds: float = 0.0
    course: WatchedMatch | None = None
    answers: tuple[int, ...] = ()
    avoided: tuple[tuple[str, int], ...] = ()

    def won_by(self, seat: int) -> float:
        """Return a seat's share of the win, from 0 to 1; joint winners share it, and a failed match has none."""
        return (seat in self.winners) / max(1, len(self.winners)) if self.error is None else 0.0


def count_avoided(outcomes: Iterable[MatchOutcome]) -> dict[str, int]:
    """Return how often bots met each error when they looked ahead, the most frequent first."""
    found: Counter[str] = Counter()
    for outcome in outcomes:
        found.update(dict(outcome.avoided))
    return dict(sorted(found.items(), key=lambda one: (-one[1], one[0])))


def describe_avoided(avoided: Mapping[str, int]) -> str:
    """Return lines about the errors that bots met when they looked ahead, "" for none."""
    if not avoided:
        return ""
    lines = ["Bots looked ahead, and avoided what leads to an error:"]
    lines += [f"  {count_noun(times, 'time')}: {error}" for error, times in [*avoided.items()][:SHOWN_ERRORS]]
    lines += [f"  and {len(avoided) - SHOWN_ERRORS} more errors"] if len(avoided) > SHOWN_ERRORS else []
    return "\n".join(lines)


class Overtaken(BaseException):
    """Signal that a match in Python is abandoned, because a faster engine will play it from the beginning."""


class _TooLong(Exception):
    """Error for a match with too many decisions."""


def play_one(game: Game, table: MatchConfig, number: int, ready: Ready | None = None) -> MatchOutcome:
    """Play match `number`; an error becomes part of the outcome.

    Raises Overtaken when a faster engine is `ready` to play it.
    """
    return _play_match(game, table, number, partial(_make_bots, table), time.perf_counter(), ready)


def list_answers(game: Game, table: MatchConfig, number: int) -> list[int]:
    """Return the answers of match `number` as `play_one` plays it; up to the failure if it fails."""
    given: list[int] = []

    def bots(seed: int) -> list[_Noting]:
        given.clear()
        return [_Noting(bot, given) for bot in _make_bots(table, seed)]

    _play_match(game, table, number, bots, time.perf_counter())
    return given


def _make_bots(table: MatchConfig, seed: int) -> list[Any]:
    """Return the bots of a match, by its seed."""
    from cardwright.bots import make_bot

    return [make_bot(kind, derive_seed(seed, "bot", seat)) for seat, kind in enumerate(table.bots)]


class _Noting:
    """A bot that records the choices of another bot."""

    def __init__(self, bot: Any, given: list[int]) -> None:
        self._bot, self._given = bot, given

    def choose(self, state: State) -> int:
        self._given.append(self._bot.choose(state))
        return self._given[-1]


class _AnswerListener:
    """A bot that repeats recorded choices, for all seats."""

    def __init__(self, answers: Sequence[int]) -> None:
        self._answers = iter(answers)

    def choose(self, state: State) -> int:
        return next(self._answers)


def replay_match(game: Game, table: MatchConfig, number: int, answers: Sequence[int], start: float) -> MatchOutcome:
    """Return the outcome of match `number` from its answers; `start` is the time at which it began."""
    return _play_match(game, table, number, lambda _: [_AnswerListener(answers)] * table.players, start)


def _play_match(
    game: Game,
    table: MatchConfig,
    number: int,
    seat_bots: Callable[[int], Sequence[Any]],
    start: float,
    ready: Ready | None = None,
    growth: Growth = (),
) -> MatchOutcome:
    """Play match `number`, and return its outcome.

    A match that needs more pieces than its reserve has is played again with a larger one, from the beginning.
    """
    game = find_match_game(game, table, number)
    seed = derive_seed(table.seed, number)
    state = None
    take_avoided_errors()
    try:
        bots = seat_bots(seed)
        state = game.new(table.players, seed, tracked=False, growth=growth)
        growth = state.program.growth
        chosen: list[int] = []
        course = None
        if table.watched:
            course = _watch(state, bots, chosen, ready)
            if state.program.growth != growth:
                return _play_match(game, table, number, seat_bots, start, ready, state.program.growth)
        else:
            _play(state, bots, chosen, ready)
        return MatchOutcome(
            number,
            seed,
            state.decisions,
            state.turns,
            tuple(state.winners),
            tuple(map(as_figure, state.scores)),
            None,
            time.perf_counter() - start,
            course,
            avoided=tuple(take_avoided_errors().items()),
        )
    except Exception as error:  # noqa: BLE001 - one broken game must not lose the other thousands
        if table.watched and state is not None and state.program.growth != growth:
            return _play_match(game, table, number, seat_bots, start, ready, state.program.growth)
        answers = [] if state is None else state.answers
        if state is not None and chosen and chosen[0] == len(answers):
            answers.append(chosen[1])  # a refused answer is taken back, but is the one to report
        message = str(error) if isinstance(error, _TooLong) else describe_game_error(error)
        turns = 0 if state is None else state.turns
        spent = time.perf_counter() - start
        avoided = tuple(take_avoided_errors().items())
        return MatchOutcome(number, seed, len(answers), turns, (), (), message, spent, None, tuple(answers), avoided)


def _play(state: State, bots: Sequence[Any], chosen: list[int], ready: Ready | None) -> None:
    """Play a match to its end; after each choice, set `chosen` to the number of answers before, and the option."""
    while not state.finished:
        if ready is not None and ready():
            raise Overtaken
        option = bots[state.player].choose(state)
        chosen[:] = state.decisions, option
        if chosen[0] >= MAX_DECISIONS:
            raise _TooLong(f"no end after {MAX_DECISIONS} decisions")
        state.apply(option)


def _watch(state: State, bots: Sequence[Any], chosen: list[int], ready: Ready | None) -> WatchedMatch:
    """Play to the end as `_play` does, and return the results that only watched matches have."""
    from cardwright_tools.laboratory.games.card_presence import CardUseRecorder

    sightings, marks = CardUseRecorder(state), FlagRecorder(state)
    first, turn, began, longest, forced = _find_first_player(state), state.turns, 0, 0, 0
    scores = [tuple(map(as_figure, state.scores))]
    while not state.finished:
        if ready is not None and ready():
            raise Overtaken
        forced += state.option_count == 1
        option = bots[state.player].choose(state)
        chosen[:] = state.decisions, option
        if chosen[0] >= MAX_DECISIONS:
            raise _TooLong(f"no end after {MAX_DECISIONS} decisions")
        before = state.clone()
        state.apply(option)
        if left := sightings.look(state):
            sightings.note_passed(find_passed_pieces(before, option, left, sightings.places))
        marks.look(before, option, state)
        if state.turns != turn:
            if turn == 0:  # the set-up decides who begins
                first = _find_first_player(state)
            longest, began, turn = max(longest, state.decisions - began), state.decisions, state.turns
            scores.append(tuple(map(as_figure, state.scores)))
    scores.append(tuple(map(as_figure, state.scores)))
    longest = max(longest, state.decisions - began)
    return WatchedMatch(
        first, forced, longest, tuple(scores), find_end_causes(state, marks), tuple(sightings.seen(state))
    )


def _find_first_player(state: State) -> int:
    """Return the active player that the game declares (`active:`), else the player who decides, else the first seat."""
    active = state.program.tables.active
    known = (int(state.slots[active]) if active >= 0 else -1, state.player, 0)
    return next(player for player in known if player >= 0)


def open_game(table: MatchConfig, soon: bool = False) -> Game:
    """Return the game of a match configuration; with `soon`, it is compiled quickly for a few matches.

    Raises FindingError if the game's files are not those for which the configuration was made.
    """
    game = choose_game(table.game, table.sets, soon, table.learned, table.decks)
    if table.blank:
        game = game.blanked(table.blank)
    if table.content and game.content_hash != table.content:
        raise make_changed_error(table)
    if table.drawn:
        game = choose_game(table.game, table.sets, soon, table.learned, (*table.decks, *table.drawn))
        return game.blanked(table.blank) if table.blank else game
    return game


def find_match_game(game: Game, table: MatchConfig, number: int) -> Game:
    """Return `game` with the decks drawn from the pool for match `number`, or `game` itself without a pool."""
    drawn = tuple((f"P{seat + 1}", table.pool[n][1]) for seat, n in enumerate(table.draw(number)) if n is not None)
    few = len(table.pool) ** len(drawn) <= MAX_OPTIMIZED
    return _open_with_drawn(replace(table, pool=(), drawn=drawn), not few) if drawn else game


@lru_cache(maxsize=64)
def _open_with_drawn(table: MatchConfig, soon: bool) -> Game:
    return open_game(table, soon)


def make_changed_error(table: MatchConfig) -> FindingError:
    """Return the error for a run of a game whose files have changed."""
    return FindingError(f"the files of {table.game} have changed since the run began; start a new one.")


def make_config(arguments: Namespace, watched: bool, soon: bool = False) -> MatchConfig:
    """Return the configuration described by GAME, --sets, --players, --bots and --seed.

    The game is compiled; with `soon`, quickly for a few matches.
    """
    game = choose_game_with_decks(arguments.game, arguments.sets, arguments.deck)
    if soon and not arguments.deck:
        game = choose_game(arguments.game, arguments.sets, soon)
    bots = seat_bots(arguments.bots, arguments.players)
    check_bots(bots, game)
    players = choose_players(game, arguments.players or (len(bots) if len(bots) > 1 else None))
    check_deck_seats(game, players)
    return MatchConfig(
        game=find_address(game),
        players=players,
        bots=bots * players if len(bots) == 1 else bots,
        seed=arguments.seed,
        sets=tuple(arguments.sets or ()),
        content=game.content_hash,
        watched=watched,
        decks=list_decks(game),
        pool=read_pool(arguments),
    )


def seat_bots(kinds: Sequence[str] | None, players: int | None) -> tuple[str, ...]:
    """Return the kind of bot for one or all seats. Raises UsageError for unknown kinds or a wrong number."""
    bots = tuple(kinds or (USUAL_BOTS,))
    check_bots(bots)
    if players is not None and len(bots) not in (1, players):
        raise UsageError(
            f"--bots names {count_noun(len(bots), 'bot')} for {players} players; name one for all, or one for each."
        )
    return bots
