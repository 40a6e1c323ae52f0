"""Chance nodes of the game tree: a match stops where it needs a random outcome.

The order of a shuffled pile is chosen only as far as the game reads it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from typing import TYPE_CHECKING, Any, Self, SupportsIndex, overload

from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.state_slots_and_table_rows import Slots

if TYPE_CHECKING:
    from cardwright.runtime.program import Program

# Index for a draw that is no shuffle, but a number.
NO_SHUFFLE = -1


class ChanceAsked(BaseException):
    """Signal that a random outcome is needed: a number below `count`, or the next `count` pieces of a shuffled pile.

    `shuffle` is the number of the shuffle that made the pile. `pool` holds the pieces of the pile whose order is still
    open. The class does not derive from Exception, so that no error handler between here and the caller, who supplies
    the outcome, catches it.
    """

    def __init__(self, act: str, count: int, shuffle: int = NO_SHUFFLE, pool: tuple[int, ...] = ()) -> None:
        super().__init__(act)
        self.act, self.count, self.shuffle, self.pool = act, count, shuffle, pool


class Unsettled(tuple[int, ...]):
    """A pile, topmost piece last, in which the order of the `loose` lowest pieces is still open.

    Reading the piece at a loose position raises ChanceAsked; the number and the set of the loose pieces can be read.
    They are stored in ascending order, so that equal piles compare equal.
    """

    loose: int
    shuffle: int
    act: str

    @classmethod
    def of(cls, pieces: Sequence[int], loose: int, shuffle: int, act: str) -> tuple[int, ...]:
        """Return the pile, or a plain tuple if its whole order is known."""
        if loose < 2:
            return tuple(pieces)
        made = cls(pieces)
        made.loose, made.shuffle, made.act = loose, shuffle, act
        return made

    @property
    def pieces(self) -> tuple[int, ...]:
        """All pieces of the pile; loose pieces come in the order of their numbers."""
        return tuple(super().__iter__())

    def settled(self, chosen: Sequence[int]) -> tuple[int, ...]:
        """Return the pile after the pieces `chosen` were determined as its next pieces from the top."""
        loose = [piece for piece in self.pieces[: self.loose] if piece not in chosen]
        return self.of([*loose, *chosen[::-1], *self.pieces[self.loose :]], len(loose), self.shuffle, self.act)

    def _require_order(self, lowest: int) -> None:
        """Raise ChanceAsked if the piece at the position `lowest` is still open."""
        if lowest < self.loose:
            raise ChanceAsked(self.act, min(self.loose - max(lowest, 0), self.loose - 1), self.shuffle, self.pool)

    @property
    def pool(self) -> tuple[int, ...]:
        """The pieces whose order is still open."""
        return self.pieces[: self.loose]

    def _require_whole(self) -> tuple[int, ...]:
        self._require_order(0)
        return self.pieces

    @overload
    def __getitem__(self, place: SupportsIndex) -> int: ...
    @overload
    def __getitem__(self, place: slice[Any, Any, Any]) -> tuple[int, ...]: ...
    def __getitem__(self, place: Any) -> Any:
        """Return the pieces at a position or slice. Only the positions that are read need an order."""
        if not isinstance(place, slice):
            self._require_order(range(len(self))[place])
            return self.pieces[place]
        places = range(len(self))[place]
        if not places:
            return ()
        if place.step in (None, 1) and places[0] == 0 and places[-1] >= self.loose - 1:
            return self.of(self.pieces[place], self.loose, self.shuffle, self.act)
        self._require_order(min(places[0], places[-1]))
        return self.pieces[place]

    def __iter__(self) -> Iterator[int]:
        return iter(self._require_whole())

    def __reversed__(self) -> Iterator[int]:
        return reversed(self._require_whole())

    def __contains__(self, piece: object) -> bool:
        return piece in self.pieces

    def index(self, piece: Any, *bounds: Any) -> int:
        """Return the position of a piece, as `tuple.index` does."""
        if piece in self.pool:
            self._require_order(0)
        return self.pieces.index(piece, *bounds)

    def __add__(self, other: tuple[Any, ...]) -> tuple[Any, ...]:
        above = other._require_whole() if isinstance(other, Unsettled) else other
        return self.of(self.pieces + above, self.loose, self.shuffle, self.act)

    def __radd__(self, other: tuple[Any, ...]) -> tuple[Any, ...]:
        return other + self._require_whole()

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Unsettled) and (self.loose, self.shuffle) == (other.loose, other.shuffle):
            return self.pieces == other.pieces
        return isinstance(other, tuple) and len(self) == len(other) and self._require_whole() == tuple(other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __hash__(self) -> int:
        return hash(self._require_whole())


class OpenTracker(Tracker):
    """An observer that draws nothing: it uses given outcomes of chance, and raises ChanceAsked when none are left.

    - `numbers`: the given numbers
    - `orders`: by the number of a shuffle, the topmost pieces of its pile, top first
    - `shuffles`: the number of shuffles so far
    """

    def __init__(self, program: Program) -> None:
        super().__init__(program)
        self.numbers: list[int] = []
        self.orders: Mapping[int, tuple[int, ...]] = {}
        self.shuffles = 0

    def clone(self) -> Self:
        """Return a copy of this observer, for a copy of the match."""
        other = copy(self)
        vars(other).update(vars(super().clone()))
        other.numbers = self.numbers.copy()
        return other

    def chance(self, S: Slots, kind: str, name: str, n: int) -> int:
        """Return the next given outcome, which is below `n`. Raises ChanceAsked if there is none."""
        if n > 1 and not self.numbers:
            raise ChanceAsked(f"{kind} {name}", n)
        self.dictated = {kind: [self.numbers.pop(0) if n > 1 else 0]}
        return super().chance(S, kind, name, n)

    def shuffled(self, S: Slots, zone: int, pile: tuple[int, ...]) -> tuple[int, ...]:
        """Return the pieces of a zone as a pile whose order is chosen when it is read."""
        pieces = sorted(pile.pieces if isinstance(pile, Unsettled) else pile)
        self.forget_order(S, zone, pieces)
        word = self.program.tables.zones[zone - self.program.tables.zones_from].word
        return self._settle(pieces, f"shuffle {word}")

    def mixed(self, S: Slots, pieces: list[int], player: int = -1) -> list[int]:
        """Return pieces that a player picks without seeing their fronts, in the order of the options."""
        return [*self._settle(sorted(pieces), "pick by backs")][::-1]

    def _settle(self, pieces: Sequence[int], act: str) -> tuple[int, ...]:
        pile = Unsettled.of(pieces, len(pieces), self.shuffles, act)
        found = pile.settled(self.orders.get(self.shuffles, ())) if isinstance(pile, Unsettled) else pile
        self.shuffles += 1
        return found


def unsettled(values: Iterable[Any]) -> bool:
    """Return True if one of some values of a state is, or contains, a pile whose order is still open."""
    return any(type(value) is Unsettled or (type(value) is tuple and unsettled(value)) for value in values)


def settled(value: Any, orders: Mapping[int, tuple[int, ...]]) -> Any:
    """Return a value of a state in which piles with an open order have the orders given in `orders`."""
    if type(value) is Unsettled:
        return value.settled(orders[value.shuffle]) if value.shuffle in orders else value
    if type(value) is tuple:
        return tuple([settled(each, orders) for each in value])
    return value
