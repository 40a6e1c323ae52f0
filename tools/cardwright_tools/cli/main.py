"""The command `cardwright`: runs one command and returns its exit code."""

from __future__ import annotations

import argparse
import gc
import importlib
import os
import re
import signal
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import TYPE_CHECKING, Any, NoReturn

from cardwright.source.path_and_number_checks import format_value, is_utf8
from cardwright.source.visible_control_characters import compose
from cardwright_tools.cli.command_options.authoring import AUTHORING
from cardwright_tools.cli.command_options.cards import CARDS
from cardwright_tools.cli.command_options.laboratory import LABORATORY
from cardwright_tools.cli.command_options.playing import PLAYING
from cardwright_tools.cli.errors import (
    FINDINGS,
    INTERRUPTED,
    OK,
    OUR_BUG,
    STOPPED,
    UNWRITTEN,
    USAGE,
    FindingError,
    UnwrittenError,
    UsageError,
    is_disk_full,
    report_bug,
    suggest_nearest,
)
from cardwright_tools.cli.non_raising_streams import find_lost_output, open_outlets
from cardwright_tools.cli.options import check_modes, find_given_flags
from cardwright_tools.cli.output_paths import check_outputs
from cardwright_tools.cli.signals import Stopped, keep_interrupts, stop_at_signals
from cardwright_tools.cli.standard_output import print_lines, print_note, shows_colour

if TYPE_CHECKING:
    from _typeshed import SupportsWrite

_GROUPED = {**AUTHORING, **CARDS, **LABORATORY, **PLAYING}
_ORDER = (
    "games new schema validate explain icons fmt lsp test release text rulebook print export import "
    "play serve simulate stress ladder train report compare ablate replay notes bench"
).split()
# A command without a place in the order raises ValueError here, so that none is missing in the help.
COMMANDS = {name: _GROUPED[name] for name in sorted(_GROUPED, key=_ORDER.index)}

EXIT_CODES = (
    "Exit codes: 0 all well, 1 findings, 2 wrong usage, 3 a bug in Cardwright, 4 no room to write, 130 interrupted."
)


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (see EXIT_CODES)."""
    open_outlets()
    with stop_at_signals():
        code = _find_outcome(list(sys.argv[1:] if argv is None else argv))
    lost = find_lost_output(sys.stdout)
    if lost is None:
        return code
    print_note(f"cardwright: the output could not be written: {lost.strerror or lost}.")
    return UNWRITTEN if code in (OK, FINDINGS) else code


def _find_outcome(words: list[str]) -> int:
    try:
        with keep_interrupts():
            return _run(words)
    except UsageError as error:
        print_note(f"cardwright: {error}")
        return USAGE
    except FindingError as error:
        print_note(f"cardwright: {error}")
        return FINDINGS
    except UnwrittenError as error:
        print_note(f"cardwright: {error}")
        return UNWRITTEN
    except Stopped as stop:
        print_note(f"stopped by {stop}")
        return STOPPED + stop.number
    except KeyboardInterrupt:
        print_note("interrupted")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: nobody is to meet a traceback
        if isinstance(error, OSError) and is_disk_full(error):
            print_note(f"cardwright: {error.filename or 'a passing file'} could not be written: {error.strerror}.")
            return UNWRITTEN
        if isinstance(error, PermissionError) and error.filename:
            print_note(f"cardwright: {error.filename} cannot be used: {error.strerror}.")
            return USAGE
        return _explain(error)


def _run(words: list[str]) -> int:
    # Only the parser of the given command is built: building all takes longer than listing the games.
    parser = build_parser(words[0] if words and words[0] in COMMANDS else None)
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        raise UsageError(
            f"there is no command `{words[0]}`.{suggest_nearest(words[0], list(COMMANDS))} "
            f"Commands: {', '.join(COMMANDS)}."
        )
    for word in words:
        if not is_utf8(word):
            raise UsageError(f"{format_value(word)} is not UTF-8.")
    # Typed words are normalized as in files; the name of an existing file stays as it is.
    words = [word if os.path.lexists(word.partition("\0")[0]) else compose(word) for word in words]
    try:
        arguments = parser.parse_args(words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if arguments.command is None:
        parser.print_help()
        return OK
    if arguments.command == "play" and arguments.game is None and arguments.load is None:
        raise UsageError("play needs the name of a game, or a record to go on with: --load FILE.")
    arguments.given = find_given_flags(arguments.actions, arguments, words)
    check_modes(COMMANDS[arguments.command].modes, arguments.given)
    check_outputs(arguments.actions, arguments)
    # Only the module of the command is imported, because imports take most of the time of a short command.
    module = importlib.import_module(f"cardwright_tools.commands.{COMMANDS[arguments.command].module}")
    result = module.run(arguments)
    assert isinstance(result, int)
    return result


def _explain_beyond(command: str, word: str, actions: Sequence[argparse.Action]) -> str:
    """Return the message for a flag that a command does not have, or for a name for which it has no use."""
    flag = word.partition("=")[0]
    near = suggest_nearest(flag, [each for action in actions for each in action.option_strings])
    what = f"has no flag `{flag}`.{near}" if flag.startswith("-") else f"has no use for `{word}`."
    return f"`{command}` {what} `{command} --help` shows what it takes."


def _explain(error: Exception) -> int:
    # Not imported here: the explanation of a failed import must not fail on the same import.
    slips = sys.modules.get("cardwright.runtime.errors")
    if slips is not None and isinstance(error, slips.SlipError):
        print_note(f"cardwright: {error}. That is a slip in the texts of the game.")
        return FINDINGS
    diagnostics = sys.modules.get("cardwright.source.diagnostics")
    if diagnostics is None or not isinstance(error, diagnostics.CardwrightError):
        print_note(report_bug(error))
        return OUR_BUG
    from cardwright.source.diagnostics_for_people import read_quoted_files, render_text

    shown = render_text(error.diagnostics, read_quoted_files(error.diagnostics), shows_colour(sys.stderr))
    print_note(shown.rstrip("\n"), styled=True)
    return FINDINGS


class _Parser(argparse.ArgumentParser):
    """Parser that refuses abbreviated flags, allows names between flags, and mentions the help in errors."""

    color = False  # newer Pythons colour their help; our output has only our own colours

    _again = False

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse arguments so that names in a list may be interleaved with flags."""
        found, beyond = super().parse_known_args(args, namespace)
        if self._again or self._subparsers or not beyond or "--" in args:
            return found, beyond
        self._again = True
        return self.parse_known_intermixed_args(args)

    def parse_args(self, args: Any = None, namespace: Any = None) -> Any:
        """Parse all arguments. Raises UsageError for one that the command does not take."""
        found, beyond = self.parse_known_args(args, namespace)
        if beyond:
            command = f"{self.prog} {found.command}" if found.command else self.prog
            raise UsageError(_explain_beyond(command, beyond[0], getattr(found, "actions", self._actions)))
        return found

    def _print_message(self, message: str, file: SupportsWrite[str] | None = None) -> None:
        (print_note if file is sys.stderr else print_lines)(message.removesuffix("\n"))

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        if action.choices is not None and value not in action.choices:
            words = [str(each) for each in action.choices]
            message = f"{format_value(value)} is none of {', '.join(words)}.{suggest_nearest(value, words)}"
            raise argparse.ArgumentError(action, message)

    def error(self, message: str) -> NoReturn:
        """Write what is wrong, in words of our own where those of argparse are a programmer's, and exit."""
        message = re.sub(r"the following arguments are required: (.*)", r"it needs \1", message)
        message = message.removeprefix("argument ").replace("expected one argument", "a value must follow")
        self.exit(USAGE, f"{self.prog}: {message}\nTry `{self.prog} --help`.\n")


class _Version(argparse.Action):
    """Action of `--version`, which looks up the installed version on demand."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        print_lines(f"cardwright {version('cardwright')}")
        parser.exit(OK)


def build_parser(only: str | None = None) -> argparse.ArgumentParser:
    """Build the parser of the whole command line, or of one command."""
    parser = _Parser(
        prog="cardwright",
        description="Card and board games as data: write, check, play and measure them.",
        epilog=f"Example: cardwright play ceylon --players 3 --human 1\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and stop")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", prog="cardwright")
    for name, command in COMMANDS.items() if only is None else [(only, COMMANDS[only])]:
        child = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            epilog=f"{command.example}\n\n{EXIT_CODES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.add_options(child)
        for action in child._actions:
            # argparse reports that an argument for any number of names is required
            action.required = action.required and action.nargs != "*"
        child.set_defaults(actions=child._actions)
    return parser


if __name__ == "__main__":
    sys.exit(main())

# Number of new objects after which Python collects cyclic garbage, at first and later. What a command builds stays in
# use until the end: with the usual 700, a short command would spend a fifth of its time on useless collections.
FIRST_COLLECTED_AFTER, COLLECTED_AFTER = 3_000_000, 300_000


def _collect_more_often(phase: str, info: object) -> None:
    """Collect cyclic garbage at the usual intervals after the first collection, unless others have set the interval."""
    if gc.get_threshold()[0] == FIRST_COLLECTED_AFTER:
        gc.set_threshold(COLLECTED_AFTER)


def run() -> int:
    """Run the command of this process, and return its exit code (see `main.EXIT_CODES`)."""
    gc.set_threshold(FIRST_COLLECTED_AFTER)
    gc.callbacks.append(_collect_more_often)
    before = signal.getsignal(signal.SIGINT)
    if before is signal.default_int_handler:
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    try:
        command = import_module("cardwright_tools.cli.main")
        signal.signal(signal.SIGINT, before)
        code: int = command.main()
    except KeyboardInterrupt:  # before or after the code that reports it
        return 130
    finally:
        gc.freeze()  # the process ends: no further garbage collection
    return code
