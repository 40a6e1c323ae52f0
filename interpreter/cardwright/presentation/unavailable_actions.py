"""What a turn could still ask of who takes it but, as things stand, does not: each deed with what it needs."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import capital, listed
from cardwright.program_format import TurnOutlineRow
from cardwright.query.knowledge.masked_state import blinded, found_out
from cardwright.query.open_events import performed_now
from cardwright.query.why import FOLLOWS, deeds_not_offered

if TYPE_CHECKING:
    from cardwright.game.state import State

# What somebody has is named alone: it needs a Port card. That they have none of something is a condition.
HAS = re.compile(r"you have (?!no |not )")


@dataclass(frozen=True, slots=True)
class NotNow:
    """A deed of the turn that is not asked about as things stand; `needs` says what is missing, if it can be told."""

    deed: str
    needs: str


def not_now(state: State, viewer: int) -> tuple[NotNow, ...]:
    """What the turn that a player takes holds in store without asking them, in its order; () in anybody else's turn.

    Nothing is told of what hangs on something that they cannot see, or on what they do before; nor in the course of a
    single deed, which is to be done with first.
    """
    tables = state.program.tables
    rows = tables["ahead"]
    doing = list(performed_now(state.retracked()).items()) if rows else []
    last, player = doing[-1] if doing else (-1, -1)
    here = next((place for place, row in enumerate(rows) if row.procedures[-1] == last), len(rows))
    if player != viewer:
        return ()
    slots, found = blinded(state, viewer), []
    closed: list[int] | None = None
    for number, row in enumerate(rows[here:], start=here):
        if closed is not None and row.procedures[: len(closed)] == closed:
            continue  # none of that is asked at all
        holds = _holds(state, slots, viewer, number)
        closed = row.procedures if row.whole and False in holds else None
        if row.title and False in holds and row.procedures[-1] not in (dict(doing) if row.whole else ()):
            found.append(_told(row, holds))
    return tuple(found)


def not_offered(state: State) -> list[NotNow]:
    """The deeds with titles that a question does not offer, with what they need, as far as who is asked can know.

    Of a deed that only leads nowhere it is not known what is missing: a card, a payment, a place.
    """
    site = state.program.tables["sites"][state.site]
    found = (
        NotNow(title, _needs([reason for reason in reasons if reason and reason != FOLLOWS]))
        for title, reasons in deeds_not_offered(state)
    )
    return list(found) if any(site.titles) and not site.secret else []


def _holds(state: State, slots: list[Any], viewer: int, number: int) -> list[bool]:
    """Of what a deed needs, what is there; what the player cannot know counts as being there."""
    tables, asked = state.program.tables, state.program.tracked.names["AHEAD"][number]
    takes = (viewer,) if tables["procedures"][tables["ahead"][number].procedures[-1]].kind == "verb" else ()
    flags = [None if each is None else found_out(each) for each in found_out(partial(asked, slots, *takes)) or ()]
    return [flag is None or bool(flag) for flag in flags]


def _told(row: TurnOutlineRow, holds: Sequence[bool]) -> NotNow:
    missing = [need for need, there in zip(row.needs, holds, strict=True) if not there]
    return NotNow(capital(row.title), _needs(list(filter(None, missing))))


def _needs(missing: Sequence[str]) -> str:
    """`needs a Clipper card and a Port card`; `only if your delivery is not extended`."""
    things = [each.removeprefix("you have ") for each in missing if _is_thing(each)]
    rest = [each for each in missing if not _is_thing(each)]
    return ", ".join(_both(things, rest))


def _both(things: Sequence[str], rest: Sequence[str]) -> Iterator[str]:
    if things:
        yield f"needs {listed(things)}"
    if rest:
        yield f"only if {listed(rest)}"


def _is_thing(need: str) -> bool:
    """Whether it names what there must be, rather than say what must be so."""
    return HAS.match(need) is not None or re.match(r"(an?|another|something|\d+)\b", need) is not None
