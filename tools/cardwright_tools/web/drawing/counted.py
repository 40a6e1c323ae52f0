"""How a counter came to be what it is: every change of it that somebody saw, with the deed it came of."""

from collections.abc import Iterable, Iterator, Sequence
from typing import TYPE_CHECKING

from cardwright.presentation.onlookers import onlookers_story
from cardwright.presentation.story import Line, story

if TYPE_CHECKING:
    from cardwright import State

# So many of the deeds that led to a change are told.
DEEDS = 3


def changes(state: "State", seat: int | None, owner: int | None, word: str) -> list[str]:
    """The changes of a counter of a player, or (None) of the table, as far as a seat, or (None) everybody, saw them."""
    told = onlookers_story(state) if seat is None else story(state, seat, 0)
    return list(_found(told.lines, owner, word, ()))


def _found(lines: Iterable[Line], owner: int | None, word: str, deeds: Sequence[str]) -> Iterator[str]:
    for line in lines:
        within = (*deeds, line.text)
        for count in line.counts:
            if (count.player, count.word) == (owner, word):
                which = f"{count.index} " if count.index else ""
                yield f"{which}{count.before} → {count.after}   {' › '.join(within[-DEEDS:])}"
        yield from _found(line.lines, owner, word, within)
