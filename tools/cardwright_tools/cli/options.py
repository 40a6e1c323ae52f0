"""Declaration of commands, and the flags that several commands share."""

import argparse
from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from cardwright_tools.cli.errors import UsageError
from cardwright_tools.cli.option_types import count, path, seat_deck, seed_number, words


class Requires(NamedTuple):
    """A rule: the flags `options` have an effect only with one of the flags `to`.

    `options` and `to` are lists of flags in one string.
    """

    options: str
    to: str
    why: str = ""


class Excludes(NamedTuple):
    """A rule: the flags `options` have no effect if the flag `mode` is given."""

    mode: str
    options: str
    why: str


def find_given_flags(
    actions: Iterable[argparse.Action], arguments: argparse.Namespace, words: Sequence[str]
) -> frozenset[str]:
    """Return the flags and named arguments on a command line, including those given with their default values."""
    return frozenset(
        name for action in actions if (name := _name_option(action)) and _is_given(action, name, arguments, words)
    )


def check_modes(modes: Iterable[Excludes | Requires], given: frozenset[str]) -> None:
    """Check combinations of flags. Raises UsageError for a flag that has no effect together with the others."""
    for mode in modes:
        if isinstance(mode, Requires):
            options, to = mode.options.split(), mode.to.split()
            if given.intersection(options) and given.isdisjoint(to):
                verb = "belongs" if len(options) == 1 else "belong"
                why = f": {mode.why}" if mode.why else ""
                raise UsageError(f"{_join_names(options, 'and')} {verb} to {_join_names(to, 'or')}{why}.")
            continue
        for one in given.intersection(mode.mode.split()):
            if others := [each for each in mode.options.split() if each in given]:
                raise UsageError(f"{one} {mode.why}; leave {_join_names(others, 'and')} away.")


def _name_option(action: argparse.Action) -> str | None:
    if action.option_strings:
        return action.option_strings[0]
    return action.metavar if isinstance(action.metavar, str) else None


def _is_given(action: argparse.Action, name: str, arguments: argparse.Namespace, words: Sequence[str]) -> bool:
    if action.option_strings:
        return any(word == name or word.startswith(f"{name}=") for word in words)
    return getattr(arguments, action.dest, None) not in (None, [], action.default)


def _join_names(names: Sequence[str], last: str) -> str:
    *first, end = names
    return f"{', '.join(first)} {last} {end}" if first else end


Option = tuple[str, dict[str, Any]]


def option(name: str, of: Callable[[str], Any], metavar: str, text: str | None = None, **more: Any) -> Option:
    """Declare a flag with a value, or an argument by position (a name without dashes).

    `of` converts the text of the value, and `more` is passed to argparse.
    """
    return name, {"type": of, "metavar": metavar, "help": text, **more}


def choice(name: str, words: Sequence[str], text: str, default: str | None = None) -> Option:
    """Declare a flag whose value is one of several words."""
    return name, {"choices": words, "help": text, "default": default}


def switch(name: str, text: str) -> Option:
    """Declare a flag without a value."""
    return name, {"action": "store_true", "help": text}


class Command(NamedTuple):
    """A command: its module, which has `run(arguments) -> int`, its help and its flags.

    `modes` restrict the combinations of flags.
    """

    module: str
    summary: str
    example: str
    options: Sequence[Option]
    modes: Sequence[Excludes | Requires] = ()

    def add_options(self, parser: argparse.ArgumentParser) -> None:
        """Add the flags and positional arguments of the command to a parser."""
        for name, settings in self.options:
            parser.add_argument(name, **settings)


def _seed(default: int | None, shown: str) -> Option:
    return option("--seed", seed_number, "S", f"seed of chance (default: {shown})", default=default)


JSON = switch("--json", "print JSON instead of a table")
SETS = option("--sets", words, "A,B", "sets of cards to play with (default: the game's own choice)")
NEW_SEED = _seed(None, "a new one each time")
SEED = _seed(0, "0")
PLAYERS = option("--players", count, "N", "number of players (default: 3, within the game's limits)")


SEAT_DECK = option(
    "--deck",
    seat_deck,
    "SEAT=FILE",
    "the deck that a player brings, such as `1=dragons.yaml`; may be given once per seat",
    action="append",
    default=[],
)
POOL = option(
    "--pool",
    path,
    "PATH",
    "a file of a deck, or a folder of them, from which each seat without --deck draws in every game; may be repeated",
    action="append",
    default=[],
)
DECKS = (SEAT_DECK, POOL)


def _make_table_options(bots: str) -> tuple[Option, ...]:
    text = f"one kind of bot for all seats, or one for each seat (default: {bots})"
    return (PLAYERS, option("--bots", words, "KIND,...", text), *DECKS, SETS, SEED)


GREEDY_TABLE = _make_table_options("greedy")
NO_LEARNING = switch(
    "--no-learning", "in a game without a valuation bots go by the score alone, instead of learning first"
)
JOBS = option("--jobs", count, "J", "games played at the same time (default: one per core)")
CLUSTER = option(
    "--cluster",
    str,
    "ADDRESS",
    "play on a Dask cluster: `dask://host:port`, or `dask` for one started here (extra `cluster`)",
)
WORKERS = (JOBS, CLUSTER)
ENGINE = choice(
    "--engine",
    ("auto", "python", "native"),
    "engine: `native` is compiled C; `auto` uses it if compiling pays"
    " (default: what CARDWRIGHT_NATIVE says, which is `off`, `auto` or `require`, else auto)",
)
