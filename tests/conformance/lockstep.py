"""Plays a game in lock step with OpenSpiel's: chance, who decides, what they can do, and what they get."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import Any, NamedTuple

from cardwright import Game, State, load_game
from cardwright.runtime.decision import Option


class DivergedError(AssertionError):
    """The two games parted; the message says where, and what each of them had to say."""


class Chance(NamedTuple):
    """An outcome of chance in theirs: what it was, and how many decisions had been taken before."""

    outcome: int
    decided: int


@dataclass(frozen=True)
class Classic:
    """One of our games and one of theirs, and how to tell that what happens in them is the same.

    `dictate` turns what chance brought in theirs into what `Game.dictated` takes, `action` an option of ours into the
    number of theirs (None for one that leads to the rest of what they ask at once), `gains` our final scores into their
    returns. `together` is there for a pick of several cards that they take as one action: the number of each set of
    cards (by their own numbers). `steered` chooses in every other game, where random play hardly comes to the point; it
    may leave a choice to chance.
    """

    name: str
    theirs: str
    players: int
    dictate: Callable[[Sequence[Chance]], Mapping[str, Sequence[Any]]]
    action: Callable[[State, Option], int | None]
    gains: Callable[[State], Sequence[float]]
    parameters: Mapping[str, Any] = field(default_factory=dict)
    sets: tuple[str, ...] | None = None
    together: Callable[[frozenset[int]], int] | None = None
    steered: Callable[[Any, random.Random], int | None] = lambda position, chance: None


class Played(NamedTuple):
    """What was compared in one game: decisions with a choice, and outcomes of chance."""

    decisions: int
    chance: int


def compare(classic: Classic, seed: int, spiel: Any, games: tuple[Game, Any] | None = None) -> Played:
    """Play one random game of theirs, and ours beside it. Raises DivergedError where they differ."""
    ours, theirs = games or loaded(classic, spiel)
    course = _random_course(theirs, random.Random(seed), classic.steered if seed % 2 else None)
    chance = [Chance(action, before) for before, action in _outcomes(course)]
    state = ours.dictated(classic.players, seed, classic.dictate(chance))
    table = _Table(classic, state, seed)
    position = theirs.new_initial_state()
    for player, action in course:
        if player >= 0:
            table.decide(player, position.legal_actions(player), action)
        if position.is_simultaneous_node():
            table.sealed.append(action)
            if len(table.sealed) == theirs.num_players():
                position.apply_actions(table.sealed)
                table.sealed = []
        else:
            position.apply_action(action)
    table.close(list(position.returns()))
    return Played(table.decisions, len(chance))


def loaded(classic: Classic, spiel: Any) -> tuple[Game, Any]:
    """Our game and theirs."""
    return load_game(classic.name, classic.sets), spiel.load_game(classic.theirs, dict(classic.parameters))


def _random_course(
    theirs: Any, chance: random.Random, steered: Callable[[Any, random.Random], int | None] | None
) -> list[tuple[int, int]]:
    """Who did what in a random game of theirs; chance has a negative number for a player."""
    position, course = theirs.new_initial_state(), []
    while not position.is_terminal():
        if position.is_simultaneous_node():
            actions = [chance.choice(position.legal_actions(p)) for p in range(theirs.num_players())]
            course += list(enumerate(actions))
            position.apply_actions(actions)
            continue
        if position.is_chance_node():
            outcomes = position.chance_outcomes()
            [action] = chance.choices([o for o, _ in outcomes], [weight for _, weight in outcomes])
        else:
            chosen = steered(position, chance) if steered else None
            action = chance.choice(position.legal_actions()) if chosen is None else chosen
        course.append((position.current_player(), action))
        position.apply_action(action)
    return course


def _outcomes(course: Sequence[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    decided = 0
    for player, action in course:
        if player < 0:
            yield decided, action
        decided += player >= 0


class _Table:
    """Our game, and what was picked of several cards that they take one by one."""

    def __init__(self, classic: Classic, state: State, seed: int) -> None:
        self.classic, self.state, self.seed = classic, state, seed
        self.decisions = 0
        self.sealed: list[int] = []
        self._picked: list[int] = []

    def decide(self, player: int, legal: Sequence[int], action: int) -> None:
        """Compare one decision of theirs, and take theirs in ours; what is forced is asked by neither."""
        if len(legal) == 1 and not self._picked:
            return
        self.decisions += len(legal) > 1
        decision = self.state.decision
        if decision is None or decision.player != player:
            raise self._diverged("who decides", f"P{player + 1}", decision and f"P{decision.player + 1}")
        several = self.state.several
        if several is None:
            offered = [*self._offered(self.state, ())]
            numbers = dict(offered)
            self._same(legal, numbers, len(offered))
            for option in numbers[action]:
                self.state.apply(option)
            return
        places = {self._number(self.state, option): place for place, option in enumerate(several.items)}
        if self.classic.together is not None:
            sets = {self.classic.together(frozenset(c)): c for c in combinations(places, several.most)}
            self._same(legal, sets, len(sets))
            self._pick([places[number] for number in sets[action]])
            return
        self._same(legal, places.keys() - self._picked, len(places) - len(self._picked))
        self._picked.append(action)
        if len(self._picked) == several.most:
            self._pick([places[number] for number in self._picked])
            self._picked = []

    def close(self, returns: list[float]) -> None:
        """Compare the ends: ours is over, chance was asked for the same, and everybody gets the same."""
        if self.state.decision is not None:
            raise self._diverged("the end", "over", self.state.decision)
        if left := self.state.dictated_left:
            raise self._diverged("chance", "all of it", f"not asked for {left}")
        gained = [float(each) for each in self.classic.gains(self.state)]
        if gained != returns:
            raise self._diverged("the returns", returns, gained)

    def _offered(self, state: State, before: tuple[int, ...]) -> Iterator[tuple[int, tuple[int, ...]]]:
        """The numbers of what can be done, each with the answers that do it."""
        decision = state.decision
        for option in decision.options if decision else ():
            number = self.classic.action(state, option)
            answers = (*before, option.index)
            if number is not None:
                yield number, answers
                continue
            ahead = state.clone()
            ahead.apply(option)
            yield from self._offered(ahead, answers)

    def _number(self, state: State, option: Option) -> int:
        number = self.classic.action(state, option)
        assert number is not None
        return number

    def _pick(self, places: Sequence[int]) -> None:
        for answer in self.state.answers_for(places):
            self.state.apply(answer)

    def _same(self, legal: Sequence[int], ours: Any, count: int) -> None:
        if set(legal) != set(ours) or count != len(legal):
            raise self._diverged("what can be done", sorted(legal), sorted(ours))

    def _diverged(self, what: str, theirs: object, ours: object) -> DivergedError:
        where = f"{self.classic.name}, seed {self.seed}, after {self.state.decisions} answers: {what}"
        asked = self.state.decision
        return DivergedError(f"{where}\n  theirs: {theirs}\n  ours:   {ours}\n  asked:  {asked and asked.prompt}")
