"""Bots with many different valuations: random ones, and variations of learned ones.

A bot keeps a random valuation for a whole game, so that it follows a plan, as random single decisions would not. In
many of these valuations, weights change in the course of the game: fixed weights cannot express a plan such as "first
what earns, then what counts".
"""

from dataclasses import dataclass, replace
from random import Random

from cardwright.bots.valuation import FULL_PROGRESS, WeightedValuation
from cardwright_tools.training.from_nothing.valuation_fit import LARGEST, round_digits

# Number of features of a random valuation besides the one correlated with winning: at least FEW, each further one with
# probability MORE.
FEW, MORE = 2, 0.88
MAX_FEATURES = 30
# Maximum change of weights in a variation, in powers of two, and the number of features that change.
BOLDNESS = 0.7
PUSHED = 6
# Shares of the seats for random players, and for the champion or its variations. The rest vary the last fit.
WILD, CHAMPIONS = 0.1, 0.35
# Share of random valuations that change in the course of a match.
CHANGING = 0.5


@dataclass(frozen=True)
class Population:
    """The features from which valuations are made, by rule.

    `spread` is how much each feature usually separates players (0: never so far); `telling` is the index of the feature
    correlated most with winning. `progress` and `progress_start` predict how far a game is.
    """

    rules: tuple[str, ...]
    spread: tuple[float, ...]
    telling: int
    progress: tuple[tuple[str, int], ...] = ()
    progress_start: int = 0

    def seats(
        self, players: int, chance: Random, fit: WeightedValuation | None, champion: WeightedValuation | None
    ) -> tuple[WeightedValuation, ...]:
        """Return a valuation for each seat of a game: at random the `champion`, a varied one, or a new one."""
        return tuple(self._choose_one(chance, fit, champion) for _ in range(players))

    def _choose_one(
        self, chance: Random, fit: WeightedValuation | None, champion: WeightedValuation | None
    ) -> WeightedValuation:
        kind = chance.random()
        if fit is None or kind < WILD:
            return self.wild(chance)
        if champion is not None and kind < WILD + CHAMPIONS:
            return champion if chance.random() < 0.5 else self.vary(champion, chance)
        return self.vary(fit, chance)

    def wild(self, chance: Random) -> WeightedValuation:
        """Return a valuation of a few random features, and of the feature most correlated with winning."""
        count = FEW
        while count < MAX_FEATURES and chance.random() < MORE:
            count += 1
        some = chance.sample(range(len(self.rules)), min(count, len(self.rules)))
        early = {each: chance.gauss(0, 1) for each in some}
        early[self.telling] = early.get(self.telling, 0.0) + abs(chance.gauss(0, 1))
        late = early
        if self.progress and chance.random() < CHANGING:
            late = {each: chance.gauss(0, 1) for each in early}
            late[self.telling] = abs(late[self.telling]) + early[self.telling]
        return WeightedValuation(
            tuple(
                (
                    self.rules[each],
                    self._find_weight(each, early[each]),
                    self._find_weight(each, (late[each] - early[each]) / FULL_PROGRESS),
                )
                for each in sorted(early)
            ),
            self.progress if late is not early else (),
            self.progress_start if late is not early else 0,
        )

    def vary(self, valuation: WeightedValuation, chance: Random) -> WeightedValuation:
        """Return a valuation with random changes: all weights are scaled, and some features get other weights."""
        boldness = BOLDNESS * chance.random()
        weights = {
            rule: [round_digits(each * 2 ** chance.gauss(0, boldness)) for each in both]
            for rule, *both in valuation.terms
        }
        for each in chance.sample(range(len(self.rules)), min(PUSHED, len(self.rules))):
            pushed = weights.setdefault(self.rules[each], [0, 0])
            pushed[0] += self._find_weight(each, boldness * chance.gauss(0, 1))
            if valuation.progress:
                pushed[1] += self._find_weight(each, boldness * chance.gauss(0, 1) / FULL_PROGRESS)
        return replace(valuation, terms=tuple((rule, weight, growth) for rule, (weight, growth) in weights.items()))

    def _find_weight(self, feature: int, size: float) -> int:
        return round_digits(size * LARGEST / (self.spread[feature] or 1.0))
