"""Matches after a training: how bots use what was learned, and how strong they are with it."""

from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from statistics import fmean

from cardwright.bots.valuation import WeightedValuation
from cardwright_tools.cli.standard_output import print_note
from cardwright_tools.training.evaluation import EvaluationGames, Match, is_gain, match_of
from cardwright_tools.training.from_nothing.learning_from_nothing import UnaidedTraining, format_share
from cardwright_tools.training.parallel_games import SearchSeat, Seat

# Numbers of final deals, from every seat, from which the time left chooses.
FINAL_DEALS = (40, 20, 10)
# From this number of final deals on, searches are compared. With fewer, only one without rollouts is tried, as the
# prior looks ahead.
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
# Share of the whole time that is kept for more than the fewest of these matches; and the share for a search that is
# tried with fewer.
RESERVED, BRIEF = 1 / 3, 1 / 5


@dataclass(frozen=True)
class ClosingResult:
    """Result of the closing matches: the valuation with its `settling` and prior, and the rollout of a search.

    `matches` are those of `greedy` by the valuation over `greedy` without it. `rivals` are, by kind of bot, those over
    a search without the valuation; {} if none was played. `searching` is True if a search by the valuation won more
    than `greedy` by it.
    """

    valuation: WeightedValuation
    rollout: str
    matches: list[Match]
    rivals: dict[str, list[Match]] = field(default_factory=dict)
    searching: bool = False

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
        unrivalled = name_search(self.rollout) if self.searching else GREEDY
        return max(self.rivals, key=lambda kind: fmean(each.share for each in self.rivals[kind]), default=unrivalled)


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
        rollout, rivals, searching = ROLLOUTS[0], dict[str, list[Match]](), False
        use = count_use_deals(self.deals)
        if self.deals >= SEARCHED:
            valuation, rollout, tried = choose_search(training, valuation, use)
            searches = ", ".join(f"{share:.2f} ({how})" for how, share in tried)
            print_note(f"searches by it over `greedy` by it, where 1 is even: {searches}")
            for kind, seat in make_players(valuation, rollout).items():
                games = training.play_deals(seat, f"mcts:{RIVAL}", use, "rival")
                rivals[kind] = [match_of(each, kind, against, f"mcts:{RIVAL}") for each in games]
        elif self._tries_search:
            brief = training.play_deals(SearchSeat(valuation, RIVAL, rollout), valuation, use, "search")
            searching = _compute_mean_share(brief) > 1.0
            print_note(f"{name_search(rollout)} by it over `greedy` by it: {', '.join(map(format_share, brief))}")
        played = training.play_deals(valuation, GREEDY, self.deals, "final")
        matches = [match_of(each, GREEDY, against) for each in played]
        return ClosingResult(valuation, rollout, matches, rivals, searching)

    def _choose(self, seconds: float) -> int:
        """Return the largest number of final deals whose matches take at most so many seconds, or the smallest one."""
        return next((each for each in self.choices if self._estimate(each) <= seconds), self.choices[-1])

    def _estimate(self, deals: int) -> float:
        """Return the seconds that the matches take with a number of final deals; 0 without a limit."""
        if self.training.settings.seconds == float("inf"):
            return 0.0
        at_once, settled = self._paces
        use = count_use_deals(deals)
        searches = 0.0
        if deals >= SEARCHED:
            searches = self._search_pace + self._rival_pace
        elif self._tries_search:
            searches = self._pace_without_rollouts
        return at_once * use + settled * use + max(at_once, settled) * deals + searches * use

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
    def _tries_search(self) -> bool:
        """True if there is time for a search without rollouts where not all searches are compared."""
        seconds = self.training.settings.seconds
        return seconds == float("inf") or self._pace_without_rollouts * USE_DEALS < seconds * BRIEF

    @property
    def _pace_without_rollouts(self) -> float:
        """Seconds for a deal of the search without rollouts."""
        return self._search_paces[0] * RIVAL / SIMULATIONS

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
    return {GREEDY: valuation, name_search(rollout): SearchSeat(valuation, RIVAL, rollout)}


def name_search(rollout: str) -> str:
    """Return the kind of bot that searches by a valuation with a rollout."""
    return f"mcts:{RIVAL}:rollout={rollout}"


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
