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
    parser.add_argument("--games", type=cli_values.count, metavar="K", help="how many games to play")
    table_options(parser)
    worker_options(parser)
    parser.add_argument(
        "--out",
        type=cli_values.run,
        metavar="RUN.sqlite",
        help="keep the games in a file, for `report`; the same command again plays only those that are missing",
    )
    parser.add_argument(
        "--resume", type=cli_values.path, metavar="RUN.sqlite", help="go on with a run that was interrupted"
    )
    parser.add_argument(
        "--export", choices=["parquet"], help="also write the tables of --out as Parquet files (extra `parquet`)"
    )
    parser.add_argument(
        "--watch",
        action="store_true",
        help="while files are edited, show what every save does to --card, on equal seeds (bots: greedy)",
    )
    parser.add_argument("--card", metavar="ID", help="the card to watch")
    parser.add_argument(
        "--record",
        type=cli_values.natural,
        metavar="N",
        help="with --resume: play game N of the run once more, and write its record for `replay`",
    )
    engine_option(parser)
    json_option(parser)


def _stress(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "game", type=cli_values.place, nargs="?", metavar="GAME", help="needed unless --again names a record"
    )
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
    seed_option(parser, default=0)
    jobs_option(parser)
    parser.add_argument("--table", action="store_true", help="show for every card how often it came into play")
    parser.add_argument(
        "--faults",
        type=cli_values.folder,
        default=Path("stress-faults"),
        metavar="FOLDER",
        help="where records of games that went wrong are kept (default: stress-faults)",
    )
    parser.add_argument("--again", type=cli_values.path, metavar="FILE", help="play such a record again, with its log")
    engine_option(parser)
    json_option(parser)


def _ladder(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
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
        help="deals on which what was learnt is tried out, each from every seat (default: 60)",
    )
    parser.add_argument("--rounds", type=cli_values.count, default=4, metavar="R", help="rounds at most (default: 4)")
    parser.add_argument(
        "--variations",
        type=cli_values.natural,
        default=12,
        metavar="K",
        help="variations of what was learnt that are tried out in each round (default: 12)",
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
        help="the kind of bot that plays all games, those to learn from and those to try out in (default: greedy)",
    )
    parser.add_argument(
        "--without", type=cli_values.words, metavar="RULE,...", help="rules that are not to be looked at"
    )
    parser.add_argument(
        "--only",
        type=cli_values.words,
        metavar="RULE,...",
        help="look at nothing but these rules: of a player, and of the table for how far the game has come",
    )
    parser.add_argument(
        "--over-all",
        action="store_true",
        help="by what is learned a player's lead is over all others (their mean), not over the best of them",
    )
    parser.add_argument("--rule", default="learned", metavar="NAME", help="what it is called (default: learned)")
    parser.add_argument(
        "--to", type=cli_values.own_file, metavar="FILE", help="where to write it (default: NAME.yaml in the game)"
    )
    parser.add_argument(
        "--out",
        type=cli_values.folder,
        metavar="FOLDER",
        help="keep what is played; the same command again plays only what is missing",
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
        "--html", type=cli_values.page, metavar="FILE", help="write a page with figures that needs nothing beside it"
    )
    parser.add_argument("--markdown", type=cli_values.page, metavar="FILE", help="write a page of Markdown")
    parser.add_argument(
        "--beside",
        type=cli_values.path,
        metavar="OTHER.sqlite",
        help="another run of the game: do both rank its cards alike, and what is out of line in both?",
    )
    json_option(parser)


def _compare(parser: argparse.ArgumentParser) -> None:
    where = "a game, a folder of a game or of one set of cards, or `REV:` and one of these at a git revision"
    parser.add_argument("a", metavar="A", help=where)
    parser.add_argument("b", nargs="?", metavar="B", help="the version to be set against A")
    parser.add_argument("--rev", metavar="REV", help="instead of B: A as it was at a git revision, against A as it is")
    parser.add_argument("--card", metavar="ID", help="the card to look at (default: all that differ)")
    parser.add_argument("--blank", action="store_true", help="instead of B: A without the power of --card, against A")
    _pairs(parser, 1000)
    parser.add_argument(
        "--out", type=cli_values.folder, metavar="FOLDER", help="keep both runs; the same command again goes on"
    )
    json_option(parser)


def _ablate(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("game", type=cli_values.place, metavar="GAME")
    parser.add_argument(
        "--cards", type=cli_values.words, metavar="ID,...", help="only these cards (default: all with a power)"
    )
    _pairs(parser, 200)
    parser.add_argument(
        "--out", type=cli_values.folder, metavar="FOLDER", help="keep all runs; the same command again goes on"
    )
    parser.add_argument("--markdown", type=cli_values.page, metavar="FILE", help="write a page of Markdown")
    parser.add_argument(
        "--beside",
        type=cli_values.path,
        metavar="RUN.sqlite",
        help="on that page: a run of `simulate` of the whole game, and whether it ranks the powers alike",
    )
    json_option(parser)


def _pairs(parser: argparse.ArgumentParser, games: int) -> None:
    parser.add_argument("--games", type=cli_values.count, metavar="K", help=f"games of each version (default: {games})")
    parser.add_argument(
        "--certainty",
        type=cli_values.certainty,
        default=0.95,
        metavar="P",
        help="how certain intervals and the number of pairs needed are to be (default: 0.95)",
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
        help="measure Python against compiled C instead, in turn, by games between bots (needs a C compiler)",
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
    parser.add_argument(
        "--profile", action="store_true", help="show instead which lines of the games' files the time goes to"
    )
    json_option(parser)


LABORATORY = {
    "simulate": Command(
        "laboratory.simulate",
        "let bots play many games and show what came out",
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
        "play random games in which every card, and every pair of cards, is at work from the start",
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
        "learn from games of bots how well a player stands, and write it as a rule",
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
        "What every figure means is told in docs/laboratory.md. Needs the extra `lab`.",
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
