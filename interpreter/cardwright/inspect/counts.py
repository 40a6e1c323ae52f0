"""What counters became in the course of a game: from what to what each change of one was that the log has a sign of."""

from __future__ import annotations

from typing import TYPE_CHECKING

from cardwright.contract import TRACKER
from cardwright.inspect.events import Count

if TYPE_CHECKING:
    from cardwright.runtime.position import Position


def counted(state: Position, since: int) -> dict[int, list[Count]]:
    """By the log's signs from an entry on what a counter was before and afterwards, where all may see that."""
    now: dict[int, int] = {}
    found: dict[int, list[Count]] = {}
    log = state.slots[TRACKER].log
    for place in range(len(log) - 1, since - 1, -1):
        if log[place].kind == "count":
            slot, by, _ = log[place].what
            after = now.get(slot, state.slots[slot])
            now[slot] = after - by
            found[id(log[place])] = _count_of(state, slot, after - by, after)
    return found


def _count_of(state: Position, slot: int, before: int, after: int) -> list[Count]:
    """A change of a counter of the table or a player; those on pieces are told by what lies on them."""
    for memory in state.program.tables["memory"]:
        count = {"table": 1, "player": state.program.players}.get(memory.owner, 0)
        place = slot - memory.base
        if 0 <= place < count * memory.width and memory.type == "number":
            index = memory.per[place % memory.width].replace("_", " ") if memory.per else ""
            whose = place // memory.width if memory.owner == "player" else None
            title = f"{memory.title} {index}" if index else memory.title
            return [Count(whose, title, before, after, memory.word, index)]
    return []
