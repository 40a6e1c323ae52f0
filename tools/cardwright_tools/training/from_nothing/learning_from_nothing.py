"""Learning without a valuation: rounds of matches, fits to the winners, and a champion among the fits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from statistics import fmean
from time import monotonic
from typing import Any

from cardwright.bots.training_games import Recording
from cardwright.bots.valuation import WeightedValuation
from cardwright.phrases.inflection import count_noun
from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.laboratory.statistics.tests_and_intervals import compute_wilson_interval
from cardwright_tools.training.evaluation import EvaluationGames
from cardwright_tools.training.from_nothing.valuation_fit import (
    Pairs,
    find_telling_feature,
    fit_progress,
    fit_values,
    measure_spreads,
    pair_up,
)
from cardwright_tools.training.from_nothing.varied_valuations import Population
from cardwright_tools.training.journal import Journal, read_whole_number
from cardwright_tools.training.parallel_games import Arena, ArenaGame, ArenaResult, Seat

# Number of matches between random players, which show what changes at all.
FIRST_GAMES = 96
# Limits for a round: all options of its decisions, a measure of its time, within these numbers of matches.
ROUND_OPTIONS = 300_000
ROUND_GAMES = (48, 640)
# Positions kept of each match, and the rounds for which they are kept.
ROOM = 8
WINDOW = 6
# Number of decisions in 1,000 that are random.
DARE = 20
# Factor of the length of a random match at which a match is stopped, because its players may never end it.
LONG = 3
MIN_DECISIONS, MAX_DECISIONS = 60, 3_000
# Number of random decisions of each player at the start of a deal, and their maximum part of a match. In a game without
# chance all deals would be equal otherwise.
OPENING, PART_OF_OPENING = 2, 10
# Deals of a fit against the champion, from every seat.
TITLE_DEALS = 24
# Number of the latest rounds by whose time the time of the next one is estimated.
LATEST = 2


@dataclass(frozen=True)
class UnaidedSettings:
    """Settings of training from nothing: the rules used as features, numbers of players, a seed, and limits.

    No round begins that would not end within `seconds`, as far as the rounds before tell, nor after `rounds` rounds (0:
    no limit).
    """

    rules: tuple[str, ...]
    players: tuple[int, ...]
    seed: int
    seconds: float
    rounds: int = 0
    first_games: int = 0
    options: int = 0
    title_deals: int = 0
    quiet: bool = False


@dataclass(frozen=True)
class Round:
    """One round of a training: the fitted valuation, whether it became the champion, and its share of wins.

    `share` is the share of wins against the previous champion, as a multiple of an even share.
    """

    valuation: WeightedValuation
    champion: bool
    share: float
    games: int


@dataclass
class UnaidedTraining:
    """A training in progress. `rounds` are all rounds so far; rounds read from a journal are not fitted again.

    `begun` is the time from which the limit counts, by `clock`.
    """

    settings: UnaidedSettings
    arena: Arena
    clock: Callable[[], float] = monotonic
    begun: float = -1.0
    rounds: list[Round] = field(default_factory=list)
    journal: Journal | None = None

    def __post_init__(self) -> None:
        self.begun = self.clock() if self.begun < 0 else self.begun
        self._paces: list[float] = []
        self._window: list[list[ArenaResult]] = []
        self.games = 0

    @property
    def champion(self) -> WeightedValuation | None:
        """The last fit that won against the previous champion; None before the first round."""
        return next((each.valuation for each in reversed(self.rounds) if each.champion), None)

    @property
    def spreads(self) -> dict[str, float]:
        """How much each feature differed between two players in the first games."""
        return dict(zip(self.settings.rules, self._population.spread, strict=True))

    @property
    def seconds_left(self) -> float:
        """The time until the limit."""
        return self.settings.seconds - (self.clock() - self.begun)

    def run(self, reserve: Callable[[], float] = lambda: 0.0) -> WeightedValuation | None:
        """Play rounds until the time is up, and return the champion; None if no feature separates players.

        `reserve` is asked after each round how many seconds are to be left after the last one.
        """
        first = self._begin()
        if not any(len(each.positions) for each in first):
            return None
        self._window = [first]
        known = len(self.rounds)
        for number in range(max(0, known - WINDOW + 1), known):
            if not self._is_over(reserve):
                begun = self.clock()
                self._window.append(self._play_round(number))
                self._paces.append((self.clock() - begun) / self._count)
        while not self._is_over(reserve):
            number, begun = len(self.rounds), self.clock()
            self._window = [*self._window, self._play_round(number)][-WINDOW:]
            fit = fit_values([each for part in self._window for each in part], self.settings.rules)
            if fit is None:
                return None
            played = self.play_deals(fit.valuation, self.champion, self._title, f"title {number}") if number else []
            # 1 is even with any number of players
            share = fmean(each.share * each.players for each in played) if played else 1.0
            found = Round(fit.valuation, not played or share > 1.0, share, len(self._window[-1]))
            self.rounds.append(found)
            self._note(found)
            self._paces.append((self.clock() - begun) / (self._count + sum(each.games for each in played)))
            if not self.settings.quiet:
                self._tell(found, fit.loss, played)
        return self.champion

    @property
    def _title(self) -> int:
        return self.settings.title_deals or TITLE_DEALS

    def _is_over(self, reserve: Callable[[], float]) -> bool:
        """Return True if there are enough rounds, or another one and what follows would not end in time."""
        wanted = self.settings.rounds
        if wanted and len(self.rounds) >= wanted:
            return True
        if not self.rounds or self.settings.seconds == float("inf"):
            return False
        games = self._count + self._title * sum(self.settings.players)
        return games * max(self._paces[-LATEST:], default=0.0) + reserve() > self.seconds_left

    def _begin(self) -> list[ArenaResult]:
        """Play the first games at random; they determine the usable features and the number of games in a round."""
        settings = self.settings
        games = [
            ArenaGame(
                ("random",) * players, derive_seed(settings.seed, "first", number), self._make_recording(MAX_DECISIONS)
            )
            for number in range(settings.first_games or FIRST_GAMES)
            for players in [settings.players[number % len(settings.players)]]
        ]
        found = [each for each in self.arena.play(games) if each is not None]
        pairs = pair_up(found)
        lengths = sorted(each.decisions for each in found) or [1]
        self._length = lengths[len(lengths) // 2]
        self._most = min(MAX_DECISIONS, max(MIN_DECISIONS, LONG * self._length))
        options = sum(each.options for each in found) / max(1, len(found))
        self._count = round(
            min(max((settings.options or ROUND_OPTIONS) / max(1.0, options), ROUND_GAMES[0]), ROUND_GAMES[1])
        )
        if len(pairs.target):
            self._population = make_population(pairs, settings.rules)
        return found

    def _make_recording(self, most: int) -> Recording:
        return Recording(self.settings.rules, ROOM, most, DARE)

    def _play_round(self, number: int) -> list[ArenaResult]:
        """Play the games of a round, which depend only on the seed and the rounds before."""
        settings, before = self.settings, self.rounds[:number]
        fit = before[-1].valuation if before else None
        champion = next((each.valuation for each in reversed(before) if each.champion), None)
        chance = Random(derive_seed(settings.seed, "seats", number))
        games = []
        for each in range(self._count):
            players = settings.players[each % len(settings.players)]
            seats = self._population.seats(players, chance, fit, champion)
            games.append(
                ArenaGame(seats, derive_seed(settings.seed, "game", number, each), self._make_recording(self._most))
            )
        found = [each for each in self.arena.play(games) if each is not None]
        self.games += len(found)
        return found

    def play_deals(self, mine: Seat, theirs: Seat | None, deals: int, what: str) -> list[EvaluationGames]:
        """Let one bot `mine` play against bots `theirs` (None: `greedy`) with each number of players.

        Each deal is played from every seat. Games that are not over after MAX_DECISIONS are scored in their last state.
        `what` is the purpose of the deals; their seeds are derived from it.
        """
        trials = []
        for players in self.settings.players:
            recording = Recording((), 0, MAX_DECISIONS, 0, min(OPENING * players, self._length // PART_OF_OPENING))
            seats = [
                tuple(mine if each == seat else theirs or "greedy" for each in range(players))
                for seat in range(players)
            ]
            games = [
                ArenaGame(each, derive_seed(self.settings.seed, what, players, deal), recording)
                for deal in range(deals)
                for each in seats
            ]
            results = self.arena.play(games)
            wins = [each.won_by(number % players) for number, each in enumerate(results) if each is not None]
            trials.append(EvaluationGames(players, sum(wins), len(wins)))
        return trials

    def _note(self, found: Round) -> None:
        if self.journal is not None:
            valuation = found.valuation
            self.journal.add(
                {
                    "terms": valuation.terms,
                    "progress": valuation.progress,
                    "start": valuation.progress_start,
                    "prior": valuation.prior,
                    "champion": found.champion,
                    "share": found.share,
                    "games": found.games,
                }
            )

    def _tell(self, found: Round, loss: float, played: Sequence[EvaluationGames]) -> None:
        against = ", ".join(format_share(each) for each in played) or "the first"
        stays = "" if found.champion else "; the one before stays"
        print_note(
            f"round {len(self.rounds)}: {found.games} games, {count_noun(len(found.valuation.terms), 'term')}, "
            f"loss {loss:.3f}, "
            f"over the best so far: {against}{stays} ({self.clock() - self.begun:.0f} s)"
        )


def make_population(pairs: Pairs, rules: tuple[str, ...]) -> Population:
    """Return the population for a game, computed from the positions of its first games."""
    spread = measure_spreads(pairs)
    steps, start, _ = fit_progress(pairs, spread)
    progress = tuple((rules[each], weight) for each, weight in steps)
    return Population(rules, tuple(map(float, spread)), find_telling_feature(pairs), progress, start)


def format_share(trial: EvaluationGames) -> str:
    """Return the share of wins with its interval."""
    bounds = compute_wilson_interval(trial.wins, trial.games)
    return f"{trial.share:.1%} of {trial.games} ({bounds.low:.1%} to {bounds.high:.1%})"


def read_round(line: dict[str, Any]) -> Round:
    """Return the round that a line of a journal describes. Raises ValueError, KeyError or TypeError."""
    terms = tuple(
        (str(rule), read_whole_number(weight), read_whole_number(growth)) for rule, weight, growth in line["terms"]
    )
    progress = tuple((str(rule), read_whole_number(weight)) for rule, weight in line["progress"])
    valuation = WeightedValuation(
        terms, progress, read_whole_number(line["start"]), prior=read_whole_number(line["prior"])
    )
    if type(line["champion"]) is not bool:
        raise ValueError
    return Round(valuation, line["champion"], float(line["share"]), read_whole_number(line["games"]))


def open_journal(path: Path | None, identity: dict[str, Any], rounds: list[Round]) -> Journal | None:
    """Return the journal of a training, with its rounds added to `rounds`; None without a path.

    Raises UsageError for another training or a bad line, and OSError.
    """
    if path is None:
        return None
    return Journal(path, identity, lambda line: rounds.append(read_round(line)), at_once=1)
