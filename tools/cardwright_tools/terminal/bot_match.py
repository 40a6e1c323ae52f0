"""A match among bots, printed turn by turn."""

import sys
from collections.abc import Sequence
from functools import partial

from cardwright import Event, State
from cardwright.phrases.inflection import count_noun
from cardwright.presentation.arrange_table import build_table
from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.log.fit_to_lines import render_brief_log
from cardwright.presentation.log.tree import flatten_events, render_successive_events
from cardwright.runtime.primitives.random_numbers import seed_told
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.plain_screen import PlainScreen
from cardwright_tools.terminal.screen import Screen
from cardwright_tools.terminal.terminal_io import Terminal


def watch(session: Session, bots: Sequence[str], terminal: Terminal) -> None:
    """Let bots play to the end; print each turn, then the result."""
    screen = PlainScreen(terminal) if terminal.plain else Screen(terminal)
    screen.take_over(session)
    state = session.state
    screen.part(f"{session.game.title}, {count_noun(len(bots), 'player')}, {seed_told(session.header.seed)}", "bold")
    shown, turn = 0, state.turns
    if session.steps:
        shown = state.log_size
        screen.say(f"After {count_noun(len(session.steps), 'answer')}, in turn {turn}:")
    untold: list[Event] = []
    while not state.finished:
        let_bot_answer(session, bots[state.player])
        if state.turns > turn:
            untold += flatten_events(state.log_since(shown))
            shown, turn = state.log_size, state.turns
            end = _count_past_events(untold, state.view(0).turn_of)
            _tell(untold[:end], session, screen)
            del untold[:end]
            scores = run_optional(partial(_render_scores, state), "")
            screen.part(f"turn {turn} · {scores}", "dim")
    _tell([*untold, *flatten_events(state.log_since(shown))], session, screen)
    screen.part("", "bold")
    screen.result(session, 0, bots, False)


def _render_scores(state: State) -> str:
    return ", ".join(f"P{seat} {score}" for seat, score in enumerate(state.scores, start=1))


def _tell(events: Sequence[Event], session: Session, screen: Screen) -> None:
    screen.painter.learn(build_table(session.state, 0))
    for line in run_optional(lambda: render_brief_log(render_successive_events(events), screen.terminal.width), ()):
        screen.tell(line)


def _count_past_events(events: Sequence[Event], player: int) -> int:
    """Return the number of events that belong to earlier turns: those before the player's outermost event."""
    first, shallowest = len(events), sys.maxsize
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if event.depth < shallowest:
            shallowest = event.depth
            if event.player == player:
                first = number
    return first
