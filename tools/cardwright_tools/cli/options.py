"""Declaration of a command, and the flags that several commands share."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import NamedTuple

from cardwright_tools.cli import option_types as cli_values
from cardwright_tools.cli.errors import UsageError


class Requires(NamedTuple):
    """Flags that have an effect only with one of the flags in `to`, by their names in the help."""

    options: tuple[str, ...]
    to: tuple[str, ...]
    why: str = ""


class Excludes(NamedTuple):
    """Flags that have no effect if one of the others is given."""

    mode: tuple[str, ...]
    options: tuple[str, ...]
    why: str


def find_given_flags(
    actions: Iterable[argparse.Action], arguments: argparse.Namespace, words: Sequence[str]
) -> frozenset[str]:
    """Return the flags and named arguments on a command line, also those with default values."""
    return frozenset(
        name for action in actions if (name := _called(action)) and _is_given(action, name, arguments, words)
    )


def check_modes(modes: Iterable[Excludes | Requires], given: frozenset[str]) -> None:
    """Check combinations of flags. Raises UsageError for a flag that has no effect with the others."""
    for mode in modes:
        if isinstance(mode, Requires):
            if given.intersection(mode.options) and not given.intersection(mode.to):
                verb = "belongs" if len(mode.options) == 1 else "belong"
                why = f": {mode.why}" if mode.why else ""
                raise UsageError(f"{_listed(mode.options, 'and')} {verb} to {_listed(mode.to, 'or')}{why}.")
            continue
        for one in given.intersection(mode.mode):
            if others := [each for each in mode.options if each in given]:
                raise UsageError(f"{one} {mode.why}; leave {_listed(others, 'and')} away.")


def _called(action: argparse.Action) -> str | None:
    if action.option_strings:
        return action.option_strings[0]
    return action.metavar if isinstance(action.metavar, str) else None


def _is_given(action: argparse.Action, name: str, arguments: argparse.Namespace, words: Sequence[str]) -> bool:
    if action.option_strings:
        return any(word == name or word.startswith(f"{name}=") for word in words)
    return getattr(arguments, action.dest, None) not in (None, [], action.default)


def _listed(names: Sequence[str], last: str) -> str:
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end


class Command:
    """Command: its module, which has `run(arguments) -> int`, its help and its flags.

    `modes` restrict the combinations of flags.
    """

    def __init__(
        self,
        module: str,
        summary: str,
        example: str,
        options: Callable[[argparse.ArgumentParser], None],
        modes: Sequence[Excludes | Requires] = (),
    ):
        self.module = module
        self.summary = summary
        self.example = example
        self.options = options
        self.modes = modes


def json_option(parser: argparse.ArgumentParser) -> None:
    """Add `--json`, output for other programs."""
    parser.add_argument("--json", action="store_true", help="print JSON instead of a table")


def sets_option(parser: argparse.ArgumentParser) -> None:
    """Add `--sets`, the sets to play with."""
    parser.add_argument(
        "--sets",
        type=cli_values.words,
        metavar="A,B",
        help="sets of cards to play with (default: the game's own choice)",
    )


def seed_option(parser: argparse.ArgumentParser, default: int | None = None) -> None:
    """Add `--seed`; without a default, it is a new one each time."""
    shown = "a new one each time" if default is None else str(default)
    parser.add_argument(
        "--seed",
        type=cli_values.seed_number,
        default=default,
        metavar="S",
        help=f"seed of chance (default: {shown})",
    )


def players_option(parser: argparse.ArgumentParser) -> None:
    """Add `--players`; the default is the usual number."""
    parser.add_argument(
        "--players", type=cli_values.count, metavar="N", help="number of players (default: 3, within the game's limits)"
    )


def table_options(parser: argparse.ArgumentParser) -> None:
    """Add the flags that configure a match: players, bots, sets and seed."""
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
    """Add `--jobs`; the default is one per core."""
    parser.add_argument(
        "--jobs", type=cli_values.count, metavar="J", help="games played at the same time (default: one per core)"
    )


def engine_option(parser: argparse.ArgumentParser) -> None:
    """Add `--engine`, the engine of matches and bots."""
    parser.add_argument(
        "--engine",
        choices=["auto", "python", "native"],
        help="engine: `native` is compiled C; `auto` uses it if compiling pays"
        " (default: what CARDWRIGHT_NATIVE says, which is `off`, `auto` or `require`, else auto)",
    )


def worker_options(parser: argparse.ArgumentParser) -> None:
    """Add the flags for parallel matches: jobs and cluster."""
    jobs_option(parser)
    parser.add_argument(
        "--cluster",
        metavar="ADDRESS",
        help="play on a Dask cluster: `dask://host:port`, or `dask` for one started here (extra `cluster`)",
    )
