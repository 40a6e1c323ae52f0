"""Everything a player can reach in a state of a game, so that two states can be compared by it."""

from __future__ import annotations

import json
from dataclasses import asdict
from typing import Any

from cardwright import Event, State
from cardwright.bots import make_bot
from cardwright.runtime.tracker import Tracker

BOTS = ("random", "greedy", "mcts:6", "mcts:4:rollout=random:depth=3")


def unwatched(state: State) -> State:
    """A copy of a state with a tracker as any game has it."""
    copy = state.clone()
    kept = Tracker.clone(state.slots[0])
    copy.slots[0] = kept
    return copy


def flat(events: list[Event]) -> list[tuple[Any, ...]]:
    """Events with all that is told of them, one after the other."""
    found: list[tuple[Any, ...]] = []
    for event in events:
        found.append((event.depth, event.player, event.text, event.quiet, event.echoed, event.aside))
        found += flat(event.children)
    return found


def reach(state: State, player: int, before: int) -> dict[str, Any]:
    """What a player sees and is told; `before` is how long the log was when they were last asked."""
    view = state.view(player)
    found: dict[str, Any] = {
        "view": view,
        "client": json.dumps(asdict(view), sort_keys=True),
        "log": flat(state.visible_log(player)),
        "news": flat(state.log_since(before, player)),
        "turns": state.turns,
        "finished": state.finished,
        "ending": state.ending,
    }
    if state.player == player:
        found["decision"] = state.decision
        found["several"] = state.several
        found["secret"] = state.secret
    return found


def questions(state: State, player: int) -> dict[str, Any]:
    """What rules say, how scores come about, and who is ahead, as far as a player can know."""
    found: dict[str, Any] = {"winners": state.winners_for(player)}
    for seat in range(state.program.players):
        found[f"sheet {seat}"] = state.score_sheet(seat, player)
    for word, _, roles, _ in state.program.tables["rules"]:
        if all(base in ("player", "number") for _, base, _ in roles) and len(roles) < 3:
            for seat in range(state.program.players):
                written = [f"P{seat + 1}" if base == "player" else "1" for _, base, _ in roles]
                found[f"why {word} {seat}"] = state.why(f"{word}({', '.join(written)})", player)
    return found


def chosen(state: State, seed: int) -> dict[str, Any]:
    """What bots choose."""
    return {kind: make_bot(kind, seed).choose(state) for kind in BOTS}


def imagined(state: State, player: int, seed: int) -> dict[str, Any]:
    """The world a player's bot would think in."""
    return {"world": state.determinise(player, seed).digest()}


def differences(one: dict[str, Any], other: dict[str, Any]) -> list[str]:
    """What differs, in a line each."""
    found = []
    for name, value in one.items():
        if value == other[name]:
            continue
        if isinstance(value, list) and isinstance(other[name], list):
            rows = [(a, b) for a, b in zip(value, other[name], strict=False) if a != b]
            shown = (
                rows[0]
                if rows
                else (len(value), len(other[name]), value[len(other[name]) :], other[name][len(value) :])
            )
            found.append(f"{name}: {shown}")
        elif name == "view":
            fields = [key for key in asdict(value) if getattr(value, key) != getattr(other[name], key)]
            found.append(f"view: {[(key, getattr(value, key), getattr(other[name], key)) for key in fields]}")
        else:
            found.append(f"{name}: {value!r} / {other[name]!r}")
    return found
