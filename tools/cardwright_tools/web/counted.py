"""How a counter came to be what it is: every change of it that somebody saw, with the deed it came of."""

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cardwright.presentation.onlookers import onlookers_story
from cardwright.presentation.story import Line, story

if TYPE_CHECKING:
    from cardwright import State


def changes(state: "State", seat: int | None, owner: str, title: str) -> list[str]:
    """The changes of a counter, a line each, as far as a seat, or (None) everybody, saw them."""
    told = onlookers_story(state) if seat is None else story(state, seat, 0)
    return list(_found(told.lines, f"{owner}: {title} ", ()))


def _found(lines: Iterable[Line], beginning: str, deeds: Sequence[str]) -> Iterable[str]:
    for line in lines:
        within = (*deeds, line.text)
        for count in line.counts:
            if count.startswith(beginning):
                yield f"{count.removeprefix(beginning)}   {' › '.join(within[-3:])}"
        yield from _found(line.lines, beginning, within)
