"""Flags of the commands that measure games by many matches between bots, and the speed of the engine."""

from pathlib import Path

from cardwright_tools.cli.option_types import (
    certainty,
    count,
    counts,
    duration,
    folder,
    minutes,
    natural,
    own_file,
    page,
    path,
    place,
    run,
    words,
)
from cardwright_tools.cli.options import (
    DECKS,
    ENGINE,
    GREEDY_TABLE,
    JOBS,
    JSON,
    NO_LEARNING,
    SEAT_DECK,
    SEED,
    SETS,
    WORKERS,
    Command,
    Excludes,
    Option,
    Requires,
    choice,
    option,
    switch,
)


def _make_pair_options(games: int) -> tuple[Option, ...]:
    return (
        option("--games", count, "K", f"games of each version (default: {games})"),
        option("--certainty", certainty, "P", "confidence level (default: 0.95)", default=0.95),
        *GREEDY_TABLE,
        NO_LEARNING,
        *WORKERS,
        ENGINE,
    )


_VERSION = "a game, a folder of a game or of one set of cards, or `REV:` and one of these at a git revision"

LABORATORY = {
    "simulate": Command(
        "laboratory.simulate",
        "let bots play many games and show the results",
        (
            "Example: cardwright simulate ceylon --games 1000 --players 3 --bots greedy,random,random --json\n\n"
            "Seats are in order P1, P2, ... in `wins` and `mean_scores`; a shared win counts for each winner.\n"
            "The same seed gives the same games for any number of jobs, on this machine or on a cluster."
        ),
        (
            option("game", place, "GAME", "needed unless --resume names a run", nargs="?"),
            option("--games", count, "K", "number of games"),
            *GREEDY_TABLE,
            NO_LEARNING,
            *WORKERS,
            option(
                "--out",
                run,
                "RUN.sqlite",
                "store the games in a file for `report`; repeating the command plays only missing games",
            ),
            option("--resume", path, "RUN.sqlite", "continue an interrupted run"),
            choice("--export", ("parquet",), "also write the tables of --out as Parquet files (extra `parquet`)"),
            switch(
                "--watch",
                "after every save of the game's files, show the effect on --card, on equal seeds (bots: greedy)",
            ),
            option("--card", str, "ID", "the card to watch"),
            option("--record", natural, "N", "with --resume: replay game N of the run and write its record"),
            switch("--length", "write how long the games were beside the game, for `games` and the lobby"),
            ENGINE,
            JSON,
        ),
        (
            Excludes(
                "--resume",
                "GAME --out --players --bots --deck --pool --sets --seed --no-learning",
                "continues with the game and the options of the run",
            ),
            Excludes(
                "--watch",
                "--out --resume --export --cluster --json",
                "keeps nothing, plays on this machine and shows people what comes out",
            ),
            Requires("--record", "--resume"),
            Excludes("--record", "--games --jobs --cluster --export --engine --json --length", "replays a single game"),
            Requires("--card", "--watch", "use `compare` and `report` for cards in runs"),
            Requires("--export", "--out --resume"),
        ),
    ),
    "stress": Command(
        "laboratory.stress",
        "play random games in which every card, and every pair of cards, is active from the start",
        (
            "Examples: cardwright stress cargo_hold --table\n"
            "          cardwright stress cargo_hold --pairs --decisions 300\n"
            "          cardwright stress --again stress-faults/cargo_hold-1.json\n\n"
            "A game goes wrong when Cardwright breaks, something never ends, somebody has no option, or pieces are "
            "lost."
        ),
        (
            option("game", place, "GAME", "needed unless --again names a record", nargs="?"),
            option("--cards", words, "A,B", "only these cards, and pairs with them"),
            switch("--pairs", "also every pair of cards, for one player and for two"),
            option("--games", count, "K", "games for each card alone (default: 5)", default=5),
            option("--decisions", count, "N", "decisions in a game (default: 300)", default=300),
            option("--sets", words, "A,B", "sets of cards to play with (default: all of the game)"),
            SEAT_DECK,
            SEED,
            JOBS,
            switch("--table", "show how often every card was used"),
            option(
                "--faults",
                folder,
                "FOLDER",
                "folder for records of failed games (default: stress-faults)",
                default=Path("stress-faults"),
            ),
            option("--again", path, "FILE", "replay such a record and show its log"),
            ENGINE,
            JSON,
        ),
        (
            Excludes(
                "--again",
                "GAME --cards --pairs --games --decisions --sets --deck --seed --jobs --table --faults --engine --json",
                "FILE replays the recorded game and shows it as text",
            ),
        ),
    ),
    "train": Command(
        "laboratory.train",
        "learn a valuation from games between bots and write it as a rule",
        (
            "Example: cardwright train cargo_hold --games 400 --rounds 3 --out training\n\n"
            "A game without a valuation is learned from nothing: many kinds of players meet, and what wins stays.\n"
            "What may tell is found in the game itself: counters, pieces by zone and attribute, and rules of a "
            "player.\n"
            "The rule is written to `learned.yaml` beside the game; with `valuation: learned` bots go by it.\n"
            "What helps `greedy` need not help a search: with `--bots mcts:100` searches play all games, and take "
            "longer.\n"
            "What helps with two players need not help with three: `--players 2,3` learns with both at once."
        ),
        (
            option("game", place, "GAME"),
            option(
                "--minutes",
                minutes,
                "M",
                "learn from nothing for at most so long, as far as estimated (default without a valuation: 10)",
            ),
            option("--games", count, "K", "improve the valuation there is, in rounds of so many games (default: 400)"),
            option(
                "--deals",
                count,
                "K",
                "deals on which a learned rule is tested, from every seat (default: 60; from nothing: at most 40)",
            ),
            option("--rounds", count, "R", "maximum number of rounds (default: 4; from nothing: as many as fit)"),
            option(
                "--variations",
                natural,
                "K",
                "variations of the learned rule to test in each round (default: 12)",
                default=12,
            ),
            option(
                "--players", counts, "N,...", "number of players (default: 2); several, such as `2,3`, share the games"
            ),
            option(
                "--bots", words, "KIND", "kind of bot for all games, to learn from and to test in (default: greedy)"
            ),
            option("--without", words, "RULE,...", "rules not to use"),
            option(
                "--only",
                words,
                "RULE,...",
                "use only these rules: of a player, and of the table for the progress of the game",
            ),
            switch("--over-all", "learn the margin over the mean of all opponents instead of the best opponent"),
            option("--rule", str, "NAME", "name of the rule (default: learned)", default="learned"),
            option("--to", own_file, "FILE", "file to write (default: NAME.yaml in the game)"),
            option("--out", folder, "FOLDER", "store the games; repeating the command plays only missing games"),
            SETS,
            SEED,
            *WORKERS,
            ENGINE,
            JSON,
        ),
    ),
    "ladder": Command(
        "laboratory.ladder",
        "play each level of bot against the one below, from every seat",
        (
            "Example: cardwright ladder cargo_hold --bots random,greedy,mcts:50 --games 100\n\n"
            "One seat plays the upper level, all others the lower one. Exit code 1 says that a level is not shown to "
            "beat\n"
            "the one below: the interval of its share of wins (Wilson, 95 %) reaches down to even chances."
        ),
        (
            option("game", place, "GAME"),
            option("--bots", words, "KIND,...", "kinds of bot, weakest first (default: random,greedy,mcts:100)"),
            option(
                "--games",
                count,
                "K",
                "deals for each level, each played once from every seat (default: 50)",
                default=50,
            ),
            option("--players", count, "N", "number of players (default: 2)"),
            *DECKS,
            NO_LEARNING,
            SETS,
            SEED,
            *WORKERS,
            ENGINE,
            JSON,
        ),
    ),
    "report": Command(
        "laboratory.report",
        "show what a run of `simulate` says about seats, length, endings and cards",
        (
            "Examples: cardwright simulate ceylon --games 2000 --bots greedy --out run.sqlite\n"
            "          cardwright report run.sqlite --html report.html\n\n"
            "docs/laboratory.md explains every figure. Needs the extra `lab`."
        ),
        (
            option("run", path, "RUN.sqlite", "a run, as written by `simulate --out`"),
            switch("--cards", "show all cards, not only those with the strongest effects"),
            option("--html", page, "FILE", "write a self-contained HTML page with charts"),
            option("--markdown", page, "FILE", "write a Markdown page"),
            option("--beside", path, "OTHER.sqlite", "compare with another run: ranks of cards, and outliers in both"),
            JSON,
        ),
        (Excludes("--html --markdown --json", "--cards", "has all cards"),),
    ),
    "compare": Command(
        "laboratory.compare",
        "play two versions of a game, or a card and its blank, on the same seeds and show the difference",
        (
            "Examples: cardwright compare ceylon --rev HEAD~1 --bots greedy\n"
            "          cardwright compare cargo_hold new_cards/base --games 4000\n"
            "          cardwright compare cargo_hold --card thief --blank --certainty 0.99\n\n"
            "Measured over pairs of games with the same seed, B minus A: turns, decisions, changes of the lead, mean\n"
            "score, wins of the player who begins; and for each card that differs, what became of the player who was "
            "the\n"
            "first to have it: the share of the win, and the score less the mean of the others'. Who is the first to "
            "have\n"
            "a card is settled before the card can matter, so it is the same player in both games of nearly every "
            "pair.\n"
            "So many pairs are needed to tell a difference like the one found from none, with the certainty asked "
            "for,\n"
            "in 80 of 100 tries."
        ),
        (
            option("a", str, "A", _VERSION),
            option("b", str, "B", "the version to compare with A", nargs="?"),
            option("--rev", str, "REV", "instead of B: compare A with itself at a git revision"),
            option("--card", str, "ID", "card to compare (default: all that differ)"),
            switch("--blank", "instead of B: compare A with itself without the power of --card"),
            *_make_pair_options(1000),
            option("--out", folder, "FOLDER", "store both runs; repeating the command continues"),
            JSON,
        ),
    ),
    "ablate": Command(
        "laboratory.ablate",
        "play a game without each of its powers in turn, on the same seeds, and rank what they do",
        (
            "Example: cardwright ablate import_export --bots greedy --games 400 --out runs/ablate\n\n"
            "For each card with a power: what its power changes for the player who was the first to have the card,\n"
            "against the same card without power, as `compare GAME --card ID --blank` measures it. With --out a run "
            "that\n"
            "was interrupted goes on."
        ),
        (
            option("game", place, "GAME"),
            option("--cards", words, "ID,...", "only these cards (default: all with a power)"),
            *_make_pair_options(200),
            option("--out", folder, "FOLDER", "store all runs; repeating the command continues"),
            option("--markdown", page, "FILE", "write a Markdown page"),
            option("--beside", path, "RUN.sqlite", "with --markdown: compare the ranks with a run of `simulate`"),
            JSON,
        ),
        (Requires("--beside", "--markdown"),),
    ),
    "bench": Command(
        "laboratory.bench",
        "measure random play on one core, copying and start-up",
        ("Example: cardwright bench ceylon --json"),
        (
            option("games", place, "GAME", "games to measure (default: all)", nargs="*"),
            option("--seconds", duration, "S", "random play per game in seconds (default: 3)", default=3.0),
            switch("--engines", "compare Python and compiled C by games between bots (needs a C compiler)"),
            switch(
                "--edited",
                "measure instead how long `validate` takes after an edit of one card, and the first game with each "
                "engine, compiling included (needs a C compiler)",
            ),
            option(
                "--bots",
                words,
                "KIND,...",
                "the kinds of bot to measure with --engines (default: random,greedy,mcts:200) or --edited "
                "(random,greedy)",
            ),
            SETS,
            SEAT_DECK,
            option("--players", count, "N", "number of players with --engines, --edited or --profile"),
            switch("--profile", "show the time spent on each line of the games' files"),
            JSON,
        ),
        (
            Requires("--sets --players", "--engines --edited --profile"),
            Requires("--bots", "--engines --edited"),
            Excludes("--edited", "--seconds", "measures one game after each edit"),
            Excludes("--engines", "--edited --profile", "is another thing to measure"),
            Excludes("--edited", "--profile", "is another thing to measure"),
        ),
    ),
}
