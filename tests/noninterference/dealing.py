"""Other deals of a game in which one player notices the very same: found by playing again, not by `determinise`.

A game is played and written down. Then it is played again under another seed: what the player came to see of every
shuffle stays where it was, all else lies anywhere; dice and coins fall as before; and the others, who hold other cards
now, are given answers until one is found after which the player has noticed exactly what they noticed before. So a
world found here is one that the rules can lead to, with a history of its own, and nothing that happened tells the
player which of the two they are in: what the choices of others give away they give away in both.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any

from tests.noninterference.watching import HIDDEN, Token, Watcher, watched, watcher_of

from cardwright import Game, SlipError, State
from cardwright.state_slots_and_table_rows import PASS

# So many answers of another are tried at one decision, so many deals for one game, and so many answers in all for
# each decision of the first game.
TRIES = 6
DEALS = 4
EFFORT = 4


@dataclass
class Moment:
    """A state of a game that was played, and how much the player had noticed by then."""

    state: State
    noticed: int
    sight: tuple[Any, ...]


@dataclass
class Course:
    """A game as it was played, for one player: its moments, all the player noticed, and what everybody answered.

    `others` has the values that others chose, by how much the player had noticed, who chose, and where.
    """

    game: Game
    players: int
    player: int
    seed: int
    moments: list[Moment] = field(default_factory=list)
    stream: list[Token] = field(default_factory=list)
    own: list[int] = field(default_factory=list)
    others: dict[tuple[int, int, int], list[Any]] = field(default_factory=dict)

    @property
    def watcher(self) -> Noted:
        """What was written down of chance."""
        found = self.moments[-1].state.slots[0]
        assert isinstance(found, Noted)
        return found


class NoSuchWorld(Exception):
    """Dealt like this, the player would see other pieces than they saw."""


class Noted(Watcher):
    """Writes down what chance does, and which of the shuffled pieces a player comes to see."""

    def __init__(self, program: Any, players: tuple[int, ...]) -> None:
        super().__init__(program, players)
        self.shuffles: list[list[int]] = []
        self.found: list[set[int]] = []
        self.outcomes: dict[str, list[int]] = {}
        self.aside: set[tuple[str, int]] = set()

    def rolled_aside(self, S: list[Any], roll: int) -> None:
        kind = next(entry.kind for entry in reversed(self.log) if entry.kind in ("roll", "flip"))
        self.aside.add((kind, len(self.outcomes[kind]) - 1))
        super().rolled_aside(S, roll)

    def order(self, S: list[Any], zone: int, pile: tuple[int, ...]) -> tuple[int, ...]:
        order = super().order(S, zone, pile)
        self.shuffles.append(list(order))
        self.found.append(set())
        return order

    def drawn(self, S: list[Any], kind: str, name: str, n: int) -> int:
        outcome = super().drawn(S, kind, name, n)
        self.outcomes.setdefault(kind, []).append(outcome)
        return outcome

    def tell(self, player: int, token: Token) -> None:
        super().tell(player, token)
        if token[0] in ("moves", "turns") and token[1] != HIDDEN:
            self.saw(token[1])
        elif token[0] == "shows":
            for piece, _ in token[2]:
                if piece != HIDDEN:
                    self.saw(int(piece))

    def saw(self, piece: int) -> None:
        """The player has seen a piece: it must come out of the last shuffle it was in as it did."""
        piece = self.whole(piece)
        for order, found in zip(reversed(self.shuffles), reversed(self.found), strict=True):
            if piece in order:
                found.add(piece)
                return


class Redealt(Watcher):
    """Lets chance deal other pieces than before wherever the player never saw which they were.

    `stubborn`: what is picked at random is picked as before, which is right more often than not.
    """

    def __init__(self, program: Any, players: tuple[int, ...], first: Noted, luck: random.Random) -> None:
        super().__init__(program, players)
        self.first = first
        self.luck = luck
        self.dealt = 0
        self.fallen: dict[str, int] = {}
        self.stubborn = True

    def clone(self) -> Redealt:
        other = super().clone()
        assert isinstance(other, Redealt)
        other.fallen = self.fallen.copy()
        return other

    def order(self, S: list[Any], zone: int, pile: tuple[int, ...]) -> tuple[int, ...]:
        mixed = super().order(S, zone, pile)
        number, self.dealt = self.dealt, self.dealt + 1
        if number >= len(self.first.shuffles):
            return mixed
        before, found = self.first.shuffles[number], self.first.found[number]
        if len(before) != len(mixed) or not found <= set(mixed):
            raise NoSuchWorld
        rest = [piece for piece in mixed if piece not in found]
        self.luck.shuffle(rest)
        return tuple([piece if piece in found else rest.pop() for piece in before])

    def drawn(self, S: list[Any], kind: str, name: str, n: int) -> int:
        number = self.fallen.get(kind, 0)
        self.fallen[kind] = number + 1
        before = self.first.outcomes.get(kind, [])
        free = kind == "pick" or (kind, number) in self.first.aside
        if number < len(before) and before[number] < n and (self.stubborn or not free):
            self.dictated[f"{kind} {name}"] = [before[number]]
        return super().drawn(S, kind, name, n)


def stream_of(state: State, player: int) -> list[Token]:
    """All that a player noticed; the scores are read out in the end."""
    stream = watcher_of(state).seen[player]
    if not state.finished:
        return stream
    # at the end everybody is shown what the scores are made of
    sheets = (state.score_sheet(player) for player in range(state.program.players))
    return [*stream, ("ends", *sheets, *state.winners)]


def played(game: Game, players: int, player: int, seed: int, decisions: int) -> Course:
    """A game at random, written down for a player."""
    chance = random.Random(seed)
    course = Course(game, players, player, seed)
    state = watched(game, players, seed, Noted(game.program(players), (player,)))
    while True:
        watcher = watcher_of(state)
        assert isinstance(watcher, Noted)
        for piece in range(len(state.program.tables.whole)):
            if watcher.piece(state.slots, player, piece) != HIDDEN:
                watcher.saw(piece)
        course.stream = stream_of(state, player)
        noticed = len(course.stream)
        course.moments.append(Moment(state.clone(), noticed, watcher.sight(state.slots, player)))
        if state.finished or state.decisions >= decisions:
            return course
        answer = chance.randrange(state.option_count)
        asked, options, site = state.slots[1]
        if asked == player:
            course.own.append(answer)
        else:
            course.others.setdefault((noticed, asked, site), []).append(options[answer])
        state.apply(answer)


@dataclass
class _Fork:
    """A decision of another in the second game, with the answers not tried yet."""

    state: State
    answers: list[int]
    own: int


class Redeal:
    """A second game in which the player notices what they noticed in the first."""

    def __init__(self, course: Course, seed: int) -> None:
        self.course = course
        self.player = course.player
        self.luck = random.Random(seed)
        self.seed = seed
        self.effort = DEALS + EFFORT * len(course.moments)
        self.asked = [m for m in course.moments if m.state.player == self.player or m.state.finished]
        self.waiting: dict[int, list[Moment]] = {}
        for moment in course.moments:
            if moment.state.player != self.player:
                self.waiting.setdefault(moment.noticed, []).append(moment)

    def pairs(self) -> Iterator[tuple[State, State]]:
        """States of the first game and of another that the player cannot tell apart."""
        state = self._start()
        own = 0
        forks: list[_Fork] = []
        while state is not None and self.effort > 0:
            found = self._pair(state, own)
            if found is not None:
                yield found
            if not self._goes_on(state, own, found):
                state, own = self._back(forks)
            elif state.player == self.player:
                if own >= len(self.course.own):
                    return
                answer = self.course.own[own]
                own += 1
                if answer >= state.option_count:
                    return
                if not self._answer(state, answer):
                    state, own = self._back(forks)
            else:
                forks.append(_Fork(state, self._answers(state), own))
                state, own = self._back(forks)

    def _start(self) -> State | None:
        course = self.course
        for deal in range(DEALS):
            self.effort -= 1
            watcher = Redealt(course.game.program(course.players), (self.player,), course.watcher, self.luck)
            watcher.stubborn = deal == 0
            try:
                state = watched(course.game, course.players, self.seed + deal, watcher)
            except (NoSuchWorld, SlipError):
                continue
            if self._fits(state):
                return state
        return None

    def _fits(self, state: State) -> bool:
        stream = stream_of(state, self.player)
        return stream == self.course.stream[: len(stream)]

    def _pair(self, state: State, own: int) -> tuple[State, State] | None:
        """The moment of the first game that this is like, if there is one."""
        stream = stream_of(state, self.player)
        sight = watcher_of(state).sight(state.slots, self.player)
        if state.player == self.player or state.finished:
            like = self.asked[own : own + 1]
        else:
            like = self.waiting.get(len(stream), [])
        for moment in like:
            same = moment.noticed == len(stream) and moment.state.finished == state.finished
            # which of two branches asks alike shows to nobody but a bot, and docs/hidden.md tells that it does
            same = same and not (state.player == self.player and _asks_alike_elsewhere(moment.state, state))
            if same and moment.sight == sight:
                return moment.state, state
        return None

    def _goes_on(self, state: State, own: int, found: object) -> bool:
        return not state.finished and (state.player != self.player or found is not None)

    def _answers(self, state: State) -> list[int]:
        """What another could answer, the most likely last."""
        asked, options, site = state.slots[1]
        noticed = len(watcher_of(state).seen[self.player])
        liked = self.course.others.get((noticed, asked, site), [])
        order = self.luck.sample(range(len(options)), min(TRIES, len(options)))
        first = [index for index, value in enumerate(options) if value in liked]
        second = [index for index, value in enumerate(options) if value == PASS]
        return list(dict.fromkeys([*first, *second, *order]))[::-1]

    def _back(self, forks: list[_Fork]) -> tuple[State | None, int]:
        """Go back to the last decision of another that has answers left, and try the next one."""
        while forks and self.effort > 0:
            fork = forks[-1]
            if not fork.answers:
                forks.pop()
                continue
            state = fork.state.clone()
            if self._answer(state, fork.answers.pop()):
                return state, fork.own
        return None, 0

    def _answer(self, state: State, answer: int) -> bool:
        """Whether an answer leads to nothing that the player did not notice before."""
        self.effort -= 1
        watcher = watcher_of(state)
        assert isinstance(watcher, Redealt)
        watcher.stubborn = self.luck.random() < 0.7
        try:
            state.apply(answer)
        except (NoSuchWorld, SlipError):
            return False
        return self._fits(state)


def _asks_alike_elsewhere(one: State, other: State) -> bool:
    """Whether two places of the rules ask the same in the same words."""
    if one.finished or one.site == other.site:
        return False
    looks = [(each.prompt, [option.text for option in each.options]) for each in (one.decision, other.decision) if each]
    return looks[0] == looks[1]
