"""The `cardwright` command: its options, and what its exit code says."""

import argparse
import importlib
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NoReturn

from cardwright_tools.failure import (
    FINDINGS,
    INTERRUPTED,
    OK,
    OUR_BUG,
    USAGE,
    FindingError,
    UsageError,
    nearest,
    report_bug,
)
from cardwright_tools.terminal import colored, finish_output, remark, say, tolerate_narrow_encodings

EXIT_CODES = "Exit codes: 0 all well, 1 findings, 2 wrong usage, 3 a bug in Cardwright, 130 interrupted."


def main(argv: Sequence[str] | None = None) -> int:
    """Run one command and return its exit code (see EXIT_CODES)."""
    tolerate_narrow_encodings()
    words = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(words)
    except UsageError as error:
        remark(f"cardwright: {error}")
        return USAGE
    except FindingError as error:
        remark(f"cardwright: {error}")
        return FINDINGS
    except KeyboardInterrupt:
        remark("interrupted")
        return INTERRUPTED
    except Exception as error:  # noqa: BLE001 - the last resort: nobody is to meet a traceback
        return _explain(error)
    finally:
        finish_output()


def _run(words: list[str]) -> int:
    parser = build_parser()
    if words and not words[0].startswith("-") and words[0] not in COMMANDS:
        raise UsageError(
            f"there is no command `{words[0]}`.{nearest(words[0], list(COMMANDS))} Commands: {', '.join(COMMANDS)}."
        )
    try:
        arguments = parser.parse_args(words)
    except SystemExit as stop:
        return stop.code if isinstance(stop.code, int) else USAGE
    if arguments.command is None:
        parser.print_help()
        return OK
    if arguments.command == "play" and arguments.game is None and arguments.load is None:
        raise UsageError("play needs the name of a game, or a record to go on with: --load FILE.")
    # Only the command that runs is imported: starting up is most of what a short command costs.
    module = importlib.import_module(f"cardwright_tools.{COMMANDS[arguments.command].module}")
    result = module.run(arguments)
    assert isinstance(result, int)
    return result


def _explain(error: Exception) -> int:
    # Asked for only if it is there: explaining a failed import must not fail on the same import.
    source = sys.modules.get("cardwright.source")
    if source is None or not isinstance(error, source.CardwrightError):
        remark(report_bug(error))
        return OUR_BUG
    from cardwright_tools.validate import quoted_files

    shown: str = source.render_text(error.diagnostics, quoted_files(error.diagnostics), colored(sys.stderr))
    remark(shown.rstrip("\n"))
    return FINDINGS


class _Parser(argparse.ArgumentParser):
    """A parser that takes options only in full and tells where help is."""

    def error(self, message: str) -> NoReturn:
        self.exit(USAGE, f"{self.prog}: {message}\nTry `{self.prog} --help`.\n")


class _Version(argparse.Action):
    """`--version`, which asks for the installed version only when it is wanted."""

    def __call__(self, parser: argparse.ArgumentParser, *_: object) -> NoReturn:
        from importlib.metadata import version

        say(f"cardwright {version('cardwright')}")
        parser.exit(OK)


class Command:
    """One command: its module, which has `run(arguments) -> int`, and the help and options it shows."""

    def __init__(self, module: str, summary: str, example: str, options: Callable[[argparse.ArgumentParser], None]):
        self.module = module
        self.summary = summary
        self.example = example
        self.options = options


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command line."""
    parser = _Parser(
        prog="cardwright",
        description="Card and board games as data: write, check, play and measure them.",
        epilog=f"Example: cardwright play ceylon --players 3 --human 1\n\n{EXIT_CODES}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    parser.add_argument("--version", action=_Version, nargs=0, help="show the version and stop")
    commands = parser.add_subparsers(dest="command", metavar="COMMAND")
    for name, command in COMMANDS.items():
        child = commands.add_parser(
            name,
            help=command.summary,
            description=command.summary[0].upper() + command.summary[1:] + ".",
            epilog=f"{command.example}\n\n{EXIT_CODES}",
            formatter_class=argparse.RawDescriptionHelpFormatter,
            allow_abbrev=False,
        )
        command.options(child)
    return parser


def _games(parser: argparse.ArgumentParser) -> None:
    _json(parser)


def _validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths", nargs="*", type=Path, metavar="PATH", help="files or folders, anywhere (default: all games and cards)"
    )
    parser.add_argument(
        "--format",
        choices=["text", "json", "github", "sarif"],
        default="text",
        help="text for people (default), json for scripts, github for annotations, sarif for code scanning",
    )


def _test(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="files of scenarios, or folders with some (default: tests/scenarios and tests/language here)",
    )
    parser.add_argument("--name", metavar="TEXT", help="only scenarios with this text in their name")


def _text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("cards", nargs="*", metavar="CARD", help="id or name of a card (default: all cards)")
    parser.add_argument("--inferred", action="store_true", help="mark attributes that are inferred, not published")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="needed unless --load names a record")
    parser.add_argument("--players", type=_count, metavar="N", help=f"number of players (default: {_USUAL})")
    parser.add_argument(
        "--human",
        type=_seats,
        default=(0,),
        metavar="SEATS",
        help="seats played at this terminal: `1`, `1,3`, `all` or `none` (default: 1)",
    )
    parser.add_argument(
        "--bot",
        type=_seat_bot,
        action="append",
        default=[],
        metavar="SEAT=KIND",
        help="the bot at a seat, such as `2=greedy`; may be given once per seat",
    )
    _sets(parser)
    _seed(parser)
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")


def _simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("--games", type=_count, required=True, metavar="K", help="how many games to play")
    parser.add_argument("--players", type=_count, metavar="N", help=f"number of players (default: {_USUAL})")
    parser.add_argument(
        "--bots",
        type=_words,
        metavar="KIND,...",
        help="one kind of bot for all seats, or one for each seat (default: random)",
    )
    _seed(parser, default=0)
    parser.add_argument(
        "--jobs", type=_count, metavar="J", help="games played at the same time (default: one per core)"
    )
    _json(parser)


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as written by `save` in `cardwright play`")


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument(
        "--seconds", type=_duration, default=3.0, metavar="S", help="random play per game in seconds (default: 3)"
    )
    _json(parser)


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _sets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sets", type=_words, metavar="A,B", help="sets of cards to play with (default: the game's own choice)"
    )


def _seed(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    told = "a new one each time" if default is None else str(default)
    parser.add_argument(
        "--seed", type=_seed_number, default=default, metavar="S", help=f"what chance grows from (default: {told})"
    )


_USUAL = "3, within the game's limits"


def _count(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number from 1 up")
    return int(text)


def _seed_number(text: str) -> int:
    if not text.isdecimal() or int(text) >= 2**64:
        raise argparse.ArgumentTypeError(f"`{text}` is not a whole number from 0 to 2^64 - 1")
    return int(text)


def _duration(text: str) -> float:
    try:
        seconds = float(text)
    except ValueError:
        seconds = 0.0
    if not 0 < seconds <= 3600:
        raise argparse.ArgumentTypeError(f"`{text}` is not a number of seconds, at most 3600")
    return seconds


def _words(text: str) -> list[str]:
    words = [word.strip() for word in text.split(",")]
    if not all(words):
        raise argparse.ArgumentTypeError(f"`{text}` is not a list such as `a,b`")
    return words


def _seat(text: str) -> int:
    number = text.strip().removeprefix("P").removeprefix("p")
    if not number.isdecimal() or int(number) < 1:
        raise argparse.ArgumentTypeError(f"`{text}` is not a seat; seats are 1, 2, 3, ...")
    return int(number) - 1


def _seats(text: str) -> tuple[int, ...] | None:
    if text == "all":
        return None
    if text == "none":
        return ()
    return tuple(sorted({_seat(part) for part in text.split(",")}))


def _seat_bot(text: str) -> tuple[int, str]:
    seat, equals, kind = text.partition("=")
    if not equals or not kind.strip():
        raise argparse.ArgumentTypeError(f"`{text}` does not have the form SEAT=KIND, such as `2=greedy`")
    return _seat(seat), kind.strip()


COMMANDS = {
    "games": Command(
        "games",
        "list the games with their players, sets and card counts",
        "Example: cardwright games --json",
        _games,
    ),
    "validate": Command(
        "validate",
        "check games and cards and show every mistake at its line and column",
        "Example: cardwright validate cards/ceylon --format github",
        _validate,
    ),
    "test": Command(
        "test",
        "play scenarios (given, when, then) and show the ones that go another way",
        "Example: cardwright test tests/scenarios/ceylon --name pirate",
        _test,
    ),
    "text": Command(
        "text",
        "print the rules text of cards, generated from their powers",
        "Example: cardwright text ceylon --inferred",
        _text,
    ),
    "play": Command(
        "play",
        "play a game at the terminal, alone, with others or against bots",
        "Examples: cardwright play ceylon --players 3 --human 1 --bot 2=greedy\n"
        "          cardwright play --load evening.jsonl",
        _play,
    ),
    "simulate": Command(
        "simulate",
        "let bots play many games and show what came out",
        "Example: cardwright simulate ceylon --games 1000 --players 3 --bots greedy,random,random --json\n\n"
        "Seats are in order P1, P2, ... in `wins` and `mean_scores`; a shared win counts for each winner.\n"
        "The same seed gives the same games for any number of jobs.",
        _simulate,
    ),
    "replay": Command(
        "replay",
        "play a record again and check that it ends as recorded",
        "Example: cardwright replay evening.jsonl",
        _replay,
    ),
    "bench": Command(
        "bench",
        "measure random play on one core, copying and start-up",
        "Example: cardwright bench ceylon --json",
        _bench,
    ),
}

if __name__ == "__main__":
    sys.exit(main())
