"""Events and lines as a test writes them: by their text, with the parts that the log gives such a text."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from cardwright import Event
from cardwright.presentation.log.fit_to_lines import render_brief_log, render_log_within, render_tree
from cardwright.presentation.log.tree import NOBODY, render_successive_events
from cardwright.query.log_events import Answer, MovedPiece

CHOSE = re.compile(r"P\d+ chooses (?P<what>.+)")
MOVED = re.compile(r"(?P<piece>[^:]+): (?P<old>.+) → (?P<new>.+)")
DEED = re.compile(r"P\d+ (?P<deed>.+)")
OWNER = re.compile(r"P(\d+)'s ")


def event(text: str, depth: int = 1, player: int | None = None, **also: Any) -> Event:
    """An event: a piece that moved, an answer (`Done` and `Pass` are the engine's own), or what else somebody did."""
    made = Event(text, depth, player, **also)
    if moved := MOVED.fullmatch(text):
        giver, taker = (int(found[1]) - 1 if (found := OWNER.match(moved[place])) else None for place in ("old", "new"))
        known = not moved["piece"].startswith("a ")
        made.carried = MovedPiece(moved["piece"], moved["old"], moved["new"], giver, taker, known, giver is not None)
    elif (deed := DEED.fullmatch(text)) is not None:
        made.deed = deed["deed"]
        if made.player is None:
            made.player = int(text[1 : text.index(" ")]) - 1
    if chose := CHOSE.fullmatch(text):
        what = chose["what"]
        made.answer = Answer(what, what in ("Pass", "Done"), what == "Done", what.isdecimal())
    return made


def line(text: str, *lines: Event, about: bool = False, news: bool = False, again: bool = False) -> Event:
    """An event as a viewer reads it."""
    return replace(event(text, 0), children=[*lines], about=about, news=news, again=again)


def brief(events: Sequence[Event], width: int, viewer: int = NOBODY) -> list[str]:
    """What a story says as briefly as can be."""
    return render_brief_log(render_successive_events(events, viewer), width)


def within(events: Sequence[Event], width: int, most: int, viewer: int = NOBODY, ended: bool = False) -> list[str]:
    """What a story says in so many lines."""
    return render_log_within(render_successive_events(events, viewer), width, most, ended)


def tree(events: Sequence[Event], *depth: int) -> list[str]:
    """A story as a tree."""
    return render_tree(render_successive_events(events), *depth)
