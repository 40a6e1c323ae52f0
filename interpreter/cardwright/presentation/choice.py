"""Choices: what can be answered to a question, with what is known of each and what it leads to."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from cardwright.presentation.fact import Fact
from cardwright.presentation.leads import Lead

if TYPE_CHECKING:
    pass

USE, DO, USE_OR_DO = "You may use", "You may do one of these", "You may use a card or do something else"


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing that can be answered: `index` is what to answer with, `label` what to type.

    `at` is the piece, zone or player on the table that it is ("" for none; a player is `P1`). `facts` are those of the
    piece that matter here, most important first; `note` is what is printed on it. `leads` says what would come of it.
    `count` pieces are alike; any of them is meant. `declines`: to take it is to pass, or to be done.
    """

    index: int
    key: str
    text: str
    label: str
    group: str = ""
    note: str = ""
    at: str = ""
    facts: tuple[Fact, ...] = ()
    leads: tuple[Lead, ...] = ()
    count: int = 1
    declines: bool = False


def offering(choices: Sequence[Choice]) -> str:
    """What is asked where something may be done at any time: what cards offer is used, what the game offers is done."""
    offered = [choice for choice in choices if not choice.declines]
    if all(choice.at for choice in offered):
        return USE
    if len(offered) == 1:
        return f"You may {offered[0].text[0].lower()}{offered[0].text[1:]}"
    return USE_OR_DO if any(choice.at for choice in offered) else DO


def without_echoes(choices: Sequence[Choice]) -> list[Choice]:
    """Choices of numbers without what only says the number again: to bid 3 takes 3 coins, and to bid 4 takes 4."""
    numbers = [choice for choice in choices if not choice.declines and choice.key.isdecimal() and int(choice.key)]
    for sign in (1, -1):
        same = [
            {lead.what for lead in each.leads if lead.what and lead.least == lead.most == sign * int(each.key)}
            for each in numbers
        ]
        again = set.intersection(*same) if len(same) > 1 else set()
        choices = [
            replace(each, leads=tuple(lead for lead in each.leads if lead.what not in again))
            if each in numbers
            else each
            for each in choices
        ]
    return list(choices)
