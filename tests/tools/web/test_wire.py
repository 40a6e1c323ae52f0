"""Over the wire goes only what a seat may see: all is the same in worlds it cannot tell apart, refusals, too."""

from __future__ import annotations

import json
from dataclasses import replace
from functools import cache
from typing import Any

import pytest
from tests.noninterference.comparing import unwatched
from tests.noninterference.dealing import Redeal, played
from tests.noninterference.rounds import loaded

from cardwright import State
from cardwright.game.loaded_game import find_game
from cardwright.presentation import arrange_table as presented_table
from cardwright.query.view import make_open_view
from cardwright_tools.session.session import Session
from cardwright_tools.web.drawing import viewer_state
from cardwright_tools.web.drawing.viewer_page import make_drawing
from cardwright_tools.web.drawing.viewer_state import PageDrawer
from cardwright_tools.web.page_connection import serialize_message
from cardwright_tools.web.tables.message_handlers import HANDLERS, handle_message
from cardwright_tools.web.tables.persistence import StoredSeat, StoredTable
from cardwright_tools.web.tables.table import Table
from cardwright_tools.web.tables.viewers import Browser, Viewer

WORDS = ("peddlers", "gatehouse", "fireflies", "ceylon", "import_export", "cargo_hold", "cargo_noir", "bush_pilots")
SLOW = ("import_export", "cargo_hold", "cargo_noir", "bush_pilots")


@cache
def drawn(word: str) -> PageDrawer:
    return make_drawing(loaded(word))


def asked_for(rules: list[str]) -> list[dict[str, object]]:
    """Messages of every kind that changes nothing: answers that are none, and questions."""
    whys: list[dict[str, object]] = [
        {"do": "why", "rule": rule} for rule in (*rules, "", "zzz", "P1", "final_score(P9)", "final_score(nobody)")
    ]
    picks: list[list[int]] = [[], [-1], [999], [0] * 1001, [0] * 99, [1, 0] * 60]
    answers: list[dict[str, object]] = [
        {"do": "answer", "name": name, "picks": each} for name in ("e.0.0", "e.1.0", "x") for each in picks
    ]
    others: list[dict[str, object]] = [{"do": deed} for deed in HANDLERS if deed not in ("answer", "why")]
    return [*whys, *answers, *others]


def sent(state: State, word: str, player: int) -> list[str]:
    """All that goes to a player, and to watchers, who open their page in this state and ask for all sorts of things."""
    session = Session(find_game(state), state.program.players, 0, recorded=False)
    session.state = unwatched(state)
    seats = tuple(StoredSeat(f"seat{seat}") for seat in range(state.program.players))
    table = Table(session, word, StoredTable("t", "t.jsonl", word, seats, "watchers", "host"), drawn(word), epoch="e")
    found = []
    viewers: list[Viewer] = [table.seats[player], table.watchers]
    rules = [f"{rule[0]}(P{player + 1})" for rule in state.program.tables.rules][:8]
    for viewer in viewers:
        viewer.browsers.add(Browser())
        found.append(serialize_message({"parts": table.parts(viewer)}))
        ahead = table.look_ahead()
        if ahead is not None:
            table.take_ahead(ahead, ahead.found())
        found += [serialize_message(handle_message(table, viewer, json.dumps(each))) for each in asked_for(rules)]
        found.append(serialize_message({"parts": table.parts(viewer)}))
    return found


def differing(word: str, seeds: range, decisions: int) -> tuple[int, list[str]]:
    """How many pairs of worlds were looked at, and the first thing that a player was sent in one of a pair alone."""
    game = loaded(word)
    pairs, found = 0, []
    for seed in seeds:
        players = range(game.min_players, game.max_players + 1)[seed % (game.max_players + 1 - game.min_players)]
        player = seed % players
        course = played(game, players, player, seed, decisions)
        for one, other in Redeal(course, seed).pairs():
            pairs += 1
            here, there = sent(one, word, player), sent(other.clone(), word, player)
            found += [f"{a}\n{b}" for a, b in zip(here, there, strict=True) if a != b]
            if found:
                return pairs, found
    return pairs, found


@pytest.mark.long
@pytest.mark.parametrize("word", WORDS)
def test_a_seat_is_sent_the_same_in_worlds_it_cannot_tell_apart(word: str) -> None:
    pairs, found = differing(word, range(1, 2) if word in SLOW else range(2, 4), 5 if word in SLOW else 14)
    assert not found, found[0]
    assert pairs > 3


@pytest.mark.parametrize("word", ["peddlers", "ceylon"])
def test_a_leak_is_found(word: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(State, "view", State.open_view)
    monkeypatch.setattr(presented_table, "make_view", lambda state, _: make_open_view(state, 0))
    assert differing(word, range(1, 4), 20)[1]


def test_that_somebody_else_is_asked_would_be_found(monkeypatch: pytest.MonkeyPatch) -> None:
    whole = viewer_state.view_match

    def told(state: State, *others: Any) -> viewer_state.MatchView:
        found = whole(state, *others)
        return replace(found, table=replace(found.table, turn=state.decisions))

    monkeypatch.setattr("cardwright_tools.web.tables.table.view_match", told)
    assert differing("gatehouse", range(1, 6), 30)[1]
