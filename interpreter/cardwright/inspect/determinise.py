"""Deals anew what a player cannot know: hidden pieces keep their number in every place, not their identity."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardwright.contract import BY_MARK, FACE, GAINED, LOST, PASS, PENDING, RNG, SUPPRESSED, TRACKER
from cardwright.inspect.multi_pick import BOUNDS
from cardwright.runtime.kernel import ids, mask_of, mix, rand, seeded
from cardwright.runtime.secret_answers import SEALED

if TYPE_CHECKING:
    from cardwright.runtime.position import Position
    from cardwright.runtime.program import Program


P = TypeVar("P", bound="Position")


@dataclass(frozen=True, slots=True)
class Heap:
    """The hidden pieces of one kind: which they are, and the places they lie in with how many are hidden there.

    `rows` are (zone's slot, the pieces hidden there in order, the word for its powers or "" if none work).
    """

    pool: tuple[int, ...]
    rows: tuple[tuple[int, tuple[int, ...], str], ...]


class Unseen(Generic[P]):
    """What one player cannot know in a state, found once, for any number of copies in which it is dealt anew.

    Pieces a player knows stay: those in sight, those they saw go to a hidden place, those shown to them. When a piece
    leaves a hidden unordered place unseen, the player loses track of all pieces there, as at a table. A copy depends
    on what the player knows and on its seed, on nothing else: pieces are dealt to places, not exchanged.
    """

    def __init__(self, state: P, player: int) -> None:
        self.state = state
        self.player = player
        self.heaps = tuple(_heaps(state, player))
        self.mask = mask_of(piece for heap in self.heaps for piece in heap.pool)
        self._attached = self._is_attached()
        self._named = self._is_named()
        self._secret = any(_asks_secretly(state, frame) for frame in state.frames)

    def dealt(self, seed: int) -> P:
        """A copy of the state in which the hidden pieces and the chance to come grow from a seed."""
        copy = self.state.clone()
        slots = copy.slots
        slots[RNG] = seeded(seed)
        moved: dict[int, int] = {}
        at_work: list[tuple[int, str]] = []
        location: int = copy.program.tables["location"]
        for heap in self.heaps:
            pool = shuffled(slots, heap.pool)
            first = 0
            for slot, pieces, word in heap.rows:
                after = pool[first : first + len(pieces)]
                first += len(pieces)
                _lay(slots, slot, pieces, after)
                for piece in after:
                    slots[location + piece] = slot
                if word:
                    at_work += [(piece, word) for piece in after]
                if self._attached or self._named or self._secret:
                    moved.update(zip(pieces, after, strict=True))
        self._stop_powers(copy)
        if self._attached:
            _exchange_marks(copy, moved)
        if self._named:
            _exchange_names(copy, moved)
        for piece, word in at_work:
            _enlist(copy, piece, "", word)
        if self._secret:
            copy.frames = [_secrets(copy, frame, self.player, moved) for frame in copy.frames]
        if self._secret or self._named:
            _ask_again(copy, self.player)
        copy.note_dealt(self.player, seed)
        return copy

    def _stop_powers(self, copy: Position) -> None:
        for heap in self.heaps:
            for _, pieces, word in heap.rows:
                for piece in pieces if word else ():
                    _enlist(copy, piece, word, "")

    def _is_attached(self) -> bool:
        """Whether something lies on a hidden piece that stays with its place: a mark, a face, a gained power."""
        tables, slots = self.state.program.tables, self.state.slots
        if slots[GAINED] or any(slots[slot] & self.mask for slot in (FACE, SUPPRESSED, LOST)):
            return True
        for memory in tables["memory"]:
            owner, base, width = memory.owner, memory.base, memory.width
            if owner not in tables["kinds"]:
                continue
            first, count = tables["kinds"][owner][:2]
            marks, fresh = slots[base : base + count * width], tables["start"][base : base + count * width]
            if marks != fresh and any(
                mark != fresh[n] and self.mask >> first + n // width & 1 for n, mark in enumerate(marks)
            ):
                return True
        return False

    def _is_named(self) -> bool:
        """Whether a memory, a suspended effect or the pending decision speaks of a hidden piece."""
        tables, slots, mask = self.state.program.tables, self.state.slots, self.mask
        pending = slots[PENDING]
        asked = pending is not None and tables["sites"][pending[2]].base == "piece"
        if asked and any(option >= 0 and mask >> option & 1 for option in pending[1]):
            return True
        for memory in tables["memory"]:
            owner, base, width, kind = memory.owner, memory.base, memory.width, memory.type
            if kind in NAMING:
                values = slots[base : base + owners(self.state, owner) * width]
                if any(speaks_of(kind, value, mask) for value in values):
                    return True
        for frame in self.state.frames:
            described = self.state.variant.frames[frame[0]][1]
            for (_, kind, _), value in zip(described, frame[1:], strict=False):
                if speaks_of(kind, value, mask):
                    return True
        return False


NAMING = ("piece", "list piece", "mask piece")
# What the compiler calls the list of replacements that an event has been through.
USED = ".used"


def speaks_of(kind: str, value: Any, mask: int) -> bool:
    """Whether a value of a type is, or has in it, one of the pieces of a mask."""
    if kind == "piece":
        return bool(value >= 0 and mask >> value & 1)
    if kind == "list piece":
        return any(piece >= 0 and mask >> piece & 1 for piece in value)
    return kind == "mask piece" and bool(value & mask)


def owners(state: Position, owner: str) -> int:
    """How many have a memory that is declared for the table, for players or for a kind."""
    fixed = {"table": 1, "player": state.program.players}.get(owner)
    return int(state.program.tables["kinds"][owner].size) if fixed is None else fixed


def _at_work(state: Position) -> int:
    """The pieces whose powers are waiting to be used, or to have their order chosen: they cannot be anywhere else."""
    tables, pending = state.program.tables, state.slots[PENDING]
    low = (1 << tables["shift"]) - 1
    entries: list[int] = []
    if pending is not None and tables["sites"][pending[2]].base == "ability":
        entries += [option for option in pending[1] if option >= 0]
    for frame in state.frames:
        for (word, _, _), value in zip(state.variant.frames[frame[0]][1], frame[1:], strict=False):
            if word == USED:
                entries += value if isinstance(value, tuple) else ()
    # an ability of the game itself stands for no piece: its number lies beyond them all
    return mask_of(entry & low for entry in entries if entry & low < len(tables["pieces"]))


def _unknown(content: Any, known: int) -> tuple[int, ...]:
    """The pieces in a zone that a player does not know from before."""
    if isinstance(content, int):
        return ids(content & ~known)
    return tuple([piece for piece in content if not known >> piece & 1]) if known else content


@lru_cache(maxsize=64)
def closed_zones(program: Program) -> tuple[tuple[int, str, str, str], ...]:
    """The zones that are not open to everybody: slot, word, what they hold, who sees it."""
    start = program.tables["zones_from"]
    return tuple(
        (start + place, zone.word, zone.holds, zone.see)
        for place, zone in enumerate(program.tables["zones"])
        if zone.see != "everyone"
    )


@lru_cache(maxsize=64)
def working_zones(program: Program) -> frozenset[str]:
    """The words of the zones in which some ability works."""
    return frozenset(word for ability in program.tables["abilities"] for word in ability.zones)


def _asks_secretly(state: Position, frame: tuple[Any, ...]) -> bool:
    return any(word == SEALED for word, _, _ in state.variant.frames[frame[0]][1])


def resampled(state: P, player: int, seed: int) -> P:
    """A copy in which everything a player cannot know was dealt anew, and so was the future's chance."""
    return Unseen(state, player).dealt(seed)


def shuffled(slots: list[Any], pool: tuple[int, ...]) -> list[int]:
    """Pieces in a random order, from the generator of a state."""
    return mix(slots, list(pool))


def _heaps(state: Position, player: int) -> Iterator[Heap]:
    """The hidden pieces of every kind that has some, zone by zone: only zones not open to all can hold any."""
    tracked = state.retracked()
    known = tracked.slots[TRACKER].known[player] | _at_work(state)
    slots = tracked.slots
    see = tracked.variant.names["may_see"]
    working = working_zones(state.program)
    rows: dict[str, list[tuple[int, tuple[int, ...], str]]] = {}
    for slot, word, kind, sight in closed_zones(state.program):
        pieces = _unknown(slots[slot], known)
        if pieces and sight in ("nobody", "owner"):
            # all its pieces are seen or none
            pieces = () if see(slots, player, pieces[0], slot) else pieces
        elif sight == "top" and pieces:
            pieces = pieces[:-1] if pieces[-1] == slots[slot][-1] else pieces
        else:
            pieces = tuple([piece for piece in pieces if not see(slots, player, piece, slot)])
        if pieces:
            # what is hidden in a zone that shows faces lies face down, and its powers do not work
            acts = word if sight != "face" and word in working else ""
            rows.setdefault(kind, []).append((slot, pieces, acts))
    for kind in sorted(rows):
        yield Heap(tuple(sorted(piece for _, pieces, _ in rows[kind] for piece in pieces)), tuple(rows[kind]))


def _secrets(copy: Position, frame: tuple[Any, ...], player: int, moved: dict[int, int]) -> tuple[Any, ...]:
    """A frame in which the secret answers of others are drawn anew from what they were offered.

    Of pieces they were offered those that lie in the same places now.
    """
    values = list(frame)
    for place, (word, _, of) in enumerate(copy.variant.frames[frame[0]][1], start=1):
        if word != SEALED:
            continue
        drawn = []
        for who, entry in zip(values[place - 2], values[place], strict=False):
            if of == "piece":
                entry = (_exchanged(entry[0], moved), _exchanged(entry[1], moved), *entry[2:])
            drawn.append(entry if who == player else (_drawn(copy, *entry), *entry[1:]))
        values[place] = tuple(drawn)
    return tuple(values)


def _exchanged(value: Any, moved: dict[int, int]) -> Any:
    if isinstance(value, tuple):
        return tuple([moved.get(piece, piece) for piece in value])
    return moved.get(value, value)


def _drawn(copy: Position, answer: Any, offered: tuple[Any, ...], *bounds: int) -> Any:
    """Any answer that somebody could have given: one thing, or so few and so many."""
    if not bounds:
        return offered[rand(copy.slots, len(offered))]
    low, high, may = bounds
    high = min(high, len(offered))
    if high < max(low, 0):
        return answer
    size = max(low, 0) + rand(copy.slots, high - max(low, 0) + 1 + may)
    return PASS if size > high else _some(copy, offered, size)


def _some(copy: Position, offered: tuple[Any, ...], size: int) -> tuple[Any, ...]:
    """So many of what was offered, in its order."""
    order = shuffled(copy.slots, tuple(range(len(offered))))
    return tuple([offered[place] for place in sorted(order[:size])])


def _ask_again(copy: Position, player: int) -> None:
    """Ask somebody else who is in the middle of picking several as the world is now.

    In secret they may have picked others, as many as before.
    """
    pending = copy.slots[PENDING]
    if pending is None or pending[0] == player or copy.program.tables["sites"][pending[2]].decline != "done":
        return
    frame = copy.frames[-1]
    words = [word for word, *_ in copy.variant.frames[frame[0]][1]]
    if words[-4:-1] != BOUNDS:
        return
    pool, low, high, picked = frame[-4:]
    count = picked.bit_count() if isinstance(picked, int) else len(picked)
    rest = ids(pool) if isinstance(pool, int) else pool
    if _asks_secretly(copy, frame):
        offered = sorted(frame[-5]) if isinstance(pool, int) else list(frame[-5])
        # the last one picked leaves enough behind it for those still needed, and something to decide
        chosen = _some(copy, tuple(offered[: len(offered) - max(low - count, 1) - (PASS not in pending[1])]), count)
        rest = tuple(offered[offered.index(chosen[-1]) + 1 :] if chosen else offered)
        picked = mask_of(chosen) if isinstance(picked, int) else chosen
        copy.frames[-1] = (*frame[:-4], mask_of(rest) if isinstance(pool, int) else rest, low, high, picked)
    options = copy.variant.names["choices"](copy.slots, rest, low - count, _alike(copy, pending[2]))
    copy.slots[PENDING] = (pending[0], [*options, *([PASS] if PASS in pending[1] else [])], pending[2])


def _alike(copy: Position, site: int) -> int:
    """Whether the pieces picked at a site are offered once where they are alike, as `choices` takes it."""
    _, base, of = copy.program.tables["sites"][site][:3]
    return BY_MARK if base == "piece" and copy.program.tables["kinds"][of].interchangeable else 0


def _lay(slots: list[Any], slot: int, pieces: tuple[int, ...], after: list[int]) -> None:
    """Put other pieces in the places of some in a zone."""
    content = slots[slot]
    if isinstance(content, int):
        slots[slot] = content & ~mask_of(pieces) | mask_of(after)
    elif len(pieces) == len(content):
        slots[slot] = tuple(after)
    else:
        there = dict(zip(pieces, after, strict=True))
        slots[slot] = tuple([there.get(piece, piece) for piece in content])


def _enlist(copy: Position, piece: int, before: str, now: str) -> None:
    names = copy.variant.names
    for power in names["powers_of"](copy.slots, piece):
        names["enlist"](copy.slots, piece, power, before, now)


def _exchange_marks(copy: Position, moved: dict[int, int]) -> None:
    """Counters, faces and gained powers stay with the place a piece lay in."""
    tables, slots = copy.program.tables, copy.slots
    for slot in (FACE, SUPPRESSED, LOST):
        slots[slot] = mask_of(moved.get(piece, piece) for piece in ids(slots[slot]))
    shift = tables["shift"]
    low = (1 << shift) - 1
    slots[GAINED] = tuple(entry >> shift << shift | moved.get(entry & low, entry & low) for entry in slots[GAINED])
    before = slots[:]
    for memory in tables["memory"]:
        owner, base, width = memory.owner, memory.base, memory.width
        if owner in tables["kinds"]:
            first, count = tables["kinds"][owner][:2]
            for piece in range(first, first + count):
                there = base + (moved.get(piece, piece) - first) * width
                here = base + (piece - first) * width
                slots[there : there + width] = before[here : here + width]


def _exchange_names(copy: Position, moved: dict[int, int]) -> None:
    """What speaks of a piece means the one that lies in its place now: memory, suspended effects, options."""
    tables, slots = copy.program.tables, copy.slots
    for memory in tables["memory"]:
        owner, base, width, kind = memory.owner, memory.base, memory.width, memory.type
        if kind in NAMING:
            for slot in range(base, base + owners(copy, owner) * width):
                slots[slot] = _renamed(kind, slots[slot], moved)
    copy.frames = [_renamed_frame(copy, frame, moved) for frame in copy.frames]
    pending = slots[PENDING]
    if pending is not None and tables["sites"][pending[2]].base == "piece":
        slots[PENDING] = (pending[0], [moved.get(option, option) for option in pending[1]], pending[2])


def _renamed_frame(copy: Position, frame: tuple[Any, ...], moved: dict[int, int]) -> tuple[Any, ...]:
    described = copy.variant.frames[frame[0]][1]
    values = [_renamed(kind, value, moved) for (_, kind, _), value in zip(described, frame[1:], strict=False)]
    return (frame[0], *values, *frame[1 + len(values) :])


def _renamed(kind: str, value: Any, moved: dict[int, int]) -> Any:
    if kind == "piece":
        return moved.get(value, value)
    if kind == "list piece":
        return tuple([moved.get(piece, piece) for piece in value])
    if kind == "mask piece":
        return mask_of(moved.get(piece, piece) for piece in ids(value))
    return value
