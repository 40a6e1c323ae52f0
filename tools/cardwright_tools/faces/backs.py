"""Backs of the kinds of pieces of a game, so different that decks can be told apart."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from cardwright.presentation.look import Icon, Look
from cardwright_tools.faces.colour_blind_patterns import PATTERNS

if TYPE_CHECKING:
    from cardwright.state_slots_and_table_rows import KindRow

# Colours and patterns of the backs of kinds for which the look declares none, in the order in which they are assigned.
COLOURS = ("#1f4e6b", "#7a2e35", "#2f5d43", "#5a3d6e", "#7d5416", "#3d464f", "#8a3b63", "#276166")
FIRST_PATTERN = "lattice"
MAX_ICONS = 3


@dataclass(frozen=True, slots=True)
class CardBack:
    """The back that all pieces of a kind share; `picture` is the file of the author's picture of it.

    `kind` is the title of the kind, "" if all backs of the game are of one kind.
    """

    title: str
    colour: str = COLOURS[0]
    pattern: str = FIRST_PATTERN
    icons: tuple[Icon, ...] = ()
    picture: Path | None = None
    kind: str = ""


def choose_backs(
    title: str, look: Look, kinds: Mapping[str, KindRow], printed: Iterable[str], pictures: Mapping[str, Path]
) -> dict[str, CardBack]:
    """Return the backs of the `printed` kinds of a game; `pictures` are the author's, by kind.

    Fields that the look does not declare are derived from the title of the game and the order of its kinds.
    """
    wanted = sorted(set(printed), key=list(kinds).index)
    taken = {look.backs.get(kind, {}).get("colour") for kind in wanted}
    free = [colour for colour in COLOURS if colour not in taken] or [*COLOURS]
    patterns = (FIRST_PATTERN, *(each for each in PATTERNS if each not in (FIRST_PATTERN, "plain")))
    found = {}
    for place, kind in enumerate(wanted):
        asked = look.backs.get(kind, {})
        chosen = asked.get("icons")
        icons = [look.icon(word) for word in chosen] if chosen else list(look.icons.values())
        found[kind] = CardBack(
            asked.get("title", title),
            asked.get("colour", free[place % len(free)]),
            asked.get("pattern", patterns[place % len(patterns)]),
            tuple(icon for icon in icons if icon is not None)[:MAX_ICONS],
            pictures.get(kind),
            kinds[kind].title if len(wanted) > 1 and "title" not in asked else "",
        )
    return found
