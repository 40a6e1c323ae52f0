"""What can be typed beside answers: undo, why, log, save and the like."""

from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from rich.table import Table
from rich.text import Text

from cardwright_tools.cli.counting import how_many
from cardwright_tools.table.options import exactly, meant
from cardwright_tools.table.questions import card, log, more, news, peek, rules, scores, table, turn, why
from cardwright_tools.table.record_lock import is_held
from cardwright_tools.table.session import SaveError, Session, recent_records
from cardwright_tools.table.terminal import LeaveError

if TYPE_CHECKING:
    from cardwright_tools.table.sitting import Sitting

SHOWN_RECORDS = 8

Act = Callable[["Sitting", int, str], None]


@dataclass(frozen=True)
class Command:
    """A command, how it is written and what it does; some make sense when the game is over, too."""

    name: str
    usage: str
    summary: str
    act: Act
    after_the_end: bool = False


def find_command(line: str) -> Command | None:
    """The command a line begins with, by its name or short form."""
    if line.startswith("/"):
        return COMMANDS["options"]
    word = line.split(maxsplit=1)[0].casefold()
    return COMMANDS.get(SHORT_FORMS.get(word, word))


def argument_of(line: str) -> str:
    """What stands behind the command on a line."""
    return line[1:].strip() if line.startswith("/") else line.partition(" ")[2].strip()


def _undo(sitting: "Sitting", player: int, argument: str) -> None:
    if not argument and sitting.put_back():
        return
    times = int(argument) if argument.isdecimal() else 1
    undone = [taken for _ in range(max(1, times)) if (taken := sitting.session.undo())]
    if not undone:
        sitting.screen.say("There is nothing to undo: nobody at this terminal has decided anything yet.")
        return
    sitting.forget()
    own, all_in_all = len(undone), sum(undone)
    behind = f", and the {how_many(all_in_all - own, 'answer')} that followed" if all_in_all > own else ""
    told = "your last answer is" if own == 1 else f"your last {own} answers are"
    sitting.screen.notices.append(
        f"Undone: {told} taken back{behind}. `redo` gives {'it' if own == 1 else 'them'} again."
    )


def _redo(sitting: "Sitting", player: int, argument: str) -> None:
    if not sitting.session.redo():
        sitting.screen.say("There is nothing to redo.")
        return
    sitting.forget()
    sitting.screen.notices.append("Redone.")


def _save(sitting: "Sitting", player: int, argument: str) -> None:
    session = sitting.session
    if argument:
        path = Path(argument).expanduser()
        try:
            unsaved = session.remark is not None
            session.save(path)
            sitting.screen.say(f"Saved in {path}{', where the game goes on' if unsaved else ''}.")
        except SaveError as error:
            sitting.screen.say(str(error))
    elif session.path is not None and session.remark is None:
        sitting.screen.say(f"Every answer is saved at once in {session.path}.")
    else:
        sitting.screen.say(session.remark or "The game is saved from the first answer on; `save FILE` writes a copy.")


def _load(sitting: "Sitting", player: int, argument: str) -> None:
    recent = [path for path in recent_records(sitting.session.game.name) if path != sitting.session.path]
    if not argument:
        sitting.screen.say("Write `load FILE`." + (" Recent games, also by number (`load 1`):" if recent else ""))
        for number, path in enumerate(recent[:SHOWN_RECORDS], start=1):
            sitting.screen.tell(f"{number:>3} {path}{' (being played)' if is_held(path) else ''}")
        return
    path = Path(argument).expanduser()
    if argument.isdecimal() and 1 <= int(argument) <= len(recent):
        path = recent[int(argument) - 1]
    if path == sitting.session.path:
        sitting.screen.say("That is this game.")
        return
    try:
        session = Session.load(path, sitting.humans, sitting.place)
    except SaveError as error:
        sitting.screen.say(str(error))
        return
    if not sitting.has_room_for(session):
        session.close()
        sitting.screen.say(f"{path} is a game of {session.header.players} players, too few for the people here.")
        return
    sitting.session.close()
    sitting.take_over(session)
    sitting.screen.notices.append(f"Loaded {path}, {len(session.steps)} answers.")


def _options(sitting: "Sitting", player: int, argument: str) -> None:
    sitting.narrow(sitting.asked, argument)


def _hold(sitting: "Sitting", player: int, argument: str) -> None:
    """`hold`, `hold ANSWER`, either with `always` behind it, or `hold off`."""
    words = argument.split()
    if words == ["off"]:
        let_go = sitting.let_go(player)
        sitting.screen.say(
            f"Asked again from now on: {how_many(let_go, 'question')}." if let_go else "Nothing is held."
        )
        return
    always = words[-1:] == ["always"]
    answer = " ".join(words[:-1] if always else words)
    decision = sitting.session.state.decision
    assert decision is not None
    passing = [option for option in decision.options if option.declines]
    if sitting.session.state.several is not None and (answer or not passing):
        sitting.screen.say(f"“{decision.prompt}” is about several, which are picked anew each time: hold only passing.")
        return
    if answer:
        option = exactly(decision, answer) or meant(decision, answer)
    else:
        last = sitting.last_answer()
        option = next((option for option in decision.options if option.key == last), next(iter(passing), None))
    if option is None:
        first = decision.options[0].text
        sitting.screen.say(
            f"“{decision.prompt}” cannot be passed. To give an answer again and again, name it: `hold {first}`."
        )
        return
    sitting.hold(option, always)


def _redraw(sitting: "Sitting", player: int, argument: str) -> None:
    sitting.screen.stale = True


def _reload(sitting: "Sitting", player: int, argument: str) -> None:
    edition = sitting.session.edition
    told = sitting.reload()
    if sitting.session.edition == edition:
        sitting.screen.say(told)
    else:
        sitting.screen.notices.append(told)


def _help(sitting: "Sitting", player: int, argument: str) -> None:
    sitting.screen.say(
        "Answer with the number, the name or the beginning of the name of an option; several in a row, `1 3 0`, while "
        "the same is asked. Where several are to be picked, that goes in any order. ✦ marks what you have got since "
        "your last answer."
    )
    rows = Table(box=None, padding=(0, 2), show_header=False)
    for command in COMMANDS.values():
        rows.add_row(Text(command.usage, "bold"), Text(command.summary))
    sitting.screen.show(rows)


def _quit(sitting: "Sitting", player: int, argument: str) -> None:
    raise LeaveError


COMMANDS = {
    command.name: command
    for command in (
        Command("undo", "undo [N]", "go back to the last decision taken here (or N of them)", _undo, True),
        Command("redo", "redo", "take back the undo", _redo),
        Command("why", "why RULE(...)", "explain the value of a rule; `why` alone lists them", why, True),
        Command("card", "card NAME", "what a card says", card, True),
        Command("rules", "rules [TOPIC]", "the rules: goal and chapters, or what they say of something", rules, True),
        Command("log", "log [N] [depth D]", "the last N lines of what happened (or `all`), to a depth", log, True),
        Command("news", "news", "all that happened since your last answer", news),
        Command("peek", "peek", "everything on the table, with what is hidden (only with --open)", peek, True),
        Command("options", "options WORD", "only the options with WORD in their name; also `/WORD`", _options),
        Command(
            "hold",
            "hold [ANSWER]",
            "answer here as last time (or so) until your next turn or new options; `hold always` until `hold off`",
            _hold,
        ),
        Command("table", "table", "all of the table, also what the screen has no room for", table, True),
        Command("scores", "scores", "at the end, all that the scores are made of", scores, True),
        Command("more", "more", "all there is to know of the question and of what can be answered", more),
        Command("turn", "turn", "what your turn cannot ask as things stand, and what is missing for it", turn),
        Command("redraw", "redraw", "clear the screen and draw it again", _redraw),
        Command("reload", "reload", "go on under the cards and rules as they are in the files now", _reload, True),
        Command("save", "save [FILE]", "where the game is saved; with FILE, write a copy there", _save, True),
        Command("load", "load [FILE]", "go on with another saved game", _load, True),
        Command("help", "help", "this list", _help, True),
        Command("quit", "quit", "stop; the game is saved and can be gone on with", _quit, True),
    )
}
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
# A letter that an option can begin with narrows the options to those; these always are commands.
ALWAYS = ("?", "q", "u")
