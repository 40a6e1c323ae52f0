"""Matches of `cardwright stress`: some cards are active from the start, and all answers are random."""

import random
import traceback
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from cardwright import Game, load_game
from cardwright.checker.coverage_probes import ABILITY
from cardwright.declarations.readers.player_deck_files import read_seated_decks
from cardwright.game.cancel_computation import TimeLimitError, at_most
from cardwright.game.start_with_active_cards import Starts, Working, at_work, find_inconsistency
from cardwright.game.state import State
from cardwright.query.log_events import Event
from cardwright.scenarios.coverage import CoveragePoint, list_points
from cardwright.source.path_and_number_checks import is_natural
from cardwright.state_slots_and_table_rows import PASS
from cardwright_tools.cli.deck_arguments import Decks
from cardwright_tools.cli.errors import describe_game_error
from cardwright_tools.cli.game_arguments import make_brought

if TYPE_CHECKING:
    from cardwright_tools.laboratory.stress_in_c import NativePath

SECONDS = 20.0
CHECK_EVERY = 50
# Probability that a random player declines. Matches in which all players decline show little.
DECLINES = 0.3
# Number of set-ups for each number of players: enough variety, and each is computed once in a process.
SETUPS = 16
COMPANY = 5


@dataclass(frozen=True)
class StressRun:
    """A random match with some cards active from the start; a `tracked` one is played in both variants."""

    players: int
    seed: int
    working: tuple[Working, ...]
    decisions: int
    tracked: bool = False


@dataclass(frozen=True)
class Fault:
    """Failed run: the error, and the answers that led to it."""

    run: StressRun
    error: str
    details: str
    answers: tuple[int, ...]


@dataclass
class Tally:
    """Totals of some runs; `active` counts, for each card, the runs in which it was active from the start."""

    runs: int = 0
    finished: int = 0
    decisions: int = 0
    impossible: int = 0
    active: Counter[str] = field(default_factory=Counter)
    fired: Counter[CoveragePoint] = field(default_factory=Counter)
    faults: list[Fault] = field(default_factory=list)

    def keep_only(self, cards: Sequence[str] | None) -> None:
        """Discard the counts of all cards except those in `cards` (None: keep all)."""
        if cards is not None:
            self.fired = Counter({place: times for place, times in self.fired.items() if place.card in cards})

    def add(self, other: "Tally") -> None:
        """Add the totals of other runs."""
        self.runs += other.runs
        self.finished += other.finished
        self.decisions += other.decisions
        self.impossible += other.impossible
        self.active.update(other.active)
        self.fired.update(other.fired)
        self.faults += other.faults


def list_runs(
    game: Game, cards: Sequence[str] | None, pairs: bool, decisions: int, games: int, seed: int
) -> Iterator[StressRun]:
    """Yield runs without a card, with each of `cards`, and with `pairs` also with each pair of cards.

    The first run without a card, and the first with each card, are `tracked`.
    """
    starts = Starts(game, game.min_players)
    known = starts.cards()
    chosen = known if cards is None else [card for card in known if card in cards]
    counts = list(range(game.min_players, game.max_players + 1))
    number = 0

    def run(working: tuple[Working, ...], tracked: bool) -> StressRun:
        nonlocal number
        number += 1
        players = counts[number % len(counts)]
        return StressRun(players, seed * SETUPS + number // len(counts) % SETUPS, working, decisions, tracked)

    for turn in range(games):
        yield run((), tracked=turn == 0)
    for card in chosen:
        for turn in range(games):
            company = _choose_more_cards(
                [other for other in known if other != card], game.min_players, f"{seed} {card} {turn}"
            )
            yield run((Working(card, 0), *(company if turn % 2 else ())), tracked=turn == 0)
    if not pairs:
        return
    two = [(card, card) for card in chosen if starts.copies(card) > 1]
    two += [pair for pair in combinations(known, 2) if pair[0] in chosen or pair[1] in chosen]
    for one, other in two:
        for player in range(min(2, game.max_players)):
            yield run((Working(one, 0), Working(other, player)), tracked=False)


def _choose_more_cards(cards: list[str], players: int, seed: str) -> tuple[Working, ...]:
    """Return further cards that are active for the first players, so that a match soon has many events."""
    chosen = random.Random(seed).sample(cards, min(len(cards), COMPANY * players))
    return tuple(Working(card, number % players, event=False) for number, card in enumerate(chosen))


class StressTable:
    """A game loaded for stress runs, which counts the use of abilities; with `native`, compiled C plays."""

    def __init__(self, name: str, sets: tuple[str, ...], native: bool = False, decks: Decks = ()) -> None:
        self.game = load_game(name, sets, counting=(ABILITY,), decks=make_brought(decks))
        self.starts: dict[int, Starts] = {}
        self.native = native
        self._paths: dict[int, NativePath] = {}

    def play(self, runs: Sequence[StressRun]) -> Tally:
        """Play runs one after the other, and return the totals."""
        tally = Tally()
        for each in runs:
            self._play(each, tally)
        for players in self.starts:
            program = self.game.program(players)
            counters = program.plain.executed
            tally.fired.update(dict(zip(list_points(program), counters, strict=True)))
            counters[:] = [0] * len(counters)
        tally.fired = Counter({place: times for place, times in tally.fired.items() if place.kind == ABILITY})
        return tally

    def _play(self, run: StressRun, tally: Tally) -> None:
        answers: list[int] = []
        try:
            with at_most(SECONDS):
                states = self.start(run)
                if states is None:
                    tally.impossible += 1
                    return
                tally.active.update(at_work(states[0]) | {each.card for each in run.working})
                tally.finished += self._go_on(run, states, answers).finished
        except TimeLimitError:
            tally.faults.append(Fault(run, f"it takes longer than {SECONDS:.0f} seconds", "", tuple(answers)))
        except Exception as error:  # noqa: BLE001 - finding these is what the runs are for
            message = describe_game_error(error)
            tally.faults.append(Fault(run, message, traceback.format_exc(), tuple(answers)))
        tally.runs += 1
        tally.decisions += len(answers)

    def path(self, players: int) -> "NativePath | None":
        """Return the object that plays runs with a number of players in C; None if C is not used.

        Raises NotNative if C is not available.
        """
        if self.native and players not in self._paths:
            from cardwright_tools.laboratory.stress_in_c import NativePath

            self._paths[players] = NativePath(self.game, players)
        return self._paths.get(players)

    def start(self, run: StressRun) -> list[State] | None:
        """Return the states at the start of a run, one for each variant of the program that plays the run.

        Returns None if no zone can hold one of the run's cards.
        """
        starts = self.starts.setdefault(run.players, Starts(self.game, run.players))
        variants = (False, True) if run.tracked else (False,)
        states = [starts.start(run.working, run.seed, tracked) for tracked in variants]
        return None if None in states else [state for state in states if state is not None]

    def _go_on(self, run: StressRun, states: list[State], answers: list[int]) -> State:
        """Return the state after random answers, in C if C plays; a run with an error is repeated in Python."""
        path, first = self.path(run.players), states[0]
        if path is None:
            self._go_on_in_python(run, states, answers)
            return first
        if run.tracked:
            before = first.clone()
            self._go_on_in_python(run, states, answers)
            if not path.leads_to(before, answers, first):
                raise AssertionError("the Python and the C program of the game play it differently")
            return first
        gone = path.go_on(first, f"{run}", run.decisions, CHECK_EVERY, DECLINES)
        if gone is None:
            self._go_on_in_python(run, states, answers)
            return first
        after, given = gone
        answers += given
        _evaluate_results(after)
        return after

    def _go_on_in_python(self, run: StressRun, states: list[State], answers: list[int]) -> None:
        chance = random.Random(f"{run}")
        first = states[0]
        while not first.finished and len(answers) < run.decisions:
            answers.append(_choose_random_option(first, chance))
            _answer_and_check(states, answers[-1], len(answers))
        check(states)
        for state in states:
            _evaluate_results(state)


def _evaluate_results(state: State) -> None:
    """Evaluate scores and winners of a finished match, to find errors in powers that modify them."""
    if state.finished:
        state.scores, state.winners  # noqa: B018


def _choose_random_option(state: State, chance: random.Random) -> int:
    """Return a random option; declining is chosen less often than by pure chance."""
    options: Sequence[Any] = state.slots[1][1]
    last = len(options) - 1
    if last > 0 and options[last] == PASS:
        return last if chance.random() < DECLINES / (last + 1) * 2 else chance.randrange(last)
    return chance.randrange(last + 1)


def _answer_and_check(states: list[State], answer: int, number: int) -> None:
    """Answer in every variant, and check invariants from time to time."""
    for state in states:
        state.apply(answer)
    first = states[0]
    if not first.finished and first.option_count < 1:
        raise AssertionError("somebody is asked and has no options")
    if number % CHECK_EVERY == 0:
        check(states)


def check(states: list[State]) -> None:
    """Raise AssertionError if pieces were lost or duplicated, or the two variants of the program differ."""
    for state in states:
        wrong = find_inconsistency(state)
        if wrong:
            raise AssertionError(wrong)
    if len({state.digest() for state in states}) > 1:
        raise AssertionError("the quick variant of the program and the one with a log go different ways")


def read_fault(found: object) -> tuple[str, tuple[str, ...], Decks, StressRun, tuple[int, ...]]:
    """Return the game, sets, decks, run and answers of a recorded failed run. Raises ValueError if it is invalid."""
    match found:
        case {
            "game": str(game),
            "sets": list(sets),
            "answers": list(answers),
            "run": {"players": players, "seed": seed, "decisions": decisions, "working": list(working)},
            **more,
        } if all(map(is_natural, (players, seed, decisions, *answers))) and all(isinstance(each, str) for each in sets):
            return (
                game,
                tuple(sets),
                read_seated_decks(more.get("decks", {}), players),
                StressRun(players, seed, tuple(map(_read_working, working)), decisions),
                (*answers,),
            )
    raise ValueError


def _read_working(found: object) -> Working:
    match found:
        case {"card": str(card), "player": player, "event": bool(event)} if is_natural(player):
            return Working(card, player, event)
    raise ValueError


def find_misfit(game: Game, run: StressRun) -> str:
    """Return why a recorded run cannot be repeated with a game, or "" if it can."""
    if not game.min_players <= run.players <= game.max_players:
        return f"it has {run.players} players"
    known = {card.id for card in game.card_texts()}
    for each in run.working:
        if each.card not in known:
            return f"the game has no card `{each.card}` now"
        if each.player >= run.players:
            return f"it has a card of P{each.player + 1} among {run.players} players"
    return ""


def repeat_run(table: StressTable, run: StressRun, answers: Sequence[int]) -> list[str]:
    """Repeat a recorded run; return its log, followed by the error if it occurs again."""
    states = table.start(StressRun(run.players, run.seed, run.working, run.decisions, tracked=True))
    if states is None:
        return ["the cards find no place any more"]
    message = ""
    try:
        for number, answer in enumerate(answers, start=1):
            _answer_and_check(states, answer, number)
        check(states)
    except Exception as error:  # noqa: BLE001 - what went wrong is what is asked for
        message = describe_game_error(error)
    return [*_list_lines(states[-1].log, 0), message or "this game does not fail now"]


def _list_lines(events: list[Event], level: int) -> list[str]:
    return [
        line for event in events for line in (f"{'  ' * level}{event.text}", *_list_lines(event.children, level + 1))
    ]
