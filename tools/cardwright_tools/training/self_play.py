"""Self-play of bots: matches with sampled states and their winners."""

from collections.abc import Container, Sequence
from contextlib import suppress
from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING, Any

from cardwright.runtime.primitives.random_numbers import derive_seed
from cardwright_tools.laboratory.games.match import MAX_DECISIONS
from cardwright_tools.training.scratch_game import open_engine, open_scratch

if TYPE_CHECKING:
    from cardwright import Game, State
    from cardwright.native.engine import Engine

# Limit for the positions taken from a match; more would add little.
POSITIONS = 16
# Probability of a random choice, so that unusual positions are learned about, too.
ADVENTURE = 0.1


@dataclass(frozen=True)
class SelfPlaySettings:
    """Settings of the matches of a round: all players are bots of kind `bot`, and states are described by `rules`.

    If there are several numbers of `players`, matches with each of them take turns.
    """

    folder: str
    sets: tuple[str, ...]
    players: tuple[int, ...]
    bot: str
    seed: int
    rules: tuple[str, ...]

    def players_of(self, number: int) -> int:
        """Return the number of players of a match."""
        return self.players[number % len(self.players)]


@dataclass(frozen=True)
class SelfPlayMatch:
    """A match of self-play: the winners, and the values of the rules in some states, by player.

    If the match did not end, there are no winners.
    """

    number: int
    winners: tuple[int, ...]
    positions: tuple[tuple[tuple[int, ...], ...], ...]


def play_match(school: SelfPlaySettings, number: int, content: str = "", native: Container[int] = ()) -> SelfPlayMatch:
    """Play a match of a round; `content` is the required hash of the files.

    For numbers of players in `native`, bots run in compiled C, where they make the same choices.
    """
    from cardwright.native.compiled_game import BeyondC

    game, players = open_scratch(school.folder, school.sets, content), school.players_of(number)
    if players in native:
        with suppress(BeyondC):
            return _play_match(school, number, game, open_engine(game, players))
    return _play_match(school, number, game, None)


def _play_match(school: SelfPlaySettings, number: int, game: "Game", engine: "Engine | None") -> SelfPlayMatch:
    from cardwright import SlipError

    seed, players = derive_seed(school.seed, number), school.players_of(number)
    state = game.new(players, seed, tracked=False)
    bots = _InPython(school.bot, players, seed) if engine is None else _InC(school.bot, players, seed, engine)
    chance = Random(derive_seed(seed, "positions"))
    kept: list[Any] = []
    decisions = 0
    try:
        while not state.finished and decisions < MAX_DECISIONS:
            decisions += 1
            # each position of the match is kept with the same probability
            place = len(kept) if len(kept) < POSITIONS else chance.randrange(decisions)
            if place < POSITIONS:
                kept[place : place + 1] = [state.clone()]
            dares = state.option_count > 1 and chance.random() < ADVENTURE
            option = chance.randrange(state.option_count) if dares else bots.choose(state)
            bots.follow(option)
            state.apply(option)
    except SlipError:
        return SelfPlayMatch(number, (), ())
    if not state.finished:
        return SelfPlayMatch(number, (), ())
    rows = tuple(tuple(_read_valuations(each, school.rules, player) for player in range(players)) for each in kept)
    return SelfPlayMatch(number, tuple(state.winners), rows)


class _InPython:
    """Bots of a match in Python."""

    def __init__(self, kind: str, players: int, seed: int) -> None:
        from cardwright.bots import make_bot

        self._bots = [make_bot(kind, derive_seed(seed, "bot", seat)) for seat in range(players)]

    def choose(self, state: "State") -> int:
        return self._bots[state.player].choose(state)

    def follow(self, option: int) -> None:
        """Do nothing, because the state already contains the answer."""


class _InC:
    """Bots of a match in compiled C."""

    def __init__(self, kind: str, players: int, seed: int, engine: "Engine") -> None:
        from cardwright.bots import make_bot
        from cardwright.bots.native_bots import convert_bot

        self._game, self._mind = engine.begun(seed), engine.mind()
        bot = convert_bot(make_bot(kind, 0), engine.program)
        for seat in range(players):
            self._mind.seat(seat, bot, derive_seed(seed, "bot", seat))

    def choose(self, _: "State") -> int:
        return self._mind.choose(self._game)

    def follow(self, option: int) -> None:
        self._game.answer(option)


def _read_valuations(state: Any, rules: Sequence[str], player: int) -> tuple[int, ...]:
    return tuple(int(state.variant.rules[rule](state.slots, player)) for rule in rules)
