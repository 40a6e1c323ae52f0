"""Deals anew what a player cannot know: hidden pieces keep their number in every place, not their identity."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.runtime.kernel import ids, rand, seeded
from cardwright.runtime.working import GAINED, LOST, SUPPRESSED

if TYPE_CHECKING:
    from cardwright.runtime.state import State

PENDING = 1
FACE = 7


def resampled(state: State, player: int, seed: int) -> State:
    """A copy in which the pieces hidden from a player have changed places at random, and so has the future's chance.

    Pieces a player knows stay: those in sight, those they saw go to a hidden place, those shown to them. When a piece
    leaves a hidden unordered place unseen, the player loses track of all pieces there, as at a table.
    """
    tracked = state.retracked()
    known = tracked.slots[0].known[player]
    copy = state.clone()
    slots = copy.slots
    slots[2] = seeded(seed)
    tables = state.program.tables
    moved: dict[int, int] = {}
    for word in tables["kinds"]:
        moved.update(_permutation(tracked, slots, player, known, str(word)))
    if any(piece != other for piece, other in moved.items()):
        _exchange(copy, tracked, moved)
    copy.frames = [_secrets(copy, frame, player) for frame in copy.frames]
    copy.start_here()
    return copy


def _secrets(copy: State, frame: tuple[Any, ...], player: int) -> tuple[Any, ...]:
    """A frame in which the secret answers of others are drawn anew from what they were offered."""
    words = [word for word, _, _ in copy.variant.frames[frame[0]][1]]
    if "secret" not in words:
        return frame
    values = list(frame[1:])
    asked = values[words.index("items")]
    answers = values[words.index("secret")]
    values[words.index("secret")] = tuple(
        (answer, offered) if who == player else (offered[rand(copy.slots, len(offered))], offered)
        for who, (answer, offered) in zip(asked, answers, strict=False)
    )
    return (frame[0], *values)


def _permutation(tracked: State, slots: list[Any], player: int, known: int, kind: str) -> dict[int, int]:
    """For every piece of a kind that is hidden from a player, the piece that takes its place."""
    tables = tracked.program.tables
    see = tracked.variant.names["may_see"]
    first, count = tables["kinds"][kind][:2]
    location = tables["location"]
    hidden = []
    for piece in range(first, first + count):
        if tables["whole"][piece] >= 0 or known >> piece & 1:
            continue
        if not see(tracked.slots, player, piece, tracked.slots[location + piece]):
            hidden.append(piece)
    dealt = list(hidden)
    for place in range(len(dealt) - 1, 0, -1):
        other = rand(slots, place + 1)
        dealt[place], dealt[other] = dealt[other], dealt[place]
    return dict(zip(hidden, dealt, strict=True))


def _exchange(copy: State, tracked: State, moved: dict[int, int]) -> None:
    """Put pieces in each other's places, in zones, in what powers work, and in suspended effects."""
    tables = copy.program.tables
    slots = copy.slots
    names = copy.variant.names
    location, start = tables["location"], tables["zones_from"]
    places = {piece: tracked.slots[location + piece] for piece in moved}
    zones = tables["zones"]
    # A hidden piece in a zone that shows faces lies face down, and its powers do not work.
    works = {slot: "" if zones[slot - start][4] == "face" else zones[slot - start][0] for slot in set(places.values())}
    for piece, slot in places.items():
        for power in names["powers_of"](slots, piece):
            names["enlist"](slots, piece, power, works[slot], "")
    for slot in set(places.values()):
        content = slots[slot]
        if isinstance(content, int):
            slots[slot] = sum(1 << moved.get(piece, piece) for piece in ids(content))
        else:
            slots[slot] = tuple(moved.get(piece, piece) for piece in content)
    for piece, slot in places.items():
        slots[location + moved[piece]] = slot
    for piece, slot in places.items():
        for power in names["powers_of"](slots, moved[piece]):
            names["enlist"](slots, moved[piece], power, "", works[slot])
    copy.frames = [_renamed(copy, frame, moved) for frame in copy.frames]
    pending = slots[PENDING]
    if pending is not None and tables["sites"][pending[2]][1] == "piece":
        slots[PENDING] = (pending[0], [moved.get(option, option) for option in pending[1]], pending[2])
    _exchange_memory(copy, moved)


def _exchange_memory(copy: State, moved: dict[int, int]) -> None:
    """Counters, faces and gained powers stay with the place a piece lay in; memory of a piece means the one there."""
    tables, slots = copy.program.tables, copy.slots
    for slot in (FACE, SUPPRESSED, LOST):
        slots[slot] = sum(1 << moved.get(piece, piece) for piece in ids(slots[slot]))
    shift = tables["shift"]
    low = (1 << shift) - 1
    slots[GAINED] = tuple(entry >> shift << shift | moved.get(entry & low, entry & low) for entry in slots[GAINED])
    before = slots[:]
    for _, owner, base, width, kind, *_ in tables["memory"]:
        if owner in tables["kinds"]:
            first, count = tables["kinds"][owner][:2]
            for piece in range(first, first + count):
                there = base + (moved.get(piece, piece) - first) * width
                here = base + (piece - first) * width
                slots[there : there + width] = before[here : here + width]
        if kind in ("piece", "list piece"):
            owners = {"table": 1, "player": copy.program.players}.get(owner) or tables["kinds"][owner][1]
            for slot in range(base, base + owners * width):
                value = slots[slot]
                slots[slot] = tuple(moved.get(p, p) for p in value) if kind != "piece" else moved.get(value, value)


def _renamed(copy: State, frame: tuple[Any, ...], moved: dict[int, int]) -> tuple[Any, ...]:
    described = copy.variant.frames[frame[0]][1]
    values = []
    for (_, base, _), value in zip(described, frame[1:], strict=False):
        if base == "piece":
            value = moved.get(value, value)
        elif base == "list piece":
            value = tuple(moved.get(piece, piece) for piece in value)
        elif base == "mask piece":
            value = sum(1 << moved.get(piece, piece) for piece in ids(value))
        values.append(value)
    return (frame[0], *values, *frame[1 + len(values) :])
