"""Games of bots with themselves: positions taken from them, and who had won in the end."""

from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from random import Random
from typing import TYPE_CHECKING, Any

from cardwright_tools.laboratory.play import MOST_DECISIONS
from cardwright_tools.laboratory.seeds import derive_seed

if TYPE_CHECKING:
    from cardwright import Game

# So many positions are taken from a game: more would say little that these do not.
POSITIONS = 16
# How often a bot tries something else, so that also what it would never do is learnt about.
ADVENTURE = 0.1


@dataclass(frozen=True)
class School:
    """What decides how the games of a round go, but for their numbers: all play `bot`, and positions tell `rules`."""

    folder: str
    sets: tuple[str, ...]
    players: int
    bot: str
    seed: int
    rules: tuple[str, ...]


@dataclass(frozen=True)
class Lived:
    """A game: who won, and for some positions of it, for each player, what the rules came to.

    Nobody `won` a game that never ended.
    """

    number: int
    winners: tuple[int, ...]
    positions: tuple[tuple[tuple[int, ...], ...], ...]


def live(school: School, number: int) -> Lived:
    """Play a game of a round."""
    from cardwright import RunawayError
    from cardwright.bots import make_bot

    seed = derive_seed(school.seed, number)
    state = _opened(school.folder, school.sets).new(school.players, seed, tracked=False)
    bots = [make_bot(school.bot, derive_seed(seed, "bot", seat)) for seat in range(school.players)]
    chance = Random(derive_seed(seed, "positions"))
    kept: list[Any] = []
    decisions = 0
    try:
        while not state.finished and decisions < MOST_DECISIONS:
            decisions += 1
            # of all positions of the game each is as likely to be kept
            place = len(kept) if len(kept) < POSITIONS else chance.randrange(decisions)
            if place < POSITIONS:
                kept[place : place + 1] = [state.clone()]
            dares = state.option_count > 1 and chance.random() < ADVENTURE
            state.apply(chance.randrange(state.option_count) if dares else bots[state.player].choose(state))
    except RunawayError:
        return Lived(number, (), ())
    if not state.finished:
        return Lived(number, (), ())
    told = tuple(tuple(_told(each, school.rules, player) for player in range(school.players)) for each in kept)
    return Lived(number, tuple(state.winners), told)


def _told(state: Any, rules: Sequence[str], player: int) -> tuple[int, ...]:
    return tuple(int(state.variant.rules[rule](state.slots, player)) for rule in rules)


@lru_cache(maxsize=2)
def _opened(folder: str, sets: tuple[str, ...]) -> "Game":
    from cardwright import load_game

    return load_game(folder, sets)
