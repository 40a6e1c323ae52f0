"""Learning without a valuation: rounds of matches, fits to the winners, and a champion among the fits."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
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
from cardwright_tools.training.evaluation import EvaluationGames, Match, is_gain, match_of
from cardwright_tools.training.journal import Journal, read_whole_number
from cardwright_tools.training.parallel_games import Arena, ArenaGame, ArenaResult, SearchSeat, Seat
from cardwright_tools.training.valuation_fit import (
    Pairs,
    find_telling_feature,
    fit_progress,
    fit_values,
    measure_spreads,
    pair_up,
)
from cardwright_tools.training.varied_valuations import Population

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
# Numbers of final deals, from every seat, from which the time left chooses.
FINAL_DEALS = (40, 20, 10)
# From this number of final deals on, searches are compared. Others play without rollouts, as the prior looks ahead.
SEARCHED = 40
# Number of deals that decide how bots and searches use a valuation: at least so many, and a part of the final deals.
USE_DEALS, PART = 10, 4
# The searches that are compared: simulations and rollout policies, the slowest last; and the part of the simulations
# with which their time is measured.
SIMULATIONS, SAMPLE = 50, 10
ROLLOUTS = ("none", "quick", "turn")
# Factors of the prior that follows from the fit; 0 is a search without a prior.
PRIORS = (1.0, 4.0, 0.0)
# The simulations of the search that may be the stronger player, and of the search without a valuation that is the rival
# of both.
RIVAL = 100
GREEDY = "greedy"
# Share of wins, where 1 is even, from which on nothing slower is tried.
PLAINLY_BETTER = 1.6
# Share of the whole time that is kept for more than the fewest of these matches.
RESERVED = 1 / 3
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


@dataclass(frozen=True)
class ClosingResult:
    """Result of the closing matches: the valuation with its `settling` and prior, and the rollout of a search.

    `matches` are those of `greedy` by the valuation over `greedy` without it. `rivals` are, by kind of bot, those over
    a search without the valuation; {} if none was played.
    """

    valuation: WeightedValuation
    rollout: str
    matches: list[Match]
    rivals: dict[str, list[Match]] = field(default_factory=dict)

    @property
    def helps_greedy(self) -> bool:
        """True if `greedy` wins more with the valuation than without it."""
        return is_gain(self.matches)

    @property
    def helps(self) -> bool:
        """True if any kind of bot wins more with the valuation than without it."""
        return self.helps_greedy or any(is_gain(each) for kind, each in self.rivals.items() if kind != GREEDY)

    @property
    def strongest(self) -> str:
        """The kind of bot that won most with the valuation; `greedy` if nothing is known to be better."""
        return max(self.rivals, key=lambda kind: fmean(each.share for each in self.rivals[kind]), default=GREEDY)


@dataclass
class ClosingMatches:
    """The matches after the last round of a training, and estimates of their time.

    `choices` are the numbers of final deals that may be chosen, the largest first.
    """

    training: UnaidedTraining
    choices: tuple[int, ...]

    def reserve(self) -> float:
        """Return the seconds to keep for these matches: of the most that take no more than their part of the time."""
        return self._estimate(self._choose(self.training.settings.seconds * RESERVED))

    def play(self, champion: WeightedValuation, against: str) -> ClosingResult:
        """Play as many matches as fit into the time left; `against` describes the valuation of `greedy`."""
        training, left = self.training, self.training.seconds_left
        self.deals = self.choices[0] if left == float("inf") else self._choose(left)
        if left < self._estimate(self.deals):
            print_note("one round and the fewest matches after it take longer than the time there is")
        valuation, _ = choose_settling(training, champion, count_use_deals(self.deals))
        rollout, rivals = ROLLOUTS[0], dict[str, list[Match]]()
        if self.deals >= SEARCHED:
            use = count_use_deals(self.deals)
            valuation, rollout, tried = choose_search(training, valuation, use)
            searches = ", ".join(f"{share:.2f} ({how})" for how, share in tried)
            print_note(f"searches by it over `greedy` by it, where 1 is even: {searches}")
            for kind, seat in make_players(valuation, rollout).items():
                games = training.play_deals(seat, f"mcts:{RIVAL}", use, "rival")
                rivals[kind] = [match_of(each, kind, against, f"mcts:{RIVAL}") for each in games]
        played = training.play_deals(valuation, GREEDY, self.deals, "final")
        return ClosingResult(valuation, rollout, [match_of(each, GREEDY, against) for each in played], rivals)

    def _choose(self, seconds: float) -> int:
        """Return the largest number of final deals whose matches take at most so many seconds, or the smallest one."""
        return next((each for each in self.choices if self._estimate(each) <= seconds), self.choices[-1])

    def _estimate(self, deals: int) -> float:
        """Return the seconds that the matches take with a number of final deals; 0 without a limit."""
        if self.training.settings.seconds == float("inf"):
            return 0.0
        at_once, settled = self._paces
        use = count_use_deals(deals)
        searches = (self._search_pace + self._rival_pace) * use if deals >= SEARCHED else 0.0
        return at_once * use + settled * use + max(at_once, settled) * deals + searches

    @cached_property
    def _paces(self) -> tuple[float, float]:
        """Seconds for a deal of the champion, valuing at once and settling first."""
        champion = self.training.champion
        assert champion is not None
        return self._measure(champion, "greedy"), self._measure(replace(champion, settling=True), "greedy")

    @cached_property
    def _rival_pace(self) -> float:
        """Seconds for a deal of each kind of player over a search without the valuation; infinite if not measured.

        Nothing is measured where searches alone take too long.
        """
        champion = self.training.champion
        assert champion is not None
        if self._search_pace * USE_DEALS > self.training.settings.seconds * RESERVED:
            return float("inf")
        without = SAMPLE * self._measure(champion, f"mcts:{RIVAL // SAMPLE}")
        return 2 * without + max(self._search_paces) * RIVAL / SIMULATIONS

    @property
    def _search_pace(self) -> float:
        """Seconds for a deal of all searches that are compared."""
        return sum(self._search_paces) + (len(PRIORS) - 1) * max(self._search_paces)

    @cached_property
    def _search_paces(self) -> list[float]:
        """Seconds for a deal by rollout; where one takes too long, the slower ones are taken to be equal."""
        champion, paces = self.training.champion, list[float]()
        assert champion is not None
        for rollout in ROLLOUTS:
            if paces and paces[-1] * USE_DEALS > self.training.settings.seconds * RESERVED:
                paces.append(paces[-1])
            else:
                small = SearchSeat(champion, SIMULATIONS // SAMPLE, rollout)
                paces.append(SAMPLE * self._measure(small, champion))
        return paces

    def _measure(self, mine: Seat, theirs: Seat) -> float:
        """Return the seconds for a deal, measured on as many deals as play at once."""
        training = self.training
        deals = min(USE_DEALS, -(-training.arena.jobs // min(training.settings.players)))
        begun = training.clock()
        training.play_deals(mine, theirs, deals, "pace")
        return (training.clock() - begun) / deals


def make_players(valuation: WeightedValuation, rollout: str) -> dict[str, Seat]:
    """Return the kinds of bots of which the strongest by a valuation is found, with a seat for each."""
    return {GREEDY: valuation, f"mcts:{RIVAL}:rollout={rollout}": SearchSeat(valuation, RIVAL, rollout)}


def count_use_deals(deals: int) -> int:
    """Return the number of deals that decide how a valuation is used, for a number of final deals."""
    return max(deals // PART, min(deals, USE_DEALS))


def choose_settling(
    training: UnaidedTraining, champion: WeightedValuation, deals: int
) -> tuple[WeightedValuation, list[EvaluationGames]]:
    """Return the valuation, `settling` if that is better, and its games against `greedy` by number of players.

    With `settling`, play continues at random until the score has changed, and only then a state is valued. That helps
    if a valuation of what players have cannot foresee what chance and other players will add, as to a bid in liar's
    dice.
    """
    at_once = training.play_deals(champion, "greedy", deals, "use")
    if _compute_mean_share(at_once) >= PLAINLY_BETTER:
        return champion, at_once
    settled = replace(champion, settling=True)
    later = training.play_deals(settled, "greedy", deals, "use")
    better = _compute_mean_share(later) > _compute_mean_share(at_once)
    return (settled, later) if better else (champion, at_once)


def choose_search(
    training: UnaidedTraining, champion: WeightedValuation, deals: int
) -> tuple[WeightedValuation, str, list[tuple[str, float]]]:
    """Return the valuation with the best prior, the best rollout, and (description, share) of each search tried.

    The best prior and rollout are those with which a small search wins most against `greedy` with the same valuation.
    Shares of wins are multiples of an even share.
    """
    tried: list[tuple[float, WeightedValuation, str]] = []

    def search(valuation: WeightedValuation, rollout: str) -> None:
        played = training.play_deals(SearchSeat(valuation, SIMULATIONS, rollout), champion, deals, "search")
        tried.append((_compute_mean_share(played), valuation, rollout))

    for rollout in ROLLOUTS:
        search(champion, rollout)
    rollout = max(tried, key=lambda each: each[0])[2]
    for factor in PRIORS[1:]:
        search(replace(champion, prior=round(champion.prior * factor)), rollout)
    described = [(f"rollout={policy}, prior {valuation.prior:,}", share) for share, valuation, policy in tried]
    _, valuation, rollout = max(tried, key=lambda each: each[0])
    return valuation, rollout, described


def _compute_mean_share(played: Sequence[EvaluationGames]) -> float:
    """Return the share of wins as a multiple of an even share, averaged over player counts."""
    return sum(each.share * each.players for each in played) / max(1, len(played))
