"""Actions of a turn that are unavailable now, each with the requirement that is not met."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING, Any

from cardwright.phrases.inflection import capitalize, join_items
from cardwright.query.events_in_progress import list_open_procedures
from cardwright.query.knowledge.masked_state import evaluate_or_none, mask_slots
from cardwright.query.why import FOLLOWS, explain_missing_options
from cardwright.state_slots_and_table_rows import TurnOutlineRow

if TYPE_CHECKING:
    from cardwright.game.state import State

# A requirement to have a piece is reduced to a noun: it needs a Port card.
HAS = re.compile(r"you have (?!no |not )")


@dataclass(frozen=True, slots=True)
class UnavailableAction:
    """An action of the turn that is unavailable now. `needs` is the requirement that is not met, "" if unknown."""

    action: str
    needs: str


def list_unavailable_actions(state: State, viewer: int) -> tuple[UnavailableAction, ...]:
    """Return the unavailable actions in the rest of the viewer's turn, in order; () if it is not the viewer's turn.

    Actions that depend on hidden information or on earlier choices are left out. The result is empty while one of
    the turn's procedures is in progress.
    """
    tables = state.program.tables
    rows = tables.sentences.ahead
    doing = list(list_open_procedures(state.retracked()).items()) if rows else []
    last, player = doing[-1] if doing else (-1, -1)
    here = next((place for place, row in enumerate(rows) if row.procedures[-1] == last), len(rows))
    if player != viewer:
        return ()
    slots, found = mask_slots(state, viewer), []
    closed: list[int] | None = None
    for number, row in enumerate(rows[here:], start=here):
        if closed is not None and row.procedures[: len(closed)] == closed:
            continue  # the whole phase is unavailable
        holds = _evaluate_requirements(state, slots, viewer, number)
        closed = row.procedures if row.whole and False in holds else None
        if row.title and False in holds and row.procedures[-1] not in (dict(doing) if row.whole else ()):
            found.append(_render_action(row, holds))
    return tuple(found)


def list_actions_not_offered(state: State) -> list[UnavailableAction]:
    """Return the titled actions that a decision does not offer, with the requirements that the player can know.

    If an action lacks only an object, such as a card, a payment or a space, no requirement is given.
    """
    site = state.program.tables.sites[state.site]
    found = (
        UnavailableAction(title, _render_requirements([reason for reason in reasons if reason and reason != FOLLOWS]))
        for title, reasons in explain_missing_options(state)
    )
    return list(found) if any(site.titles) and not site.secret else []


def _evaluate_requirements(state: State, slots: list[Any], viewer: int, number: int) -> list[bool]:
    """Return for each requirement of action `number` whether it is met.

    Requirements that the viewer cannot know count as met.
    """
    tables, asked = state.program.tables, state.program.tracked.ahead[number]
    takes = (viewer,) if tables.procedures[tables.sentences.ahead[number].procedures[-1]].kind == "verb" else ()
    flags = [
        None if each is None else evaluate_or_none(each)
        for each in evaluate_or_none(partial(asked, slots, *takes)) or ()
    ]
    return [flag is None or bool(flag) for flag in flags]


def _render_action(row: TurnOutlineRow, holds: Sequence[bool]) -> UnavailableAction:
    missing = [need for need, there in zip(row.needs, holds, strict=True) if not there]
    return UnavailableAction(capitalize(row.title), _render_requirements(list(filter(None, missing))))


def _render_requirements(missing: Sequence[str]) -> str:
    """Render requirements that are not met, such as `needs a Clipper card and a Port card`.

    A condition is rendered as `only if your delivery is not extended`.
    """
    things = [each.removeprefix("you have ") for each in missing if _is_noun(each)]
    rest = [each for each in missing if not _is_noun(each)]
    return ", ".join(_render_both(things, rest))


def _render_both(things: Sequence[str], rest: Sequence[str]) -> Iterator[str]:
    if things:
        yield f"needs {join_items(things)}"
    if rest:
        yield f"only if {join_items(rest)}"


def _is_noun(need: str) -> bool:
    """Return True if a requirement is a noun, such as `a Port card` or `one of your ships`, and not a condition."""
    return HAS.match(need) is not None or re.match(r"(an?|another|one of|something|\d+)\b", need) is not None
