"""Commands for authors, who create, check, test and release games and cards."""

import argparse

from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.options import Command, Excludes, Requires, json_option


def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["game", "set", "card"], metavar="game|set|card", help="what to begin")
    parser.add_argument("place", type=cli_values.path, metavar="FOLDER", help="the folder of the game")
    parser.add_argument("name", nargs="?", metavar="NAME", help="name of the set or card")
    parser.add_argument("--set", metavar="SET", help="for a card: the set it belongs to (default: the game's first)")
    parser.add_argument("--from", dest="example", metavar="EXAMPLE", help="for a game: copy an example game")


def _schema(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", type=cli_values.path, metavar="FOLDER", help="the folder of the game")


def _validate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=cli_values.path,
        metavar="PATH",
        help="files or folders, anywhere (default: the games of this folder, or those that came with Cardwright)",
    )
    parser.add_argument(
        "--format",
        choices=["text", "json", "github", "sarif"],
        default="text",
        help="text for people (default), json for scripts, github for annotations, sarif for code scanning",
    )
    parser.add_argument("--watch", action="store_true", help="check again after every save, until Ctrl-C")
    parser.add_argument("--fix", action="store_true", help="first correct every mistake that has one right answer")
    parser.add_argument(
        "--dry-run", action="store_true", help="with --fix: change nothing, show what would be corrected"
    )


def _explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code", nargs="?", metavar="CODE", help="what `validate` shows in square brackets (default: list all)"
    )
    json_option(parser)


def _fmt(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=cli_values.path,
        metavar="PATH",
        help="files or folders, anywhere (default: the games of this folder, or those that came with Cardwright); `-` "
        "formats standard input",
    )
    parser.add_argument("--check", action="store_true", help="change nothing; list files that would change, exit 1")
    parser.add_argument(
        "--diff", action="store_true", help="change nothing; show what would change, exit 1 if any does"
    )


def _lsp(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="use standard input and output (always)")


def _test(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=cli_values.path,
        metavar="PATH",
        help="files of scenarios, cards with examples, or folders "
        "(default: tests/scenarios, tests/language, cards and games, or this folder)",
    )
    parser.add_argument("--name", metavar="TEXT", help="only scenarios with this text in their name")
    parser.add_argument(
        "--coverage", action="store_true", help="show the statements of powers and of the game that no scenario ran"
    )
    parser.add_argument(
        "--mutate",
        action="store_true",
        help="show small changes of powers that no scenario notices",
    )
    parser.add_argument(
        "--rules", action="store_true", help="with --mutate: change the game's own texts instead of powers (slow)"
    )
    parser.add_argument(
        "--cards", type=cli_values.words, metavar="A,B", help="with --mutate: only the powers of these cards (ids)"
    )
    parser.add_argument(
        "--sets", type=cli_values.words, metavar="A,B", help="with --mutate: only the powers of these sets"
    )
    parser.add_argument(
        "--jobs", type=cli_values.count, metavar="J", help="with --mutate: number of processes (default: one per core)"
    )
    json_option(parser)


def _release(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument(
        "--sets",
        type=cli_values.words,
        metavar="A,B",
        help="sets of cards that are released (default: all)",
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing; list ids that are not recorded yet, exit 1 if any"
    )


AUTHORING = {
    "new": Command(
        "authoring.new",
        "create a game, a set or a card, with comments that explain",
        "Examples: cardwright new game my_game\n"
        "          cardwright new set my_game winter\n"
        "          cardwright new card my_game snowman --set winter\n\n"
        "Existing files are never overwritten.",
        _new,
    ),
    "schema": Command(
        "authoring.schema",
        "write the schemas with which editors complete and check a game's files",
        "Example: cardwright schema my_game\n\n"
        "The files are in the game's folder under `schema`. Repeat the command when kinds, attributes or words change.",
        _schema,
    ),
    "validate": Command(
        "authoring.validate",
        "check games and cards and show every mistake at its line and column",
        "Example: cardwright validate cards/ceylon --format github",
        _validate,
        (
            Excludes(("--watch",), ("--fix", "--format"), "shows text on a screen"),
            Requires(("--dry-run",), ("--fix",), "it shows what would be corrected"),
            Excludes(("--dry-run",), ("--format",), "shows what would be corrected, in one form"),
        ),
    ),
    "explain": Command(
        "authoring.explain",
        "explain a diagnostic code and how to correct it, with examples",
        "Example: cardwright explain unknown-name",
        _explain,
    ),
    "fmt": Command(
        "authoring.fmt",
        "write files of games, cards and scenarios in one style, comments kept",
        "Example: cardwright fmt games cards --check",
        _fmt,
    ),
    "lsp": Command(
        "authoring.lsp",
        "serve an editor: mistakes as you type, completion, explanations, renaming",
        "Example: cardwright lsp  (editors start it themselves; see docs/editors.md)",
        _lsp,
    ),
    "test": Command(
        "authoring.test",
        "run scenarios (given, when, then) and show those that fail",
        "Example: cardwright test tests/scenarios/ceylon --name pirate",
        _test,
        (
            Requires(("--rules", "--cards", "--sets", "--jobs"), ("--mutate",)),
            Excludes(("--rules",), ("--cards", "--sets"), "changes the game's own texts and no cards"),
        ),
    ),
    "release": Command(
        "authoring.release",
        "record the ids of a game's cards, so that `validate` reports released ones that are gone",
        "Examples: cardwright release my_game --sets base\n"
        "          cardwright release my_game --check\n\n"
        "The list of a set is the file `released.txt` beside its cards, that of the `pieces:` of the game itself lies\n"
        "beside its rules. Ids are only ever added.",
        _release,
    ),
}
