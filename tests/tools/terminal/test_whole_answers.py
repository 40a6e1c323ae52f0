"""Answers of commands: every line is in sight before the next input, however small the screen is."""

import re

import pytest
from tests.tools.terminal.scripted import Scripted, session

from cardwright.presentation.question import make_question
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.commands import COMMANDS
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.screen import Screen
from cardwright_tools.terminal.terminal_io import LeaveError

SIZES = ((80, 24), (60, 15), (40, 12))
# Height below which not even a table in brief and a question in brief have room together.
SMALLEST = 15
# Stands in every table, before the player who is asked.
TABLE = "▸ P1"
# Commands that only draw the screen, leave the match, or name the files of whoever runs the tests.
OTHERWISE = ("redraw", "quit", "load")
# Commands that arrange what they print by the width of the screen.
ARRANGED = ("help", "table", "more", "rules", "peek", "news", "options")
ARGUMENTS = {
    "why": ("", "final_score(P1)", "zzz(P1)", "hand_limit(P2)"),
    "card": ("a", "zzz"),
    "rules": ("", "cargo", "turn", "zzz"),
    "log": ("", "2", "3", "all"),
    "undo": ("", "7"),
    "options": ("", "e", "zzz"),
    "hold": ("off", "zzz"),
    "note": ("later", "x" * 900),
    "save": ("", "/nowhere/at/all"),
}


class Watched(Scripted):
    """A small terminal at which Enter is pressed at each pause; keeps what was in sight before each line was typed."""

    def __init__(self, *lines: str, width: int, height: int):
        super().__init__(*lines, width=width, height=height)
        self.redraws = True
        self.in_sight: list[list[str]] = []
        self._read_up_to = 0

    def read(self, prompt: str) -> str | None:
        fresh = self.shown[self._read_up_to :]
        self._read_up_to = len(self.shown)
        # a cleared screen shows what came after, and no screen more than its last lines, above the line for input
        lines = fresh.rpartition("\0")[2].splitlines()
        assert len(lines) < self.height or self.height < SMALLEST or not any(TABLE in line for line in lines)
        self.in_sight.append(lines[1 - self.height :])
        return "" if prompt.startswith("-- ") else super().read(prompt)


def said(line: str, size: tuple[int, int], played: Session, whole: bool) -> list[str]:
    """Return the output of a command without pauses: as lines of a screen of this size or, if `whole`, unbroken."""
    terminal = Scripted(width=999, height=50) if whole else Scripted(width=size[0], height=size[1])
    sitting = TerminalSession(played, frozenset((0,)), {}, terminal, None)
    before = len(terminal.shown)
    sitting._carry_out(COMMANDS[line.split()[0]], 0, line)
    return [line for line in (*terminal.shown[before:].splitlines(), *sitting.screen.notices[1:]) if line.strip()]


def squeeze(text: str) -> str:
    """A text without spaces, because lines are broken where a screen ends."""
    return re.sub(r"\s+", "", text)


def at_question(game: str, seed: int, answers: int) -> Session:
    """A match in which P1 is asked, after so many answers."""
    played = session(seed, 3, game)
    while len(played.steps) < answers or played.state.player != 0 or played.state.option_count < 2:
        let_bot_answer(played, "random")
    return played


@pytest.mark.parametrize("width_and_height", SIZES)
@pytest.mark.one_of
@pytest.mark.parametrize("game", ["ceylon", "cargo_noir", "bush_pilots"])
def test_all_that_a_command_says_is_in_sight(game: str, width_and_height: tuple[int, int]) -> None:
    width, height = width_and_height
    played = at_question(game, 4, 25)
    checked = 0
    for name in COMMANDS:
        for argument in () if name in OTHERWISE else ARGUMENTS.get(name, ("",)):
            line, steps = f"{name} {argument}".strip(), len(played.steps)
            whole = name not in ARRANGED and line != "why"
            wanted = [] if name in ("redo", "undo") else said(line, width_and_height, played, whole)
            terminal = Watched(line, width=width, height=height)
            sitting = TerminalSession(played, frozenset((0,)), {}, terminal, None)
            sitting.screen.notices.clear()
            with pytest.raises(LeaveError):
                sitting.play()
            seen = squeeze("".join(text for lines in terminal.in_sight[1:] for text in lines))
            lost = [each for each in wanted if squeeze(each) not in seen]
            assert not lost, (line, lost, terminal.in_sight[1:])
            # the question stands below what was said; a long one is cut, which a sign says
            asked, below = make_question(played.state, 0), squeeze("".join(terminal.in_sight[-1]))
            assert asked is not None
            prompt = squeeze(asked.prompt.rstrip(".:"))
            assert prompt in below or (prompt[: width // 2] in below and "…" in below), line
            played.give_again(steps)
            checked += len(wanted)
    assert checked > 60


@pytest.mark.parametrize("width_and_height", SIZES)
def test_no_remark_of_several_is_lost(width_and_height: tuple[int, int]) -> None:
    width, height = width_and_height
    for remarks in (1, 2, 3, 8, 40):
        terminal = Watched("", "zzz", width=width, height=height)
        sitting = TerminalSession(at_question("cargo_noir", 4, 25), frozenset((0,)), {}, terminal, None)
        sitting.screen.notices[:] = [f"remark {number} of {remarks}" for number in range(1, remarks + 1)]
        steps = len(sitting.session.steps)
        with pytest.raises(LeaveError):
            sitting.play()
        shown = [line for screen in terminal.in_sight for line in screen]
        assert [line for line in shown if line.startswith("remark ")] == [
            f"remark {number} of {remarks}" for number in range(1, remarks + 1)
        ]
        is_alone = any("Enter shows the table again" in line for line in shown)
        assert is_alone == (remarks > 8 or not any(TABLE in line for line in terminal.in_sight[0]))
        # Enter brings the table back, and answers nothing
        if is_alone:
            assert len(sitting.session.steps) == steps
            assert any(TABLE in line for line in shown)


def test_remarks_at_the_end_stand_with_the_result() -> None:
    played = session(3, 3, "cargo_noir")
    while not played.state.finished:
        let_bot_answer(played, "random")
    terminal = Watched(width=60, height=12)
    screen = Screen(terminal)
    screen.notices[:] = ["The match cannot be saved.", "A second remark."]
    screen.result(played, 0, ["you", "bot", "bot"], True)
    lines = terminal.shown.rpartition("\0")[2].splitlines()
    assert len(lines) < 12
    assert "The match cannot be saved." in lines
    assert "A second remark." in lines
