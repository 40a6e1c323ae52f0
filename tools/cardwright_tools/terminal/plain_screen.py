"""Plain screen for scripts and screen readers, with one fact a line.

Each line begins with a word and a tab. These words never change: `game`, `turn`, `score`, `counter`, `zone`, `piece`,
`log`, `note`, `ask`, `about`, `option`, `answer`, `pause` and `result`. Nothing is cleared, coloured or drawn, and no
line is broken.
"""

from collections.abc import Sequence
from typing import TYPE_CHECKING

from rich.console import RenderableType

from cardwright.phrases.inflection import spell_name
from cardwright.presentation.arrange_table import build_common_table, build_open_table, build_table
from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.log.fit_to_lines import render_tree
from cardwright.presentation.log.folding import drop_hidden_events
from cardwright.presentation.log.tree import render_log_events
from cardwright.presentation.question import Question, make_question
from cardwright.presentation.table_view import TableView
from cardwright.runtime.primitives.random_numbers import seed_told
from cardwright_tools.session.score_breakdown_table import format_score_sheet
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.drawing.numbered_options import NumberedOption, narrow_options
from cardwright_tools.terminal.drawing.prompt_cause_and_purpose import (
    format_option_facts,
    format_requirement,
    list_causes,
    list_decision_facts,
)
from cardwright_tools.terminal.plain_table import ZONE, Lines, Subject, list_table, list_zone
from cardwright_tools.terminal.screen import NO_NEWS, Screen
from cardwright_tools.terminal.terminal_io import Terminal

if TYPE_CHECKING:
    from cardwright import Decision, Moment


class PlainScreen(Screen):
    """A screen that only appends lines."""

    def __init__(self, terminal: Terminal):
        super().__init__(terminal)
        self._told_turn = -1
        # By player, the lines about the table that are known at this screen.
        self._known: dict[int, dict[Subject, Lines]] = {}

    def _write_line(self, word: str, *facts: object) -> None:
        said = (" ".join(str(fact).splitlines()).replace("\t", " ") for fact in facts)
        self.terminal.write("\t".join([word, *said]))

    def show(self, *parts: RenderableType) -> None:
        """Print each part on a line of its own, as a note."""
        options = self.terminal.console.options
        for part in parts:
            for line in self.terminal.console.render_lines(part, options, pad=False):
                text = "".join(segment.text for segment in line).rstrip()
                if text:
                    self._write_line("note", text)

    def tell(self, text: str, style: str = "") -> None:
        """Print a text as notes."""
        for line in text.splitlines():
            self._write_line("note", line)

    def part(self, text: str, style: str) -> None:
        """Print the heading of a section, if it has one."""
        self.tell(text)

    def say(self, text: str) -> None:
        """Print a remark about the program."""
        self.tell(text)

    def show_options(self, decision: "Decision", wanted: str) -> None:
        """Print the options with a matching name."""
        self._write_options(narrow_options(decision, wanted), None)

    def _write_options(self, shown: "Sequence[NumberedOption]", asked: Question | None) -> None:
        known = {} if asked is None else {choice.index: format_option_facts(choice) for choice in asked.choices}
        for choice in shown:
            option = choice.option
            more = [part for part in (option.group, known.get(option.index, "")) if part]
            self._write_line("option", choice.label, option.key, option.text, *more)

    def hand_over(self, player: int) -> None:
        """Ask the next player to come to the terminal."""
        self.tell(f"P{player + 1}, it is your turn to answer. The others, please do not read on. Then press Enter.")

    def draw(self, session: Session, decision: "Decision", held: int, wanted: str = "", enter: bool = True) -> bool:
        """Print the new log events, the person's cards, and the prompt. The arguments are as for `Screen.draw`."""
        state, player = session.state, decision.player
        found = build_table(state, player)
        if state.turns != self._told_turn:
            self._told_turn = state.turns
            self._write_line("game", session.game.title, seed_told(session.header.seed))
            whose = found.seats[found.turn_of].name if found.turn_of >= 0 else "nobody"
            self._write_line("turn", state.turns, "everybody" if found.everybody else whose)
            for seat in found.seats if found.keeps_score else ():
                self._write_line("score", seat.name, seat.score)
        self._tell_news(session, player)
        self._write_changes(found, player)
        for remark in self._list_remarks(session, held):
            self.show(remark)
        asked = make_question(state, player)
        assert asked is not None
        self._write_line("ask", f"P{player + 1}", asked.prompt, *list_causes(asked))
        for fact in list_decision_facts(
            asked, decision.context[len(waits.context) :] if (waits := state.decision) else ()
        ):
            self._write_line("about", fact)
        for name, text in asked.card_texts:
            self._write_line("about", f"{name}: {text}")
        for each in asked.not_now:
            self._write_line("about", f"not now: {format_requirement(each)}")
        self._write_options(narrow_options(decision, wanted), asked)
        self.notices.clear()
        self.stale = False
        return True

    def draw_moment(self, session: Session, moment: "Moment", players: Sequence[int]) -> None:
        """Print the log and the table of a snapshot."""
        since = min(self._seen.get(player, self._drawn) for player in players)
        for line in render_tree(
            drop_hidden_events(render_log_events(session.state.common_log(players, since, moment.log_size)))
        ):
            self._write_line("log", line)
        self._write_table(build_common_table(moment.state, players))
        self._write_line("pause", spell_name(moment.word))

    def show_news(self, session: Session, player: int) -> None:
        """Print the log since this person's last answer."""
        if not self._tell_news(session, player):
            self.say(NO_NEWS)

    def _tell_news(self, session: Session, player: int) -> bool:
        since = self._find_news_start(session, player)
        lines = run_optional(
            lambda: render_tree(drop_hidden_events(render_log_events(session.state.log_since(since, player)))),
            (),
            (OSError,),
        )
        for line in lines:
            self._write_line("log", line)
        return bool(lines)

    def _write_changes(self, found: TableView, player: int) -> None:
        """Write what a player sees on the table: their own zones and all rows, and what has changed elsewhere."""
        rows = (zone for zone in (*found.zones, *(each for seat in found.seats for each in seat.zones)) if zone.row)
        always = {subject for zone in (*rows, *found.seats[player].zones) for subject, _ in list_zone(zone)}
        known = self._known.get(player, {})
        now = list_table(found, known)
        for subject, lines in now.items():
            if known.get(subject) != lines or (subject in always and subject[0] == ZONE and lines[0][0] != "0"):
                self._write_subject(subject, lines)
        self._known[player] = now

    def _write_subject(self, subject: Subject, lines: Lines) -> None:
        for line in lines:
            self._write_line(*subject, *line)

    def _write_table(self, found: TableView) -> None:
        """Write all that a table shows, with its empty zones."""
        zones = (*found.zones, *(zone for seat in found.seats for zone in seat.zones))
        for subject, lines in list_table(found, {(ZONE, zone.owner, zone.called) for zone in zones}).items():
            self._write_subject(subject, lines)

    def show_table(self, session: Session, player: int, openly: bool = False) -> None:
        """Print all that the table shows; `openly` with hidden information."""
        self._write_table((build_open_table if openly else build_table)(session.state, player))

    def result(self, session: Session, viewer: int, who: Sequence[str], with_news: bool) -> None:
        """Print the winners, and if `with_news` the last log events."""
        state = session.state
        if with_news:
            self._tell_news(session, viewer)
        for remark in self._list_remarks(session, 0):
            self.show(remark)
        self.show_scores(session)
        for seat, final in enumerate(state.scores):
            self._write_line("result", f"P{seat + 1}", final, "wins" if seat in state.winners else "", who[seat])
        self.notices.clear()

    def show_scores(self, session: Session) -> None:
        """Print the breakdown of the scores."""
        for line in format_score_sheet(session.state):
            self.tell(line)
