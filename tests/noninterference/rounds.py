"""One round: a game watched by one of its players, with every sort of pair of states that look the same to them.

A round is made from its game, players and seed alone, so whatever it finds is found again. Its pairs are

- `redealt`: a state of a game and one of another with other hidden pieces, in which the player noticed the same;
- `natural`: states of games played side by side in which the player happened to notice the same, and
- `views`: in which view, log, question and what the engine takes the player to know are equal;
- `dealt`: a state and a world that `State.determinise` made of it.
"""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import asdict, dataclass, field
from functools import cache
from pathlib import Path
from time import process_time
from typing import Any

from tests.declared import declared
from tests.noninterference.comparing import differences, flat, reached, unwatched
from tests.noninterference.dealing import Course, Redeal, played, stream_of
from tests.noninterference.watching import HIDDEN, Watcher, watched, watcher_of

from cardwright import Game, State, load_game
from cardwright.query.determinization import resample
from cardwright.runtime.primitives.bitsets import ids
from cardwright.runtime.primitives.zones import where
from cardwright.state_slots_and_table_rows import PENDING

ROOT = Path(__file__).parents[2]
OWN = Path(__file__).parent / "games"
# Games of the language's own tests in which much is hidden.
WORDS = (
    *("duel", "own_decks", "tokens", "masquerade", "fray", "guilds", "menagerie", "marshals", "phantoms", "vigil"),
    *("troupe", "regency", "tempest", "pots"),
)
LANGUAGE = tuple(ROOT / "tests" / "language" / word for word in WORDS)
SORTS = ("redealt", "natural", "views", "dealt")
# Other games for one, starts that are played from side by side, and games from each of these.
REDEALS, STARTS, BRANCHES = 2, 2, 3
# Every so manieth state of a game is dealt anew.
DEALT = 2


@cache
def variants() -> dict[str, tuple[Path, tuple[str, ...] | None]]:
    """All games and examples with the sets they have of themselves, those with more sets also with all, and our own."""
    found: dict[str, tuple[Path, tuple[str, ...] | None]] = {}
    folders = (ROOT / "games", ROOT / "examples", OWN)
    paths = [path for folder in folders for path in sorted(each for each in folder.iterdir() if each.is_dir())]
    for path in (*paths, *LANGUAGE):
        found[path.name] = path, None
        read = declared(path)[0]
        if set(read.all_sets) > set(read.sets):
            found[f"{path.name}+all"] = path, read.all_sets
    return found


@cache
def loaded(word: str) -> Game:
    """A game by its name, with `+all` for all of its sets."""
    path, sets = variants()[word]
    return load_game(path, sets)


@dataclass(frozen=True)
class Round:
    """A game, how many play it, and the seed that everything in the round grows from."""

    word: str
    players: int
    seed: int
    decisions: int

    @property
    def name(self) -> str:
        """The numbers it can be played by again."""
        return f"{self.word}:{self.players}:{self.seed}:{self.decisions}"

    @staticmethod
    def named(text: str) -> Round:
        """The round with these numbers; ValueError if they are none."""
        word, players, seed, decisions = text.split(":")[:4]
        if word not in variants():
            raise ValueError(f"there is no game {word}")
        return Round(word, int(players), int(seed), int(decisions))


@dataclass
class Found:
    """What rounds came to: states looked at, pairs by their sort, and what differed in which pair.

    `bots` are the states in which bots chose. `backs` are the picks by the backs of cards that lie in no order, and
    `rising` those of them in which the last option stands behind the first in the files of the game.
    """

    word: str
    states: int = 0
    pairs: Counter[str] = field(default_factory=Counter)
    bots: int = 0
    backs: int = 0
    rising: int = 0
    differences: list[tuple[str, str]] = field(default_factory=list)
    seconds: float = 0.0

    def add(self, other: Found) -> None:
        """Put what other rounds came to beside it."""
        self.states += other.states
        self.pairs += other.pairs
        self.bots += other.bots
        self.backs += other.backs
        self.rising += other.rising
        self.differences += other.differences
        self.seconds += other.seconds

    def leaning(self) -> str:
        """What the order of picks by the backs tells of the cards; "" if it is within five standard deviations."""
        if (2 * self.rising - self.backs) ** 2 <= 25 * self.backs:
            return ""
        return f"of {self.backs} picks by the backs {self.rising} offer in the order of the files"


class Playing:
    """Plays a round; what is reached in a state is worked out once for all pairs it is in.

    `reach` finds all that is to be compared, by a state, a player and a number.
    """

    def __init__(self, play: Round, reach: Callable[[State, int, int], dict[str, Any]] = reached) -> None:
        self.round = play
        self.reach = reach
        self.game = loaded(play.word)
        self.player = random.Random(play.seed).randrange(play.players)
        self.found = Found(play.word)
        self._reached: dict[tuple[int, int], tuple[State, dict[str, Any]]] = {}

    def play(self) -> Found:
        """All of it."""
        began = process_time()
        course = self.look_at_backs()
        for sort, number, one, other in [*self._redealt(course), *self._dealt(course), *self._side_by_side()]:
            self.found.pairs[sort] += 1
            for told in differences(one, other):
                self.found.differences.append((f"{self.round.name}:{sort}:{number}", told))
        self.found.seconds = process_time() - began
        return self.found

    def _of(self, state: State, number: int) -> dict[str, Any]:
        """What the player can reach in a state."""
        key = id(state), number
        if key not in self._reached:
            self.found.states += 1
            self._reached[key] = state, self.reach(unwatched(state), self.player, number)
            self.found.bots += "random" in self._reached[key][1]
        return self._reached[key][1]

    def _of_moment(self, state: State) -> dict[str, Any]:
        """The same of a state with a number of its own."""
        return self._of(state, self._number(state))

    def _number(self, state: State) -> int:
        """What of the costly things is compared there: something else in every game and at every decision."""
        return self.round.seed + state.decisions

    def look_at_backs(self) -> Course:
        """The game alone, in which it is noted what the player picks by the backs."""
        course = played(self.game, self.round.players, self.player, self.round.seed, self.round.decisions)
        for moment in course.moments:
            self._look_at_backs(moment.state)
        return course

    def _look_at_backs(self, state: State) -> None:
        """Whether the player picks by the backs there, and in the order of the files."""
        if state.player != self.player or state.program.tables.sites[state.site].base != "piece":
            return
        watcher, slots = watcher_of(state), state.slots
        backs = [
            option
            for option in slots[PENDING][1]
            if option >= 0
            and watcher.piece(slots, self.player, option) == HIDDEN
            and not watcher.known[self.player] >> watcher.whole(option) & 1
            and isinstance(slots[watcher.slot(slots, watcher.whole(option))], int)
        ]
        if len(backs) > 1:
            self.found.backs += 1
            self.found.rising += backs[0] < backs[-1]

    def _redealt(self, course: Course) -> Iterator[tuple[str, int, dict[str, Any], dict[str, Any]]]:
        number = 0
        for deal in range(REDEALS):
            for moment, other in Redeal(course, self.round.seed * REDEALS + deal).pairs():
                yield "redealt", number, self._of_moment(moment), self._of(other.clone(), self._number(moment))
                number += 1

    def _dealt(self, course: Course) -> Iterator[tuple[str, int, dict[str, Any], dict[str, Any]]]:
        for number, moment in enumerate(course.moments):
            if number % DEALT == 0 and not moment.state.finished:
                world = resample(unwatched(moment.state), self.player, number)
                yield "dealt", number, self._of_moment(moment.state), self._of(world, self._number(moment.state))

    def _side_by_side(self) -> Iterator[tuple[str, int, dict[str, Any], dict[str, Any]]]:
        """Games from a few starts, each gone on with in a few ways; in all of them the player answers the same."""
        noticed: dict[str, State] = {}
        told: dict[str, State] = {}
        number = 0
        for start in range(STARTS):
            for branch in range(BRANCHES):
                for state, stream in self._branch(start, branch):
                    sight = watcher_of(state).sight(state.slots, self.player)
                    site = state.site if state.player == self.player else None
                    asked = site, state.finished
                    for sort, before, key in (
                        ("natural", noticed, str((stream, sight, asked))),
                        ("views", told, str((told_by(state, self.player), asked))),
                    ):
                        first = before.setdefault(key, state)
                        if first is not state and first.digest() != state.digest():
                            yield sort, number, self._of_moment(first), self._of(state, self._number(first))
                            number += 1

    def _branch(self, start: int, branch: int) -> Iterator[tuple[State, list[Any]]]:
        seed = self.round.seed * STARTS + start
        own, others = random.Random(seed), random.Random(f"{seed} {branch}")
        watcher = Watcher(self.game.program(self.round.players), (self.player,))
        state = watched(self.game, self.round.players, seed, watcher)
        while not state.finished and state.decisions < self.round.decisions // 4:
            chance = own if state.player == self.player else others
            state.apply(chance.randrange(state.option_count))
            yield state.clone(), list(stream_of(state, self.player))


def told_by(state: State, player: int) -> str:
    """All that the engine tells a player, in one text."""
    plain = unwatched(state)
    asked = repr((plain.decision, plain.several)) if plain.player == player else ""
    # of cards that look alike the player tells one from the other where they know them
    known = [(piece, where(plain.variant.context, plain.slots, piece)) for piece in ids(plain.slots[0].known[player])]
    return json.dumps([asdict(plain.view(player)), flat(plain.visible_log(player)), asked, known], default=str)
