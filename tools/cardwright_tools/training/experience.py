"""Games of bots with themselves: positions taken from them, and who had won in the end."""

import json
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from cardwright_tools.cli.failure import UsageError
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


# ---------------------------------------------------------------- games that were played before


class Diary:
    """The games of a round in a file, one a line behind what they are of, so that a broken off run goes on."""

    def __init__(self, path: Path, identity: dict[str, Any]) -> None:
        """Open or begin a file. Raises UsageError for one of other games, and OSError."""
        self._path = path
        self._identity = json.dumps(identity, sort_keys=True)
        if not path.exists():
            path.write_text(self._identity + "\n", encoding="utf-8")

    def read(self, players: int, rules: int) -> Iterator[Lived]:
        """The games in it; a last line that was not written to its end is left out. Raises UsageError."""
        lines = self._path.read_text(encoding="utf-8", errors="replace").splitlines(keepends=True)
        if not lines or lines[0].rstrip("\n") != self._identity:
            raise UsageError(f"{self._path} holds games of another training; name another folder with --out.")
        for place, line in enumerate(lines[1:], start=2):
            if not line.endswith("\n"):
                break
            try:
                yield _lived(json.loads(line), players, rules)
            except (ValueError, KeyError, TypeError, RecursionError) as error:
                raise UsageError(f"{self._path}, line {place}, is no game of a training.") from error
        whole = "".join(line for line in lines if line.endswith("\n"))
        self._path.write_text(whole, encoding="utf-8")

    def note(self, lived: Lived) -> None:
        """Add a game."""
        said = {"game": lived.number, "winners": lived.winners, "positions": lived.positions}
        with self._path.open("a", encoding="utf-8") as file:
            file.write(json.dumps(said, separators=(",", ":")) + "\n")


def _lived(found: dict[str, Any], players: int, rules: int) -> Lived:
    positions = tuple(tuple(tuple(map(_whole, told)) for told in each) for each in found["positions"])
    if any(len(each) != players or any(len(told) != rules for told in each) for each in positions):
        raise ValueError
    winners = tuple(map(_whole, found["winners"]))
    if not all(0 <= player < players for player in winners):
        raise ValueError
    return Lived(_whole(found["game"]), winners, positions)


def _whole(value: object) -> int:
    if type(value) is not int:
        raise ValueError
    return value
