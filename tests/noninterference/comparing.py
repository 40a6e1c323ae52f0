"""Everything a player can reach in a state of a game, so that two states can be compared by it."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import asdict, fields
from functools import cache
from typing import Any

from cardwright import Event, State, View
from cardwright.adapters.action_numbers import Actions
from cardwright.adapters.observation_tensor import Encoder
from cardwright.adapters.observation_text import Lines, render_information
from cardwright.bots import make_bot
from cardwright.presentation.arrange_table import build_spectator_table, build_table
from cardwright.presentation.log.tree import build_log_tree, build_spectator_log
from cardwright.presentation.question import make_question
from cardwright.query.determinization import resample
from cardwright.query.knowledge.hidden_pieces import at_work
from cardwright.runtime.digest import list_digest_lines
from cardwright.runtime.log_and_knowledge_observer import Tracker
from cardwright.runtime.program import Program
from cardwright.state_slots_and_table_rows import TRACKER

BOTS = ("random", "greedy", "mcts:6", "mcts:4:rollout=random:depth=3")
# What is costly is compared in every so manieth state: the whole log, JSON and score sheets; rules; what bots choose.
LOGS, RULES, CHOICES = 4, 6, 12
# Of rules, so many questions are asked in such a state.
QUESTIONS = 4
# What belongs to the question that waits rather than to the table: which events are going on.
GOING_ON = ("during ", "cause ")
# The deal in which a player's bot is to think.
WORLD = 5


@cache
def _numbered(program: Program) -> tuple[Encoder, Actions]:
    """How a game is told in numbers."""
    return Encoder(program), Actions(program)


def unwatched(state: State) -> State:
    """A copy of a state with a tracker as any game has it."""
    copy = state.clone()
    kept = Tracker.clone(state.slots[TRACKER])
    copy.slots[TRACKER] = kept
    return copy


def flat(events: list[Event]) -> list[tuple[Any, ...]]:
    """Events with all that is told of them, one after the other."""
    found: list[tuple[Any, ...]] = []
    for event in events:
        parts = {each.name: getattr(event, each.name) for each in fields(event) if each.name != "children"}
        found.append((*map(str, (parts | {"touches": sorted(event.touches)}).values()),))
        found += flat(event.children)
    return found


def last_answer(state: State, player: int) -> int:
    """How long the log was when a player answered last."""
    log = state.slots[TRACKER].log
    for place in range(len(log) - 1, -1, -1):
        if log[place].kind == "answer" and log[place].player == player:
            return place
    return 0


def reach(state: State, player: int) -> dict[str, Any]:
    """What a player sees, is told since they answered last, and is asked; and the world their bot would think in.

    They can open the page of those who only watch, too.

    Bots think when they are asked. Of worlds made while another is asked only the table is compared, and not while
    powers wait to be used: the world keeps what is asked.
    """
    view = state.view(player)
    encoder, actions = _numbered(state.program)
    found: dict[str, Any] = {
        "view": view,
        "tensor": encoder.encode(state, player, view),
        "table": build_table(state, player),
        "story": build_log_tree(state, player),
        "question": make_question(state, player),
        "news": flat(state.log_since(last_answer(state, player), player)),
        "turns": state.turns,
        "finished": state.finished,
        "ending": state.ending,
        "winners": state.winners_for(player),
        "spectators' table": build_spectator_table(state),
        "spectators' story": build_spectator_log(state),
    }
    if state.finished:
        return found
    world = resample(state, player, WORLD)
    if state.player == player:
        found["decision"] = decision = state.decision
        found["actions"] = [] if decision is None else actions.of(decision.options)
        found["several"] = state.several
        found["secret"] = state.secret
        found["world"] = "\n".join(list_digest_lines(world))
    elif not at_work(state):
        lines = world.program.digest_writer.table(world.slots)
        found["lines"] = "\n".join(line for line in lines if not line.startswith(GOING_ON))
    return found


def whole(state: State, player: int, view: View) -> dict[str, Any]:
    """The whole log, how scores come about, and what a client that speaks JSON is sent."""
    found: dict[str, Any] = {
        "log": flat(state.visible_log(player)),
        "information": render_information(state, player, Lines()),
        "client": json.dumps(asdict(view), sort_keys=True, default=str),
    }
    for seat in range(state.program.players):
        found[f"sheet {seat}"] = state.score_sheet(seat, player)
    return found


def questions(state: State, player: int, number: int) -> dict[str, Any]:
    """What some rules say, as far as a player can know: every rule about players and numbers has its turn."""
    texts = []
    for word, _, roles, _ in state.program.tables.rules:
        if all(base in ("player", "number") for _, base, _ in roles) and len(roles) < 3:
            for seat in range(state.program.players if roles else 1):
                written = [f"P{seat + 1}" if base == "player" else "1" for _, base, _ in roles]
                texts.append(f"{word}({', '.join(written)})")
    asked = {texts[(number // RULES * QUESTIONS + place) % len(texts)] for place in range(QUESTIONS)} if texts else ()
    return {f"why {text}": state.why(text, player) for text in sorted(asked)}


def chosen(state: State, player: int, number: int) -> dict[str, Any]:
    """What bots choose."""
    if state.player != player:
        return {}
    return {kind: make_bot(kind, number).choose(state) for kind in BOTS}


def reached(state: State, player: int, number: int) -> dict[str, Any]:
    """All that is compared in a state; `number` says what of the costly things."""
    found = reach(state, player)
    if number % LOGS == 0 or state.finished:
        found |= whole(state, player, found["view"])
    if number % RULES == 1:
        found |= questions(state, player, number)
    if number % CHOICES == 2:
        found |= chosen(state, player, number)
    return found


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What differs, in a line each."""
    found = []
    for name, value in one.items():
        if name in other and value != other[name]:
            found.append(f"{name}: {SHOWN.get(name, shown)(value, other[name])}")
    return found


def shown(one: Any, other: Any) -> str:
    """Two values that differ."""
    if isinstance(one, list) and isinstance(other, list):
        rows = [(a, b) for a, b in zip(one, other, strict=False) if a != b]
        return f"{rows[0][0]} / {rows[0][1]}" if rows else f"{one[len(other) :]} / {other[len(one) :]}"
    return f"{one!r} / {other!r}"


def _shown_views(one: Any, other: Any) -> str:
    fields = [key for key in asdict(one) if getattr(one, key) != getattr(other, key)]
    return "; ".join(f"{key} {getattr(one, key)} / {getattr(other, key)}" for key in fields)


def _shown_fields(one: Any, other: Any) -> str:
    if one is None or other is None:
        return f"{one} / {other}"
    fields = [key for key in one.__slots__ if getattr(one, key) != getattr(other, key)]
    return "; ".join(
        f"{key} {shown(list(mine), list(its)) if isinstance(mine, tuple) else mine} / {its}"
        for key in fields
        for mine, its in [(getattr(one, key), getattr(other, key))]
    )


def _shown_worlds(one: str, other: str) -> str:
    here, there = one.split("\n"), other.split("\n")
    return f"{[line for line in here if line not in there]} / {[line for line in there if line not in here]}"


SHOWN: dict[str, Callable[[Any, Any], str]] = {
    "view": _shown_views,
    **dict.fromkeys(("table", "question", "spectators' table"), _shown_fields),
    "world": _shown_worlds,
    "lines": _shown_worlds,
}
