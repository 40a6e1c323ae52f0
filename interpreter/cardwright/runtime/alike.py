"""Whether pieces of one definition are alike just now: the same place, marks and powers, and the same on them."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from cardwright.runtime.kernel import identities, ids

if TYPE_CHECKING:
    from cardwright.runtime.state import State

FACE, SUPPRESSED, GAINED, LOST = 7, 8, 9, 10


def alike(state: State, one: int, other: int) -> bool:
    """Whether nothing in a game tells two pieces apart: not where they lie, what is kept of them, what names them."""
    return one == other or _Pieces(state).alike(one, other)


class _Pieces:
    """The pieces of one state; `zones` is what lies in each zone, by slot."""

    def __init__(self, state: State) -> None:
        self.slots = state.slots
        self.tables = state.program.tables
        self.players = state.program.players
        self.sorts = identities(self.tables)
        start = self.tables["zones_from"]
        held = {slot: self.slots[slot] for slot in range(start, start + len(self.tables["zones"]))}
        self.zones = {slot: ids(here) if isinstance(here, int) else tuple(here) for slot, here in held.items()}

    def alike(self, one: int, other: int) -> bool:
        return self._same(one, other) and self._lie_alike(one, other)

    def _lie_alike(self, one: int, other: int) -> bool:
        whole = self.tables["whole"]
        if whole[one] >= 0:
            return bool(whole[one] == whole[other]) or self.alike(whole[one], whole[other])
        slot = next((slot for slot, held in self.zones.items() if one in held), None)
        return slot is not None and other in self.zones[slot] and isinstance(self.slots[slot], int)

    def _same(self, one: int, other: int) -> bool:
        """Whether two pieces are alike wherever they lie."""
        if self.sorts[one] != self.sorts[other] and max(self.sorts[one], self.sorts[other]) >= 0:
            return False
        if self._kept_of(one) != self._kept_of(other) or self._is_named(one) or self._is_named(other):
            return False
        mine, others = ([*self._on(piece), self.tables["parts"][piece]] for piece in (one, other))
        return len(mine) == len(others) and all(
            len(these) == len(those) and all(map(self._same, these, those))
            for these, those in zip(mine, others, strict=True)
        )

    def _kept_of(self, piece: int) -> list[Any]:
        """What is kept of a piece, and what is printed on a part."""
        kind, number = self._number(piece)
        found: list[Any] = [self.tables["part_values"].get(piece)]
        for _, owner, base, width, *_ in self.tables["memory"]:
            if owner == kind:
                found.append(self.slots[base + number * width : base + (number + 1) * width])
        found += [self.slots[mask] >> piece & 1 for mask in (FACE, SUPPRESSED, LOST)]
        shift = self.tables["shift"]
        found.append(sorted(each >> shift for each in self.slots[GAINED] if each & (1 << shift) - 1 == piece))
        return found

    def _is_named(self, piece: int) -> bool:
        """Whether some memory names the piece, and so not another one."""
        for _, owner, base, width, type_base, *_ in self.tables["memory"]:
            if type_base in ("piece", "list piece"):
                held = self.slots[base : base + width * self._owners(owner)]
                if any(piece == each or (isinstance(each, tuple) and piece in each) for each in held):
                    return True
        return False

    def _owners(self, owner: str) -> int:
        if owner in ("table", "player"):
            return 1 if owner == "table" else self.players
        return int(self.tables["kinds"][owner][1])

    def _on(self, piece: int) -> list[tuple[int, ...]]:
        """What lies in each zone of a piece; where that has no order, alike pieces beside each other."""
        kind, number = self._number(piece)
        found = []
        for (_, owner, holder, *_), (slot, held) in zip(self.tables["zones"], self.zones.items(), strict=True):
            if (owner, holder) == (kind, number):
                ordered = not isinstance(self.slots[slot], int)
                found.append(held if ordered else tuple(sorted(held, key=lambda each: (self.sorts[each], each))))
        return found

    def _number(self, piece: int) -> tuple[str, int]:
        for word, (first, count, *_) in self.tables["kinds"].items():
            if first <= piece < first + count:
                return word, piece - first
        return "", -1
