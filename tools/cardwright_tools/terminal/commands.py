"""Commands of the terminal client, such as undo, why, log and save."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Protocol

from rich.table import Table
from rich.text import Text

from cardwright import Decision, Option
from cardwright.phrases.inflection import count_noun
from cardwright.presentation.question import make_question
from cardwright.records.file_lock import is_held
from cardwright_tools.session.record_folder import list_records
from cardwright_tools.session.session import MAX_NOTE_LENGTH, SaveError, Session
from cardwright_tools.terminal.drawing.numbered_options import find_exact_option, find_option, format_labels
from cardwright_tools.terminal.info_commands import (
    LOG,
    NUMBER,
    Asker,
    card,
    log,
    more,
    news,
    peek,
    rules,
    scores,
    table,
    turn,
    why,
)
from cardwright_tools.terminal.terminal_io import LeaveError

SHOWN_RECORDS = 8
# Limit for the quoted letters of a mistyped line.
MAX_QUOTED = 40
# Prefix that makes a word a command if an option has the same name.
COMMAND_SIGN = ":"
# Patterns for the arguments of commands.
NOTHING, SOMETHING, ANYTHING = re.compile(""), re.compile(".+"), re.compile(".*")
TIMES = re.compile(f"(?:{NUMBER})?")


class Sitting(Asker, Protocol):
    """Interface of a terminal session, for commands that change the match or how it is played from now on."""

    humans: frozenset[int]
    place: str | None

    def take_over(self, session: Session) -> None:
        """Switch to another session."""

    def has_room_for(self, session: Session) -> bool:
        """Return True if everybody at the terminal has a seat in the match of `session`."""

    def forget(self) -> None:
        """Discard auto-answers and typed answers, because the match is now at another point."""

    def put_back(self) -> bool:
        """Take back the last item of an unfinished pick of several items; return False if there is none."""

    def narrow(self, decision: Decision, wanted: str) -> None:
        """Show only the options with a matching name."""

    def last_answer(self) -> str | None:
        """Return the key of the last answer to this decision, "" if it cannot become an auto-answer, None if none."""

    def hold(self, option: Option, always: bool = False) -> None:
        """Answer with `option` now, and automatically until this decision point offers other options.

        With `always`, the answer is repeated whenever the option is offered.
        """

    def let_go(self, player: int) -> int:
        """Cancel the auto-answers of a player, and return their number."""

    def reload(self) -> str:
        """Reload the game's files, and return a text about the changes in them."""


Act = Callable[[Sitting, int, str], None]


@dataclass(frozen=True)
class TerminalCommand:
    """A command with its usage, summary and action. `after_the_end` is True if it also works after the match.

    `takes` is a pattern for its argument.
    """

    name: str
    usage: str
    summary: str
    act: Act
    after_the_end: bool = False
    takes: re.Pattern[str] = NOTHING

    def refusal(self, line: str) -> str | None:
        """Return a message if the argument on a line is invalid, else None."""
        if self.takes.fullmatch(parse_argument(line)):
            return None
        return f"{quote(line)} was not carried out. Write `{self.usage}`: {self.summary}."


def find_command(line: str) -> TerminalCommand | None:
    """Return the command that a line begins with, by name or short form, with an optional `:`."""
    if line.startswith("/"):
        return COMMANDS["options"]
    word = "".join(line.split(maxsplit=1)[:1]).casefold().removeprefix(COMMAND_SIGN)
    return COMMANDS.get(SHORT_FORMS.get(word, word))


def find_hidden_commands(decision: Decision) -> list[str]:
    """Return the command words that are also names of options now; such a word chooses the option."""
    return [word for word in (*COMMANDS, *SHORT_FORMS) if find_exact_option(decision, word) is not None]


def quote(line: str) -> str:
    """Return the typed line in backticks, shortened."""
    return f"`{line if len(line) <= MAX_QUOTED else f'{line[: MAX_QUOTED - 2]} …'}`"


def parse_argument(line: str) -> str:
    """Return the argument of the command on a line."""
    return line[1:].strip() if line.startswith("/") else " ".join(line.split(maxsplit=1)[1:]).strip()


def _undo(sitting: Sitting, player: int, argument: str) -> None:
    if not argument and sitting.put_back():
        return
    undone = sitting.session.take_back(int(argument or 1))
    if not undone:
        sitting.screen.say("There is nothing to undo: nobody at this terminal has given an answer yet.")
        return
    sitting.forget()
    own = len(undone)
    last, it = ("your last answer", "it") if own == 1 else (f"your last {count_noun(own, 'answer')}", "them")
    # how many answers others gave could tell what they hold
    sitting.screen.notices.append(f"Undone: {last}, and what came after. Type `redo` to give {it} again.")


def _redo(sitting: Sitting, player: int, argument: str) -> None:
    redone = sitting.session.give_again(int(argument or 1))
    if not redone:
        sitting.screen.say("There is nothing to redo.")
        return
    sitting.forget()
    sitting.screen.notices.append(f"Redone{f': {len(redone)} of your answers' if len(redone) > 1 else ''}.")


def _save(sitting: Sitting, player: int, argument: str) -> None:
    session = sitting.session
    if argument:
        path = Path(argument).expanduser()
        try:
            unsaved = session.remark is not None
            session.save(path)
            sitting.screen.say(f"Saved in {path}{', where the match continues' if unsaved else ''}.")
        except SaveError as error:
            sitting.screen.say(str(error))
    elif session.path is not None and session.remark is None:
        sitting.screen.say(f"Every answer is saved at once in {session.path}.")
    else:
        sitting.screen.say(session.remark or "The match is saved from the first answer on; `save FILE` writes a copy.")


def _load(sitting: Sitting, player: int, argument: str) -> None:
    recent = [path for path in list_records(sitting.session.game.name) if path != sitting.session.path]
    if not argument:
        sitting.screen.say(
            "Write `load FILE`." + (" Recent matches, which you can also load by number (`load 1`):" if recent else "")
        )
        for number, path in enumerate(recent[:SHOWN_RECORDS], start=1):
            sitting.screen.tell(f"{number:>3} {path}{' (being played)' if is_held(path) else ''}")
        return
    path = Path(argument).expanduser()
    if re.fullmatch(NUMBER, argument) and not path.exists():
        if int(argument) > len(recent):
            sitting.screen.say(f"There is no recent match {argument}: type `load` to list them.")
            return
        path = recent[int(argument) - 1]
    if path == sitting.session.path:
        sitting.screen.say("You are already playing this match.")
        return
    try:
        session = Session.load(path, sitting.humans, sitting.place)
    except SaveError as error:
        sitting.screen.say(str(error))
        return
    if not sitting.has_room_for(session):
        session.close()
        sitting.screen.say(f"{path} is a match of {session.header.players} players, too few for the people here.")
        return
    sitting.session.close()
    sitting.take_over(session)
    sitting.screen.notices.append(f"Loaded {path}, {count_noun(len(session.steps), 'answer')}.")


def _run_options(sitting: Sitting, player: int, argument: str) -> None:
    sitting.narrow(sitting.asked, argument)


def _run_hold(sitting: Sitting, player: int, argument: str) -> None:
    """Run `hold` for a given answer or, without one, for the last answer; run `hold off`."""
    words = argument.split()
    if words == ["off"]:
        let_go = sitting.let_go(player)
        sitting.screen.say(
            f"You will be asked again: {count_noun(let_go, 'question')}." if let_go else "There are no auto-answers."
        )
        return
    always = words[-1:] == ["always"]
    answer = " ".join(words[:-1] if always else words)
    state, decision = sitting.session.state, sitting.session.state.decision
    asked = make_question(state, state.player)
    assert decision is not None
    assert asked is not None
    passing = next((option for option in decision.options if option.declines), None)
    option = None
    if answer:
        option = find_exact_option(sitting.asked, answer) or find_option(sitting.asked, answer)
        if option is None:
            sitting.screen.say(
                f"There is no answer `{answer}` here: after `hold` type {format_labels(sitting.asked)}, or a name."
            )
            return
    else:
        last = sitting.last_answer()
        option = passing if last is None else next((each for each in decision.options if each.key == last), None)
    if state.several is not None and not (passing if option is None else option.declines):
        sitting.screen.say(f"“{asked.prompt}” takes several picks, which change each time: only passing can be held.")
    elif option is None:
        cannot = "Your last answer here cannot be repeated" if passing else f"You cannot pass “{asked.prompt}”"
        sitting.screen.say(f"{cannot}. To repeat an answer, name it: `hold {(passing or decision.options[0]).text}`.")
    else:
        sitting.hold(option, always)


def _run_redraw(sitting: Sitting, player: int, argument: str) -> None:
    sitting.screen.stale = True


def _reload(sitting: Sitting, player: int, argument: str) -> None:
    edition = sitting.session.edition
    message = sitting.reload()
    if sitting.session.edition == edition:
        sitting.screen.say(message)
    else:
        sitting.screen.notices.append(message)


def _run_help(sitting: Sitting, player: int, argument: str) -> None:
    sitting.screen.say(
        "Answer with the number, the name or the beginning of the name of an option. While the same question is "
        "repeated, you can give several answers in a row, `1 3 0`. You can pick several pieces in any order. ✦ "
        f"marks what you have gained since your last answer. Type `{COMMAND_SIGN}quit` for the command if an option "
        "is called `quit`."
    )
    rows = Table(box=None, padding=(0, 2), show_header=False)
    for command in COMMANDS.values():
        rows.add_row(Text(command.usage, "bold"), Text(command.summary))
    sitting.screen.show(rows)


def _note(sitting: Sitting, player: int, argument: str) -> None:
    if len(argument) > MAX_NOTE_LENGTH:
        sitting.screen.say(f"A note has 1 to {MAX_NOTE_LENGTH} characters.")
        return
    sitting.session.note(argument, player if player >= 0 else None)
    sitting.screen.notices.append("Noted. `cardwright notes` lists the notes of a record.")


def _run_quit(sitting: Sitting, player: int, argument: str) -> None:
    raise LeaveError


COMMANDS = {
    command.name: command
    for command in (
        TerminalCommand(
            "undo", "undo [N]", "undo the last decision taken at this terminal (or N of them)", _undo, True, TIMES
        ),
        TerminalCommand("redo", "redo [N]", "redo what was undone (or N of them)", _redo, takes=TIMES),
        TerminalCommand(
            "why", "why RULE(...)", "explain the value of a rule; without a name, list the rules", why, True, ANYTHING
        ),
        TerminalCommand("card", "card NAME", "show a card, by its name or a part of it", card, True, SOMETHING),
        TerminalCommand(
            "rules", "rules [TOPIC]", "show the rules: goal and chapters, or all about a topic", rules, True, ANYTHING
        ),
        TerminalCommand(
            "log", "log [N] [depth D]", "show the last N lines of the log (or `all`), to a depth", log, True, LOG
        ),
        TerminalCommand("news", "news", "show everything since your last answer", news),
        TerminalCommand(
            "peek", "peek", "show everything on the table, including hidden cards (only with --open)", peek, True
        ),
        TerminalCommand(
            "options",
            "options WORD",
            "show only the options with WORD in their name; also `/WORD`",
            _run_options,
            takes=ANYTHING,
        ),
        TerminalCommand(
            "hold",
            "hold [ANSWER]",
            "repeat your last answer here (without one, pass), or another, until your next turn or new options; `hold "
            "always` until `hold off`",
            _run_hold,
            takes=ANYTHING,
        ),
        TerminalCommand(
            "table", "table", "show the whole table, including what does not fit on the screen", table, True
        ),
        TerminalCommand("scores", "scores", "at the end, show how each score is made up", scores, True),
        TerminalCommand("more", "more", "show all facts about the decision and its options", more),
        TerminalCommand("turn", "turn", "show what your turn does not offer now, and why", turn),
        TerminalCommand("redraw", "redraw", "clear the screen and draw it again", _run_redraw),
        TerminalCommand(
            "reload", "reload", "continue with the cards and rules as they are in the files now", _reload, True
        ),
        TerminalCommand("note", "note TEXT", "write a note about this moment into the record", _note, True, SOMETHING),
        TerminalCommand(
            "save", "save [FILE]", "show where the match is saved; with FILE, write a copy there", _save, True, ANYTHING
        ),
        TerminalCommand("load", "load [FILE]", "continue another saved match", _load, True, ANYTHING),
        TerminalCommand("help", "help", "this list", _run_help, True),
        TerminalCommand("quit", "quit", "leave; the match is saved and can be continued", _run_quit, True),
    )
}
# Commands that change nothing: an error in one is reported, and the match continues.
ONLY_SHOW = frozenset(
    ("why", "card", "rules", "log", "news", "peek", "options", "table", "scores", "more", "turn", "help")
)
SHORT_FORMS = {
    "?": "help",
    "exit": "quit",
    "q": "quit",
    "u": "undo",
    "h": "hold",
    "n": "news",
    "r": "rules",
    "t": "table",
    "w": "why",
}
# Commands that are never taken for the beginning of an option.
ALWAYS = ("?", "q", "u")


@dataclass(frozen=True)
class LateLine:
    """A line typed just before a reload, the decision for which it was typed, and that decision's options."""

    line: str
    question: tuple[int, str]
    keys: tuple[str, ...]

    def may_count(self, decision: Decision) -> bool:
        """Return True if a line that was typed before a reload still applies to the present decision.

        It applies if the decision is the same, or if the line is a command of the same player.
        """
        now = remember_line(self.line, decision)
        return now == self or (find_command(self.line) is not None and now.question[0] == self.question[0])


def remember_line(line: str, decision: Decision) -> LateLine:
    """Return a typed line and its decision in a form that survives a change of the game's files."""
    question = decision.player, f"{decision.source}/{decision.prompt}"
    return LateLine(line, question, tuple(option.key for option in decision.options))
