"""Determinization: a sample of hidden information in which every zone has as many pieces as before."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from cardwright.query.knowledge.hidden_pieces import HiddenPile, find_hidden_piles, find_unclear_pieces
from cardwright.query.knowledge.remap_hidden_references import (
    NAMING,
    Moved,
    count_owners,
    count_references,
    exchange_references,
    replace_references,
)
from cardwright.query.picks_as_one_decision import BOUNDS
from cardwright.query.remove_unknown_reactions import drop_hidden_reactions
from cardwright.query.reset_sampled_pieces import draw_memory, enlist_powers, forget_gained, forget_marks, is_secret
from cardwright.runtime.primitives.bitsets import ids, mask_of
from cardwright.runtime.primitives.equal_and_hidden_options import choices
from cardwright.runtime.primitives.random_numbers import mix, rand, seeded
from cardwright.runtime.primitives.zones import reads, where
from cardwright.state_slots_and_table_rows import BY_MARK, FACE, GAINED, LOST, PASS, RNG, SEALED, SUPPRESSED, is_held

if TYPE_CHECKING:
    from cardwright.runtime.program import Program
    from cardwright.runtime.state import Position
    from cardwright.state_slots_and_table_rows import MemoryRow, ProgramTables


P = TypeVar("P", bound="Position")
# The compiler's names in the frame of a window: the next player, and how many players still have to pass.
WINDOW = [".left", ".you"]
# The compiler's name for all that a secret pick of several can contain; it stands before what is left of it.
OFFERED_SECRETLY = ".sealed_from"


class Unseen(Generic[P]):
    """Hidden information of a state, from one player's view, analysed once for any number of samples.

    Pieces that the player knows keep their positions: pieces that are visible, that the player saw go to a hidden zone,
    or that were shown. When a piece leaves a hidden unordered zone unseen, the player no longer knows any piece in that
    zone, as at a real table.

    A sample depends only on the player's knowledge and on its seed. Memory of hidden pieces and secrets of other
    players get their start value or a random one, and hidden pieces have no pending reactions. A decision that another
    player is making is not sampled: the number of options and pending powers stay as they are. Visible memory of a
    hidden piece stays at its position, even if another piece is put there.
    """

    def __init__(self, state: P, player: int) -> None:
        self.player = player
        heaps = tuple(find_hidden_piles(state, player))
        self.mask = mask_of(piece for heap in heaps for piece in heap.pool)
        self.state = state = drop_hidden_reactions(state, self.mask, player)
        parts = state.program.tables.parts
        self._kept = self.mask | mask_of(part for heap in heaps for piece in heap.pool for part in parts[piece])
        self._unclear = dict(find_unclear_pieces(state, player))
        mixed = mask_of(piece for known in self._unclear.values() for piece in known)
        # what a player remembers of these pieces could be of any of them
        loose = mask_of(piece for _, pieces in _list_loose_pieces(state, heaps, self._unclear) for piece in pieces)
        self._marked = self._kept | mixed | mask_of(part for piece in ids(mixed) for part in parts[piece])
        self.heaps = heaps
        self._marks = tuple(self._list_visible_memory())
        self._named = count_references(state, self.mask | mixed, loose, self._knows)
        self._carried = self._find_carried_zones()
        self.heaps = (
            tuple(HiddenPile(heap.pool, self._order_pile(heap)) for heap in heaps)
            if self._has_distinguishable
            else heaps
        )
        self._attached = self._has_stored_marks()
        self._secret = any(_asks_secretly(state, frame) for frame in state.frames)

    @property
    def _has_distinguishable(self) -> bool:
        """True if the player can distinguish hidden pieces of one zone, by references to them or by pieces on them."""
        return bool(self._named or self._carried)

    def _find_carried_zones(self) -> dict[int, list[int]]:
        """Return, for each hidden piece that carries zones, the slots of those zones.

        If all zones with one name on pieces of one kind are empty, they are left out.
        """
        found: dict[int, list[int]] = {}
        slots = self.state.slots
        for slots_of, pieces in find_carried_zones(self.state.program):
            if any(slots[slot] for slot in slots_of):
                for piece, slot in zip(pieces, slots_of, strict=True):
                    if self.mask >> piece & 1:
                        found.setdefault(piece, []).append(slot)
        return found

    def _list_visible_memory(self) -> Iterator[tuple[int, int, int]]:
        """Yield the memory that the player sees on hidden pieces, as `(piece, first slot, number of slots)`."""
        state, tables = self.state.retracked(), self.state.program.tables
        kept = [memory for memory in tables.memory if memory.also_see]
        context, start = state.variant.context, tables.zones_from
        for slot, pieces in [(slot, pieces) for heap in self.heaps for slot, pieces, _ in heap.rows if kept]:
            for memory in kept:
                of = tables.zones[slot - start].holds == memory.owner
                if of and reads(context, state.slots, self.player, memory.also_see, slot):
                    first = tables.kinds[memory.owner].first
                    for piece in pieces:
                        yield piece, memory.base + (piece - first) * memory.width, memory.width

    def _order_pile(self, heap: HiddenPile) -> tuple[tuple[int, tuple[int, ...], str], ...]:
        """Return the rows of a pile, with its pieces in an order that depends only on what the player can know.

        The pieces are sorted by the references to them and by the numbers of pieces on them; the rows, of which some
        are zones on hidden pieces, by position.
        """
        slots, context = self.state.slots, self.state.variant.context

        def sort_key(piece: int) -> tuple[Any, ...]:
            return self._named.get(piece, []), [_count_pieces(slots[slot]) for slot in self._carried.get(piece, ())]

        def place(row: tuple[int, tuple[int, ...], str]) -> tuple[Any, ...]:
            carrier = carriers.get(row[0])
            if carrier is None:
                return (row[0],)
            around = where(context, slots, carrier)
            ordered = slots[around] if isinstance(slots[around], tuple) else ()
            lies = ordered.index(carrier) if ordered else -1
            return around, lies, sort_key(carrier), self._carried[carrier].index(row[0])

        carriers = {slot: piece for piece, own in self._carried.items() for slot in own}
        rows = sorted(heap.rows, key=place)
        return tuple(
            (slot, tuple(sorted(pieces, key=sort_key)) if isinstance(slots[slot], int) else pieces, word)
            for slot, pieces, word in rows
        )

    def dealt(self, seed: int) -> P:
        """Return a sample: a copy of the state in which hidden pieces and future chance are drawn from a seed."""
        copy = self.state.clone()
        slots = copy.slots
        slots[RNG] = seeded(seed)
        moved: dict[int, int] = {}
        at_work: list[tuple[int, str]] = []
        location: int = copy.program.tables.location
        for heap in self.heaps:
            pool = shuffle_pieces(slots, heap.pool)
            first = 0
            for slot, pieces, word in heap.rows:
                after = pool[first : first + len(pieces)]
                first += len(pieces)
                _replace_pieces(slots, slot, pieces, after)
                for piece in after:
                    slots[location + piece] = slot
                if word:
                    at_work += [(piece, word) for piece in after]
                if self._has_distinguishable or self._secret or self._marks:
                    moved.update(zip(pieces, after, strict=True))
        # the number of draws depends on hidden information, so future chance must not continue from here
        to_come, slots[RNG] = slots[RNG], seeded(~seed)
        self._stop_powers(copy)
        if self._attached:
            forget_marks(copy, self._kept, self._marked)
            for piece, slot, width in self._marks:
                here = slot + (moved[piece] - piece) * width
                slots[here : here + width] = self.state.slots[slot : slot + width]
        if self._named:
            self._shuffle_references(copy, moved)
        places = Moved(moved, self._exchange_zones(copy, moved))
        if self._has_distinguishable:
            exchange_references(copy, places)
        for piece, word in at_work:
            enlist_powers(copy, piece, "", word)
        self._draw_secrets(copy, places)
        copy.frames = [_recompute_variables(copy, self.player, _reset_passes(copy, frame)) for frame in copy.frames]
        slots[RNG] = to_come
        copy.note_dealt(self.player, seed)
        return copy

    def _exchange_zones(self, copy: Position, moved: dict[int, int]) -> dict[int, int]:
        """Move the contents of zones on hidden pieces along with these pieces; return the new slot of each zone."""
        slots, location = copy.slots, copy.program.tables.location
        before = {slot: slots[slot] for own in self._carried.values() for slot in own}
        zones: dict[int, int] = {}
        for piece, own in self._carried.items():
            for here, there in zip(own, self._carried[moved[piece]], strict=True):
                zones[here] = there
                slots[there] = before[here]
                for lying in ids(before[here]) if isinstance(before[here], int) else before[here]:
                    slots[location + lying] = there
        return zones

    def _draw_secrets(self, copy: Position, moved: Moved) -> None:
        """Sample the secret memory and answers of other players, and reset the uses of hidden powers."""
        slots, tables = copy.slots, copy.program.tables
        if tables.asked_for >= 0 and self.state.player != self.player:
            slots[tables.asked_for] = 0  # who is asked can depend on what the player does not see
        for slot in tables.uses:
            if slots[slot]:
                slots[slot] = tuple([use for use in slots[slot] if use[0] < 0 or not self._kept >> use[1] & 1])
        for memory in tables.memory:
            if memory.secret:
                draw_memory(copy, memory, self.player)
        if self._named:
            self._sample_references(copy, moved.pieces)
        if self._secret:
            copy.frames = [self._sample_answers(copy, frame, moved) for frame in copy.frames]
        if self._secret or self._named:
            _update_pick(copy, self.player)

    def _shuffle_references(self, copy: Position, moved: dict[int, int]) -> None:
        """Shuffle references to pieces if the player knows only their zone.

        Each such reference can then mean any piece of the zone. A piece that is shown to the player, or is in a zone
        from which the player is picking, keeps its identity, because its face is visible.
        """
        sure = self._find_shown_pieces()
        for slot, among in self._unclear.items():
            known = [piece for piece in among if not sure >> piece & 1]
            hidden = next((pieces for heap in self.heaps for there, pieces, _ in heap.rows if there == slot), ())
            if not any(piece in self._carried for piece in hidden):
                now = sorted([*known, *(moved[piece] for piece in hidden)])
                before = sorted([*known, *hidden], key=lambda piece: (self._named.get(piece, []), piece))
                moved.update(zip(before, shuffle_pieces(copy.slots, tuple(now)), strict=True))

    def _find_shown_pieces(self) -> int:
        """Return the bitset of pieces shown to the player, and of known pieces where the player picks.

        The player is offered these pieces by their faces. If such a piece is no longer offered, the player knows that
        it is none of the face-down options.
        """
        asked, options, site = self.state.pending or (-1, (), -1)
        visible = self.state.held_up_to(self.player)
        if asked == self.player and self.state.program.tables.sites[site].base == "piece":
            tables = self.state.program.tables
            whole, location = tables.whole, tables.location
            outer = {option if whole[option] < 0 else whole[option] for option in options if option >= 0}
            for slot in {self.state.slots[location + piece] for piece in outer}:
                visible |= mask_of(self._unclear.get(slot, ()))
        return visible

    def _sample_references(self, copy: Position, moved: dict[int, int]) -> None:
        """Sample references to hidden pieces, because the player may not know where such a piece went.

        References to pieces that lie face down in public stay as they are.
        """
        tables, before = copy.program.tables, self.state.slots[:]
        forget_gained(copy, before, self._marked)
        loose: dict[str, list[int]] = {}
        for kind, pieces in _list_loose_pieces(copy, self.heaps, self._unclear):
            loose.setdefault(kind, []).extend(pieces)
        kinds = {piece: kind for kind, pieces in loose.items() for piece in pieces}
        for memory in tables.naming_memory() if kinds else ():
            if memory.type in NAMING:
                every = range(memory.base, memory.base + count_owners(copy, memory.owner) * memory.width)
                for slot in (slot for slot in every if self._knows(memory, slot)):
                    value, place = before[slot], self._find_new_slot(memory, slot, moved)
                    named = (value,) if memory.type == "piece" else ids(value) if isinstance(value, int) else value
                    lost = [piece for piece in named if piece in kinds]
                    others = sorted({moved.get(piece, piece) for piece in loose[kinds[lost[0]]]}) if lost else []
                    if lost and is_held(memory.word):
                        # each answer was given by itself, and nobody knows whether two are equal
                        copy.slots[place] = tuple(
                            [
                                others[rand(copy.slots, len(others))] if piece in kinds else moved.get(piece, piece)
                                for piece in named
                            ]
                        )
                    elif lost:
                        drawn = dict(zip(lost, shuffle_pieces(copy.slots, tuple(others)), strict=False))
                        copy.slots[place] = replace_references(memory.type, value, Moved({**moved, **drawn}, {}))

    def _knows(self, memory: MemoryRow, slot: int) -> bool:
        """Return True if the player can know a memory slot: it is not secret, and not on a hidden piece."""
        kind = self.state.program.tables.kinds.get(memory.owner)
        if is_secret(self.state, memory, slot, self.player):
            return False
        if kind is None or not self._marked >> kind.first + (slot - memory.base) // memory.width & 1:
            return True
        return any(first <= slot < first + width for _, first, width in self._marks)

    def _find_new_slot(self, memory: MemoryRow, slot: int, moved: dict[int, int]) -> int:
        """Return the slot of the sample that corresponds to a memory slot. Visible memory stays at its position."""
        seen = (piece for piece, first, width in self._marks if first <= slot < first + width)
        return next((slot + (moved[piece] - piece) * memory.width for piece in seen), slot)

    def _sample_answers(self, copy: Position, frame: tuple[Any, ...], moved: Moved) -> tuple[Any, ...]:
        """Return a frame in which the secret answers of other players are sampled."""
        values = list(frame)
        for place, (word, _, of) in enumerate(copy.variant.frames[frame[0]].variables, start=1):
            if word != SEALED:
                continue
            drawn = []
            for who, (answer, offered, *bounds) in zip(values[place - 2], values[place], strict=False):
                if who == self.player:
                    many = "list piece" if isinstance(answer, tuple) else "piece"
                    answer = replace_references(many, answer, moved) if of == "piece" else answer
                else:
                    offered = self._sample_options(copy, offered, moved) if of == "piece" else offered
                    answer = _draw_answer(copy, answer, offered, *bounds)
                drawn.append((answer, offered, *bounds))
            values[place] = tuple(drawn)
        return tuple(values)

    def _sample_options(self, copy: Position, offered: tuple[Any, ...], moved: Moved) -> tuple[Any, ...]:
        """Return as options all pieces in the zones from which another player picks.

        The player cannot know which of these pieces are offered. Options that are no pieces are kept.
        """
        slots, tables = self.state.slots, self.state.program.tables
        context, pieces = self.state.variant.context, [piece for piece in offered if piece >= 0]
        if not pieces or any(tables.whole[piece] >= 0 for piece in pieces):
            return offered
        lying: list[int] = []
        for slot in sorted({where(context, slots, piece) for piece in pieces}):
            content = copy.slots[moved.zones.get(slot, slot)]
            lying += ids(content) if isinstance(content, int) else content
        return (*lying, *[other for other in offered if other < 0])

    def _stop_powers(self, copy: Position) -> None:
        for heap in self.heaps:
            for _, pieces, word in heap.rows:
                for piece in pieces if word else ():
                    enlist_powers(copy, piece, word, "")

    def _has_stored_marks(self) -> bool:
        """Return True if the state stores memory, sides or gained powers of hidden pieces."""
        tables, slots = self.state.program.tables, self.state.slots
        if slots[GAINED] or any(slots[slot] & self._marked for slot in (FACE, SUPPRESSED, LOST)):
            return True
        for memory in tables.memory:
            owner, base, width = memory.owner, memory.base, memory.width
            if owner not in tables.kinds:
                continue
            first, count = tables.kinds[owner][:2]
            marks, fresh = slots[base : base + count * width], tables.start[base : base + count * width]
            if marks != fresh and any(
                mark != fresh[n] and self._marked >> first + n // width & 1 for n, mark in enumerate(marks)
            ):
                return True
        return False


def _list_loose_pieces(
    state: Position, heaps: Iterable[HiddenPile], unclear: Mapping[int, tuple[int, ...]]
) -> Iterator[tuple[str, tuple[int, ...]]]:
    """Yield (kind, pieces) for each zone with pieces that are hidden, or of which only the zone is known.

    Zones with face-down pieces that lie in public are left out.
    """
    start, zones = state.program.tables.zones_from, state.program.tables.zones
    for slot, pieces in [*((slot, pieces) for heap in heaps for slot, pieces, _ in heap.rows), *unclear.items()]:
        if zones[slot - start].see != "face":
            yield zones[slot - start].holds, pieces


@lru_cache(maxsize=64)
def find_carried_zones(program: Program) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return the zones that lie on pieces, as `(slots, pieces)` for each kind of owner and name of a zone.

    `slots[n]` is the slot of the zone on the piece `pieces[n]`. Zones on parts of pieces are left out.
    """
    return carried_zones_of(program.tables)


def carried_zones_of(tables: ProgramTables) -> tuple[tuple[tuple[int, ...], tuple[int, ...]], ...]:
    """Return what `find_carried_zones` returns, from the tables of a program."""
    start = tables.zones_from
    found: dict[tuple[str, str], list[tuple[int, int]]] = {}
    for place, zone in enumerate(tables.zones):
        if zone.owner in tables.kinds:
            piece = tables.kinds[zone.owner].first + zone.number
            if tables.whole[piece] < 0:
                found.setdefault((zone.owner, zone.word), []).append((start + place, piece))
    return tuple((tuple(slot for slot, _ in each), tuple(piece for _, piece in each)) for each in found.values())


def _count_pieces(content: Any) -> int:
    return content.bit_count() if isinstance(content, int) else len(content)


def _reset_passes(copy: Position, frame: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return the frame of a decision window in which all players still have to pass.

    The player cannot know who used the offer of a hidden piece.
    """
    words = [word for word, *_ in copy.variant.frames[frame[0]].variables]
    if sorted(words) != WINDOW:
        return frame
    left = 1 + words.index(".left")
    return (*frame[:left], copy.program.players, *frame[left + 1 :])


def _recompute_variables(copy: Position, player: int, frame: tuple[Any, ...]) -> tuple[Any, ...]:
    """Return a frame in which variables that depend on hidden information are recomputed for this sample."""
    values = list(frame)
    for place, function, takes, knowers in copy.variant.recomputed.get(frame[0], ()):
        if player not in [frame[each] for each in knowers]:
            values[place] = function(copy.slots, *[values[each] for each in takes])
    return tuple(values)


def _asks_secretly(state: Position, frame: tuple[Any, ...]) -> bool:
    return any(word == SEALED for word, _, _ in state.variant.frames[frame[0]].variables)


def resample(state: P, player: int, seed: int) -> P:
    """Return a copy in which everything hidden from a player, and all future chance, is sampled by a seed."""
    return Unseen(state, player).dealt(seed)


def shuffle_pieces(slots: list[Any], pool: tuple[int, ...]) -> list[int]:
    """Return pieces in a random order, drawn from the generator of a state."""
    return mix(slots, list(pool))


def _draw_answer(copy: Position, answer: Any, offered: tuple[Any, ...], *bounds: int) -> Any:
    """Return a random secret answer among the possible ones: one item, or several within the bounds."""
    if not bounds:
        return offered[rand(copy.slots, len(offered))]
    low, high, may = bounds
    high = min(high, len(offered))
    if high < max(low, 0):
        return answer
    size = max(low, 0) + rand(copy.slots, high - max(low, 0) + 1 + may)
    return PASS if size > high else _draw_options(copy, offered, size)


def _draw_options(copy: Position, offered: tuple[Any, ...], size: int) -> tuple[Any, ...]:
    """Return `size` random options, in their order."""
    order = shuffle_pieces(copy.slots, tuple(range(len(offered))))
    return tuple([offered[place] for place in sorted(order[:size])])


def _update_pick(copy: Position, player: int) -> None:
    """Update the options of another player who is in the middle of a pick of several items.

    If the pick is secret, the items picked already are replaced by as many random ones.
    """
    pending = copy.pending
    if pending is None or pending[0] == player or copy.program.tables.sites[pending[2]].decline != "done":
        return
    frame = copy.frames[-1]
    words = [word for word, *_ in copy.variant.frames[frame[0]].variables]
    if words[-4:-1] != BOUNDS:
        return
    pool, low, high, picked = frame[-4:]
    count = picked.bit_count() if isinstance(picked, int) else len(picked)
    rest = ids(pool) if isinstance(pool, int) else pool
    if words[-5:-4] == [OFFERED_SECRETLY]:
        offered = sorted(frame[-5]) if isinstance(pool, int) else list(frame[-5])
        # the last pick must leave enough items for the picks that are still needed, and a choice
        chosen = _draw_options(
            copy, tuple(offered[: len(offered) - max(low - count, 1) - (PASS not in pending[1])]), count
        )
        rest = tuple(offered[offered.index(chosen[-1]) + 1 :] if chosen else offered)
        picked = mask_of(chosen) if isinstance(picked, int) else chosen
        copy.frames[-1] = (*frame[:-4], mask_of(rest) if isinstance(pool, int) else rest, low, high, picked)
    options = choices(copy.variant.context, copy.slots, rest, low - count, _find_merge_rule(copy, pending[2]))
    copy.pending = (pending[0], [*options, *([PASS] if PASS in pending[1] else [])], pending[2])


def _find_merge_rule(copy: Position, site: int) -> int:
    """Return how a decision point merges interchangeable pieces, as a constant for the primitive `choices`."""
    _, base, of = copy.program.tables.sites[site][:3]
    return BY_MARK if base == "piece" and copy.program.tables.kinds[of].interchangeable else 0


def _replace_pieces(slots: list[Any], slot: int, pieces: tuple[int, ...], after: list[int]) -> None:
    """Replace each of `pieces` in a zone by the piece at the same index in `after`."""
    content = slots[slot]
    if isinstance(content, int):
        slots[slot] = content & ~mask_of(pieces) | mask_of(after)
    elif len(pieces) == len(content):
        slots[slot] = tuple(after)
    else:
        there = dict(zip(pieces, after, strict=True))
        slots[slot] = tuple([there.get(piece, piece) for piece in content])
