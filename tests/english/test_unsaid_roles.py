"""What an event or a rule is given is said, also where its phrase has no place for it."""

from __future__ import annotations

from itertools import product

import pytest
from tests.english.speaking import Speaker, english

__all__ = ["english"]

# What can be done in the game, given this or that, whose phrases say only some of it.
PATTERNS = [
    *("complete", "complete(ship: you.harbor)", "complete(ship: sea)", "complete(ship: the(you.harbor))"),
    *("pirate", "pirate(source: you.hand)", "pirate(source: deck)", "pirate(container: this)"),
    *("pirate(container: this, source: deck)", "pirate(container: you.hand, source: deck)"),
    *("win_import(price: 3)", "win_import(price: 4)", "win_import(target: deck, price: 4)", "win_import(target: deck)"),
]
EVENTS = ["after {}: draw(1)", "before {}: draw(1)", "instead of {}: draw(1)", "forbid {}"]
DOERS = ["opponents", "you", "players"]
# A rule, for whom and what it is changed, and how.
RULES = [
    *("toll", "toll(player: you)", "toll(player: opponents)", "toll(player: next(you))", "toll(ship: you.harbor)"),
    *("toll(ship: you.harbor, player: opponents)", "toll where player.ready", "toll(player: you) where you.ready"),
    *("toll(player: opponents) where player.ready", "toll(ship: sea, player: opponents) where player.ready"),
    *("levy(player: you)", "levy(player: you) where size >= 8", "levy(player: you) where size >= 9", "levy(8)"),
    *("levy(8, you)", "levy(player: opponents)", "levy(player: opponents) where player.ready and size > 2", "levy"),
    *("can_contract(player: you)", "can_contract(player: you, bridge: 2)", "can_contract(player: you, bridge: 3)"),
]
CHANGES = ["set 2", "add count(you.hand)"]


def alike(powers: list[str], english: Speaker) -> list[tuple[str, str, str]]:
    """Powers of which each works otherwise that have the words of another."""
    found: dict[str, str] = {}
    said = [(english.power(power), power) for power in powers]
    return [(words, found[words], power) for words, power in said if found.setdefault(words, power) != power]


@pytest.mark.parametrize("form", EVENTS)
def test_what_an_event_is_given_is_said(form: str, english: Speaker) -> None:
    """`forbid opponents complete(ship: you.harbor)` was said as if they could complete nothing at all."""
    assert alike([form.format(f"{doer} {what}") for doer, what in product(DOERS, PATTERNS)], english) == []


@pytest.mark.parametrize("lead", ["modify {}: {}", "on completion:\n  modify {} until you lead_turn: {}"])
def test_what_a_rule_is_given_is_said(lead: str, english: Speaker) -> None:
    """`modify toll(player: you)` was said as if it were changed for everybody."""
    powers = [
        lead.format(rule, "set no" if rule.startswith("can") else change)
        for rule, change in product(RULES, CHANGES)
        if change == CHANGES[0] or not rule.startswith("can")
    ]
    assert alike(powers, english) == []
    assert "toll of each ship (for you) is 2" in english.power(lead.format("toll(player: you)", "set 2"))


def test_what_is_not_known_is_not_said(english: Speaker) -> None:
    """A list of anything was said behind the phrase for a change: room for 2 more cards (for cards)."""
    assert english.power("modify room(player: you): add 2") == "You have room for 2 more cards."
    assert english.power("modify levy: add 2") == "Each player pays 2 more credits."
