"""A bot with Monte-Carlo tree search over determinizations."""

from collections.abc import Hashable, Sequence
from itertools import count
from math import sqrt
from random import Random

from cardwright.bots.lookahead import WORLDS, Lookahead, Settling, SlipCount
from cardwright.bots.repetition_guard import Patience, choose_to_decline
from cardwright.bots.rollout_policies import TRIED, find_rollout, look_one_ahead, play_out, settle
from cardwright.bots.search_tree import SearchNode, TriedOption
from cardwright.bots.valuation import WeightedValuation, compute_margins, find_prior, is_settled_first, value_by_rule
from cardwright.game.cancel_computation import check_stop_signal
from cardwright.game.state import State
from cardwright.query.determinization import Unseen
from cardwright.runtime.errors import SlipError
from cardwright.runtime.primitives.zones import may_see, where

SIMULATIONS = 200
# The playout that the game itself chooses.
ROLLOUT = ""
DEPTH = 6
# Number of first simulations that only measure how large a lead can be.
PILOTS = 8
# Number of worlds in which the options are first compared by lookahead, as `greedy` does. Each counts as LOOK_WEIGHT
# simulations of every option.
FIRST_LOOKS = 2
LOOK_WEIGHT = 1
# Exploration constant: how strongly the first estimate (`priors`) favours an option with few visits.
EAGERNESS = 1.5
# Assumed standard deviation of the result of one simulation.
DOUBT = 0.25


class MctsBot:
    """Monte-Carlo tree search with `N` simulations (`mcts:N`), which chooses the option visited most.

    Every simulation samples the hidden information again. From a leaf it plays on for some decisions, and takes the
    game's `valuation`, or another rule of a player, as the result
    (`mcts:N:rollout=quick|greedy|random|none|turn:depth=D:valuation=RULE`). All players are assumed to maximize their
    own result, and not to know each other's secret answers.
    """

    def __init__(
        self,
        seed: int,
        simulations: int = SIMULATIONS,
        rollout: str = ROLLOUT,
        depth: int = DEPTH,
        valuation: str | WeightedValuation = "",
    ) -> None:
        self._random = Random(seed)
        self._patience = Patience()
        self.simulations = simulations
        self.rollout = rollout
        self.depth = depth
        self.valuation = valuation

    def choose(self, state: State) -> int:
        """Return the index of the option visited most."""
        if state.option_count == 1:
            return 0
        if self._patience.lost(state):
            return choose_to_decline(state, self._random)
        rollout = find_rollout(self.rollout, state.program)
        search = Search(value_by_rule(state, self.valuation), self._random, rollout, self.depth)
        if search.settled is not None:
            return search.settled
        for _ in range(self.simulations):
            if search.slips.is_exhausted:
                break
            search.simulate()
        return search.choice()


class Search:
    """The search for one choice. Sampled states in which the player has seen the same events share one tree."""

    def __init__(self, state: State, random: Random, rollout: str, depth: int) -> None:
        self.random = random
        self.rollout = rollout
        self.depth = depth
        self.player = state.player
        self.unseen = Unseen(state, state.player)
        self.root = SearchNode()
        self.scale = 0.0
        self.unrated: list[tuple[list[tuple[TriedOption, int]], list[int], State]] = []
        self.options = range(state.option_count)
        self.seeds: list[int] = []
        self.slips = SlipCount()
        self.settles = is_settled_first(state)
        looks = self._look_first()
        self.shares = compute_shares(looks, find_prior(state)) if self.settles or find_prior(state) else []
        self.settled = find_harmless_decline(state, looks)
        self.idle = find_idle_option(state, looks)

    def _look_first(self) -> list[list[int]]:
        looks = []
        for number in range(WORLDS if self.settles else FIRST_LOOKS):
            world = self._sample_world(number)
            settling = Settling(world, self.random, self.slips) if self.settles else None
            looks.append(Lookahead(world, self.random, settling=settling, slips=self.slips).worths())
        means = [sum(each) / len(looks) for each in zip(*looks, strict=True)]
        spread = sorted(means)
        middle, width = spread[len(spread) // 2], max(1.0, (spread[-1] - spread[0]) / 2)
        for option, worth in enumerate(means):
            weight = LOOK_WEIGHT * FIRST_LOOKS
            self.root.tried[option] = TriedOption(weight, weight * _squash((worth - middle) / width))
        return looks

    def _sample_world(self, number: int) -> State:
        """Return sampled state `number`. All options are tried in it, so that luck favours none."""
        while len(self.seeds) <= number:
            self.seeds.append(self.random.getrandbits(32))
        world = self.unseen.dealt(self.seeds[number])
        world.forget_log()
        return world

    def choice(self) -> int:
        """Return the most visited option; of several equal ones, that with the best result.

        If this option is not significantly better than the idle option (`find_idle_option`), return the idle option.
        """
        self._compute_all_rewards()
        tried = self.root.tried
        best = max(self.options, key=lambda option: (tried[option].taken, tried[option].mean))
        if self.idle is None or best == self.idle:
            return best
        margin = tried[best].mean - tried[self.idle].mean
        doubt = DOUBT * sqrt(1 / tried[best].taken + 1 / tried[self.idle].taken)
        return best if margin > doubt else self.idle

    # ------------------------------------------------------------ one simulation

    def simulate(self) -> None:
        """Sample a state, descend the tree to a new node, play on from there, and record the result."""
        first = self._choose_first()
        number = self.root.tried[first].taken - FIRST_LOOKS * LOOK_WEIGHT
        world = self._sample_world(number)
        chance = Random(self.seeds[number])
        before = compute_margins(world)
        begin = world.clone() if self.settles else world
        taken: list[tuple[TriedOption, int]] = []
        try:
            world = self._descend(world, first, taken, chance)
        except SlipError as error:
            self.slips.add(error)
            return
        end = play_out(world, self.rollout, self.depth, chance, taken[-1][1], self.slips)
        if self.settles:
            end = settle(end, begin, chance, self.slips)
        self.unrated.append((taken, before, end))
        if self.scale or len(self.unrated) >= PILOTS:
            self._compute_all_rewards()

    def _choose_first(self) -> int:
        """Return the option to be tried next: by its upper confidence bound or, with a prior, its share of visits."""
        if not self.shares:
            return self.root.best(self.options)
        tried, reach = self.root.tried, EAGERNESS * sqrt(self.root.visits + 1)
        prospects = [tried[each].mean + reach * self.shares[each] / (1 + tried[each].taken) for each in self.options]
        return prospects.index(max(prospects))

    def _descend(self, world: State, first: int, taken: list[tuple[TriedOption, int]], chance: Random) -> State:
        """Return the first state outside the tree; the options and players on the way are appended to `taken`."""
        place = self.root
        secrets: tuple[tuple[int, Hashable], ...] = ()
        keys: Sequence[Hashable] = self.options
        for depth in count():
            player, secret = world.player, world.secret
            own = tuple([key for who, key in secrets if who == player])
            here = place.asked_secretly((player, own)) if secret and depth else place
            fresh = here.untried(keys) if depth else []
            if fresh:
                option, world = look_one_ahead(world, fresh if len(fresh) <= TRIED else chance.sample(fresh, TRIED))
            else:
                check_stop_signal()
                option = here.best(keys) if depth else first
                world.apply(option)
            taken.append((here.take(keys, option), player))
            if fresh or world.finished:
                return world
            asked, next_site = world.player, world.site
            if secret and world.secret:
                secrets = (*secrets, (player, keys[option]))
            else:
                place = place.child((*secrets, (player, keys[option]), asked, next_site))
                secrets = ()
            keys = identify_options(world, self.unseen.mask)
        raise AssertionError("a game ends")

    # ------------------------------------------------------------ how it went

    def _compute_all_rewards(self) -> None:
        if not self.scale and self.unrated:
            gains = [
                abs(a - b) for _, before, end in self.unrated for a, b in zip(compute_margins(end), before, strict=True)
            ]
            self.scale = max(1.0, 1.5 * sum(gains) / len(gains))
        for taken, before, end in self.unrated:
            rewards = self._list_rewards(before, end)
            for tried, player in taken:
                tried.total += rewards[player]
        self.unrated.clear()

    def _list_rewards(self, before: list[int], end: State) -> list[float]:
        gains = [_squash((now - then) / self.scale) for now, then in zip(compute_margins(end), before, strict=True)]
        if not end.finished:
            return [0.05 + 0.9 * gain for gain in gains]
        winners = end.winners
        return [0.1 * gain + (0.9 / len(winners) if p in winners else 0.0) for p, gain in enumerate(gains)]


def compute_shares(looks: list[list[int]], prior: int) -> list[float]:
    """Return for each option its share of the visits; the shares add up to 1.

    `looks` has a list for each sampled state, with the margin that a lookahead found after each option. The option with
    the highest mean margin gets the largest share. `prior` is a difference of mean margins: an option that is behind
    the best one by `prior` gets a quarter of that share, an option behind by `2 * prior` a ninth. If `prior` is 0, the
    difference is estimated from how much the margins of an option vary among the sampled states.
    """
    options, worlds = range(len(looks[0])), len(looks)
    means = [sum(each) / worlds for each in zip(*looks, strict=True)]
    width = float(prior)
    if not prior:
        middle, differ = sum(map(sum, looks)) / (worlds * len(means)), 0.0
        for worths in looks:
            luck = sum(worths) / len(worths) - middle
            for option in options:
                differ += abs(worths[option] - means[option] - luck)
        width = max(1.0, differ / (worlds * len(means)))
    highest = max(means)
    weights = []
    for mean in means:
        behind = 1 + (highest - mean) / width
        weights.append(1 / (behind * behind))
    whole = 0.0
    for weight in weights:
        whole += weight
    return [weight / whole for weight in weights]


def find_harmless_decline(state: State, looks: list[list[int]]) -> int | None:
    """Return the option that declines the only offer if declining is better in every sampled state; else None.

    `looks` has for each sampled state the margin that a lookahead found after each option.
    """
    if state.option_count != 2 or not state.declines(1):
        return None
    return 1 if all(declining > taking for taking, declining in looks) else None


def find_idle_option(state: State, looks: list[list[int]]) -> int | None:
    """Return the option that declines if all options are equal in every sampled state; else None.

    `looks` is as for `find_harmless_decline`. Without this test, a search would offer the same useless trade for ever.
    """
    if any(min(worths) < max(worths) for worths in looks):
        return None
    return next((option for option in range(state.option_count) if state.declines(option)), None)


def identify_options(state: State, hidden: int) -> list[Hashable]:
    """Return for each option a key that identifies it in all sampled states.

    Pieces of the bitset `hidden` are identified by definition if the player knows it, else by their position.
    """
    player, options, site = state.player, state.offered, state.site
    tables = state.program.tables
    if tables.sites[site].base != "piece":
        return list(options)
    keys: list[Hashable] = []
    seen: dict[Hashable, int] = {}
    for place, option in enumerate(options):
        key: Hashable = option
        if option >= 0 and hidden >> option & 1:
            slot = where(state.variant.context, state.slots, option)
            known = may_see(state.variant.context, state.slots, player, option, slot)
            key = ("card", tables.pieces[option]) if known else ("place", place)
            seen[key] = seen.get(key, 0) + 1
            if seen[key] > 1:
                key = (key, seen[key])
        keys.append(key)
    return keys


def _squash(value: float) -> float:
    return 0.5 + 0.5 * value / (1 + abs(value))
