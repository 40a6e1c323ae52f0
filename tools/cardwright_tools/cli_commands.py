"""The commands of the command line: for each its module, its help and its options."""

import argparse
from collections.abc import Callable
from pathlib import Path

from cardwright_tools import cli_values

_USUAL = "3, within the game's limits"


class Command:
    """One command: its module, which has `run(arguments) -> int`, and the help and options it shows."""

    def __init__(self, module: str, summary: str, example: str, options: Callable[[argparse.ArgumentParser], None]):
        self.module = module
        self.summary = summary
        self.example = example
        self.options = options


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
    parser.add_argument("--watch", action="store_true", help="check again after every save, until Ctrl-C")
    parser.add_argument("--fix", action="store_true", help="first correct every mistake that has one right answer")
    parser.add_argument(
        "--dry-run", action="store_true", help="with --fix: change nothing, show what would be corrected"
    )


def _explain(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "code", nargs="?", metavar="CODE", help="what `validate` shows in square brackets (default: list all)"
    )
    _json(parser)


def _release(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--sets",
        type=cli_values.words,
        metavar="A,B",
        help="sets of cards that are released (default: all)",
    )
    parser.add_argument(
        "--check", action="store_true", help="change nothing; tell which ids are not in the lists yet, exit 1 if any"
    )


def _fmt(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
        metavar="PATH",
        help="files or folders, anywhere (default: all games and cards); `-` formats standard input",
    )
    parser.add_argument("--check", action="store_true", help="change nothing; tell which files would change, exit 1")
    parser.add_argument(
        "--diff", action="store_true", help="change nothing; show what would change, exit 1 if any does"
    )


def _lsp(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--stdio", action="store_true", help="talk over standard input and output, as it always does")


def _test(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "paths",
        nargs="*",
        type=Path,
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
        help="change every power a little, time and again, and show the changes that no scenario notices",
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
        "--jobs", type=cli_values.count, metavar="J", help="with --mutate: processes at work (default: one per core)"
    )
    _json(parser)


def _new(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("what", choices=["game", "set", "card"], metavar="game|set|card", help="what to begin")
    parser.add_argument("place", type=Path, metavar="FOLDER", help="the folder of the game")
    parser.add_argument("name", nargs="?", metavar="NAME", help="what the set, or the card, is to be called")
    parser.add_argument("--set", metavar="SET", help="for a card: the set it belongs to (default: the game's first)")
    parser.add_argument(
        "--from", dest="example", metavar="EXAMPLE", help="for a game: begin with a copy of an example game"
    )


def _schema(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("place", type=Path, metavar="FOLDER", help="the folder of the game")


def _text(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("cards", nargs="*", metavar="CARD", help="id or name of a card (default: all cards)")
    parser.add_argument("--inferred", action="store_true", help="mark attributes that are inferred, not published")
    parser.add_argument("--html", type=Path, metavar="FILE", help="write a gallery for the browser, one file in all")


def _print(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument("cards", nargs="*", metavar="CARD", help="id or name of a card (default: all cards)")
    parser.add_argument(
        "--out",
        type=Path,
        required=True,
        metavar="FILE",
        help="cards.pdf; cards.png for a picture a page; cards.json for a deck for Tabletop Simulator",
    )
    _sets(parser)
    parser.add_argument("--kind", metavar="KIND", help="only cards of this kind of piece")
    parser.add_argument("--paper", choices=["a4", "a3", "letter", "legal"], default="a4", help="default: a4")
    parser.add_argument(
        "--size",
        type=cli_values.card_size,
        default="poker",
        metavar="SIZE",
        help="poker (default: 63.5 x 88.9 mm), bridge, mini, tarot, square, or WIDTHxHEIGHT in mm",
    )
    parser.add_argument("--backs", action="store_true", help="add a page of backs after each page, for both sides")
    parser.add_argument("--one-each", action="store_true", help="one of each card, however many the game has")
    parser.add_argument("--inferred", action="store_true", help="mark attributes that are inferred, not published")
    parser.add_argument("--dpi", type=cli_values.dots, default=300.0, metavar="N", help="of pictures (default: 300)")
    parser.add_argument("--font", type=Path, metavar="FILE.ttf", help="another font, for signs the usual one lacks")
    parser.add_argument("--url", metavar="URL", help="where the deck's pictures will be found (default: this machine)")


def _export(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    _sets(parser)
    parser.add_argument("--out", type=Path, metavar="FILE", help="a .csv, .xlsx or .json file (default: CSV to stdout)")
    parser.add_argument("--format", choices=["csv", "xlsx", "json"], help="if the file's name does not say it")
    parser.add_argument("--texts", action="store_true", help="add a column with the generated English")


def _import(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a .csv or .xlsx file; its first row names the columns")
    parser.add_argument("game", metavar="GAME", help="the game whose cards they are, by name or folder")
    parser.add_argument("--set", metavar="SET", help="the set of new cards whose row does not name one")
    parser.add_argument("--ignore", action="append", metavar="COLUMN", help="a column to pass over; may be repeated")
    parser.add_argument(
        "--delete", action="store_true", help="take out the cards of the sheet's sets that are not in the sheet"
    )
    parser.add_argument("--dry-run", action="store_true", help="show what would change and change nothing")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="needed unless --load names a record")
    parser.add_argument("--players", type=cli_values.count, metavar="N", help=f"number of players (default: {_USUAL})")
    parser.add_argument(
        "--human",
        type=cli_values.seats,
        default=(0,),
        metavar="SEATS",
        help="seats played at this terminal: `1`, `1,3`, `all` or `none` (default: 1)",
    )
    parser.add_argument(
        "--bot",
        type=cli_values.seat_bot,
        action="append",
        default=[],
        metavar="SEAT=KIND",
        help="the bot at a seat, such as `2=greedy`; may be given once per seat",
    )
    _sets(parser)
    _seed(parser)
    parser.add_argument("--load", type=Path, metavar="FILE", help="go on with a saved game")
    parser.add_argument("--new", action="store_true", help="do not ask whether to go on with an unfinished game")
    parser.add_argument("--open", action="store_true", help="allow `peek`, which shows what is hidden")
    parser.add_argument(
        "--plain", action="store_true", help="a fact a line, for scripts and screen readers (see docs/records.md)"
    )


def _simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="needed unless --resume names a run")
    parser.add_argument("--games", type=cli_values.count, metavar="K", help="how many games to play")
    _table(parser)
    _workers(parser)
    parser.add_argument(
        "--out",
        type=Path,
        metavar="RUN.sqlite",
        help="keep the games in a file, for `report`; the same command again plays only those that are missing",
    )
    parser.add_argument("--resume", type=Path, metavar="RUN.sqlite", help="go on with a run that was interrupted")
    parser.add_argument(
        "--export", choices=["parquet"], help="also write the tables of --out as Parquet files (extra `parquet`)"
    )
    _json(parser)


def _table(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--players", type=cli_values.count, metavar="N", help=f"number of players (default: {_USUAL})")
    parser.add_argument(
        "--bots",
        type=cli_values.words,
        metavar="KIND,...",
        help="one kind of bot for all seats, or one for each seat (default: random)",
    )
    _sets(parser)
    _seed(parser, default=0)


def _workers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--jobs", type=cli_values.count, metavar="J", help="games played at the same time (default: one per core)"
    )
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Dask cluster: `dask://host:port`, or `dask` for one started here (extra `cluster`)",
    )


def _stress(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", nargs="?", metavar="GAME", help="needed unless --again names a record")
    parser.add_argument("--cards", type=cli_values.words, metavar="A,B", help="only these cards, and pairs with them")
    parser.add_argument("--pairs", action="store_true", help="every pair of cards too, for one player and for two")
    parser.add_argument(
        "--games", type=cli_values.count, default=5, metavar="K", help="games for each card alone (default: 5)"
    )
    parser.add_argument(
        "--decisions", type=cli_values.count, default=300, metavar="N", help="decisions in a game (default: 300)"
    )
    parser.add_argument(
        "--sets", type=cli_values.words, metavar="A,B", help="sets of cards to play with (default: all of the game)"
    )
    _seed(parser, default=0)
    parser.add_argument(
        "--jobs", type=cli_values.count, metavar="J", help="games played at the same time (default: one per core)"
    )
    parser.add_argument("--table", action="store_true", help="show for every card how often it came into play")
    parser.add_argument(
        "--faults",
        type=Path,
        default=Path("stress-faults"),
        metavar="FOLDER",
        help="where records of games that went wrong are kept (default: stress-faults)",
    )
    parser.add_argument("--again", type=Path, metavar="FILE", help="play such a record again, with its log")
    _json(parser)


def _ladder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--bots",
        type=cli_values.words,
        metavar="KIND,...",
        help="the levels, the weakest first (default: random,greedy,mcts:100)",
    )
    parser.add_argument(
        "--games",
        type=cli_values.count,
        default=50,
        metavar="K",
        help="deals for each level; each is played once from every seat (default: 50)",
    )
    parser.add_argument("--players", type=cli_values.count, metavar="N", help="number of players (default: 2)")
    _sets(parser)
    _seed(parser, default=0)
    _workers(parser)
    _json(parser)


def _report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=Path, metavar="RUN.sqlite", help="a run, as written by `simulate --out`")
    parser.add_argument(
        "--cards", action="store_true", help="show all cards, not only those with the strongest effects"
    )
    parser.add_argument(
        "--html", type=Path, metavar="FILE", help="write a page with figures that needs nothing beside it"
    )
    parser.add_argument("--markdown", type=Path, metavar="FILE", help="write a page of Markdown")
    _json(parser)


def _compare(parser: argparse.ArgumentParser) -> None:
    where = "a game, a folder of a game or of one set of cards, or `REV:` and one of these at a git revision"
    parser.add_argument("a", metavar="A", help=where)
    parser.add_argument("b", nargs="?", metavar="B", help="the version to be set against A")
    parser.add_argument("--rev", metavar="REV", help="instead of B: A as it was at a git revision, against A as it is")
    parser.add_argument("--card", metavar="ID", help="the card to look at (default: all that differ)")
    parser.add_argument("--blank", action="store_true", help="instead of B: A without the power of --card, against A")
    _pairs(parser, 1000)
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep both runs; the same command again goes on")
    _json(parser)


def _ablate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", metavar="GAME")
    parser.add_argument(
        "--cards", type=cli_values.words, metavar="ID,...", help="only these cards (default: all with a power)"
    )
    _pairs(parser, 200)
    parser.add_argument("--out", type=Path, metavar="FOLDER", help="keep all runs; the same command again goes on")
    _json(parser)


def _pairs(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument("--games", type=cli_values.count, metavar="K", help=f"games of each version (default: {games})")
    parser.add_argument(
        "--certainty",
        type=cli_values.certainty,
        default=0.95,
        metavar="P",
        help="how certain intervals and the number of pairs needed are to be (default: 0.95)",
    )
    _table(parser)
    _workers(parser)


def _replay(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("file", type=Path, metavar="FILE", help="a record, as written by `save` in `cardwright play`")
    parser.add_argument(
        "--check",
        action="store_true",
        help="at a terminal, too, only check that it ends as recorded",
    )


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("games", nargs="*", metavar="GAME", help="games to measure (default: all)")
    parser.add_argument(
        "--seconds",
        type=cli_values.duration,
        default=3.0,
        metavar="S",
        help="random play per game in seconds (default: 3)",
    )
    _json(parser)


def _json(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def _sets(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--sets",
        type=cli_values.words,
        metavar="A,B",
        help="sets of cards to play with (default: the game's own choice)",
    )


def _seed(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    told = "a new one each time" if default is None else str(default)
    parser.add_argument(
        "--seed",
        type=cli_values.seed_number,
        default=default,
        metavar="S",
        help=f"what chance grows from (default: {told})",
    )


COMMANDS = {
    "games": Command(
        "games",
        "list the games with their players, sets and card counts",
        "Example: cardwright games --json",
        _games,
    ),
    "new": Command(
        "new",
        "begin a game, a set or a card, with remarks that teach",
        "Examples: cardwright new game my_game\n"
        "          cardwright new set my_game winter\n"
        "          cardwright new card my_game snowman --set winter\n\n"
        "Nothing is ever written over.",
        _new,
    ),
    "schema": Command(
        "schema",
        "write the schemas with which editors complete and check a game's files",
        "Example: cardwright schema my_game\n\n"
        "They lie in the game's folder under `schema`; write them anew when kinds, attributes or words have changed.",
        _schema,
    ),
    "validate": Command(
        "validate",
        "check games and cards and show every mistake at its line and column",
        "Example: cardwright validate cards/ceylon --format github",
        _validate,
    ),
    "explain": Command(
        "explain",
        "show what a diagnostic code means and how its mistake is mended, with examples",
        "Example: cardwright explain unknown-name",
        _explain,
    ),
    "fmt": Command(
        "fmt",
        "write files of games, cards and scenarios in one style, comments kept",
        "Example: cardwright fmt games cards --check",
        _fmt,
    ),
    "lsp": Command(
        "lsp",
        "serve an editor: mistakes as you type, completion, explanations, renaming",
        "Example: cardwright lsp  (editors start it themselves; see docs/editors.md)",
        _lsp,
    ),
    "test": Command(
        "test",
        "play scenarios (given, when, then) and show the ones that go another way",
        "Example: cardwright test tests/scenarios/ceylon --name pirate",
        _test,
    ),
    "release": Command(
        "release",
        "write down the ids of a game's cards, so that `validate` notices when a released one is gone",
        "Examples: cardwright release my_game --sets base\n"
        "          cardwright release my_game --check\n\n"
        "The list of a set is the file `released.txt` beside its cards. Ids are only ever added to it.",
        _release,
    ),
    "text": Command(
        "text",
        "print the rules text of cards, generated from their powers",
        "Example: cardwright text ceylon --inferred",
        _text,
    ),
    "print": Command(
        "print_cards",
        "lay cards out on pages to cut out and play with, or as a deck for Tabletop Simulator",
        "Example: cardwright print ceylon --out ceylon.pdf --paper letter --backs",
        _print,
    ),
    "export": Command(
        "export",
        "write the cards of a game as a sheet for spreadsheets, or as JSON",
        "Example: cardwright export ceylon --out ceylon.xlsx\n\n"
        "One row a card: set, id, name, quantity, attributes, parts, power. `cardwright import` takes it back.",
        _export,
    ),
    "import": Command(
        "import_sheet",
        "take the cards of a spreadsheet into a game's card files",
        "Example: cardwright import ceylon.xlsx ceylon --dry-run\n\n"
        "Rows whose id the game knows change that card, and only the fields that differ; the others are new cards.\n"
        "Nothing is written unless everything in the sheet is right.",
        _import,
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
        "The same seed gives the same games for any number of jobs, on this machine or on a cluster.",
        _simulate,
    ),
    "stress": Command(
        "stress",
        "play random games in which every card, and every pair of cards, is at work from the start",
        "Examples: cardwright stress cargo_hold --table\n"
        "          cardwright stress cargo_hold --pairs --decisions 300\n"
        "          cardwright stress --again stress-faults/cargo_hold-1.json\n\n"
        "A game goes wrong when Cardwright breaks, something never ends, somebody has no option, or pieces are lost.",
        _stress,
    ),
    "ladder": Command(
        "ladder",
        "play each level of bot against the one below, from every seat",
        "Example: cardwright ladder cargo_hold --bots random,greedy,mcts:50 --games 100\n\n"
        "One seat plays the upper level, all others the lower one. Exit code 1 says that a level is not shown to beat\n"
        "the one below: the interval of its share of wins (Wilson, 95 %) reaches down to even chances.",
        _ladder,
    ),
    "report": Command(
        "report",
        "show what a run of `simulate` says about seats, length, endings and cards",
        "Examples: cardwright simulate ceylon --games 2000 --bots greedy --out run.sqlite\n"
        "          cardwright report run.sqlite --html report.html\n\n"
        "What every figure means is told in docs/laboratory.md. Needs the extra `lab`.",
        _report,
    ),
    "compare": Command(
        "compare",
        "play two versions of a game, or a card and its blank, on the same seeds and show the difference",
        "Examples: cardwright compare ceylon --rev HEAD~1 --bots greedy\n"
        "          cardwright compare cargo_hold new_cards/base --games 4000\n"
        "          cardwright compare cargo_hold --card thief --blank --certainty 0.99\n\n"
        "Measured over pairs of games with the same seed, B minus A: turns, decisions, changes of the lead, mean\n"
        "score, wins of the player who begins; and for each card that differs, what became of the player who was the\n"
        "first to have it: the share of the win, and the score less the mean of the others'. Who is the first to have\n"
        "a card is settled before the card can matter, so it is the same player in both games of nearly every pair.\n"
        "So many pairs are needed to tell a difference like the one found from none, with the certainty asked for,\n"
        "in 80 of 100 tries.",
        _compare,
    ),
    "ablate": Command(
        "ablate",
        "play a game without each of its powers in turn, on the same seeds, and rank what they do",
        "Example: cardwright ablate import_export --bots greedy --games 400 --out runs/ablate\n\n"
        "For each card with a power: what its power changes for the player who was the first to have the card,\n"
        "against the same card without power, as `compare GAME --card ID --blank` measures it. With --out a run that\n"
        "was interrupted goes on.",
        _ablate,
    ),
    "replay": Command(
        "replay",
        "step through a record at a terminal, or check that it ends as recorded",
        "Examples: cardwright replay evening.jsonl\n          cardwright replay evening.jsonl --check",
        _replay,
    ),
    "bench": Command(
        "bench",
        "measure random play on one core, copying and start-up",
        "Example: cardwright bench ceylon --json",
        _bench,
    ),
}
