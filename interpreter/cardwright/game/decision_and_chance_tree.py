"""The game tree: every node is a decision, a chance node, or the end of the game."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from cardwright.game.state import MatchMaker, State
from cardwright.query.knowledge.remap_hidden_references import count_references
from cardwright.runtime.chance_nodes import NO_SHUFFLE, ChanceAsked, OpenTracker, Unsettled, settled, unsettled
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.primitives.bitsets import mask_of
from cardwright.runtime.primitives.equal_and_hidden_options import nature
from cardwright.runtime.primitives.random_numbers import mix, seeded
from cardwright.runtime.state import IllegalAnswer
from cardwright.source.path_and_number_checks import convert_whole_number
from cardwright.state_slots_and_table_rows import RNG, TRACKER

# Limit for the possibilities of one draw. A number with more possibilities is drawn in several steps.
MAX_DRAWS = 100


@dataclass(frozen=True, slots=True)
class Draw:
    """An outcome of chance: its text, and its weight relative to the other outcomes."""

    text: str
    weight: int


@dataclass(frozen=True, slots=True)
class _Way:
    """The path to a node: the last decision (None: the start), its answer, and the outcomes of chance since."""

    before: State | None
    answer: int
    numbers: tuple[int, ...] = ()
    orders: Mapping[int, tuple[int, ...]] | None = None


@dataclass(frozen=True, slots=True)
class _ChanceQuery:
    """A chance node at which `left` more draws are made from `groups` of numbers or interchangeable pieces."""

    act: str
    groups: tuple[tuple[Draw, tuple[int, ...]], ...]
    left: int
    shuffle: int


class Fork:
    """A node in the tree of a game. `draws` are the outcomes of chance; empty at a decision or the end.

    Nodes are immutable: `then` returns a child. A shuffled pile gets an order only as far as the game reads it, so
    that every chance node has an effect. Interchangeable pieces are a single outcome.
    """

    def __init__(
        self, game: MatchMaker, players: int, way: _Way, raw: State | None, asked: _ChanceQuery | None
    ) -> None:
        self.game = game
        self.players = players
        self._way = way
        self._raw = raw
        self._chance_query = asked
        self.draws: tuple[Draw, ...] = () if asked is None else tuple(draw for draw, _ in asked.groups)

    def __repr__(self) -> str:
        where = f"{len(self.draws)} draws" if self._raw is None else self._raw.reached
        return f"<Fork of {self.game.name}: {where}>"

    def then(self, number: int) -> Fork:
        """Return the child for an answer or an outcome of chance, by its number.

        Raises IllegalAnswer for an invalid number, and SlipError if the game cannot continue.
        """
        number = convert_whole_number(number, "a draw or an answer")
        if self._chance_query is None:
            assert self._raw is not None
            if not 0 <= number < self._raw.option_count:
                raise IllegalAnswer(f"there is no option {number}: there are {self._raw.option_count}")
            return _play_on_to_node(self.game, self.players, _Way(self._raw, number))
        if not 0 <= number < len(self.draws):
            raise IllegalAnswer(f"there is no draw {number}: there are {len(self.draws)}")
        return self._draw(self._chance_query, number)

    def _draw(self, asked: _ChanceQuery, number: int) -> Fork:
        chosen = asked.groups[number][1]
        if asked.shuffle == NO_SHUFFLE:
            if len(chosen) > 1:
                return self._make_fork(self._way, _make_number_query(asked.act, chosen))
            return _play_on_to_node(
                self.game, self.players, replace(self._way, numbers=(*self._way.numbers, chosen[0]))
            )
        orders = dict(self._way.orders or {})
        orders[asked.shuffle] = (*orders.get(asked.shuffle, ()), chosen[0])
        groups = _remove_drawn(asked.groups, number)
        left = asked.left - 1
        while left and len(groups) == 1:  # any order of equal pieces is the same
            orders[asked.shuffle] = (*orders[asked.shuffle], groups[0][1][0])
            groups, left = _remove_drawn(groups, 0), left - 1
        way = replace(self._way, orders=orders)
        return (
            self._make_fork(way, replace(asked, groups=groups, left=left))
            if left
            else _play_on_to_node(self.game, self.players, way)
        )

    def _make_fork(self, way: _Way, asked: _ChanceQuery) -> Fork:
        return Fork(self.game, self.players, way, None, asked)

    @property
    def finished(self) -> bool:
        """True if the game is over at this node."""
        return self._raw is not None and self._raw.finished

    @property
    def weight(self) -> int:
        """Approximate number of integers stored for this node, for limits on memory."""
        return 0 if self._raw is None else 2 * (len(self._raw.slots) + len(self._raw.tracker.log)) + 100

    @cached_property
    def state(self) -> State | None:
        """The state at this decision or end.

        At a chance node, the state at the last decision before it; None before the first decision.
        """
        before = self._raw or self._way.before
        return None if before is None else _copy_with_seed(before, 0)

    def sampled(self, seed: int) -> State:
        """Return the state at this node, with all further chance drawn from a seed.

        At a chance node, the outcome of that node is drawn as well. Piles whose order is still open are shuffled.
        """
        seed = convert_whole_number(seed, "a seed")
        if self._raw is not None:
            return _copy_with_seed(self._raw, seed)
        place: Fork = self
        numbers = [seeded(seed)]
        slots: list[Any] = [None] * RNG + numbers
        while place.draws:
            ways = [n for n, draw in enumerate(place.draws) for _ in range(draw.weight)]
            place = place.then(mix(slots, ways)[0])
        return place.sampled(seed)


def make_root(game: MatchMaker, players: int) -> Fork:
    """Return the root of a game's tree, before its setup."""
    return _play_on_to_node(game, game.program(players, "tracked").players, _Way(None, -1))


def _play_on_to_node(game: MatchMaker, players: int, way: _Way) -> Fork:
    """Play on from the last decision with the given outcomes of chance, and return the node."""
    before = way.before
    state = State(game, game.program(players, "tracked"), 0, tracked=True) if before is None else before.clone()
    tracker: OpenTracker = OpenTracker(state.program) if before is None else state.slots[TRACKER]
    tracker.numbers, tracker.orders = list(way.numbers), way.orders or {}
    if way.orders and before is not None:
        state.slots[TRACKER + 1 :] = [settled(value, way.orders) for value in state.slots[TRACKER + 1 :]]
        state.frames = [settled(frame, way.orders) for frame in state.frames]
    try:
        if before is None:
            state.tracker = tracker
            state.begin()
        else:
            state.base, state.origin = before, None
            state.apply(way.answer)
    except ChanceAsked as asked:
        return Fork(game, players, way, None, _make_chance_query(state, asked))
    tracker.orders = {}
    state.base = None  # only copies are answered, and none goes back before this state
    return Fork(game, players, way, state, None)


def _make_chance_query(state: State, asked: ChanceAsked) -> _ChanceQuery:
    """Return the chance node for a state that needs a random outcome."""
    if asked.shuffle == NO_SHUFFLE:
        return _make_number_query(asked.act, range(asked.count))
    tables, naming = state.program.tables, state.program.naming
    plain = _order_piles(state, 0)
    named = count_references(plain, mask_of(asked.pool))
    groups: dict[object, list[int]] = {}
    for piece in asked.pool:
        alike = tables.kinds[naming.kind(piece)].interchangeable and piece not in named
        groups.setdefault(nature(plain.variant.context, plain.slots, piece) if alike else piece, []).append(piece)
    draws = []
    taken: dict[str, int] = {}
    for each in groups.values():
        key = naming.piece_key(each[0])
        taken[key] = taken.get(key, 0) + 1
        text = f"{asked.act}: {key}" + (f"#{taken[key]}" if taken[key] > 1 else "")
        draws.append((Draw(text, len(each)), tuple(each)))
    return _ChanceQuery(asked.act, tuple(draws), asked.count, asked.shuffle)


def _make_number_query(act: str, numbers: Sequence[int]) -> _ChanceQuery:
    """Return a chance node whose outcomes are numbers, or ranges of numbers if there are many of them."""
    size = 1
    while len(numbers) > size * MAX_DRAWS:
        size *= MAX_DRAWS
    runs = [tuple(numbers[place : place + size]) for place in range(0, len(numbers), size)]
    draws = [(Draw(f"{act}: {run[0]}" + (f" to {run[-1]}" if len(run) > 1 else ""), len(run)), run) for run in runs]
    return _ChanceQuery(act, tuple(draws), 1, NO_SHUFFLE)


def _remove_drawn(
    groups: tuple[tuple[Draw, tuple[int, ...]], ...], number: int
) -> tuple[tuple[Draw, tuple[int, ...]], ...]:
    """Return the groups after a piece of group `number` was drawn."""
    draw, pieces = groups[number]
    rest = ((replace(draw, weight=draw.weight - 1), pieces[1:]),) if len(pieces) > 1 else ()
    return (*groups[:number], *rest, *groups[number + 1 :])


def _copy_with_seed(state: State, seed: int) -> State:
    """Return a copy of a state that draws further chance from a seed, like a match outside of the tree."""
    copy = _order_piles(state, seed)
    tracker = copy.tracker
    plain = Tracker(copy.program)
    vars(plain).update({word: value for word, value in vars(tracker).items() if word in vars(plain)})
    copy.tracker = plain
    copy.start_here(None)
    return copy


def _order_piles(state: State, seed: int) -> State:
    """Return a copy of a state in which every pile has an order; a seed decides this order and further chance."""
    copy = state.clone()
    copy.generator = seeded(seed)
    if unsettled(copy.slots[TRACKER + 1 :]) or unsettled(copy.frames):
        orders: dict[int, tuple[int, ...]] = {}
        for value in (*copy.slots[TRACKER + 1 :], *copy.frames):
            _mix_loose(copy, value, orders)
        copy.slots[TRACKER + 1 :] = [settled(value, orders) for value in copy.slots[TRACKER + 1 :]]
        copy.frames = [settled(frame, orders) for frame in copy.frames]
    return copy


def _mix_loose(copy: State, value: Any, orders: dict[int, tuple[int, ...]]) -> None:
    if type(value) is Unsettled and value.shuffle not in orders:
        orders[value.shuffle] = tuple(mix(copy.slots, list(value.pool)))
    elif type(value) is tuple:
        for each in value:
            _mix_loose(copy, each, orders)
