"""The first turns of every game as somebody reads them: what is asked and offered, what happens, what lies where."""

from __future__ import annotations

import random
from pathlib import Path

from tests.playthroughs.recorded import HERE, game_of

from cardwright import Event, View

FOLDER = HERE / "stories"
SEED, DECISIONS, SHOWN = 7, 14, 12


def file_of(word: str) -> Path:
    """Where the story of a game is kept."""
    return FOLDER / f"{word.rpartition('/')[2]}.txt"


def story(word: str) -> str:
    """The story of a game: some decisions at random, with what the one who is asked sees before every fifth."""
    game = game_of(word)
    state = game.new(max(2, game.min_players) if game.max_players > 1 else 1, SEED)
    chance, told = random.Random(SEED), 0
    lines = [f"{game.title}, {state.program.players} players, seed {SEED}", ""]
    for number in range(DECISIONS):
        lines += _lines(state.log_since(told))
        told = state.log_size
        decision = state.decision
        if decision is None:
            break
        if number % 5 == 0:
            lines += ["", f"  seen by P{decision.player + 1}:", *_seen(state.view(decision.player)), ""]
        answer = chance.randrange(len(decision.options))
        lines.append(f"P{decision.player + 1} is asked: {decision.prompt}")
        for option in decision.options[:SHOWN]:
            note = f" ({option.group})" if option.group else ""
            lines.append(f"  {'>' if option.index == answer else ' '} {option.key}: {option.text}{note}")
        if len(decision.options) > SHOWN:
            lines.append(f"    and {len(decision.options) - SHOWN} more; {decision.options[answer].key} is chosen")
        state.apply(answer)
    lines += ["", f"digest {state.digest()}"]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _lines(events: list[Event], depth: int = 0) -> list[str]:
    found: list[str] = []
    for event in events:
        if not event.quiet:
            found.append(f"{'  ' * depth}* {event.text}")
        found += _lines(event.children, depth + (not event.quiet))
    return found


def _seen(view: View) -> list[str]:
    found = []
    for zone in view.zones:
        if not zone.count:
            continue
        pieces = ["?" if piece is None else piece.name for piece in zone.pieces]
        shown = "" if zone.hidden else f": {', '.join(pieces[:SHOWN])}{', …' if len(pieces) > SHOWN else ''}"
        found.append(f"    {zone.owner} {zone.name} ({zone.count}){shown}")
    found += [f"    {counter.owner} {counter.name}: {counter.value}" for counter in view.counters]
    scores = ["?" if score is None else str(score) for score in view.scores]
    return [*found, f"    scores: {', '.join(scores)}"]
