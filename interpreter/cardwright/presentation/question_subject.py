"""Subject of a question: the card that asks, the event it is about, and what can be paid with."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from cardwright.phrases.inflection import conjugate, find_base_form
from cardwright.presentation.consequences import Consequence
from cardwright.presentation.terms_in_text import find_terms
from cardwright.query.events_in_progress import list_open_abilities

if TYPE_CHECKING:
    from cardwright.game.state import State
    from cardwright.presentation.table_view import TableSeat
    from cardwright.runtime.state import Position

# Limit for the counters that are listed.
MAX_MEANS = 3


def find_asking_piece(state: Position) -> int:
    """Return the piece whose ability is the innermost one in progress, or -1. The player may not know of it."""
    abilities = list_open_abilities(state)
    return abilities[-1][1] if abilities else -1


def describe_subject(state: State, player: str, causes: Sequence[str], said: str) -> str:
    """Return what a question is about: the innermost event in progress that names a piece or another player.

    If there is none, it is the innermost event; "" if that adds nothing to what is `said`. An event that names only
    what is said already is passed over. The event is addressed to the player: `you offer Tea to P3`.
    """
    terms, known = find_terms(state.program), said.casefold()
    for cause in reversed(causes):
        named = {span.text for span in terms.spans(cause) if span.names in ("piece", "player")} - {player}
        if any(each.casefold() not in known for each in named):
            return address_event(cause, player)
    last = address_event(causes[-1], player) if causes else ""
    adds = {*re.findall(r"\w+", last.casefold())} - {"you", *re.findall(r"\w+", known)}
    return last if adds else ""


def address_event(event: str, player: str) -> str:
    """Return the text of an event as told to the player who does it: `you draw a card` for `P1 draws a card`."""
    if not event.startswith(f"{player} "):
        return event
    done = conjugate(event.removeprefix(f"{player} "), find_base_form)
    own = done if re.search(r"\bP\d+\b", done) else re.sub(r"\btheir\b", "your", done)
    return f"you {own}"


def list_means(
    seat: TableSeat, limits: Iterable[str], brings: Iterable[Sequence[Consequence]]
) -> tuple[tuple[str, str], ...]:
    """Return, as (title, value), the player's counters that limit the options, then those that options change."""
    changed = {lead.what for leads in brings for lead in leads if lead.what}
    limiting = set(limits)
    numbers = [fact for fact in seat.facts if fact.value.lstrip("-")[:1].isdecimal()]
    first = [fact for fact in numbers if fact.word in limiting]
    others = [fact for fact in numbers if fact.word not in limiting and fact.title in changed]
    return tuple((fact.title, fact.value) for fact in (*first, *others)[:MAX_MEANS])
