"""A person at the terminal whose lines are written out beforehand."""

from io import StringIO

import pytest
from rich.console import Console

from cardwright import load_game
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.drawing.numbered_options import find_default_option, number_options
from cardwright_tools.terminal.terminal_io import LeaveError, Terminal

# What stands in a script for passing where that can be, else for the first option.
ANY = "(any)"


class Scripted(Terminal):
    """A terminal at which the lines of a script are typed; remembers what was shown."""

    def __init__(self, *lines: str, width: int = 80, height: int = 50):
        console = Console(file=StringIO(), width=width, height=height, color_system=None, highlight=False)
        super().__init__(console)
        self.redraws = height < 50
        self.lines = list(lines)
        self.session: Session | None = None

    def read(self, prompt: str) -> str | None:
        if not self.lines:
            return None
        line = self.lines.pop(0)
        return self._any(line) if line in (ANY, "hold", "hold always") else line

    def _any(self, line: str) -> str:
        assert self.session is not None
        decision = self.session.state.decision
        assert decision is not None
        several = self.session.state.several
        if several is not None and not several.passing:
            each = [str(place + 1) for place, count in enumerate(several.counts) for _ in range(count)]
            wanted = max(1, several.least)
            return " ".join([*each[:wanted], *(["0"] if wanted < several.most else [])])
        if find_default_option(decision) is None:
            return number_options(decision)[0].label
        return "" if line == ANY else line

    @property
    def shown(self) -> str:
        return self.console.file.getvalue()  # type: ignore[attr-defined,no-any-return]


def session(seed: int = 5, players: int = 3, game: str = "ceylon") -> Session:
    return Session(load_game(game), players, seed, recorded=False)


def sat(*lines: str, humans: tuple[int, ...] = (0,), seed: int = 5) -> tuple[TerminalSession, str]:
    """A sitting at which some lines were typed, and what was shown."""
    terminal = Scripted(*lines)
    terminal.session = session(seed)
    sitting = TerminalSession(terminal.session, frozenset(humans), {1: "random", 2: "random"}, terminal, None)
    with pytest.raises(LeaveError):
        sitting.play()
    return sitting, terminal.shown
