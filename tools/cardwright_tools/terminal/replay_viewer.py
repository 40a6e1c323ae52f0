"""Viewer of a record at a terminal, answer by answer with causes and decisions."""

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from rich.table import Table as Rows
from rich.text import Text

from cardwright.presentation.arrange_table import build_open_table
from cardwright.presentation.arrange_table import build_table as seen
from cardwright.presentation.log.fit_to_lines import render_tree
from cardwright.presentation.log.tree import flatten_events, render_successive_events
from cardwright.presentation.piece_and_player_labels import count_labels
from cardwright.presentation.table_view import TableView
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.commands import COMMANDS, quote
from cardwright_tools.terminal.info_commands import NUMBER, card, log, peek, rules, table, why
from cardwright_tools.terminal.screen import Screen
from cardwright_tools.terminal.terminal_io import Terminal

if TYPE_CHECKING:
    from cardwright import Event, Game
    from cardwright.records.record_file import Record

# Limit for the letters of options that were not chosen: some lines of a narrow screen.
MAX_OTHERS = 240
WAYS = (
    ("n, or Enter", "go to the next answer"),
    ("p", "go back to the answer before"),
    ("NUMBER", "go to the moment after this number of answers; 0 is the beginning, `end` the end"),
    ("turn N", "go to the first answer in turn N"),
    ("open", "show hidden cards on the table, or hide them again"),
    ("step", "show all consequences of the last answer"),
    ("log [N] [depth D]", "show the log up to here"),
    ("why RULE(...)", "explain the value of a rule at this moment"),
    ("card NAME, table, peek", "show a card; show the whole table, with hidden cards"),
    ("q", "stop"),
)


class RecordReplay:
    """Replay of a record at a terminal; `place` is the number of answers given before the point shown."""

    openly = True

    def __init__(self, game: "Game", record: "Record", fitting: int, terminal: Terminal, remark: str | None):
        self.session = Session(game, record.header.players, record.header.seed, recorded=False)
        self.screen = Screen(terminal)
        self.screen.take_over(self.session)
        self.place = 0
        self._record = record
        self._terminal = terminal
        self._last = fitting
        self._all_open = False
        self._began = 0
        if remark is not None:
            self.screen.notices.append(remark)

    def run(self) -> None:
        """Step through the record until the person leaves."""
        self._draw()
        terminal = self._terminal
        while True:
            line = terminal.typed_on or terminal.read_below(self._draw, f"{self.place}/{self._last}> ")
            if line is None or line in ("q", "quit", "exit"):
                return
            is_changed = False
            with terminal.paged():
                is_changed = self._handle_line(line)
            if is_changed:
                self._draw()

    # ------------------------------------------------------------ where one is

    def go(self, place: int) -> None:
        """Go to the point after `place` answers, or to the end of the record if it is shorter."""
        place = max(0, min(place, self._last))
        if place <= self.place:
            header = self.session.header
            self.session.state = self.session.game.new(header.players, header.seed)
            self.place = self._began = 0
        state = self.session.state
        while self.place < place:
            self._began = state.log_size
            state.apply(self._record.answers[self.place].option)
            self.place += 1

    def go_to_turn(self, turn: int) -> None:
        """Go to the first decision of a turn."""
        self.go(0)
        while self.place < self._last and self.session.state.turns < turn:
            self.go(self.place + 1)

    def _handle_line(self, line: str) -> bool:
        """Carry out a typed line; return True if the screen has to be redrawn."""
        word, _, argument = line.partition(" ")
        asked = QUESTIONS.get(word)
        if asked is not None:
            wrong = COMMANDS[word].refusal(line)
            if wrong is not None:
                self.screen.say(wrong)
                return False
            asked(self, self._find_viewer(), argument.strip())
            return False
        if line in ("", "n", "next"):
            self.go(self.place + 1)
        elif line in ("p", "back"):
            self.go(self.place - 1)
        elif re.fullmatch(f"0|{NUMBER}", line):
            self.go(int(line))
        elif line == "end":
            self.go(self._last)
        elif word == "turn" and re.fullmatch(NUMBER, argument.strip()):
            self.go_to_turn(int(argument))
        elif line == "open":
            self._all_open = not self._all_open
        elif line == "step":
            for key in self._render_step():
                self.screen.tell(key)
            return False
        else:
            self._show_help(line)
            return False
        return True

    def _show_help(self, line: str) -> None:
        if line not in ("help", "?"):
            self.screen.say(f"There is no command {quote(line)} here:")
        rows = Rows(box=None, padding=(0, 2), show_header=False)
        for written, meaning in WAYS:
            rows.add_row(Text(written, "bold"), Text(meaning))
        self.screen.show(rows)

    # ------------------------------------------------------------ what is shown

    def _find_viewer(self) -> int:
        state = self.session.state
        return state.player if state.decision is not None else 0

    def _make_table(self) -> TableView:
        return (build_open_table if self._all_open else seen)(self.session.state, self._find_viewer())

    def _draw(self) -> None:
        self.screen.draw_step(self.session, self._make_table(), self._render_step(), self._render_decision())

    def _render_step(self) -> list[str]:
        """Return the log of the last answer, below its causes."""
        events = flatten_events(self.session.state.log)
        fresh = len(flatten_events(self.session.state.log_since(self._began)))
        before, after = events[: len(events) - fresh], events[len(events) - fresh :]
        return (
            render_tree(render_successive_events([*_find_causes(before, after), *after]))
            if self.place
            else render_tree(render_successive_events(after), 2)
        )

    def _render_decision(self) -> list[str]:
        """Return the prompt at this point, with the recorded answer and the other options."""
        state, decision = self.session.state, self.session.state.decision
        if decision is None:
            scores = ", ".join(f"P{seat} {score}" for seat, score in enumerate(state.scores, start=1))
            won = ", ".join(f"P{seat + 1}" for seat in state.winners)
            return [f"The game is over: {scores}. Won by {won}."]
        asked = [f"P{decision.player + 1} is asked: {decision.prompt}"]
        if self.place >= len(self._record.answers):
            return [*asked, "  The record ends here."]
        answer = self._record.answers[self.place]
        chosen = decision.options[answer.option].text if answer.option < len(decision.options) else answer.key
        others = _join_names(count_labels(option.text for option in decision.options if option.index != answer.option))
        if self.place == self._last:
            return [*asked, f"  The record answers `{answer.key}`, which does not fit the files here."]
        return [*asked, f"  → {chosen}" + (f"   (not {others})" if others else "")]


def _join_names(names: list[str]) -> str:
    """Join the first names that fit, followed by the number of the others."""
    count, length = 0, 0
    while count < len(names) and (not count or length + len(names[count]) <= MAX_OTHERS):
        length += len(names[count]) + 2
        count += 1
    return ", ".join([*names[:count], *([f"{len(names) - count} more"] if count < len(names) else [])])


def _find_causes(before: "list[Event]", after: "list[Event]") -> "list[Event]":
    """Return the events of `before` during which the first event of `after` happened, outermost first.

    If `after` is empty, return the last event.
    """
    if not after:
        return before[-1:]
    causes: list[Event] = []
    depth = after[0].depth
    for event in reversed(before):
        if event.depth < depth:
            causes.append(event)
            depth = event.depth
    return causes[::-1]


QUESTIONS: dict[str, Callable[[RecordReplay, int, str], None]] = {
    "why": why,
    "log": log,
    "card": card,
    "rules": rules,
    "table": table,
    "peek": peek,
}
