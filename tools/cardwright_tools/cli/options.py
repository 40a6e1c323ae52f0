"""What a command of the command line is, and the options that several commands share."""

import argparse
from collections.abc import Callable, Sequence

from cardwright_tools.cli import values as cli_values
from cardwright_tools.cli.modes import Apart, Belong


class Command:
    """One command: its module, which has `run(arguments) -> int`, and the help and options it shows.

    `modes` say which options go together.
    """

    def __init__(
        self,
        module: str,
        summary: str,
        example: str,
        options: Callable[[argparse.ArgumentParser], None],
        modes: Sequence[Apart | Belong] = (),
    ):
        self.module = module
        self.summary = summary
        self.example = example
        self.options = options
        self.modes = modes


def json_option(parser: argparse.ArgumentParser) -> None:
    """`--json`, for other programs."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def sets_option(parser: argparse.ArgumentParser) -> None:
    """`--sets`: with which sets a game is played."""
    parser.add_argument(
        "--sets",
        type=cli_values.words,
        metavar="A,B",
        help="sets of cards to play with (default: the game's own choice)",
    )


def seed_option(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    """`--seed`, a new one each time if there is no default."""
    told = "a new one each time" if default is None else str(default)
    parser.add_argument(
        "--seed",
        type=cli_values.seed_number,
        default=default,
        metavar="S",
        help=f"what chance grows from (default: {told})",
    )


def players_option(parser: argparse.ArgumentParser) -> None:
    """`--players`, as many as usual if it is not given."""
    parser.add_argument(
        "--players", type=cli_values.count, metavar="N", help="number of players (default: 3, within the game's limits)"
    )


def table_options(parser: argparse.ArgumentParser) -> None:
    """Who plays, with what and from which seed."""
    players_option(parser)
    parser.add_argument(
        "--bots",
        type=cli_values.words,
        metavar="KIND,...",
        help="one kind of bot for all seats, or one for each seat (default: random)",
    )
    sets_option(parser)
    seed_option(parser, default=0)


def jobs_option(parser: argparse.ArgumentParser) -> None:
    """`--jobs`, one for each core if it is not given."""
    parser.add_argument(
        "--jobs", type=cli_values.count, metavar="J", help="games played at the same time (default: one per core)"
    )


def engine_option(parser: argparse.ArgumentParser) -> None:
    """What games are played by, and what bots think with."""
    parser.add_argument(
        "--engine",
        choices=["auto", "python", "native"],
        help="what plays: `native` is compiled C; `auto` takes it where it is worth the time"
        " (default: what CARDWRIGHT_NATIVE says, which is `off`, `auto` or `require`, else auto)",
    )


def worker_options(parser: argparse.ArgumentParser) -> None:
    """Where games are played, and how many at the same time."""
    jobs_option(parser)
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Dask cluster: `dask://host:port`, or `dask` for one started here (extra `cluster`)",
    )
