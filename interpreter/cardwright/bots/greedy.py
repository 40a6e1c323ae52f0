"""A bot that searches its own decisions until another player decides, and takes the best line."""

from random import Random

from cardwright.bots.lookahead import WORLDS as SETTLED
from cardwright.bots.lookahead import Lookahead, Settling, SlipCount
from cardwright.bots.repetition_guard import Patience, choose_to_decline
from cardwright.bots.valuation import WeightedValuation, is_settled_first, value_by_rule
from cardwright.game.state import State
from cardwright.query.determinization import Unseen

# Number of sampled worlds. More would depend less on one sample, but in no shipped game were they worth the time.
WORLDS = 1
# Number of worlds if other players have given secret answers: with one, the bot would bet on a single guess.
GUESSES = 8


class GreedyBot:
    """A bot that takes the option after which its own further decisions can reach the greatest margin.

    The margin uses the game's `valuation`, or another rule (`greedy:valuation=RULE`). In a game without a valuation,
    and for rules in `settling:`, the bot plays on at random until the score has changed.
    """

    def __init__(self, seed: int, valuation: str | WeightedValuation = "") -> None:
        self._random = Random(seed)
        self.valuation = valuation
        self._patience = Patience()

    def choose(self, state: State) -> int:
        """Return the index of the best option.

        Among equally good options, one that declines is chosen, otherwise a random one.
        """
        if self._patience.lost(state):
            return choose_to_decline(state, self._random)
        valued = value_by_rule(state, self.valuation)
        unseen = Unseen(valued, state.player)
        worths = [0] * state.option_count
        goes_on, slips = is_settled_first(valued), SlipCount()
        for _ in range(SETTLED if goes_on else GUESSES if state.secret else WORLDS):
            world = unseen.dealt(self._random.getrandbits(32))
            world.forget_log()
            settling = Settling(world, self._random, slips) if goes_on else None
            for option, worth in enumerate(Lookahead(world, self._random, settling=settling, slips=slips).worths()):
                worths[option] += worth
        highest = max(worths)
        best = [option for option, worth in enumerate(worths) if worth == highest]
        declining = [option for option in best if state.declines(option)]
        return self._random.choice(declining or best)
