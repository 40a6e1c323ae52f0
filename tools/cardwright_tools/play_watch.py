"""A game among bots that scrolls by."""

import sys
from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.rule import Rule
from rich.text import Text

from cardwright_tools.play_log import brief_text, flattened
from cardwright_tools.play_screen import Screen
from cardwright_tools.play_session import Session
from cardwright_tools.play_sitting import let_bot_answer
from cardwright_tools.play_terminal import Terminal

if TYPE_CHECKING:
    from cardwright import Event

# The whole log is told anew for every piece of it, so the pieces grow with the game: this part of what is there.
SHARE = 15


def watch(session: Session, bots: Sequence[str], terminal: Terminal) -> None:
    """Let bots play to the end, show what happens turn by turn, then the result."""
    screen = Screen(terminal)
    screen.take_over(session)
    state = session.state
    screen.show(Rule(f"{session.game.title}, {len(bots)} players, seed {session.header.seed}", style="bold"))
    told, turn, steps = 0, state.turns, len(session.steps)
    if steps:
        told = len(flattened(state.log))
        screen.say(f"After {steps} answers and {turn} turns:")
    while not state.finished:
        let_bot_answer(session, bots[state.player])
        if state.turns > turn and len(session.steps) - steps >= len(session.steps) // SHARE:
            told = _tell(session, screen, told)
            turn, steps = state.turns, len(session.steps)
    _tell(session, screen, told, to_the_end=True)
    screen.show(Text(""), Rule(style="bold"))
    screen.result(session, 0, bots, False)


def _tell(session: Session, screen: Screen, told: int, to_the_end: bool = False) -> int:
    """Print the events from number `told` on, but for the turn that has just begun; how many are told now."""
    state = session.state
    screen.painter.learn(state.view(0))
    events = flattened(state.log)
    end = len(events) if to_the_end else told + _before_this_turn(events[told:], state.view(0).turn_of)
    for line in brief_text(events[told:end], screen.terminal.width):
        screen.tell(line)
    if not to_the_end:
        scores = ", ".join(f"P{seat} {score}" for seat, score in enumerate(state.scores, start=1))
        screen.show(Text(""), Rule(screen.painter.paint(f"turn {state.turns} · {scores}"), style="dim"))
    return end


def _before_this_turn(events: Sequence["Event"], player: int) -> int:
    """How many events come before the outermost thing that the player whose turn it is has not finished."""
    first, shallowest = len(events), sys.maxsize
    for number in range(len(events) - 1, -1, -1):
        event = events[number]
        if event.depth < shallowest:
            shallowest = event.depth
            if event.player == player:
                first = number
    return first
