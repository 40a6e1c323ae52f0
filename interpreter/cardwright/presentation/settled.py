"""Calls what was settled before a question by its name: that player is P2, and that place the supply island."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from cardwright.contract import PENDING, Site, purpose_of
from cardwright.inspect.asked import Told
from cardwright.inspect.under_way import roles_of
from cardwright.runtime.decision import Decision
from cardwright.wording.inflection import pointed_once

if TYPE_CHECKING:
    from cardwright.playing.state import State

# Values in the context of a question that say nothing to the person who is asked.
UNSAID = ("nothing", "none", "nobody")
PLAYER = re.compile(r"P\d+")
THAT_PLAYER = re.compile(r"\bthat (?:player|opponent)\b")
# Where a text speaks of such a one, "that player" is that one.
SOME_PLAYER = re.compile(r"\b(?:an opponent|(?:a|another|each|any) player|players|opponents)\b")


def settled(text: str, state: State, decision: Decision, told: Told) -> str:
    """What is asked or done, with what was settled before called by its name, if nothing else is called so."""
    called = purpose_of(state.program.tables, state.slots[PENDING][2]).called
    own_way = {word.replace("_", " ") for text, word in called if text != f"that {word.replace('_', ' ')}"}
    for name, value in decision.context:
        says = len(name) > 1 and value.casefold() not in UNSAID and name not in own_way
        if says and not re.search(rf"\ban? {re.escape(name)}\b", text):
            text = _named(text, f"that {name}", value)
    site = state.program.tables["sites"][state.slots[PENDING][2]]
    for noun, names in _things(state, site, told).items():
        if len(names) == 1 and not re.search(rf"\b(?:an?|another) {noun}\b", text):
            text = _named(text, f"that {noun}", names[0])
    known = {**dict(_own(state, told)), **roles_of(state.retracked(), decision.player, site.source)} if called else {}
    for says_it, word in called:
        if known.get(word, "nothing") not in UNSAID:
            text = _named(text, says_it, known[word])
    players = {value for _, value in decision.context if PLAYER.fullmatch(value)}
    if len(players) == 1 and not SOME_PLAYER.search(text):
        text = THAT_PLAYER.sub(players.pop(), text)
    return pointed_once(text)


def _named(text: str, called: str, value: str) -> str:
    return re.sub(rf"\b{re.escape(called)}\b", lambda _: value, text)


def _own(state: State, told: Told) -> Iterator[tuple[str, str]]:
    """The names of the text that asks with what they are, if who is asked knows which that is."""
    if not state.frames:
        return
    frame = state.frames[-1]
    _, described, own = state.variant.frames[frame[0]]
    for place in own:
        (word, base, _), value = described[place], frame[1 + place]
        if base != "piece" or (type(value) is int and value >= 0 and told.recognises(value)):
            yield word, told.value(base, value)


def _things(state: State, site: Site, told: Told) -> dict[str, list[str]]:
    """The pieces that the text which asks has names for, by what one of their kind is called.

    Left out is what is asked for now: that is called the same.
    """
    names, found = state.program.naming, dict[str, list[str]]()
    if not state.frames:
        return found
    frame, kinds = state.frames[-1], state.program.tables["kinds"]
    _, described, own = state.variant.frames[frame[0]]
    for place in own:
        word, base, of = described[place]
        value = frame[1 + place]
        other = base == "piece" and of in kinds and (base, of) not in site.sorts and word != "this"
        if other and type(value) is int and value >= 0:
            found.setdefault(kinds[of].title, []).append(names.piece(value) if told.recognises(value) else "")
    return {noun: each for noun, each in found.items() if all(each)}
