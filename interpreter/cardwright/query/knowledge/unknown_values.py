"""Unknown values, which allow only operations whose result the player knows."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, NoReturn


class Hidden(Exception):
    """Error for an operation whose result depends on information that is hidden from the player."""


def _refuses(*_: object) -> NoReturn:
    raise Hidden


# Every operation, whatever its result. Partly known values define some of them with results.
_REFUSED: Any = _refuses


class Unknown:
    """A value that the player does not know. Every operation on it raises `Hidden`."""

    __slots__ = ()
    # all operations by which generated code and primitives can read a value
    __add__ = __radd__ = __sub__ = __rsub__ = __mul__ = __rmul__ = __floordiv__ = __rfloordiv__ = _REFUSED
    __and__ = __rand__ = __or__ = __ror__ = __xor__ = __rxor__ = __lshift__ = __rlshift__ = _REFUSED
    __rshift__ = __rrshift__ = __neg__ = __invert__ = __lt__ = __le__ = __gt__ = __ge__ = _REFUSED
    __eq__ = __ne__ = __hash__ = __bool__ = __int__ = __index__ = __len__ = __iter__ = _REFUSED
    __contains__ = __getitem__ = __str__ = __format__ = bit_count = bit_length = index = count = _REFUSED


class Reckoned(Unknown):
    """A number computed from a hidden piece.

    It can only be used as the index of a slot, to read visible memory on that piece (see `Marked`).
    """

    __slots__ = ("number",)

    def __init__(self, number: int) -> None:
        self.number = number

    def __add__(self, other: object) -> Reckoned:
        return Reckoned(self.number + other) if type(other) is int else _refuses()

    def __sub__(self, other: object) -> Reckoned:
        return Reckoned(self.number - other) if type(other) is int else _refuses()

    __radd__ = __add__

    def __mul__(self, other: object) -> Reckoned:
        return Reckoned(self.number * other) if type(other) is int else _refuses()

    __rmul__ = __mul__


class Marked(list[Any]):
    """The slots of a state as a player knows them, with the visible memory on hidden pieces.

    `marks` has the visible values by slot, including the zone of each such piece.
    """

    def __init__(self, slots: Iterable[Any], marks: dict[int, Any]) -> None:
        super().__init__(slots)
        self.marks = marks

    def __getitem__(self, place: Any) -> Any:
        if type(place) is Reckoned:
            return self.marks[place.number] if place.number in self.marks else _refuses()
        if type(place) is slice:
            return Marked(super().__getitem__(place), self.marks.copy())
        return super().__getitem__(place)

    def __setitem__(self, place: Any, value: Any) -> None:
        if type(place) is not Reckoned:
            super().__setitem__(place, value)
        elif place.number in self.marks:
            self.marks[place.number] = value
        else:
            _refuses()


class UnknownZone(Unknown):
    """The zone of a hidden piece: one of several."""

    __slots__ = ("zones",)

    def __init__(self, zones: frozenset[int]) -> None:
        self.zones = zones

    def __eq__(self, other: object) -> bool:
        return False if isinstance(other, int) and other not in self.zones else _refuses()

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = _refuses


class Back(Unknown):
    """A hidden piece: one of the pieces in the bitset `pool`. `down` is True if it is face down in a zone with faces.

    `piece` is used only to look up the visible memory of this piece.
    """

    __slots__ = ("down", "piece", "pool")

    def __init__(self, pool: int, down: bool, piece: int = -1) -> None:
        self.pool = pool
        self.down = down
        self.piece = piece

    def __add__(self, other: object) -> Reckoned:
        return Reckoned(self.piece) + other if self.piece >= 0 else _refuses()

    def __sub__(self, other: object) -> Reckoned:
        return Reckoned(self.piece) - other if self.piece >= 0 else _refuses()

    __radd__ = __add__

    def __mul__(self, other: object) -> Reckoned:
        return Reckoned(self.piece) * other if self.piece >= 0 else _refuses()

    __rmul__ = __mul__

    @property
    def any(self) -> int:
        """The number of one of the pieces that this placeholder can stand for; all are of the same kind."""
        return self.pool.bit_length() - 1

    def __ge__(self, other: object) -> bool:
        return True if type(other) is int and other <= 0 else _refuses()

    def __lt__(self, other: object) -> bool:
        return not self >= other

    def __eq__(self, other: object) -> bool:
        return False if isinstance(other, int) and (other < 0 or not self.pool >> other & 1) else _refuses()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __rrshift__(self, mask: int) -> int:
        """Return the bit of the piece in a bitset, for `mask >> piece & 1`."""
        if not mask & self.pool:
            return 0
        return _refuses() if self.pool & ~mask else 1

    __hash__ = _refuses


class Backs(Unknown):
    """An unordered zone as a bitset with some unknown bits: `backs` of the pieces in `pool` are in it."""

    __slots__ = ("backs", "down", "known", "pool")

    def __init__(self, known: int, pool: int, backs: tuple[Back, ...], down: bool) -> None:
        self.known = known
        self.pool = pool
        self.backs = backs
        self.down = down

    def bit_count(self) -> int:
        """Return the number of pieces."""
        return self.known.bit_count() + len(self.backs)

    def __len__(self) -> int:
        return self.bit_count()

    def __bool__(self) -> bool:
        return True

    def __eq__(self, other: object) -> bool:
        return False if isinstance(other, int) and (not other or other & self.known != self.known) else _refuses()

    def __ne__(self, other: object) -> bool:
        return not self == other

    def __and__(self, other: object) -> int | Backs:
        if isinstance(other, Faces):
            return self.known & other.known if self.down else _refuses()
        if not isinstance(other, int):
            return _refuses()
        if not other & self.pool:
            return self.known & other
        return _refuses() if self.pool & ~other else Backs(self.known & other, self.pool, self.backs, self.down)

    __rand__ = __and__

    def __or__(self, other: object) -> Backs:
        if isinstance(other, int) and not other & self.pool:
            return Backs(self.known | other, self.pool, self.backs, self.down)
        if isinstance(other, Backs) and other is not self and not (self.known | other.known) & (self.pool | other.pool):
            # a piece lies in only one of two zones
            down = self.down and other.down
            return Backs(self.known | other.known, self.pool | other.pool, self.backs + other.backs, down)
        return _refuses()

    __ror__ = __or__

    def __rshift__(self, piece: object) -> int:
        """Return the bit of a piece, for `mask >> piece & 1`."""
        return self.known >> piece if type(piece) is int and not self.pool >> piece & 1 else _refuses()

    def __contains__(self, piece: object) -> bool:
        return bool(self >> piece & 1)

    def __invert__(self) -> Outside:
        return Outside(self)

    __hash__ = _refuses


class Outside(Unknown):
    """The complement of an unordered zone in which not all pieces are known."""

    __slots__ = ("zone",)

    def __init__(self, zone: Backs) -> None:
        self.zone = zone

    def __and__(self, other: object) -> int:
        return other & ~self.zone.known if isinstance(other, int) and not other & self.zone.pool else _refuses()

    __rand__ = __and__


class Faces(Unknown):
    """A bitset of pieces with a property, such as lying face up, that is unknown for the pieces of a `pool`.

    Bits of known pieces can be changed; the others stay unknown.
    """

    __slots__ = ("known", "pool")

    def __init__(self, mask: int, pool: int) -> None:
        self.known = mask & ~pool
        self.pool = pool

    def __rshift__(self, piece: object) -> int:
        if isinstance(piece, Back):
            return 0 if piece.down else _refuses()
        return self.known >> piece if type(piece) is int and not self.pool >> piece & 1 else _refuses()

    def __and__(self, other: object) -> int | Faces | Backs:
        if isinstance(other, Backs):
            return other & self
        if not isinstance(other, int):
            return _refuses()
        if not ~other & self.pool:  # what was said of some known pieces is withdrawn
            return Faces(self.known & other, self.pool)
        return _refuses() if other & self.pool else self.known & other

    __rand__ = __and__

    def __or__(self, other: object) -> Faces:
        if isinstance(other, Faces):
            return Faces(self.known | other.known, self.pool | other.pool)
        return Faces(self.known | other, self.pool) if isinstance(other, int) else _refuses()

    __ror__ = __or__

    def __xor__(self, other: object) -> Faces:
        return Faces(self.known ^ other, self.pool) if isinstance(other, int) and not other & self.pool else _refuses()

    def __invert__(self) -> Outside:
        return Outside(Backs(self.known, self.pool, (), False))
