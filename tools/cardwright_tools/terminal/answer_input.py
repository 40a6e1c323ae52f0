"""Input of answers at the terminal: options, picks, several answers in a row, and auto-answers."""

from abc import ABC, abstractmethod

from cardwright import Decision, Option
from cardwright.presentation.repeat_answers import PlayerAutoAnswers, describe_auto_answer
from cardwright_tools.session.session import Session
from cardwright_tools.terminal.commands import quote
from cardwright_tools.terminal.drawing.numbered_options import find_unknown_word, format_labels, match_options
from cardwright_tools.terminal.multi_pick_input import MultiPick, PickError
from cardwright_tools.terminal.screen import Screen
from cardwright_tools.terminal.terminal_io import Terminal

# Number of equal answers after which the hint about auto-answers is shown.
SAME_BEFORE_HINT = 2


class AnswerInput(ABC):
    """The part of a terminal session that handles picks, several answers on a line, and auto-answers."""

    session: Session
    screen: Screen
    _terminal: Terminal
    _auto_answers: dict[int, PlayerAutoAnswers]
    _held: int
    _typed_ahead: list[tuple[str, str]]
    _ahead_of: tuple[int, int]
    _wanted: str
    _picking: MultiPick | None

    @abstractmethod
    def _give_answers(self, *options: int, chosen: bool) -> None: ...

    @abstractmethod
    def _show_remark(self, text: str) -> None: ...

    def _pick_or_answer(self, options: list[int]) -> None:
        """Answer with an option, or add options to an unfinished pick of several items."""
        if self._picking is None:
            self._answer(options[0])
            return
        try:
            if self._picking.pick(options):
                self._answer(*self.session.state.answers_for(self._picking.chosen))
                self._picking = None
        except PickError as error:
            self._show_remark(str(error))
            return
        self._wanted = ""
        self.screen.stale = True

    def put_back(self) -> bool:
        """Take back the last item of an unfinished pick of several items; return False if there is none."""
        if self._picking is None or not self._picking.chosen:
            return False
        self._picking.chosen.pop()
        self.screen.stale = True
        return True

    def narrow(self, decision: Decision, wanted: str) -> None:
        """Show only the options with a matching name.

        If the screen can be redrawn, they are shown in the prompt itself.
        """
        if wanted and not match_options(decision, wanted):
            self._show_remark(f"No option has `{wanted}` in its name.")
        elif self._terminal.redraws:
            self._wanted = wanted
            self.screen.stale = True
        else:
            self.screen.show_options(decision, wanted)

    def _answer(self, *options: int, noted: bool = False) -> None:
        self.screen.seen(self.session.state.player)
        self._held = 0
        if not noted:
            state = self.session.state
            self._auto_answers[state.player].note(state, options[0])
        self._give_answers(*options, chosen=True)

    def _explain_misfit(self, line: str, decision: Decision, several: bool) -> None:
        if several:
            if not self._terminal.redraws:
                self.screen.say(f"`{line}` fits several options:")
            self.narrow(decision, line)
        elif line:
            wrong, labels = quote(find_unknown_word(decision, line)), format_labels(decision)
            named = "" if all(option.key.isdecimal() for option in decision.options) else ", a name,"
            self._show_remark(f"No option or command is {wrong}: type {labels}{named} or `help`.")
        else:
            self._show_remark("Type the number or the name of an option, or `help`.")

    def _take_typed_answer(self, decision: Decision) -> Option | None:
        """Return the next of several answers that were typed on one line.

        Returns None if there is none, or if the decision is not the one for which they were typed.
        """
        if not self._typed_ahead:
            return None
        (key, _), *rest = self._typed_ahead
        same = self._ahead_of == self._identify_question()
        option = next((option for option in decision.options if option.key == key), None) if same else None
        if option is None:
            why = "cannot be chosen any more" if same else "was not carried out: you have a new decision"
            self.screen.notices.append(f"`{' '.join(text for _, text in self._typed_ahead)}` {why}.")
        self._typed_ahead = [] if option is None else rest
        return option

    def _identify_question(self) -> tuple[int, int]:
        """Return (player, decision point), which identifies a decision even if its options change."""
        return self.session.state.player, self.session.state.site

    def _suggest_hold(self, decision: Decision) -> None:
        """Suggest the command `h` (hold) after several equal answers to a decision in other players' turns."""
        state = self.session.state
        if self._auto_answers[state.player].times(state) == SAME_BEFORE_HINT:
            last = self.last_answer()
            for option in (option for option in decision.options if option.key == last):
                self.screen.notices.append(f"Always the same? `h` here: {describe_auto_answer(state, option.index)}.")

    def last_answer(self) -> str | None:
        """Return the key of the last answer to this decision, "" if it cannot become an auto-answer, None if none."""
        state = self.session.state
        answers = self._auto_answers[state.player]
        return answers.offered(state) if answers.has_answered(state) else None

    def hold(self, option: Option, always: bool = False) -> None:
        """Answer with `option` now, and automatically until this decision point offers other options.

        With `always`, the answer is repeated whenever the option is offered.
        """
        if self._picking is not None and self._picking.chosen:
            self.screen.say("You have picked something already: continue, or type `undo`.")
            return
        state = self.session.state
        self.screen.notices.append(
            f"{describe_auto_answer(state, option.index, always)}. Type `hold off` to be asked again."
        )
        self._auto_answers[state.player].note(state, option.index, hold=True, always=always)
        self._answer(option.index, noted=True)

    def let_go(self, player: int) -> int:
        """Cancel the auto-answers of a player, and return their number."""
        return self._auto_answers[player].drop()
