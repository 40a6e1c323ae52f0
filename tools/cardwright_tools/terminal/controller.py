"""Controller of a match at one terminal, played by people with each other and with bots."""

from collections.abc import Callable, Mapping
from functools import partial

from cardwright import Decision
from cardwright.presentation.error_isolation import run_optional
from cardwright.presentation.repeat_answers import PlayerAutoAnswers, end_auto_answers
from cardwright.presentation.rulebook.rule_text_sections import write_goal
from cardwright.records.notes_chat_and_names import PERSON
from cardwright_tools.cli.errors import FindingError
from cardwright_tools.cli.game_arguments import find_place
from cardwright_tools.session.bot_engine import USUAL_BOT, describe_bot
from cardwright_tools.session.reload import MistakesError, Stamp, reload_session, stamp
from cardwright_tools.session.session import Session, let_bot_answer
from cardwright_tools.terminal.answer_input import AnswerInput
from cardwright_tools.terminal.commands import (
    ALWAYS,
    COMMAND_SIGN,
    COMMANDS,
    ONLY_SHOW,
    LateLine,
    TerminalCommand,
    find_command,
    find_hidden_commands,
    parse_argument,
    remember_line,
)
from cardwright_tools.terminal.drawing.numbered_options import (
    find_default_option,
    find_exact_option,
    match_options,
    split_series,
)
from cardwright_tools.terminal.drawing.prompt_cause_and_purpose import merge_equal_options
from cardwright_tools.terminal.multi_pick_input import MultiPick
from cardwright_tools.terminal.plain_screen import PlainScreen
from cardwright_tools.terminal.screen import Screen
from cardwright_tools.terminal.terminal_io import ENOUGH, LeaveError, Terminal

# Commands that are available while nobody is asked.
WHILE_LOOKING_ON = ("hold", "card", "log", "save", "quit")
# Height of a screen from which on the game is described, and the limit for the lines about its aim on a smaller one.
ROOMY = 30
MAX_OPENING = 3


class TerminalSession(AnswerInput):
    """A session of people at one terminal; `place` is the game's folder, as it was named at the start.

    `openly` is True if people may look at hidden cards.
    """

    def __init__(
        self,
        session: Session,
        humans: frozenset[int],
        bots: Mapping[int, str],
        terminal: Terminal,
        place: str | None,
        openly: bool = False,
    ):
        self.session = session
        self.humans = humans
        self.place = place
        self.openly = openly
        self.screen = PlainScreen(terminal) if terminal.plain else Screen(terminal)
        self._bots = dict(bots)
        self._terminal = terminal
        self._auto_answers = {seat: PlayerAutoAnswers() for seat in sorted(humans)}
        self._held = 0
        self._typed_ahead: list[tuple[str, str]] = []
        self._ahead_of = (-1, -1)
        self._at_screen: int | None = None
        self._wanted = ""
        self._picking: MultiPick | None = None
        self._late: LateLine | None = None
        # whether a text was shown since the question was drawn
        self._has_read = False
        # The last decision as displayed, with its position, because displaying takes long and is needed often.
        self._offered: tuple[tuple[int, int, int], Decision] | None = None
        # True to go on without pauses until somebody is asked.
        self._hurries = False
        # errors in optional displays, each reported once
        self.faults: list[str] = []
        self._faults_told = 0
        # The game as the user named it, or as its record does.
        self._place = ""
        self._stamp: Stamp = {}
        self.take_over(session)

    def take_over(self, session: Session) -> None:
        """Switch to another session."""
        self.session = session
        seats = range(session.header.players)
        session.seat_players([PERSON if seat in self.humans else self._bots.get(seat, USUAL_BOT) for seat in seats])
        self.screen.take_over(session)
        known = self.place is not None and find_place(self.place).name == session.game.name
        self._place = self.place if known and self.place is not None else session.header.place
        self._stamp = stamp(self._place)
        self._drop_plans()
        if not session.steps:
            # where there is little room, the aim is shown and the rest is left to `rules`
            roomy = self._terminal.height >= ROOMY
            about = " ".join(session.state.program.tables.summary.split()) if roomy else ""
            aim = run_optional(lambda: write_goal(session.game), "")
            commands = "Type `rules` for the rules and `help` for the commands."
            message = f"{about} {aim} {commands}".strip()
            long = not roomy and self._terminal.lines_of([message]) > MAX_OPENING
            self.screen.notices.append(commands if long else message)
        if session.parted is not None:
            self.screen.notices.append(session.parted)
            session.parted = None

    def forget(self) -> None:
        """Discard auto-answers and typed answers, because the match is now at another point."""
        self.screen.forget()
        self._drop_plans()
        self.session.state.take_moments()

    def _drop_plans(self) -> None:
        self._picking = None
        for each in self._auto_answers.values():
            each.forget()
        self._held = 0
        self._typed_ahead.clear()

    # ------------------------------------------------------------ a game whose files change

    def reload(self) -> str:
        """Reload the game's files and return a text about the changes; if the files have errors, nothing changes."""
        self._stamp = stamp(self._place)
        try:
            found = reload_session(self.session, self._place, self.humans)
        except MistakesError as error:
            return f"{error}\nThe match continues with the old files. `reload` tries again."
        if found is None:
            return "The files of the game have not changed."
        self.session.take_up(found)
        self.screen.take_over(self.session)
        self._drop_plans()
        message = f"Reloaded, {found.changed}."
        return message if found.parting is None else f"{message}\n{found.parting.text}"

    def _reload_if_edited(self) -> None:
        """Reload if a file of the game was written since the last check."""
        if stamp(self._place) != self._stamp:
            self.screen.notices.append(self.reload())

    def has_room_for(self, session: Session) -> bool:
        """Return True if everybody at the terminal has a seat in the match of `session`."""
        return max(self.humans) < session.header.players

    # ------------------------------------------------------------ the course of the game

    def play(self) -> None:
        """Play to the end. Raises LeaveError if a person leaves."""
        while True:
            self._show_snapshots()
            while not self.session.state.finished:
                self._get_answer()
                self._show_snapshots()
            self._show_result()
            if not self._terminal.interactive or not self._continues_after_end():
                return

    def _show_snapshots(self) -> None:
        """Show the snapshots that the game declares, with what all people here may see; wait after each."""
        people = sorted(self.humans)
        for moment in self.session.state.take_moments():
            if self._hurries:
                continue
            draw = partial(self.screen.draw_moment, self.session, moment, people)
            run_optional(draw, None, (OSError,))
            if len(people) > 1:
                self._at_screen = None
            if self._terminal.interactive and not self._terminal.plain:
                self._wait(draw)
            self.screen.looked_at(moment, people)

    def _wait(self, draw: Callable[[], None]) -> None:
        """Wait for Enter; some commands can be used in the meantime."""
        while line := self._read_line_below(draw, "> "):
            command = find_command(line)
            if command is None or command.name not in WHILE_LOOKING_ON:
                self.screen.say(f"Press Enter to continue. You can also type {', '.join(WHILE_LOOKING_ON)}.")
            elif command.name == "hold":
                self._hurries = True
                return
            else:
                self._run_command(command, min(self.humans), line)
        if line is None:
            raise LeaveError

    def _get_answer(self) -> None:
        """Get one answer: from a bot, an auto-answer, a forced choice, or a person."""
        state = self.session.state
        self._offered = None  # other answers can have led to the same number of steps meanwhile
        run_optional(lambda: end_auto_answers(self._auto_answers, state), None)
        if state.player not in self.humans:
            let_bot_answer(self.session, self._bots.get(state.player, USUAL_BOT))
            return
        if state.option_count == 1:
            self._give_answers(0, chosen=False)
            return
        decision = state.decision
        assert decision is not None
        held = run_optional(lambda: self._auto_answers[state.player].answer(state), None)
        if held is not None:
            self._held += 1
            self._give_answers(held, chosen=False)
            return
        if (typed := self._take_typed_answer(decision)) is not None:
            self._give_answers(typed.index, chosen=True)
            return
        if len(self.asked.options) == 1 and self._picking is None:  # several options that nothing distinguishes
            self._give_answers(self.asked.options[0].index, chosen=False)
        else:
            self._ask()

    @property
    def asked(self) -> Decision:
        """The decision as its player sees it: in a pick of several items, with all options that can still be picked."""
        decision, several = self.session.state.decision, self.session.state.several
        assert decision is not None
        if several is None:
            self._picking = None
            if self._offered is None or self._offered[0] != self._identify_position():
                self._offered = self._identify_position(), merge_equal_options(self.session.state)
            return self._offered[1]
        if self._picking is None or self._picking.asked != decision:
            self._picking = MultiPick(decision, several, self.session.state)
        return self._picking.decision

    def _give_answers(self, *options: int, chosen: bool) -> None:
        """Answer with options one after the other. If one of these raises SlipError, none of them is given.

        `chosen` is True if a person chose them.
        """
        from cardwright import SlipError

        given, unsaved = 0, self.session.remark is not None
        try:
            for option in options:
                self.session.answer(option, chosen and not given)
                given += 1
        except SlipError as error:
            if not chosen:
                raise FindingError(f"{error}.") from error
            if given:
                self.session.undo()
                self.session.redoable.clear()
            self.forget()
            self.screen.notices.append(f"This is not possible: {error}.")
        if unsaved and self.session.remark is None:
            self.screen.notices.append(f"The match is being saved again, completely, in {self.session.path}.")

    def _show_result(self) -> None:
        alone = len(self.humans) == 1
        person = "you" if alone else "person"
        seats = range(self.session.header.players)
        who = [person if seat in self.humans else describe_bot(self._bots.get(seat, USUAL_BOT)) for seat in seats]

        def draw() -> bool:
            self.screen.result(self.session, min(self.humans), who, alone)
            return True

        if not run_optional(draw, False, (OSError,)):
            self.screen.say(f"The game is over. Winners: {self._render_winners()}.")
        self._report_faults()

    def _render_winners(self) -> str:
        return ", ".join(f"P{seat + 1}" for seat in self.session.state.winners) or "nobody"

    def _continues_after_end(self) -> bool:
        """Read commands after the end of the match; return True if one of them makes the match continue."""
        before = self._identify_position()
        while self._identify_position() == before:
            line = self._read_line_below(self._show_result, "Enter to leave, or scores, table, log, undo, help: ")
            if not line:
                return False
            command = find_command(line)
            if command is None or not command.after_the_end:
                self.screen.say("The game is over: type undo, scores, table, log, why, save, load or quit.")
                continue
            self._run_command(command, min(self.humans), line)
        return True

    def _read_line_below(self, draw: Callable[[], None], prompt: str) -> str | None:
        """Return the line that the person typed while a text was shown page by page; without one, read a line."""
        typed, self._terminal.typed_on = self._terminal.typed_on, ""
        return typed or self._terminal.read_below(draw, prompt)

    def _identify_position(self) -> tuple[int, int, int]:
        return id(self.session), self.session.edition, len(self.session.steps)

    # ------------------------------------------------------------ a person is asked

    def _ask(self) -> None:
        """Prompt until an answer is given, or a command has changed the decision."""
        player = self.session.state.player
        self._hurries = False
        if not self._is_at_screen(player):
            return
        self.screen.stale = True
        self._wanted = ""
        self._suggest_hold(self.asked)
        for word in find_hidden_commands(self.asked):
            self.screen.notices.append(f"`{word}` is an option here: type `{COMMAND_SIGN}{word}` for the command.")
        self._terminal.expect([option.text for option in self.asked.options])
        here = self._identify_position()
        while self._identify_position() == here:
            self._reload_if_edited()
            if self._identify_position() != here:
                return
            late = self._take_late_line()
            if self.screen.stale or self.screen.notices:
                self._draw()
            line = late if late is not None else self._read_line_below(self._draw_anew, f"P{player + 1}> ")
            if line is None:
                raise LeaveError("" if self._terminal.interactive else "The input ended before the match.")
            reloads = find_command(line) is COMMANDS["reload"]
            if late is None and not reloads and stamp(self._place) != self._stamp:
                # A line typed in view of the old rules is executed under the new ones, once they are shown.
                self._late = remember_line(line, self.asked)
            else:
                self._handle_line(line, self.asked)

    def _draw(self) -> None:
        asked = self.asked

        def draw() -> bool:
            with_table = self.screen.draw(self.session, asked, self._held, self._wanted, not self._has_read)
            self._has_read |= not with_table
            return True

        if not run_optional(draw, False, (OSError,)):
            self.screen.draw_bare(asked)
        self._report_faults()

    def _draw_anew(self) -> None:
        """Draw the prompt again, without the text that people have read in the meantime."""
        self._has_read = False
        self._draw()

    def _take_late_line(self) -> str | None:
        """Return the line typed just before a reload, if it still applies to the decision."""
        late, self._late = self._late, None
        if late is None:
            return None
        if late.may_count(self.asked):
            return late.line
        self.screen.notices.append("Your last input was not carried out, because the question has changed.")
        return None

    def _is_at_screen(self, player: int) -> bool:
        """Ask a player to come to the screen; the player's cards are shown only afterwards.

        Returns False if a command is typed instead of Enter.
        """
        if self._at_screen == player or len(self.humans) == 1:
            return True
        if not self._terminal.interactive:
            self.screen.say(f"--- P{player + 1} ---")
            self._at_screen = player
            return True
        self._at_screen = None
        hand_over = partial(self.screen.hand_over, player)
        hand_over()
        line = self._terminal.read_below(hand_over, "    > ")
        if line is None:
            raise LeaveError
        command = find_command(line)
        if command is not None and command.name in ("undo", "quit"):
            self._carry_out(command, player, line)
            return False
        self._at_screen = player
        return True

    def _handle_line(self, line: str, decision: Decision) -> None:
        """Carry out a line: an answer, a command, or several answers in a row."""
        has_read, self._has_read = self._has_read, False
        if has_read and line.casefold() in ("", ENOUGH):
            self.screen.stale = True
            return
        if self._wanted and not line:
            self.narrow(decision, "")
            return
        signed = find_command(line) if line.startswith(COMMAND_SIGN) else None
        if signed is not None:
            # also if a card has this name, because nothing else would reach the command
            self._run_during_decision(signed, decision.player, line)
            return
        option = find_exact_option(decision, line) if line else find_default_option(decision)
        if self._picking is not None and line:
            named = self._picking.exactly(line)
        else:
            named = [] if option is None else [option.index]
        if named:
            self._pick_or_answer(named)
            return
        command = None if self._begins_option(line, decision) else find_command(line)
        if command is not None and not self._names_option(command, line, decision):
            self._run_during_decision(command, decision.player, line)
            return
        row = [] if self._picking is None or not line else self._picking.places(line)
        found = [] if not line or line.isdecimal() else match_options(decision, line)
        shown = {option.index for option in match_options(decision, self._wanted)}
        found = [option for option in found if option.index in shown] or found
        if row or len(found) == 1:
            self._pick_or_answer(row or [found[0].index])
            return
        keys = [] if self._picking is not None else split_series(decision, line)
        if keys:
            self._typed_ahead, self._ahead_of = keys, self._identify_question()
            first = self._take_typed_answer(decision)
            assert first is not None
            self._answer(first.index)
            return
        self._explain_misfit(line, decision, bool(found))

    def _run_command(self, command: TerminalCommand, player: int, line: str) -> None:
        """Run a command, with its output page by page."""
        with self._terminal.paged():
            self._carry_out(command, player, line)

    def _carry_out(self, command: TerminalCommand, player: int, line: str) -> None:
        wrong = command.refusal(line)
        if wrong is None:
            self._call_command(command, player, parse_argument(line))
        else:
            self.screen.say(wrong)

    def _call_command(self, command: TerminalCommand, player: int, argument: str) -> None:
        """Run a command. An internal error in a command that only displays something does not end the match."""
        if command.name not in ONLY_SHOW:
            command.act(self, player, argument)
            return

        def show() -> bool:
            command.act(self, player, argument)
            return True

        if not run_optional(show, False, (LeaveError, OSError)):
            self.screen.say("This could not be computed.")
            self._report_faults()

    def _report_faults(self) -> None:
        """Report the errors that kept something from being displayed."""
        if self.faults[self._faults_told :]:
            self.screen.say("\n".join(self.faults[self._faults_told :]))
        self._faults_told = len(self.faults)

    def _run_during_decision(self, command: TerminalCommand, player: int, line: str) -> None:
        """Run a command during a decision, and keep the prompt visible."""
        terminal, here, stale = self._terminal, self._identify_position(), self.screen.stale
        with terminal.paged(briefly=True):
            self._carry_out(command, player, line)
        self.screen.notices += filter(None, terminal.lines_above)
        asks_on = self._identify_position() == here and not self.screen.stale
        if terminal.redraws and asks_on and not stale and not terminal.typed_on:
            if not self.screen.notices:
                self.screen.ask_again(self.session, self.asked, self._wanted)
            self._has_read = True

    def _show_remark(self, text: str) -> None:
        """Show a remark on the typed line, above the prompt if the screen can be redrawn."""
        if self._terminal.redraws:
            self.screen.notices.append(text)
            self._has_read = True
        else:
            self.screen.say(text)

    def _begins_option(self, line: str, decision: Decision) -> bool:
        """Return True if a line is a letter that can mean a command or the beginning of an option's name."""
        letter = line.casefold()
        named = (option.text.casefold().startswith(letter) for option in decision.options)
        return len(line) == 1 and letter not in ALWAYS and letter.isalpha() and any(named)

    def _names_option(self, command: TerminalCommand, line: str, decision: Decision) -> bool:
        """Return True if the line matches an option, and the command refuses the rest of it as an argument."""
        return bool(parse_argument(line) and command.refusal(line) and match_options(decision, line))
