"""The game at the terminal: plain and on screens of two sizes, with every command, by somebody who types at random."""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator
from contextlib import suppress
from io import StringIO

from rich.console import Console
from tests.surfaces.trial import SurfaceError, Trial, check_full, check_text, no_answer_holds, spread

from cardwright import SlipError, State
from cardwright.presentation.explain_values_and_end import list_explainable_rules
from cardwright.presentation.rulebook.assemble_rulebook import write_rulebook
from cardwright.presentation.rulebook.rule_text_sections import find_unpublished_rules
from cardwright.records.record_file import read_record
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.cli.rich_console import OneConsole
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.commands import COMMANDS, NOTHING, TIMES
from cardwright_tools.terminal.controller import TerminalSession
from cardwright_tools.terminal.drawing.numbered_options import number_options
from cardwright_tools.terminal.multi_pick_input import MultiPick
from cardwright_tools.terminal.replay_viewer import WAYS, RecordReplay
from cardwright_tools.terminal.terminal_io import MORE, UNBROKEN, LeaveError, Terminal

SIZES = ((80, 24), (120, 40))
# So many lines are typed at one moment of a game before it is said that nothing answers the question.
PATIENCE = 40
# Rules, cards and chapters asked for by their names.
ASKED = 6
# How often an option is typed by its name rather than by its number.
BY_NAME = 0.25

Hand = Callable[[str], str | None]


class Typist(Terminal):
    """A terminal at which `hand` types: given the prompt it returns a line, or None for the end of the input.

    Everything shown between two lines is checked: no control characters, no line wider than the screen, nothing
    higher than it right after it was cleared, and never an empty one. `size` None is the terminal for programs.
    """

    def __init__(self, size: tuple[int, int] | None, hand: Hand) -> None:
        width, height = size or (UNBROKEN, 50)
        console: Console = OneConsole(file=StringIO(), width=width, height=height, color_system=None, no_color=True)
        super().__init__(console, plain=size is None)
        self.size = size
        self.hand = hand
        self.interactive = self.redraws = size is not None
        self.screens = 0
        self._drawn_anew = False
        self._last = "the first line"

    def clear(self) -> None:
        """Begin an empty screen."""
        super().clear()
        if self.redraws:
            self._take(whole=False)
            self._drawn_anew = True

    def wipe(self) -> None:
        """Leave nothing on the screen."""
        self.clear()

    def expect(self, texts: object) -> None:
        """Complete nothing: there is no line editor here."""

    def read(self, prompt: str) -> str | None:
        """Check what is shown, and type the next line."""
        self._take(whole=self._drawn_anew, prompt=prompt)
        self._drawn_anew = False
        line = self.hand(prompt)
        self._last = f"`{line}`"
        if self.plain:
            self.write(f"answer\t{line or ''}")
        return None if line is None else line.strip()

    def finish(self) -> str:
        """Check what was shown last, and return it."""
        return self._take(whole=False)

    def _take(self, whole: bool, prompt: str = "") -> str:
        """Return what was shown since the last time, checked; `whole`: it is a screen from its first line on."""
        file = self.console.file
        assert isinstance(file, StringIO)
        text = file.getvalue().lstrip("\0")
        file.seek(0)
        file.truncate()
        where = f"the screen {self.size or 'for programs'} after {self._last}"
        check_text(where, text, None if self.plain else self.width, tabs=self.plain)
        if whole:
            self.screens += 1
            check_full(where, text)
            if self.size is not None and len(text.splitlines()) >= self.size[1] and prompt != MORE:
                raise SurfaceError(f"{where} has {len(text.splitlines())} lines and a prompt:\n{text}")
        return text


class Player:
    """Somebody who types: first every line of `lines`, one at each question, then answers until `answers` are given."""

    def __init__(self, chance: random.Random, lines: list[str], answers: int) -> None:
        self.chance = chance
        self.lines = lines
        self.left = answers
        self.sitting: TerminalSession | None = None
        self._moment: tuple[int, int, int, int] | None = None
        self._typed = 0
        self._after = list(_after_the_end())

    def __call__(self, prompt: str) -> str | None:
        """The next line."""
        assert self.sitting is not None
        if prompt == MORE:
            return "q" if self.chance.random() < 0.3 else ""
        if not prompt.startswith("P") or "> " not in prompt:
            return self._elsewhere(prompt)
        session = self.sitting.session
        moment = (id(session), session.edition, len(session.steps), self._picked())
        if moment != self._moment:
            self._moment, self._typed = moment, 0
            self.left -= 1
        self._typed += 1
        if self.left < 0:
            return None
        if self._typed > PATIENCE:
            if no_answer_holds(self.sitting.session.state):
                return None
            raise SurfaceError(f"nothing typed answers {self.sitting.asked}")
        if self.lines and self._typed <= 2:
            return self.lines.pop(0)
        return self._answer()

    def _picked(self) -> int:
        picking = getattr(self.sitting, "_picking", None)
        return len(picking.chosen) if isinstance(picking, MultiPick) else 0

    def _elsewhere(self, prompt: str) -> str:
        """What is typed where nobody is asked: after the end, while something is looked at, or when handing over."""
        if prompt.startswith("Enter to leave") and self._after:
            return self._after.pop(0)
        return ""

    def _answer(self) -> str:
        assert self.sitting is not None
        offered = number_options(self.sitting.asked)
        choice = self.chance.choice(offered)
        picking = self.sitting.session.state.several is not None and self._typed > 4
        if picking and len(offered) > 1 and self.chance.random() < 0.7:
            choice = offered[-1]
        if self._typed == 1 and self.chance.random() < BY_NAME:
            return choice.option.text
        return choice.label


def _after_the_end() -> Iterator[str]:
    """Every command that makes sense when a game is over, but for those that lead away from it."""
    for command in COMMANDS.values():
        if command.after_the_end and command.name not in ("undo", "load", "quit", "reload", "note"):
            yield "card a" if command.name == "card" else command.name


def command_lines(trial: Trial, session: Session) -> list[str]:
    """Return lines that call every command there is, `why` for every rule, and cards and chapters by name."""
    lines: list[str] = []
    book = write_rulebook(trial.game)
    copy = trial.scratch / f"copy-{len(list(trial.scratch.iterdir()))}.jsonl"
    arguments: dict[str, list[str]] = {
        "why": [
            "",
            *(written for written, _ in list_explainable_rules(session.state, 0, find_unpublished_rules(trial.game))),
        ],
        "card": [*spread([text.name for text in trial.game.card_texts()], ASKED), "no such card"],
        "rules": ["", *spread([section.title for section in book.sections], ASKED)],
        "log": ["", "all", "3 depth 1"],
        "options": ["a"],
        "hold": ["", "off"],
        "note": ["a note: [bold]é🂡[/bold]"],
        "save": ["", str(copy)],
        "load": ["", str(copy)],
    }
    for command in COMMANDS.values():
        if command.name == "quit":
            continue
        usual = [""] if command.takes is NOTHING else ["", "2"] if command.takes is TIMES else ["a"]
        lines += [f"{command.name} {argument}".strip() for argument in arguments.get(command.name, usual)]
    return [*lines, "nothing like it", "/a", "", "🂡"]


def plain(trial: Trial) -> None:
    """`play --plain`: people at all seats, a beginning with every command and an end."""
    _play(trial, None, frozenset(range(trial.players)))


def small(trial: Trial) -> None:
    """`play` on a screen of 80 by 24, people at all seats."""
    _play(trial, SIZES[0], frozenset(range(trial.players)))


def large(trial: Trial) -> None:
    """`play` on a screen of 120 by 40, one person against bots; people only where bots might play on for ever."""
    _play(trial, SIZES[1], frozenset({0} if trial.finishes else range(trial.players)))


def _play(trial: Trial, size: tuple[int, int] | None, humans: frozenset[int]) -> None:
    """A beginning, in which every command is typed, and the end of the match, taken up from its record."""
    chance = trial.chance(f"terminal {size}")
    session = Session(trial.game, trial.players, trial.seed)
    lines = command_lines(trial, session)
    chance.shuffle(lines)
    del lines[trial.effort.lines :]
    _sit(trial, session, size, humans, Player(chance, lines, trial.effort.beginning))
    session = Session(trial.game, trial.players, trial.seed)
    for option in trial.match[: max(0, len(trial.match) - trial.effort.ending)]:
        session.answer(option, chosen=True)
    session.close()
    if session.path is not None:
        session = Session.load(session.path, humans, str(trial.folder))
    _sit(trial, session, size, humans, Player(chance, [], trial.effort.ending + trial.effort.beginning))


def _sit(trial: Trial, session: Session, size: tuple[int, int] | None, humans: frozenset[int], player: Player) -> None:
    terminal = Typist(size, player)
    bots = {seat: "random" for seat in range(trial.players) if seat not in humans}
    player.sitting = TerminalSession(session, humans, bots, terminal, str(trial.folder))
    try:
        with suppress(LeaveError):
            player.sitting.play()
        terminal.finish()
    except FindingError:
        if not _is_stuck(player.sitting.session.state):
            raise
    finally:
        player.sitting.session.close()


def _is_stuck(state: State) -> bool:
    """Whether the game refuses every answer to its question: that a bot says so is no fault of ours."""
    for option in range(state.option_count):
        with suppress(SlipError):
            state.clone().apply(option)
            return False
    return True


def walked(trial: Trial) -> None:
    """`replay` at a terminal: every way of going over a record."""
    session = Session(trial.game, trial.players, trial.seed)
    for option in trial.match[: trial.effort.beginning]:
        session.answer(option, chosen=True)
    session.close()
    if session.path is None:  # nobody is ever asked
        return
    record = read_record(session.path)
    words = [way.split(",")[0].split(" ")[0] for way, _ in WAYS]
    lines = [
        *words,
        "2",
        "end",
        "turn 2",
        "open",
        "n",
        "p",
        "log 3 depth 1",
        "why",
        "table",
        "peek",
        "",
        "p",
        "nothing",
    ]
    for size in SIZES if trial.effort.lines > len(lines) else SIZES[trial.seed % 2 :][:1]:
        typed = iter([line for line in lines if line not in ("q", "NUMBER", "turn", "card")])
        terminal = Typist(size, lambda _, typed=typed: next(typed, None))  # type: ignore[misc]
        RecordReplay(trial.game, record, len(record.answers), terminal, None).run()
        terminal.finish()
