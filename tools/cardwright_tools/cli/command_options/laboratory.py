"""Commands that measure games by many matches between bots, and the speed of the engine."""

import argparse
from pathlib import Path

from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.options import (
    Command,
    Excludes,
    Requires,
    engine_option,
    jobs_option,
    json_option,
    seed_option,
    sets_option,
    table_options,
    worker_options,
)


def _simulate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", type=cli_values.place, nargs="?", metavar="GAME", help="needed unless --resume names a run"
    )
    parser.add_argument("--games", type=cli_values.count, metavar="K", help="number of games")
    table_options(parser)
    worker_options(parser)
    parser.add_argument(
        "--out",
        type=cli_values.run,
        metavar="RUN.sqlite",
        help="store the games in a file for `report`; repeating the command plays only missing games",
    )
    parser.add_argument("--resume", type=cli_values.path, metavar="RUN.sqlite", help="continue an interrupted run")
    parser.add_argument(
        "--export", choices=["parquet"], help="also write the tables of --out as Parquet files (extra `parquet`)"
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="after every save of the game's files, show the effect on --card, on equal seeds (bots: greedy)",
    )
    parser.add_argument("--card", metavar="ID", help="the card to watch")
    parser.add_argument(
        "--record",
        type=cli_values.natural,
        metavar="N",
        help="with --resume: replay game N of the run and write its record",
    )
    engine_option(parser)
    json_option(parser)


def _stress(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", type=cli_values.place, nargs="?", metavar="GAME", help="needed unless --again names a record"
    )
    parser.add_argument("--cards", type=cli_values.words, metavar="A,B", help="only these cards, and pairs with them")
    parser.add_argument("--pairs", action="store_true", help="also every pair of cards, for one player and for two")
    parser.add_argument(
        "--games", type=cli_values.count, default=5, metavar="K", help="games for each card alone (default: 5)"
    )
    parser.add_argument(
        "--decisions", type=cli_values.count, default=300, metavar="N", help="decisions in a game (default: 300)"
    )
    parser.add_argument(
        "--sets", type=cli_values.words, metavar="A,B", help="sets of cards to play with (default: all of the game)"
    )
    seed_option(parser, default=0)
    jobs_option(parser)
    parser.add_argument("--table", action="store_true", help="show how often every card was used")
    parser.add_argument(
        "--faults",
        type=cli_values.folder,
        default=Path("stress-faults"),
        metavar="FOLDER",
        help="folder for records of failed games (default: stress-faults)",
    )
    parser.add_argument("--again", type=cli_values.path, metavar="FILE", help="replay such a record and show its log")
    engine_option(parser)
    json_option(parser)


def _ladder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument(
        "--bots",
        type=cli_values.words,
        metavar="KIND,...",
        help="kinds of bot, weakest first (default: random,greedy,mcts:100)",
    )
    parser.add_argument(
        "--games",
        type=cli_values.count,
        default=50,
        metavar="K",
        help="deals for each level, each played once from every seat (default: 50)",
    )
    parser.add_argument("--players", type=cli_values.count, metavar="N", help="number of players (default: 2)")
    sets_option(parser)
    seed_option(parser, default=0)
    worker_options(parser)
    engine_option(parser)
    json_option(parser)


def _train(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument(
        "--games", type=cli_values.count, default=400, metavar="K", help="games of each round (default: 400)"
    )
    parser.add_argument(
        "--deals",
        type=cli_values.count,
        default=60,
        metavar="K",
        help="deals to test a learned rule on, each from every seat (default: 60)",
    )
    parser.add_argument(
        "--rounds", type=cli_values.count, default=4, metavar="R", help="maximum number of rounds (default: 4)"
    )
    parser.add_argument(
        "--variations",
        type=cli_values.natural,
        default=12,
        metavar="K",
        help="variations of the learned rule to test in each round (default: 12)",
    )
    parser.add_argument(
        "--players",
        type=cli_values.counts,
        metavar="N,...",
        help="number of players (default: 2); several, such as `2,3`, share the games",
    )
    parser.add_argument(
        "--bots",
        type=cli_values.words,
        metavar="KIND",
        help="kind of bot for all games, to learn from and to test in (default: greedy)",
    )
    parser.add_argument("--without", type=cli_values.words, metavar="RULE,...", help="rules not to use")
    parser.add_argument(
        "--only",
        type=cli_values.words,
        metavar="RULE,...",
        help="use only these rules: of a player, and of the table for the progress of the game",
    )
    parser.add_argument(
        "--over-all",
        action="store_true",
        help="learn the margin over the mean of all opponents instead of the best opponent",
    )
    parser.add_argument("--rule", default="learned", metavar="NAME", help="name of the rule (default: learned)")
    parser.add_argument(
        "--to", type=cli_values.own_file, metavar="FILE", help="file to write (default: NAME.yaml in the game)"
    )
    parser.add_argument(
        "--out",
        type=cli_values.folder,
        metavar="FOLDER",
        help="store the games; repeating the command plays only missing games",
    )
    sets_option(parser)
    seed_option(parser, default=0)
    worker_options(parser)
    engine_option(parser)
    json_option(parser)


def _report(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("run", type=cli_values.path, metavar="RUN.sqlite", help="a run, as written by `simulate --out`")
    parser.add_argument(
        "--cards", action="store_true", help="show all cards, not only those with the strongest effects"
    )
    parser.add_argument(
        "--html", type=cli_values.page, metavar="FILE", help="write a self-contained HTML page with charts"
    )
    parser.add_argument("--markdown", type=cli_values.page, metavar="FILE", help="write a Markdown page")
    parser.add_argument(
        "--beside",
        type=cli_values.path,
        metavar="OTHER.sqlite",
        help="compare with another run: ranks of cards, and outliers in both",
    )
    json_option(parser)


def _compare(parser: argparse.ArgumentParser) -> None:
    where = "a game, a folder of a game or of one set of cards, or `REV:` and one of these at a git revision"
    parser.add_argument("a", metavar="A", help=where)
    parser.add_argument("b", nargs="?", metavar="B", help="the version to compare with A")
    parser.add_argument("--rev", metavar="REV", help="instead of B: compare A with itself at a git revision")
    parser.add_argument("--card", metavar="ID", help="card to compare (default: all that differ)")
    parser.add_argument(
        "--blank", action="store_true", help="instead of B: compare A with itself without the power of --card"
    )
    _pairs(parser, 1000)
    parser.add_argument(
        "--out", type=cli_values.folder, metavar="FOLDER", help="store both runs; repeating the command continues"
    )
    json_option(parser)


def _ablate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument(
        "--cards", type=cli_values.words, metavar="ID,...", help="only these cards (default: all with a power)"
    )
    _pairs(parser, 200)
    parser.add_argument(
        "--out", type=cli_values.folder, metavar="FOLDER", help="store all runs; repeating the command continues"
    )
    parser.add_argument("--markdown", type=cli_values.page, metavar="FILE", help="write a Markdown page")
    parser.add_argument(
        "--beside",
        type=cli_values.path,
        metavar="RUN.sqlite",
        help="with --markdown: compare the ranks with a run of `simulate`",
    )
    json_option(parser)


def _pairs(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument("--games", type=cli_values.count, metavar="K", help=f"games of each version (default: {games})")
    parser.add_argument(
        "--certainty",
        type=cli_values.certainty,
        default=0.95,
        metavar="P",
        help="confidence level (default: 0.95)",
    )
    table_options(parser)
    worker_options(parser)
    engine_option(parser)


def _bench(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "games", type=cli_values.place, nargs="*", metavar="GAME", help="games to measure (default: all)"
    )
    parser.add_argument(
        "--seconds",
        type=cli_values.duration,
        default=3.0,
        metavar="S",
        help="random play per game in seconds (default: 3)",
    )
    parser.add_argument(
        "--engines",
        action="store_true",
        help="compare Python and compiled C by games between bots (needs a C compiler)",
    )
    parser.add_argument(
        "--edited",
        action="store_true",
        help="measure instead how long `validate` takes after an edit of one card, and the first game with each engine,"
        " compiling included (needs a C compiler)",
    )
    parser.add_argument(
        "--bots",
        type=cli_values.words,
        metavar="KIND,...",
        help="the kinds of bot to measure with --engines (default: random,greedy,mcts:200) or --edited (random,greedy)",
    )
    sets_option(parser)
    parser.add_argument(
        "--players", type=cli_values.count, metavar="N", help="number of players with --engines, --edited or --profile"
    )
    parser.add_argument("--profile", action="store_true", help="show the time spent on each line of the games' files")
    json_option(parser)


LABORATORY = {
    "simulate": Command(
        "laboratory.simulate",
        "let bots play many games and show the results",
        "Example: cardwright simulate ceylon --games 1000 --players 3 --bots greedy,random,random --json\n\n"
        "Seats are in order P1, P2, ... in `wins` and `mean_scores`; a shared win counts for each winner.\n"
        "The same seed gives the same games for any number of jobs, on this machine or on a cluster.",
        _simulate,
        (
            Excludes(
                ("--resume",),
                ("GAME", "--out", "--players", "--bots", "--sets", "--seed"),
                "FILE takes all of it from the file",
            ),
            Excludes(
                ("--watch",),
                ("--out", "--resume", "--export", "--cluster", "--json"),
                "keeps nothing, plays on this machine and shows people what comes out",
            ),
            Requires(("--record",), ("--resume",)),
            Excludes(
                ("--record",),
                ("--games", "--jobs", "--cluster", "--export", "--engine", "--json"),
                "plays one game that was played before",
            ),
            Requires(("--card",), ("--watch",), "`compare` and `report` tell of cards in runs"),
            Requires(("--export",), ("--out", "--resume")),
        ),
    ),
    "stress": Command(
        "laboratory.stress",
        "play random games in which every card, and every pair of cards, is active from the start",
        "Examples: cardwright stress cargo_hold --table\n"
        "          cardwright stress cargo_hold --pairs --decisions 300\n"
        "          cardwright stress --again stress-faults/cargo_hold-1.json\n\n"
        "A game goes wrong when Cardwright breaks, something never ends, somebody has no option, or pieces are lost.",
        _stress,
        (
            Excludes(
                ("--again",),
                (
                    "GAME",
                    "--cards",
                    "--pairs",
                    "--games",
                    "--decisions",
                    "--sets",
                    "--seed",
                    "--jobs",
                    "--table",
                    "--faults",
                    "--engine",
                    "--json",
                ),
                "FILE plays the game of the record, and tells of it in words",
            ),
        ),
    ),
    "train": Command(
        "laboratory.train",
        "learn a valuation from games between bots and write it as a rule",
        "Example: cardwright train cargo_hold --games 400 --rounds 3 --out training\n\n"
        "What may tell is found in the game itself: counters, pieces by zone and attribute, and rules of a player.\n"
        "The rule is written to `learned.yaml` beside the game; with `valuation: learned` bots go by it.\n"
        "What helps `greedy` need not help a search: with `--bots mcts:100` searches play all games, and take longer.\n"
        "What helps with two players need not help with three: `--players 2,3` learns with both at once.",
        _train,
    ),
    "ladder": Command(
        "laboratory.ladder",
        "play each level of bot against the one below, from every seat",
        "Example: cardwright ladder cargo_hold --bots random,greedy,mcts:50 --games 100\n\n"
        "One seat plays the upper level, all others the lower one. Exit code 1 says that a level is not shown to beat\n"
        "the one below: the interval of its share of wins (Wilson, 95 %) reaches down to even chances.",
        _ladder,
    ),
    "report": Command(
        "laboratory.report",
        "show what a run of `simulate` says about seats, length, endings and cards",
        "Examples: cardwright simulate ceylon --games 2000 --bots greedy --out run.sqlite\n"
        "          cardwright report run.sqlite --html report.html\n\n"
        "docs/laboratory.md explains every figure. Needs the extra `lab`.",
        _report,
        (Excludes(("--html", "--markdown", "--json"), ("--cards",), "has all cards"),),
    ),
    "compare": Command(
        "laboratory.compare",
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
        "laboratory.ablate",
        "play a game without each of its powers in turn, on the same seeds, and rank what they do",
        "Example: cardwright ablate import_export --bots greedy --games 400 --out runs/ablate\n\n"
        "For each card with a power: what its power changes for the player who was the first to have the card,\n"
        "against the same card without power, as `compare GAME --card ID --blank` measures it. With --out a run that\n"
        "was interrupted goes on.",
        _ablate,
        (Requires(("--beside",), ("--markdown",)),),
    ),
    "bench": Command(
        "laboratory.bench",
        "measure random play on one core, copying and start-up",
        "Example: cardwright bench ceylon --json",
        _bench,
        (
            Requires(("--sets", "--players"), ("--engines", "--edited", "--profile")),
            Requires(("--bots",), ("--engines", "--edited")),
            Excludes(("--edited",), ("--seconds",), "measures one game after each edit"),
            Excludes(("--engines",), ("--edited", "--profile"), "is another thing to measure"),
            Excludes(("--edited",), ("--profile",), "is another thing to measure"),
        ),
    ),
}
